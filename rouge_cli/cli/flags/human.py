"""The flags of human scores, of `rouge-tools correlate`."""

from __future__ import annotations

import click

from ...correlation.score_formats import FORMATS
from .kinds import NATURAL, path, switch, value

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
