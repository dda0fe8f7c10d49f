"""The results of a run: a report, and how it is made of counts."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..evaluation import NO_CORPUS, Corpus
from ..measures.scores import FIGURE_NAMES, AnyCounts, Columns, Estimate, Figures, MeasureScores
from ..options import Options
from ..profile import Ordered, Profile, Progress, ignore

if TYPE_CHECKING:
    from os import PathLike

    import pandas
    import pyarrow

    from ..rendering.pictures import Picture
    from .comparison import Comparisons
    from .worst import Worst


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
        from ..reprs import estimate, several  # Runs of the command show none.

        figures = ", ".join(f"{name} {estimate(getattr(self, name))}" for name in FIGURE_NAMES)
        return f"<Result: {figures}; {several(len(self.scores), 'evaluation')}>"


Systems: TypeAlias = Mapping[str, Mapping[str, Result]]


class Report(NamedTuple):
    """The figures of a run: `report.systems["1"]["ROUGE-2"].recall.average`.

    It prints as a table of systems and measures, of which it shows the first.
    """

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

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, in report order."""
        return tuple(dict.fromkeys(measure for results in self.systems.values() for measure in results))

    def compare(self, baseline: str | None = None) -> "Comparisons":
        """Compare the systems with a baseline, or with one another; see `rouge_cli.compare`."""
        from .comparison import compare

        return compare(self, baseline)

    def worst(
        self,
        count: int = 10,
        measure: str | None = None,
        *,
        figure: str = "f",
        systems: str | Iterable[str] | None = None,
        against: str | None = None,
    ) -> "list[Worst]":
        """Return the evaluations in which systems have the lowest figures by a measure, the lowest first.

        `figure` is recall, precision or f; `systems` is the ID to look at, or several (default: all). With
        the ID of another system, `against`, it is the evaluations in which they are furthest below it.
        Equal figures stand in the order of the systems and of the input, NaN
        behind all others. The measure may be left out where there is only one. Raises `OptionError`
        for a measure that is not there, for a count below 0 and for another figure, and `InputError`
        for systems that are not there and for one against itself.
        """
        from .worst import worst

        return worst(self, count, measure, figure=figure, systems=systems, against=against)

    def plot(self, path: "str | PathLike[str] | None" = None, *, figure: str = "f") -> "Picture":
        """Draw systems and measures with their confidence intervals; a notebook shows the picture.

        With a `path`, which ends in .svg, .png or .pdf, the picture is written to that file, too.
        `figure` is recall, precision or f. Raises `RougeError` where matplotlib cannot be loaded (the
        extra `plot` brings it), `OptionError` where there is nothing to draw or for another figure or
        ending, and `InputError` where the file cannot be written.
        """
        from ..rendering.pictures import Picture

        picture = Picture(self, figure)
        if path is not None:
            picture.save(path)
        return picture

    def to_dict(self, *, details: bool = False) -> dict[str, Any]:
        """Return the report as `render(report, "json")` writes it: plain values that JSON can hold.

        `details` adds the scores of the single evaluations. NaN and infinities are `None`.
        """
        from ..rendering.json_formats import document
        from ..rendering.output import Output

        return document(Output(report=self, details=details))

    def to_pandas(self, *, wide: bool = False) -> "pandas.DataFrame":
        """Return the estimates as a data frame, with a row for each system, measure and figure.

        Its columns are `system`, `measure`, `figure` (recall, precision, f), `average`, `low`, `high`
        and `evaluations`. A `wide` frame has a row for each system and columns such as `ROUGE-1 recall`
        (the average), `ROUGE-1 recall low` and `ROUGE-1 recall high`. Raises `RougeError` where pandas
        cannot be loaded; the extra `pandas` brings it.
        """
        from ..rendering.frames import of_report, pandas_frame

        return pandas_frame(of_report(self, wide=wide))

    def to_arrow(self, *, wide: bool = False) -> "pyarrow.Table":
        """Return the estimates as an Arrow table with the columns of `to_pandas`.

        Raises `RougeError` where pyarrow cannot be loaded; the extra `arrow` brings it.
        """
        from ..rendering.frames import arrow_table, of_report

        return arrow_table(of_report(self, wide=wide))

    def __repr__(self) -> str:
        from ..rendering.previews import report_text

        return report_text(self)

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        from ..rendering.previews import report_html

        return report_html(self)

    def __hash__(self) -> int:
        return hash((self.profile, tuple(self.systems), self.notes))

    def __reduce__(self) -> tuple[object, ...]:
        """Read-only views cannot be pickled; they are made anew from what they show."""
        plain = {system: dict(results) for system, results in self.systems.items()}
        return _unpickled, (self.profile, plain, self.notes, self.corpus)


def check_report(report: object) -> None:
    """Raise `TypeError` for anything else than a report."""
    if not isinstance(report, Report):
        raise TypeError(f"report must be a Report, not {type(report).__name__}")


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
    return _frozen(results)


def estimates(
    scored: Sequence[Ordered], profile: Profile, *, jobs: int = 1, progress: Progress = ignore
) -> Iterable[Figures[Estimate]]:
    """Return the estimates of scores over equally many evaluations, which share the resamples."""
    if not any(one.order for one in scored):
        nothing = profile.of_nothing
        return [Figures(nothing, nothing, nothing)] * len(scored)
    return profile.estimates(scored, jobs=jobs, progress=progress)
