"""Summaries -> their sentences: files in their formats, basic elements, and sentences that are found anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ..errors import InputError
from ..evaluation import File, Source, Text, text_of
from ..kernel import Item
from ..kernel.plan import LONGEST_UNSTEMMED
from .files import read_bytes

SEE_SENTENCE = (
    rb'^<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\r\f\v]+<a href="#[0-9]+" id=[0-9]+>'
    rb"([^<\n]+\n?|\n)"
)
ISI_SENTENCE = rb'^<S SNTNO="[0-9a-z,]+">([^<\n]+)</S>'


def load(source: Source) -> Source:
    """Return the summary with its bytes, so that nothing reads its file again.

    Raises `InputError` where the file cannot be read.
    """
    return source._replace(data=contents(source)) if isinstance(source, File) else source


def contents(file: File) -> bytes:
    """Return the bytes of a file, and read it unless it holds them.

    Raises `InputError` where it cannot be read.
    """
    return read_bytes(file.path) if file.data is None else file.data


def read_sentences(source: Source) -> list[bytes]:
    """Return the sentences of a summary. Raises `InputError` where its file cannot be read."""
    if isinstance(source, Text):
        return list(source.sentences)
    return sentences_of(contents(source), source.format)


def sentences_of(data: bytes, format: str) -> list[bytes]:
    r"""Return the sentences of a file's bytes in one of the formats SPL, SEE and ISI.

    SPL has a sentence on each line that is not empty; only `\n` ends a line, and a `\r` stays in it. SEE is
    the HTML of DUC's SEE tool, an anchored line for each sentence. In ISI sentences are lines that begin
    with `<S SNTNO="...">text</S>`.
    """
    if format == "SPL":
        return list(filter(None, data.split(b"\n")))
    return re.findall({"SEE": SEE_SENTENCE, "ISI": ISI_SENTENCE}[format], data, re.MULTILINE)


Stem = Callable[[bytes], bytes]
Units = TypeVar("Units", list[bytes], bytes)

_NIL = b"nil"
_LETTER_OR_DIGIT = re.compile(rb"[a-z0-9]")


class Element(NamedTuple):
    """One basic element, lowered; `modifier_as_read` stays as it was when the others are stemmed."""

    head: bytes
    modifier: bytes
    relation: bytes
    modifier_as_read: bytes


MODES: dict[str, tuple[Callable[[Element], bool], int]] = {
    "H": (lambda element: element.modifier == _NIL, 1),
    "HM": (lambda element: element.modifier != _NIL, 2),
    "HMR": (lambda element: element.relation != _NIL, 3),
    "HM1": (lambda element: True, 2),
    # ROUGE-1.5.5 quirk: this mode alone looks at the modifier before stemming (`nils` becomes `nil`).
    "HMR1": (lambda element: element.modifier_as_read != _NIL, 3),
    "HMR2": (lambda element: True, 3),
}
"""By mode, the elements that count, and the number of fields in the keys that they count as."""


def read_elements(source: Source) -> list[Element]:
    """Return the basic elements of a summary, lowered.

    An ISI file has none, as in the original. Raises `InputError` for a line that has not three
    fields; trailing empty fields do not count.
    """
    if isinstance(source, Text):
        lines = list(source.sentences)
    elif source.format == "ISI":
        return []
    else:
        lines = contents(source).split(b"\n")
        if not lines[-1]:
            del lines[-1]  # The line end of the last line begins no line of its own.
    elements = []
    for number, line in enumerate(lines, 1):
        fields = line.lower().rstrip(b"|").split(b"|")
        if len(fields) != 3:
            raise InputError(
                f"{source.name}, line {number}: a basic element needs three fields, head|modifier|relation"
            )
        head, modifier, relation = fields
        elements.append(Element(head, modifier, relation, modifier))
    return elements


def keys(elements: list[Element], mode: str, stem: Stem | None) -> list[bytes]:
    """Return the keys that a mode counts, with heads and modifiers stemmed unless `stem` is None."""
    if stem is not None:
        elements = [
            element._replace(head=_stemmed(element.head, stem), modifier=_stemmed(element.modifier, stem))
            for element in elements
        ]
    counts, fields = MODES[mode]
    return [b"|".join(element[:fields]) for element in elements if counts(element)]


def _stemmed(phrase: bytes, stem: Stem) -> bytes:
    if len(phrase) <= LONGEST_UNSTEMMED:
        return phrase
    return b" ".join(stem(word) if _LETTER_OR_DIGIT.search(word) else word for word in split_words(phrase))


def item(source: Source) -> Item:
    """Return a summary that has been loaded as the kernel takes it."""
    if isinstance(source, Text):
        return source.sentences
    data = source.data or b""
    if source.format in ("SEE", "ISI"):
        return sentences_of(data, source.format)
    return plain(data)


def plain(data: bytes) -> bytes:
    """Return the text of a plain file: the end of the last line is no blank behind the text."""
    return data.removesuffix(b"\n")


# Length limits, and sentences that are found anew.


class Limit(NamedTuple):
    """A length limit in words, in bytes or in tokens; 0 means none. At most one of them is set.

    ROUGE-1.5.5 quirk: under a limit of 2.7 a sentence is cut only if it has more than two units. A cut leaves
    a whole number of them, but never less than one word.
    """

    max_words: float = 0
    max_bytes: float = 0
    max_tokens: int = 0
    """The tokenizer, which alone knows its tokens, stops when there are as many."""
    between_characters: Callable[[bytes, int], bytes] | None = None
    """Returns the first bytes of a sentence, at most so many, without a part of a character at their end.
    `None`: a limit in bytes cuts anywhere."""

    def cut(self, sentences: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        """Return what a limit in words or bytes leaves for the tokens, and for the sentences of ROUGE-L
        and ROUGE-W.
        """
        if self.max_bytes and self.between_characters:
            # Unlike in ROUGE-1.5.5, the text is the same for all measures.
            kept = cut_bytes(sentences, self.max_bytes)
            if kept and kept[-1] != (whole := sentences[len(kept) - 1]):
                kept[-1] = self.between_characters(whole, len(kept[-1]))
            return kept, kept
        if self.max_bytes:
            # ROUGE-1.5.5 quirk: under a limit in bytes these two are different texts.
            return cut_bytes(sentences, self.max_bytes), cut_bytes_apart(sentences, self.max_bytes)
        kept = cut_words(sentences, self.max_words) if self.max_words else sentences
        return kept, kept


def split_words(text: bytes) -> list[bytes]:
    """Return the words between blanks.

    ROUGE-1.5.5 quirk: leading blanks make an empty first word, which counts.
    """
    words = text.split()
    return [b"", *words] if words and text[:1].isspace() else words


def cut_words(sentences: list[bytes], limit: float) -> list[bytes]:
    """Keep whole sentences while their words stay below `limit`, and cut the one that reaches it."""
    return _cut(sentences, limit, 1, split_words, b" ".join)


def cut_bytes(sentences: list[bytes], limit: float) -> list[bytes]:
    """Keep whole sentences while their bytes stay below `limit`, and cut the one that reaches it."""
    return _cut(sentences, limit, 0, bytes, bytes)


def cut_bytes_apart(sentences: list[bytes], limit: float) -> list[bytes]:
    """Cut as `cut_bytes` does, but with each sentence measured alone.

    ROUGE-1.5.5 quirk: the running total is never increased.
    """
    kept: list[bytes] = []
    for sentence in sentences:
        kept.append(sentence[: int(limit)])
        if len(sentence) >= limit:
            break
    return kept


def _cut(
    sentences: list[bytes],
    limit: float,
    least: int,
    split: Callable[[bytes], Units],
    join: Callable[[Units], bytes],
) -> list[bytes]:
    kept: list[bytes] = []
    for sentence in sentences:
        units = split(sentence)
        if len(units) >= limit:
            kept.append(join(units[: max(int(limit), least)]))
            break
        kept.append(sentence)
        limit -= len(units)
    return kept


Rewriter = Callable[[Item], Item]
"""Returns a text in the sentences that are to be scored."""


def split_all(text: Item, split: Callable[[str], list[str]]) -> Item:
    """Return the sentences of a text; one that is given in sentences is put together by line ends first.

    Bytes that are not UTF-8 stay as they are.
    """
    if isinstance(text, str):
        return split(text)
    joined = text if isinstance(text, bytes) else b"\n".join(sentences_in(text))
    sentences = split(joined.decode("utf-8", "surrogateescape"))
    return [sentence.encode("utf-8", "surrogateescape") for sentence in sentences]


def split_single(text: Item, split: Callable[[str], list[str]]) -> Item:
    """Return the sentences of a text that is a single line or sentence, and any other text as it is."""
    sentences = sentences_in(text)
    return split(sentences[0].decode("utf-8", "replace")) if len(sentences) == 1 else text


def rewritten_source(source: Source, rewrite: Rewriter) -> Source:
    """Return a summary that has been loaded in the sentences that are to be scored."""
    text = item(source)
    rewritten = rewrite(text)
    return source if rewritten is text else text_of(rewritten)._replace(name=source.name)


def sentences_in(text: Item) -> list[bytes]:
    """Return the sentences of a text: the lines of a string that are not empty, or the items of a list."""
    return list(text_of(text).sentences)


def at_full_stops(text: str) -> list[str]:
    """Return what stands between full stops, which are dropped wherever they stand, as rouge 1.0.1 splits."""
    return [sentence for sentence in text.split(FULL_STOP) if sentence]


def at_chinese_marks(text: str) -> list[str]:
    """Return the sentences of rouge_chinese 1.0.3."""
    return [sentence for sentence in cut_at_chinese_marks(text) if sentence]


def cut_at_chinese_marks(text: str) -> list[str]:
    """Return the lines of a text whose sentences are lines; some may be empty.

    Each match takes the character behind it, which therefore begins no match itself.
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
"""Behind the first group of each a sentence ends; `[^…]` is any other character, a line end, too. One of the
hints before it stands in every text that it matches."""
SPLITS: dict[str, Callable[[str], list[str]]] = {
    "none": lambda text: [text],
    "full_stops": at_full_stops,
    "chinese": at_chinese_marks,
}
"""By the words of ROUGEs, what splits texts that have no sentences of their own."""


@lru_cache(maxsize=1)
def punkt() -> Callable[[str], list[str]]:
    """Return NLTK's splitter of sentences. Raises `InputError` where the model is not installed."""
    from nltk.tokenize import PunktTokenizer, sent_tokenize

    try:
        PunktTokenizer("english")
    except LookupError as error:
        raise InputError(
            "the sentences of rougeLsum are found by NLTK's model punkt_tab, which is not installed; run"
            " python -m nltk.downloader punkt_tab, or choose `types` without rougeLsum"
        ) from error

    return lambda text: list(sent_tokenize(text))
