"""Counts and scores: columns in the order of the input, records made of them, and how numbers are spelt."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from importlib import import_module
from itertools import chain
from math import fsum, isfinite, isnan
from operator import add
from typing import Any, Generic, NamedTuple, NoReturn, Self, TypeAlias, TypeVar, overload

from ..errors import OptionError, figure, several
from ..kernel import Numbers
from ..kernel.plan import Doubles, Integers

T = TypeVar("T")
U = TypeVar("U")
FIGURE_NAMES = ("recall", "precision", "f")
"""The attribute names of the figures."""


def figure_name(figure: str) -> str:
    """Return the attribute name of a figure, which can be given by its letter (R, P, F), too.

    Raises `OptionError` for anything else.
    """
    for name in FIGURE_NAMES:
        if figure in (name, name[0].upper()):
            return name
    raise OptionError(f"`figure` must be recall, precision or f, not {figure!r}")


Column: TypeAlias = Integers | Doubles | list[float]
"""Counts of evaluations: whole numbers, doubles, or a list where neither holds them exactly."""


class Counts(NamedTuple):
    """The units of the model and of the peer, and the units they share: tokens, grams or weighted runs."""

    model: float
    peer: float
    hit: float

    @property
    def peer_hit(self) -> float:
        """The shared units of the peer: as many as the model's."""
        return self.hit


class TwoSidedCounts(NamedTuple):
    """The counts of a measure that counts what is shared on either side, with two results.

    Recall is `hit` / `model`, precision `peer_hit` / `peer`, and F the two sums' ratio,
    (`hit` + `peer_hit`) / (`model` + `peer`).
    """

    model: float
    peer: float
    hit: float
    peer_hit: float


AnyCounts: TypeAlias = Counts | TwoSidedCounts


class Figures(NamedTuple, Generic[T]):
    """Recall, precision and F as numbers, columns, samples or estimates."""

    recall: T
    precision: T
    f: T

    def map(self, function: Callable[[T], U]) -> "Figures[U]":
        """Return what the function makes of each of the three."""
        return Figures(function(self.recall), function(self.precision), function(self.f))


class Score(NamedTuple):
    """One peer in one evaluation by one measure."""

    recall: float
    precision: float
    f: float
    counts: AnyCounts
    evaluation: str = ""
    """The ID of the evaluation, where it has one."""

    def __repr__(self) -> str:
        return f"Score(recall={self.recall!r}, precision={self.precision!r}, f={self.f!r})"

    @property
    def fmeasure(self) -> NoReturn:
        """No figure: rouge_score's name of F, which is `f` here."""
        raise AttributeError("a Score has no 'fmeasure'; its F is `f`")


class Estimate(NamedTuple):
    """A figure over the evaluations: its average and the bounds of its confidence interval."""

    average: float
    low: float
    high: float


class Row(NamedTuple):
    """One peer by one measure."""

    counts: AnyCounts
    figures: Figures[float]


class CountColumns(NamedTuple):
    """The counts of a system by a measure, one after the other for the evaluations that have it."""

    model: Column
    peer: Column
    hit: Column


class TwoSidedColumns(NamedTuple):
    """The counts of a system by a measure that counts what is shared on either side."""

    model: Column
    peer: Column
    hit: Column
    peer_hit: Column


AnyColumns: TypeAlias = CountColumns | TwoSidedColumns
RECORDS: dict[type, Callable[..., AnyCounts]] = {CountColumns: Counts, TwoSidedColumns: TwoSidedCounts}
"""The record of the counts of one evaluation, by the type of the columns."""


class Columns(NamedTuple):
    """The counts and the figures of a batch by a measure, one after the other for its rows."""

    counts: AnyColumns
    figures: Figures[Doubles]

    @classmethod
    def empty(cls, counts: AnyColumns) -> Self:
        """Return empty columns for counts of this kind."""
        return cls(counts, Figures(array("d"), array("d"), array("d")))

    def rows(self, rows: slice | Sequence[int]) -> "Columns":
        """Return a copy of these rows."""

        def chosen(column: Any) -> Any:
            if isinstance(rows, slice):
                return column[rows]
            items = map(column.__getitem__, rows)
            return array(column.typecode, items) if isinstance(column, array) else list(items)

        return Columns(type(self.counts)(*map(chosen, self.counts)), self.figures.map(chosen))


