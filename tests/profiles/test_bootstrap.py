"""The draws of drand48 and of NumPy, averages, bounds and percentiles."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import reduce
from operator import add
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Counts, Estimate, Options, Score
from rouge_cli import kernel as chosen
from rouge_cli.errors import OptionError
from rouge_cli.measures.scores import MeasureScores
from rouge_cli.profiles import Profile
from rouge_cli.profiles.estimates import LegacyGenerator, Ordered, bounds, percentiles

from ..support.drand48 import draws
from ..support.resampling import unordered
from ..support.scoring import estimates

pytestmark = pytest.mark.usefixtures("kernel")

_FIGURES = st.integers(0, 100000).map(lambda number: number / 100000)
_SCORES = st.lists(
    st.builds(
        lambda counts, figures: Score(*figures, Counts(*counts), "1"),
        st.tuples(*[st.integers(0, 50)] * 3),
        st.tuples(*[_FIGURES] * 3),
    ),
    min_size=1,
    max_size=6,
)


def _score(figure: float) -> Score:
    return Score(figure, figure, figure, Counts(1, 1, 1), "1")


_DRAWN = {
    (5, 0): "0 3 0 4 2",
    (5, 1): "0 2 4 1 2",
    (5, 2): "4 0 2 4 2",
    (50, 7): (
        "13 34 13 6 24 14 7 36 0 4 39 44 26 44 14 20 1 3 17 24 30 40 38 33 5 31 1 8 4 36 16 49 0 15 14 27"
        " 33 16 39 29 40 12 30 23 36 14 38 3 0 28"
    ),
}
"""By the number of evaluations and the seed, what perl draws: `srand($seed); int(rand($n))`."""


def test_the_draws_are_those_of_the_original() -> None:
    """A series that is 1 in one evaluation and 0 in the others has its number of draws for a sum."""
    for n, seed in _DRAWN:
        drawn = [int(index) for index in _DRAWN[n, seed].split()]
        assert list(draws(n, seed + 1))[seed] == drawn
        columns = [array("d", [place == one for place in range(n)]) for one in range(n)]
        sums = [
            samples[seed] for samples in chosen.resample([(column, None) for column in columns], seed + 1, 1)
        ]
        assert sums == [drawn.count(one) for one in range(n)]


def test_values_are_added_in_the_order_drawn() -> None:
    """The second resample draws 0 2 4 1 2; backwards, in order of size or exactly, the sum would be 25."""
    series = array("d", [8.4, 4.9, 2.7, 1.3, 6.3])
    assert chosen.resample([(series, None)], 2, 1)[0][1] == 25.000000000000004


def _percentiles(samples: Sequence[float], confidence: float, r: float) -> Estimate:
    """Return the mean and the bounds as ROUGE-1.5.5 takes them from its samples.

    Both bounds are interpolated by the fraction of the upper one, and a place past the end holds 0. Of a
    fractional r there is one sample more, of which the bounds know nothing.
    """
    s = sorted(samples)
    average = reduce(add, s) / len(s)
    delta = r * ((100 - confidence) / 2) / 100
    ua, la = int(r - delta - 1), int(delta)
    rho = r - delta - 1 - ua

    def at(place: int) -> float:
        return s[place] if place < len(s) else 0.0

    low = at(la) + (at(la + 1) - at(la)) * rho
    high = at(ua) + (at(ua + 1) - at(ua)) * rho
    return Estimate(average, low, high)


@given(
    _SCORES,
    st.integers(1, 40) | st.sampled_from([0.5, 1.75, 20.2]),
    st.sampled_from([0, 33.3, 50, 90, 95, 99, 99.9, 100]),
    st.sampled_from([0, 1, 2]),
    st.sampled_from([0, 0.3, 0.5, 1]),
)
def test_estimates(scores: list[Score], r: float, confidence: float, counting: int, alpha: float) -> None:
    samples: list[tuple[float, float, float]] = []
    for indices in draws(len(scores), math.ceil(r)):
        drawn = [scores[index] for index in indices]
        if counting:
            model, peer, hit = (reduce(add, [score.counts[part] for score in drawn]) for part in range(3))
            recall, precision = hit / model if model else 0.0, hit / peer if peer else 0.0
            below = (1 - alpha) * precision + alpha * recall
            samples.append((recall, precision, precision * recall / below if below > 0 else 0.0))
        else:
            sums = [
                reduce(add, [getattr(score, name) for score in drawn]) / len(drawn)
                for name in ("recall", "precision", "f")
            ]
            samples.append((sums[0], sums[1], sums[2]))
    options = Options(resamples=r, confidence=confidence, counting=counting, alpha=alpha)
    (found,) = estimates([scores], options)
    expected = [_percentiles([sample[part] for sample in samples], confidence, r) for part in range(3)]
    assert list(found) == expected


def test_a_single_resample_has_odd_bounds() -> None:
    """As the original prints them: what is past the end counts as 0, and the fraction is negative."""
    ((recall, _, _),) = estimates([[_score(0.55556)]], Options(resamples=1))
    assert [f"{figure:.5f}" for figure in recall] == ["0.55556", "0.56945", "0.56945"]


def test_rows_are_independent() -> None:
    """No evaluation gives zeros."""
    one, other = [_score(0.25), _score(0.5)], [_score(0.75), _score(0.125)]
    alone = [*estimates([one], Options()), *estimates([other], Options())]
    assert list(estimates([one, other], Options())) == alone
    assert list(estimates([[], []], Options())) == [(Estimate(0, 0, 0),) * 3] * 2
    assert list(estimates([], Options())) == []


@pytest.mark.parametrize(
    "options",
    [
        *(Options(resamples=7), Options(resamples=7, counting=1)),
        *(Options(profile="rouge-score", resamples=7), Options(profile="torchmetrics")),
    ],
)
def test_progress_grows_up_to_its_total(options: Options) -> None:
    """Rows are resampled in groups, which must add up."""
    for rows in [1, 31, 32, 33, 70]:
        profile = Profile(options)
        scores = MeasureScores.of([_score(0.25), _score(0.5)])
        told: list[tuple[int, int]] = []
        drawn = profile.estimates(
            [Ordered(scores, array("i", [0, 1]), place % 3) for place in range(rows)],
            progress=lambda total, done, told=told: told.append((total, done)),
        )
        assert len(list(drawn)) == rows
        total = rows * (1 if options.profile == "torchmetrics" else 7)
        assert {of_all for of_all, _ in told} == {total}
        counts = [done for _, done in told]
        assert [0, *counts, total] == sorted([0, *counts, total])
        assert counts[-1] == total
        groups = -(-rows // {"rouge-1.5.5": 32, "rouge-score": 64}.get(options.profile, 1))
        assert len(set(counts)) >= groups


# NumPy's legacy generator, means of resamples and percentiles, to the last bit.


def test_seed_makes_the_state_that_numpy_makes() -> None:
    """Fixed: what `numpy.random.seed(1); numpy.random.get_state()` begins and ends with."""
    generator = LegacyGenerator.seeded(1)
    assert list(generator.key[:3]) == [1, 1812433254, 3713160357]
    assert generator.key[623] == 2069268389
    assert generator.place == 624
    for seed in (-1, 2**32):
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
