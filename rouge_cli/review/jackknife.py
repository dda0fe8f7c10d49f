"""The jackknife: people who wrote models are scored as systems, and compare with systems.

A person can be scored only against the other people's models. So that systems are scored against
as many models, each model is left out in turn.

ROUGE's working note, §2.1: with M models a score is the mean over the M sets of M−1 models. Since
version 1.4 that is set up in the configuration, as here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import InputError
from ..evaluation import Evaluation, all_systems
from ..inputs.xml import read_config


class Jackknife(NamedTuple):
    """The repeated evaluations."""

    evaluations: list[Evaluation]
    single: list[str]
    """The IDs of the evaluations that could not be repeated: they have one model."""


def jackknife(path: str, prefix: str = "") -> Jackknife:
    """Return each evaluation of an XML configuration once for each of its models, which is left out there.

    `topic` without its model `A` is the evaluation `topic.A`; all systems of `topic` are in it, and
    the system `A`, after `prefix`, whose summary is that model. The same model ID is the same
    person everywhere. Raises `InputError` for what `read_config` refuses, for a person who would
    have the ID of a system, and where no evaluation has two models.
    """
    evaluations = read_config(path)
    _check_people(path, evaluations, prefix)
    repeated: dict[str, Evaluation] = {}
    single = []
    for evaluation in evaluations:
        people = dict.fromkeys(evaluation.model_ids)
        if len(people) < 2:
            single.append(evaluation.id)
            continue
        for person in people:
            without = _without(person, evaluation, prefix)
            if without.id in repeated:
                raise InputError(f"{path}: two repeated evaluations would be {without.id}; rename one EVAL")
            repeated[without.id] = without
    if not repeated:
        raise InputError(f"{path}: no evaluation has two models, so none can be left out; add models")
    return Jackknife(list(repeated.values()), single)


def _without(left_out: str, evaluation: Evaluation, prefix: str) -> Evaluation:
    """Return the evaluation without the models of a person, who is a system there.

    A model may be mentioned several times; it is the same file each time.
    """
    own = dict(zip(evaluation.model_ids, evaluation.models, strict=True))[left_out]
    return evaluation.without(left_out)._replace(
        id=f"{evaluation.id}.{left_out}", peers={**evaluation.peers, f"{prefix}{left_out}": own}
    )


def _check_people(path: str, evaluations: Sequence[Evaluation], prefix: str) -> None:
    systems = set(all_systems(evaluations))
    for evaluation in evaluations:
        for person in evaluation.model_ids:
            if f"{prefix}{person}" in systems:
                raise InputError(
                    f"{path}: model {person} would be system {prefix}{person}, which there is already;"
                    f" to tell them apart give `prefix` {prefix}model-"
                )
