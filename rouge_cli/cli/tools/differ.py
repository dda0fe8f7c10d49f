"""`rouge-tools differ`: where two protocols part, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ...errors import InputError, OptionError, some
from ...evaluation import Evaluation
from ...options import jobs_of
from ...protocols import parting_writers
from ...protocols.parting import Distance, Distances, Parting, distances, parting
from ...protocols.protocol import Protocol
from ...scoring.engine import load_evaluations
from ..flags.inputs import input_flags, input_operands
from ..flags.kinds import WHOLE, value
from ..flags.outputs import output_file
from ..protocol_words import protocol_of
from ..terminal import check_output, is_coloured, write_lines
from .base import Tool
from .reading import read, tell_notes


class _Differ(Tool):
    """A command whose first two arguments may look like flags: `-m` is a protocol, too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, of which the first two are protocols unless the first is an own option."""
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if args and args[0].partition("=")[0] not in own:
            # click takes a word that begins with a blank for no flag.
            args = [*(f" {word}" for word in args[:2]), *args[2:]]
        return super().parse_args(ctx, args)


@click.command(
    "differ",
    cls=_Differ,
    short_help="Shows where two protocols part, and why.",
    params=[
        click.Argument(["a"], metavar="A"),
        click.Argument(["b"], metavar="B"),
        input_operands(),
        value("--most", type=WHOLE, default=10, metavar="N", help="list N evaluations [10]"),
        value("--eval", "evaluation", metavar="ID", help="explain this one [the first of the list]"),
        output_file("-o", "--output"),
        value(
            "--format",
            type=click.Choice(["html", "terminal"]),
            help="a page, or text [html for FILE.html, else terminal]",
        ),
        *input_flags("jobs"),
    ],
)
def command(
    a: str,
    b: str,
    operands: tuple[str, ...],
    most: int,
    evaluation: str | None,
    output: str | None,
    format: str | None,
    jobs: int,
    **values: Any,
) -> None:
    """Scores the same summaries under two protocols, lists the evaluations whose figures differ most, and
    shows for one of them where the protocols part: in tokens, stems, sentences, matches, models and
    roundings, with both explanations.

    A and B are one argument each, and come first: the name of a profile, flags of rouge-eval, and the
    words of which rouge-tools protocols -h tells.

    \b
      rouge-tools differ 'rouge-1.5.5 -m' 'rouge-score -m rougeLsum' config.xml
    """
    if most < 1:
        raise OptionError(f"--most must be 1 or more, not {most}")
    a, b = a.strip(), b.strip()
    protocols = protocol_of(a), protocol_of(b)
    check_output(output)
    jobs = jobs_of(jobs)
    input = read(values, operands)
    for protocol in protocols:
        input.check_apart([output], protocol.options)
    evaluations = load_evaluations(input.evaluations, input.systems, protocols[0].options)
    found = distances(evaluations, *protocols, jobs=jobs)
    if not found.measures:
        raise OptionError(f"{a!r} and {b!r} have no measure in common")
    parted = _parting(evaluations, found, evaluation, protocols)
    tell_notes(input.notes)
    if format is None:
        format = "html" if output is not None and output.endswith((".html", ".htm")) else "terminal"
    if format == "html":
        lines = iter([parting_writers.page(found, int(most), protocols, parted)])
    else:
        colour = output is None and is_coloured()
        lines = parting_writers.text(found, int(most), protocols, parted, colour=colour)
    write_lines(lines, output)


def _parting(
    evaluations: Sequence[Evaluation],
    found: Distances,
    wanted: str | None,
    protocols: tuple[Protocol, Protocol],
) -> Parting | None:
    """Return where the protocols part in the evaluation that is wanted, or in the one that differs most."""
    if wanted is None and not found.largest:
        return None
    by_id = {one.evaluation: one for one in found.largest}
    chosen: Distance | None = found.largest[0] if wanted is None else by_id.get(wanted)
    if chosen is None:
        ids = [one.id for one in evaluations]
        if wanted not in ids:
            raise InputError(f"there is no evaluation {wanted!r}; there are: {some(ids)}")
        raise InputError(f"the figures of evaluation {wanted!r} are the same; choose one that is listed")
    evaluation = next(one for one in evaluations if one.id == chosen.evaluation)
    return parting(evaluation, chosen, *protocols)
