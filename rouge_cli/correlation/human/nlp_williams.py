"""nlp-williams and WMT: `METRIC LP TESTSET SYSTEM SCORE`, with tabs and a header, scores of systems."""

from __future__ import annotations

from collections.abc import Iterator

from ...reprs import several
from .entries import Entry, ScoreFile

HEAD = ("METRIC", "LP", "TESTSET", "SYSTEM", "SCORE")


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries; where there are several pairs of languages or test sets, names have them, too."""
    rows = []
    for line, text in file.lines():
        cells = tuple(cell.strip() for cell in text.split("\t"))
        if len(cells) != len(HEAD):
            system = cells[3] if len(cells) > 3 else None
            raise file.error(
                line, f"{several(len(cells), 'column')}, where {' '.join(HEAD)} are wanted", system
            )
        rows.append((line, cells))
    is_one_of_several = len({(pair, test_set) for _, (_, pair, test_set, _, _) in rows[1:]}) > 1
    for line, (metric, pair, test_set, system, value) in rows[1:]:
        yield Entry(line, system, None, f"{metric} {pair} {test_set}" if is_one_of_several else metric, value)
