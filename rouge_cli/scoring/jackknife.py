"""The jackknife: scores as means over sets of models, each of which lacks those of one author.

ROUGE's working note, section 2.1: with N models a score is the mean of those against the N sets of
N - 1 models. ROUGE did so in every score up to version 1.2; since 1.4 it is set up in the configuration.
Here all evaluations weigh alike, however many sets they have, and evaluations are resampled, not sets.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace

from ..evaluation import Evaluation, jackknife_sets
from ..inputs.streams import Batch
from ..kernel import Item
from ..measures.base import Measure
from ..measures.scores import Columns, MeasureScores, added
from ..measures.spelling import DECIMALS
from ..profile import Profile
from .counters import Counted, Counter, first_row, single
from .counting import count

Rows = list[range]
"""For each row of a batch, the rows of its sets where they are counted."""


class JackknifeCounter(Counter):
    """Counts each evaluation of a batch with every set of its models, and takes means.

    A figure is the mean of the rounded ones with the sets, and rounded itself. Counts are added up over
    the sets.
    """

    def __init__(self, profile: Profile, counter: Counter) -> None:
        self._profile = profile
        self._counter = counter
        self.uses_threads = counter.uses_threads

    def count(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        with_sets, rows = _with_sets(batch)
        counted = self._counter.count(with_sets, stop)
        means = [
            _means(measure, columns, rows)
            for measure, columns in zip(self._profile.measures, counted.columns, strict=True)
        ]
        return replace(counted, columns=means)

    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        return first_row(self.count(single(texts)))


def _with_sets(batch: Batch) -> tuple[Batch, Rows]:
    """Return the batch with each evaluation once for each set of its models, and the rows of the sets."""
    models, model_ends, peers, peer_ends = array("i"), array("i"), array("i"), array("i")
    rows: Rows = [range(0)] * len(batch.rows)
    evaluations: list[str] = []
    for id, own_models, own_peers, own_rows, people in batch:
        first = len(peers)
        for kept in jackknife_sets(people or range(len(own_models))).values():
            models.extend(own_models[model] for model in kept)
            model_ends.append(len(models))
            peers.extend(own_peers)
            peer_ends.append(len(peers))
            evaluations.append(id)
        for number, row in enumerate(own_rows):
            rows[row] = range(first + number, len(peers), len(own_peers))
    counted_rows = array("i", range(len(peers)))
    return (
        replace(
            batch,
            models=models,
            model_ends=model_ends,
            peers=peers,
            peer_ends=peer_ends,
            rows=counted_rows,
            evaluations=evaluations,
            model_ids=(),
        ),
        rows,
    )


def _means(measure: Measure, columns: Columns, rows: Rows) -> Columns:
    """Return the sums of counts and the means of figures over the sets of each row."""
    means = Columns.empty(measure.columns())
    for sums, column in zip(means.counts, columns.counts, strict=True):
        for of_sets in rows:
            sums.append(added([column[row] for row in of_sets]))  # type: ignore[arg-type]  # Both columns have one type.
    for mean, figures in zip(means.figures, columns.figures, strict=True):
        for of_sets in rows:
            mean.append(round(added([figures[row] for row in of_sets]) / len(of_sets), DECIMALS))
    return means


def set_scores(
    evaluation: Evaluation, systems: Sequence[str], profile: Profile
) -> dict[str, list[MeasureScores]]:
    """Return by system and measure the scores whose means the jackknife takes.

    They are called after the authors who are left out of the sets in turn; there are none where all
    models are one author's.
    """
    people = tuple(dict.fromkeys(evaluation.people()))
    if len(people) < 2:
        people = ()
    plain = type(profile)(replace(profile.options, jackknife=False))
    tally = count([evaluation.without(person) for person in people], systems, plain)
    return {
        system: [MeasureScores(people, *columns) for columns in by_measure]
        for system, by_measure in tally.columns.items()
    }
