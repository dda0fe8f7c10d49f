"""What holds for all scores: symmetries of comparisons, and what monotone maps leave alone."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.correlation.coefficients import BY_NAME
from rouge_cli.correlation.correlate import correlate

from .support import COEFFICIENTS, correlated, matrix_cells

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


@settings(deadline=None)
@given(_tables(3), st.sampled_from(["permutation", "permutation-systems", "williams"]))
def test_swapping_the_measures_negates_the_difference_alone(tables: list[Any], test: str) -> None:
    a, b, human = tables
    there, back = _compared(a, b, human, test), _compared(b, a, human, test)
    for key, one in there.items():
        assert back[key].difference == pytest.approx(-one.difference, abs=1e-12, nan_ok=True)
        assert back[key].p == pytest.approx(one.p, abs=1e-9, nan_ok=True)
        assert back[key].undefined == one.undefined


@settings(deadline=None)
@given(_tables(2), st.sampled_from(["permutation", "permutation-inputs", "williams"]))
def test_identical_measures_have_p_1(tables: list[Any], test: str) -> None:
    a, human = tables
    for one in _compared(a, 3 * a + 1, human, test).values():
        assert one.p == 1 or isnan(one.difference) or isnan(one.p)
        assert one.p == 1 or isnan(one.value) or one.systems < 4


@settings(deadline=None)
@given(_tables(2), st.sampled_from([np.exp, lambda x: x**3, lambda x: 100 * x - 7, np.sqrt]))
def test_a_monotone_map_changes_no_ranks(tables: list[Any], map: Any) -> None:
    a, human = tables
    ones = np.ones((1, 1, a.size), np.float32)
    flat, target = a.reshape(1, -1), human.reshape(1, -1)
    for name in ("spearman", "kendall"):
        plain, mapped = BY_NAME[name](flat, target, ones), BY_NAME[name](map(flat), target, ones)
        assert plain.tobytes() == mapped.tobytes()


@settings(deadline=None)
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


@settings(deadline=None)
@given(_tables(2))
def test_correlations_lie_between_minus_1_and_1(tables: list[Any]) -> None:
    found = correlate(
        matrix_cells("a", tables[0]),
        matrix_cells("human", tables[1]),
        levels=("system", "summary", "global"),
        resamples=20,
    )
    for by_name in found.result("a").correlations.values():
        for one in by_name.values():
            assert isnan(one.value) or -1 <= one.value <= 1
            assert isnan(one.low) or -1 <= one.low <= one.high <= 1


def test_the_number_of_threads_changes_nothing() -> None:
    runs = [
        correlated(
            levels=("system", "summary", "global"),
            coefficients=(*COEFFICIENTS, "accuracy"),
            compare=True,
            resamples=200,
            jobs=jobs,
        ).to_dict()
        for jobs in (1, 2, 3)
    ]
    assert runs[0] == runs[1] == runs[2]
