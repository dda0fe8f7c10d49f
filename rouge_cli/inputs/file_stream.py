"""Evaluations of summaries in files, held as names and numbers, and the reader of file lists."""

from __future__ import annotations

import os
import sys
from array import array
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from operator import sub
from typing import Self, TypeAlias, TypeVar

from ..errors import InputError, OptionError
from ..evaluation import FORMATS, Corpus, Evaluation, File, Source
from ..kernel.plan import Item
from ..text.files import STANDARD_INPUT, named, read_bytes, read_groups, read_standard_input
from ..text.sentences import item, plain
from .batches import Lazy
from .streams import Scored, Selection, Stream, several_uses

_MISSING = -1
"""In place of a file: the system has no summary."""
_Label = TypeVar("_Label", str, str | None)
_Root: TypeAlias = tuple[int, int, dict[str, int]]
"""A folder and a format, by their numbers, and the files in it that have been mentioned, by name."""


class FileStream(Stream):
    """Evaluations of summaries in files: a few numbers for each, for there may be a million."""

    waits_for_files = True
    source_files: str | None = None
    """The path of each evaluation's source, with `{eval}` in place of its ID; None: there is no source."""

    def __init__(self, *, are_distinct: bool = False) -> None:
        """Make a stream without evaluations; `add` adds them, and `close` says that these are all.

        `are_distinct` promises that no file will be mentioned twice, which need not be found out then.
        """
        self._are_distinct = are_distinct
        self._ids: list[str] = []
        self._formats = array("b")
        """By evaluation, the place of its format in `FORMATS`."""
        self._folders: dict[str, int] = {}
        self._names: list[str] = []
        """The names of the files, in the order in which they are first mentioned."""
        self._folder_of = array("i")
        """By file, its folder."""
        self._format_of = array("b")
        """By file, its format."""
        self._systems: dict[str, int] = {}
        self._id_numbers: dict[str | None, int] = {}
        self._mentions = array("i")
        """For each evaluation, the files of its models and then of its peers."""
        self._labels = array("i")
        """For each of these mentions, the ID of the model or the system."""
        self._peers_from = array("q")
        """By evaluation, the index in the mentions of its first peer."""
        self._ends = array("q", [0])
        """Before the first and after each evaluation, the index in the mentions."""
        self._roots: dict[tuple[str, str], _Root] = {}
        self._is_full = True
        """True where every evaluation has a peer and no system lacks a summary that it could have."""

    def add(
        self,
        id: str,
        format: str,
        model_folder: str,
        models: Iterable[tuple[str | None, str]],
        peer_folder: str,
        peers: Iterable[tuple[str, str]],
    ) -> None:
        """Add an evaluation. No other evaluation may have its ID.

        `models` are pairs of an ID (`None`: it has none) and a name, and `peers` pairs of a system and a name
        ("": it has no summary here); a name is below the folder before it.
        """
        model_root, peer_root = self._root(model_folder, format), self._root(peer_folder, format)
        self._ids.append(id)
        self._formats.append(model_root[1])
        self._mention(model_root, models, self._id_numbers)
        middle = len(self._mentions)
        self._mention(peer_root, peers, self._systems)
        end = len(self._mentions)
        self._peers_from.append(middle)
        self._ends.append(end)
        self._is_full &= end > middle

    def _root(self, folder: str, format: str) -> _Root:
        root = self._roots.get((folder, format))
        if root is None:
            number = self._folders.setdefault(folder, len(self._folders))
            root = self._roots[folder, format] = (number, FORMATS.index(format), {})
        return root

    def _mention(self, root: _Root, named: Iterable[tuple[_Label, str]], labels: dict[_Label, int]) -> None:
        folder, format, known = root
        names = self._names
        for label, name in named:
            self._labels.append(labels.setdefault(label, len(labels)))
            place = known.get(name)
            if place is None:
                place = len(names) if name else _MISSING
                if name:
                    names.append(name)
                    self._folder_of.append(folder)
                    self._format_of.append(format)
                if not self._are_distinct:
                    known[name] = place
            self._mentions.append(place)

    def close(self) -> Self:
        """Return the stream, to which no more is added."""
        self._roots.clear()
        self._is_full &= _MISSING not in self._mentions
        self._codes = frozenset(self._formats)
        self.systems = tuple(self._systems)
        self.is_plain = not {FORMATS.index("SEE"), FORMATS.index("ISI")} & self._codes
        """True where the kernel takes the files as they are."""
        self._folder_names = tuple(self._folders)
        self._id_names = tuple(self._id_numbers)
        return self

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[Evaluation]:
        for number, id in enumerate(self._ids):
            start, middle, end = self._ends[number], self._peers_from[number], self._ends[number + 1]
            peers: dict[str, File | None] = {}
            for place, system in zip(self._mentions[middle:end], self._labels[middle:end], strict=True):
                peers[self.systems[system]] = None if place == _MISSING else self.file(place)
            models = tuple([self.file(place) for place in self._mentions[start:middle]])
            yield Evaluation(id, peers, models, self._model_ids(number), source_file(self.source_files, id))

    def file(self, place: int, data: bytes | None = None) -> File:
        """Return a file by its place among the files."""
        return File(self.path(place), FORMATS[self._format_of[place]], data)

    def path(self, place: int) -> str:
        """Return the path of a file by its place among the files."""
        return f"{self._folder_names[self._folder_of[place]]}/{self._names[place]}"

    def missing(self, system: str) -> Iterable[str]:
        having = {number for number, _, _ in self._scored((system,))}
        return (id for number, id in enumerate(self._ids) if number not in having)

    def selection(self, systems: Collection[str]) -> Selection:
        formats: dict[str, str] = {}
        for number, _, _ in self._scored(systems):
            formats.setdefault(FORMATS[self._formats[number]], self._ids[number])
            if len(formats) == len(self._codes):
                break
        if self._takes_all(systems):
            counts = set(map(sub, self._peers_from, self._ends))
        else:
            counts = {len(models) for _, models, _ in self._scored(systems)}
        corpus = Corpus(min(counts, default=0), max(counts, default=0), tuple(sorted(formats)))
        return Selection(corpus, formats, self._paths(systems))

    def _takes_all(self, systems: Collection[str]) -> bool:
        """Return whether all files belong to these systems and their models."""
        return self._is_full and set(self.systems) <= set(systems)

    def _paths(self, systems: Collection[str]) -> Iterator[str]:
        if self.source_files is not None:
            for number, _, _ in self._scored(systems):
                if source := source_file(self.source_files, self._id(number)):
                    yield source.path
        if self._takes_all(systems):
            yield from map(self.path, range(len(self._names)))
            return
        seen = bytearray(len(self._names))
        for _, models, peers in self._scored(systems):
            for place in (*models, *[place for _, place in peers]):
                if not seen[place]:
                    seen[place] = 1
                    yield self.path(place)

    def _scored(self, systems: Container[str]) -> Iterator[Scored]:
        """Yield the numbers of the evaluations that have one of the systems, and of their files."""
        mentions, labels, names = self._mentions, self._labels, self.systems
        wanted = [system in systems for system in names]
        for number in range(len(self)):
            middle, end = self._peers_from[number], self._ends[number + 1]
            peers = [
                (names[labels[place]], mentions[place])
                for place in range(middle, end)
                if wanted[labels[place]] and mentions[place] != _MISSING
            ]
            if peers:
                yield number, mentions[self._ends[number] : middle], peers

    def _uses(self, systems: Container[str]) -> Counter[int]:
        if len(self._mentions) - self._mentions.count(_MISSING) == len(self._names):
            return Counter()
        return several_uses(
            (*models, *[place for _, place in peers]) for _, models, peers in self._scored(systems)
        )

    def _read(self, groups: Iterable[Sequence[int]]) -> Iterator[Sequence[bytes]]:
        return read_groups([self.path(place) for place in group] for group in groups)

    def _texts(self, keys: Sequence[int], data: Sequence[bytes]) -> tuple[Sequence[Item], Sequence[Source]]:
        sources = Lazy(len(keys), lambda place: self.file(keys[place], data[place]))
        return list(map(plain, data) if self.is_plain else map(item, sources)), sources

    def _id(self, evaluation: int) -> str:
        return self._ids[evaluation]

    def _model_ids(self, evaluation: int) -> tuple[str, ...]:
        labels = self._labels[self._ends[evaluation] : self._peers_from[evaluation]]
        return tuple([id for id in map(self._id_names.__getitem__, labels) if id is not None])


