"""Hints that a package is missing: what they tell people to type works wherever rouge-eval came from."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from rouge_cli.errors import installing

from .support.commands import ROOT
from .support.needs import needs

_GUIDES = sorted((ROOT / "rouge_cli" / "data" / "guides").glob("*.md"))
_SOURCES = sorted((ROOT / "rouge_cli").rglob("*.py"))


@needs("posix")
def test_pip_is_of_the_running_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = str(Path(sys.executable).parent), tmp_path / "other"
    other.mkdir()
    (other / "pip").touch()
    long = f"{shlex.quote(sys.executable)} -m pip install a b"
    monkeypatch.setenv("PATH", f"{other}:{own}")
    assert installing("a", "b") == long
    monkeypatch.setenv("PATH", str(tmp_path))
    assert installing("a", "b") == long
    monkeypatch.setattr(sys, "executable", str(other / "python"))
    monkeypatch.setenv("PATH", f"{tmp_path}:{other}:{own}")
    assert installing("a", "b") == "pip install a b"


def test_hints_name_packages_of_extras_and_no_extra() -> None:
    """No index need have rouge-eval, so `rouge-eval[...]` may not be there to install."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = [
        *project["dependencies"],
        *(one for ones in project["optional-dependencies"].values() for one in ones),
    ]
    known = {re.split(r"[\[<>=; ]", one)[0] for one in listed}
    known |= {"spacy", "fugashi", "unidic", "unidic-lite"}  # Of users.
    known |= {"rouge-score", "torch", "torchmetrics"}
    for path in _GUIDES:
        for command in re.findall(r"pip install ([\w .'\[\]-]+)", path.read_text("utf-8")):
            assert {*command.split()} <= known, (path.name, command)
    for path in _SOURCES:
        text = path.read_text("utf-8")
        assert "rouge-eval[" not in text
        assert "pip install" not in text.replace("-m pip install --editable", "")
