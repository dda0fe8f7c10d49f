"""The phrases for notes and for the choices behind figures, wherever people read them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..numbers import short
from ..options import RATIO, Options
from ..rouges import PROFILES
from ..scoring.profile import Profile
from ..scoring.signatures import signed_choices

_LOGGED = (
    (re.compile("read(?:Text|BE): (.*) -> empty text", re.DOTALL), r"Empty summary: \1"),
    (
        re.compile(
            r"\*ROUGE Warning: test instance for peer (.*) does not exist for evaluation (.*)", re.DOTALL
        ),
        r"System \1 has no summary in evaluation \2",
    ),
)
"""Messages in the log of ROUGE-1.5.5, with a plain wording of each."""
OWN_SENTENCES = {
    "full_stops": "sentences end at every full stop",
    "chinese": "sentences end behind 。！？…",
}
"""By the word of a ROUGE for its sentences, the rule, where no option changes it."""


def plain(note: str) -> str:
    """Return a note of a run in plain words, even if it is a message in the log of ROUGE-1.5.5."""
    found = ((logged.fullmatch(note), words) for logged, words in _LOGGED)
    return next((match.expand(words) for match, words in found if match), note)


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
    if options.profile != PROFILES[0]:
        words = [f"figures of {profile.rouge.title}"]
        if own_sentences := OWN_SENTENCES.get(profile.rouge.sentences):
            counted = "as often as it stands in a text" if options.counts == "all" else "once a text"
            return [*words, own_sentences, f"an n-gram counts {counted}", *in_words]
        if options.stem:
            words.append("words stemmed by NLTK's Porter")
        if profile.finds_sentences and profile.reads_sentences and not options.split_sentences:
            words.append("sentences found by NLTK")
        averaged = "figures averaged over the models"
        return [*words, averaged if profile.averages_models else "the model of the highest F kept", *in_words]
    units = "words" if signed.get("tokens", "rouge") == "rouge" else "tokens"
    chosen = {
        "words stemmed": options.stem,
        "words of models stemmed, but not for ROUGE-N": options.stem_models,
        "stop words left out": options.remove_stop_words,
        f"only the first {amount(options.word_limit, units)}": options.word_limit,
        f"only the first {amount(options.byte_limit, 'bytes')}": options.byte_limit,
        "the best model kept" if options.best_model else "models pooled": True,
        "each author left out in turn (jackknife)": options.jackknife,
        "β = P/R" if options.beta == RATIO else f"α = {options.alpha!s}": True,
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
