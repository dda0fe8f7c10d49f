"""An XML configuration or a file list -> evaluations, as ROUGE-1.5.5 reads them."""

import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..errors import InputError, Message
from ..evaluation import FORMATS, Evaluation, File, summary_format
from ..text.files import STANDARD_INPUT, config_bytes, named, read_standard_input
from ..text.sentences import utf8, wide_encoding
from .streams import Listed, Stream, stream_of_files

if TYPE_CHECKING:
    from lxml.etree import _Element


def read_config(path: str, roots: Mapping[str, str] = MappingProxyType({})) -> list[Evaluation]:
    """Return the evaluations of an XML configuration, in document order.

    `roots` replaces the beginnings of PEER-ROOT and MODEL-ROOT, for configurations of another machine:
    with `{"/old/duc": "/data/duc"}` the root `/old/duc/peers` becomes `/data/duc/peers`.

    Nothing outside the file is read: no network, no external entity. Entities that expand too far are an
    error. Raises `InputError`, with the line, for a missing or malformed part, and for a key of `roots` with
    which no root begins.
    """
    return Listed(open_config(path, roots))


def open_config(
    path: str,
    roots: Mapping[str, str] = MappingProxyType({}),
    errors: list[InputError] | None = None,
    sources: str | None = None,
) -> Stream:
    """Return the evaluations of `read_config` as a stream; `sources` as in `stream_of_files`.

    The first error of each EVAL is added to `errors`, and the EVAL is left out. Without a list the first
    error is raised. Raises `InputError` for a file that is no configuration.
    """
    reader = _Reader(path)
    roots = {old.rstrip("/\\"): new.rstrip("/\\") for old, new in roots.items()}
    unused = set(roots)
    found: list[str] = []
    other_roots: dict[str, str] = {}

    @cache  # Most evaluations have the same roots.
    def place_of_root(root: str) -> str:
        """Return the folder of a root; a relative one may be beside the configuration."""
        found.append(root)
        begin = [old for old in roots if f"{root}/".startswith((f"{old}/", f"{old}\\"))]
        if begin:
            unused.difference_update(begin)
            old = max(begin, key=len)
            rest = root[len(old) :]  # A root of Windows goes on with backslashes.
            root = roots[old] + (rest.replace("\\", "/") if "\\" in old else rest)
        beside = os.path.join(os.path.dirname(path), root)
        if not root or beside == root or not os.path.isdir(beside):
            return root
        if not os.path.isdir(root):
            return beside
        other_roots[root] = beside
        return root

    listed: list[Evaluation] = []
    for draft in reader.drafts.values():
        try:
            listed.append(draft.evaluation(place_of_root))
        except InputError as error:
            reader.errors.append(error)
    evaluations = stream_of_files(listed, sources)
    if listed and not evaluations.systems:
        reader.errors.append(InputError(f"{path}: no EVAL has a peer; add P elements to PEERS"))
    if errors is not None:
        errors += reader.errors
    elif reader.errors:
        raise reader.errors[0]
    if unused and found:
        old, first = min(unused), found[0]
        raise InputError("%s: no root begins with '%s'; the first is '%s'; correct `roots`", path, old, first)
    evaluations.other_roots = other_roots
    evaluations.repeated = [one for one in reader.repeated if one[0] != "FILE"]
    evaluations.notes = tuple(reader.notes())
    return evaluations


