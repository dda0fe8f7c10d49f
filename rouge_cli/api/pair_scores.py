"""`Scores`: the scores of many pairs in columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import inf, isnan
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, overload

from ..errors import InputError, OptionError, some
from ..evaluation import Corpus, Numbered, check_beside_models
from ..options import Options, jobs_of
from ..rendering import object_views as views
from ..scoring.profile import Profile
from ..scoring.results import lowest, notes_of, results_of
from ..scoring.scores import Figures, Score, T, figure_name
from ..scoring.tally import Tally
from . import as_mask, check_ids, places_in, warn
from .report import MeasureScores, Report, report_of

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ..rendering.pictures import Drawing

SYSTEM = ""
"""The ID of the only system while pairs are counted; no user sees it."""


class ScoresByMeasure(dict[str, T]):
    """The scores of a pair, or columns of scores, by the names of their measures."""

    _repr_html_ = views.pair_html

    def __missing__(self, name: object) -> NoReturn:
        is_left_out = "ROUGE-L" in self and re.fullmatch(r"ROUGE-[0-9]+", str(name))
        hint = "; `max_ngram` adds ROUGE-1 and so on" if is_left_out else ""
        raise KeyError(f"no measure {name!r}; there are: {', '.join(self) or 'none'}{hint}")


class Ranked(NamedTuple("Ranked", [("place", int), ("evaluation", str), ("score", Score)])):
    """One of the lowest scores: a tuple of its `place`, its `evaluation` and its `score`, with a `rank`.

    `place` is the index of the pair in the input, from 0, so that `scores[place]` has its scores by all
    measures; `evaluation` is its ID.
    """

    rank: int
    """The rank of the score among the lowest, from 1, which equal figures share; not an item of the tuple."""

    def __new__(cls, place: int, evaluation: str, score: Score, rank: int = 1) -> Ranked:
        ranked = super().__new__(cls, place, evaluation, score)
        ranked.rank = rank
        return ranked

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
        columns = (one for tally in tallies for one in tally.scores[SYSTEM].items())
        self._by_measure = ScoresByMeasure[MeasureScores](columns)

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
        return notes_of(self._tallies, self.corpus)

    def __len__(self) -> int:
        return len(self.evaluations)

    def __contains__(self, item: object) -> bool:
        """Return True for the name of a measure, and for a record that equals one of the records."""
        return item in self._by_measure if isinstance(item, str) else super().__contains__(item)

    @overload
    def __getitem__(self, place: str) -> MeasureScores: ...
    @overload
    def __getitem__(self, place: int) -> dict[str, Score]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Score]]: ...
    def __getitem__(self, place: Any) -> MeasureScores | dict[str, Score] | list[dict[str, Score]]:
        if isinstance(place, str):
            return self._by_measure[place]
        if (mask := as_mask(place, len(self))) is not None:
            return [self[number] for number, is_wanted in enumerate(mask) if is_wanted]
        places = places_in(self, place, "score")
        if isinstance(places, range):
            return [self[one] for one in places]
        return ScoresByMeasure({name: scores[places] for name, scores in self._by_measure.items()})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scores):
            return False
        return self.profile == other.profile and self._by_measure == other._by_measure

    __hash__ = None  # type: ignore[assignment]  # Columns are mutable.

    def __reduce__(self) -> tuple[object, ...]:
        return Scores, (self.profile, self._tallies, self.corpus)

    def __repr__(self) -> str:
        return views.scores_text(self.evaluations, self._by_measure)

    def _repr_html_(self) -> str:
        return views.scores_html(self.evaluations, self._by_measure)

    def mean(self) -> dict[str, Figures[float]]:
        """Return the means of recall, precision and F by each measure; 0 where there is no score.

        The exact means are rounded once, so they do not depend on the order of pairs. The averages of a
        report are averages of its resamples.
        """
        if not len(self):
            warn("there are no scores, so each mean is 0")
        return {name: scores.mean() for name, scores in self._by_measure.items()}

    def worst(self, count: int = 10, measure: str | None = None, *, figure: str = "f") -> list[Ranked]:
        """Return the pairs with the lowest figures by a measure, the lowest first.

        `figure` is recall, precision or f. Equal figures stand in input order, and NaN comes last. The
        `measure` may be left out if the scores have only one. Raises `OptionError` for a missing measure, a
        count below 0 and another figure, and `KeyError` for an unknown measure.
        """
        if measure is None:
            if len(self._by_measure) != 1:
                raise OptionError("`measure` must be one of: %s", some(self.measures))
            (measure,) = self._by_measure
        scores = self[measure]
        column: Sequence[float] = getattr(scores.figures, figure_name(figure))
        worst: list[Ranked] = []
        rank, last = 0, inf
        for number, place in enumerate(lowest(zip(column, range(len(self)), strict=True), count), 1):
            if number == 1 or not (isnan(last) or column[place] == last):  # Only NaN follows NaN.
                rank, last = number, column[place]
            worst.append(Ranked(place, self.evaluations[place], scores[place], rank))
        return worst

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns of the wide data frame as lists: `evaluation`, `ROUGE-1 recall` and so on."""
        return views.lists(views.of_scores(self.evaluations, self._by_measure, wide=True))

    def to_pandas(self, *, wide: bool = False) -> pandas.DataFrame:
        """Return the scores as a data frame, with a row for each measure and pair.

        Its columns are `evaluation`, `measure`, `recall`, `precision`, `f`, `model_count`, `peer_count`
        and `hit_count`. A `wide` frame has a row for each pair and columns such as `ROUGE-1 recall`; it
        copies no figure, and its columns of figures are read-only. Raises `RougeError` where pandas
        cannot be loaded; the extra `pandas` brings it.
        """
        return views.pandas_frame(views.of_scores(self.evaluations, self._by_measure, wide=wide))

    def to_arrow(self, *, wide: bool = False) -> pyarrow.Table:
        """Return the columns of `to_pandas` as an Arrow table, without copies of figures.

        Raises `RougeError` where pyarrow cannot be loaded; the extra `arrow` brings it.
        """
        return views.arrow_table(views.of_scores(self.evaluations, self._by_measure, wide=wide))

    def to_polars(self, *, wide: bool = False) -> polars.DataFrame:
        """Return `to_pandas` as a data frame of Polars. Raises `RougeError` where Polars is missing."""
        return views.polars_frame(views.of_scores(self.evaluations, self._by_measure, wide=wide))

    def plot(self, path: str | PathLike[str] | None = None, *, figure: str = "f") -> Drawing:
        """Draw a histogram of the scores by each measure, with their mean; a notebook shows it.

        With a `path`, which ends in .svg, .png or .pdf, also write the picture to that file. `figure` is
        recall, precision or f. Raises the errors of `Report.plot`.
        """
        from ..rendering.pictures import histograms  # Few programs draw.

        figures = {name: getattr(one, figure_name(figure)) for name, one in self._by_measure.items()}
        picture = histograms(figures, figure_name(figure), self.options)
        if path is not None:
            picture.save(path)
        return picture

    def report(self, system: str = "system", *, jobs: int = 1) -> Report:
        """Return the report that `evaluate` makes of the same pairs for a system with this ID.

        `jobs` threads share the resamples (0: one thread for each processor). Raises `TypeError` for an
        ID that is no string, `OptionError` for jobs that are no whole number, and, with `about`, `InputError`
        for an ID that names the row of the models.
        """
        if not isinstance(system, str):
            raise TypeError(f"IDs of systems must be strings, not {system!r}")
        if self.profile.beside:
            check_beside_models([system])
        named = [tally.renamed({SYSTEM: system}) for tally in self._tallies]
        return report_of(results_of(named, self.corpus, evaluations=len(self), jobs=jobs_of(jobs)))

    @classmethod
    def concat(cls, parts: Iterable[Scores]) -> Scores:
        """Return the scores of all parts in one.

        Numbered evaluations are numbered anew from 1. Raises `InputError` for no parts, parts of different
        options, a mixture of parts with and without IDs, and a repeated ID, and `TypeError` for anything but
        several `Scores`.
        """
        wanted = "parts must be several Scores"
        if isinstance(parts, Scores):
            raise TypeError(f"{wanted}, not one of them: [scores]")
        if not isinstance(parts, Iterable):
            raise TypeError(f"{wanted}, not {type(parts).__name__}")
        parts = list(parts)
        if not parts:
            raise InputError("there are no parts; give the scores of one at least")
        for part in parts:
            if not isinstance(part, Scores):
                raise TypeError(f"{wanted}, not a list with {type(part).__name__} in it")
            profile = parts[0].profile
            if part.profile != profile:
                raise InputError(
                    f"parts are of different options ({profile.options!r} and {part.options!r});"
                    " put together scores of the same options"
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
