"""The choices of ROUGE-1.5.5 that change a figure, as its signature names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..measures.spelling import plain
from ..options import NO_EXCEPTIONS, RATIO, Options
from ..text.word_lists import digest

if TYPE_CHECKING:
    from .rouge155 import Rouge155


def signature(profile: Rouge155) -> Mapping[str, str]:
    """Return these choices by their keys. Raises `InputError` where the word lists cannot be read."""
    options = _in_effect(profile)
    if options != profile.options:
        return signature(type(profile)(options))
    measures = profile.measures
    # A limit cuts sentence by sentence.
    is_split = options.is_limited or any(one.reads_sentences for one in measures)
    split = profile.signed_splitter() if is_split else None
    return {
        "measures": ",".join(measure.signature_name for measure in measures) or "none",
        "tokens": profile.signed_tokens("rouge"),
        "stem": "models" if options.stem_models else profile.signed_stemmer("both"),
        **({"exceptions": NO_EXCEPTIONS} if profile.word_lists().exceptions == {} else {}),
        "stop": _stop_words(profile),
        **({"split": split} if split else {}),
        "limit": _limit(profile),
        "formula": "B" if options.best_model else "A",
        **({"jackknife": "yes"} if options.jackknife else {}),
        **({"beta": RATIO} if profile.alpha is None else {"alpha": plain(profile.alpha)}),
        "counting": str(int(options.counting)),
        "conf": plain(options.confidence),
        "resamples": str(int(options.resamples)),
        "data": _digest(options),
    }


def _stop_words(profile: Rouge155) -> str:
    rules = profile.rules
    stop_list = rules.stop_list() if rules else None
    if stop_list is not None:
        return stop_list.signature
    removed = profile.options.remove_stop_words if rules is None else rules.stop_words
    return "removed" if removed else "kept"


def _limit(profile: Rouge155) -> str:
    options = profile.options
    if profile.limit.max_tokens:
        return f"{int(profile.limit.max_tokens)}tokens"
    if options.word_limit:
        return f"{int(options.word_limit)}words"
    return f"{int(options.byte_limit)}bytes" if options.byte_limit else "none"


def _in_effect(profile: Rouge155) -> Options:
    """Return the options without stop words and limits where all measures are of basic elements."""
    readings = [reading for measure in profile.measures for reading in measure.readings]
    if not readings or any(reading.elements is None for reading in readings):
        return profile.options
    return replace(profile.options, remove_stop_words=False, stop_words=None, word_limit=0, byte_limit=0)


def _digest(options: Options) -> str:
    if options.is_plain:
        return digest(options)
    from ..languages.rules import classic_options

    return digest(classic_options(options))
