"""Files that the compiled kernel reads, and those that it leaves to Python without touching them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import pytest

from rouge_cli.kernel import python as definition

from ..support.needs import needs
from ..support.threads import in_threads
from .bodies import compiled, needs_compiled

_reads = needs("compiled", "posix")
_pipes = needs("posix")
_BLOCK = 1 << 18
"""The bytes that the kernel reads before it makes Python's objects of them."""


def _written(folder: Path, contents: Sequence[bytes]) -> list[str]:
    paths = [folder / str(number) for number in range(len(contents))]
    for path, data in zip(paths, contents, strict=True):
        path.write_bytes(data)
    return list(map(str, paths))


def _next_descriptor() -> int:
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.close(descriptor)
    return descriptor


def test_the_definition_leaves_all_files(tmp_path: Path) -> None:
    paths = _written(tmp_path, [b"a", b"b"])
    assert definition.read_files(paths) == [None, None]
    assert definition.read_files([]) == []


@_reads
class TestPlainFiles:
    @pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 600])
    def test_they_come_in_their_order(self, count: int, tmp_path: Path) -> None:
        contents = [b"%d\n" % number for number in range(count)]
        assert compiled.read_files(_written(tmp_path, contents)) == contents

    @pytest.mark.parametrize("folders", [1, 2, 3, 5])
    def test_they_may_be_in_several_folders(
        self, folders: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Two folders at most are open at once, and they are closed again."""
        descriptor = _next_descriptor()
        monkeypatch.chdir(tmp_path)
        names = ["x" * 200 + "/" + "y" * 200, "a", "a/b", "ab", "."][-folders:]
        paths = []
        for name in names:
            Path(name).mkdir(parents=True, exist_ok=True)
            contents = [b"%d %d" % (len(name), number) for number in range(6)]
            paths.append(_written(tmp_path / name, contents))
        in_turn = [path for row in zip(*paths, strict=True) for path in row]
        for order in (in_turn, sorted(in_turn), in_turn[::-1]):
            relative = [os.path.relpath(path) for path in order]
            expected = [Path(path).read_bytes() for path in order]
            assert compiled.read_files([*order, *relative]) == expected * 2
        assert _next_descriptor() == descriptor

    def test_a_folder_that_is_not_there_or_has_a_long_name_changes_nothing(self, tmp_path: Path) -> None:
        (there,) = _written(tmp_path, [b"there"])
        long = f"{tmp_path}{'/.' * 600}/0"
        missing = str(tmp_path / "missing" / "0")
        paths = [long, there, missing, missing, f"{tmp_path}/", f"{tmp_path}/", there, long, there, "0", ""]
        read = compiled.read_files(paths)
        assert read == [b"there", b"there", None, None, None, None, b"there", b"there", b"there", None, None]

    @pytest.mark.parametrize("size", [1, 31, 32, 33, 62, 63])
    def test_all_sizes_stand_beside_one_another(self, size: int, tmp_path: Path) -> None:
        """In the sanitizers' build a block holds 64 bytes."""
        contents = [bytes([number]) * ((size + number) % 63 + 1) for number in range(1, 200)]
        assert compiled.read_files(_written(tmp_path, contents)) == contents

    @pytest.mark.parametrize(
        "sizes",
        [
            [_BLOCK - 1],
            [_BLOCK - 1, 1],
            [1, _BLOCK - 2],
            [1, _BLOCK - 1, 1],
            [_BLOCK // 2] * 5,
            [*[1000] * 300, _BLOCK - 1, 70_000, 1],
        ],
        ids=str,
    )
    def test_large_ones_are_whole(self, sizes: Sequence[int], tmp_path: Path) -> None:
        """The sanitizers' build leaves them."""
        contents = [os.urandom(size) for size in sizes]
        read = compiled.read_files(_written(tmp_path, contents))
        expected = [data if size < 64 else None for size, data in zip(sizes, contents, strict=True)]
        assert read == (contents if read[sizes.index(max(sizes))] else expected)

    @needs("linux")
    def test_any_bytes_and_names(self, tmp_path: Path) -> None:
        names = ["ä ö", "\udcff", "a\nb"]
        data = bytes(range(0, 256, 5))
        for name in names:
            (tmp_path / name).write_bytes(data)
        assert compiled.read_files([f"{tmp_path}/{name}" for name in names]) == [data] * 3

    def test_links_and_relative_paths(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("file").write_bytes(b"data")
        Path("link").symlink_to("file")
        assert compiled.read_files(["link", "file", "./file"]) == [b"data"] * 3

    def test_eight_threads_at_once(self, tmp_path: Path) -> None:
        contents = [b"%d\n" % number * (number % 9 + 1) for number in range(600)]
        paths = _written(tmp_path, contents)

        def read() -> None:
            for _ in range(5):
                assert compiled.read_files(paths) == contents

        in_threads([read] * 8)

    def test_signals_are_handled_between_them(self, tmp_path: Path) -> None:
        """All of them would take seconds."""

        def interrupt(number: int, frame: FrameType | None) -> None:
            raise InterruptedError

        paths = _written(tmp_path, [b"a"])
        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(InterruptedError):
                compiled.read_files(paths * 1_000_000)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


@_reads
class TestOthers:
    def test_what_cannot_be_read_is_left(self, tmp_path: Path) -> None:
        """Also what has no bytes, because the system may make them while they are read."""
        [file, empty] = _written(tmp_path, [b"data", b""])
        names = ["missing", "a\0b", "\ud800", "0/below", ".", "", "x" * 5000]
        paths = [str(tmp_path / name) for name in names] + [empty]
        before = _next_descriptor()
        mixed = [path for one in paths for path in (one, file)]
        assert compiled.read_files(mixed) == [None, b"data"] * len(paths)
        assert compiled.read_files(paths) == [None] * len(paths)
        assert compiled.read_files([""]) == [None]
        assert _next_descriptor() == before

    @pytest.mark.parametrize("size", [_BLOCK, _BLOCK + 1, 3 << 20])
    def test_a_large_one_is_left(self, size: int, tmp_path: Path) -> None:
        paths = _written(tmp_path, [b"a", b"x" * size, b"b"])
        assert compiled.read_files(paths) == [b"a", None, b"b"]
        assert compiled.read_files(paths[1:]) == [None, b"b"]

    @needs("user")
    def test_one_that_may_not_be_read_is_left(self, tmp_path: Path) -> None:
        [path] = _written(tmp_path, [b"data"])
        os.chmod(path, 0)
        assert compiled.read_files([path]) == [None]

    def test_files_are_left_where_no_more_can_be_opened(self, tmp_path: Path) -> None:
        import resource

        paths = _written(tmp_path, [b"data"] * 3)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (_next_descriptor(), hard))
        try:
            assert compiled.read_files(paths) == [None] * 3
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert compiled.read_files(paths) == [b"data"] * 3

    @needs("posix")
    def test_devices_are_left(self) -> None:
        assert compiled.read_files([os.devnull, "/dev/zero"]) == [None, None]

    @needs("linux")
    @pytest.mark.parametrize("path", ["/proc/self/status", "/sys/devices/system/cpu/online"])
    def test_files_of_another_size_than_they_are_said_to_have_are_left(self, path: str) -> None:
        assert os.path.getsize(path) != len(Path(path).read_bytes())
        assert compiled.read_files([path]) == [None]

    @_pipes
    def test_a_pipe_is_not_opened(self, tmp_path: Path) -> None:
        """A writer, which waits for a reader, would find that there is one."""
        path = str(tmp_path / "pipe")
        os.mkfifo(path)
        opened = threading.Event()

        def write() -> None:
            with open(path, "wb") as pipe:
                opened.set()
                pipe.write(b"data")

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        for _ in range(100):
            assert compiled.read_files([path]) == [None]
        assert not opened.wait(0.1)
        assert Path(path).read_bytes() == b"data"
        writer.join(60)

    @needs("posix")
    def test_an_open_pipe_keeps_what_is_in_it(self) -> None:
        """As for `<(...)` in a shell."""
        reading, writing = os.pipe()
        os.write(writing, b"data")
        os.close(writing)
        assert compiled.read_files([f"/dev/fd/{reading}"]) == [None]
        assert os.read(reading, 9) == b"data"
        os.close(reading)


@needs_compiled
class TestArguments:
    @pytest.mark.parametrize("wrong", [None, 7, [None], ["a", 7], [["a"]]], ids=repr)
    def test_paths_are_strings_in_a_sequence(self, wrong: object) -> None:
        with pytest.raises(TypeError):
            compiled.read_files(wrong)

    def test_errors_of_the_paths_come_through(self) -> None:
        with pytest.raises(ZeroDivisionError):
            compiled.read_files(1 / number for number in (1, 0))
