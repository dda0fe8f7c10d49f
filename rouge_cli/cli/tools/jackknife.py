"""`rouge-tools jackknife`: the configuration in which people and systems compare."""

from __future__ import annotations

from typing import Any

import click

from ...errors import some
from ...review.jackknife import jackknife
from ..flags.inputs import input_flags, input_operands
from ..flags.kinds import value
from ..flags.outputs import output_file
from ..terminal import tell
from .base import Tool
from .reading import read, tell_notes
from .writing import texts_folder, write_config


@click.command(
    "jackknife",
    cls=Tool,
    short_help="Writes the configuration in which people and systems compare.",
    params=[
        input_operands(),
        value("--prefix", default="", metavar="TEXT", help="before a model's ID where it is a system's"),
        output_file("-o", "--output"),
        texts_folder(),
        *input_flags(),
    ],
)
def command(
    operands: tuple[str, ...], output: str | None, texts: str | None, prefix: str, **values: Any
) -> None:
    """Writes the XML configuration CONFIG with each evaluation repeated for each of its models, which is
    left out there, and scored as a system against the others.

    --peers and --models, --lines or --jsonl may stand in place of CONFIG, as with rouge-eval; the texts
    of the last two are written below the folder that --texts names, a file each.

    With M models, EVAL topic becomes topic.A, topic.B, ... with M-1 models each. All systems are in
    all of them; the model that is left out is one more system under its own ID. So people and
    systems are scored against equally many models, and the average of a system is its mean over
    the M sets. Relative paths go on starting at the working directory.

    An average is over all repeated evaluations: a topic with more models weighs more. The M
    repetitions of a topic are not independent, so the intervals are narrower than they should
    be.
    """
    input = read(values, operands)
    found = jackknife(input.chosen(), prefix, name=input.name)
    write_config(input, found.evaluations, output, texts)
    tell_notes(input.notes)
    if found.single:
        tell(f"rouge-tools: left out, as they have one model: {some(found.single)}")
