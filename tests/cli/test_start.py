"""Before a command runs and when it ends: one line or none, the right status, and nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rouge_cli.cli.tools import setting_up

from ..support.commands import (
    ROOT,
    assert_refused,
    environment,
    rouge_eval,
    rouge_tools,
    run_process,
    run_python,
)
from ..support.files import write, write_corpus
from ..support.needs import needs
from ..support.processes import start

pytestmark = pytest.mark.slow

_posix = needs("posix")

_INTERRUPTED = """\
import runpy, signal, sys

module, program = sys.argv.pop(1), sys.argv.pop(1)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
if program == "rouge-eval":
    runpy.run_module("rouge_cli", run_name="__main__")
from rouge_cli.__main__ import run_tools
sys.exit(run_tools())
"""


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a configuration `c.xml`."""
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@_posix
@pytest.mark.parametrize(
    "module",
    [
        *("rouge_cli.cli", "rouge_cli.cli.rouge_eval", "rouge_cli.scoring.engine", "rouge_cli.options"),
        *(
            "rouge_cli.kernel",
            "rouge_cli.inputs.configurations",
            "rouge_cli.rendering.classic",
            "dataclasses",
        ),
        *("click", "lxml", "rouge_cli.cli.tools"),
    ],
)
def test_a_ctrl_c_while_a_module_is_loaded_is_quiet(module: str) -> None:
    program = "rouge-tools" if module == "rouge_cli.cli.tools" else "rouge-eval"
    process = start([sys.executable, "-c", _INTERRUPTED, module, program, "c.xml"], Path.cwd())
    stdout, stderr = process.communicate(timeout=60)
    assert (stdout, stderr, process.returncode) == (b"", b"", 130)


_ASKED = "_ROUGE_EVAL_COMPLETE"
_SET = "is set without the COMP_WORDS and COMP_CWORD of a shell"
_MODULE = "a module cannot be loaded ({}); unless memory is short, install rouge-eval and what it needs again"


@pytest.mark.parametrize(
    ("package", "error", "message"),
    [
        ("lxml", "ImportError('libxml2.so.2: no such file')", _MODULE.format("libxml2.so.2: no such file")),
        ("click", "ImportError('No module click')", _MODULE.format("No module click")),
        ("click", "MemoryError", "out of memory while modules were loaded; raise the limit of memory"),
    ],
)
def test_a_package_that_cannot_be_loaded_is_named(
    corpus: Path, package: str, error: str, message: str
) -> None:
    write(corpus, {f"broken/{package}/__init__.py": f"raise {error}\n"})
    path = os.pathsep.join([str(corpus / "broken"), str(ROOT)])
    assert_refused(run_process("c.xml", cwd=corpus, PYTHONPATH=path), 1, f"rouge-eval: {message}\n")


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({_ASKED: "x"}, "_ROUGE_EVAL_COMPLETE=x asks for an unknown completion"),
        ({_ASKED: "bash"}, "_ROUGE_EVAL_COMPLETE=bash asks for an unknown completion"),
        ({_ASKED: "bash_x"}, "_ROUGE_EVAL_COMPLETE=bash_x asks for an unknown completion"),
        ({_ASKED: "bash_complete"}, _SET),
        *(
            ({_ASKED: f"{shell}_complete", "COMP_WORDS": "rouge-eval -", "COMP_CWORD": "x"}, _SET)
            for shell in ("bash", "zsh")
        ),
    ],
)
def test_an_odd_completion_variable_is_named(
    variables: dict[str, str], message: str, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert_refused(rouge_eval(["c.xml"], corpus), 2, message, "unset")
    for sound in ("", "bash_source"):
        monkeypatch.setenv(_ASKED, sound)
        assert rouge_eval(["c.xml"], corpus).status == 0


class TestRefusals:
    """What the system refuses is not blamed on standard output."""

    @_posix
    def test_a_working_directory_that_is_gone(self, corpus: Path) -> None:
        (corpus / "gone").mkdir()
        script = (
            "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
        )
        arguments = ["-P", "-m", "rouge_cli", "--output", "report", str(corpus / "c.xml")]
        process = start([sys.executable, "-c", script, *arguments], corpus / "gone")
        stdout, stderr = process.communicate(timeout=60)
        assert stderr.startswith(b"rouge-eval: the working directory is gone (")
        assert stderr.endswith(b"); change to one that exists\n")
        assert (stdout, stderr.count(b"\n"), process.returncode) == (b"", 1, 1)

    def test_a_file_of_the_package_that_is_missing(
        self, corpus: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(setting_up, "BUILT_IN", f"{setting_up.BUILT_IN}/gone")
        parts = ": No such file or directory; a file", "package is missing: install rouge-eval again\n"
        assert_refused(rouge_tools(["home", "new"], corpus), 1, *parts, program="rouge-tools")
        assert not (corpus / "new").exists()


# A command that was started by its name ends its process at once.

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


def _started(before: str, *words: str, stdout: int = subprocess.PIPE) -> tuple[str, str, int]:
    code = _START.format(before=_TAKEN_APART + before, words=words or ["c.xml"])
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), stdout=stdout, stderr=subprocess.PIPE, timeout=60
    )
    return (done.stdout or b"").decode(), done.stderr.decode(), done.returncode


