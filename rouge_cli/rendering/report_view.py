"""The tables, records and rows of a report, which all formats but the classic one write.

`data/report.schema.json` describes the record and, under `$defs/line`, the lines of JSON. Separated values
have a row for each system, measure and statistic. Tables are for papers: figures × 100 with two decimals,
stars, and marks at the best figures.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import inf, isfinite, isnan, nan
from typing import Any, NamedTuple

from ..errors import printable, several
from ..evaluation import MODELS
from ..numbers import SIGNIFICANT
from ..options import OPTIONS, POOLED, has_option
from ..scoring.comparison import Comparison, Difference, Pair, Verdict, compare, letters, verdicts
from ..scoring.results import Result, Results, plain_note
from ..scoring.scores import FIGURE_NAMES, Estimate, MeasureScores
from . import FIGURES, VALUE, Output, figures_of, natural
from .presentation import NONE, Presentation, Row, Table, TableCell, hundredfold, name_cell, p_text, plain

Record = dict[str, Any]

LEVELS = ((0.001, "***"), (0.01, "**"), (SIGNIFICANT, "*"))
"""The greatest corrected p for each number of stars."""

_LATER = (
    *("profile", "paper_weight", "mead", "jackknife", "beta", "tokenizer", "stemmer", "stop_words"),
    *("exceptions", "language", "split_sentences", "mean", "geometric_mean", "geometric_of"),
    *("about", "about_count", "about_mean", "missing"),
)
"""Options that came after version 1.1. A document of ROUGE-1.5.5 names them only where they are chosen."""
_NOT_COMPARED = Verdict(nan, nan)
_MOST_NOTES = 20
"""The most notes behind a table."""
_MOST_DIFFERENCES = 100
"""The most differences in a table; the letters of systems say more than hundreds of rows."""


def presentation(output: Output, worded: Callable[[str], str] = str) -> Presentation:
    """Return a report as data; `worded` spells the options in its notes."""
    notes = [worded(plain_note(note)) for note in (*output.report.notes, *output.notes)]
    if (more := len(notes) - _MOST_NOTES) > 0:
        notes[_MOST_NOTES:] = [f"… and {several(more, 'more note')}"]
    return Presentation(
        tables=partial(tables, output),
        record=partial(_record, output),
        rows=partial(_rows_of_documents if output.details else _rows, output),
        records=partial(_records, output),
        signature=output.report.signature,
        notes=notes,
        title=output.title,
        label=output.label,
    )


def incomplete(report: Results) -> dict[str, str]:
    """Return, for each system that lacks evaluations, how many of them it has: `288 of 300`."""
    having: dict[str, Sequence[str]] = dict.fromkeys(report.absent, ())
    for system, results in report.systems.items():
        having[system] = next((result.scores.evaluations for result in results.values()), ())
    most = len(set[str]().union(*having.values()))
    return {system: f"{len(ids):,} of {most:,}" for system, ids in having.items() if len(ids) < most}


def baseline_of(output: Output) -> str | None:
    """Return the baseline of all comparisons, or None if they have several or there are none."""
    baselines = {one.baseline for one in output.comparisons}
    return baselines.pop() if len(baselines) == 1 else None


def ordered(output: Output, baseline: str | None) -> list[str]:
    """Return the systems of the report in the order that `output.sort` asks for, but the baseline first.

    The order by score puts the highest figure by the first measure first, and systems without a finite figure
    last.
    """
    firsts = {id: next(iter(results.values()), None) for id, results in output.report.systems.items()}
    systems = list(firsts)
    if output.sort == "id":
        systems.sort(key=natural)
    elif output.sort == "score":
        averages = {id: estimate_of(first, output.figure).average for id, first in firsts.items()}
        systems.sort(key=lambda system: -averages[system] if isfinite(averages[system]) else inf)
    return sorted(systems, key=lambda system: system != baseline)


def groups(output: Output, measure: str) -> dict[str, str]:
    """Return the letters of systems that do not differ by a measure, where all are compared with all."""
    report = output.report
    has_all = all(measure in results for results in report.systems.values())
    if not (output.comparisons and has_all and baseline_of(output) is None):
        return {}
    return letters(report, output.comparisons, measure, FIGURES[output.figure])


def tables(output: Output, marked: str) -> list[Table]:
    """Return tables of systems × measures, for ROUGE and beside it, and the table of comparisons.

    `marked` says how the best figures are marked.
    """
    beside = output.report.beside_rouge
    shown = [] if beside and beside == output.report.measures else [_of_systems(output, marked)]
    if beside:
        shown.append(of_beside_rouge(output))
    if 0 < len(output.comparisons) <= _MOST_DIFFERENCES:
        shown.append(_of_comparisons(output))
    return shown


class Standing(NamedTuple):
    """A system's figure by a measure, and what the comparisons say of it."""

    estimate: Estimate
    is_best: bool
    """True for the best system and, where systems are compared, for systems not significantly worse."""
    verdict: Verdict
    """The verdict on the difference to the baseline of all comparisons, if there is one."""
    letters: str
    """Letters, where all systems are compared: systems that share a letter do not differ."""
    is_worse: bool
    """True if a comparison says that the system is significantly worse than the best."""


