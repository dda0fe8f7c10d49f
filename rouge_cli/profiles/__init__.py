"""The interpreter of `rouges`: measures, combination, figures, resamples and estimates of a run, in words."""

from __future__ import annotations

from ..options import Options
from .profile import Profile

NO_MEASURE = (
    "no measure is chosen; give `max_ngram`, `weight`, `skip_gap` or `basic_elements`, or leave ROUGE-L on"
)
"""The complaint about options without a measure."""


def profile_of(options: Options) -> Profile:
    """Return the profile that the options choose."""
    return Profile(options)
