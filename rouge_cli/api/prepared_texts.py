"""`PreparedTexts`: texts that are read once and scored many times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import islice

from ..errors import several
from ..evaluation import Numbered, as_list, text_of
from ..inputs.batches import Batch
from ..kernel import Item
from ..kernel.plan import Integers
from ..options import Options
from ..profiles.profile import Profile
from ..scoring.counters import Counter
from ..scoring.engine import counter_of
from ..scoring.prepared import PLACES, Pool, Prepared, distinct_readings
from ..scoring.tally import Tally
from . import places_in

_READ_AT_ONCE = 4096
"""Texts that one call of the kernel reads."""


class PreparedTexts(Prepared):
    """Texts that are tokenised, stemmed and numbered: `Scorer.prepare` returns them.

    A token takes 4 bytes, a sentence 4, and a text 48; each distinct word takes about 130 bytes. With
    `stem_models` a text is kept twice: with stems and without. Texts can be appended, even while other
    threads score the texts before them. An index or a slice gives prepared texts that share this memory. They
    can be pickled; a slice takes only its own tokens along.
    """

    def __init__(
        self, profile: Profile, pool: Pool, places: Integers, counter: Counter | None = None
    ) -> None:
        """Make a list of prepared texts; programs call `Scorer.prepare`."""
        super().__init__(pool, places, PLACES * len(distinct_readings(profile)))
        self.profile = profile
        self.counter = counter or counter_of(profile, profile.word_lists())
        self._tally = Tally([], profile)

    @property
    def options(self) -> Options:
        """The options of the scorer."""
        return self.profile.options

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the texts that were appended to this list, each once; texts are numbered from 1."""
        return self._tally.all_notes()

    def append(self, text: Item) -> None:
        """Append a text. Raises `TypeError` for anything that is not a text."""
        self.extend([text])

    def extend(self, texts: Iterable[Item]) -> None:
        """Append texts, which may come from an iterator. Raises the errors of `append`."""
        if isinstance(texts, str | bytes | Mapping | Set) or not isinstance(texts, Iterable):
            raise TypeError(f"texts must be a list of texts, not {type(texts).__name__}")
        rest = iter(as_list(texts))
        while read := list(islice(rest, _READ_AT_ONCE)):
            numbers = Numbered(len(self) + len(read), len(self) + 1)
            try:
                counted = self.counter.read(read, self)
            except TypeError:
                for number, text in enumerate(read, len(self) + 1):
                    try:
                        text_of(text)
                    except TypeError as error:
                        raise TypeError(f"text {number:,}: {error}") from None
                raise
            self._tally.add(Batch([((), (text,)) for text in read], numbers, []), counted)

    def __getitem__(self, place: int | slice) -> PreparedTexts:
        """Return the text at an index or the texts of a slice, as prepared texts that share this memory."""
        texts = places_in(self, place, "text")
        if isinstance(texts, int):
            texts = range(texts, texts + 1)
        return PreparedTexts(self.profile, self.pool, self.places_at(texts), self.counter)

    def __iter__(self) -> Iterator[PreparedTexts]:
        return (self[place] for place in range(len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        own = self.compact()
        return PreparedTexts, (self.profile, own.pool, own.places)

    def __repr__(self) -> str:
        return f"<PreparedTexts: {several(len(self), 'text')}>"
