"""Stop words and irregular forms of ROUGE-1.5.5, and their files."""

import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ENAMETOOLONG, ENOENT, ENOTDIR
from functools import lru_cache
from struct import unpack_from

from ..errors import InputError, Message
from ..options import NO_EXCEPTIONS, WORDNET, Options
from ..rouges import PORTER_ROUGE, ROUGES
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
_NAMES = (STOP_LIST, DATABASE, *_EXCEPTION_LISTS)


def built_in_text(name: str) -> str:
    """Return the text of a file among the data."""
    with open(os.path.join(BUILT_IN, name), encoding="utf-8") as file:
        return file.read()


def built_in_lines(name: str) -> list[list[str]]:
    """Return the words of each line of a list among the data, without comments."""
    lines = built_in_text(name).split("\n")
    return [line.split() for line in lines if line and not line.startswith("#")]


@dataclass(eq=False, repr=False)
class WordLists:
    """The stop words and the exceptions of a run, loaded once in a process; compared by identity."""

    stop_words: frozenset[bytes] = frozenset()
    exceptions: Mapping[bytes, bytes] | None = None
    signature: str = "kept"
    """The stop list in signatures: `kept` without one, `removed` for the list of ROUGE-1.5.5."""
    notes: list[str] = field(default_factory=list)
    """Notes on missing lists that built-in lists replace, and on stop words that stop nothing."""
    paths: list[str] = field(default_factory=list)
    """The paths of the files that were read."""
    of_original: "WordLists | None" = None
    """The lists of ROUGE-1.5.5 in whose place others are used."""

    @property
    def digest(self) -> str:
        """The beginning of a SHA-256 of the lists of ROUGE-1.5.5 that are used, or `none`."""
        from hashlib import sha256

        words: list[bytes] = []
        original = self.of_original or self
        if original.signature != "kept":
            words += [b"stop", *sorted(original.stop_words)]
        if self.exceptions is not None:
            words += [b"exceptions", *(b" ".join(pair) for pair in sorted(self.exceptions.items()))]
        return sha256(b"\n".join(words)).hexdigest()[:12] if words else "none"


NO_LISTS = WordLists()


def lists_of(options: Options, removes: bool | None = None, has_forms: bool | None = None) -> WordLists:
    """Return the stop words and the irregular forms of ROUGE-1.5.5 that a run needs.

    By default the options say whether there are stop words, and whether the stemmer has irregular forms.
    Equal lists are the same object. Lists are loaded anew if one of their files has changed. Raises
    `InputError` for a list that exists but cannot be read.
    """
    if removes is None:
        removes = options.remove_stop_words
    if has_forms is None:
        stems = options.stem or options.stem_models
        has_forms = stems and ROUGES[options.profile].stemmer == PORTER_ROUGE
    if not (removes or has_forms or options.data):
        return NO_LISTS
    state = state_of(options.data, *_NAMES) if options.data else ()  # Built-in files do not change.
    return _loaded(removes, has_forms, options.exceptions, options.data, state)


def state_of(directory: str, *names: str) -> object:
    """Return a value that changes when one of these files is written."""
    state: list[object] = []
    for name in names:
        with suppress(OSError, ValueError):  # Reading it will say why.
            status = os.stat(os.path.join(directory, name))
            state.append((name, status.st_mtime_ns, status.st_size, status.st_ino))
    return tuple(state)


@lru_cache(maxsize=8)
def _loaded(
    removes: bool, has_forms: bool, forms: str | None, directory: str | None, state: object
) -> WordLists:
    lists = WordLists(signature="removed" if removes else "kept")
    if directory is not None and not _is_there(os.path.join(directory, "")):
        lists.notes.append(f"{directory}: no such directory, the built-in lists are used")
        directory = None
    if removes:
        lists.stop_words = frozenset(_read([STOP_LIST], directory, lists)[0].split(b"\n"))
    if has_forms:
        lists.exceptions = _exceptions(forms, directory, lists)
    return lists


