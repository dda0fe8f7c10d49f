"""A `PairExplanation` -> HTML: the peer and the model side by side, with their matches marked."""

from __future__ import annotations

from collections.abc import Sequence

from ..measures.base import Measure
from ..measures.spelling import short
from . import wording
from .explanation import Explanation, MeasureExplanation, PairExplanation, SystemExplanation
from .lists import HtmlLists
from .marks import Role
from .markup import Html, direction, joined, named, tag
from .shown import Piece


def pair_view(
    explanation: Explanation,
    system: SystemExplanation,
    of_measure: MeasureExplanation,
    place: int,
    *,
    opened: bool,
) -> Html:
    """Return the peer and the model at `place`, which can be folded away; `opened` shows them at first."""
    measure, pair = of_measure.measure, of_measure.pairs[place]
    peer, model = pair.pieces()
    title = f"Model {place + 1} of {len(of_measure.pairs)}" if len(of_measure.pairs) > 1 else "Model"
    hits, of_model = short(pair.counts.hit), wording.amount(pair.counts.model, measure.units)
    return tag(
        "details",
        tag("summary", f"{title}: hits {hits} of {of_model}"),
        _legend(peer, model),
        tag(
            "div",
            _text("Peer", system.peer, measure, peer),
            _text(title, explanation.models[place], measure, model),
            class_="texts",
        ),
        _lists(explanation, measure, pair),
        class_="pair",
        open=opened,
    )


def _legend(*texts: Sequence[Sequence[Piece]]) -> Html:
    """Return the meanings of the marks in these texts."""
    items = [
        tag("li", _piece(Piece("word", role), ""), f" {meaning}") for role, meaning in wording.legend(*texts)
    ]
    return tag("ul", *items, class_="legend") if items else Html()


def _text(title: str, path: str, measure: Measure, sentences: Sequence[Sequence[Piece]]) -> Html:
    lines = [
        tag(
            "li",
            *(_piece(piece, wording.adds(measure, piece.hits)) for piece in sentence),
            dir=direction(*(piece.text for piece in sentence)),
        )
        for sentence in sentences
    ]
    # The language of the text is not known.
    side = "peer" if title == "Peer" else "model"
    text = tag("ol", *lines, class_=side, lang="und") if lines else tag("p", "(empty)")
    return tag("section", tag("h4", f"{title} ", tag("small", named(path))), text)


def _piece(piece: Piece, adds: str) -> Html:
    if piece.role is Role.PLAIN:
        return joined(piece.text)
    if piece.role in (Role.DROPPED, Role.BEYOND):
        return tag("s", piece.text, class_=piece.role)
    return tag("mark", piece.text, class_=piece.role, data_n=adds if piece.hits else "")


def _lists(explanation: Explanation, measure: Measure, pair: PairExplanation) -> Html:
    matches = pair.matches
    if matches is None:
        return tag("p", wording.TOO_LARGE, class_="note")
    return matches.listed(HtmlLists(explanation, measure, pair))
