"""ROUGE-BE's input: lines of `head|modifier|relation` -> the keys that a mode counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ..errors import InputError
from ..evaluation import Source, Text
from ..kernel.plan import LONGEST_UNSTEMMED
from .formats import contents
from .limits import split_words

Stem = Callable[[bytes], bytes]

_NIL = b"nil"
_LETTER_OR_DIGIT = re.compile(rb"[a-z0-9]")


class Element(NamedTuple):
    """One basic element, lowered; `modifier_as_read` stays as it was when the others are stemmed."""

    head: bytes
    modifier: bytes
    relation: bytes
    modifier_as_read: bytes


def _head(element: Element) -> bytes:
    return element.head


def _pair(element: Element) -> bytes:
    return b"|".join((element.head, element.modifier))


def _triple(element: Element) -> bytes:
    return b"|".join((element.head, element.modifier, element.relation))


class _Mode(NamedTuple):
    counts: Callable[[Element], bool]
    key: Callable[[Element], bytes]


MODES = {
    "H": _Mode(lambda element: element.modifier == _NIL, _head),
    "HM": _Mode(lambda element: element.modifier != _NIL, _pair),
    "HMR": _Mode(lambda element: element.relation != _NIL, _triple),
    "HM1": _Mode(lambda element: True, _pair),
    # ROUGE-1.5.5 quirk: this mode alone looks at the modifier before stemming (`nils` becomes `nil`).
    "HMR1": _Mode(lambda element: element.modifier_as_read != _NIL, _triple),
    "HMR2": _Mode(lambda element: True, _triple),
}
"""By mode, the elements that count and the keys that they count as."""


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
    return [_element(line, f"{source.name}, line {number}") for number, line in enumerate(lines, 1)]


def keys(elements: list[Element], mode: str, stem: Stem | None) -> list[bytes]:
    """Return the keys that a mode counts, with heads and modifiers stemmed unless `stem` is None."""
    if stem is not None:
        elements = [
            element._replace(head=_stemmed(element.head, stem), modifier=_stemmed(element.modifier, stem))
            for element in elements
        ]
    counts, key = MODES[mode]
    return [key(element) for element in elements if counts(element)]


def _element(line: bytes, place: str) -> Element:
    fields = line.lower().rstrip(b"|").split(b"|")
    if len(fields) != 3:
        raise InputError(f"{place}: a basic element needs three fields, head|modifier|relation")
    head, modifier, relation = fields
    return Element(head, modifier, relation, modifier)


def _stemmed(phrase: bytes, stem: Stem) -> bytes:
    if len(phrase) <= LONGEST_UNSTEMMED:
        return phrase
    return b" ".join(stem(word) if _LETTER_OR_DIGIT.search(word) else word for word in split_words(phrase))
