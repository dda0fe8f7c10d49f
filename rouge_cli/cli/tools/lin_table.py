"""`rouge-tools correlate --study lin`: from a command line to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from click.core import ParameterSource

from ...correlation.study import WRITERS, lin_study
from ...errors import OptionError
from ...evaluation import Evaluation
from ...inputs.streams import stream_of
from ...options import jobs_of
from ...scoring.engine import load_evaluations
from ..flags.correlation import STUDY
from ..flags.human import HUMAN
from ..flags.inputs import INPUTS
from ..inputs import Input, read_input
from ..score_files import human_scores, input_of_run, run_options
from ..terminal import write_lines
from .reading import tell_notes

_INPUTS = (flag for flags in INPUTS.values() for flag in flags)
_TAKEN = {flag.name for flag in (*HUMAN, *STUDY, *_INPUTS)} | {
    *("operands", "file_list", "all_systems", "jobs", "word_limit", "byte_limit", "data"),
    *("coefficients", "confidence", "resamples", "reference", "format", "output"),
}
"""The parameters that a study takes; all others it chooses itself."""


def write_table(
    context: click.Context,
    operands: Sequence[str],
    format: str,
    output: str | None,
    values: Mapping[str, Any],
) -> None:
    """Write the table that a command line asks for. Raises `RougeError` where it cannot be made."""
    _check_given(context)
    coefficients = values["coefficients"]
    if _is_given(context, "coefficients") and len(coefficients) != 1:
        raise OptionError(f"--study has one coefficient, not {','.join(coefficients)}: name one")
    if coefficients[0] == "accuracy":
        raise OptionError("--study is of correlations: let --coefficient be pearson, spearman or kendall")
    human = human_scores(values)
    asked = input_of_run(values, operands)
    input, options = read_input(asked), run_options(values)
    input.check_apart([output], options)
    Input(evaluations=stream_of([]), paths=human.paths).check_apart([output])
    evaluations: list[Evaluation] = load_evaluations(input.evaluations, None, options)
    if values["ignore_case"]:
        evaluations = [one._replace(id=one.id.lower()) for one in evaluations]
    study = lin_study(
        evaluations,
        human.cells,
        options,
        references=values["references"],
        reference=values["reference"],
        coefficient=coefficients[0],
        confidence=values["confidence"],
        resamples=int(values["resamples"]),
        average_annotators=values["average_annotators"] is not None,
        jobs=jobs_of(values["jobs"]),
    )
    tell_notes((*input.notes, *asked.operands.notes, *study.notes))
    write_lines(WRITERS[format](study), output)


def _check_given(context: click.Context) -> None:
    """Raise `OptionError` for a flag that a study does not take."""
    for parameter in context.command.params:
        if parameter.name not in _TAKEN and _is_given(context, parameter.name):
            raise OptionError(
                "--study lin chooses measures, stems, stop words, references and statistics itself: drop"
                f" {parameter.opts[0]}"
            )


def _is_given(context: click.Context, name: str | None) -> bool:
    return context.get_parameter_source(name or "") is ParameterSource.COMMANDLINE
