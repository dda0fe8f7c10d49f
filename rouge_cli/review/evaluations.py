"""The review of IDs and of evaluations side by side: missing peers, unequal models, equal summaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from ..errors import several, some
from ..evaluation import Evaluation, File, Source
from ..inputs.streams import Evaluations, stream_of
from ..inputs.xml import Repetition
from .findings import Findings, Problem
from .summaries import Summaries

_REPEATED = {"EVAL": Problem.REPEATED_EVAL, "P": Problem.REPEATED_PEER, "M": Problem.REPEATED_MODEL}


def review_ids(path: str, repetitions: Iterable[Repetition], findings: Findings) -> None:
    """Add the IDs that are repeated in the configuration at `path` to the findings."""
    for element, id, evaluation, line, first in repetitions:
        where = "" if element == "EVAL" else f" in EVAL {evaluation}"
        findings.add(
            _REPEATED[element],
            f"{path}, line {line}: {element} {id} again{where}; the first is in line {first}",
        )


_Key = TypeVar("_Key", bound=Hashable)
_Label = TypeVar("_Label")

_VERY_UNEQUAL = 2
"""The ratio of the largest to the smallest number of models at which a review warns."""


def review_evaluations(evaluations: Evaluations, summaries: Summaries, findings: Findings) -> None:
    """Add what is suspicious about the evaluations to the findings; `summaries` are theirs."""
    _review_missing(evaluations, findings)
    _review_models(evaluations, findings)
    _review_formats(evaluations, findings)
    _review_equal(evaluations, summaries, findings)


def _review_missing(evaluations: Evaluations, findings: Findings) -> None:
    for system in stream_of(evaluations).systems:
        lacking = list(stream_of(evaluations).missing(system))
        if lacking:
            findings.add(Problem.MISSING, f"{system}: {_of(lacking, len(evaluations))}")


def _review_models(evaluations: Iterable[Evaluation], findings: Findings) -> None:
    by_number = _grouped((len(evaluation.models), evaluation.id) for evaluation in evaluations)
    if by_number and max(by_number) >= _VERY_UNEQUAL * min(by_number):
        total = sum(map(len, by_number.values()))
        for number, ids in sorted(by_number.items()):
            findings.add(Problem.MODELS_VARY, f"{several(number, 'model')}: {_of(ids, total)}")


def _review_formats(evaluations: Iterable[Evaluation], findings: Findings) -> None:
    formats = (
        (source.format, evaluation.id)
        for evaluation in evaluations
        for source in evaluation.models[:1]
        if isinstance(source, File)
    )
    by_format = _grouped(formats)
    if len(by_format) > 1:
        problem = Problem.TEXTS_AND_ELEMENTS if "SIMPLE" in by_format else Problem.MIXED_FORMATS
        total = sum(map(len, by_format.values()))
        for format, ids in by_format.items():
            findings.add(problem, f"{format}: {_of(ids, total)}")


def _review_equal(evaluations: Evaluations, summaries: Summaries, findings: Findings) -> None:
    evaluations_of: dict[tuple[str, ...], list[str]] = {}
    """The evaluations in which the peers of these systems are equal."""
    for evaluation in evaluations:
        id, models = evaluation.id, evaluation.models
        peers = evaluation.present(evaluation.peers)
        models_by_text = _by_text(enumerate(models, 1), summaries)
        for numbers in models_by_text.values():
            if len(numbers) > 1:
                paths = _paths(models[number - 1] for number in numbers)
                findings.add(Problem.EQUAL_MODELS, f"{id}: models {' and '.join(map(str, numbers))}: {paths}")
        for text, systems in _by_text(peers.items(), summaries).items():
            for system in systems if text in models_by_text else ():
                paths = _paths([peers[system], models[models_by_text[text][0] - 1]])
                findings.add(Problem.PEER_IS_MODEL, f"{id}: the peer of {system}: {paths}")
            if len(systems) > 1:
                evaluations_of.setdefault(tuple(sorted(systems)), []).append(id)
    for equal_systems, ids in sorted(evaluations_of.items(), key=lambda item: (-len(item[1]), item[0])):
        findings.add(Problem.EQUAL_PEERS, f"{some(equal_systems)}: {_of(ids, len(evaluations))}")


def _by_text(sources: Iterable[tuple[_Label, Source]], summaries: Summaries) -> dict[Hashable, list[_Label]]:
    """Return the labels of summaries, grouped by their words or, if they cannot be read, by their files.

    Summaries without a word are left out.
    """
    pairs: list[tuple[Hashable, _Label]] = []
    for label, source in sources:
        content = summaries.content(source)
        if content is None:
            pairs.append((source, label))
        elif content.words:
            pairs.append((content.digest, label))
    return _grouped(pairs)


def _grouped(pairs: Iterable[tuple[_Key, _Label]]) -> dict[_Key, list[_Label]]:
    groups = defaultdict(list)
    for key, label in pairs:
        groups[key].append(label)
    return groups


def _of(ids: Sequence[str], total: int) -> str:
    """Return how many of all evaluations these are, and the first of their IDs."""
    return f"{len(ids):,} of {several(total, 'evaluation')} ({some(ids)})"


def _paths(sources: Iterable[Source]) -> str:
    return " = ".join(dict.fromkeys(source.name for source in sources))
