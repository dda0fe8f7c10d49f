"""From cells to results: tables of scores, measures joined with people, correlations, and differences."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, product
from math import fsum, isinf, isnan, nan
from typing import NamedTuple, TypeAlias

import numpy as np

from ..errors import InputError, Message, several, some
from ..numbers import holm
from ..rendering import natural
from ..scoring.results import Results
from ..scoring.scores import figure_name
from . import inference
from .coefficients import DECIMALS, ROUNDING, Cells, Numbers, at_level, bootstrap, means, quantised
from .outcomes import CHOICES, Cell, Correlation, CorrelationDifference, MeasureCorrelations, Settings

Key: TypeAlias = tuple[str, str | None]
"""The IDs of the system and of the evaluation of a cell."""
_LARGEST = 1e100
"""The largest score that is taken: squares and sums of larger ones could overflow."""
_DIGITS = 1e6
"""A note says that rounding matters if scores or their spread are below so many units of rounding."""


class ScoreTable(NamedTuple):
    """The scores of measures, or of people."""

    systems: Sequence[str]
    evaluations: Sequence[str]
    """Nothing where systems were scored as wholes."""
    scores: Mapping[str, Mapping[Key, float]]
    """By name, the score of each cell; NaN where the cell is empty."""
    people: Collection[str]
    """The people among the systems, by ID."""


class JoinedScores(NamedTuple):
    """Scores by name, each a matrix of systems (rows) and evaluations (columns); NaN is a missing cell."""

    systems: tuple[str, ...]
    evaluations: tuple[str, ...]
    """Nothing where systems were scored as wholes, which is a single column."""
    scores: Mapping[str, Numbers]
    humans: Mapping[str, Numbers]
    people: tuple[str, ...] = ()
    """The people among the systems that were read, by ID, whether `join` kept them or not."""


def tabulate(scores: Results | Iterable[Cell], figure: str = "f", average: bool | None = None) -> ScoreTable:
    """Return the table of cells, or of a figure of a report.

    Systems and evaluations are sorted by ID, and draws go by places in the table, so that no result depends
    on the order of rows in a file. Names stay in the order of the cells.

    Several annotators may score one summary: their cells have the same system, evaluation and name. With
    `average` the table has the mean of their scores; None is for measures, which have no annotators. Raises
    `InputError` for such cells without `average`, for scores beyond `_LARGEST`, for cells with an evaluation
    beside cells without one, and for no cells at all.
    """
    if isinstance(scores, Results):
        name = figure_name(figure)
        scores = (
            Cell(system, evaluation, measure, value)
            for system, results in scores.systems.items()
            for measure, result in results.items()
            for evaluation, value in zip(result.scores.evaluations, getattr(result.scores, name), strict=True)
        )
    read = [*scores]
    if not read:
        raise InputError("there are no scores to correlate")
    cells: dict[str, dict[Key, list[Cell]]] = {}
    for cell in read:
        system, evaluation, name, value, _, place = cell
        at = f"{place}: " if place else ""
        has_text = isinstance(system, str) and isinstance(evaluation, str | None)
        if not has_text or not hasattr(value, "__float__"):
            fault = f"{name} of system {system!r} in evaluation {evaluation!r} is {value!r}"
            raise InputError(f"{at}{fault}; IDs must be text, and scores numbers, NaN for a missing score")
        if abs(value) > _LARGEST:
            most = "infinite;" if isinf(value) else f"{value:g}; scores are {_LARGEST:g} at the most:"
            fault = f"{name} of system {system!r} is {most} leave the cell empty if it has no score"
            raise InputError(f"{at}{fault}")
        if (evaluation is None) != (read[0].evaluation is None):
            fault = "scores of whole systems and of single evaluations are mixed; keep them in separate files"
            raise InputError(f"{at}{fault}")
        annotated = cells.setdefault(name, {}).setdefault((system, evaluation), [])
        if isnan(value):
            continue
        annotated.append(cell)
        if len(annotated) > 1 and not average:
            where = f" in evaluation {evaluation!r}" if evaluation is not None else ""
            advice = Message(", or average several annotators with `average_annotators`")
            before = annotated[0].place
            raise InputError(
                "%ssystem %r has %s twice%s; %sremove one%s",
                *(at, system, f"{name}{where}", f" (first: {before})" if before else ""),
                "" if where else "call the column of evaluations 'evaluation', ",
                Message(", or rename one in `scores`") if average is None else advice,
            )
    by_name = {
        name: {key: mean_of([cell.value for cell in annotated]) for key, annotated in by_key.items()}
        for name, by_key in cells.items()
    }
    systems = sorted({cell.system for cell in read}, key=natural)
    evaluations = sorted({cell.evaluation for cell in read if cell.evaluation is not None}, key=natural)
    return ScoreTable(systems, evaluations, by_name, {cell.system for cell in read if cell.is_person})


def mean_of(values: Sequence[float]) -> float:
    """Return the mean, exact and rounded to `DECIMALS`; a single value as it is, and NaN for no value."""
    if len(values) < 2:
        return values[0] if values else nan
    return round(fsum(values) / len(values), DECIMALS)


def _matrix(scores: Mapping[Key, float], systems: Sequence[str], evaluations: Sequence[str]) -> Numbers:
    """Return scores as a matrix of these systems (rows) and evaluations (columns)."""
    keys = product(systems, evaluations or (None,))
    return np.array([scores.get(key, nan) for key in keys], np.float64).reshape(len(systems), -1)


def paired_differences(
    table: ScoreTable, measure: str, system: str, baseline: str
) -> tuple[Numbers, list[str]]:
    """Return the differences in the evaluations that both systems have, and the other evaluations.

    Rounding makes equal differences equal.
    """
    one, two = _matrix(table.scores[measure], (system, baseline), table.evaluations)
    differences: Numbers = np.round(one - two, DECIMALS)
    lacks = np.isnan(differences)
    return differences[~lacks], [*compress(table.evaluations, lacks)]


def join(scores: ScoreTable, human: ScoreTable, people: str) -> JoinedScores:
    """Join the scores of measures with the human scores.

    The result has the systems and evaluations of either side. `people` says whether people among the systems
    stay: `without`, `with` or `only`. If one side has scores of whole systems, the other side is averaged.
    Raises `InputError` if the two sides have no system or no evaluation in common.
    """
    known = {*scores.people, *human.people}
    systems = tuple(
        system
        for system in sorted({*human.systems, *scores.systems}, key=natural)
        if people == "with" or (system in known) == (people == "only")
    )
    if not systems:
        nobody = "no system is a person, so that `people` 'only' leaves none; give another"
        everybody = "all systems are people, whom `people` 'without' leaves out; give 'with' or 'only'"
        raise InputError(Message(nobody if people == "only" else everybody))
    for kind, of_measures, of_people, kept in (
        ("system", scores.systems, human.systems, systems),
        ("evaluation", scores.evaluations, human.evaluations, human.evaluations),
    ):
        if of_measures and of_people and not set(of_measures).intersection(of_people, kept):
            known_ids = f"Scores: {some(of_measures)}; people: {some(of_people)}"
            raise InputError(
                f"no {kind} has both scores of measures and of people; check the IDs. {known_ids}"
            )
    is_mixed = bool(scores.evaluations) != bool(human.evaluations)
    every = () if is_mixed else tuple(sorted({*human.evaluations, *scores.evaluations}, key=natural))
    measures, humans = (
        {name: _matrix(cells, systems, every or table.evaluations) for name, cells in table.scores.items()}
        for table in (scores, human)
    )
    if is_mixed:
        sides = measures, humans
        measures, humans = ({name: means(matrix).T for name, matrix in side.items()} for side in sides)
    return JoinedScores(systems, every, measures, humans, tuple(sorted(known, key=natural)))


def _keep(
    joined: JoinedScores, measures: Sequence[str], human: str, *, complete: bool, unjudged: bool = False
) -> JoinedScores:
    """Return the cells that have the human score and scores of all these measures; all others are NaN.

    `complete` keeps only evaluations in which all systems have these scores. `unjudged` keeps the scores of
    measures in evaluations that nobody judged; they count in the means of systems. Raises `InputError` for
    fewer than three systems.
    """
    z = joined.humans[human]
    present: Cells = ~np.any(np.isnan([z, *(joined.scores[measure] for measure in measures)]), axis=0)
    rows: Cells = np.any(present, axis=1)
    columns: Cells = np.all(present[rows], axis=0) if complete else np.any(present, axis=0)
    systems = tuple(compress(joined.systems, rows))
    scores = f"both {measures[0]} and {human}" if len(measures) == 1 else f"{human} and all measures"
    if complete and not columns.any():
        message = f"no evaluation has {scores} for all of the {len(systems)} systems"
        raise InputError("%s; do without `complete`", message)
    if len(systems) < 3:  # Coefficients of two systems are always 1 or -1.
        found = f"those with {scores}: {some(systems)} (of {len(joined.systems)})"
        raise InputError(f"3 systems or more can be correlated; {found}")
    judged = present & columns
    cells = np.ix_(rows, columns | unjudged)
    return JoinedScores(
        *(systems, tuple(compress(joined.evaluations, columns | unjudged))),
        {measure: np.where(judged | unjudged, joined.scores[measure], nan)[cells] for measure in measures},
        {human: np.where(judged, z, nan)[cells]},
    )


def analyse(
    joined: JoinedScores, measure: str, human: str, levels: Sequence[str], settings: Settings
) -> MeasureCorrelations:
    """Correlate a measure with a human score at these levels. Raises `InputError` as `_keep` does."""
    kept = _keep(joined, [measure], human, complete=settings.complete)
    matrices = dict.fromkeys(CHOICES["levels"], (kept.scores[measure], kept.humans[human]))
    if settings.metric_inputs == "all":
        wider = _keep(joined, [measure], human, complete=settings.complete, unjudged=True)
        matrices["system"] = wider.scores[measure], wider.humans[human]
    if not kept.evaluations and settings.interval in ("both", "inputs"):
        settings = settings._replace(interval="systems")  # There are no evaluations to draw.
    present = ~np.isnan(kept.humans[human])
    summaries = int(present.sum())
    evaluations = {*kept.evaluations}
    x, z = (dict(zip(kept.systems, means(side)[0].tolist(), strict=True)) for side in matrices["system"])
    accurate = levels if "accuracy" in settings.coefficients else []
    accuracies = (inference.accuracies_at(level, *matrices[level], settings) for level in accurate)
    return MeasureCorrelations(
        *(measure, human, kept.systems, kept.evaluations, summaries, present.size - summaries),
        tuple(system for system in joined.systems if system not in x),
        tuple(evaluation for evaluation in joined.evaluations if evaluation not in evaluations),
        *(bool((present != present[0]).any()), x, z, inference.critical_pearson(len(kept.systems))),
        {level: _correlations(level, *matrices[level], settings) for level in levels},
        tuple(chain.from_iterable(accuracies)),
    )


def _correlations(level: str, x: Numbers, z: Numbers, settings: Settings) -> dict[str, Correlation]:
    """Return each coefficient at a level, with its interval."""
    names, zero = settings.coefficients, settings.undefined == "zero"
    resampled = {}
    if settings.interval not in ("fisher", "none"):
        drawn = bootstrap(settings.interval, x.shape, settings.resamples)
        resampled = at_level(level, x, z, names, drawn, zero=zero)
    n = int((~np.isnan(z)).sum()) if level == "global" else len(z)
    groups = z.shape[1] if level == "summary" else 1
    correlations = {}
    for name, (values, defined) in at_level(level, x, z, names, zero=zero).items():
        value, low, high, undefined = float(values[0]), nan, nan, 0
        if name in resampled:
            low, high, undefined = inference.percentile_bounds(resampled[name][0], settings.confidence)
        elif settings.interval == "fisher" and level != "summary":
            low, high = inference.fisher_bounds(name, value, n, settings.confidence)
        correlations[name] = Correlation(value, low, high, n, int(defined[0]), groups, undefined)
    return correlations


def compare_at(
    level: str, joined: JoinedScores, pairs: list[inference.Pair], human: str, settings: Settings
) -> list[CorrelationDifference]:
    """Return the differences of pairs at a level, by coefficient, then by pair. Raises as `_keep` does."""
    measures = list(dict.fromkeys(measure for pair in pairs for measure in pair))
    kept = _keep(joined, measures, human, complete=settings.complete)
    scores, z = kept.scores, kept.humans[human]
    values = {measure: _values(level, scores[measure], z, settings) for measure in measures}
    between = {pair: _values(level, scores[pair[0]], scores[pair[1]], settings) for pair in pairs}
    names, summaries = [*values[measures[0]]], int((~np.isnan(z)).sum())
    n = summaries if level == "global" else len(kept.systems)
    permutations, exact, draws = None, False, 0
    if settings.test != "williams":
        kind = settings.test.removeprefix("permutation-")
        swapped, exact = inference.swaps(kind, z.shape, settings.resamples, settings.seed)
        draws, zero = len(swapped), settings.undefined == "zero"
        permutations = inference.permuted(level, scores, z, pairs, swapped, names, zero=zero)
    differences = []
    for number, name in enumerate(names):
        rows = []
        for place, pair in enumerate(pairs):
            x, y = (values[measure][name] for measure in pair)
            r = between[pair][name]
            (t, df, p), undefined = inference.williams(x, y, r, n), 0
            if permutations is not None:
                p, undefined = inference.permutation_p(x - y, permutations[place, number], exact=exact)
                t, df = nan, 0
            rows.append(
                CorrelationDifference(
                    *(*pair, human, level, name, x, y, x - y, p, nan, r),
                    *(len(kept.systems), len(kept.evaluations), summaries, draws, exact, undefined, t, df),
                )
            )
        corrected = holm([row.p for row in rows])
        differences += [row._replace(corrected=p) for row, p in zip(rows, corrected, strict=True)]
    return differences


def _values(level: str, x: Numbers, z: Numbers, settings: Settings) -> dict[str, float]:
    """Return the coefficients; Pearson's of means is over standardised scores, as in the permutations.

    Rounding costs means of scores that differ little their digits: a measure would differ from itself.
    """
    by_name = at_level(level, x, z, settings.coefficients, zero=settings.undefined == "zero")
    values = {name: float(of_data[0]) for name, (of_data, _) in by_name.items()}
    if level == "system" and not isnan(values.get("pearson", nan)):
        of_means = at_level(level, inference.standardised(x), inference.standardised(z), ["pearson"])
        values["pearson"] = float(of_means["pearson"][0][0])
    return values


def notes_on_data(joined: JoinedScores, settings: Settings) -> Iterator[str]:
    """Yield notes on people among the systems, on whole systems, and on scores whose means lose digits."""
    people = joined.people
    if people and settings.people == "without":
        yield f"people among the systems are left out ({len(people)}): {some(people)}"
    if people and settings.people == "with" and len(people) < len(joined.systems):
        advice = "mixing both mostly raises correlations, and measures should be jackknife scores"
        yield f"people are among the systems ({len(people)}): {some(people)}; {advice}"
    if not joined.evaluations:
        alone = "there is the system level alone, and a bootstrap can draw systems alone"
        yield f"whole systems are scored, without evaluations (a column 'evaluation' names them): {alone}"
    for name, scores in (*joined.scores.items(), *joined.humans.items()):
        present = np.unique(scores[~np.isnan(scores)])
        if present.size < 2 or "system" not in settings.levels:
            continue
        spread, largest = float(present[-1] - present[0]), float(np.abs(present).max())
        # Means are made of whole multiples of a unit, which depends on the largest score.
        unit = max(ROUNDING, np.ldexp(1.0, quantised(scores, scores.shape[1])[1]))
        tiny = present[(present != 0) & (np.abs(present) < _DIGITS * unit)]
        if spread < _DIGITS * ROUNDING:
            kept = f"means of systems keep {DECIMALS} decimals"
            advice = "multiply the scores, for instance by a million"
            yield f"all scores of {name} lie within {spread:.1g}, and {kept}: {advice}"
        elif tiny.size > 1:
            near = f"{several(tiny.size, 'score')} of {name} are nearer to 0 than {_DIGITS * unit:.1g}"
            advice = "rescale the scores, for instance by logarithms"
            yield f"{near} and keep few digits in means with scores up to {largest:.1g}: {advice}"
