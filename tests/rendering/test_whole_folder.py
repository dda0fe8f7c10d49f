"""The folder of a site: written whole or not at all, and never over other things."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rouge_cli import InputError
from rouge_cli.rendering.whole_files import LIST, check_folder, check_outside, write_folder

from ..support.needs import needs

_posix = needs("posix")

FILES = [("index.html", b"new"), ("data/a.js", b"1")]


def contents(folder: Path) -> dict[str, bytes]:
    """The files in a folder, by their paths, without the list of them."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != LIST)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("path", ["empty/", "new", "new/folder/site"])
def test_a_new_or_empty_folder_is_filled(path: str, tmp_path: Path) -> None:
    """Missing parents are made, and nothing else is left."""
    if path == "empty/":
        (tmp_path / "empty").mkdir()
    write_folder(f"{tmp_path}/{path}", FILES)
    assert contents(tmp_path / path) == {"index.html": b"new", "data/a.js": b"1"}
    assert os.listdir(tmp_path) == [path.partition("/")[0]]
    head, *names = (tmp_path / path / LIST).read_text().splitlines()
    assert "rouge-eval, which replaces these files" in head
    assert names == ["data/a.js", "index.html"]


def test_a_folder_that_cannot_get_its_name_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, rename = tmp_path / "site", os.rename
    write_folder(str(site), [("index.html", b"old")])

    def refuse_once(source: str, target: str) -> None:
        if target == str(site):
            monkeypatch.setattr(os, "rename", rename)
            raise OSError(1, "Operation not permitted")
        rename(source, target)

    monkeypatch.setattr(os, "rename", refuse_once)
    with pytest.raises(
        InputError, match=r"site: cannot be written \(Operation not permitted\); name a folder"
    ):
        write_folder(str(site), FILES)
    assert contents(site) == {"index.html": b"old"}
    assert os.listdir(tmp_path) == ["site"]


@_posix
def test_a_report_is_replaced_and_its_folder_keeps_its_mode(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_folder(str(site), [("old/page.html", b"old"), ("index.html", b"old")])
    site.chmod(0o750)
    write_folder(str(site), FILES)
    assert contents(site) == {"index.html": b"new", "data/a.js": b"1"}
    assert not (site / "old").exists()
    assert site.stat().st_mode & 0o777 == 0o750
    assert os.listdir(tmp_path) == ["site"]


@_posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there")
    write_folder(str(tmp_path / "link"), FILES)
    assert (tmp_path / "link").is_symlink()
    assert contents(tmp_path / "there")["index.html"] == b"new"


@pytest.mark.parametrize("other", ["thesis.tex", "data/b.js", "empty/", ".git/config"])
def test_a_folder_that_has_other_things_is_refused(other: str, tmp_path: Path) -> None:
    site, path = tmp_path / "site", tmp_path / "site" / other
    write_folder(str(site), FILES)
    (path if other.endswith("/") else path.parent).mkdir(exist_ok=True)
    if not other.endswith("/"):
        path.write_text("mine")
    with pytest.raises(
        InputError, match=rf"has other things in it than pages \({other.rstrip('/')}\); name a"
    ):
        write_folder(str(site), FILES)
    assert path.exists()
    assert contents(site)["index.html"] == b"new"


@pytest.mark.parametrize(("below", "path"), [("", "."), ("", "../site"), ("assets", "..")])
def test_the_folder_one_works_in_is_not_replaced(
    below: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is in it would be left in a folder that is removed."""
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    (site / "assets" / "a").touch()
    (site / "files.txt").write_text(
        "Written by rouge-eval, which replaces these files when it runs again:\nassets/a\n"
    )
    monkeypatch.chdir(site / below)
    with pytest.raises(
        InputError, match=r"cannot be replaced \(the working directory is in it\); name a folder"
    ):
        check_folder(path)
    monkeypatch.chdir(tmp_path)
    check_folder("site")


def test_what_is_no_report_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That took seconds for `/usr`, to name the first ten of its files."""
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "a.txt").touch()
    (tmp_path / "b.txt").touch()
    monkeypatch.setattr(Path, "rglob", None)
    with pytest.raises(InputError, match=r"has other things in it than pages \(b.txt, deep\); name a new"):
        check_folder(str(tmp_path))


def test_a_list_of_somebody_else_makes_nothing_ours(tmp_path: Path) -> None:
    (tmp_path / LIST).write_text("My files:\nindex.html\n")
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(InputError, match=f"{LIST}, index.html"):
        check_folder(str(tmp_path))


@_posix
def test_a_link_in_the_folder_is_another_thing(tmp_path: Path) -> None:
    write_folder(str(tmp_path / "site"), FILES)
    write_folder(str(tmp_path / "other"), FILES)
    (tmp_path / "site" / "more").symlink_to(tmp_path / "other")
    with pytest.raises(InputError, match="other things"):
        check_folder(str(tmp_path / "site"))


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "is empty; give its path"),
        ("file/site", "file is no folder"),
        ("file", "it is no folder"),
        ("a\0b", "embedded null"),
    ],
)
def test_what_cannot_be_a_folder(path: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=message):
        check_folder(path and f"{tmp_path}/{path}")


def test_a_file_in_the_folder_cannot_be_written_besides(tmp_path: Path) -> None:
    check_outside(str(tmp_path / "site"), [str(tmp_path / "site.txt"), str(tmp_path / "out" / "site")])
    with pytest.raises(InputError, match=r"out.txt: lies in .*site, which is replaced as a whole"):
        check_outside(str(tmp_path / "site"), [str(tmp_path / "site" / "out.txt")])


def test_an_old_folder_that_cannot_be_removed_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(39, "Directory not empty")

    write_folder(str(tmp_path / "site"), [("index.html", b"old")])
    monkeypatch.setattr(os, "rmdir", fail)
    write_folder(str(tmp_path / "site"), FILES)
    assert contents(tmp_path / "site") == {"index.html": b"new", "data/a.js": b"1"}


@pytest.mark.parametrize("error", [KeyboardInterrupt(), InputError("no text"), OSError(28, "No space left")])
def test_an_interrupted_run_leaves_the_old_one_whole(error: BaseException, tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_folder(str(site), [("index.html", b"old")])

    def files() -> Iterator[tuple[str, bytes]]:
        yield FILES[0]
        raise error

    expected = InputError if isinstance(error, OSError) else type(error)
    with pytest.raises(expected):
        write_folder(str(site), files())
    assert contents(site) == {"index.html": b"old"}
    assert os.listdir(tmp_path) == ["site"]