class _Reader:
    """A configuration while its elements are read."""

    def __init__(self, path: str) -> None:
        """Read all elements in document order."""
        self.path = path
        self.errors: list[InputError] = []
        self.repeated: list[tuple[str, str]] = []
        """The elements whose ID or name stands twice, each with a sentence on both."""
        self.drafts: dict[str, _Draft] = {}
        self._read([_parse(path)], None)
        if not self.drafts and not self.errors:
            raise InputError(f"{path}: no EVAL element; is it a ROUGE configuration?")

    def _read(self, elements: Iterable["_Element"], around: "_Draft | None") -> None:
        """Read elements in the EVAL `around` them; the parser limits how deep they are nested.

        As in the original, a part belongs to the innermost EVAL around it, and elements within a part are
        neither parts nor EVAL elements.
        """
        for element in elements:
            name = _name_of(element)
            if name == "EVAL":
                draft = self._draft(element)
                self._read(element, draft)
                if draft:
                    draft.firsts = {}
            elif name not in _PARTS:
                self._read(element, around)
            elif around is not None:
                try:
                    around.read(name, element)
                except InputError as error:
                    around.error = around.error or error

    def _draft(self, element: "_Element") -> "_Draft | None":
        """Return the draft of the evaluation to which an EVAL adds; an EVAL without ID is an error."""
        try:
            id = self.attribute(element, "ID")
        except InputError as error:
            self.errors.append(error)
            return None
        draft = self.drafts.setdefault(id, _Draft(id, self, element))
        if draft.element is not element:
            # ROUGE-1.5.5 quirk: a repeated ID adds to the first; parts overwrite, models are appended.
            self.repeat("EVAL", f"EVAL {id} again", element, draft.element)
        return draft

    def attribute(self, element: "_Element", name: str) -> str:
        """Return an attribute of an element. Raises `InputError` if it has none of this name."""
        if (value := element.get(name)) is None:
            place = f"{self.path}, line {element.sourceline}: {element.tag}"
            raise InputError(f'{place} without {name}; add {name}="…"')
        return value

    def repeat(self, kind: str, what: str, element: "_Element", first: "_Element") -> None:
        """Keep an element that stands twice: EVAL, PEER, MODEL, PART of an EVAL, or other FILE of an ID."""
        place = f"{self.path}, line {element.sourceline}: {what}; the first is in line {first.sourceline}"
        self.repeated.append((kind, place))

    def notes(self) -> Iterator[str]:
        """Yield the notes on what stands twice and is scored as ROUGE-1.5.5 does it."""
        for kind, words in _REPETITIONS.items():
            if places := [place for one, place in self.repeated if one == kind]:
                times = "" if len(places) == 1 else f" ({len(places):,} times in all)"
                yield f"{places[0]}{times}: {words}"


_REPETITIONS = {
    "EVAL": "EVALs with the same ID are one evaluation, whose peers are the last and whose models are all the"
    " models, as in ROUGE-1.5.5; give each EVAL its own ID",
    "PART": "all peers of the EVAL are scored against all its models, and each root is the last, as in"
    " ROUGE-1.5.5; give each document an EVAL of its own",
    "FILE": "it stands for another file, and only the last file of an ID is scored, as in ROUGE-1.5.5; give"
    " each file its own ID",
}
"""The consequences of repetitions by their kinds, and the remedies."""