def source_file(pattern: str | None, id: str) -> File | None:
    """Return the source of an evaluation, a file with a sentence on each line, if there is a pattern.

    Raises `OptionError` for a pattern without `{eval}`.
    """
    if pattern is None:
        return None
    if "{eval}" not in pattern:
        raise OptionError(f"`source`: {pattern!r} must have {{eval}}, for the ID of the evaluation")
    return File(pattern.replace("{eval}", id), "SPL")


def config_bytes(path: str, *, or_standard_input: bool = False) -> bytes:
    """Return the bytes of a configuration; with `or_standard_input`, `-` is standard input.

    Raises `InputError` for a file that cannot be read or has nothing in it.
    """
    if not path:
        raise InputError("the name of the configuration is empty; give its path")
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the configuration file in it, or give `peers` and `models`")
    data = read_standard_input() if or_standard_input and path == STANDARD_INPUT else read_bytes(path)
    if not data or data.isspace():
        raise InputError(f"{named(path)}: empty; a configuration or a file list was expected")
    return data


def summary_format(name: str, option: str) -> str:
    """Return the format that `name` spells in any case.

    Raises `OptionError`, with the name of the option that gives it, where it is not one of them.
    """
    if name.upper() not in FORMATS:
        raise OptionError(
            f"`{option}`: the format of the summaries must be one of {', '.join(FORMATS)}, not {name!r}"
        )
    return name.upper()


def read_file_list(path: str, format: str, system: str = "X") -> list[Evaluation]:
    """Return the evaluations of a file list: on each line a peer and its models, separated by blanks.

    Evaluations are numbered from 1, and models are `M.1`, `M.2`, …. Blank lines and comments (`#`) are
    skipped. All summaries are in one `format`; `system` labels the peers. Standard
    input, `-`, may be the list or one of the peers, but, as in the original, no model.

    Raises `OptionError` for an unknown format and `InputError`, with the line, for what is
    malformed, for standard input that is named twice, and where it cannot be read.
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
            remedy = "; for an XML configuration leave `file_list` out" if is_xml else ""
            raise InputError(f"{place}: only one file is named; a line is a peer and its models{remedy}")
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
