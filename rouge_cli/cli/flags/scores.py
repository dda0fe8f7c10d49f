"""The flags of commands that show the scores of single evaluations: of measures, texts, input and ranking."""

from __future__ import annotations

from itertools import chain

import click

from ...rendering.output import FIGURES
from .classic import CLASSIC
from .inputs import INPUTS
from .kinds import Flag, value
from .papers import PAPERS
from .profiles import OTHER_ROUGES

_OF_RUNS = ("confidence", "resamples", "seed", "all_systems", "details", "verbose", "quiet")
"""Flags without a meaning for a single evaluation, whose figures are not resampled and are all shown."""


def score_flags() -> list[Flag]:
    """Return the flags that the scores of single evaluations depend on, and those of the input."""
    groups = {**CLASSIC, **PAPERS, **OTHER_ROUGES, **INPUTS}
    return [flag for flag in chain.from_iterable(groups.values()) if flag.name not in _OF_RUNS]


def ranking_flags() -> list[Flag]:
    """Return the flags that say by what evaluations are ranked."""
    return [
        value("--measure", metavar="NAME", help="rank by this measure [the first]"),
        value(
            "--figure",
            type=click.Choice(list(FIGURES)),
            metavar="R|P|F",
            help="rank by this figure [F]",
        ),
        value("--against", metavar="ID", help="rank by the loss against this system"),
    ]