def standings(output: Output) -> dict[str, dict[str, Standing]]:
    """Return each system's standing by measure of ROUGE; systems without a scored summary have one, too."""
    report, field = output.report, FIGURES[output.figure]
    baseline = baseline_of(output)
    if baseline not in report.systems:
        baseline = None
    judged = verdicts(output.comparisons, field, report.options.draws)
    if baseline is None:
        judged |= {(measure, Pair(*pair[::-1])): verdict for (measure, pair), verdict in judged.items()}
    judged_against = {baseline}
    systems = [*ordered(output, baseline), *report.absent]
    found: dict[str, dict[str, Standing]] = {}
    for measure in (name for name in report.measures if name not in report.beside_rouge):
        results = (report.systems.get(system, {}).get(measure) for system in systems)
        estimates = dict(zip(systems, (estimate_of(one, output.figure) for one in results), strict=True))
        of_groups = groups(output, measure)
        # A 0 is never best, because nothing matches; nor is the figure of the only system.
        averages = {system: one.average for system, one in estimates.items() if 0 < one.average < inf}
        best = set[str]()
        to_best: dict[str, Verdict] = {}
        if averages and len(systems) > 1:
            first = max(averages, key=averages.__getitem__)
            if baseline is not None and first not in judged_against:
                judged |= verdicts(compare(report, first), field, report.options.draws)
                judged_against.add(first)
            to_best = {one: judged.get((measure, Pair(one, first)), _NOT_COMPARED) for one in systems}
            # Where evaluations or resamples are too few for any difference to be significant, no other system
            # counts as equally good.
            best = {one for one in averages if to_best[one].is_level}
            if baseline is None:
                highest = round(100 * averages[first], 2)
                best |= {one for one, value in averages.items() if round(100 * value, 2) == highest > 0}
            else:
                best.add(first)
        found[measure] = {
            system: Standing(
                estimate,
                system in best,
                judged.get((measure, Pair(system, baseline or "")), _NOT_COMPARED),
                of_groups.get(system, ""),
                system in to_best and to_best[system].is_significant,
            )
            for system, estimate in estimates.items()
        }
    return found


def leaders(standings: Mapping[str, Standing]) -> tuple[list[str], bool]:
    """Return the best systems by a measure, the highest first, and whether they are above all others.

    They are if every other system with a finite figure is significantly worse.
    """
    best = [system for system, one in standings.items() if one.is_best]
    best.sort(key=lambda system: -standings[system].estimate.average)
    others = [one for system, one in standings.items() if system not in best]
    return best, all(one.is_worse for one in others if isfinite(one.estimate.average))


