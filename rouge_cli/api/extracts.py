"""Extracts of documents (`oracle`, `lead`), and what summaries copy and add (`fragments`, `novelty`)."""

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import chain, combinations, pairwise
from operator import or_
from typing import Any, Literal, TypeAlias, get_args

from .. import kernel
from ..errors import OptionError, figure, several, some
from ..kernel.plan import Measure, Plan, Reading
from ..kernel.python import variants
from ..kernel.python.rouge import common_subsequence
from ..kernel.python.sums import added
from ..kernel.python.variants import Fragment
from ..options import GRAM_COUNTS, MOST_NGRAMS, TYPES, Options, whole_number
from ..rouges import plain_name
from . import warn
from .scorer import Scorer, scorer_of

Sentence: TypeAlias = str | Sequence[str]
"""A sentence, or its tokens."""
Method: TypeAlias = Literal["greedy", "presumm", "combination", "fast-abs-rl"]
Tokens: TypeAlias = Sequence[Sequence[str]]
"""The tokens of each sentence of a text."""


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

    - greedy: take up to `most` sentences, each time the sentence that raises the sum of F by the measures
      most, the first of equals; stop when no sentence raises it. `score` scores each extract with its
      sentences in the order of the document, which is the order of the indices, too.
    - presumm: `greedy_selection` of PreSumm and BertSum (Liu and Lapata 2019), by distinct unigrams and
      bigrams. As there, the indices stand in the order of choice if it stops before `most` sentences.
    - combination: `combination_selection` of BertSum, which tries all combinations of up to `most` + 1
      sentences by the same value. As there, the indices are 0 and 0 if no sentence has a hit.
    - fast-abs-rl: for each sentence of the reference take the remaining sentence with the highest recall of
      the LCS (Chen and Bansal 2018); the score is the mean recall. `most` has no effect.

    `measures` and `options`, by default ROUGE-1 and ROUGE-2 without stems, are for the method greedy. Warns
    of an empty reference. Raises `OptionError` for an unknown method or measure and for `most` below 0,
    `TypeError` for anything that is not a list of sentences, and the errors of `Scorer`.
    """
    if method not in get_args(Method):
        raise OptionError("`method` must be one of: %s; not %r", some(get_args(Method)), method)
    most = whole_number("most", most)
    sentences, model = _joined("document", document), _joined("reference", reference)
    if sentences and not any(model):
        warn("the reference is empty, so no sentence scores; leave the document out")
    if method == "greedy":
        indices, score = greedy(sentences, [model], most, measures, scorer_of(options))
    else:
        search = {"presumm": _presumm, "combination": _combination, "fast-abs-rl": _fast_abs_rl}[method]
        indices, score = search(list(map(_tokens, document)), list(map(_tokens, reference)), most)
    return Oracle(tuple(indices), score, len(document))


def lead(document: Sequence[Sentence], k: int, *, block_trigrams: bool = False) -> list[int]:
    """Return the indices of the first k sentences of a document.

    With `block_trigrams` sentences that share three tokens in a row with a chosen sentence are skipped, as in
    the LEAD of PreSumm; tokens stand between blanks. Raises the errors of `oracle`.
    """
    k = whole_number("k", k)
    _joined("document", document)
    taken: set[tuple[str, ...]] = set()
    chosen: list[int] = []
    for place, tokens in enumerate(map(_tokens, document)):
        if len(chosen) == k:
            break
        trigrams = {*zip(tokens, tokens[1:], tokens[2:], strict=False)} if block_trigrams else set()
        if taken.isdisjoint(trigrams):
            taken |= trigrams
            chosen.append(place)
    return chosen


def _joined(name: str, sentences: Sequence[Sentence]) -> list[str]:
    """Return sentences as strings. Raises `TypeError` for anything but sentences."""
    wanted = f"{name} must be a list of sentences, each a string or a list of tokens, not"
    # Asking for a list first saves the slower question to an abstract class.
    if not isinstance(sentences, (list, Sequence)) or isinstance(sentences, (str, bytes)):
        raise TypeError(f"{wanted} {type(sentences).__name__}")
    joined: list[Any] = list(sentences)
    for place, one in enumerate(joined):
        if not isinstance(one, str):
            try:
                joined[place] = " ".join(one if isinstance(one, (list, Sequence)) else [one])
            except TypeError:
                raise TypeError(f"{wanted} a list with {type(one).__name__} in it") from None
    return joined


def _tokens(sentence: Sentence) -> Sequence[str]:
    return sentence.split() if isinstance(sentence, str) else sentence


# The greedy search by the figures of `score`.


def greedy(
    sentences: list[str], models: list[list[str]], most: int, measures: Sequence[str], scorer: Scorer
) -> tuple[list[int], float]:
    """Return the indices that a greedy search finds, in order, and the sum of F by the measures."""
    profile = scorer._profile
    places = _places(profile.measures, measures)
    if models and not profile.beside and (found := scorer._counter.extract(models, sentences, places, most)):
        if not found[0]:
            scorer.score(sentences, models)  # It warns of texts without a token, as does `score_group`.
        return found
    names = [profile.measures[place].name for place in places]

    def values(extracts: list[list[int]]) -> list[float]:
        scores = scorer.score_group([[sentences[place] for place in sorted(one)] for one in extracts], models)
        return [added(figures) for figures in zip(*(scores[name].f for name in names), strict=True)]

    chosen, reached = _climbed(len(sentences), most, values)
    return sorted(chosen), reached


def _climbed(
    count: int, most: int, values_of: Callable[[list[list[int]]], list[float]]
) -> tuple[list[int], float]:
    """Return up to `most` indices below `count`, chosen one by one to raise the value most, and the value."""
    chosen: list[int] = []
    reached = 0.0
    while len(chosen) < min(most, count):
        extracts = [[*chosen, place] for place in range(count) if place not in chosen]
        values = values_of(extracts)
        if not max(values) > reached:
            break
        reached = max(values)
        chosen = extracts[values.index(reached)]
    return chosen, reached


def _places(known: Sequence[Measure], names: Sequence[str]) -> list[int]:
    """Return the places of measures, whose names may be spelt as in another profile. Raises `OptionError`."""
    places = {plain_name(measure.name): place for place, measure in enumerate(known)}
    is_list = isinstance(names, list | tuple) and names
    for name in names if is_list else [names]:
        if not is_list or not isinstance(name, str) or plain_name(name) not in places:
            known_names = some([one.name for one in known])
            raise OptionError("`measures` must be some of: %s; not %r", known_names, name)
    return [places[plain_name(name)] for name in names]


# The searches of other programs.

_DELETED = re.compile("[^a-zA-Z0-9 ]")
Grams: TypeAlias = tuple[int, int]
"""The distinct unigrams and bigrams of a text, each a bit of a number."""


def _grams(reference: Tokens, document: Tokens) -> list[Grams]:
    """Return the grams of the reference and of each sentence; words keep only ASCII letters and digits."""
    numbers: dict[object, int] = {}

    def bits(grams: Iterable[object]) -> int:
        return sum({1 << numbers.setdefault(gram, len(numbers)) for gram in grams})

    texts = [[*chain.from_iterable(reference)], *document]
    cleaned = [_DELETED.sub("", " ".join(tokens)).split() for tokens in texts]
    return [(bits(words), bits(pairwise(words))) for words in cleaned]


def _value(grams: Iterable[Grams], reference: Grams) -> float:
    """Return the sum of F by ROUGE-1 and ROUGE-2 of the union of sets, as BertSum computes it."""
    total = 0.0
    for sets, of_reference in zip(zip(*grams, strict=True), reference, strict=True):
        own = reduce(or_, sets)
        hits, size, whole = (own & of_reference).bit_count(), own.bit_count(), of_reference.bit_count()
        precision, recall = hits / (size or 1), hits / (whole or 1)
        total += 2.0 * ((precision * recall) / (precision + recall + 1e-8))
    return total


@cache
def _counter_of_sets() -> Any:
    reading = Reading(stem=False, stem_sentences=False)
    unigrams = Measure("unigrams", "distinct_ngrams", reading, reading, number=1)
    plan = Plan((unigrams,), lowering="none", rounding="smoothed")
    return kernel.body.BatchCounter(plan.numbers() or ())


def _presumm(document: Tokens, reference: Tokens, most: int) -> tuple[list[int], float]:
    if kernel.NAME == "compiled":
        evaluations = [([[" ".join(chain.from_iterable(reference))]], [[*map(" ".join, document)]])]
        indices, reached = _counter_of_sets().extract(evaluations, b"", min(most, len(document)))
        chosen = array("i", indices).tolist()
    else:
        of_reference, *sentences = _grams(reference, document)

        def values(extracts: list[list[int]]) -> list[float]:
            return [_value([sentences[place] for place in one], of_reference) for one in extracts]

        chosen, reached = _climbed(len(document), most, values)
    return sorted(chosen) if len(chosen) == most else chosen, reached


def _combination(document: Tokens, reference: Tokens, most: int) -> tuple[list[int], float]:
    of_reference, *sentences = _grams(reference, document)
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


def _fast_abs_rl(document: Tokens, reference: Tokens, most: int) -> tuple[list[int], float]:
    left = list(range(len(document)))
    chosen, recalls = [], []
    for model in reference[: len(document)]:
        hits = [len(common_subsequence(model, document[place])) for place in left]
        best = hits.index(max(hits))
        recalls.append(hits[best] / len(model) if model else 0.0)
        chosen.append(left.pop(best))
    return chosen, added(recalls) / len(recalls) if recalls else 0.0


# What a summary copies.


@dataclass(frozen=True, slots=True)
class Fragments:
    """The extractive fragments of a summary, as Newsroom finds them (Grusky, Naaman and Artzi 2018).

    Fragments and their figures are not ROUGE: the source stands in for the models.
    """

    matches: tuple[Fragment, ...]
    """In the order of the summary: their places in summary and source, and their lengths, in tokens."""
    summary_length: int
    """The number of tokens of the summary."""
    source_length: int
    """The number of tokens of the source."""

    @property
    def coverage(self) -> float:
        """The share of the summary's tokens that are in a fragment, from 0 to 1; 0 for an empty summary."""
        return self._by_summary(sum(match.length for match in self.matches))

    @property
    def density(self) -> float:
        """The mean length of the fragment around each token of the summary; 0 for an empty summary."""
        return self._by_summary(sum(match.length**2 for match in self.matches))

    @property
    def compression(self) -> float:
        """The number of tokens of the source for each token of the summary; 0 for an empty summary."""
        return self._by_summary(self.source_length)

    def _by_summary(self, number: int) -> float:
        return number / self.summary_length if self.summary_length else 0

    def __repr__(self) -> str:
        return (
            f"<Fragments: {several(len(self.matches), 'match', 'matches')}; coverage {figure(self.coverage)},"
            f" density {figure(self.density)}, compression {figure(self.compression)}>"
        )


