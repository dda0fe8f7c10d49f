"""Summaries -> sentences or basic elements: formats of files, and splitters of sentences."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InputError, Message
from ..evaluation import File, Source, Text, text_of
from ..kernel import Item
from ..kernel.plan import LONGEST_UNSTEMMED, Document, Reading
from .files import read_bytes

if TYPE_CHECKING:
    from ..kernel.python.words import Stem, Vocabulary

_SENTENCE = {
    "SEE": (
        rb'^<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\r\f\v]+<a href="#[0-9]+" id=[0-9]+>'
        rb"([^<\n]+\n?|\n)"
    ),
    "ISI": rb'^<S SNTNO="[0-9a-z,]+">([^<\n]+)</S>',
}
"""By format of markup, the expression of a sentence."""
_PAGES = {
    "HTML": re.compile(rb"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE),
    "XML or HTML": re.compile(rb"\s*<(?:\?xml\b|([A-Za-z][\w:-]*+)[^<>]*>(?s:.)*</\1>\s*\Z)"),
    "JSON": re.compile(rb'\s*(?:\{\s*"[^"]*"\s*:|\[\s*(?:"|\{\s*"))(?s:.)*[}\]]\s*\Z'),
    "RTF": re.compile(rb"\{\\rtf"),
    "LaTeX": re.compile(rb"\s*\\(?:documentclass|begin)\b"),
}
"""By form of a document, the expression of its beginning or of all of it."""
_NO_TEXTS = {
    b"\x1f\x8b": "gzip",
    b"PK\3\4": "zip",
    b"BZh": "bzip2",
    b"\xfd7zX": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"%PDF": "PDF",
}
"""By the first bytes of files that are no texts, the names of their formats."""


def load(source: Source) -> Source:
    """Return the summary with the bytes of its file. Raises `InputError` if it cannot be read."""
    if isinstance(source, File) and source.data is None:
        return source._replace(data=read_bytes(source.path))
    return source


def contents(file: File) -> bytes:
    """Return the text of a file, which may have been read, in UTF-8. Raises `InputError` as `load` does."""
    return utf8(read_bytes(file.path) if file.data is None else file.data)


_MARKS = {BOM_UTF32_LE: "utf-32", BOM_UTF32_BE: "utf-32", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
_NULS = {"0x0x": "utf-16-be", "x0x0": "utf-16-le", "000x": "utf-32-be", "x000": "utf-32-le"}
"""By the bytes of four that are NULs in Latin texts, the encodings."""


def wide_encoding(data: bytes) -> str | None:
    """Return the encoding of a text in UTF-16 or UTF-32, which its mark or its first NULs tell, or None."""
    head = data[:1024]
    if b"\0" not in head and not head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return None  # Nearly all texts are like this.
    if mark := next((mark for mark in _MARKS if data.startswith(mark)), None):
        return _MARKS[mark]
    head = head[: len(head) // 4 * 4]
    shares = [4 * head[place::4].count(0) / len(head) for place in range(4) if head]
    return _NULS.get("".join("x" if share < 0.1 else "0" if share > 0.5 else "?" for share in shares))


def utf8(data: bytes) -> bytes:
    """Return the bytes of a text in UTF-8 if they are UTF-16 or UTF-32; all other bytes stay as they are."""
    encoding = wide_encoding(data)
    return data if encoding is None else data.decode(encoding, "replace").encode("utf-8", "replace")


class Misreading(NamedTuple):
    """A problem of a file's text under the format that reads it."""

    kind: str
    """A name in `data/misreadings.txt`."""
    format: str = ""
    """The format in which it is read, or the format that it seems to have."""
    words: int = 0
    """The number of unread words."""


def misreading(data: bytes, format: str) -> Misreading | None:
    """Return what is wrong with the bytes of a file as this format reads them, if anything is."""
    if encoding := wide_encoding(data):
        return misreading(utf8(data), format) or Misreading("utf-16", encoding[:6].upper())
    if data.startswith(tuple(_NO_TEXTS)):
        return Misreading("binary", next(name for head, name in _NO_TEXTS.items() if data.startswith(head)))
    if b"\0" in data:
        return Misreading("wide")
    if b"\n" not in data and b"\r" in data.strip():
        return Misreading("returns")
    if format in _SENTENCE:
        if b"<" not in data:
            return Misreading("plain", format) if data.strip() else None
        words = len(re.findall(rb"[0-9A-Za-z\x80-\xff]+", unread(data, format)))
        return Misreading("unread", format, words) if words else None
    if b"<" in data:
        for name, sentence in _SENTENCE.items():
            if re.search(sentence, data, re.MULTILINE | re.IGNORECASE):
                return Misreading("markup", name)
    if data.lstrip()[:1] in (b"<", b"{", b"[", b"\\"):
        for name, page in _PAGES.items():
            if page.match(data):
                return Misreading("page" if name == "HTML" else "document", name)
    if format == "SPL" and b"|" in data and re.match(rb"\A(?:[^|\n]+\|[^|\n]+\|[^|\n]+(?:\n|\Z))+\Z", data):
        return Misreading("elements")
    return None


