"""NumPy's legacy generator, means of resamples and percentiles, to the last bit."""

from __future__ import annotations

from array import array
from random import Random

import numpy
import pytest

from rouge_cli.errors import OptionError
from rouge_cli.profiles.legacy_draws import LegacyGenerator, bounds, percentiles

from ..support.resampling import unordered


def test_seed_makes_the_state_that_numpy_makes() -> None:
    """Fixed: what `numpy.random.seed(1); numpy.random.get_state()` begins and ends with."""
    generator = LegacyGenerator.seeded(1)
    assert list(generator.key[:3]) == [1, 1812433254, 3713160357]
    assert generator.key[623] == 2069268389
    assert generator.place == 624


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_seed_that_numpy_refuses_is_refused(seed: int) -> None:
    with pytest.raises(OptionError, match="from 0 to 2\\*\\*32 - 1"):
        LegacyGenerator.seeded(seed)


def test_means_go_on_where_the_last_ones_ended() -> None:
    """Fixed, as NumPy draws after `seed(0)`: [0 3 1 0] and [3 3 3 3]."""
    generator = LegacyGenerator.seeded(0)
    columns = [array("d", [1.0, 2.0, 3.0, 4.0]), array("d", [0.5, 0.0, 0.0, 8.0])]
    assert [list(column) for column in generator.means(unordered(columns), 1)] == [[2.0], [2.25]]
    assert [list(column) for column in generator.means(unordered(columns), 1)] == [[4.0], [8.0]]
    assert generator.means([], 3) == []


def test_percentiles_are_reckoned_from_the_nearer_sample() -> None:
    """Fixed, as `numpy.percentile` returns them; from the first one, the third would be 0.25."""
    samples = [0.30000000000000004, 0.1]
    assert list(percentiles(samples, (0.0, 0.25, 0.75, 1.0))) == [
        0.1,
        0.15000000000000002,
        0.25000000000000006,
        0.30000000000000004,
    ]
    assert bounds([0.5], 0.95) == (0.5, 0.5, 0.5)
    assert bounds([3.0, 1.0, 2.0, 4.0], 0.5) == (1.75, 2.5, 3.25)


def test_numpy_itself_agrees() -> None:
    random = Random(0)
    for seed in (0, 1, 2**32 - 1):
        for n in (1, 2, 3, 64, 65, 1000):
            rows = numpy.array([[random.random() for _ in range(3)] for _ in range(n)])
            legacy = numpy.random.RandomState(seed)
            means = numpy.array(
                [rows[legacy.choice(numpy.arange(n), size=n)].mean(axis=0) for _ in range(20)]
            )
            generator = LegacyGenerator.seeded(seed)
            mine = generator.means(unordered(array("d", column) for column in rows.T.tolist()), 20)
            assert [list(column) for column in mine] == means.T.tolist()
            _, key, place, *_ = legacy.get_state()
            assert (list(generator.key), generator.place) == (key.tolist(), place)
            for confidence in (0.0, 0.3, 0.95, 1.0):
                tail = (1 - confidence) / 2
                expected = numpy.percentile(means, 100 * numpy.array([tail, 0.5, 1 - tail]), axis=0)
                assert [list(bounds(column, confidence)) for column in mine] == expected.T.tolist()