def irregular_forms() -> dict[bytes, bytes]:
    """Return WordNet's irregular forms, which are built in, and their bases."""
    return _exceptions(WORDNET, None, WordLists())


def _exceptions(forms: str | None, directory: str | None, lists: WordLists) -> dict[bytes, bytes]:
    """Return the irregular forms and their bases.

    As in ROUGE-1.5.5 a database in the directory has them, even if it is empty. Without a database that can
    be read, they are the first two words of each line of the four lists.
    """
    if forms == NO_EXCEPTIONS:
        return {}
    if forms == WORDNET:
        directory = None
    if directory is not None and _is_there(database := os.path.join(directory, DATABASE)):
        lists.paths.append(database)
        if not (data := read_bytes(database)).startswith(NO_DATABASE):
            try:
                bases = read_hash(data)
            except ValueError as reason:
                lists.notes.append(f"{database}: {reason}; the lists in {EXCEPTIONS} are used")
            else:
                if not bases:
                    empty = "%s: empty, so no form is irregular, as for ROUGE-1.5.5 with this folder"
                    remedy = f"`exceptions` {WORDNET} takes the built-in lists"
                    lists.notes.append(Message(f"{empty}; {remedy}", database))
                return bases
    return {
        words[0]: words[1]
        for data in _read(_EXCEPTION_LISTS, directory, lists)
        for line in data.split(b"\n")
        if len(words := line.split()) > 1
    }


def _read(names: Sequence[str], directory: str | None, lists: WordLists) -> list[bytes]:
    """Return the bytes of lists in a directory, or of built-in lists where it is None or lacks them."""
    paths = [os.path.join(directory or BUILT_IN, *name.split("/")) for name in names]
    for place, (path, name) in enumerate(zip(paths, names, strict=True)):
        if directory is not None and not _is_there(path):
            lists.notes.append(f"{path}: not there, the built-in list is used")
            paths[place] = os.path.join(BUILT_IN, *name.split("/"))
        if not os.path.exists(paths[place]):
            raise InputError(f"{paths[place]}: this file of the package is missing; install rouge-eval again")
    lists.paths += paths
    return list(map(read_bytes, paths))


def _is_there(path: str) -> bool:
    """Return True if a file or folder exists. Raises `InputError` if the system cannot tell."""
    try:
        os.stat(path)
    except ValueError:  # No file can have a NUL in its name.
        return False
    except OSError as error:
        if error.errno in (ENOENT, ENOTDIR, ENAMETOOLONG):
            return False
        denied = "`data`: %s: cannot be read (%s); name another folder"
        raise InputError(denied, path, error.strerror) from error
    return True


# Hash files of Berkeley DB, in which ROUGE-1.5.5 keeps the irregular forms.

_MAGIC = 0x061561


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
        if kind not in (2, 13):  # Pages of entries, unsorted and, since version 4.6, sorted.
            continue
        for key, value in _pairs(page, unpack_from(f"{order}{count}H", page, 26)):
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
            if not unread:  # The chain is a ring, since one page is the header.
                raise ValueError("the file is damaged")
            page = data[number * size : (number + 1) * size]
            number = None
            offsets = unpack_from(f"{order}{unpack_from(f'{order}H', page)[0]}H", page, 2) if page else ()
            if offsets and offsets[-1] == 0:  # The next page of the bucket stands in place of the last entry.
                split, place = divmod(offsets[-2], 1 << 11)
                number, offsets = page_of((1 << split) - 1) + place, offsets[:-2]
            if any(offset < 4 for offset in offsets):
                raise ValueError("an entry has pages of its own")
            yield from _pairs(page, offsets)


def _checked_size(size: int) -> int:
    if not 64 <= size <= 1 << 16:
        raise ValueError("the file is damaged")
    return size


def _pairs(page: bytes, offsets: tuple[int, ...]) -> Iterator[tuple[bytes, bytes]]:
    """Return the keys and values of a page, which fill it from its end."""
    ends = (len(page), *offsets)
    items = iter([page[start:end] for start, end in zip(offsets, ends, strict=False)])
    return zip(items, items, strict=True)
