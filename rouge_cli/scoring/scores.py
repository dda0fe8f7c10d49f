"""Counts and scores: columns in the order of the input, and records made of them."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from math import fsum, isfinite, nan, prod
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, Self, TypeAlias, TypeVar, overload

from ..errors import OptionError, figure, several
from ..kernel.plan import Doubles, Measure, Reading
from ..numbers import WHOLE_IN_FULL

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
    raise OptionError("`figure` must be recall, precision or f, not %r", figure)


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


def counts_of(measure: Measure, counts: Sequence[float]) -> AnyCounts:
    """Return the four counts of a measure as its record. Powers of whole weights are whole numbers."""
    model, peer, hit, peer_hit = counts
    if measure.kind == "longest_lcs" or peer_hit > hit:
        return TwoSidedCounts(*counts)
    if isinstance(model, float) and measure.has_whole_weight:
        model, peer = (_powers(units, int(measure.weight)) for units in (model, peer))
    return Counts(model, peer, hit)


def _powers(units: float, weight: int) -> float:
    """Return the units of texts as a whole number, as far as a double tells it.

    ROUGE-1.5.5 quirk: beyond 2^53 Perl has all digits of a power if the bits of the base, times the weight,
    are at most 64, unless the base is a power of 2. A sum over models does not tell its bases.
    """
    if units < WHOLE_IN_FULL:
        return int(units)
    base = round(units ** (1 / weight)) if isfinite(units) else 0
    in_full = base & (base - 1) and base.bit_length() * weight <= 64
    return base**weight if in_full and float(base**weight) == units else units


class Figures(NamedTuple, Generic[T]):
    """Recall, precision and F as numbers, columns, samples or estimates."""

    recall: T
    precision: T
    f: T

    def map(self, function: Callable[[T], U]) -> "Figures[U]":
        """Return what the function makes of each of the three."""
        return Figures(*map(function, self))


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

    def __eq__(self, other: object) -> bool:
        """Return True for equal figures and counts, in whichever evaluation."""
        return self[:4] == other[:4] if isinstance(other, Score) else tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:4])

    @property
    def fmeasure(self) -> NoReturn:
        """No figure: rouge_score's name of F, which is `f` here."""
        raise AttributeError("a Score has no 'fmeasure'; its F is `f`")


class Estimate(NamedTuple):
    """A figure over the evaluations: its average and the bounds of its confidence interval."""

    average: float
    low: float
    high: float


Column: TypeAlias = "array[Any]"
"""Whole numbers of 64 bits, or doubles."""


class Columns(NamedTuple):
    """The counts and the figures of a system or a batch by a measure, one after the other for its rows."""

    model: Column
    peer: Column
    hit: Column
    peer_hit: Column
    recall: Doubles
    precision: Doubles
    f: Doubles

    @classmethod
    def empty(cls, measure: Measure) -> Self:
        """Return empty columns for a measure."""
        columns: list[Column] = [array(code) for code in f"{measure.typecode * 4}ddd"]
        return cls(*columns)

    def rows(self, rows: slice | Sequence[int]) -> Self:
        """Return a copy of these rows."""
        if isinstance(rows, slice):
            return type(self)(*(column[rows] for column in self))
        return type(self)(*(array(column.typecode, map(column.__getitem__, rows)) for column in self))


