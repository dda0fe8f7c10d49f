"""The phrases for the choices behind figures and for measures, wherever people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import getdoc

from ..kernel.plan import Measure
from ..numbers import short
from ..options import RATIO, Options
from ..rouges import CLASSIC, COMBINATIONS, PORTER_NLTK, PY_ROUGE, ROUGES, Function
from ..scoring.profile import Profile
from ..scoring.signatures import signed_choices

OWN_SENTENCES = {
    "full_stops": "sentences end at every full stop",
    "chinese": "sentences end behind 。！？…",
}
"""By the word of a ROUGE for its sentences, the rule, where no option changes it."""


def rule(words: Mapping[str, str], value: str | Function) -> str:
    """Return a rule of a ROUGE in words: the docstring of a function is its words."""
    return (getdoc(value) or value.__name__) if callable(value) else words[value]


def weight(options: Options) -> str:
    """Return the weight of recall or precision in F."""
    if options.beta == RATIO:
        return "β = P/R"
    own = ROUGES[options.profile].beta
    return (
        f"α = {options.alpha!s}" if own is None else f"β = {own if options.beta is None else options.beta!s}"
    )


def amount(count: float, things: str) -> str:
    """Return a number with its noun, which is given in the plural: `1 hit`, `2.5 words`."""
    number = short(count)
    if number == "1":
        things = " or ".join(plural.removesuffix("s") for plural in things.split(" and "))
    return f"{number} {things}"


def choices(options: Options, signature: str | None = None) -> list[str]:
    """Return the choices that change these figures, in words.

    The `signature` of a saved report names the tokenizer, stemmer and word lists of its run. Without a
    signature, the tokenizer, stemmer and word lists of the options are loaded.
    """
    profile = Profile(options)
    signed: Mapping[str, str] = {}
    if not options.is_plain and signature is None:
        signed = signed_choices(profile)
    elif not options.is_plain and signature is not None:
        signed = dict(pair.partition(":")[::2] for pair in signature.split("|"))
    in_words = [
        f"{key}: {signed[key]}" for key, usual in _LANGUAGE.items() if signed.get(key, usual[0]) not in usual
    ]
    if profile.rouge.words == PY_ROUGE:
        unit = "words" if options.word_limit else "characters"
        limit = options.word_limit or options.byte_limit
        in_words = [f"only the first {amount(limit, unit)}"] if limit else []
    if options.profile != CLASSIC:
        words = [f"figures of {profile.rouge.title}"]
        if own_sentences := OWN_SENTENCES.get(profile.rouge.sentences):
            counted = "as often as it stands in a text" if options.counts == "all" else "once a text"
            return [*words, own_sentences, f"an n-gram counts {counted}", *in_words]
        if options.stem:
            by = "NLTK's Porter" if profile.rouge.stemmer == PORTER_NLTK else profile.rouge.stemmer
            words.append(f"words stemmed by {by}")
        if profile.finds_sentences and profile.reads_sentences and not options.split_sentences:
            words.append("sentences found by NLTK")
        kept = rule(COMBINATIONS, profile.plan.combination)
        if kept.startswith("the model"):
            kept += " kept"
        words.append("figures averaged over the models" if profile.averages_models else kept)
        if weight(options) != "α = 0.5":
            words.append(weight(options))
        return [*words, *in_words]
    units = "words" if signed.get("tokens", "rouge") == "rouge" else "tokens"
    chosen = {
        "words stemmed": options.stem,
        "words of models stemmed, but not for ROUGE-N": options.stem_models,
        "stop words left out": options.remove_stop_words,
        f"only the first {amount(options.word_limit, units)}": options.word_limit,
        f"only the first {amount(options.byte_limit, 'bytes')}": options.byte_limit,
        "the best model kept" if options.best_model else "models pooled": True,
        "each author left out in turn (jackknife)": options.jackknife,
        weight(options): True,
        "counts pooled over all evaluations in a report;"
        " recall, precision and F are here of this one alone": options.counting,
    }
    return [*in_words, *(words for words, applies in chosen.items() if applies)]


_LANGUAGE = {
    "tokens": ("rouge", "rouge-score"),
    "stem": ("no",),
    "stop": ("kept",),
    "split": ("none", "lines"),
}
"""By the key of a signature for a choice of language, the usual values, which are not mentioned."""


# Measures.

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


_SENTENCES: dict[object, str] = {
    "distinct_lcs": (
        "The words in the longest common subsequence (LCS) of any sentence of the model with any sentence"
        " of the peer. A word counts once, however often it stands in a text."
    ),
    "coverage": "The share of the summary's words that stand in fragments copied from the source.",
}
"""By kind, the whole of what is said of a measure."""
_OF_WHOLE_TEXTS = (
    "The longest common subsequence (LCS) of the words of the two texts, with gaps; lines and sentences do"
    " not matter.",
    "In the peer the words are marked that stand in this subsequence.",
)
_OF_SENTENCES = (
    "For each sentence of the model: the words that its longest common subsequence (LCS) with any sentence of"
    " the peer has, in the same order, with gaps. A word counts no more often than it stands in both texts"
    " (clipping).",
    "In the peer the words are marked that stand in one of these subsequences.",
)
_OF_BOTH_SIDES = (
    "For each sentence of the model: the words of its longest common subsequence (LCS) with whichever"
    " sentence of the peer has the longest; and the other way round for each sentence of the peer. A sentence"
    " may serve several of the other text, and no word is clipped.",
    "Recall is of the model's words, precision of the peer's, and F of both texts' words together.",
)


def about(measure: Measure) -> Sequence[str]:
    """Return sentences that explain the units and the marks of a measure."""
    n, weight = measure.number, str(measure.weight)
    if measure.peer_reading.elements is not None:
        return [f"Basic elements are {_ELEMENTS[measure.peer_reading.elements]}. Each {_CLIPPING}"]
    if measure.kind in _SENTENCES:
        return [_SENTENCES[measure.kind]]
    match measure.kind:
        case "ngrams" | "signed_ngrams" if n == 1:
            return [f"Single words. Each {_CLIPPING}"]
        case "ngrams" | "signed_ngrams":
            return [
                f"{n} words in a row, even across the end of a sentence. Each {_CLIPPING}",
                f"A text of n words has n − {n - 1} {measure.units}.",
                f"The number behind marked words is of the {measure.units} in them; {_ADD_UP}",
            ]
        case "distinct_ngrams":
            grams = "Single words" if n == 1 else f"{n} words in a row, even across the end of a sentence"
            return [f"{grams}. One counts once, however often it stands in a text."]
        case "skip_bigrams":
            limit = "any number of" if n < 0 else f"at most {int(n)}"
            also = ", and single words: all but the last of each text" if measure.unigrams else ""
            return [
                f"Pairs of words in the order of the text with {limit} others between them{also}."
                f" Each {_CLIPPING}",
                f"The number behind a word is of the matches that begin with it; {_ADD_UP}",
            ]
        case "lcs" if measure.peer_reading.whole:
            return [*_OF_WHOLE_TEXTS]
        case "lcs":
            return [*_OF_SENTENCES]
        case "weighted_lcs":
            return [
                *_OF_SENTENCES,
                f"A run of k words that stand next to each other in the model weighs k^{weight}: the number"
                f" behind it; {_ADD_UP} A model weighs (Σ words of a sentence^{weight})^{weight},"
                f" a peer words^{weight}.",
                "A run that a clipped word follows goes on in the next run of the sentence, or is lost at its"
                " end.",
            ]
        case "weighted_length":
            return [
                "The words that both texts have in the same order, with gaps; ends of sentences do not"
                " matter. Where a word of the peer is one of the model, it is taken, even if the words beside"
                " it weigh more.",
                f"A run of k words that stand next to each other in both texts weighs k^{weight}: the number"
                f" behind it; {_ADD_UP} A text of n words weighs n^{weight}.",
            ]
        case "longest_lcs":
            return [*_OF_BOTH_SIDES]
        case "lcs_of_pairs":
            return [
                "For each sentence of the model and each sentence of the peer: the length of their longest"
                " common subsequence (LCS). All lengths are added up, so that recall and precision can pass"
                " 1.",
                f"The number behind a word is of the subsequences in which it stands; {_ADD_UP}",
            ]
    return [getdoc(measure.kind) or measure.name]
