"""Draws, bootstrap bounds and Fisher's formula."""

from __future__ import annotations

from math import isnan, sqrt
from typing import Any

import numpy as np
import pytest

from rouge_cli.correlation.inference import bootstrap, draws, fisher_bounds, percentile_bounds
from rouge_cli.correlation.levels import Paired, at_level

from ..support.drand48 import draws as drand48
from .support import COEFFICIENTS, METRICS, close, expected, table


def _drawn(count: int, below: int, resamples: int) -> list[list[int]]:
    """Return `count` indices of each resample; the helper of the tests draws as many as they are below."""
    drawn = []
    for seed in range(resamples):
        state, indices = seed * 2**16 + 0x330E, []
        for _ in range(count):
            state = (0x5DEECE66D * state + 0xB) % 2**48
            indices.append(int(state / 2**48 * below))
        drawn.append(indices)
    return drawn


def test_draws_are_those_of_the_report() -> None:
    assert draws(12, 40)[0].tolist() == list(drand48(12, 40))


def test_evaluations_are_drawn_before_systems() -> None:
    # Of 24 draws below 12, the first half are evaluations and the second half systems.
    both = bootstrap("both", (12, 12), 25)
    for seed, draw in enumerate(_drawn(24, 12, 25)):
        assert both.evaluations[seed].tolist() == np.bincount(draw[:12], minlength=12).tolist()
        assert both.systems[seed].tolist() == np.bincount(draw[12:], minlength=12).tolist()


def test_the_other_bootstraps_are_halves_of_both() -> None:
    both = bootstrap("both", (8, 12), 30)
    inputs, systems = bootstrap("inputs", (8, 12), 30), bootstrap("systems", (8, 12), 30)
    assert inputs.evaluations.tolist() == both.evaluations.tolist()
    assert systems.systems.tolist() == both.systems.tolist()
    assert (inputs.systems.tolist(), systems.evaluations.tolist()) == ([[1] * 8], [[1] * 12])


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


@pytest.mark.parametrize(
    "vector", expected("edge-cases.json")["vectors"].values(), ids=lambda one: str(one["x"])
)
def test_fisher_of_tiny_and_constant_vectors(vector: dict[str, Any]) -> None:
    for name in COEFFICIENTS:
        r = float("nan") if vector[name] is None else vector[name]
        bounds = fisher_bounds(name, r, len(vector["x"]), 95)
        assert close(bounds.low, vector["fisher95"][name][0]), name
        assert close(bounds.high, vector["fisher95"][name][1]), name
