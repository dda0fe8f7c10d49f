"""What page and terminal say in words: what a measure counts, and how its figures are worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..options import Options
from ..scoring.measures.base import Measure
from ..scoring.measures.grams import Gram
from ..scoring.scores import Counts
from ..scoring.spelling import fixed, number, short
from .alignment import Written
from .explanation import MOST_SYSTEMS, Explained, Explanation
from .marks import Kind
from .sequences import Sentence
from .shown import Piece, shown

_LONGEST = 3
"""Of the common subsequences of a model sentence, so many are spelt out."""
_MARKS = {
    Kind.HIT: "counts as matched",
    Kind.PARTNER: "stands in a match",
    Kind.CLIPPED: "in both, but more often here than there: not counted",
    Kind.DROPPED: "left out of the count",
    Kind.BEYOND: "beyond the length limit",
}
LISTS = (
    ("Matched", "In both texts: the hits."),
    ("Missed", "In the model and not, or not so often, in the peer: they cost recall."),
    ("Extra", "In the peer and not, or not so often, in the model: they cost precision."),
)
"""The lists of a pair's grams, in the order of `Matches`."""
TOO_LARGE = "These texts are too long to mark and list the matches here; the counts are exact."


class Figure(NamedTuple):
    """A figure and how it is worked out."""

    name: str
    value: str
    steps: str


def legend(*texts: Sequence[Sequence[Piece]]) -> Iterator[tuple[Kind, str]]:
    """The kinds of marks in texts, and what they mean."""
    kinds = {piece.kind for text in texts for sentence in text for piece in sentence}
    return ((kind, meaning) for kind, meaning in _MARKS.items() if kind in kinds)


def adds(measure: Measure, hits: float) -> str:
    """Return what a mark adds to the hits; nothing where that can be seen from its words."""
    return "" if measure.hits_are_words else short(hits)


def figures(explained: Explained, options: Options) -> list[Figure]:
    """Recall, precision and F, as the report has them, and how each is worked out."""
    measure, score = explained.measure, explained.score
    counted = measure.units
    models = "the model" if len(explained.models) == 1 or options.best_model else "all models"
    alpha = str(options.alpha)
    recall, precision, f = map(fixed, (score.recall, score.precision, score.f))
    return [
        Figure("Recall", recall, _ratio(measure, score.counts, score.counts.model, f"{counted} of {models}")),
        Figure(
            "Precision", precision, _ratio(measure, score.counts, score.counts.peer, f"{counted} of the peer")
        ),
        Figure(
            "F",
            f,
            f"P·R / ((1 − α)·P + α·R) with α = {alpha}:"
            f" {precision}·{recall} / ((1 − {alpha})·{precision} + {alpha}·{recall})"
            if score.f
            else "P·R / ((1 − α)·P + α·R), and 0 where there is nothing to divide",
        ),
    ]


def _ratio(measure: Measure, counts: Counts, units: float, of: str) -> str:
    ratio = f"{number(counts.hit)} / {number(units)}"
    if not units:
        return f"hits / {of}: {ratio}, and 0 where there is nothing to divide by"
    return f"{measure.ratio_steps(f'hits / {of}')}: {measure.ratio_steps(ratio)}"


def combination(explained: Explained, options: Options) -> str:
    """How the models together make the counts."""
    count = len(explained.models)
    if count == 1:
        return "There is one model."
    if not options.best_model:
        return (
            f"The counts with the {count} models are added up; that of the peer stands once for each model."
        )
    if explained.best is None:
        return "With no model recall is a number."
    return f"Of the {count} models that with the highest recall is kept: model {explained.best + 1}."


def choices(options: Options) -> list[str]:
    """The choices that change these figures."""
    chosen = []
    if options.stem:
        chosen.append("words stemmed")
    if options.stem_models:
        chosen.append("words of models stemmed, but not for ROUGE-N")
    if options.remove_stop_words:
        chosen.append("stop words left out")
    if options.word_limit:
        chosen.append(f"only the first {int(options.word_limit)} words")
    if options.byte_limit:
        chosen.append(f"only the first {int(options.byte_limit)} bytes")
    chosen.append("the best model kept" if options.best_model else "models pooled")
    chosen.append(f"α = {options.alpha!s}")
    if options.counting:
        chosen.append(
            "counts pooled over all evaluations in a report;"
            " recall, precision and F are here of this one alone"
        )
    return chosen


def left_out(explanation: Explanation) -> str:
    """What to say where not all systems are explained, else nothing."""
    count = len(explanation.figures) - len(explanation.systems)
    return (
        f"The first {MOST_SYSTEMS} systems are explained, {count} more are not; choose one by its ID."
        if count
        else ""
    )


def spelt(gram: Gram, measure: Measure, name: Callable[[int], bytes]) -> str:
    """A gram as it is counted."""
    return measure.joint.join(shown(name(token)) for token in gram)


def common(sentence: Sentence, model: Written) -> Iterator[str]:
    """What a model sentence has in common with those of the peer, in words, a line for each."""
    for one in sentence.common[:_LONGEST]:
        places = [model.tokens[place] for place in one.model_places]
        words = " ".join(shown(model.sentences[place.sentence][place.start : place.end]) for place in places)
        yield f"{one.peer_sentence + 1}: {words} ({len(places)})"
    if len(sentence.common) > _LONGEST:
        yield f"… and with {len(sentence.common) - _LONGEST} more"
    if not sentence.common:
        yield "none"


def more(count: int) -> str:
    """What to say of what a list leaves out."""
    return f"… and {count} more" if count > 0 else ""
