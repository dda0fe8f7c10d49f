"""From the flags of a command line to the options of a run, with notes on flags that change nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import SimpleNamespace

from ..errors import Message, OptionError
from ..options import (
    ALPHA_TWICE,
    EVEN,
    LIMIT_TWICE,
    MEASURES_TWICE,
    OPTIONS,
    RATIO,
    Options,
    check_option,
    has_option,
)
from ..scoring.profile import NO_MEASURE, Profile


def options_of(flags: SimpleNamespace) -> Options:
    """Return the options that the flags choose. An option whose flag the command lacks has its default.

    Raises `OptionError` for a value that is out of range or contradicts another, and for a flag that the
    profile lacks, even if its value is the default.
    """
    chosen = {name: getattr(flags, name, None) for name in OPTIONS}
    # ROUGE-1.5.5 quirk: -l and -b contradict each other even if one of them is 0, which sets no limit.
    if chosen["word_limit"] is not None and chosen["byte_limit"] is not None:
        raise OptionError(LIMIT_TWICE)
    if chosen["alpha"] is not None and chosen["beta"] is not None:
        raise OptionError(ALPHA_TWICE)
    profile: str = flags.profile
    given = [name for name in ("word_limit", "byte_limit") if chosen[name] is not None]
    given += ["best_model"] if flags.formula is not None else []
    given += ["counting"] if chosen["counting"] is not None else []
    for name in given:  # `Options` refuses all others by itself.
        check_option(profile, name)
    if (types := chosen["types"]) is not None:
        if chosen["max_ngram"] is not None and has_option(profile, "types"):
            raise OptionError(Message(MEASURES_TWICE.format("max_ngram")))
        chosen["types"] = tuple(types.split(","))
    # ROUGE-1.5.5 quirk: any other number counts as 0.
    chosen["counting"] = int(chosen["counting"]) if chosen["counting"] in (1, 2) else 0
    chosen["rouge_l"], chosen["best_model"] = not flags.no_lcs, flags.formula == "B"
    environment = os.environ.get("ROUGE_EVAL_HOME") or os.environ.get("RED_EVAL_HOME")
    chosen["data"] = chosen["data"] or (environment if has_option(profile, "data") else None) or None
    return Options(**{name: value for name, value in chosen.items() if value is not None})


def options_with_measures(flags: SimpleNamespace) -> Options:
    """Return the options as `options_of` does. Raises `OptionError` if they choose no measure."""
    options = options_of(flags)
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    return options


def option_notes(options: Options, flags: SimpleNamespace) -> Iterator[str]:
    """Yield notes on values that are legal but seldom meant, and on options that change nothing."""
    if not options.about:
        # The pages of a report mark what is copied from sources.
        for name in ("source", "source_field") if flags.report is None else ():
            if getattr(flags, name) is not None:
                yield Message(f"`{name}` changes nothing without `about`, which names measures of sources")
        for name in ("about_count", "about_mean"):
            if getattr(flags, name, None) is not None:
                yield Message(f"`{name}` changes nothing without `about`")
    if 0 < options.confidence < 1:
        level = f"{options.confidence * 100:g}"
        yield (
            Message(
                "`confidence` %s is %s per cent; for %s per cent give `confidence` %s",
                options.confidence,
                options.confidence,
                level,
                level,
            )
        )
    if options.mead and (options.beta == RATIO or options.alpha != EVEN):
        name = "alpha" if options.beta is None else "beta"
        yield Message(f"`{name}` does not apply to ROUGE-MEAD, in which recall and precision weigh alike")
    profile = Profile(options)
    if options.exceptions is not None and profile.word_lists().exceptions is None:
        yield Message("`exceptions` changes nothing: it belongs to the stemmer porter-1.5.5")
    of_sentences = ("split_sentences", "split_summaries")
    of_tokens = ("remove_stop_words", "stop_words", "word_limit", "byte_limit")
    given = [name for name in (*of_tokens, *of_sentences) if getattr(options, name)]
    measures = profile.measures if given else ()
    if measures and all(one.model_reading.elements is not None for one in measures):
        yield from (
            Message(f"`{name}` changes nothing: it does not apply to `basic_elements`") for name in given
        )
    elif measures and not profile.reads_sentences:
        split = [name for name in given if name in of_sentences]
        yield from (Message(f"`{name}` changes nothing: no measure has sentences") for name in split)
