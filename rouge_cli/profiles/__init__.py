"""The interpreter of `rouges`: measures, combination, figures, resamples and estimates of a run, in words."""

from __future__ import annotations

from .profile import Profile as Profile

NO_MEASURE = (
    "no measure is chosen; give `max_ngram`, `weight`, `skip_gap` or `basic_elements`, or leave ROUGE-L on"
)
"""The complaint about options without a measure."""
