"""The bytes of files, the reasons why files cannot be read, and open descriptors."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from rouge_cli import InputError
from rouge_cli.text.files import obstacle, obstacles, read_bytes, read_groups, standard_input

from ..support.commands import assert_refused, environment, rouge_eval
from ..support.files import as_python_3_11_says, configuration, eval_element, write, write_corpus
from ..support.needs import needs


def _next_descriptor() -> int:
    """Return the number that the next file to be opened gets, which grows with each one left open."""
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.close(descriptor)
    return descriptor


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    write(tmp_path, {"file": b"x" * 200_000})
    before = _next_descriptor()
    assert read_bytes(str(tmp_path / "file")) == b"x" * 200_000
    for name in (".", "gone", "a\0b", "/dev/zero"):
        with pytest.raises(InputError):
            read_bytes(os.path.join(tmp_path, name))
    assert _next_descriptor() == before


_DEVICE = "a device, which may have no end"


@needs("posix")
def test_a_device_is_refused_and_the_null_device_is_an_empty_file() -> None:
    assert (obstacle("/dev/zero"), obstacle(os.devnull), read_bytes(os.devnull)) == (_DEVICE, None, b"")
    with pytest.raises(InputError, match=rf"^/dev/zero: cannot be read \({_DEVICE}\); name a file$"):
        read_bytes("/dev/zero")


_CODE = """
import sys
from rouge_cli.text.files import obstacle, read_bytes
print(obstacle("/dev/stdin"), obstacle(sys.argv[1]), obstacle("/dev/stdin") or read_bytes("/dev/stdin"))
"""


@pytest.mark.slow
@needs("posix")
@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_device_that_is_standard_input_is_read_if_it_is_a_terminal(is_terminal: bool) -> None:
    master, terminal = os.openpty()
    _, other = os.openpty()
    os.write(master, b"the cat\n\x04")
    with open("/dev/zero", "rb") as zero:
        done = subprocess.run(
            [sys.executable, "-c", _CODE, os.ttyname(other)],
            env=environment(),
            stdin=terminal if is_terminal else zero,
            capture_output=True,
            timeout=60,
        )
    found = f"None {_DEVICE} b'the cat\\n'" if is_terminal else " ".join([_DEVICE] * 3)
    assert done.stdout.decode() == f"{found}\n"


@needs("posix")
def test_a_command_names_the_device(tmp_path: Path) -> None:
    write_corpus(tmp_path, configuration(eval_element(root="/dev", peers='<P ID="S">zero</P>')))
    assert_refused(
        rouge_eval(["c.xml"], tmp_path), 1, "/dev/zero (a device, which may have no end)", "/dev/m1 (missing)"
    )
    for arguments in (["/dev/zero"], ["-z", "SPL", "/dev/zero"], ["--jsonl", "/dev/zero"]):
        assert_refused(rouge_eval(arguments, tmp_path), 1, "/dev/zero: cannot be read (a device")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        *[(stat.S_IFBLK, _DEVICE), (stat.S_IFCHR, _DEVICE)],
        *[(stat.S_IFREG, None), (stat.S_IFIFO, None), (stat.S_IFDIR, "a folder")],
    ],
)
def test_block_devices_and_character_devices_may_have_no_end(
    kind: int, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    devnull = os.stat(os.devnull)
    status = os.stat_result((kind | 0o666, *range(9)), {"st_rdev": 12345})
    with monkeypatch.context() as patched:  # pytest asks the system, too.
        patched.setattr(os, "stat", lambda path: devnull if path == os.devnull else status)
        found = obstacle("disk")
    assert found == expected


@pytest.mark.parametrize(
    ("mode", "may", "expected"),
    [
        *[(0o644, False, None), (0o604, False, "unreadable"), (0o640, False, "unreadable")],
        *[(0o044, False, "unreadable"), (0o600, True, None)],
    ],
)
def test_the_system_is_asked_where_not_all_may_read(
    mode: int, may: bool, expected: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "file").chmod(mode)
    monkeypatch.setattr(os, "access", lambda path, how: may)
    assert obstacle(str(tmp_path / "file")) == expected
    # A folder with few of the files is not listed.
    paths = [f"{tmp_path}/gone", f"{tmp_path}/file"]
    assert list(obstacles(paths).values()) == list(filter(None, ("missing", expected)))


def test_standard_input_ends_with_the_first_short_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a terminal would wait for its user again."""
    pieces = iter([b"abc", b"de"])
    buffer = SimpleNamespace(read=lambda size: next(pieces))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=buffer))
    assert list(standard_input(3)) == [b"abc", b"de"]


