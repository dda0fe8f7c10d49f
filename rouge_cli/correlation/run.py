"""A run of our own -> cells: the figures of single evaluations, of which nothing is resampled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import InputError, OptionError, some
from ..evaluation import Evaluation
from ..inputs.streams import Evaluations, stream_of
from ..options import Options
from ..profiles import NO_MEASURE, profile_of
from ..scoring.counting import Tally, count
from ..scoring.engine import check, missing_notes
from ..scoring.results import signature
from .outcomes import Cell

_PERSON = re.compile("[A-Z]")
"""The ID of a person who writes models, as in DUC and TAC; systems have numbers or names there."""


class Run(NamedTuple):
    """The scores of all systems in all evaluations."""

    cells: tuple[Cell, ...]
    signature: str
    notes: tuple[str, ...]
    """Notes on the input: missing peers, empty summaries, doubtful texts."""


def run(
    evaluations: Evaluations,
    options: Options,
    figure: str = "f",
    *,
    people: frozenset[str] | None = None,
    jobs: int = 1,
) -> Run:
    """Score all systems; `figure` is the attribute name of the figure that is taken.

    `people` are the systems that are people, by default those that `people_among` finds. Raises
    `OptionError` for options without a measure and for pooled counts, which no single evaluation has, and
    `InputError` as `evaluate` does.
    """
    profile = profile_of(options)
    if not profile.measures:
        raise OptionError(NO_MEASURE)
    if options.counting:
        raise OptionError(
            f"`counting` {options.counting} pools counts, and correlations need the scores of single"
            " evaluations: drop it"
        )
    systems = list(stream_of(evaluations).systems)
    corpus = check(evaluations, systems, profile)
    tally = count(evaluations, systems, profile, jobs=jobs)
    if people is None:
        people = people_among(evaluations, systems)
    names = [measure.name for measure in profile.measures]
    cells = tuple(_cells(tally, names, figure, people))
    missing = missing_notes(stream_of(evaluations), systems)
    return Run(cells, signature(profile, corpus), tally.all_notes(*missing))


def with_one_model(evaluation: Evaluation, reference: str | None) -> Evaluation:
    """Return the evaluation with a single model: the one of this ID, or the first.

    Models without IDs are numbered from 1. Raises `InputError` where no model has the ID.
    """
    people = evaluation.people()
    if reference is not None and reference not in people:
        raise InputError(
            f"evaluation {evaluation.id!r} has no reference {reference!r}; it has: {some(people)}"
        )
    place = 0 if reference is None else people.index(reference)
    one = slice(place, place + 1)
    return evaluation._replace(models=evaluation.models[one], model_ids=evaluation.model_ids[one])


def _cells(tally: Tally, measures: Sequence[str], figure: str, people: frozenset[str]) -> Iterator[Cell]:
    for system, evaluations in tally.evaluations.items():
        for measure, columns in zip(measures, tally.columns[system], strict=True):
            values = getattr(columns.figures, figure)
            for evaluation, value in zip(evaluations, values, strict=True):
                yield Cell(system, evaluation, measure, value, system in people)


def people_among(evaluations: Evaluations, systems: Sequence[str]) -> frozenset[str]:
    """Return the systems that are people: their ID is a capital letter and that of a model."""
    letters = [system for system in systems if _PERSON.fullmatch(system)]
    if not letters:
        return frozenset()  # The texts of a stream are not read again for nothing.
    models = {id for evaluation in evaluations for id in evaluation.model_ids}
    return frozenset(letters) & models
