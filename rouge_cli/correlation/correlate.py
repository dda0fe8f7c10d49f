"""`correlate` and `power`, the functions for programs; a call loads NumPy and SciPy.

In the pilot of `power` both systems are scored in the same evaluations. The pilot's paired differences are
shifted so that their mean is the difference to find. An experiment with n evaluations draws n of them with
replacement, and Student's paired test finds the difference or not. The power is the share of experiments that
find it (Efron and Tibshirani 1993, section 25.4; Card et al. 2020, "With Little Power Comes Great
Responsibility").
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, compress
from math import isfinite
from typing import Any, NamedTuple

from ..errors import InputError, Message, OptionError, load_extra, some
from ..kernel.threads import in_turn
from ..options import jobs_of, names_of, whole_number
from ..rendering.presentation import plain_values
from ..scoring.results import Results
from . import outcomes
from .outcomes import CHOICES, Cell, Correlations, Settings

PACKAGES = "numpy", "scipy.special"
"""The modules of optional packages that a call needs."""
_SIZES = (5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""The default sizes of the curve, in evaluations."""
_MOST = 100_000
"""The largest number of evaluations that is tried."""
_LEAST_PILOT = 3


def correlate(
    scores: Results | Iterable[Cell],
    human: Iterable[Cell],
    *,
    levels: Sequence[str] = ("system", "summary"),
    coefficients: Sequence[str] = ("pearson", "spearman", "kendall"),
    interval: str = "both",
    confidence: float = 95,
    resamples: int = 1000,
    compare: bool | str = False,
    test: str = "permutation",
    seed: int = 0,
    figure: str = "f",
    people: str = "without",
    persons: Sequence[str] = (),
    undefined: str = "skip",
    complete: bool = False,
    metric_inputs: str = "judged",
    lower_is_better: Sequence[str] = (),
    average_annotators: bool = False,
    jobs: int = 1,
) -> Correlations:
    """Correlate the scores of measures with human scores of the same systems and evaluations.

    `scores` is a report, which gives its `figure` (recall, precision, f), or cells; `human` are cells.
    `levels`: `system` (the systems' means), `summary` (the mean over evaluations of the correlation over
    systems), `global` (all summaries). `coefficients`: `pearson`, `spearman`, `kendall` (τ-b), `accuracy`
    (of pairs, with calibrated ties and soft). `interval`: a bootstrap of `both` systems and evaluations, of
    `inputs` (evaluations) or `systems`, `fisher` or `none`, at a `confidence` in per cent.

    `compare` tests every two measures (True) or every measure against one (its name), by `test`:
    `permutation` swaps the scores of single summaries, `permutation-systems` and `permutation-inputs` swap
    the scores of whole systems and evaluations, `williams` is Williams' test. There are `resamples` resamples
    and as many permutations, drawn by `seed` in the order of IDs, or all permutations where there are no
    more.

    `people` among the systems are left out (`without`), kept (`with`) or kept alone (`only`). Cells say who
    is a person (`Cell.is_person`), and `persons` names further people. A report lacks the IDs of models, by
    which `rouge-tools correlate` finds people: name the people among its systems. Where a coefficient is
    `undefined` in an evaluation, the summary level leaves the evaluation out (`skip`) or takes 0 (`zero`).
    `complete` keeps the evaluations that all systems have; `metric_inputs` `all` lets evaluations that nobody
    judged count in a measure's system means. Measures in `lower_is_better` change their sign.
    `average_annotators` takes the mean of several human scores of a cell. `jobs` threads share the work (0:
    all processors); they change no figure.

    Deutsch, Dror and Roth (2021) define levels, intervals and tests. Raises `RougeError` if NumPy or SciPy
    cannot be loaded, `OptionError` for a choice that does not exist, and `InputError` for scores that cannot
    be correlated.
    """
    levels, coefficients = names_of("levels", levels), names_of("coefficients", coefficients)
    lower_is_better, persons = names_of("lower_is_better", lower_is_better), names_of("persons", persons)
    resamples = whole_number("resamples", resamples, 1, 2**32 - 1)
    seed = whole_number("seed", seed, 0, 2**32 - 1)
    settings = Settings(
        *(levels, coefficients, interval, float(confidence), resamples, test, seed),
        *(people, undefined, complete, metric_inputs, lower_is_better),
    )
    for choice, allowed in CHOICES.items():
        chosen = getattr(settings, choice)
        words = chosen if isinstance(chosen, tuple) else (chosen,)
        if not words:
            raise OptionError(f"`{choice}` must name at least one of %s", ", ".join(allowed))
        for word in words:
            if word not in allowed:
                raise OptionError(f"`{choice}` must be one of %s, not %r", ", ".join(allowed), word)
    if not 0 < settings.confidence < 100:
        raise OptionError("`confidence` must be between 0 and 100, not %r", settings.confidence)
    jobs = jobs_of(jobs)
    for module in PACKAGES:
        load_extra(module, "correlate")
    from . import analysis

    measured = analysis.tabulate(scores, figure)
    judged = analysis.tabulate(human, average=average_annotators)
    for option, kind, named, known in (
        ("lower_is_better", "measure", settings.lower_is_better, [*measured.scores]),
        ("persons", "system", persons, sorted({*judged.systems, *measured.systems})),
    ):
        for name in named:
            if name not in known:
                raise InputError(f"`{option}` names %r, which is no {kind}; there are: %s", name, some(known))
    judged = judged._replace(people={*judged.people, *persons})
    joined = analysis.join(measured, judged, settings.people)
    turned = {name: -joined.scores[name] for name in settings.lower_is_better}
    joined = joined._replace(scores={**joined.scores, **turned})

    # Whole systems have only the system level.
    levels = [level for level in settings.levels if joined.evaluations or level == "system"]
    if not levels:
        reason = "whole systems are scored, without evaluations, and have the system level alone"
        raise InputError(Message(f"{reason}; `levels` must have it"))
    measures, humans = tuple(joined.scores), tuple(joined.humans)
    pairs = _compared_pairs(measures, compare) if compare and settings.test != "none" else []
    # NumPy releases the GIL, so that threads compute at the same time.
    tasks = [(measure, human) for human in humans for measure in measures]
    results = tuple(in_turn(lambda task: analysis.analyse(joined, *task, levels, settings), tasks, jobs))
    at_levels = [(level, joined, pairs, human) for human in humans for level in levels if pairs]
    differences = in_turn(lambda task: analysis.compare_at(*task, settings), at_levels, jobs)
    comparisons = tuple(chain.from_iterable(differences))
    notes = (
        *analysis.notes_on_data(joined, settings),
        *outcomes.notes_on_results(results, settings),
        *outcomes.notes_on_choices(levels, settings, compared=bool(pairs)),
        *outcomes.notes_on_comparisons(comparisons),
    )
    return Correlations(
        *(joined.systems, joined.evaluations, joined.people, measures, humans, results),
        *(comparisons, notes, settings),
    )


