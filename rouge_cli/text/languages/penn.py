"""COCOEvalCap's tokens: Stanford's PTBTokenizer 3.4.1 makes them, and punctuation marks are dropped.

Written from the rules of the Penn Treebank and from what the program prints; `data/ptb.toml` has patterns and
words. At each place the longest match of a pattern is a token, and what the pattern sees behind the token
counts for the length, as in the program.

Each text stands alone here. The program also looks at the next line of its file: where a text ends in a
single letter or an abbreviation like `No.`, the full stop may belong to the letter or not.
"""

import re
import tomllib
from functools import lru_cache
from itertools import chain
from unicodedata import category

from ..word_lists import built_in_text

_TABLE = tomllib.loads(built_in_text("ptb.toml"))
_WORDS = {kind: words.split() for kind, words in _TABLE["words"].items()}
_PARTS = {**_TABLE["parts"], **{kind: "|".join(words) for kind, words in _WORDS.items()}}
# Accents, vowel signs and similar marks, which are letters.
_PARTS["MARKS"] = "".join(
    mark
    for mark in map(chr, range(0x2C2, 0xEBD))
    if not mark.isalnum() and category(mark) in ("Mn", "Mc", "Sk")
)


def _filled(pattern: str) -> str:
    """Return a pattern with its parts in place of their names."""
    return re.sub("<([A-Z_]+)>", lambda name: _filled(_PARTS[name[1]]), pattern)


_PATTERNS = [re.compile(_filled(pattern)) for pattern in _TABLE["patterns"]]
_KNOWN, _RESPELLED, _PLAIN, _PIECES = (
    re.compile(_filled(_TABLE[name])) for name in ("known", "respelled", "plain", "pieces")
)
_NAMES: dict[str, str] = dict(pair.split(":") for pair in _TABLE["spelt"].split())
_NAMES |= {word.replace(":", ""): word.replace(":", " ") for word in _TABLE["cut"].split()}
"""Tokens that the program spells in another way, or cuts in two."""
_DROPPED = frozenset((*_TABLE["dropped"].split(), ""))
_QUOTES = str.maketrans({"‘": "`", "’": "'", "“": "``", "”": "''", "\x92": "'"})
_is_abbreviation = re.compile(
    "|".join(chain.from_iterable(words for kind, words in _WORDS.items() if kind != "STARTER")), re.IGNORECASE
).fullmatch


def tokens(text: str) -> list[str]:
    """Return the tokens of a text of one line, lowered."""
    pieces = [text] if "<" in text else _PIECES.findall(text)
    return list(chain.from_iterable(map(_tokens_of_piece, pieces)))


@lru_cache(maxsize=1 << 16)
def _tokens_of_piece(piece: str) -> tuple[str, ...]:
    found: list[str] = []
    place = 0
    while place < len(piece):
        plain = _PLAIN.match(piece, place)
        if plain and not (plain["stop"] is not None and _is_abbreviation(plain[0])):
            end = plain.end()
        else:
            end = _end_of_token(piece, place)
        found += _spelled(piece[place:end].lower().replace("\xad", ""))
        place = end
    return tuple(found)


def _end_of_token(piece: str, place: int) -> int:
    length, end = 1, place + 1
    for pattern in _PATTERNS:
        match = pattern.match(piece, place)
        if match and match.end() - place > length:
            length = match.end() - place
            end = match.end("token") if match.lastgroup else match.end()
    return end


def _spelled(token: str) -> list[str]:
    """Return what the program prints for a lowered token: nothing, one token or two."""
    if token.isalpha() and token not in _NAMES:
        return [token]
    is_mark = token.translate(_QUOTES) in _DROPPED or token[:2] in ("--", "..")
    if is_mark or token.isspace() or (len(token) == 1 and not _KNOWN.match(token)):
        return []
    if token in _NAMES:
        return _NAMES[token].split()
    if _RESPELLED.fullmatch(token):
        return [token.translate(_QUOTES)]
    # Tags, numbers of telephones and mixed numbers have blanks in them.
    token = token.replace(" ", "\xa0")
    if token[0] != "<":
        token = "".join(_NAMES[mark] if mark in "()" else mark for mark in token.replace("&amp;", "&"))
    return [token]
