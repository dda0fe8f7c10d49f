"""An XML configuration -> evaluations."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InputError
from ..evaluation import FORMATS, Evaluation
from ..reprs import several
from .file_stream import FileStream, config_bytes

if TYPE_CHECKING:
    from lxml.etree import XMLSyntaxError, _Element


def _raise(error: InputError) -> None:
    raise error


def read_config(path: str) -> list[Evaluation]:
    """Return the evaluations of an XML configuration, in document order.

    Nothing outside the file is read: no network, no external entity; a bomb of entities is an
    error. Raises `InputError`, with the line, for anything that is missing or malformed.
    """
    return list(open_config(path))


def open_config(path: str) -> FileStream:
    """Return the evaluations as `read_config` does, but as a stream, which takes half the time."""
    return _read(path, _raise).evaluations()


def read_configuration(path: str, refuse: Callable[[InputError], object] = _raise) -> Configuration:
    """Return the evaluations of an XML configuration, and the IDs that are repeated in it.

    `refuse` is told of the first error of each EVAL, which is then left out; by default the error
    is raised. Raises `InputError` for a file that is not a configuration.
    """

    reader = _read(path, refuse)
    return Configuration(list(reader.evaluations()), reader.repetitions)


def _read(path: str, refuse: Callable[[InputError], object]) -> _Reader:
    reader = _Reader(path, refuse)
    reader.walk(parse(path))
    return reader


class _Reader:
    """A configuration while its elements are read."""

    def __init__(self, path: str, refuse: Callable[[InputError], object]) -> None:
        self.path = path
        self.refuse = refuse
        self.repetitions: list[Repetition] = []
        self._drafts: dict[str, _Draft] = {}
        self._replaced: list[str] = []
        """The places of the files that stand in for an earlier one of the same ID."""

    def walk(self, root: _Element) -> None:
        """Read all elements in document order.

        As in the original, a part belongs to the innermost EVAL around it, and nothing within a
        part is taken for a part or an EVAL of its own.
        """
        no_eval = True
        unread: list[tuple[Iterator[_Element], _Eval | None]] = [(iter([root]), None)]
        while unread:
            elements, around = unread[-1]
            for element in elements:
                read_part = _PARTS.get(element.tag) or _PARTS.get(name_of(element))
                if read_part is None:
                    if name_of(element) == "EVAL":
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

    def _begin(self, element: _Element) -> _Eval | None:
        """Return what takes the parts of an EVAL; None where it has no ID, which is refused."""
        try:
            id = attribute(element, "ID", self.path)
        except InputError as error:
            self.refuse(error)
            return None
        draft = self._drafts.get(id)
        if draft is None:
            draft = self._drafts[id] = _Draft(id, self.path, element)
        else:
            # ROUGE-1.5.5 quirk: a repeated ID adds to the first; parts overwrite, models are appended.
            self.note_repetition("EVAL", id, id, line_of(element), draft.line)
        return _Eval(draft, self)

    def note_repetition(self, element: str, id: str, evaluation: str, line: int, first: int) -> None:
        """Note an ID that stands again; the arguments are the fields of a `Repetition`."""

        self.repetitions.append(Repetition(element, id, evaluation, line, first))

    def note_replacement(self, element: _Element, id: str, evaluation: str) -> None:
        """Note a P or an M whose file is scored in place of another one with its ID."""
        self._replaced.append(f"line {line_of(element)}: {name_of(element)} {id} in EVAL {evaluation}")

    def _notes(self) -> Iterator[str]:
        if self._replaced:
            files = several(len(self._replaced), "file")
            yield (
                f"{self.path}: {files} not scored, because a later P or M of the same ID stands for"
                f" another file, as in ROUGE-1.5.5 ({self._replaced[0]}); give each its own ID"
            )

    def evaluations(self) -> FileStream:
        """Return the evaluations, without those that were refused or lack a part, which are refused now."""
        directory = os.path.dirname(self.path)
        place_of_root = cache(lambda root: _root(root, directory))  # Most evaluations have the same roots.
        evaluations = FileStream()
        for draft in self._drafts.values():
            if draft.refused:
                continue
            try:
                draft.add_to(evaluations, place_of_root)
            except InputError as error:
                self.refuse(error)
        evaluations.close()
        evaluations.notes = tuple(self._notes())
        if len(evaluations) and not evaluations.systems:
            self.refuse(InputError(f"{self.path}: no EVAL has a peer; add P elements to PEERS"))
        return evaluations


class _Draft:
    """An evaluation while its EVAL elements are read."""

    __slots__ = (
        *("_first", "format", "has_peers", "id", "mentions", "model_root"),
        *("models", "path", "peer_root", "peers", "refused"),
    )

    def __init__(self, id: str, path: str, first: _Element) -> None:
        self.id = id
        self.path = path
        self._first = first
        self.refused = False
        self.peer_root = self.model_root = self.format = ""
        """The texts of their elements; "": there was none."""
        self.has_peers = False
        self.peers: dict[str, str] = {}
        """The files by system; "" is a missing summary."""
        self.models: dict[str, str] = {}
        self.mentions: list[str] = []
        """The IDs of the models as they are mentioned, of which the last file of each counts."""

    @property
    def line(self) -> int:
        """The line of the first EVAL element."""
        return line_of(self._first)

    def error(self, message: str) -> InputError:
        """Return the error of an evaluation that lacks something or has something unknown."""
        return InputError(f"{self.path}, line {self.line}: EVAL {self.id}{message}")

    def add_to(self, evaluations: FileStream, place_of_root: Callable[[str], str]) -> None:
        """Add the evaluation to others. Raises `InputError` for what no EVAL element had."""
        texts = {"PEER-ROOT": self.peer_root, "MODEL-ROOT": self.model_root, "INPUT-FORMAT": self.format}
        if not all(texts.values()):
            missing = next(name for name, text in texts.items() if not text)
            raise self.error(f" has no {missing}; add it")
        if not self.has_peers:
            raise self.error(" has no PEERS; add it")
        if not self.mentions:
            raise self.error(" has no model; add M elements to its MODELS")
        models = self.models
        evaluations.add(
            self.id,
            self.format,
            place_of_root(self.model_root),
            [(id, models[id]) for id in self.mentions],
            place_of_root(self.peer_root),
            self.peers.items(),
        )


class _Eval:
    """An EVAL element: it adds its parts to the draft of its ID."""

    __slots__ = ("_draft", "_first_models", "_first_peers", "_reader")

    def __init__(self, draft: _Draft, reader: _Reader) -> None:
        self._draft = draft
        self._reader = reader
        self._first_peers: dict[str, _Element] = {}
        """By ID, the first P of that ID in this EVAL."""
        self._first_models: dict[str, _Element] = {}

    def refuse(self, error: InputError) -> None:
        """Refuse the evaluation for its first error."""
        if not self._draft.refused:
            self._draft.refused = True
            self._reader.refuse(error)

    def _peer_root(self, element: _Element) -> None:
        self._draft.peer_root = file_name(element, self._draft.path)

    def _model_root(self, element: _Element) -> None:
        self._draft.model_root = file_name(element, self._draft.path)

    def _format(self, element: _Element) -> None:
        format = self._draft.format = attribute(element, "TYPE", self._draft.path).upper()
        if format not in FORMATS:
            raise self._draft.error(
                f": unknown input format {format!r}; one of {', '.join(FORMATS)} is wanted"
            )

    def _peers(self, element: _Element) -> None:
        draft = self._draft
        draft.has_peers = True
        for peer in element:
            if peer.tag == "P" or name_of(peer) == "P":
                system = self._mention("P", peer, self._first_peers)
                if text := content(peer):
                    self._set_file(draft.peers, peer, system, text.strip())
                else:  # A missing summary, unless an earlier P names it.
                    draft.peers.setdefault(system, "")

    def _models(self, element: _Element) -> None:
        draft = self._draft
        for model in element:
            if model.tag == "M" or name_of(model) == "M":
                mention = self._mention("M", model, self._first_models)
                self._set_file(draft.models, model, mention, content(model).strip())
                draft.mentions.append(mention)

    def _set_file(self, files: dict[str, str], element: _Element, id: str, name: str) -> None:
        """Set the file of an ID. Raises `InputError` where the element names none."""
        name = name or file_name(element, self._draft.path)
        if files.setdefault(id, name) not in (name, ""):
            self._reader.note_replacement(element, id, self._draft.id)
        files[id] = name

    def _mention(self, name: str, element: _Element, firsts: dict[str, _Element]) -> str:
        """Return the ID of a P or an M; a repeated one is noted."""
        id = element.get("ID")
        if id is None:
            raise without_attribute(element, "ID", self._draft.path)
        first = firsts.setdefault(id, element)
        if first is not element:
            self._reader.note_repetition(name, id, self._draft.id, line_of(element), line_of(first))
        return id


_PARTS: dict[object, Callable[[_Eval, _Element], None]] = {
    "PEER-ROOT": _Eval._peer_root,
    "MODEL-ROOT": _Eval._model_root,
    "INPUT-FORMAT": _Eval._format,
    "PEERS": _Eval._peers,
    "MODELS": _Eval._models,
}
"""The methods that read the parts of an EVAL, by the names of the parts."""


def _root(root: str, config_directory: str) -> str:
    """Return where a relative root is: at the working directory, or else beside the configuration."""
    beside = os.path.join(config_directory, root)
    return beside if not os.path.isdir(root) and os.path.isdir(beside) else root


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


class Repetition(NamedTuple):
    """An ID that stands again: of an EVAL in the configuration, of a P or an M in its EVAL."""

    element: str
    """`EVAL`, `P` or `M`."""
    id: str
    evaluation: str
    """The ID of the EVAL that it is, or is in."""
    line: int
    first: int
    """The line of the first of that ID."""


class Configuration(NamedTuple):
    """A configuration as one reading of its file gives it."""

    evaluations: list[Evaluation]
    repetitions: list[Repetition]
    """In document order."""
