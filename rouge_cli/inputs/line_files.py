"""Files of lines, plain, gzipped or piped, which are read several times in bounded memory."""

from __future__ import annotations

import codecs
import gzip
import os
import weakref
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from stat import S_ISREG
from threading import Lock
from typing import BinaryIO

from ..errors import InputError
from ..text.files import STANDARD_INPUT, named, opened, standard_input

AT_ONCE = 1 << 18
"""The bytes that are read at once: a call's cost is negligible, and they stay in the cache."""

_GZIP = b"\x1f\x8b"
_PACKED = (b"\x28\xb5\x2f\xfd", b"\xfd7zX", b"PK\x03\x04")
"""The first bytes of files that zstd, xz or zip has compressed."""
_PARQUET = b"PAR1"
_PARQUET_ROWS = 1024
"""The rows of a Parquet file that are in memory at once."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_IN_MEMORY = 1 << 22
"""The most bytes of a pipe or the like that are kept in memory instead of a temporary file."""


class LineFile:
    """The file at a path, or standard input for `-`, which can be read any number of times.

    Pipes, compressed files and the rows of Parquet files are kept in a temporary file, which is removed with
    this object. Any other file is opened for each reading, as the number of open files is limited.
    """

    def __init__(self, path: str, fields: Collection[str] = ()) -> None:
        """Open the file; gzip is recognised by its first bytes or by `.gz`.

        A Parquet file becomes JSON Lines with these `fields`. Raises `InputError` for a file that cannot be
        read or decompressed or is empty, and without `fields` for Parquet. UTF-16 becomes UTF-8.
        """
        if not path:
            raise InputError("the name of a file is empty; give its path")
        self.path = path
        self.name = named(path)
        """The name of the file in messages."""
        self._kept: BinaryIO | None = None
        """The temporary file, if there is one."""
        self._lock = Lock()
        if path == STANDARD_INPUT:
            self._keep(standard_input(AT_ONCE))
        else:
            with opened(path) as (file, status):
                self._state, self.end = _state(status), status.st_size
                is_plain = False
                # Files that the system generates as they are read have no size.
                if S_ISREG(status.st_mode) and status.st_size and not path.endswith(".gz"):
                    is_plain = os.read(file, len(_GZIP)) != _GZIP
                    os.lseek(file, 0, os.SEEK_SET)
                if not is_plain:
                    self._keep(iter(lambda: os.read(file, AT_ONCE), b""))
        if self._kept and (path.endswith(".gz") or self.read(0, len(_GZIP)) == _GZIP):
            self._decompress(self._kept)
        head = self.read(0, len(_PARQUET))
        if head.startswith(_UTF_16):
            decoder = codecs.getincrementaldecoder("utf-16")("replace")
            starts = range(0, self.end, AT_ONCE)
            self._keep(decoder.decode(self.read(start, AT_ONCE)).encode() for start in starts)
            head = self.read(0, len(_PARQUET))
        if head in _PACKED:
            raise InputError(f"{self.name}: compressed, but not by gzip; decompress it first")
        if head == _PARQUET:
            if not fields or self._kept:
                raise InputError(
                    "%s: a Parquet file, which only `jsonl` reads, uncompressed and from a path", self.name
                )
            self._keep(_rows_of_parquet(path, fields))
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

    def _decompress(self, kept: BinaryIO) -> None:
        """Keep the decompressed bytes in place of a gzipped file."""
        kept.seek(0)
        try:
            with gzip.GzipFile(mode="rb", fileobj=kept) as decompressed:
                self._keep(iter(lambda: decompressed.read(AT_ONCE), b""))
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            reason = str(error).partition(" 0x")[0]  # The checksums help nobody.
            raise InputError(f"{self.name}: cannot be decompressed ({reason}); compress it anew") from error
        _close(kept)

    def read(self, start: int, size: int) -> bytes:
        """Return the bytes from a place on. Raises `InputError` if the file has changed."""
        if self._kept:
            with self._lock:
                self._kept.seek(start)
                return self._kept.read(size)
        size = min(size, self.end - start)
        with opened(self.path) as (file, status):
            os.lseek(file, start, os.SEEK_SET)
            data = os.read(file, size)
        if len(data) < size or _state(status) != self._state:
            raise has_changed(self.path)
        return data

    def chunks(self, at_once: int = AT_ONCE) -> Iterator[bytes]:
        """Yield the text in pieces."""
        for start in range(self.start, self.end, at_once):
            yield self.read(start, at_once)

    def lines(self, at_once: int = AT_ONCE, *, keep_returns: bool = False) -> Iterator[list[bytes]]:
        r"""Yield the lines of each piece without `\n` and, unless `keep_returns`, without `\r` before it."""
        begun: list[bytes] = []
        for chunk in self.chunks(at_once):
            lines = chunk.split(b"\n")
            begun.append(lines[0])
            if len(lines) > 1:
                lines[0] = b"".join(begun)
                begun = [lines.pop()]
                has_returns = b"\r" in chunk or lines[0].endswith(b"\r")
                yield _without_returns(lines) if has_returns and not keep_returns else lines
        last = b"".join(begun)
        if last:  # A line end at the end of the file begins no further line.
            yield [last] if keep_returns else _without_returns([last])


def _without_returns(lines: Iterable[bytes]) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in lines]


def has_changed(name: str) -> InputError:
    """Return the error of a file that has changed since its first reading."""
    return InputError(f"{name}: has changed while it was read; score it when nothing writes to it any more")


def _state(status: os.stat_result) -> tuple[int, ...]:
    """Return what differs where a file was replaced, written over or appended to."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _close(file: BinaryIO) -> None:
    with suppress(OSError):  # Lack of room has been reported already.
        file.close()


def _rows_of_parquet(path: str, fields: Collection[str]) -> Iterator[bytes]:
    """Yield the rows of a Parquet file as lines of JSON with these fields."""
    import json  # Few runs need it, but every run loads this module.

    try:
        from pyarrow import parquet
    except ImportError as error:
        raise InputError(
            f"{path}: a Parquet file; pip install pyarrow to read it, or write JSON Lines"
        ) from error
    try:
        with parquet.ParquetFile(path) as file:
            columns = [name for name in file.schema_arrow.names if name in fields]
            for batch in file.iter_batches(_PARQUET_ROWS, columns=columns):
                rows = (json.dumps(row, ensure_ascii=False) for row in batch.to_pylist())
                yield b"".join(row.encode() + b"\n" for row in rows)
    except TypeError as error:
        raise InputError(
            f"{path}: {error}; the columns must have strings, lists of strings or whole numbers"
        ) from error
    except (OSError, ValueError) as error:  # The errors of pyarrow are among these.
        reason = str(error).partition("\n")[0].rstrip(".")
        raise InputError(f"{path}: cannot be read as Parquet ({reason}); write it anew") from error


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
    """Return the IDs of the systems in some files, as `label` makes them.

    Equal IDs get as few folders in front as make them different, or the whole path. Only a path that is given
    twice has one ID for both.
    """
    names = [label(path) for path in paths]
    parts = [os.path.normpath(path).replace(os.sep, "/").split("/") for path in paths]
    for depth in range(1, max(map(len, parts), default=0)):
        repeated = _repeated(names)
        names = [
            "/".join([*folders[-depth:], label(path)]) if name in repeated else name
            for path, (*folders, _), name in zip(paths, parts, names, strict=True)
        ]
    repeated = _repeated(names)
    return ["/".join(part) if name in repeated else name for part, name in zip(parts, names, strict=True)]


def _repeated(names: Iterable[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}
