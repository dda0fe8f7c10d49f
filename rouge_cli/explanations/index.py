"""Several explanations -> a folder's pages: one for each, and an index with their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import wording, worst_text
from .explanation import Explanation
from .markup import Html, table, tag
from .page import document, page
from .shown import readable, shown
from .worst_text import Ranking


class _Index(NamedTuple):
    """The contents of an index."""

    title: str
    heads: Sequence[str]
    rows: Sequence[tuple[Sequence[str], str]]
    """The cells of each row, and the page that it leads to."""


def pages_of_ranking(ranking: Ranking) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page: those of the evaluations, worst first, and the index."""
    rows = [(worst_text.cells(ranking, place), _name(place)) for place in range(len(ranking.places))]
    index = _Index(worst_text.title(ranking), worst_text.heads(ranking), rows)
    yield from _pages([explanation for _, explanation in ranking.places], index)


def pages_of_several(explanations: Sequence[Explanation]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page: those of the evaluations in their order, and the index."""
    measures = [measure.name for measure, _ in next(iter(explanations[0].figures.values()))]
    rows = [
        ([str(place + 1), readable(one.evaluation), readable(system), *_figures(one, system)], _name(place))
        for place, one in enumerate(explanations)
        for system in one.figures
    ]
    heads = ["", "Evaluation", "System", *(f"{shown(name)} F" for name in measures)]
    yield from _pages(explanations, _Index("Explained evaluations", heads, rows))


def _pages(explanations: Sequence[Explanation], index: _Index) -> Iterator[tuple[str, str]]:
    choices = wording.choices(explanations[0].options) if explanations else []
    for place, explanation in enumerate(explanations):
        yield _name(place), page(explanation)
    yield "index.html", _index(index, choices)


def _name(place: int) -> str:
    """Return the name of a page; IDs of evaluations may have any characters."""
    return f"{place + 1}.html"


def _figures(explanation: Explanation, system: str) -> Iterator[str]:
    for _, score in explanation.figures[system]:
        _, _, f = wording.printed(score, explanation.options)
        yield f.strip()


def _index(index: _Index, choices: Sequence[str]) -> str:
    header = tag(
        "header",
        tag("h1", index.title),
        tag("ul", *(tag("li", choice) for choice in choices), class_="choices"),
    )
    rows = [_row(cells, target) for cells, target in index.rows]
    listed = table("Evaluations; each leads to its explanation", index.heads, rows)
    none = tag("p", "There are none.", class_="note")
    return document(index.title, "", header, tag("main", listed if rows else none, id="texts"))


def _row(cells: Sequence[str], target: str) -> Html:
    number, evaluation, system, *figures = cells
    link = tag("a", tag("bdi", evaluation), href=target)
    return tag(
        "tr",
        tag("td", number),
        tag("th", link, scope="row", class_="name"),
        tag("td", tag("bdi", system), class_="name"),
        *(tag("td", figure) for figure in figures),
    )
