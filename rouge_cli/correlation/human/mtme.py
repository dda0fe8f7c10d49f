"""MTME's `.sys.score` and `.seg.score`: a system and a score a line, for segments in blocks of a system."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from ...reprs import several
from .entries import Entry, ScoreFile

SEGMENTS, SYSTEMS = ".seg.score", ".sys.score"


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries; the evaluations of segments are their numbers, in their order.

    The name of the score is that of the file. A missing score is `None`.
    """
    is_of_segments = not file.path.removesuffix(".gz").endswith(SYSTEMS)
    name = os.path.basename(file.path).removesuffix(".gz")
    name = name.removesuffix(SEGMENTS).removesuffix(SYSTEMS)
    segments: Counter[str] = Counter()
    before = ""
    for line, text in file.lines():
        system, tab, value = text.partition("\t")
        if not tab or not system.strip():
            raise file.error(line, "no system and score with a tab between them")
        system = system.strip()
        if is_of_segments and system != before and segments[system]:
            raise file.error(line, "a second block of the system; put all its lines together", system)
        before = system
        segments[system] += 1
        yield Entry(line, system, str(segments[system]) if is_of_segments else None, name, value)
    _check_blocks(file, segments)


def _check_blocks(file: ScoreFile, segments: Counter[str]) -> None:
    """Raise `InputError` where the blocks differ in size, so that no order says which segments are meant."""
    usual = Counter(segments.values()).most_common(1)
    for system, count in segments.items():
        if count != usual[0][0]:
            last = max(line for line, text in file.lines() if text.partition("\t")[0].strip() == system)
            message = f"{several(count, 'line')}, where other systems have {usual[0][0]}"
            raise file.error(last, f"{message}; write None for what is missing", system)
