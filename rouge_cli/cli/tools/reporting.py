"""`rouge-tools report`, and what `rouge-eval` keeps of a run beside its report: a picture, scores, pages."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType, SimpleNamespace
from typing import Any

from ...errors import InputError, OptionError, some
from ...explanations.alignment import SummaryReader
from ...explanations.explanation import Explanation, explain
from ...explanations.phrases import choices
from ...inputs.streams import Evaluations, stream_of
from ...kernel.threads import Progress
from ...options import Options
from ...rendering import Output, check_shown
from ...rendering.pictures import picture
from ...rendering.report_pages import Texts, site
from ...rendering.whole_files import PageFile, check_folder, check_outside, write_folder, write_whole
from ...scoring.comparison import compare
from ...scoring.profile import Profile
from ...scoring.saved_scores import Saved, load, packed
from ...text.files import STANDARD_INPUT, check_standard_input, named
from ...text.sentences import load as load_text
from ..console import tell_notes, watching, worded
from ..flags import given_flags, typed
from ..request import input_of
from ..targets import write_picture


def report(flags: SimpleNamespace) -> None:
    """Write saved scores as pages."""
    saved, folder = flags.file, flags.dir
    _check_pages(flags, folder, [] if saved == STANDARD_INPUT else [saved])
    has_texts = bool(flags.operands or given_flags())
    if has_texts:
        check_standard_input([saved, *input_of(flags).paths])
    functions = {name: getattr(flags, name) for name in ("tokenizer", "stemmer")}
    run = load([saved], None, functions.values())
    options = run.results.options
    for option, function in functions.items():
        if function not in (None, getattr(options, option)):
            raise OptionError(f"{named(saved)} was not scored with --{option} {function}; leave it out")
    check_shown(options, "a report in pages")
    comparisons = () if run.baseline is None else compare(run.results, run.baseline or None)
    output = Output(report=run.results, comparisons=comparisons, figure=flags.figure)
    evaluations = None
    if has_texts:
        input = input_of(flags).open()
        if input.systems is not None:
            systems = some(input.systems)
            raise OptionError(
                f"a report shows all systems of {named(saved)}, not {systems} alone; leave SYSTEM out"
            )
        evaluations = input.evaluations
        tell_notes((*evaluations.notes, *input.notes))
    _write_pages(flags, folder, output, evaluations, "rouge-tools report", named(saved))


def _check_pages(flags: SimpleNamespace, folder: str, files: Iterable[str]) -> None:
    """Raise `RougeError` for flags of pages that contradict each other, and unless pages can be written.

    The files must be outside the folder of the pages.
    """
    if flags.hide_models and int(flags.explain_worst or 0):
        raise OptionError("--hide-models leaves out what --explain-worst asks for; drop one")
    check_folder(folder)
    for file in files:
        if os.path.realpath(file) == os.path.realpath(folder):
            raise InputError(f"{file} and {folder} are both to be written there; name two places")
    check_outside(folder, files)


def check_kept(flags: SimpleNamespace, options: Options) -> None:
    """Raise `RougeError` if the pages that the flags of `rouge-eval` ask for cannot be written."""
    if flags.report is not None:
        check_shown(options, "a report in pages")
        files = (flags.output, flags.plot, flags.save_scores)
        _check_pages(flags, flags.report, [file for file in files if file is not None])


def keep(flags: SimpleNamespace, output: Output, baseline: str | None, input: str) -> None:
    """Write the picture, scores and pages that flags of `rouge-eval` ask for; `input` names the input."""
    write_picture(flags.plot, lambda kind: picture(output, kind, flags.plot_width))
    if flags.save_scores is not None:
        saved = Saved(output.report, baseline, stream_of(output.evaluations).notes)
        write_whole(flags.save_scores, packed(saved))
    if flags.report is not None:
        evaluations = output.evaluations if not flags.load_scores else None
        _write_pages(flags, flags.report, output, evaluations, "rouge-eval", input)


def _write_pages(
    flags: SimpleNamespace,
    folder: str,
    output: Output,
    evaluations: Evaluations | None,
    program: str,
    input: str,
) -> None:
    """Write the pages of a report as the flags of pages say, with a bar while it explains.

    The date on the pages is now, or the date of `SOURCE_DATE_EPOCH`.
    """
    at = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(at), UTC) if at.isdecimal() else datetime.now().astimezone()
    facts = {
        "Input": input,
        "Command": typed([program, *sys.argv[1:]]),
        "Date": f"{now:%Y-%m-%d %H:%M %Z}",
    }
    most = None if flags.explain_worst is None else int(flags.explain_worst)
    with watching(quiet=flags.quiet) as watch:
        progress = watch("Explaining")
        about = {"title": flags.title, "facts": facts, "hides_models": flags.hide_models}
        write_folder(folder, pages(output, evaluations, most, progress=progress, **about))


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
    report, texts = output.report, None
    if evaluations is not None:
        profile = Profile(report.options)
        reader, reading = SummaryReader(profile), profile.measures[0].peer_reading

        def explained(*request: Any) -> Explanation:
            explanation = explain(*request)
            return explanation._replace(notes=tuple(map(worded, explanation.notes)))

        texts = Texts(
            evaluations,
            most,
            explained,
            lambda source: reader.read([load_text(source)])[0][reading][0],
            hides_models,
        )
    notes = [worded(note) for note in (*report.notes, *output.notes)]
    words = choices(report.options)
    return site(
        output, texts, progress, heading=title or "ROUGE report", choices=words, facts=facts, notes=notes
    )
