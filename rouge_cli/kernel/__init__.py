"""The inner loops: the table of words, hits of grams and of LCS, sums of resamples.

Functions over arrays of integers, with two bodies that do the same: `definition`, in Python, and
`compiled`, in C, which is used where it could be built. Nothing else knows which one runs.
`ROUGE_EVAL_KERNEL` in the environment chooses: `python` forces the definition, `compiled` makes the
lack of the other one an error.
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
"""Doubles, or a list where there are whole numbers that doubles do not hold exactly."""

Vocabulary = body.Vocabulary
ngram_hits = body.ngram_hits
skip_bigram_hits = body.skip_bigram_hits
lcs_hits = body.lcs_hits


def weighted_lcs_hits(
    models: Sequence[Document], peers: Sequence[Document], weights: Numbers
) -> list[list[float]]:
    """For each peer, ROUGE-W's hits with each model; `weights` are those of runs of 0, 1, 2 … matches."""
    if isinstance(weights, array):
        return body.weighted_lcs_hits(models, peers, weights)
    from . import python as definition

    return definition.weighted_lcs_hits(models, peers, weights)


def resample(series: Sequence[Numbers], resamples: int, divisor: float) -> Sequence[Numbers]:
    """For each series, and for each resample, the sum of the values drawn, divided by `divisor`."""
    doubles = [values for values in series if isinstance(values, array)]
    if len(doubles) == len(series):
        return body.resample(doubles, resamples, divisor)
    from . import python as definition

    return definition.resample(series, resamples, divisor)


def sort_samples(samples: Numbers) -> float:
    """Sorts the samples in place; returns their sum, added up in that order.

    What is not a number has no order: where there is one, the definition's is taken, odd as it is.
    """
    if isinstance(samples, array):
        total = body.sort_samples(samples)
        if total == total:
            return total
    from . import python as definition

    return definition.sort_samples(samples)
