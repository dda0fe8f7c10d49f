"""The files that commands write: a report, a picture, scores, and a folder of pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import combinations
from types import SimpleNamespace

from ..errors import InputError, OptionError
from ..options import Options
from ..rendering import Output
from ..rendering.pictures import check_picture, format_of, note_on, picture
from ..rendering.whole_files import check_folder, check_outside, check_target, write_folder, write_whole
from .console import encoded, in_flags, print_lines, tell


def check_output(path: str | None) -> None:
    """Raise `InputError` if `write_lines` will not be able to write to a path; None is standard output."""
    if path is not None:
        check_target(path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Write lines to standard output (None), or to the file at `path`, as a whole or not at all."""
    if path is None:
        print_lines(lines)
    else:
        write_whole(path, b"".join(map(encoded, lines)))


def check_targets(
    output: str | None, plot: str | None, options: Options | None = None, scores: str | None = None
) -> None:
    """Raise `RougeError` for files that cannot be written, before any work is done.

    `options` are the options of the run in the picture, if any; `scores` is the file of `--save-scores`.
    """
    check_output(output)
    if plot is not None:
        check_picture(plot, options or Options())
        check_output(plot)
    if scores == "-":
        raise OptionError("--save-scores - is not a file; name a file")
    check_output(scores)
    files = {"--plot": plot, "--output": output, "--save-scores": scores}
    named = [(flag, file) for flag, file in files.items() if file is not None]
    for (flag, file), (other, same) in combinations(named, 2):
        if os.path.realpath(file) == os.path.realpath(same):
            raise OptionError(f"{flag} and {other} are both {file}; name two files")


def write_targets(
    lines: Iterable[str], output: str | None, plot: str | None, draw: Callable[[str], bytes]
) -> None:
    """Write to `plot` the picture that `draw` returns for its format, and then the lines."""
    if plot is not None:
        write_whole(plot, draw(format_of(plot)))
    write_lines(lines, output)


def check_report(flags: SimpleNamespace, options: Options) -> None:
    """Raise `RougeError` for files of `rouge-eval` that cannot be written, before hours of scoring."""
    check_targets(flags.output, flags.plot, options, flags.save_scores)
    if flags.report is not None:
        from ..site.report_pages import check_site

        check_site(options)
        check_folder(flags.report)
        files = [file for file in (flags.output, flags.plot, flags.save_scores) if file is not None]
        for file in files:
            if os.path.realpath(file) == os.path.realpath(flags.report):
                raise InputError(f"{file} and {flags.report} are both to be written there; name two places")
        check_outside(flags.report, files)


def write_report(lines: Iterable[str], flags: SimpleNamespace, output: Output) -> None:
    """Write the picture, scores and pages that the flags ask for, and then the report."""
    if flags.plot is not None:
        format = format_of(flags.plot)
        note = note_on(output.report.systems, format)
        if note and not flags.quiet:
            tell([f"rouge-eval: {note}"])
        write_whole(flags.plot, picture(output.report, format, output.figure))
    if flags.save_scores is not None:
        from ..scoring.saved_scores import packed  # Most runs save no scores.

        write_whole(flags.save_scores, packed(output.report))
    if flags.report is not None:
        from ..site.report_pages import Scored, Texts, site

        most = 3 if flags.explain_worst is None else int(flags.explain_worst)
        texts = Texts(output.evaluations, output.report.options, most)
        scored = Scored(output, output.report.signature, texts).worded(in_flags)
        write_folder(flags.report, site(scored))
    write_lines(lines, flags.output)
