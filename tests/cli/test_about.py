"""`--about`, `--source`, `--source-field`: measures beside ROUGE of every input, in every format."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ..support.commands import rouge_eval
from ..support.files import write

_SOURCES = ["on monday the cat sat down on the mat", "the big dog ran off and slept"]
_MODELS = ["the cat sat down", "a dog ran"]
_SYSTEMS = {"p": ["the cat sat", "the dog ran off"], "q": ["a cat sat", "the dog ran"]}
_ABOUT = ["-n", "1", "-x", "-r", "20", "--about", "coverage,length-ratio", "--quiet"]
_LINES = ["--source", "s.txt", "--lines", "p.txt", "--lines", "q.txt", "m.txt"]
_AVERAGES = {
    ("p", "coverage"): 1,
    ("p", "length-ratio"): 25 / 24,
    ("q", "coverage"): 5 / 6,
    ("q", "length-ratio"): 7 / 8,
    ("(models)", "coverage"): 5 / 6,
    ("(models)", "length-ratio"): 1,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same two evaluations as lines, as objects, as files of a list and in folders."""
    places = range(len(_MODELS))
    rows = [
        {"id": place, "system": system, "peer": texts[place]}
        | ({"models": _MODELS[place], "article": _SOURCES[place]} if system == "p" else {})
        for place in places
        for system, texts in _SYSTEMS.items()
    ]
    folders = {"models": _MODELS, "articles": _SOURCES, **{f"peers/{name}": _SYSTEMS[name] for name in "pq"}}
    files = {**_SYSTEMS, "m": _MODELS, "s": _SOURCES}
    write(
        tmp_path,
        {
            **{f"{name}.txt": "".join(f"{text}\n" for text in texts) for name, texts in files.items()},
            **{f"{name}/{n}.txt": f"{texts[n]}\n" for name, texts in folders.items() for n in places},
            "rows.jsonl": "".join(f"{json.dumps(row)}\n" for row in rows),
        },
    )
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        _LINES,
        ["--source-field", "article", "--jsonl", "rows.jsonl"],
        [
            *("--source", "articles/{eval}.txt", "--peers", "peers", "--models", "models"),
            *("--peer-files", "{system}/{eval}.txt", "--model-files", "{eval}.txt"),
        ],
    ],
    ids=["lines", "jsonl", "folders"],
)
def test_sources_of_every_kind_of_input(arguments: Sequence[str], folder: Path) -> None:
    output = rouge_eval([*_ABOUT, "--format", "csv", *arguments], cwd=folder)
    rows = list(csv.DictReader(output.stdout.decode().splitlines()))
    found = {
        (row["system"], row["measure"]): float(row["value"]) for row in rows if row["statistic"] == "value"
    }
    # The averages of ROUGE-1.5.5 are of the resamples.
    assert found == pytest.approx(_AVERAGES, rel=0.2)
    assert {name for name, value in found.items() if value == 1} >= {("p", "coverage")}


def test_the_classic_report_stays_as_it_is(folder: Path) -> None:
    alone = rouge_eval(
        ["-n", "1", "-x", "-r", "20", "--lines", "p.txt", "--lines", "q.txt", "m.txt"], cwd=folder
    )
    beside = rouge_eval([*_ABOUT, *_LINES], cwd=folder)
    assert beside.stdout.startswith(alone.stdout)
    added = beside.stdout[len(alone.stdout) :].decode().splitlines()[1::2]
    assert [line.partition(":")[0] for line in added] == [
        f"{system} {measure} (no ROUGE)" for system, measure in _AVERAGES
    ]
    assert added[0] == "p coverage (no ROUGE): 1.00000 (95%-conf.int. 1.00000 - 1.00000)"


def test_a_table_of_their_own_says_that_they_are_no_rouge(folder: Path) -> None:
    arguments = [*_ABOUT, "--format", "markdown", "--intervals", "--compare", "p", *_LINES]
    table = rouge_eval(arguments, cwd=folder).stdout.decode()
    assert "| System   |             coverage |         length-ratio |" in table
    assert "| p        | 1.000 [1.000, 1.000] |" in table
    assert "no ROUGE\\: means over the evaluations, not × 100, with 95% confidence intervals.\n" in table
    assert "Holm's method; measures beside ROUGE are not × 100" in table
    assert "|        | coverage     | −0." in table
    assert "|about:coverage,length-ratio|mean:summaries|" in table


def test_documents_name_them(folder: Path) -> None:
    document = json.loads(rouge_eval([*_ABOUT, "--format", "json", "-d", *_LINES], cwd=folder).stdout)
    assert document["no_rouge"] == ["coverage", "length-ratio"]
    assert document["models"]["coverage"]["scores"][0]["f"] == 1
    assert [score["f"] for score in document["systems"]["q"]["coverage"]["scores"]] == [2 / 3, 1]


def test_without_models(folder: Path) -> None:
    output = rouge_eval(["--about", "coverage", "--source", "s.txt", "--lines", "p.txt"], cwd=folder)
    assert b"there is no ROUGE" in output.stderr
    assert b"ROUGE-L" not in output.stdout
    assert b"p coverage (no ROUGE): 1.0" in output.stdout
    words = ["--source", "articles/{eval}.txt", "--peers", "peers", "--peer-files", "{system}/{eval}.txt"]
    assert rouge_eval(["--about", "coverage", *words], cwd=folder).stdout.startswith(output.stdout)


def test_lines_of_the_classic_report_are_lines(folder: Path) -> None:
    row = {"id": "1\n", "system": "p\n", "peer": "a b", "models": "a b", "article": "a b"}
    (folder / "rows.jsonl").write_text(json.dumps(row))
    arguments = [*_ABOUT, "-d", "--source-field", "article", "--jsonl", "rows.jsonl"]
    added = rouge_eval(arguments, cwd=folder).stdout.decode().splitlines()
    assert "p\\n coverage (no ROUGE): 1.00000 (95%-conf.int. 1.00000 - 1.00000)" in added
    assert "p\\n coverage Eval 1\\n: 1.00000" in added


def test_notes_on_sources_name_flags(folder: Path) -> None:
    (folder / "rows.jsonl").write_text(json.dumps({"peer": "cat", "models": "cat", "article": "кошка"}))
    arguments = ["--about", "coverage", "--source-field", "article", "--jsonl", "rows.jsonl"]
    noted = rouge_eval(arguments, cwd=folder).stderr.decode()
    assert noted.startswith("note: in the sources, ")
    assert noted.endswith("; use --language CODE or --tokenizer unicode\n")


def test_flags_without_measures_are_noted(folder: Path) -> None:
    rows = ["--jsonl", "rows.jsonl"]
    count, mean = ["--about-count", "presumm", *rows], ["--about-mean", "pooled", *rows]
    for arguments in (_LINES, ["--source-field", "article", *rows], count, mean):
        noted = rouge_eval(["-n", "1", "-x", "-r", "20", *arguments], cwd=folder).stderr.decode()
        assert f"{arguments[0]} changes nothing without --about" in noted
