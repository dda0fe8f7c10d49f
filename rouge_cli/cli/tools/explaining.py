"""`rouge-tools explain`: how the figures of evaluations come about, as pages or on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import click

from ...errors import OptionError, some
from ...explanations.explanation import Explanation
from ...explanations.explanation import explain as explanation_of
from ...explanations.page import page, pages_of_ranking, pages_of_several
from ...explanations.phrases import Ranking, plain
from ...explanations.terminal_text import listing
from ...inputs.streams import Evaluations
from ...options import Options
from ...rendering.whole_files import PageFile, check_folder, write_folder
from ..commands import tool
from ..console import tell_all
from ..flag_kinds import NATURAL, flags_on
from ..flags import input_operands, output_file, ranking_flags, score_groups
from ..reading import Input, read, tell_notes
from ..shell import is_coloured
from ..targets import check_output, write_lines
from .ranking import check_system, evaluations_by_id, notes_of, options_for, ranking_of


@tool(
    "explain",
    "Shows how the figures of evaluations come about.",
    {
        "What is explained": [
            *flags_on(
                """
                --eval=evaluations ID  the evaluation; needed where there are several; may be repeated
                --worst N  the N evaluations of the lowest scores
                """,
                evaluations={"multiple": True},
                worst={"type": NATURAL},
            ),
            *ranking_flags(),
            *flags_on(
                """
                --system ID  the system; default: all of them
                --format WORD  a page, or text for a terminal: html, terminal [html]
                """,
                format={"type": click.Choice(["html", "terminal"]), "default": "html"},
            ),
            output_file(),
        ],
        **score_groups(),
    },
    input_operands(),
)
def explain(flags: SimpleNamespace) -> None:
    """Shows peer and models of one evaluation side by side, with what matches marked, and how each figure
    comes about, measure by measure.

    The page needs no network and no script. CONFIG, or --peers and --models, --lines or --jsonl in
    its place, and the flags of measures and texts are as for rouge-eval. Without --system all
    systems are shown, the first dozen with their texts.

    Several evaluations, by --eval or --worst, are pages in the folder that -o names, with an index. It is
    replaced if this command or rouge-eval --report has written it. Those of --worst are ranked as by
    rouge-tools worst.

    \b
      rouge-tools explain -n 2 --worst 10 --against 1 -o pages config.xml 10
    """
    output, worst, wanted = flags.output, flags.worst, flags.evaluations
    if worst is not None and wanted:
        raise OptionError("--worst and --eval both choose evaluations; drop one of them")
    for name in ("measure", "figure", "against"):
        if getattr(flags, name) is not None and worst is None:
            raise OptionError(f"--{name} goes with --worst; give that, too")
    is_folder = flags.format == "html" and (worst is not None or len(wanted) > 1)
    _check_target(output, is_folder=is_folder)
    options = options_for(flags)
    input = read(flags)
    check_system(input, flags.system)
    input.check_apart([None if is_folder else output], options)
    ranking: Ranking | None = None
    if worst is not None:
        ranking = ranking_of(input, options, flags, worst)
        explanations = [explanation for _, explanation in ranking.places]
    else:
        explanations = _explained(input, options, wanted, flags.system)
    tell_all(map(plain, notes_of(explanations)))
    tell_notes(input.notes)
    if is_folder:
        write_folder(str(output), _files(explanations, ranking))
    elif flags.format == "html":
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
    return [explanation_of(found[id], options, systems or None) for id in ids]


def _only(evaluations: Evaluations) -> list[str]:
    ids = [evaluation.id for evaluation in evaluations]
    if len(ids) == 1:
        return ids
    raise OptionError(f"which evaluation? give --eval ID or --worst N; there are: {some(ids)}")


def _files(explanations: Sequence[Explanation], ranking: Ranking | None) -> Iterator[PageFile]:
    pages = pages_of_several(explanations) if ranking is None else pages_of_ranking(ranking)
    for name, text in pages:
        yield PageFile(name, text.encode("utf-8", "surrogateescape"))


def _listings(explanations: Sequence[Explanation], *, colour: bool) -> Iterator[str]:
    for place, explanation in enumerate(explanations):
        yield ("\n" if place else "") + listing(explanation, colour=colour)
