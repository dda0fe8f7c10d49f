"""The examples in Python of the README and the guides: they run, and print what the pages show."""

from __future__ import annotations

import ast
import subprocess
import sys
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from pathlib import Path
from typing import Any

import pytest

from ..support.commands import environment
from ..support.needs import lacking, needs
from .pages import Block, blocks

pytestmark = pytest.mark.slow

_NEEDED = {"to_pandas": "pandas", "to_arrow": "pyarrow", "plot": "matplotlib"}
"""The packages that methods load where they are called."""
_SESSIONS = [block for block in blocks("python") if block.text.startswith(">>>")]
"""Sessions with prompts, whose output is compared."""
_SCRIPTS = [
    block
    for block in blocks("python")
    if not block.text.startswith(">>>") and block.page.stem != "clusters" and block.file is None
]
"""Programs; `tests/programs/clusters` runs those of clusters, and `test_recipes` those that are files."""
_LEFT_OUT = {name for name in ("pandas", "pyarrow") if lacking(name)}
"""The packages whose sessions are left out, as they are in none that `make test` installs."""


def _source(block: Block) -> str:
    """Return what is run."""
    if block in _SCRIPTS:
        return block.text
    return "".join(example.source for example in DocTestParser().get_examples(block.text))


def _packages(block: Block) -> set[str]:
    """Return the packages that an example needs, beside those of Python."""
    packages = set()
    for node in ast.walk(ast.parse(_source(block))):
        if isinstance(node, ast.Import):
            packages |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            packages.add(node.module or "")
        elif isinstance(node, ast.Attribute) and node.attr in _NEEDED:
            packages.add(_NEEDED[node.attr])
    return packages


def _param(block: Block) -> Any:
    """Return the parameter for an example, marked with the packages that it needs."""
    marks = needs(*_packages(block) & {"pandas", "pyarrow"})
    return pytest.param(block, id=block.place, marks=marks)


def test_there_are_examples() -> None:
    assert len(_SESSIONS) > 5
    assert _SCRIPTS


@pytest.mark.parametrize("page", sorted({block.page.name for block in _SESSIONS}))
def test_sessions_print_what_they_show(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of a session can be used in those after it."""
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    for block in _SESSIONS:
        if block.page.name == page and not _packages(block) & _LEFT_OUT:
            test = DocTestParser().get_doctest(block.text, names, page, page, block.line - 1)
            output: list[str] = []
            result = DocTestRunner(optionflags=ELLIPSIS).run(test, out=output.append, clear_globs=False)
            names.update(test.globs)
            assert result.attempted > 0
            assert not result.failed, "".join(output)


@pytest.mark.parametrize("block", [*map(_param, _SCRIPTS)])
def test_a_script_runs(block: Block, folder: Path) -> None:
    (folder / "script.py").write_text(block.text, "utf-8")
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, env=environment(), capture_output=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, b"")
