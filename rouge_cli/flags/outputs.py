"""The flags that say how the report is written."""

from __future__ import annotations

import click

from ..outputs import FORMATS
from .kinds import path, switch, value

OUTPUTS = {
    "Other output": [
        value(
            "--format",
            type=click.Choice([name for name in FORMATS if name != "verbose"]),
            default="classic",
            metavar="FORMAT",
            help="json, jsonl, csv, tsv, markdown or latex",
            more="Or classic, the default. json: one document, to rouge_cli/data/report.schema.json,"
            " with a signature that pins every choice that changes a figure; -d adds the scores of"
            " single evaluations. jsonl: these scores, one on a line. csv, tsv: a row for each system,"
            " measure and statistic. Averages in json, csv and tsv are not rounded. markdown, latex (with"
            " booktabs): systems by measures, figures times 100 with two decimals, the best in bold. In"
            " csv and tsv an ID that begins with = + - or @ has an apostrophe before it, so that no"
            " spreadsheet takes it for a formula. There and in tables, characters of an ID that cannot"
            r" be shown are escaped (\n, \t, \x1b)."
            " -d goes with classic, json and jsonl, -v with classic, -t 2 not with markdown and latex.",
        ),
        value(
            "--output",
            shell_complete=path,
            metavar="FILE",
            help="to FILE, written whole or not at all",
            more="In place of standard output, which - stands for.",
        ),
        value(
            "--figure",
            type=click.Choice(["R", "P", "F"]),
            metavar="R|P|F",
            help="markdown, latex: recall, precision or F [F]",
        ),
        switch("--intervals", help="markdown, latex: with confidence intervals"),
    ],
}
