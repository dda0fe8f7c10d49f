"""COCOEvalCap's tokens: Stanford's PTBTokenizer 3.4.1 makes them, and punctuation marks are dropped.

Written from the rules of the Penn Treebank and from what the program prints; `data/ptb.toml` has patterns and
words. At each place the longest match
of a pattern is a token, and what the pattern sees behind the token counts for the length, as in the program.

Each text stands alone here. The program also looks at the next line of its file: where a text ends in a
single letter or an abbreviation like `No.`, the full stop may belong to the letter or not.
"""

import re
import tomllib
from functools import lru_cache
from itertools import chain
from unicodedata import category

from ..word_lists import built_in_text

_MARKS = "".join(
    chr(code)
    for code in range(0x2C2, 0xEBD)
    if not chr(code).isalnum() and category(chr(code)) in ("Mn", "Mc", "Sk")
)
"""Accents, vowel signs and similar marks, which are letters."""
_TABLE = tomllib.loads(built_in_text("ptb.toml"))
_WORDS = {kind: words.split() for kind, words in _TABLE["words"].items()}
_PARTS = {
    "L": rf"(?:[^\W\d_²³¹¼-¾⁰-₉⅐-\u218b①-➓]|\xad|(?<!\d)[{_MARKS}])",  # a letter
    "W": rf"(?:[^\W_²³¹¼-¾⁰-₉⅐-\u218b①-➓]|\xad|(?<!\d)[{_MARKS}])",  # a letter or a digit
    "Q": "['’\x92]",
    "X": r"""[^\s"<>|()]""",  # a character of an address
}
_PARTS["CLITIC"] = "(?i:s|m|d|ll|re|ve)"
_PARTS["END"] = f"(?!{_PARTS['W']})"
_PARTS["PART"] = "(?:[dDoOlL]{Q}(?={L}{W}))?{W}+".format(**_PARTS)
_PARTS |= {kind: "|".join(words) for kind, words in _WORDS.items()}
_PATTERNS = [
    re.compile(re.sub("<([A-Z_]+)>", lambda name: _PARTS[name[1]], pattern)) for pattern in _TABLE["patterns"]
]
_KNOWN = re.compile(
    _PARTS["W"]
    + r"|[!-~¡¢-©«¬®-¹»-¿×÷\x80\u037e\u0387\u055a-\u055f\u0589\u05be-\u05c6\u05f3\u05f4\u0600-\u061f"
    "\u066a-\u066d\u06d4\u0700-\u070d\u07f6-\u07f8\u0964\u0965\u0e3f\u0e4f\u2016-\u2023\u2030-\u2044\u2070"
    "\u2074-\u208e₠₤€\u2100-\u215e\u2190-\u2bff、。〒・！-／：-＠［-｀｛-･￠￡￥￦]"
)
"""The characters that the program knows; it drops all others, such as emoji."""
_NAMES: dict[str, str] = dict(pair.split(":") for pair in _TABLE["spelt"].split())
_NAMES |= {word.replace(":", ""): word.replace(":", " ") for word in _TABLE["cut"].split()}
"""Tokens that the program spells in another way, or cuts in two."""
_DROPPED = frozenset((*_TABLE["dropped"].split(), ""))
_QUOTES = str.maketrans({"‘": "`", "’": "'", "“": "``", "”": "''", "\x92": "'"})
_respelled = re.compile("n?['’‘\x92](?:t|s|m|d|ll|re|ve)|[`‘’“”]{2}").fullmatch
"""Finds contractions and pairs of quotation marks, which the program prints in ASCII."""


# Most pieces are a word, perhaps with a mark behind it. No pattern finds more than these there.
_plain = re.compile(
    r"[A-Za-z]{2,}(?=[\s)\"]|[,!?]?(?!\S)|(?P<stop>\.(?!\S)))|[()\"](?!\d)|,(?!\S)|[!?](?![!?])|\.(?!\S)|\s+"
).match
_is_abbreviation = re.compile(
    "|".join(chain.from_iterable(words for kind, words in _WORDS.items() if kind != "STARTER")), re.IGNORECASE
).fullmatch
_pieces = re.compile(
    r"(?:\S|(?<=[.)\d])[ \t-\r\xa0](?=\d)|(?<=\.)(?<![a-z]{4}\.)[ \t-\r\xa0](?=[A-Z]))+"
).findall


def tokens(text: str) -> list[str]:
    """Return the tokens of a text of one line, lowered."""
    # A token may go on past a blank only in a tag, before a digit, or behind a letter with a full stop.
    pieces = [text] if "<" in text else _pieces(text)
    return list(chain.from_iterable(map(_tokens_of_piece, pieces)))


@lru_cache(maxsize=1 << 16)
def _tokens_of_piece(piece: str) -> tuple[str, ...]:
    found: list[str] = []
    place = 0
    while place < len(piece):
        plain = _plain(piece, place)
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
    if _respelled(token):
        return [token.translate(_QUOTES)]
    # Tags, numbers of telephones and mixed numbers have blanks in them.
    token = token.replace(" ", "\xa0")
    if token[0] != "<":
        token = "".join(_NAMES[mark] if mark in "()" else mark for mark in token.replace("&amp;", "&"))
    return [token]
