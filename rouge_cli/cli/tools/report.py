"""`rouge-tools report`: a saved report in JSON as pages."""

from __future__ import annotations

from typing import Any

import click

from ...errors import OptionError, some
from ...inputs.line_files import check_standard_input
from ...rendering.output import FIGURES
from ...site.explained import Texts
from ...site.folder import check_folder, check_outside, write_folder
from ...site.pages import check_site, site
from ...site.saved import read_report
from ...text.files import STANDARD_INPUT, named
from ..arguments import InputArguments, explained_of, input_of
from ..flags.inputs import input_flags, input_operands
from ..flags.kinds import path, value
from ..flags.outputs import explain_worst
from ..inputs import named_file
from ..wording import in_flags
from .base import Tool
from .reading import read, tell_notes

_INPUT_FLAGS = input_flags()
_FUNCTIONS = ("tokenizer", "stemmer")
"""The options that can name a function of the user's own."""


@click.command(
    "report",
    cls=Tool,
    short_help="Writes a saved report as pages.",
    params=[
        click.Argument(["saved"], metavar="FILE", shell_complete=path),
        click.Argument(["folder"], metavar="DIR", shell_complete=path),
        input_operands(),
        value(
            "--figure",
            type=click.Choice(list(FIGURES)),
            default="F",
            metavar="R|P|F",
            help="in charts, pairs and rankings [F]",
        ),
        explain_worst("explain the N worst of each list [3]"),
        *(
            value(
                f"--{option}",
                metavar="MODULE:FUNCTION",
                help=f"import the {option} that FILE names",
                more="A function that only FILE names is not imported. Without it nothing is explained.",
            )
            for option in _FUNCTIONS
        ),
        *_INPUT_FLAGS,
    ],
)
def command(
    saved: str,
    folder: str,
    operands: tuple[str, ...],
    figure: str,
    explain_worst: int | None,
    **values: Any,
) -> None:
    """Writes the scores in FILE, which rouge-eval --format json -d has written, as pages to the folder DIR:
    what rouge-eval --report writes.

    Differences and their significance are there if FILE was written with --compare. If the texts are
    named, too, by CONFIG or by the flags of rouge-eval in its place, the worst evaluations are
    explained; otherwise none is. SYSTEM is the label of a file list. FILE may be - for standard input.

    \b
      rouge-eval -n 2 --compare=1 --format json -d --output scores.json config.xml
      rouge-tools report scores.json pages config.xml
    """
    check_folder(folder)
    if saved != STANDARD_INPUT:
        check_outside(folder, [saved])
    functions = {name: values.pop(name) for name in _FUNCTIONS}
    has_texts = operands or any(values[flag.name] not in (None, ()) for flag in _INPUT_FLAGS if flag.name)
    if has_texts:
        check_standard_input([saved, *_files(input_of(values, operands))])
    scored = read_report(saved, figure, functions.values())
    options = scored.output.report.options
    for option, function in functions.items():
        if function not in (None, getattr(options, option)):
            raise OptionError(f"{named(saved)} was not scored with --{option} {function}; leave it out")
    check_site(options)
    if has_texts:
        input = read(values, operands)
        if input.systems is not None:
            systems = some(input.systems)
            raise OptionError(
                f"the systems are those of {named(saved)}, not {systems} alone; leave SYSTEM out"
            )
        scored = scored._replace(texts=Texts(input.evaluations, options, explained_of(explain_worst)))
        tell_notes(input.notes)
    write_folder(folder, site(scored.worded(in_flags)))


def _files(asked: InputArguments) -> list[str]:
    """Return the files of summaries or of their names that are asked for, each of which may be `-`."""
    return [*asked.operands.files, asked.jsonl or "", *(named_file(value)[1] for value in asked.lines)]