def fragments(summary: str | Sequence[str], source: str | Sequence[str], case: bool = False) -> Fragments:
    """Return the fragments that a summary copies from its source.

    Texts are strings, whose tokens stand between blanks, or lists of tokens. Tokens are compared in lower
    case or, with `case`, as written. Matches and figures equal Newsroom's `Fragments` to the last bit. Raises
    `TypeError` for texts of any other type.
    """
    texts = _tokens_of("summary", summary, case), _tokens_of("source", source, case)
    return Fragments(tuple(variants.fragments(*texts)), *map(len, texts))


def novelty(
    summary: str | Sequence[str],
    source: str | Sequence[str],
    n: int = 3,
    case: bool = False,
    count: str = TYPES,
) -> dict[str, float]:
    """Return the shares of a summary's n-grams that its source lacks, and that the summary repeats.

    The keys are `novel-1`, `repeated-1` and so on up to `n`, except for n-grams that are longer than the
    summary. An n-gram is novel if the source does not have it, and repeated if the summary has it more than
    once. As in SummEval, distinct n-grams are counted; `count="tokens"` counts all n-grams, and
    `count="presumm"` distinct n-grams without the last n-gram of each text. Texts and `case` are as in
    `fragments`.

    Raises `TypeError` for anything but texts, and `OptionError` for an `n` that is no whole number from 1 on
    and for an unknown `count`.
    """
    n = whole_number("n", n, 1, MOST_NGRAMS)
    if count not in GRAM_COUNTS:
        raise OptionError("`count` must be one of %s, not %r", ", ".join(GRAM_COUNTS), count)
    texts = _tokens_of("summary", summary, case), _tokens_of("source", source, case)
    shares: dict[str, float] = {}
    for size in range(1, min(n, len(texts[0])) + 1):
        grams, novel, repeated = variants.count_grams(*texts, size, count)
        if grams:
            shares[f"novel-{size}"] = novel / grams
            shares[f"repeated-{size}"] = repeated / grams
    return shares


def _tokens_of(name: str, text: str | Sequence[str], case: bool) -> list[str]:
    """Return the tokens of a text, in lower case or as written. Raises `TypeError` for anything else."""
    if isinstance(text, str):
        return (text if case else text.lower()).split()  # No letter becomes a blank, or depends on one.
    wanted = f"{name} must be a string or a list of tokens, not"
    if isinstance(text, bytes) or not isinstance(text, Sequence):
        raise TypeError(f"{wanted} {type(text).__name__}")
    for token in text:
        if not isinstance(token, str):
            raise TypeError(f"{wanted} a list with {type(token).__name__} in it")
    return list(text) if case else [token.lower() for token in text]
