"""`rouge-tools differ`, and protocols with tokens, stems, stop words and sentences of other languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

from ..support.commands import rouge_tools
from ..support.pairs import printed, write_pairs, write_rows
from ..support.tables import table

_TOO_LARGE = "These texts are too long to mark and list the matches here; the counts are exact."


def _text(folder: Path, *arguments: str) -> str:
    return printed(folder, "differ", *arguments)


def _words(text: str) -> str:
    """The text with single blanks, wherever its lines end; a `|` is a line end, too."""
    return " ".join(text.replace("|", " ").split())


@pytest.mark.parametrize(("models", "peer", "protocols", "parts"), table(__file__, "points"))
def test_the_points_in_which_protocols_part(
    tmp_path: Path, models: str | list[str], peer: str, protocols: tuple[str, str], parts: list[str]
) -> None:
    write_pairs(tmp_path, (models, peer))
    shown = _words(_text(tmp_path, *protocols))
    assert [part for part in parts if _words(part) not in shown] == []


@pytest.mark.parametrize("limits", [("", "-l 3"), ("-l 3", "")])
def test_matches_that_are_too_many_for_one_protocol_are_listed_for_none(
    limits: tuple[str, str], tmp_path: Path
) -> None:
    """800 words have 319,600 skip-bigrams; three words have three."""
    write_pairs(tmp_path, ("a b " * 400, "b a " * 400))
    shown = _words(_text(tmp_path, *(f"-n 0 -x -2 -1 {limit}" for limit in limits)))
    assert f"Matches with the model: A {_TOO_LARGE} B {_TOO_LARGE} " in shown
    assert "Matches with the model that" not in shown


@pytest.mark.parametrize(("words", "more"), [(12, ""), (13, " and 1 more")])
def test_ten_words_are_listed_at_most(words: int, more: str, tmp_path: Path) -> None:
    write_pairs(tmp_path, ("w0", " ".join(f"w{number}" for number in range(words))))
    listed = ", ".join(f"w{number}" for number in range(2, 12))
    assert f" A {listed}{more} B none " in _words(_text(tmp_path, "-n 1 -x", "-n 1 -x -l 2"))


def _three(folder: Path) -> None:
    write_pairs(
        folder, ("a b", "a b"), ("one day", "two days"), ("they go", "they went"), ("a", "a b c d e f")
    )


def test_the_evaluations_that_differ_most_come_first(tmp_path: Path) -> None:
    _three(tmp_path)
    shown = _text(tmp_path, "rouge-1.5.5 -m", "rouge-score -m")
    assert shown.startswith(table(__file__, "text"))


def test_the_length_of_the_list_and_the_evaluation_are_chosen(tmp_path: Path) -> None:
    _three(tmp_path)
    shown = _text(tmp_path, "rouge-1.5.5 -m", "rouge-score -m", "--eval", "2", "--most", "1")
    assert [line[:1] for line in shown.splitlines()[5:8]] == ["─", "3", ""]
    assert "\nEvaluation 2, system S, ROUGE-1 × 100: 0.00 or 50.00\n" in shown
    assert "\nA: rouge-1.5.5 -m\nEvaluation 2\n" in shown
    assert "S       rouge1    50.00      50.00  50.00\n" in shown


def test_protocols_may_be_flags_alone_and_options_may_come_first(tmp_path: Path) -> None:
    _three(tmp_path)
    shown = _text(tmp_path, "-m", "--profile rouge-score -m")
    assert shown.startswith("A: rouge-1.5.5 -m, B: rouge-score -m\n")
    assert _text(tmp_path, "--most", "10", "rouge-1.5.5 -m", "rouge-score -m") == shown


def test_equal_figures_are_said_to_be_the_same(tmp_path: Path) -> None:
    _three(tmp_path)
    assert _text(tmp_path, "evaluate -m", "rouge-score -m") == (
        "A: evaluate -m, B: rouge-score -m\n"
        "ROUGE-1, ROUGE-2, ROUGE-L in 4 evaluations: all figures are the same.\n"
    )


def test_the_page_shows_the_list_the_points_and_both_explanations(tmp_path: Path) -> None:
    _three(tmp_path)
    assert _text(tmp_path, "rouge-1.5.5 -m", "rouge-score -m", "-o", "page.html") == ""
    document = html.fromstring((tmp_path / "page.html").read_text("utf-8"))
    assert [title.text_content() for title in document.iter("h1", "h2", "h3")] == [
        "A: rouge-1.5.5 -m, B: rouge-score -m",
        "Evaluation 3, system S, ROUGE-2 × 100: 100.00 or 0.00",
        "A: rouge-1.5.5 -m",
        "ROUGE-2 Recall 100.00 · Precision 100.00 · F 100.00",
        "B: rouge-score -m",
        "rouge2 Recall 0.00 · Precision 0.00 · F 0.00",
    ]
    listed, points = list(document.iter("table"))[:2]
    assert [row.text_content() for row in listed.iter("tr")][1] == "3SROUGE-2100.000.00−100.00"
    assert "Stems of the peerthey → thei, went → gothey → they, went → went" in [
        row.text_content() for row in points.iter("tr")
    ]
    assert [mark.text_content() for mark in document.iter("mark")] == ["word", "they went", "they go"]


def test_words_find_their_direction_in_pages(tmp_path: Path) -> None:
    write_rows(tmp_path, {"models": "مرحبا", "peer": "مرحبا بالعالم", "id": "ab", "system": "نظام"})
    page = printed(tmp_path, "differ", "--language ar -n 1", "-n 1", "--format", "html")
    assert '<td class="words" dir="auto">مرحبا, بالعالم</td>' in page
    assert "<h2>Evaluation <bdi>ab</bdi>, system <bdi>نظام</bdi>, ROUGE-1 × 100: 66.67 or 0.00</h2>" in page
    assert '<th scope="row" dir="auto">مرحب</th>' in page
    assert '<div dir="auto">1: مرحبا (1)</div>' in printed(tmp_path, "explain", "--language", "ar")


@pytest.mark.parametrize(
    "flags", [["--papers"], ["--format", "csv"], ["--format", "latex"], ["--format", "markdown"]]
)
def test_protocols_that_are_left_out_get_a_note(tmp_path: Path, flags: list[str]) -> None:
    write_pairs(tmp_path, ("a", "b"))
    arguments = [*flags, "--only", "--protocol", "--tokenizer gone:words"]
    output = rouge_tools(["protocols", *arguments, "--jsonl", "pairs.jsonl"], tmp_path)
    assert output.stderr.decode().startswith(
        "note: left out: rouge-1.5.5 --tokenizer gone:words (the module gone cannot be imported"
    )
    assert output.status == 0
