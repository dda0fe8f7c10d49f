"""The flags of `rouge-tools correlate` and `rouge-tools power`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..correlation.outcomes import COEFFICIENTS, INTERVALS, LEVELS, METRIC_INPUTS, PEOPLE, TESTS, UNDEFINED
from ..correlation.score_formats import FORMATS
from ..correlation.study import REFERENCES
from ..rendering.output import FIGURES
from .flag_kinds import NATURAL, REAL, WHOLE, groups_on, path
from .flags import groups_without

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


def _chosen(words: Iterable[str], **settings: Any) -> dict[str, Any]:
    """Return the settings of a flag with one of these words."""
    return {"type": click.Choice(list(words)), **settings}


CORRELATE = groups_on(
    f"""
    Human scores:
    --human FILE  the human scores; may be repeated
        Csv or tsv with the columns system, evaluation and one for each score (and person: yes or no); JSON
        Lines with these fields; files of SacreROUGE, SummEval, RoSE, MTME, nlp-williams, DUC and TAC. Name
        and content tell the format. It may be gzipped; - is standard input. Without evaluations the scores
        are of whole systems. Pickles are never read.
    --human-field=human_fields NAME  the score to take of several; may be repeated
    --human-format NAME  format of --human, if the file does not tell it
        One of {", ".join(FORMATS)}.
    --columns LIST  columns of another table: system=model,evaluation=doc,x=rating
        Their names in the header of a csv or tsv. Without a header their numbers, counted from 0, as in
        system=1,evaluation=0,x=9; tabs part the columns then, in a file *.csv commas, else blanks.
        evaluation=0+2 joins two.
    --skip-lines N  with --columns: lines to skip at the start [0]
    --annotators=average_annotators mean  average several human scores of a summary
        Without it, two human scores of the same name for one summary are an error.
    --ignore-case  ignore the case of the IDs of evaluations
    --person=persons ID  this system is a person; may be repeated
        Known without it: people in tables of DUC and TAC and in files of SacreROUGE, systems that a column
        person marks, and in a run of its own a system whose ID is a capital letter and that of a model, as
        in what rouge-tools jackknife writes.
    Scores of measures:
    --scores FILE  scores of measures, FILE or NAME=FILE; may be repeated
        Csv, tsv or JSON Lines with the columns system, evaluation and one for each measure, the report of
        rouge-eval --format jsonl, or any format that --human takes. It stands in place of CONFIG or beside
        it. NAME=FILE puts NAME before the name of each measure.
    --scores-format NAME  format of --scores, if the file does not tell it
    Correlations:
    --level=levels LIST  system, summary, global [system,summary]
        system: over the means of systems. summary: over the systems in each evaluation, then the mean over
        evaluations. global: over all summaries.
    --coefficient=coefficients LIST  pearson, spearman, kendall, accuracy [the first three]
        kendall is tau-b. accuracy: the share of pairs that measure and people order alike; of summaries also
        with calibrated ties, of systems also soft.
    --interval KIND  both, inputs, systems, fisher or none [both]
        Bootstrap of systems and evaluations, of evaluations or of systems, or Fisher's transformation, which
        does not apply to the summary level.
    -c --confidence PERCENT  level of the intervals, 0 to 100 [95]
    -r --resamples N  bootstrap resamples, and permutations, 1 or more [1000]
    --compare [MEASURE]  compare measures, with MEASURE or one another
        On the summaries that all of them have: the difference of the correlations, its two-sided p, and p
        corrected by Holm's method. Where CONFIG is missing, MEASURE is taken for it, as rouge-eval does.
    --test KIND  test for --compare: permutation, williams ... [permutation]
        permutation: of the scores of each summary, standardised (Perm-Both); permutation-systems,
        permutation-inputs: of all scores of a system, of an evaluation; williams: Williams' test; none.
    --seed N  seed of the random draws [0]
    --figure R|P|F  recall, precision or F of the measures [F]
    --reference ID  score by this reference alone [all]
        References without IDs are numbered from 1: --reference 1 takes the first. With --study it is the one
        reference of the first columns [the first].
    --measure=measures NAME  only this measure; may be repeated
    --lower-is-better MEASURE  change the sign of this measure; may be repeated
    --people WHICH  people as systems: without, with or only [without]
        Mixed with systems, people usually raise correlations, as they are far better.
    --undefined skip|zero  evaluations without a coefficient [skip]
        Where all systems have the same score, there is no coefficient: the mean leaves the evaluation out, or
        takes 0. A note counts these evaluations.
    --complete  only evaluations that all systems have
    --metric-inputs judged|all  evaluations in the means of a measure [judged]
        all: at the system level, evaluations that nobody judged count in a measure's means, too.
    Studies:
    --study lin  the table of Lin (2004) for this data
        17 measures by CASE, STEM (-m) and STOP (-s), with one reference and all: Pearson of average recall
        with average human scores, with marks for the best of each column and for what is not significantly
        worse. It chooses measures, stems, stop words and references itself.
    --study-references=references HOW  several references: jackknife, best, pooled [jackknife]
    """,
    human={"multiple": True, "required": True},
    human_fields={"multiple": True},
    human_format=_chosen(FORMATS),
    skip_lines={"type": NATURAL},
    average_annotators=_chosen(["mean"]),
    persons={"multiple": True},
    scores={"multiple": True},
    scores_format=_chosen(FORMATS),
    levels={"type": Several(LEVELS), "default": LEVELS[:2]},
    coefficients={"type": Several(COEFFICIENTS), "default": COEFFICIENTS[:3]},
    interval=_chosen(INTERVALS, default=INTERVALS[0]),
    confidence={"type": REAL, "default": 95},
    resamples={"type": WHOLE, "default": 1000},
    compare={"is_flag": False, "flag_value": "", "shell_complete": path},  # CONFIG may stand in its place.
    test=_chosen(TESTS, default=TESTS[0]),
    seed={"type": NATURAL, "default": 0},
    figure=_chosen(FIGURES, default="F"),
    measures={"multiple": True},
    lower_is_better={"multiple": True},
    people=_chosen(PEOPLE, default=PEOPLE[0]),
    undefined=_chosen(UNDEFINED, default=UNDEFINED[0]),
    metric_inputs=_chosen(METRIC_INPUTS, default=METRIC_INPUTS[0]),
    study=_chosen(["lin"]),
    references=_chosen(REFERENCES, default="jackknife"),
)
"""The flags of `correlate` that say what agrees with whom, and how that is measured."""

SEED, FIGURE = (flag for flag in CORRELATE["Correlations"] if flag.name in ("seed", "figure"))
