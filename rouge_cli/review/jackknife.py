"""The jackknife: the people who wrote models are scored like systems, and can be compared with systems.

A person can be scored only against the models of others. Each model is therefore left out in turn, so that
systems are scored against as many models.

ROUGE's working note, §2.1: with M models a score is the mean over the M sets of M−1 models. Since
version 1.4 the configuration sets this up, as here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..errors import InputError
from ..evaluation import Evaluation


class Jackknife(NamedTuple):
    """The repeated evaluations."""

    evaluations: list[Evaluation]
    single: list[str]
    """The IDs of the evaluations with one model, which cannot be repeated."""


def jackknife(evaluations: Iterable[Evaluation], prefix: str = "", *, name: str = "input") -> Jackknife:
    """Return each evaluation once for each of its models, which is left out there.

    `topic` without its model `A` is the evaluation `topic.A`. It has all systems of `topic` and, with the
    model as its summary, the system `A`, whose ID follows `prefix`. One model ID is one person everywhere;
    models without IDs belong to the persons 1, 2 and so on. Raises `InputError`, with the `name` of the
    input, for a person with the ID of a system, and if no evaluation has two models.
    """
    evaluations = list(evaluations)
    systems = {system for evaluation in evaluations for system in evaluation.peers}
    for person in (person for evaluation in evaluations for person in evaluation.people()):
        if f"{prefix}{person}" in systems:
            raise InputError(
                f"{name}: model {person} would be system {prefix}{person}, which there is already;"
                f" to tell them apart give `prefix` {prefix}model-"
            )
    repeated: dict[str, Evaluation] = {}
    single = []
    for evaluation in evaluations:
        # A repeated model is the same file each time.
        models = dict(zip(evaluation.people(), evaluation.models, strict=True))
        if len(models) < 2:
            single.append(evaluation.id)
            continue
        for person, model in models.items():
            id = f"{evaluation.id}.{person}"
            if id in repeated:
                raise InputError(f"{name}: two repeated evaluations would be {id}; rename one EVAL")
            peers = {**evaluation.peers, f"{prefix}{person}": model}
            repeated[id] = evaluation.without(person)._replace(id=id, peers=peers)
    if not repeated:
        raise InputError(f"{name}: no evaluation has two models, so none can be left out; add models")
    return Jackknife(list(repeated.values()), single)
