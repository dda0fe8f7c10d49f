"""`oracle` and `lead`: the sentences of a document that score best with a reference, and its first ones."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, islice, pairwise
from operator import or_
from typing import Any, Literal, TypeAlias, get_args

from .. import kernel
from ..errors import OptionError, some
from ..kernel.plan import MeasurePlan, Plan, ReadingPlan
from ..kernel.python.hits import common_subsequence
from ..measures.base import Measure
from ..measures.scores import added
from ..options import Options, whole_number
from ..profiles import profile_of
from ..scoring.counting import counter_of
from .scorer import Scorer, scorer_of

Sentence: TypeAlias = str | Sequence[str]
"""A sentence, or its tokens."""
Method: TypeAlias = Literal["greedy", "presumm", "combination", "fast-abs-rl"]


@dataclass(frozen=True, slots=True)
class Oracle:
    """The sentences of a document that an oracle extracts."""

    indices: tuple[int, ...]
    """Their indices, from 0."""
    score: float
    """The value that the oracle maximises."""
    sentences: int
    """The number of sentences of the document."""

    @property
    def labels(self) -> list[int]:
        """For each sentence of the document 1 if it is extracted, else 0."""
        return [int(place in self.indices) for place in range(self.sentences)]


def oracle(
    document: Sequence[Sentence],
    reference: Sequence[Sentence],
    most: int = 3,
    measures: Sequence[str] = ("ROUGE-1", "ROUGE-2"),
    method: Method = "greedy",
    options: Options | None = None,
) -> Oracle:
    """Return the sentences of a document that together score best with a reference, as its summary.

    Document and reference are lists of sentences, each a string or a list of tokens. `method` is one of:

    - greedy: up to `most` sentences, one after the other: the sentence with which the sum of F by the
      measures rises most, the first of equals. It ends where none makes the sum rise. An extract is
      scored as by `score`, its sentences in the order of the document; so are the indices.
    - presumm: `greedy_selection` of PreSumm and BertSum (Liu and Lapata 2019), by distinct unigrams and
      bigrams. If it ends before `most` sentences, the indices stand in the order of choice, as they do there.
    - combination: `combination_selection` of BertSum, which tries all combinations of up to `most` + 1
      sentences by the same value. Without any hit the indices are 0 and 0, as they are there.
    - fast-abs-rl: for each sentence of the reference the sentence left with the highest recall of the LCS
      (Chen and Bansal 2018); the score is the mean recall. `most` has no effect.

    `measures` and `options`, by default ROUGE-1 and ROUGE-2 without stems, are for the first method. Raises
    `OptionError` for an unknown method or measure and for `most` below 0, `TypeError` for anything that is
    not a list of sentences, and the errors of `Scorer`.
    """
    if method not in get_args(Method):
        raise OptionError(f"`method` must be one of: {some(get_args(Method))}; not {method!r}")
    most = whole_number("most", most)
    sentences, model = _joined("document", document), _joined("reference", reference)
    if method == "greedy":
        indices, score = greedy(sentences, [model], most, measures, scorer_of(options))
    elif method == "fast-abs-rl":
        indices, score = _fast_abs_rl(*([_tokens(one) for one in side] for side in (document, reference)))
    else:
        search = _presumm if method == "presumm" else _combination
        are_strings = sentences == [*document] and model == [*reference]
        if not are_strings:  # Blanks within a token do not part it.
            for given, joined in ((document, sentences), (reference, model)):
                joined[:] = [
                    " ".join(one.split()) if one is text else text
                    for one, text in zip(given, joined, strict=True)
                ]
        indices, score = search(sentences, " ".join(model), most, are_strings)
    return Oracle(tuple(indices), score, len(document))


def lead(document: Sequence[Sentence], k: int, *, block_trigrams: bool = False) -> list[int]:
    """Return the indices of the first k sentences of a document.

    With `block_trigrams` a sentence is passed over that shares three tokens in a row with one that is taken,
    as in the LEAD of PreSumm; tokens stand between blanks. Raises the errors of `oracle`.
    """
    k = whole_number("k", k)
    _joined("document", document)
    return list(islice(_unblocked(document) if block_trigrams else range(len(document)), k))


def _unblocked(document: Sequence[Sentence]) -> Iterator[int]:
    """Yield the indices of the sentences that share no trigram with those before."""
    taken: set[tuple[str, ...]] = set()
    for place, sentence in enumerate(document):
        tokens = _tokens(sentence)
        trigrams = set(zip(tokens, tokens[1:], tokens[2:], strict=False))
        if taken.isdisjoint(trigrams):
            taken |= trigrams
            yield place


def _joined(name: str, sentences: Sequence[Sentence]) -> list[str]:
    """Return sentences as strings. Raises `TypeError` for anything else than sentences."""
    wanted = f"{name} must be a list of sentences, each a string or a list of tokens"
    if isinstance(sentences, str | bytes) or not isinstance(sentences, Sequence):
        raise TypeError(f"{wanted}, not {type(sentences).__name__}")
    joined: list[Any] = [
        one if isinstance(one, str) else isinstance(one, (list, Sequence)) and _text(one) for one in sentences
    ]
    if False in joined:
        wrong = type(sentences[joined.index(False)]).__name__
        raise TypeError(f"{wanted}, not a list with {wrong} in it")
    return joined


def _text(tokens: Sequence[str]) -> str | bool:
    """Return tokens with blanks between them, or False for what is no list of tokens."""
    try:
        return " ".join(tokens)
    except TypeError:
        return False


def _tokens(sentence: Sentence) -> Sequence[str]:
    return sentence.split() if isinstance(sentence, str) else sentence


# The greedy search by the figures of `score`.


def greedy(
    sentences: list[str], models: list[list[str]], most: int, measures: Sequence[str], scorer: Scorer
) -> tuple[list[int], float]:
    """Return the indices that a greedy search with one model or more finds, and their value."""
    profile = profile_of(scorer.options)
    places = _places(profile.measures, measures)
    if len(models) == 1 and not profile.beside:
        counter = counter_of(profile, profile.word_lists())
        if found := counter.extract(models[0], sentences, places, most):
            return found
    names = [profile.measures[place].name for place in places]
    chosen: list[int] = []
    reached = 0.0
    while len(chosen) < min(most, len(sentences)):
        extracts = [sorted([*chosen, place]) for place in range(len(sentences)) if place not in chosen]
        scores = scorer.score_group([[sentences[place] for place in one] for one in extracts], models)
        values = [added(figures) for figures in zip(*(scores[name].f for name in names), strict=True)]
        if not max(values) > reached:
            break
        reached = max(values)
        chosen = extracts[values.index(reached)]
    return chosen, reached


def _places(known: Sequence[Measure], names: Sequence[str]) -> list[int]:
    """Return the places of measures, whose names may be spelt as in another profile. Raises `OptionError`."""
    places = {plain_name(measure.name): place for place, measure in enumerate(known)}
    listed: list[object] = list(names) if isinstance(names, list | tuple) and names else [names]
    for name in listed:
        if not isinstance(names, str) and isinstance(name, str) and plain_name(name) in places:
            continue
        raise OptionError(f"`measures` must be some of: {some([one.name for one in known])}; not {name!r}")
    return [places[plain_name(name)] for name in names]


def plain_name(name: str) -> str:
    """Return the name of a measure as all profiles could spell it."""
    return name.lower().replace("-", "")


# The searches of other programs.

_DELETED = bytes(byte for byte in range(128) if not (chr(byte).isalnum() or chr(byte) == " "))
_SETS = Plan(
    (ReadingPlan(stem=False, stem_sentences=False),),
    (MeasurePlan("distinct_ngrams", 0, 0, 1),),
    *(0, 0, "none", "porter-1.5.5", "pooled", "smoothed", 0.5),
)
Grams: TypeAlias = tuple[int, int]
"""The distinct unigrams and bigrams of a text, each a bit of a number."""


def _grams(texts: Iterable[str], has_blanks: bool) -> list[Grams]:
    """Return the grams of each text: of its words without all but ASCII letters and digits.

    Words are between U+0020 or, if the texts have blanks, any blanks.
    """
    numbers: dict[object, int] = {}

    def bits(grams: Iterable[object]) -> int:
        return sum({1 << numbers.setdefault(gram, len(numbers)) for gram in grams})

    spaced = (" ".join(text.split()) if has_blanks else text for text in texts)
    cleaned = [text.encode("ascii", "ignore").translate(None, _DELETED).split() for text in spaced]
    return [(bits(words), bits(pairwise(words))) for words in cleaned]


def _value(grams: Iterable[Grams], reference: Grams) -> float:
    """Return the sum of F by ROUGE-1 and ROUGE-2 of the union of sets, as BertSum computes it."""
    total = 0.0
    for sets, of_reference in zip(zip(*grams, strict=True), reference, strict=True):
        own = reduce(or_, sets)
        hits, size, whole = (own & of_reference).bit_count(), own.bit_count(), of_reference.bit_count()
        precision = hits / size if size else 0.0
        recall = hits / whole if whole else 0.0
        total += 2.0 * ((precision * recall) / (precision + recall + 1e-8))
    return total


@cache
def _counter_of_sets() -> Any:
    return kernel.body.BatchCounter(_SETS.numbers())


def _presumm(document: list[str], reference: str, most: int, has_blanks: bool) -> tuple[list[int], float]:
    chosen: list[int] = []
    reached = 0.0
    if kernel.NAME == "compiled":
        indices, reached = _counter_of_sets().extract(
            ([reference], document), b"", min(most, len(document)), has_blanks
        )
        chosen = array("i", indices).tolist()
    else:
        of_reference, *sentences = _grams([reference, *document], has_blanks)
        while len(chosen) < min(most, len(document)):
            taken = [sentences[place] for place in chosen]
            values = [
                0 if place in chosen else _value([*taken, grams], of_reference)
                for place, grams in enumerate(sentences)
            ]
            if not max(values) > reached:
                break
            reached = max(values)
            chosen.append(values.index(reached))
    return sorted(chosen) if len(chosen) == most else chosen, reached


def _combination(document: list[str], reference: str, most: int, has_blanks: bool) -> tuple[list[int], float]:
    of_reference, *sentences = _grams([reference, *document], has_blanks)
    kept: Sequence[int] = range(len(sentences))
    best, reached = [0, 0], 0.0
    for count in range(1, min(most, len(sentences)) + 2):
        for places in combinations(kept, count):
            value = _value([sentences[place] for place in places], of_reference)
            if value > reached:
                best, reached = list(places), value
        if count == 1:
            kept = [place for place in kept if _value([sentences[place]], of_reference) > 0]
    return best, reached


def _fast_abs_rl(
    document: Sequence[Sequence[str]], reference: Sequence[Sequence[str]]
) -> tuple[list[int], float]:
    numbers: dict[str, int] = {}
    sentences, references = (
        [[numbers.setdefault(token, len(numbers)) for token in sentence] for sentence in side]
        for side in (document, reference)
    )
    left = list(range(len(sentences)))
    chosen, recalls = [], []
    for model in references[: len(sentences)]:
        hits = [len(common_subsequence(model, sentences[place], None)) for place in left]
        best = hits.index(max(hits))
        recalls.append(hits[best] / len(model) if model else 0.0)
        chosen.append(left.pop(best))
    return chosen, added(recalls) / len(recalls) if recalls else 0.0
