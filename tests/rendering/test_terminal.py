"""Commands in terminals of several widths: nothing is wider than the terminal, columns are straight, and
messages have prefixes and colours."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from wcwidth import wcswidth

from ..support.commands import ROOT
from ..support.needs import needs
from ..support.processes import EVAL, TOOLS, in_terminal

pytestmark = [pytest.mark.slow, needs("posix")]

_NAMES = (
    "bart",
    "摘要系统一号",
    "מערכת סיכום",
    "a rather long name of a system",
    "org/model-large-finetuned-cnn-v2.1",
)
_EXAMPLES = ROOT / "config_examples"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight evaluations of five systems, whose names are long, wide or from right to left."""
    words = ["the", "cat", "sat", "on", "the", "mat", "and", "saw", "a", "dog", "that", "slept"]
    rows = []
    for number in range(8):
        for place, name in enumerate(_NAMES):
            peer = " ".join([*words[: 4 + place + number % 3], *["x"] * (7 - place)])
            models = {} if place else {"models": [" ".join(words), " ".join(words[number % 4 :])]}
            rows.append({"id": f"topic {number}", "system": name, "peer": peer, **models})
    folder = tmp_path_factory.mktemp("terminal")
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    human = [f"{name},topic {n},{place + n % 2}\n" for n in range(8) for place, name in enumerate(_NAMES)]
    (folder / "human.csv").write_text("system,evaluation,human\n" + "".join(human), encoding="utf-8")
    return folder


def _shown(words: str, folder: Path, columns: int, **variables: str) -> str:
    program, *rest = words.replace("INPUT", f"--jsonl {folder / 'pairs.jsonl'}").split(" ")
    code = EVAL if program == "rouge-eval" else TOOLS
    arguments = [word.replace("_", " ") for word in rest]
    return in_terminal(code, *arguments, cwd=folder, COLUMNS=str(columns), **variables)


_COMMANDS = (
    *("rouge-eval -h", "rouge-tools -h", "rouge-tools power -h"),
    "rouge-eval -n 2 -m --format text --intervals INPUT",
    "rouge-eval -n 2 -m --format text --compare bart --intervals INPUT",
    "rouge-eval -n 2 -m --format text --compare INPUT",
    "rouge-eval -n 2 -m --format text --about length,repeated-2 INPUT",
    *("rouge-tools protocols INPUT", "rouge-tools protocols --papers INPUT bart"),
    "rouge-tools protocols --reported 40,20,40 INPUT",
    "rouge-tools differ -m rouge-score_-m INPUT",
    "rouge-tools explain -n 2 -w 1.2 --eval topic_1 --format terminal INPUT",
    *("rouge-tools worst -n 2 --against bart INPUT", "rouge-tools check INPUT"),
    "rouge-tools correlate --human human.csv --human-field human -n 2 --level system --compare INPUT",
    "rouge-tools power -n 2 --measure ROUGE-2 --system bart --baseline 摘要系统一号 INPUT",
    *("rouge-tools languages", "rouge-tools guide"),
)


@pytest.mark.parametrize("words", _COMMANDS)
def test_nothing_is_wider_than_the_terminal(words: str, folder: Path) -> None:
    for columns in (60, 80, 120):
        if columns == 60 and words.endswith(" -h"):
            continue  # Helps have 79 columns.
        lines = re.sub(r"\x1b\[[0-9;]*m", "", _shown(words, folder, columns)).splitlines()
        # A command to copy stays on a line, however long the path of Python is.
        assert [line for line in lines if wcswidth(line) > columns and "pip install" not in line] == []
        # Cells stand in the columns that the line below the heads draws.
        places: list[int] = []
        for before, line in zip(["", *lines], lines, strict=False):
            if line.startswith("─"):
                places = [found.start() for found in re.finditer("─+", line)]
                assert all(wcswidth(before[:place]) == place for place in places if place <= len(before))
            places = places if line else []
            assert all(_column(line, place - 1) in " \0" for place in places[1:])
        words_of = {word for line in lines for word in re.findall("[a-z]{4,}", line)}
        assert not words_of & {"summ", "eviden", "signif", "evalu", "boots"}


def _column(line: str, place: int) -> str:
    """Return the character in a column, or a NUL behind the end of the line."""
    width = 0
    for character in line:
        width += wcswidth(character)
        if width > place:
            return character
    return "\0"


def test_errors_are_a_line_and_notes_are_wrapped_and_both_have_colours(folder: Path) -> None:
    (folder / "peer").write_text("вас тут нет\n\nb\n", encoding="utf-8")
    (folder / "model").write_text("a b c\nd\ne\n")
    flags = ("-n", "1", "--format", "text", "--lines", "peer", "model")
    shown = in_terminal(EVAL, *flags, cwd=folder, COLUMNS="60")
    note = "\x1b[36m\x1b[1mnote: \x1b[0m"
    assert shown.startswith(f"{note}Empty summary: peer, line 2\n{note}1 of 6 texts has ")
    assert max(map(wcswidth, re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines())) <= 60
    assert re.search(r"\n  \w", shown)
    error = in_terminal(EVAL, "nowhere.xml", cwd=folder, status=1, COLUMNS="40")
    line = "nowhere.xml: cannot be read (No such file or directory); check the path\n"
    assert error == f"\x1b[31m\x1b[1mrouge-eval: \x1b[0m{line}"
    for variable in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        error = in_terminal(EVAL, "nowhere.xml", cwd=folder, status=1, COLUMNS="40", **variable)
        assert error == f"rouge-eval: {line}"


def test_heads_of_helps_are_bold(folder: Path) -> None:
    shown = in_terminal(EVAL, "-h", cwd=folder)
    assert shown.startswith("\x1b[1mUsage:\x1b[0m rouge-eval [OPTIONS] --lines PEERS MODELS...\n")
    assert "\n\n\x1b[1mTwo files with a summary on each line:\x1b[0m\n  rouge-eval -n 2 -m " in shown
    assert shown.count("\x1b[1m") == 8
    assert in_terminal(EVAL, "-h", cwd=folder, NO_COLOR="1") == re.sub(r"\x1b\[[0-9;]*m", "", shown)
