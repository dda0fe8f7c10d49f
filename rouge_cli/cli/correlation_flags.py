"""The flags of `rouge-tools correlate` and `rouge-tools power`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..correlation.outcomes import COEFFICIENTS, INTERVALS, LEVELS, METRIC_INPUTS, PEOPLE, TESTS, UNDEFINED
from ..correlation.score_formats import FORMATS
from ..rendering.output import FIGURES
from .flag_kinds import NATURAL, REAL, WHOLE, path, switch, value
from .flags import groups_without

HUMAN = [
    value(
        "--human",
        multiple=True,
        required=True,
        shell_complete=path,
        metavar="FILE",
        help="the human scores; may be repeated",
        more="Csv or tsv with the columns system, evaluation and one for each score (and person: yes or"
        " no); JSON Lines with these fields; files of SacreROUGE, SummEval, RoSE, MTME, nlp-williams,"
        " DUC and TAC. Name and content tell the format. It may be gzipped; - is standard input. Without"
        " evaluations the scores are of whole systems. Pickles are never read.",
    ),
    value(
        "--human-field",
        "human_fields",
        multiple=True,
        metavar="NAME",
        help="the score to take of several; may be repeated",
    ),
    value(
        "--human-format",
        type=click.Choice(list(FORMATS)),
        metavar="NAME",
        help="format of --human, if the file does not tell it",
        more=f"One of {', '.join(FORMATS)}.",
    ),
    value(
        "--columns",
        metavar="LIST",
        help="columns of a table without a header: system=1,evaluation=0,x=9",
        more="The number of each column, counted from 0; evaluation=0+2 joins two. Columns are parted by"
        " tabs, in a file *.csv by commas, else by blanks.",
    ),
    value(
        "--skip-lines",
        type=NATURAL,
        metavar="N",
        help="with --columns: lines to skip at the start [0]",
    ),
    value(
        "--annotators",
        "average_annotators",
        type=click.Choice(["mean"]),
        metavar="mean",
        help="average several human scores of a summary",
        more="Without it, two human scores of the same name for one summary are an error.",
    ),
    switch("--ignore-case", help="ignore the case of the IDs of evaluations"),
    value(
        "--person",
        "persons",
        multiple=True,
        metavar="ID",
        help="this system is a person; may be repeated",
        more="Known without it: people in tables of DUC and TAC and in files of SacreROUGE, systems that"
        " a column person marks, and in a run of its own a system whose ID is a capital letter and that"
        " of a model, as in what rouge-tools jackknife writes.",
    ),
]
"""The flags of human scores."""

STUDIES = ("lin",)
STUDY_REFERENCES = ("jackknife", "best", "pooled")

SCORING = groups_without("confidence", "resamples", "seed", "details", "verbose", "quiet")
"""The flags of rouge-eval that say what is scored and how; these commands draw resamples in their own way."""


class Several(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """One or more words of a list, with commas between them; the value is a tuple in their order."""

    def __init__(self, words: Sequence[str]) -> None:
        self.name = "list"
        self._words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the words, each once."""
        if not isinstance(value, str):
            return value
        words = tuple(dict.fromkeys(word.strip() for word in value.split(",")))
        for word in words:
            if word not in self._words:
                self.fail(f"{word!r} is none of {', '.join(self._words)}", param, ctx)
        return words

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Propose the words that go on what is typed behind the last comma."""
        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{word}") for word in self._words if word.startswith(last)]


class WholeNumbers(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """Whole numbers with commas between them; the value is a tuple."""

    name = "list"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the numbers in their order."""
        if not isinstance(value, str):
            return value
        words = value.split(",")
        for word in words:
            if not (word.isascii() and word.strip().isdigit()):
                self.fail(f"{word!r} is no whole number", param, ctx)
        return tuple(map(int, words))


def _chosen(words: Sequence[str]) -> Any:
    return click.Choice(list(words))


