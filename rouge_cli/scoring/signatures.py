"""The choices of a run that change a figure, as its signature names them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from .. import __version__
from ..evaluation import Corpus
from ..kernel.plan import Measure
from ..numbers import plain
from ..options import NO_EXCEPTIONS, RATIO, ZERO
from ..rouges import PY_ROUGE
from .profile import Profile


def signed_choices(profile: Profile) -> Mapping[str, str]:
    """Return the choices by their keys. Raises `InputError` if the word lists cannot be read."""
    if profile.plan.readings and all(reading.elements is not None for reading in profile.plan.readings):
        # Basic elements have no stop words and no limits.
        options = replace(
            profile.options, remove_stop_words=False, stop_words=None, word_limit=0, byte_limit=0
        )
        profile = Profile(options, profile.rouge)
    keys = *profile.rouge.signed, "about", "novelty", "mean", "missing", "geometric-mean", "geometric-of"
    return {key: choice for key in keys if (choice := _CHOICES[key](profile))}


def _name(measure: Measure) -> str:
    if measure.kind == "skip_bigrams" and measure.number >= 0:
        return f"{measure.name.removesuffix(str(measure.number))}{int(measure.number)}"
    if measure.kind == "weighted_lcs":
        return f"{measure.name.removesuffix(str(measure.weight))}{plain(measure.weight)}"
    return f"ROUGE-W-paper-{plain(measure.weight)}" if measure.kind == "weighted_length" else measure.name


def _stem(profile: Profile) -> str:
    if profile.options.stem_models:
        return "models"
    own, rules = profile.rouge.signed_stemmer, profile.rules
    if rules is None:
        return own if profile.options.stem else "no"
    return own if rules.stemmer == profile.rouge.stemmer else rules.stem_signature()


def _split(profile: Profile) -> str | None:
    """Return the rules that end sentences. Punkt's rules change with NLTK, so its version is named."""
    rules = profile.rules
    rule = None if rules is None or rules.splitter is None else rules.splitter.signature
    if profile.rouge.measures == "flags":
        return rule if profile.reads_sentences else None
    if profile.rouge.sentences in ("full_stops", "chinese"):
        return profile.rouge.sentences.replace("_", "-")
    if not profile.reads_sentences:
        return "none"
    if rule or not profile.finds_sentences:
        return rule or "lines"
    from nltk import __version__

    return f"punkt-nltk-{__version__}"


def _limit(profile: Profile) -> str:
    options = profile.options
    if options.byte_limit:
        unit = "characters" if profile.rouge.words == PY_ROUGE else "bytes"
        return f"{plain(options.byte_limit)}{unit}"
    if options.word_limit:
        return f"{plain(options.word_limit)}{'tokens' if profile.plan.max_tokens else 'words'}"
    return "none"


def _beta(profile: Profile) -> str | None:
    beta = profile.options.beta
    if beta == RATIO:
        return RATIO
    if profile.rouge.beta is None:  # `alpha` is signed.
        return None
    return plain(profile.rouge.beta if beta is None else float(beta))


def _combine(profile: Profile) -> str:
    combination = profile.plan.combination
    name = combination.__name__ if callable(combination) else combination
    return "mean" if profile.averages_models else name.strip("_").replace("_", "-")


_CHOICES: Mapping[str, Callable[[Profile], str | None]] = {
    "measures": lambda profile: ",".join(map(_name, profile.measures)) or "none",
    "tokens": lambda profile: (
        profile.rules.tokenizer.signature
        if profile.rules and not profile.rules.is_rouge
        else profile.rouge.tokens
    ),
    "stem": _stem,
    "exceptions": lambda profile: NO_EXCEPTIONS if profile.word_lists().exceptions == {} else None,
    "stop": lambda profile: profile.word_lists().signature,
    "split": _split,
    "limit": _limit,
    "counts": lambda profile: profile.options.counts or "sets",
    "formula": lambda profile: "B" if profile.options.best_model else "A",
    "jackknife": lambda profile: "yes" if profile.options.jackknife else None,
    "alpha": lambda profile: None if profile.options.beta == RATIO else plain(profile.options.alpha),
    "beta": _beta,
    "weight": lambda profile: plain(profile.options.weight or 1),
    "combine": _combine,
    "counting": lambda profile: plain(profile.options.counting),
    "aggregator": lambda profile: "bootstrap-median" if profile.rouge.has_intervals else profile.rouge.mean,
    "conf": lambda profile: plain(profile.options.confidence),
    "resamples": lambda profile: plain(profile.options.resamples),
    "seed": lambda profile: plain(profile.options.seed or 0),
    "data": lambda profile: profile.word_lists().digest,
    "about": lambda profile: ",".join(profile.options.about),
    "novelty": lambda profile: (
        profile.options.about_count
        if any(name.startswith(("novel", "repeated")) for name in profile.options.about)
        else None
    ),
    "mean": lambda profile: profile.options.about_mean if profile.options.about else None,
    "missing": lambda profile: ZERO if profile.options.missing == ZERO else None,
    "geometric-mean": lambda profile: ",".join(profile.geometric),
    "geometric-of": lambda profile: profile.options.geometric_of if profile.geometric else None,
}
"""Each choice by its key; a choice that is empty or None is not named."""


def signature(profile: Profile, corpus: Corpus) -> str:
    """Return `key:value` pairs joined by `|`, as in sacreBLEU.

    On equal inputs equal signatures mean equal figures. A digest stands for word lists other than the
    built-in ones. Raises `InputError` for word lists that cannot be read.
    """
    # Separators of pairs and characters that cannot be printed are escaped.
    marks = (
        "".join(c if c.isprintable() and c not in "|,:\\`" else f"\\x{ord(c):02x}" for c in mark)
        for mark in corpus.sentence_marks
    )
    pairs = {
        "rouge": profile.rouge.signature,
        **signed_choices(profile),
        "models": "-".join(dict.fromkeys(map(str, (corpus.fewest_models, corpus.most_models)))),
        "sentences": ",".join(marks) or "none",
        "version": __version__,
    }
    return "|".join(f"{key}:{value}" for key, value in pairs.items())
