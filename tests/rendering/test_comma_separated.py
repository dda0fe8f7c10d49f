"""Comma- and tab-separated values."""

from __future__ import annotations

import csv
from io import StringIO
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import Options, render

from ..support.reports import COMPARISON, NASTY, nasty_report, result, two
from ..support.scoring import report_of

_COLUMNS = "system,measure,statistic,value,low,high,evaluations,baseline,p,p_corrected"


def _rows(text: str, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True))


def test_csv() -> None:
    report = report_of(Options(), {"-x": {"ROUGE-L": result(0.5, 0.25, 0.7654321)}})
    assert render(report, "csv", comparisons=[COMPARISON]).split("\n") == [
        _COLUMNS,
        "'-x,ROUGE-L,R,0.5,0.4,0.6,1,,,",
        "'-x,ROUGE-L,P,0.25,0.15,0.35,1,,,",
        "'-x,ROUGE-L,F,0.7654321,0.6654321,0.8654320999999999,1,,,",
        "a,ROUGE-1,difference_R,0.1,0.05,0.15,7,'=b,1e-05,2e-05",
        "a,ROUGE-1,difference_P,-0.5,-0.75,-0.25,7,'=b,0.5,nan",
        "a,ROUGE-1,difference_F,-0.012344,-0.03,0.011,7,'=b,0.0312,0.0936",
        "",
    ]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("plain-2.0", "plain-2.0"),
        ("it's", "it's"),
        # Spreadsheets take the wide characters for the narrow ones.
        *((f"{first}1", f"'{first}1") for first in "=+-@＝＋－＠"),
        ("'=1", "''=1"),
        ("'", "''"),
        ("a\x1b", r"a\x1b"),
        (r"a\x1b", r"a\\x1b"),
        (r"a\\x1b", r"a\\\\x1b"),
        ("a\n", r"a\n"),
        ("a\\\n", r"a\\\n"),
        ("\udcff", r"\udcff"),
        (r"\udcff", r"\\udcff"),
    ],
)
def test_names_that_are_escaped_stay_different(name: str, written: str) -> None:
    comparison = COMPARISON._replace(system=name, baseline=name)
    report = report_of(Options(), {name: {"ROUGE-L": result(0.5, 0.25, 0.3)}})
    rows = _rows(render(report, "csv", comparisons=[comparison]))[1:]
    assert [(row[0], row[7]) for row in rows] == [(written, "")] * 3 + [(written, written)] * 3


def test_pooled_counts_in_csv() -> None:
    report = two(Options(max_ngram=1, counting=2))
    assert render(report, "csv").split("\n")[:4] == [
        _COLUMNS,
        "a,ROUGE-1,model_count,4,,,1,,,",
        "a,ROUGE-1,peer_count,3,,,1,,,",
        "a,ROUGE-1,hit_count,2,,,1,,,",
    ]


def test_tsv_has_the_rows_of_csv() -> None:
    nasty = nasty_report()
    comparisons = [COMPARISON]
    by_commas = _rows(render(nasty, "csv", comparisons=comparisons))
    by_tabs = _rows(render(nasty, "tsv", comparisons=comparisons), "\t")
    assert by_tabs == by_commas
    assert len(by_tabs) == 1 + 3 * 2 * len(NASTY) + 3


@given(st.lists(st.text(), min_size=1, max_size=4, unique=True))
@settings(max_examples=50)
def test_whatever_the_names_a_row_is_a_line_and_no_formula(names: list[str]) -> None:
    systems = {name: {"ROUGE-1": result(0.5, 0.25, 0.3)} for name in names}
    report = report_of(Options(max_ngram=1), systems)
    for format, separator in (("csv", ","), ("tsv", "\t")):
        text = render(report, format)
        lines = text.split("\n")
        assert len(lines) == 1 + 3 * len(names) + 1
        assert len({row[0] for row in _rows(text, separator)[1:]}) == len(names)
        for line in lines[1:-1]:
            assert line.replace("\t", "").isprintable()
            (row,) = _rows(line, separator)
            assert len(row) == 10
            assert not row[0].startswith(tuple("=+-@\t\r＝＋－＠"))
        if format == "tsv":
            assert {line.count("\t") for line in lines[:-1]} == {9}


def test_not_a_number_in_csv() -> None:
    report = report_of(Options(), {"S": {"ROUGE-L": result(nan, inf, -inf)}})
    assert [row[3] for row in _rows(render(report, "csv"))[1:]] == ["nan", "inf", "-inf"]
