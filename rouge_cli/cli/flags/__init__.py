"""The flags of `rouge-eval`, in groups, with what the help says of each, and the options they choose."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ..._version import __version__
from ...options import Options
from .classic import CLASSIC
from .inputs import INPUTS
from .kinds import shows
from .outputs import OUTPUTS


def _help(*, full: bool) -> str:
    from ..help import help_text  # Which no other run needs.

    return help_text(GROUPS, full=full)


def _version() -> str:
    from ...kernel import NAME

    return f"rouge-eval {__version__} ({NAME} kernel)\n"


GROUPS = {
    **CLASSIC,
    **INPUTS,
    **OUTPUTS,
    "Help": [
        shows(lambda: _help(full=False), "-h", "--help", help="this help"),
        shows(lambda: _help(full=True), "-H", "--full-help", help="this help in full"),
        shows(_version, "--version", help="the version, and the kernel that runs"),
    ],
}


def chosen(flag: Mapping[str, Any]) -> Options:
    """The options that the values of the flags choose.

    Raises `OptionError` for a value that is out of range or at odds with another.
    """
    environment = os.environ.get("ROUGE_EVAL_HOME") or os.environ.get("RED_EVAL_HOME")
    return Options(
        max_ngram=flag["max_ngram"],
        rouge_l=not flag["no_lcs"],
        weight=flag["weight"],
        skip_gap=flag["skip_gap"],
        skip_unigrams=flag["skip_unigrams"],
        skip_both=flag["skip_both"],
        basic_elements=flag["basic_elements"],
        stem=flag["stem"],
        stem_models=flag["stem_models"],
        remove_stop_words=flag["remove_stop_words"],
        word_limit=flag["word_limit"],
        byte_limit=flag["byte_limit"],
        best_model=flag["formula"] == "B",
        alpha=flag["alpha"],
        # Deliberate: as in the original, any other number counts as 0.
        counting=int(flag["counting"]) if flag["counting"] in (1, 2) else 0,
        confidence=flag["confidence"],
        resamples=flag["resamples"],
        data=flag["data"] or environment or None,
    )
