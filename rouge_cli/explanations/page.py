"""An `Explanation` -> pages of HTML, which need neither scripts nor a network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..errors import readable, shown
from ..rendering import VALUE
from ..rendering.page_templates import chooser_rules, rendered
from ..rendering.presentation import hundredfold, plain
from . import phrases
from .alignment import Place, ranges
from .explanation import Explanation, PairExplanation
from .measure_words import about
from .phrases import Ranking


def page(explanation: Explanation) -> str:
    """Return the page, which declares UTF-8 as its encoding."""
    return rendered(
        "explained.html",
        title=f"ROUGE of evaluation {readable(explanation.evaluation)}",
        rules=chooser_rules(len(phrases.measures(explanation))),
        explanation=explanation,
        **helpers(),
    )


def helpers() -> dict[str, object]:
    """Return the values that every template with an explanation needs."""
    return {"about": about, "phrases": phrases, "places_of": places, "hundredfold": hundredfold}


def places(pair: PairExplanation) -> Callable[[str, Iterable[Iterable[int]]], str]:
    """Return a function from `model` or `peer` and grams to the ranges of the grams in that text.

    The script that highlights words reads the ranges as `sentence:start-end`, in order. Neighbouring tokens
    of a gram share a range unless a sentence ends between them.
    """
    by_side = {"model": ranges(pair.model), "peer": ranges(pair.peer)}

    def ranges_of(side: str, grams: Iterable[Iterable[int]]) -> str:
        found: list[Place] = []
        for gram in grams:
            last = -2
            for place in gram:
                one = by_side[side][place]
                if place == last + 1 and found[-1].sentence == one.sentence:
                    found[-1] = found[-1]._replace(end=one.end)
                else:
                    found.append(one)
                last = place
        return " ".join(f"{sentence}:{start}-{end}" for sentence, start, end in dict.fromkeys(found))

    return ranges_of


def pages_of_ranking(ranking: Ranking) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page: the evaluations, worst first, and an index."""
    explanations = [explanation for _, explanation in ranking.places]
    is_rouge = ranking.figure != VALUE
    rows = phrases.cells(ranking, hundredfold if is_rouge else plain)
    yield from _pages(
        explanations,
        enumerate(rows, 1),
        is_rouge=is_rouge,
        title=phrases.title(ranking),
        heads=phrases.heads(ranking),
        more=phrases.tied(ranking, rows),
    )


def pages_of_several(explanations: Sequence[Explanation]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page: the evaluations in their order, and an index."""
    rows = [
        (
            place,
            [str(place), readable(one.evaluation), readable(system)]
            + [hundredfold(score.f) for _, score in scores],
        )
        for place, one in enumerate(explanations, 1)
        for system, scores in one.figures.items()
    ]
    heads = ["", "Evaluation", "System", *(f"{shown(name)} F" for name in phrases.measures(explanations[0]))]
    yield from _pages(explanations, rows, title="Explained evaluations", heads=heads, more="", is_rouge=True)


def _pages(
    explanations: Sequence[Explanation], rows: Iterable[tuple[int, Sequence[str]]], **index: object
) -> Iterator[tuple[str, str]]:
    """Yield the pages and their names, which are numbers, because IDs may have any characters.

    Each row of the index has the number of the page that it leads to, and cells.
    """
    for place, explanation in enumerate(explanations, 1):
        yield f"{place}.html", page(explanation)
    choices = phrases.choices(explanations[0].options) if explanations else []
    yield "index.html", rendered("explained_index.html", rules="", rows=rows, choices=choices, **index)
