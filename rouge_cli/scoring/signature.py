"""The signature of a run: one line that pins every choice that changes a figure."""

from __future__ import annotations

from .._version import __version__
from ..options import Options
from .measures import measures


def signature(options: Options) -> str:
    """`key:value` pairs joined by `|`, as in sacreBLEU: on equal inputs equal signatures mean equal figures.

    What is custom in the word lists shows in the digest of those in use, wherever they are from; they
    are read for it. Raises `InputError` where they cannot be.
    """
    pairs = {
        "rouge": "1.5.5",
        "measures": ",".join(measure.name for measure in measures(options)) or "none",
        "stem": "both" if options.stem else "models" if options.stem_models else "no",
        "stop": "removed" if options.remove_stop_words else "kept",
        "limit": _limit(options),
        "formula": "B" if options.best_model else "A",
        "alpha": _plain(options.alpha),
        "counting": str(int(options.counting)),
        "conf": _plain(options.confidence),
        "resamples": str(int(options.resamples)),
        "data": _digest(options),
        "version": __version__,
    }
    return "|".join(f"{key}:{value}" for key, value in pairs.items())


def _limit(options: Options) -> str:
    if options.word_limit:
        return f"{int(options.word_limit)}words"
    return f"{int(options.byte_limit)}bytes" if options.byte_limit else "none"


def _plain(number: float) -> str:
    """A number that is the same however it was typed."""
    return repr(float(number)).removesuffix(".0")


def _digest(options: Options) -> str:
    """The beginning of a SHA-256 of the words that the lists in use come to."""
    from hashlib import sha256

    from ..text import word_lists

    words: list[bytes] = []  # Of lists that are missing the run itself has told.
    if options.remove_stop_words:
        words += [b"stop", *sorted(word_lists.stop_words(options.data))]
    if options.stem or options.stem_models:
        pairs = sorted(word_lists.exceptions(options.data).items())
        words += [b"exceptions", *(b" ".join(pair) for pair in pairs)]
    return sha256(b"\n".join(words)).hexdigest()[:12] if words else "none"
