"""COCOEvalCap's tokens: Stanford's PTBTokenizer 3.4.1 makes them, and punctuation marks are dropped.

Written from the rules of the Penn Treebank and from what the program prints. At each place the longest match
of a pattern is a token, and what the pattern sees behind the token counts for the length, as in the program.

Each text stands alone here. The program also looks at the next line of its file: where a text ends in a
single letter or an abbreviation like `No.`, the full stop may belong to the letter or not.
"""

import re
from functools import lru_cache
from itertools import chain
from unicodedata import category

_MARKS = "".join(
    chr(code)
    for code in range(0x2C2, 0xEBD)
    if not chr(code).isalnum() and category(chr(code)) in ("Mn", "Mc", "Sk")
)
"""Accents, vowel signs and similar marks, which are letters."""
_ABBREVIATIONS = (
    "adj adm adv ala? alex apr ariz assn assoc asst attys? aug ave bancorp bhd bldg blvd brig bros calif"
    " capt cf cie cmdr col colo comdr conn corp cos? cpl ct dak dec dept det dr drs elec ens esq est etc"
    " ext feb fla fri ft ga gen govs? hon inc ind insp intl invt jan jos jr jul jun kans? ky lieut lt ltd"
    " maj mar md messrs mich minn mlle mme mo mont? mrs? ms msgr mt natl neb nev nov oct okla penn pfc ph"
    " plc ppte ppty pres profs? ptes ptys pvt rd reps? rev rt sens? sept? seq sfc sgt spc sq sr ste?"
    " supts? sys tel tenn thu thurs treas tues? univ va vs vt wed wisc? wm wyo"
)
"""Words that keep their full stop, whatever stands behind it."""
_CAPITAL = "ark az del ill la mass miss ore pa tex wash"
"""Abbreviations that begin with a capital letter."""
_BEFORE_DIGITS = "art ca figs? nos? op pp prop"
"""Words that keep their full stop in front of a digit."""
_STARTERS = (
    "A About According Additionally After An As At But Earlier He Her Here However If In It Last Many"
    " More Now Once One Other Our She Since So Some Such That The Their Then There These They This We"
    " What When While Yet You"
)
"""The words before which a letter with a full stop ends a sentence."""


def _any(words: str, *forms: str) -> str:
    return "|".join(getattr(word, form)() for form in forms for word in words.split())


