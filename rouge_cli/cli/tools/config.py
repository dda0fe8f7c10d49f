"""`rouge-tools config`: the XML configuration of folders."""

from __future__ import annotations

from typing import Any

import click

from ...inputs.config_writer import config_xml
from ..arguments import input_of
from ..flags.inputs import FOLDERS
from ..flags.outputs import output_file
from ..inputs import read_input
from ..operands import Kind
from ..terminal import tell_all, write_lines
from .base import Tool


@click.command(
    "config",
    cls=Tool,
    short_help="Writes the configuration of folders of summaries.",
    params=[*FOLDERS, output_file("-o", "--output")],
)
def command(output: str | None, **values: Any) -> None:
    """Writes the XML configuration of folders, which rouge-eval and ROUGE-1.5.5 score alike.

    Relative folders stay relative: run the evaluation where you run this.
    """
    input = read_input(input_of(values, (), kind=Kind.FOLDERS))
    input.check_apart([output])
    write_lines(list(config_xml(input.evaluations)), output)
    tell_all(f"rouge-tools: {note}" for note in input.notes)
