"""`rouge-eval --report`, and `rouge-tools report` for a saved report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ..support.commands import ROOT, Output, assert_refused, environment, rouge_eval, rouge_tools
from ..support.files import write, write_corpus
from ..support.needs import needs
from ..support.tables import table

SPL = "config_examples/spl.xml"


def tree(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A report with comparisons and scores, saved as JSON."""
    path = tmp_path / "scores.json"
    flags = ["-n2", "-d", "--compare=1", "--format", "json", "--output", str(path)]
    assert rouge_eval([*flags, SPL]).status == 0
    return path


@pytest.mark.slow
def test_the_report_is_printed_as_without_pages(tmp_path: Path) -> None:
    plain = rouge_eval(["-n2", "--compare=1", SPL])
    assert rouge_eval(["-n2", "--compare=1", "--report", str(tmp_path / "site"), SPL]) == plain
    made = tree(tmp_path / "site")
    assert {"index.html", "worst.html", "evaluations.html", "pair-3.html", "explained/6.html"} <= {*made}
    assert b"F</h2>" in made["index.html"]
    # Notes call options by their flags, as they do on standard error.
    assert b"use --language CODE or --tokenizer unicode" in made["index.html"]


def test_the_number_that_is_explained_and_the_figure(tmp_path: Path) -> None:
    site = tmp_path / "site"
    flags = ["-n1", "-x", "--report", str(site), "--explain-worst", "1", "--figure", "R"]
    assert rouge_eval([*flags, SPL, "10"]).status == 0
    made = tree(site)
    assert [name for name in made if name.startswith("explained")] == ["explained/1.html"]
    # By `rouge-eval -n1 -x -d`, system 10 has its lowest recall, R:0.40816, in evaluation 4.
    assert (
        b'<a href="explained/1.html"><bdi>4</bdi></a> <span class="value">40.82</span>' in made["worst.html"]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "flags",
    [
        "--jsonl config_examples/spl.jsonl",
        "--peers config_examples/spl/peers --models config_examples/spl/models",
        "--lines config_examples/lines/1.txt --lines config_examples/lines/2.txt config_examples/lines/A.txt",
    ],
)
def test_every_input_is_explained(flags: str, tmp_path: Path) -> None:
    output = rouge_eval(["-n1", "--report", str(tmp_path / "site"), *flags.split()])
    assert output.status == 0
    assert (tmp_path / "site" / "explained" / "1.html").exists()


def test_files_that_are_gone_leave_the_old_report_whole(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    assert rouge_eval(["-n1", "--report", "site", "c.xml"], cwd=tmp_path).status == 0
    before = tree(tmp_path / "site")
    (tmp_path / "p").unlink()
    assert rouge_eval(["-n1", "--report", "site", "c.xml"], cwd=tmp_path).status == 1
    assert tree(tmp_path / "site") == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.xml", "m1", "m2", "site"]


def test_a_saved_report_gives_the_same_pages_without_explanations(saved: Path, tmp_path: Path) -> None:
    output = rouge_tools(["report", str(saved), str(tmp_path / "site")])
    assert (output.stdout, output.stderr, output.status) == (b"", b"", 0)
    flags = ["-n2", "--compare=1", "--explain-worst", "0", "--report", str(tmp_path / "run")]
    assert rouge_eval([*flags, SPL]).status == 0
    made, run = tree(tmp_path / "site"), tree(tmp_path / "run")
    assert b"made from saved scores without the texts" in made["index.html"]
    assert b"made from saved scores without the texts" in made["worst.html"]
    assert {name for name in made if made[name] != run[name]} == {
        *("index.html", "evaluations.html", "worst.html")
    }


@pytest.mark.slow
def test_a_saved_report_with_its_texts_gives_all_pages(saved: Path, tmp_path: Path) -> None:
    output = rouge_tools(["report", str(saved), str(tmp_path / "site"), SPL])
    assert (output.stdout, output.status) == (b"", 0)
    assert rouge_eval(["-n2", "--compare=1", "--report", str(tmp_path / "run"), SPL]).status == 0
    assert tree(tmp_path / "site") == tree(tmp_path / "run")


@pytest.mark.slow
def test_a_saved_report_may_come_by_standard_input(saved: Path, tmp_path: Path) -> None:
    code = "import sys; from rouge_cli.cli.tools import main; sys.exit(main())"

    def report_of(data: bytes, folder: str) -> Output:
        run = [sys.executable, "-c", code, "report", "-", str(tmp_path / folder)]
        done = subprocess.run(run, env=environment(), input=data, capture_output=True, timeout=60)
        return Output(done.stdout, done.stderr, done.returncode)

    assert report_of(saved.read_bytes(), "piped") == Output(b"", b"", 0)
    assert rouge_tools(["report", str(saved), str(tmp_path / "site")]).status == 0
    assert tree(tmp_path / "piped") == tree(tmp_path / "site")
    refused = report_of(b"1 ROUGE-1 Average_R: 0.5", "bad")
    assert_refused(refused, 1, "standard input: no report in JSON (JSONDecodeError", program="rouge-tools")
    assert not (tmp_path / "bad").exists()


@pytest.mark.parametrize(
    ("input", "status", "message"),
    [
        (["--jsonl", "config_examples/differ.jsonl"], 1, "give the input that was scored"),
        ([SPL, "10"], 2, "scores.json, not 10 alone; leave SYSTEM out"),
    ],
)
def test_a_saved_report_is_of_its_texts_and_systems(
    input: list[str], status: int, message: str, saved: Path, tmp_path: Path
) -> None:
    refused = rouge_tools(["report", str(saved), str(tmp_path / "site"), *input])
    assert_refused(refused, status, message, program="rouge-tools")
    assert not (tmp_path / "site").exists()


def test_scores_of_evaluations_are_needed(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    rouge_eval(["-n1", "--format", "json", "--output", str(path), SPL])
    refused = rouge_tools(["report", str(path), str(tmp_path / "site")])
    message = "scores.json: has no scores of single evaluations; write it with --format json and -d"
    assert_refused(refused, 1, message, program="rouge-tools")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        *table(__file__, "no_reports"),
        (b"\xff", "UnicodeDecodeError"),
    ],
)
def test_what_is_no_report(content: str | bytes, reason: str, tmp_path: Path) -> None:
    write(tmp_path, {"bad.json": content})
    refused = rouge_tools(["report", "bad.json", "site"], cwd=tmp_path)
    parts = ("bad.json: no report in JSON", reason, "give one that --format json")
    assert_refused(refused, 1, *parts, program="rouge-tools")


