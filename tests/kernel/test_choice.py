"""Which body runs, and what is left to the definition."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ..support.commands import ROOT, environment
from .bodies import compiled, needs_compiled

pytestmark = pytest.mark.slow


def _python(code: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    unset = {name: value for name, value in environment().items() if name != "ROUGE_EVAL_KERNEL"}
    return subprocess.run([sys.executable, "-c", code], env=unset | variables, capture_output=True, text=True)


_STALE = "import zlib; crc32 = zlib.crc32; zlib.crc32 = lambda *data: crc32(*data) ^ 1"
_SHADOWED = "import sys; sys.modules['rouge_cli.kernel.compiled'] = None"
_WITH_CHECKSUM = [
    needs_compiled,
    pytest.mark.skipif(bool(compiled) and not compiled.CHECKSUM, reason="sanitizers and mutants set none"),
]


@pytest.mark.parametrize(
    ("code", "variables", "fault", "warned"),
    [
        (_SHADOWED, {}, "is not built", 1),
        (_SHADOWED, {"ROUGE_EVAL_KERNEL": "python"}, "is not built", 0),
        (f"{_SHADOWED}; import os; os.path.isdir = lambda path: False", {}, "is not built", 0),
        pytest.param(_STALE, {}, "was built from other sources", 1, marks=_WITH_CHECKSUM),
        pytest.param(
            _STALE, {"ROUGE_EVAL_KERNEL": "python"}, "was built from other sources", 0, marks=_WITH_CHECKSUM
        ),
    ],
    ids=["clone", "asked for", "installed", "stale", "stale and asked for"],
)
def test_a_clone_without_its_kernel_warns_once(
    code: str, variables: dict[str, str], fault: str, warned: int
) -> None:
    done = _python(code + "; from rouge_cli import score; score('a', 'a')", variables)
    assert done.stderr.count(f"compiled kernel {fault}: ") == warned
    assert done.stderr.count(f"in {ROOT}, ") == done.stderr.count("editable .") == warned
    assert done.stderr.count("Warning") == warned


@pytest.mark.parametrize(
    ("code", "variables"),
    [
        ("pass", {"ROUGE_EVAL_KERNEL": "python"}),
        (_SHADOWED, {}),
        pytest.param(_STALE, {}, marks=_WITH_CHECKSUM),
    ],
)
def test_the_definition_runs_if_it_is_asked_for_or_nothing_else_is_there(
    code: str, variables: dict[str, str]
) -> None:
    done = _python(
        code + "; from rouge_cli import kernel; print(kernel.NAME, kernel.body.__name__)", variables
    )
    assert (done.stdout, done.returncode) == ("Python rouge_cli.kernel.python.counter\n", 0)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (_SHADOWED, "is not built"),
        pytest.param(_STALE, "was built from other sources", marks=_WITH_CHECKSUM),
    ],
)
def test_a_compiled_body_that_cannot_run_is_an_error_if_it_is_asked_for(code: str, fault: str) -> None:
    run = _python(code + "; import rouge_cli.kernel", {"ROUGE_EVAL_KERNEL": "compiled"})
    assert run.returncode == 1
    assert f"ImportError: ROUGE_EVAL_KERNEL is compiled, but the compiled kernel {fault}; " in run.stderr
