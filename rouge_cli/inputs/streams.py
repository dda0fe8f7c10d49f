"""Text files of one entry a line: plain or gzipped, or standard input."""

from __future__ import annotations

import codecs
import os
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence

from ..errors import InputError, OptionError
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input

_GZIP = b"\x1f\x8b"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_EXTENSIONS = (".txt", ".text", ".out", ".hyp", ".pred", ".jsonl", ".ndjson", ".json")


def entries(path: str) -> list[bytes]:
    r"""Return the lines of the file at `path`, or of standard input for `-`, without `\n` and `\r\n`.

    Gzip is recognised by its first bytes or by `.gz`. Raises `InputError` for what cannot be read or
    decompressed, has nothing in it or is in UTF-16.
    """
    if not path:
        raise InputError("the name of a file is empty; give its path")
    data = read_standard_input() if path == STANDARD_INPUT else read_bytes(path)
    if data.startswith(_GZIP) or path.endswith(".gz"):
        data = _decompressed(data, path)
    if data.startswith(_UTF_16):
        raise InputError(f"{named(path)}: UTF-16; write the file in UTF-8")
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data:
        raise InputError(f"{named(path)}: empty; a line for each summary was expected")
    return [line.removesuffix(b"\r") for line in data.removesuffix(b"\n").split(b"\n")]


def check_standard_input(paths: Sequence[str]) -> None:
    """Raise `OptionError` where standard input is named more than once."""
    if Counter(paths)[STANDARD_INPUT] > 1:
        raise OptionError("standard input (-) can be read only once; name files for the others")


def label(path: str) -> str:
    """Return the ID of a system whose summaries are in the file: its name without folder and extension."""
    if path == STANDARD_INPUT:
        return "stdin"
    name = os.path.basename(path)
    stem = name.removesuffix(".gz")
    for extension in _EXTENSIONS:
        stem = stem.removesuffix(extension)
    return stem or name


def system_names(paths: Sequence[str]) -> list[str]:
    """Return the IDs of systems whose summaries are in the files, in their order.

    A system is called after its file, as by `label`. Equal names get as few of the folders before
    them as tell them apart, or else the whole path; only a path that is given twice has the same
    name twice.
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


def _decompressed(data: bytes, path: str) -> bytes:
    import gzip

    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{named(path)}: cannot be decompressed ({error}); compress it anew") from error
