"""Texts side by side, and the worst evaluations beside their nearest models, on a terminal."""

from __future__ import annotations

import click
import pytest

from rouge_cli import Evaluation, Options, evaluate
from rouge_cli.explanations.explanation import explain
from rouge_cli.explanations.phrases import Ranking
from rouge_cli.explanations.terminal_text import Column, ranking_listing, side_by_side
from rouge_cli.scoring.results import worst_and_ties

_OPTIONS = Options(max_ngram=1, rouge_l=False, resamples=1)
_TEXTS = {"mine": "a b", "other": "a b c d"}


def _ranking(
    *models: str, against: str | None = None, options: Options = _OPTIONS, count: int = 1
) -> Ranking:
    evaluations = [Evaluation.of_texts("1", _TEXTS, models), Evaluation.of_texts("2", {"mine": ""}, ["e"])]
    found, _ = worst_and_ties(
        evaluate(evaluations, options), count, "ROUGE-1", systems="mine", against=against
    )
    explained = {}
    for one in evaluations:
        systems = [system for system in ("mine", against) if system in one.peers]
        explained[one.id] = explain(one, options, systems)
    return Ranking("ROUGE-1", "F", against, [(one, explained[one.evaluation]) for one in found])


def _text(ranking: Ranking, width: int = 120) -> list[str]:
    return [line.removesuffix("\n") for line in ranking_listing(ranking, width, colour=False)]


def test_a_loss_stands_beside_the_other_system_and_the_model() -> None:
    assert _text(_ranking("a b c e", against="other"), 110) == [
        "The greatest losses of F by ROUGE-1 against other",
        "models pooled; α = 0.5",
        "",
        "    Evaluation  System        F  F of other  Difference",
        "──  ──────────  ──────  ───────  ──────────  ──────────",
        " 1  1           mine    0.66667     0.75000    −0.08333",
        "",
        "1. Evaluation 1, system mine",
        "mine: R:0.50000 P:1.00000 F:0.66667; 2 hits, unigrams of the model: 4, of the peer: 2",
        "other: R:0.75000 P:0.75000 F:0.75000; 3 hits, unigrams of the model: 4, of the peer: 4",
        "  [word] counts as matched",
        "",
        "System mine                        │ System other                       │ Model",
        "text in memory                     │ text in memory                     │ text in memory",
        "   1  [a b]                        │    1  [a b c] d                    │    1  [a b] c e",
    ]


@pytest.mark.parametrize(
    ("models", "options", "which"),
    [
        (("a b",), _OPTIONS, "Model"),
        (("x", "a b"), _OPTIONS, "Model 2 of 2, the nearest"),
        (("", "a x", "a b", "a b"), _OPTIONS, "Model 3 of 4, the nearest"),
        (("b a", "a x"), Options(max_ngram=1, rouge_l=False, best_model=True), "Model 1 of 2, the nearest"),
    ],
)
def test_the_nearest_model_has_the_highest_recall(
    models: tuple[str, ...], options: Options, which: str
) -> None:
    ranking = _ranking(*models, options=options, count=2)
    headings = [line for line in _text(ranking) if line.startswith("System")]
    assert headings[-1].split(" │ ")[1] == which


def test_an_empty_summary_is_called_empty() -> None:
    lines = _text(_ranking("a b", count=2))
    assert lines[lines.index("1. Evaluation 2, system mine") + 1] == (
        "mine: R:0.00000 P:0.00000 F:0.00000; 0 hits, unigrams of the model: 1, of the peer: 0"
    )
    assert [line.split(" │ ")[0].rstrip() for line in lines].count("(empty)") == 1


@pytest.mark.parametrize(
    ("against", "head"), [(None, "The lowest F by"), ("x", "The greatest losses of F by")]
)
def test_a_ranking_of_nothing(against: str | None, head: str) -> None:
    suffix = " against x" if against else ""
    assert _text(Ranking("ROUGE-1", "F", against, [])) == [f"{head} ROUGE-1{suffix}", "There are none."]


def test_headings_are_bold_and_names_of_texts_dim() -> None:
    text = "".join(ranking_listing(_ranking("a b c e"), 120, colour=True))
    bold, dim, end = "\x1b[1m", "\x1b[2m", "\x1b[0m"
    for part in (
        f"{bold}The lowest F by ROUGE-1{end}\n",
        f"{bold}System mine{end}",
        f"{bold}Model",
        f"{dim}text in memory{end}",
        f"{bold}\x1b[4m1. Evaluation 2, system mine{end}\n",
    ):
        assert part in text
    assert click.unstyle(text) == "".join(ranking_listing(_ranking("a b c e"), 120, colour=False))


def _lines(*texts: str, width: int) -> list[str]:
    return list(side_by_side([Column(["T"], [text]) for text in texts], width))


def test_texts_are_wrapped_at_blanks() -> None:
    assert _lines("one two three four five six", "seven", width=51) == [
        "T                        │ T",
        "one two three four five  │ seven",
        "      six                │",
    ]


def test_wide_characters_take_two_columns_and_combining_ones_none() -> None:
    """Twelve characters of two columns fill 24; हिन्दी has four columns, and e with an accent has one."""
    first = "東京の橋が閉鎖された今日हिन्दी"
    assert _lines(first, "e\u0301" * 3, width=51) == [
        "T                        │ T",
        "東京の橋が閉鎖された今日 │ e\u0301e\u0301e\u0301",
        "      हिन्दी               │",
    ]


def test_words_of_many_lines_fill_them() -> None:
    """If the rest of the word were measured again for each line, this would take minutes."""
    lines = _lines("東" * 50_005 + " y", width=26)
    assert (lines[1], lines[2], lines[-1]) == ("東" * 10, "      " + "東" * 10, "      " + "東" * 5 + " y")
    assert sum(line.count("東") for line in lines) == 50_005


def test_further_lines_are_indented_and_styles_go_on() -> None:
    """Each line ends its style, so that the next column does not have it."""
    text = click.style("one two three four five six", fg="green")
    lines = _lines(text, "x", width=51)
    assert [click.unstyle(line) for line in lines] == [
        "T                        │ T",
        "one two three four five  │ x",
        "      six                │",
    ]
    assert lines[1].startswith("\x1b[32mone two three four five\x1b[0m ")
    assert lines[2].startswith("\x1b[32m      six\x1b[0m ")


def test_headings_of_several_lines_leave_the_texts_level() -> None:
    columns = [Column(["A", "folder/file"], ["x"]), Column(["B"], ["y"])]
    assert list(side_by_side(columns, 51)) == [
        "A                        │ B",
        "folder/file              │",
        "x                        │ y",
    ]


def test_where_there_is_no_room_they_stand_below_one_another() -> None:
    assert _lines("one two three", "four", width=50) == ["T", "one two three", "T", "four"]
    assert _lines("one two three", width=12) == ["T", "one two", "      three"]
