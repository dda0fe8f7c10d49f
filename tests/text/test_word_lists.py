"""The built-in word lists, those of a directory, and the databases that hold them."""

from __future__ import annotations

import os
import random
from base64 import b64decode
from contextlib import nullcontext, suppress
from hashlib import sha256
from pathlib import Path
from struct import pack_into
from typing import Any
from zlib import decompress

import pytest

from rouge_cli import InputError, Options
from rouge_cli.text import word_lists
from rouge_cli.text.word_lists import digest, exceptions, lists_of, paths_in_use, read_hash, stop_words

from ..support.files import write

_LISTS = [f"WordNet-2.0-Exceptions/{part}.exc" for part in ("adj", "adv", "noun", "verb")]


# Hash files of Berkeley DB, as its versions 1.85 and 5.3 wrote them (zlib, base64). Pages are small, so that
# buckets split and overflow. "long" has a key longer than a page.
_FILES = {
    name: decompress(b64decode(data))
    for name, data in {
        "5.3, little-endian": """
eNrt1T9IVWEYx/Hn51W5QUJLhIsuIrjEOe/5D7k5tjUKgg6igkSdySUaa4h0qkk3nWoIdJCChpx0qZx0Kxxsy8mGons7X2+d08FJKMUDh8/9
3uHel/Pc975mZrLimrzea1faL7pad9Os0aLH/r4+aMjsh9nmwdKrfLZ4r8F98lm3Wvf7JzMT4r0uu7z+10t/zK19DdigrO9YX3WoT9rTR23r
nV5rXS+0qmU901M90kMt6J7mNKVx3dFtjWlUkW5qWIO6oWtqSvpmR/bFPtu+7dqObdkb27CXtmYr9twW7XFpEdN378+HGeSFCZARkAGQPhQZ
pEDGQIZAOiA9KDJKgQyB9KB+zeVFVpdR/l6XARkB6UORfgpkCKQHRXoJkAHkVrM//+H8U+DhxUCGQDogPeDRZkAmQEZABkD6wIQTIAPIa9dc
WeTpq6oso/y9LgbSARNOgAyACadAhkB60Jl/o/yX0Po5tOd/+d948f7sf/12fejMv/tM9/8Fe1oxsP8d5LVnVuWQOv1UqhxD5XPHJUAGwIaP
gXTADs+AjID0oTP/njOev99ffNbbqyPu+4Pfnsv5Z8D8I8gre6n2zCofUtVjqHzuuBTIEEgPGHgGZASkDww8BtJB/hMK9eYm
""",
        "5.3, big-endian": """
eNrt1S9M3GAYx/HndzcWECQzBDcMQZL27f9kSyaQOCQJCQgCJIRAMbhJJpbNgWJuE8vmhoJgNrUZAgocKHCgwBC46zdb2xyoCUKuSe+T75l7
06fvvWbtS+3P5wPTd599Zg2z3vY3zbu7x2rXgYbNbsy+7m29WZ3/+3WTW/Srqbn3+3Trblj3eqyXSnMze6kh69eVLnSmEx3pQL/1Uzv6oW/6
rC1t6IPW9VZrWtaCZjSpCY1rTK8VaVQjGhrUC/VKurZLO7dTO7ZD+2O/bNe27bt9sU+2aR/tXWUFs0sri2EGeWECZARkAKQPRQYpkDGQIZAO
SA+KjFIgQyA96Lzm6iLry6j+rsuAjID0oUg/BTIE0oMivQTIAPLS/BuPYP4p8PBiIEMgHZAe8GgzIBMgIyADIH1gwgmQAeQd11xb5MOrqi2j
+rsuBtIBE06ADIAJp0CGQHpQnn/z3zBar0Jr/N0/xqf3T99+d30oz//Z/9v/T+xpxcD+d5B3PLNqh9TDp1LtGKqeOy4BMgA2fAykA3Z4BmQE
pA/l+fd053/P/DNg/hHktb3U8cyqHlL1Y6h67rgUyBBIDxh4BmQEpA8MPAbSQX4L4/7gAA==
""",
        "1.85, little-endian": """
eNrt1btKA0EYhuE/a4hBPBUK3oD9HPcAgpXYWFlpJTYBwQM4lYXgTXhj3oKXYaGTfaNmk+yiqyaNA/8Thpj5ZncOSm/7XEQSke5T/HyItSzS
EUr6sbp8L2uxNvheerH2ht89Xt8/Cy0Z1dKo5tb6HflvLduq3EmQSxnImZzKsRzJgexLLka2Ym3GmmyDm9sr7zAMP5zHsmNTLDsmw7Kjcyw7
qsCwMjN/N1YS915dvs2wHMt7ZDIphqk/MzkymQLDy+tiW1I+/0WsubXybVkM/an3n8Yarn9np+H958hbVshipMhiZBimfmMKDL1K/mGs9/3X
tP5OIQMXSEcjk8mQyeRY/U33I/8k1vj+b3p+VyADa2RggzylRSaTY6gM8Ln+k+evKd9rZCyD5Fsk3yFb3iOTKTA0n//a7WOQfIvkOyTfI/kp
cv4zDOu1+Y3r75BIj0SmSGSGROZIR2FY9P1b3X9/eeS1Qp5f44zz94uRRiGLoZF8gzX3T/vIymVkNJJvkHyLDf9/vhxZvYzG7x9jkHyL5Dts
e/4Ufuf+0Q7J99g2/6f3j0oxvAHYbBy1
""",
        "1.85, big-endian": """
eNrtlbtKA0EUhv9E0SDeCgVfwH5ndmYvIFiJjZWVqcQmIHgBp7IQfAkfUHwMizi7n2I2JotGjY0D51uGzc43t3Oipe0zSV1p8zE+72MsSx0R
6sVY5L3WYmzwXksx9qp3D1d3T6J1X2PhNebWeh39t1nbqm4VdKGBTtXXsY50oH0VstqS3YyP8Ta4vrn0Dobq4TysO2kG647NYd0xBaw7SQmD
Vib6d7XfjXdvmj/NYT2W95DJZDB8+JktIJMpYRgOh8/DP2wxY6r1n8eYV6t3K4UhZvj4/mc6qo6/s9Oy/wVklxPIYWSQw8hh+PCNLWGIlWTU
f6j+2/VrO3+XQAYuIR0DmUwOmUwBm9/E6vbmP9Fg9Pq3rd+VkIENZGALWWUKmUwBQ2OA9/MfT782vzeQsSzEn0L8DnLlPWQyJQzt+T/1+liI
P4X4HcTvIf4Mkv85DFqf5u9V/yUTNqCWOYjSQ5QZRJlDlAWkk8Dw5/W3cf9+M+VNAlm/gRPy7weVNoEchoH4LZxSf2ZXNoqRNRC/hfhT2PL/
82llsxiN1h9rIf4U4ndw1vxL4Ffqj3EQv4ez+r9bf5IMhhe/OhzQ
""",
        "5.3, empty": """
eNpjYGBgYGSAgERRNgZOEIMJiDkgYkwMmOAjowoDwz8GhttvjlSXZ0LEGJHMgYGLvRlx2MRHwSgYBYMHMGLmcyYG3tH8PxIAAEy6EOs=
""",
        "1.85, empty": """
eNpjYBNNZGBgYGJgYLkEpBuAmJ2BgZEBghk4oAwmKM0MpsFSYMAyNa/2MZTNBMV0BxyMDKNgFJAF/v4fWAAAwL+D4Q==
""",
        "5.3, long": """
eNpjYGBgYGSAgERRNgZOEIMJiDkgYswMmMCESYWB4R8Dw1ahbtbKTIgYI5I5MP7F3ow4dPFRMPgAehwxMXxiZOD9wvhpNOKGY2wnMSsoKIDy
tQ4jIv6ZUBUxMfDCGOTlf4bR/D+k8j8zCh+YMtjTRgHRYOjGPQAXRIe+
""",
        "1.85, long": """
eNpjYBNNZGBgYGJgYLkEpBuAmJ2BgZEBghk4IHIMLFCaGSrBAqOn5tU+ZoAAViBmYxgAwMHIMArIBEwMTMA4LgNH/EgE7/8PLGBh4ANmJGZQ
PgOy0ugOIPazDKD9FsBChVHAnEGTwZz4aEuilv0DnwKrRmzeGwz+BwCMEwAR
""",
    }.items()
}
_ENTRIES = {b"form%02ds" % number: b"form%02d" % number for number in range(60)}