def _compared_pairs(measures: Sequence[str], baseline: bool | str) -> list[tuple[str, str]]:
    """Return the pairs to compare: each measure with the baseline, or (True) every two measures."""
    if len(measures) < 2:
        raise InputError(f"two measures or more can be compared; there are: {some(measures)}")
    if not isinstance(baseline, str):
        return [*combinations(measures, 2)]
    if baseline not in measures:
        raise InputError(f"there is no measure {baseline!r} to compare with; there are: {some(measures)}")
    return [(measure, baseline) for measure in measures if measure != baseline]


class PowerPoint(NamedTuple):
    """The probability to find the difference with a number of evaluations."""

    evaluations: int
    power: float


class Power(NamedTuple):
    """The answer to "how many evaluations do I need?" for two systems, a measure and a difference."""

    measure: str
    system: str
    baseline: str
    pilot: int
    """The evaluations of the pilot, which both systems have."""
    observed: float
    """The mean difference in the pilot."""
    deviation: float
    """The standard deviation of the pilot's differences."""
    difference: float
    """The difference to find."""
    level: float
    """The p at which a difference counts as found, such as 0.05."""
    target: float
    """The power to reach, such as 0.8."""
    needed: int | None
    """The least number of evaluations that reaches the target; `None` if `most` evaluations do not."""
    most: int
    """The largest number of evaluations that was tried."""
    curve: tuple[PowerPoint, ...]
    simulations: int
    seed: int
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return dict(plain_values(self))


