"""Explanations, and the worst evaluations with their texts side by side, as text for a terminal."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import click

from ..errors import readable, shown
from ..numbers import short
from ..rendering.columns import from_left, padded, wrapped
from ..rendering.presentation import WIDTH, Table, hundredfold, plain, text_table
from ..scoring.results import Worst
from .alignment import Piece, Role
from .explanation import Explanation, MarkedText, MeasureExplanation, Ranking, counted, legend, letters
from .matching import MatchList
from .phrases import amount

_GAP = " │ "
_NARROWEST = 30
"""The least width of a column of text; columns for which there is no room stand below the others."""
_NARROW_LISTS = 20
_ROWS = 15
"""The greatest number of rows in a list."""
_STYLES: dict[Role, tuple[str, str | None]] = {
    "hit": ("[{}]", "green"),
    "partner": ("<{}>", "cyan"),
    "clipped": ("({})", "yellow"),
    "dropped": ("-{}-", None),
    "beyond": ("/{}/", None),
}
"""By role the brackets of a mark, and its colour; marks without a colour are dim."""
Column = tuple[Sequence[str], Sequence[str]]
"""The lines of a heading, and the lines below it."""


def listing(explanation: Explanation, width: int = WIDTH, *, colour: bool) -> str:
    """Return an explanation as lines of at most `width` columns, with brackets and colours around marks."""
    text = "".join(f"{line}\n" for line in _lines(explanation, width))
    return text if colour else click.unstyle(text)


def _lines(explanation: Explanation, width: int) -> Iterator[str]:
    yield click.style(f"Evaluation {readable(explanation.evaluation)}", bold=True)
    rows = [
        [readable(system), shown(measure), *map(hundredfold, score[:3])]
        for system, scores in explanation.figures.items()
        for measure, score in scores.items()
    ]
    heads = ["System", "Measure", "Recall", "Precision", "F"]
    yield ""
    yield from table_lines(f"Figures × 100; {'; '.join(explanation.choices)}", heads, rows, 2, width)
    if explanation.left_out:
        yield from wrapped([explanation.left_out], width)
    for system, measures in explanation.systems.items():
        for of_measure in measures:
            title = f"System {readable(system)}, {shown(of_measure.measure.name)}"
            yield ""
            yield click.style(title, bold=True, underline=True)
            yield from _article(of_measure, width)


def table_lines(
    caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], names: int, width: int
) -> list[str]:
    """Return the lines of a table, with its caption below it."""
    return [*text_table(Table(caption, heads, rows, names), width), "", *wrapped([f"{caption}."], width)]


def _article(of_measure: MeasureExplanation, width: int) -> Iterator[str]:
    name_width = max(len(name) for name, _, _ in of_measure.figures)
    for name, value, steps in of_measure.figures:
        yield from wrapped(
            [f"{name:{name_width}} {click.style(f'{value:>6}', bold=True)} = {steps}"], width, 4
        )
    about = " ".join([*of_measure.about, of_measure.combination])
    yield from wrapped([about, *of_measure.sets], width)
    for pair in of_measure.pairs:
        yield ""
        yield from wrapped([click.style(f"{pair.title}: {pair.counted}", bold=True)], width, 4)
        yield from _legend(width, pair.peer, pair.model)
        yield from side_by_side([_text("Peer", pair.peer), _text(pair.title, pair.model)], width)
        if pair.note:
            yield from wrapped([pair.note], width)
        grams = []
        for one in pair.lists:
            title = click.style(one.title, bold=True)
            if one.units is not None:
                heading = [f"{title}: {amount(one.units, of_measure.measure.units)}", one.meaning]
                grams.append((heading, _rows(one)))
            else:
                yield from ("", *wrapped([f"{title}. {one.meaning}"], width), *wrapped(_rows(one), width, 4))
        if grams:
            yield from ("", *side_by_side(grams, width, _NARROW_LISTS))


def _legend(width: int, *texts: MarkedText) -> list[str]:
    lines = [f"  {_marked(Piece('word', role))} {meaning}" for role, meaning in legend(*texts)]
    return wrapped(lines, width, 4)


def _text(title: str, text: MarkedText) -> Column:
    """Return a text with brackets and colours around its marks, and a number before each sentence."""
    sentences = ["".join(map(_marked, sentence)) for sentence in text.sentences]
    numbered = [f"{place:>2}  {sentence}" for place, sentence in enumerate(sentences, 1)]
    return [click.style(title, bold=True), click.style(shown(text.name), dim=True)], numbered or ["(empty)"]


def _marked(piece: Piece) -> str:
    """Return a piece in the brackets and the colour of its role, with the hits that its mark adds."""
    if piece.role == "plain":
        return piece.text
    brackets, colour = _STYLES[piece.role]
    text = brackets.format(piece.text) + piece.adds
    return click.style(text, fg=colour, bold=True) if colour else click.style(text, dim=True)


def _rows(one: MatchList) -> list[str]:
    """Return the first rows of a list, and a note on the number of other rows.

    Where both texts have a gram, but one has it more often, their numbers follow.
    """
    lines = []
    for place, row in enumerate(one.rows[:_ROWS], 1):
        if one.units is not None:
            model, peer, count = row.counts
            both = f" (model {model}, peer {peer})" if model and peer and model != peer else ""
            lines.append(f"{count:>2}  {row.texts[0]}{both}")
            continue
        words, marked, counted, hits = row.counts
        counts = f"{marked} of {amount(words, 'words')} marked, {counted} counted, hits {short(hits)}"
        lines.append(f"{place:>2}  {'; '.join(row.texts)}: {counts}")
    return [*lines, f"… and {one.size - _ROWS} more"] if one.size > _ROWS else lines


def ranking_listing(ranking: Ranking, width: int, *, colour: bool) -> Iterator[str]:
    """Yield the lines of a ranking, each with its line end; no text is wider than `width`."""
    yield from (f"{line if colour else click.unstyle(line)}\n" for line in _ranking_lines(ranking, width))


def _ranking_lines(ranking: Ranking, width: int) -> Iterator[str]:
    yield click.style(ranking.title, bold=True)
    if not ranking.places:
        yield "There are none."
        return
    caption = "; ".join(ranking.places[0][1].choices)
    scale = "Figures × 100; " if ranking.is_rouge else ""
    yield ""
    yield from table_lines(f"{scale}{caption}", ranking.heads, ranking.rows, 3, width)
    if ranking.tied:
        yield ranking.tied
    for number, (worst, explanation) in enumerate(ranking.places, 1):
        yield ""
        heading = f"{number}. Evaluation {readable(worst.evaluation)}, system {readable(worst.system)}"
        yield click.style(heading, bold=True, underline=True)
        yield from _beside(ranking, worst, explanation, width)


def _beside(ranking: Ranking, worst: Worst, explanation: Explanation, width: int) -> Iterator[str]:
    """Yield the figures of an evaluation, and the texts of the systems side by side.

    The last column is the nearest model or, by a measure beside ROUGE, the source, if there is one.
    """
    scores = [worst.score] if worst.other is None else [worst.score, worst.other]
    explained = []
    for system, score in zip(explanation.systems, scores, strict=True):
        articles = explanation.systems[system]
        if ranking.is_rouge:
            article = next(one for one in articles if one.measure.name == ranking.measure)
            figures = f"{letters(score)}; {counted(article.measure, article.score.counts)}"
        else:
            article = next((one for one in articles if one.of_source), articles[0])
            figures = f"{shown(ranking.measure)} {plain(score.f)}"
        explained.append(article)
        yield from wrapped([f"{readable(system)}: {figures}"], width, 4)
    first, place = explained[0], 0
    if ranking.is_rouge:  # Of pooled models the nearest is the model with the highest recall.
        recalls = [pair.counts.hit / (pair.counts.model or 1) for pair in first.pairs]
        place = recalls.index(max(recalls)) if first.best is None else first.best
    pairs = [one.pairs[place] for one in explained]
    texts = [pair.peer for pair in pairs]
    titles = [f"System {readable(system)}" for system in explanation.systems]
    if ranking.is_rouge or first.of_source:
        texts.append(pairs[0].model)
        titles.append(f"{pairs[0].title}, the nearest" if len(first.pairs) > 1 else pairs[0].title)
    else:  # Matches with models are irrelevant to this measure.
        unmarked = [
            [[piece._replace(role="plain") for piece in one] for one in text.sentences] for text in texts
        ]
        texts = [text._replace(sentences=sentences) for text, sentences in zip(texts, unmarked, strict=True)]
    yield from _legend(width, *texts)
    yield ""
    yield from side_by_side(list(map(_text, titles, texts)), width)


def side_by_side(columns: Sequence[Column], width: int, narrowest: int = _NARROWEST) -> Iterator[str]:
    """Yield the lines of texts, side by side where there is room; further texts stand below."""
    most = max(1, (width + len(_GAP)) // (narrowest + len(_GAP)))
    if len(columns) > most:
        yield from side_by_side(columns[:most], width, narrowest)
        yield ""
        yield from side_by_side(columns[most:], width, narrowest)
        return
    each = (width - len(_GAP) * (len(columns) - 1)) // len(columns)
    headings = [wrapped(heading, each) for heading, _ in columns]
    texts = [wrapped(lines, each, 4) for _, lines in columns]
    for row in (*zip_longest(*headings, fillvalue=""), *zip_longest(*texts, fillvalue="")):
        *others, last = map(from_left, row)
        yield _GAP.join([*(padded(cell, each) for cell in others), last]).rstrip()
