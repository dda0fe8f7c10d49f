"""The command `rouge-eval`: flags to `Options`, input to output. No scoring."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from ..api import evaluate
from ..errors import OptionError
from ..evaluation import Evaluation
from ..inputs import read_input
from ..options import Options
from ..outputs import check_format, written
from ..outputs.output import Output
from ..profiles import NO_MEASURE
from ..scoring.counting import TASKS
from ..scoring.results import Report
from .flags import GROUPS, chosen
from .flags.kinds import FlagCommand, path
from .operands import baseline_and_operands
from .terminal import check_output, is_terminal, status_of, tell, write_lines

if TYPE_CHECKING:
    from ..scoring.comparison import Comparison

_NAME = "rouge-eval"

command = FlagCommand(
    _NAME,
    params=[
        *chain.from_iterable(GROUPS.values()),
        click.Argument(["operands"], nargs=-1, shell_complete=path),
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

    return status_of(_NAME, run)


def _run(operands: tuple[str, ...], **flag: Any) -> None:
    options = chosen(flag)
    format = _format(flag, options)
    _check_targets(flag, options)
    baseline, operands = baseline_and_operands(operands, flag)
    input = read_input(operands, flag)
    input.check_apart(flag["output"], flag["plot"])
    evaluations, systems, notes, *_ = input
    if baseline is not None:
        from ..scoring.comparison import check_comparison

        if systems is not None:
            raise OptionError("--compare is for all systems; leave SYSTEM out or give -a")
        notes += check_comparison(evaluations, options, baseline or None)
    report = _scored(evaluations, options, systems, flag)
    for note in report.notes:
        tell(note)
    if not any(report.systems.values()):
        _complain(NO_MEASURE)
    for note in notes:
        _complain(note)
    output = Output(
        report,
        evaluations,
        details=flag["details"],
        comparisons=_comparisons(report, baseline),
        figure=flag["figure"] or "F",
        intervals=flag["intervals"],
    )
    _write(output, format, flag)


def _check_targets(flag: Mapping[str, Any], options: Options) -> None:
    """Raises `RougeError` for files that cannot be written, before hours of scoring."""
    check_output(flag["output"])
    if flag["plot"] is not None:
        from ..outputs.picture import check_picture

        check_picture(flag["plot"], options)
        if flag["output"] and os.path.realpath(flag["output"]) == os.path.realpath(flag["plot"]):
            raise OptionError(f"--plot and --output are both {flag['plot']}; name two files")


def _scored(
    evaluations: list[Evaluation], options: Options, systems: list[str] | None, flag: Mapping[str, Any]
) -> Report:
    """The report, made by worker processes and under a progress bar where they are wanted."""
    with ExitStack() as stack:
        executor = progress = None
        if flag["jobs"] > 1:
            from .workers import worker_processes

            # All processes are started at once, be there work for them or not.
            jobs = min(flag["jobs"], TASKS, len(evaluations))
            executor = stack.enter_context(worker_processes(jobs))
        if is_terminal(sys.stderr) and not flag["quiet"]:
            from .progress import progress_bar

            progress = stack.enter_context(progress_bar())
        return evaluate(evaluations, options, systems=systems, executor=executor, progress=progress)


def _write(output: Output, format: str, flag: Mapping[str, Any]) -> None:
    """The picture, if there is to be one, then the report."""
    if flag["plot"] is not None:
        from ..outputs.picture import write_picture

        write_picture(output.report, flag["plot"], output.figure)
    write_lines(written(output, format), flag["output"])


def _format(flag: Mapping[str, Any], options: Options) -> str:
    """The format to write. Raises `OptionError` where it is at odds with another choice."""
    format: str = flag["format"]
    if flag["verbose"]:
        if format != "classic":
            raise OptionError(f"-v goes with --format classic, not with {format}; drop one")
        format = "verbose"
    figure = flag["figure"] if flag["plot"] is None else None  # Which has a place for any.
    check_format(format, options, details=flag["details"], figure=figure, intervals=flag["intervals"])
    return format


def _comparisons(report: Report, baseline: str | None) -> tuple[Comparison, ...]:
    if baseline is None:
        return ()
    from ..scoring.comparison import compare

    return compare(report, baseline or None)


def _complain(message: str) -> None:
    tell(f"{_NAME}: {message}")
