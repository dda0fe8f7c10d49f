"""The pictures of correlations and of power, parsed and measured."""

from __future__ import annotations

import re
from math import log
from typing import Any

import pytest

from rouge_cli import Cell, power
from rouge_cli.correlation.agreement_writers import Shown, picture, power_picture

from ..support.drawn import panels
from .support import COEFFICIENTS, METRICS, cells, correlated

pytest.importorskip("matplotlib")

_COLOURS = {"pearson": "#0072b2", "spearman": "#d55e00", "kendall": "#009e73"}


@pytest.mark.slow
def test_coefficients_lie_at_their_values_beside_the_names_of_measures() -> None:
    """An axis goes from -1.05 to 1.05. The coefficients of a measure lie about the middle of its row."""
    found = correlated(resamples=50)
    *_, first, second = panels(picture(Shown(found, ("h",)), "svg"))
    assert [text for text in first.texts if text in METRICS] == [*METRICS]
    for level, panel in (("system", first), ("summary", second)):
        assert f"{level.capitalize()} level, 95% intervals" in panel.texts
        for place, name in enumerate(COEFFICIENTS):
            ones = [result.correlations[level][name] for result in found.results]
            heights = [1 - (row + 0.5 + (place - 1) / 3.6) / 2 for row in range(2)]
            xs = [(one.value + 1.05) / 2.1 for one in ones]
            assert panel.marks[_COLOURS[name]] == [
                pytest.approx(mark, abs=1e-4) for mark in zip(xs, heights, strict=True)
            ]
            lines = [((one.low + 1.05) / 2.1, (one.high + 1.05) / 2.1) for one in ones]
            assert panel.lines[_COLOURS[name]] == [
                pytest.approx((*line, y), abs=1e-4) for line, y in zip(lines, heights, strict=True)
            ]


@pytest.mark.slow
def test_only_what_is_there_has_a_panel_and_intervals() -> None:
    fisher = picture(Shown(correlated(interval="fisher"), ("h",)), "svg").decode()
    assert "System level, 95% intervals" in fisher
    assert "Summary level, 95% intervals" not in fisher
    accuracies = picture(Shown(correlated(coefficients=["accuracy"]), ("h",)), "svg").decode()
    assert "metric_b" in accuracies
    assert "intervals" not in accuracies


@pytest.mark.slow
def test_systems_lie_at_their_means() -> None:
    """The greatest mean is rightmost or highest, and distances are in proportion."""
    found = correlated(resamples=50)
    panel = next(panels(picture(Shown(found, ("h",)), "svg")))
    result = found.results[0]
    for side, means in enumerate((result.human_means, result.measure_means)):
        at = [mark[side] for mark in panel.marks["#0072b2"]]
        least, most = min(means.values()), max(means.values())
        scaled = [min(at) + (max(at) - min(at)) * (mean - least) / (most - least) for mean in means.values()]
        assert at == pytest.approx(scaled, abs=1e-4)
    assert "r = 0.737" in panel.texts
    assert [text for text in panel.texts if re.fullmatch("s[0-9]", text)] == [*result.systems]


@pytest.mark.slow
@pytest.mark.parametrize(("most", "is_log"), [(40, False), (41, True)])
def test_sizes_of_more_than_twenty_times_have_a_logarithmic_scale(most: int, is_log: bool) -> None:
    pilot = [Cell(system, f"d{n}", "m", n * (system == "a")) for n in range(9) for system in "ab"]
    found = power(pilot, difference=1e-9, evaluations=[2, 20, most], simulations=1)
    (panel,) = panels(power_picture(found, "svg"))
    marks = panel.marks["#0072b2"]
    at = {one.evaluations: x for one, (x, _) in zip(found.curve, marks, strict=True)}
    scale = log if is_log else float
    share = (scale(20) - scale(2)) / (scale(most) - scale(2))
    assert (at[20] - at[2]) / (at[most] - at[2]) == pytest.approx(share, abs=1e-4)


@pytest.mark.slow
def test_the_curve_of_power_lies_at_its_points() -> None:
    """With sizes from 5 to 90 the scale is linear; power goes from 0 to 1.02."""
    pilot: Any = {"scores": cells("scores.csv", ("metric_a",)), "system": "s1", "baseline": "s2"}
    deviation = power(**pilot, simulations=1).deviation
    # Half a deviation takes 34 evaluations.
    found = power(**pilot, difference=deviation / 2, evaluations=[8, 20, 90], simulations=100)
    (panel,) = panels(power_picture(found, "svg"))
    marks = panel.marks["#0072b2"]
    assert [y for _, y in marks] == pytest.approx([one.power / 1.02 for one in found.curve], abs=1e-4)
    sizes = [one.evaluations for one in found.curve]
    scaled = [
        marks[0][0] + (marks[-1][0] - marks[0][0]) * (n - sizes[0]) / (sizes[-1] - sizes[0]) for n in sizes
    ]
    assert [x for x, _ in marks] == pytest.approx(scaled, abs=1e-4)
    assert [round(y, 4) for _, _, y in panel.lines["#d55e00"]] == [round(0.8 / 1.02, 4)]
