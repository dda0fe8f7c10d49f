"""The tables of expected tokens and sentences, and where they need a package that may be missing."""

from __future__ import annotations

import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from rouge_cli.languages.table import LANGUAGES

FOLDER = Path(__file__).parent
HAS_ICU = find_spec("icu") is not None
needs_icu = pytest.mark.skipif(
    not HAS_ICU, reason="needs PyICU (apt install libicu-dev pkg-config g++; pip install PyICU)"
)


def table(name: str) -> dict[str, Any]:
    """Return a table by its file's name."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def language_params() -> list[Any]:
    """Return the codes of all languages; those that need ICU are skipped where it is missing."""
    return [
        pytest.param(code, marks=needs_icu if language.tokenizer == "icu" else ())
        for code, language in LANGUAGES.items()
    ]
