"""`evaluate` and its `Report`, with comparisons, tables and pictures; `Scores` of many pairs in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, isnan
from os import PathLike, fspath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ..errors import InputError, OptionError, some
from ..evaluation import Corpus, Evaluation, Numbered, check_beside_models
from ..inputs.streams import Evaluations, Stream
from ..inputs.xml import open_config
from ..measures import scores as columns
from ..measures.scores import Figures, Score, figure_name
from ..options import Options, jobs_of
from ..profiles.estimates import Progress
from ..profiles.profile import Profile
from ..rendering import Output
from ..rendering import object_views as views
from ..rendering.object_views import arrow_table, lists, of_report, of_scores, pandas_frame
from ..rendering.program_formats import document
from ..scoring import comparison
from ..scoring.comparison import Comparison
from ..scoring.counting import Tally
from ..scoring.engine import score_evaluations
from ..scoring.results import Result, Results, Worst, lowest, notes_of, read_only, results_of, worst_and_ties
from .many import places_in

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas
    import pyarrow

    from ..rendering.pictures import Picture


class MeasureScores(columns.MeasureScores):
    """The scores of a system by a measure, evaluation by evaluation, in the order of the input.

    The figures are columns (arrays of doubles); a `Score` is made on access.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return views.measure_html(self)


class Comparisons(tuple[Comparison, ...]):
    """Comparisons pair by pair, and by measure in report order: a tuple that prints as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return views.comparisons_table(self, html=False)

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return views.comparisons_table(self, html=True)


class Report(Results):
    """The figures of a run: `report.systems["1"]["ROUGE-2"].recall.average`.

    It prints as a table of the first systems and measures.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # Checkers keep the types of a tuple's items.

        def __getitem__(self, place):
            if isinstance(place, str):
                raise TypeError(f"a report has its results in `systems`: report.systems[{place!r}]")
            return super().__getitem__(place)

    def compare(self, baseline: str | None = None) -> Comparisons:
        """Compare the systems with a baseline, or with one another; see `rouge_cli.compare`."""
        return compare(self, baseline)

    def worst(
        self,
        count: int = 10,
        measure: str | None = None,
        *,
        figure: str = "f",
        systems: str | Iterable[str] | None = None,
        against: str | None = None,
    ) -> list[Worst]:
        """Return the evaluations in which systems have the lowest figures by a measure, the lowest first.

        `figure` is recall, precision or f; `systems` is one ID or several (default: all). With the ID of
        another system, `against`, return the evaluations in which systems lose most to that system. Equal
        figures stand in the order of the systems and of the input, and NaN comes last. The `measure` may be
        left out if the report has only one. Raises `OptionError` for an unknown measure, a count below 0 and
        another figure, and `InputError` for unknown systems and for a system against itself.
        """
        return worst_and_ties(self, count, measure, figure=figure, systems=systems, against=against)[0]

    def plot(self, path: str | PathLike[str] | None = None, *, figure: str = "f") -> Picture:
        """Draw systems and measures with their confidence intervals; a notebook shows the picture.

        With a `path`, which ends in .svg, .png or .pdf, also write the picture to that file. `figure` is
        recall, precision or f. Raises `RougeError` if matplotlib cannot be loaded (the extra `plot` brings
        it), `OptionError` for a report without figures, another figure or another ending, and `InputError` if
        the file cannot be written.
        """
        from ..rendering.pictures import Picture  # Few programs draw.

        picture = Picture(self, figure)
        if path is not None:
            picture.save(path)
        return picture

    def to_dict(self, *, details: bool = False) -> dict[str, Any]:
        """Return the report as `render(report, "json")` writes it: plain values that JSON can hold.

        `details` adds the scores of the single evaluations. NaN and infinities are `None`.
        """
        return document(Output(report=self, details=details))

    def to_pandas(self, *, wide: bool = False) -> pandas.DataFrame:
        """Return the estimates as a data frame, with a row for each system, measure and figure.

        Its columns are `system`, `measure`, `figure` (recall, precision, f), `average`, `low`, `high`
        and `evaluations`. A `wide` frame has a row for each system and columns such as `ROUGE-1 recall`
        (the average), `ROUGE-1 recall low` and `ROUGE-1 recall high`. Raises `RougeError` where pandas
        cannot be loaded; the extra `pandas` brings it.
        """
        return pandas_frame(of_report(self, wide=wide))

    def to_arrow(self, *, wide: bool = False) -> pyarrow.Table:
        """Return the estimates as an Arrow table with the columns of `to_pandas`.

        Raises `RougeError` where pyarrow cannot be loaded; the extra `arrow` brings it.
        """
        return arrow_table(of_report(self, wide=wide))

    def __repr__(self) -> str:
        return views.report_table(self, html=False)

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return views.report_table(self, html=True)


