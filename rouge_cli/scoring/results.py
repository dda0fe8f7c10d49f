"""Counts -> results: the estimates of each system by each measure, and the signature of the run."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from .._version import __version__
from ..errors import estimate, several
from ..evaluation import MODELS, NO_CORPUS, Corpus
from ..measures.scores import FIGURE_NAMES, AnyCounts, Columns, Estimate, Figures, MeasureScores
from ..options import Options
from ..profiles.estimates import Ordered, Progress, ignore
from ..profiles.profile import Profile
from ..profiles.signatures import signed_choices
from .counting import Tally


class Result(NamedTuple):
    """The estimates of one system by one measure, with the scores behind them."""

    recall: Estimate
    precision: Estimate
    f: Estimate
    scores: MeasureScores
    """The scores of each evaluation that has the system, in the order of the input."""
    counts: AnyCounts
    """The counts summed over the evaluations."""

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {estimate(getattr(self, name))}" for name in FIGURE_NAMES)
        return f"<Result: {figures}; {several(len(self.scores), 'evaluation')}>"


Systems: TypeAlias = Mapping[str, Mapping[str, Result]]


class Results(NamedTuple):
    """All results of a run."""

    profile: Profile
    systems: Systems
    """Results by system, in the order of the input, and by measure, in the order of the report."""
    notes: tuple[str, ...] = ()
    """Notes on the input for the user, each once: missing peers, empty summaries, doubtful texts."""
    corpus: Corpus = NO_CORPUS
    models: Mapping[str, Result] = MappingProxyType({})
    """The results of the models by the measures beside ROUGE."""

    @property
    def options(self) -> Options:
        """The choices of the run."""
        return self.profile.options

    @property
    def signature(self) -> str:
        """One line that pins every choice that changes a figure."""
        return signature(self.profile, self.corpus)

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, in report order."""
        return tuple(dict.fromkeys(measure for results in self.systems.values() for measure in results))

    @property
    def beside_rouge(self) -> tuple[str, ...]:
        """The names of the measures that are no ROUGE, and have one figure in place of three."""
        return tuple(name for name in self.measures if name in self.options.about)

    def __hash__(self) -> int:
        return hash((self.profile, tuple(self.systems), self.notes))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle plain dictionaries, since read-only views cannot be pickled."""
        plain = {system: dict(results) for system, results in self.systems.items()}
        return _unpickled, (type(self), self.profile, plain, self.notes, self.corpus, dict(self.models))

    def profile_of(self, measure: str) -> tuple[Profile, int]:
        """Return the profile that has a measure, and the place of the measure in it."""
        beside = self.beside_rouge
        if self.profile.beside is None or measure not in beside:
            return self.profile, self.measures.index(measure)
        return self.profile.beside, beside.index(measure)


def check_report(report: object) -> None:
    """Raise `TypeError` for anything else than the results of a run."""
    if not isinstance(report, Results):
        raise TypeError(f"report must be a Report, not {type(report).__name__}")


def _unpickled(
    kind: type[Results],
    profile: Profile,
    systems: Systems,
    notes: tuple[str, ...],
    corpus: Corpus,
    models: Mapping[str, Result],
) -> Results:
    return kind(profile, read_only(systems), notes, corpus, MappingProxyType(models))


def read_only(systems: Systems) -> Systems:
    """Return read-only views of results."""
    return MappingProxyType({system: MappingProxyType(results) for system, results in systems.items()})


def results_of(
    tallies: Sequence[Tally],
    notes: tuple[str, ...],
    corpus: Corpus,
    *,
    jobs: int = 1,
    progress: Progress = ignore,
) -> Results:
    """Return the results of the counts of a run, which `count_all` returned."""
    tally, *beside = tallies
    of_all = {
        system: dict(results)
        for system, results in summarise(
            tally.evaluations, tally.columns, tally.profile, jobs=jobs, progress=progress
        ).items()
    }
    models: Mapping[str, Result] = MappingProxyType({})
    for other in beside:
        systems = summarise(other.evaluations, other.columns, other.profile, jobs=jobs)
        models = systems.get(MODELS, models)
        for system, results in of_all.items():
            results.update(systems[system])
    return Results(tally.profile, read_only(of_all), notes, corpus, models)


def notes_of(tallies: Iterable[Tally], *before: str) -> tuple[str, ...]:
    """Return the given notes and those of the counts of a run, each once."""
    return tuple(dict.fromkeys([*before, *(note for tally in tallies for note in tally.all_notes())]))


def summarise(
    evaluations: Mapping[str, Sequence[str]],
    columns: Mapping[str, Sequence[Columns]],
    profile: Profile,
    *,
    jobs: int = 1,
    progress: Progress = ignore,
) -> Systems:
    """Return the results of systems, given their evaluations and columns.

    Systems with equally many evaluations share their resamples.
    """
    alike: dict[int, list[tuple[str, str, Ordered]]] = {}
    for system, by_measure in columns.items():
        ids = evaluations[system]
        order = profile.order(system, ids)
        for place, (counts, figures) in enumerate(by_measure):
            ordered = Ordered(MeasureScores(ids, counts, figures), order, place)
            alike.setdefault(len(ids), []).append((system, profile.measures[place].name, ordered))
    results: dict[str, dict[str, Result]] = {system: {} for system in columns}
    for rows in alike.values():
        three = estimates([ordered for _, _, ordered in rows], profile, jobs=jobs, progress=progress)
        for (system, name, (scores, order, _)), of_row in zip(rows, three, strict=True):
            results[system][name] = Result(*of_row, scores, scores.total(order))
    return read_only(results)


def estimates(
    scored: Sequence[Ordered], profile: Profile, *, jobs: int = 1, progress: Progress = ignore
) -> Iterable[Figures[Estimate]]:
    """Return the estimates of scores that share their resamples: all are over equally many evaluations."""
    if not any(one.order for one in scored):
        nothing = Estimate(*[profile.rouge.of_nothing] * 3)
        return [Figures(nothing, nothing, nothing)] * len(scored)
    return profile.estimates(scored, jobs=jobs, progress=progress)


def signature(profile: Profile, corpus: Corpus) -> str:
    """Return `key:value` pairs joined by `|`, as in sacreBLEU.

    On equal inputs equal signatures mean equal figures. A digest stands for word lists that are not the usual
    ones. Raises `InputError` for word lists that cannot be read.
    """
    pairs = {
        "rouge": profile.rouge.signature,
        **signed_choices(profile),
        "models": _range(corpus.fewest_models, corpus.most_models),
        "sentences": ",".join(map(_escaped, corpus.sentence_marks)) or "none",
        "version": __version__,
    }
    return "|".join(f"{key}:{value}" for key, value in pairs.items())


def _range(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest}-{most}"


def _escaped(text: str) -> str:
    """Return the text with escapes for separators of pairs and for characters that cannot be printed."""
    return "".join(c if c.isprintable() and c not in "|,:\\`" else f"\\x{ord(c):02x}" for c in text)
