"""`rouge-tools config`: the XML configuration of input of any kind."""

from __future__ import annotations

from typing import Any

import click

from ..flags.inputs import input_flags, input_operands
from ..flags.outputs import output_file
from .base import Tool
from .reading import read, tell_notes
from .writing import texts_folder, write_config


@click.command(
    "config",
    cls=Tool,
    short_help="Writes the configuration of folders, lists, line files or JSON Lines.",
    params=[input_operands(), output_file("-o", "--output"), texts_folder(), *input_flags()],
)
def command(operands: tuple[str, ...], output: str | None, texts: str | None, **values: Any) -> None:
    """Writes the XML configuration of folders, of a file list, of line files or of JSON Lines, which
    rouge-eval and ROUGE-1.5.5 score alike.

    Relative folders stay relative: run the evaluation where you run this. The texts of --lines and
    --jsonl are written below the folder that --texts names, a file each. With SYSTEM it is the
    only system.
    """
    input = read(values, operands)
    write_config(input, input.chosen(), output, texts)
    tell_notes(input.notes)
