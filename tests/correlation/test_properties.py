"""What holds for all scores: symmetries of comparisons, and what monotone maps leave alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import correlate
from rouge_cli.correlation.coefficients import BY_NAME

from .support import COEFFICIENTS, matrix_cells

pytestmark = pytest.mark.slow

_SIZES = st.tuples(st.integers(3, 6), st.integers(2, 5))


@st.composite
def _tables(draw: Any, count: int) -> list[np.ndarray[Any, Any]]:
    """Return matrices of equally many systems and evaluations, with many ties."""
    systems, evaluations = draw(_SIZES)
    values = st.lists(st.integers(0, 9), min_size=systems * evaluations, max_size=systems * evaluations)
    return [np.array(draw(values), float).reshape(systems, evaluations) / 8 for _ in range(count)]


def _compared(a: Any, b: Any, human: Any, test: str = "permutation") -> dict[tuple[str, str], Any]:
    found = correlate(
        [*matrix_cells("a", a), *matrix_cells("b", b)],
        matrix_cells("human", human),
        interval="none",
        compare=True,
        test=test,
        resamples=200,
    )
    return {(one.level, one.coefficient): one for one in found.comparisons}


@given(_tables(3), st.sampled_from(["permutation", "permutation-systems", "williams"]))
def test_swapping_the_measures_negates_the_difference_alone(tables: list[Any], test: str) -> None:
    a, b, human = tables
    there, back = _compared(a, b, human, test), _compared(b, a, human, test)
    for key, one in there.items():
        assert back[key].difference == pytest.approx(-one.difference, abs=1e-12, nan_ok=True)
        assert back[key].p == pytest.approx(one.p, abs=1e-9, nan_ok=True)
        assert back[key].undefined == one.undefined


@given(_tables(2), st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_weights_are_repetitions(tables: list[Any], often: list[int]) -> None:
    a, human = (matrix[:, :1].T for matrix in tables)
    weights = np.array(often[: a.shape[1]])
    repeated = [np.repeat(matrix, weights, axis=1) for matrix in (a, human)]
    for name in COEFFICIENTS:
        weighted = BY_NAME[name](a, human, weights[None, None].astype(np.float32))[0, 0]
        ones = np.ones((1, 1, repeated[0].shape[1]), np.float32)
        plain = BY_NAME[name](*repeated, ones)[0, 0] if repeated[0].size else np.nan
        assert weighted == pytest.approx(plain, abs=1e-9, nan_ok=True)
