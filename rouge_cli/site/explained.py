"""The explanations of a report's worst evaluations, whose texts are read again from the input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..errors import InputError, some
from ..explanations.explanation import Explanation, explain
from ..inputs.streams import Evaluations
from ..options import Options
from ..scoring.results import Results

_ROUNDING = 1e-9
"""The greatest difference of equal figures by rounding."""


class Texts(NamedTuple):
    """The input of a run, from which its worst evaluations are explained."""

    evaluations: Evaluations
    options: Options
    most: int
    """The number of evaluations to explain in each ranking."""


def explanations(texts: Texts, wanted: Mapping[str, Sequence[str]], report: Results) -> Iterator[Explanation]:
    """Yield an explanation of each wanted evaluation, with the systems that are wanted there.

    Explanations come in the order of the input. Raises `InputError` for an evaluation that the input does not
    have or whose figures are not those of the report, and as `explain` does.
    """
    missing = dict.fromkeys(wanted)
    if not missing:
        return
    for evaluation in texts.evaluations:
        if evaluation.id in missing:
            del missing[evaluation.id]
            explanation = explain(evaluation, texts.options, wanted[evaluation.id])
            _check_figures(explanation, report)
            yield explanation
            if not missing:
                return
    raise InputError(
        f"the input has no evaluation {some(list(missing))}, of which the report has scores;"
        " give the input that was scored"
    )


def _check_figures(explanation: Explanation, report: Results) -> None:
    """Raise `InputError` where the texts have other figures than the report."""
    for system, scores in explanation.figures.items():
        for measure, score in scores:
            of_report = report.systems[system][measure.name].scores
            place = of_report.evaluations.index(explanation.evaluation)
            for figure, value in zip(of_report[place][:3], score[:3], strict=True):
                if abs(figure - value) > _ROUNDING:
                    raise InputError(
                        f"evaluation {explanation.evaluation}: the texts of system {system} do not have the"
                        f" {measure.name} of the report; give the texts that were scored"
                    )