def unread(data: bytes, format: str) -> bytes:
    """Return the text of a SEE or ISI file that is outside the sentences that the format finds."""
    rest = re.sub(_SENTENCE[format], b" ", data, flags=re.MULTILINE)
    if format == "ISI" and re.search(rb"(?i)<s\b", data):  # Other elements have names and dates.
        rest = b" ".join(re.findall(rb"(?is)<s\b[^<>]*>((?:(?!</?s\b).)*)", rest))
    # No search for the end of an element passes the beginning of the next, so all of them together pass once.
    return re.sub(rb"(?is)<head\b(?:(?!<head\b).)*?</head>|<[^<>]*>|\[[0-9]+\]", b" ", rest)


def read_sentences(source: Source) -> list[bytes]:
    """Return the sentences of a summary. Raises `InputError` if its file cannot be read."""
    if isinstance(source, Text):
        return list(source.sentences)
    return sentences_of(contents(source), source.format)


def sentences_of(data: bytes, format: str) -> list[bytes]:
    r"""Return the sentences in the bytes of a file, whose format is SPL, SEE or ISI.

    In SPL each line that is not empty is a sentence; only `\n` ends a line, and a `\r` stays in it. SEE is
    the HTML of DUC's SEE tool, with an anchored line for each sentence. In ISI a sentence is a line that
    begins with `<S SNTNO="...">text</S>`.
    """
    if format == "SPL":
        return list(filter(None, data.split(b"\n")))
    return re.findall(_SENTENCE[format], data, re.MULTILINE)


_NIL = b"nil"


class Element(NamedTuple):
    """A basic element, lowered."""

    head: bytes
    modifier: bytes
    relation: bytes


MODES: dict[str, tuple[Callable[[Element, Element], bool], int]] = {
    "H": (lambda stemmed, as_read: stemmed.modifier == _NIL, 1),
    "HM": (lambda stemmed, as_read: stemmed.modifier != _NIL, 2),
    "HMR": (lambda stemmed, as_read: stemmed.relation != _NIL, 3),
    "HM1": (lambda stemmed, as_read: True, 2),
    # ROUGE-1.5.5 quirk: only this mode looks at the modifier before stemming (`nils` becomes `nil`).
    "HMR1": (lambda stemmed, as_read: as_read.modifier != _NIL, 3),
    "HMR2": (lambda stemmed, as_read: True, 3),
}
"""By mode, the elements that count, and the number of fields in their keys."""


def read_elements(source: Source) -> list[Element]:
    """Return the basic elements of a summary, lowered.

    An ISI file has none, as in the original. Raises `InputError` for a line without exactly three fields;
    trailing empty fields do not count.
    """
    if isinstance(source, Text):
        lines = list(source.sentences)
    elif source.format == "ISI":
        return []
    else:
        lines = contents(source).split(b"\n")
        if not lines[-1]:
            del lines[-1]  # A line end at the end of the file begins no further line.
    elements = []
    for number, line in enumerate(lines, 1):
        fields = line.lower().rstrip(b"|").split(b"|")
        if len(fields) != 3:
            needed = "a basic element needs three fields, head|modifier|relation"
            raise InputError(f"{source.name}, line {number}: {needed}")
        elements.append(Element(*fields))
    return elements


def keys(elements: list[Element], mode: str, stem: "Stem | None") -> list[bytes]:
    """Return the keys that a mode counts; heads and modifiers are stemmed unless `stem` is None."""
    counts, fields = MODES[mode]
    stemmed = [Element(_stemmed(head, stem), _stemmed(modifier, stem), of) for head, modifier, of in elements]
    pairs = zip(stemmed, elements, strict=True)
    return [b"|".join(element[:fields]) for element, as_read in pairs if counts(element, as_read)]


def _stemmed(phrase: bytes, stem: "Stem | None") -> bytes:
    if stem is None or len(phrase) <= LONGEST_UNSTEMMED:
        return phrase
    from ..kernel.python.words import split_words  # Most runs have no basic elements.

    return b" ".join(stem(word) if re.search(rb"[a-z0-9]", word) else word for word in split_words(phrase))


