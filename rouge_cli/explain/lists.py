"""What a peer and a model have in common, and what not, in tables: HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..outputs.classic import number
from ..scoring.measures import Measure
from . import wording
from .explanation import Compared, Explanation
from .grams import Listing, Matches
from .markup import Html, joined, table, tag
from .sequences import Sequences
from .shown import Range, ranges

_SENTENCES = 200
"""Rows of the table of a model's sentences."""


def gram_lists(explanation: Explanation, measure: Measure, compared: Compared, matches: Matches) -> Html:
    """The grams that match, those that are missed and those that are extra."""
    in_model, in_peer = ranges(compared.model), ranges(compared.peer)

    def rows(listing: Listing) -> list[Html]:
        return [
            tag(
                "tr",
                tag("th", wording.spelt(row.gram, measure, explanation.name), scope="row"),
                *(tag("td", str(count)) for count in (row.model, row.peer, row.units)),
                data_model=_places(in_model, row.model_places),
                data_peer=_places(in_peer, row.peer_places),
            )
            for row in listing.rows
        ]

    def part(name: str, listing: Listing, meaning: str) -> Html:
        heads = ["As counted", "Model", "Peer", name]
        more = wording.more(listing.grams - len(listing.rows))
        return tag(
            "details",
            tag("summary", f"{name}: {listing.units}"),
            tag("p", meaning),
            table(f"{name} {wording.units(measure)}", heads, rows(listing)) if listing.rows else "",
            tag("p", more) if more else "",
            open=True,
        )

    parts = [
        part(name, listing, meaning)
        for (name, meaning), listing in zip(wording.LISTS, matches[2:], strict=True)
    ]
    return tag("div", *parts, class_="lists")


def sentence_list(measure: Measure, compared: Compared, matches: Sequences) -> Html:
    """The sentences of the model, and what each has in common with the peer's."""
    in_model, in_peer = ranges(compared.model), ranges(compared.peer)
    rows = [
        tag(
            "tr",
            tag("th", str(place), scope="row"),
            tag("td", str(sentence.words)),
            tag("td", *map(_line, wording.common(sentence, compared.model)), class_="words"),
            *(tag("td", number(count)) for count in (sentence.marked, sentence.scored, sentence.hits)),
            data_model=_places(in_model, (common.model_places for common in sentence.common)),
            data_peer=_places(in_peer, (common.peer_places for common in sentence.common)),
        )
        for place, sentence in enumerate(matches.sentences[:_SENTENCES], 1)
    ]
    heads = ["Sentence", "Words", "LCS with a sentence of the peer", "Marked", "Counted", "Hits"]
    more = wording.more(len(matches.sentences) - _SENTENCES)
    return joined(table("Sentences of the model", heads, rows), tag("p", more) if more else "")


def _line(text: str) -> Html:
    return tag("div", text)


def _places(of_tokens: Sequence[Range], places: Iterable[Iterable[int]]) -> str:
    """Ranges for the script that lights them up: `sentence:start-end`, separated by blanks."""
    found: list[Range] = []
    for gram in places:
        last = -2
        for place in gram:
            here = of_tokens[place]
            if place == last + 1 and found[-1].sentence == here.sentence:
                found[-1] = found[-1]._replace(end=here.end)
            else:
                found.append(here)
            last = place
    return " ".join(f"{sentence}:{start}-{end}" for sentence, start, end in dict.fromkeys(found))
