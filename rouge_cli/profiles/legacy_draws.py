"""NumPy's legacy bootstrap without NumPy: the draws of `numpy.random.seed`, means of resamples, percentiles.

Every figure has the bits that NumPy's has, in all its versions: MT19937 and its masked indices are
frozen there (NEP 19), rows are added plainly in the order drawn, and `percentile` is linear.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from .. import kernel
from ..errors import OptionError
from ..kernel import ArraySeries, Numbers

WORDS = 624
"""The words of the generator's state."""
_SEEDS = 1 << 32
_MULTIPLIER = 1812433253
_MEDIAN = 0.5


class LegacyGenerator:
    """NumPy's global generator after `numpy.random.seed(seed)`: as it draws, so does this one."""

    def __init__(self, key: Iterable[int], place: int = WORDS) -> None:
        """Take over a state: its words, and the place of the next word; 624: no word is left.

        They are the second and third item of what `numpy.random.get_state()` returns.
        """
        self._state = array("I", [*key, place])

    @classmethod
    def seeded(cls, seed: int) -> LegacyGenerator:
        """Return a generator as it is right after seeding; raise `OptionError` unless 0 ≤ seed < 2**32."""
        if not 0 <= seed < _SEEDS:
            raise OptionError(f"`seed` must be from 0 to 2**32 - 1, not {seed}")
        key = [seed]
        for place in range(1, WORDS):
            key.append((_MULTIPLIER * (key[-1] ^ key[-1] >> 30) + place) % _SEEDS)
        return cls(key)

    @property
    def key(self) -> array[int]:
        """A copy of the words of the state."""
        return self._state[:WORDS]

    @property
    def place(self) -> int:
        """The place of the next word."""
        return self._state[WORDS]

    def means(self, series: Sequence[ArraySeries], resamples: int) -> Sequence[Numbers]:
        """Return for each series its mean in each resample, which draws as many rows as there are.

        Series are equally long, and a row drawn is drawn in all of them. Values are added one after
        another in the order drawn, and their sum is divided by their number.
        """
        lengths = (len(values if order is None else order) for values, order in series)
        return kernel.legacy_resample(series, self._state, resamples, next(lengths, 0) or 1)


def percentiles(samples: Sequence[float], fractions: Iterable[float]) -> Iterator[float]:
    """Yield the value below which each of these fractions of the samples lies, by linear interpolation.

    The values have the bits of `numpy.percentile(samples, 100 * fraction)`; a value between two samples is
    computed from the nearer one. There must be a sample.
    """
    ordered = sorted(samples)
    last = len(ordered) - 1
    for fraction in fractions:
        # NumPy divides the percentage that it is given, which need not lead back to the fraction.
        at = last * (100 * fraction / 100)
        below = min(int(at), last)
        above = min(below + 1, last)
        rest = at - below
        step = ordered[above] - ordered[below]
        yield ordered[below] + step * rest if rest < _MEDIAN else ordered[above] - step * (1 - rest)


def bounds(samples: Sequence[float], confidence: float) -> tuple[float, float, float]:
    """Return the ends and the median of the samples without their tails, which are equally large.

    `confidence` is the part between the ends, from 0 to 1. The order is lower end, median, upper end.
    """
    tail = (1 - confidence) / 2
    low, median, high = percentiles(samples, (tail, _MEDIAN, 1 - tail))
    return low, median, high
