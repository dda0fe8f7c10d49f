"""The built-in word lists, those of a directory, and the databases that hold them."""

from __future__ import annotations

import json
import random
from base64 import b64decode
from contextlib import nullcontext, suppress
from hashlib import sha256
from pathlib import Path
from struct import pack_into, unpack_from
from typing import Any
from zlib import decompress

import pytest

from rouge_cli import InputError, Options
from rouge_cli.text import word_lists
from rouge_cli.text.word_lists import lists_of, read_hash

from ..support.files import write
from ..support.words import signed

_LISTS = [f"WordNet-2.0-Exceptions/{part}.exc" for part in ("adj", "adv", "noun", "verb")]


# Hash files of Berkeley DB, as its versions 1.85 and 5.3 wrote them (zlib, base64). Pages are small, so that
# buckets split and overflow. "long" has a key longer than a page.
_FILES = {
    name: decompress(b64decode(data))
    for name, data in json.loads(Path(__file__).with_name("hash_files.json").read_bytes()).items()
}
_ENTRIES = {b"form%02ds" % number: b"form%02d" % number for number in range(60)}


def test_the_built_in_exceptions_are_wordnets() -> None:
    """A later list overwrites an earlier one: `best` is `good` in adj.exc and `well` in adv.exc."""
    lists = lists_of(Options(stem=True))
    bases = lists.exceptions or {}
    assert len(bases) == 5930
    assert [bases[form] for form in (b"best", b"is", b"comics", b"mice")] == [
        *(b"well", b"be", b"comic_strip", b"mouse"),
    ]
    assert lists.notes == []


def test_the_digest_is_of_the_lists_that_the_options_use(tmp_path: Path) -> None:
    lists = dict.fromkeys(_LISTS, "x y\n") | {_LISTS[3]: "w v u\n"}
    write(
        tmp_path, {"own": "c\n", "smart_common_words.txt": "d\nb\na\nc", **lists}
    )  # The order of words does not matter.

    def digested(*words: str) -> str:
        return sha256("\n".join(words).encode()).hexdigest()[:12]

    stop_list, forms = ("stop", "a", "b", "c", "d"), ("exceptions", "w v", "x y")
    for choices, words in (
        ({"remove_stop_words": True}, stop_list),
        ({"stem": True}, forms),
        ({"stem_models": True}, forms),
        ({"remove_stop_words": True, "stem": True}, stop_list + forms),
        ({"stem": True, "exceptions": "none"}, ("exceptions",)),
        ({"stem": True, "stop_words": str(tmp_path / "own")}, forms),
    ):
        assert signed(data=str(tmp_path), **choices)["data"] == digested(*words)
    assert signed(data=str(tmp_path))["data"] == "none"


def test_the_built_in_stop_list_is_smarts() -> None:
    words = lists_of(Options(remove_stop_words=True)).stop_words
    assert {b"the", b"a's", b"zero"} <= words
    assert not {b"police", b"The"} & words
    assert len(words - {b""}) == 596
    # A `\\r` at the ends, from a conversion on the way, would make every stop word another word.
    assert not any(word.endswith(b"\r") for word in words)


def test_a_directory_replaces_the_lists_it_has(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "smart_common_words.txt": b"foo\nbar \r\n",
            _LISTS[0]: "one un extra\n\nalone\n  two\tdeux\n",
            _LISTS[3]: "one eins\n",
        },
    )
    lists = lists_of(Options(stem=True, remove_stop_words=True, data=str(tmp_path)))
    assert lists.stop_words >= {b"foo", b"bar \r"}
    bases = lists.exceptions or {}
    assert (bases[b"one"], bases[b"two"], bases.get(b"alone")) == (b"eins", b"deux", None)
    assert bases[b"mice"] == b"mouse"  # built in
    assert lists.notes == [f"{tmp_path / name}: not there, the built-in list is used" for name in _LISTS[1:3]]


@pytest.mark.parametrize("directory", [__file__, "x" * 5000, "a\0b", "nowhere"])
def test_a_directory_that_is_not_there_is_noted(directory: str) -> None:
    for choice in ({}, {"stem": True}, {"remove_stop_words": True}):
        for _ in range(2):  # Every run notes it.
            lists = lists_of(Options(data=directory, **choice))  # type: ignore[arg-type]
            assert lists.notes == [f"{directory}: no such directory, the built-in lists are used"]
            built_in = lists_of(Options(**choice))  # type: ignore[arg-type]
            assert (lists.stop_words, lists.exceptions) == (built_in.stop_words, built_in.exceptions)


def test_a_list_that_the_package_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_lists, "BUILT_IN", str(tmp_path))
    (tmp_path / "empty").mkdir()
    for choice, name in (
        ({"remove_stop_words": True}, "smart_common_words.txt"),
        ({"stem": True}, "WordNet-2.0-Exceptions/adj.exc"),
    ):
        with pytest.raises(InputError) as error:  # Lists of other tests are kept for their folder.
            lists_of(Options(data=str(tmp_path / "empty"), **choice))  # type: ignore[arg-type]
        path = tmp_path.joinpath(*name.split("/"))
        assert str(error.value) == f"{path}: this file of the package is missing; install rouge-eval again"


