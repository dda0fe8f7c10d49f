"""How a summary is to be read: the readings that measures want, and the word lists of a run."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Reading(NamedTuple):
    """The way in which a measure wants a summary to be turned into a document."""

    elements: str | None
    """The mode of basic elements to read; `None`: tokens are wanted."""
    stem: bool
    stem_sentences: bool
    """True where the sentences of ROUGE-L and ROUGE-W are stemmed; `stem` is for the counted tokens."""
    whole: bool = False
    """True where the text is one sentence."""


Readings = tuple[Reading, Reading]
"""The readings of models and of peers."""


class WordLists:
    """The stop words and the exceptions of a run, which are loaded once a process; compared by identity."""

    def __init__(
        self,
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        self.stop_words = frozenset(stop_words)
        self.exceptions = exceptions
        self.notes = tuple(notes)
        """Where built-in lists stand in for missing ones."""


NO_LISTS = WordLists()
