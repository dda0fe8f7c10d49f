"""The definition of what models and peers share: n-grams, skip-bigrams and common subsequences (Lin 2004)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from operator import ge
from typing import NamedTuple

from ..plan import Document

Weights = Sequence[float]
"""The weights of runs of 0, 1, 2 … matches, up to at least the longest sequence of a model."""
Grams = Counter[tuple[Hashable, ...]]


def ngram_hits(models: Sequence[Document], peers: Sequence[Document], n: int) -> list[list[int]]:
    """Return for each peer the number of clipped n-grams (n ≥ 1) that it shares with each model."""
    return _overlaps(*([ngrams(document.tokens, n) for document in side] for side in (models, peers)))


def skip_bigram_hits(models: Sequence[Document], peers: Sequence[Document], gap: int) -> list[list[int]]:
    """Return for each peer the number of clipped skip-bigrams that it shares with each model.

    A skip-bigram is a pair of tokens in their order with at most `gap` others between them, or with
    any number of others if `gap` is negative.
    """

    def skip_bigrams(tokens: Sequence[int]) -> Grams:
        reach = len(tokens) if gap < 0 else min(gap + 2, len(tokens))
        pairs = (zip(tokens, tokens[distance:], strict=False) for distance in range(1, reach))
        return Counter(chain.from_iterable(pairs))

    return _overlaps(*([skip_bigrams(document.tokens) for document in side] for side in (models, peers)))


def ngrams(tokens: Sequence[Hashable], n: int) -> Grams:
    """Return the n-grams of a text, each with its count, in the order of their first places."""
    starts = range(min(n, len(tokens) + 1))  # A start beyond the end leaves no n-gram.
    return Counter(zip(*(tokens[start:] for start in starts), strict=False))


def _overlaps(models: Iterable[Grams], peers: Iterable[Grams]) -> list[list[int]]:
    return [[(model & peer).total() for model in models] for peer in peers]


def distinct_ngram_hits(models: Sequence[Document], peers: Sequence[Document], n: int) -> list[list[int]]:
    """Return for each peer the number of different n-grams that it shares with each model."""
    kinds = [[ngrams(document.tokens, n).keys() for document in side] for side in (models, peers)]
    return [[len(model & peer) for model in kinds[0]] for peer in kinds[1]]


def distinct_lcs_hits(models: Sequence[Document], peers: Sequence[Document]) -> list[list[int]]:
    """Return for each peer and model the number of different words in the LCS of all pairs of sentences."""
    return [
        [
            len({peer.words[place] for pair in pairs_of_sentences(model, peer) for place in pair.peer_places})
            for model in models
        ]
        for peer in peers
    ]


def lcs_sums(models: Sequence[Document], peers: Sequence[Document]) -> list[list[int]]:
    """Return for each peer and model the summed lengths of the LCS of all pairs of sentences."""
    return [
        [sum(len(pair.peer_places) for pair in pairs_of_sentences(model, peer)) for model in models]
        for peer in peers
    ]


class Pair(NamedTuple):
    """The LCS of a model sentence and a peer sentence, as the package rouge walks to it."""

    model_sentence: int
    peer_sentence: int
    model_places: Sequence[int]
    """The places of its words among all words of the model, in order."""
    peer_places: Sequence[int]
    """The places of these words among all words of the peer."""


def pairs_of_sentences(model: Document, peer: Document) -> Iterator[Pair]:
    """Yield the LCS of each model sentence with each peer sentence, one model sentence after the other."""
    model_start = 0
    for number, sentence in enumerate(model.sentences()):
        peer_start = 0
        for other, peer_sentence in enumerate(peer.sentences()):
            places, peer_places = walked(sentence, peer_sentence)
            yield Pair(
                *(number, other),
                [model_start + place for place in places],
                [peer_start + place for place in peer_places],
            )
            peer_start += len(peer_sentence)
        model_start += len(sentence)


def walked(model: Sequence[Hashable], peer: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Return the places in both sentences of the LCS to which the package rouge walks back.

    On a match it goes diagonally, else it drops the word of the model if the LCS of what is left is longer
    then, and in ties the word of the peer: the original's walk with the texts changed round.
    """
    places = _plain_lcs(peer, model)
    return partners([peer[place] for place in places], model), places


