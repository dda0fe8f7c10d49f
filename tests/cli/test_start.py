"""What goes wrong before the command runs: one line or none, and the right status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..support.commands import ROOT, command, environment
from ..support.files import write, write_corpus
from ..support.needs import needs
from ..support.processes import start

pytestmark = pytest.mark.slow

_posix = needs("posix")

_INTERRUPTED = """\
import runpy, signal, sys

module = sys.argv.pop(1)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
runpy.run_module("rouge_cli", run_name="__main__")
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
        *(
            "rouge_cli.cli",
            "rouge_cli.cli.rouge_eval",
            "rouge_cli.scoring.engine",
            "rouge_cli.options",
            "click",
        ),
        *("dataclasses", "rouge_cli.kernel", "rouge_cli.inputs.xml", "lxml", "rouge_cli.rendering.classic"),
    ],
)
def test_a_ctrl_c_while_a_module_is_loaded_is_quiet(module: str) -> None:
    process = start([sys.executable, "-c", _INTERRUPTED, module, "c.xml"], Path.cwd())
    stdout, stderr = process.communicate(timeout=60)
    assert (stdout, stderr, process.returncode) == (b"", b"", 130)


_MODULE = "a module cannot be loaded ({}); unless memory is short, install rouge-eval and what it needs again"


@pytest.mark.parametrize(
    ("package", "error", "message"),
    [
        *(
            (package, f"ImportError({reason!r}, name={package!r})", _MODULE.format(reason))
            for package, reason in (
                ("lxml", "libxml2.so.2: cannot open shared object file"),
                ("click", "No module named 'click'"),
            )
        ),
        ("click", "MemoryError", "out of memory while modules were loaded; raise the limit of memory"),
    ],
)
def test_a_package_that_cannot_be_loaded_is_named(
    corpus: Path, package: str, error: str, message: str
) -> None:
    write(corpus, {f"broken/{package}/__init__.py": f"raise {error}\n"})
    path = os.pathsep.join([str(corpus / "broken"), str(ROOT)])
    done = subprocess.run(command("c.xml"), env=environment(PYTHONPATH=path), capture_output=True, timeout=60)
    assert (done.stdout, done.stderr.decode(), done.returncode) == (b"", f"rouge-eval: {message}\n", 1)


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"_ROUGE_EVAL_COMPLETE": "x"}, "_ROUGE_EVAL_COMPLETE=x asks for a completion that there is not"),
        ({"_ROUGE_EVAL_COMPLETE": "bash"}, "_ROUGE_EVAL_COMPLETE=bash asks for a completion"),
        ({"_ROUGE_EVAL_COMPLETE": "bash_x"}, "_ROUGE_EVAL_COMPLETE=bash_x asks for a completion"),
        ({"_ROUGE_EVAL_COMPLETE": "bash_complete"}, "is set, but not COMP_WORDS and COMP_CWORD"),
        *(
            (
                {
                    "_ROUGE_EVAL_COMPLETE": f"{shell}_complete",
                    "COMP_WORDS": "rouge-eval -",
                    "COMP_CWORD": "x",
                },
                "is set, but not COMP_WORDS and COMP_CWORD",
            )
            for shell in ("bash", "zsh")
        ),
    ],
)
def test_an_odd_completion_variable_is_named(variables: dict[str, str], message: str) -> None:
    done = subprocess.run(command("c.xml"), env=environment(**variables), capture_output=True, timeout=60)
    stderr = done.stderr.decode()
    assert message in stderr
    assert "unset" in stderr
    assert (done.stdout, stderr.count("\n"), done.returncode) == (b"", 1, 2)


def test_an_empty_completion_variable_is_none() -> None:
    done = subprocess.run(
        command("c.xml"), env=environment(_ROUGE_EVAL_COMPLETE=""), capture_output=True, timeout=60
    )
    assert (b"Average_F" in done.stdout, done.stderr, done.returncode) == (True, b"", 0)


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

    def test_a_file_of_the_package_that_is_missing(self, corpus: Path) -> None:
        code = (
            "import sys; from rouge_cli.cli.tools import serving; serving.BUILT_IN += '/gone';"
            "from rouge_cli.cli.tools import main; sys.exit(main(['home', 'new']))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment(), capture_output=True, timeout=60
        )
        assert b"/gone/README.txt: No such file or directory;" in done.stderr
        assert done.stderr.endswith(b"a file of the package is missing: install rouge-eval again\n")
        assert (done.stdout, done.stderr.count(b"\n"), done.returncode) == (b"", 1, 1)
        assert not (corpus / "new").exists()


@_posix
def test_silencing_a_stream_leaves_no_descriptor_open() -> None:
    """A closed pipe must not cost a descriptor each time that it is met."""
    code = (
        "import os; from rouge_cli.cli.console import status_of\n"
        "def run(): raise BrokenPipeError\n"
        "before = os.dup(2); os.close(before)\n"
        "assert [status_of('x', run) for _ in range(3)] == [141] * 3\n"
        "after = os.dup(2); assert after == before, (after, before)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, timeout=60)
    assert (done.stderr, done.returncode) == (b"", 0)
