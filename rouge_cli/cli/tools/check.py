"""`rouge-tools check`: what is wrong or suspicious before scoring."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from typing import Any

import click

from ...errors import OptionError
from ...options import Options
from ...review import Review, review, review_input
from ...review.findings import ERROR, WARNING
from ...review.listing import lines, plain
from ..arguments import InputArguments, input_of
from ..flags.inputs import input_flags, input_operands
from ..flags.kinds import switch
from ..flags.profiles import LANGUAGE
from ..inputs import read_input
from ..operands import Kind
from ..suggestions import flags_meant
from ..terminal import INPUT_ERROR, is_coloured, is_terminal, print_lines, tell_all
from ..wording import in_flags
from .base import Tool

_COLOURS = {ERROR: "red", WARNING: "yellow"}
_WIDEST = 100


@click.command(
    "check",
    cls=Tool,
    short_help="Says what is wrong or suspicious before scoring.",
    params=[
        input_operands(),
        switch("--strict", help="warnings set the exit status, too"),
        *LANGUAGE,
        *input_flags(),
    ],
)
def command(operands: tuple[str, ...], strict: bool, **values: Any) -> int:
    """Says what is wrong or suspicious about CONFIG and the summaries it names, what it means for the
    figures, and what to do about it.

    --peers and --models, --lines or --jsonl may stand in place of CONFIG, as with rouge-eval. All systems
    are checked; SYSTEM is the label of a file list. Words and sentences are those that ROUGE-1.5.5
    sees, or those that rouge-eval sees with the same --language, --tokenizer, --stemmer, --stop-words
    and --split-sentences.

    Errors keep rouge-eval from scoring, or make it score something else than the text that was
    meant; warnings are legal, but seldom wanted. The exit status is 0 without errors and 1 with
    errors; with --strict it is 1 with warnings, too.
    """
    asked = input_of(values, operands)
    system = asked.operands.system
    if system is not None and asked.kind is not Kind.FILE_LIST:
        meant = flags_meant(asked.operands)
        raise OptionError(meant or f"all systems are checked, not {system} alone; leave it out")
    name, reviewed = _reviewed(asked, _options(values))
    width = min(shutil.get_terminal_size().columns, _WIDEST) if is_terminal(sys.stdout) else sys.maxsize
    style = _styled if is_coloured() else plain
    tell_all(f"rouge-tools: {note}" for note in asked.operands.notes)
    print_lines(lines(name, reviewed, width, style, _worded))
    findings = reviewed.findings
    faults = findings.count(ERROR) + (findings.count(WARNING) if strict else 0)
    return INPUT_ERROR if faults else 0


def _options(values: Mapping[str, Any]) -> Options:
    """Return the options of words and sentences; raise `OptionError` where they contradict each other."""
    return Options(**{flag.name: values[flag.name] for flag in LANGUAGE if flag.name})


def _reviewed(asked: InputArguments, options: Options) -> tuple[str, Review]:
    """Return the name of the input and its review."""
    if asked.kind is Kind.XML:
        (path,) = asked.operands.files
        return path, review(path, options)
    input = read_input(asked)
    return input.name, review_input(input.evaluations, input.notes, options)


def _styled(text: str, level: str) -> str:
    return click.style(text, fg=_COLOURS[level], bold=True)


def _worded(text: str) -> str:
    """Return a text of the library with flags for options, and with the command that repeats models."""
    text = text.replace("`jackknife`", "rouge-tools jackknife")
    return in_flags(text)
