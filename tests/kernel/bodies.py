"""One call for both bodies of the kernel, which must agree; documents for hypothesis."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import ModuleType
from typing import Any

from rouge_cli import kernel
from rouge_cli.kernel import plan as words
from rouge_cli.kernel.python import counter as definition
from rouge_cli.kernel.python.words import Vocabulary, splitter, with_exceptions

from ..support.needs import needs
from ..support.plans import WEIGHTED, MeasureNumbers, plan_of, rows_of
from ..support.resampling import resampled, series_of

compiled: Any = importlib.import_module("rouge_cli.kernel.compiled") if kernel.NAME == "compiled" else None
"""The compiled body, if there is one; without types, because tests pass it what it must refuse."""
BODIES: list[ModuleType] = [definition, compiled] if compiled else [definition]

needs_compiled = needs("compiled")

STEMMED_APART = (words.Reading(True, True), words.Reading(False, True))
"""A reading whose tokens and words are stemmed, and one of which only the words are."""


def batch_counter(plan: Any, *arguments: Any) -> Any:
    """The compiled counter of a plan."""
    return compiled.BatchCounter(plan.numbers(), *arguments)


def counter_of(kind: words.Kind, number: float = 0) -> Any:
    """The compiled counter of a plan with this measure alone, by its n, gap or weight."""
    if kind in WEIGHTED:
        return batch_counter(plan_of(MeasureNumbers(kind, weight=number)))
    return batch_counter(plan_of(MeasureNumbers(kind, number=int(number))))


Places = Sequence[tuple[Sequence[int], Sequence[int]]]
"""The places of the models and of the peers of each evaluation."""


def evaluations_of(texts: Sequence[Any], places: Places) -> list[tuple[list[Any], list[Any]]]:
    """The evaluations of texts as the compiled kernel takes them."""
    return [([texts[one] for one in models], [texts[one] for one in peers]) for models, peers in places]


def text_of(document: words.Document) -> list[bytes]:
    """The sentences of a text in which each word is the number of a token."""
    return [b" ".join(b"%d" % word for word in sentence) for sentence in document.sentences()]


def one_evaluation(
    models: Iterable[words.Item | words.Document], peers: Iterable[words.Item | words.Document]
) -> tuple[Any, ...]:
    """The arguments of `BatchCounter.count` for one evaluation of all these texts."""
    of_models, of_peers = (
        [text_of(one) if isinstance(one, words.Document) else one for one in side] for side in (models, peers)
    )
    return ([(of_models, of_peers)],)


def resampled_by_both(*arguments: Any) -> list[list[float]]:
    """The sums of resamples by the definition; fail unless the compiled body has the same ones."""
    columns, *rest = arguments
    expected = [list(sums) for sums in series_of(definition.resample(columns, *rest), len(columns))]
    if compiled:
        assert [list(sums) for sums in resampled(*arguments)] == expected
    return expected


_SAME = (MeasureNumbers("ngrams", 0, 1, 1), MeasureNumbers("ngrams", 0, 1, 2))
_MARKER = b"tokenx%dx"
"""A word of the model by which the compiled body is told a token: an exception makes the token its stem."""


def tokens_of(
    sentences: Sequence[bytes],
    stem: bool = False,
    stop_words: Iterable[bytes] = (),
    exceptions: Mapping[bytes, bytes] | None = None,
    stemmer: words.Stemmer = "porter-1.5.5",
    lowering: words.Lowering = "ascii",
) -> list[list[bytes]]:
    """The tokens of sentences by the definition; fail unless the compiled body reads the same ones."""
    stemmed = with_exceptions(partial(stem_of, stemmer=stemmer), exceptions)
    vocabulary = Vocabulary(splitter(lowering), stemmed, stop_words)
    numbers, ends = vocabulary.tokens(sentences, stem)
    names = [vocabulary.name(number) for number in numbers]
    if compiled:
        markers = [_MARKER % place for place in range(len(names))]
        told = {**(exceptions or {}), **dict(zip(markers, names, strict=True)), **dict.fromkeys(stop_words)}
        readings = (words.Reading(True, True, whole=True), words.Reading(stem, stem, whole=True))
        plan = plan_of(*_SAME)._replace(readings=readings, stemmer=stemmer, lowering=lowering)
        counter = batch_counter(plan, told)
        block, *_ = counter.count(*one_evaluation([b" ".join(markers)], [sentences]))
        for n, [row] in enumerate(rows_of(plan, block)):
            assert row[:3] == (max(len(names) - n, 0),) * 3, (sentences, names)
    return [names[start:end] for start, end in pairwise([0, *ends])]


def stem_of(word: bytes, stemmer: words.Stemmer = "porter-1.5.5") -> bytes:
    """The stem of a word by the definition; fail unless the compiled body has the same one."""
    expected, *others = (body.stem(word, stemmer == "porter-nltk") for body in BODIES)
    assert others in ([], [expected]), "the bodies differ"
    return bytes(expected)


def added(values: Iterable[float]) -> float:
    """The sum from left to right, each step rounded; `sum` compensates from Python 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total
