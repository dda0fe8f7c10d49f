"""The IDs of evaluations that are numbered, without a string for each, and how IDs are joined."""

from array import array
from collections.abc import Iterator, Sequence
from typing import overload


class Numbered(Sequence[str]):
    """The IDs of evaluations that are numbered, made as they are looked at."""

    __slots__ = ("_numbers",)

    def __init__(self, last: int, first: int = 1) -> None:
        self._numbers = range(first, last + 1)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return list(map(str, self._numbers[place]))
        return str(self._numbers[place])

    def __iter__(self) -> Iterator[str]:
        return map(str, self._numbers)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Numbered):
            return self._numbers == other._numbers
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # It is equal to lists, which have none.

    def __reduce__(self) -> tuple[object, ...]:
        return Numbered, (self._numbers.stop - 1, self._numbers.start)

    def __repr__(self) -> str:
        return f"Numbered({self._numbers.stop - 1}, {self._numbers.start})"

    def order_of_bytes(self) -> "array[int]":
        """Return the places of the IDs as these sort byte by byte, each with a full stop behind it.

        A full stop sorts before all digits, so an ID stands before those that begin with it.
        """
        stop = self._numbers.stop
        if self._numbers.start != 1:  # No run of the command numbers like that.
            return array("i", sorted(range(len(self)), key=lambda place: f"{self[place]}."))
        places = array("i")

        def add(numbers: range) -> None:
            """Add the places of numbers with one last digit each, before those that begin with them."""
            if 10 * numbers.start >= stop:
                places.extend(range(numbers.start - 1, min(numbers.stop, stop) - 1))
                return
            for number in numbers:
                if number < stop:
                    places.append(number - 1)
                    add(range(10 * number, 10 * number + 10))

        add(range(1, 10))
        return places

    def goes_on_in(self, other: "Numbered") -> bool:
        """Return True if the numbers of the other follow these."""
        return other._numbers.start == self._numbers.stop


def joined(ids: Sequence[str], more: Sequence[str]) -> Sequence[str]:
    """Return the IDs of evaluations and of further ones. A list of IDs is extended in place."""
    if not ids:
        return more if isinstance(more, Numbered) else list(more)
    if isinstance(ids, Numbered) and isinstance(more, Numbered) and ids.goes_on_in(more):
        return Numbered(int(more[-1]), int(ids[0]))
    if not isinstance(ids, list):
        ids = list(ids)
    ids.extend(more)
    return ids
