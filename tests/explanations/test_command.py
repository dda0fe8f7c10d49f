"""What `rouge-tools explain` prints of small evaluations: marks in brackets, places and lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import html

from ..support.commands import rouge_tools
from ..support.files import configuration, eval_element, vanish_when_read, write, write_corpus


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _explained(peer: str, model: str, flags: str) -> str:
    """Explain an evaluation of one system and one model."""
    write(Path(), {"j": json.dumps({"id": "1", "system": "S", "peer": peer, "models": [model]})})
    output = rouge_tools(["explain", "--jsonl", "j", "--eval", "1", *flags.split()], Path.cwd())
    assert (output.stderr, output.status) == (b"", 0)
    return output.stdout.decode()


def _lines(peer: str, model: str, flags: str) -> list[str]:
    """Return the lines for a terminal, without the blanks around them."""
    return [line.strip() for line in _explained(peer, model, f"{flags} --format terminal").splitlines()]


def _places(peer: str, model: str, flags: str, gram: str) -> list[str]:
    """Return where a gram of the last measure stands in the model and in the peer, for the page's script."""
    document = html.fromstring(_explained(peer, model, flags))
    row, *_ = document.xpath(f"//article[last()]//tr[th='{gram}']")
    return [row.get("data-model"), row.get("data-peer")]


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


@pytest.mark.parametrize("format", ["html", "terminal"])
def test_short_lists_have_no_more(format: str) -> None:
    assert "more" not in _explained("a b\nc\n", "a c\nb\n", f"-n 2 --format {format}").replace(
        "more often", ""
    )


def test_what_ends_a_sentence_is_not_beyond_the_limit() -> None:
    lines = _lines("the cat sat.\nit slept .", "(the cat sat!)", "-n 1 -x")
    assert {"1  [the cat sat].", "2  it slept .", "1  ([the cat sat]!)"} <= {*lines}


def test_what_a_limit_cuts_off_is_beyond_it() -> None:
    lines = _lines("the cat sat. it slept.", "the cat sat.", "-n 1 -x -l 2")
    assert "1  [the cat]/ sat. it slept./" in lines


def test_a_run_goes_on_past_a_clipped_word() -> None:
    """Of b the peer has one, which the first sentence takes: a and c are a run of 2, which weighs 4."""
    lines = _lines("a b\nc\n", "b\na b d c\n", "-x -w 2")
    assert "1  [b]1" in lines
    assert "2  [a] (b) d [c]4" in lines
    assert "1  <a b>" in lines


def test_a_run_that_a_clipped_word_ends_is_lost() -> None:
    assert "2  [a] (b)" in _lines("a b\n", "b\na b\n", "-x -w 2")


def test_overlapping_matches_share_no_word() -> None:
    lines = _lines("a b c x c d e\n", "a b c d e\n", "-n 3 -x")[-40:]
    assert "1  [a b c]1 x [c d e]1" in lines
    assert "1  [a b c]1 [d e]1" in lines


def test_a_gram_across_the_end_of_a_sentence_has_a_place_in_each() -> None:
    assert _places("a b c", "a\nb c", "-n 3 -x", "a b c") == ["0:0-1 1:0-3", "0:0-5"]


def test_of_a_frequent_gram_twenty_places_are_known() -> None:
    in_model, in_peer = _places("a " * 25, "a " * 20, "-n 1 -x", "a")
    assert in_model == in_peer == " ".join(f"0:{2 * place}-{2 * place + 1}" for place in range(20))


def test_the_longest_common_subsequence_of_a_sentence_comes_first() -> None:
    assert any(line.startswith("1  2: b c (2); 1: a (1)") for line in _lines("a\nb c\n", "a b c\n", ""))
