"""The flags for what the papers describe: the options they choose, what they refuse and note."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from rouge_cli.cli import rouge_eval as cli

from ..support.commands import rouge_eval, rouge_tools
from ..support.files import write


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with two references of the summaries `p`."""
    write(
        tmp_path,
        {
            "p": "The quick brown dog jumps on the log.\n",
            "m": "The quick brown fox jumps over the lazy dog\n",
            "n": "x\n",
        },
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (
            ["-p", "0.2"],
            "rouge-eval: -p does not apply to ROUGE-MEAD, in which recall and precision weigh alike",
        ),
        (["--beta", "ratio"], "rouge-eval: --beta does not apply to ROUGE-MEAD"),
        (["--beta", "2"], "rouge-eval: --beta does not apply to ROUGE-MEAD"),
        (["-p", "0.5"], None),
        (["--beta", "1"], None),
        ([], None),
    ],
)
def test_a_weight_that_mead_does_not_have_is_noted(corpus: Path, words: list[str], note: str | None) -> None:
    output = rouge_eval(["--mead", *words, "--lines", "p", "m"], corpus)
    assert output.status == 0
    notes = output.stderr.decode().splitlines()[1:]  # The first says how --lines was understood.
    assert len(notes) == (note is not None)
    assert all(one.startswith(str(note)) for one in notes)


def test_the_report(corpus: Path) -> None:
    words = ["-r", "1", "--quiet", "--beta", "ratio", "--mead", "--paper-weight", "1", "--lines", "p", "m"]
    averages = [line.split()[1:4] for line in rouge_eval(words, corpus).stdout.decode().splitlines()[1:]]
    assert [" ".join(line) for line in averages if line] == [
        "ROUGE-L Average_R: 0.55556",
        "ROUGE-L Average_P: 0.62500",
        "ROUGE-L Average_F: 0.58421",
        "ROUGE-W-paper-1 Average_R: 0.55556",
        "ROUGE-W-paper-1 Average_P: 0.62500",
        "ROUGE-W-paper-1 Average_F: 0.58421",
        "ROUGE-MEAD Average_R: 0.55556",
        "ROUGE-MEAD Average_P: 0.62500",
        "ROUGE-MEAD Average_F: 0.58824",
    ]


def test_the_jackknife_leaves_out_lines(corpus: Path) -> None:
    """Against `n` the score is 0, so the mean is half of that against `m`."""
    words = ["-r", "1", "--quiet", "-d", "-x", "-n", "1", "--jackknife", "--lines", "p", "m", "n"]
    assert "p ROUGE-1 Eval 1.p R:0.33333 P:0.37500 F:0.35294\n" in rouge_eval(words, corpus).stdout.decode()


def test_explanations_take_them(corpus: Path) -> None:
    words = ["explain", "--format", "terminal", "-x", "--mead", "--jackknife", "--lines", "p", "m", "n"]
    output = rouge_tools(words, corpus)
    assert output.status == 0
    assert "Without 1: R:0.00000 P:0.00000 F:0.00000\n" in output.stdout.decode()


def test_completion_proposes_the_word() -> None:
    (flag,) = [flag for flag in cli.command.params if flag.name == "beta"]
    context = click.Context(cli.command)
    assert [item.value for item in flag.shell_complete(context, "r")] == ["ratio"]
