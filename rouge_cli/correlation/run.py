"""A run of our own -> cells: the figures of single evaluations, of which nothing is resampled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..api import missing_notes
from ..errors import OptionError
from ..options import Options
from ..profiles import NO_MEASURE, profile_of
from ..scoring.check import check
from ..scoring.counting import Tally, count
from ..scoring.signature import signature
from ..text.batches import Evaluations, systems_of
from .records import Cell

_PERSON = re.compile("[A-Z]")
"""The ID of a person who writes models, as in DUC and TAC; systems have numbers or names there."""


class Run(NamedTuple):
    """The scores of all systems in all evaluations."""

    cells: tuple[Cell, ...]
    signature: str
    notes: tuple[str, ...]
    """Notes on the input: missing peers, empty summaries, doubtful texts."""


def run(evaluations: Evaluations, options: Options, figure: str = "f", *, jobs: int = 1) -> Run:
    """Score all systems; `figure` is the attribute name of the figure that is taken.

    A system is a person where its ID is a capital letter and that of a model. Raises `OptionError` for
    options without a measure and for pooled counts, which no single evaluation has, and `InputError` as
    `evaluate` does.
    """
    profile = profile_of(options)
    if not profile.measures:
        raise OptionError(NO_MEASURE)
    if options.counting:
        raise OptionError(
            f"`counting` {options.counting} pools counts, and correlations need the scores of single"
            " evaluations: drop it"
        )
    systems = list(systems_of(evaluations))
    corpus = check(evaluations, systems, profile)
    tally = count(evaluations, systems, profile, jobs=jobs)
    people = _people(evaluations, systems)
    names = [measure.name for measure in profile.measures]
    cells = tuple(_cells(tally, names, figure, people))
    return Run(cells, signature(profile, corpus), tally.all_notes(*missing_notes(evaluations, systems)))


def _cells(tally: Tally, measures: Sequence[str], figure: str, people: frozenset[str]) -> Iterator[Cell]:
    for system, evaluations in tally.evaluations.items():
        for measure, columns in zip(measures, tally.columns[system], strict=True):
            values = getattr(columns.figures, figure)
            for evaluation, value in zip(evaluations, values, strict=True):
                yield Cell(system, evaluation, measure, value, system in people)


def _people(evaluations: Evaluations, systems: Sequence[str]) -> frozenset[str]:
    letters = [system for system in systems if _PERSON.fullmatch(system)]
    if not letters:
        return frozenset()  # The texts of a stream are not read again for nothing.
    models = {id for evaluation in evaluations for id in evaluation.model_ids}
    return frozenset(letters) & models
