"""How often a difference is called significant where there is none, on simulated data sets."""

from __future__ import annotations

import numpy as np
import pytest

from rouge_cli.correlation.correlate import correlate

from .support import COEFFICIENTS, matrix_cells

_DATA_SETS = 200
_SYSTEMS, _EVALUATIONS = 12, 20


@pytest.mark.slow
def test_equally_good_measures_differ_significantly_in_5_of_100_data_sets() -> None:
    """Two measures are the same quality with noise of the same size; p is to be 0.05 or less in 5 %.

    Of 200 data sets these are 10, and more than 20 or, but for the few values that τ takes at the system
    level, fewer than 2 in one of 1,000 such tests.
    """
    rng = np.random.default_rng(20040725)
    significant = dict.fromkeys(
        [(level, name) for level in ("system", "summary") for name in COEFFICIENTS], 0
    )
    for data_set in range(_DATA_SETS):
        quality = rng.normal(0, 0.5, (_SYSTEMS, 1)) + rng.normal(0, 0.7, (_SYSTEMS, _EVALUATIONS))
        human = np.round(quality + rng.normal(0, 0.7, quality.shape), 1)
        a, b = (quality + rng.normal(0, 0.9, quality.shape) for _ in range(2))
        found = correlate(
            [*matrix_cells("a", a), *matrix_cells("b", 10 * b + 5)],
            matrix_cells("human", human),
            interval="none",
            compare=True,
            resamples=200,
            seed=data_set,
        )
        for one in found.comparisons:
            significant[one.level, one.coefficient] += one.p <= 0.05
    for key, count in significant.items():
        assert 2 <= count <= 20, (key, count)
