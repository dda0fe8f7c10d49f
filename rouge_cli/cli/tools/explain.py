"""`rouge-tools explain`: how the figures of evaluations come about, as pages or on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from ...errors import OptionError, some
from ...explanations.explanation import Explanation, explain
from ...explanations.wording import plain
from ...explanations.worst_text import Ranking
from ...inputs.streams import Evaluations
from ...options import Options
from ...site.folder import PageFile, check_folder, write_folder
from ..flags.inputs import input_operands
from ..flags.kinds import NATURAL, value
from ..flags.outputs import output_file
from ..flags.scores import ranking_flags, score_flags
from ..inputs import Input
from ..terminal import check_output, is_coloured, tell_all, write_lines
from .base import Tool
from .ranked import RankBy, check_system, evaluations_by_id, notes_of, options_for, ranking_of
from .reading import read, tell_notes


@click.command(
    "explain",
    cls=Tool,
    short_help="Shows how the figures of evaluations come about.",
    params=[
        input_operands(),
        value(
            "--eval",
            "evaluations",
            metavar="ID",
            multiple=True,
            help="the evaluation; needed where there are several; may be repeated",
        ),
        value("--worst", type=NATURAL, metavar="N", help="the N evaluations of the lowest scores"),
        *ranking_flags(),
        value("--system", metavar="ID", help="the system; default: all of them"),
        value(
            "--format",
            type=click.Choice(["html", "terminal"]),
            default="html",
            help="a page, or text for a terminal [html]",
        ),
        output_file("-o", "--output"),
        *score_flags(),
    ],
)
def command(
    operands: tuple[str, ...],
    evaluations: tuple[str, ...],
    worst: int | None,
    measure: str | None,
    figure: str | None,
    against: str | None,
    system: str | None,
    format: str,
    output: str | None,
    jobs: int,
    **values: Any,
) -> None:
    """Shows peer and models of one evaluation side by side, with what matches marked, and how each figure
    comes about, measure by measure.

    The page needs no network and no script. CONFIG, or --peers and --models, --lines or --jsonl in
    its place, and the flags of measures and texts are those of rouge-eval. Without --system all
    systems are shown, the first dozen with their texts.

    Several evaluations, by --eval or --worst, are pages in the folder that -o names, with an index. It is
    replaced if this command or rouge-eval --report has written it. Those of --worst are ranked as by
    rouge-tools worst.

    \b
      rouge-tools explain -n 2 --worst 10 --against 1 -o pages config.xml 10
    """
    if worst is not None and evaluations:
        raise OptionError("--worst and --eval both choose evaluations; drop one of them")
    for name, given in (("measure", measure), ("figure", figure), ("against", against)):
        if given is not None and worst is None:
            raise OptionError(f"--{name} goes with --worst; give that, too")
    is_folder = format == "html" and (worst is not None or len(evaluations) > 1)
    _check_target(output, is_folder=is_folder)
    options = options_for(values)
    input = read(values, operands)
    check_system(input, system)
    input.check_apart([None if is_folder else output], options)
    ranking: Ranking | None = None
    if worst is not None:
        by = RankBy(int(worst), measure, figure or "F", against, system, jobs)
        ranking = ranking_of(input, options, by)
        explanations = [explanation for _, explanation in ranking.places]
    else:
        explanations = _explained(input, options, evaluations, system)
    tell_all(map(plain, notes_of(explanations)))
    tell_notes(input.notes)
    if is_folder:
        write_folder(str(output), _files(explanations, ranking))
    elif format == "html":
        from ...explanations.page import page

        write_lines([page(explanations[0])], output)
    else:
        write_lines(_listings(explanations, colour=output is None and is_coloured()), output)


def _check_target(output: str | None, *, is_folder: bool) -> None:
    """Raise `RougeError` where pages cannot be written to the output, before anything is scored."""
    if not is_folder:
        check_output(output)
    elif output is None:
        raise OptionError(
            "several pages are written to a folder; name it by -o DIR, or give --format terminal"
        )
    elif output.endswith((".html", ".htm")):
        raise OptionError(f"several pages are written to a folder, not to {output}; name it by -o DIR")
    else:
        check_folder(output)


def _explained(
    input: Input, options: Options, wanted: Sequence[str], system: str | None
) -> list[Explanation]:
    """Return the explanations of the evaluations with these IDs, or of the only one there is."""
    systems = list(input.systems or ()) if system is None else [system]
    ids = dict.fromkeys(wanted or _only(input.evaluations))
    found = evaluations_by_id(input.evaluations, ids)
    return [explain(found[id], options, systems or None) for id in ids]


def _only(evaluations: Evaluations) -> list[str]:
    ids = [evaluation.id for evaluation in evaluations]
    if len(ids) == 1:
        return ids
    raise OptionError(f"which evaluation? give --eval ID or --worst N; there are: {some(ids)}")


def _files(explanations: Sequence[Explanation], ranking: Ranking | None) -> Iterator[PageFile]:
    from ...explanations.page import pages_of_ranking, pages_of_several

    pages = pages_of_several(explanations) if ranking is None else pages_of_ranking(ranking)
    for name, text in pages:
        yield PageFile(name, text.encode("utf-8", "surrogateescape"))


def _listings(explanations: Sequence[Explanation], *, colour: bool) -> Iterator[str]:
    from ...explanations.terminal import listing

    for place, explanation in enumerate(explanations):
        yield ("\n" if place else "") + listing(explanation, colour=colour)
