"""Recall, precision and F as the compiled kernel makes them of counts, rounded as decimal numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ..support.documents import document
from ..support.plans import MeasureNumbers, plan_of, rows_of
from .bodies import batch_counter, counter_of, needs_compiled, one_evaluation

pytestmark = needs_compiled

_LENGTHS = st.integers(1, 300) | st.builds(pow, st.just(2), st.integers(0, 14)) | st.integers(1, 30_000)


@settings(max_examples=5 * settings().max_examples)
@given(_LENGTHS, _LENGTHS)
def test_rounding_is_that_of_python(source: int, summary: int) -> None:
    """Python rounds the exact value to the nearest decimal, and exact halves to the even digit."""
    plan = plan_of(MeasureNumbers("compression"))
    texts = [b"a " * source], [b"a " * summary]
    [[row]] = rows_of(plan, batch_counter(plan).count([texts])[0])
    assert row[5] == round(source / summary, 5)


@pytest.mark.parametrize(
    ("hit", "units", "figure"),
    [
        *((1, 64, 0.01562), (3, 64, 0.04688), (5, 64, 0.07812), (63, 64, 0.98438)),
        *((1, 3, 0.33333), (2, 3, 0.66667)),
    ],
)
def test_halves_go_to_the_even_digit(hit: int, units: int, figure: float) -> None:
    """1/64 is 0.015625 and 3/64 is 0.046875 exactly."""
    model, peer = document([[1] * hit + [2] * (units - hit)]), document([[1] * hit])
    plan = plan_of(MeasureNumbers("ngrams", number=1))
    block, *_ = counter_of("ngrams", 1).count(*one_evaluation([model], [peer]))
    [[row]] = rows_of(plan, block)
    assert row[:6] == (units, hit, hit, hit, figure, 1.0)
    assert row[6] == float(round(Fraction(2 * Fraction(figure), 1 + Fraction(figure)), 5))


@pytest.mark.parametrize(
    ("alpha", "f"), [(0.5, 0.4), (0.0, 0.5), (1.0, 0.33333), (0.8, 0.35714), (-1.0, 0.0), (math.nan, 0.37143)]
)
def test_f_weighs_precision_by_alpha(alpha: float, f: float) -> None:
    """Of recall 1/2 and precision 1/3. Where the weights leave nothing to divide by, F is 0.

    Where alpha is not a number, β is their ratio: (1 + 4/9)·(1/6) / (1/2 + 4/27).
    """
    plan = plan_of(MeasureNumbers("ngrams", number=1), alpha=alpha)
    block, *_ = batch_counter(plan).count(*one_evaluation(["a b"], ["a c d"]))
    [[row]] = rows_of(plan, block)
    expected = 0.33333 * 0.5 / (2 * 0.33333 - 0.5) if alpha == -1 else f
    assert row[4:] == (0.5, 0.33333, round(expected, 5))
