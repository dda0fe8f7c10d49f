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


def test_formats_that_nothing_tells_are_named_by_a_flag(folder: Path) -> None:
    write(folder, {"odd": "what is this\n"})
    _refused(
        folder, ["correlate", "--human", "odd", "c.xml"], 1, "odd: no format", "--human-format", "--columns"
    )
    _refused(folder, _correlate("--scores", "odd"), 1, "odd: no format", "--scores-format")


def test_pickles_are_refused(folder: Path) -> None:
    write(folder, {"human.pkl": pickle.dumps({"d": 1})})
    _refused(folder, ["correlate", "--human", "human.pkl", "c.xml"], 1, "human.pkl: a pickle", "csv")


@pytest.mark.parametrize(
    ("words", "status", "parts"),
    [
        ([], 2, ["CONFIG is missing"]),
        (["--human", "gone.csv", "--scores", "scores.csv"], 1, ["gone.csv: cannot be read"]),
        (["--scores", "gone.csv"], 1, ["gone.csv: cannot be read"]),
        (["--scores", "scores.csv", "gone.xml"], 1, ["gone.xml"]),
        (["gone.xml"], 1, ["gone.xml"]),
        (["--human-field", "y", "--scores", "scores.csv"], 2, ["'y' is not among human.csv", "x"]),
        (["--human-format", "xls", "--scores", "scores.csv"], 2, ["--human-format", "sacrerouge"]),
        (["--skip-lines", "1", "--scores", "scores.csv"], 2, ["--columns"]),
        (["--columns", "x=1", "--scores", "scores.csv"], 2, ["--columns", "system is missing"]),
        (
            ["--columns", "system=0,x=1", "--human-format", "csv", "--scores", "scores.csv"],
            2,
            ["--columns and --human-format"],
        ),
        (["--level", "system,all", "--scores", "scores.csv"], 2, ["--level", "'all'", "summary"]),
        (["--coefficient", "gamma", "--scores", "scores.csv"], 2, ["--coefficient", "'gamma'", "kendall"]),
        (["--interval", "all", "--scores", "scores.csv"], 2, ["--interval", "fisher"]),
        (["--test", "t", "--scores", "scores.csv"], 2, ["--test", "williams"]),
        (["-c", "100", "--scores", "scores.csv"], 2, ["-c must be between 0 and 100"]),
        (["-r", "0", "--scores", "scores.csv"], 2, ["-r must be"]),
        (["--seed", "4294967296", "--scores", "scores.csv"], 2, ["--seed must be"]),
        (["--compare", "m3", "--scores", "scores.csv"], 1, ["'m3'", "m1, m2"]),
        (["--compare", "--measure", "m1", "--scores", "scores.csv"], 1, ["two measures"]),
        (["--measure", "m3", "--scores", "scores.csv"], 2, ["'m3' is not among the measures", "m1"]),
        (["--lower-is-better", "m3", "--scores", "scores.csv"], 1, ["--lower-is-better", "'m3'"]),
        (["--people", "only", "--scores", "scores.csv"], 1, ["--people", "person"]),
        (["--scores", "scores.csv", "--scores", "scores.csv"], 1, ["scores.csv, line 2", "'s0'", "twice"]),
        (["--scores", "scores.csv", "--plot", "a.gif"], 2, [".svg, .png or .pdf"]),
        (["--scores", "scores.csv", "--plot", "a.svg", "--output", "a.svg"], 2, ["--plot and --output"]),
        (["--scores", "scores.csv", "--output", "human.csv"], 1, ["human.csv", "is read in this run"]),
        (["--scores", "scores.csv", "--output", "scores.csv"], 1, ["scores.csv", "is read in this run"]),
        (["--scores", "scores.csv", "--output", "no/out"], 1, ["no/out", "folder does not exist"]),
        (["--scores", "scores.csv", "--study-references", "best"], 2, ["goes with --study"]),
        (["--person", "s9", "--scores", "scores.csv"], 2, ["'s9' is not among the systems", "s0"]),
        (["--study", "lin"], 2, ["CONFIG is missing"]),
        (["--study", "lin", "--output", "human.csv", _CONFIG], 1, ["human.csv", "is read in this run"]),
        (["--study", "lin", "-m", _CONFIG], 2, ["--study lin chooses", "drop -m"]),
        (["--study", "lin", "--scores", "scores.csv", _CONFIG], 2, ["drop --scores"]),
        (["--study", "lin", "--plot", "a.svg", _CONFIG], 2, ["drop --plot"]),
        (["--study", "lin", "--coefficient", "pearson,kendall", _CONFIG], 2, ["one coefficient"]),
        (["--study", "duc", _CONFIG], 2, ["--study"]),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], status: int, parts: list[str], folder: Path
) -> None:
    given = ["correlate", *words] if "--human" in words else _correlate(*words)
    _refused(folder, given, status, *parts)


