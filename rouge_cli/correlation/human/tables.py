"""Tables without a header: those of DUC and TAC, and any other whose columns are told."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from ...errors import OptionError
from ...reprs import several
from .entries import Entry, Layout, ScoreFile

_PERSON = re.compile("[A-Z]")
"""The ID of a person who wrote a summary; those of systems are numbers."""
_NOTHING = "-"

_PYRAMID = ("modified_pyramid", 2), ("scus", 3), ("repetitions", 4)
LAYOUTS = {
    "tac-2008-peer": Layout(
        1,
        (0,),
        (*_PYRAMID, ("jackknifed_pyramid", 6), ("linguistic_quality", 7), ("responsiveness", 8)),
    ),
    "tac-2008-model": Layout(
        1,
        (0,),
        (("scus", 2), ("jackknifed_pyramid", 4), ("linguistic_quality", 5), ("responsiveness", 6)),
    ),
    "tac-peer": Layout(
        1,
        (0,),
        (*_PYRAMID, ("jackknifed_pyramid", 7), ("linguistic_quality", 8), ("responsiveness", 9)),
    ),
    "tac-model": Layout(
        1,
        (0,),
        (("scus", 2), ("jackknifed_pyramid", 5), ("linguistic_quality", 6), ("responsiveness", 7)),
    ),
    "duc-table": Layout(3, (0,), (("score", 4),), skip=6),
    "duc-quality": Layout(3, (0,), (("quality", 5),), skip=7, question=4),
    "duc-pyramid": Layout(1, (0,), (("modified_pyramid", 2),)),
    "duc-2002": Layout(8, (0, 2), (("coverage", 27),), skip=37),
    "duc-2003": Layout(8, (0, 2), (("coverage", 28),)),
    "duc-2004": Layout(7, (0, 2), (("coverage", 20),), skip=34),
    "duc-2003-responsiveness": Layout(2, (0,), (("responsiveness_1", 4), ("responsiveness_2", 6))),
}
"""The columns of the tables that NIST published; those of TAC are of 2008, and of 2009 to 2011."""
_WIDTHS = {33: "duc-2002", 34: "duc-2003", 23: "duc-2004"}
"""The tables that the number of their columns tells."""


def read_with(file: ScoreFile, layout: Layout) -> Iterator[Entry]:
    """Yield the entries of a table."""
    for line, text in file.lines():
        if line <= layout.skip:
            continue
        cells = _cells(file, text)
        if len(cells) < layout.width:
            system = cells[layout.system] if len(cells) > layout.system else None
            message = f"{several(len(cells), 'column')}, where {layout.width} are wanted"
            raise file.error(line, f"{message}; check `columns`, `skip_lines` and the format", system)
        system = cells[layout.system]
        parts = [cells[column] for column in layout.evaluation]
        # A summary of a whole set of documents has no document.
        evaluation = ".".join([*parts[:1], *(part for part in parts[1:] if part != _NOTHING)])
        question = "" if layout.question is None else f"_{cells[layout.question]}"
        for name, column in layout.scores:
            is_person = file.layout is None and _PERSON.fullmatch(system) is not None
            at = evaluation if parts else None
            yield Entry(line, system, at, name + question, cells[column], is_person)


def _cells(file: ScoreFile, text: str) -> list[str]:
    """Return the cells of a line, which blanks part unless it is plain that something else does."""
    if file.layout is not None and "\t" in text:
        return [cell.strip() for cell in text.split("\t")]
    if file.layout is not None and file.path.lower().endswith(".csv"):
        return [cell.strip() for cell in next(csv.reader([text]))]
    return text.split()


def layout_of(columns: str, skip: int = 0) -> Layout:
    """Return the layout that `system=1,evaluation=0,NAME=9` describes; `evaluation=0+2` joins columns.

    Raises `OptionError` for anything else.
    """
    places: dict[str, tuple[int, ...]] = {}
    for word in columns.split(","):
        name, equals, numbers = word.partition("=")
        if not equals or not name.strip() or not re.fullmatch(r"[0-9]+(\+[0-9]+)*", numbers.strip()):
            raise OptionError(f"`columns`: {word!r} is not NAME=NUMBER, the columns being counted from 0")
        if name.strip() in places:
            raise OptionError(f"`columns`: {name.strip()} is there twice; drop one")
        places[name.strip()] = tuple(map(int, numbers.split("+")))
    if "system" not in places:
        raise OptionError("`columns`: the system is missing; add system=NUMBER")
    scores = {name: place for name, place in places.items() if name not in ("system", "evaluation")}
    if not scores:
        raise OptionError("`columns`: no score is named; add NAME=NUMBER")
    if any(len(place) > 1 for name, place in places.items() if name != "evaluation"):
        raise OptionError("`columns`: only the evaluation can be made of several columns")
    if skip < 0:
        raise OptionError(f"`skip_lines` must be 0 or more, not {skip}")
    return Layout(
        places["system"][0],
        places.get("evaluation", ()),
        tuple((name, place[0]) for name, place in scores.items()),
        skip,
    )


def by_width(file: ScoreFile) -> str | None:
    """Return the format that the number of columns of the last line tells, if any."""
    last = [text for _, text in file.lines()][-1]
    return _WIDTHS.get(len(last.split()))