CONFIDENCE = value(
    *("-c", "--confidence"),
    type=REAL,
    default=95,
    metavar="PERCENT",
    help="level of the intervals, 0 to 100 [95]",
)
RESAMPLES = value(
    *("-r", "--resamples"),
    type=WHOLE,
    default=1000,
    metavar="N",
    help="bootstrap resamples, and permutations, 1 or more [1000]",
)
FIGURE = value(
    "--figure",
    type=_chosen(list(FIGURES)),
    default="F",
    metavar="R|P|F",
    help="recall, precision or F of the measures [F]",
)
SCORES = value(
    "--scores",
    multiple=True,
    shell_complete=path,
    metavar="FILE",
    help="scores of measures; may be repeated, and NAME=FILE",
    more="Csv, tsv or JSON Lines with the columns system, evaluation and one for each measure, the"
    " report of rouge-eval --format jsonl, or any format that --human takes. It stands in place of"
    " CONFIG or beside it. NAME=FILE puts NAME before the name of each measure.",
)
REFERENCE = value(
    "--reference",
    metavar="ID",
    help="score by this reference alone [all]",
    more="References without IDs are numbered from 1: --reference 1 takes the first. With --study it is"
    " the one reference of the first columns [the first].",
)
MEASURE_NAMES = value(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="only this measure; may be repeated",
)
SEED = value("--seed", type=NATURAL, default=0, metavar="N", help="seed of the random draws [0]")
SCORES_FORMAT = value(
    "--scores-format",
    type=_chosen(FORMATS),
    metavar="NAME",
    help="format of --scores, if the file does not tell it",
)

STATISTICS = [
    value(
        "--level",
        "levels",
        type=Several(LEVELS),
        default=LEVELS[:2],
        metavar="LIST",
        help="system, summary, global [system,summary]",
        more="system: over the means of systems. summary: over the systems in each evaluation, then the"
        " mean over evaluations. global: over all summaries.",
    ),
    value(
        "--coefficient",
        "coefficients",
        type=Several(COEFFICIENTS),
        default=COEFFICIENTS[:3],
        metavar="LIST",
        help="pearson, spearman, kendall, accuracy [the first three]",
        more="kendall is tau-b. accuracy: the share of pairs that measure and people order alike; of"
        " summaries also with calibrated ties, of systems also soft.",
    ),
    value(
        "--interval",
        type=_chosen(INTERVALS),
        default=INTERVALS[0],
        metavar="KIND",
        help="both, inputs, systems, fisher or none [both]",
        more="Bootstrap of systems and evaluations, of evaluations or of systems, or Fisher's"
        " transformation, which does not apply to the summary level.",
    ),
    CONFIDENCE,
    RESAMPLES,
    value(
        "--compare",
        is_flag=False,
        flag_value="",
        metavar="[MEASURE]",
        shell_complete=path,  # CONFIG may stand in its place.
        help="compare measures, with MEASURE or one another",
        more="On the summaries that all of them have: the difference of the correlations, its two-sided p,"
        " and p corrected by Holm's method. Where CONFIG is missing, MEASURE is taken for it, as"
        " rouge-eval does.",
    ),
    value(
        "--test",
        type=_chosen(TESTS),
        default=TESTS[0],
        metavar="KIND",
        help="test for --compare: permutation, williams ... [permutation]",
        more="permutation: of the scores of each summary, standardised (Perm-Both);"
        " permutation-systems, permutation-inputs: of all scores of a system, of an evaluation; williams:"
        " Williams' test; none.",
    ),
    SEED,
    FIGURE,
    REFERENCE,
    MEASURE_NAMES,
    value(
        "--lower-is-better",
        multiple=True,
        metavar="MEASURE",
        help="change the sign of this measure; may be repeated",
    ),
    value(
        "--people",
        type=_chosen(PEOPLE),
        default=PEOPLE[0],
        metavar="WHICH",
        help="people as systems: without, with or only [without]",
        more="Mixed with systems, people usually raise correlations, as they are far better.",
    ),
    value(
        "--undefined",
        type=_chosen(UNDEFINED),
        default=UNDEFINED[0],
        metavar="skip|zero",
        help="evaluations without a coefficient [skip]",
        more="Where all systems have the same score there is none: the mean leaves such an evaluation out,"
        " or takes it for 0. How many there are is said.",
    ),
    switch("--complete", help="only evaluations that all systems have"),
    value(
        "--metric-inputs",
        type=_chosen(METRIC_INPUTS),
        default=METRIC_INPUTS[0],
        metavar="judged|all",
        help="evaluations in the means of a measure [judged]",
        more="all: at the system level, evaluations that nobody judged count in a measure's means, too.",
    ),
]
"""The flags of coefficients, intervals and tests."""

STUDY = [
    value(
        "--study",
        type=_chosen(STUDIES),
        metavar="lin",
        help="the table of Lin (2004) for this data",
        more="17 measures by CASE, STEM (-m) and STOP (-s), with one reference and all: Pearson of average"
        " recall with average human scores, the best of each column marked, and those that are not"
        " significantly worse. It chooses measures, stems, stop words and references itself.",
    ),
    value(
        "--study-references",
        "references",
        type=_chosen(STUDY_REFERENCES),
        default=STUDY_REFERENCES[0],
        metavar="HOW",
        help="several references: jackknife, best, pooled [jackknife]",
    ),
]
