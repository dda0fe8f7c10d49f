"""`rouge-tools explain`: how the figures of one evaluation come about, as a page or on a terminal."""

from __future__ import annotations

import os
import sys
from itertools import chain
from typing import Any

import click

from ..errors import InputError, OptionError
from ..evaluation import Evaluation
from ..explain.facts import explain
from ..flags import chosen
from ..flags.classic import CLASSIC
from ..flags.inputs import INPUTS
from ..flags.kinds import path
from ..inputs import read_input
from ..measures import measures
from ..terminal import print_lines, tell
from ..whole_file import check_apart, check_target, write_whole

_NAMED = 10
_FLAGS = [
    flag
    for flag in chain.from_iterable({**CLASSIC, **INPUTS}.values())
    # An evaluation is neither resampled nor shared among workers, and details are all that is shown.
    if flag.name not in ("confidence", "resamples", "all_systems", "details", "verbose", "jobs", "quiet")
]


def _run(
    operands: tuple[str, ...],
    evaluation: str | None,
    system: str | None,
    format: str,
    output: str | None,
    **flag: Any,
) -> None:
    """Shows peer and models of one evaluation side by side, with what matches marked, and how each figure
    comes about, measure by measure.

    The page needs no network and no script. CONFIG and the flags of measures, texts and inputs are
    those of rouge-eval. Without --system all systems are shown, the first dozen with their texts.
    """
    if output is not None:
        check_target(output)
    options = chosen({"confidence": 95, "resamples": 1, **flag})
    if not measures(options):
        raise OptionError("no measure is chosen; give -n, -w, -2 or -3, or leave -x out")
    input = read_input(operands, {"all_systems": False, **flag})
    if output is not None:
        check_apart(output, input.paths())
    evaluations, systems, notes, _ = input
    one = _find(evaluations, evaluation)
    explanation = explain(one, options, systems if system is None else [system])
    for note in explanation.notes:
        tell(note)
    for note in notes:
        tell(f"rouge-tools: {note}")
    if format == "html":
        from ..explain.page import page

        text = page(explanation)
    else:
        from ..explain.terminal import listing

        visible = output is None and sys.stdout is not None and sys.stdout.isatty()
        coloured = visible and os.name == "posix" and not os.environ.get("NO_COLOR")
        text = listing(explanation, colour=coloured)
    if output is None:
        print_lines([text])
    else:
        write_whole(output, text.encode())


def _find(evaluations: list[Evaluation], wanted: str | None) -> Evaluation:
    """The evaluation by this ID, or the only one."""
    if wanted is None and len(evaluations) == 1:
        return evaluations[0]
    for evaluation in evaluations:
        if evaluation.id == wanted:
            return evaluation
    ids = [evaluation.id for evaluation in evaluations]
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    there = f"there are: {', '.join(ids[:_NAMED])}{more}"
    if wanted is None:
        raise OptionError(f"which evaluation? give --eval ID; {there}")
    raise InputError(f"there is no evaluation {wanted!r}; {there}")


command = click.Command(
    "explain",
    callback=_run,
    help=_run.__doc__,
    short_help="How the figures of one evaluation come about.",
    params=[
        click.Argument(["operands"], nargs=-1, metavar="CONFIG", shell_complete=path),
        click.Option(
            ["--eval", "evaluation"], metavar="ID", help="the evaluation; needed where there are several"
        ),
        click.Option(["--system"], metavar="ID", help="the system; default: all of them"),
        click.Option(
            ["--format"],
            type=click.Choice(["html", "terminal"]),
            default="html",
            help="a page, or text for a terminal [html]",
        ),
        click.Option(
            ["-o", "--output"], metavar="FILE", shell_complete=path, help="write to FILE, whole or not at all"
        ),
        *_FLAGS,
    ],
)
