"""Scores by the kernel under the names of rouge-score, of texts or of the tokens of any tokenizer."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

from ..inputs.streams import Pair, batches_of_pairs
from ..kernel import Item
from ..measures.scores import Columns
from ..options import Options, jobs_of
from ..profiles import profile_of
from ..profiles.chosen_measures import L_OF_SENTENCES, WHOLE_L
from ..rouges import BEYOND
from ..scoring.counting import count_batches, counter_of
from ..text.readings import NO_LISTS
from .scoring import Score

ROUGE_L = WHOLE_L
ROUGE_L_SUM = L_OF_SENTENCES
_ROUGE_N = re.compile("rouge[1-9]")

_made = partial(tuple.__new__, Score)
"""Make a score of a tuple, in half the time of a call of the class."""


def is_lcs(name: str) -> bool:
    """Return True for the name of a measure of common subsequences."""
    return name in (ROUGE_L, ROUGE_L_SUM)


def is_of_sentences(name: object) -> bool:
    """Return True for the name of a measure that reads texts sentence by sentence: rougeLsum, rougeW1.2."""
    return name == ROUGE_L_SUM or str(name).startswith("rougeW")


def check_name(name: object) -> None:
    """Raise `ValueError` for an unknown measure, and `TypeError` for a name that is not a string."""
    if not isinstance(name, str):
        raise TypeError(f"a rouge type must be a string, not {type(name).__name__}")
    if not is_lcs(name) and not _ROUGE_N.fullmatch(name) and not BEYOND.fullmatch(name):
        raise ValueError(
            f"Invalid rouge type: {name}; it must be rouge1 to rouge9, rougeL, rougeLsum, or one"
            " like rougeS4, rougeSU4 or rougeW1.2"
        )


class Counting:
    """Scores texts by one type or several; threads may share it."""

    def __init__(self, types: Sequence[str], stem: bool, tokenizer: str | None, language: str | None) -> None:
        """Prepare the kernel. Raises `ValueError` or `TypeError` for unknown names."""
        for name in types:
            check_name(name)
        self._names = tuple(dict.fromkeys(types))
        self._are_lcs = tuple(map(is_lcs, self._names))
        options = Options(
            profile="rouge-score", types=self._names, stem=stem, tokenizer=tokenizer, language=language
        )
        profile = profile_of(options)
        self._counter = counter_of(profile, NO_LISTS)

    def score(self, texts: Sequence[Item]) -> dict[str, Score]:
        """Return the score of the last text by each type, against the best of the texts before it."""
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
        """Return the scores of pairs of a prediction and its target or targets."""
        scores: list[dict[str, Score]] = []
        for _, counted in count_batches(
            batches_of_pairs(pairs, "", None, set()), self._counter, jobs_of(jobs)
        ):
            columns = map(_scores, self._are_lcs, counted.columns)
            scores += [dict(zip(self._names, row, strict=True)) for row in zip(*columns, strict=True)]
        return scores


def _scores(has_whole_zeros: bool, columns: Columns) -> list[Score]:
    """Return the scores by one type; some types have the int 0 for texts without tokens."""
    targets, predictions, *_ = columns.counts
    recalls, precisions, fs = columns.figures
    scores = list(map(_made, zip(precisions, recalls, fs, strict=True)))
    if has_whole_zeros and not (all(targets) and all(predictions)):
        for place, counts in enumerate(zip(targets, predictions, strict=True)):
            if not all(counts):
                scores[place] = Score(0, 0, 0)
    return scores


@lru_cache(maxsize=64)
def counting_of(
    types: tuple[str, ...], stem: bool = False, tokenizer: str | None = None, language: str | None = None
) -> Counting:
    """Return the `Counting` of these choices; equal ones share it and its stems."""
    return Counting(types, stem, tokenizer, language)


class Speller:
    """Replaces tokens by numerals, equal tokens by equal numerals, in all texts of a score."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def text(self, sentences: Iterable[Iterable[Hashable]]) -> str:
        """Return sentences of tokens as a text whose lines are the sentences.

        Raises `TypeError` for a token that cannot be hashed.
        """
        numbers = self._numbers
        return "\n".join(
            " ".join([str(numbers.setdefault(token, len(numbers))) for token in sentence])
            for sentence in sentences
        )
