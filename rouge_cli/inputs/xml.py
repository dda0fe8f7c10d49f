"""Evaluations of an XML configuration, which is read as ROUGE-1.5.5 reads it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InputError, several
from ..evaluation import FORMATS, Evaluation
from .file_stream import FileStream, config_bytes

if TYPE_CHECKING:
    from lxml.etree import XMLSyntaxError, _Element

_NAMES: dict[object, str] = {}
"""The names of elements by tag, as `_name_of` has found them: looking here first takes half the time."""


class Repetition(NamedTuple):
    """An ID that stands again: of an EVAL in the configuration, of a P or an M in its EVAL."""

    element: str
    """`EVAL`, `P` or `M`."""
    id: str
    evaluation: str
    """The ID of the EVAL, or of the EVAL around the P or M."""
    line: int
    first: int
    """The line of the first element with this ID."""


class Configuration(NamedTuple):
    """The evaluations of a configuration, for reviews with the IDs that are repeated in it."""

    evaluations: list[Evaluation]
    repetitions: list[Repetition]
    """In document order."""


def _raise(error: InputError) -> None:
    raise error


def read_config(path: str, roots: Mapping[str, str] = MappingProxyType({})) -> list[Evaluation]:
    """Return the evaluations of an XML configuration, in document order.

    `roots` replaces the beginnings of PEER-ROOT and MODEL-ROOT, for configurations of another machine:
    with `{"/old/duc": "/data/duc"}` the root `/old/duc/peers` becomes `/data/duc/peers`.

    Nothing outside the file is read: no network, no external entity. A bomb of entities is an error.
    Raises `InputError`, with the line, for anything that is missing or malformed, and for a beginning that
    no root has.
    """
    return list(open_config(path, roots))


def open_config(path: str, roots: Mapping[str, str] = MappingProxyType({})) -> FileStream:
    """Return the evaluations as `read_config` does, but as a stream, which takes half the time."""
    return _read(path, _raise).evaluations(roots)


def read_configuration(path: str, refuse: Callable[[InputError], object] = _raise) -> Configuration:
    """Return the evaluations of an XML configuration, and the IDs that are repeated in it.

    `refuse` is called with the first error of each EVAL, and the EVAL is left out. By default the error
    is raised. Raises `InputError` for a file that is not a configuration.
    """
    reader = _read(path, refuse)
    return Configuration(list(reader.evaluations()), reader.repetitions)


def _read(path: str, refuse: Callable[[InputError], object]) -> _Reader:
    reader = _Reader(path, refuse)
    reader.walk(_parse(path))
    return reader


class _Reader:
    """A configuration while its elements are read."""

    def __init__(self, path: str, refuse: Callable[[InputError], object]) -> None:
        self.path = path
        self.refuse = refuse
        self.repetitions: list[Repetition] = []
        self.replaced: list[str] = []
        """The elements whose file replaces another file of the same ID."""
        self._drafts: dict[str, _Draft] = {}

    def walk(self, root: _Element) -> None:
        """Read all elements in document order.

        As in the original, a part belongs to the innermost EVAL around it, and elements within a part are
        neither parts nor EVALs of their own.
        """
        no_eval = True
        unread: list[tuple[Iterator[_Element], _Draft | None]] = [(iter([root]), None)]
        while unread:
            elements, around = unread[-1]
            for element in elements:
                read_part = _PARTS.get(element.tag) or _PARTS.get(_name_of(element))
                if read_part is None:
                    if _name_of(element) == "EVAL":
                        no_eval = False
                        around = self._begin(element)
                    unread.append((iter(element), around))
                    break
                if around is not None:
                    try:
                        read_part(around, element)
                    except InputError as error:
                        around.refuse(error)
            else:
                unread.pop()
        if no_eval:
            raise InputError(f"{self.path}: no EVAL element; is it a ROUGE configuration?")

    def _begin(self, element: _Element) -> _Draft | None:
        """Return the draft of an EVAL. Refuse an EVAL without ID, and return None."""
        try:
            id = _attribute(element, "ID", self.path)
        except InputError as error:
            self.refuse(error)
            return None
        draft = self._drafts.get(id)
        if draft is None:
            draft = self._drafts[id] = _Draft(id, self, element)
        else:
            # ROUGE-1.5.5 quirk: a repeated ID adds to the first; parts overwrite, models are appended.
            self.repetitions.append(Repetition("EVAL", id, id, _line_of(element), draft.line))
            draft.firsts = {}
        return draft

    def evaluations(self, roots: Mapping[str, str] = MappingProxyType({})) -> FileStream:
        """Return the evaluations that have not been refused. Those that lack a part are refused now."""
        directory = os.path.dirname(self.path)
        roots = {old.rstrip("/\\"): new.rstrip("/\\") for old, new in roots.items()}
        unused = set(roots)
        found: list[str] = []

        @cache  # Most evaluations have the same roots.
        def place_of_root(root: str) -> str:
            found.append(root)
            begin = [old for old in roots if f"{root}/".startswith((f"{old}/", f"{old}\\"))]
            if begin:
                unused.difference_update(begin)
                old = max(begin, key=len)
                rest = root[len(old) :]  # A root of Windows goes on with backslashes.
                root = roots[old] + (rest.replace("\\", "/") if "\\" in old else rest)
            return _root(root, directory)

        evaluations = FileStream()
        for draft in self._drafts.values():
            if draft.is_refused:
                continue
            try:
                draft.add_to(evaluations, place_of_root)
            except InputError as error:
                self.refuse(error)
        evaluations.close()
        if unused and found:
            old = min(unused)
            raise InputError(
                f"{self.path}: no root begins with {old!r}; the first is {found[0]!r}: give `roots`"
            )
        if self.replaced:
            files = several(len(self.replaced), "file")
            evaluations.notes = (
                f"{self.path}: {files} not scored, because a later P or M of the same ID stands for"
                f" another file, as in ROUGE-1.5.5 ({self.replaced[0]}); give each its own ID",
            )
        if len(evaluations) and not evaluations.systems:
            self.refuse(InputError(f"{self.path}: no EVAL has a peer; add P elements to PEERS"))
        return evaluations


class _Draft:
    """An evaluation while the EVAL elements of its ID are read."""

    __slots__ = (
        *("_element", "_has_peers", "_mentions", "_model_root", "_models", "_peer_root", "_peers", "_reader"),
        *("firsts", "format", "id", "is_refused"),
    )

    def __init__(self, id: str, reader: _Reader, element: _Element) -> None:
        self.id = id
        self.is_refused = False
        self.firsts: dict[tuple[str, str], _Element] = {}
        """By name and ID, the first P and M of that ID in the EVAL that is being read."""
        self.format = self._peer_root = self._model_root = ""
        """The texts of their elements, or "" without such an element."""
        self._reader = reader
        self._element = element
        """The first EVAL of this ID."""
        self._has_peers = False
        self._peers: dict[str, str] = {}
        """The files by system; "" is a missing summary."""
        self._models: dict[str, str] = {}
        self._mentions: list[str] = []
        """The IDs of the models as they are mentioned; the last file of an ID counts for all mentions."""

    @property
    def line(self) -> int:
        """The line of the first EVAL element."""
        return _line_of(self._element)

    def refuse(self, error: InputError) -> None:
        """Refuse the evaluation for its first error."""
        if not self.is_refused:
            self.is_refused = True
            self._reader.refuse(error)

    def add_to(self, evaluations: FileStream, place_of_root: Callable[[str], str]) -> None:
        """Add the evaluation to others. Raises `InputError` for what no EVAL element had."""
        for name, text in (
            ("PEER-ROOT", self._peer_root),
            ("MODEL-ROOT", self._model_root),
            ("INPUT-FORMAT", self.format),
            ("PEERS", self._has_peers),
        ):
            if not text:
                raise self._error(f" has no {name}; add it")
        if not self._mentions:
            raise self._error(" has no model; add M elements to its MODELS")
        models = self._models
        evaluations.add(
            self.id,
            self.format,
            place_of_root(self._model_root),
            [(id, models[id]) for id in self._mentions],
            place_of_root(self._peer_root),
            self._peers.items(),
        )

    def read_peer_root(self, element: _Element) -> None:
        self._peer_root = self._file_name(element)

    def read_model_root(self, element: _Element) -> None:
        self._model_root = self._file_name(element)

    def read_format(self, element: _Element) -> None:
        self.format = _attribute(element, "TYPE", self._reader.path).upper()
        if self.format not in FORMATS:
            raise self._error(
                f": unknown input format {self.format!r}; one of {', '.join(FORMATS)} is wanted"
            )

    def read_peers(self, element: _Element) -> None:
        self._has_peers = True
        for peer in element:
            if peer.tag == "P" or _name_of(peer) == "P":
                system = self._id_of("P", peer)
                if text := _content(peer):
                    self._set_file(self._peers, peer, system, text.strip())
                else:  # A missing summary, unless an earlier P names it.
                    self._peers.setdefault(system, "")

    def read_models(self, element: _Element) -> None:
        for model in element:
            if model.tag == "M" or _name_of(model) == "M":
                id = self._id_of("M", model)
                self._set_file(self._models, model, id, _content(model).strip())
                self._mentions.append(id)

    def _id_of(self, name: str, element: _Element) -> str:
        """Return the ID of a P or an M, and note a repeated one."""
        id = element.get("ID")
        if id is None:
            raise _without_attribute(element, "ID", self._reader.path)
        first = self.firsts.setdefault((name, id), element)
        if first is not element:
            self._reader.repetitions.append(Repetition(name, id, self.id, _line_of(element), _line_of(first)))
        return id

    def _set_file(self, files: dict[str, str], element: _Element, id: str, name: str) -> None:
        """Set the file of an ID. Raises `InputError` for an element that names none."""
        name = name or self._file_name(element)
        if files.setdefault(id, name) not in (name, ""):
            where = f"line {_line_of(element)}: {_name_of(element)} {id} in EVAL {self.id}"
            self._reader.replaced.append(where)
        files[id] = name

    def _file_name(self, element: _Element) -> str:
        """Return the name in an element without the blanks around it. Raises `InputError` for no name."""
        name = _content(element).strip()
        if not name:
            what = f"{element.tag} {element.get('ID', '')}".rstrip()
            raise InputError(
                f"{self._reader.path}, line {_line_of(element)}: {what} names nothing; write the name in it"
            )
        return name

    def _error(self, message: str) -> InputError:
        """Return the error of an evaluation that lacks something or has something unknown."""
        return InputError(f"{self._reader.path}, line {self.line}: EVAL {self.id}{message}")


_PARTS: dict[object, Callable[[_Draft, _Element], None]] = {
    "PEER-ROOT": _Draft.read_peer_root,
    "MODEL-ROOT": _Draft.read_model_root,
    "INPUT-FORMAT": _Draft.read_format,
    "PEERS": _Draft.read_peers,
    "MODELS": _Draft.read_models,
}
"""The methods that read the parts of an EVAL, by the names of the parts."""


def _root(root: str, config_directory: str) -> str:
    """Return where a relative root is: at the working directory, or else beside the configuration."""
    beside = os.path.join(config_directory, root)
    return beside if not os.path.isdir(root) and os.path.isdir(beside) else root


def _parse(path: str) -> _Element:
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
        remove_comments=True,  # A comment does not split a text.
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


def _name_of(element: _Element) -> str:
    """Return the name in capitals, or "" for an element that the original does not know.

    Instructions have no name. The original knows no namespaces: to it `x:EVAL` is no
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


def _attribute(element: _Element, name: str, path: str) -> str:
    """Return an attribute. Raises `InputError`, with the `path` of the configuration, for a missing one."""
    value = element.get(name)
    if value is None:
        raise _without_attribute(element, name, path)
    return value


def _without_attribute(element: _Element, name: str, path: str) -> InputError:
    return InputError(f'{path}, line {_line_of(element)}: {element.tag} without {name}; add {name}="…"')


def _line_of(element: _Element) -> int:
    """Return the line where the element begins."""
    return element.sourceline  # type: ignore[return-value]  # The stubs leave its type open.


def _content(element: _Element) -> str:
    """Return the last piece of text right below an element.

    ROUGE-1.5.5 quirk: other elements and instructions split a text, and its last piece counts.
    Comments split it in the original, too; here they do not.
    """
    text = element.text or ""
    for child in element:
        text = child.tail or text
    return text
