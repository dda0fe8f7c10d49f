"""The flags that say how the report is written, and what else is made of it."""

from __future__ import annotations

import click

from ...rendering import FORMATS
from ...rendering.output import FIGURES, ORDERS
from .kinds import NATURAL, Flag, path, switch, value


def output_file(*names: str) -> Flag:
    """Return the flag for the file that a command writes; its value is `None` for standard output."""
    return value(
        *names,
        shell_complete=path,
        callback=lambda context, parameter, given: None if given == "-" else given,
        metavar="FILE",
        help="to FILE, written whole or not at all",
        more="In place of standard output, which - stands for.",
    )


def plot_file(help: str, more: str = "") -> Flag:
    """Return the flag for the picture that a command draws; its value is `None` where none is wanted."""
    return value("--plot", shell_complete=path, metavar="FILE", help=f"{help}: .svg, .png or .pdf", more=more)


def table_format() -> Flag:
    """Return the flag for the format of the tables that a command of `rouge-tools` writes."""
    formats = ["text", "json", "csv", "markdown", "latex"]
    return value("--format", type=click.Choice(formats), default="text", help="of the tables [text]")


def explain_worst(help: str) -> Flag:
    """Return the flag for the number of evaluations to explain; its value is `None` where it is not given."""
    return value(
        "--explain-worst",
        type=NATURAL,
        metavar="N",
        help=help,
        more="By each measure: the lowest scores of each system, and its greatest losses to the baseline."
        " 0: none. Their texts are read again when all is scored.",
    )


OUTPUTS = {
    "Other output": [
        value(
            "--format",
            type=click.Choice([name for name in FORMATS if name != "verbose"]),
            default="classic",
            metavar="FORMAT",
            help="json, jsonl, csv, tsv, markdown, latex or text",
            more="Or classic, the default. json: one document, to rouge_cli/data/report.schema.json, with a"
            " signature that pins every choice that changes a figure; -d adds the scores of single"
            " evaluations. jsonl: these scores, one on a line. csv, tsv: a row for each system, measure"
            " and statistic. Averages in json, csv and tsv are not rounded. markdown, latex (with"
            " booktabs): systems by measures, figures times 100 with two decimals, the best in bold. text:"
            " the same in a box for a terminal. With --compare BASELINE these three have the baseline"
            " first, stars for significant differences to it (corrected p of 0.05, 0.01 or 0.001 at most),"
            " and mark all that is not significantly worse than the best. In csv and tsv an ID that begins"
            " with = + - @ or an apostrophe has an apostrophe before it, so that no spreadsheet takes it"
            " for a formula, and a backslash is doubled. There and in tables, characters of an ID that"
            r" cannot be shown are escaped (\n, \t, \x1b). In json and jsonl a byte of an ID that is not"
            r" UTF-8 is the text \udc80 to \udcff, and backslashes of such an ID are doubled."
            " -d goes with classic, json and jsonl, -v with classic, -t 2 not with markdown, latex and text.",
        ),
        output_file("--output"),
        value(
            "--figure",
            type=click.Choice(list(FIGURES)),
            metavar="R|P|F",
            help="in markdown, latex, text, --plot, --report [F]",
        ),
        switch("--intervals", help="markdown, latex, text: with confidence intervals"),
        value(
            "--sort",
            type=click.Choice(list(ORDERS)),
            metavar="ORDER",
            help="markdown, latex, text: given, id or score [given]",
            more="given: in the order of the input; id: numbers in IDs as numbers; score: by the first"
            " measure, the highest first.",
        ),
        value(
            "--compare",
            is_flag=False,
            flag_value="",
            shell_complete=path,  # CONFIG may stand in its place.
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
        plot_file(
            "draw systems and measures",
            "A panel for each measure, in it each system's average and confidence interval, the"
            " best by the first measure on top. Needs matplotlib: pip install matplotlib.",
        ),
        value(
            "--report",
            shell_complete=path,
            metavar="DIR",
            help="write a report in pages to the folder DIR, too",
            more="Open DIR/index.html: systems by measures with intervals, the differences of --compare,"
            " a page for each two systems, all evaluations to sort and to filter, and the worst of them"
            " explained. The pages need no network. DIR is new, empty, or a report that is replaced, as a"
            " whole or not at all.",
        ),
        explain_worst("--report: explain the N worst of each list [3]"),
    ],
}
