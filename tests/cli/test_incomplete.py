"""Systems that lack evaluations, and systems of which nothing fits, are marked wherever figures go."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rouge_cli import Options, evaluate, read_folders

from ..support.commands import assert_refused, rouge_eval, rouge_tools
from ..support.files import write

_FOLDERS = [
    *("--peers", "subs", "--models", "refs", "-n", "1"),
    *("--peer-files", "{system}/{eval}.txt", "--model-files", "{eval}.{model}.txt"),
]


@pytest.fixture(autouse=True)
def _task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three documents: `all` has them, `some` lacks one, `capitals` and `other` have none with a model."""
    names = ["all/d1.txt", "all/d2.txt", "all/d3.txt", "some/d1.txt", "some/d3.txt"]
    names += ["capitals/D1.TXT", "other/d9.txt"]
    write(tmp_path, {f"subs/{name}": "the cat sat\n" for name in names})
    write(tmp_path, {f"refs/d{number}.A.txt": "the cat lay\n" for number in (1, 2, 3)})
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("format", "of_some", "of_capitals"),
    [
        ("text", "some (2 of 3)       ›66.67", "capitals (0 of 3)        –"),
        ("markdown", "| some (2 of 3)     |", "| capitals (0 of 3) |         – |"),
        ("latex", r"some (2 of 3) & \textbf{66.67}", "capitals (0 of 3) & --"),
        ("csv", ",0.66667,0.66667,2,,,", "capitals,ROUGE-1,F,,,,0,,,"),
    ],
)
def test_every_table_marks_them(format: str, of_some: str, of_capitals: str) -> None:
    printed = rouge_eval([*_FOLDERS, "-x", "--format", format], Path.cwd()).stdout.decode()
    assert of_some in printed
    assert of_capitals in printed
    assert format == "csv" or "in brackets the evaluations of systems that lack" in " ".join(printed.split())


def test_json_the_page_and_the_picture_have_them() -> None:
    files = ["--report", "site", "--plot", "plot.svg"]
    done = rouge_eval([*_FOLDERS, "-x", "--format", "json", *files], Path.cwd())
    assert "some (2 of 3)" in Path("plot.svg").read_text("utf-8")
    record = json.loads(done.stdout)
    assert record["absent"] == ["capitals", "other"]
    assert record["systems"]["some"]["ROUGE-1"]["evaluations"] == 2
    assert any("no file in capitals fits" in note for note in record["notes"])
    page = Path("site/index.html").read_text(encoding="utf-8")
    assert "<small>2 of 3</small>" in page
    assert '<small>0 of 3</small></th><td class="value">–</td>' in page


def test_saved_scores_keep_them_and_they_can_be_refused() -> None:
    whole = rouge_eval([*_FOLDERS, "--format", "json", "--save-scores", "all.npz"], Path.cwd()).stdout
    assert rouge_eval(["-n1", "--load-scores", "all.npz", "--format", "json"], Path.cwd()).stdout == whole
    assert json.loads(whole)["absent"] == ["capitals", "other"]
    for files in (_FOLDERS, ["-n", "1", "--load-scores", "all.npz"]):
        refused = rouge_eval([*files, "--missing", "refuse"], Path.cwd())
        assert_refused(refused, 1, "some has 2 of 3 ", "capitals has 0 of 3 summaries", "give all")


@pytest.mark.parametrize("missing", ["skip", "zero"])
def test_python_has_the_same_report(missing: str) -> None:
    record = rouge_eval([*_FOLDERS, "--missing", missing, "--format", "json"], Path.cwd()).stdout
    found = read_folders("subs", "refs", peer_files=_FOLDERS[7], model_files=_FOLDERS[9])
    assert evaluate(found, Options(max_ngram=1, missing=missing)).to_dict() == json.loads(record)


def test_they_can_count_as_empty() -> None:
    """They are then systems as others: a baseline, and among the worst in pages and under other protocols."""
    words = ["--missing", "zero", "--compare", "capitals", "--report", "site", "--explain-worst", "9"]
    done = rouge_eval([*_FOLDERS, "-x", *words], Path.cwd())
    assert b"capitals has 0 of 3 summaries; missing and counted as empty: d1, d2, d3" in done.stderr
    assert b"\ncapitals ROUGE-1 Average_R: 0.00000 " in done.stdout
    assert len([*Path("site/explained").iterdir()]) == 3
    differ = ["differ", "rouge-1.5.5 -n 1 --missing zero", "rouge-1.5.5 -n 1", *_FOLDERS[:4], *_FOLDERS[6:]]
    assert b"all figures are the same" in rouge_tools(differ, Path.cwd()).stdout
