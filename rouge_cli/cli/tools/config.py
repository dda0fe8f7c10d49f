"""`rouge-tools config`: the XML configuration of folders."""

from __future__ import annotations

from typing import Any

import click

from ...inputs import folders
from ...inputs.config_xml import config_xml
from ..flags.inputs import FOLDERS
from ..flags.outputs import output_file
from ..terminal import tell, write_lines


@click.command(
    "config",
    short_help="Writes the configuration of folders of summaries.",
    params=[*FOLDERS, output_file("-o", "--output")],
)
def command(output: str | None, **flag: Any) -> None:
    """Writes the XML configuration of folders, which rouge-eval and ROUGE-1.5.5 score alike.

    Relative folders stay relative: run the evaluation where you run this.
    """
    found = folders.from_command((), {**flag, "all_systems": True})
    found.check_apart(output)
    write_lines(list(config_xml(found.evaluations)), output)
    for note in found.notes:
        tell(f"rouge-tools: {note}")
