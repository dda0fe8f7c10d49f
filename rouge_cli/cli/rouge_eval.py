"""The command `rouge-eval`: request, input, report, output."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import chain
from types import SimpleNamespace

import click

from ..errors import OptionError, several
from ..inputs.streams import load_evaluations, stream_of
from ..options import Options, jobs_of
from ..profiles import NO_MEASURE, Profile
from ..profiles.estimates import Progress, ignore
from ..rendering import Output, check_format, written
from ..scoring.counting import TASKS, compiled_plan
from ..scoring.engine import score_evaluations
from ..scoring.results import Results
from ..text.files import check_standard_input
from .commands import GROUPS
from .console import print_lines, status_of, tell, watching
from .flag_kinds import ScoringCommand, path
from .request import Input, Kind, read_input, request_of
from .run_options import option_notes, options_of

_NAME = "rouge-eval"

command = ScoringCommand(
    _NAME,
    params=[
        *chain.from_iterable(GROUPS.values()),
        click.Argument(["operands"], nargs=-1, shell_complete=path),
    ],
    callback=lambda **values: SimpleNamespace(**values),
    add_help_option=False,  # It is one of the flags.
)
"""Parses a command line into the values of its flags."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command on a command line (default: the one of the process); return the exit status."""

    def run() -> None:
        flags = command.main(args=words, prog_name=_NAME, standalone_mode=False)
        if isinstance(flags, SimpleNamespace):  # Otherwise a help or the version was printed.
            _run(flags)

    return status_of(_NAME, run)


def _run(flags: SimpleNamespace) -> None:
    options = options_of(flags)
    _check_output(flags, options)
    asked = request_of(flags)
    _check_scores(flags, options)
    writes_files = not flags.output is flags.plot is flags.report is flags.save_scores is None
    if writes_files:
        from .targets import check_report, write_report  # Most runs write no file.

        check_report(flags, options)
    if flags.oracle is not None:
        check_standard_input([*asked.all_files, flags.oracle])
    targets = (flags.output, flags.plot, flags.save_scores)
    report: Results | None = None
    with watching(quiet=flags.quiet) as watch:
        if asked.kind is Kind.SAVED:
            from ..scoring.saved_scores import evaluations_of, merged  # Most runs read texts.

            progress = watch("Resampling") or ignore
            report = merged(asked.files, options, jobs=jobs_of(flags.jobs), progress=progress)
            known = [] if asked.baseline is None else evaluations_of(report)
            input = Input(stream_of(known), paths=asked.files)
            input.check_apart(targets)
        else:
            input = read_input(asked, watch("Reading"))
            if flags.oracle is not None or flags.lead is not None:
                from .tools.pooling import with_extracts  # Most runs extract nothing.

                input = with_extracts(input, flags, options)
            input.check_apart(targets, options)
        notes = [*input.notes, *asked.notes, *option_notes(options, flags)]
        baseline = asked.baseline or None
        if asked.baseline is not None:
            from ..scoring.comparison import check_comparison, compare  # Most runs compare nothing.

            if input.systems is not None:
                raise OptionError("--compare is for all systems; leave SYSTEM out or give -a")
            notes += check_comparison(input.evaluations, options, baseline)
        if flags.format == "verbose":
            # The trace shows the texts that were scored, even if their files change meanwhile.
            evaluations = load_evaluations(input.evaluations, input.systems, options)
            input = input._replace(evaluations=stream_of(evaluations))
        if report is None:
            report = _scored(jobs_of(flags.jobs), options, input, watch)
    if not flags.quiet:
        tell(report.notes)  # Notes of ROUGE-1.5.5 do not begin with the name of the command.
        understood = []
        if asked.kind is Kind.LINES:
            sizes = (len(input.evaluations.systems), len(asked.files), len(input.evaluations))
            understood.append(", ".join(map(several, sizes, ("system", "model", "evaluation"))))
        if not any(report.systems.values()):
            understood.append(NO_MEASURE)
        tell(f"{_NAME}: {note}" for note in (*understood, *notes))
    output = Output(
        report,
        input.evaluations,
        details=flags.details,
        comparisons=() if asked.baseline is None else compare(report, baseline),
        figure=flags.figure or "F",
        intervals=flags.intervals,
        sort=flags.sort or "given",
    )
    lines = written(output, flags.format)
    if writes_files:
        write_report(lines, flags, output)
    else:
        print_lines(lines)


def _check_output(flags: SimpleNamespace, options: Options) -> None:
    """Raise `OptionError` for flags of the output that contradict each other; -v is a format from here on."""
    if flags.verbose:
        if flags.format != "classic":
            raise OptionError(f"-v goes with --format classic, not with {flags.format}; drop one")
        flags.format = "verbose"
    check_format(
        flags.format,
        options,
        details=flags.details,
        # Pictures and pages show any figure.
        figure=flags.figure if flags.plot is flags.report is None else None,
        intervals=flags.intervals,
        sort=flags.sort,
    )
    if flags.explain_worst is not None and flags.report is None:
        raise OptionError("--explain-worst goes with --report; give that, too")


def _check_scores(flags: SimpleNamespace, options: Options) -> None:
    """Raise `OptionError` for flags that do not go with saved scores."""
    if options.about and not flags.load_scores is flags.save_scores is None:
        raise OptionError("--save-scores and --load-scores are of ROUGE alone; drop --about")
    if flags.load_scores is None:
        return
    if flags.format == "verbose":
        raise OptionError("-v needs the texts, which --load-scores does not have; drop it")
    for name in ("report", "oracle", "lead", "source"):
        if getattr(flags, name) is not None:
            raise OptionError(f"--{name} needs the texts, which --load-scores does not have; drop it")


def _scored(jobs: int, options: Options, input: Input, watch: Callable[[str], Progress | None]) -> Results:
    """Return the report, made in parallel where that is wanted.

    Threads share the work of the compiled kernel; in Python they would take turns, so processes do.
    """
    with ExitStack() as stack:
        executor = None
        if jobs > 1 and compiled_plan(Profile(options)) is None:
            from .workers import worker_processes

            # All processes are started at once, even if there is no work for them.
            processes = min(jobs, TASKS, len(input.evaluations))
            executor = stack.enter_context(worker_processes(processes))
        return score_evaluations(
            input.evaluations,
            options,
            input.systems,
            jobs=jobs,
            executor=executor,
            scoring=watch("Scoring"),
            resampling=watch("Resampling"),
        )
