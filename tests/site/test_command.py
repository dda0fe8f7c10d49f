"""`rouge-eval --report`, and `rouge-tools report` for a saved report."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ..support.commands import Output, assert_refused, rouge_eval, rouge_tools, run_python
from ..support.drawn import drawn
from ..support.files import write_corpus
from ..support.needs import needs
from ..support.processes import TOOLS
from ..support.sites import texts_of

SPL = "config_examples/spl.xml"


def tree(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def _but_overview(folder: Path) -> dict[str, bytes]:
    """The files of a folder but the overview, which names the command."""
    return {name: data for name, data in tree(folder).items() if name != "index.html"}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The scores of a run with comparisons."""
    path = tmp_path / "scores.npz"
    flags = ["-n2", "--compare=1", "--save-scores", str(path)]
    assert rouge_eval([*flags, SPL]).status == 0
    return path


@pytest.mark.slow
def test_the_report_is_printed_as_without_pages(tmp_path: Path) -> None:
    plain = rouge_eval(["-n2", "--compare=1", SPL])
    found = rouge_eval(["-n2", "--compare=1", "--report", str(tmp_path / "site"), SPL])
    last = f"Report: {tmp_path / 'site' / 'index.html'}\n".encode()
    assert found == plain._replace(stderr=plain.stderr + last)
    made = tree(tmp_path / "site")
    assert {"index.html", "system-3.html", "evaluations.html", "pairs.html", "explained/6.html"} <= {*made}
    assert b"F</h2>" in made["index.html"]
    # Notes call options by their flags, as they do on standard error.
    noted = [name for name, page in made.items() if b"use --language CODE or --tokenizer unicode" in page]
    assert "index.html" in noted
    assert [name for name in noted if name.startswith("explained")]


def test_the_number_that_is_explained_and_the_figure(tmp_path: Path) -> None:
    site = tmp_path / "site"
    flags = ["-n1", "-x", "--report", str(site), "--explain-worst", "1", "--figure", "R"]
    assert rouge_eval([*flags, SPL, "10"]).status == 0
    made = tree(site)
    assert [name for name in made if name.startswith("explained")] == ["explained/1.html"]
    # By `rouge-eval -n1 -x -d`, system 10 has its lowest recall, R:0.40816, in evaluation 4.
    links = drawn(made["system-1.html"].decode(), "a", within="ranking")
    assert [one.text for one in links[:2]] == ["4", "why"]
    assert links[1].attributes["href"] == "explained/1.html#system-0"
    rows = drawn(made["system-1.html"].decode(), "li", within="ranking")
    assert rows[0].text.split() == ["4", "why", "40.82"]


def test_the_overview_says_how_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its date is the one of `SOURCE_DATE_EPOCH`, so that a run gives the same bytes on another day."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    monkeypatch.setattr("sys.argv", ["rouge-eval", "-n1", "A <task>"])
    site = tmp_path / "new" / "folders" / "site"
    flags = ["-n1", "-x", "--report", str(site), "--title", "A <task>", "--hide-models"]
    done = rouge_eval([*flags, SPL, "10"])
    assert done.stderr.endswith(f"Report: {site / 'index.html'}\n".encode())
    made = tree(site)
    index = made["index.html"].decode()
    assert drawn(index, "h1")[0].text == "A <task>"
    shown = [one.text for one in drawn(index, "dd", within="made")]
    assert shown[0] == SPL
    assert shown[1] == "rouge-eval -n1 'A <task>'"
    assert shown[2] == "1970-01-02 00:00 UTC"
    assert not [name for name in made if name.startswith("explained")]
    assert texts_of(made["data/texts-0.js"].decode())["0"][0] == []


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
    assert b"made from saved scores without the texts" in made["system-1.html"]
    others = {"index.html", "evaluations.html", *(name for name in made if name.startswith("system"))}
    assert {name for name in made if made[name] != run[name]} == others


@pytest.mark.slow
def test_a_saved_report_with_its_texts_gives_all_pages(saved: Path, tmp_path: Path) -> None:
    output = rouge_tools(["report", str(saved), str(tmp_path / "site"), SPL])
    assert (output.stdout, output.status) == (b"", 0)
    assert rouge_eval(["-n2", "--compare=1", "--report", str(tmp_path / "run"), SPL]).status == 0
    assert _but_overview(tmp_path / "site") == _but_overview(tmp_path / "run")


@pytest.mark.slow
def test_a_saved_report_may_come_by_standard_input(saved: Path, tmp_path: Path) -> None:
    def report_of(data: bytes, folder: str) -> Output:
        return run_python("-c", TOOLS, "report", "-", str(tmp_path / folder), stdin=data)

    assert report_of(saved.read_bytes(), "piped") == Output(b"", b"", 0)
    assert rouge_tools(["report", str(saved), str(tmp_path / "site")]).status == 0
    assert _but_overview(tmp_path / "piped") == _but_overview(tmp_path / "site")
    refused = report_of(b"1 ROUGE-1 Average_R: 0.5", "bad")
    assert_refused(refused, 1, "standard input: no scores of --save-scores", program="rouge-tools")
    assert not (tmp_path / "bad").exists()


@pytest.mark.parametrize(
    ("input", "status", "message"),
    [
        (["--jsonl", "config_examples/differ.jsonl"], 1, "give the input that was scored"),
        ([SPL, "10"], 2, "scores.npz, not 10 alone; leave SYSTEM out"),
    ],
)
def test_a_saved_report_is_of_its_texts_and_systems(
    input: list[str], status: int, message: str, saved: Path, tmp_path: Path
) -> None:
    refused = rouge_tools(["report", str(saved), str(tmp_path / "site"), *input])
    assert_refused(refused, status, message, program="rouge-tools")
    assert not (tmp_path / "site").exists()


@needs("posix")
def test_names_that_are_not_utf_8_are_those_of_the_texts(tmp_path: Path) -> None:
    for folder, names in {"p": (b"e\\.s\xff.txt", b"e\\.s.txt"), "m": (b"e\\.A.txt",)}.items():
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / os.fsdecode(name)).write_text("a b c\n")
    flags = ["--peers", "p", "--models", "m"]
    options = ["-n1", "--compare=s", "--save-scores", "scores.npz"]
    assert rouge_eval([*options, *flags, "--report", "run"], cwd=tmp_path).status == 0
    assert rouge_tools(["report", "scores.npz", "site", *flags], cwd=tmp_path).status == 0
    assert _but_overview(tmp_path / "site") == _but_overview(tmp_path / "run")
    assert rb"s\udcff</bdi>" in tree(tmp_path / "site")["index.html"]


@pytest.mark.slow
def test_a_run_without_pages_loads_nothing_for_them() -> None:
    code = (
        "import sys; from rouge_cli.cli.rouge_eval import main;"
        f" main(['-n1', '--output', '/dev/null', {SPL!r}]);"
        " print([name for name in sys.modules if 'jinja' in name or 'rendering.report_' in name])"
    )
    assert run_python("-c", code).stdout == b"[]\n"