class _Draft:
    """An evaluation while the EVAL elements of its ID are read."""

    def __init__(self, id: str, reader: _Reader, element: "_Element") -> None:
        self.id = id
        self.element = element
        """The first EVAL of this ID."""
        self.error: InputError | None = None
        """The first error in its EVAL elements."""
        self.firsts: dict[tuple[str, str], _Element] = {}
        """By name and ID, the first P, M and part in the EVAL that is being read; parts have no ID."""
        self._reader = reader
        self._parts: dict[str, str] = {}
        """By name of a part so far, its text."""
        self._peers: dict[str, str] = {}
        """By system, its file, or "" for a missing summary."""
        self._models: dict[str, str] = {}
        self._mentions: list[str] = []
        """The IDs of the models, with repetitions; the last file of an ID counts for all its mentions."""

    def evaluation(self, place_of_root: Callable[[str], str]) -> Evaluation:
        """Return the evaluation. Raises its error, or `InputError` for a part that none of its EVALs has."""
        if self.error:
            raise self.error
        for name, files in (("PEER-ROOT", self._peers), ("MODEL-ROOT", self._models)):
            # The original joins a root, a slash and a name, so an absolute name needs no root.
            if not self._parts.get(name) and not all(map(os.path.isabs, filter(None, files.values()))):
                raise self._error(f" has no {name}; add it")
        for name in ("INPUT-FORMAT", "PEERS"):
            if name not in self._parts:
                raise self._error(f" has no {name}; add it")
        if not self._mentions:
            raise self._error(" has no model; add M elements to its MODELS")
        format = self._parts["INPUT-FORMAT"]
        models, peers = (place_of_root(self._parts.get(name, "")) for name in ("MODEL-ROOT", "PEER-ROOT"))
        return Evaluation(
            self.id,
            {id: File(f"{peers}/{name}", format) if name else None for id, name in self._peers.items()},
            tuple([File(f"{models}/{self._models[id]}", format) for id in self._mentions]),
            tuple(self._mentions),
        )

    def read(self, name: str, element: "_Element") -> None:
        """Read the part of this name."""
        first = self.firsts.setdefault((name, ""), element)
        if first is not element and name != "INPUT-FORMAT":
            self._reader.repeat("PART", f"{name} again in EVAL {self.id}", element, first)
        text = ""
        if name == "PEERS":
            self._read_summaries("PEER", element, self._peers)
        elif name == "MODELS":
            self._read_summaries("MODEL", element, self._models)
        elif name == "INPUT-FORMAT":
            if (text := self._reader.attribute(element, "TYPE").upper()) not in FORMATS:
                raise self._error(f": unknown input format {text!r}; one of {', '.join(FORMATS)} is wanted")
        elif not (text := _content(element)):  # ROUGE-1.5.5 quirk: an empty root changes nothing.
            text = self._parts.get(name, "")
        self._parts[name] = text.strip()

    def _read_summaries(self, kind: str, part: "_Element", files: dict[str, str]) -> None:
        """Read the elements P or M right below a part, each with an ID and the name of a file."""
        name = kind[0]
        for element in part:
            if element.tag != name and _name_of(element) != name:
                continue
            id = self._reader.attribute(element, "ID")
            first = self.firsts.setdefault((name, id), element)
            if first is not element:
                self._reader.repeat(kind, f"{name} {id} again in EVAL {self.id}", element, first)
            text = _content(element).strip()
            if not text and (name == "M" or _content(element)):
                raise InputError(
                    f"{self._reader.path}, line {element.sourceline}: {element.tag} {id} names nothing;"
                    " write the name in it"
                )
            before = files.get(id, "")
            if text and first is not element and before not in (text, ""):
                self._reader.repeat("FILE", f"{name} {id} again in EVAL {self.id}", element, first)
            # A P without a name is a missing summary, unless an earlier P has one.
            files[id] = text or before
            if name == "M":
                self._mentions.append(id)

    def _error(self, message: str) -> InputError:
        return InputError(f"{self._reader.path}, line {self.element.sourceline}: EVAL {self.id}{message}")


_PARTS = ("PEER-ROOT", "MODEL-ROOT", "INPUT-FORMAT", "PEERS", "MODELS")
"""The names of the parts of an EVAL."""


