"""Files are written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from errno import ENOSPC
from pathlib import Path

import pytest

from rouge_cli import InputError
from rouge_cli.rendering.whole_files import check_apart, check_target, write_whole

from ..support.commands import environment, run_python
from ..support.files import as_python_3_11_says
from ..support.needs import needs

_POSIX = needs("posix")


@pytest.fixture
def umask() -> Iterator[None]:
    """New files are read by the group, too."""
    before = os.umask(0o026)
    yield
    os.umask(before)


def test_a_new_file_with_and_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("new", str(tmp_path / "new")):
        write_whole(name, b"a\nb\r\n")
        assert (tmp_path / "new").read_bytes() == b"a\nb\r\n"
        assert os.listdir(tmp_path) == ["new"]


@_POSIX
@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("exists", [False, True])
def test_nobody_else_reads_a_file_before_it_is_whole(
    exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    def fsync(descriptor: int) -> None:
        modes.append(os.fstat(descriptor).st_mode & 0o777)

    monkeypatch.setattr(os, "fsync", fsync)
    path = tmp_path / "report"
    if exists:
        path.write_text("before")
        path.chmod(0o604)
    write_whole(str(path), b"after")
    assert modes == [0o600]
    assert path.read_text() == "after"
    assert path.stat().st_mode & 0o777 == (0o604 if exists else 0o640)
    assert os.umask(0o026) == 0o026  # The mask of the process is as it was.


@_POSIX
@pytest.mark.parametrize("exists", [False, True])
def test_a_link_stays_one(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "folder").mkdir()
    if exists:
        (tmp_path / "folder" / "target").write_text("before")
    (tmp_path / "link").symlink_to("folder/target")
    write_whole(str(tmp_path / "link"), b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "target").read_text() == "after"


@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
@pytest.mark.parametrize("fault", [OSError(ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_what_goes_wrong_leaves_all_as_it_was(
    step: str, fault: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise fault

    path = tmp_path / "old"
    path.write_text("before")
    monkeypatch.setattr(os, step, fail)
    with pytest.raises((InputError, KeyboardInterrupt)) as error:
        write_whole(str(path), b"after")
    message = f"{path}: cannot be written (No space left on device); name a file elsewhere"
    assert str(error.value) == (message if isinstance(fault, OSError) else "")
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["old"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "the name of the file to write is empty; give its path"),
        (".", ".: cannot be written (it is a folder); name a file in it"),
        ("folder", "folder: cannot be written (it is a folder); name a file in it"),
        ("new/", "new/: cannot be written (it is a folder); name a file in it"),
        ("none/x", "none/x: cannot be written (its folder does not exist); make the folder first"),
        ("no/../file", "no/../file: cannot be written (its folder does not exist); make the folder first"),
        ("a\0b", "a\0b: cannot be written (embedded null byte); name a file elsewhere"),
        pytest.param(
            "file/x", "file/x: cannot be written (Not a directory); name a file elsewhere", marks=_POSIX
        ),
    ],
)
def test_bad_targets_are_seen_before_anything_is_written(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("before")
    monkeypatch.chdir(tmp_path)
    for refuse in (lambda: check_target(name), lambda: write_whole(name, b"x")):
        with pytest.raises(InputError) as error:
            refuse()
        assert as_python_3_11_says(error.value) == message
    assert sorted(os.listdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "before"


@pytest.mark.parametrize(("forbidden", "what"), [("old", "it"), ("", "its folder")])
def test_what_is_read_only_stays(
    forbidden: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old"
    path.write_text("before")
    monkeypatch.setattr(os, "access", lambda asked, mode: Path(asked) != tmp_path / forbidden)
    with pytest.raises(
        InputError, match=rf"cannot be written \({what} is read-only\); name a file elsewhere"
    ):
        write_whole(str(path), b"after")
    assert path.read_text() == "before"


@_POSIX
def test_what_is_read_is_known_by_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("before")
    os.link("file", "hard")
    os.symlink("file", "soft")
    os.mkfifo("pipe")
    for name in ("file", "./file", str(tmp_path / "file"), "hard", "soft"):
        with pytest.raises(InputError, match=r"it is read in this run\); name another file"):
            check_apart([None, name], ["a\0b", "none", "file"])
    for name in ("new", "none", "pipe"):
        check_apart([name], ["none", "pipe", "file"])


@_POSIX
def test_a_device_in_a_folder_that_is_read_only_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is made beside it, so the folder need not be writable."""
    os.mkfifo(tmp_path / "pipe")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path and access(path, mode))
    with ThreadPoolExecutor(1) as executor:
        read = executor.submit((tmp_path / "pipe").read_bytes)
        write_whole(str(tmp_path / "pipe"), b"x")
        assert read.result(60) == b"x"
    with pytest.raises(InputError, match="its folder is read-only"):
        write_whole(str(tmp_path / "new"), b"x")


@needs("linux")
def test_a_device_is_not_replaced() -> None:
    with pytest.raises(InputError, match="No space left on device"):
        write_whole("/dev/full", b"x")
    write_whole("/dev/null", b"x")
    assert not os.path.isfile("/dev/null")


@pytest.mark.slow
@needs("posix")
def test_standard_output_by_name(tmp_path: Path) -> None:
    """Whether it is a pipe, or a file that has lines already."""
    script = "from rouge_cli.rendering.whole_files import write_whole; write_whole('/dev/stdout', b'more')"
    assert run_python("-c", script).stdout == b"more"
    log = tmp_path / "log"
    log.write_text("before ")
    with log.open("ab") as stream:
        subprocess.run([sys.executable, "-c", script], env=environment(), stdout=stream, check=True)
    assert log.read_text() == "before more"