class MeasureScores(Sequence[Score]):
    """The scores of a system by a measure, evaluation by evaluation, in the order of the input.

    The figures are columns (arrays of doubles); a `Score` is made when it is looked at.
    """

    __slots__ = ("columns", "evaluations", "measure", "parts")

    _repr_html_: ClassVar[Callable[[Any], str]]
    """Returns the table that a notebook shows, which `api.report` makes."""

    def __init__(
        self,
        measure: Measure,
        evaluations: Sequence[str] = (),
        columns: Columns | None = None,
        parts: Sequence["MeasureScores"] = (),
    ) -> None:
        """Take columns. The average is the geometric mean of the averages of the `parts`, if any."""
        self.measure, self.evaluations, self.parts = measure, evaluations, parts
        self.columns = columns or Columns.empty(measure)

    @property
    def figures(self) -> Figures[Doubles]:
        """The columns of recall, precision and F."""
        return Figures(*self.columns[4:])

    @property
    def counts(self) -> dict[str, Sequence[float]]:
        """The counts by their names in `Counts` or `TwoSidedCounts`, each with a number for an evaluation."""
        names = counts_of(self.measure, (0, 0, 0, 0))._fields
        columns: Iterable[Sequence[float]] = self.columns[:4]
        if self.measure.has_whole_weight:
            columns = zip(*(counts_of(self.measure, row) for row in zip(*columns, strict=True)), strict=True)
        return dict(zip(names, columns, strict=False)) if len(self) else dict.fromkeys(names, ())

    @property
    def recall(self) -> "memoryview[float]":
        """Recall in each evaluation: a read-only buffer of doubles."""
        return _read_only(self.columns.recall)

    @property
    def precision(self) -> "memoryview[float]":
        """Precision in each evaluation: a read-only buffer of doubles."""
        return _read_only(self.columns.precision)

    @property
    def f(self) -> "memoryview[float]":
        """F in each evaluation: a read-only buffer of doubles."""
        return _read_only(self.columns.f)

    def mean(self) -> Figures[float]:
        """Return the means of recall, precision and F; 0 where there is no score.

        The means are exact and rounded once, so they depend on no order. A report averages its resamples
        instead.
        """
        return self.figures.map(_mean)

    def __len__(self) -> int:
        return len(self.columns.hit)

    @overload
    def __getitem__(self, place: int) -> Score: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Score, ...]: ...
    def __getitem__(self, place: int | slice) -> Score | tuple[Score, ...]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        *counts, recall, precision, f = (column[place] for column in self.columns)
        return Score(recall, precision, f, counts_of(self.measure, counts), self.evaluations[place])

    def __iter__(self) -> Iterator[Score]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MeasureScores) and list(self.evaluations) != list(other.evaluations):
            return False
        return isinstance(other, MeasureScores | tuple) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # Columns can change, as lists can.

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.measure, self.evaluations, self.columns, self.parts)

    def __repr__(self) -> str:
        recall, precision, f = self.mean().map(figure)
        return (
            f"<MeasureScores of {several(len(self), 'evaluation')}:"
            f" mean recall {recall}, precision {precision}, f {f}>"
        )


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean of other measures: the root of the product of their figures."""
    product = prod(values)
    return product ** (1 / len(values)) if product >= 0 else nan


def geometric_means(parts: Sequence[MeasureScores]) -> MeasureScores:
    """Return the geometric means of the scores of a system by several measures."""
    reading = Reading(False, False)
    measure = Measure("geometric-mean", geometric_mean, reading, reading, "measures")
    columns = zip(*(part.figures for part in parts), strict=True)
    figures = [array("d", map(geometric_mean, zip(*column, strict=True))) for column in columns]
    nothing = array("d", bytes(8 * len(parts[0])))
    return MeasureScores(measure, parts[0].evaluations, Columns(*[nothing] * 4, *figures), parts)


def _read_only(column: Doubles) -> "memoryview[float]":
    """Return a view of a column, which type checkers would take for one of whole numbers."""
    buffer: memoryview[Any] = memoryview(column).toreadonly()
    return buffer


def _mean(column: Sequence[float]) -> float:
    # The quotient of a rounded sum would be rounded twice: what each rounding takes off is a further part.
    parts: list[float] = []
    total, scale = 0, 1 << 1074  # Every double is a multiple of 2^-1074.
    try:
        while part := fsum(chain(column, parts)):
            parts.append(-part)
            top, bottom = part.as_integer_ratio()
            total += top * (scale // bottom)
        return total / (scale * (len(column) or 1))
    except (OverflowError, ValueError):  # The sum is beyond all doubles, or has infinities of both signs.
        return sum(column) / len(column)
