"""`rouge-tools worst`: the evaluations in which systems do worst, with the texts side by side."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from types import SimpleNamespace

from ...errors import InputError, OptionError, some
from ...evaluation import Evaluation
from ...explanations.explanation import Explanation, explain
from ...explanations.phrases import Ranking, plain
from ...explanations.terminal_text import ranking_listing
from ...inputs.streams import Evaluations
from ...options import Options, jobs_of
from ...profiles import NO_MEASURE, profile_of
from ...rendering.output import VALUE
from ...rouges import has_option
from ...scoring.engine import score_evaluations
from ...scoring.worst import worst_and_ties
from ..commands import tool
from ..console import tell_all
from ..flag_kinds import NATURAL, flags_on
from ..flags import input_operands, output_file, ranking_flags, score_groups
from ..reading import Input, read, tell_notes
from ..request import options_of
from ..shell import is_coloured, is_terminal
from ..targets import check_output, write_lines

_LEAST = 80
"""The fewest columns of what goes to a file or another program."""


@tool(
    "worst",
    "Shows the evaluations in which systems do worst.",
    {
        "Ranking": [
            *flags_on("--most N  list N evaluations [10]", most={"type": NATURAL, "default": 10}),
            *ranking_flags(),
            *flags_on("--system ID  of this system alone; default: all of them"),
            output_file(),
        ],
        **score_groups(),
    },
    input_operands(),
)
def worst(flags: SimpleNamespace) -> None:
    """Lists the evaluations with the lowest scores, or with --against the evaluations in which a system
    is furthest below another one. Shows their texts side by side, with matches marked.

    CONFIG, or --peers and --models, --lines or --jsonl in its place, and the flags of measures and texts
    are as for rouge-eval. Of several models one is shown: the model that is kept or, where all are
    pooled, the model with the highest recall. Lines are as wide as the terminal; in a file or a pipe they
    have 80 columns, or COLUMNS if that is more.

    \b
      rouge-tools worst -n 2 --measure ROUGE-2 --against 1 config.xml 10
    """
    check_output(flags.output)
    options = options_for(flags)
    input = read(flags)
    check_system(input, flags.system)
    input.check_apart([flags.output], options)
    ranking = ranking_of(input, options, flags, flags.most)
    tell_all(map(plain, notes_of(one for _, one in ranking.places)))
    tell_notes(input.notes)
    colour = flags.output is None and is_coloured()
    write_lines(ranking_listing(ranking, _width(flags.output), colour=colour), flags.output)


def _width(output: str | None) -> int:
    columns = shutil.get_terminal_size().columns
    return columns if output is None and is_terminal(sys.stdout) else max(columns, _LEAST)


def options_for(flags: SimpleNamespace) -> Options:
    """Return the options of a command that resamples nothing; raise `OptionError` where no measure is chosen.

    Raises `OptionError` as `options_of` does, too.
    """
    options = options_of(flags)
    if not profile_of(options).measures:
        raise OptionError(NO_MEASURE)
    return options


def check_system(input: Input, system: str | None) -> None:
    """Raise `OptionError` where `--system` and SYSTEM name two systems."""
    if system is not None and input.systems not in (None, (system,)):
        raise OptionError(f"--system {system} and SYSTEM {some(input.systems)} are two; drop one of them")


def ranking_of(input: Input, options: Options, flags: SimpleNamespace, most: int) -> Ranking:
    """Return the evaluations in which systems do worst by the ranking flags, each with its explanation.

    Raises `RougeError` as `score_evaluations` and `worst` of the engine do.
    """
    against, figure = flags.against, flags.figure or "F"
    asked = input.systems if flags.system is None else (flags.system,)
    scored = None if asked is None or against is None else dict.fromkeys((*asked, against))
    # No figure that is shown depends on resamples.
    once = replace(options, resamples=1) if has_option(options.profile, "resamples") else options
    report = score_evaluations(input.evaluations, once, scored or asked, jobs=jobs_of(flags.jobs))
    measure = _measure(flags.measure, report.measures)
    places, ties = worst_and_ties(report, int(most), measure, figure=figure, systems=asked, against=against)
    evaluations = evaluations_by_id(input.evaluations, {one.evaluation for one in places})
    others = [] if against is None else [against]
    return Ranking(
        measure,
        VALUE if measure in report.beside_rouge else figure,
        against,
        [(one, explain(evaluations[one.evaluation], options, [one.system, *others])) for one in places],
        ties,
    )


def notes_of(explanations: Iterable[Explanation]) -> Iterable[str]:
    """Return the notes on the summaries that are explained, each once."""
    return dict.fromkeys(note for explanation in explanations for note in explanation.notes)


def evaluations_by_id(evaluations: Evaluations, wanted: Collection[str]) -> dict[str, Evaluation]:
    """Return the evaluations with these IDs, by ID.

    Raises `InputError` for an ID that is not there.
    """
    found: dict[str, Evaluation] = {}
    for evaluation in evaluations if wanted else ():
        if evaluation.id in wanted:
            found[evaluation.id] = evaluation
            if len(found) == len(wanted):
                break
    for id in wanted:
        if id not in found:
            there = some([evaluation.id for evaluation in evaluations])
            raise InputError(f"there is no evaluation {id!r}; there are: {there}")
    return found


def _measure(wanted: str | None, measures: Sequence[str]) -> str:
    """Return the measure that is named, in any case, or else the first one."""
    if wanted is None:
        return measures[0]
    return next((name for name in measures if name.lower() == wanted.lower()), wanted)
