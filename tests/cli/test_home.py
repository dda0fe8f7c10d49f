"""`rouge-tools home`: what wrappers find there, and what becomes of files that are there already."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rouge_cli import __version__
from rouge_cli.cli.tools import setting_up

from ..support.commands import ROOT, Output, assert_refused, rouge_eval, rouge_tools
from ..support.files import write
from ..support.needs import needs

_DATA = Path(setting_up.__file__).parents[2] / "data"
_LISTS = [
    *("README.txt", "smart_common_words.txt", "WordNet-2.0-Exceptions/LICENSE"),
    *(f"WordNet-2.0-Exceptions/{part}.exc" for part in ("adj", "adv", "noun", "verb")),
]
_CLASSIC = ["-c", "95", "-2", "-1", "-U", "-r", "1000", "-n", "4", "-w", "1.2", "-a", "-m", "-s"]

_posix = needs("posix")
_perl = needs("perl")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in a path with a blank and a quote."""
    path = tmp_path / "it's a home"
    assert rouge_tools(["home", str(path)]).status == 0
    return path


def _run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> Output:
    """Runs a command with no other variables than these, not even PATH, as some wrappers do."""
    done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, timeout=60)
    return Output(done.stdout, done.stderr, done.returncode)


def test_the_script_and_the_word_lists_with_their_notices_are_there_alone(home: Path) -> None:
    """So is the database that some wrappers look for."""
    for name in _LISTS:
        assert (home / "data" / name).read_bytes() == (_DATA / name).read_bytes()
    assert b"no database" in (home / "data" / "WordNet-2.0.exc.db").read_bytes()
    found = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert found == {*(f"data/{name}" for name in _LISTS), "data/WordNet-2.0.exc.db", "ROUGE-1.5.5.pl"}


@pytest.mark.slow
@_posix
def test_the_script_runs_rouge_eval(home: Path) -> None:
    arguments = ["-e", str(home / "data"), *_CLASSIC, "config_examples/spl.xml"]
    output = _run(home / "ROUGE-1.5.5.pl", *arguments)
    assert output == rouge_eval(arguments)
    assert output.stdout == rouge_eval(arguments[2:]).stdout
    assert output.stdout.startswith(b"-----")


@pytest.mark.slow
@_posix
@_perl
def test_perl_hands_it_over(home: Path) -> None:
    arguments = ["-e", str(home / "data"), *_CLASSIC, "config_examples/spl.xml"]
    perl = shutil.which("perl")
    assert perl is not None
    assert _run(perl, home / "ROUGE-1.5.5.pl", *arguments) == rouge_eval(arguments)
    failed = _run(perl, "ROUGE-1.5.5.pl", "-n", "x", "no where", cwd=home)
    assert failed == rouge_eval(["-n", "x", "no where"])


@pytest.mark.slow
@_posix
def test_modules_in_the_working_directory_are_not_taken(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"click.py": "raise SystemExit('not this one')", "rouge_cli/__init__.py": ""})
    output = _run(home / "ROUGE-1.5.5.pl", "--version", cwd=tmp_path)
    assert output.stdout.startswith(f"rouge-eval {__version__} ".encode())
    assert output.status == 0


@pytest.mark.slow
@_posix
@pytest.mark.parametrize("perl", [False, pytest.param(True, marks=_perl)])
@pytest.mark.parametrize("folder", ["perl", "a b", "it's", '$HOME "x"', "é" * 70 + "/" + "l" * 200])
def test_the_path_of_python_may_be_any(perl: bool, folder: str, tmp_path: Path) -> None:
    """A first line may name no such paths: those with blanks, `perl`, or more than some 127 bytes."""
    python = tmp_path / folder / "python"
    write(tmp_path, {f"{folder}/python": '#!/bin/sh\nprintf "<%s>" "$@"\n'})
    python.chmod(0o755)
    script = tmp_path / "s.pl"
    script.write_bytes(setting_up._script(str(python), "linux"))
    script.chmod(0o755)
    interpreter = [shutil.which("perl") or ""] if perl else []
    output = _run(*interpreter, script, "-n", "a b", "", "*")
    assert output == Output(b"<-P><-m><rouge_cli><-n><a b><><*>", b"", 0)


@pytest.mark.slow
@_posix
def test_a_python_that_is_gone_is_named(tmp_path: Path) -> None:
    script = tmp_path / "s.pl"
    script.write_bytes(setting_up._script("/gone/python", "linux"))
    output = _run("/bin/sh", script, "-n", "2")
    assert (output.stdout, output.stderr.count(b"\n"), output.status) == (b"", 1, 1)
    assert b"/gone/python is gone; install rouge-eval again and run rouge-tools home" in output.stderr


@_perl
@pytest.mark.slow
class TestOnWindows:
    """There `perl ROUGE-1.5.5.pl` is how wrappers call it; the script is one of Perl's own."""

    def _run(self, python: str, directory: Path, *arguments: str) -> Output:
        (directory / "s.pl").write_bytes(setting_up._script(python, "win32"))
        return _run(shutil.which("perl") or "", directory / "s.pl", *arguments, **os.environ)

    @pytest.mark.parametrize(
        "arguments", [["-n", "2", "-a", "config_examples/spl.xml"], ["-n", "x", "c.xml"], ["no where.xml"]]
    )
    def test_output_and_status_are_those_of_rouge_eval(self, tmp_path: Path, arguments: list[str]) -> None:
        assert self._run(sys.executable, tmp_path, *arguments) == rouge_eval(arguments)

    def test_a_python_that_is_gone_is_named(self, tmp_path: Path) -> None:
        output = self._run(r"C:\it's gone\python.exe", tmp_path)
        assert (output.stdout, output.stderr.count(b"\n"), output.status) == (b"", 1, 1)
        assert rb"C:\it's gone\python.exe is gone" in output.stderr


