"""Evaluations -> counts: columns of each system by each measure, in the order of the input."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from ..evaluation import Evaluation
from ..measures.base import Texts
from ..measures.scores import CountColumns
from ..profile import Profile
from ..text.documents import Documents
from ..text.doubts import Doubts

if TYPE_CHECKING:
    from concurrent.futures import Executor

TASKS = 64
"""Enough tasks to balance the workers of an executor, few enough that their overhead is negligible."""

Progress = Callable[[int], object]
"""Is told how many evaluations have been counted."""


class Counted(NamedTuple):
    """The counts of evaluations, and the notes and doubts that came up meanwhile."""

    evaluations: dict[str, list[str]]
    """By system, the evaluations that have it."""
    columns: dict[str, list[CountColumns]]
    """By system, the counts by each measure, in report order."""
    notes: list[str]
    doubts: Doubts

    @classmethod
    def nothing(cls, systems: Sequence[str], profile: Profile) -> Self:
        """Return the counts of no evaluation."""
        return cls(
            {system: [] for system in systems},
            {system: [measure.columns() for measure in profile.measures] for system in systems},
            [],
            Doubts(),
        )

    def extend(self, other: Self) -> None:
        """Put the counts of further evaluations behind these."""
        for system, evaluations in other.evaluations.items():
            self.evaluations[system].extend(evaluations)
            for columns, more in zip(self.columns[system], other.columns[system], strict=True):
                columns.extend(more)
        self.notes.extend(other.notes)
        self.doubts.extend(other.doubts)

    def all_notes(self, profile: Profile, *before: str) -> tuple[str, ...]:
        """Return these notes, those on summaries and those on doubtful texts, each once."""
        reads_sentences = any(measure.reads_sentences for measure in profile.measures)
        return tuple(
            dict.fromkeys([*before, *self.notes, *self.doubts.notes(reads_sentences=reads_sentences)])
        )


def count(
    evaluations: Sequence[Evaluation],
    systems: Sequence[str],
    profile: Profile,
    progress: Progress = lambda count: None,
) -> Counted:
    """Count what systems and models share, evaluation by evaluation, to hold few documents at a time."""
    counted = Counted.nothing(systems, profile)
    readings = list(dict.fromkeys(measure.readings for measure in profile.measures))
    places = [(measure, readings.index(measure.readings)) for measure in profile.measures]
    appenders = {
        system: [column.appender() for column in columns] for system, columns in counted.columns.items()
    }
    wanted = frozenset(systems)
    tokenizer = profile.tokenizer(counted.notes.append)
    documents = Documents(evaluations, wanted, readings, tokenizer, counted.notes, counted.doubts)
    for number, evaluation in enumerate(evaluations, 1):
        peers = evaluation.present(wanted)
        if peers:
            of_models = [documents.of(model, evaluation.id) for model in evaluation.models]
            of_peers = [documents.of(peer, evaluation.id) for peer in peers.values()]
            texts = [
                Texts([made[of_model] for made in of_models], [made[of_peer] for made in of_peers])
                for of_model, of_peer in readings
            ]
            rows = [appenders[system] for system in peers]
            for row, (measure, place) in enumerate(places):
                for append, counts in zip(rows, profile.combine(measure, texts[place]), strict=True):
                    append[row](counts)
            for system in peers:
                counted.evaluations[system].append(evaluation.id)
            documents.release((*evaluation.models, *peers.values()))
        progress(number)
    return counted


def count_in(
    executor: "Executor",
    evaluations: Sequence[Evaluation],
    systems: Sequence[str],
    profile: Profile,
    progress: Progress = lambda count: None,
) -> Counted:
    """Count as `count` does, in tasks whose columns are put behind one another."""
    size = -(-len(evaluations) // TASKS) or 1
    tasks = [
        executor.submit(count, evaluations[start : start + size], systems, profile)
        for start in range(0, len(evaluations), size)
    ]
    counted = Counted.nothing(systems, profile)
    try:
        for number, task in enumerate(tasks, 1):
            counted.extend(task.result())
            progress(min(number * size, len(evaluations)))
    finally:
        for task in tasks:
            task.cancel()
    return counted
