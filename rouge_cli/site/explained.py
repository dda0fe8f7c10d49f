"""The texts of a report, which are read again from the input, and explanations of the worst evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..errors import InputError, readable, shown, some
from ..evaluation import Evaluation, File, Source
from ..explanations.explanation import Explanation, explain
from ..inputs.streams import Evaluations
from ..options import Options
from ..profiles import profile_of
from ..scoring.results import Results
from ..text.sentences import contents, load, read_sentences
from .by_evaluation import AlignedScores

_TOGETHER = 50
"""The number of evaluations whose texts are in one script."""
_ROUNDING = 1e-9
"""The greatest difference of equal figures by rounding."""


class Texts(NamedTuple):
    """The input of a run, from which its worst evaluations are explained."""

    evaluations: Evaluations
    options: Options
    most: int
    """The number of evaluations to explain in each ranking."""


class ShownTexts(NamedTuple):
    """The texts of an evaluation, each as the lines that a page shows."""

    models: list[tuple[str, list[str]]]
    """Each with its author."""
    peers: list[list[str] | None]
    """In the order of the systems; None where a system has no summary."""


def shown_texts(texts: Texts, aligned: AlignedScores) -> Iterator[dict[int, ShownTexts]]:
    """Yield the texts of all evaluations that have scores, some evaluations at a time, by their places.

    Evaluations come in the order of the input. Raises `InputError` for a file that cannot be read.
    """
    resplit = profile_of(texts.options).resplitter()

    def lines(source: Source) -> list[str]:
        source = resplit(load(source))
        if isinstance(source, File) and source.format == "SIMPLE":
            return [shown(line) for line in contents(source).splitlines()]
        return [shown(sentence) for sentence in read_sentences(source)]

    def of_one(evaluation: Evaluation) -> ShownTexts:
        people = map(readable, evaluation.people())
        peers = map(evaluation.peers.get, aligned.systems)
        return ShownTexts(
            [(person, lines(model)) for person, model in zip(people, evaluation.models, strict=True)],
            [None if peer is None else lines(peer) for peer in peers],
        )

    together: dict[int, ShownTexts] = {}
    for evaluation in texts.evaluations:
        if evaluation.id in aligned.places:
            together[aligned.places[evaluation.id]] = of_one(evaluation)
        if len(together) == _TOGETHER:
            yield together
            together = {}
    if together:
        yield together


def explanations(texts: Texts, wanted: Mapping[str, Sequence[str]], report: Results) -> Iterator[Explanation]:
    """Yield an explanation of each wanted evaluation, with the systems that are wanted there.

    Explanations come in the order of the input. Raises `InputError` for an evaluation that the input does not
    have or whose figures differ from the report's, and as `explain` does.
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
        f"the input has no evaluation {some(list(missing))}, but the report has its scores;"
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
