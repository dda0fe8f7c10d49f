"""The draws of NumPy's legacy generator: both bodies, against values that NumPy printed."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.kernel.python.sums import legacy_draws
from rouge_cli.profiles.estimates import LegacyGenerator

from ..support.resampling import unordered
from .bodies import BODIES, compiled, needs_compiled

# numpy.random.seed(0); [numpy.random.choice(n, n).tolist() for _ in range(3)]
_DRAWS_OF_NUMPY = {
    1: [[0], [0], [0]],
    4: [[0, 3, 1, 0], [3, 3, 3, 3], [1, 3, 1, 2]],
    5: [[4, 0, 3, 3, 3], [1, 3, 2, 4, 0], [0, 4, 2, 1, 0]],
}


def _state(seed: int) -> array[int]:
    generator = LegacyGenerator.seeded(seed)
    return array("I", [*generator.key, generator.place])


@pytest.mark.parametrize("n", _DRAWS_OF_NUMPY)
def test_draws_are_those_of_numpy(n: int) -> None:
    assert list(legacy_draws(_state(0), n, 3)) == _DRAWS_OF_NUMPY[n]


@pytest.mark.parametrize("n", _DRAWS_OF_NUMPY)
def test_resamples_draw_what_numpy_draws(n: int) -> None:
    """With the powers of 11 as values, the digits of a sum count how often each was drawn."""
    values = array("d", [11.0**index for index in range(n)])
    expected = [sum(11.0**index for index in drawn) for drawn in _DRAWS_OF_NUMPY[n]]
    for body in BODIES:
        sums = body.legacy_resample([(values, None)], _state(0), 3, 1.0)
        assert [list(column) for column in sums] == [expected]


def test_state_stands_behind_the_last_word_drawn() -> None:
    """Fixed, as NumPy's is: it takes 25 words for three times five indices, and none without a choice."""
    for body in BODIES:
        for n, resamples, place in ((5, 3, 25), (400, 1, 496), (1, 9, 624)):
            state = _state(0)
            body.legacy_resample([(array("d", [0.5] * n), None)], state, resamples, 1)
            assert state[624] == place


@given(
    seed=st.integers(0, 2**32 - 1),
    place=st.integers(0, 624),
    n=st.integers(1, 1100),
    resamples=st.integers(0, 3),
)
def test_bodies_agree(seed: int, place: int, n: int, resamples: int) -> None:
    columns = [
        array("d", [(seed % 97 + i) ** 0.5 for i in range(n)]),
        array("d", [1e9 / (i + 1) for i in range(n)]),
    ]
    results = []
    for body in BODIES:
        state = _state(seed)
        state[624] = place
        sums = body.legacy_resample(unordered(columns), state, resamples, 3.0)
        results.append(([list(column) for column in sums], list(state)))
    assert all(result == results[0] for result in results)


def test_without_series_nothing_is_drawn() -> None:
    for body in BODIES:
        for series in ([], [array("d")]):
            state = _state(7)
            sums = body.legacy_resample(unordered(series), state, 2, 1)
            assert [list(column) for column in sums] == [[0.0, 0.0]] * len(series)
            assert state == _state(7)


@needs_compiled
def test_what_is_no_state_is_refused() -> None:
    values = array("d", [1.0, 2.0])
    for state, resamples, error, words in (
        (array("I", [1]), 1, ValueError, "624 words"),
        (array("i", [1] * 625), 1, TypeError, "array\\('I'\\)"),
        (bytes(2500), 1, TypeError, "array\\('I'\\)"),
        (_state(0), -1, ValueError, "from 0 to 2"),
        (_state(0), 2**32, ValueError, "from 0 to 2"),
    ):
        with pytest.raises(error, match=words):
            compiled.legacy_resample([(values, None)], state, resamples, 1)