_PARTS = {
    "L": rf"(?:[^\W\d_²³¹¼-¾⁰-₉⅐-\u218b①-➓]|\xad|(?<!\d)[{_MARKS}])",  # a letter
    "W": rf"(?:[^\W_²³¹¼-¾⁰-₉⅐-\u218b①-➓]|\xad|(?<!\d)[{_MARKS}])",  # a letter or a digit
    "Q": "['’\x92]",
    "X": r"""[^\s"<>|()]""",  # a character of an address
}
_PARTS["CLITIC"] = "(?i:s|m|d|ll|re|ve)"
_PARTS["END"] = f"(?!{_PARTS['W']})"
_PARTS["PART"] = "(?:[dDoOlL]{Q}(?={L}{W}))?{W}+".format(**_PARTS)
_TEMPLATES = (
    # Tags, addresses and entities.
    r"""</?[A-Za-z][\w.:-]*(?: +[A-Za-z][\w.:-]*(?: *= *(?:"[^"]*"|'[^']*'))?)* */?>""",
    r"<[!?][A-Za-z-][^>]{0,2000}>",
    r"(?i:https?)://<X>{1,2000}(?<![.!?,-])",
    r"(?:www\.(?:[^\s\"<>|().!?,]{1,80}\.){1,9}[A-Za-z]{2,4}"
    r"|<W>{1,80}(?:\.<W>{1,80}){0,9}\.(?:com|net|org|edu)<END>)"
    r"(?:/<X>{1,2000}(?<![.!?,-]))?",
    r"<?[A-Za-z0-9][^\s\"<>|()@]{0,200}@<X>{1,200}(?<!\.)>?",
    r"@[A-Za-z_]\w*|#<L>+|[CcFf]#|[Cc]\+\+",
    r"&(?:[lg]t|amp|quot|nbsp|apos|[nm]dash|#\d+|[aeiouAEIOU](?:acute|grave|uml));",
    # Numbers.
    r"[-+]?\d*(?:[.:,٫٬]\d+)+|[-+]\d+",
    r"\d{1,4}[ \xa0]\d{1,4}[/⁄]\d{1,4}(?!\d)|\d+(?:-\d+)?[/⁄]\d+(?:-[A-Za-z]+)?",
    r"(?:\(\d{2,3}\)[ \xa0]?|(?:\+?\d{2,4}[- \xa0])?\d{2,4}[- \xa0])\d{3,4}[- \xa0]?\d{3,5}(?!\d)",
    # Words, and words that marks join.
    r"<W>+",
    r"<L><W>*(?:[.!?]<L><W>*)+",
    r"(?:(?:<W>+[.,]){0,9}<PART>|(?:<W>+[.,]){1,9})(?:[-_\u058a‐‑]<PART>)+",
    r"[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}(?:/[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}){1,2}",
    r"[A-Z]+(?:(?:[+&]|&amp;)[A-Z]+)+|[A-Z]+\$|(?i:pro|anti)-(?!\w)",
    # Apostrophes.
    r"(?:[A-HJ-XZdlno]['’‘]<L><W>|<L>{2,}(?<=[aeiouyAEIOUY])['’‘`](?!<CLITIC><END>)[aeiouA-Z])<W>*",
    r"(?i:c'mon|e'er|s'mores|c<Q>est|nat<Q>l|li<Q>l|ol<Q>|dunkin<Q>)<END>|(?i:[djy]<Q>)(?=<W>)(?!<CLITIC><END>)",
    r"(?P<token><L><W>*?)(?i:n['’‘`\x92]t)|(?i:n['’‘`\x92]t)",
    r"'(?:(?i:n'|em|cause|(?P<token>t)(?:is|was))|(?:<CLITIC>|(?i:til|n))<END>)",
    r"[’\x92](?:<CLITIC>|(?i:til|em|cause|n’?))|<Q>(?:[2-9]0s<END>|\d\d(?!\S))",
    # Abbreviations.
    rf"(?:(?i:ph\.d|{'|'.join(_ABBREVIATIONS.split())})|{_any(_CAPITAL, 'title', 'upper')}"
    rf"|{_any('mfg mtg pte pty', 'lower', 'title')})\.|(?:<L>\.)+",
    rf"(?P<token>(?i:{'|'.join(_BEFORE_DIGITS.split())})\.)[ \xa0]?\d",
    rf"(?P<token><L>)\.\s(?:{_any(_STARTERS, 'title', 'upper')})(?!\S)",
    r"(?:(?:<W>+\.){0,9}<W>*-){1,9}(?:<L>\.){2,}(?:-<W>+)*<END>|(?P<token>(?!\d*\.\d)<W>+(?:[-_.]<W>+){0,9}\.)[,;:]",
    # Marks.
    r"[:;=][-o*']?[\])(\[{DPpdO\\|@](?!\w)|:[30](?!\w)",
    r"[?!]+|\*+|_+|@+|#+|[>^-]_+[<^-]|-{2,}|\.{3,5}|[`‘’“”][‘’“”]",
)
_PATTERNS = tuple(
    re.compile(re.sub("<([A-Z]+)>", lambda name: _PARTS[name[1]], template)) for template in _TEMPLATES
)
_KNOWN = re.compile(
    _PARTS["W"]
    + r"|[!-~¡¢-©«¬®-¹»-¿×÷\x80\u037e\u0387\u055a-\u055f\u0589\u05be-\u05c6\u05f3\u05f4\u0600-\u061f"
    "\u066a-\u066d\u06d4\u0700-\u070d\u07f6-\u07f8\u0964\u0965\u0e3f\u0e4f\u2016-\u2023\u2030-\u2044\u2070"
    "\u2074-\u208e₠₤€\u2100-\u215e\u2190-\u2bff、。〒・！-／：-＠［-｀｛-･￠￡￥￦]"
)
"""The characters that the program knows; it drops all others, such as emoji."""
_SPELLINGS = "-lrb- -rrb- -lsb- -rsb- -lcb- -rcb- # $ $ $ $ cents 1/4 1/2 3/4 1/3 2/3 & < >"
_NAMES: dict[str, str] = {
    **dict(zip([*"()[]{}£\x80¤₠€¢¼½¾⅓⅔", "&amp;", "&lt;", "&gt;"], _SPELLINGS.split(), strict=True)),
    **{word.replace(" ", ""): word for word in ("can not", "gim me", "gon na", "got ta", "lem me", "wan na")},
}
"""Tokens that the program spells in another way, or cuts in two."""
_PUNCTUATION = frozenset(
    (
        *".?!,:-;`'\"\x85\x91\x93\x94\x96\x97«»‛‹›–—―…",
        "''",
        "``",
        "...",
        "",
        "&nbsp;",
        "&quot;",
        "&apos;",
        "&ndash;",
        "&mdash;",
    )
)
"""The tokens that COCOEvalCap drops, as the text spells them."""
_QUOTES = str.maketrans({"‘": "`", "’": "'", "“": "``", "”": "''", "\x92": "'"})
_respelled = re.compile("n?['’‘\x92](?:t|s|m|d|ll|re|ve)|[`‘’“”]{2}").fullmatch
"""Finds contractions and pairs of quotation marks, which the program prints in ASCII."""


# Most pieces are a word, perhaps with a mark behind it. No pattern finds more than these there.
_plain = re.compile(
    r"[A-Za-z]{2,}(?=[\s)\"]|[,!?]?(?!\S)|(?P<stop>\.(?!\S)))|[()\"](?!\d)|,(?!\S)|[!?](?![!?])|\.(?!\S)|\s+"
).match
_is_abbreviation = re.compile(
    "|".join(f"{_ABBREVIATIONS} {_CAPITAL} {_BEFORE_DIGITS} mfg mtg pte pty".split()), re.IGNORECASE
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
    is_mark = token.translate(_QUOTES) in _PUNCTUATION or token[:2] in ("--", "..")
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
