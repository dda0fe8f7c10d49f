"""Files of one entry a line are read twice, whatever they are, and in pieces of any size."""

from __future__ import annotations

import gzip
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import InputError
from rouge_cli.inputs import line_files as rereading
from rouge_cli.inputs.line_files import LineFile

from ..support.commands import command, environment
from ..support.files import write
from ..support.needs import needs


def _lines(file: LineFile, at_once: int = rereading.AT_ONCE) -> list[bytes]:
    return [line for some in file.lines(at_once) for line in some]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"a\nbc\n", [b"a", b"bc"]),
        (b"a\nbc", [b"a", b"bc"]),
        (b"\n\nabc\n\n", [b"", b"", b"abc", b""]),
        (b"\n", [b""]),
        (b"\r", [b""]),
        (b"ab\r\n\r\nc\rd\r\r\ne\r", [b"ab", b"", b"c\rd\r", b"e"]),
        (b"\xef\xbb\xbfab\nc", [b"ab", b"c"]),
        (b"ab\n\xef\xbb\xbfc\n", [b"ab", b"\xef\xbb\xbfc"]),
        (b"abcdefghijklmnopqrstuvwxyz\n", [b"abcdefghijklmnopqrstuvwxyz"]),
    ],
)
@pytest.mark.parametrize("compressed", [False, True])
def test_lines_in_pieces_of_any_size(content: bytes, lines: list[bytes], *, compressed: bool) -> None:
    write(Path(), {"f": gzip.compress(content) if compressed else content})
    for at_once in (1, 2, 3, 5, 1000):
        file = LineFile("f")
        assert _lines(file, at_once) == lines
        assert _lines(file) == lines
    assert file.size == len(content.removeprefix(b"\xef\xbb\xbf"))


@contextmanager
def _pipe(content: bytes) -> Iterator[str]:
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    yield f"/dev/fd/{reading}"
    os.close(reading)


@pytest.mark.parametrize("in_memory", [4, 1 << 20])
@pytest.mark.parametrize(
    "content", [b"a line\nanother\n", gzip.compress(b"a line\n") + gzip.compress(b"another")], ids=len
)
@pytest.mark.parametrize("source", [_pipe, lambda content: nullcontext("-")], ids=["pipe", "stdin"])
def test_what_can_be_read_once_is_kept(
    content: bytes, in_memory: int, source: Any, monkeypatch: pytest.MonkeyPatch, standard_input: Any
) -> None:
    monkeypatch.setattr(rereading, "_IN_MEMORY", in_memory)
    standard_input(content)
    with source(content) as path:
        file = LineFile(path)
    assert [_lines(file, at_once) for at_once in (3, 1000)] == [[b"a line", b"another"]] * 2


@needs("linux")
def test_files_that_the_system_makes_up_have_no_size() -> None:
    path = "/proc/self/cmdline"
    assert Path(path).stat().st_size == 0
    file = LineFile(path)
    assert _lines(file) == _lines(file) == Path(path).read_bytes().split(b"\n")


def test_what_is_written_behind_the_first_reading_is_no_part_of_it() -> None:
    write(Path(), {"f": "a\nb"})
    file = LineFile("f")
    with Path("f").open("a") as more:
        more.write("c\nd\n")
    assert _lines(file) == [b"a", b"b"]


@pytest.mark.parametrize("change", ["shorter", "replaced", "gone"])
def test_a_file_that_is_no_longer_what_it_was_is_an_error(change: str) -> None:
    write(Path(), {"f": "a\nb\n", "g": "a\nb\n"})
    file = LineFile("f")
    message = "^f: has changed while it was read; score it when nothing writes to it any more$"
    if change == "shorter":
        write(Path(), {"f": "a\n"})
    elif change == "replaced":
        Path("g").replace("f")
    else:
        Path("f").unlink()
        message = "^f: cannot be read .*; check the path$"
    with pytest.raises(InputError, match=message):
        _lines(file)


def test_checksums_are_compared() -> None:
    data = gzip.compress(b"a line\n")
    write(Path(), {"f": data[:-8] + b"\0\0\0\0" + data[-4:]})
    with pytest.raises(InputError) as raised:
        LineFile("f")
    assert str(raised.value) == "f: cannot be decompressed (CRC check failed); compress it anew"


@pytest.mark.slow
def test_a_full_disk_is_told_in_a_line() -> None:
    write(Path(), {"f": gzip.compress(b"a line\n" * 1_000_000), "m": b"a line\n" * 1_000_000})
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000));"
        " from rouge_cli.cli.rouge_eval import main; sys.exit(main(['--lines', 'f', 'm']))"
    )
    done = subprocess.run(
        [command()[0], "-c", script], env=environment(), capture_output=True, timeout=60, check=False
    )
    assert (done.stdout, done.returncode) == (b"", 1)
    assert done.stderr.decode() == (
        "rouge-eval: f: cannot be kept in a temporary file (File too large); make room for it, name a"
        " folder that has room by TMPDIR, or give a plain file\n"
    )
