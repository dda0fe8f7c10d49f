"""Files of lines, plain, gzipped or piped; line i of files of summaries belongs to evaluation i."""

import codecs
import gzip
import os
import re
import weakref
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from itertools import chain, repeat
from os import PathLike, fspath
from stat import S_ISREG
from typing import BinaryIO

from ..errors import InputError, Message
from ..evaluation import Corpus, Evaluation, Numbered, Text, model_peers
from ..kernel.threads import Progress
from ..text.files import STANDARD_INPUT, check_standard_input, named, opened, standard_input
from ..text.sentences import wide_encoding
from .streams import BATCH, Batch, Listed, Stream, Survey

AT_ONCE = 1 << 18
"""The bytes that are read at once: a call's cost is negligible, and they stay in the cache."""

_GZIP = b"\x1f\x8b"
_PARQUET = b"PAR1"
_IN_MEMORY = 1 << 22
"""The most bytes of a pipe or the like that are kept in memory instead of a temporary file."""


class LineFile:
    """The file at a path, or standard input for `-`, which can be read any number of times.

    Pipes, decompressed files and the rows of Parquet files are kept in a temporary file, which is removed
    with this object. Any other file is opened for each reading, as the number of open files is limited.
    """

    def __init__(self, path: str, of_parquet: Callable[[str], Iterable[bytes]] | None = None) -> None:
        """Open the file; gzip is recognised by its first bytes or `.gz`. UTF-16 and UTF-32 become UTF-8.

        `of_parquet` returns lines for the rows of a Parquet file. Raises `InputError` for a file that cannot
        be read or decompressed or is empty, and without `of_parquet` for Parquet.
        """
        if not path:
            raise InputError("the name of a file is empty; give its path")
        self.path = path
        self.name = named(path)
        """The name of the file in messages."""
        self._kept: BinaryIO | None = None
        """The temporary file, if there is one."""
        if path == STANDARD_INPUT:
            self._keep(standard_input(AT_ONCE))
        else:
            with opened(path) as (file, status):
                self._state, self.end = _state(status), status.st_size
                # Pipes and files that the system generates as they are read have no size.
                if not (S_ISREG(status.st_mode) and status.st_size):
                    self._keep(iter(lambda: os.read(file, AT_ONCE), b""))
        if path.endswith(".gz") or self.read(0, len(_GZIP)) == _GZIP:
            self._decompress()
        self.notes: list[str] = []
        if encoding := wide_encoding(self.read(0, 1 << 12)):
            if encoding.endswith("e"):
                self.notes.append(f"{self.name}: read as {encoding[:6].upper()}; write it in UTF-8")
            decoder = codecs.getincrementaldecoder(encoding)("replace")
            starts = range(0, self.end, AT_ONCE)
            pieces = (decoder.decode(self.read(start, AT_ONCE)) for start in starts)
            self._keep(piece.encode("utf-8", "replace") for piece in pieces)
        head = self.read(0, len(_PARQUET))
        if head in (b"\x28\xb5\x2f\xfd", b"\xfd7zX", b"PK\x03\x04"):  # zstd, xz, zip.
            raise InputError(f"{self.name}: compressed, but not by gzip; decompress it first")
        if head == _PARQUET:
            if of_parquet is None or self._kept:
                raise InputError(
                    "%s: a Parquet file, which only `jsonl` reads, uncompressed and from a path", self.name
                )
            self._keep(of_parquet(path))
        self.start = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
        """The place where the text begins, after a byte-order mark."""
        self.size = self.end - self.start
        """The number of bytes of the text."""
        if not self.size:
            raise InputError(f"{self.name}: empty; a line for each summary was expected")

    def _keep(self, pieces: Iterable[bytes]) -> None:
        """Keep the pieces in a temporary file. Raises `InputError` if there is no room for them."""
        from tempfile import SpooledTemporaryFile  # It loads a lot, and few runs need it.

        kept: BinaryIO = SpooledTemporaryFile(_IN_MEMORY)  # type: ignore[assignment]  # noqa: SIM115
        weakref.finalize(self, _close, kept)
        size = 0
        for piece in chain(pieces, [None]):
            try:
                if piece is None:
                    kept.flush()
                else:
                    size += kept.write(piece)
            except OSError as error:
                raise InputError(
                    f"{self.name}: cannot be kept in a temporary file ({error.strerror or error}); make room"
                    " for it, name a folder that has room by TMPDIR, or give a plain file"
                ) from error
        self._kept, self.end = kept, size

    def _decompress(self) -> None:
        """Keep the decompressed bytes of a gzipped file."""
        try:
            with self._kept or open(self.path, "rb") as file, gzip.GzipFile(fileobj=file, mode="rb") as text:
                file.seek(0)
                self._keep(iter(lambda: text.read(AT_ONCE), b""))
        except (OSError, EOFError, zlib.error) as error:
            reason = str(error).partition(" 0x")[0]  # The checksums help nobody.
            raise InputError(f"{self.name}: cannot be decompressed ({reason}); compress it anew") from error

    def read(self, start: int, size: int) -> bytes:
        """Return the bytes from a place on. Raises `InputError` if the file has changed."""
        if self._kept:
            self._kept.seek(start)
            return self._kept.read(size)
        size = min(size, self.end - start)
        with opened(self.path) as (file, status):
            os.lseek(file, start, os.SEEK_SET)
            data = os.read(file, size)
        if len(data) < size or _state(status) != self._state:
            raise has_changed(self.path)
        return data

    def pieces(self, at_once: int = AT_ONCE, start: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Yield pieces of whole lines, each with its place and without its last line end."""
        place, size = self.start if start is None else start, at_once
        while place < self.end:
            piece = self.read(place, size)
            cut = piece.rfind(b"\n")
            if cut < 0 and place + len(piece) < self.end:
                size *= 2  # The line is longer.
                continue
            yield place, piece[:cut] if cut >= 0 else piece
            place, size = place + (cut + 1 if cut >= 0 else len(piece)), at_once

    def lines(self, at_once: int = AT_ONCE) -> Iterator[list[bytes]]:
        r"""Yield the lines of each piece without `\n` and without `\r` before it."""
        for _, piece in self.pieces(at_once):
            lines = piece.split(b"\n")
            yield [line.removesuffix(b"\r") for line in lines] if b"\r" in piece else lines


def has_changed(name: str) -> InputError:
    """Return the error of a file that has changed since its first reading."""
    return InputError(f"{name}: has changed while it was read; score it when nothing writes to it any more")


def _state(status: os.stat_result) -> tuple[int, ...]:
    """Return what differs where a file was replaced, written over or appended to."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _close(file: BinaryIO) -> None:
    with suppress(OSError):  # Lack of room has been reported already.
        file.close()


_EXTENSIONS = (".txt", ".text", ".out", ".hyp", ".pred", ".jsonl", ".ndjson", ".json", ".parquet")


def label(path: str) -> str:
    """Return the ID of the system in a file: the file's name without folder and extension."""
    if path == STANDARD_INPUT:
        return "stdin"
    name = os.path.basename(path)
    stem = name.removesuffix(".gz")
    for extension in _EXTENSIONS:
        stem = stem.removesuffix(extension)
    return stem or name


def system_names(paths: Sequence[str]) -> list[str]:
    """Return an ID for the system in each file: its label, where all labels differ.

    Equal labels get the fewest folders in front that tell them apart, or the whole path. Two systems have the
    same ID only if a path is given twice.
    """
    names = labels = [label(path) for path in paths]
    parts = [os.path.normpath(path).replace(os.sep, "/").split("/") for path in paths]
    longest = max(map(len, parts), default=0)
    for depth in range(1, longest + 1):
        times = Counter(names)
        names = [
            "/".join(part if depth == longest else [*part[:-1][-depth:], label]) if times[name] > 1 else name
            for part, label, name in zip(parts, labels, names, strict=True)
        ]
    return names


# Files with a summary on each line.

_SPELT_OUT = rb"\n"
_SEPARATORS = (b"<q>", _SPELT_OUT)
"""The customary separators. The first of them that a file has is its separator."""
_COMMAND_OR_PATH = (
    rb"\\(?:n(?:abla|ameref|atural|cong|earrow|eg|eqq?|ew(?:block|command|environment|if|line|page|theorem)|exists"
    rb"|geq|gtr|icefrac|leq|less|mid|obreak(?:space)?|ocite|ode|oindent|olimits|onumber|orm(?:alfont|alsize)?"
    rb"|ot(?:ag|in)?|parallel|prec|rightarrow|sim|subseteq|succ|u|umprint|vdash|warrow|(?<=[\w)}]\\n)e)(?![A-Za-z])"
    rb"|n(?:(?<=[$^_{(&=+-]\\n)|(?<=\A[A-Za-z]:\\n)|(?<=[^A-Za-z][A-Za-z]:\\n))[a-z]+"
    rb"|(?:(?<=[A-Za-z]:\\)|(?![ntr]))[\w.-]+\\n\w+)"
)
r"""A command of LaTeX, or a path of Windows, in which `\n` parts no sentences."""
_LOOKED_AT = 1 << 22
"""The bytes at the beginning of a file in which commands and paths are looked for."""
_ROWS, _IN_A_BATCH = 32, 1024
"""The fewest evaluations in a batch, and the number of texts to which a batch may grow. In smaller batches
threads would wait for each other too often; larger batches would not stay in the processor's cache.
"""
_AT_LEAST, _OF_ALL = 1 << 14, 1 << 23
"""The fewest bytes that are read from a file at once, and the most from all of them together."""


def read_lines(
    peers: Mapping[str, str | PathLike[str]],
    models: Sequence[str | PathLike[str]],
    *,
    sentence_separator: str | None = None,
    source: str | PathLike[str] | None = None,
) -> list[Evaluation]:
    r"""Return the evaluations of files in which each line is a summary, numbered from 1.

    `peers` maps system IDs to files, `models` are files, and `source` is the file of the texts that they
    summarise; line i of each file belongs to evaluation i, and an empty line is an empty text. Files may
    be gzipped, and `-` is standard input, once. Lines end with `\n` or `\r\n`.

    `sentence_separator` parts the sentences of a line; with "" a line is one sentence. By default the
    separator of a file is `<q>` if the file has it, else `\n` spelt with a backslash if the file has that
    and no LaTeX commands or paths that begin so, else nothing. The `sentence_marks` of a text are its
    separator or `none`.

    Raises `InputError` for files that cannot be read, are empty or differ in their numbers of
    lines, `OptionError` for standard input that is named twice, and `TypeError` for one path in
    place of the peers or of the models.
    """
    return Listed(LineStream(peers, models, sentence_separator=sentence_separator, source=source))


class LineStream(Stream):
    """The evaluations of files in which each line is a summary.

    When the stream is made, a first reading finds separators, numbers of lines and all errors. The texts
    are read again, in blocks, while they are scored: by `batches`, whose lines the kernel parts at the
    separators. Pages and programs walk over evaluations instead.
    """

    def __init__(
        self,
        peers: Mapping[str, str | PathLike[str]],
        models: Sequence[str | PathLike[str]],
        *,
        sentence_separator: str | None = None,
        source: str | PathLike[str] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Look through the files. `progress` is called with their size and the bytes read so far."""
        if isinstance(models, str | PathLike):
            raise TypeError("models must be a list of paths; put the one path in brackets: [path]")
        if not isinstance(peers, Mapping):
            raise TypeError(f"peers must map systems to paths, {{name: path}}, not {type(peers).__name__}")
        self.systems = tuple(peers)
        sources = () if source is None else (source,)
        paths = [fspath(path) for path in (*peers.values(), *models, *sources)]
        check_standard_input(paths)
        columns = [_Column(path) for path in paths]
        total, done = sum(column.size for column in columns), 0
        for column in columns:
            for read in column.look_through(sentence_separator):
                done += read
                if progress is not None:
                    progress(total, min(done, total))
            if column.count != columns[0].count:
                raise InputError(
                    f"the files differ in their numbers of lines ({columns[0].name}: {columns[0].count},"
                    f" {column.name}: {column.count}); line i of each must be of the same evaluation"
                )
        self._size = columns[0].count if columns else 0
        self._peers = dict(zip(peers, columns, strict=False))
        self.notes = tuple([note for column in columns for note in column.notes])
        self._models = columns[len(peers) : len(peers) + len(models)]
        self._sources = columns[len(peers) + len(models) :]
        """The column of the sources; empty if there are no sources."""

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Evaluation]:
        models, sources = len(self._models), len(self._sources)
        for first, lines, columns in self._blocks(self.systems, sources=self._sources):
            for number, row in enumerate(zip(*lines, strict=True), first):
                texts = [column.text(line, number) for column, line in zip(columns, row, strict=True)]
                peers = dict(zip(self.systems, texts[sources + models :], strict=True))
                source = texts[0] if sources else None
                yield Evaluation(str(number), peers, tuple(texts[sources : sources + models]), source=source)

    def survey(self, systems: Collection[str]) -> Survey:
        if not self._chosen(systems):
            return Survey()
        columns = *self._models, *(self._peers[system] for system in systems)
        return Survey(Corpus.of([len(self._models)], [column.mark for column in columns]))

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        chosen = self._chosen(systems)
        models = len(self._models)
        for first, lines, columns in self._blocks(chosen, size) if chosen else ():
            rows = len(lines[0])
            of_models = zip(*lines[:models], strict=True) if models else repeat((), rows)
            yield Batch(
                list(zip(of_models, zip(*lines[models:], strict=True), strict=True)),
                Numbered(first + rows - 1, first),
                chosen * rows,
                [column.separator for column in columns],
                reader=partial(_text_at, columns, lines, first),
            )

    def beside_rouge(self, systems: Collection[str], *, needs_source: bool) -> Stream:
        if not self._sources:
            return super().beside_rouge(systems, needs_source=needs_source)
        as_peers = dict(zip(model_peers(len(self._models)), self._models, strict=True))
        beside = copy(self)
        beside._models = self._sources
        beside._peers = {**self._peers, **as_peers}
        beside.systems = (*self._chosen(systems), *as_peers)
        return beside

    def _chosen(self, systems: Container[str]) -> list[str]:
        return [system for system in self.systems if system in systems]

    def _blocks(
        self, systems: Sequence[str], size: int = BATCH, sources: "Sequence[_Column]" = ()
    ) -> "Iterator[tuple[int, list[list[bytes]], list[_Column]]]":
        """Yield `size` evaluations at a time: number of the first, and lines of sources, models and peers."""
        columns = [*sources, *self._models, *(self._peers[system] for system in systems)]
        if not columns:
            return
        size = min(size, max(_ROWS, _IN_A_BATCH // len(columns)))
        at_once = min(AT_ONCE, max(_AT_LEAST, _OF_ALL // len(columns)))
        blocks = [column.blocks(size, at_once) for column in columns]
        for start in range(0, self._size, size):
            rows = min(size, self._size - start)
            lines = [next(block, []) for block in blocks]
            for column, of_column in zip(columns, lines, strict=True):
                if len(of_column) != rows:
                    raise has_changed(column.name)
            yield start + 1, lines, columns


class _Column(LineFile):
    """A file in which each line is a summary, and what its first reading finds."""

    separator = b""
    """The text between the sentences of a line; empty if a line is one sentence."""
    mark = "none"
    """The marks of sentences, for the signature."""
    count = 0
    """The number of lines."""

    def look_through(self, separator: str | None) -> Iterator[int]:
        """Count the lines, find the separator unless it is given, and yield the bytes of each reading."""
        found = (separator or "").encode("utf-8", "surrogateescape")
        possible: Sequence[bytes] = _SEPARATORS if separator is None else ()
        read, has_nulls = 0, False
        command: re.Match[bytes] | None = None
        for _, piece in self.pieces():
            self.count += piece.count(b"\n") + 1
            has_nulls |= b"\0" in piece
            for place, mark in enumerate(possible):
                # The first byte of a mark is rare, and is found ten times as fast as the whole mark.
                if mark[:1] in piece and mark in piece:
                    found, possible = mark, possible[:place]
                    break
            if separator is None and found == _SPELT_OUT and read < _LOOKED_AT:
                command = re.search(_COMMAND_OR_PATH, piece)
                found = b"" if command else found
            read += len(piece) + 1
            yield len(piece) + 1
        self.separator, self.mark = found, found.decode("utf-8", "surrogateescape") or "none"
        if has_nulls:
            self.notes.append(
                f"{self.name}: there are NULs in it, as in UTF-16; every letter counts as a word, so write it"
                " in UTF-8"
            )
        if separator is None and found == _SPELT_OUT:
            parts = "%s: \\n, a backslash and n, parts its sentences; `sentence_separator` takes another"
            self.notes.append(Message(parts, self.name))
        elif command and not found:
            is_no_end = "%s: %s is no end of a sentence; if \\n is, give it by `sentence_separator`"
            self.notes.append(Message(is_no_end, self.name, command.group().decode("utf-8", "replace")))

    def blocks(self, size: int, at_once: int) -> Iterator[list[bytes]]:
        """Yield `size` lines at a time; `at_once` bytes are read together."""
        waiting: list[bytes] = []
        for lines in self.lines(at_once):
            waiting += lines
            start = 0
            for start in range(size, len(waiting) + 1, size):
                yield waiting[start - size : start]
            del waiting[:start]
        if waiting:
            yield waiting

    def text(self, line: bytes, number: int) -> Text:
        """Return the summary in the line with this number."""
        sentences = line.split(self.separator) if self.separator else [line]
        return Text(tuple(filter(None, sentences)), f"{self.name}, line {number}", self.mark)


def _text_at(
    columns: Sequence[_Column], lines: Sequence[list[bytes]], first: int, evaluation: int, place: int
) -> Text:
    return columns[place].text(lines[place][evaluation], first + evaluation)
