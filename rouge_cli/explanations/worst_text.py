"""The evaluations in which systems do worst -> text for a terminal: a table, and the texts side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

import click

from ..measures.base import Measure
from ..measures.spelling import fixed
from ..profiles import profile_of
from ..rendering.output import FIGURES
from ..rendering.table_model import headed
from ..reprs import readable, shown
from ..scoring.worst import Worst
from . import wording
from .explanation import Explanation, MeasureExplanation, SystemExplanation
from .pieces import Piece
from .terminal import marked, numbered

_GAP = " │ "
_NARROWEST = 24
"""The narrowest column in which a text can be read; narrower ones are put one below the other."""
_LONG_WORD = re.compile(r"[^\s\x1b]{500,}")
"""A word, without escape sequences, that fills many lines."""
_NUMBERS = 6
"""The characters that the number of a sentence takes."""


class Ranking(NamedTuple):
    """Evaluations in which systems do worst, the worst first, and how they were ranked."""

    measure: str
    figure: str
    """The letter of the figure."""
    against: str | None
    """The system that is compared with."""
    places: Sequence[tuple[Worst, Explanation]]
    """Each with the explanation of the system there and, where there is one, of the other system."""


def listing(ranking: Ranking, width: int, *, colour: bool) -> Iterator[str]:
    """Yield the lines, each with its end, none of text wider than `width`."""
    for line in _lines(ranking, width):
        yield f"{line if colour else click.unstyle(line)}\n"


def title(ranking: Ranking) -> str:
    """Return the heading."""
    figure, measure = ranking.figure, shown(ranking.measure)
    if ranking.against is None:
        return f"The lowest {figure} by {measure}"
    return f"The greatest losses of {figure} by {measure} against {readable(ranking.against)}"


def heads(ranking: Ranking) -> list[str]:
    """Return the heads of the table."""
    heads = ["", "Evaluation", "System", ranking.figure]
    if ranking.against is None:
        return heads
    return [*heads, f"{ranking.figure} of {readable(ranking.against)}", "Difference"]


def cells(ranking: Ranking, place: int) -> list[str]:
    """Return the cells of a row of the table, by its number from 0."""
    worst, explanation = ranking.places[place]
    decimals = profile_of(explanation.options).decimals
    name = FIGURES[ranking.figure]
    own = [str(place + 1), readable(worst.evaluation), readable(worst.system)]
    values = [getattr(worst.score, name)]
    if worst.other is not None:
        values += [getattr(worst.other, name), worst.value]
    return [*own, *(fixed(value, decimals).strip().replace("-", "−") for value in values)]


def _lines(ranking: Ranking, width: int) -> Iterator[str]:
    yield click.style(title(ranking), bold=True)
    if not ranking.places:
        yield "There are none."
        return
    yield "; ".join(wording.choices(ranking.places[0][1].options))
    yield ""
    rows = [cells(ranking, place) for place in range(len(ranking.places))]
    numbered_rows = [[f"{number:>2}", *others] for number, *others in rows]
    head, *lines = headed(heads(ranking), numbered_rows, 3)
    for line in (head, ["-" * len(cell) for cell in head], *lines):
        yield "  ".join(line).rstrip()
    for number, (worst, explanation) in enumerate(ranking.places, 1):
        yield ""
        heading = f"{number}. Evaluation {readable(worst.evaluation)}, system {readable(worst.system)}"
        yield click.style(heading, bold=True, underline=True)
        yield from _texts(ranking, worst, explanation, width)


def _texts(ranking: Ranking, worst: Worst, explanation: Explanation, width: int) -> Iterator[str]:
    """Yield the figures of one evaluation, and the texts of the systems beside the nearest model."""
    by_id = {system.id: system for system in explanation.systems}
    systems = [by_id[id] for id in (worst.system, ranking.against) if id is not None]
    explained = [_of_measure(system, ranking.measure) for system in systems]
    for system, of_measure in zip(systems, explained, strict=True):
        recall, precision, f = wording.printed(of_measure.score, explanation.options)
        counts = wording.counted(of_measure.measure, of_measure.score.counts)
        yield f"{readable(system.id)}: R:{recall} P:{precision} F:{f}; {counts}"
    model = _nearest(explained[0])
    pairs = [of_measure.pairs[model].pieces() for of_measure in explained]
    for role, meaning in wording.legend(*(text for pair in pairs for text in pair)):
        yield f"  {marked(Piece('word', role), '')} {meaning}"
    count = len(explanation.models)
    which = f"Model {model + 1} of {count}, the nearest" if count > 1 else "Model"
    texts = [
        (f"System {readable(one.id)}", one.peer, peer) for one, (peer, _) in zip(systems, pairs, strict=True)
    ]
    texts.append((which, explanation.models[model], pairs[0][1]))
    measure = explained[0].measure
    yield ""
    yield from side_by_side([_column(measure, *text) for text in texts], width)


def _column(measure: Measure, title: str, name: str, sentences: Sequence[Sequence[Piece]]) -> Column:
    heading = [click.style(title, bold=True), click.style(shown(name), dim=True)]
    return Column(heading, list(numbered(measure, sentences)) or ["(empty)"], _NUMBERS)


def _of_measure(system: SystemExplanation, name: str) -> MeasureExplanation:
    return next(one for one in system.measures if one.measure.name == name)


def _nearest(of_measure: MeasureExplanation) -> int:
    """Return the number of the model that is kept or, if none is, of that with the highest recall."""
    if of_measure.best is not None:
        return of_measure.best
    counts = [pair.counts for pair in of_measure.pairs]
    recalls = [one.hit / one.model if one.model else 0.0 for one in counts]
    return recalls.index(max(recalls))


class Column(NamedTuple):
    """A text with a heading of a few lines."""

    heading: Sequence[str]
    lines: Sequence[str]
    """Its lines, each of which may be longer than the column is wide."""
    indent: int = 0
    """The blanks before the further lines that a line is wrapped to."""


def side_by_side(columns: Sequence[Column], width: int) -> Iterator[str]:
    """Yield the lines of texts beside one another or, where there is no room, one below the other."""
    each = (width - len(_GAP) * (len(columns) - 1)) // len(columns)
    if each < _NARROWEST:
        for column in columns:
            yield from (*_wrapped(column.heading, width), *_wrapped(column.lines, width, column.indent))
        return
    from wcwidth import ljust  # It takes 20 ms to load, and pages import this module, too.

    headings = [_wrapped(column.heading, each) for column in columns]
    texts = [_wrapped(column.lines, each, column.indent) for column in columns]
    for row in (*zip_longest(*headings, fillvalue=""), *zip_longest(*texts, fillvalue="")):
        *padded, last = row
        yield _GAP.join([*(ljust(cell, each) for cell in padded), last]).rstrip()


def _wrapped(lines: Sequence[str], width: int, indent: int = 0) -> list[str]:
    """Return the lines that lines are wrapped to, none wider than `width`."""
    from wcwidth import wrap

    wrapped = []
    for line in lines:
        parted = _LONG_WORD.sub(lambda word: _parted(word[0], width - indent), line)
        wrapped += wrap(parted, width, subsequent_indent=" " * indent) or [""]
    return wrapped


def _parted(word: str, width: int) -> str:
    """Return a word with a blank wherever a line ends in it.

    `wrap` measures the rest of a word anew for each line, which takes minutes for a sentence without blanks.
    """
    import wcwidth

    parts = [""]
    filled = 0
    for character in wcwidth.iter_graphemes(word):
        columns = wcwidth.width(character)
        if filled + columns > width:
            parts.append("")
            filled = 0
        parts[-1] += character
        filled += columns
    return " ".join(parts)
