"""Tables at a prompt and in notebooks: their content, their limited size, and odd names and figures."""

from __future__ import annotations

import re
from math import inf, nan
from typing import Any

import pytest
from lxml import etree

from rouge_cli import (
    Comparison,
    Comparisons,
    Counts,
    Difference,
    Estimate,
    Evaluation,
    Options,
    Report,
    Result,
    Score,
    Scorer,
    Scores,
    evaluate,
    score,
)

from ..support.scoring import literal_scores, report_of

NASTY = [
    *("<script>alert(1)</script>", "&amp; \"'", "\x1b[31m\r\n\t\0", "\u202ereversed", "\udcff"),
    *("", "é今😀", "a" * 999),
]
_MOST_LINES = 20


def _result(average: float, low: float, high: float) -> Result:
    """Return a result of one evaluation with these estimates of F."""
    zero = Estimate(0, 0, 0)
    scores = literal_scores([Score(0.5, 0.5, 0.5, Counts(2, 2, 1), "1")])
    return Result(zero, zero, Estimate(average, low, high), scores, Counts(2, 2, 1))


def _report(systems: dict[str, dict[str, Result]], notes: tuple[str, ...] = ()) -> Report:
    return report_of(Options(), systems, notes)


_TWO = _report(
    {
        "a": {"ROUGE-1": _result(0.5, 0.25, 0.75), "ROUGE-L": _result(0.123456, 0.1, 0.2)},
        "lead": {"ROUGE-1": _result(nan, -inf, inf), "ROUGE-L": _result(1, 1, 1)},
    },
    ("a note",),
)


def _cells(html: str) -> list[list[str]]:
    """Return the text of each row of the first table."""
    table = next(etree.fromstring(html).iter("table"))
    return [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]


def test_a_report_is_the_same_table_at_a_prompt_and_in_a_notebook() -> None:
    """The best figure of each measure is marked or bold; systems stand by score."""
    assert repr(_TWO) == (
        "Report of 2 systems: F × 100, with 95% confidence intervals; the best of each measure marked ›\n"
        "System                ROUGE-1                   ROUGE-L\n"
        "──────  ─────────────────────  ────────────────────────\n"
        "a       ›50.00 [25.00, 75.00]    12.35   [10.00, 20.00]\n"
        "lead                        –  ›100.00 [100.00, 100.00]\n"
        "1 note on the input: see `notes`"
    )
    html = _TWO._repr_html_()
    assert _cells(html) == [
        ["System", "ROUGE-1", "ROUGE-L"],
        ["a", "50.00 [25.00, 75.00]", "12.35 [10.00, 20.00]"],
        ["lead", "–", "100.00 [100.00, 100.00]"],
    ]
    assert '<td style="text-align: right"><b>100.00</b> [100.00, 100.00]</td>' in html
    assert '<td style="text-align: left"><bdi>lead</bdi></td>' in html
    assert html.count(': left"><bdi>') == html.count(": left") == html.count("<bdi>") == 3
    assert "1 note on the input" in html
    assert "<style" not in html


def test_what_is_left_out_is_counted() -> None:
    results = {f"ROUGE-{n}": _result(0.5, 0.5, 0.5) for n in range(1, 11)}
    one = {"ROUGE-1": _result(1, 1, 1)}
    few = _report(dict.fromkeys(map(str, range(14)), one))._replace(absent=("a system without summaries",))
    assert repr(few).endswith("\n… and 1 more system")
    lines = repr(_report({f"system {number}": results for number in range(26)}, ("one", "two"))).splitlines()
    assert len(lines) == _MOST_LINES
    assert lines[1].split() == ["System", "ROUGE-1", "ROUGE-2", "ROUGE-3"]
    assert lines[-4].startswith("system 13 ")
    assert lines[-3:] == [
        "… and 7 more measures",
        "… and 12 more systems",
        "2 notes on the input: see `notes`",
    ]
    html = _report({f"system {number}": results for number in range(1031)})._repr_html_()
    rows = _cells(html)
    assert (len(rows), len(rows[0])) == (31, 9)
    assert "<p>… and 1,001 more systems</p>" in html
    assert "<p>… and 2 more measures</p>" in html


def test_a_report_of_nothing_prints_too() -> None:
    """Systems without an evaluation or a measure have a dash."""
    no_score = Result(*[Estimate(0, 0, 0)] * 3, literal_scores([]), Counts(0, 0, 0))
    lines = repr(_report({"a": {"ROUGE-1": no_score}, "b": {}})).splitlines()
    assert lines[3:] == ["a             –", "b             –"]
    nothing, empty = _report({}), _report({"a": {}})
    assert repr(nothing) == "Report of 0 systems: F × 100, with 95% confidence intervals"
    assert repr(empty).splitlines()[1:] == ["System", "──────", "a"]
    assert [_cells(one._repr_html_())[0] for one in (nothing, empty)] == [["System"]] * 2


def test_a_pair_is_a_table_in_a_notebook() -> None:
    scores = score("a b", "a c")
    assert isinstance(scores, dict)
    assert _cells(scores._repr_html_()) == [  # type: ignore[attr-defined]
        ["measure", "recall", "precision", "f"],
        *(["ROUGE-1", *["50.00"] * 3], ["ROUGE-2", *["0.00"] * 3], ["ROUGE-L", *["50.00"] * 3]),
    ]


def _scores(count: int, measures: int = 1) -> Scores:
    scorer = Scorer(Options(max_ngram=measures, rouge_l=False))
    return scorer.score_batch(["a b"] * count, ["a b", *["a c"] * (count - 1)][:count])


