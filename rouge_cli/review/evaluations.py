"""What the evaluations say of each other: who lacks what, what is equal, what varies."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from ..errors import some
from ..evaluation import Evaluation, File, Source, all_systems
from .findings import Findings, Kind, counted
from .summaries import Summaries

_Key = TypeVar("_Key", bound=Hashable)
_Label = TypeVar("_Label")

_VERY_UNEQUAL = 2


def review_evaluations(evaluations: Sequence[Evaluation], summaries: Summaries, findings: Findings) -> None:
    """Adds what is suspicious about the evaluations, whose summaries have been read."""
    _review_missing(evaluations, findings)
    _review_models(evaluations, findings)
    _review_formats(evaluations, findings)
    _review_equal(evaluations, summaries, findings)


def _review_missing(evaluations: Sequence[Evaluation], findings: Findings) -> None:
    for system in all_systems(evaluations):
        lacking = [evaluation.id for evaluation in evaluations if evaluation.peers.get(system) is None]
        if lacking:
            findings.add(Kind.MISSING, f"{system}: {_of(lacking, len(evaluations))}")


def _review_models(evaluations: Iterable[Evaluation], findings: Findings) -> None:
    by_number = _grouped((len(evaluation.models), evaluation.id) for evaluation in evaluations)
    if by_number and max(by_number) >= _VERY_UNEQUAL * min(by_number):
        total = sum(map(len, by_number.values()))
        for number, ids in sorted(by_number.items()):
            findings.add(Kind.MODELS_VARY, f"{counted(number, 'models')}: {_of(ids, total)}")


def _review_formats(evaluations: Iterable[Evaluation], findings: Findings) -> None:
    of_files = (
        (source.format, evaluation.id)
        for evaluation in evaluations
        for source in evaluation.models[:1]
        if isinstance(source, File)
    )
    by_format = _grouped(of_files)
    if len(by_format) > 1:
        kind = Kind.TWO_KINDS_OF_FILES if "SIMPLE" in by_format else Kind.MIXED_FORMATS
        total = sum(map(len, by_format.values()))
        for format, ids in by_format.items():
            findings.add(kind, f"{format}: {_of(ids, total)}")


def _review_equal(evaluations: Sequence[Evaluation], summaries: Summaries, findings: Findings) -> None:
    copies: dict[tuple[str, ...], list[str]] = {}
    """By systems whose peers are equal, the evaluations where they are."""
    for evaluation in evaluations:
        id, models = evaluation.id, evaluation.models
        peers = evaluation.present(evaluation.peers)
        alike_models = _by_text(enumerate(models, 1), summaries)
        for numbers in alike_models.values():
            if len(numbers) > 1:
                paths = _paths(models[number - 1] for number in numbers)
                findings.add(Kind.EQUAL_MODELS, f"{id}: models {' and '.join(map(str, numbers))}: {paths}")
        for text, systems in _by_text(peers.items(), summaries).items():
            for system in systems if text in alike_models else ():
                paths = _paths([peers[system], models[alike_models[text][0] - 1]])
                findings.add(Kind.PEER_IS_MODEL, f"{id}: the peer of {system}: {paths}")
            if len(systems) > 1:
                copies.setdefault(tuple(sorted(systems)), []).append(id)
    for same, ids in sorted(copies.items(), key=lambda copy: (-len(copy[1]), copy[0])):
        findings.add(Kind.EQUAL_PEERS, f"{some(same)}: {_of(ids, len(evaluations))}")


def _by_text(sources: Iterable[tuple[_Label, Source]], summaries: Summaries) -> dict[Hashable, list[_Label]]:
    """The labels of summaries with equal words, or, where they cannot be read, of the same file.

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
    groups: dict[_Key, list[_Label]] = {}
    for key, label in pairs:
        groups.setdefault(key, []).append(label)
    return groups


def _of(ids: Sequence[str], total: int) -> str:
    return f"{len(ids):,} of {counted(total, 'evaluations')} ({some(ids)})"


def _paths(sources: Iterable[Source]) -> str:
    return " = ".join(dict.fromkeys(source.path for source in sources if isinstance(source, File)))
