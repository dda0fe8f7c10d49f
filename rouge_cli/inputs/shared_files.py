"""The bytes of files that several evaluations share, each of which is read once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ..kernel.plan import Integers

Scored: TypeAlias = tuple[int, Integers, list[tuple[int, int]]]
"""An evaluation by its number, its models, and the systems that it has with their summaries."""


class SharedFiles:
    """The bytes of files; those with several uses are kept until the last.

    Files are called by their numbers.
    """

    def __init__(self, uses: Counter[int]) -> None:
        self._uses = uses
        self._asked: set[int] = set()
        """Those with several uses that are or will be read."""
        self._kept: dict[int, bytes] = {}

    def unread(self, places: Sequence[int]) -> Sequence[int]:
        """Return the files of a batch that are to be read for it; batches are asked for in their order."""
        if not self._uses:
            return places
        unread = [place for place in places if place not in self._asked]
        self._asked.update(self._uses.keys() & unread)
        return unread

    def with_kept(self, places: Sequence[int], data: Sequence[bytes]) -> Sequence[bytes]:
        """Return the bytes of all files of a batch, given those of the unread ones."""
        if not self._uses:
            return data
        read = dict(zip([place for place in places if place not in self._kept], data, strict=True))
        self._kept.update((place, data) for place, data in read.items() if place in self._uses)
        return [read[place] if place in read else self._kept[place] for place in places]

    def release(self, scored: Iterable[Scored]) -> None:
        """Drop the files that no further evaluation needs."""
        if not self._uses:
            return
        for _, models, peers in scored:
            for place in {*models, *[place for _, place in peers]} & self._kept.keys():
                self._uses[place] -= 1
                if not self._uses[place]:
                    del self._kept[place]