class TestFilesThatAreThere:
    def test_those_of_this_command_are_renewed_when_python_has_moved(self, home: Path) -> None:
        before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
        for script in (before[home / "ROUGE-1.5.5.pl"], setting_up._script("/gone/python", "linux")):
            (home / "ROUGE-1.5.5.pl").write_bytes(script)
            assert rouge_tools(["home", str(home)]).status == 0
            assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before

    @pytest.mark.parametrize("option", [[], ["--force"]])
    def test_other_files_of_the_folder_stay(self, tmp_path: Path, option: list[str]) -> None:
        """With --force so does the database of the original, whose folder it was."""
        others = {"RELEASE-NOTE.txt": b"1", "data/own.txt": b"2"}
        if option:
            others["data/WordNet-2.0.exc.db"] = b"\0\6\x15\x61"
        write(tmp_path, others)
        assert rouge_tools(["home", *option, str(tmp_path)]).status == 0
        assert {name: (tmp_path / name).read_bytes() for name in others} == others

    def test_what_would_be_lost_is_named_and_nothing_is_written(self, tmp_path: Path) -> None:
        own: dict[str, str | bytes] = {
            "ROUGE-1.5.5.pl": "#!/usr/bin/perl -w\n",
            "data/smart_common_words.txt": "a\n",
        }
        write(tmp_path, own)
        output = rouge_tools(["home", "."], cwd=tmp_path)
        names = ", ".join(os.path.join(".", *name.split("/")) for name in reversed(own))
        assert (output.stdout, output.status) == (b"", 1)
        assert output.stderr.decode() == (
            f"rouge-tools: there already, and not by rouge-tools home: {names};"
            " name another folder, or give --force to replace them\n"
        )
        files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
        assert files == set(own)
        assert rouge_tools(["home", str(tmp_path), "--force"]).status == 0
        assert b"rouge_cli" in (tmp_path / "ROUGE-1.5.5.pl").read_bytes()
        assert os.access(tmp_path / "ROUGE-1.5.5.pl", os.X_OK)

    @_posix
    def test_what_a_link_leads_to_stays(self, tmp_path: Path) -> None:
        write(tmp_path, {"original": "#!/usr/bin/perl -w\n", "home/.keep": ""})
        os.symlink("../original", tmp_path / "home" / "ROUGE-1.5.5.pl")
        assert rouge_tools(["home", str(tmp_path / "home")]).status == 1
        assert rouge_tools(["home", "--force", str(tmp_path / "home")]).status == 0
        assert (tmp_path / "original").read_text() == "#!/usr/bin/perl -w\n"
        assert b"rouge_cli" in (tmp_path / "home" / "ROUGE-1.5.5.pl").read_bytes()

    @_posix
    @pytest.mark.parametrize("option", [[], ["--force"]])
    @pytest.mark.parametrize("link", ["data", "data/WordNet-2.0-Exceptions"])
    def test_what_a_linked_folder_has_stays(self, tmp_path: Path, link: str, option: list[str]) -> None:
        write(tmp_path, {"other/adj.exc": "best good\n", f"home/{os.path.dirname(link)}/.keep": ""})
        before = sorted(tmp_path.rglob("*"))
        (tmp_path / "home" / link).symlink_to(tmp_path / "other")
        output = rouge_tools(["home", *option, "home"], cwd=tmp_path)
        assert (output.stdout, output.status, output.stderr.count(b"\n")) == (b"", 1, 1)
        if option or link == "data":
            name = os.path.join("home", *link.split("/"))
            assert f"{name}: a link to another folder" in output.stderr.decode()
        assert sorted((tmp_path / "other").iterdir()) == [tmp_path / "other" / "adj.exc"]
        assert (tmp_path / "other" / "adj.exc").read_text() == "best good\n"
        assert set(before) <= set(tmp_path.rglob("*"))

    @_posix
    def test_a_link_to_the_home_itself_is_none(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "home").symlink_to("real")
        assert rouge_tools(["home", str(tmp_path / "home")]).status == 0
        assert (tmp_path / "real" / "ROUGE-1.5.5.pl").exists()

    @_posix
    @pytest.mark.parametrize("kind", ["pipe", "dangling"])
    def test_what_is_no_file_is_named_and_not_waited_for(self, tmp_path: Path, kind: str) -> None:
        script = tmp_path / "ROUGE-1.5.5.pl"
        os.mkfifo(script) if kind == "pipe" else os.symlink("nowhere", script)
        output = rouge_tools(["home", str(tmp_path)])
        assert (output.stderr.count(b"\n"), output.status) == (1, 1)
        assert b"not by rouge-tools home" in output.stderr
        assert rouge_tools(["home", "--force", str(tmp_path)]).status == 0
        assert b"rouge_cli" in script.read_bytes()

    @pytest.mark.parametrize("option", [[], ["--force"]])
    def test_a_folder_in_the_place_of_a_file_is_an_error(self, tmp_path: Path, option: list[str]) -> None:
        (tmp_path / "ROUGE-1.5.5.pl").mkdir()
        output = rouge_tools(["home", *option, str(tmp_path)])
        assert (output.stdout, output.stderr.count(b"\n"), output.status) == (b"", 1, 1)
        assert b"ROUGE-1.5.5.pl" in output.stderr


def test_the_root_of_all_files_is_refused(tmp_path: Path) -> None:
    folder = os.path.abspath(os.sep)
    output = rouge_tools(["home", folder], cwd=tmp_path)
    assert_refused(output, 1, f"{folder}: has other things in it", "--force", program="rouge-tools")
