"""Draws, bootstrap bounds and Fisher's formula."""

from __future__ import annotations

from math import isnan, sqrt
from typing import Any

import numpy as np
import pytest

from rouge_cli.correlation.inference import bootstrap, draws, fisher_bounds, percentile_bounds
from rouge_cli.correlation.levels import Paired, at_level

from ..support.drand48 import draws as drand48
from .support import COEFFICIENTS, METRICS, VECTORS, close, expected, table


def test_draws_are_those_of_the_report() -> None:
    """Evaluations are drawn before systems, and the other bootstraps are halves of `both`."""
    drawn = [*drand48(24, 25)]
    assert draws(24, 25)[0].tolist() == drawn
    both, inputs, systems = (bootstrap(kind, (12, 12), 25) for kind in ("both", "inputs", "systems"))
    for often, half in ((both.evaluations, slice(12)), (both.systems, slice(12, 24))):
        # Half of an index below 24 is the index below 12 of the same draw.
        wanted = [np.bincount(np.array(draw[half]) // 2, minlength=12).tolist() for draw in drawn]
        assert often.tolist() == wanted
    assert inputs.evaluations.tolist() == both.evaluations.tolist()
    assert systems.systems.tolist() == both.systems.tolist()
    assert (inputs.systems.tolist(), systems.evaluations.tolist()) == ([[1] * 12],) * 2


@pytest.mark.parametrize("kind", ["systems", "inputs", "both"])
@pytest.mark.parametrize("level", ["system", "summary"])
def test_bounds_agree_with_those_of_other_random_draws(kind: str, level: str) -> None:
    resamples = 1000
    scores = table().scores
    drawn = bootstrap(kind, (8, 12), resamples)
    wanted = expected("expected-random.json")["bootstrap95_metric_a"][level][kind]
    for name, one in at_level(
        level, Paired(scores["metric_a"], scores["human"]), drawn, COEFFICIENTS
    ).items():
        bounds, reference = percentile_bounds(one.values, 95), wanted[name]
        errors = [error * sqrt(1 + reference["draws"] / resamples) for error in reference["standard_error"]]
        assert abs(bounds.low - reference["low"]) <= 4 * errors[0] + 1e-9, name
        assert abs(bounds.high - reference["high"]) <= 4 * errors[1] + 1e-9, name


def test_bounds_interpolate_linearly_and_count_undefined_resamples() -> None:
    samples = np.array([0.4, np.nan, 0.1, 0.2, 0.3, np.nan])
    assert percentile_bounds(samples, 90) == pytest.approx((0.115, 0.385, 2))
    bounds = percentile_bounds(np.array([np.nan, np.nan]), 95)
    assert isnan(bounds.low)
    assert bounds.undefined == 2


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("level", ["system", "global"])
def test_fisher_intervals(metric: str, level: str) -> None:
    for name, one in expected("expected.json")["correlation"][metric][level].items():
        bounds = fisher_bounds(name, one["r"], one["n"], 95)
        assert close(bounds.low, one["fisher95"][0]), name
        assert close(bounds.high, one["fisher95"][1]), name
        assert fisher_bounds(name, one["r"], one["n"], 99.5).low < bounds.low < one["r"] < bounds.high


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)
def test_fisher_of_tiny_and_constant_vectors(vector: dict[str, Any]) -> None:
    for name in COEFFICIENTS:
        r = float("nan") if vector[name] is None else vector[name]
        bounds = fisher_bounds(name, r, len(vector["x"]), 95)
        assert close(bounds.low, vector["fisher95"][name][0]), name
        assert close(bounds.high, vector["fisher95"][name][1]), name
