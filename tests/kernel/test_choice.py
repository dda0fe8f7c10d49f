"""Which body runs, and what is left to the definition."""

from __future__ import annotations

import subprocess
import sys
from array import array

from rouge_cli import kernel

from ..support.commands import environment
from ..support.documents import document
from .bodies import compiled, needs_compiled

_EXACT = 2**53 + 1  # no double


def test_whole_numbers_beyond_doubles_stay_exact() -> None:
    model = document([[1, 2]])
    assert kernel.weighted_lcs_hits([model], [model], [0, 1, _EXACT]) == [[_EXACT]]
    assert kernel.resample([[_EXACT]], 2, 1) == [[_EXACT, _EXACT]]
    assert kernel.sort_samples([3.0, 1.0]) == 4


def test_one_series_of_whole_numbers_makes_all_series_the_definitions() -> None:
    sums = kernel.resample([array("d", [1.0]), [_EXACT]], 2, 1)
    assert [list(one) for one in sums] == [[1.0, 1.0], [_EXACT, _EXACT]]


def test_a_missing_compiled_body_is_an_error_if_it_is_asked_for() -> None:
    code = "import sys; sys.modules['rouge_cli.kernel.compiled'] = None; import rouge_cli.kernel"
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment(ROUGE_EVAL_KERNEL="compiled"), capture_output=True
    )
    assert run.returncode == 1
    assert b"ImportError: ROUGE_EVAL_KERNEL is compiled, but the compiled kernel is not" in run.stderr


@needs_compiled
def test_a_compiled_body_without_arrays_is_not_imported() -> None:
    code = f"import importlib.machinery as m, importlib.util as u, sys; path = {compiled.__file__!r}"
    code += (
        "; loader = m.ExtensionFileLoader('compiled', path); spec = u.spec_from_loader('compiled', loader)"
    )
    code += "; sys.modules['array'] = None; loader.exec_module(loader.create_module(spec))"
    run = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert run.stderr.splitlines()[-1].startswith("ModuleNotFoundError: import of array halted")


def _chosen(code: str, **variables: str) -> list[bytes]:
    code += "; from rouge_cli import kernel; print(kernel.NAME, kernel.body.__name__)"
    unset = {name: value for name, value in environment().items() if name != "ROUGE_EVAL_KERNEL"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=unset | variables, capture_output=True, check=True
    )
    return done.stdout.split()


def test_the_definition_runs_if_it_is_asked_for_or_nothing_else_is_there() -> None:
    definition = [b"Python", b"rouge_cli.kernel.python"]
    assert _chosen("pass", ROUGE_EVAL_KERNEL="python") == definition
    assert _chosen("import sys; sys.modules['rouge_cli.kernel.compiled'] = None") == definition