def test_the_built_in_exceptions_are_wordnets() -> None:
    """A later list overwrites an earlier one: `best` is `good` in adj.exc and `well` in adv.exc."""
    notes: list[str] = []
    bases = exceptions(None, notes.append)
    assert len(bases) == 5930
    assert [bases[form] for form in (b"best", b"is", b"comics", b"mice")] == [
        *(b"well", b"be", b"comic_strip", b"mouse"),
    ]
    assert notes == []


def test_the_digest_is_of_the_lists_that_the_options_use(tmp_path: Path) -> None:
    lists = dict.fromkeys(_LISTS, "x y\n") | {_LISTS[3]: "w v u\n"}
    write(tmp_path, {"smart_common_words.txt": "b\na", **lists})

    def digested(*words: str) -> str:
        return sha256("\n".join(words).encode()).hexdigest()[:12]

    stop_list, forms = ("stop", "a", "b"), ("exceptions", "w v", "x y")
    for choices, words in (
        ({"remove_stop_words": True}, stop_list),
        ({"stem": True}, forms),
        ({"stem_models": True}, forms),
        ({"remove_stop_words": True, "stem": True}, stop_list + forms),
        ({"stem": True, "exceptions": "none"}, ("exceptions",)),
    ):
        assert digest(Options(data=str(tmp_path), **choices)) == digested(*words)
    assert digest(Options(data=str(tmp_path))) == "none"


