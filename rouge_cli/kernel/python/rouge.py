"""The definition of ROUGE (Lin 2004) on documents: hits, one row of counts for several models, figures.

A measure counts the units of a model, the units of a peer, and hits: the units that both share. Recall is the
hits by the model's units, precision the hits by the peer's units. `variants` has the kinds of measures that
other packages or ROUGE's working note define, and the measures beside ROUGE.
"""

import math
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from operator import ge
from typing import Any, TypeAlias

from ..plan import DECIMALS, Document, Measure, Plan
from .sums import added

Counts: TypeAlias = tuple[float, float, float, float]
"""The units of the model, the units of the peer, the hits in the model and the hits in the peer."""
Weights: TypeAlias = Sequence[float]
"""The weights of runs of 0, 1, 2 … matches, up to at least the longest sequence of a model."""
Grams: TypeAlias = Counter[tuple[Hashable, ...]]
Marked: TypeAlias = tuple[Sequence[int], Sequence[int], Sequence[bool]]
"""A model sentence, its marked positions, and whether each mark scores."""
Comparison: TypeAlias = Callable[[Measure, Any, Any], Counts]
"""Returns the counts of a model and a peer, given their documents, or the grams of these."""


# ROUGE-N, ROUGE-S and ROUGE-SU (Lin 2004, sections 2 and 5): units are grams, and hits are clipped.


def ngrams(tokens: Sequence[Hashable], n: int) -> Grams:
    """Return the n-grams of a text, each with its count, in the order of their first places."""
    starts = range(min(n, len(tokens) + 1))  # A start beyond the end leaves no n-gram.
    return Counter(zip(*(tokens[start:] for start in starts), strict=False))


def _skip_bigrams(measure: Measure, document: Document) -> Grams:
    """Return the ordered pairs of tokens with at most `number` tokens between them; negative: any number."""
    tokens = document.tokens
    reach = len(tokens) if measure.number < 0 else min(measure.number + 2, len(tokens))
    pairs = (zip(tokens, tokens[distance:], strict=False) for distance in range(1, reach))
    grams: Grams = Counter(chain.from_iterable(pairs))
    if measure.unigrams:
        # ROUGE-1.5.5 quirk: the last token, with which no pair begins, is no unigram.
        grams += ngrams(tokens[:-1], 1)
    return grams


def _clipped(measure: Measure, model: Grams, peer: Grams) -> Counts:
    hits = (model & peer).total()
    return model.total(), peer.total(), hits, hits


