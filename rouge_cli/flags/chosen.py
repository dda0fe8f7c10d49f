"""The values of flags -> `Options`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ..options import Options


def chosen(flag: Mapping[str, Any]) -> Options:
    """The options that the flags of measures, texts and scores choose."""
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
