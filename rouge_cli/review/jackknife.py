"""The jackknife: a person can be scored as a system only against the other people's models, so
systems are scored against as many, and each model is left out in turn.

ROUGE's working note, §2.1: with M models a score is the mean over the M sets of M−1 models. Since
version 1.4 that is set up in the configuration, as here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import InputError
from ..evaluation import Evaluation, all_systems
from ..inputs.xml import read_config
from ..inputs.xml_ids import model_ids


class Jackknife(NamedTuple):
    """The repeated evaluations."""

    evaluations: list[Evaluation]
    model_ids: dict[str, list[str]]
    """By evaluation the IDs of its models."""
    single: list[str]
    """The IDs of the evaluations that could not be repeated: they have one model."""


def jackknife(path: str, prefix: str = "") -> Jackknife:
    """Each evaluation of an XML configuration once for each of its models, which is left out there.

    `topic` without its model `A` is the evaluation `topic.A`; all systems of `topic` are in it, and
    the system `A`, after `prefix`, whose summary is that model. The same model ID is the same
    person everywhere. Raises `InputError` for what `read_config` refuses, for a person who would
    have the ID of a system, and where no evaluation has two models.
    """
    evaluations, ids = read_config(path), model_ids(path)
    _check_people(path, evaluations, ids.values(), prefix)
    repeated: dict[str, Evaluation] = {}
    others: dict[str, list[str]] = {}
    single = []
    for evaluation in evaluations:
        people = ids[evaluation.id]
        if len(set(people)) < 2:
            single.append(evaluation.id)
            continue
        for left_out, one in _repeated(evaluation, people, prefix):
            if one.id in repeated:
                raise InputError(f"{path}: two repeated evaluations would be {one.id}; rename one EVAL")
            repeated[one.id] = one
            others[one.id] = [person for person in people if person != left_out]
    if not repeated:
        raise InputError(f"{path}: no evaluation has two models, so none can be left out; add models")
    return Jackknife(list(repeated.values()), others, single)


def _repeated(evaluation: Evaluation, people: Sequence[str], prefix: str) -> Iterator[tuple[str, Evaluation]]:
    """Each of the people in turn, of whom one may have several mentions, and the evaluation without them."""
    by_person = dict(zip(people, evaluation.models, strict=True))
    for left_out, summary in by_person.items():
        pairs = zip(people, evaluation.models, strict=True)
        yield (
            left_out,
            Evaluation(
                f"{evaluation.id}.{left_out}",
                {**evaluation.peers, f"{prefix}{left_out}": summary},
                tuple(model for person, model in pairs if person != left_out),
            ),
        )


def _check_people(
    path: str, evaluations: Iterable[Evaluation], ids: Iterable[Sequence[str]], prefix: str
) -> None:
    systems = set(all_systems(evaluations))
    for people in ids:
        for person in people:
            if f"{prefix}{person}" in systems:
                raise InputError(
                    f"{path}: model {person} would be system {prefix}{person}, which there is already;"
                    f" tell them apart by a prefix: --prefix {prefix}model-"
                )
