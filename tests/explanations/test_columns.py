"""Texts side by side: what a terminal shows stays in its column."""

from __future__ import annotations

import click
import pytest

from rouge_cli.explanations.terminal_text import Column, side_by_side


def _lines(*texts: str, width: int, indent: int = 0) -> list[str]:
    return list(side_by_side([Column(["T"], [text], indent) for text in texts], width))


def test_texts_are_wrapped_at_blanks() -> None:
    assert _lines("one two three four five six", "seven", width=51) == [
        "T                        │ T",
        "one two three four five  │ seven",
        "six                      │",
    ]


def test_wide_characters_take_two_columns_and_combining_ones_none() -> None:
    """Twelve characters of two columns fill 24; e with an accent that combines is one column."""
    first = "東京の橋が閉鎖された今日は"
    assert _lines(first, "e\u0301" * 3, width=51) == [
        "T                        │ T",
        "東京の橋が閉鎖された今日 │ e\u0301e\u0301e\u0301",
        "は                       │",
    ]
    assert {*_lines("東" * 600, width=25)[1:]} == {"東" * 12}


@pytest.mark.slow
def test_words_of_many_lines_fill_them() -> None:
    """Measured anew for each line, the word of a million letters would take an hour."""
    lines = _lines("x" * 1_000_000 + " y", width=26, indent=2)
    assert (lines[1], lines[2], lines[-1]) == ("x" * 24, "  " + "x" * 24, "  " + "x" * 16 + " y")
    assert sum(line.count("x") for line in lines) == 1_000_000


def test_further_lines_are_indented_and_styles_go_on() -> None:
    """Each line ends its style, so that the next column does not have it."""
    text = click.style("one two three four five six", fg="green")
    lines = _lines(text, "x", width=51, indent=2)
    assert [click.unstyle(line) for line in lines] == [
        "T                        │ T",
        "one two three four five  │ x",
        "  six                    │",
    ]
    assert lines[1].startswith("\x1b[32mone two three four five\x1b[0m ")
    assert lines[2].startswith("\x1b[32m  six\x1b[0m ")


def test_headings_of_several_lines_leave_the_texts_level() -> None:
    columns = [Column(["A", "folder/file"], ["x"]), Column(["B"], ["y"])]
    assert list(side_by_side(columns, 51)) == [
        "A                        │ B",
        "folder/file              │",
        "x                        │ y",
    ]


def test_where_there_is_no_room_they_stand_below_one_another() -> None:
    assert _lines("one two three", "four", width=50) == ["T", "one two three", "T", "four"]
    assert _lines("one two three", width=7) == ["T", "one two", "three"]
