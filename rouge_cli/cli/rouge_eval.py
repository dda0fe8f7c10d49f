"""The command `rouge-eval`: options, input, report, output."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from types import SimpleNamespace

import click

from .. import __version__
from ..errors import Message, OptionError, several
from ..inputs.streams import stream_of
from ..kernel import NAME
from ..options import Options, jobs_of
from ..rendering import Output, check_caption, check_format, format_by_name, written
from ..scoring.engine import TASKS, counts_in_python, load_evaluations, score_evaluations
from ..scoring.profile import NO_MEASURE, Profile
from ..scoring.results import Results
from ..text.files import check_standard_input
from .console import (
    columns_of,
    status_of,
    tell,
    tell_notes,
    watching,
    worded,
    worker_processes,
    write_lines,
)
from .flags import ScoringCommand, typed
from .request import LINES, SAVED, input_of, option_notes, options_of

_NAME = "rouge-eval"

EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "examples")
"""The folder of the commands to try, and of the summaries that they score."""


def _examples(context: click.Context) -> str:
    """Return commands to try, each after a line about it, with the paths of this installation."""
    with open(os.path.join(EXAMPLES, "commands.txt"), encoding="utf-8") as file:
        return file.read().replace("{}", typed([os.path.abspath(EXAMPLES)]))


def _version(context: click.Context) -> str:
    return f"{_NAME} {__version__} ({NAME} kernel)\n"


command = ScoringCommand(_NAME, lambda flags: flags, {"examples": _examples, "version": _version})
"""Parses a command line into the values of its flags."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command on a command line (default: the one of the process); return the exit status."""
    return status_of(
        _NAME, words, lambda: _run(command.main(args=words, prog_name=_NAME, standalone_mode=False))
    )


def _run(flags: SimpleNamespace | int) -> None:
    if not isinstance(flags, SimpleNamespace):  # A help or the version was printed.
        return
    options = options_of(flags)
    format = flags.format or ("classic" if flags.verbose else format_by_name(flags.output))
    if flags.verbose and format != "classic":
        raise OptionError(f"-v goes with --format classic, not with {format}; drop one")
    format = "verbose" if flags.verbose else format
    jobs = jobs_of(flags.jobs)
    is_drawn = flags.plot is not None or flags.report is not None
    # Pictures and pages show any figure, in any order.
    figure, sort = (None, None) if is_drawn else (flags.figure, flags.sort)
    check_format(format, options, flags.details, figure, flags.intervals, sort, flags.compare is not None)
    check_caption(format, flags.caption, flags.label)
    of_pages = {"explain-worst": flags.explain_worst, "title": flags.title, "hide-models": flags.hide_models}
    lone = [flag for flag, value in of_pages.items() if value not in (None, False)]
    if lone and flags.report is None:
        raise OptionError(f"--{lone[0]} goes with --report; give that, too")
    if options.about and (flags.load_scores or flags.save_scores is not None):
        raise OptionError("--save-scores and --load-scores are of ROUGE alone; drop --about")
    input = input_of(flags)
    of_options = tuple(option_notes(options, flags))
    if flags.load_scores:
        _check_saved(flags, options)
    targets = (flags.output, flags.plot, flags.save_scores)
    keeps = any(target is not None for target in (flags.plot, flags.save_scores, flags.report))
    writes_files = keeps or flags.output is not None
    if writes_files:
        from .targets import check_targets  # Most runs write no file.

        check_targets(flags, options)
    if keeps:
        from .tools.reporting import check_kept, keep

        check_kept(flags, options)
    if flags.oracle is not None:
        check_standard_input([*input.paths, flags.oracle])
    report: Results | None = None
    with watching(quiet=flags.quiet) as watch, ExitStack() as stack:
        if input.kind == SAVED:
            from ..scoring.saved_scores import evaluations_of, load  # Most runs read texts.

            saved = load(input.files, options, jobs=jobs, progress=watch("Resampling"))
            report = saved.results
            known = [] if input.baseline is None else evaluations_of(report)
            stream = stream_of(known)
            stream.notes = saved.stream_notes
            input = input._replace(evaluations=stream)
        else:
            input = input.open(watch("Reading"))
            if flags.oracle is not None or flags.lead is not None:
                from .tools.pooling import with_extracts  # Most runs extract nothing.

                input = with_extracts(input, flags, options)
        if writes_files:
            input.check_apart(targets, None if input.kind == SAVED else options)
        notes = [*input.notes, *of_options]
        baseline = input.baseline or None
        if input.baseline is not None:
            from ..scoring.comparison import check_comparison, compare  # Most runs compare nothing.

            if input.systems is not None:
                raise OptionError("--compare is for all systems; leave SYSTEM out or give -a")
            notes += check_comparison(input.evaluations, options, baseline)
        if flags.verbose:
            # The trace shows the texts that were scored, even if their files change meanwhile.
            evaluations = load_evaluations(input.evaluations, input.systems, options)
            input = input._replace(evaluations=stream_of(evaluations))
        if report is None:
            executor = None
            # Threads share the work of the compiled kernel; in Python they would take turns, so processes do.
            if jobs > 1 and counts_in_python(Profile(options)):
                # All processes are started at once, even if there is no work for them.
                processes = min(jobs, TASKS, len(input.evaluations))
                executor = stack.enter_context(worker_processes(processes))
            report = score_evaluations(
                input.evaluations,
                options,
                input.systems,
                jobs=jobs,
                executor=executor,
                scoring=watch("Scoring"),
                resampling=watch("Resampling"),
            )
    comparisons = () if input.baseline is None else compare(report, baseline)
    if not flags.quiet:
        understood = []
        if input.kind == LINES:
            sizes = (len(input.evaluations.systems), len(input.files), len(input.evaluations))
            understood.append(", ".join(map(several, sizes, ("system", "model", "evaluation"))))
            if list(report.measures) == ["ROUGE-L"]:
                understood.append(Message("ROUGE-L alone is scored; `max_ngram` 2 adds ROUGE-1 and ROUGE-2"))
        if not report.measures:
            understood.append(NO_MEASURE)
        tell_notes((*report.notes, *understood, *notes))
    output = Output(
        report,
        input.evaluations,
        details=flags.details,
        comparisons=comparisons,
        figure=flags.figure or "F",
        intervals=flags.intervals,
        sort=flags.sort or "score",
        notes=tuple(input.notes),
        title=flags.caption or "",
        label=flags.label,
    )
    lines = written(output, format, columns_of(flags.output) if format == "text" else 0, worded)
    if keeps:
        keep(flags, output, input.baseline, input.name)
    write_lines(lines, flags.output, format, (*report.notes, *notes))
    if flags.report is not None and not flags.quiet:
        tell([os.path.join(flags.report, "index.html")], "Report: ", "green")


def _check_saved(flags: SimpleNamespace, options: Options) -> None:
    """Raise `OptionError` for flags that need the texts of saved scores."""
    if flags.verbose:
        raise OptionError("-v needs the texts, which --load-scores does not have; drop it")
    for name in ("explain_worst", "oracle", "lead", "source"):
        if getattr(flags, name) is not None:
            flag = name.replace("_", "-")
            raise OptionError(f"--{flag} needs the texts, which --load-scores does not have; drop it")