def test_scores_print_their_means() -> None:
    assert repr(_scores(4, 2)) == (
        "Scores of 4 pairs: means × 100\n"
        "measure  recall  precision      f\n"
        "───────  ──────  ─────────  ─────\n"
        "ROUGE-1   62.50      62.50  62.50\n"
        "ROUGE-2   25.00      25.00  25.00"
    )
    assert repr(_scores(1)).startswith("Scores of 1 pair: means × 100\n")
    assert repr(_scores(0)).splitlines()[-1] == "ROUGE-1    0.00       0.00  0.00"
    assert repr(Scorer(Options(rouge_l=False)).score_batch(["a"], ["a"])) == "Scores of 1 pair: means × 100"
    lines = repr(_scores(2, 40)).splitlines()
    assert (len(lines), lines[-1]) == (18, "… and 26 more measures")


def test_a_notebook_shows_the_first_scores_below_their_means() -> None:
    html = _scores(1034, 10)._repr_html_()
    rows = _cells(html)
    assert rows[0] == ["evaluation", *(f"ROUGE-{n}" for n in range(1, 9))]
    assert rows[1][:3] == ["mean", "50.05", "0.10"]
    assert rows[2][:3] == ["1", "100.00", "100.00"]
    assert rows[31][:3] == ["30", "50.00", "0.00"]
    assert len(rows) == 32
    assert "<p>… and 1,004 more pairs</p>" in html
    assert "<p>… and 2 more measures</p>" in html


def test_a_column_of_scores() -> None:
    scores = _scores(40)["ROUGE-1"]
    mean = "mean recall 0.5125, precision 0.5125, f 0.5125"
    assert repr(scores) == f"<MeasureScores of 40 evaluations: {mean}>"
    rows = _cells(scores._repr_html_())
    assert rows[:3] == [
        ["evaluation", "recall", "precision", "f"],
        ["mean", "51.25", "51.25", "51.25"],
        ["1", "100.00", "100.00", "100.00"],
    ]
    assert len(rows) == 32
    assert "<p>… and 10 more evaluations</p>" in scores._repr_html_()


def _comparison(system: str, f: float, p: float) -> Comparison:
    difference = Difference(Estimate(f, f - 0.1, f + 0.1), p, 2 * p)
    return Comparison("ROUGE-1", system, "=b", 1234, difference, difference, difference)


def test_comparisons_print_as_a_table() -> None:
    comparisons = Comparisons([_comparison("a", 0.25, 0.025), _comparison("lead", -0.5, nan)])
    assert repr(comparisons) == (
        "2 comparisons: difference of F × 100 [confidence interval]\n"
        "system  baseline  measure               difference       p  corrected p  evaluations\n"
        "──────  ────────  ───────  ───────────────────────  ──────  ───────────  ───────────\n"
        "a       =b        ROUGE-1  +25.00 [+15.00, +35.00]  0.0250       0.0500        1,234\n"
        "lead    =b        ROUGE-1  −50.00 [−60.00, −40.00]       –            –        1,234"
    )
    cells = ["a", "=b", "ROUGE-1", "+25.00 [+15.00, +35.00]", "0.0250", "0.0500", "1,234"]
    html = comparisons._repr_html_()
    assert _cells(html)[1] == cells
    assert html.count("<b>") == html.count("<b>+25.00 [+15.00, +35.00]</b>") == 1  # Of p = 0.05 and NaN.
    assert "; significant differences in bold</caption>" in html
    assert repr(Comparisons()) == "0 comparisons: difference of F × 100 [confidence interval]"
    assert repr(comparisons[0]) == (
        "<Comparison by ROUGE-1 of 'a' with '=b': f 0.2500 [0.1500, 0.3500], p 0.0250,"
        " corrected p 0.0500; 1,234 evaluations>"
    )
    many = Comparisons([_comparison("a", 0.25, 0.5)] * 2000)
    lines = repr(many).splitlines()
    assert (len(lines), lines[-1]) == (18, "… and 1,986 more comparisons")
    assert len(_cells(many._repr_html_())) == 31


@pytest.mark.parametrize("place", range(4))
def test_hostile_names_are_escaped(place: int) -> None:
    peers = dict.fromkeys(NASTY, "a cat")
    report = evaluate([Evaluation.of_texts(id, peers, ["a cat sat"]) for id in NASTY], Options(resamples=2))
    scores = Scorer().score_batch(["a"] * len(NASTY), ["a b"] * len(NASTY), ids=NASTY)
    shown: Any = [report, report.compare(), scores, scores["ROUGE-1"]][place]
    html = shown._repr_html_()
    rows = _cells(html)  # It is well-formed.
    assert "<script" not in html
    assert html.replace("\n", "").isprintable()
    if place != 1:
        names = {"<script>ale…1)</script>", "aaaaaaaaaaa…aaaaaaaaaaa", r"\x1b[31m\r\n\t\x00"}
        assert names <= {row[0] for row in rows}
    assert max(map(len, (cell for row in rows for cell in row))) <= 40
    text = repr(shown)
    assert text.replace("\n", "").isprintable()
    assert len(text.splitlines()) <= _MOST_LINES
    assert max(map(len, text.splitlines())) < 130


@pytest.mark.parametrize("value", [nan, inf, -inf, 1e300, -1e-300])
def test_odd_figures_are_shown(value: float) -> None:
    scores = literal_scores([Score(value, value, value, Counts(value, value, 0), "x")] * 3)
    report = _report({"a": {"ROUGE-1": _result(value, value, value)}})
    for shown in (scores, report):
        assert max(len(cell) for row in _cells(shown._repr_html_()) for cell in row) < 60
    assert re.match(r"<MeasureScores of 3 evaluations: mean recall \S+, precision \S+, f \S+>$", repr(scores))
    assert repr(report).startswith("Report of 1 system")
