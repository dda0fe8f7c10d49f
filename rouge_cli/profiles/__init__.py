"""The meanings of "ROUGE": each ROUGE in use is one readable module, named here."""

from __future__ import annotations

from ..options import Options
from ..profile import Profile
from .rouge155 import Rouge155

NO_MEASURE = (
    "no measure is chosen; give `max_ngram`, `weight`, `skip_gap` or `basic_elements`, or leave ROUGE-L on"
)
"""The complaint about options without a measure."""


def profile_of(options: Options) -> Profile:
    """Return the profile that the options choose: ROUGE-1.5.5."""
    return Rouge155(options)
