"""What page and terminal say in words: what a measure counts, and how its figures are worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..options import Options
from ..outputs.classic import fixed, number
from ..scoring.grams import Gram
from ..scoring.measures import Counts, Lcs, Measure, NGram, SkipBigram, SkipBigramUnigram, WeightedLcs
from .alignment import Written
from .explanation import MOST_SYSTEMS, Explained, Explanation
from .marks import Kind
from .sequences import Sentence
from .shown import Piece, shown

_LONGEST = 3
"""Of the common subsequences of a model sentence, so many are spelt out."""
_NGRAMS = {1: "unigrams", 2: "bigrams", 3: "trigrams"}
_ELEMENTS = {
    "H": "heads without a modifier",
    "HM": "heads with their modifiers",
    "HMR": "head, modifier and relation, where there is a relation",
    "HM1": "heads with their modifiers or without",
    "HMR1": "head, modifier and relation, where there is a modifier",
    "HMR2": "head, modifier and relation, of every line",
}
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
_ADD_UP = "these numbers add up to the hits."
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


def units(measure: Measure) -> str:
    """What a measure counts, in the plural."""
    if measure.model_reading.elements:
        return "basic elements"
    if isinstance(measure, NGram):
        return _NGRAMS.get(measure.n, f"{measure.n}-grams")
    if isinstance(measure, SkipBigramUnigram):
        return "skip-bigrams and unigrams"
    if isinstance(measure, SkipBigram):
        return "skip-bigrams"
    return "weight" if isinstance(measure, WeightedLcs) else "words"


def adds(measure: Measure, hits: float) -> str:
    """What a mark adds to the hits; nothing where that can be seen from its words."""
    if isinstance(measure, WeightedLcs):
        return short(hits)
    counts_words = isinstance(measure, Lcs) or (isinstance(measure, NGram) and measure.n == 1)
    return "" if counts_words else number(hits)


def short(count: float) -> str:
    """A count with two decimals at most."""
    return number(round(count, 2))


def about(measure: Measure, options: Options) -> Iterator[str]:
    """Sentences on what a measure counts."""
    clipped = "counts as often as it stands in both texts: the smaller of the two counts (clipping)."
    if measure.model_reading.elements:
        yield f"Basic elements are {_ELEMENTS[options.basic_elements or 'H']}. One {clipped}"
    elif isinstance(measure, NGram):
        what = (
            "Single words"
            if measure.n == 1
            else f"{measure.n} words in a row, even across the end of a sentence"
        )
        yield f"{what}. One {clipped}"
        if measure.n > 1:
            yield f"A text of n words has n − {measure.n - 1} {units(measure)}."
            yield f"The number behind marked words is of the {units(measure)} in them; {_ADD_UP}"
    elif isinstance(measure, SkipBigram):
        limit = "any number of" if measure.gap < 0 else f"at most {int(measure.gap)}"
        also = ""
        if isinstance(measure, SkipBigramUnigram):
            also = ", and single words: all but the last of each text"
        yield f"Pairs of words in the order of the text with {limit} others between them{also}. One {clipped}"
        yield f"The number behind a word is of the matches that begin with it; {_ADD_UP}"
    else:
        yield (
            "For each sentence of the model: the words that its longest common subsequence (LCS) with any"
            " sentence of the peer has, in the same order, with gaps. A word counts no more often than it"
            " stands in both texts (clipping)."
        )
        yield "In the peer the words are marked that stand in one of these subsequences."
    if isinstance(measure, WeightedLcs):
        weight = str(measure.weight)
        yield (
            f"A run of k words that stand next to each other in the model weighs k^{weight}: the number"
            f" behind it; {_ADD_UP} A model weighs (Σ words of a sentence^{weight})^{weight},"
            f" a peer words^{weight}."
        )
        yield (
            "A run that a clipped word follows goes on in the next run of the sentence,"
            " or is lost at its end."
        )


def figures(explained: Explained, options: Options) -> list[Figure]:
    """Recall, precision and F, as the report has them, and how each is worked out."""
    measure, score = explained.measure, explained.score
    counted = units(measure)
    models = "the model" if len(explained.models) == 1 or options.best_model else "all models"
    alpha = str(options.alpha)
    recall, precision, f = map(fixed, score[2:])
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
    if isinstance(measure, WeightedLcs):
        return f"(hits / {of})^(1/{measure.weight!s}): ({ratio})^(1/{measure.weight!s})"
    return f"hits / {of}: {ratio}"


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
    return f"Of the {count} models that with the highest recall is kept (-f B): model {explained.best + 1}."


def choices(options: Options) -> list[str]:
    """The choices that change these figures."""
    chosen = []
    if options.stem:
        chosen.append("words stemmed (-m)")
    if options.stem_models:
        chosen.append("words of models stemmed (-M), but not for ROUGE-N")
    if options.remove_stop_words:
        chosen.append("stop words left out (-s)")
    if options.word_limit:
        chosen.append(f"only the first {int(options.word_limit)} words (-l)")
    if options.byte_limit:
        chosen.append(f"only the first {int(options.byte_limit)} bytes (-b)")
    chosen.append("best model (-f B)" if options.best_model else "models pooled (-f A)")
    chosen.append(f"α = {options.alpha!s} (-p)")
    if options.counting:
        chosen.append(
            f"-t {options.counting}: a report pools these counts over all evaluations;"
            " recall, precision and F are here of this one alone"
        )
    return chosen


def left_out(explanation: Explanation) -> str:
    """What to say where not all systems are explained, else nothing."""
    count = len(explanation.figures) - len(explanation.systems)
    return (
        f"The first {MOST_SYSTEMS} systems are explained, {count} more are not; choose one by --system ID."
        if count
        else ""
    )


def spelt(gram: Gram, measure: Measure, name: Callable[[int], bytes]) -> str:
    """A gram as it is counted."""
    between = " … " if isinstance(measure, SkipBigram) else " "
    return between.join(shown(name(token)) for token in gram)


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
