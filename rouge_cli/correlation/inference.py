"""Intervals and tests of correlations, and pairwise accuracy.

Deutsch, Dror and Roth (2021), "A Statistical Analysis of Summarization Evaluation Metrics Using Resampling
Methods", describe the bootstraps (Boot-Systems, Boot-Inputs and Boot-Both, which they recommend) and the
permutation tests (Perm-Systems, Perm-Inputs and Perm-Both). For a permutation test both measures are
standardised. If they were equally good, it would not matter which of the two gave which score of a summary,
so scores are swapped at random: summary by summary, evaluation by evaluation, or system by system. p is the
share of swaps whose difference is at least as far from 0 as the observed difference.

Bonett and Wright (2000), "Sample size requirements for estimating Pearson, Kendall and Spearman
correlations", give the variances of Fisher's formula. Williams (1959) tests two correlations with the same
human scores; Graham and Baldwin (2014) and Graham (2015) apply the test to translation and summarisation.

Pairwise accuracy is how often a measure orders two systems, or two summaries, as people do. Kocmi et al.
(2021), "To Ship or Not to Ship", define it for systems; Deutsch, Foster and Freitag (2023), "Ties Matter",
calibrate ties; Thompson et al. (2024), "Improving Statistical Significance in Human Evaluation of Automatic
Metrics via Soft Pairwise Accuracy", define the soft accuracy.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import atanh, ceil, frexp, isnan, nan, sqrt, tanh

import numpy as np
from scipy.special import ndtri, stdtr, stdtrit

from .coefficients import BY_NAME, DECIMALS, ROUNDING, Cells, Numbers, blocks, means, quantised, rounded
from .outcomes import MOST_PAIRS, Accuracy, PairCounts, Settings

_TOLERANCE = 1e-9
"""The largest difference of equal correlations of rounded means."""

Pair = tuple[str, str]
"""Two measures that are compared: a measure and its baseline."""


def percentile_bounds(samples: Numbers, confidence: float) -> tuple[float, float, int]:
    """Return the percentile interval, interpolated linearly, and the number of undefined samples."""
    defined = samples[~np.isnan(samples)]
    tail = (100 - confidence) / 200
    low, high = np.quantile(defined, (tail, 1 - tail)) if len(defined) else (nan, nan)
    return float(low), float(high), len(samples) - len(defined)


def critical_pearson(n: int) -> float:
    """Return the least |r| of three or more observations that differs from 0 at 5 %, two-sided."""
    t = float(stdtrit(n - 2, 0.975))
    return t / sqrt(n - 2 + t * t)


def fisher_bounds(coefficient: str, r: float, n: int, confidence: float) -> tuple[float, float]:
    """Return the interval tanh(atanh r ± z·c/√(n-b)), with b and c by Bonett and Wright (2000).

    There is no interval where r is undefined or n is b or less. Both bounds of a perfect correlation are r.
    """
    by_name = {"pearson": (3, 1.0), "spearman": (3, sqrt(1 + r * r / 2)), "kendall": (4, sqrt(0.437))}
    b, c = by_name[coefficient]
    if n <= b:
        return nan, nan
    if abs(r) >= 1 - ROUNDING:
        return r, r
    width = float(ndtri(0.5 + confidence / 200)) * c / sqrt(n - b)
    return tanh(atanh(r) - width), tanh(atanh(r) + width)


def swaps(kind: str, shape: tuple[int, ...], count: int, seed: int) -> tuple[Cells, bool]:
    """Return permutations of a table of this shape: of `systems`, of `inputs`, or else summary by summary.

    The array is True, by permutation, system and evaluation, where the scores of two measures are swapped. If
    the table has at most `count` permutations, each comes once, and the second value is True. Otherwise the
    bits of PCG64 with this seed decide.
    """
    rows = 1 if kind == "inputs" else shape[0]
    columns = 1 if kind == "systems" else shape[1]
    places = rows * columns
    exact = 1 << places <= count
    if exact:
        bits = (np.arange(1 << places)[:, None] >> np.arange(places) & 1).astype(np.bool_)
    else:
        octets = np.random.PCG64(seed).random_raw(ceil(count * places / 64)).astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, count=count * places).astype(np.bool_).reshape(count, places)
    return np.broadcast_to(bits.reshape(len(bits), rows, columns), (len(bits), *shape)), exact


def standardised(scores: Numbers) -> Numbers:
    """Return scores with mean 0 and standard deviation 1 over all cells that are not missing: one or more."""
    present = scores[~np.isnan(scores)]
    if present.min() == present.max():
        return scores - float(present.min())
    # A power of two changes no digit and keeps the squares of tiny scores above 0.
    exponent = -frexp(float(np.abs(present).max()))[1]
    scores, present = np.ldexp(scores, exponent), np.ldexp(present, exponent)
    result: Numbers = (scores - present.mean()) / present.std()
    return result


def permuted(
    level: str,
    scores: Mapping[str, Numbers],
    human: Numbers,
    pairs: list[Pair],
    swapped: Cells,
    names: Sequence[str],
    *,
    zero: bool,
) -> Numbers:
    """Return, by pair, coefficient and permutation, the difference of the correlations of both measures."""
    standard = {measure: standardised(scores[measure]) for pair in pairs for measure in pair}
    if level == "system":
        return _permuted_means(standard, human, pairs, swapped, names)
    # The scores lack the same cells as the human scores.
    if level == "global":  # All cells are the systems of a single evaluation.
        rows, columns = np.nonzero(~np.isnan(human))
        standard = {measure: cells[rows, columns][:, None] for measure, cells in standard.items()}
        human, swapped, zero = human[rows, columns][:, None], swapped[:, rows, columns][:, :, None], False
    # Rounding makes measures that differ in their scale alone the same.
    standard = {measure: np.round(cells, DECIMALS).T for measure, cells in standard.items()}
    # In each evaluation both scores of a system are items. A permutation chooses one by the weight 1 and
    # drops the other by the weight 0.
    draws, systems, evaluations = swapped.shape
    sums = np.zeros((2, len(pairs), len(names), draws))
    defined = np.zeros(sums.shape, dtype=np.int64)
    for part in blocks(evaluations, draws * systems * 2):
        chosen = swapped[:, :, part].transpose(2, 0, 1)
        weights = np.concatenate((~chosen, chosen), axis=-1).astype(np.float32)
        people = np.tile(human[:, part].T, 2)
        for (place, pair), (number, name) in product(enumerate(pairs), enumerate(names)):
            items = [standard[measure][part] for measure in pair]
            for side in (0, 1):
                values = BY_NAME[name](np.concatenate(items, axis=-1), people, weights, alike=True)
                sums[side, place, number] += np.nansum(values, axis=0)
                defined[side, place, number] += (~np.isnan(values)).sum(axis=0)
                items.reverse()
    if zero:
        defined[:] = (~np.isnan(human)).any(axis=0).sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        one, two = sums / defined
    differences: Numbers = one - two
    return differences


def _permuted_means(
    standard: Mapping[str, Numbers], human: Numbers, pairs: list[Pair], swapped: Cells, names: Sequence[str]
) -> Numbers:
    """Permute at the system level: from exact sums of the swapped scores."""
    systems, evaluations = human.shape
    whole, unit = quantised(np.stack(list(standard.values()), axis=-1), 2 * evaluations)
    moved = np.stack([swapped[:, row].astype(np.int64) @ whole[row] for row in range(systems)], axis=1)
    totals, counts = whole.sum(axis=1), (~np.isnan(human)).sum(axis=1)
    people, standard_people = means(human), means(standardised(human))
    weights = np.ones((1, 1, systems), np.float32)
    differences = np.empty((len(pairs), len(names), len(swapped)))
    for place, pair in enumerate(pairs):
        first, second = map([*standard].index, pair)
        gained = moved[:, :, second] - moved[:, :, first]
        x = rounded(totals[:, first] + gained, counts, unit)
        y = rounded(totals[:, second] - gained, counts, unit)
        for number, name in enumerate(names):
            # Standardised scores are irrational: equal sums differ by more than their last bits.
            z, decimals = (standard_people, DECIMALS) if name == "pearson" else (people, DECIMALS - 2)
            one, two = (BY_NAME[name](np.round(side, decimals), z, weights)[:, 0] for side in (x, y))
            differences[place, number] = one - two
    return differences


def permutation_p(observed: float, differences: Numbers, *, exact: bool) -> tuple[float, int]:
    """Return the two-sided p of an observed difference, and the number of undefined permutations.

    p leaves these out, and is NaN where the observed difference or all permutations are undefined. The data
    count as one more random permutation, so that p is never 0; all permutations (`exact`) include the data.
    """
    defined = differences[~np.isnan(differences)]
    undefined = len(differences) - len(defined)
    if isnan(observed) or not len(defined):
        return nan, undefined
    far = int(np.count_nonzero(np.abs(defined) >= abs(observed) - _TOLERANCE))
    return (far / len(defined) if exact else (1 + far) / (1 + len(defined))), undefined


def williams(r12: float, r13: float, r23: float, n: int) -> tuple[float, int, float]:
    """Return Williams' t, its degrees of freedom and its two-sided p, for the difference of r12 and r13.

    1 is people, 2 and 3 are the measures, and each correlation is over n observations. Correlations are
    signed: their absolute values, which some programs take, give another p where r23 alone is negative. t and
    p are NaN below n = 4, where a correlation is undefined, and where the measures are so much alike that t
    would be rounding alone; but equal r12 and r13 have t = 0.
    """
    df = n - 3
    if df < 1:
        return nan, df, nan
    difference = r12 - r13
    if abs(difference) <= _TOLERANCE:
        return 0.0, df, 1.0
    k = 1 - r12 * r12 - r13 * r13 - r23 * r23 + 2 * r12 * r13 * r23
    k = k if abs(k) > 1e-14 else 0.0
    square = 2 * k * (n - 1) / df + ((r12 + r13) / 2) ** 2 * (1 - r23) ** 3
    if square <= 1e-13:  # t would be rounding alone.
        return nan, df, nan
    t = difference * sqrt((n - 1) * (1 + r23) / square)
    return t, df, 2 * float(stdtr(df, -abs(t)))


def simulated_power(
    size: int, errors: Numbers, effect: float, level: float, simulations: int, seed: int
) -> float:
    """Return the share of simulated experiments of a size in which Student's test finds an effect.

    `errors` are the differences of a pilot from their mean, which experiments draw from; they and the effect
    are in units of the standard deviation, and the effect is positive.
    """
    pilot = len(errors)
    generator = np.random.Generator(np.random.PCG64([seed, size]))
    sums, squares = np.empty(simulations), np.empty(simulations)
    for part in blocks(simulations, min(size, pilot)):
        count = len(sums[part])
        if size >= pilot:  # Then it is faster to draw how often each error occurs.
            often = generator.multinomial(size, np.full(pilot, 1 / pilot), count)
            sums[part], squares[part] = often @ errors, often @ (errors * errors)
        else:
            drawn = errors[generator.integers(0, pilot, (count, size))]
            sums[part], squares[part] = drawn.sum(axis=1), (drawn * drawn).sum(axis=1)
    mean = sums / size
    variance = (squares - size * mean * mean) / (size - 1)
    least = float(stdtrit(size - 1, 1 - level / 2)) * np.sqrt(np.maximum(variance, 0) / size)
    # Without any spread the test has no t, and finds nothing.
    return float(np.mean((variance > ROUNDING) & (mean + effect >= least)))


# Pairwise accuracy.


def accuracies_at(level: str, x: Numbers, z: Numbers, settings: Settings) -> list[Accuracy]:
    """Return the accuracies of a level; `x` and `z` are the matrices of a measure and of people.

    System level: plain and soft, over the systems' means. Summary level: over the summaries of each
    evaluation, and of each system. Global level: over all summaries.
    """
    if level == "system":
        soft = _soft_accuracy(x, z, settings.resamples, settings.seed)
        return [_accuracy(level, "systems", means(x), means(z), soft)]
    if level == "summary":
        return [_accuracy(level, "evaluation", x.T, z.T), _accuracy(level, "system", x, z)]
    return [_accuracy(level, "none", x.ravel()[None], z.ravel()[None])]


def _accuracy(level: str, grouping: str, x: Numbers, z: Numbers, soft: float = nan) -> Accuracy:
    """Return the accuracy over all pairs within each row, whose scores are a group.

    Cells that one side lacks make no pairs. All groups with a pair have the same weight. There is no accuracy
    without pairs, nor where there are more than `MOST_PAIRS`.
    """
    groups = [np.stack(group)[:, ~np.isnan(group).any(axis=0)] for group in zip(x, z, strict=True)]
    groups = [group for group in groups if group.shape[1] > 1]
    counts = [group.shape[1] * (group.shape[1] - 1) // 2 for group in groups]
    if not 0 < sum(counts) <= MOST_PAIRS:
        return Accuracy(level, grouping, nan, nan, nan, soft, PairCounts(0, 0, 0, 0, 0))
    pairs = [np.triu_indices(group.shape[1], 1) for group in groups]
    differences = [group[:, one] - group[:, two] for group, (one, two) in zip(groups, pairs, strict=True)]
    x, z = np.round(np.concatenate(differences, axis=1), DECIMALS)
    weights = np.repeat([1 / count / len(groups) for count in counts], counts)
    signs = np.sign(x) * np.sign(z)
    kinds = signs > 0, signs < 0, (x == 0) & (z != 0), (x != 0) & (z == 0), (x == 0) & (z == 0)
    # Ties agree with ties alone.
    plain = float(weights[np.sign(x) == np.sign(z)].sum())
    calibrated = (nan, nan) if level == "system" else _calibrated(x, z, weights)
    of_kinds = PairCounts(*(int(kind.sum()) for kind in kinds))
    return Accuracy(level, grouping, plain, *calibrated, soft, of_kinds)


def _calibrated(x: Numbers, z: Numbers, weights: Numbers) -> tuple[float, float]:
    """Return the highest accuracy that a threshold for ties of the measure gives, and this threshold.

    `x` and `z` are the differences of pairs. The threshold is 0 or one of the differences; of equally good
    thresholds the smallest counts. Pairs are sorted by their differences, and one block of equal differences
    after another becomes ties.
    """
    order = np.argsort(np.abs(x), kind="stable")
    # A pair without weight is tied at 0, even if nothing else is.
    x, z, weights = (np.insert(side[order], 0, 0.0) for side in (x, z, weights))
    distances = np.abs(x)
    concordant = np.sign(x) * np.sign(z) > 0
    gains = np.where(z == 0, 1.0, np.where(concordant, -1.0, 0.0)) * weights
    ends = np.nonzero(np.append(distances[1:] > distances[:-1], True))[0]
    accuracies = weights[concordant].sum() + np.cumsum(gains)[ends]
    best = int(np.argmax(np.round(accuracies, DECIMALS)))
    return float(accuracies[best]), float(distances[ends][best])


def _soft_accuracy(x: Numbers, z: Numbers, flips: int, seed: int) -> float:
    """Return 1 - the mean |p of people - p of the measure| over the pairs of systems.

    Each p is one-sided, by flipping the signs of the paired differences in the evaluations that both systems
    have; `flips` is the number of random flips where there are too many to enumerate. Pairs that share no
    evaluation are left out. The soft accuracy of fewer than two evaluations is NaN.
    """
    systems, evaluations = x.shape
    if evaluations < 2:
        return nan
    first, second = np.triu_indices(systems, 1)
    most = flips if evaluations > 16 else 1 << evaluations  # All flips of so few evaluations cost little.
    swapped, exact = swaps("inputs", (1, evaluations), most, seed)
    flipped = swapped[:, 0]
    ps = []
    for side in (z, x):
        # p is the share of flips whose sum is not below the sum of the differences.
        whole, unit = quantised(side[first] - side[second], evaluations)
        with np.errstate(over="ignore"):  # Differences that are all tiny are ties.
            tied = np.ldexp(ROUNDING * evaluations, -unit)
        counts = np.zeros(len(whole), dtype=np.int64)
        for rows in blocks(len(flipped), evaluations + len(whole)):
            # A flip lowers the sum by twice the flipped differences. If these add up to 0 or less, the sum
            # is no lower.
            counts += (flipped[rows].astype(np.int64) @ whole.T <= tied).sum(axis=0)
        ps.append(counts / len(flipped) if exact else (1 + counts) / (1 + len(flipped)))
    there = ~np.isnan(x) & ~np.isnan(z)
    shared = (there[first] & there[second]).any(axis=1)
    return float(1 - np.abs(ps[0] - ps[1])[shared].mean()) if shared.any() else nan
