"""`oracle` and `lead`: the sentences of a document that score best with a reference, and its first ones."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, chain, combinations, islice, pairwise, repeat
from operator import add
from typing import Literal, TypeAlias, get_args

from ..errors import OptionError, some
from ..kernel.python.hits import common_subsequence
from ..measures.base import Measure
from ..measures.scores import added
from ..options import Options
from ..scoring.counters import Facing, Wanted
from ..scoring.prepared import PLACES, Block, Pool, Prepared, distinct_readings
from .scorer import Scorer, scorer_of

Sentence: TypeAlias = str | Sequence[str]
"""A sentence, or its tokens."""
Method: TypeAlias = Literal["greedy", "presumm", "combination", "fast-abs-rl"]

_F = 2
"""The place of F among the figures."""


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
    if isinstance(most, bool) or not isinstance(most, int) or most < 0:
        raise OptionError(f"`most` must be a whole number from 0 on, not {most!r}")
    _check_sentences("document", document)
    _check_sentences("reference", reference)
    if method == "greedy":
        sentences, model = ([_text(one) for one in side] for side in (document, reference))
        indices, score = greedy(sentences, [model], most, measures, scorer_of(options))
    else:
        indices, score = _METHODS[method](
            [_tokens(one) for one in document], [_tokens(one) for one in reference], most
        )
    return Oracle(tuple(indices), score, len(document))


def lead(document: Sequence[Sentence], k: int, *, block_trigrams: bool = False) -> list[int]:
    """Return the indices of the first k sentences of a document.

    With `block_trigrams` a sentence is passed over that shares three tokens in a row with one that is taken,
    as in the LEAD of PreSumm; tokens stand between blanks. Raises the errors of `oracle`.
    """
    if isinstance(k, bool) or not isinstance(k, int) or k < 0:
        raise OptionError(f"`k` must be a whole number from 0 on, not {k!r}")
    _check_sentences("document", document)
    if not block_trigrams:
        return list(range(min(k, len(document))))
    return list(islice(_unblocked(document), k))


def _unblocked(document: Sequence[Sentence]) -> Iterator[int]:
    """Yield the indices of the sentences that share no trigram with those before."""
    taken: set[tuple[str, ...]] = set()
    for place, sentence in enumerate(document):
        tokens = _tokens(sentence)
        trigrams = set(zip(tokens, tokens[1:], tokens[2:], strict=False))
        if taken.isdisjoint(trigrams):
            taken |= trigrams
            yield place


def _check_sentences(name: str, sentences: object) -> None:
    wanted = f"{name} must be a list of sentences, each a string or a list of tokens"
    if isinstance(sentences, str | bytes) or not isinstance(sentences, Sequence):
        raise TypeError(f"{wanted}, not {type(sentences).__name__}")
    for sentence in sentences:
        if not isinstance(sentence, str) and not (
            isinstance(sentence, Sequence) and all(isinstance(token, str) for token in sentence)
        ):
            raise TypeError(f"{wanted}, not a list with {type(sentence).__name__} in it")


def _text(sentence: Sentence) -> str:
    return sentence if isinstance(sentence, str) else " ".join(sentence)


def _tokens(sentence: Sentence) -> Sequence[str]:
    return sentence.split() if isinstance(sentence, str) else sentence


# The greedy search by the figures of `score`.


def greedy(
    sentences: list[str], models: list[list[str]], most: int, measures: Sequence[str], scorer: Scorer
) -> tuple[list[int], float]:
    """Return the indices that a greedy search with one model or more finds, and their value."""
    values = _values(sentences, models, measures, scorer)
    chosen: list[int] = []
    reached = 0.0
    while len(chosen) < min(most, len(sentences)):
        others = [place for place in range(len(sentences)) if place not in chosen]
        sums = values(chosen, others)
        best = max(sums)
        if not best > reached:
            break
        reached = best
        chosen = sorted([*chosen, others[sums.index(best)]])
    return chosen, reached


Values: TypeAlias = Callable[[Sequence[int], Sequence[int]], list[float]]
"""Returns for each of other sentences the value of an extract of the chosen sentences and this one."""


def _values(sentences: list[str], models: list[list[str]], measures: Sequence[str], scorer: Scorer) -> Values:
    texts = scorer.prepare([*models[:1], *([sentence] for sentence in sentences)])
    wanted = [Wanted(place, _F) for place in _places(texts.profile.measures, measures)]
    if len(models) != 1 or texts.profile.options.is_limited or texts.profile.splitter() is not None:
        # What is cut or split depends on the whole extract, and models are put together by text.
        names = [texts.profile.measures[one.measure].name for one in wanted]

        def by_texts(chosen: Sequence[int], others: Sequence[int]) -> list[float]:
            extracts = [[sentences[place] for place in sorted((*chosen, other))] for other in others]
            scores = scorer.score_group(extracts, models)
            return [added(figures) for figures in zip(*(scores[name].f for name in names), strict=True)]

        return by_texts
    readings = distinct_readings(texts.profile)
    # All measures read peers alike, whatever is stemmed in the models.
    (reading,) = {texts.profile.measures[one.measure].peer_reading._replace(whole=False) for one in wanted}
    pool, places = texts.prepared.pool, texts.prepared.places
    step = PLACES * len(readings)
    first = step + PLACES * readings.index(reading)
    tokens = memoryview(pool.tokens)
    own = [
        tokens[start : start + size].tobytes()
        for start, size in zip(places[first::step], places[first + 1 :: step], strict=True)
    ]
    model = Prepared(pool, places[:step])

    def by_tokens(chosen: Sequence[int], others: Sequence[int]) -> list[float]:
        facing = Facing(_extracts(own, chosen, others, len(readings)), model, len(pool.vocabulary))
        block = Block(range(len(others)), range(1))
        sums = [0.0] * len(others)
        for one in wanted:
            figures = array("d", sums)
            texts.counter.fill(figures, block, facing, one, is_mirrored=False)
            sums = list(map(add, sums, figures))
        return sums

    return by_tokens


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


def _extracts(
    sentences: Sequence[bytes], chosen: Sequence[int], others: Sequence[int], readings: int
) -> Prepared:
    """Return extracts of the chosen sentences and one other each, in the order of the document.

    Sentences are given by their tokens. The others between the same two chosen ones have the same sentences
    before and behind them. The extracts are the same in all of so many readings.
    """
    tokens: list[bytes] = []
    sizes: list[int] = []
    ends = array("i")
    width = len(chosen) + 1
    gaps = [bisect(others, place) for place in chosen]
    for gap, (start, end) in enumerate(pairwise([0, *gaps, len(others)])):
        own = [sentences[place] for place in others[start:end]]
        before, behind = ([sentences[place] for place in part] for part in (chosen[:gap], chosen[gap:]))
        tokens += chain.from_iterable(zip(repeat(b"".join(before)), own, repeat(b"".join(behind))))
        of_gap = array("i", bytes(ends.itemsize * width * len(own)))
        reached = array("i", bytes(ends.itemsize * len(own)))
        for column, lengths in enumerate((*map(_repeated, before), map(len, own), *map(_repeated, behind))):
            reached = array(
                "i", (size + length // ends.itemsize for size, length in zip(reached, lengths, strict=False))
            )
            of_gap[column::width] = reached
        ends += of_gap
        sizes += reached
    starts = [0, *accumulate(sizes[:-1])]
    columns = (starts, sizes, starts, sizes, range(0, len(ends), width), [width] * len(sizes))
    places = array("q", bytes(8 * PLACES * readings * len(others)))
    for column, values in enumerate(columns * readings):
        places[column :: PLACES * readings] = array("q", values)
    return Prepared(Pool({}, array("i", b"".join(tokens)), ends), places)


def _repeated(sentence: bytes) -> Iterator[int]:
    return repeat(len(sentence))


# The searches of other programs.

_DELETED = bytes(byte for byte in range(128) if not (chr(byte).isalnum() or chr(byte) == " "))
Words: TypeAlias = Sequence[Sequence[str]]
Grams: TypeAlias = tuple[int, int]
"""The distinct unigrams and bigrams of a text, each a bit of a number."""


def _cleaned(tokens: Iterable[str]) -> list[bytes]:
    """Return what is left between blanks without all but the letters and digits of ASCII."""
    return " ".join(tokens).encode("ascii", "ignore").translate(None, _DELETED).split()


def _grams(document: Words, reference: Words) -> tuple[list[Grams], Grams]:
    """Return the grams of each sentence, and those of the reference, even across its sentence ends."""
    numbers: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})

    def of(tokens: Iterable[str]) -> Grams:
        words = _cleaned(tokens)
        sets = (words, pairwise(words))
        one, two = (
            {known.setdefault(gram, len(known)) for gram in grams}
            for known, grams in zip(numbers, sets, strict=True)
        )
        return sum(1 << number for number in one), sum(1 << number for number in two)

    of_reference = of(chain.from_iterable(reference))
    return [of(sentence) for sentence in document], of_reference


def _value(grams: Grams, reference: Grams) -> float:
    """Return the sum of F by ROUGE-1 and ROUGE-2 of sets, as BertSum computes it."""
    total = 0.0
    for own, of_reference in zip(grams, reference, strict=True):
        hits, size, whole = (own & of_reference).bit_count(), own.bit_count(), of_reference.bit_count()
        precision = hits / size if size else 0.0
        recall = hits / whole if whole else 0.0
        total += 2.0 * ((precision * recall) / (precision + recall + 1e-8))
    return total


def _union(one: Grams, other: Grams) -> Grams:
    return one[0] | other[0], one[1] | other[1]


def _presumm(document: Words, reference: Words, most: int) -> tuple[list[int], float]:
    sentences, of_reference = _grams(document, reference)
    chosen: list[int] = []
    extract, reached = (0, 0), 0.0
    while len(chosen) < most:
        values = {
            place: _value(_union(extract, grams), of_reference)
            for place, grams in enumerate(sentences)
            if place not in chosen
        }
        best = max(values, key=values.__getitem__, default=-1)
        if not values or values[best] <= reached:
            return chosen, reached
        reached = values[best]
        chosen.append(best)
        extract = _union(extract, sentences[best])
    return sorted(chosen), reached


def _combination(document: Words, reference: Words, most: int) -> tuple[list[int], float]:
    sentences, of_reference = _grams(document, reference)
    kept: Sequence[int] = range(len(sentences))
    best, reached = [0, 0], 0.0
    for count in range(1, most + 2):
        for places in combinations(kept, count):
            value = _value(reduce(_union, (sentences[place] for place in places)), of_reference)
            if value > reached:
                best, reached = list(places), value
        if count == 1:
            kept = [place for place in kept if _value(sentences[place], of_reference) > 0]
    return best, reached


def _fast_abs_rl(document: Words, reference: Words, most: int) -> tuple[list[int], float]:
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


_METHODS: dict[str, Callable[[Words, Words, int], tuple[list[int], float]]] = {
    "presumm": _presumm,
    "combination": _combination,
    "fast-abs-rl": _fast_abs_rl,
}
