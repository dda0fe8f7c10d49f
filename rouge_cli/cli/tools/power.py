"""`rouge-tools power`: how many evaluations two systems need."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ...correlation.agreement_pictures import power_picture
from ...correlation.correlate import load_packages
from ...correlation.power import json, power, text
from ...explanations.wording import plain
from ..flags import correlation as flags
from ..flags.kinds import NATURAL, REAL, path, value
from ..flags.outputs import output_file, plot_file
from ..score_files import measure_scores, told_of_no_run
from ..targets import check_targets, write_targets
from ..terminal import tell_all
from .base import Tool
from .reading import tell_notes


@click.command(
    "power",
    cls=Tool,
    short_help="Says how many evaluations two systems need.",
    params=[
        click.Argument(["operands"], nargs=-1, metavar="[CONFIG | MODELS...]", shell_complete=path),
        flags.SCORES,
        flags.SCORES_FORMAT,
        value("--measure", metavar="NAME", help="the measure; needed where there are several"),
        value("--system", metavar="ID", help="the system; needed where there are more than two"),
        value("--baseline", metavar="ID", help="the system that it is compared with"),
        flags.FIGURE,
        value("--difference", type=REAL, metavar="D", help="the difference to find [the pilot's]"),
        value(
            "--significance",
            "level",
            type=REAL,
            default=0.05,
            metavar="P",
            help="the p at which a difference counts as found [0.05]",
        ),
        value(
            "--target",
            type=REAL,
            default=0.8,
            metavar="POWER",
            help="the power that is wanted, 0 to 1 [0.8]",
        ),
        value(
            "--evaluations",
            type=flags.WholeNumbers(),
            default=(),
            metavar="LIST",
            help="numbers of evaluations to report, as in 50,100,200",
        ),
        value(
            "--simulations",
            type=NATURAL,
            default=5000,
            metavar="N",
            help="experiments simulated for each number [5000]",
        ),
        flags.SEED,
        value("--format", type=click.Choice(["text", "json"]), default="text", help="of the answer [text]"),
        output_file("-o", "--output"),
        plot_file("draw the power"),
        *flags.SCORING,
    ],
)
@click.pass_context
def command(
    context: click.Context,
    /,
    operands: tuple[str, ...],
    measure: str | None,
    system: str | None,
    baseline: str | None,
    difference: float | None,
    level: float,
    target: float,
    evaluations: tuple[int, ...],
    simulations: int,
    seed: int,
    format: str,
    output: str | None,
    plot: str | None,
    **values: Any,
) -> None:
    """Says how probable it is that a paired test finds a difference between two systems with n evaluations,
    and which n finds it with a probability of 80 per cent.

    The scores of a pilot, a run of rouge-eval or --scores, say how much the differences vary from
    evaluation to evaluation. Experiments are simulated: n of these differences are drawn with
    replacement, shifted to the mean that is to be found, and tested.

    \b
      rouge-tools power -n 2 --measure ROUGE-2 --system new --baseline old \\
          --difference 0.01 pilot.xml
    """
    check_targets(output, plot)
    load_packages("rouge-tools power")
    named = () if measure is None else (measure,)
    asked = {**values, "measures": named, "ignore_case": False}
    scores = measure_scores(asked, operands, (output, plot))
    found = power(
        scores.cells,
        measure=measure,
        system=system,
        baseline=baseline,
        difference=None if difference is None else float(difference),
        evaluations=evaluations,
        level=float(level),
        target=float(target),
        simulations=int(simulations),
        seed=int(seed),
    )
    if scores.run is not None:
        tell_all(map(plain, scores.run.notes))
    tell_notes((*scores.notes, *told_of_no_run(context, scores), *found.notes))
    lines = json(found) if format == "json" else text(found)
    write_targets(lines, output, plot, partial(power_picture, found))
