"""Stop lists by language, and files of the user's own, beside the list of SMART that ROUGE-1.5.5 has.

The lists by language are those of `stopwordsiso`: it has all languages of the table but Azeri and Tamil, its
licence is MIT and it is kept up. `stop-words`, the other such package, lacks Bengali, Tamil, Thai and Urdu.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from ..errors import InputError, OptionError
from ..text.files import read_bytes
from .language_table import STOP_LISTS, needed, versioned


class StopList(NamedTuple):
    """A list of words that are left out."""

    signature: str
    """The language and the package with its version, or the beginning of the SHA-256 of the file."""
    words: frozenset[str]
    """The words as they stand in the list, which no tokenizer has seen yet."""
    is_file: bool = False
    """True if the list is a file of the user, False if a package has it."""


def stop_list_named(name: str) -> StopList:
    """Return the stop list with a name: the code of a language or the path of a file.

    Everything that looks like a code is one, whatever files there are: a file of this name is written `./de`.
    Raises `OptionError` for a language that has no list, and `InputError` for a file that cannot be read or
    where the lists are not installed.
    """
    if not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", name):
        return _of_file(name)
    known, words = words_of(name)
    if not words:
        there = ", ".join(sorted(needed(STOP_LISTS, "").langs()))
        raise OptionError(
            f"there is no list of `stop_words` for the language {name}; name a file with one word a line"
            f" (./{name}, if that is its name), or another language: {there}"
        )
    return StopList(versioned(f"iso-{known}", STOP_LISTS), words)


def words_of(code: str) -> tuple[str, frozenset[str]]:
    """Return the package's code of a language, and its words; no words if the package lacks the language.

    Raises `InputError` where the package is not installed.
    """
    lists = needed(STOP_LISTS, f"`stop_words` {code}")
    language = re.split("[-_]", code.lower())[0]
    known = "no" if language in ("nb", "nn") else language  # The package has one name for both.
    return known, frozenset(lists.stopwords(known))


def _of_file(path: str) -> StopList:
    data = read_bytes(path)
    words = set()
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        try:
            words.add(line.decode().strip())
        except UnicodeDecodeError as error:
            raise InputError(
                f"{path}: line {number} of this stop list is not UTF-8; store it in UTF-8, one word a line"
            ) from error
    return StopList(f"file-{sha256(data).hexdigest()[:12]}", frozenset(filter(None, words)), is_file=True)
