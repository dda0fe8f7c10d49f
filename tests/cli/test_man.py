"""The man pages: complete and clean."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click
import pytest

from rouge_cli.cli import rouge_eval as cli
from rouge_cli.cli.commands import ABSTRACT, CLOSING, MORE, USAGE
from rouge_cli.cli.flag_kinds import Flag
from rouge_cli.cli.tools import COMMANDS, group

from ..programs import man_pages
from ..support.needs import needs

_PAGES = man_pages.pages()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the pages, as `make man` writes them."""
    folder = tmp_path_factory.mktemp("man")
    man_pages.write(folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(_PAGES)
    return folder


def test_every_flag_is_there() -> None:
    page = _PAGES["rouge-eval.1"].replace("\\", "")
    names = [name for flag in cli.command.params for name in flag.opts if name[0] == "-"]
    assert len(names) > 40
    assert [name for name in names if f"fB{name}fP" not in page] == []


def test_every_command_is_there() -> None:
    for name in COMMANDS:
        assert f".SS {name}\n" in _PAGES["rouge-tools.1"]
        command = group.get_command(click.Context(group), name)
        assert command is not None
        assert command.help


@needs("groff")
@pytest.mark.parametrize("name", _PAGES)
def test_groff_prints_every_word_without_a_warning(name: str, folder: Path) -> None:
    command = ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou", "-rLL=80n", folder / name]
    done = subprocess.run(command, capture_output=True)
    assert (done.stderr, done.returncode) == (b"", 0)
    printed = " ".join(done.stdout.decode().split())
    texts = _texts_of_rouge_eval() if name == "rouge-eval.1" else _texts_of_rouge_tools()
    assert [text for text in texts if " ".join(text.split()) not in printed] == []


def _texts_of_rouge_eval() -> list[str]:
    flags = [flag for flag in cli.command.params if isinstance(flag, Flag)]
    of_flags = [text for flag in flags for text in (flag.help or "", flag.more)]
    return [
        *of_flags,
        ABSTRACT,
        *MORE,
        CLOSING.strip("\b\n"),
        *(line.removeprefix("Usage:") for line in USAGE),
    ]


def _texts_of_rouge_tools() -> list[str]:
    commands = [group.get_command(click.Context(group), name) for name in COMMANDS]
    helps = [command.help or "" for command in commands if command]
    return [paragraph.replace("\b", "") for help in helps for paragraph in help.split("\n\n")]


@needs("mandoc")
@pytest.mark.parametrize("name", _PAGES)
def test_mandoc_has_nothing_to_say_against_them(name: str, folder: Path) -> None:
    done = subprocess.run(["mandoc", "-Tlint", folder / name], capture_output=True, text=True)
    found = [line for line in done.stdout.splitlines() if "missing date" not in line]  # They have none.
    assert not found


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        (".TH is a macro", r"\&.TH is a macro"),
        ("'quoted' a\\b", r"\(aqquoted\(aq a\eb"),
        ("--stem k^W ~/x `y`", r"\-\-stem k\(haW \(ti/x \(gay\(ga"),
    ],
)
def test_what_troff_would_take_for_its_own_is_escaped(text: str, escaped: str) -> None:
    assert man_pages._text(text) == escaped
