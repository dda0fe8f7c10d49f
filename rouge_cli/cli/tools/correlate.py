"""`rouge-tools correlate`: how well measures agree with human scores."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from ...correlation.records import Settings
from ...errors import OptionError
from ...options import Options
from ...outputs.extras import load
from ..flags import correlation as flags
from ..flags.kinds import path, value
from ..flags.outputs import output_file
from ..score_files import human_scores, measure_scores
from ..terminal import check_output
from .base import Tool

if TYPE_CHECKING:
    pass

_FORMATS = ("text", "json", "csv", "markdown", "latex")


@click.command(
    "correlate",
    cls=Tool,
    short_help="Correlates measures with human scores.",
    params=[
        click.Argument(["operands"], nargs=-1, metavar="[CONFIG | MODELS...]", shell_complete=path),
        *flags.HUMAN,
        flags.SCORES,
        flags.SCORES_FORMAT,
        *flags.STATISTICS,
        *flags.STUDY,
        value("--format", type=click.Choice(list(_FORMATS)), default="text", help="of the tables [text]"),
        output_file("-o", "--output"),
        value(
            "--plot",
            shell_complete=path,
            metavar="FILE",
            help="draw systems and coefficients: .svg, .png or .pdf",
        ),
        *flags.SCORING,
    ],
)
def command(
    operands: tuple[str, ...], format: str, output: str | None, plot: str | None, **values: Any
) -> None:
    """Says how well measures agree with human scores: Pearson, Spearman, Kendall and pairwise accuracy, over
    systems and summaries, with confidence intervals, and with tests of which measure agrees better.

    Human scores are joined with those of a run of rouge-eval, whose inputs and flags all work here, or
    with the scores in files, by the IDs of systems and evaluations:

    \b
      rouge-tools correlate --human people.csv -n 2 -m config.xml
      rouge-tools correlate --human people.csv --human-field relevance \\
          --scores metrics.csv --compare ROUGE-2
      rouge-tools correlate --human people.csv --study lin config.xml

    A cell counts if people and the measure both scored it; what is left out is counted and named. Means of
    systems are plain means of the scores of summaries. A pickle is never read: convert it where you trust it.
    """
    _check_targets(output, plot)
    load("scipy", "correlate", "correlation")
    human = human_scores(values)
    scores = measure_scores(values, operands, (output, plot), human)
    shown = _correlated(values, human, scores)
    _tell(shown, scores)
    _write(shown, format, output, plot)


def _check_targets(output: str | None, plot: str | None) -> None:
    check_output(output)
    if plot is not None:
        from ...outputs.picture import check_picture

        check_picture(plot, Options())
        check_output(plot)
        if output and os.path.realpath(output) == os.path.realpath(plot):
            raise OptionError(f"--plot and --output are both {plot}; name two files")


def _settings(values: dict[str, Any]) -> Settings:
    # These have the same limits as in a report.
    limits = Options(confidence=values["confidence"], resamples=values["resamples"])
    return Settings(
        levels=values["levels"],
        coefficients=values["coefficients"],
        interval=values["interval"],
        confidence=float(limits.confidence),
        resamples=int(limits.resamples),
        test=values["test"],
        seed=int(values["seed"]),
        people=values["people"],
        undefined=values["undefined"],
        complete=values["complete"],
        metric_inputs=values["metric_inputs"],
        lower_is_better=values["lower_is_better"],
    )