def gram_places(measure: Measure, size: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of the tokens of each gram in a text of this size, in the order of the text."""
    if measure.kind != "skip_bigrams":
        for start in range(size - measure.number + 1):
            yield tuple(range(start, start + measure.number))
        return
    reach = size if measure.number < 0 else measure.number + 1
    for first in range(size):
        if measure.unigrams and first < size - 1:
            yield (first,)
        for second in range(first + 1, min(first + 1 + reach, size)):
            yield first, second


# ROUGE-L (section 3): the union of the LCS of a model sentence with all sentences of the peer. ROUGE-W
# (section 4): runs of k matches weigh k^weight.


def marks(model: Document, peer: Document, weights: Weights | None = None) -> Iterator[Marked]:
    """Yield each model sentence with the positions that its plain or, with weights, weighted LCS with any
    sentence of the peer marks, in order, and whether each mark scores: no token scores more often than it
    stands in both summaries."""
    left = Counter(model.tokens) & Counter(peer.tokens)
    others = peer.sentences()
    having: dict[int, list[int]] = {}
    """By token, the numbers of the peer's sentences that have it."""
    for number, other in enumerate(others):
        for token in set(other):
            having.setdefault(token, []).append(number)
    for sentence in model.sentences():
        marked: set[int] = set()
        compared: set[int] = set()
        for place, token in enumerate(sentence):
            for number in having.get(token, ()):
                if place in marked:  # No other sentence can mark it again.
                    break
                if number not in compared:
                    compared.add(number)
                    marked.update(common_subsequence(sentence, others[number], weights))
        scores = []
        for mark in sorted(marked):
            scores.append(left[sentence[mark]] > 0)
            left[sentence[mark]] -= 1
        yield sentence, sorted(marked), scores


def common_subsequence(
    model: Sequence[Hashable], peer: Sequence[Hashable], weights: Weights | None = None
) -> list[int]:
    """Return the positions in `model` of one plain or, with weights, one weighted LCS with `peer`, in order.

    Where several LCS are equally good, the original's walk back through the table decides: on a match it
    goes diagonally, else up unless the cell to the left is greater.
    """
    return _plain_lcs(model, peer) if weights is None else _weighted_lcs(model, peer, weights)


def _plain_lcs(model: Sequence[Hashable], peer: Sequence[Hashable]) -> list[int]:
    """Find the plain LCS with a row of the table as one integer, which takes a tenth of the time.

    Bit j of a row is 0 where the length grows from column j to j + 1 (Hyyrö 2004). The difference of two
    rows as numbers has the bits of the columns where the cell to the left is greater than the one above.
    """
    columns: dict[Hashable, int] = {}
    for column, token in enumerate(peer):
        columns[token] = columns.get(token, 0) | 1 << column
    every = (1 << len(peer)) - 1
    row = every
    steps = []
    for position, token in enumerate(model):
        match = columns.get(token)
        if match is not None:  # Without a match the row repeats, and the walk goes up through it.
            kept = row & match
            lower = (row + kept | row - kept) & every
            steps.append((position, match, lower - row & every))
            row = lower
    marked = []
    ahead = every
    for position, match, left in reversed(steps):
        stop = (match | ~left) & ahead
        if not stop:
            break
        cell = 1 << stop.bit_length() - 1
        if match & cell:
            marked.append(position)
            ahead = cell - 1
        else:
            ahead = (cell << 1) - 1
    return marked[::-1]


def _weighted_lcs(model: Sequence[Hashable], peer: Sequence[Hashable], weights: Weights) -> list[int]:
    rows = (values for values, _ in weighted_rows(model, peer, weights))
    # The walk needs a byte a cell of the table, which as doubles would fill the memory for long sentences.
    goes_up = [bytes(map(ge, above[1:], row)) for above, row in pairwise(rows)]
    marked = []
    i, j = len(model), len(peer)
    while i and j:
        if model[i - 1] == peer[j - 1]:
            i, j = i - 1, j - 1
            marked.append(i)
        elif goes_up[i - 1][j - 1]:
            i -= 1
        else:
            j -= 1
    return marked[::-1]


def weighted_rows(
    model: Sequence[Hashable], peer: Sequence[Hashable], weights: Weights
) -> Iterator[tuple[list[float], list[int]]]:
    """Yield the rows of the table of the weighted LCS, each with the runs of matches that end in its cells.

    The first row is for no token (Lin 2004, 3.2). A match after a run of k matches adds f(k+1) - f(k) to the
    cell diagonally above, where `weights[k]` is f(k). A match takes the diagonal even where a neighbour holds
    more.
    """
    above, runs_above = [weights[0]] * (len(peer) + 1), [0] * (len(peer) + 1)
    yield above, runs_above
    for token in model:
        row, runs = [weights[0]], [0]
        for column, other in enumerate(peer):
            if token == other:
                run = runs_above[column]
                # The order of these operations matters, because ties between floats decide the path.
                row.append(above[column] + weights[run + 1] - weights[run])
                runs.append(run + 1)
            else:
                up, left = above[column + 1], row[column]
                row.append(up if up >= left else left)
                runs.append(0)
        yield row, runs
        above, runs_above = row, runs


def power(base: float, exponent: float) -> float:
    """Return the power, infinity where no double holds it."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf


def weights_of(measure: Measure, words: int) -> Weights | None:
    """Return the weights of runs of 0, 1, 2 … up to all of `words`; `None`: runs are not weighted."""
    return run_weights(measure.weight, words.bit_length()) if measure.is_weighted else None


@cache
def run_weights(exponent: float, bits: int) -> Weights:
    """Return the weights of runs whose lengths have so many bits at most: similar texts share them."""
    return array("d", [power(run, exponent) for run in range((1 << bits) + 1)])


def _lcs(measure: Measure, model: Document, peer: Document) -> Counts:
    hits = sum(sum(scores) for _, _, scores in marks(model, peer))
    # ROUGE-1.5.5 quirk: a peer has the units of ROUGE-1, whatever a limit in bytes cuts from its words.
    return len(model.words), len(peer.tokens), hits, hits


def _weighted(measure: Measure, model: Document, peer: Document) -> Counts:
    """ROUGE-1.5.5 quirk: a model's power is applied twice, to the length of each sentence and to the sum."""
    weights = run_weights(measure.weight, len(model.words).bit_length())
    hits = weights[0]
    for _, marked, scores in marks(model, peer, weights):
        run = 0
        for mark, following, scored in zip(marked, [*marked, None][1:], scores, strict=True):
            if scored:
                run += 1
                # ROUGE-1.5.5 quirk: a run whose last mark is clipped does not end there; it goes on in
                # the next mark that scores, and is lost at the end of the sentence.
                if following != mark + 1:
                    hits += weights[run]
                    run = 0
    units = power(_summed_weights(measure, model), measure.weight)
    return units, power(len(peer.tokens), measure.weight), hits, hits


def _summed_weights(measure: Measure, model: Document) -> float:
    return added([power(end - start, measure.weight) for start, end in pairwise([0, *model.ends])])


VIEWS: dict[object, Callable[[Measure, Document], Grams]] = {
    "ngrams": lambda measure, document: ngrams(document.tokens, measure.number),
    "skip_bigrams": _skip_bigrams,
}
"""The grams of a document, which are compared in its place, by the kinds of measures that have any."""
KINDS: dict[object, Comparison] = {
    "ngrams": _clipped,
    "skip_bigrams": _clipped,
    "lcs": _lcs,
    "weighted_lcs": _weighted,
}


# Figures (section 3.2), and several models (section 2.1).


def figures(plan: Plan, measure: Measure, counts: Counts) -> tuple[float, float, float]:
    """Return recall, precision and F of counts.

    ROUGE-1.5.5 quirk: with `decimals`, F and all later figures are computed from rounded figures. With
    `floats`, F is computed from unrounded figures. With `smoothed`, F of equal texts is 0.999999995, as in
    the package rouge.
    """
    if callable(plan.rounding):
        recall, precision, f = plan.rounding(measure, counts, plan.alpha)
        return recall, precision, f
    recall, precision = ratio(measure, counts[2], counts[0]), ratio(measure, counts[3], counts[1])
    if measure.kind == "longest_lcs":
        f = f_of_both_sides(*counts)
    elif plan.rounding == "smoothed":
        f = 2 * (precision * recall / (precision + recall + 1e-8))
    elif plan.rounding == "squared_beta":
        denominator = recall + plan.alpha * precision
        f = (1 + plan.alpha) * precision * recall / denominator if denominator else 0.0
    elif plan.rounding == "decimals" and measure.kind != "weighted_length":
        f = f_measure(round(recall, DECIMALS), round(precision, DECIMALS), plan.alpha)
    else:  # With an alpha of 0.5, F has the bits of 2PR / (P + R), because halves are exact.
        f = f_measure(recall, precision, plan.alpha)
    match plan.rounding:
        case "precision":  # A measure of `about` has one figure.
            return precision, precision, precision
        case "decimals":
            return round(recall, DECIMALS), round(precision, DECIMALS), round(f, DECIMALS)
        case "floats":
            recall, precision, f = array("f", (recall, precision, f))
    return recall, precision, f


def ratio(measure: Measure, hit: float, units: float) -> float:
    """Return recall of a hit and a model's units, or precision of a hit and a peer's; 0 of nothing."""
    if not units:
        return 0.0
    return power(hit / units, 1 / measure.weight) if measure.weight != 1 else hit / units


def f_measure(recall: float, precision: float, alpha: float) -> float:
    """Return the harmonic mean with the weight `alpha` for precision; 0 where it is undefined.

    An `alpha` of NaN is 1/(1+β²) with β = precision / recall, which Lin's papers name once. Where recall is
    0, β is infinite and F is 0.
    """
    if alpha != alpha:
        beta = precision / recall if recall else math.inf
        alpha = 1 / (1 + beta * beta)
    denominator = (1 - alpha) * precision + alpha * recall
    return precision * recall / denominator if abs(denominator) > 0 else 0.0


def f_of_both_sides(model: float, peer: float, hit: float, peer_hit: float) -> float:
    """Return F by equation 8 of ROUGE's working note: the shared units of both sides by all their units."""
    return (hit + peer_hit) / (model + peer) if model + peer else 0.0


def combine(plan: Plan, measure: Measure, of_models: Sequence[Counts], models: Sequence[Document]) -> Counts:
    """Return the counts of a peer with all models together, given its counts with each."""
    if callable(plan.combination):
        model, peer, hit, peer_hit = plan.combination(measure, of_models)
        return model, peer, hit, peer_hit
    if plan.combination == "best_of_each":
        recalls = [ratio(measure, hit, model) for model, _, hit, _ in of_models]
        precisions = [ratio(measure, hit, peer) for _, peer, _, hit in of_models]
        by_recall, by_precision = (
            (0, 0, 0, 0) if best is None else of_models[best] for best in map(_highest, (recalls, precisions))
        )
        return by_recall[0], by_precision[1], by_recall[2], by_precision[3]
    if plan.combination == "pooled":
        model, peer, hit, peer_hit = (added([counts[place] for counts in of_models]) for place in range(4))
        return model, peer, hit, peer_hit
    best = best_model(plan, measure, of_models, models)
    return (0, 0, 0, 0) if best is None else of_models[best]


def best_model(
    plan: Plan, measure: Measure, of_models: Sequence[Counts], models: Sequence[Document]
) -> int | None:
    """Return the place of the best model, the first of equals; None where models are pooled, the best of each
    counts, or a function combines."""
    if plan.combination == "best_f":
        ranking = [figures(plan, measure, counts)[2] for counts in of_models]
    elif plan.combination == "best_recall":
        ranking = [_choosing_recall(measure, *pair) for pair in zip(of_models, models, strict=True)]
    elif plan.combination == "highest_recall":
        ranking = [counts[2] / counts[0] if counts[0] else 0.0 for counts in of_models]
    else:
        return None
    return _highest(ranking)


def _highest(figures: Sequence[float]) -> int | None:
    """Return the place of the highest figure, the first of equals; None if no figure is a number."""
    numbers = [figure for figure in figures if figure == figure]
    return figures.index(max(numbers)) if numbers else None


def _choosing_recall(measure: Measure, counts: Counts, model: Document) -> float:
    """Return the recall by which the best of several models is chosen.

    ROUGE-1.5.5 quirk: it has five decimals, as it is printed, but not in measures of subsequences. In ROUGE-W
    the power is applied to the model only once.
    """
    if measure.kind == "weighted_lcs":
        return ratio(measure, counts[2], _summed_weights(measure, model))
    recall = ratio(measure, counts[2], counts[0])
    return recall if measure.kind in ("lcs", "longest_lcs", "weighted_length") else round(recall, DECIMALS)
