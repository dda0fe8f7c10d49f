"""The results of a run: a report, and how it is made of counts."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ..evaluation import NO_CORPUS, Corpus
from ..measures.scores import Columns, Counts, Estimate, Figures, MeasureScores
from ..options import Options
from ..profile import Ordered, Profile, Progress, ignore


class Result(NamedTuple):
    """The estimates of one system by one measure, with the scores behind them."""

    recall: Estimate
    precision: Estimate
    f: Estimate
    scores: MeasureScores
    """The scores of each evaluation that has the system, in the order of the input."""
    counts: Counts
    """The counts summed over the evaluations."""


Systems: TypeAlias = Mapping[str, Mapping[str, Result]]


class Report(NamedTuple):
    """The figures of a run: `report.systems["1"]["ROUGE-2"].recall.average`."""

    profile: Profile
    systems: Systems
    """Results by system, in the order of the input, and by measure, in the order of the report."""
    notes: tuple[str, ...] = ()
    """Notes on the input for the user, each once: missing peers, empty summaries, doubtful texts."""
    corpus: Corpus = NO_CORPUS

    @property
    def options(self) -> Options:
        """The choices of the run."""
        return self.profile.options

    @property
    def signature(self) -> str:
        """One line that pins every choice that changes a figure; see `rouge_cli.scoring.signature`."""
        from .signature import signature  # The classic report does not need it.

        return signature(self.profile, self.corpus)

    def __hash__(self) -> int:
        return hash((self.profile, tuple(self.systems), self.notes))

    def __reduce__(self) -> tuple[object, ...]:
        """Read-only views cannot be pickled; they are made anew from what they show."""
        plain = {system: dict(results) for system, results in self.systems.items()}
        return _unpickled, (self.profile, plain, self.notes, self.corpus)


def _unpickled(profile: Profile, systems: Systems, notes: tuple[str, ...], corpus: Corpus) -> Report:
    return Report(profile, _frozen(systems), notes, corpus)


def _frozen(systems: Systems) -> Systems:
    """Return read-only views of results."""
    return MappingProxyType({system: MappingProxyType(results) for system, results in systems.items()})


def summarise(
    evaluations: Mapping[str, Sequence[str]],
    columns: Mapping[str, Sequence[Columns]],
    profile: Profile,
    *,
    jobs: int = 1,
    progress: Progress = ignore,
) -> Systems:
    """Return the results of systems, given their evaluations and columns.

    Those in equally many evaluations share their resamples.
    """
    alike: dict[int, list[_Row]] = {}
    for system, by_measure in columns.items():
        ids = evaluations[system]
        order = profile.order(system, ids)
        for place, (counts, figures) in enumerate(by_measure):
            ordered = Ordered(MeasureScores(ids, counts, figures), order, place)
            alike.setdefault(len(ids), []).append(_Row(system, profile.measures[place].name, ordered))
    results: dict[str, dict[str, Result]] = {system: {} for system in columns}
    for rows in alike.values():
        three = estimates([row.ordered for row in rows], profile, jobs=jobs, progress=progress)
        for (system, name, (scores, order, _)), of_row in zip(rows, three, strict=True):
            results[system][name] = Result(*of_row, scores, scores.total(order))
    return _frozen(results)


class _Row(NamedTuple):
    """The scores of a system by a measure."""

    system: str
    measure: str
    ordered: Ordered


def estimates(
    scored: Sequence[Ordered], profile: Profile, *, jobs: int = 1, progress: Progress = ignore
) -> Iterable[Figures[Estimate]]:
    """Return the estimates of scores over equally many evaluations, which share the resamples."""
    if not any(one.order for one in scored):
        nothing = profile.of_nothing
        return [Figures(nothing, nothing, nothing)] * len(scored)
    return profile.estimates(scored, jobs=jobs, progress=progress)