def read_documents(
    source: Source, readings: Iterable[Reading], vocabulary: "Vocabulary"
) -> dict[Reading, Document]:
    """Return the documents of a summary by their readings. Raises `InputError` if it cannot be read."""
    documents = {}
    for reading in readings:
        if reading.elements:
            stem = vocabulary.stem if reading.stem else None
            of_mode = keys(read_elements(source), reading.elements, stem)
            documents[reading] = vocabulary.of_elements(of_mode)
        else:
            documents[reading] = vocabulary.document(read_sentences(source), reading)
    return documents


def item(data: bytes, format: str) -> Item:
    """Return the text of a file as the kernel takes it; the end of the last line is no blank in the text."""
    return sentences_of(data, format) if format in _SENTENCE else data.removesuffix(b"\n")


def as_read(data: bytes, format: str) -> tuple[bytes, Item, Misreading | None]:
    """Return the text of a file in UTF-8, as the kernel takes it, and what is wrong with the file."""
    content = utf8(data)
    return content, item(content, format), misreading(data, format)


Rewriter = Callable[[Item], Item]
"""Returns a text in other sentences, which are scored."""


def split_all(text: Item, split: Callable[[str], list[str]]) -> Item:
    """Return a text split into sentences; a text that is a list of sentences is joined by line ends first.

    Bytes that are not UTF-8 stay as they are.
    """
    if isinstance(text, str):
        return split(text)
    joined = text if isinstance(text, bytes) else b"\n".join(sentences_in(text))
    sentences = split(joined.decode("utf-8", "surrogateescape"))
    return [sentence.encode("utf-8", "surrogateescape") for sentence in sentences]


def split_single(text: Item, split: Callable[[str], list[str]]) -> Item:
    """Return a text split into sentences if it is a single line or sentence, and any other text as it is."""
    sentences = sentences_in(text)
    return split(sentences[0].decode("utf-8", "replace")) if len(sentences) == 1 else text


def rewritten_source(source: Source, rewrite: Rewriter) -> Source:
    """Return a loaded summary in the sentences that `rewrite` returns."""
    text = source.sentences if isinstance(source, Text) else item(source.data or b"", source.format)
    rewritten = rewrite(text)
    return source if rewritten is text else text_of(rewritten)._replace(name=source.name)


def sentences_in(text: Item) -> list[bytes]:
    """Return the sentences of a text: the non-empty lines of a string, or the items of a list."""
    return list(text_of(text).sentences)


def at_full_stops(text: str) -> list[str]:
    """Return the pieces of a text between full stops anywhere, which are the sentences of rouge 1.0.1."""
    return [sentence for sentence in text.split(FULL_STOP) if sentence]


def at_chinese_marks(text: str) -> list[str]:
    """Return the sentences of rouge_chinese 1.0.3."""
    return [sentence for sentence in cut_at_chinese_marks(text) if sentence]


def cut_at_chinese_marks(text: str) -> list[str]:
    """Return the sentences of rouge_chinese 1.0.3; some may be empty.

    Each match takes the character after it, which therefore begins no match itself.
    """
    for hints, mark in _CHINESE_MARKS:
        if any(hint in text for hint in hints):
            text = re.sub(mark, r"\1\n\2", text)
    return text.rstrip().split("\n")


FULL_STOP = "."
_CHINESE_MARKS = (
    ("。！？?", "([。！？?])([^”’])"),
    (("......",), r"(\.{6})([^”’])"),
    (("……",), "(…{2})([^”’])"),
    ("”’", "([。！？?][”’])([^，。！？?])"),
)
"""Hints and expressions. After the first group of an expression a sentence ends; `[^…]` may also be a line
end. Every text that the expression matches has one of the hints."""
SPLITS: dict[str, Callable[[str], list[str]]] = {
    "none": lambda text: [text],
    "full_stops": at_full_stops,
    "chinese": at_chinese_marks,
}
"""By the word in `rouges.py`, the splitter of texts that have no sentences of their own."""


@lru_cache(maxsize=2)
def punkt(reader: str) -> Callable[[str], list[str]]:
    """Return NLTK's splitter of sentences.

    Raises `InputError`, which says to leave out the `reader` of sentences, if its model is not installed.
    """
    from nltk.tokenize import PunktTokenizer, sent_tokenize

    try:
        PunktTokenizer("english")
    except LookupError as error:
        missing = "sentences are found by NLTK's model punkt_tab, which is not installed"
        remedy = "run python -m nltk.downloader punkt_tab"
        raise InputError(Message(f"{missing}; {remedy}, or leave {reader}")) from error
    return lambda text: list(sent_tokenize(text))
