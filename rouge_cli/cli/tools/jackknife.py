"""`rouge-tools jackknife`: the configuration in which people and systems compare."""

from __future__ import annotations

import click

from ...errors import some
from ...inputs.config_writer import config_xml
from ...review.jackknife import jackknife
from ..flags.kinds import path, value
from ..flags.outputs import output_file
from ..inputs import Input
from ..terminal import tell, write_lines
from .base import Tool


@click.command(
    "jackknife",
    cls=Tool,
    short_help="Writes the configuration in which people and systems compare.",
    params=[
        click.Argument(["config"], shell_complete=path),
        value("--prefix", default="", metavar="TEXT", help="before a model's ID where it is a system's"),
        output_file("-o", "--output"),
    ],
)
def command(config: str, output: str | None, prefix: str) -> None:
    """Writes the XML configuration CONFIG with each evaluation repeated for each of its models, which is
    left out there, and scored as a system against the others.

    With M models, EVAL topic becomes topic.A, topic.B, ... with M-1 models each. All systems are in
    all of them; the model that is left out is one more system under its own ID. So people and
    systems are scored against equally many models, and the average of a system is its mean over
    the M sets. Relative paths go on starting at the working directory.

    An average is over all repeated evaluations: a topic with more models weighs more. The M
    repetitions of a topic are not independent, so the intervals are narrower than they should
    be.
    """
    found = jackknife(config, prefix)
    Input(found.evaluations, paths=(config,)).check_apart([output])
    write_lines(list(config_xml(found.evaluations)), output)
    if found.single:
        tell(f"rouge-tools: left out, as they have one model: {some(found.single)}")
