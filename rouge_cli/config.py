"""An XML configuration or a file list -> evaluations."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .errors import InputError, OptionError
from .evaluation import FORMATS, Evaluation, File
from .summaries import read_bytes

if TYPE_CHECKING:
    from lxml.etree import _Element


def read_file_list(path: str, format: str, system: str = "X") -> list[Evaluation]:
    """The evaluations of a file list: on each line a peer and its models, separated by blanks.

    Evaluations are numbered from 1; blank lines and those that begin with `#` are skipped.
    `format` is that of all summaries; `system` labels the peers. Raises `InputError`.
    """
    if format.upper() not in FORMATS:
        raise OptionError(f"file list (-z): the format must be one of {', '.join(FORMATS)}, not {format!r}")
    evaluations: list[Evaluation] = []
    data = _config_bytes(path)
    if data.lstrip().startswith(b"<"):
        raise InputError(f"{path}: XML, not a file list; leave -z out")
    for number, line in enumerate(data.split(b"\n"), 1):
        names = [os.fsdecode(name) for name in line.split()]
        if not names or line.startswith(b"#"):
            continue
        if len(names) < 2:
            raise InputError(
                f"{path}, line {number}: only one file is named; a line is a peer and its models"
            )
        peer, *models = (File(name, format.upper()) for name in names)
        evaluations.append(Evaluation(str(len(evaluations) + 1), {system: peer}, tuple(models)))
    if not evaluations:
        raise InputError(f"{path}: no line names a peer and its models")
    return evaluations


def read_config(path: str) -> list[Evaluation]:
    """The evaluations of an XML configuration, in document order.

    Nothing outside the file is read: no network, no external entity; a bomb of entities is an
    error. Raises `InputError`, with the line, for anything that is missing or malformed.
    """
    drafts: dict[str, _Draft] = {}
    for element in _parse(path).iter("*"):
        if _name(element) != "EVAL":
            continue
        id = _attribute(element, "ID", path)
        # Deliberate: a repeated ID adds to the first: the parts overwrite, the models are appended.
        _read_eval(element, drafts.setdefault(id, _Draft(id)), path)
    if not drafts:
        raise InputError(f"{path}: no EVAL element; is it a ROUGE configuration?")
    if not any(draft.peers for draft in drafts.values()):
        raise InputError(f"{path}: no EVAL has a peer; add P elements to PEERS")
    return [draft.evaluation(os.path.dirname(path)) for draft in drafts.values()]


@dataclass(slots=True)
class _Draft:
    """An evaluation while its EVAL elements are read."""

    id: str
    peer_root: str = ""
    model_root: str = ""
    format: str = ""
    peers: dict[str, str] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    mentions: list[str] = field(default_factory=list)
    """The IDs of the models as they are mentioned, of which the last file of each counts."""

    def evaluation(self, config_directory: str) -> Evaluation:
        peer_root = _root(self.peer_root, config_directory)
        model_root = _root(self.model_root, config_directory)
        return Evaluation(
            self.id,
            {
                system: File(f"{peer_root}/{name}", self.format) if name else None
                for system, name in self.peers.items()
            },
            tuple(File(f"{model_root}/{self.models[id]}", self.format) for id in self.mentions),
        )


def _root(root: str, config_directory: str) -> str:
    """A relative root starts at the working directory; failing that, where the configuration is."""
    beside = os.path.join(config_directory, root)
    return beside if not os.path.isdir(root) and os.path.isdir(beside) else root


def _parse(path: str) -> _Element:
    from lxml import etree

    data = _config_bytes(path)
    parser = etree.XMLParser(
        resolve_entities="internal",  # type: ignore[arg-type]
        no_network=True,
        load_dtd=False,
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        remedy = "mend it there" if data.lstrip().startswith(b"<") else "for a file list use -z"
        raise InputError(
            f"{path}, line {error.lineno}: cannot be read as XML ({error.msg}); {remedy}"
        ) from error


def _config_bytes(path: str) -> bytes:
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the configuration file in it")
    data = read_bytes(path)
    if not data.strip():
        raise InputError(f"{path}: empty; a configuration or a file list was expected")
    return data


def _read_eval(element: _Element, draft: _Draft, path: str) -> None:
    place = f"{path}, line {element.sourceline}: EVAL {draft.id}"
    draft.peer_root = _text_of(element, "PEER-ROOT", place)
    draft.model_root = _text_of(element, "MODEL-ROOT", place)
    input_format = _child(element, "INPUT-FORMAT", place)
    draft.format = _format(_attribute(input_format, "TYPE", path), place)
    _child(element, "PEERS", place)
    for peers in _descendants(element, "PEERS"):
        for peer in _descendants(peers, "P"):
            draft.peers[_attribute(peer, "ID", path)] = _text(peer)
    _child(element, "MODELS", place)
    for models in _descendants(element, "MODELS"):
        for model in _descendants(models, "M"):
            id = _attribute(model, "ID", path)
            name = _text(model)
            if not name:
                raise InputError(f"{path}, line {model.sourceline}: M {id} names no file; add its name")
            draft.models[id] = name
            draft.mentions.append(id)
    if not draft.mentions:
        raise InputError(f"{place} has no model; add M elements to its MODELS")


def _text_of(element: _Element, name: str, place: str) -> str:
    text = _text(_child(element, name, place))
    if not text:
        raise InputError(f"{place} has an empty {name}; name the directory (`.` for this one)")
    return text


def _child(element: _Element, name: str, place: str) -> _Element:
    for found in _descendants(element, name):
        return found
    raise InputError(f"{place} has no {name}; add it")


def _descendants(element: _Element, name: str) -> Iterator[_Element]:
    """The elements below that have this name in any case, in document order."""
    for found in element.iterdescendants("*"):
        if _name(found) == name:
            yield found


def _name(element: _Element) -> str:
    """The name as written, a prefix included: namespaces mean nothing to the original."""
    local = str(element.tag).rpartition("}")[2]
    return (f"{element.prefix}:{local}" if element.prefix else local).upper()


def _attribute(element: _Element, name: str, path: str) -> str:
    value = element.get(name)
    if value is None:
        raise InputError(f'{path}, line {element.sourceline}: {element.tag} without {name}; add {name}="…"')
    return str(value)


def _text(element: _Element) -> str:
    """The element's text without surrounding blanks; comments in it are passed over."""
    pieces = [element.text, *(child.tail for child in element)]
    return "".join(filter(None, pieces)).strip(" \t\r\n\f\v")


def _format(name: str, place: str) -> str:
    if name.upper() not in FORMATS:
        raise InputError(f"{place}: unknown input format {name!r}; one of {', '.join(FORMATS)} is wanted")
    return name.upper()
