"""Numbers as reports spell them: figures, counts, differences and p."""

from __future__ import annotations

from math import inf, nan

import pytest

from rouge_cli import Comparison, Counts, Difference, Estimate, Options, Score, render

from ..support.scoring import literal_result, report_of


def _report(value: float, options: Options, **more: object) -> list[str]:
    """Return the classic report of one score, all of whose figures and counts are this value."""
    score = Score(value, value, value, Counts(value, value, value), "1")
    result = literal_result([Estimate(value, value, value)] * 3, [score])
    return render(report_of(options, {"S": {"M": result}}), details=True, **more).splitlines()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.5, "0.50000"),
        (0.000005, "0.00001"),  # As C's printf rounds: the double is a little above.
        (12.0, "12.00000"),
        (inf, "    Inf"),  # With `-w 1e308`, say; `%7.5f` pads what is no number.
        (nan, "    NaN"),
    ],
)
def test_figures(value: float, shown: str) -> None:
    """An interval names its level as it was typed."""
    lines = _report(value, Options(confidence=95))
    assert lines[1] == f"S M Average_R: {shown} (95%-conf.int. {shown} - {shown})"
    assert lines[5] == f"S M Eval 1.S R:{shown} P:{shown} F:{shown}"


@pytest.mark.parametrize(
    ("count", "shown", "total"),
    [
        (7, "7", "7"),
        (7.0, "7", "7"),
        (7.5, "7.5", "7"),
        (7.9, "7.9", "7"),
        (2**53, "9007199254740992", "9007199254740992"),
        (2.0**53 - 1, "9007199254740991", "9007199254740991"),
        (2.0**53, "9.00719925474099e+15", "9007199254740992"),
        (2.0**63, "9.22337203685478e+18", "9223372036854775808"),
        (2.0**64, "1.84467440737096e+19", "1.84467440737096e+19"),
        (0.1 + 0.2, "0.3", "0"),
        (40.72771479528523, "40.7277147952852", "40"),
        (1e-5, "1e-05", "0"),
        (1.5e300, "1.5e+300", "1.5e+300"),
        (inf, "Inf", "Inf"),
        (nan, "NaN", "NaN"),
    ],
)
def test_counts(count: float, shown: str, total: str) -> None:
    """As Perl prints numbers, and in sums by `%d`."""
    lines = _report(count, Options(counting=2))
    assert lines[1] == f"S M M_count: {total} P_count: {total} H_count: {total}"
    assert lines[3] == f"S M Eval 1.S R:{shown} P:{shown} F:{shown}"


@pytest.mark.parametrize(
    ("p", "shown"),
    [(1.0, "1.0000"), (0.05, "0.0500"), (0.0001, "0.0001"), (0.00009, "9.0e-05"), (nan, "NaN")],
)
def test_p(p: float, shown: str) -> None:
    """Names break no line."""
    difference = Difference(Estimate(0.5, 0.25, 0.75), p, p)
    comparison = Comparison("M", "a\nb", "\x1b[31m", 7, difference, difference, difference)
    assert _report(0.5, Options(), comparisons=[comparison])[-1] == (
        "a\\nb M Difference_F to \\x1b[31m: 0.50000 (95%-conf.int. 0.25000 - 0.75000)"
        f" p={shown} corrected p={shown} evaluations=7"
    )
