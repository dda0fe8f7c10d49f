"""`rouge-tools check`: what is wrong or suspicious before scoring."""

from __future__ import annotations

import shutil
import sys
from itertools import chain

import click

from ...evaluation import FORMATS
from ...review import review
from ...review.findings import ERROR, WARNING
from ...review.listing import lines, plain
from ..arguments import format_of
from ..flags.classic import CLASSIC
from ..flags.kinds import one_of, path
from ..terminal import INPUT_ERROR, is_coloured, is_terminal, print_lines
from ..wording import in_flags
from .base import Tool

_COLOURS = {ERROR: "red", WARNING: "yellow"}
_WIDEST = 100


@click.command("check", cls=Tool, short_help="Says what is wrong or suspicious before scoring.")
@click.argument("config", shell_complete=path)
@click.option(
    *("-z", "--file-list"),
    metavar="FORMAT",
    shell_complete=one_of(*FORMATS),
    help="CONFIG lists files: SEE, SPL, ISI or SIMPLE",
)
@click.option("--strict", is_flag=True, help="warnings set the exit status, too")
def command(config: str, file_list: str | None, strict: bool) -> int:
    """Says what is wrong or suspicious about CONFIG and the summaries it names, what it means for the
    figures, and what to do about it.

    Errors keep rouge-eval from scoring, or make it score something else than the text that was
    meant; warnings are legal, but seldom wanted. The exit status is 0 without errors and 1 with
    errors; with --strict it is 1 with warnings, too.
    """
    reviewed = review(config, None if file_list is None else format_of(file_list, "-z"))
    width = min(shutil.get_terminal_size().columns, _WIDEST) if is_terminal(sys.stdout) else sys.maxsize
    style = _styled if is_coloured() else plain
    print_lines(lines(config, reviewed, width, style, _worded))
    findings = reviewed.findings
    faults = findings.count(ERROR) + (findings.count(WARNING) if strict else 0)
    return INPUT_ERROR if faults else 0


def _styled(text: str, level: str) -> str:
    return click.style(text, fg=_COLOURS[level], bold=True)


def _worded(text: str) -> str:
    """Return a text of the library with the flags of rouge-eval, and with the command that repeats models."""
    return in_flags(text, chain.from_iterable(CLASSIC.values())).replace(
        "`jackknife`", "rouge-tools jackknife"
    )
