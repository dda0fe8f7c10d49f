"""The estimate of a figure: what resamples say of it."""

from typing import NamedTuple


class Estimate(NamedTuple):
    """A figure over the evaluations: its average and the bounds of its confidence interval."""

    average: float
    low: float
    high: float