def test_runs_that_cannot_be_correlated(tmp_path: Path) -> None:
    human = tmp_path / "human.csv"
    human.write_text(
        "system,evaluation,x\n" + "".join(f"{s},{e},{s * e % 3}\n" for s in (1, 2) for e in (1, 2))
    )
    for words, status, part in (
        (["-t", "1", _CONFIG], 2, "-t 1 pools counts"),
        (["-x", _CONFIG], 2, "-n"),
        ([_CONFIG, "lead"], 2, "leave lead out"),
        ([_CONFIG], 1, "3 systems or more"),
        (["--profile", "rouge-score", "-w", "1.2", _CONFIG], 2, "-w"),
    ):
        output = rouge_tools(["correlate", "--human", str(human), *words])
        assert output.status == status
        assert (output.stdout, output.stderr.count(b"\n")) == (b"", 1)
        assert part in output.stderr.decode()


def test_the_human_score_must_be_plain(folder: Path) -> None:
    words = ["correlate", "--human", "scores.csv", "--scores", "scores.csv"]
    _refused(folder, words, 2, "scores.csv has several scores: m1, m2", "--human-field")
    _refused(folder, _correlate("--scores", "./human.csv"), 1, "human.csv: no score but the human ones")


def test_human_scores_are_needed(folder: Path) -> None:
    _refused(folder, ["correlate", "--scores", "scores.csv"], 2, "--human")


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


class TestPower:
    @pytest.mark.parametrize(
        ("words", "status", "parts"),
        [
            ([], 1, ["--measure", "m1, m2"]),
            (["--measure", "m3"], 2, ["'m3'", "m1, m2"]),
            (["--measure", "m1"], 1, ["--system", "--baseline"]),
            (["--measure", "m1", "--system", "s9"], 1, ["'s9'", "s0"]),
            (["--measure", "m1", "--system", "s1", "--baseline", "s1"], 1, ["'s1'"]),
            (["--significance", "1"], 2, ["--significance must be between 0 and 1"]),
            (["--target", "80"], 2, ["--target must be between 0 and 1"]),
            (["--evaluations", "10,many"], 2, ["--evaluations", "'many'"]),
            (["--evaluations", "1"], 2, ["--evaluations must be"]),
            (["--simulations", "0"], 2, ["--simulations must be"]),
            (["--plot", "x.gif"], 2, [".svg, .png or .pdf"]),
            (["--output", "scores.csv"], 1, ["is read in this run"]),
        ],
    )
    def test_what_makes_no_sense_is_refused(
        self, words: list[str], status: int, parts: list[str], folder: Path
    ) -> None:
        _refused(folder, ["power", "--scores", "scores.csv", *words], status, *parts)

    def test_a_pilot_is_needed(self, folder: Path) -> None:
        _refused(folder, ["power"], 2, "CONFIG is missing")
        write(folder, {"few.csv": "system,evaluation,m\na,1,1\nb,1,2\na,2,2\nb,2,4\n"})
        _refused(folder, ["power", "--scores", "few.csv"], 1, "3 evaluations or more")
