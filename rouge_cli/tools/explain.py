"""`rouge-tools explain`: how the figures of one evaluation come about, as a page or on a terminal."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ..errors import InputError, OptionError
from ..evaluation import Evaluation
from ..explain.facts import explain
from ..flags import GROUPS
from ..flags.chosen import chosen
from ..inputs import KINDS, read_input
from ..measures import measures
from ..terminal import print_lines, tell
from ..whole_file import check_target, write_whole

_NAMED = 10
_FLAGS = [
    flag
    for group in ("Measures", "Text", "Scores", "Input and output", "Input without a configuration")
    for flag in GROUPS.get(group, [])
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
    """Explain the figures of one evaluation.

    Shows peer and models side by side with what matches marked, and how each figure comes about.
    CONFIG and the flags are those of rouge-eval.
    """
    if output is not None:
        check_target(output)
    options = chosen({"confidence": 95, "resamples": 1, **flag})
    if not measures(options):
        raise OptionError("no measure is chosen; give -n, -w, -2 or -3, or leave -x out")
    unasked = dict.fromkeys(KINDS) | {"all_systems": False}
    evaluations, systems, notes = read_input(operands, {**unasked, **flag})
    one = _find(evaluations, evaluation)
    explanation = explain(one, options, systems if system is None else [system])
    for note in (*explanation.notes, *notes):
        tell(note)
    if format == "html":
        from ..explain.page import page

        text = page(explanation)
    else:
        from ..explain.terminal import listing

        colour = output is None and sys.stdout is not None and sys.stdout.isatty()
        text = listing(explanation, colour=colour and not os.environ.get("NO_COLOR"))
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
    params=[
        click.Argument(["operands"], nargs=-1, metavar="CONFIG"),
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
        click.Option(["-o", "--output"], metavar="FILE", help="write to FILE, not to standard output"),
        *_FLAGS,
    ],
)
