"""Matches -> HTML: tables of what a peer and a model have in common, and what only one of them has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..measures.base import Measure
from ..measures.spelling import short
from . import wording
from .explanation import Explanation, PairExplanation
from .listings import Listing, Row, Sentence
from .markup import Html, direction, joined, table, tag
from .shown import Range, ranges

_SENTENCES = 200
"""The most sentences in a table."""


class HtmlLists:
    """The lists of a peer and a model by one measure, as HTML; implements `Lists`."""

    def __init__(self, explanation: Explanation, measure: Measure, pair: PairExplanation) -> None:
        self._tokens = explanation.tokens
        self._measure = measure
        self._texts = {"model": pair.model, "peer": pair.peer}
        self._in_model, self._in_peer = ranges(pair.model), ranges(pair.peer)

    def of_grams(self, listings: Sequence[Listing]) -> Html:
        """Show the grams that match, those that are missed and those that are extra."""
        parts = [
            self._listing(name, listing, meaning)
            for (name, meaning), listing in zip(wording.LISTS, listings, strict=True)
        ]
        return tag("div", *parts, class_="lists")

    def _listing(self, name: str, listing: Listing, meaning: str) -> Html:
        heads = ["As counted", "Model", "Peer", name]
        rows = [self._gram(row) for row in listing.rows]
        more = wording.more(listing.grams - len(listing.rows))
        return tag(
            "details",
            tag("summary", f"{name}: {listing.units}"),
            tag("p", meaning),
            table(f"{name} {self._measure.units}", heads, rows) if rows else "",
            tag("p", more) if more else "",
            open=True,
        )

    def _gram(self, row: Row) -> Html:
        gram = wording.spelt(row.gram, self._measure, self._tokens)
        return tag(
            "tr",
            tag("th", gram, scope="row", dir=direction(gram)),
            *(tag("td", str(count)) for count in (row.model, row.peer, row.units)),
            data_model=_places(self._in_model, row.model_places),
            data_peer=_places(self._in_peer, row.peer_places),
        )

    def of_sentences(self, sentences: Sequence[Sentence]) -> Html:
        """Show the sentences of the model, and the words that each has in common with the peer's."""
        return self._sentences(sentences, "model", "peer")

    def of_both_sides(self, model: Sequence[Sentence], peer: Sequence[Sentence]) -> Html:
        """Show the sentences of the model, then those of the peer."""
        return joined(self._sentences(model, "model", "peer"), self._sentences(peer, "peer", "model"))

    def _sentences(self, sentences: Sequence[Sentence], side: str, other: str) -> Html:
        rows = [
            self._sentence(place, sentence, side, other)
            for place, sentence in enumerate(sentences[:_SENTENCES], 1)
        ]
        heads = ["Sentence", "Words", f"LCS with a sentence of the {other}", "Marked", "Counted", "Hits"]
        more = wording.more(len(sentences) - _SENTENCES)
        return joined(table(f"Sentences of the {side}", heads, rows), tag("p", more) if more else "")

    def _sentence(self, place: int, sentence: Sentence, side: str, other: str) -> Html:
        ranges_of = {"model": self._in_model, "peer": self._in_peer}
        places = {
            f"data_{side}": _places(ranges_of[side], (one.model_places for one in sentence.common)),
            f"data_{other}": _places(ranges_of[other], (one.peer_places for one in sentence.common)),
        }
        return tag(
            "tr",
            tag("th", str(place), scope="row"),
            tag("td", str(sentence.words)),
            tag("td", *map(_line, wording.common(sentence, self._texts[side])), class_="words"),
            *(tag("td", short(count)) for count in (sentence.marked, sentence.scored, sentence.hits)),
            data_model=places["data_model"],
            data_peer=places["data_peer"],
        )


def _line(text: str) -> Html:
    return tag("div", text, dir=direction(text))


def _places(token_ranges: Sequence[Range], places: Iterable[Iterable[int]]) -> str:
    """Return the ranges of grams, for the script that highlights them: `sentence:start-end`, in order.

    Neighbouring tokens of a gram share a range unless a sentence ends between them.
    """
    gram_ranges: list[Range] = []
    for gram in places:
        last = -2
        for place in gram:
            token_range = token_ranges[place]
            if place == last + 1 and gram_ranges[-1].sentence == token_range.sentence:
                gram_ranges[-1] = gram_ranges[-1]._replace(end=token_range.end)
            else:
                gram_ranges.append(token_range)
            last = place
    return " ".join(f"{sentence}:{start}-{end}" for sentence, start, end in dict.fromkeys(gram_ranges))
