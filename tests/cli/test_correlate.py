"""What `rouge-tools correlate` and `rouge-tools power` refuse: in one line, and with nothing written."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ..support.commands import ROOT, assert_refused, rouge_tools
from ..support.files import write

_HUMAN = "system,evaluation,x\n" + "".join(
    f"s{system},d{evaluation},{(system * 7 + evaluation * 3) % 5}\n"
    for system in range(4)
    for evaluation in range(5)
)
_SCORES = _HUMAN.replace(",x", ",m1,m2").replace("\n", ",1\n").replace("m2,1", "m2")
_CONFIG = str(ROOT / "config_examples" / "spl.xml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = _SCORES.splitlines()
    varied = "\n".join([rows[0], *(f"{row[:-1]}{place % 7}" for place, row in enumerate(rows[1:]))])
    write(tmp_path, {"human.csv": _HUMAN, "scores.csv": f"{varied}\n"})
    return tmp_path


def _refused(folder: Path, words: Sequence[str], status: int, *parts: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    output = rouge_tools(words, folder)
    assert_refused(output, status, *parts, program="rouge-tools")
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def _correlate(*words: str) -> list[str]:
    return ["correlate", "--human", "human.csv", *words]


def test_the_files_of_these_tests_are_good(folder: Path) -> None:
    output = rouge_tools(_correlate("--scores", "scores.csv", "-r", "20", "--compare"), folder)
    assert (output.status, output.stdout.count(b"m1 - m2")) == (0, 6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (("s1,d1,0", "s1,d1,"), None),  # A missing score is none of the faults.
        (("s1,d1,0", "s1,d1,much"), ["human.csv, line 8, system s1: x is 'much'", "number"]),
        (("s1,d1,0", "s1,d1,inf"), ["human.csv, line 8, system s1: x is 'inf'"]),
        (("s1,d1,0", "s1,d1"), ["human.csv, line 8, system s1: 2 columns, where the header has 3"]),
        (("s1,d1,0", ",d1,0"), ["human.csv, line 8: the system has no ID"]),
        (("s1,d1,0", "s1,,0"), ["human.csv, line 8, system s1: the evaluation has no ID"]),
        (("s1,d1,0", "s1,d0,0"), ["human.csv, line 8", "'s1'", "'d0'", "line 7", "--annotators"]),
        (
            ("system,", "name,"),
            ["human.csv, line 1: no column 'system'", "name", "--columns", "--skip-lines"],
        ),
        (("evaluation,x", "evaluation,x,y"), ["human.csv, line 2, system s0: 3 columns"]),
    ],
)
def test_faults_of_a_file_are_named(change: tuple[str, str], parts: list[str] | None, folder: Path) -> None:
    assert change[0] in _HUMAN
    write(folder, {"human.csv": _HUMAN.replace(*change)})
    words = _correlate("--scores", "scores.csv", "--interval", "none", "--output", "out", "--plot", "out.svg")
    if parts is None:
        assert rouge_tools(words, folder).status == 0
    else:
        _refused(folder, words, 1, *parts)


def test_pickles_are_refused(folder: Path) -> None:
    write(folder, {"human.pkl": pickle.dumps({"d": 1})})
    _refused(folder, ["correlate", "--human", "human.pkl", "c.xml"], 1, "human.pkl: a pickle", "csv")


def test_ids_that_do_not_join_are_shown(folder: Path) -> None:
    write(folder, {"other.csv": _HUMAN.replace("s", "t").replace("tyttem", "system")})
    _refused(
        folder, ["correlate", "--human", "other.csv", "--scores", "scores.csv"], 1, "no system", "s0", "t0"
    )


@pytest.mark.parametrize("package", ["numpy", "scipy"])
def test_packages_that_are_missing_are_named(
    package: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    for command in (_correlate("--scores", "scores.csv"), ["power", "--scores", "scores.csv"]):
        _refused(folder, command, 1, f"rouge-tools {command[0]} needs {package}", "rouge-eval[correlate]")
