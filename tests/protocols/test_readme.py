"""The commands by which the README answers why figures differ: they print what it says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import pytest

from ..support.commands import ROOT, rouge_eval, rouge_tools

_COMMANDS = {"rouge-eval": rouge_eval, "rouge-tools": rouge_tools}


def _examples() -> Iterator[tuple[str, str]]:
    """Yield each command of the README's sessions, and what it prints there."""
    text = (ROOT / "README.md").read_text("utf-8")
    for session in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for example in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            yield command, output


_EXAMPLES = list(_examples())


def test_there_are_examples() -> None:
    assert len(_EXAMPLES) > 10


@pytest.mark.parametrize(("command", "output"), _EXAMPLES, ids=[command for command, _ in _EXAMPLES])
def test_a_command_prints_what_the_readme_says(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    printed = _COMMANDS[program](arguments)
    text = (printed.stdout or printed.stderr).decode()
    expected = "".join(
        ".*" if line == "…\n" else re.escape(line) for line in output.splitlines(keepends=True)
    )
    assert re.fullmatch(expected, text, re.DOTALL)
