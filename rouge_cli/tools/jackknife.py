"""`rouge-tools jackknife`: the configuration in which people and systems compare."""

from __future__ import annotations

import click

from ..config_xml import config_xml
from ..errors import some
from ..flags.kinds import path
from ..inputs import Input
from ..jackknife import jackknife
from ..terminal import print_lines, tell
from ..whole_file import check_apart, write_whole


@click.command("jackknife", short_help="Configuration in which people and systems compare.")
@click.argument("config", shell_complete=path)
@click.option(
    "-o", "--output", metavar="FILE", shell_complete=path, help="Write to FILE, whole or not at all."
)
@click.option("--prefix", default="", help="Before a model's ID where it is a system's.")
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
    text = "".join(config_xml(found.evaluations))
    if output is None:
        print_lines([text])
    else:
        check_apart(output, Input(found.evaluations, read=(config,)).paths())
        write_whole(output, text.encode())
    if found.single:
        tell(f"rouge-tools: left out, as they have one model: {some(found.single)}")