_RESULT = ("systems", "1", "ROUGE-1")
_SCORE = (*_RESULT, "scores", 0)
_OTHER_IDS = "scores of system 1 are not of the same evaluations"


def _changed(saved: Path, places: Sequence[tuple[str | int, ...]], value: object) -> Output:
    """Make pages of the report with another value at these places."""
    document = json.loads(saved.read_text())
    for *way, last in places:
        at = document
        for key in way:
            at = at[key]
        at[last] = value
    saved.write_text(json.dumps(document))
    return rouge_tools(["report", str(saved), str(saved.parent / "site")])


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        *table(__file__, "impossible_values"),
        ((*_SCORE, "f"), 10**400, "OverflowError"),
        ((*_SCORE, "peer_count"), 10**400, "OverflowError"),
    ],
)
def test_values_that_cannot_be_are_refused(
    place: tuple[str | int, ...], value: object, reason: str, saved: Path
) -> None:
    assert_refused(_changed(saved, [place], value), 1, reason, program="rouge-tools")


def test_each_evaluation_has_one_score(saved: Path) -> None:
    """Evaluation 2 stands twice, by every measure."""
    measures = ("ROUGE-1", "ROUGE-2", "ROUGE-L")
    changed = _changed(saved, [("systems", "1", name, "scores", 0, "evaluation") for name in measures], "2")
    assert_refused(changed, 1, _OTHER_IDS, program="rouge-tools")


def test_figures_up_to_a_million_are_taken_and_counts_alone_refused(saved: Path) -> None:
    assert _changed(saved, [(*_RESULT, "f", "high")], 1e6).status == 0
    refused = _changed(saved, [("options", "counting")], 2)
    message = "rouge-tools: a report in pages has no place for counts; use -t 1\n"
    assert (refused.status, refused.stderr.decode()) == (2, message)


@needs("posix")
def test_names_that_are_not_utf_8_are_those_of_the_texts(tmp_path: Path) -> None:
    r"""JSON has an escape for a byte of a name, and doubles backslashes beside it."""
    for folder, names in {"p": (b"e\\.s\xff.txt", b"e\\.s.txt"), "m": (b"e\\.A.txt",)}.items():
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / os.fsdecode(name)).write_text("a b c\n")
    flags = ["--peers", "p", "--models", "m"]
    options = ["-n1", "-d", "--compare=s", "--format", "json", "--output", "scores.json"]
    assert rouge_eval([*options, *flags, "--report", "run"], cwd=tmp_path).status == 0
    assert rouge_tools(["report", "scores.json", "site", *flags], cwd=tmp_path).status == 0
    made = tree(tmp_path / "site")
    assert made == tree(tmp_path / "run")
    assert rb"s\udcff</bdi>" in made["index.html"]


@pytest.mark.slow
def test_a_run_without_pages_loads_nothing_for_them() -> None:
    code = (
        "import sys; from rouge_cli.cli.rouge_eval import main;"
        f" main(['-n1', '--output', '/dev/null', {SPL!r}]);"
        " print([name for name in sys.modules if 'jinja' in name or 'rouge_cli.site' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment(), capture_output=True, check=True
    )
    assert done.stdout == b"[]\n"
