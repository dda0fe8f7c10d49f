"""The commands in the README and the guides: they run, and print what the pages show."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ..support.commands import ROOT, environment, rouge_eval, rouge_tools
from .pages import blocks

pytestmark = pytest.mark.slow

_OURS = {"rouge-eval": rouge_eval, "rouge-tools": rouge_tools}
_OTHERS = ("pip", "make", "eval", "man", "pyrouge_set_rouge_path", "python", "git", "head", "export")
"""Programs whose lines are not run here: they install, build, or are of the user's shell."""


class _Example(NamedTuple):
    """A command, and what a page shows of its output; `None`: nothing is shown."""

    page: str
    place: str
    command: str
    output: str | None


def _examples() -> Iterator[_Example]:
    for block in blocks("sh", "console"):
        shows_output = block.text.startswith("$ ") or "\n$ " in block.text
        text = block.text if shows_output else re.sub(r"^(?=[^\s#])", "$ ", block.text, flags=re.MULTILINE)
        for number, example in enumerate(re.split(r"^\$ ", text, flags=re.MULTILINE)[1:], 1):
            command, _, output = example.replace("\\\n", "").partition("\n")
            shown = output if shows_output and output.strip() else None
            yield _Example(block.page.name, f"{block.place} ({number})", command, shown)


_EXAMPLES = list(_examples())
_RUN = [example for example in _EXAMPLES if example.command.split()[0] in _OURS]


def test_every_line_is_a_command_that_is_known() -> None:
    assert {example.command.split()[0] for example in _EXAMPLES} <= {*_OURS, *_OTHERS}
    assert len(_RUN) > 30


def _run(command: str, folder: Path) -> tuple[str, str, int]:
    """Run a command; one with pipes or redirections in a shell."""
    words = shlex.split(command, comments=True)
    if not {"|", ">", "2>/dev/null", "&&"} & set(words):
        printed = _OURS[words[0]](words[1:], folder)
        return printed.stdout.decode(), printed.stderr.decode(), printed.status
    path = os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment(PATH=path), capture_output=True, timeout=120
    )
    return done.stdout.decode(), done.stderr.decode(), done.returncode


@pytest.mark.parametrize("page", sorted({example.page for example in _RUN}))
def test_commands_print_what_the_page_shows(page: str, folder: Path) -> None:
    for example in _RUN:
        if example.page == page:
            _assert_prints(example, folder)


def _assert_prints(example: _Example, folder: Path) -> None:
    stdout, stderr, status = _run(example.command, folder)
    if example.output is None:
        assert status == 0, (example.place, stderr)
        return
    lines = example.output.rstrip("\n").splitlines()
    expected = "".join(".*" if line in ("…", "...") else f"{re.escape(line)}\n" for line in lines)
    text = (stdout or stderr).replace(str(folder), "/home/me").replace(str(ROOT), "/home/me")
    assert re.fullmatch(expected, text, re.DOTALL), (example.place, text)
