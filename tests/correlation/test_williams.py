"""Williams' test and the critical value of Pearson's coefficient."""

from __future__ import annotations

from math import isnan
from typing import Any

import pytest

from rouge_cli.correlation.correlate import correlate
from rouge_cli.correlation.inference import critical_pearson, williams
from rouge_cli.correlation.outcomes import LEVELS

from .support import METRICS, cells, close, correlated, expected

_GIVEN = {
    "r12 .8 r13 .6 r23 .5 n 10": (0.8, 0.6, 0.5, 10),
    "r12 .6 r13 .8 r23 .5 n 10": (0.6, 0.8, 0.5, 10),
    "equal": (0.5, 0.5, 0.3, 10),
    "n 3: undefined": (0.5, 0.4, 0.3, 3),
    "negative r23 .3 .2 -.4 n 10": (0.3, 0.2, -0.4, 10),
    "identical metrics r23 1": (0.7, 0.7, 1.0, 10),
}


@pytest.mark.parametrize("case", _GIVEN)
def test_given_correlations(case: str) -> None:
    t, greater = expected("edge-cases.json")["williams_t_and_p_greater"][case]
    found = williams(*_GIVEN[case])
    assert close(found[0], t)
    assert close(found[2], None if greater is None else 2 * min(greater, 1 - greater))


def test_opposite_measures_have_no_t() -> None:
    assert isnan(williams(0.3, 0.2, -1.0, 10)[0])
    assert williams(0.3, -0.3, -0.9, 10)[0] > 0


@pytest.mark.parametrize("scale", [1e-4, 1e-5, 1e-6, 1e-7])
def test_a_t_of_rounding_alone_has_no_p(scale: float) -> None:
    """Compare a measure with itself and a little of the human scores, so that the three lie in a plane."""
    human = cells("scores.csv", ("human",))
    plain = cells("scores.csv", METRICS[:1])
    other = [
        one._replace(name="other", value=one.value + scale * judged.value)
        for one, judged in zip(plain, human, strict=True)
    ]
    choices: Any = {"interval": "none", "compare": True, "test": "williams"}
    found = correlate([*plain, *other], human, levels=("system", "global"), coefficients="pearson", **choices)
    assert [isnan(one.p) for one in found.comparisons] == [True, True]


def test_a_measure_that_agrees_with_people_entirely() -> None:
    # The determinant is 0, whatever rounding makes of it: t² = 4 (n-1) / ((1-r) (1+r)).
    for r in (0.1, 0.3, 0.7):
        assert williams(1.0, r, r, 10)[0] == pytest.approx((4 * 9 / ((1 - r) * (1 + r))) ** 0.5, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_the_table(level: str) -> None:
    found = correlated(levels=[level], interval="none", compare=True, test="williams")
    wanted = expected("expected.json")["williams"][level]
    between = expected("expected.json")["between_metrics"][level]
    for one in found.comparisons:
        assert close(one.t, wanted[one.coefficient]["t"])
        assert one.df == wanted[one.coefficient]["df"]
        assert close(one.p, wanted[one.coefficient]["two_sided"])
        assert close(one.between, between[one.coefficient])


@pytest.mark.parametrize("n", [5, 8, 10, 12, 14, 18])
def test_critical_values(n: int) -> None:
    wanted = expected("expected.json")["critical_pearson_two_sided_0.05"][str(n)]
    assert close(critical_pearson(n), wanted)


def test_two_observations_have_no_critical_value() -> None:
    assert isnan(critical_pearson(2))
    assert critical_pearson(3) == pytest.approx(0.99692, abs=1e-5)
