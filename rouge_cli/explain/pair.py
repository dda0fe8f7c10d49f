"""A peer and one of its models, side by side, with what matches marked: HTML."""

from __future__ import annotations

from collections.abc import Sequence

from ..scoring.measures.base import Measure
from ..scoring.spelling import short
from . import wording
from .explanation import Compared, Explained, Explanation, System
from .lists import HtmlLists
from .marks import Kind
from .markup import Html, joined, named, tag
from .shown import Piece


def pair(explanation: Explanation, system: System, explained: Explained, place: int, *, opened: bool) -> Html:
    """Return the peer and the model at `place`, which can be folded away; `opened`: they are not at first."""
    measure, compared = explained.measure, explained.models[place]
    peer, model = compared.pieces()
    title = f"Model {place + 1} of {len(explained.models)}" if len(explained.models) > 1 else "Model"
    hits, of_model = short(compared.counts.hit), short(compared.counts.model)
    return tag(
        "details",
        tag("summary", f"{title}: hits {hits} of {of_model} {measure.units}"),
        _legend(peer, model),
        tag(
            "div",
            _text("Peer", system.peer, measure, peer),
            _text(title, explanation.models[place], measure, model),
            class_="texts",
        ),
        _lists(explanation, measure, compared),
        class_="pair",
        open=opened,
    )


def _legend(*texts: Sequence[Sequence[Piece]]) -> Html:
    """Explain the marks that there are."""
    items = [
        tag("li", _piece(Piece("word", kind), ""), f" {meaning}") for kind, meaning in wording.legend(*texts)
    ]
    return tag("ul", *items, class_="legend") if items else Html()


def _text(title: str, path: str, measure: Measure, sentences: Sequence[Sequence[Piece]]) -> Html:
    lines = [
        tag("li", *(_piece(piece, wording.adds(measure, piece.hits)) for piece in sentence))
        for sentence in sentences
    ]
    # Nobody knows in which language the text is.
    side = "peer" if title == "Peer" else "model"
    text = tag("ol", *lines, class_=side, lang="und") if lines else tag("p", "(empty)")
    return tag("section", tag("h4", f"{title} ", tag("small", named(path))), text)


def _piece(piece: Piece, adds: str) -> Html:
    if piece.kind is Kind.PLAIN:
        return joined(piece.text)
    if piece.kind in (Kind.DROPPED, Kind.BEYOND):
        return tag("s", piece.text, class_=piece.kind)
    return tag("mark", piece.text, class_=piece.kind, data_n=adds if piece.hits else "")


def _lists(explanation: Explanation, measure: Measure, compared: Compared) -> Html:
    matches = compared.matches
    if matches is None:
        return tag("p", wording.TOO_LARGE, class_="note")
    return matches.listed(HtmlLists(explanation, measure, compared))
