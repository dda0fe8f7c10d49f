"""The stop list and the irregular forms of ROUGE-1.5.5, from a data directory or built in."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from errno import ENAMETOOLONG, ENOENT, ENOTDIR
from functools import lru_cache
from struct import unpack_from

from ..errors import InputError
from ..options import NO_EXCEPTIONS, WORDNET, Options
from .files import read_bytes

STOP_LIST = "smart_common_words.txt"
EXCEPTIONS = "WordNet-2.0-Exceptions"
DATABASE = "WordNet-2.0.exc.db"
"""The file from which ROUGE-1.5.5 itself reads the irregular forms."""
NO_DATABASE = b"This is no database,"
"""The beginning of a file that only stands where programs look for a database."""
BUILT_IN = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")
# ROUGE-1.5.5 quirk: a later list overwrites an earlier one, so that `best` becomes `well`.
_EXCEPTION_LISTS = tuple(f"{EXCEPTIONS}/{part}.exc" for part in ("adj", "adv", "noun", "verb"))
_ABSENT = (ENOENT, ENOTDIR, ENAMETOOLONG)
"""Errors of missing files. All other errors mean that a file cannot be read."""


class WordLists:
    """The stop words and the exceptions of a run, loaded once in a process; compared by identity."""

    def __init__(
        self,
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        self.stop_words = frozenset(stop_words)
        self.exceptions = exceptions
        self.notes = tuple(notes)
        """Notes on missing lists that built-in lists replace."""


NO_LISTS = WordLists()

Note = Callable[[str], object]
"""Takes a note for the user."""


def _nobody(note: str) -> None:
    """Ignore a note."""


def stop_words(directory: str | None, note: Note = _nobody) -> frozenset[bytes]:
    """Return the stop words of the list in `directory` (None: the built-in list), which has one on each line.

    `note` is called with a line for each missing list that a built-in list replaces. Raises `InputError` for
    a list that exists but cannot be read.
    """
    return frozenset(read_bytes(_lists([STOP_LIST], directory, note)[0]).split(b"\n"))


def exceptions(directory: str | None, note: Note = _nobody) -> dict[bytes, bytes]:
    """Return the irregular forms and their bases.

    As in ROUGE-1.5.5 a database in `directory` has them, even if it is empty. Without a database that can be
    read, they are the first two words of each line of the four lists. `directory`, `note` and errors are as
    in `stop_words`.
    """
    database = _database(directory)
    if database is not None and not (data := read_bytes(database)).startswith(NO_DATABASE):
        try:
            bases = read_hash(data)
        except ValueError as reason:
            note(f"{database}: {reason}; the lists in {EXCEPTIONS} are used")
        else:
            if not bases:
                note(
                    f"{database}: empty, so no form is irregular, as for ROUGE-1.5.5 with this folder;"
                    f" `exceptions` {WORDNET} takes the built-in lists"
                )
            return bases
    return {
        words[0]: words[1]
        for listing in _lists(_EXCEPTION_LISTS, directory, note)
        for line in read_bytes(listing).split(b"\n")
        if len(words := line.split(maxsplit=2)) > 1
    }


def _exceptions_of(options: Options, note: Note = _nobody) -> dict[bytes, bytes]:
    """Return the irregular forms that the options choose."""
    if options.exceptions == NO_EXCEPTIONS:
        return {}
    return exceptions(None if options.exceptions == WORDNET else options.data, note)


def _database(directory: str | None) -> str | None:
    """Return the path of the database in a folder, or None if there is none."""
    if directory is None:
        return None
    path = os.path.join(directory, DATABASE)
    return path if _is_there(path) else None


def lists_of(options: Options) -> WordLists:
    """Return the lists that a run with these options needs; equal lists are the same object.

    They are loaded anew if one of their files has changed. Raises the errors of `stop_words`.
    """
    stems = options.stem or options.stem_models
    if not options.remove_stop_words and not stems:
        return NO_LISTS
    names = ("remove_stop_words", "exceptions", "data")
    choices = Options(stem=stems, **{name: getattr(options, name) for name in names})
    return _loaded(choices, tuple(map(file_state, paths_in_use(choices))))


@lru_cache(maxsize=8)
def _loaded(options: Options, state: object) -> WordLists:
    notes: list[str] = []
    return WordLists(
        stop_words(options.data, notes.append) if options.remove_stop_words else (),
        _exceptions_of(options, notes.append) if options.stem else None,
        notes,
    )


def file_state(path: str) -> tuple[object, ...]:
    """Return values that change when a file is written."""
    try:
        status = os.stat(path)
    except OSError:  # Reading it will say why.
        return (path,)
    return path, status.st_mtime_ns, status.st_size, status.st_ino


def paths_in_use(options: Options) -> list[str]:
    """Return the paths of the word lists that a run with these options reads.

    Raises the errors of `stop_words`.
    """
    paths = _lists([STOP_LIST], options.data) if options.remove_stop_words else []
    if (options.stem or options.stem_models) and options.exceptions != NO_EXCEPTIONS:
        directory = None if options.exceptions == WORDNET else options.data
        paths += [*filter(None, [_database(directory)]), *_lists(_EXCEPTION_LISTS, directory)]
    return paths


def _lists(names: Iterable[str], directory: str | None, note: Note = _nobody) -> list[str]:
    """Return the paths of the lists."""
    if directory is not None and not _is_there(directory, folder=True):
        note(f"{directory}: no such directory, the built-in lists are used")
        directory = None
    paths = []
    for name in names:
        path = os.path.join(directory or BUILT_IN, *name.split("/"))
        if directory is not None and not _is_there(path):
            note(f"{path}: not there, the built-in list is used")
            path = os.path.join(BUILT_IN, *name.split("/"))
        if path.startswith(BUILT_IN) and not os.path.exists(path):
            raise InputError(f"{path}: this file of the package is missing; install rouge-eval again")
        paths.append(path)
    return paths


def _is_there(path: str, *, folder: bool = False) -> bool:
    """Return True if a file or folder exists. Raises `InputError` if the system cannot tell."""
    try:
        os.stat(os.path.join(path, "") if folder else path)
    except ValueError:  # No file can have a NUL in its name.
        return False
    except OSError as error:
        if error.errno in _ABSENT:
            return False
        raise InputError(f"`data`: {path}: cannot be read ({error.strerror}); name another folder") from error
    return True


def digest(options: Options) -> str:
    """Return the beginning of a SHA-256 of the words in the lists in use.

    Raises `InputError` if they cannot be read. The run itself reports missing lists.
    """
    from hashlib import sha256

    words: list[bytes] = []
    if options.remove_stop_words:
        words += [b"stop", *sorted(stop_words(options.data))]
    if options.stem or options.stem_models:
        pairs = sorted(_exceptions_of(options).items())
        words += [b"exceptions", *(b" ".join(pair) for pair in pairs)]
    return sha256(b"\n".join(words)).hexdigest()[:12] if words else "none"


# Hash files of Berkeley DB, in which ROUGE-1.5.5 keeps the irregular forms.

_MAGIC = 0x061561
_HASH_PAGES = (2, 13)
"""The types of pages with entries: unsorted pages and, since version 4.6, sorted pages."""


def read_hash(data: bytes) -> dict[bytes, bytes]:
    """Return the entries of a hash file of Berkeley DB 1.85 or newer, in either byte order.

    Raises `ValueError` for any other file, and for entries that are too long for a page.
    """
    try:
        for order in "<>":
            if unpack_from(f"{order}I", data, 12)[0] == _MAGIC:
                return dict(_entries(data, order))
            if unpack_from(f"{order}I", data, 0)[0] == _MAGIC:
                return dict(_old_entries(data, order))
    except (struct.error, IndexError) as damage:
        raise ValueError("the file is damaged") from damage
    raise ValueError("not a hash file of Berkeley DB")


def _entries(data: bytes, order: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the entries of Berkeley DB 2 or newer, in which each page has a type."""
    size = _checked_size(*unpack_from(f"{order}I", data, 20))
    for start in range(size, len(data), size):
        page = data[start : start + size]
        count, kind = unpack_from(f"{order}20xH3xB", page)
        if kind not in _HASH_PAGES:
            continue
        items = _items(page, unpack_from(f"{order}{count}H", page, 26))
        for key, value in zip(items, items, strict=True):
            if not key[:1] == value[:1] == b"\1":  # Items of other types refer to other pages.
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
            if offsets and offsets[-1] == 0:  # The next page of the bucket stands in place of the last entry.
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