SYSTEM = ""
"""The name of the only system while pairs are counted; no user sees it."""


class _Lowest(NamedTuple):
    place: int
    evaluation: str
    score: Score


class Ranked(_Lowest):
    """One of the lowest scores: a tuple of its `place`, its `evaluation` and its `score`, with a `rank`.

    `place` is the index of the pair in the input, from 0, so that `scores[place]` has its scores by all
    measures; `evaluation` is its ID.
    """

    rank: int
    """The number of the score among the lowest, from 1; equal figures share a rank. No part of the tuple."""

    def __new__(cls, place: int, evaluation: str, score: Score, rank: int) -> Ranked:
        ranked = super().__new__(cls, place, evaluation, score)
        ranked.rank = rank
        return ranked

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (*self, self.rank)

    def __repr__(self) -> str:
        return super().__repr__().replace("(", f"(rank={self.rank}, ", 1)


class Scores(Sequence[dict[str, Score]]):
    """The scores of many peers, in input order.

    `scores["ROUGE-1"].f` is a column, `scores[17]["ROUGE-1"]` a record, which is made on access.
    """

    def __init__(self, profile: Profile, tallies: Sequence[Tally], corpus: Corpus) -> None:
        """Make scores; programs call `Scorer.score_batch` or `concat`."""
        self.profile = profile
        self.evaluations: Sequence[str] = tallies[0].evaluations[SYSTEM] or Numbered(0)
        """The IDs of the pairs, by default `1`, `2` …"""
        self.corpus = corpus
        self._tallies = tallies
        self._by_measure = {
            measure.name: MeasureScores(self.evaluations, *columns)
            for tally in tallies
            for measure, columns in zip(tally.profile.measures, tally.columns[SYSTEM], strict=True)
        }

    @property
    def options(self) -> Options:
        """The options of the scorer."""
        return self.profile.options

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, in report order."""
        return tuple(self._by_measure)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the texts for the user, each once: empty summaries, doubtful texts."""
        return notes_of(self._tallies)

    def __len__(self) -> int:
        return len(self.evaluations)

    def __contains__(self, item: object) -> bool:
        """Return True for the name of a measure, and for a record that equals one of these."""
        return item in self._by_measure if isinstance(item, str) else super().__contains__(item)

    @overload
    def __getitem__(self, place: str) -> MeasureScores: ...
    @overload
    def __getitem__(self, place: int) -> dict[str, Score]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Score]]: ...
    def __getitem__(
        self, place: str | int | slice
    ) -> MeasureScores | dict[str, Score] | list[dict[str, Score]]:
        if isinstance(place, str):
            if place not in self._by_measure:
                raise KeyError(f"no measure {place!r}; there are: {', '.join(self._by_measure)}")
            return self._by_measure[place]
        places = places_in(self, place, "score")
        if isinstance(places, range):
            return [self[one] for one in places]
        return {name: scores[places] for name, scores in self._by_measure.items()}

    def __iter__(self) -> Iterator[dict[str, Score]]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Scores)
            and self.profile == other.profile
            and self._by_measure == other._by_measure
        )

    __hash__ = None  # type: ignore[assignment]  # Columns are mutable.

    def __reduce__(self) -> tuple[object, ...]:
        return Scores, (self.profile, self._tallies, self.corpus)

    def __repr__(self) -> str:
        return views.scores_text(self.evaluations, self._by_measure)

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return views.scores_html(self.evaluations, self._by_measure)

    def mean(self) -> dict[str, Figures[float]]:
        """Return the means of recall, precision and F by each measure; 0 where there is no score.

        The exact means are rounded once, so they do not depend on the order of pairs. The averages of a
        report are averages of its resamples.
        """
        return {name: scores.mean() for name, scores in self._by_measure.items()}

    def worst(self, count: int = 10, measure: str | None = None, *, figure: str = "f") -> list[Ranked]:
        """Return the pairs with the lowest figures by a measure, the lowest first.

        `figure` is recall, precision or f. Equal figures stand in input order, and NaN comes last. The
        `measure` may be left out if the scores have only one. Raises `OptionError` for a missing measure, a
        count below 0 and another figure, and `KeyError` for an unknown measure.
        """
        if measure is None:
            if len(self._by_measure) != 1:
                raise OptionError(f"`measure` must be one of: {some(self.measures)}")
            (measure,) = self._by_measure
        scores = self[measure]
        column: Sequence[float] = getattr(scores.figures, figure_name(figure))
        worst: list[Ranked] = []
        rank, last = 0, inf
        for number, place in enumerate(lowest(zip(column, range(len(self)), strict=True), count), 1):
            if not worst or not (isnan(last) or column[place] == last):  # Behind NaN there is only NaN.
                rank, last = number, column[place]
            worst.append(Ranked(place, self.evaluations[place], scores[place], rank))
        return worst

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns of the wide data frame as lists: `evaluation`, `ROUGE-1 recall` and so on."""
        return lists(of_scores(self.evaluations, self._by_measure, wide=True))

    def to_pandas(self, *, wide: bool = False) -> pandas.DataFrame:
        """Return the scores as a data frame, with a row for each measure and pair.

        Its columns are `evaluation`, `measure`, `recall`, `precision`, `f`, `model_count`, `peer_count`
        and `hit_count`. A `wide` frame has a row for each pair and columns such as `ROUGE-1 recall`; it
        copies no figure, and its columns of figures are read-only. Raises `RougeError` where pandas
        cannot be loaded; the extra `pandas` brings it.
        """
        return pandas_frame(of_scores(self.evaluations, self._by_measure, wide=wide))

    def to_arrow(self, *, wide: bool = False) -> pyarrow.Table:
        """Return the scores as an Arrow table with the columns of `to_pandas`; it copies no figure.

        Raises `RougeError` where pyarrow cannot be loaded; the extra `arrow` brings it.
        """
        return arrow_table(of_scores(self.evaluations, self._by_measure, wide=wide))

    def report(self, system: str = "system", *, jobs: int = 1) -> Report:
        """Return the report that `evaluate` makes of the same pairs for a system of this ID.

        `jobs` threads share the resamples (0: one thread for each processor). Raises `TypeError` for an
        ID that is no string, `OptionError` for jobs that are no whole number, and with `about` `InputError`
        for the name of the models' row.
        """
        if not isinstance(system, str):
            raise TypeError(f"IDs of systems must be strings, not {system!r}")
        if self.profile.beside:
            check_beside_models([system])
        named = [tally.renamed({SYSTEM: system}) for tally in self._tallies]
        return report_of(results_of(named, self.notes, self.corpus, jobs=jobs_of(jobs)))

    @classmethod
    def concat(cls, parts: Iterable[Scores]) -> Scores:
        """Return the scores of all parts in one.

        Numbered evaluations are numbered anew from 1. Raises `InputError` for no parts, parts of different
        options, a mixture of parts with and without IDs, and a repeated ID, and `TypeError` for anything else
        than several `Scores`.
        """
        wanted = "parts must be several Scores"
        if isinstance(parts, Scores):
            raise TypeError(f"{wanted}, not one of them: [scores]")
        if not isinstance(parts, Iterable):
            raise TypeError(f"{wanted}, not {type(parts).__name__}")
        parts = list(parts)
        for part in parts:
            if not isinstance(part, Scores):
                raise TypeError(f"{wanted}, not a list with {type(part).__name__} in it")
        if not parts:
            raise InputError("there are no parts; give the scores of one at least")
        profile = parts[0].profile
        for part in parts:
            if part.profile != profile:
                raise InputError(
                    f"parts are of different options ({profile.options!r} and {part.options!r});"
                    " put together what was scored with the same ones"
                )
        parts = [part for part in parts if len(part)] or parts[:1]
        numbered = {isinstance(part.evaluations, Numbered) for part in parts}
        if len(numbered) > 1:
            raise InputError("some parts have IDs and some have not; give IDs to all of them or to none")
        tallies = [
            Tally.joined(of_parts, go_on=True in numbered)
            for of_parts in zip(*(part._tallies for part in parts), strict=True)
        ]
        if False in numbered:
            check_ids(tallies[0].evaluations[SYSTEM])
        return cls(profile, tallies, Corpus.joined([part.corpus for part in parts]))


def check_ids(ids: Sequence[str]) -> None:
    """Raise `InputError` for a repeated ID."""
    if len(set(ids)) < len(ids):
        ((twice, _),) = Counter(ids).most_common(1)
        raise InputError(f"the ID {twice!r} is there twice; give each evaluation its own")


def report_of(results: Results) -> Report:
    """Return the report of results, with scores that a notebook shows as tables."""

    def shown(by_measure: Mapping[str, Result]) -> dict[str, Result]:
        return {
            measure: result._replace(
                scores=MeasureScores(result.scores.evaluations, result.scores.counts, result.scores.figures)
            )
            for measure, result in by_measure.items()
        }

    systems = {system: shown(by_measure) for system, by_measure in results.systems.items()}
    return Report(
        results.profile,
        read_only(systems),
        results.notes,
        results.corpus,
        MappingProxyType(shown(results.models)),
    )


def compare(report: Results, baseline: str | None = None) -> Comparisons:
    """Compare every other system with the baseline or, without one, every system with those before it.

    The evaluations of both systems are resampled by the draws of the report, in the order of the baseline's
    evaluations, so the samples over the same evaluations are those in the report. A difference and its p are
    NaN if one of the two figures is NaN. Pairs without a common evaluation are left out. Comparisons come
    pair by pair, and by measure in report order. Raises `InputError` for fewer than two systems and for an
    unknown baseline.
    """
    return Comparisons(comparison.compare(report, baseline))


def evaluate(
    config: str | PathLike[str] | Iterable[Evaluation],
    options: Options | None = None,
    *,
    systems: str | Iterable[str] | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Report:
    """Score systems against models.

    `config` is the path of an XML configuration, or evaluations; `systems` is one ID or several (default:
    all). `jobs` threads share the work (0: one thread for each processor); the Python kernel gains nothing
    from threads. With an `executor`, its workers share the work instead; they must be processes or machines
    that have this package and see the same files. `progress` is called about a hundred times, with the number
    of evaluations and the number scored so far. Jobs, executor and progress change no figure.

    Raises `InputError` for input that cannot be read or scored; missing files are found before anything is
    scored. Raises `TypeError` for anything else than evaluations and options.
    """
    options = Options() if options is None else options
    if not isinstance(options, Options):
        raise TypeError(
            f"options must be Options, not {type(options).__name__}; models belong to evaluations:"
            " evaluate([Evaluation.of_texts(id, {system: peer}, models)], Options(...))"
        )
    jobs = jobs_of(jobs)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor must be an executor, with `submit`, not {type(executor).__name__}")
    wanted = "the path of a configuration, or several evaluations, is wanted"
    evaluations: Evaluations
    if isinstance(config, Stream):
        evaluations = config
    elif isinstance(config, str | PathLike):
        evaluations = open_config(fspath(config))
    elif isinstance(config, Evaluation):
        raise TypeError(f"{wanted}, not one evaluation: [evaluation]")
    elif isinstance(config, bytes) or not isinstance(config, Iterable):
        raise TypeError(f"{wanted}, not {type(config).__name__}")
    else:
        evaluations = list(config)
        for one in evaluations:
            if not isinstance(one, Evaluation):
                raise TypeError(
                    f"{wanted}, not a list with {type(one).__name__} in it;"
                    " Evaluation.of_texts makes an evaluation of texts"
                )
    results = score_evaluations(evaluations, options, systems, jobs=jobs, executor=executor, scoring=progress)
    return report_of(results)
