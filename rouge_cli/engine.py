"""`evaluate`: the one road from evaluations to figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from types import MappingProxyType

from .bootstrap import Estimate, estimates
from .check import check_evaluations
from .config import read_config
from .documents import Documents
from .errors import InputError
from .evaluation import Evaluation, Source
from .measures import Counts, Measure, Reading, Texts, measures, pooled
from .options import Options
from .scoring import Score, scores


@dataclass(frozen=True, slots=True)
class Result:
    """What one system scores by one measure."""

    recall: Estimate
    precision: Estimate
    f: Estimate
    scores: tuple[Score, ...]
    """Of each evaluation that has the system, in the byte order of `evaluation.system`."""

    @property
    def counts(self) -> Counts:
        """The counts summed over the evaluations."""
        return pooled([score.counts for score in self.scores])


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

    def __reduce__(self) -> tuple[object, ...]:
        """Read-only views cannot be pickled; they are made anew from what they show."""
        plain = {system: dict(results) for system, results in self.systems.items()}
        return Report, (self.options, plain, self.notes)


def evaluate(
    config: str | PathLike[str] | Iterable[Evaluation],
    options: Options | None = None,
    *,
    systems: str | Iterable[str] | None = None,
) -> Report:
    """Scores systems against models.

    `config` is the path of an XML configuration, or evaluations; `systems` is the ID to score, or
    several (default: all). Raises `InputError` for what cannot be read or scored; whether all files
    can be read is checked before anything is scored.
    """
    options = options or Options()
    evaluations = read_config(fspath(config)) if isinstance(config, str | PathLike) else list(config)
    chosen = _choose(evaluations, systems)
    table = measures(options)
    check_evaluations(evaluations, chosen, table)
    notes: list[str] = []
    rows = _score_all(evaluations, chosen, table, options, notes)
    return Report(options, _summarise(rows, chosen, table, options), tuple(dict.fromkeys(notes)))


def _choose(evaluations: Sequence[Evaluation], systems: str | Iterable[str] | None) -> list[str]:
    known = sorted({system for evaluation in evaluations for system in evaluation.peers})
    if systems is None:
        return known
    chosen = sorted({systems} if isinstance(systems, str) else set(systems))
    for system in chosen:
        if system not in known:
            raise InputError(
                f"no evaluation has a system {system!r}; there are: {', '.join(known) or 'none'}"
            )
    return chosen


Rows = dict[str, list[list[Score]]]
"""By system, for each measure of the table, the scores of the evaluations."""


def _score_all(
    evaluations: Sequence[Evaluation],
    systems: Sequence[str],
    table: Sequence[Measure],
    options: Options,
    notes: list[str],
) -> Rows:
    """Every score, one evaluation after the other, so that few documents are held at a time."""
    rows: Rows = {system: [[] for _ in table] for system in systems}
    documents = Documents(evaluations, systems, options, notes)
    notes.extend(
        f"*ROUGE Warning: test instance for peer {system} does not exist for evaluation {evaluation.id}"
        for system in systems
        for evaluation in evaluations
        if evaluation.peers.get(system) is None
    )
    for evaluation in evaluations:
        peers = evaluation.present(systems)
        if not peers:
            continue
        for place, of_peers in enumerate(_score_evaluation(evaluation, peers, table, documents, options)):
            for system, score in zip(peers, of_peers, strict=True):
                rows[system][place].append(score)
    for system, of_system in rows.items():
        for row in of_system:
            row.sort(key=lambda score: f"{score.evaluation}.{system}")
    return rows


def _score_evaluation(
    evaluation: Evaluation,
    peers: Mapping[str, Source],
    table: Sequence[Measure],
    documents: Documents,
    options: Options,
) -> Iterator[list[Score]]:
    """For each measure, the scores of the peers."""
    texts: dict[tuple[Reading, Reading], Texts] = {}
    for measure in table:
        readings = measure.model_reading, measure.peer_reading
        if readings not in texts:
            texts[readings] = Texts(
                [documents.get(model, measure.model_reading) for model in evaluation.models],
                [documents.get(peer, measure.peer_reading) for peer in peers.values()],
            )
        yield scores(evaluation.id, measure, texts[readings], options)
    documents.release([*evaluation.models, *peers.values()])


def _summarise(
    rows: Rows, systems: Sequence[str], table: Sequence[Measure], options: Options
) -> Mapping[str, Mapping[str, Result]]:
    """Results of all rows; the systems that are in equally many evaluations share their resamples."""
    sizes = {system: len(rows[system][0]) if table else 0 for system in systems}
    results: dict[str, dict[str, Result]] = {system: {} for system in systems}
    for size in set(sizes.values()):
        alike = [
            (system, measure, row)
            for system in systems
            if sizes[system] == size
            for measure, row in zip(table, rows[system], strict=True)
        ]
        found = estimates([row for _, _, row in alike], options)
        for (system, measure, row), three in zip(alike, found, strict=True):
            results[system][measure.name] = Result(*three, tuple(row))
    return results