def _with_database(folder: Path, data: bytes) -> Path:
    """Write a database, and a list beside it."""
    write(folder, {"WordNet-2.0.exc.db": data, _LISTS[0]: b"foos foo\n"})
    return folder / "WordNet-2.0.exc.db"


def test_a_database_decides(tmp_path: Path) -> None:
    """As in ROUGE-1.5.5, which reads no lists: they may differ, and an empty database is one."""
    path = _with_database(tmp_path, _FILES["5.3, little-endian"])
    options = Options(stem=True, data=str(tmp_path))
    full = lists_of(options)
    assert (full.exceptions, full.notes) == (_ENTRIES, [])
    assert full.paths == [str(path)]
    path.write_bytes(_FILES["5.3, empty"])
    empty = lists_of(options)
    assert empty.exceptions == {}
    (note,) = empty.notes
    assert note.startswith(f"{path}: empty, so no form is irregular")


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"This is no database, but", None),
        (b"This is another file", "not a hash file of Berkeley DB"),
        (_FILES["1.85, long"], "an entry has pages of its own"),
    ],
)
def test_what_is_no_database_leaves_the_lists(tmp_path: Path, data: bytes, note: str | None) -> None:
    path = _with_database(tmp_path, data)
    lists = lists_of(Options(stem=True, data=str(tmp_path)))
    assert lists.exceptions is not None
    assert (lists.exceptions[b"foos"], lists.exceptions[b"mice"]) == (b"foo", b"mouse")
    told = [one for one in lists.notes if "the built-in list is used" not in one]
    assert told == ([] if note is None else [f"{path}: {note}; the lists in WordNet-2.0-Exceptions are used"])


def test_chosen_irregular_forms(tmp_path: Path) -> None:
    """The forms in the folder are not read, but its stop list is."""
    _with_database(tmp_path, b"?")
    write(tmp_path, {"smart_common_words.txt": b"foo\n"})
    chosen: Any = {"stem": True, "remove_stop_words": True, "data": str(tmp_path)}
    for name, bases in (("none", {}), ("wordnet", lists_of(Options(stem=True)).exceptions)):
        options = Options(exceptions=name, **chosen)
        lists = lists_of(options)
        assert (lists.exceptions, lists.stop_words, lists.notes) == (bases, {b"foo", b""}, [])
        assert len(lists.paths) == (5 if bases else 1)


def test_lists_that_cannot_be_read_are_an_error_each_time(tmp_path: Path) -> None:
    (tmp_path / "smart_common_words.txt").mkdir()
    for _ in range(2):
        with pytest.raises(InputError, match=r"smart_common_words\.txt: cannot be read"):
            lists_of(Options(remove_stop_words=True, data=str(tmp_path)))


@pytest.mark.parametrize("name", [name for name in _FILES if "long" not in name])
def test_entries(name: str) -> None:
    assert read_hash(_FILES[name]) == ({} if "empty" in name else _ENTRIES)


def test_pages_with_entries_are_of_two_types() -> None:
    """Until version 4.6 their type was 2. Entries on pages of other types are none."""
    data = bytearray(_FILES["5.3, little-endian"])
    (size,) = unpack_from("<I", data, 20)
    data[size + 25 :: size] = data[size + 25 :: size].replace(b"\x0d", b"\x02")
    assert read_hash(bytes(data)) == _ENTRIES
    data[size + 25] = 0
    assert 0 < len(read_hash(bytes(data))) < len(_ENTRIES)


def test_only_buckets_that_the_header_counts_are_read() -> None:
    data = bytearray(_FILES["1.85, little-endian"])
    counts = []
    for last in range(unpack_from(">I", data, 40)[0] + 1):
        pack_into(">I", data, 40, last)
        counts.append(len(read_hash(bytes(data))))
    assert (sorted({*counts}), counts[-1]) == (counts, len(_ENTRIES))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (_FILES["5.3, long"], "an entry has pages of its own"),
        (_FILES["1.85, long"], "an entry has pages of its own"),
        (b"", "the file is damaged"),
        (b"best well\n" * 9, "not a hash file of Berkeley DB"),
        (_FILES["5.3, empty"][:20] + bytes(100), "the file is damaged"),
        (_FILES["1.85, empty"][:12] + bytes(300), "the file is damaged"),
    ],
)
def test_what_cannot_be_read(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_hash(data)


@pytest.mark.parametrize(("size", "is_one"), [(63, False), (64, True), (65_536, True), (65_537, False)])
def test_pages_have_sizes_that_a_database_can_have(size: int, is_one: bool) -> None:
    for name, place, order in (("5.3, empty", 20, "<"), ("1.85, empty", 12, ">")):
        data = bytearray(_FILES[name])
        pack_into(f"{order}I", data, place, size)
        with nullcontext() if is_one else pytest.raises(ValueError, match="the file is damaged"):
            assert read_hash(bytes(data) + bytes(1 << 18)) == {}


def test_damaged_files_end() -> None:
    """Whichever bytes are wrong, reading ends with entries or with `ValueError`."""
    rng = random.Random(1)
    for data in list(_FILES.values()) * 40:
        damaged = bytearray(data)
        for _ in range(rng.choice([1, 5, 50])):
            damaged[rng.randrange(rng.choice([128, len(damaged)]))] = rng.randrange(256)
        with suppress(ValueError):
            read_hash(bytes(damaged[: rng.choice([len(data), rng.randrange(len(data))])]))
