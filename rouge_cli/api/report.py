"""`evaluate` and its `Report`, with comparisons, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..errors import some
from ..evaluation import Evaluation
from ..inputs.configurations import open_config
from ..inputs.streams import Stream
from ..kernel.threads import Progress
from ..options import Options, jobs_of
from ..rendering import Output
from ..rendering import object_views as views
from ..rendering.presentation import document
from ..rendering.report_view import presentation
from ..scoring import comparison
from ..scoring.comparison import Comparison
from ..scoring.engine import score_evaluations
from ..scoring.results import Results, Worst, check_report, worst_and_ties
from ..scoring.scores import MeasureScores as MeasureScores

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas
    import polars
    import pyarrow

    from ..rendering.pictures import Picture


MeasureScores._repr_html_ = views.measure_html


class Comparisons(tuple[Comparison, ...]):
    """The comparisons of each pair, by measure in report order: a tuple that prints as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return views.comparisons_table(self, html=False)

    def _repr_html_(self) -> str:
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

    def __hash__(self) -> int:
        return hash((self.profile, tuple(self.systems), self.notes))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle plain dictionaries, since read-only views cannot be pickled."""
        systems = {system: dict(results) for system, results in self.systems.items()}
        return report_of, (Results(*self._replace(systems=systems, models=dict(self.models))),)

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

        `figure` is recall, precision or f; `systems` is one ID or several (default: all). With `against`, the
        ID of another system, return the evaluations in which systems lose most to that system. Equal figures
        stand in the order of the systems and of the input, and NaN comes last. The `measure` may be left out
        if the report has only one. Raises `OptionError` for an unknown measure or figure and a count below 0,
        and `InputError` for unknown systems and for a system against itself.
        """
        return worst_and_ties(self, count, measure, figure=figure, systems=systems, against=against)[0]

    def plot(
        self,
        path: str | PathLike[str] | None = None,
        *,
        figure: str = "f",
        comparisons: Iterable[Comparison] = (),
        sort: str | None = None,
        width: str | None = None,
    ) -> Picture:
        """Draw systems and measures with their confidence intervals; a notebook shows the picture.

        With a `path`, which ends in .svg, .png or .pdf, also write the picture to that file. `figure` is
        recall, precision or f. `comparisons` show the baseline's interval as a band, and stars or letters;
        `sort` is the order of systems, as of `render`, and `width` is "column" or "page" of a paper. Raises
        `RougeError` if matplotlib cannot be loaded (the extra `plot` brings it), `OptionError` for a report
        without figures, an unknown figure, order or width or another ending, and `InputError` if the file
        cannot be written.
        """
        from ..rendering.pictures import Picture  # Few programs draw.

        picture = Picture(self, figure, comparisons=comparisons, sort=sort, width=width)
        if path is not None:
            picture.save(path)
        return picture

    def to_dict(self, *, details: bool = False) -> dict[str, Any]:
        """Return the report as `render(report, "json")` writes it, in values that JSON can hold.

        `details` adds the scores of each evaluation. NaN and infinities are `None`.
        """
        return document(presentation(Output(report=self, details=details)))

    def to_pandas(self, *, wide: bool = False) -> pandas.DataFrame:
        """Return the estimates as a data frame, with a row for each system, measure and figure.

        Its columns are `system`, `measure`, `figure` (recall, precision, f), `average`, `low`, `high`
        and `evaluations`. A `wide` frame has a row for each system and columns such as `ROUGE-1 recall`
        (the average), `ROUGE-1 recall low` and `ROUGE-1 recall high`. Raises `RougeError` where pandas
        cannot be loaded; the extra `pandas` brings it.
        """
        return views.pandas_frame(views.of_report(self, wide=wide))

    def to_arrow(self, *, wide: bool = False) -> pyarrow.Table:
        """Return `to_pandas` as an Arrow table. Raises `RougeError` where the extra `arrow` is missing."""
        return views.arrow_table(views.of_report(self, wide=wide))

    def to_polars(self, *, wide: bool = False) -> polars.DataFrame:
        """Return `to_pandas` as a data frame of Polars. Raises `RougeError` where Polars is missing."""
        return views.polars_frame(views.of_report(self, wide=wide))

    def __repr__(self) -> str:
        return views.report_table(self, html=False)

    def _repr_html_(self) -> str:
        return views.report_table(self, html=True)


class _Named(dict[str, Any]):
    def __missing__(self, name: object) -> Any:
        raise KeyError(f"no {name!r}; there are: {some(list(self))}")


def report_of(results: Results) -> Report:
    """Return the read-only report of results. Its `KeyError` for an unknown name lists the known ones."""
    systems = _Named((id, MappingProxyType(_Named(one))) for id, one in results.systems.items())
    models = MappingProxyType(_Named(results.models))
    return Report(*results)._replace(systems=MappingProxyType(systems), models=models)


def compare(report: Results, baseline: str | None = None) -> Comparisons:
    """Compare each system with the baseline or, without a baseline, with every system before it.

    The report's draws resample both systems, in the order of the baseline's evaluations. Over the same
    evaluations the samples are therefore the samples of the report. A difference and its p are NaN if one of
    the two figures is NaN. Pairs without a common evaluation are left out. Comparisons stand pair by pair,
    and by measure in report order. Raises `InputError` for fewer than two systems and for an unknown
    baseline.
    """
    check_report(report)
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
    that have this package and see the same files. `progress` is called after each batch, with the number
    of evaluations and the number scored so far. Jobs, executor and progress change no figure.

    Raises `InputError` for input that cannot be read or scored; missing files are found before anything is
    scored. Raises `TypeError` for anything but evaluations and options.
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
    evaluations: Any = config
    if isinstance(config, str | PathLike):
        evaluations = open_config(fspath(config))
    elif isinstance(config, Evaluation):
        raise TypeError(f"{wanted}, not one evaluation: [evaluation]")
    elif isinstance(config, bytes) or not isinstance(config, Iterable):
        raise TypeError(f"{wanted}, not {type(config).__name__}")
    elif not isinstance(config, Stream):
        evaluations = config if isinstance(config, list) else list(config)
        for one in evaluations:
            if not isinstance(one, Evaluation):
                raise TypeError(
                    f"{wanted}, not a list with {type(one).__name__} in it;"
                    " Evaluation.of_texts makes an evaluation of texts"
                )
    results = score_evaluations(evaluations, options, systems, jobs=jobs, executor=executor, scoring=progress)
    return report_of(results)
