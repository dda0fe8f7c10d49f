"""The examples in Python of the README: they run, and print what it says."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .support.commands import ROOT, environment

_NEEDED = {"to_pandas": "pandas", "to_arrow": "pyarrow", "plot": "matplotlib"}
"""The packages that methods load where they are called."""


class _Example(NamedTuple):
    """A block of Python in the README."""

    line: int
    """The number of its first line."""
    text: str

    @property
    def is_session(self) -> bool:
        """True for a session with prompts, whose output is compared; False for a script."""
        return self.text.startswith(">>>")

    @property
    def source(self) -> str:
        """What is run."""
        if not self.is_session:
            return self.text
        return "".join(example.source for example in DocTestParser().get_examples(self.text))

    def packages(self) -> set[str]:
        """Return the packages that it needs, beside those of Python."""
        packages = set()
        for node in ast.walk(ast.parse(self.source)):
            if isinstance(node, ast.Import):
                packages |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                packages.add(node.module or "")
            elif isinstance(node, ast.Attribute) and node.attr in _NEEDED:
                packages.add(_NEEDED[node.attr])
        return packages


def _examples() -> Iterator[_Example]:
    text = (ROOT / "README.md").read_text("utf-8")
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield _Example(text.count("\n", 0, block.start(1)) + 1, block[1])


_EXAMPLES = list(_examples())
_SESSIONS = [example for example in _EXAMPLES if example.is_session]
_SCRIPTS = [example for example in _EXAMPLES if not example.is_session]


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """Return the names that a session has from those before it."""
    return {}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that has the examples which come with the package, and work in it."""
    shutil.copytree(ROOT / "config_examples", tmp_path / "config_examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_examples() -> None:
    assert len(_SESSIONS) > 5
    assert _SCRIPTS


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("example", _SESSIONS, ids=lambda example: f"line {example.line}")
def test_a_session_prints_what_it_shows(example: _Example, names: dict[str, Any]) -> None:
    for package in example.packages():
        pytest.importorskip(package)
    test = DocTestParser().get_doctest(example.text, names, "README.md", "README.md", example.line - 1)
    output: list[str] = []
    result = DocTestRunner(optionflags=ELLIPSIS).run(test, out=output.append, clear_globs=False)
    names.update(test.globs)
    assert result.attempted > 0
    assert not result.failed, "".join(output)


@pytest.mark.slow
@pytest.mark.parametrize("example", _SCRIPTS, ids=lambda example: f"line {example.line}")
def test_a_script_runs(example: _Example, folder: Path) -> None:
    for package in example.packages():
        pytest.importorskip(package)
    (folder / "script.py").write_text(example.text, "utf-8")
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, env=environment(), capture_output=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, b"")