def lcs_hits(models: Sequence[Document], peers: Sequence[Document]) -> list[list[int]]:
    """Return for each peer the hits of ROUGE-L with each model: the number of marks that score."""
    return [[sum(sum(marked.scores) for marked in marks(model, peer)) for model in models] for peer in peers]


def weighted_lcs_hits(
    models: Sequence[Document], peers: Sequence[Document], weights: Weights
) -> list[list[float]]:
    """Return for each peer the hits of ROUGE-W with each model: the summed weights of runs that score."""
    return [[sum_of_runs(marks(model, peer, weights), weights) for model in models] for peer in peers]


class Marked(NamedTuple):
    """A model sentence and the positions that its LCS with any of the peer's sentences marks."""

    sentence: Sequence[int]
    marks: Sequence[int]
    """The marked positions, in order."""
    scores: Sequence[bool]
    """True for each mark that scores: no token scores more often than it stands in both summaries."""


def marks(model: Document, peer: Document, weights: Weights | None = None) -> Iterator[Marked]:
    """Yield each model sentence with the marks of the plain or, with weights, the weighted LCS."""
    left = Counter(model.tokens) & Counter(peer.tokens)
    peer_sentences = [(sentence, frozenset(sentence)) for sentence in peer.sentences()]
    for sentence in model.sentences():
        union: set[int] = set()
        for other, kinds in peer_sentences:
            if not kinds.isdisjoint(sentence):
                union.update(common_subsequence(sentence, other, weights))
        scores = []
        marked = sorted(union)
        for mark in marked:
            token = sentence[mark]
            scores.append(left[token] > 0)
            left[token] -= 1
        yield Marked(sentence, marked, scores)


def sum_of_runs(marked: Iterable[Marked], weights: Weights) -> float:
    """Return the sum of the weights of the runs that score."""
    hit = weights[0]  # It is 0, an integer or a float as the other weights are.
    for _, marks, scores in marked:
        run = 0
        for mark, following, scored in zip(marks, [*marks, None][1:], scores, strict=True):
            if scored:
                run += 1
                # ROUGE-1.5.5 quirk: a run whose last mark is clipped does not end there; it goes on in
                # the next mark that scores, and is lost at the end of the sentence.
                if following != mark + 1:
                    hit += weights[run]
                    run = 0
    return hit


def common_subsequence(model: Sequence[int], peer: Sequence[int], weights: Weights | None) -> list[int]:
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


def _weighted_lcs(model: Sequence[int], peer: Sequence[int], weights: Weights) -> list[int]:
    rows = (values for values, _ in _weighted_rows(model, peer, weights))
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


def _weighted_rows(
    model: Sequence[int], peer: Sequence[int], weights: Weights
) -> Iterator[tuple[list[float], list[int]]]:
    """Yield the rows of the table of the weighted LCS, each with the runs of matches that end in its cells.

    The first row is that of no token (Lin 2004, 3.2). A match after a run of k matches adds f(k+1) - f(k) to
    the cell diagonally above, where `weights[k]` is f(k). A match takes the diagonal even where a neighbour
    holds more.
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


def weighted_lengths(
    models: Sequence[Document], peers: Sequence[Document], weights: Weights
) -> list[list[float]]:
    """Return for each peer the weighted LCS of its text with each model's; sentence ends do not matter."""

    def length(model: Document, peer: Document) -> float:
        reached = weights[0]
        for row, _ in _weighted_rows(model.tokens, peer.tokens, weights):
            reached = row[-1]
        return reached

    return [[length(model, peer) for model in models] for peer in peers]


