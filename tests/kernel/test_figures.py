"""Recall, precision and F as the compiled kernel makes them of counts, rounded as decimal numbers."""

from __future__ import annotations

import ctypes
import math
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import kernel

from ..support.documents import document
from ..support.needs import needs
from ..support.plans import MeasureNumbers, plan_of, rows_of
from .bodies import batch_counter, compiled, counter_of, needs_compiled, one_evaluation

pytestmark = [needs_compiled, needs("cc")]

Rounded = Callable[[float], float]


@pytest.fixture(scope="module")
def rounded(tmp_path_factory: pytest.TempPathFactory) -> Rounded:
    """The function of figures.c: that of the kernel where it shows it, else compiled here."""
    library = ctypes.CDLL(compiled.__file__)
    if not hasattr(library, "rounded"):
        path = tmp_path_factory.mktemp("figures") / "figures.so"
        source = Path(kernel.__file__).with_name("c") / "figures.c"
        headers = sysconfig.get_path("include")
        flags = ["-shared", "-fPIC", "-O2", "-ffp-contract=off"]
        subprocess.run(["cc", *flags, f"-I{headers}", str(source), "-o", str(path), "-lm"], check=True)
        library = ctypes.CDLL(str(path))
    function = library.rounded
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double]
    return lambda value: float(function(value))


_TIES = st.builds(lambda k, n: k / 2**n, st.integers(0, 2**24), st.integers(0, 24))
_NEAR_TIES = st.builds(
    lambda k, steps: math.nextafter((2 * k + 1) / 200_000, math.inf if steps else 0),
    st.integers(0, 10**9),
    st.booleans(),
)
_RATIOS = st.builds(lambda one, other: one / other, st.integers(0, 10**6), st.integers(1, 10**6))


@settings(max_examples=20 * settings().max_examples)
@given(st.floats(min_value=0) | st.floats(0, 1) | _TIES | _NEAR_TIES | _RATIOS | st.floats(5e3, 2e4))
def test_rounding_is_that_of_python(rounded: Rounded, value: float) -> None:
    """Python rounds the exact value to the nearest decimal, and exact halves to the even digit."""
    assert repr(rounded(value)) == repr(round(value, 5))


def test_rounding_of_halves_and_beyond_all_digits(rounded: Rounded) -> None:
    halves = [1 / 64, 3 / 64, 0.000005, 0.000015, 9999.999995, 10000.000005]
    for value in (*halves, 1e-300, 2.0**53, sys.float_info.max, math.inf, math.nan):
        assert repr(rounded(value)) == repr(round(value, 5))


@settings(max_examples=5 * settings().max_examples)
@given(st.floats(max_value=-1e-5, min_value=-1e300))
def test_negative_values_are_rounded_alike(rounded: Rounded, value: float) -> None:
    assert rounded(value) == round(value, 5)


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