def _parse(path: str) -> "_Element":
    """Return the root element of the file. Neither the network nor external entities are read."""
    from lxml import etree

    data = config_bytes(path)
    if (encoding := wide_encoding(data)) and encoding.endswith("e"):
        # Without its mark libxml2 knows UTF-16 only by a declaration.
        data = "\ufeff".encode(encoding) + data
    parser = etree.XMLParser(
        resolve_entities="internal",  # type: ignore[arg-type]
        no_network=True,
        load_dtd=False,
        remove_comments=True,  # A comment does not split a text.
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        reason = error.msg.partition(", line ")[0]
        raise InputError("%s, line %s: %s", path, error.lineno, _what_is_wrong(reason, data)) from error


_FAULTS = {
    "EntityRef: expecting|xmlParseEntityRef": "a bare & ({}); write &amp;",
    "(?i)(?!Opening and ending tag).*entit": "an entity that is undefined, outside the file or too large"
    " ({}); write out its text",
    "Invalid bytes|Input is not proper UTF-8": "not in its encoding ({}); begin with <?xml version='1.0'"
    " encoding='latin1'?> or the like",
    "Excessive depth": "elements are nested too deep; end each EVAL before the next begins",
}
"""By expression for what libxml2 says, the fault and its remedy."""


def _what_is_wrong(reason: str, data: bytes) -> str:
    if re.match(rb"""<[?]xml[^>]*encoding=.utf-?16""", data, re.IGNORECASE):
        return f"its first line declares UTF-16, but its bytes are not UTF-16 ({reason}); declare utf-8"
    for fault, message in _FAULTS.items():
        if re.match(fault, reason):
            return message.format(reason)
    begins = data[:4] if data.startswith(b"PAR1") else data.lstrip()[:1]
    remedies = {
        b"<": "mend it there",
        b"{": Message("for JSON Lines give `jsonl`"),
        b"PAR1": Message("give `parquet`"),
    }
    other = Message("for a file list give `file_list`, for a summary in each line `lines`")
    return Message("cannot be read as XML (%s); %s", reason, remedies.get(begins, other))


def _name_of(element: "_Element") -> str:
    """Return the name in capitals, or "" for an element that the original does not know.

    Instructions have no name. The original knows no namespaces: `x:EVAL` is never an EVAL, and a default
    namespace changes nothing.
    """
    tag = element.tag
    if not isinstance(tag, str) or element.prefix:
        return ""
    return tag.rpartition("}")[2].upper()


def _content(element: "_Element") -> str:
    """Return the last piece of text right below an element.

    ROUGE-1.5.5 quirk: other elements and instructions split a text, and its last piece counts.
    Comments split it in the original, too; here they do not.
    """
    text = element.text or ""
    for child in element:
        text = child.tail or text
    return text


def read_file_list(path: str, format: str, system: str = "X") -> list[Evaluation]:
    """Return the evaluations of a file list, whose lines name a peer and its models, separated by blanks.

    Evaluations are numbered from 1, and models are `M.1`, `M.2`, …. Blank lines and comments (`#`) are
    skipped. All summaries have one `format`; `system` is the ID of the peers. Standard input, `-`, may be the
    list or one of the peers but, as in the original, no model.

    Raises `OptionError` for an unknown format, and `InputError`, with the line, for a malformed line, for
    standard input that is named twice, and for a list that cannot be read.
    """
    format = summary_format(format, "file_list")
    evaluations: list[Evaluation] = []
    data = utf8(config_bytes(path, or_standard_input=True)).removeprefix(BOM_UTF8)
    input_is_read = path == STANDARD_INPUT
    for number, line in enumerate(data.split(b"\n"), 1):
        names = [name.decode(sys.getfilesystemencoding(), "surrogateescape") for name in line.split()]
        if not names or line.startswith(b"#"):
            continue
        place = f"{named(path)}, line {number}"
        if len(names) < 2:
            is_xml = data.lstrip().startswith(b"<")
            remedy = Message("; for an XML configuration leave `file_list` out") if is_xml else ""
            raise InputError("%s: only one file is named; a line is a peer and its models%s", place, remedy)
        if STANDARD_INPUT in names[1:]:
            raise InputError(f"{place}: standard input (-) can be a peer, but no model; name a file")
        if input_is_read and names[0] == STANDARD_INPUT:
            raise InputError(f"{place}: standard input (-) can be read only once; name a file")
        peer, *models = (File(name, format) for name in names)
        if peer.path == STANDARD_INPUT:
            peer = peer._replace(data=read_standard_input())
            input_is_read = True
        ids = tuple(f"M.{model}" for model in range(1, len(models) + 1))
        evaluations.append(Evaluation(str(len(evaluations) + 1), {system: peer}, tuple(models), ids))
    if not evaluations:
        raise InputError(f"{named(path)}: no line names a peer and its models")
    return evaluations
