"""The meanings of "ROUGE": each ROUGE in use is one readable module, named here."""

from __future__ import annotations

from ..options import PROFILES, Options
from ..profile import Profile
from .rouge155 import Rouge155

NO_MEASURE = (
    "no measure is chosen; give `max_ngram`, `weight`, `skip_gap` or `basic_elements`, or leave ROUGE-L on"
)
"""The complaint about options without a measure."""

_MODULES = {
    "rouge-score": ("rouge_score", "RougeScore"),
    "evaluate": ("evaluate", "Evaluate"),
    "torchmetrics": ("torchmetrics", "TorchMetrics"),
    "xlsum": ("xlsum", "XlSum"),
}
"""The module and class of each profile that is loaded when it is chosen."""


def profile_of(options: Options) -> Profile:
    """Return the profile that the options choose."""
    if options.profile == PROFILES[0]:
        return Rouge155(options)
    from importlib import import_module

    module, name = _MODULES[options.profile]
    profile: Profile = getattr(import_module(f".{module}", __name__), name)(options)
    return profile
