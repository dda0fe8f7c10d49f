"""Evaluations whose summaries are files, held as names and numbers, and the reader of file lists."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import chain, compress
from typing import Any, TypeAlias

from ..errors import InputError, Message, OptionError
from ..evaluation import FORMATS, Corpus, Evaluation, File
from ..text.files import STANDARD_INPUT, config_bytes, named, read_groups, read_standard_input
from ..text.sentences import item, misreading, utf8
from .streams import Loaded, Scored, Stream, Survey, note_missing, several_uses

_MISSING = -1
"""In place of a file: the system has no summary."""
InFiles: TypeAlias = tuple[
    str, str, tuple[str, Iterable[tuple[str | None, str]]], tuple[str, Iterable[tuple[str, str]]]
]
"""An evaluation: its ID; its format; the folder of its models, with their IDs and the names of the files; the
folder of its peers, with systems and names. A model may have no ID, and a missing summary has no name."""


class FileStream(Stream):
    """Evaluations whose summaries are files: a few numbers for each evaluation, as there may be a million."""

    waits_for_files = True
    repeated: Sequence[tuple[str, str]] = ()
    """The elements of a configuration that stand twice: EVAL, P, M or PART, and a sentence on both."""
    source_files: str | None = None
    """The path of the sources, with `{eval}` in place of the ID of an evaluation; None: there are none."""

    def __init__(self, evaluations: Iterable[InFiles]) -> None:
        """Hold evaluations, each with an ID of its own."""
        self._ids: list[str] = []
        self._formats = array("b")
        """By evaluation, the index of its format in `FORMATS`."""
        self._names: list[str] = []
        """The names of the files, in the order in which they are first mentioned."""
        self._root_of = array("i")
        """By file, the number of its folder and format."""
        self._mentions = array("i")
        """For each evaluation, the files of its models and then of its peers."""
        self._labels = array("i")
        """For each of these mentions, the ID of the model or the system."""
        self._ends = array("q", [0])
        """The indices in the mentions before the first evaluation, and after each one's models and peers."""
        # For each folder and format: the number of this pair, and by name the numbers of its files.
        roots: dict[tuple[str, str], tuple[int, dict[str, int]]] = {}
        systems: dict[str, int] = {}
        model_ids: dict[str | None, int] = {}
        for id, format, models, peers in evaluations:
            self._ids.append(id)
            self._formats.append(FORMATS.index(format))
            sides: tuple[tuple[Any, dict[Any, int]], ...] = ((models, model_ids), (peers, systems))
            for (folder, labelled), labels in sides:
                root, known = roots.setdefault((folder, format), (len(roots), {}))
                for label, name in labelled:
                    self._labels.append(labels.setdefault(label, len(labels)))
                    place = known.get(name) if name else _MISSING
                    if place is None:
                        place = known[name] = len(self._names)
                        self._names.append(name)
                        self._root_of.append(root)
                    self._mentions.append(place)
                self._ends.append(len(self._mentions))
        self._root_names, self.systems, self._id_names = tuple(roots), tuple(systems), tuple(model_ids)

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[Evaluation]:
        for number, id in enumerate(self._ids):
            start, middle, end = self._ends[2 * number : 2 * number + 3]
            peers: dict[str, File | None] = {}
            for place, system in zip(self._mentions[middle:end], self._labels[middle:end], strict=True):
                peers[self.systems[system]] = None if place == _MISSING else self.file(place)
            models = tuple([self.file(place) for place in self._mentions[start:middle]])
            yield Evaluation(id, peers, models, self._model_ids(number), source_file(self.source_files, id))

    def file(self, place: int, data: bytes | None = None) -> File:
        """Return the file of this number."""
        _, format = self._root_names[self._root_of[place]]
        return File(self.path(place), format, data)

    def path(self, place: int) -> str:
        """Return the path of the file of this number."""
        folder, _ = self._root_names[self._root_of[place]]
        return f"{folder}/{self._names[place]}"

    def survey(self, systems: Collection[str]) -> Survey:
        wanted = frozenset(systems).intersection(self.systems)
        formats: dict[str, str] = {}
        counts: set[int] = set()
        missing: dict[str, list[str]] = {}
        sources: list[str] = []
        is_used = bytearray(len(self._names))
        for number, id, keys, models, having in self._walk(wanted):
            if len(having) < len(wanted):
                note_missing(missing, wanted, having, id)
            if not having:
                continue
            formats.setdefault(FORMATS[self._formats[number]], id)
            counts.add(models)
            for place in keys:
                is_used[place] = 1
            if self.source_files is not None and (source := source_file(self.source_files, id)):
                sources.append(source.path)
        names = compress(zip(self._root_of, self._names, strict=True), is_used)
        paths = (f"{self._root_names[root][0]}/{name}" for root, name in names)
        return Survey(Corpus.of(counts, formats), formats, chain(sources, paths), missing)

    def _walk(self, systems: Container[str]) -> Iterator[Scored]:
        """Yield all evaluations, with the peers of these systems alone; evaluations and files are numbers."""
        mentions, labels, names, ends = self._mentions, self._labels, self.systems, self._ends
        wanted = [system in systems for system in names]
        for number, id in enumerate(self._ids):
            start, middle, end = ends[2 * number : 2 * number + 3]
            peers = [
                place for place in range(middle, end) if wanted[labels[place]] and mentions[place] != _MISSING
            ]
            keys = [*mentions[start:middle], *[mentions[place] for place in peers]]
            yield number, id, keys, middle - start, [names[labels[place]] for place in peers]

    def _uses(self, systems: Container[str]) -> Counter[int]:
        if len(self._mentions) - self._mentions.count(_MISSING) == len(self._names):
            return Counter()
        return several_uses(keys for _, _, keys, _, having in self._walk(systems) if having)

    def _read(self, groups: Iterable[Sequence[int]]) -> Iterator[Sequence[bytes]]:
        return read_groups([self.path(place) for place in group] for group in groups)

    def _text(self, key: int, data: bytes) -> Loaded:
        _, format = self._root_names[self._root_of[key]]
        content = utf8(data)
        return content, item(content, format), misreading(data, format)

    def _source(self, key: int, data: bytes) -> File:
        return self.file(key, data)

    def _model_ids(self, evaluation: int) -> tuple[str, ...]:
        labels = self._labels[self._ends[2 * evaluation] : self._ends[2 * evaluation + 1]]
        return tuple([id for id in map(self._id_names.__getitem__, labels) if id is not None])


def source_file(pattern: str | None, id: str) -> File | None:
    """Return the source of an evaluation, a file with a sentence on each line; None if there is no pattern.

    Raises `OptionError` for a pattern without `{eval}`.
    """
    if pattern is None:
        return None
    if "{eval}" not in pattern:
        raise OptionError("`source`: %r must have {eval}, for the ID of the evaluation", pattern)
    return File(pattern.replace("{eval}", id), "SPL")


def summary_format(name: str, option: str) -> str:
    """Return the format with this name, which may be in any case.

    Raises `OptionError`, with the name of the option, for an unknown format.
    """
    if name.upper() not in FORMATS:
        raise OptionError(
            f"`{option}`: the format of the summaries must be one of %s, not %r", ", ".join(FORMATS), name
        )
    return name.upper()


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
    data = config_bytes(path, or_standard_input=True)
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
