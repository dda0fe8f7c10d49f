"""`rouge-tools correlate`: how well measures agree with human scores."""

from __future__ import annotations

from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from ...correlation.agreement_pictures import picture
from ...correlation.agreement_tables import WRITERS, Shown
from ...correlation.correlate import correlate, load_packages
from ...errors import OptionError
from ...explanations.wording import plain
from ...rendering.output import FIGURES
from ..flags import correlation as flags
from ..flags.human import HUMAN
from ..flags.kinds import path
from ..flags.outputs import output_file, plot_file, table_format
from ..score_files import AskedScores, HumanScores, human_scores, measure_scores, told_of_no_run
from ..targets import check_targets, write_targets
from ..terminal import tell_all
from .base import Tool
from .lin_table import write_table
from .reading import tell_notes


@click.command(
    "correlate",
    cls=Tool,
    short_help="Correlates measures with human scores.",
    params=[
        click.Argument(["operands"], nargs=-1, metavar="[CONFIG | MODELS...]", shell_complete=path),
        *HUMAN,
        flags.SCORES,
        flags.SCORES_FORMAT,
        *flags.STATISTICS,
        *flags.STUDY,
        table_format(),
        output_file("-o", "--output"),
        plot_file("draw systems and coefficients"),
        *flags.SCORING,
    ],
)
@click.pass_context
def command(
    context: click.Context,
    /,
    operands: tuple[str, ...],
    format: str,
    output: str | None,
    plot: str | None,
    **values: Any,
) -> None:
    """Says how well measures agree with human scores: Pearson, Spearman, Kendall and pairwise accuracy, over
    systems and summaries, with confidence intervals and tests of which measure agrees better.

    Human scores are joined with those of a run of rouge-eval, whose inputs and flags all work here, or
    with the scores in files, by the IDs of systems and evaluations:

    \b
      rouge-tools correlate --human people.csv -n 2 -m config.xml
      rouge-tools correlate --human people.csv --human-field relevance \\
          --scores metrics.csv --compare ROUGE-2
      rouge-tools correlate --human people.csv --study lin config.xml

    A cell counts if people and the measure both scored it; what is left out is counted and named. Means of
    systems are plain means of the scores of summaries.

    Name and content of a file tell its format, or else --human-format does:

    \b
      csv, tsv        columns system, evaluation and a column for each score
      jsonl           {"system": ..., "evaluation": ..., NAME: score} a line,
                      or what rouge-eval --format jsonl writes
      sacrerouge      metrics.jsonl
      summeval        model_annotations.aligned.jsonl: expert_relevance ...
      rose            annotations with acu, normalized_acu ...
      mtme            *.seg.score, *.sys.score
      nlp-williams    METRIC LP TESTSET SYSTEM SCORE
      tac-2008-peer, tac-2008-model   manual.peer, manual.model
      tac-peer, tac-model             manual.peer.A ... of 2009 to 2011
      duc-table, duc-quality          *.table of 2005 to 2007
      duc-pyramid                     200N_modified_scores.txt
      duc-2002, duc-2003, duc-2004    tables of SEE, by their columns
      duc-2003-responsiveness

    Any other table is read with --columns. Pickles are never read, since loading one can run any code;
    convert those that you trust.
    """
    check_targets(output, plot)
    load_packages("rouge-tools correlate")
    if values["study"] is not None:
        write_table(context, operands, format, output, values)
        return
    _check_no_study(context)
    human = human_scores(values)
    scores = measure_scores(values, operands, (output, plot), human)
    shown = _correlated(values, human, scores)
    _tell(shown, scores)
    tell_all(f"rouge-tools: {note}" for note in told_of_no_run(context, scores))
    if values["compare"] is None and context.get_parameter_source("test") is ParameterSource.COMMANDLINE:
        tell_all(["rouge-tools: nothing is compared, and --test has no effect; give --compare, too"])
    write_targets(WRITERS[format](shown), output, plot, partial(picture, shown))


def _check_no_study(context: click.Context) -> None:
    """Raise `OptionError` for a flag of studies alone."""
    if context.get_parameter_source("references") is ParameterSource.COMMANDLINE:
        raise OptionError("--study-references goes with --study; give that, too")


def _correlated(values: dict[str, Any], human: HumanScores, scores: AskedScores) -> Shown:
    found = correlate(
        scores.cells,
        human.cells,
        levels=values["levels"],
        coefficients=values["coefficients"],
        interval=values["interval"],
        confidence=values["confidence"],
        resamples=int(values["resamples"]),
        compare=False if scores.baseline is None else scores.baseline or True,
        test=values["test"],
        seed=int(values["seed"]),
        people=values["people"],
        undefined=values["undefined"],
        complete=values["complete"],
        metric_inputs=values["metric_inputs"],
        lower_is_better=values["lower_is_better"],
        average_annotators=values["average_annotators"] is not None,
        jobs=int(values["jobs"]),
    )
    if scores.run is None:
        return Shown(found, human.paths, scores.paths)
    figure = FIGURES[values["figure"]]
    return Shown(found, human.paths, scores.paths, scores.run.signature, figure)


def _tell(shown: Shown, scores: AskedScores) -> None:
    """Write all notes to standard error; those of a run have no name of a command before them."""
    if scores.run is not None:
        tell_all(map(plain, scores.run.notes))
    tell_notes((*scores.notes, *shown.correlations.notes))