def _of_systems(output: Output, marked: str) -> Table:
    by_measure, lacking = standings(output), incomplete(output.report)
    systems = next(iter(by_measure.values()), (*ordered(output, None), *output.report.absent))
    rows: list[list[TableCell | str]] = [
        [TableCell(printable(system), aside=f" ({lacking[system]})" if system in lacking else "")]
        for system in systems
    ]
    for of_measure in by_measure.values():
        for row, one in zip(rows, of_measure.values(), strict=True):
            row.append(_cell(output, one.estimate, hundredfold)._replace(best=one.is_best, stars=mark(one)))
    figure = f"{FIGURES[output.figure].capitalize()} × 100{_with_intervals(output)}"
    caption = "; ".join([figure, *legend(output, marked)])
    return Table(caption, ["System", *by_measure], rows)


def _cell(output: Output, estimate: Estimate, spell: Callable[[float], str]) -> TableCell:
    """Return a figure as `spell` spells it, and its interval if the output has intervals."""
    average, low, high = map(spell, estimate)
    return TableCell(average, aside=f" [{low}, {high}]" if output.intervals and average != NONE else "")


def _with_intervals(output: Output) -> str:
    confidence = output.report.options.confidence
    return f", with {confidence!s}% confidence intervals" if output.intervals else ""


def mark(standing: Standing) -> str:
    """Return the letters of a system behind a blank, or the stars of its difference to the baseline."""
    p, letters = standing.verdict.p, standing.letters
    return f" {letters}" if letters else next((stars for level, stars in LEVELS if p <= level), "")


def legend(output: Output, marked: str) -> Iterator[str]:
    """Yield phrases on the marks of figures; `marked` says how the best figures are marked."""
    report, baseline = output.report, baseline_of(output)
    judged = verdicts(output.comparisons, FIGURES[output.figure], report.options.draws).values()
    how = "by paired bootstrap, two-sided, corrected by Holm's method"
    if baseline in report.systems:
        least = min((one.least for one in judged if not isnan(one.least)), default=1.0)
        reached = [f"{stars} p ≤ {level:g}" for level, stars in reversed(LEVELS) if least <= level]
        bound = f" (no p can be below {least:.2g})" if len(reached) < len(LEVELS) else ""
        yield f"against {printable(str(baseline))}: {', '.join(reached) or 'no stars'}{bound}"
        level = f"not significantly worse than the best of each measure (p > {SIGNIFICANT:g})"
        yield f"{marked}: {level if reached else 'the best of each measure'}"
        yield f"p {how}"
    decided = any(one.least <= SIGNIFICANT for one in judged)
    has_letters = any(groups(output, name) for name in report.measures if name not in report.beside_rouge)
    if has_letters and decided:
        yield f"{marked}: not significantly worse than the best of each measure"
    elif len(report.systems) + len(report.absent) > 1 and baseline not in report.systems:
        yield f"the best of each measure {marked}"
    if has_letters:
        few = "" if decided else ", but with so few evaluations or resamples no difference can be significant"
        level = f"(p > {SIGNIFICANT:g}; all pairs {how})"
        yield f"systems that share a letter do not differ significantly {level}{few}"
    if incomplete(report):
        yield "in brackets the evaluations of systems that lack some"


def of_beside_rouge(output: Output) -> Table:
    """Return the table of the measures beside ROUGE, with a row for the models; no figure is best."""
    report = output.report
    rows: list[list[TableCell | str]] = []
    for system in [*ordered(output, baseline_of(output)), *[MODELS] * bool(report.models)]:
        results = report.models if system == MODELS else report.systems[system]
        estimates = (estimate_of(results.get(measure), output.figure) for measure in report.beside_rouge)
        rows.append([printable(system), *(_cell(output, estimate, plain) for estimate in estimates)])
    mean = "counts pooled" if report.options.about_mean == POOLED else "means"
    caption = f"Beside ROUGE, and no ROUGE: {mean} over the evaluations, not × 100{_with_intervals(output)}"
    return Table(caption, ["System", *report.beside_rouge], rows, subject="beside ROUGE")


