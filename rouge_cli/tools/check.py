"""`rouge-tools check`: what is wrong or suspicious before scoring."""

from __future__ import annotations

import os
import shutil
import sys

import click

from ..evaluation import FORMATS
from ..flags.kinds import one_of, path
from ..review import review
from ..review.findings import ERROR, WARNING
from ..review.report import lines
from ..terminal import INPUT_ERROR, print_lines

_COLOURS = {ERROR: "red", WARNING: "yellow"}
_WIDEST = 100


@click.command("check", short_help="What is wrong or suspicious before scoring.")
@click.argument("config", shell_complete=path)
@click.option(
    *("-z", "--file-list"),
    metavar="FORMAT",
    shell_complete=one_of(*FORMATS),
    help=f"CONFIG is a file list of {', '.join(FORMATS)} files.",
)
@click.option("--strict", is_flag=True, help="Warnings set the exit status, too.")
def command(config: str, file_list: str | None, strict: bool) -> int:
    """Says what is wrong or suspicious about CONFIG and the summaries it names, what it means for the
    figures, and what to do about it.

    Errors keep rouge-eval from scoring, or make it score something else than the text that was
    meant; warnings are legal, but seldom wanted. The exit status is 0 without errors and 1 with
    errors; with --strict it is 1 with warnings, too.
    """
    found = review(config, file_list)
    visible = sys.stdout is not None and sys.stdout.isatty()
    width = min(shutil.get_terminal_size().columns, _WIDEST) if visible else sys.maxsize
    coloured = visible and os.name == "posix" and not os.environ.get("NO_COLOR")
    print_lines(lines(config, found, width, lambda text, level: _styled(text, level) if coloured else text))
    wrong = found.findings.count(ERROR) + (found.findings.count(WARNING) if strict else 0)
    return INPUT_ERROR if wrong else 0


def _styled(text: str, level: str) -> str:
    return click.style(text, fg=_COLOURS[level], bold=True)
