"""The archives: their contents, the choice of the kernel, equal bytes from different builds, installs."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rouge_cli import __version__

from ...support.commands import ROOT
from ...support.needs import needs
from .. import man_pages
from .builds import EPOCH, Kind, build, check_out, tracked

pytestmark = [pytest.mark.slow, needs("checkout", "minutes")]

_NO_COMPILER = {"CC": "false", "LDSHARED": "false"}
_Archive = Callable[[Kind], Path]
"""Builds an archive of each kind once."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with its man pages, as `make dist` has it."""
    folder = check_out(tmp_path_factory.mktemp("a"))
    man_pages.write(folder / "man")
    return folder


@pytest.fixture(scope="module")
def archive(project: Path, tmp_path_factory: pytest.TempPathFactory) -> _Archive:
    return cache(lambda kind: build(project, kind, tmp_path_factory.mktemp(kind)))


def _members(wheel: Path) -> dict[str, zipfile.ZipInfo]:
    with zipfile.ZipFile(wheel) as file:
        return {entry.filename: entry for entry in file.infolist()}


def _kernels(wheel: Path) -> list[str]:
    return [name for name in _members(wheel) if name.endswith((".so", ".pyd"))]


def _description(wheel: Path) -> str:
    (name,) = [name for name in _members(wheel) if name.endswith("/METADATA")]
    with zipfile.ZipFile(wheel) as file:
        return file.read(name).decode().partition("\n\n")[2]


class TestWheels:
    def test_the_pure_one_has_examples_modules_and_man_pages_for_any_platform(
        self, archive: _Archive
    ) -> None:
        wheel = archive("pure")
        assert wheel.name.endswith("-py3-none-any.whl")
        assert _kernels(wheel) == []
        names = set(_members(wheel))
        wanted = {name for name in tracked() if name.startswith("rouge_cli/")}
        assert {name for name in wanted - names if not name.startswith("rouge_cli/kernel/c/")} == set()
        assert len([name for name in wanted if name.startswith("rouge_cli/examples/")]) == 18
        pages = {name.partition(".data/data/")[2] for name in names if name.endswith(".1")}
        assert pages == {f"share/man/man1/{name}" for name in man_pages.pages()}

    def test_the_compiled_one_has_the_kernel_for_any_later_python(
        self, archive: _Archive, project: Path
    ) -> None:
        wheel = archive("compiled")
        assert "-cp311-abi3-" in wheel.name
        (kernel,) = _kernels(wheel)
        assert kernel.startswith("rouge_cli/kernel/compiled.")
        with zipfile.ZipFile(wheel) as file:
            assert str(project).encode() not in file.read(kernel)

    def test_the_description_has_no_links_into_a_project_without_a_repository(
        self, archive: _Archive
    ) -> None:
        description = _description(archive("pure"))
        assert all(link.startswith("https://") for link in re.findall(r"\]\(([^)]+)", description))
        assert "See python,\nand clusters for Dask and Spark." in description

    def test_links_of_the_description_lead_to_the_files_of_the_release(self, tmp_path: Path) -> None:
        project = check_out(tmp_path / "project")
        settings = project / "pyproject.toml"
        urls = '[project.urls]\nSource = "https://example.org/fork"'
        settings.write_text(settings.read_text(encoding="utf-8").replace("[project.urls]", urls), "utf-8")
        description = _description(build(project, "pure", tmp_path / "dist"))
        links = re.findall(r"\]\(([^)#]+)", description)
        files = f"https://example.org/fork/blob/v{__version__}/"
        named = {link.removeprefix(files) for link in links if link.startswith(files)}
        assert {"CHANGELOG.md", "rouge_cli/data/guides/python.md"} <= named <= set(tracked())
        assert all(link.startswith("https://") for link in links)

    @pytest.mark.parametrize("kind", ["pure", "compiled"])
    def test_notices_and_bill_of_materials_are_there(self, archive: _Archive, kind: Kind) -> None:
        wheel = archive(kind)
        names = set(_members(wheel))
        (home,) = {name.partition("/")[0] for name in names if ".dist-info/" in name}
        data = "licenses/rouge_cli/data"
        wanted = ["licenses/LICENSE", f"{data}/README.txt", f"{data}/WordNet-2.0-Exceptions/LICENSE"]
        assert {f"{home}/{name}" for name in [*wanted, "sboms/rouge-eval.cdx.json"]} <= names
        with zipfile.ZipFile(wheel) as file:
            record = file.read(f"{home}/RECORD").decode()
            bom = file.read(f"{home}/sboms/rouge-eval.cdx.json")
        assert f"{home}/sboms/rouge-eval.cdx.json,sha256=" in record
        assert f'"value": "{"compiled" if kind == "compiled" else "python"}"'.encode() in bom

    def test_modes_and_times_are_the_same_everywhere(self, archive: _Archive) -> None:
        for name, entry in _members(archive("compiled")).items():
            assert entry.date_time == (2020, 1, 1, 0, 0, 0), name
            if not name.endswith("/RECORD"):
                wanted = 0o755 if name.endswith(".so") else 0o644
                assert entry.external_attr >> 16 & 0o777 == wanted, name


