"""The command `rouge-tools explain`: what it takes, writes and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from rouge_cli.cli.tools import showing

from ..support.commands import Output, rouge_eval, rouge_tools
from ..support.files import configuration, eval_element, write, write_corpus


def _explain(arguments: list[str], cwd: Path) -> Output:
    return rouge_tools(["explain", *arguments], cwd)


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


def test_colour_is_not_for_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["c.xml", "--format", "terminal"]
    plain = _explain(arguments, tmp_path).stdout
    monkeypatch.setattr(showing, "is_coloured", lambda: True)
    assert b"\x1b[32m" in _explain(arguments, tmp_path).stdout
    assert _explain([*arguments, "-o", "text"], tmp_path).status == 0
    assert (tmp_path / "text").read_bytes() == plain


def test_the_only_evaluation_and_all_systems_are_the_default(tmp_path: Path) -> None:
    assert b"System <bdi>S</bdi>" in _explain(["c.xml"], tmp_path).stdout
    output = _explain(["two.xml", "--eval", "topic 2"], tmp_path)
    assert b"Evaluation <bdi>topic 2</bdi>" in output.stdout


def test_nothing_is_written_where_something_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "p").unlink()
    output = _explain(["c.xml", "-o", "page.html"], tmp_path)
    assert (output.status, (tmp_path / "page.html").exists()) == (1, False)
    assert b"missing" in output.stderr
