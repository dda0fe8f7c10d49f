"""The command `rouge-eval`: arguments, input, report, output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import click

from ..errors import OptionError
from ..inputs.streams import stream_of
from ..options import jobs_of
from ..profile import Progress
from ..profiles import NO_MEASURE, profile_of
from ..rendering import written
from ..rendering.output import Output
from ..scoring.counters import compiled_plan
from ..scoring.counting import TASKS
from ..scoring.engine import load_evaluations, score_evaluations
from ..scoring.results import Results
from .arguments import Arguments, arguments_of
from .flags import GROUPS
from .flags.kinds import FlagCommand, path
from .inputs import Input, read_input
from .terminal import is_terminal, print_lines, status_of, tell, tell_all, write_lines
from .wording import in_flags

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
)
"""Parses a command line into a dictionary, which `arguments_of` takes."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command on a command line (default: that of the process); return the exit status."""

    def run() -> None:
        values = command.main(args=words, prog_name=_NAME, standalone_mode=False)
        if isinstance(values, dict):  # Otherwise a help or the version was printed.
            _run(arguments_of(values))

    return status_of(_NAME, run)


def _run(arguments: Arguments) -> None:
    _check_targets(arguments)
    with _watching(arguments) as watch:
        input = read_input(arguments.input, watch("Reading"))
        input.check_apart((arguments.output, arguments.plot), arguments.options)
        notes = (*input.notes, *arguments.notes, *_check_comparison(arguments, input))
        if arguments.format == "verbose":
            # The trace shows the very texts that were scored, whatever becomes of their files meanwhile.
            evaluations = load_evaluations(input.evaluations, input.systems, arguments.options)
            input = replace(input, evaluations=stream_of(evaluations))
        report = _scored(arguments, input, watch)
    if not arguments.quiet:
        _tell(report, input, notes)
    _write(arguments, _output(arguments, input, report))


def _check_targets(arguments: Arguments) -> None:
    """Raise `RougeError` for files that cannot be written, before hours of scoring."""
    output, plot = arguments.output, arguments.plot
    if output is not None or plot is not None:
        from .targets import check_targets  # Most runs write no file.

        check_targets(output, plot, arguments.options)
    if arguments.report is not None:
        from ..site.folder import check_folder, check_outside
        from ..site.pages import check_site

        check_site(arguments.options)
        check_folder(arguments.report)
        check_outside(arguments.report, filter(None, (output, plot)))


def _check_comparison(arguments: Arguments, input: Input) -> Sequence[str]:
    """Return notes on the comparison that is asked for; raise `RougeError` where it cannot be made."""
    baseline = arguments.input.operands.baseline
    if baseline is None:
        return ()
    if input.systems is not None:
        raise OptionError("--compare is for all systems; leave SYSTEM out or give -a")
    from ..scoring.comparison import check_comparison  # Most runs compare nothing.

    return check_comparison(input.evaluations, arguments.options, baseline or None)


def _watching(arguments: Arguments) -> AbstractContextManager[Callable[[str], Progress | None]]:
    """Return what shows the progress of some work, by its name, where somebody may want to see it."""
    if not is_terminal(sys.stderr) or arguments.quiet:
        return nullcontext(lambda work: None)
    from .progress import progress_bar

    return progress_bar()


def _scored(arguments: Arguments, input: Input, watch: Callable[[str], Progress | None]) -> Results:
    """Return the report, made in parallel where that is wanted.

    Threads share the work of the compiled kernel; in Python they would take turns, so processes do.
    """
    jobs = jobs_of(arguments.jobs)
    threads = jobs == 1 or compiled_plan(profile_of(arguments.options)) is not None
    with ExitStack() as stack:
        executor = None
        if not threads:
            from .workers import worker_processes

            # All processes are started at once, even if there is no work for them.
            processes = min(jobs, TASKS, len(input.evaluations))
            executor = stack.enter_context(worker_processes(processes))
        return score_evaluations(
            input.evaluations,
            arguments.options,
            input.systems,
            jobs=jobs,
            executor=executor,
            scoring=watch("Scoring"),
            resampling=watch("Resampling"),
        )


def _tell(report: Results, input: Input, notes: Sequence[str]) -> None:
    """Write all notes to standard error; those of the original have no name of a command before them."""
    own = [NO_MEASURE] if not any(report.systems.values()) else []
    own += notes
    if input.summary:
        own.insert(0, input.summary)
    tell_all(report.notes)
    tell_all(f"{_NAME}: {note}" for note in own)


def _output(arguments: Arguments, input: Input, report: Results) -> Output:
    baseline = arguments.input.operands.baseline
    comparisons: tuple[Comparison, ...] = ()
    if baseline is not None:
        from ..scoring.comparison import compare

        comparisons = compare(report, baseline or None)
    return Output(
        report=report,
        evaluations=input.evaluations,
        details=arguments.details,
        comparisons=comparisons,
        figure=arguments.figure or "F",
        intervals=arguments.intervals,
        sort=arguments.sort or "given",
    )


def _write(arguments: Arguments, output: Output) -> None:
    """Write the report, and the picture and the pages, if there are to be any: all of them or none."""
    lines = written(output, arguments.format)
    if arguments.output is arguments.plot is arguments.report is None:
        print_lines(lines)
        return
    from ..rendering.whole_file import written_together

    with written_together() as together:
        if arguments.plot is not None:
            from ..rendering.pictures import format_of, note_on, picture

            format = format_of(arguments.plot)
            note = note_on(output.report.systems, format)
            if note and not arguments.quiet:
                tell(f"{_NAME}: {note}")
            together.write(arguments.plot, picture(output.report, format, output.figure))
        if arguments.report is not None:
            from ..site.explained import Texts
            from ..site.folder import write_folder
            from ..site.pages import Scored, site

            texts = Texts(output.evaluations, arguments.options, arguments.explain_worst)
            scored = Scored(output, output.report.signature, texts).worded(in_flags)
            write_folder(arguments.report, site(scored), together)
        write_lines(lines, arguments.output, together)
