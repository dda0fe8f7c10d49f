"""The flags for what is put out beside the classic report."""

from __future__ import annotations

import click

from .kinds import value

OUTPUT_FLAGS = [
    value(
        "--figure",
        type=click.Choice(["R", "P", "F"]),
        metavar="R|P|F",
        help="--plot: recall, precision or F [F]",
    ),
    value(
        "--compare",
        is_flag=False,
        flag_value="",
        metavar="[BASELINE]",
        help="compare systems, with BASELINE or one another",
        more="Paired bootstrap over the evaluations that both systems have, on the resamples of the"
        " intervals: the difference of each figure, its confidence interval, two-sided p by the"
        " shift method, and p corrected by Holm's method for the number of comparisons. Without"
        " BASELINE every two systems are compared. Where CONFIG (with --lines: MODELS) is missing,"
        " BASELINE is taken for it: --compare config.xml, --compare BASELINE config.xml and"
        " --compare=BASELINE config.xml all work. With fewer than twenty evaluations p is somewhat"
        " too small. Not with SYSTEM.",
    ),
    value(
        "--plot",
        metavar="FILE",
        help="draw systems and measures: .svg, .png or .pdf",
        more="A panel for each measure, in it each system's average and confidence interval, the"
        " best by the first measure on top. Needs matplotlib: pip install 'rouge-eval[plot]'.",
    ),
]
