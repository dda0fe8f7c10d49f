"""Permutation tests of the difference of two correlations with the same human scores.

Deutsch, Dror and Roth (2021) describe Perm-Both, Perm-Inputs and Perm-Systems. Both measures are
standardised. If they were equally good, it would not matter which of the two gave which score of a summary,
so these pairs of scores are swapped at random: each by itself (Perm-Both), those of an evaluation together
(Perm-Inputs), or those of a system together (Perm-Systems). p is the share of the differences after such
swaps that are at least as far from 0 as the observed one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import frexp, isnan, nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .coefficients import BY_NAME
from .levels import means, quantised, rounded
from .records import DECIMALS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .coefficients import Numbers, Weights

_TOLERANCE = 1e-9
"""The most by which differences that should be equal differ by rounding."""

_DECIMALS_OF_MEANS = 10
"""The decimals to which means of standardised scores are rounded before they are ranked.

Standardised scores are irrational, so that sums that should be equal differ by more than those of scores.
"""

_WEIGHTS = 1 << 22
"""The most weights of summaries that are held at a time."""

_MOST_BITS = 62


class Pair(NamedTuple):
    """Two measures that are compared."""

    measure: str
    baseline: str


class Swaps(NamedTuple):
    """Permutations: True where the scores of two measures are swapped."""

    swapped: NDArray[np.bool_]
    """By permutation, system and evaluation."""
    exact: bool
    """True where these are all permutations that there are."""


class PermutationTest(NamedTuple):
    """The p of a difference, and the permutations behind it."""

    p: float
    """NaN where the observed difference is undefined, or all others."""
    draws: int
    exact: bool
    undefined: int
    """The permutations whose difference is undefined; they are left out of p."""


Sides = dict[str, tuple["Numbers", "Numbers"]]
"""By coefficient, the permuted correlations of the one and of the other measure."""


def swaps(kind: str, shape: tuple[int, ...], count: int, seed: int) -> Swaps:
    """Return permutations of a table of this shape: of `both` (summary by summary), `systems` or `inputs`.

    Where there are no more than `count` in all, each of them comes once. Otherwise the bits of PCG64 with
    this seed decide.
    """
    systems, evaluations = shape
    rows = 1 if kind == "inputs" else systems
    columns = 1 if kind == "systems" else evaluations
    places = rows * columns
    exact = places <= _MOST_BITS and 1 << places <= count
    if exact:
        numbers = np.arange(1 << places, dtype=np.int64)
        bits = (numbers[:, None] >> np.arange(places) & 1).astype(np.bool_)
    else:
        words = np.random.PCG64(seed).random_raw((count * places + 63) // 64)
        octets = words.astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, count=count * places).astype(np.bool_).reshape(count, places)
    swapped = np.broadcast_to(bits.reshape(len(bits), rows, columns), (len(bits), systems, evaluations))
    return Swaps(swapped, exact)


def standardised(scores: Numbers) -> Numbers:
    """Return scores with mean 0 and standard deviation 1 over all cells that are there."""
    present = scores[~np.isnan(scores)]
    if not len(present) or present.min() == present.max():
        return np.where(np.isnan(scores), nan, 0.0)
    # A power of two changes no digit, and keeps the squares of tiny scores from vanishing.
    exponent = -frexp(float(np.abs(present).max()))[1]
    scores, present = np.ldexp(scores, exponent), np.ldexp(present, exponent)
    result: Numbers = (scores - present.mean()) / present.std()
    return result


def permuted(
    level: str,
    scores: Mapping[str, Numbers],
    human: Numbers,
    pairs: Sequence[Pair],
    swapped: NDArray[np.bool_],
    names: Sequence[str],
    *,
    zero: bool = False,
) -> Iterator[tuple[Pair, Sides]]:
    """Yield for each pair the correlations of both measures after each permutation.

    `scores` are matrices of systems and evaluations with the same missing cells as `human`.
    """
    measures = list(dict.fromkeys(measure for pair in pairs for measure in pair))
    standard = {measure: standardised(scores[measure]) for measure in measures}
    if level == "system":
        return _system(standard, human, pairs, swapped, names)
    # Rounding makes measures that differ in their scale alone the same.
    standard = {measure: np.round(of, DECIMALS) for measure, of in standard.items()}
    if level == "summary":
        return _summary(standard, human, pairs, swapped, names, zero=zero)
    return _global(standard, human, pairs, swapped, names)


def p_of(observed: float, sides: tuple[Numbers, Numbers], *, exact: bool) -> PermutationTest:
    """Return the two-sided p of an observed difference.

    Of permutations drawn at random the data themselves count as one more, so that p is never 0; among all
    permutations they are included.
    """
    differences = sides[0] - sides[1]
    defined = differences[~np.isnan(differences)]
    undefined = len(differences) - len(defined)
    if isnan(observed) or not len(defined):
        return PermutationTest(nan, len(differences), exact, undefined)
    far = int(np.count_nonzero(np.abs(defined) >= abs(observed) - _TOLERANCE))
    p = far / len(defined) if exact else (1 + far) / (1 + len(defined))
    return PermutationTest(p, len(differences), exact, undefined)


def _system(
    scores: Mapping[str, Numbers],
    human: Numbers,
    pairs: Sequence[Pair],
    swapped: NDArray[np.bool_],
    names: Sequence[str],
) -> Iterator[tuple[Pair, Sides]]:
    """Compute the means of permuted scores from the sums of those that are swapped, which are exact."""
    systems, evaluations = human.shape
    whole, unit = quantised(np.stack(list(scores.values()), axis=-1), 2 * evaluations)
    moved = np.stack([swapped[:, row].astype(np.int64) @ whole[row] for row in range(systems)], axis=1)
    at = {measure: place for place, measure in enumerate(scores)}
    totals = whole.sum(axis=1)
    counts = (~np.isnan(human)).sum(axis=1)
    people, standard_people = (
        means(of, np.ones((1, evaluations), np.int64)) for of in (human, standardised(human))
    )
    weights = np.ones((1, 1, systems), np.float32)
    for pair in pairs:
        first, second = at[pair.measure], at[pair.baseline]
        gained = moved[:, :, second] - moved[:, :, first]
        x = rounded(totals[:, first] + gained, counts, unit)
        y = rounded(totals[:, second] - gained, counts, unit)
        ranked = np.round(x, _DECIMALS_OF_MEANS), np.round(y, _DECIMALS_OF_MEANS), people
        sides: Sides = {}
        for name in names:
            one, two, z = (x, y, standard_people) if name == "pearson" else ranked
            sides[name] = BY_NAME[name](one, z, weights)[:, 0], BY_NAME[name](two, z, weights)[:, 0]
        yield pair, sides


def _summary(
    scores: Mapping[str, Numbers],
    human: Numbers,
    pairs: Sequence[Pair],
    swapped: NDArray[np.bool_],
    names: Sequence[str],
    *,
    zero: bool,
) -> Iterator[tuple[Pair, Sides]]:
    """Correlate, in each evaluation, the scores that are chosen among those of both measures."""
    draws, systems, evaluations = swapped.shape
    sums = np.zeros((len(pairs), len(names), 2, draws))
    defined = np.zeros(sums.shape, dtype=np.int64)
    step = max(1, _WEIGHTS // (draws * systems * 2))
    for start in range(0, evaluations, step):
        part = slice(start, start + step)
        weights = _chosen(swapped[:, :, part].transpose(2, 0, 1))
        people = _doubled(human[:, part].T, human[:, part].T)
        for (place, pair), (number, name) in product(enumerate(pairs), enumerate(names)):
            one, two = scores[pair.measure][:, part].T, scores[pair.baseline][:, part].T
            for side, items in enumerate((_doubled(one, two), _doubled(two, one))):
                values = BY_NAME[name](items, people, weights, alike=True)
                sums[place, number, side] += np.nansum(values, axis=0)
                defined[place, number, side] += (~np.isnan(values)).sum(axis=0)
    judged = int((~np.isnan(human)).any(axis=0).sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        averages = sums / (judged if zero else defined)
    for place, pair in enumerate(pairs):
        yield pair, {name: tuple(averages[place, number]) for number, name in enumerate(names)}


def _global(
    scores: Mapping[str, Numbers],
    human: Numbers,
    pairs: Sequence[Pair],
    swapped: NDArray[np.bool_],
    names: Sequence[str],
) -> Iterator[tuple[Pair, Sides]]:
    rows, columns = np.nonzero(~np.isnan(human))
    weights = _chosen(swapped[:, rows, columns][None])
    people = _doubled(human[rows, columns][None], human[rows, columns][None])
    for pair in pairs:
        one, two = (scores[measure][rows, columns][None] for measure in pair)
        sides = [(items, people, weights) for items in (_doubled(one, two), _doubled(two, one))]
        yield (
            pair,
            {
                name: (BY_NAME[name](*sides[0], alike=True)[0], BY_NAME[name](*sides[1], alike=True)[0])
                for name in names
            },
        )


def _chosen(swapped: NDArray[np.bool_]) -> Weights:
    """Return the weights of doubled items: one of the two of each summary is chosen."""
    return _doubled(~swapped, swapped).astype(np.float32)


def _doubled(one: NDArray[Any], two: NDArray[Any]) -> NDArray[Any]:
    """Return the items of the one measure with those of the other behind them."""
    return np.concatenate((one, two), axis=-1)
