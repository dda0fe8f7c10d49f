"""How often a difference is called significant where there is none, on simulated data sets."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rouge_cli import correlate

from .support import COEFFICIENTS, matrix_cells


@pytest.mark.slow
def test_equally_good_measures_differ_significantly_in_5_of_100_data_sets() -> None:
    """Two measures are the same quality with noise of the same size; p is to be 0.05 or less in 5 %.

    Of 200 data sets these are 10, and more than 20 or, but for the few values that τ takes at the system
    level, fewer than 2 in one of 1,000 such tests.
    """
    rng, significant = np.random.default_rng(20040725), Counter[tuple[str, str]]()
    for data_set in range(200):
        quality = rng.normal(0, 0.5, (12, 1)) + rng.normal(0, 0.7, (12, 20))
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
        significant.update((one.level, one.coefficient) for one in found.comparisons if one.p <= 0.05)
    counts = [significant[level, name] for level in ("system", "summary") for name in COEFFICIENTS]
    assert 2 <= min(counts) <= max(counts) <= 20, significant