def _of_comparisons(output: Output) -> Table:
    """Return the table of differences, which names a system, a pair and a number once where it can."""
    report, comparisons, baseline = output.report, output.comparisons, baseline_of(output)
    places = {system: place for place, system in enumerate(ordered(output, baseline))}
    counts = {one.evaluations for one in comparisons}
    of_whom = "" if baseline is None else f" from {printable(baseline)}"
    over = f" over {several(counts.pop(), 'evaluation')}" if len(counts) == 1 else ""
    figure = FIGURES[output.figure] if output.figure != "F" else "F"
    caption = (
        f"Differences of {figure} × 100{of_whom}{over}, by paired bootstrap with"
        f" {report.options.confidence!s}% confidence intervals; p two-sided, then corrected by Holm's method"
    )
    if any(one.measure in report.beside_rouge for one in comparisons):
        caption += "; measures beside ROUGE are not × 100"
    rows: list[list[TableCell | str]] = []
    last = None
    for one in sorted(comparisons, key=lambda one: [places.get(id, -1) for id in (one.baseline, one.system)]):
        difference: Difference = getattr(one, FIGURES[output.figure])
        spell = plain if one.measure in report.beside_rouge else hundredfold
        average, low, high = (spell(value, "+") for value in difference.estimate)
        names = [one.system, one.baseline] if baseline is None else [one.system]
        row: list[TableCell | str] = ["" if names == last else printable(name) for name in names]
        row += [one.measure, *([] if over else [f"{one.evaluations:,}"])]
        row.append(TableCell(average, aside=f" [{low}, {high}]"))
        rows.append([*row, p_text(difference.p), p_text(difference.corrected)])
        last = names
    named = ["System", "Baseline"] if baseline is None else ["System"]
    head = [*named, "Measure", *([] if over else ["Evaluations"]), "Difference", "p", "Corrected p"]
    return Table(caption, head, rows, len(named) + 1, subject="differences")


def estimate_of(result: Result | None, figure: str) -> Estimate:
    """Return the estimate of a figure, NaN for a system without an evaluation."""
    if result is None or not result.scores.columns.f:
        return Estimate(nan, nan, nan)
    estimate: Estimate = getattr(result, FIGURES[figure])
    return estimate


def _record(output: Output) -> Record:
    report = output.report

    def results(by_measure: Mapping[str, Result]) -> Record:
        return {name: _result(result, details=output.details) for name, result in by_measure.items()}

    found: Record = {
        "signature": report.signature,
        # Documents name only options that the profile has, as they did when there were fewer profiles.
        "options": {
            name: value
            for name, option in OPTIONS.items()
            if has_option(report.options.profile, name)
            and ((value := getattr(report.options, name)) != option.default or name not in _LATER)
        },
        "systems": {system: results(of_system) for system, of_system in report.systems.items()},
        "comparisons": list(map(_comparison, output.comparisons)),
        "notes": (*report.notes, *output.notes),
    }
    if report.absent:
        found["absent"] = report.absent
    if by_measure := {measure: of for measure in report.measures if (of := groups(output, measure))}:
        found["groups"] = by_measure
    if report.options.about:
        found |= {"no_rouge": report.beside_rouge, "models": results(report.models)}
    return found


def _result(result: Result, *, details: bool) -> Record:
    """Return the result of a system by a measure; `details` adds the scores of the single evaluations."""
    figures = {name: getattr(result, name) for name in FIGURE_NAMES}
    record = {"evaluations": len(result.scores), **figures, **_counts(result.counts._asdict())}
    return record | ({"scores": list(_scores(result.scores))} if details else {})


