"""The command `rouge-eval`: flags to `Options`, input to output. No scoring."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import chain
from typing import Any

import click

from .engine import evaluate
from .flags import GROUPS
from .flags.chosen import chosen
from .inputs import read_input
from .outputs import Output, written
from .progress import progress_bar
from .terminal import print_lines, status_of, tell
from .workers import worker_processes

_NAME = "rouge-eval"

command = click.Command(
    _NAME,
    params=[
        *chain.from_iterable(GROUPS.values()),
        click.Argument(["operands"], nargs=-1),
    ],
    callback=dict,
    add_help_option=False,  # It is one of the flags.
    # Options come before the operands, as in the original: `CONFIG 1 -m` does not stem there.
    context_settings={"allow_interspersed_args": False},
)
"""Parses a command line into a dictionary."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command on the arguments (default: those of the process); returns the exit status."""

    def run() -> None:
        parameters = command.main(args=arguments, prog_name=_NAME, standalone_mode=False)
        if isinstance(parameters, dict):  # else help or version is all that was wanted
            _run(**parameters)

    names = [name for parameter in command.params for name in parameter.opts if name[0] == "-"]
    return status_of(_NAME, run, names)


def _run(operands: tuple[str, ...], **flag: Any) -> None:
    options = chosen(flag)
    evaluations, systems, notes = read_input(operands, flag)
    with ExitStack() as stack:
        executor = stack.enter_context(worker_processes(flag["jobs"])) if flag["jobs"] > 1 else None
        visible = sys.stderr is not None and sys.stderr.isatty() and not flag["quiet"]
        progress = stack.enter_context(progress_bar()) if visible else None
        report = evaluate(evaluations, options, systems=systems, executor=executor, progress=progress)
    for note in report.notes:
        tell(note)
    if not any(report.systems.values()):
        _complain("no measure is chosen; give -n, -w, -2 or -3, or leave -x out")
    for note in notes:
        _complain(note)
    output = Output(report, evaluations, details=flag["details"])
    print_lines(written(output, "verbose" if flag["verbose"] else "classic"))


def _complain(message: str) -> None:
    tell(f"{_NAME}: {message}")
