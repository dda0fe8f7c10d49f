"""Texts to scores by the kernel: a text at a time, or in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from ..inputs.streams import Pair, batches_of_pairs
from ..kernel import Item
from ..measures.scores import Columns
from ..options import Options, jobs_of
from ..profiles import profile_of
from ..scoring.counters import counter_of
from ..scoring.counting import count_batches
from ..text.readings import NO_LISTS
from .names import check_name, is_lcs
from .scoring import Score

_made = partial(tuple.__new__, Score)
"""Makes a score of a tuple in half the time that its class takes."""


class Counting:
    """Scores of texts by one type or several; several threads may use it at once."""

    def __init__(self, types: Sequence[str], *, stem: bool) -> None:
        """Prepare the kernel. Raises `ValueError` or `TypeError` for an unknown type."""
        for name in types:
            check_name(name)
        self._names = tuple(dict.fromkeys(types))
        self._are_lcs = tuple(map(is_lcs, self._names))
        profile = profile_of(Options(profile="rouge-score", types=self._names, stem=stem))
        self._counter = counter_of(profile, NO_LISTS)

    def score(self, texts: Sequence[Item]) -> dict[str, Score]:
        """Return the score of the last text by each type, against the best of those before it."""
        rows = self._counter.score(texts)
        scores = {}
        for name, has_whole_zeros, row in zip(self._names, self._are_lcs, rows, strict=True):
            target, prediction, _, recall, precision, f = row
            if has_whole_zeros and not (target and prediction):
                scores[name] = Score(0, 0, 0)
            else:
                scores[name] = _made((precision, recall, f))
        return scores

    def score_batch(self, pairs: Iterator[Pair], jobs: int) -> list[dict[str, Score]]:
        """Return the scores of pairs of a prediction and its target, or its targets."""
        scores: list[dict[str, Score]] = []
        for _, counted in count_batches(
            batches_of_pairs(pairs, "", None, set()), self._counter, jobs_of(jobs)
        ):
            columns = map(_scores, self._are_lcs, counted.columns)
            scores += [dict(zip(self._names, row, strict=True)) for row in zip(*columns, strict=True)]
        return scores


def _scores(has_whole_zeros: bool, columns: Columns) -> list[Score]:
    """Return the scores by one type, which may have ints for texts without tokens."""
    targets, predictions, *_ = columns.counts
    recalls, precisions, fs = columns.figures
    scores = list(map(_made, zip(precisions, recalls, fs, strict=True)))
    if has_whole_zeros and not (all(targets) and all(predictions)):
        for place, counts in enumerate(zip(targets, predictions, strict=True)):
            if not all(counts):
                scores[place] = Score(0, 0, 0)
    return scores


@lru_cache(maxsize=64)
def counting_of(types: tuple[str, ...], *, stem: bool) -> Counting:
    """Return what scores by these types; equal ones share it, and its stems."""
    return Counting(types, stem=stem)
