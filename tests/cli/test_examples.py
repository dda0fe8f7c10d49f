"""`rouge-eval --examples`: each command that it prints runs from an empty folder, as it stands."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from rouge_cli.cli import rouge_eval as cli

from ..support.commands import ROOT, Output, rouge_eval, rouge_tools

_PROGRAMS = {"rouge-eval": rouge_eval, "rouge-tools": rouge_tools}
_PRINTED = rouge_eval(["--examples"]).stdout.decode().splitlines()
_COMMANDS = [line for line in _PRINTED if line and not line.startswith("#")]


def _run(line: str, folder: Path) -> Output:
    program, *arguments = shlex.split(line)
    return _PROGRAMS[program](arguments, cwd=folder)


def test_there_are_five_each_with_a_line_on_it() -> None:
    assert len(_COMMANDS) == 5
    assert _PRINTED[0::3] == [line for line in _PRINTED if line.startswith("# ")]
    assert _PRINTED[1::3] == _COMMANDS


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (0, "short ROUGE-2 Average_F: 0.36344 (95%-conf.int. 0.29268 - 0.42857)"),
        (1, "| short | lead | ROUGE-1 |"),
        (2, "short,rouge1,R,0.6108465608465609,"),
        (3, "0 errors, 0 warnings"),
        (4, "ROUGE-2"),
    ],
)
def test_each_runs_from_an_empty_folder(place: int, shown: str, tmp_path: Path) -> None:
    output = _run(_COMMANDS[place], tmp_path)
    assert output.status == 0, output.stderr
    assert shown in " ".join(output.stdout.decode().split())
    assert b"ROUGE Warning" not in output.stderr
    assert list(tmp_path.iterdir()) == []


def test_paths_are_those_of_the_package_and_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    from rouge_cli.cli import commands

    assert str(ROOT / "rouge_cli" / "examples" / "config.xml") == shlex.split(_COMMANDS[0])[-1]
    monkeypatch.setattr(commands, "EXAMPLES", "/a b/it's")
    printed = commands.examples_text(click.Context(cli.command)).splitlines()
    last = next(line for line in printed if "tools check" in line)
    assert shlex.split(last) == ["rouge-tools", "check", "/a b/it's/config.xml"]
