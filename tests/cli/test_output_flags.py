"""--format, --output, --figure and --intervals on the command line, and `render`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import InputError, Options, evaluate, read_config, render
from rouge_cli.cli import rouge_eval as cli
from rouge_cli.rendering import FORMATS

from ..support.commands import assert_refused, command, environment, rouge_eval
from ..support.files import write, write_corpus
from ..support.needs import needs

_CHOICES = [name for name in FORMATS if name != "verbose"]


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a configuration `c.xml` of one system."""
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("flags", "format", "choices"),
    [
        *((["--format", name], name, {}) for name in _CHOICES),
        ([], "classic", {}),
        (["-d"], "classic", {"details": True}),
        (["--format", "classic", "-d"], "classic", {"details": True}),
        (
            ["--format", "markdown", "--figure", "R", "--intervals"],
            "markdown",
            {"figure": "R", "intervals": True},
        ),
        (["--format", "text", "--sort", "score"], "text", {"sort": "score"}),
    ],
)
def test_the_command_writes_what_render_returns(
    flags: list[str], format: str, choices: dict[str, Any], corpus: Path
) -> None:
    report = evaluate(read_config("c.xml"), Options(max_ngram=1))
    output = rouge_eval(["-n", "1", *flags, "c.xml"], cwd=corpus)
    assert (output.stderr, output.status) == (b"", 0)
    assert output.stdout.decode() == render(report, format, **choices)
    assert b"\r" not in output.stdout


@pytest.mark.parametrize("flags", [[], ["-d"], ["-v"], *(["--format", name] for name in _CHOICES)])
def test_a_file_gets_the_bytes_of_standard_output(flags: list[str], corpus: Path) -> None:
    (corpus / "out").write_text("before, and longer than nothing at all\n" * 1000)
    printed = rouge_eval([*flags, "c.xml"], cwd=corpus)
    written = rouge_eval([*flags, "--output", "out", "c.xml"], cwd=corpus)
    assert (written.stdout, written.stderr, written.status) == (b"", b"", 0)
    assert (corpus / "out").read_bytes() == printed.stdout != b""
    assert rouge_eval([*flags, "--output", "-", "c.xml"], cwd=corpus) == printed
    assert sorted(os.listdir()) == ["c.xml", "m1", "m2", "out", "p"]


def test_a_bad_target_is_refused_before_scoring(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(*_: object, **__: object) -> None:
        raise AssertionError("nothing is to be scored")

    monkeypatch.setattr(cli, "score_evaluations", evaluate)
    assert_refused(rouge_eval(["--output", "a\nb/x", "c.xml"], cwd=corpus), 1, "a\\nb/x")


def test_a_word_list_that_is_not_read_may_be_written_over(corpus: Path) -> None:
    write(corpus, {"lists/smart_common_words.txt": "the\n"})
    target = "lists/smart_common_words.txt"
    assert rouge_eval(["--output", target, "-e", "lists", "c.xml"], cwd=corpus).status == 0
    assert b"ROUGE-L" in (corpus / target).read_bytes()


@pytest.mark.slow
@needs("posix")
@pytest.mark.parametrize("arguments", [["--lines", "-", "m"], ["--lines", "m", "-"], ["--jsonl", "-"]])
def test_standard_input_is_not_written_over(arguments: list[str], corpus: Path) -> None:
    write(corpus, {"m": "a\n", "in.txt": '{"peer": "a", "models": "a"}\n'})
    before = (corpus / "in.txt").read_bytes()
    with (corpus / "in.txt").open("rb") as source:
        done = subprocess.run(
            command("--quiet", "--output", "in.txt", *arguments),
            env=environment(),
            stdin=source,
            capture_output=True,
            timeout=60,
        )
    message = b"rouge-eval: in.txt: cannot be written (it is read in this run); name another file\n"
    assert (done.stdout, done.stderr, done.returncode) == (b"", message, 1)
    assert (corpus / "in.txt").read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "target", "said"),
    [
        ("cli.targets.write_lines", "out", "too much"),
        ("cli.targets.pages", "out", "too much"),
        ("cli.targets.picture", "out", "too much"),
        (None, "/dev/full", "rouge-eval: /dev/full: cannot be written ("),
    ],
)
def test_a_run_writes_all_or_nothing(
    broken: str | None, target: str, said: str, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise InputError("too much")

    if broken is not None:
        monkeypatch.setattr(f"rouge_cli.{broken}", fail)
    write(corpus, {"p.svg": "old", "out": "old"})
    before = sorted(os.listdir())
    flags = ["--plot", "p.svg", "--report", "pages", "--output", target]
    assert_refused(rouge_eval([*flags, "c.xml"], cwd=corpus), 1, said)
    assert sorted(os.listdir()) == before
    assert (corpus / "p.svg").read_text() == (corpus / "out").read_text() == "old"


@pytest.mark.slow
def test_files_are_there_although_nobody_reads_standard_output(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(lines: object) -> None:
        raise InputError("standard output: it is closed")

    monkeypatch.setattr("rouge_cli.cli.targets.print_lines", fail)
    flags = ["--plot", "p.svg", "--report", "pages", "c.xml"]
    assert_refused(rouge_eval(flags, cwd=corpus), 1, "it is closed")
    assert (corpus / "p.svg").exists()
    assert (corpus / "pages" / "index.html").exists()
