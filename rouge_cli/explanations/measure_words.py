"""The words of an explanation that differ from measure to measure, by the kind of the measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import getdoc

from ..kernel.plan import Measure
from ..scoring.chosen_measures import LENGTH_RATIO

_ADD_UP = "these numbers add up to the hits."
_CLIPPING = "counts as often as it appears in both texts: the smaller of the two counts (clipping)."
_ELEMENTS = {
    "H": "heads without a modifier",
    "HM": "heads with their modifiers",
    "HMR": "head, modifier and relation, where there is a relation",
    "HM1": "heads with their modifiers or without",
    "HMR1": "head, modifier and relation, where there is a modifier",
    "HMR2": "head, modifier and relation, of every line",
}


def about(measure: Measure) -> Iterator[str]:
    """Yield sentences that explain the units and the marks of a measure."""
    if measure.name == LENGTH_RATIO:
        yield "The number of words in the summary, divided by the mean number in the models."
    elif measure.peer_reading.elements is not None:
        yield f"Basic elements are {_ELEMENTS[measure.peer_reading.elements]}. Each {_CLIPPING}"
    elif measure.kind in _SENTENCES:
        yield _SENTENCES[measure.kind]
    elif measure.kind in _FUNCTIONS:
        yield from _FUNCTIONS[measure.kind](measure)
    else:
        yield getdoc(measure.kind) or measure.name


def ratio_steps(measure: Measure, ratio: str) -> str:
    """Return the formula of recall or precision, given the formula of a ratio."""
    return f"({ratio})^(1/{measure.weight!s})" if measure.is_weighted else ratio


def each_mark_is_a_hit(measure: Measure) -> bool:
    """Return True where a marked word is one hit, so that the number of hits need not be shown."""
    if measure.kind in ("ngrams", "distinct_ngrams"):
        return measure.number == 1
    return measure.kind in ("lcs", "longest_lcs")


def token_separator(measure: Measure) -> str:
    """Return the text between the tokens of a unit when it is shown."""
    return " … " if measure.kind == "skip_bigrams" else " "


def _ngrams(measure: Measure) -> Iterator[str]:
    if measure.number == 1:
        yield f"Single words. Each {_CLIPPING}"
        return
    yield f"{measure.number} words in a row, even across the end of a sentence. Each {_CLIPPING}"
    yield f"A text of n words has n − {measure.number - 1} {measure.units}."
    yield f"The number behind marked words is of the {measure.units} in them; {_ADD_UP}"


def _distinct_ngrams(measure: Measure) -> Iterator[str]:
    n = measure.number
    grams = "Single words" if n == 1 else f"{n} words in a row, even across the end of a sentence"
    yield f"{grams}. One counts once, however often it stands in a text."


def _skip_bigrams(measure: Measure) -> Iterator[str]:
    limit = "any number of" if measure.number < 0 else f"at most {int(measure.number)}"
    also = ", and single words: all but the last of each text" if measure.unigrams else ""
    yield f"Pairs of words in the order of the text with {limit} others between them{also}. Each {_CLIPPING}"
    yield f"The number behind a word is of the matches that begin with it; {_ADD_UP}"


def _lcs(measure: Measure) -> Iterator[str]:
    if measure.peer_reading.whole:
        yield (
            "The longest common subsequence (LCS) of the words of the two texts, with gaps; lines and"
            " sentences do not matter."
        )
        yield "In the peer the words are marked that stand in this subsequence."
        return
    yield (
        "For each sentence of the model: the words that its longest common subsequence (LCS) with any"
        " sentence of the peer has, in the same order, with gaps. A word counts no more often than it"
        " stands in both texts (clipping)."
    )
    yield "In the peer the words are marked that stand in one of these subsequences."


def _weighted_lcs(measure: Measure) -> Iterator[str]:
    yield from _lcs(measure)
    weight = str(measure.weight)
    yield (
        f"A run of k words that stand next to each other in the model weighs k^{weight}: the number"
        f" behind it; {_ADD_UP} A model weighs (Σ words of a sentence^{weight})^{weight},"
        f" a peer words^{weight}."
    )
    yield "A run that a clipped word follows goes on in the next run of the sentence, or is lost at its end."


def _weighted_length(measure: Measure) -> Iterator[str]:
    weight = str(measure.weight)
    yield (
        "The words that both texts have in the same order, with gaps; ends of sentences do not matter."
        " Where a word of the peer is one of the model, it is taken, even if the words beside it weigh"
        " more."
    )
    yield (
        f"A run of k words that stand next to each other in both texts weighs k^{weight}: the number"
        f" behind it; {_ADD_UP} A text of n words weighs n^{weight}."
    )


def _longest_lcs(measure: Measure) -> Iterator[str]:
    yield (
        "For each sentence of the model: the words of its longest common subsequence (LCS) with whichever"
        " sentence of the peer has the longest; and the other way round for each sentence of the peer."
        " A sentence may serve several of the other text, and no word is clipped."
    )
    yield "Recall is of the model's words, precision of the peer's, and F of both texts' words together."


def _lcs_of_pairs(measure: Measure) -> Iterator[str]:
    yield (
        "For each sentence of the model and each sentence of the peer: the length of their longest common"
        " subsequence (LCS). All lengths are added up, so that recall and precision can pass 1."
    )
    yield f"The number behind a word is of the subsequences in which it stands; {_ADD_UP}"


_NOVEL = "The share of the summary's n-grams that the source lacks."
_REPEATED = "The share of the summary's n-grams that it has more than once."
_SENTENCES: dict[object, str] = {
    "distinct_lcs": (
        "The words in the longest common subsequence (LCS) of any sentence of the model with any sentence"
        " of the peer. A word counts once, however often it stands in a text."
    ),
    "coverage": "The share of the summary's words that stand in fragments copied from the source.",
    "density": "The mean length of the copied fragment that a word of the summary stands in, or 0.",
    "compression": "The number of words in the source for each word of the summary.",
    "length": "The number of words in the summary.",
    "sentences": "The number of sentences in the summary.",
    **{f"novel_{count}": _NOVEL for count in ("types", "tokens", "presumm")},
    **{f"repeated_{count}": _REPEATED for count in ("types", "tokens", "presumm")},
}
_FUNCTIONS: dict[object, Callable[[Measure], Iterator[str]]] = {
    "ngrams": _ngrams,
    "distinct_ngrams": _distinct_ngrams,
    "skip_bigrams": _skip_bigrams,
    "lcs": _lcs,
    "weighted_lcs": _weighted_lcs,
    "weighted_length": _weighted_length,
    "longest_lcs": _longest_lcs,
    "lcs_of_pairs": _lcs_of_pairs,
}