class MeasureScores(Sequence[Score]):
    """The scores of a system by a measure, evaluation by evaluation, in the order of the input.

    The figures are columns (arrays of doubles); a `Score` is made when it is looked at.
    """

    __slots__ = ("counts", "evaluations", "figures")

    def __init__(self, evaluations: Sequence[str], counts: AnyColumns, figures: Figures[Doubles]) -> None:
        self.evaluations = evaluations
        self.counts = counts
        self.figures = figures

    @classmethod
    def of(cls, scores: Iterable[Score]) -> Self:
        """Return the scores of these records, as columns."""
        rows = list(scores)
        return cls(
            [score.evaluation for score in rows],
            CountColumns(*([getattr(score.counts, name) for score in rows] for name in Counts._fields)),
            Figures(*(array("d", [getattr(score, name) for score in rows]) for name in FIGURE_NAMES)),
        )

    @property
    def recall(self) -> "memoryview[float]":
        """Recall in each evaluation: a read-only buffer of doubles."""
        return _read_only(self.figures.recall)

    @property
    def precision(self) -> "memoryview[float]":
        """Precision in each evaluation: a read-only buffer of doubles."""
        return _read_only(self.figures.precision)

    @property
    def f(self) -> "memoryview[float]":
        """F in each evaluation: a read-only buffer of doubles."""
        return _read_only(self.figures.f)

    def mean(self) -> Figures[float]:
        """Return the means of recall, precision and F; 0 where there is no score.

        The means are exact and rounded once, so they depend on no order. A report averages its resamples
        instead.
        """
        return self.figures.map(_mean)

    def total(self, order: Sequence[int]) -> AnyCounts:
        """Return the counts added up in this order, on which sums of doubles depend."""
        is_whole = len(order) == len(self)  # Whole numbers come to the same in any order.
        return RECORDS[type(self.counts)](
            *(
                sum(column)
                if is_whole and isinstance(column, array) and column.typecode == "q"
                else added([column[place] for place in order])
                for column in self.counts
            )
        )

    def __len__(self) -> int:
        return len(self.evaluations)

    @overload
    def __getitem__(self, place: int) -> Score: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Score, ...]: ...
    def __getitem__(self, place: int | slice) -> Score | tuple[Score, ...]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        recall, precision, f = self.figures
        counts = RECORDS[type(self.counts)](*[column[place] for column in self.counts])
        return Score(recall[place], precision[place], f[place], counts, self.evaluations[place])

    def __iter__(self) -> Iterator[Score]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MeasureScores | tuple) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # Columns can change, as lists can.

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.evaluations, self.counts, self.figures)

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        views = import_module("rouge_cli.rendering.object_views")  # Only a notebook asks for it.
        return str(views.measure_html(self))

    def __repr__(self) -> str:
        recall, precision, f = self.mean().map(figure)
        return (
            f"<MeasureScores of {several(len(self), 'evaluation')}:"
            f" mean recall {recall}, precision {precision}, f {f}>"
        )


def _read_only(column: Doubles) -> "memoryview[float]":
    """Return a view of a column, which type checkers would take for one of whole numbers."""
    buffer: memoryview[Any] = memoryview(column).toreadonly()
    return buffer


def added(values: Sequence[float]) -> float:
    """Return the sum, plainly from left to right; `sum` rounds differently from Python 3.12 on."""
    return values[0] if len(values) == 1 else reduce(add, values, 0)


def exact(values: Sequence[float], total: float) -> Numbers:
    """Return the values as doubles, or as they are where sums up to `total` would not be exact.

    Doubles hold whole numbers below 2**53.
    """
    whole = any(isinstance(value, int) for value in values)
    return list(values) if whole and not total < 2**53 else array("d", values)


def _mean(column: Sequence[float]) -> float:
    # The quotient of a rounded sum would be rounded twice: what each rounding takes off is a further part.
    parts: list[float] = []
    ratios = []
    try:
        while part := fsum(chain(column, parts)):
            parts.append(-part)
            ratios.append(part.as_integer_ratio())
        # Doubles have powers of two below the line: the greatest is a multiple of all.
        below = max((bottom for _, bottom in ratios), default=1)
        return sum(top * (below // bottom) for top, bottom in ratios) / (below * (len(column) or 1))
    except (OverflowError, ValueError):  # The sum is beyond all doubles, or has infinities of both signs.
        return sum(column) / len(column)


# Figures, counts and probabilities as ROUGE-1.5.5 and its kin print them.

DECIMALS = 5
"""The decimals of a figure."""
_WHOLE_IN_FULL = 2**53
_TRUNCATED_IN_FULL = 2**64


def fixed(value: float, decimals: int | None = DECIMALS) -> str:
    """Return a figure with this many decimals, or if None as many as tell it from all other doubles."""
    if decimals is None and isfinite(value):
        return repr(value)
    return f"{value:7.{decimals}f}" if isfinite(value) else f"{_general(value):>7}"


def interval(estimate: Estimate, confidence: float, decimals: int | None = DECIMALS) -> str:
    """Return a figure and its confidence interval."""
    average, low, high = (fixed(value, decimals) for value in estimate)
    return f"{average} ({confidence!s}%-conf.int. {low} - {high})"


def number(value: float) -> str:
    """Return a count as the original prints it.

    A whole number is printed in full, and so is a double that is one below 2**53; all else has 15
    digits.
    """
    if isinstance(value, int) and value < _TRUNCATED_IN_FULL:
        return str(int(value))
    if isfinite(value) and value == int(value) and value < _WHOLE_IN_FULL:
        return str(int(value))
    return _general(value)


def truncated(value: float) -> str:
    """Return a count without its decimals, in full below 2**64."""
    return str(int(value)) if value < _TRUNCATED_IN_FULL else _general(value)


def short(count: float) -> str:
    """Return a count with two decimals at most."""
    return number(round(count, 2))


def plain(number: float) -> str:
    """Return a number that is the same however it was typed."""
    return repr(float(number)).removesuffix(".0")


def probability(p: float) -> str:
    """Return a p with four decimals or, where these would not show what it is, with a power of ten."""
    if isnan(p):
        return number(p)
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.1e}"


def _general(value: float) -> str:
    if isnan(value):
        return "NaN"
    return f"{value:.15g}" if isfinite(value) else "Inf"
