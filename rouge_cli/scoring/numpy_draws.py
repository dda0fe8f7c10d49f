"""NumPy's resamples and percentiles to the last bit, as rouge-score and its relatives use them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from .. import kernel
from ..errors import OptionError
from ..kernel import Series
from ..kernel.plan import Doubles
from ..options import Options

WORDS = 624
"""The number of words in the state of NumPy's generator."""


def drawn_by_numpy(
    measures: Sequence[int],
    columns: Sequence[Sequence[Series]],
    options: Options,
    progress: Callable[[int], object],
) -> list[Sequence[Doubles]]:
    """Return, for each row of scores, the means of its columns in the resamples.

    `measures` has the place of each row's measure. NumPy's legacy generator draws for one measure after the
    other, so the draws for a measure depend on its place. All systems share them.
    """
    samples: list[Sequence[Doubles]] = [[] for _ in columns]
    generator = LegacyGenerator.seeded(options.seed or 0)
    for measure in range(max(measures) + 1):
        places = [place for place, of_row in enumerate(measures) if of_row == measure]
        # A measure without a row here still takes its draws from the generator.
        drawn = [series for place in places or [0] for series in columns[place]]
        means = iter(generator.means(drawn, options.draws))
        for place in places:
            samples[place] = [next(means) for _ in columns[place]]
        progress(sum(map(bool, samples)) * options.draws)
    return samples


class LegacyGenerator:
    """The draws of NumPy's global generator after `numpy.random.seed(seed)`, without NumPy.

    The means have the bits of NumPy's means in all versions: NEP 19 freezes MT19937 and its masked indices,
    and NumPy adds rows one after another in the order drawn.
    """

    def __init__(self, key: Iterable[int], place: int = WORDS) -> None:
        """Take over a state of NumPy: its words and the place of the next word; at 624 no word is left."""
        self._state = array("I", [*key, place])

    @classmethod
    def seeded(cls, seed: int) -> LegacyGenerator:
        """Return a generator with a seed. Raises `OptionError` unless 0 ≤ seed < 2**32."""
        if not 0 <= seed < 1 << 32:
            raise OptionError("`seed` must be from 0 to 2**32 - 1, not %s", seed)
        key = [seed]
        for place in range(1, WORDS):
            key.append((1812433253 * (key[-1] ^ key[-1] >> 30) + place) % (1 << 32))
        return cls(key)

    @property
    def key(self) -> array[int]:
        """A copy of the words of the state."""
        return self._state[:WORDS]

    @property
    def place(self) -> int:
        """The place of the next word."""
        return self._state[WORDS]

    def means(self, series: Sequence[Series], resamples: int) -> Sequence[Doubles]:
        """Return the mean of each series in each resample, which draws as many places as a series has.

        All series have the same length and share the draws. Values are added one after another in the order
        drawn, and the sum is divided by their number.
        """
        ordered = kernel.in_order(series)
        size = len(ordered[0]) if ordered else 1
        drawn = kernel.body.resample(kernel.body.rows(ordered), 0, resamples, size, self._state)
        means = array("d", drawn)
        return [means[place * resamples : (place + 1) * resamples] for place in range(len(series))]


def percentiles(samples: Sequence[float], fractions: Iterable[float]) -> Iterator[float]:
    """Yield, for each fraction, the value below which this fraction of one or more samples lies.

    The values have the bits of `numpy.percentile(samples, 100 * fraction)`: a value between two samples is
    interpolated linearly from the nearer sample.
    """
    ordered = sorted(samples)
    last = len(ordered) - 1
    for fraction in fractions:
        # NumPy divides a percentage by 100, which need not give the fraction again.
        at = last * (100 * fraction / 100)
        below = min(int(at), last)
        above = min(below + 1, last)
        rest = at - below
        step = ordered[above] - ordered[below]
        yield ordered[below] + step * rest if rest < 0.5 else ordered[above] - step * (1 - rest)


def bounds(samples: Sequence[float], confidence: float) -> tuple[float, float, float]:
    """Return the lower bound, the median and the upper bound of the samples.

    `confidence`, from 0 to 1, is the part of the samples between the bounds; both tails are equally large.
    """
    tail = (1 - confidence) / 2
    low, median, high = percentiles(samples, (tail, 0.5, 1 - tail))
    return low, median, high
