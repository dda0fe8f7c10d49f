"""`rouge-tools config`: the XML configuration of folders."""

from __future__ import annotations

from typing import Any

import click

from ..config_xml import config_xml
from ..flags.inputs import FOLDERS
from ..flags.kinds import path
from ..inputs import folders
from ..terminal import print_lines, tell
from ..whole_file import check_apart, write_whole


@click.command("config", params=list(FOLDERS), short_help="Configuration of folders of summaries.")
@click.option(
    "-o", "--output", metavar="FILE", shell_complete=path, help="write to FILE, whole or not at all"
)
def command(output: str | None, **flag: Any) -> None:
    """Writes the XML configuration of folders, which rouge-eval and ROUGE-1.5.5 score alike.

    Relative folders stay relative: run the evaluation where you run this.
    """
    input = folders.from_command((), {**flag, "all_systems": True})
    lines = list(config_xml(input.evaluations))
    if output is None:
        print_lines(lines)
    else:
        check_apart(output, input.paths())
        write_whole(output, "".join(lines).encode())
    for note in input.notes:
        tell(f"rouge-tools: {note}")
