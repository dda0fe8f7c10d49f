"""The files that `rouge-tools explain` reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..support.commands import rouge_tools
from ..support.files import configuration, eval_element, vanish_when_read, write, write_corpus


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("flags", ["-n 2 -w 1.2 -2 4 -U -M", "-3 HM"])
@pytest.mark.parametrize("format", ["html", "terminal"])
def test_each_summary_is_read_once_and_may_vanish_then(
    flags: str, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    input_format = "SIMPLE" if "-3" in flags else "SPL"
    write_corpus(Path(), configuration(eval_element(format=input_format)))
    if input_format == "SIMPLE":
        write(Path(), {name: f"{name}|b|c\n" for name in ("p", "m1", "m2")})
    arguments = ["explain", "--format", format, *flags.split(), "c.xml"]
    expected = rouge_tools(arguments, Path.cwd())
    assert expected.status == 0
    read = vanish_when_read(monkeypatch)
    assert rouge_tools(arguments, Path.cwd()) == expected
    assert read == {"./p": 1, "./m1": 1, "./m2": 1}


@pytest.mark.parametrize("arguments", [["--system", "S", "c.xml"], ["c.xml", "S"]])
def test_files_of_systems_that_are_not_asked_for_need_not_be_there(arguments: list[str]) -> None:
    write_corpus(Path(), configuration(eval_element(peers='<P ID="S">p</P><P ID="T">gone</P>')))
    output = rouge_tools(["explain", *arguments], Path.cwd())
    write_corpus(Path())
    assert output == rouge_tools(["explain", *arguments], Path.cwd())
    assert output.status == 0
