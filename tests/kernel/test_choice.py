"""Which body runs, and what is said where the compiled body cannot."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ..support.commands import ROOT, environment
from .bodies import compiled, needs_compiled

pytestmark = pytest.mark.slow

_SHADOWED = "import sys; sys.modules['rouge_cli.kernel.compiled'] = None"
_INSTALLED = f"{_SHADOWED}; import os; os.path.isdir = lambda path: False"
_STALE = "import zlib; crc32 = zlib.crc32; zlib.crc32 = lambda *data: crc32(*data) ^ 1"
_WITH_CHECKSUM = [
    needs_compiled,
    pytest.mark.skipif(bool(compiled) and not compiled.CHECKSUM, reason="sanitizers and mutants set none"),
]
_USE = "from rouge_cli import kernel, score; score('a', 'a'); print(kernel.NAME, kernel.body.__name__)"


def _python(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    unset = {name: value for name, value in environment().items() if name != "ROUGE_EVAL_KERNEL"}
    command = [sys.executable, "-c", f"{code}; {_USE}"]
    return subprocess.run(command, env=unset | variables, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("code", "fault", "warned"),
    [
        (_SHADOWED, "is not built", 1),
        (_INSTALLED, "is not built", 0),
        pytest.param(_STALE, "was built from other sources", 1, marks=_WITH_CHECKSUM),
    ],
    ids=["clone", "installed", "stale"],
)
def test_a_compiled_body_that_cannot_run(code: str, fault: str, warned: int) -> None:
    """The definition runs instead, and a clone warns once, unless one of them was asked for."""
    for variables, warnings in (({}, warned), ({"ROUGE_EVAL_KERNEL": "python"}, 0)):
        done = _python(code, **variables)
        assert (done.stdout, done.returncode) == ("Python rouge_cli.kernel.python.counter\n", 0)
        assert done.stderr.count(f"compiled kernel {fault}: ") == done.stderr.count("Warning") == warnings
        assert done.stderr.count(f"in {ROOT}, ") == done.stderr.count("editable .") == warnings
    done = _python(code, ROUGE_EVAL_KERNEL="compiled")
    assert done.returncode == 1
    assert f"ImportError: ROUGE_EVAL_KERNEL is compiled, but the compiled kernel {fault}; " in done.stderr


def test_the_definition_runs_where_it_is_asked_for() -> None:
    done = _python("pass", ROUGE_EVAL_KERNEL="python")
    assert (done.stdout, done.stderr) == ("Python rouge_cli.kernel.python.counter\n", "")
