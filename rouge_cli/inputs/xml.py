"""An XML configuration -> evaluations."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from ..errors import InputError
from ..evaluation import FORMATS, Evaluation, File
from .files import config_bytes

if TYPE_CHECKING:
    from lxml.etree import XMLSyntaxError, _Element

_NAMES: dict[object, str] = {}
"""What `name_of` found, by tag."""
# lxml looks for these far more quickly than we for one name in capitals.
_EVAL_IN_ANY_CASE = ["{*}" + "".join(letters) for letters in product("Ee", "Vv", "Aa", "Ll")]


def _raise(error: InputError) -> None:
    raise error


def read_config(path: str, refuse: Callable[[InputError], object] = _raise) -> list[Evaluation]:
    """The evaluations of an XML configuration, in document order.

    Nothing outside the file is read: no network, no external entity; a bomb of entities is an
    error. Raises `InputError`, with the line, for anything that is missing or malformed, unless
    `refuse` takes what is wrong with an EVAL: such a one is then left out.
    """
    drafts: dict[str, _Draft] = {}
    for element in eval_elements(path):
        try:
            id = _attribute(element, "ID", path)
            # Deliberate: a repeated ID adds to the first: parts overwrite, models are appended.
            draft = drafts.get(id)
            if draft is None:
                draft = drafts[id] = _Draft(id, path, f"{path}, line {element.sourceline}: EVAL {id}")
            draft.read(element)
        except InputError as error:
            refuse(error)
            drafts.pop(element.get("ID", ""), None)
    directory = os.path.dirname(path)
    place_of_root = cache(lambda root: _root(root, directory))  # Most evaluations have the same roots.
    evaluations = []
    for draft in drafts.values():
        try:
            evaluations.append(draft.evaluation(place_of_root))
        except InputError as error:
            refuse(error)
    if evaluations and not any(evaluation.peers for evaluation in evaluations):
        refuse(InputError(f"{path}: no EVAL has a peer; add P elements to PEERS"))
    return evaluations


def eval_elements(path: str) -> list[_Element]:
    """The EVAL elements of a configuration, at any depth. Raises `InputError` where there is none."""
    elements = [element for element in _parse(path).iter(*_EVAL_IN_ANY_CASE) if name_of(element) == "EVAL"]
    if not elements:
        raise InputError(f"{path}: no EVAL element; is it a ROUGE configuration?")
    return elements


class _Draft:
    """An evaluation while its EVAL elements are read."""

    __slots__ = ("id", "mentions", "models", "path", "peers", "place", "texts")

    def __init__(self, id: str, path: str, place: str) -> None:
        self.id = id
        self.path = path
        self.place = place
        self.texts: dict[str, str] = {}
        """The roots and the format, by the names of their elements."""
        self.peers: dict[str, str] | None = None
        self.models: dict[str, str] = {}
        self.mentions: list[str] = []
        """The IDs of the models as they are mentioned, of which the last file of each counts."""

    def read(self, element: _Element) -> None:
        """Adds what an EVAL element has, at any depth."""
        for part in element.iterdescendants("*"):
            name = name_of(part)
            if name in _PARTS:
                _PARTS[name](self, part, name)

    def _root(self, element: _Element, name: str) -> None:
        self.texts[name] = _text(element, self.path)

    def _format(self, element: _Element, name: str) -> None:
        format = self.texts[name] = _attribute(element, "TYPE", self.path).upper()
        if format not in FORMATS:
            raise InputError(
                f"{self.place}: unknown input format {format!r}; one of {', '.join(FORMATS)} is wanted"
            )

    def _peers(self, element: _Element, name: str) -> None:
        if self.peers is None:
            self.peers = {}
        for peer in element:
            if name_of(peer) == "P":
                system = _attribute(peer, "ID", self.path)
                if _content(peer):
                    self.peers[system] = _text(peer, self.path)
                else:  # A missing summary, unless an earlier P names it.
                    self.peers.setdefault(system, "")

    def _models(self, element: _Element, name: str) -> None:
        for model in element:
            if name_of(model) == "M":
                mention = _attribute(model, "ID", self.path)
                self.models[mention] = _text(model, self.path)
                self.mentions.append(mention)

    def evaluation(self, place_of_root: Callable[[str], str]) -> Evaluation:
        """The evaluation. Raises `InputError` for what no EVAL element had."""
        for name in ("PEER-ROOT", "MODEL-ROOT", "INPUT-FORMAT"):
            if name not in self.texts:
                raise InputError(f"{self.place} has no {name}; add it")
        if self.peers is None:
            raise InputError(f"{self.place} has no PEERS; add it")
        if not self.mentions:
            raise InputError(f"{self.place} has no model; add M elements to its MODELS")
        peer_root = place_of_root(self.texts["PEER-ROOT"])
        model_root = place_of_root(self.texts["MODEL-ROOT"])
        format = self.texts["INPUT-FORMAT"]
        return Evaluation(
            self.id,
            {
                system: File(f"{peer_root}/{name}", format) if name else None
                for system, name in self.peers.items()
            },
            tuple([File(f"{model_root}/{self.models[id]}", format) for id in self.mentions]),
        )


_PARTS = {
    "PEER-ROOT": _Draft._root,
    "MODEL-ROOT": _Draft._root,
    "INPUT-FORMAT": _Draft._format,
    "PEERS": _Draft._peers,
    "MODELS": _Draft._models,
}


def _root(root: str, config_directory: str) -> str:
    """A relative root starts at the working directory; failing that, where the configuration is."""
    beside = os.path.join(config_directory, root)
    return beside if not os.path.isdir(root) and os.path.isdir(beside) else root


def _parse(path: str) -> _Element:
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
    if "entit" in reason.lower():
        return f"an entity that is undefined, outside the file or too large ({reason}); write out its text"
    begins = data.lstrip()[:1]
    remedy = {b"<": "mend it there", b"{": "for JSON Lines use --jsonl"}.get(begins, "for a file list use -z")
    return f"cannot be read as XML ({reason}); {remedy}"


def name_of(element: _Element) -> str:
    """The name as written, in capitals, a prefix included: namespaces mean nothing to the original.

    A comment or an instruction has none.
    """
    tag = element.tag
    name = _NAMES.get(tag)
    if name is None:
        if not isinstance(tag, str):
            return ""
        if tag[0] == "{":
            name = tag.rpartition("}")[2].upper()
            return f"{element.prefix.upper()}:{name}" if element.prefix else name
        name = _NAMES[tag] = tag.upper()
    return name


def _attribute(element: _Element, name: str, path: str) -> str:
    value = element.get(name)
    if value is None:
        raise InputError(f'{path}, line {element.sourceline}: {element.tag} without {name}; add {name}="…"')
    return value


def _text(element: _Element, path: str) -> str:
    """The element's text without surrounding blanks; comments in it are passed over."""
    text = _content(element).strip(" \t\r\n\f\v")
    if not text:
        what = f"{element.tag} {element.get('ID', '')}".rstrip()
        raise InputError(f"{path}, line {element.sourceline}: {what} names nothing; write the name in it")
    return text


def _content(element: _Element) -> str:
    """The text right below an element, joined where comments and other elements split it."""
    text = element.text or ""
    return text + "".join(child.tail or "" for child in element) if len(element) else text
