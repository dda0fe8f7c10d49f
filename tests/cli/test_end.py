"""A command that was started by its name ends its process at once, and yet nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..support.commands import environment
from ..support.files import write_corpus
from ..support.needs import needs

pytestmark = pytest.mark.slow

_START = """
import sys
from rouge_cli.__main__ import run
{before}
sys.argv[1:] = {words}
sys.exit(run())
"""
_TAKEN_APART = """
sys.witness = open("witness", "w")
sys.witness.write("written when it is let go")
"""
_AT_EXIT = "import atexit; atexit.register(print, 'the exit')\n"
_PROFILER = "import cProfile; cProfile.Profile().enable()\n"
_TRACER = "sys.settrace(lambda *event: None)\n"
_TOOL = "sys.monitoring.use_tool_id(sys.monitoring.COVERAGE_ID, 'a tool')\n"
_THREAD = """
import threading
def go_on():
    threading.main_thread().join()  # The report takes as long as a busy machine lets it.
    print('the thread')
threading.Thread(target=go_on).start()
"""


def _started(tmp_path: Path, before: str, *words: str, stdout: int = subprocess.PIPE) -> tuple[str, str, int]:
    write_corpus(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", _START.format(before=_TAKEN_APART + before, words=words or ["c.xml"])],
        env=environment(),
        cwd=tmp_path,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    return done.stdout, done.stderr, done.returncode


def test_modules_are_not_taken_apart(tmp_path: Path) -> None:
    stdout, stderr, status = _started(tmp_path, "print('before', end='')")
    assert stdout.startswith("before----")
    assert (stderr, status) == ("", 0)
    assert not (tmp_path / "witness").read_text()


@pytest.mark.parametrize(("words", "status"), [(["missing.xml"], 1), (["--no-such-flag"], 2)])
def test_the_status_stays(tmp_path: Path, words: list[str], status: int) -> None:
    stdout, stderr, found = _started(tmp_path, "", *words)
    assert (stdout, stderr.count("\n"), found) == ("", 1, status)


@pytest.mark.parametrize(
    ("before", "end"),
    [
        (_AT_EXIT, "the exit\n"),
        (_THREAD, "the thread\n"),
        (_PROFILER, ""),
        (_TRACER, ""),
        pytest.param(_TOOL, "", marks=needs("python-3.12")),
    ],
)
def test_what_waits_for_the_end_is_heeded(tmp_path: Path, before: str, end: str) -> None:
    """A profiler or a tracer may report after the run, too."""
    stdout, stderr, status = _started(tmp_path, before)
    assert (stdout[:4], stdout.endswith(end)) == ("----", True)
    assert (stderr, status) == ("", 0)
    assert (tmp_path / "witness").read_text()


def test_a_profile_of_the_command_is_printed(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    (tmp_path / "rouge-eval").write_text(_START.format(before="", words=["c.xml"]))
    done = subprocess.run(
        [sys.executable, "-m", "cProfile", "rouge-eval"],
        env=environment(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.startswith("----")
    assert "function calls" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)


@needs("linux")
def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    """What was left in a buffer before the run is lost, which is for the interpreter to say."""
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        _, stderr, status = _started(
            tmp_path, "print('before', end='')", "--output", "report", "c.xml", stdout=full
        )
    finally:
        os.close(full)
    assert "No space left on device" in stderr
    assert status
