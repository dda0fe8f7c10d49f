"""Literal reports for the tests of output formats."""

from __future__ import annotations

from functools import cache
from math import nan

from rouge_cli import (
    Comparison,
    Counts,
    Difference,
    Estimate,
    Evaluation,
    Options,
    Report,
    Result,
    Score,
    evaluate,
)

from .scoring import literal_result, report_of
from .texts import MODELS

NASTY = [
    *("", "plain-2", "=1+1", "+x", "-x", "@SUM(A1)", "＝1", "\t=1", '"q', "a,b;c", "'", "'="),
    *('& % $ # _ { } ~ ^ \\ < > | "', "[1ex] *y*", "*star", "|", "\\", "a--b---c ,, '' `q`", "%"),
    *("été Łódź ßæø", "ą đ 系统 😀 ελ", "\x1b[31m\r\n\t\0\x7f\x85\u2028\u202e", "\udcff"),
    *("**b** _i_ www.a.com http://a @user #1", "<script>alert(1)</script> &amp;"),
]
"""Names that mean something in one format or another."""

COMPARISON = Comparison(
    *("ROUGE-1", "a", "=b", 7),
    Difference(Estimate(0.1, 0.05, 0.15), 0.00001, 0.00002),
    Difference(Estimate(-0.5, -0.75, -0.25), 0.5, nan),
    Difference(Estimate(-0.012344, -0.03, 0.011), 0.0312, 0.0936),
)


def result(r: float, p: float, f: float, counts: Counts | None = None) -> Result:
    """Return a result with these figures, bounds a tenth below and above them, and one evaluation `e`."""
    estimates = (Estimate(value, value - 0.1, value + 0.1) for value in (r, p, f))
    return literal_result(estimates, [Score(r, p, f, counts or Counts(4, 3, 2), "e")])


def two(options: Options | None = None) -> Report:
    """Return a report of two systems by two measures."""
    systems = {
        "a": {"ROUGE-1": result(0.5, 0.25, 0.33333), "ROUGE-L": result(0.1, 0.2, 0.434567)},
        "b": {"ROUGE-1": result(0.4, 0.75, 0.33334), "ROUGE-L": result(0.1, 0.1, 0.4)},
    }
    return report_of(options or Options(max_ngram=1), systems, ("a note",))


@cache
def nasty_report() -> Report:
    """Return a report of systems and evaluations with nasty names."""
    peers = {name: "a cat sat " * (len(name) % 3 + 1) for name in NASTY}
    evaluations = [Evaluation.of_texts(id, peers, MODELS) for id in ("1", "=\n2")]
    return evaluate(evaluations, Options(max_ngram=1, resamples=10))
