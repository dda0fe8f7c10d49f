"""The command `rouge-tools explain`: what it takes, writes and refuses."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from rouge_cli.cli.tools import main

from ..support.commands import ROOT, Output, rouge_eval
from ..support.files import configuration, eval_element, write, write_corpus


class _Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


def _explain(
    arguments: Sequence[str], cwd: Path, stdout: io.BytesIO | None = None, **variables: str
) -> Output:
    stdout, stderr = stdout or io.BytesIO(), io.BytesIO()
    with (
        patch.dict(os.environ, variables),
        chdir(cwd),
        redirect_stdout(io.TextIOWrapper(stdout, encoding="utf-8", write_through=True)),
        redirect_stderr(io.TextIOWrapper(stderr, "utf-8", "backslashreplace", write_through=True)),
    ):
        status = main(["explain", *arguments])
        return Output(stdout.getvalue(), stderr.getvalue(), status)


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path) -> Path:
    """A directory with a configuration `c.xml` of one evaluation, and `two.xml` of two."""
    write_corpus(tmp_path)
    two = configuration(eval_element(), eval_element('ID="topic 2"', peers='<P ID="T">p</P>'))
    write(tmp_path, {"two.xml": two, "list": "p m1 m2\n", "empty": ""})
    return tmp_path


@pytest.mark.slow
def test_page_on_standard_output_and_in_a_file(tmp_path: Path) -> None:
    arguments = ["c.xml", "--eval", "1", "--system", "S", "-n", "2", "-2", "-1"]
    output = _explain(arguments, tmp_path)
    assert (output.stderr, output.status) == (b"", 0)
    assert output.stdout.startswith(b"<!DOCTYPE html>")
    assert b"ROUGE-S*" in output.stdout
    assert _explain([*arguments, "-o", "page.html"], tmp_path) == (b"", b"", 0)
    assert (tmp_path / "page.html").read_bytes() == output.stdout
    assert _explain([*arguments, "-o", "-"], tmp_path) == output


@pytest.mark.parametrize("flags", [["-n2", "-m"], ["-n", "2", "-s", "-f", "B", "-p", "0.2", "-l", "9", "-x"]])
def test_terminal_has_the_figures_of_the_report(flags: list[str], tmp_path: Path) -> None:
    report = rouge_eval([*flags, "-d", "c.xml"], tmp_path).stdout.decode().splitlines()
    wanted = [line.replace(" Eval 1.S", "") for line in report if " Eval " in line]
    shown = _explain(["c.xml", *flags, "--format", "terminal"], tmp_path).stdout.decode().splitlines()
    assert [line for line in shown if line.startswith("S ROUGE")] == wanted


def test_colour_is_for_terminals_alone(tmp_path: Path) -> None:
    arguments = ["c.xml", "--format", "terminal"]
    plain = _explain(arguments, tmp_path).stdout
    coloured = _explain(arguments, tmp_path, _Terminal(), NO_COLOR="").stdout
    assert b"\x1b[" not in plain
    assert b"\x1b[32m" in coloured
    assert _explain(arguments, tmp_path, _Terminal(), NO_COLOR="1").stdout == plain
    assert _explain([*arguments, "-o", "text"], tmp_path, _Terminal()).status == 0
    assert (tmp_path / "text").read_bytes() == plain


def test_other_inputs(tmp_path: Path) -> None:
    line = '{"id": "1", "system": "mine", "peer": "a cat", "models": ["the cat"]}\n'
    write(tmp_path, {"peers/1.mine.txt": "a cat", "models/1.A.txt": "the cat", "all.jsonl": line})
    for arguments in (
        ["-z", "SPL", "list", "mine"],
        ["--peers", "peers", "--models", "models"],
        ["--lines", "peers/1.mine.txt", "models/1.A.txt"],
        ["--jsonl", "all.jsonl"],
    ):
        output = _explain(arguments, tmp_path)
        assert (output.stderr, output.status) == (b"", 0), arguments
        assert b"ROUGE-L" in output.stdout


def test_basic_elements() -> None:
    arguments = ["config_examples/be.xml", "--eval", "flood-be", "-3", "HM", "--format", "terminal"]
    output = _explain(arguments, ROOT)
    assert (output.stderr, output.status) == (b"", 0)
    assert b"ROUGE-BE-HM" in output.stdout


def test_the_only_evaluation_and_all_systems_are_the_default(tmp_path: Path) -> None:
    assert b"System <bdi>S</bdi>" in _explain(["c.xml"], tmp_path).stdout
    output = _explain(["two.xml", "--eval", "topic 2"], tmp_path)
    assert b"Evaluation <bdi>topic 2</bdi>" in output.stdout


def test_nothing_is_written_where_something_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "p").unlink()
    output = _explain(["c.xml", "-o", "page.html"], tmp_path)
    assert (output.status, (tmp_path / "page.html").exists()) == (1, False)
    assert b"missing" in output.stderr
