"""Functions on tokens that rouge-score keeps to itself, but that programs and its own tests import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from .scoring import Score, fmeasure
from .spelling import Speller

Tokens = Sequence[Hashable]
Table = list[list[int]]


def _create_ngrams(tokens: Tokens, n: int) -> Counter[tuple[Hashable, ...]]:
    """Return how often each n-gram stands in the tokens."""
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def _score_ngrams(
    target_ngrams: Counter[tuple[Hashable, ...]], prediction_ngrams: Counter[tuple[Hashable, ...]]
) -> Score:
    """Return the score of n-grams that have been counted."""
    hits = (target_ngrams & prediction_ngrams).total()
    precision = hits / max(prediction_ngrams.total(), 1)
    recall = hits / max(target_ngrams.total(), 1)
    return Score(precision, recall, fmeasure(precision, recall))


def _score_lcs(target_tokens: Tokens, prediction_tokens: Tokens) -> Score:
    """Return rougeL of tokens."""
    return _score_sentences("rougeL", [target_tokens], [prediction_tokens])


def _summary_level_lcs(ref_sent: Sequence[Tokens], can_sent: Sequence[Tokens]) -> Score:
    """Return rougeLsum of sentences of tokens."""
    return _score_sentences("rougeLsum", ref_sent, can_sent)


def _score_sentences(name: str, target: Sequence[Tokens], prediction: Sequence[Tokens]) -> Score:
    from .counting import counting_of

    speller = Speller()
    return counting_of((name,), stem=False).score([speller.text(target), speller.text(prediction)])[name]


def _lcs_table(ref: Tokens, can: Tokens) -> Table:
    """Return the length of the LCS of the first i tokens of one and the first j of the other, in row i."""
    table = [[0] * (len(can) + 1)]
    for token in ref:
        above = table[-1]
        row = [0]
        for place, other in enumerate(can):
            row.append(above[place] + 1 if token == other else max(above[place + 1], row[place]))
        table.append(row)
    return table


def _backtrack_norec(t: Table, ref: Tokens, can: Tokens) -> list[int]:
    """Return the places in `ref` of the LCS that rougeLsum takes, by the table of lengths.

    The walk begins at the ends. Of two different tokens that of `can` is dropped only if the LCS is
    longer without it than without the other.
    """
    i, j = len(ref), len(can)
    places: list[int] = []
    while i and j:
        if ref[i - 1] == can[j - 1]:
            i, j = i - 1, j - 1
            places.append(i)
        elif t[i][j - 1] > t[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return places[::-1]


def lcs_ind(ref: Tokens, can: Tokens) -> list[int]:
    """Return the places in `ref` of the LCS that rougeLsum takes."""
    return _backtrack_norec(_lcs_table(ref, can), ref, can)


def _find_union(lcs_list: Iterable[Iterable[int]]) -> list[int]:
    """Return all the places, each once, in ascending order."""
    return sorted(set().union(*lcs_list))


def _union_lcs(ref: Tokens, c_list: Iterable[Tokens]) -> list[Hashable]:
    """Return the tokens of a sentence that are in its LCS with any of the others."""
    return [ref[place] for place in _find_union(lcs_ind(ref, other) for other in c_list)]
