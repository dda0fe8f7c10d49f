"""The public names: each is there, says what it is, and can be read in an editor."""

from __future__ import annotations

import inspect
import pydoc
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import rouge_cli

from .support.commands import ROOT

NAMES = [name for name in rouge_cli.__all__ if name != "__version__"]
_CLASSES = [name for name in NAMES if inspect.isclass(getattr(rouge_cli, name))]


def _members(name: str) -> Iterator[tuple[str, object]]:
    """Yield what a class of this package defines and does not hide."""
    for class_ in getattr(rouge_cli, name).__mro__:
        if class_.__module__.startswith("rouge_cli"):
            for member, value in vars(class_).items():
                if not member.startswith("_"):
                    yield member, value


def test_public_names_are_those_that_are_listed() -> None:
    assert rouge_cli.__all__ == sorted(rouge_cli.__all__)
    assert set(NAMES) <= set(dir(rouge_cli))
    modules = {path.stem for path in Path(rouge_cli.__path__[0]).glob("*")}
    assert not modules & {*NAMES}, "a module would hide them"
    assert {"Options", "Scorer", "Scores", "explain", "score"} <= set(NAMES)


def test_every_public_name_has_a_docstring() -> None:
    for name in NAMES:
        document = getattr(rouge_cli, name).__doc__ or ""
        first, _, _ = document.partition("\n")
        assert first.endswith((".", "`.")), (name, first)
        assert not document.startswith(f"{name}("), "this is what Python writes where there is no docstring"
    for name in _CLASSES:
        for member, value in _members(name):
            if isinstance(value, property | cached_property | classmethod) or inspect.isroutine(value):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_every_public_name_is_typed() -> None:
    functions = [getattr(rouge_cli, name) for name in NAMES if name not in _CLASSES]
    for function in [*functions, *(member for name in _CLASSES for _, member in _members(name))]:
        function = getattr(function, "__func__", function)  # Class methods are wrapped.
        if inspect.isfunction(function) and function.__module__.startswith("rouge_cli"):
            annotations = function.__annotations__
            unbound = [one for one in inspect.signature(function).parameters if one not in ("self", "cls")]
            assert {*unbound, "return"} <= set(annotations), function.__qualname__


_DEFAULTS = (ROOT / "tests" / "defaults.txt").read_text("utf-8").splitlines()
"""Names below `rouge_cli`, and the defaults that are neither `None` nor empty."""


@pytest.mark.parametrize("line", _DEFAULTS)
def test_defaults_stay(line: str) -> None:
    name, _, expected = line.partition(": ")
    found: Any = rouge_cli
    for part in name.split("."):
        found = getattr(found, part, None) or import_module(f"{found.__name__}.{part}")
    given = [(one.name, one.default) for one in inspect.signature(found).parameters.values()]
    shown = [f"{name}={value!r}" for name, value in given if isinstance(value, int | float | str | tuple)]
    assert ", ".join(text for text in shown if not text.endswith("=()")) == expected


@pytest.mark.slow
def test_help_is_rendered() -> None:
    for name in NAMES:
        assert name in pydoc.plain(pydoc.render_doc(getattr(rouge_cli, name)))
        assert pydoc.HTMLDoc().document(getattr(rouge_cli, name), name)
    assert "ROUGE-1.5.5 from Python" in pydoc.plain(pydoc.render_doc(rouge_cli))
