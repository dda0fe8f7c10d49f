"""Evaluations -> recall, precision and F of each peer by each measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..evaluation import Evaluation
from ..options import Options
from ..text.documents import Documents
from .measures import Counts, Measure, Texts, added, measures


class Score(NamedTuple):
    """One peer in one evaluation by one measure; the three figures are rounded to five decimals."""

    evaluation: str
    counts: Counts
    recall: float
    precision: float
    f: float


Row = list[Counts]
"""The counts of a system by a measure, in each evaluation that has it."""


class Rows(NamedTuple):
    """What the evaluations were counted to, and what there is to say of them."""

    evaluations: dict[str, list[str]]
    """By system, the evaluations that have it."""
    counts: dict[str, list[Row]]
    """By system, a row for each measure, in report order."""
    notes: list[str]


def count_all(
    evaluations: Sequence[Evaluation],
    systems: Sequence[str],
    options: Options,
    counted: Callable[[int], object] = lambda count: None,
) -> Rows:
    """The counts of the systems, one evaluation after the other, so that few documents are held at a time.

    `counted` is told after each evaluation how many are done.
    """
    table = measures(options)
    pairs = list(dict.fromkeys(measure.readings for measure in table))
    columns = [(measure, pairs.index(measure.readings)) for measure in table]
    rows = Rows({system: [] for system in systems}, {system: [[] for _ in table] for system in systems}, [])
    wanted = frozenset(systems)
    documents = Documents(evaluations, wanted, pairs, options, rows.notes)
    combine = of_best if options.best_model else pooled
    for count, evaluation in enumerate(evaluations, 1):
        peers = evaluation.present(wanted)
        if peers:
            texts = documents.texts(evaluation.models, peers.values())
            of_systems = [rows.counts[system] for system in peers]
            for column, (measure, pair) in enumerate(columns):
                for row, counts in zip(of_systems, combine(measure, texts[pair]), strict=True):
                    row[column].append(counts)
            for system in peers:
                rows.evaluations[system].append(evaluation.id)
            documents.release([*evaluation.models, *peers.values()])
        counted(count)
    return rows


def scores(row: Iterable[tuple[str, Counts]], measure: Measure, alpha: float) -> list[Score]:
    """The scores of a system in evaluations, from its counts in each.

    Deliberate: F and everything after it stand on the rounded figures, as in the original.
    """
    ratio = measure.ratio
    found = []
    for evaluation, counts in row:
        model, peer, hit = counts
        recall = round(ratio(hit, model), 5)
        precision = round(ratio(hit, peer), 5)
        f = round(f_measure(recall, precision, alpha), 5)
        found.append(Score(evaluation, counts, recall, precision, f))
    return found


def f_measure(recall: float, precision: float, alpha: float) -> float:
    """The weighted harmonic mean, `alpha` being the weight of precision; 0 where it is undefined."""
    denominator = (1 - alpha) * precision + alpha * recall
    return precision * recall / denominator if denominator > 0 else 0.0


def pooled(measure: Measure, texts: Texts) -> list[Counts]:
    """For each peer, the sums of its counts with all models."""
    models = added(list(map(measure.model_units, texts.models)))
    return [
        Counts(models, added([measure.peer_units(peer)] * len(hits)), added(hits))
        for peer, hits in zip(texts.peers, measure.hits(texts), strict=True)
    ]


def of_best(measure: Measure, texts: Texts) -> Iterator[Counts]:
    """For each peer, its counts with the model of the highest recall."""
    models = [(model, measure.model_units(model)) for model in texts.models]
    for peer, hits in zip(texts.peers, measure.hits(texts), strict=True):
        best, highest = Counts(0, 0, 0), -1.0
        for (model, units), hit in zip(models, hits, strict=True):
            counts = Counts(units, measure.peer_units(peer), hit)
            recall = measure.choosing_recall(counts, model)
            if recall > highest:  # The first of equals; none at all, where no recall is a number.
                best, highest = counts, recall
        yield best
