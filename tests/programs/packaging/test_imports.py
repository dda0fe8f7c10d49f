"""Commands and programs import a slow package only if they use it."""

from __future__ import annotations

import os

import pytest

from ...support.commands import run_python

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
_FOLDERS = ["--peers", "config_examples/spl/peers", "--models", "config_examples/spl/models"]
_XML = ["-n", "1", "config_examples/spl.xml"]
_LINES = ["--lines", "config_examples/lines/1.txt", "config_examples/lines/A.txt"]
_JSON = ["--jsonl", "config_examples/spl.jsonl"]


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (["rouge-eval", "-h"], ""),
        (["rouge-eval", "--version"], ""),
        (["rouge-eval", *_XML], "lxml"),
        (["rouge-eval", "-m", "-s", *_XML], "lxml"),
        (["rouge-eval", "-z", "SPL", "config_examples/spl.lst"], ""),
        (["rouge-eval", "--format", "json", *_LINES], ""),
        (["rouge-eval", *_JSON], ""),
        (["rouge-eval", "--profile", "rouge-score", "-m", *_JSON], ""),
        (["rouge-eval", "--compare", "1", "--format", "markdown", *_JSON], "wcwidth"),
        (["rouge-tools", "-h"], ""),
        (["rouge-tools", "check", "config_examples/spl.xml"], "lxml"),
        (["rouge-tools", "explain", "--eval", "1", *_XML], "jinja2 lxml"),
        (["rouge-tools", "explain", "--format", "terminal", *_LINES, "--eval", "1"], "wcwidth"),
        (["rouge-tools", "config", *_FOLDERS], ""),
        (["rouge-tools", "worst", *_XML], "lxml wcwidth"),
        (["rouge-tools", "jackknife", "config_examples/spl.xml"], "lxml"),
    ],
    ids=lambda value: " ".join(value[:3]) if isinstance(value, list) else None,
)
def test_what_takes_long_is_loaded_where_it_is_used(words: list[str], loaded: str) -> None:
    assert _loaded(words, _SLOW) == loaded


def test_nltk_stems_for_the_python_kernel() -> None:
    assert _loaded(["rouge-eval", "-m", *_LINES], {"nltk"}, ROUGE_EVAL_KERNEL="python") == "nltk"


def _loaded(words: list[str], slow: set[str], **variables: str) -> str:
    done = run_python("-c", _CODE.format(null=os.devnull, slow=slow), *words, **variables)
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
