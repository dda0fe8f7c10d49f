"""`evaluate`: the one road from evaluations to figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike, fspath
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from .errors import InputError, some
from .evaluation import Evaluation, all_systems
from .inputs.xml import read_config
from .options import Options
from .scoring.bootstrap import Estimate, estimates
from .scoring.check import check_evaluations
from .scoring.counting import Rows, Score, count_all, scores
from .scoring.measures import Counts, Measure, added, measures

if TYPE_CHECKING:
    from concurrent.futures import Executor

TASKS = 64
"""For an executor: so many that its workers end together, so few that starting them costs nothing."""

Progress = Callable[[int, int], object]
"""Is told how many evaluations there are, and how many are scored."""


class Result(NamedTuple):
    """What one system scores by one measure."""

    recall: Estimate
    precision: Estimate
    f: Estimate
    scores: tuple[Score, ...]
    """Of each evaluation that has the system, in the byte order of `evaluation.system`."""

    @property
    def counts(self) -> Counts:
        """The counts summed over the evaluations."""
        model, peer, hit = (added([score.counts[part] for score in self.scores]) for part in range(3))
        return Counts(model, peer, hit)


@dataclass(frozen=True, slots=True)
class Report:
    """What a run found: `report.systems["1"]["ROUGE-2"].recall.average`."""

    options: Options
    systems: Mapping[str, Mapping[str, Result]]
    """Results by system, in byte order, and by measure, in report order."""
    notes: tuple[str, ...]
    """What a user should know of the input, each once: peers that are missing, summaries that are empty."""

    def __post_init__(self) -> None:
        frozen = {system: MappingProxyType(dict(results)) for system, results in self.systems.items()}
        object.__setattr__(self, "systems", MappingProxyType(frozen))

    @property
    def signature(self) -> str:
        """One line that pins every choice that changes a figure; see `rouge_cli.signature`."""
        from .scoring.signature import signature  # Which the classic report does not need.

        return signature(self.options)

    def __reduce__(self) -> tuple[object, ...]:
        """Read-only views cannot be pickled; they are made anew from what they show."""
        plain = {system: dict(results) for system, results in self.systems.items()}
        return Report, (self.options, plain, self.notes)


def evaluate(
    config: str | PathLike[str] | Iterable[Evaluation],
    options: Options | None = None,
    *,
    systems: str | Iterable[str] | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Report:
    """Scores systems against models.

    `config` is the path of an XML configuration, or evaluations; `systems` is the ID to score, or
    several (default: all). Evaluations are split over the workers of `executor`, which must be
    processes or machines that have this package and see the same files. `progress` is told of the
    work done so far. Neither changes a figure. Raises `InputError` for what cannot be read or
    scored; whether all files can be read is checked before anything is scored.
    """
    options = options or Options()
    evaluations = read_config(fspath(config)) if isinstance(config, str | PathLike) else list(config)
    chosen = _choose(evaluations, systems)
    table = measures(options)
    check_evaluations(evaluations, chosen, table)
    done = partial(progress or _unseen, len(evaluations))
    if executor is None:
        rows = count_all(evaluations, chosen, options, done)
    else:
        rows = _count_in(executor, evaluations, chosen, options, done)
    missing = (
        f"*ROUGE Warning: test instance for peer {system} does not exist for evaluation {evaluation.id}"
        for system in chosen
        for evaluation in evaluations
        if evaluation.peers.get(system) is None
    )
    notes = tuple(dict.fromkeys([*missing, *rows.notes]))
    return Report(options, _summarise(rows, table, options), notes)


def _unseen(total: int, done: int) -> None:
    """The progress that nobody wants to see."""


def _choose(evaluations: Sequence[Evaluation], systems: str | Iterable[str] | None) -> list[str]:
    known = all_systems(evaluations)
    if systems is None:
        return known
    chosen = sorted({systems} if isinstance(systems, str) else set(systems))
    for system in chosen:
        if system not in known:
            raise InputError(f"no evaluation has a system {system!r}; there are: {some(known)}")
    return chosen


def _count_in(
    executor: Executor,
    evaluations: Sequence[Evaluation],
    systems: Sequence[str],
    options: Options,
    done: Callable[[int], object],
) -> Rows:
    """As `count_all`, in tasks of equally many evaluations, put together in their order."""
    size = -(-len(evaluations) // TASKS) or 1
    tasks = [
        executor.submit(count_all, evaluations[start : start + size], systems, options)
        for start in range(0, len(evaluations), size)
    ]
    rows = count_all([], systems, options)
    try:
        for number, task in enumerate(tasks, 1):
            found = task.result()
            for system in systems:
                rows.evaluations[system].extend(found.evaluations[system])
                for row, more in zip(rows.counts[system], found.counts[system], strict=True):
                    row.extend(more)
            rows.notes.extend(found.notes)
            done(min(number * size, len(evaluations)))
    finally:
        for task in tasks:
            task.cancel()
    return rows


def _summarise(rows: Rows, table: Sequence[Measure], options: Options) -> Mapping[str, Mapping[str, Result]]:
    """Results of all rows; the systems that are in equally many evaluations share their resamples."""
    alike: dict[int, list[tuple[str, str, list[Score]]]] = {}
    for system, of_system in rows.counts.items():
        evaluations = rows.evaluations[system]
        # Deliberate: they are resampled in this order, and sums depend on it.
        order = sorted(range(len(evaluations)), key=[f"{id}.{system}" for id in evaluations].__getitem__)
        for measure, row in zip(table, of_system, strict=True):
            found = scores([(evaluations[i], row[i]) for i in order], measure, options.alpha)
            alike.setdefault(len(found), []).append((system, measure.name, found))
    results: dict[str, dict[str, Result]] = {system: {} for system in rows.counts}
    for group in alike.values():
        three = estimates([found for _, _, found in group], options)
        for (system, name, found), estimate in zip(group, three, strict=True):
            results[system][name] = Result(*estimate, tuple(found))
    return results
