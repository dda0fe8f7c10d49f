"""`rouge-tools worst` and `explain`: the worst evaluations, and explanations of figures."""

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace

from ...errors import InputError, OptionError, readable, shown, some
from ...evaluation import Evaluation
from ...explanations.explanation import Explanation, Ranking, page
from ...explanations.explanation import explain as explanation_of
from ...explanations.terminal_text import listing, ranking_listing
from ...inputs.streams import Evaluations
from ...options import Options, has_option, jobs_of
from ...rendering import FIGURES, VALUE
from ...rendering.page_templates import rendered
from ...rendering.presentation import hundredfold, plain
from ...rendering.whole_files import PageFile, check_folder, check_target, write_folder
from ...scoring.engine import score_evaluations
from ...scoring.results import Results, worst_and_ties
from ..console import columns_of, is_coloured, tell_notes, worded, write_lines
from ..request import Input, input_of, options_with_measures


def worst(flags: SimpleNamespace) -> None:
    """List the evaluations in which systems do worst, with their texts side by side."""
    output = flags.output
    options = options_with_measures(flags)
    input = _read(flags, options, output)
    ranking = _ranking_of(input, options, flags, flags.most)
    lines = ranking_listing(ranking, columns_of(output), colour=output is None and is_coloured(sys.stdout))
    write_lines(lines, output)


def explain(flags: SimpleNamespace) -> None:
    """Show how the figures of evaluations come about."""
    output, wanted = flags.output, flags.evaluations
    format = flags.format or ("terminal" if (output or "").endswith(".txt") else "html")
    if flags.worst is not None and wanted:
        raise OptionError("--worst and --eval both choose evaluations; drop one of them")
    for name in ("measure", "figure", "against"):
        if getattr(flags, name) is not None and flags.worst is None:
            raise OptionError(f"--{name} goes with --worst; give that, too")
    is_folder = format == "html" and (flags.worst is not None or len(wanted) > 1)
    if is_folder and output is None:
        raise OptionError(
            "several pages are written to a folder; name it by -o DIR, or give --format terminal"
        )
    if is_folder and output.endswith((".html", ".htm")):
        raise OptionError(f"several pages are written to a folder, not to {output}; name it by -o DIR")
    if is_folder:
        check_folder(output)
    options = options_with_measures(flags)
    input = _read(flags, options, None if is_folder else output)
    if flags.worst is not None:
        ranking = _ranking_of(input, options, flags, flags.worst)
        explanations = [explanation for _, explanation in ranking.places]
        index: dict[str, object] = ranking._asdict()
    else:
        explanations = _explained(input, options, wanted, flags.system)
        rows = [
            [
                str(place),
                readable(one.evaluation),
                readable(system),
                *(hundredfold(score.f) for score in of.values()),
            ]
            for place, one in enumerate(explanations, 1)
            for system, of in one.figures.items()
        ]
        heads = [f"{shown(measure)} F" for measure in next(iter(explanations[0].figures.values()))]
        index = {
            "title": "Explained evaluations",
            "heads": ["", "Evaluation", "System", *heads],
            "rows": rows,
        }
    explanations = [one._replace(notes=tuple(map(worded, one.notes))) for one in explanations]
    if is_folder:
        write_folder(output, _pages(explanations, index))
    elif format == "html":
        write_lines([page(explanations[0])], output)
    else:
        colour = output is None and is_coloured(sys.stdout)
        texts = (listing(explanation, columns_of(output), colour=colour) for explanation in explanations)
        write_lines((f"\n{text}" if place else text for place, text in enumerate(texts)), output)


def _pages(explanations: Sequence[Explanation], index: Mapping[str, object]) -> Iterator[PageFile]:
    """Yield a page for each evaluation, and an index.

    The names are numbers, because IDs may have any characters. A row of the index begins with the number.
    """
    for place, explanation in enumerate(explanations, 1):
        yield f"{place}.html", page(explanation).encode("utf-8", "surrogateescape")
    choices = explanations[0].choices if explanations else []
    index_page = rendered(
        "explained_index.html", rules="", choices=choices, **{"is_rouge": True, "tied": "", **index}
    )
    yield "index.html", index_page.encode("utf-8", "surrogateescape")


