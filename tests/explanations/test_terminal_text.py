"""Explanations and the worst evaluations on a terminal: wrapped, side by side, marked and coloured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
import wcwidth

from rouge_cli import Evaluation, Options
from rouge_cli.explanations.explanation import explain
from rouge_cli.explanations.terminal_text import listing, side_by_side

from ..support.commands import rouge_tools
from ..support.explained import explained, listed
from ..support.tables import table
from ..support.texts import MODELS, PEER


def _worst(folder: Path, models: list[str], *flags: str, columns: str = "120") -> list[str]:
    peers = {"mine": "a b", "other": "a b c d"}
    rows: list[dict[str, Any]] = [
        {"id": "1", "system": id, "peer": peer, "models": models} for id, peer in peers.items()
    ]
    rows.append({"id": "2", "system": "mine", "peer": "", "models": ["e"]})
    (folder / "j").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", columns)
        output = rouge_tools(["worst", "-n", "1", "-x", "--jsonl", "j", *flags], folder)
    assert output.status == 0
    return output.stdout.decode().splitlines()


@pytest.mark.parametrize(
    ("models", "flags", "which"),
    [
        (["a b"], [], "Model"),
        (["a b x y z", "a"], [], "Model 2 of 2, the nearest"),
        (["", "a x", "a b", "a b"], [], "Model 3 of 4, the nearest"),
        (["b a", "a x"], ["-f", "B"], "Model 1 of 2, the nearest"),
    ],
)
def test_the_nearest_model_has_the_highest_recall(
    models: list[str], flags: list[str], which: str, tmp_path: Path
) -> None:
    lines = _worst(tmp_path, models, *flags, "--system", "mine")
    headings = [line for line in lines if line.startswith("System")]
    assert headings[-1].split(" │ ")[1] == which


def test_an_empty_summary_is_called_empty(tmp_path: Path) -> None:
    lines = _worst(tmp_path, ["a b"], "--system", "mine")
    assert lines[lines.index("1. Evaluation 2, system mine") + 1] == (
        "mine: R:0.00 P:0.00 F:0.00; 0 hits, unigrams of the model: 1, of the peer: 0"
    )
    assert [line.split(" │ ")[0].rstrip() for line in lines].count("(empty)") == 1


def test_a_ranking_of_nothing(tmp_path: Path) -> None:
    assert _worst(tmp_path, ["a b c d"], "--against", "mine", "--system", "other") == [
        *("The greatest losses of F by ROUGE-1 against mine", "There are none.")
    ]


@pytest.mark.parametrize("columns", [40, 80])
def test_no_line_is_wider_than_the_terminal(columns: int, tmp_path: Path) -> None:
    """Long names of files, long words and East Asian text are wrapped, too."""
    options = Options(max_ngram=2, weight=1.2, skip_gap=4, stem=True, jackknife=True)
    models = [f"{MODELS[0]} {'word' * 50} 東京の橋が閉鎖された今日は雨です。" * 3, MODELS[1]]
    explanation = explain(Evaluation.of_texts("1", {"S": PEER * 3}, models), options)
    lines = listing(explanation, columns, colour=False).splitlines()
    assert max(map(wcwidth.width, lines)) <= columns
    if columns == 80:
        assert max(map(wcwidth.width, lines)) == columns
        assert all(len(line) <= 80 for line in _worst(tmp_path, models, columns="80"))


def test_matched_missed_and_extra_grams_stand_side_by_side() -> None:
    """Numbers follow where both texts have a gram, but not equally often."""
    lines = listed(explained("a b b d", "a b c", max_ngram=1, rouge_l=False))
    start = lines.index("Matched: 2 unigrams      │ Missed: 1 unigram        │ Extra: 2 unigrams")
    assert lines[start + 5 :] == [
        " 1  a                    │  1  c                    │  1  b (model 1, peer 2)",
        " 1  b (model 1, peer 2)  │                          │  1  d",
    ]


def test_figures_stand_in_a_table_above_the_choices() -> None:
    assert listed(explained(PEER, *MODELS, stem=True))[:7] == [
        "Evaluation 1",
        "",
        "System  Measure  Recall  Precision      F",
        "──────  ───────  ──────  ─────────  ─────",
        "S       ROUGE-L   55.56      71.43  62.50",
        "",
        "Figures × 100; words stemmed; models pooled; α = 0.5.",
    ]


def test_marks_and_titles_have_colours() -> None:
    choices = Options(rouge_l=False, skip_gap=0, remove_stop_words=True)
    evaluation = Evaluation.of_texts("1", {"S": "the cat slept"}, ["cat cat slept dog"])
    text = listing(explain(evaluation, choices), colour=True)
    bold, end = "\x1b[1m", "\x1b[0m"
    for part in (
        f"{bold}Evaluation 1{end}\n",
        f"{bold}\x1b[4mSystem S, ROUGE-S0{end}\n",
        f"Recall    {bold}",
        f"{bold}Model: ",
        f"{bold}Peer{end}",
        f"\x1b[2mtext in memory{end}",
        f"{bold}Matched{end}: ",
        "\x1b[2m-the-\x1b[0m",
        f"\x1b[32m{bold}[",
        f"\x1b[36m{bold}<slept>{end}",
    ):
        assert part in text
    assert click.unstyle(text) == evaluation.explain(choices).text


def _lines(*texts: str, width: int) -> list[str]:
    return list(side_by_side([(["T"], [text]) for text in texts], width, 24))


@pytest.mark.parametrize(("texts", "width", "lines"), table(__file__, "columns"))
def test_texts_stand_side_by_side_where_there_is_room(texts: list[str], width: int, lines: str) -> None:
    assert _lines(*texts, width=width) == lines.splitlines()


def test_words_of_many_lines_fill_them() -> None:
    """If the rest of the word were measured again for each line, this would take minutes."""
    lines = _lines("東" * 50_005 + " y", width=24)
    assert (lines[1], lines[2], lines[-1]) == ("東" * 10, "    " + "東" * 10, "    " + "東" * 5 + " y")
    assert sum(line.count("東") for line in lines) == 50_005


def test_further_lines_are_indented_and_styles_go_on() -> None:
    """Each line ends its style, so that the next column does not have it."""
    text = click.style("one two three four five six", fg="green")
    lines = _lines(text, "x", width=51)
    assert [click.unstyle(line) for line in lines] == [
        "T                        │ T",
        "one two three four five  │ x",
        "    six                  │",
    ]
    assert lines[1].startswith("\x1b[32mone two three four five\x1b[0m ")
    assert lines[2].startswith("\x1b[32m    six\x1b[0m ")


def test_headings_of_several_lines_leave_the_texts_level() -> None:
    assert list(side_by_side([(["A", "folder/file"], ["x"]), (["B"], ["y"])], 63)) == [
        "A                              │ B",
        "folder/file                    │",
        "x                              │ y",
    ]