def test_the_built_in_stop_list_is_smarts() -> None:
    words = stop_words(None, lambda note: None)
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
    notes: list[str] = []
    assert stop_words(str(tmp_path), notes.append) >= {b"foo", b"bar \r"}
    assert notes == []
    bases = exceptions(str(tmp_path), notes.append)
    assert (bases[b"one"], bases[b"two"], bases.get(b"alone")) == (b"eins", b"deux", None)
    assert bases[b"mice"] == b"mouse"  # built in
    assert notes == [f"{tmp_path / name}: not there, the built-in list is used" for name in _LISTS[1:3]]


@pytest.mark.parametrize("directory", [__file__, "x" * 5000, "a\0b", "nowhere"])
def test_a_directory_that_is_not_there_is_noted(directory: str) -> None:
    notes: list[str] = []
    assert stop_words(directory, notes.append) == stop_words(None, notes.append)
    assert notes == [f"{directory}: no such directory, the built-in lists are used"]
    for _ in range(2):  # Every run notes it.
        assert lists_of(Options(stem=True, data=directory)).notes == (*notes,)


def test_a_list_that_the_package_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_lists, "BUILT_IN", str(tmp_path))
    for read, name in (
        (stop_words, "smart_common_words.txt"),
        (exceptions, "WordNet-2.0-Exceptions/adj.exc"),
    ):
        with pytest.raises(InputError) as error:
            read(None)
        path = tmp_path.joinpath(*name.split("/"))
        assert str(error.value) == f"{path}: this file of the package is missing; install rouge-eval again"


def test_the_lists_that_a_run_reads(tmp_path: Path) -> None:
    built_in = Path(word_lists.BUILT_IN)
    stop_list, lists = str(built_in / "smart_common_words.txt"), [str(built_in / name) for name in _LISTS]
    assert paths_in_use(Options(max_ngram=1)) == []
    assert paths_in_use(Options(remove_stop_words=True)) == [stop_list]
    assert paths_in_use(Options(stem=True)) == paths_in_use(Options(stem_models=True)) == lists
    write(tmp_path, {_LISTS[1]: "best well\n"})
    both = Options(stem=True, remove_stop_words=True, data=str(tmp_path))
    assert paths_in_use(both) == [stop_list, lists[0], str(tmp_path / _LISTS[1]), *lists[2:]]