def power(
    scores: Results | Iterable[Cell],
    *,
    measure: str | None = None,
    system: str | None = None,
    baseline: str | None = None,
    difference: float | None = None,
    evaluations: Sequence[int] = (),
    level: float = 0.05,
    target: float = 0.8,
    simulations: int = 5000,
    seed: int = 0,
    figure: str = "f",
) -> Power:
    """Return how many evaluations it takes to find a difference between two systems.

    `scores` are the report of a pilot, which gives its `figure`, or the cells of a pilot. `measure`, `system`
    and `baseline` can be left out where there is no choice. `difference` is the true difference to find, by
    default the pilot's own. A two-sided test finds it with a p of at most `level` and the right sign.
    `target` is the probability to reach. The curve has the sizes in `evaluations` (default: usual sizes), the
    size of the pilot and the answer. Draws depend on `seed` alone.

    Raises `RougeError` if NumPy or SciPy cannot be loaded, `OptionError` for a choice that does not exist
    and for a difference of 0, and `InputError` for systems or a measure that the pilot does not have.
    """
    for name, value in (("level", level), ("target", target)):
        if not 0 < value < 1:
            raise OptionError(f"`{name}` must be between 0 and 1, not %r", value)
    if difference is not None and not isfinite(difference):
        raise OptionError("`difference` must be a number, not %r", difference)
    simulations = whole_number("simulations", simulations, 1, 2**32 - 1)
    seed = whole_number("seed", seed, 0, 2**32 - 1)
    evaluations = [whole_number("evaluations", size, 2, 2**32 - 1) for size in evaluations]
    for module in PACKAGES:
        load_extra(module, "power")
    from . import analysis, inference

    table = analysis.tabulate(scores, figure)
    measure = _one("measure", measure, list(table.scores))
    system, baseline = _systems(table.systems, system, baseline)
    differences, left_out = analysis.paired_differences(table, measure, system, baseline)
    if len(differences) < _LEAST_PILOT:
        found = f"{measure} of both {system!r} and {baseline!r}; there are {len(differences)}"
        raise InputError(f"a pilot needs {_LEAST_PILOT} evaluations or more with {found}")
    observed = analysis.mean_of(differences.tolist())
    wanted = observed if difference is None else float(difference)
    if not wanted:
        advice = "give the `difference` that matters to you"
        raise OptionError(Message(f"a difference of 0 cannot be found; {advice}"))
    varies = differences.min() < differences.max()
    deviation = float(differences.std(ddof=1)) if varies else 0.0

    @cache
    def power_of(size: int) -> float:
        if not varies:
            return 1.0
        errors = (differences - observed) / (deviation if wanted > 0 else -deviation)
        return inference.simulated_power(size, errors, abs(wanted) / deviation, level, simulations, seed)

    # Double the size until it reaches the target, then search between the last two sizes.
    high = 2
    while power_of(high) < target and high < _MOST:
        high = min(2 * high, _MOST)
    needed = None
    if power_of(high) >= target:
        needed = bisect_left(range(high), True, high // 2 + 1, key=lambda size: power_of(size) >= target)
    points: list[PowerPoint] = []
    for size in sorted({*(evaluations or _SIZES), len(differences), needed or len(differences)}):
        # A curve of the usual sizes ends where power is almost 1.
        is_sure = len(points) > 1 and points[-1].power >= 0.9995 and size > len(differences)
        if evaluations or not is_sure:
            points.append(PowerPoint(size, power_of(size)))
    few = f"{len(differences)} evaluations of a pilot say little of the deviation of differences"
    lacking = f"evaluations in which not both systems have {measure} are left out ({len(left_out)})"
    notes = {
        f"{lacking}: {some(left_out)}": bool(left_out),
        f"the answer is rough: {few}": len(differences) < 20,
        "all differences of the pilot are equal, so any number of evaluations is enough": not varies,
        f"{_MOST:,} evaluations find the difference with a probability below {target:g}": needed is None,
    }
    return Power(
        *(measure, system, baseline, len(differences), observed, deviation, wanted),
        *(level, target, needed, _MOST, tuple(points)),
        *(simulations, seed, tuple(compress(notes, notes.values()))),
    )


def _systems(names: Sequence[str], system: str | None, baseline: str | None) -> tuple[str, str]:
    if system is not None and system == baseline:
        raise InputError(f"system {system!r} cannot be compared with itself; name two of: {some(names)}")
    if system is None and baseline is None:
        if len(names) != 2:
            raise InputError("two systems are compared; name `system` and `baseline` of: %s", some(names))
        return names[0], names[1]
    return _one("system", system, names, baseline), _one("baseline", baseline, names, system)


def _one(kind: str, name: str | None, names: Sequence[str], taken: str | None = None) -> str:
    """Return the name, or the only name that is not taken if none was given."""
    if name is None:
        free = [one for one in names if one != taken]
        if len(free) != 1:
            raise InputError(f"name the `{kind}` of the pilot; there are: %s", some(free))
        return free[0]
    if name not in names:
        raise InputError(f"the pilot has no {kind} {name!r}; there are: {some(names)}")
    return name
