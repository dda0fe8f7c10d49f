"""`rouge-tools check`: what is wrong or suspicious before scoring."""

from __future__ import annotations

import shutil
import sys
from types import SimpleNamespace

import click

from ...errors import OptionError
from ...options import Options
from ...review import review, review_input
from ...review.findings import ERROR, WARNING, Review, lines, plain
from ..commands import tool
from ..console import INPUT_ERROR, in_flags, tell_all
from ..flag_kinds import flags_on
from ..flags import LANGUAGE, input_groups, input_operands
from ..reading import read_input
from ..request import Kind, Request, request_of
from ..shell import is_coloured, is_terminal, print_lines

_COLOURS = {ERROR: "red", WARNING: "yellow"}
_WIDEST = 100


@tool(
    "check",
    "Says what is wrong or suspicious before scoring.",
    {
        "Status": flags_on("--strict  warnings set the exit status, too"),
        "Any language": LANGUAGE,
        **input_groups(),
    },
    input_operands(),
)
def check(flags: SimpleNamespace) -> int:
    """Says what is wrong or suspicious about CONFIG and the summaries it names, what it means for the
    figures, and what to do about it.

    --peers and --models, --lines or --jsonl may stand in place of CONFIG, as with rouge-eval. All systems
    are checked; SYSTEM is the label of a file list. Words and sentences are counted as ROUGE-1.5.5 sees
    them, or as rouge-eval does with the same --language, --tokenizer, --stemmer, --stop-words and
    --split-sentences.

    Errors keep rouge-eval from scoring, or make it score another text than you mean; warnings are about
    what is legal but seldom wanted. The exit status is 0 without errors and 1 with errors; with --strict
    it is 1 with warnings, too.
    """
    asked = request_of(flags)
    if asked.system is not None and asked.kind is not Kind.FILE_LIST:
        meant = asked.flags_meant()
        raise OptionError(meant or f"all systems are checked, not {asked.system} alone; leave it out")
    # These choose words and sentences.
    options = Options(**{flag.name: getattr(flags, flag.name) for flag in LANGUAGE if flag.name})
    name, reviewed = _reviewed(asked, options)
    width = min(shutil.get_terminal_size().columns, _WIDEST) if is_terminal(sys.stdout) else sys.maxsize
    style = _styled if is_coloured() else plain
    tell_all(f"rouge-tools: {note}" for note in asked.notes)
    print_lines(lines(name, reviewed, width, style, _worded))
    findings = reviewed.findings
    faults = findings.count(ERROR) + (findings.count(WARNING) if flags.strict else 0)
    return INPUT_ERROR if faults else 0


def _reviewed(asked: Request, options: Options) -> tuple[str, Review]:
    """Return the name of the input and its review."""
    if asked.kind is Kind.XML:
        (path,) = asked.files
        return path, review(path, options)
    input = read_input(asked)
    return input.name, review_input(input.evaluations, input.notes, options)


def _styled(text: str, level: str) -> str:
    return click.style(text, fg=_COLOURS[level], bold=True)


def _worded(text: str) -> str:
    """Return a text of the library with flags for options, and with the command that repeats models."""
    text = text.replace("`jackknife`", "rouge-tools jackknife")
    return in_flags(text)
