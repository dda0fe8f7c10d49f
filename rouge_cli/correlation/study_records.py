"""The table of Lin (2004) for one's own data, as records that outputs print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .records import plain


class StudyCell(NamedTuple):
    """A measure with one preparation of the texts and one set of references, in a table like Lin's."""

    value: float
    low: float
    high: float
    """The correlation with people and the bounds of its interval; NaN where undefined."""
    is_best: bool
    """True for the highest of its column, the first of equals."""
    near_best: bool
    """True where the paired interval of the difference to the best contains 0."""
    systems: int
    summaries: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return plain(self._asdict())


class StudyColumn(NamedTuple):
    """A column of the table: `1 REF` or, say, `3 REFS`, with CASE, STEM or STOP."""

    references: str
    preparation: str


class Study(NamedTuple):
    """The table of Lin (2004), section 6, for one's own data."""

    human: str
    coefficient: str
    figure: str
    """The figure that is correlated, `recall`."""
    references: str
    """The handling of several references: `jackknife`, `best` or `pooled`."""
    columns: tuple[StudyColumn, ...]
    rows: Mapping[str, tuple[StudyCell, ...]]
    """By measure, the cells in the order of the columns."""
    systems: tuple[str, ...]
    evaluations: tuple[str, ...]
    confidence: float
    resamples: int
    notes: tuple[str, ...] = ()

    def cell(self, measure: str, references: str, preparation: str) -> StudyCell:
        """Return a cell by its row and column. Raises `KeyError` or `ValueError` where there is none."""
        return self.rows[measure][self.columns.index(StudyColumn(references, preparation))]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return {
            "study": "lin",
            "human": self.human,
            "coefficient": self.coefficient,
            "figure": self.figure,
            "references": self.references,
            "columns": [column._asdict() for column in self.columns],
            "rows": {measure: [cell.to_dict() for cell in cells] for measure, cells in self.rows.items()},
            "systems": list(self.systems),
            "evaluations": list(self.evaluations),
            "confidence": self.confidence,
            "resamples": self.resamples,
            "notes": list(self.notes),
        }