def weighted_path(model: Sequence[int], peer: Sequence[int], weights: Weights) -> list[list[tuple[int, int]]]:
    """Return the runs of a weighted LCS: the places of their matches in the model and in the peer.

    The path through the table is Lin's (2004, section 4): a match goes back diagonally, any other cell to
    the greater of its neighbours, and to the left where they are equal.
    """
    values, lengths = zip(*_weighted_rows(model, peer, weights), strict=True)
    runs: list[list[tuple[int, int]]] = []
    i, j = len(model), len(peer)
    while i and j:
        if run := lengths[i][j]:
            runs.append([(i - back, j - back) for back in range(run, 0, -1)])
            i, j = i - run, j - run
        elif values[i - 1][j] > values[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return runs[::-1]


class LongestCommon(NamedTuple):
    """The longest LCS of a sentence with any sentence of another document."""

    other: int
    """The number of the other sentence, from 0: the first of equals."""
    places: Sequence[int]
    """The places of its words in the sentence, in order."""
    partners: Sequence[int]
    """The places of these words in the other sentence, in order."""


def longest_common(document: Document, other: Document) -> Iterator[LongestCommon]:
    """Yield, for each sentence of a document, its longest LCS with any sentence of the other."""
    others = other.sentences()
    for sentence in document.sentences():
        found = [_plain_lcs(sentence, one) for one in others] or [[]]
        places = max(found, key=len)
        best = found.index(places)
        words = [sentence[place] for place in places]
        yield LongestCommon(best, places, partners(words, others[best]) if words else ())


def longest_sums(models: Sequence[Document], peers: Sequence[Document]) -> list[list[tuple[int, int]]]:
    """Return for each peer and model the summed lengths of `longest_common`, of the model and of the peer."""

    def longest(document: Document, other: Document) -> int:
        return sum(len(common.places) for common in longest_common(document, other))

    return [[(longest(model, peer), longest(peer, model)) for model in models] for peer in peers]


def partners(tokens: Sequence[Hashable], sentence: Sequence[Hashable]) -> list[int]:
    """Return the last places at which a sentence has these tokens in this order."""
    places = reversed(range(len(sentence)))
    return [next(place for place in places if sentence[place] == token) for token in reversed(tokens)][::-1]


class Fragment(NamedTuple):
    """A run of tokens that a summary shares with its source."""

    summary: int
    """The place of its first token in the summary."""
    source: int
    """The place of its first token in the source."""
    length: int


def tokens_of(name: str, text: str | Sequence[str], case: bool) -> list[str]:
    """Return the tokens of a text, which blanks separate in a string, in lower case or as written.

    Raises `TypeError`, with the name of the text, for anything else than a string or tokens.
    """
    if isinstance(text, str):
        return (text if case else text.lower()).split()  # No letter becomes a blank, or depends on one.
    if isinstance(text, bytes) or not isinstance(text, Sequence):
        raise TypeError(f"{name} must be a string or a list of tokens, not {type(text).__name__}")
    for token in text:
        if not isinstance(token, str):
            raise TypeError(
                f"{name} must be a string or a list of tokens, not a list with {type(token).__name__} in it"
            )
    return list(text) if case else [token.lower() for token in text]


def fragments(summary: Sequence[Hashable], source: Sequence[Hashable]) -> list[Fragment]:
    """Return the extractive fragments of a summary (Grusky, Naaman and Artzi 2018), in its order.

    From the left of the summary, each fragment is the longest run that begins at the token, of equal ones the
    first in the source. Newsroom quirk: the search goes on behind a run, so no run that begins within another
    is found.
    """
    places: dict[Hashable, list[int]] = {}
    for place, token in enumerate(source):
        places.setdefault(token, []).append(place)
    found = []
    start = 0
    while start < len(summary):
        best = Fragment(start, 0, 0)
        behind = 0
        for place in places.get(summary[start], ()):
            if place >= behind:
                length, most = 1, min(len(summary) - start, len(source) - place)
                while length < most and summary[start + length] == source[place + length]:
                    length += 1
                behind = place + length
                if length > best.length:
                    best = Fragment(start, place, length)
        if best.length:
            found.append(best)
        start += best.length or 1
    return found


class GramCounts(NamedTuple):
    """The n-grams of a summary, as types or as tokens."""

    all: int
    novel: int
    """The n-grams that the source lacks."""
    repeated: int
    """The n-grams that the summary has more than once."""


def count_grams(summary: Sequence[Hashable], source: Sequence[Hashable], n: int, count: str) -> GramCounts:
    """Count the n-grams (n ≥ 1) of a summary: the distinct ones (`types`), or all of them (`tokens`).

    With `presumm` they are distinct. PreSumm quirk: the last n-gram of every text is left out.
    """
    if count == "presumm":
        summary, source = summary[:-1], source[:-1]
    counts, known = ngrams(summary, n), ngrams(source, n)
    size = sum if count == "tokens" else len
    return GramCounts(
        size(counts.values()),
        size([count for gram, count in counts.items() if gram not in known]),
        size([count for count in counts.values() if count > 1]),
    )
