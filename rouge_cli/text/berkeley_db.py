"""Read the hash files of Berkeley DB, in which ROUGE-1.5.5 keeps the irregular forms."""

from __future__ import annotations

from collections.abc import Iterator
from struct import error, unpack_from

_MAGIC = 0x061561
_HASH_PAGES = (2, 13)
"""The types of pages with entries: unsorted ones and, since version 4.6, sorted ones."""


def read_hash(data: bytes) -> dict[bytes, bytes]:
    """Return the entries of a hash file, of Berkeley DB 1.85 or newer and in either byte order.

    Raises `ValueError` for any other file, and for entries that are too long for a page with others.
    """
    try:
        for order in "<>":
            if unpack_from(f"{order}I", data, 12)[0] == _MAGIC:
                return dict(_entries(data, order))
            if unpack_from(f"{order}I", data, 0)[0] == _MAGIC:
                return dict(_old_entries(data, order))
    except (error, IndexError) as damage:
        raise ValueError("the file is damaged") from damage
    raise ValueError("not a hash file of Berkeley DB")


def _entries(data: bytes, order: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the entries of Berkeley DB 2 or newer, in which each page says what it holds."""
    size = _checked_size(*unpack_from(f"{order}I", data, 20))
    for start in range(size, len(data), size):
        page = data[start : start + size]
        count, kind = unpack_from(f"{order}20xH3xB", page)
        if kind not in _HASH_PAGES:
            continue
        items = _items(page, unpack_from(f"{order}{count}H", page, 26))
        for key, value in zip(items, items, strict=True):
            if not key[:1] == value[:1] == b"\1":  # Only an item of another type refers to other pages.
                raise ValueError("an entry has pages of its own")
            yield key[1:], value[1:]


def _old_entries(data: bytes, header_order: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the entries of Berkeley DB 1.85: each bucket is a page and its chain of overflow pages."""
    byte_order, size, last_bucket, header_pages, *pages_before = unpack_from(
        f"{header_order}8xII24xI16xI4x32I", data
    )
    order = "<" if byte_order == 1234 else ">"
    _checked_size(size)

    def page_of(bucket: int) -> int:
        """Return the number of the first page of a bucket."""
        return int(header_pages + bucket + (pages_before[bucket.bit_length() - 1] if bucket else 0))

    unread = len(data) // size
    for bucket in range(last_bucket + 1):
        number: int | None = page_of(bucket)
        while number is not None:
            unread -= 1
            if unread < 0:  # The chain is a ring.
                raise ValueError("the file is damaged")
            page = data[number * size : (number + 1) * size]
            number = None
            offsets = unpack_from(f"{order}{unpack_from(f'{order}H', page)[0]}H", page, 2) if page else ()
            if offsets and offsets[-1] == 0:  # In place of the last entry, the page that goes on.
                split, place = divmod(offsets[-2], 1 << 11)
                number, offsets = page_of((1 << split) - 1) + place, offsets[:-2]
            if any(offset < 4 for offset in offsets):
                raise ValueError("an entry has pages of its own")
            items = _items(page, offsets)
            yield from zip(items, items, strict=True)


def _checked_size(size: int) -> int:
    """Return the size of a page. Raises `ValueError` for sizes that no database has."""
    if not 64 <= size <= 1 << 16:
        raise ValueError("the file is damaged")
    return size


def _items(page: bytes, offsets: tuple[int, ...]) -> Iterator[bytes]:
    """Yield the items of a page, which fill it from its end."""
    end = len(page)
    for offset in offsets:
        yield page[offset:end]
        end = offset
