"""The elements of an XML configuration as ROUGE-1.5.5 sees them: names, attributes and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import InputError
from .files import config_bytes

if TYPE_CHECKING:
    from lxml.etree import XMLSyntaxError, _Element

_NAMES: dict[object, str] = {}
"""The names of elements by tag, as `name_of` has found them: looking here first takes half the time."""


def parse(path: str) -> _Element:
    """Return the root element of the file.

    Nothing else is read: no network, no external entity. Raises `InputError`, with the line, for
    anything that is not XML, and for what libxml2 takes for a bomb of entities or of depth.
    """
    from lxml import etree

    data = config_bytes(path)
    parser = etree.XMLParser(
        resolve_entities="internal",  # type: ignore[arg-type]
        no_network=True,
        load_dtd=False,
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise InputError(f"{path}, line {error.lineno}: {_what_is_wrong(error, data)}") from error


def _what_is_wrong(error: XMLSyntaxError, data: bytes) -> str:
    reason = error.msg.partition(", line ")[0]
    if "entit" in reason.lower() and not reason.startswith("Opening and ending tag"):
        return f"an entity that is undefined, outside the file or too large ({reason}); write out its text"
    if reason.startswith("Excessive depth"):
        return "elements are nested too deep; end each EVAL before the next begins"
    begins = data.lstrip()[:1]
    remedies = {b"<": "mend it there", b"{": "for JSON Lines give `jsonl`"}
    return f"cannot be read as XML ({reason}); {remedies.get(begins, 'for a file list give `file_list`')}"


def name_of(element: _Element) -> str:
    """Return the name in capitals, or "" for an element that the original does not know.

    Comments and instructions have no name. The original knows no namespaces: to it `x:EVAL` is no
    EVAL, whatever `x` stands for, and a default namespace changes nothing.
    """
    tag = element.tag
    name = _NAMES.get(tag)
    if name is None:
        if not isinstance(tag, str):
            return ""
        if tag[0] == "{":
            return "" if element.prefix else tag.rpartition("}")[2].upper()
        name = _NAMES[tag] = tag.upper()
    return name


def attribute(element: _Element, name: str, path: str) -> str:
    """Return an attribute. Raises `InputError`, with the `path` of the configuration, where it is missing."""
    value = element.get(name)
    if value is None:
        raise without_attribute(element, name, path)
    return value


def without_attribute(element: _Element, name: str, path: str) -> InputError:
    """Return the error of an element that lacks an attribute."""
    return InputError(f'{path}, line {line_of(element)}: {element.tag} without {name}; add {name}="…"')


def line_of(element: _Element) -> int:
    """Return the line where the element begins."""
    return element.sourceline  # type: ignore[return-value]  # The stubs leave its type open.


def file_name(element: _Element, path: str) -> str:
    """Return the name in the element, without the blanks around it, those of Unicode included.

    Raises `InputError` where there is none; `path` is that of the configuration.
    """
    name = content(element).strip()
    if not name:
        what = f"{element.tag} {element.get('ID', '')}".rstrip()
        raise InputError(f"{path}, line {line_of(element)}: {what} names nothing; write the name in it")
    return name


def content(element: _Element) -> str:
    """Return the last piece of text right below an element.

    ROUGE-1.5.5 quirk: other elements and instructions split a text, and its last piece counts.
    Comments split it in the original, too; here they do not.
    """
    text = element.text or ""
    return _last_piece(text, element) if len(element) else text


def _last_piece(text: str, element: _Element) -> str:
    from lxml.etree import _Comment

    last = ""
    for child in element:
        if not isinstance(child, _Comment):
            last, text = text or last, ""
        text += child.tail or ""
    return text or last