class TestObstaclesOfMany:
    """A folder with many of the files is listed, and says the same of each as the system does."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        write(tmp_path, dict.fromkeys(("a", "b", "sub/c"), ""))
        return tmp_path

    @pytest.mark.parametrize("many", [1, 3, 1000], ids=["at once", "later", "never"])
    def test_each_is_judged_as_by_itself(self, folder: Path, many: int) -> None:
        names = ["b", "missing", "a", "sub", "sub/c", "sub/d", "a\0", "../nowhere", "a/b", "b", "./a"]
        paths = [f"{folder}/{name}" for name in names] + ["nowhere at all", str(folder)]
        expected = {path: reason for path in paths if (reason := obstacle(path))}
        assert obstacles(paths, many) == expected
        assert [*expected] == [path for path in paths if path in expected]
        assert len(expected) == 8

    @needs("posix")
    @pytest.mark.parametrize("many", [1, 3])
    def test_what_is_no_plain_file_is_asked_for(self, folder: Path, many: int) -> None:
        os.mkfifo(folder / "pipe")
        (folder / "link").symlink_to(folder / "a")
        (folder / "broken").symlink_to(folder / "nowhere")
        paths = [f"{folder}/{name}" for name in ("a", "b", "pipe", "link", "broken")]
        assert obstacles(paths, many) == {f"{folder}/broken": "missing"}

    def test_a_folder_with_more_entries_is_listed_in_part(self, folder: Path) -> None:
        paths = [f"{folder}/{name}" for name in ("a", "b", "sub", "missing")]
        found = obstacles(paths, many=1, listed=1)
        assert found == {f"{folder}/sub": "a folder", f"{folder}/missing": "missing"}


class TestGroups:
    """Files are the same whether the system has them in memory or threads read them from a disk."""

    @pytest.fixture(params=[-1.0, 60.0], ids=["on a disk", "in memory"])
    def waited(self, request: pytest.FixtureRequest) -> float:
        """The seconds above which a file was waited for: all files, or none."""
        return request.param  # type: ignore[no-any-return]

    @staticmethod
    def _paths(folder: Path, count: int) -> list[str]:
        """Write empty files, large files, and a file that is larger than a reading."""
        paths = [str(folder / str(number)) for number in range(count)]
        for number, path in enumerate(paths):
            times = {3: 0, 5: 70_000, 20: 70_000, 21: 0, 40: 1_500_000}.get(number, 1)
            Path(path).write_bytes(b"%d\n" % number * times)
        return paths

    @pytest.mark.parametrize(
        "sizes",
        [*[[count] for count in (0, 1, 8, 9, 10, 16, 17, 24, 25, 300)], [], [0, 1, 0], [1] * 30,
         [100, 3, 0, 20, 1], [8, 1, 1, 50]],
        ids=str,
    )  # fmt: skip
    def test_files_come_in_their_order_and_groups_stay_apart(
        self, sizes: list[int], tmp_path: Path, waited: float
    ) -> None:
        paths = self._paths(tmp_path, sum(sizes))
        left = iter(paths)
        groups = [list(islice(left, size)) for size in sizes]
        expected = [[Path(path).read_bytes() for path in group] for group in groups]
        assert list(read_groups(iter(groups), waited)) == expected

    @pytest.mark.parametrize("place", [0, 12, 16, 59, 90])
    @pytest.mark.parametrize(
        ("name", "reason"),
        [("gone", "No such file or directory"), ("a\0b", "embedded null byte"), (".", "Is a directory")],
    )
    def test_one_that_cannot_be_read_is_named(
        self, name: str, reason: str, place: int, tmp_path: Path, waited: float
    ) -> None:
        """The groups before it are read."""
        paths = self._paths(tmp_path, 91)
        paths[place] = os.path.join(tmp_path, name)
        groups = read_groups([paths[:60], paths[60:]], waited)
        if place >= 60:
            assert len(next(groups)) == 60
        with pytest.raises(InputError) as error:
            next(groups)
        message = as_python_3_11_says(error.value)
        assert message == f"{paths[place]}: cannot be read ({reason}); check the path"

    @needs("posix")
    @pytest.mark.parametrize("place", [0, 12, 40])
    def test_a_pipe_is_read_once_to_its_end(self, place: int, tmp_path: Path, waited: float) -> None:
        paths = self._paths(tmp_path, 50)
        os.unlink(paths[place])
        os.mkfifo(paths[place])
        data = b"piped" * 100_000
        writer = threading.Thread(target=Path(paths[place]).write_bytes, args=(data,), daemon=True)
        writer.start()
        # As for `<(...)`, whose pipe has a number.
        reading, writing = os.pipe()
        os.write(writing, b"piped")
        os.close(writing)
        [read] = read_groups([[*paths, f"/dev/fd/{reading}"]], waited)
        os.close(reading)
        writer.join(60)
        assert (read[place], read[50]) == (data, b"piped")
        assert read[place + 1] == Path(paths[place + 1]).read_bytes()
