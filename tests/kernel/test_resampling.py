"""Draws of drand48 and of NumPy's legacy generator, sums of resamples, and sorted samples, by both bodies."""

from __future__ import annotations

import math
from array import array
from typing import Any

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli import kernel
from rouge_cli.kernel.python import counter as definition
from rouge_cli.kernel.python.sums import drand48_draws, mean_of_floats

from ..support.drand48 import draws
from ..support.resampling import series_of
from .bodies import BODIES, added, compiled, needs_compiled, resampled_by_both

# perl -e 'for $s (0 .. 2) { srand($s); print join(", ", map { int(rand(10)) } 1 .. 10), "\n" }'
_DRAWS_OF_PERL = [
    [1, 7, 0, 8, 5, 7, 6, 3, 8, 7],
    [0, 4, 8, 3, 5, 0, 1, 9, 7, 3],
    [9, 1, 5, 8, 5, 2, 6, 6, 6, 9],
]


def test_resamples_draw_what_perl_draws() -> None:
    """With the powers of 11 as values, the digits of a sum count how often each was drawn."""
    assert list(drand48_draws(10, 3)) == list(draws(10, 3)) == _DRAWS_OF_PERL
    assert list(drand48_draws(10, 2, 1)) == _DRAWS_OF_PERL[1:]
    values = array("d", [11.0**index for index in range(10)])
    expected = [sum(11.0**index for index in indices) for indices in _DRAWS_OF_PERL]
    assert resampled_by_both([values], 0, 3, 1.0) == [expected]


def test_sums_are_added_in_the_order_drawn() -> None:
    """Plainly from left to right, as doubles round: 1e16 + 1 + 1 is 1e16, and 1 + 1 + 1e16 is not."""
    series = [array("d", [1e16, 1.0, -1e16, 0.1]), array("d", [1.0, 10.0, 100.0, 1000.0])]
    expected = [[added(one[place] for place in drawn) for drawn in drand48_draws(4, 200)] for one in series]
    assert resampled_by_both(series, 0, 200, 1) == expected
    assert resampled_by_both(series, 0, 200, 3) == [[total / 3 for total in sums] for sums in expected]


@pytest.mark.parametrize("first", [0, 1, 999, 2**32 - 9])
def test_any_number_of_series(first: int) -> None:
    for series in [1, 2, 3, 8, 9, 10, 23]:
        columns = [array("d", [math.sin(index * one) for index in range(70)]) for one in range(series)]
        resampled_by_both([memoryview(one).toreadonly() for one in columns], first, 8, 7.0)


@pytest.mark.slow
@pytest.mark.parametrize("resamples", [1, 2, 7, 101, 1000])
def test_any_number_of_threads_gives_the_same_bytes(resamples: int) -> None:
    series = [array("d", [math.sin(index * (one + 1)) for index in range(300)]) for one in range(11)]
    expected = kernel.resample(series, resamples, 3.0)
    sums = definition.resample(series, 0, resamples, 3.0)
    assert list(map(list, expected)) == list(map(list, series_of(sums, 11)))
    for jobs in (2, 3, 8):
        told: list[int] = []
        drawn = kernel.resample(series, resamples, 3.0, jobs=jobs, progress=told.append)
        assert [bytes(array("d", one)) for one in drawn] == [bytes(array("d", one)) for one in expected]
        size = math.ceil(resamples / (8 * jobs))
        assert told == [*range(size, resamples, size), resamples]


