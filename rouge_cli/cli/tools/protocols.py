"""`rouge-tools protocols`: the figures of the same summaries under each protocol in use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ...errors import InputError, OptionError
from ...evaluation import Evaluation
from ...explanations.wording import plain
from ...options import jobs_of
from ...profiles import NO_MEASURE, profile_of
from ...protocols.protocol import Protocol
from ...protocols.protocol_table import ProtocolTable, tabulate
from ...protocols.protocol_writers import WRITERS, picture
from ...scoring.engine import load_evaluations
from ..flags.inputs import input_flags, input_operands
from ..flags.kinds import switch, value
from ..flags.outputs import output_file, plot_file, table_format
from ..protocol_words import OF_SEVERAL_MODELS, USUAL, protocol_of
from ..targets import check_targets, write_targets
from ..terminal import tell_all
from ..wording import in_flags
from .base import Tool
from .reading import read, tell_notes


@click.command(
    "protocols",
    cls=Tool,
    short_help="Compares the figures that protocols in use give the same summaries.",
    params=[
        input_operands(),
        value(
            "--base",
            metavar="PROTOCOL",
            default=USUAL[0],
            help=f"the protocol that all others are compared with [{USUAL[0]}]",
        ),
        value("--protocol", "more", metavar="PROTOCOL", multiple=True, help="one more; may be repeated"),
        switch("--only", help="no others than those of --base and --protocol"),
        switch("--papers", help="print the sentence for a paper that uses each of them"),
        table_format(),
        output_file("-o", "--output"),
        plot_file("draw protocols and systems"),
        *input_flags("jobs"),
    ],
)
def command(
    operands: tuple[str, ...],
    base: str,
    more: tuple[str, ...],
    only: bool,
    papers: bool,
    format: str,
    output: str | None,
    plot: str | None,
    jobs: int,
    **values: Any,
) -> None:
    """Scores the same summaries under each protocol in use: ROUGE-1.5.5, rouge-score, evaluate and
    torchmetrics, with and without stems, stop words, length limits and sentences, by recall or F.

    For each measure a table has the averages of the systems, as the program of the protocol prints
    them, the differences to --base, in how many evaluations figures differ, and which systems change
    places. Then it says what makes the difference.

    PROTOCOL is one argument: the name of a profile, flags of rouge-eval, and words behind them. R, P or
    F is the figure that is reported; rougeL or rougeLsum, which of the two is meant by ROUGE-L; whole
    takes each summary as one sentence:

    \b
      --protocol 'rouge-1.5.5 -m -l 100 R'
      --protocol 'rouge-score -m rougeLsum'

    CONFIG, or --peers and --models, --lines or --jsonl in its place, is what rouge-eval takes.
    """
    if papers and format != "text":
        raise OptionError(f"--papers prints text, not {format}; json has the sentences, too: drop one")
    if only and not more and not papers:
        raise OptionError("--only leaves nothing to compare; name a --protocol")
    chosen, others = protocol_of(base), [protocol_of(name) for name in more]
    _check_targets(chosen, output, plot)
    jobs = jobs_of(jobs)
    input = read(values, operands)
    input.check_apart([output, plot], chosen.options)
    # Files are read once for all protocols.
    evaluations = load_evaluations(input.evaluations, input.systems, chosen.options)
    if not only:
        usual = [*USUAL, *(OF_SEVERAL_MODELS if _has_several(evaluations) else ())]
        others = [*map(protocol_of, usual), *others]
    wanted, left_out = _possible(list(dict.fromkeys(others)))
    table = tabulate(evaluations, chosen, wanted, jobs=jobs)._replace(left_out=left_out)
    tell_all(map(plain, table.notes))
    tell_notes(input.notes)
    if papers or format not in ("text", "json"):
        tell_all(f"rouge-tools: left out: {name} ({reason})" for name, reason in left_out.items())
    _write(table, format, output, plot, papers=papers)


def _check_targets(base: Protocol, output: str | None, plot: str | None) -> None:
    if not profile_of(base.options).measures:
        raise OptionError(NO_MEASURE)
    check_targets(output, plot, base.options)


def _has_several(evaluations: Sequence[Evaluation]) -> bool:
    return any(len(evaluation.models) > 1 for evaluation in evaluations)


def _possible(protocols: Sequence[Protocol]) -> tuple[list[Protocol], dict[str, str]]:
    """Return the protocols that can be computed here, and why others cannot."""
    possible, left_out = [], {}
    for protocol in protocols:
        try:
            profile_of(protocol.options).word_lists()
            possible.append(protocol)
        except InputError as error:
            left_out[protocol.name] = in_flags(str(error))
    return possible, left_out


def _write(table: ProtocolTable, format: str, output: str | None, plot: str | None, *, papers: bool) -> None:
    lines = WRITERS["papers" if papers else format](table)
    write_targets(lines, output, plot, lambda kind: picture(table, kind))