def _read(flags: SimpleNamespace, options: Options, output: str | None) -> Input:
    """Return the input. Raises `OptionError` if `--system` and SYSTEM name two systems."""
    if output is not None:
        check_target(output)
    input, system = input_of(flags).open(), flags.system
    if system is not None and input.systems not in (None, (system,)):
        raise OptionError(f"--system {system} and SYSTEM {some(input.systems)} are two; drop one of them")
    input.check_apart([output], options)
    return input


def _ranking_of(input: Input, options: Options, flags: SimpleNamespace, most: int) -> Ranking:
    """Return the evaluations in which systems do worst by the ranking flags, each with its explanation.

    Write the notes on all evaluations: each is one line, however many evaluations it is about.
    """
    against, figure = flags.against, flags.figure or "F"
    asked = input.systems if flags.system is None else (flags.system,)
    scored = None if asked is None or against is None else dict.fromkeys((*asked, against))
    report = _scored(input.evaluations, options, scored or asked, jobs=jobs_of(flags.jobs))
    tell_notes((*report.notes, *input.notes))
    wanted = flags.measure or report.measures[0]
    measure = next((name for name in report.measures if name.lower() == wanted.lower()), wanted)
    places, ties = worst_and_ties(report, int(most), measure, figure=figure, systems=asked, against=against)
    evaluations = _by_id(input.evaluations, {one.evaluation for one in places})
    is_rouge = measure not in report.beside_rouge
    spelt = hundredfold if is_rouge else plain
    letter = figure if is_rouge else VALUE
    title = f"The lowest {letter} by {shown(measure)}"
    heads = ["", "Evaluation", "System", letter]
    if against is not None:
        title = f"The greatest losses of {letter} by {shown(measure)} against {readable(against)}"
        heads += [f"{letter} of {readable(against)}", "Difference"]
    rows = []
    for number, one in enumerate(places, 1):
        values = [getattr(one.score, FIGURES.get(letter, "f"))]
        if one.other is not None:
            values += [getattr(one.other, FIGURES.get(letter, "f")), one.value]
        rows.append([str(number), readable(one.evaluation), readable(one.system), *map(spelt, values)])
    tied = f"{ties:,} more with {rows[-1][-1]}" if ties else ""
    others = [] if against is None else [against]
    explained = [
        (one, explanation_of(evaluations[one.evaluation], options, [one.system, *others])) for one in places
    ]
    return Ranking(title, heads, rows, tied, measure, is_rouge, explained)


def _scored(
    evaluations: Evaluations, options: Options, systems: Iterable[str] | None, jobs: int = 1
) -> Results:
    """Return the results of evaluations without resamples, on which nothing depends here."""
    once = replace(options, resamples=1) if has_option(options.profile, "resamples") else options
    return score_evaluations(evaluations, once, systems, jobs=jobs)


def _explained(
    input: Input, options: Options, wanted: Sequence[str], system: str | None
) -> list[Explanation]:
    """Return the explanations of the evaluations with these IDs, or of the only evaluation.

    Write the notes on these evaluations.
    """
    systems = list(input.systems or ()) if system is None else [system]
    if not wanted:
        wanted = [evaluation.id for evaluation in input.evaluations]
        if len(wanted) != 1:
            raise OptionError(f"which evaluation? give --eval ID or --worst N; there are: {some(wanted)}")
    ids = dict.fromkeys(wanted)
    found = _by_id(input.evaluations, ids)
    explanations = [explanation_of(found[id], options, systems or None) for id in ids]
    notes: Sequence[str] = explanations[0].notes
    if len(ids) > 1:
        notes = _scored([found[id] for id in ids], options, systems or None).notes
    tell_notes((*input.evaluations.notes, *notes, *input.notes))
    return explanations


def _by_id(evaluations: Evaluations, wanted: Collection[str]) -> dict[str, Evaluation]:
    """Return the evaluations with these IDs, by ID. Raises `InputError` for an unknown ID."""
    by_id: dict[str, Evaluation] = {}
    for evaluation in evaluations if wanted else ():
        if evaluation.id in wanted:
            by_id[evaluation.id] = evaluation
            if len(by_id) == len(wanted):
                break
    for id in wanted:
        if id not in by_id:
            there = some([evaluation.id for evaluation in evaluations])
            raise InputError(f"there is no evaluation {id!r}; there are: {there}")
    return by_id