class TestSourceArchive:
    def test_it_has_every_file_of_the_project_but_what_only_git_needs(self, archive: _Archive) -> None:
        with tarfile.open(archive("source")) as tar:
            names = {name.partition("/")[2] for name in tar.getnames()}
        assert set(tracked()) - names == {".gitignore"}
        assert not [name for name in names if name.endswith((".so", ".pyc"))]

    def test_it_says_nothing_of_who_made_it(self, archive: _Archive) -> None:
        with tarfile.open(archive("source")) as tar:
            entries = tar.getmembers()
        assert {(entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries} == {(0, 0, "", "")}
        assert {entry.mtime for entry in entries} == {EPOCH}
        assert {entry.mode for entry in entries} == {0o644, 0o755}


@pytest.mark.parametrize("kind", ["source", "pure", "compiled"])
def test_a_second_build_elsewhere_has_the_same_bytes(archive: _Archive, kind: Kind, tmp_path: Path) -> None:
    """The second build has another folder, umask, time of files, time zone, locale and seed of hashes."""
    other = check_out(tmp_path / "another folder" / "b", mask=0o077)
    man_pages.write(other / "man")
    again = build(other, kind, tmp_path / "dist", TZ="Asia/Tokyo", LC_ALL="C", PYTHONHASHSEED="7")
    first = archive(kind)
    assert again.name == first.name
    assert again.read_bytes() == first.read_bytes()


def test_the_time_of_a_release_is_in_its_archives(project: Path, tmp_path: Path) -> None:
    wheel = build(project, "pure", tmp_path, SOURCE_DATE_EPOCH="1700000000")
    assert {entry.date_time for entry in _members(wheel).values()} == {(2023, 11, 14, 22, 13, 20)}


class TestWithoutCompiler:
    def test_the_kernel_is_left_out(self, project: Path, tmp_path: Path) -> None:
        folder = check_out(tmp_path / "p")  # The objects of another build would be taken.
        wheel = build(folder, "compiled", tmp_path / "dist", ROUGE_EVAL_KERNEL="", **_NO_COMPILER)
        assert _kernels(wheel) == []

    def test_a_kernel_that_must_be_there_is_an_error(self, tmp_path: Path) -> None:
        folder = check_out(tmp_path / "p")
        with pytest.raises(subprocess.CalledProcessError) as caught:
            build(folder, "compiled", tmp_path / "dist", **_NO_COMPILER)
        assert b"error: " in caught.value.stderr
        assert b"'false'" in caught.value.stderr

    def test_another_value_is_refused(self, project: Path, tmp_path: Path) -> None:
        with pytest.raises(subprocess.CalledProcessError) as caught:
            build(project, "pure", tmp_path, ROUGE_EVAL_KERNEL="fast")
        assert b"ROUGE_EVAL_KERNEL must be python or compiled, not 'fast'" in caught.value.stderr


@needs("posix")
@pytest.mark.parametrize(("kind", "kernel"), [("pure", "Python"), ("compiled", "compiled")])
def test_a_wheel_works_without_a_compiler(kind: Kind, kernel: str, archive: _Archive, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, symlinks=True)
    # Its requirements come from this environment, so nothing is fetched.
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "requirements.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    python = str(home / "bin" / "python")
    bare = {"PATH": str(home / "bin")}
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--quiet"]
    subprocess.run([*pip, str(archive(kind))], env=bare, check=True, cwd=tmp_path)
    done = subprocess.run(
        [python, str(ROOT / ".ci" / "smoke.py"), kernel], env=bare, capture_output=True, text=True
    )
    version = sys.version.split()[0]
    assert done.stderr == ""
    assert done.stdout.startswith(f"Python {version} on ")
    assert done.stdout.endswith(f" ({kernel} kernel) prints what it should\n")
    assert done.returncode == 0
