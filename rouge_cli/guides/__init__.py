"""The guides: what a user may want to know beyond the README, a page of Markdown for each topic."""

from __future__ import annotations

import os

from ..errors import OptionError, nearest
from ..text.files import read_bytes

GUIDES = {
    "formats": "inputs, outputs, pictures; checking and explaining; pipelines that call ROUGE-1.5.5.pl",
    "recipes": "a trainer, a reward, a million pairs in parts, lemmas, LaTeX, cron",
    "flags": "where flags go, exit statuses, completion and man pages",
    "differences": "why figures differ; the figures of rouge-score, evaluate and torchmetrics; the original",
    "published": "which published figures come out again, and how to repeat them",
    "languages": "tokens, stems, stop words and sentences in languages other than English",
    "statistics": "comparisons, measures beside ROUGE and of the papers, people as systems",
    "correlation": "agreement with human scores, Lin's table, sample sizes",
    "python": "scorers, scores, reports, notebooks, pools of texts",
    "frameworks": "lm-eval, ragas, MLflow and the like on this engine",
    "clusters": "Dask and Spark, and the cost of a billion pairs",
    "speed": "times beside the original, other packages and a bare C++ program",
    "developing": "how the project is tested and released",
}
"""The topics, each with what it is about."""


def guide(topic: str) -> str:
    """Return the guide on a topic, in Markdown. Raises `OptionError` for an unknown topic."""
    if topic not in GUIDES:
        near = nearest(topic.lower(), GUIDES)
        hint = f"; did you mean {near}?" if near else ""
        raise OptionError(f"there is no guide on {topic!r}; there are {', '.join(GUIDES)}{hint}")
    return read_bytes(os.path.join(os.path.dirname(__file__), f"{topic}.md")).decode()
