"""One call for both bodies of the kernel, which must agree; documents for hypothesis."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from rouge_cli import Options, kernel
from rouge_cli.kernel import python as definition
from rouge_cli.kernel.plan import Document, Item, Kind, Lowering, MeasurePlan, Plan, Reading, Stemmer
from rouge_cli.kernel.python.sums import resample
from rouge_cli.kernel.python.words import Vocabulary, splitter, with_exceptions
from rouge_cli.measures.base import Measure, Texts
from rouge_cli.measures.grams import NGram, SkipBigram, SkipBigramUnigram
from rouge_cli.measures.lcs import Lcs, Mead, PaperWeightedLcs, WeightedLcs
from rouge_cli.profiles import Profile

from ..support.documents import document
from ..support.needs import needs
from ..support.resampling import resampled, unordered

compiled: Any = importlib.import_module("rouge_cli.kernel.compiled") if kernel.NAME == "compiled" else None
"""The compiled body, if there is one; without types, because tests pass it what it must refuse."""
BODIES: list[ModuleType] = [definition, compiled] if compiled else [definition]

needs_compiled = needs("compiled")

_READING = Reading(False, False)
_MEASURES: dict[str, type[Measure]] = {
    "ngram_hits": NGram,
    "skip_bigram_hits": SkipBigram,
    "skip_bigram_unigram_hits": SkipBigramUnigram,
    "lcs_hits": Lcs,
    "weighted_lcs_hits": WeightedLcs,
    "longest_lcs_hits": Mead,
    "weighted_lengths": PaperWeightedLcs,
}
_PROFILES = [Profile(Options(best_model=best_model)) for best_model in (False, True)]


def measure_of(function: str, *arguments: Any) -> Measure:
    """The measure that counts such hits: by n, gap or weight."""
    return _MEASURES[function]("", _READING, _READING, *arguments)


def plan_of(*measures: MeasurePlan | None, best_model: bool = False, alpha: float = 0.5) -> Plan:
    """A plan of measures that read texts without stems or limits."""
    assert all(measures)
    return Plan(
        (Reading(False, False),),
        measures,  # type: ignore[arg-type]
        max_words=0,
        max_bytes=0,
        lowering="ascii",
        stemmer="porter-1.5.5",
        combination="best_recall" if best_model else "pooled",
        rounding="decimals",
        alpha=alpha,
    )


STEMMED_APART = (Reading(True, True), Reading(False, True))
"""A reading whose tokens and words are stemmed, and one of which only the words are."""
WEIGHTED: tuple[Kind, ...] = ("weighted_lcs", "weighted_length")


def batch_counter(plan: Plan, *arguments: Any) -> Any:
    """The compiled counter of a plan."""
    return compiled.BatchCounter(plan.numbers(), *arguments)


def counter_of(function: str, *arguments: Any) -> Any:
    """The compiled counter of a plan with this measure alone."""
    return batch_counter(plan_of(measure_of(function, *arguments).plan(0, 0)))


Places = Sequence[tuple[Sequence[int], Sequence[int]]]
"""The places of the models and of the peers of each evaluation."""


def evaluations_of(texts: Sequence[Any], places: Places) -> list[tuple[list[Any], list[Any]]]:
    """The evaluations of texts as the compiled kernel takes them."""
    return [([texts[one] for one in models], [texts[one] for one in peers]) for models, peers in places]


def text_of(document: Document) -> list[bytes]:
    """The sentences of a text in which each word is the number of a token."""
    return [b" ".join(b"%d" % word for word in sentence) for sentence in document.sentences()]


def _pieces_of(document: Document) -> list[bytes]:
    """The sentences of a text of pieces, each with the number of a token and that of a word."""
    pairs = iter(zip(document.tokens, document.words, strict=True))
    return [b" ".join(b"%d/%d" % next(pairs) for _ in sentence) for sentence in document.sentences()]


def _halves(pieces: list[bytes]) -> tuple[tuple[tuple[bytes, ...], ...], ...]:
    """The token of each piece, and its word as the stem."""
    return tuple(((token,), (word,)) for token, word in (piece.split(b"/") for piece in pieces))


def one_evaluation(models: Iterable[Item | Document], peers: Iterable[Item | Document]) -> tuple[Any, ...]:
    """The arguments of `BatchCounter.count` for one evaluation of all these texts."""
    of_models, of_peers = (
        [text_of(one) if isinstance(one, Document) else one for one in side] for side in (models, peers)
    )
    return ([(of_models, of_peers)],)


_CODES = {"weighted_lcs": "dddddd", "weighted_length": "dddddd", "longest_lcs": "qqqqddd"}
"""The codes of the columns of measures that do not have three whole numbers and three figures."""


def rows_of(plan: Plan, block: bytes) -> list[list[tuple[float, ...]]]:
    """By measure, the counts and figures of each row of a block that a counter returned."""
    codes = [_CODES.get(measure.kind, "qqqddd") for measure in plan.measures]
    columns = sum(map(len, codes))
    size = len(block) // columns if columns else 0  # of a column in bytes
    memory, start, by_measure = memoryview(block), 0, []
    for of_measure in codes:
        values = []
        for code in of_measure:
            values.append(memory[start : start + size].cast(code))
            start += size
        by_measure.append(list(zip(*values, strict=True)))
    return by_measure


def called(function: str, *arguments: Any) -> Any:
    """Call a function of the definition, and return its result if the compiled body agrees, else fail.

    Hits are asked of the measures, and of a compiled counter model by model, for all models together and
    for the best of them, with counts and figures.
    """
    if function == "resample":
        return _resampled(*arguments)
    models, peers, *numbers = arguments
    measure = measure_of(function, *numbers)
    hits = measure.hits(Texts(models, peers))
    if compiled:
        try:
            _check_batches(measure, hits, models, peers)
        except OverflowError:
            assert isinstance(measure, WeightedLcs)
            assert float(measure.weight).is_integer()
    return hits


def _resampled(*arguments: Any) -> list[list[float]]:
    columns, *rest = arguments
    expected = resample(unordered(columns), *rest)
    if compiled:
        assert [list(sums) for sums in resampled(*arguments)] == expected
    return expected


def _check_batches(
    measure: Measure, hits: Sequence[Sequence[float]], models: list[Document], peers: list[Document]
) -> None:
    """Compare what the compiled body counts with what the definition makes of the hits."""
    all_models, all_peers = range(len(models)), range(len(models), len(models) + len(peers))
    chosen: list[Sequence[int]] = [all_models, *([model] for model in all_models), []]
    evaluations = [(some, all_peers) for some in chosen]
    documents = [*models, *peers]
    for profile in _PROFILES:
        expected: list[tuple[float, ...]] = []
        for some in chosen:
            of_some = [[row[model] for model in some] for row in hits]
            measure.hits = lambda texts, of_some=of_some: of_some  # type: ignore[misc]
            combined = profile.combine(measure, Texts([models[model] for model in some], peers))
            expected += ((*row.counts, *row.figures) for row in combined)
        plan = plan_of(measure.plan(0, 0), best_model=profile.options.best_model)
        if all(one.tokens == one.words for one in documents):
            counter, texts = batch_counter(plan), list(map(text_of, documents))
        else:  # The tokens are not stemmed, the words are.
            plan = plan._replace(readings=(Reading(False, True),), pieces="blanks")
            counter, texts = batch_counter(plan, (), None, _halves), list(map(_pieces_of, documents))
        block, *_ = counter.count(evaluations_of(texts, evaluations))
        [rows] = rows_of(plan, block)
        assert list(map(_same, rows)) == list(map(_same, expected)), (measure, models, peers)


def _same(row: Iterable[float]) -> list[float | str]:
    """The row with NaN equal to itself."""
    return ["nan" if math.isnan(value) else value for value in row]


_SAME = (MeasurePlan("ngrams", 0, 1, 1), MeasurePlan("ngrams", 0, 1, 2))
_MARKER = b"tokenx%dx"
"""A word of the model by which the compiled body is told a token: an exception makes the token its stem."""


def tokens_of(
    sentences: Sequence[bytes],
    stem: bool = False,
    stop_words: Iterable[bytes] = (),
    exceptions: Mapping[bytes, bytes] | None = None,
    stemmer: Stemmer = "porter-1.5.5",
    lowering: Lowering = "ascii",
) -> list[list[bytes]]:
    """The tokens of sentences by the definition; fail unless the compiled body reads the same ones."""
    stemmed = with_exceptions(partial(stem_of, stemmer=stemmer), exceptions)
    vocabulary = Vocabulary(splitter(lowering), stemmed, stop_words)
    numbers, ends = vocabulary.tokens(sentences, stem)
    names = [vocabulary.name(number) for number in numbers]
    if compiled:
        markers = [_MARKER % place for place in range(len(names))]
        told = dict(exceptions or {}) | dict(zip(markers, names, strict=True))
        readings = (Reading(True, True, whole=True), Reading(stem, stem, whole=True))
        plan = plan_of(*_SAME)._replace(readings=readings, stemmer=stemmer, lowering=lowering)
        counter = batch_counter(plan, stop_words, told)
        block, *_ = counter.count(*one_evaluation([b" ".join(markers)], [sentences]))
        for n, [row] in enumerate(rows_of(plan, block)):
            assert row[:3] == (max(len(names) - n, 0),) * 3, (sentences, names)
    return [names[start:end] for start, end in pairwise([0, *ends])]


def stem_of(word: bytes, stemmer: Stemmer = "porter-1.5.5") -> bytes:
    """The stem of a word by the definition; fail unless the compiled body has the same one."""
    expected, *others = (body.stem(word, stemmer == "porter-nltk") for body in BODIES)
    assert others in ([], [expected]), "the bodies differ"
    return bytes(expected)


# Few different tokens make many ties and repetitions. Some are large, to fill all bits of a token.
KINDS = st.shared(st.integers(1, 6), key="kinds")
TOKEN = KINDS.flatmap(lambda kinds: st.integers(1, kinds)) | st.sampled_from([2**24, 2**24 + 1, 2**31 - 1])
SENTENCES = st.lists(st.lists(TOKEN, max_size=14), max_size=4)


def _document(sentences: list[list[int]], kinds: int | None) -> Document:
    """A document; with `kinds` its tokens are its words with fewer differences, as stems are."""
    words = [word for sentence in sentences for word in sentence]
    return document(sentences, kinds and [word % kinds for word in words])


DOCUMENT = st.builds(_document, SENTENCES, st.none() | st.integers(2, 5))
DOCUMENTS = st.lists(DOCUMENT, max_size=4)


def added(values: Iterable[float]) -> float:
    """The sum from left to right, each step rounded; `sum` compensates from Python 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total
