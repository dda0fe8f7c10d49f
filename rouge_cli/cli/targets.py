"""The files that commands write: a report, a picture, scores, and a folder of pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import combinations
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from ..errors import InputError, OptionError
from ..evaluation import Source
from ..inputs.streams import Evaluations, stream_of
from ..kernel.threads import Progress, ignore
from ..options import Options
from ..rendering import Output
from ..rendering.pictures import check_picture, format_of, picture
from ..rendering.whole_files import (
    PageFile,
    check_folder,
    check_outside,
    check_target,
    write_folder,
    write_whole,
)
from ..scoring.profile import Profile
from ..scoring.results import plain_note
from ..scoring.saved_scores import Saved, packed
from ..text.sentences import load
from .console import print_lines, tell, watching, worded
from .flag_kinds import typed

if TYPE_CHECKING:
    from ..explanations.explanation import Explanation


def check_output(path: str | None) -> None:
    """Raise `InputError` if `write_lines` will not be able to write to a path; None is standard output."""
    if path is not None:
        check_target(path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Write lines to standard output (None), or to the file at `path`, as a whole or not at all."""
    if path is None:
        print_lines(lines)
    else:
        write_whole(path, b"".join(line.encode("utf-8", "surrogateescape") for line in lines))


def check_targets(
    output: str | None,
    plot: str | None,
    options: Options | None = None,
    scores: str | None = None,
    pages: str | None = None,
) -> None:
    """Raise `RougeError` for files that cannot be written, before hours of work.

    `options` are the options of the run in the picture and the pages, if any; `scores` is the file of
    `--save-scores`, and `pages` the folder of `--report`.
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
    if pages is not None:
        from ..rendering.report_pages import check_site

        check_site(options or Options())
        check_folder(pages)
        for _, file in named:
            if os.path.realpath(file) == os.path.realpath(pages):
                raise InputError(f"{file} and {pages} are both to be written there; name two places")
        check_outside(pages, [file for _, file in named])


def write_targets(
    lines: Iterable[str], output: str | None, plot: str | None, draw: Callable[[str], bytes]
) -> None:
    """Write to `plot` the picture that `draw` returns for its format, and then the lines."""
    if plot is not None:
        write_whole(plot, draw(format_of(plot)))
    write_lines(lines, output)


def pages(
    output: Output,
    evaluations: Evaluations | None,
    most: int | None,
    *,
    title: str | None = None,
    facts: Mapping[str, str] = MappingProxyType({}),
    hides_models: bool = False,
    progress: Progress | None = None,
) -> Iterator[PageFile]:
    """Yield the pages of a report; given its evaluations, the pages explain the worst of them.

    They explain up to `most` evaluations of each ranking, by default three, but of many systems only the
    worst. `facts` are words on the run, by their names. `hides_models` leaves out the texts of models and all
    explanations.
    """
    from ..explanations.alignment import SummaryReader
    from ..explanations.explanation import explain
    from ..explanations.phrases import choices
    from ..rendering.report_pages import About, Texts, site

    report, texts = output.report, None
    if evaluations is not None:
        profile = Profile(report.options)
        reader, reading = SummaryReader(profile), profile.measures[0].peer_reading

        def read(source: Source) -> object:
            return reader.read(load(source))[reading][0]

        def explained(*request: Any) -> Explanation:
            return with_worded_notes(explain(*request))

        texts = Texts(evaluations, report.options, most, explained, read, hides_models)
    notes = [worded(plain_note(note)) for note in (*report.notes, *output.notes)]
    about = About(choices(report.options), notes, title or About().title, facts)
    return site(output, about, texts, progress or ignore)


def check_page_flags(flags: SimpleNamespace) -> None:
    """Raise `OptionError` for flags of pages that contradict each other."""
    if flags.hide_models and int(flags.explain_worst or 0):
        raise OptionError("--hide-models leaves out what --explain-worst asks for; drop one")


def with_worded_notes(explanation: Explanation) -> Explanation:
    """Return an explanation whose notes call options by their flags."""
    return explanation._replace(notes=tuple(map(worded, explanation.notes)))


def facts_of(program: str, input: str) -> dict[str, str]:
    """Return words on a run: its input, its command line and its date, or the date of `SOURCE_DATE_EPOCH`."""
    at = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(at), UTC) if at.isdecimal() else datetime.now().astimezone()
    return {
        "Input": input,
        "Command": typed([program, *sys.argv[1:]]),
        "Date": f"{now:%Y-%m-%d %H:%M %Z}",
    }


def write_report(
    lines: Iterable[str], flags: SimpleNamespace, output: Output, baseline: str | None, input: str
) -> None:
    """Write the picture, scores and pages that the flags ask for, and then the report.

    `input` is the name of the input on the pages.
    """
    if flags.plot is not None:
        write_whole(flags.plot, picture(output, format_of(flags.plot), flags.plot_width))
    if flags.save_scores is not None:
        saved = Saved(output.report, baseline, stream_of(output.evaluations).notes)
        write_whole(flags.save_scores, packed(saved))
    if flags.report is not None:
        evaluations = output.evaluations if flags.load_scores is None else None
        write_pages(flags, flags.report, output, evaluations, facts_of("rouge-eval", input))
    write_lines(lines, flags.output)
    if flags.report is not None and not flags.quiet:
        tell([os.path.join(flags.report, "index.html")], "Report: ", "green")


def write_pages(
    flags: SimpleNamespace,
    folder: str,
    output: Output,
    evaluations: Evaluations | None,
    facts: Mapping[str, str],
) -> None:
    """Write the pages of a report as the flags of pages say, with a bar while it explains."""
    most = None if flags.explain_worst is None else int(flags.explain_worst)
    with watching(quiet=flags.quiet) as watch:
        files = pages(
            output,
            evaluations,
            most,
            title=flags.title,
            facts=facts,
            hides_models=flags.hide_models,
            progress=watch("Explaining"),
        )
        write_folder(folder, files)