def test_modules_are_not_taken_apart(corpus: Path) -> None:
    stdout, stderr, status = _started("print('before', end='')")
    assert stdout.startswith("before----")
    assert (stderr, status) == ("", 0)
    assert not (corpus / "witness").read_text()


@pytest.mark.parametrize(("words", "status"), [(["missing.xml"], 1), (["--no-such-flag"], 2)])
def test_the_status_stays(words: list[str], status: int) -> None:
    stdout, stderr, found = _started("", *words)
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
def test_what_waits_for_the_end_is_heeded(before: str, end: str, corpus: Path) -> None:
    """A profiler or a tracer may report after the run, too."""
    stdout, stderr, status = _started(before)
    assert (stdout[:4], stdout.endswith(end)) == ("----", True)
    assert (stderr, status) == ("", 0)
    assert (corpus / "witness").read_text()


@pytest.mark.parametrize(
    ("words", "loads"),
    [
        *((words, False) for words in ("run -- {}", "run --quiet -- {}", "run -- {} -c pass")),
        *((words, True) for words in ("run {}", "run --quiet {}", "run --quiet --", "languages -- x")),
    ],
)
def test_in_front_of_another_command_click_is_not_loaded(words: str, loads: bool) -> None:
    code = "from rouge_cli.__main__ import run_tools; run_tools()"
    arguments = (word.format(sys.executable) for word in words.split())
    assert (b" click.core\n" in run_python("-X", "importtime", "-c", code, *arguments).stderr) == loads


_INTERRUPTED_FLUSH = """
import signal
{before}
class Interrupted:
    def flush(self):
        signal.raise_signal(signal.SIGINT)
    def __getattr__(self, name):
        return getattr(sys.__stdout__, name)
sys.stdout = Interrupted()
"""
_IGNORED = "signal.signal(signal.SIGINT, signal.SIG_IGN)"


@needs("posix")
@pytest.mark.parametrize(("before", "status"), [("", -signal.SIGINT), (_IGNORED, 2)])
@pytest.mark.usefixtures("corpus")
def test_a_ctrl_c_at_the_very_end_prints_no_traceback(before: str, status: int) -> None:
    _, stderr, found = _started(_INTERRUPTED_FLUSH.format(before=before), "--no-such-flag")
    assert (stderr.count("\n"), found) == (1, status)


def test_a_profile_of_the_command_is_printed(corpus: Path) -> None:
    (corpus / "rouge-eval").write_text(_START.format(before="", words=["c.xml"]))
    printed, *rest = run_python("-m", "cProfile", "rouge-eval", cwd=corpus)
    assert printed.startswith(b"----")
    assert b"function calls" in printed
    assert rest == [b"", 0]


@needs("linux")
def test_what_cannot_be_written_is_said() -> None:
    """What was left in a buffer before the run is lost, which is for the interpreter to say."""
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        words = ["--output", "report", "c.xml"]
        _, stderr, status = _started("print('before', end='')", *words, stdout=full)
    finally:
        os.close(full)
    assert "No space left on device" in stderr
    assert status


def test_python_goes_on_after_the_module_where_other_code_follows() -> None:
    code = (
        "import runpy, sys; sys.argv = ['x', '--version']\n"
        "try:\n    runpy.run_module('rouge_cli', run_name='__main__')\n"
        "except SystemExit as end:\n    print('status', end.code)"
    )
    assert run_python("-c", code).stdout.endswith(b"status 0\n")
