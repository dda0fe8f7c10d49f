"""The evaluations in which systems do worst, as commands of `rouge-tools` rank and explain them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ...errors import InputError, OptionError, some
from ...evaluation import Evaluation
from ...explanations.explanation import Explanation, explain
from ...explanations.worst_text import Ranking
from ...inputs.streams import Evaluations
from ...options import Options, has_option, jobs_of
from ...profiles import NO_MEASURE, profile_of
from ...scoring.engine import score_evaluations
from ...scoring.worst import worst
from ..arguments import options_of
from ..inputs import Input


class RankBy(NamedTuple):
    """The choices of a ranking, as the flags give them."""

    most: int
    """The number of evaluations to list."""
    measure: str | None
    figure: str
    against: str | None
    system: str | None
    jobs: int


def options_for(values: Mapping[str, Any]) -> Options:
    """Return the options of a command that resamples nothing; raise `OptionError` where no measure is chosen.

    Raises `OptionError` as `options_of` does, too.
    """
    options = options_of({"confidence": 95, "resamples": 1000, "seed": None, **values})
    if not profile_of(options).measures:
        raise OptionError(NO_MEASURE)
    return options


def check_system(input: Input, system: str | None) -> None:
    """Raise `OptionError` where `--system` and SYSTEM name two systems."""
    if system is not None and input.systems not in (None, (system,)):
        raise OptionError(f"--system {system} and SYSTEM {some(input.systems)} are two; drop one of them")


def ranking_of(input: Input, options: Options, by: RankBy) -> Ranking:
    """Return the evaluations in which systems do worst, each with its explanation.

    Raises `RougeError` as `evaluate` and `Report.worst` do.
    """
    asked = input.systems if by.system is None else (by.system,)
    scored = None if asked is None or by.against is None else dict.fromkeys((*asked, by.against))
    # No figure that is shown depends on resamples.
    once = replace(options, resamples=1) if has_option(options.profile, "resamples") else options
    report = score_evaluations(input.evaluations, once, scored or asked, jobs=jobs_of(by.jobs))
    measure = _measure(by.measure, report.measures)
    places = worst(report, by.most, measure, figure=by.figure, systems=asked, against=by.against)
    evaluations = evaluations_by_id(input.evaluations, {one.evaluation for one in places})
    others = [] if by.against is None else [by.against]
    return Ranking(
        measure,
        by.figure,
        by.against,
        [(one, explain(evaluations[one.evaluation], options, [one.system, *others])) for one in places],
    )


def notes_of(explanations: Iterable[Explanation]) -> Iterable[str]:
    """Return the notes on the summaries that are explained, each once."""
    return dict.fromkeys(note for explanation in explanations for note in explanation.notes)


def evaluations_by_id(evaluations: Evaluations, wanted: Collection[str]) -> dict[str, Evaluation]:
    """Return the evaluations with these IDs, by ID.

    Raises `InputError` for an ID that is not there.
    """
    found: dict[str, Evaluation] = {}
    for evaluation in evaluations if wanted else ():
        if evaluation.id in wanted:
            found[evaluation.id] = evaluation
            if len(found) == len(wanted):
                break
    for id in wanted:
        if id not in found:
            there = some([evaluation.id for evaluation in evaluations])
            raise InputError(f"there is no evaluation {id!r}; there are: {there}")
    return found


def _measure(wanted: str | None, measures: Sequence[str]) -> str:
    """Return the measure that is named, in any case, or else the first one."""
    if wanted is None:
        return measures[0]
    return next((name for name in measures if name.lower() == wanted.lower()), wanted)
