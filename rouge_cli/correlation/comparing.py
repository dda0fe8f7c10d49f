"""The differences between the correlations of measures with the same human score, and their tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isnan, nan

from ..errors import InputError, some
from ..scoring.comparison import holm
from .analysis import named
from .joining import Joined, Kept, keep
from .levels import Paired, at_level, once
from .permutation import Pair, PermutationTest, p_of, permuted, standardised, swaps
from .records import CorrelationDifference, Settings
from .williams import williams

_KINDS = {"permutation": "both", "permutation-systems": "systems", "permutation-inputs": "inputs"}
"""The permutations of each test that permutes."""

_Values = dict[str, dict[str, float]]
"""By measure and coefficient, the correlations with people."""


def pairs_of(measures: Sequence[str], baseline: str | None) -> list[Pair]:
    """Return the measures to compare: all others with the baseline or, without one, every two.

    Raises `InputError` for a baseline that is not among them, and for fewer than two measures.
    """
    if len(measures) < 2:
        raise InputError(f"two measures or more can be compared; there are: {some(measures)}")
    if baseline is None:
        return [Pair(one, two) for one, two in combinations(measures, 2)]
    if baseline not in measures:
        raise InputError(f"there is no measure {baseline!r} to compare with; there are: {some(measures)}")
    return [Pair(one, baseline) for one in measures if one != baseline]


def compare_at(
    level: str, joined: Joined, pairs: Sequence[Pair], human: str, settings: Settings
) -> list[CorrelationDifference]:
    """Compare pairs of measures at a level, on the cells that people and all these measures have.

    Each p is corrected by Holm's method for the pairs that are compared by the same coefficient. The order
    is that of the coefficients, then of the pairs. Raises `InputError` as `keep` does.
    """
    measures = list(dict.fromkeys(measure for pair in pairs for measure in pair))
    kept = keep(joined, measures, human, complete=settings.complete)
    values = {measure: _values(level, kept.paired(measure), settings) for measure in measures}
    between = {
        pair: _values(level, Paired(kept.measures[pair.measure], kept.measures[pair.baseline]), settings)
        for pair in pairs
    }
    n = kept.summaries if level == "global" else len(kept.systems)
    permutations = {} if settings.test == "williams" else _permutations(level, kept, pairs, values, settings)
    differences = []
    for name in named(settings):
        rows = []
        for pair in pairs:
            one, two = (values[measure][name] for measure in pair)
            by_t = williams(one, two, between[pair][name], n)
            test = permutations[pair][name] if permutations else PermutationTest(by_t.two_sided, 0, False, 0)
            rows.append((pair, one, two, test, by_t))
        corrected = holm([test.p for _, _, _, test, _ in rows])
        differences += [
            CorrelationDifference(
                *(pair.measure, pair.baseline, human, level, name, one, two, one - two),
                *(test.p, corrected_p, between[pair][name]),
                *(len(kept.systems), len(kept.evaluations), kept.summaries),
                *(test.draws, test.exact, test.undefined),
                *((by_t.t, by_t.df) if not permutations else ()),
            )
            for (pair, one, two, test, by_t), corrected_p in zip(rows, corrected, strict=True)
        ]
    return differences


def _values(level: str, paired: Paired, settings: Settings) -> dict[str, float]:
    """Return the coefficients; Pearson's of means is that of standardised scores, as in the permutations.

    Means of scores that differ little lose digits when they are rounded, and a measure would differ from
    itself in another scale.
    """
    names, zero = named(settings), settings.undefined == "zero"
    at = at_level(level, paired, once(paired), names, zero=zero)
    values = {name: float(one.values[0]) for name, one in at.items()}
    if level == "system" and not isnan(values.get("pearson", nan)):
        standard = Paired(standardised(paired.x), standardised(paired.z))
        exact = at_level(level, standard, once(standard), ["pearson"])["pearson"]
        values["pearson"] = float(exact.values[0])
    return values


def _permutations(
    level: str, kept: Kept, pairs: Sequence[Pair], values: _Values, settings: Settings
) -> dict[Pair, dict[str, PermutationTest]]:
    names, zero = named(settings), settings.undefined == "zero"
    kind = _KINDS[settings.test]
    swapped, exact = swaps(kind, kept.human.shape, settings.resamples, settings.seed)
    tests = {}
    for pair, sides in permuted(level, kept.measures, kept.human, pairs, swapped, names, zero=zero):
        one, two = (values[measure] for measure in pair)
        tests[pair] = {name: p_of(one[name] - two[name], sides[name], exact=exact) for name in names}
    return tests
