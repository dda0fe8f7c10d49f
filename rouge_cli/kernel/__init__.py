"""The inner loops: the table of words, the hits of grams and of LCS, the sums of resamples.

The functions work on arrays of integers and have two bodies that give the same results: `python`
is the definition, and `compiled`, in C, runs wherever it could be built. No other module knows
which one runs. The environment variable `ROUGE_EVAL_KERNEL` chooses: `python` forces the definition,
and `compiled` makes it an error if the compiled body is missing.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from .document import Document

_CHOSEN = os.environ.get("ROUGE_EVAL_KERNEL")

if TYPE_CHECKING or _CHOSEN == "python":
    from . import python as body
else:
    try:
        from . import compiled as body
    except ImportError:
        if _CHOSEN == "compiled":
            raise ImportError(
                "ROUGE_EVAL_KERNEL is compiled, but the compiled kernel is not installed; install a C"
                " compiler and rouge-eval again, or unset it"
            ) from None
        from . import python as body

NAME = "compiled" if body.__name__.endswith(".compiled") else "Python"
"""The body that runs: `compiled` or `Python`."""

Numbers: TypeAlias = "array[float] | list[float]"
"""Doubles, or a list if there are whole numbers that doubles do not hold exactly."""

Vocabulary = body.Vocabulary
ngram_hits = body.ngram_hits
skip_bigram_hits = body.skip_bigram_hits
lcs_hits = body.lcs_hits


def weighted_lcs_hits(
    models: Sequence[Document], peers: Sequence[Document], weights: Numbers
) -> list[list[float]]:
    """Return for each peer the hits of ROUGE-W with each model.

    `weights` are those of runs of 0, 1, 2 … matches, up to the longest model sentence; they rise.
    """
    if isinstance(weights, array):
        return body.weighted_lcs_hits(models, peers, weights)
    from . import python as definition

    return definition.weighted_lcs_hits(models, peers, weights)


def resample(series: Sequence[Numbers], resamples: int, divisor: float) -> Sequence[Numbers]:
    """Return for each series the sum of the values that each resample draws, divided by `divisor`.

    The definition takes over if any of the series holds whole numbers that doubles do not.
    """
    doubles = [values for values in series if isinstance(values, array)]
    if len(doubles) == len(series):
        return body.resample(doubles, resamples, divisor)
    from . import python as definition

    return definition.resample(series, resamples, divisor)


def sort_samples(samples: Numbers) -> float:
    """Sort the samples in place and return their sum, added up in that order.

    NaN has no order, so sorting leaves such samples in an order of Python's making. The definition
    takes over if there is one.
    """
    if isinstance(samples, array):
        total = body.sort_samples(samples)
        if total == total:
            return total
    from . import python as definition

    return definition.sort_samples(samples)
