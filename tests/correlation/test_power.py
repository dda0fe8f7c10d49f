"""The number of evaluations that two systems need, against the power of Student's test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from rouge_cli import Cell, InputError, OptionError, power

from ..support.commands import rouge_tools
from .support import scores_file


def _pilot(differences: Any) -> list[Cell]:
    return [
        Cell(system, f"d{place}", "m", float(value))
        for place, difference in enumerate(differences)
        for system, value in (("new", difference), ("old", 0.0))
    ]


def _normal(count: int, mean: float) -> list[Cell]:
    """Return a pilot whose differences are the quantiles of a normal distribution of deviation 1."""
    quantiles = stats.norm.ppf((np.arange(count) + 0.5) / count)
    return _pilot(mean + quantiles / quantiles.std(ddof=1))


def _power_of_t(n: int, effect: float) -> float:
    """Return the power of the paired test from the noncentral t distribution."""
    critical = stats.t.ppf(0.975, n - 1)
    return float(stats.nct.sf(critical, n - 1, effect * n**0.5))


@pytest.mark.slow
@pytest.mark.parametrize("n", [5, 20, 34, 60])
def test_power_is_that_of_students_test(n: int) -> None:
    found = power(_normal(400, 0.5), evaluations=[n], simulations=4000)
    (point,) = [point for point in found.curve if point.evaluations == n]
    assert point.power == pytest.approx(_power_of_t(n, 0.5), abs=0.035)


@pytest.mark.slow
def test_34_evaluations_find_half_a_deviation() -> None:
    # Cohen (1988): 34 pairs for d = 0.5, p 0.05 two-sided, power 0.8.
    found = power(_normal(400, 0.5), simulations=10_000)
    assert found.needed == pytest.approx(34, abs=2)
    assert (found.pilot, found.system, found.baseline, found.measure) == (400, "new", "old", "m")
    assert found.difference == found.observed == pytest.approx(0.5)
    assert found.deviation == pytest.approx(1)
    assert min(point.power for point in found.curve if point.evaluations >= 36) >= 0.8


@pytest.mark.slow
@pytest.mark.parametrize("difference", [1.0, -1.0])
def test_a_difference_that_is_given_replaces_the_pilots(difference: float) -> None:
    found = power(_normal(400, 0.5), difference=difference, simulations=2000)
    assert found.needed == pytest.approx(10, abs=1)  # Pairs for d = 1.
    assert found.observed == pytest.approx(0.5)


@pytest.mark.slow
def test_no_difference_is_found_at_the_level() -> None:
    # Of a tiny difference half of the level is found, the other half has the wrong sign.
    found = power(_normal(400, 1e-9), evaluations=[50], simulations=4000)
    assert found.curve[0].power == pytest.approx(0.025, abs=0.01)
    assert found.needed is None
    assert "100,000 evaluations find the difference with a probability below 0.8" in found.notes


def test_the_same_seed_draws_the_same() -> None:
    pilot = _normal(30, 0.4)
    assert power(pilot[::-1], simulations=500) == power(pilot, simulations=500)
    assert power(pilot) == power(pilot, simulations=5000)
    assert power(pilot, simulations=500, seed=1).curve != power(pilot, simulations=500).curve


def test_equal_differences_need_no_more() -> None:
    found = power(_pilot([0.5] * 5))
    assert found.needed == 2
    assert found.curve[0].power == 1
    assert any("all differences of the pilot are equal" in note for note in found.notes)
    assert any("the answer is rough: 5 evaluations" in note for note in found.notes)


@pytest.mark.parametrize(("pilot", "is_small"), [(19, True), (20, False)])
def test_pilots_below_twenty_are_small(pilot: int, is_small: bool) -> None:
    notes = power(_normal(pilot, 2.0), simulations=20).notes
    assert any("the answer is rough" in note for note in notes) == is_small


def test_the_curve_ends_where_power_is_almost_1() -> None:
    """Sizes that were asked for are all in it, and so are the pilot and the answer."""
    found = power(_normal(10, 1.0), simulations=400)
    assert [point.evaluations for point in found.curve] == sorted({5, 10, 20, 50, found.needed} - {None})
    assert [point.power < 1 for point in found.curve][-2:] == [True, False]
    assert [point.evaluations for point in power(_normal(3, 1000.0), simulations=50).curve] == [3, 5]
    asked = power(_normal(30, 3.0), evaluations=[50, 4000], simulations=50)
    assert [point.evaluations for point in asked.curve] == sorted({50, 4000, 30, asked.needed} - {None})


@pytest.mark.parametrize(
    ("difference", "shown"),
    [(0.25, "0.25000"), (0.0001, "0.00010"), (-0.00009, "-9e-05"), (-2, "-2.00000")],
)
def test_tiny_differences_have_three_digits(difference: float, shown: str, tmp_path: Path) -> None:
    pilot = scores_file(tmp_path, _normal(30, 5.0))
    choices = (f"--difference={difference}", "--simulations", "1", "--evaluations", "2")
    output = rouge_tools(["power", "--scores", pilot, *choices], tmp_path)
    assert f"\nPower to find a difference of {shown} at p ≤ 0.05; " in output.stdout.decode()


def test_differences_that_are_equal_but_for_the_last_bit_are_equal() -> None:
    scores = [(0.3, 0.2), (0.5, 0.4), (0.7, 0.6), (0.8, 0.7)]
    assert len({new - old for new, old in scores}) > 1
    pilot = [
        Cell(system, f"d{place}", "m", value)
        for place, pair in enumerate(scores)
        for system, value in zip(("new", "old"), pair, strict=True)
    ]
    found = power(pilot)
    assert (found.needed, found.deviation, found.difference) == (2, 0, 0.1)


@pytest.mark.slow
def test_experiments_without_spread_find_nothing() -> None:
    """Most differences are 0: small experiments draw nothing else, and their test has no t."""
    found = power(_pilot([0.0] * 46 + [1.0] * 4), evaluations=[2, 5])
    assert [point.power for point in found.curve[:2]] == [0.0, pytest.approx(0, abs=0.01)]
    assert found.needed is not None
    assert 50 < found.needed < 90


def test_evaluations_that_one_system_lacks_are_left_out() -> None:
    cells = [*_pilot([0.1, 0.2, 0.4, 0.1]), Cell("new", "d9", "m", 99.0)]
    assert power(cells, simulations=100).pilot == 4


@pytest.mark.parametrize(
    ("choices", "error", "message"),
    [
        ({"difference": 0}, OptionError, "a difference of 0 cannot be found"),
        ({"difference": float("nan")}, OptionError, "`difference` must be a number, not nan"),
        ({"target": 1}, OptionError, "`target` must be between 0 and 1"),
        ({"level": 0}, OptionError, "`level` must be between 0 and 1"),
        ({"simulations": 0}, OptionError, "`simulations` must be a whole number from 1"),
        ({"seed": -1}, OptionError, "`seed` must be a whole number from 0"),
        ({"evaluations": [1]}, OptionError, "`evaluations` must be a whole number from 2"),
        ({"measure": "x"}, InputError, "the pilot has no measure 'x'; there are: m"),
        ({"system": "x"}, InputError, "the pilot has no system 'x'"),
        ({"system": "new", "baseline": "new"}, InputError, "system 'new' cannot be compared with itself"),
    ],
)
def test_choices_that_do_not_exist(choices: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        power(_pilot([0.1, 0.2, 0.4]), **choices)


def test_pilots_that_are_too_small_or_ambiguous() -> None:
    with pytest.raises(InputError, match="a pilot needs 3 evaluations or more with m of both"):
        power(_pilot([0.1, 0.2]))
    three = [*_pilot([0.1, 0.2, 0.3]), Cell("third", "d0", "m", 1.0)]
    with pytest.raises(InputError, match="name `system` and `baseline` of: new, old, third"):
        power(three)
    with pytest.raises(InputError, match="name the `system` of the pilot; there are: new, third"):
        power(three, baseline="old")