def _with_database(folder: Path, data: bytes) -> Path:
    """Writes a database, and a list beside it."""
    write(folder, {"WordNet-2.0.exc.db": data, _LISTS[0]: b"foos foo\n"})
    return folder / "WordNet-2.0.exc.db"


def test_a_database_decides(tmp_path: Path) -> None:
    """As in ROUGE-1.5.5, which reads no lists: they may differ, and an empty database is one."""
    path = _with_database(tmp_path, _FILES["5.3, little-endian"])
    options = Options(stem=True, data=str(tmp_path))
    full = lists_of(options)
    assert (full.exceptions, full.notes) == (_ENTRIES, ())
    assert str(path) in paths_in_use(options)
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
    """Those of the folder are not even looked at, while its stop list is."""
    _with_database(tmp_path, b"?")
    write(tmp_path, {"smart_common_words.txt": b"foo\n"})
    chosen: Any = {"stem": True, "remove_stop_words": True, "data": str(tmp_path)}
    for name, bases in (("none", {}), ("wordnet", exceptions(None))):
        options = Options(exceptions=name, **chosen)
        lists = lists_of(options)
        assert (lists.exceptions, lists.stop_words, lists.notes) == (bases, {b"foo", b""}, ())
        assert len(paths_in_use(options)) == (5 if bases else 1)


def test_a_run_has_the_lists_that_it_needs_and_shares_them_with_others() -> None:
    forms, words = exceptions(None), stop_words(None)
    for options, of_exceptions, of_stop_words in (
        ({"stem": True, "remove_stop_words": True}, forms, words),
        ({"stem_models": True, "max_ngram": 4}, forms, frozenset()),
        ({"remove_stop_words": True}, None, words),
        ({"max_ngram": 1}, None, frozenset()),
    ):
        lists = lists_of(Options(**options))  # type: ignore[arg-type]
        assert (lists.exceptions, lists.stop_words, lists.notes) == (of_exceptions, of_stop_words, ())
    stems = lists_of(Options(stem=True))
    assert lists_of(Options(stem_models=True, max_ngram=4)) is stems
    assert lists_of(Options(remove_stop_words=True)) is not stems
    assert lists_of(Options()) is lists_of(Options(max_ngram=2, byte_limit=5))


@pytest.mark.parametrize("later", [b"foo\nbar\n", b"bar\n"], ids=["longer", "as long"])
def test_a_list_that_has_changed_is_loaded_anew(tmp_path: Path, later: bytes) -> None:
    options = Options(remove_stop_words=True, data=str(tmp_path))
    path = tmp_path / "smart_common_words.txt"
    path.write_bytes(b"foo\n")
    os.utime(path, ns=(1, 1))
    first = lists_of(options)
    assert first.stop_words == {b"foo", b""}
    assert lists_of(options) is first
    path.write_bytes(later)
    os.utime(path, ns=(2, 2))
    second = lists_of(options)
    assert second.stop_words == {*later.split(b"\n")}
    assert first.stop_words == {b"foo", b""}
    path.unlink()
    third = lists_of(options)
    assert third.stop_words == stop_words(None)
    assert third.notes == (f"{path}: not there, the built-in list is used",)
    assert lists_of(options) is third


def test_lists_that_cannot_be_read_are_an_error_each_time(tmp_path: Path) -> None:
    (tmp_path / "smart_common_words.txt").mkdir()
    for _ in range(2):
        with pytest.raises(InputError, match=r"smart_common_words\.txt: cannot be read"):
            lists_of(Options(remove_stop_words=True, data=str(tmp_path)))


@pytest.mark.parametrize("name", [name for name in _FILES if "long" not in name])
def test_entries(name: str) -> None:
    assert read_hash(_FILES[name]) == ({} if "empty" in name else _ENTRIES)


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
    """Whatever bytes are wrong, the reading ends, with entries or with the one error."""
    rng = random.Random(1)
    for data in list(_FILES.values()) * 40:
        damaged = bytearray(data)
        for _ in range(rng.choice([1, 5, 50])):
            damaged[rng.randrange(rng.choice([128, len(damaged)]))] = rng.randrange(256)
        with suppress(ValueError):
            read_hash(bytes(damaged[: rng.choice([len(data), rng.randrange(len(data))])]))
