"""`rouge-tools explain`: how the figures of one evaluation come about, as a page or on a terminal."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click

from ...errors import InputError, OptionError, some
from ...evaluation import Evaluation
from ...explanations.explanation import explain
from ...profiles import NO_MEASURE, profile_of
from ...text.batches import Evaluations
from ..arguments import input_of, options_of
from ..flags.classic import CLASSIC
from ..flags.inputs import INPUTS
from ..flags.kinds import path, value
from ..flags.outputs import output_file
from ..flags.papers import PAPERS
from ..flags.profiles import OTHER_ROUGES
from ..inputs import read_input
from ..terminal import check_output, is_coloured, tell_all, write_lines
from ..wording import in_flags
from .base import Tool

_FLAGS = [
    flag
    for flag in chain.from_iterable({**CLASSIC, **PAPERS, **OTHER_ROUGES, **INPUTS}.values())
    # One evaluation is neither resampled nor shared among workers, and all its details are shown.
    if flag.name
    not in ("confidence", "resamples", "seed", "all_systems", "details", "verbose", "jobs", "quiet")
]


@click.command(
    "explain",
    cls=Tool,
    short_help="Shows how the figures of one evaluation come about.",
    params=[
        click.Argument(["operands"], nargs=-1, metavar="[CONFIG | MODELS...]", shell_complete=path),
        value("--eval", "evaluation", metavar="ID", help="the evaluation; needed where there are several"),
        value("--system", metavar="ID", help="the system; default: all of them"),
        value(
            "--format",
            type=click.Choice(["html", "terminal"]),
            default="html",
            help="a page, or text for a terminal [html]",
        ),
        output_file("-o", "--output"),
        *_FLAGS,
    ],
)
def command(
    operands: tuple[str, ...],
    evaluation: str | None,
    system: str | None,
    format: str,
    output: str | None,
    **values: Any,
) -> None:
    """Shows peer and models of one evaluation side by side, with what matches marked, and how each figure
    comes about, measure by measure.

    The page needs no network and no script. CONFIG, or --peers and --models, --lines or --jsonl in
    its place, and the flags of measures and texts are those of rouge-eval. Without --system all
    systems are shown, the first dozen with their texts.
    """
    check_output(output)
    options = options_of({"confidence": 95, "resamples": 1000, "seed": None, **values})
    if not profile_of(options).measures:
        raise OptionError(NO_MEASURE)
    asked = input_of(values, operands)
    input = read_input(asked)
    input.check_apart([output], options)
    systems = list(input.systems or ()) if system is None else [system]
    explanation = explain(_find(input.evaluations, evaluation), options, systems or None)
    tell_all(in_flags(note, command.params) for note in explanation.notes)
    notes = (*input.notes, *asked.operands.notes)
    tell_all(f"rouge-tools: {in_flags(note, command.params)}" for note in notes)
    if format == "html":
        from ...explanations.page import page

        text = page(explanation)
    else:
        from ...explanations.terminal import listing

        text = listing(explanation, colour=output is None and is_coloured())
    write_lines([text], output)


def _find(evaluations: Evaluations, wanted: str | None) -> Evaluation:
    """Return the evaluation with this ID, or the only one there is."""
    if wanted is None and len(evaluations) == 1:
        return next(iter(evaluations))
    for evaluation in evaluations:
        if evaluation.id == wanted:
            return evaluation
    there = f"there are: {some([evaluation.id for evaluation in evaluations])}"
    if wanted is None:
        raise OptionError(f"which evaluation? give --eval ID; {there}")
    raise InputError(f"there is no evaluation {wanted!r}; {there}")