def _scores(scores: MeasureScores) -> Iterator[Record]:
    """Yield the score of each evaluation."""
    columns = {"evaluation": scores.evaluations, **scores.figures._asdict(), **_counts(scores.counts)}
    for row in zip(*columns.values(), strict=True):
        yield dict(zip(columns, row, strict=True))


def _comparison(comparison: Comparison) -> Record:
    """Return the differences of a system to a baseline."""
    differences = {}
    for name in FIGURE_NAMES:
        one: Difference = getattr(comparison, name)
        differences[name] = {**one.estimate._asdict(), "p": one.p, "p_corrected": one.corrected}
    names = ("system", "baseline", "measure", "evaluations")
    return {name: getattr(comparison, name) for name in names} | {"differences": differences}


def _counts(counts: Mapping[str, object]) -> Record:
    return {f"{part}_count": value for part, value in counts.items()}


def _records(output: Output) -> Iterator[Record]:
    """Yield a record for each system, measure and evaluation, then for each comparison."""
    for system, results in output.report.systems.items():
        for measure, result in results.items():
            names = {"type": "score", "system": system, "measure": measure}
            yield from (names | score for score in _scores(result.scores))
    for comparison in output.comparisons:
        yield {"type": "comparison", **_comparison(comparison)}


def _rows(output: Output) -> Iterator[Row]:
    """Yield the head, then rows for each system and measure, and for each comparison.

    The columns are the same with and without comparisons, so that files from several runs can be joined.
    """
    report = output.report
    has_intervals = report.profile.rouge.has_intervals
    names = "system", "measure"
    yield *names, "statistic", "value", "low", "high", "evaluations", "baseline", "p", "p_corrected"
    for system, results in _with_models(report).items():
        for measure, result in results.items():
            names = name_cell(system), measure
            if report.options.counting == 2 and measure not in report.beside_rouge:
                for part, count in _counts(result.counts._asdict()).items():
                    yield *names, part, count, "", "", len(result.scores), "", "", ""
            else:
                for letter, field in figures_of(report, measure).items():
                    average, *bounds = getattr(result, field)
                    low, high = bounds if has_intervals else ("", "")
                    yield *names, letter, average, low, high, len(result.scores), "", "", ""
    for system in report.absent:
        for measure in report.measures:
            for letter in figures_of(report, measure):
                yield name_cell(system), measure, letter, "", "", "", 0, "", "", ""
    for comparison in output.comparisons:
        system, baseline = name_cell(comparison.system), name_cell(comparison.baseline)
        for letter, field in figures_of(report, comparison.measure).items():
            difference = getattr(comparison, field)
            figures = (
                *difference.estimate,
                comparison.evaluations,
                baseline,
                difference.p,
                difference.corrected,
            )
            yield system, comparison.measure, f"difference_{letter}", *figures


def _rows_of_documents(output: Output) -> Iterator[Row]:
    """Yield the head, then a row for each summary of a system: R, P and F of each measure."""
    report = output.report
    systems = _with_models(report)
    columns = [
        (measure if letter == VALUE else f"{measure} {letter}", measure, field)
        for measure in dict.fromkeys(measure for results in systems.values() for measure in results)
        for letter, field in figures_of(report, measure).items()
    ]
    yield "system", "evaluation", *(name for name, _, _ in columns)
    for system, results in systems.items():
        scores = {name: {one.evaluation: one for one in result.scores} for name, result in results.items()}
        for evaluation in dict.fromkeys(evaluation for known in scores.values() for evaluation in known):
            found = ((scores.get(measure, {}).get(evaluation), field) for _, measure, field in columns)
            yield name_cell(system), name_cell(evaluation), *(getattr(*one, "") for one in found)


def _with_models(report: Results) -> dict[str, Mapping[str, Result]]:
    """Return the results of all systems and, if measures beside ROUGE have them, of the models."""
    return {**report.systems, **({MODELS: report.models} if report.models else {})}
