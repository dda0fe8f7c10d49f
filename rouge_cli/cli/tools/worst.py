"""`rouge-tools worst`: the evaluations in which systems do worst, with the texts side by side."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from ...explanations.wording import plain
from ...explanations.worst_text import listing
from ..flags.inputs import input_operands
from ..flags.kinds import NATURAL, value
from ..flags.outputs import output_file
from ..flags.scores import ranking_flags, score_flags
from ..terminal import check_output, is_coloured, is_terminal, tell_all, write_lines
from .base import Tool
from .ranked import RankBy, check_system, notes_of, options_for, ranking_of
from .reading import read, tell_notes

_LEAST = 80
"""The fewest columns of what goes to a file or another program."""


@click.command(
    "worst",
    cls=Tool,
    short_help="Shows the evaluations in which systems do worst.",
    params=[
        input_operands(),
        value("--most", type=NATURAL, default=10, metavar="N", help="list N evaluations [10]"),
        *ranking_flags(),
        value("--system", metavar="ID", help="of this system alone; default: all of them"),
        output_file("-o", "--output"),
        *score_flags(),
    ],
)
def command(
    operands: tuple[str, ...],
    most: int,
    measure: str | None,
    figure: str | None,
    against: str | None,
    system: str | None,
    output: str | None,
    jobs: int,
    **values: Any,
) -> None:
    """Lists the evaluations of the lowest scores, or with --against those in which a system is furthest
    below another one, and shows the texts side by side, with what matches marked.

    CONFIG, or --peers and --models, --lines or --jsonl in its place, and the flags of measures and
    texts are those of rouge-eval. Of several models the nearest is shown: the one that is kept or,
    where all are pooled, that of the highest recall. Lines are as wide as the terminal, and have
    80 columns or COLUMNS, if that is more, in a file or a pipe.

    \b
      rouge-tools worst -n 2 --measure ROUGE-2 --against 1 config.xml 10
    """
    check_output(output)
    options = options_for(values)
    input = read(values, operands)
    check_system(input, system)
    input.check_apart([output], options)
    ranking = ranking_of(input, options, RankBy(int(most), measure, figure or "F", against, system, jobs))
    tell_all(map(plain, notes_of(one for _, one in ranking.places)))
    tell_notes(input.notes)
    write_lines(listing(ranking, _width(output), colour=output is None and is_coloured()), output)


def _width(output: str | None) -> int:
    columns = shutil.get_terminal_size().columns
    return columns if output is None and is_terminal(sys.stdout) else max(columns, _LEAST)