@needs_compiled
def test_a_task_draws_a_limited_number_of_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two series of two values 20 for each resample, of which 16 stand for the time of seeding."""
    monkeypatch.setattr(kernel, "_DRAWS", 80)
    told: list[int] = []
    kernel.resample([array("d", [1.0, 2.0])] * 2, 1000, 1, progress=told.append)
    assert told == [*range(4, 1001, 4)]


def test_few_and_no_series() -> None:
    assert not kernel.resample([], 3, 1)
    for jobs in (1, 2):
        sums = kernel.resample([array("d", [1.0])] * 2, 0, 1, jobs=jobs)
        assert [list(one) for one in sums] == [[], []]
    assert resampled_by_both([], 0, 3, 1) == []
    assert resampled_by_both([array("d", [2.5])], 0, 3, 1) == [[2.5, 2.5, 2.5]]
    assert resampled_by_both([array("d", [2.5])] * 2, 0, 0, 1) == [[], []]
    assert resampled_by_both([array("d")] * 2, 0, 2, 1) == [[0.0, 0.0], [0.0, 0.0]]
    resampled_by_both([array("d", range(180_000))], 0, 1, 1)  # They lie on large pages.


@example([0.0, -0.0])
@example([-0.0, 0.0, -1.0])
@example([0.0, 0.0, -0.0, 0.0])
@example([math.sin(index * index) for index in range(5000)])
@given(samples=st.lists(st.floats(allow_nan=False), max_size=70))
def test_samples_are_sorted_and_added_up(samples: list[float]) -> None:
    expected = added(sorted(samples))
    for body in BODIES:
        here = array("d", samples)
        total = body.sort_samples(here)
        assert repr(list(here)) == repr(sorted(samples))  # stable: of 0.0 and -0.0 the first stays first
        assert total == expected or (math.isnan(total) and math.isnan(expected))


@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=20))
def test_differences_are_those_of_python(pairs: list[tuple[float, float]]) -> None:
    minuends, subtrahends = (array("d", [pair[side] for pair in pairs]) for side in (0, 1))
    for body in BODIES:
        with memoryview(minuends).toreadonly() as one, memoryview(subtrahends).toreadonly() as other:
            found = array("d", body.differences(one, other))
        assert repr(list(found)) == repr([one - other for one, other in pairs])


def test_values_in_order_are_those_at_the_places() -> None:
    """A view that is still in use cannot be released."""
    values, order = array("d", [1.5, -0.0, math.inf]), array("i", [2, 0, 0, 1])
    for body in BODIES:
        with memoryview(values).toreadonly() as view, memoryview(order).toreadonly() as places:
            ordered = body.in_order(view, places)
        assert ordered == bytes(array("d", [math.inf, 1.5, 1.5, -0.0]))
        assert body.in_order(values, array("i")) == b""
        with pytest.raises(IndexError):
            body.in_order(values, array("i", [0, 3]))


@needs_compiled
def test_only_places_of_values_are_taken() -> None:
    for wrong in ([0, -1], [2**31 - 1], [-(2**31)]):
        with pytest.raises(IndexError, match=r"^a place is beyond the values$"):
            compiled.in_order(array("d", [1.0]), array("i", wrong))
    with pytest.raises(TypeError, match=r"^array\('i'\) expected, in one piece$"):
        compiled.in_order(array("d"), [0])  # type: ignore[arg-type]


@example([3.0, math.nan, 1.0, 2.0])
@given(st.lists(st.floats(), max_size=20))
def test_samples_that_are_no_numbers_are_sorted_as_python_does(samples: list[float]) -> None:
    here, there = array("d", samples), array("d", samples)
    kernel.sort_samples(here)
    definition.sort_samples(there)
    assert repr(here) == repr(there)
    assert repr(here.tolist()) == repr(sorted(samples))


@pytest.mark.parametrize(
    ("values", "mean"),
    [
        ([place * 7919 % 997 / 997 for place in range(700)], 0.5028413534164429),
        ([place * 7919 % 997 / 997 for place in range(9000)], 0.4996591806411743),
        # A great sum swallows the 15 ones that share its level, and the two ones after it in its lane.
        ([2.0**24, *[0] * 31, *[1, *[0] * 31] * 31], (2**24 + 16) / 1024),
        ([2.0**24, *[0] * 7, 1, *[0] * 63, 1, *[0] * 7], array("f", [2**24 / 80])[0]),
    ],
)
def test_means_of_many_floats_are_those_of_torch(values: list[float], mean: float) -> None:
    assert mean_of_floats(array("f", values)) == mean


def _state(generator: numpy.random.RandomState) -> array[int]:
    state: Any = generator.get_state()
    return array("I", [*state[1].tolist(), state[2]])


@example(seed=0, before=0, n=1)
@given(seed=st.integers(0, 2**32 - 1), before=st.integers(0, 700), n=st.integers(1, 1100))
def test_states_move_on_as_those_of_numpy(seed: int, before: int, n: int) -> None:
    """Draws begin at any word, and a choice among one takes none."""
    generator = numpy.random.RandomState(seed)
    generator.bytes(4 * before)
    states = [_state(generator) for _ in BODIES]
    values = numpy.sqrt(numpy.arange(n) + seed % 97)
    expected = [added(values[generator.choice(n, n)].tolist()) / 3 for _ in range(2)]
    for body, state in zip(BODIES, states, strict=True):
        sums = body.resample(body.rows([array("d", values.tolist())]), 0, 2, 3.0, state)
        assert list(array("d", sums)) == expected
        assert state == _state(generator)


def test_without_series_nothing_is_drawn() -> None:
    for body in BODIES:
        for series in ([], [array("d")]):
            state = _state(numpy.random.RandomState(7))
            sums = body.resample(body.rows(series), 0, 2, 1, state)
            assert list(array("d", sums)) == [0.0, 0.0] * len(series)
            assert state == _state(numpy.random.RandomState(7))


@needs_compiled
def test_what_is_no_state_is_refused() -> None:
    values, seeded = array("d", [1.0, 2.0]), _state(numpy.random.RandomState(0))
    for state, resamples, error, words in (
        (array("I", [1]), 1, ValueError, "624 words"),
        (array("i", [1] * 625), 1, TypeError, "array\\('I'\\)"),
        (bytes(2500), 1, TypeError, "array\\('I'\\)"),
        (seeded, -1, ValueError, "from 0 to 2"),
        (seeded, 2**32, ValueError, "from 0 to 2"),
    ):
        with pytest.raises(error, match=words):
            compiled.resample(compiled.rows([values]), 0, resamples, 1, state)
