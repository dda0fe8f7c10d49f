"""The phrases for the choices behind figures and for measures, wherever people read them."""

import tomllib
from collections.abc import Mapping
from inspect import getdoc

from ..kernel.plan import Measure
from ..numbers import short
from ..options import RATIO, Options
from ..rouges import CLASSIC, COMBINATIONS, PORTER_NLTK, PY_ROUGE, ROUGES, Function
from ..scoring.profile import Profile
from ..scoring.signatures import signed_choices
from ..text.word_lists import built_in_text

OWN_SENTENCES = {
    "full_stops": "sentences end at every full stop",
    "chinese": "sentences end behind 。！？…",
}
"""By the word of a ROUGE for its sentences, the rule, where no option changes it."""
_LANGUAGE = {
    "tokens": ("rouge", "rouge-score"),
    "stem": ("no",),
    "stop": ("kept",),
    "split": ("none", "lines"),
}
"""By the key of a signature for a choice of language, the usual values, which are not mentioned."""
_MEASURES = tomllib.loads(built_in_text("measures.toml"))


def rule(words: Mapping[str, str], value: str | Function) -> str:
    """Return a rule of a ROUGE in words: the docstring of a function is its words."""
    return (getdoc(value) or value.__name__) if callable(value) else words[value]


def weight(options: Options) -> str:
    """Return the weight of recall or precision in F."""
    if options.beta == RATIO:
        return "β = P/R"
    if (own := ROUGES[options.profile].beta) is None:
        return f"α = {options.alpha!s}"
    return f"β = {own if options.beta is None else options.beta!s}"


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
    if not options.is_plain:
        pairs = (pair.partition(":")[::2] for pair in (signature or "").split("|"))
        signed = signed_choices(profile) if signature is None else dict(pairs)
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
            model, comma, more = kept.partition(",")
            kept = f"{model} kept{comma}{more}"
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


def about(measure: Measure) -> list[str]:
    """Return sentences that explain the units and the marks of a measure, from `data/measures.toml`.

    A measure that is a function is explained by its docstring.
    """
    if callable(measure.kind):
        return [getdoc(measure.kind) or measure.name]
    n, reading = measure.number, measure.peer_reading
    key = measure.kind.removeprefix("signed_")
    if reading.elements is not None:
        key = reading.elements
    elif measure.is_of_ngrams and n == 1:
        key += "_1"
    elif key == "lcs" and reading.whole:
        key = "lcs_of_texts"
    values = {
        "n": n,
        "before": n - 1,
        "units": measure.units,
        "gap": "any number of" if n < 0 else f"at most {int(n)}",
        "unigrams": ", and single words: all but the last of each text" if measure.unigrams else "",
        "weight": str(measure.weight),
    }
    return [sentence.format(**values, **_MEASURES["phrases"]) for sentence in _MEASURES[key]]
