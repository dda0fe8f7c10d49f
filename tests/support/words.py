"""Words as runs count them, and what signatures say of the rules of words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from rouge_cli import Evaluation, File, Options, Text, evaluate, render

from .commands import rouge_tools


def sentences_of(text: str | bytes | Sequence[str] | File, **choices: Any) -> list[list[str]]:
    """Return the tokens of each sentence of a text, as the trace of `-v` shows them."""
    source = text if isinstance(text, File) else Text.of(text)
    evaluation = Evaluation("1", {"S": source}, (source,))
    report = evaluate([evaluation], Options(**choices))
    of_peer = render(report, "verbose", evaluations=[evaluation]).partition("\n***M")[0]
    return [line.split("|") if line else [] for line in re.findall(r"^\d+: (.*)$", of_peer, re.MULTILINE)]


def tokens_of(text: str | bytes | Sequence[str], **choices: Any) -> list[str]:
    """Return the tokens of a text."""
    return [token for sentence in sentences_of(text, **choices) for token in sentence]


def signed(**choices: Any) -> dict[str, str]:
    """Return the signature of a report with these options, by key."""
    report = evaluate([Evaluation.of_texts("1", {"S": "a"}, ["a"])], Options(**choices))
    return dict(pair.split(":", 1) for pair in report.signature.split("|"))  # type: ignore[misc]


@cache
def languages() -> dict[str, dict[str, Any]]:
    """Return what `rouge-tools languages` tells of each language, by its code."""
    listed = json.loads(rouge_tools(["languages", "--format", "json"]).stdout)["languages"]
    return {language["code"]: language for language in listed}
