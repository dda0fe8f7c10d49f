"""`Report`: the results of a run as programs hold them, with comparisons, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

from ..measures import scores as columns
from ..rendering import previews
from ..rendering.frames import arrow_table, of_report, pandas_frame
from ..rendering.output import Output
from ..rendering.program_formats import document
from ..scoring import comparison
from ..scoring.comparison import Comparison
from ..scoring.results import Results, read_only
from ..scoring.worst import Worst, worst

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from ..rendering.pictures import Picture


class MeasureScores(columns.MeasureScores):
    """The scores of a system by a measure, evaluation by evaluation, in the order of the input.

    The figures are columns (arrays of doubles); a `Score` is made when it is looked at.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return previews.measure_html(self)


class Comparisons(tuple[Comparison, ...]):
    """Comparisons pair by pair, and by measure in report order: a tuple that prints as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        return previews.comparisons_text(self)

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return previews.comparisons_html(self)


class Report(Results):
    """The figures of a run: `report.systems["1"]["ROUGE-2"].recall.average`.

    It prints as a table of systems and measures, of which it shows the first.
    """

    __slots__ = ()

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

        `figure` is recall, precision or f; `systems` is the ID to look at, or several (default: all). With
        the ID of another system, `against`, it is the evaluations in which they are furthest below it.
        Equal figures stand in the order of the systems and of the input, NaN
        behind all others. The measure may be left out where there is only one. Raises `OptionError`
        for a measure that is not there, for a count below 0 and for another figure, and `InputError`
        for systems that are not there and for one against itself.
        """
        return worst(self, count, measure, figure=figure, systems=systems, against=against)

    def plot(self, path: str | PathLike[str] | None = None, *, figure: str = "f") -> Picture:
        """Draw systems and measures with their confidence intervals; a notebook shows the picture.

        With a `path`, which ends in .svg, .png or .pdf, the picture is written to that file, too.
        `figure` is recall, precision or f. Raises `RougeError` where matplotlib cannot be loaded (the
        extra `plot` brings it), `OptionError` where there is nothing to draw or for another figure or
        ending, and `InputError` where the file cannot be written.
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
        return previews.report_text(self)

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        return previews.report_html(self)


def report_of(results: Results) -> Report:
    """Return the report of results, whose scores show themselves as tables."""
    systems = {
        system: {
            measure: result._replace(
                scores=MeasureScores(result.scores.evaluations, result.scores.counts, result.scores.figures)
            )
            for measure, result in by_measure.items()
        }
        for system, by_measure in results.systems.items()
    }
    return Report(results.profile, read_only(systems), results.notes, results.corpus)


def compare(report: Results, baseline: str | None = None) -> Comparisons:
    """Compare every other system with the baseline or, without one, every system with those before it.

    The evaluations that both have are resampled with the report's draws, in the order in which
    the baseline's are resampled, so that over the same evaluations the samples are the report's. A
    difference and its p are NaN where one of the two figures is NaN. Pairs without a common
    evaluation are left out. Comparisons come pair by pair, and by measure in report order. Raises
    `InputError` for fewer than two systems, and for a baseline that is not among them.
    """
    return Comparisons(comparison.compare(report, baseline))
