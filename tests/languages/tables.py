"""The tables of expected tokens and sentences, and where they need a package that may be missing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rouge_cli.languages.language_table import LANGUAGES

from ..support.needs import needs

FOLDER = Path(__file__).parent
needs_icu = needs("icu")


def table(name: str) -> dict[str, Any]:
    """Return a table by its file's name."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def language_params() -> list[Any]:
    """Return the codes of all languages; those that need ICU are skipped where it is missing."""
    return [
        pytest.param(code, marks=needs_icu if language.tokenizer == "icu" else ())
        for code, language in LANGUAGES.items()
    ]
