"""An `Explanation` -> pages of HTML, which can be read without scripts and without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from markupsafe import Markup

from ..rendering.page_templates import chooser_rules, rendered
from ..reprs import readable, shown
from . import phrases
from .alignment import Range, ranges
from .explanation import Explanation, PairExplanation
from .phrases import Ranking


def page(explanation: Explanation) -> str:
    """Return the page; it declares UTF-8 as its encoding."""
    return rendered(
        "explained.html",
        title=f"ROUGE of evaluation {readable(explanation.evaluation)}",
        rules=chooser_rules(len(phrases.measures(explanation))),
        explanation=explanation,
        **helpers(),
    )


def content(explanation: Explanation) -> Markup:
    """Return the header and the main part of the page."""
    return Markup(rendered("explanation_content.html", explanation=explanation, **helpers()))


def helpers() -> dict[str, object]:
    """Return the values that every template with an explanation needs."""
    return {"phrases": phrases, "places_of": places}


def places(pair: PairExplanation) -> Callable[[str, Iterable[Iterable[int]]], str]:
    """Return a function from `model` or `peer`, and grams, to the ranges of the grams in that text."""
    by_side = {"model": ranges(pair.model), "peer": ranges(pair.peer)}
    return lambda side, grams: _places(by_side[side], grams)


def _places(token_ranges: Sequence[Range], grams: Iterable[Iterable[int]]) -> str:
    """Return the ranges of grams, for the script that highlights them: `sentence:start-end`, in order.

    Neighbouring tokens of a gram share a range unless a sentence ends between them.
    """
    gram_ranges: list[Range] = []
    for gram in grams:
        last = -2
        for place in gram:
            token_range = token_ranges[place]
            if place == last + 1 and gram_ranges[-1].sentence == token_range.sentence:
                gram_ranges[-1] = gram_ranges[-1]._replace(end=token_range.end)
            else:
                gram_ranges.append(token_range)
            last = place
    return " ".join(f"{sentence}:{start}-{end}" for sentence, start, end in dict.fromkeys(gram_ranges))


def pages_of_ranking(ranking: Ranking) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page: the evaluations, worst first, and an index."""
    rows = [(phrases.cells(ranking, place), _name(place)) for place in range(len(ranking.places))]
    explanations = [explanation for _, explanation in ranking.places]
    yield from _pages(explanations, phrases.title(ranking), phrases.heads(ranking), rows)


def pages_of_several(explanations: Sequence[Explanation]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page: the evaluations in their order, and an index."""
    rows = [
        ([str(place + 1), readable(one.evaluation), readable(system), *_figures(one, system)], _name(place))
        for place, one in enumerate(explanations)
        for system in one.figures
    ]
    heads = ["", "Evaluation", "System", *(f"{shown(name)} F" for name in phrases.measures(explanations[0]))]
    yield from _pages(explanations, "Explained evaluations", heads, rows)


def _pages(
    explanations: Sequence[Explanation],
    title: str,
    heads: Sequence[str],
    rows: Sequence[tuple[Sequence[str], str]],
) -> Iterator[tuple[str, str]]:
    """Yield the pages; each row of the index has its cells and the page that it leads to."""
    for place, explanation in enumerate(explanations):
        yield _name(place), page(explanation)
    choices = phrases.choices(explanations[0].options) if explanations else []
    yield (
        "index.html",
        rendered("explained_index.html", title=title, rules="", heads=heads, rows=rows, choices=choices),
    )


def _name(place: int) -> str:
    """Return the name of a page; IDs of evaluations may have any characters."""
    return f"{place + 1}.html"


def _figures(explanation: Explanation, system: str) -> Iterator[str]:
    for _, score in explanation.figures[system]:
        _, _, f = phrases.printed(score, explanation.options)
        yield f.strip()
