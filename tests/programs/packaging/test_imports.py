"""Commands and programs import a slow package only if they use it."""

from __future__ import annotations

import os

import pytest

from ...support.commands import run_python
from ...support.tables import table

pytestmark = pytest.mark.slow

_SLOW = {
    *("nltk", "lxml", "numpy", "pandas", "pyarrow", "matplotlib", "torch", "torchmetrics", "scipy"),
    *("asyncio", "ssl", "urllib.request", "multiprocessing", "unittest", "email"),
    *("wcwidth", "regex", "sentencex", "snowballstemmer", "jinja2"),
}
"""Modules that take 10 ms or more to load and are not needed for scoring."""
_CODE = """\
import sys
program, *words = sys.argv[1:]
if program == "rouge-eval":
    from rouge_cli.cli.rouge_eval import main
else:
    from rouge_cli.cli.tools import main
sys.stdout = open({null!r}, "w")
status = main(words)
print(*sorted(set(sys.modules) & {slow!r}), file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(("command", "loaded"), table(__file__, "commands"))
def test_what_takes_long_is_loaded_where_it_is_used(command: str, loaded: str) -> None:
    assert _loaded(command, _SLOW) == loaded


def test_nltk_stems_for_the_python_kernel() -> None:
    command = "rouge-eval -m --lines config_examples/lines/1.txt config_examples/lines/A.txt"
    assert _loaded(command, {"nltk"}, ROUGE_EVAL_KERNEL="python") == "nltk"


def _loaded(command: str, slow: set[str], **variables: str) -> str:
    done = run_python("-c", _CODE.format(null=os.devnull, slow=slow), *command.split(), **variables)
    return done.stderr.decode().splitlines()[-1]


@pytest.mark.parametrize(
    ("code", "needless"),
    [
        ("rouge_cli.Scorer(rouge_cli.Options(stem=True)).score('a', 'a')", ("nltk", "numpy", "regex")),
        ("rouge_cli.Cell", ("rouge_cli.rendering", "rouge_cli.scoring", "rouge_cli.kernel")),
    ],
)
def test_a_program_loads_what_it_uses(code: str, needless: tuple[str, ...]) -> None:
    """A run of ROUGE-1.5.5 takes no longer for NLTK and NumPy, nor a record of scores for the engine."""
    code = f"import sys, rouge_cli; {code}; print([name for name in sys.modules if name in {needless}])"
    assert run_python("-c", code) == (b"[]\n", b"", 0)
