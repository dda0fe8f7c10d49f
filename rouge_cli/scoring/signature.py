"""The signature of a run: one line that pins every choice that changes a figure."""

from __future__ import annotations

from .._version import __version__
from ..evaluation import Corpus
from ..profile import Profile


def signature(profile: Profile, corpus: Corpus) -> str:
    """Return `key:value` pairs joined by `|`, as in sacreBLEU.

    On equal inputs equal signatures mean equal figures. What is custom in the word lists shows in a
    digest of those in use. Raises `InputError` where they cannot be read.
    """
    pairs = {
        "rouge": profile.name,
        **profile.signature(),
        "models": _range(corpus.fewest_models, corpus.most_models),
        "sentences": ",".join(map(_escaped, corpus.sentence_marks)) or "none",
        "version": __version__,
    }
    return "|".join(f"{key}:{value}" for key, value in pairs.items())


def _range(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest}-{most}"


def _escaped(text: str) -> str:
    """Return the text with an escape for what separates pairs, and for what cannot be printed."""
    return "".join(c if c.isprintable() and c not in "|,:\\`" else f"\\x{ord(c):02x}" for c in text)
