"""The compiled kernel in several threads and several interpreters at once."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from rouge_cli.kernel.plan import MeasurePlan

from ..support.commands import environment
from ..support.needs import needs
from ..support.threads import in_threads
from .bodies import (
    STEMMED_APART,
    WEIGHTED,
    batch_counter,
    compiled,
    counter_of,
    needs_compiled,
    places_of,
    plan_of,
)

pytestmark = needs_compiled

_USE = """
import importlib.util
from array import array
spec = importlib.util.spec_from_file_location("compiled", {path!r})
compiled = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiled)
plan = (((True, True, False),), ((0, 0, 0, 1, False, 1.0),), 0, 0, 0, 0, 0, 0, 0.5, 0, False, 0)
counter = compiled.BatchCounter(plan, [b"the"])
places = [array("i", [0]), array("i", [1]), array("i", [1]), array("i", [1]), array("i", [0])]
block, traits, _ = counter.count(["the cats", b"cat"], *places)
assert memoryview(block).cast("q").tolist()[:3] == [1, 1, 1] and traits == bytes(2)
assert memoryview(block).cast("d").tolist()[3:] == [1.0, 1.0, 1.0]
rows = compiled.rows([(array("d", [2.5]), None)])
assert compiled.resample(rows, 0, 2, 1) == [array("d", [2.5, 2.5])]
assert compiled.stem(b"cats", False) == b"cat"
"""
_IN_INTERPRETERS = """
use = {use!r}
exec(use)
try:
    import _interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
    create = lambda: interpreters.create(isolated=True)
    run = interpreters.run_string
else:
    interpreters = _interpreters
    create = lambda: interpreters.create("isolated")
    run = interpreters.exec
for _ in range(3):
    interpreter = create()
    error = run(interpreter, use)
    assert error is None, error
    interpreters.destroy(interpreter)
exec(use)
print("done")
"""


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)


@needs("python-3.12")
def test_interpreters_with_a_gil_of_their_own() -> None:
    use = _USE.format(path=compiled.__file__)
    done = _python(_IN_INTERPRETERS.format(use=use))
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


@needs("no-gil")
def test_the_gil_stays_off() -> None:
    """Python would switch it on for a module that does not say that it needs none."""
    done = _python(_USE.format(path=compiled.__file__) + "import sys; print(sys._is_gil_enabled())")
    assert (done.stdout, done.stderr) == ("False\n", "")


def _in_threads(count: int, use: Callable[[int], None]) -> None:
    """Run a function with each of so many numbers, each in a thread, which take turns often."""
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        in_threads(partial(use, number) for number in range(count))
    finally:
        sys.setswitchinterval(switching)


def _batch(seed: int) -> tuple[Any, ...]:
    """A random batch: texts of a few words in all forms, and evaluations that share them."""
    source = random.Random(seed)
    texts: list[Any] = []
    for _ in range(60):
        lines = [
            " ".join(f"word{source.randrange(200)}s" for _ in range(source.randrange(30)))
            for _ in range(source.randrange(4))
        ]
        texts.append(source.choice(["\n".join(lines), "\n".join(lines).encode(), lines]))
    places = range(len(texts))
    evaluations = [
        (source.choices(places, k=source.randrange(4)), source.choices(places, k=source.randrange(4)))
        for _ in range(80)
    ]
    return texts, *places_of(evaluations)


@pytest.mark.slow
@pytest.mark.parametrize("best_model", [False, True])
def test_eight_threads_share_a_counter(best_model: bool) -> None:
    """Different batches at once give what one after the other gives; each counter begins without words."""
    plan = plan_of(
        *(MeasurePlan("ngrams", 0, 0, 1), MeasurePlan("ngrams", 0, 1, 2), MeasurePlan("lcs", 0, 0)),
        *(MeasurePlan(kind, 1, 0, weight=1.2) for kind in WEIGHTED),
        *(MeasurePlan("skip_bigrams", 1, 1, 4, True), MeasurePlan("longest_lcs", 0, 1)),
        best_model=best_model,
    )._replace(readings=STEMMED_APART)
    stop_words, exceptions = [b"word3s", b"word5"], {b"word7s": b"word8"}
    batches = [_batch(seed) for seed in range(24)]
    alone = batch_counter(plan, stop_words, exceptions)
    expected = [alone.count(*batch) for batch in batches]
    shared = batch_counter(plan, stop_words, exceptions)

    def use(number: int) -> None:
        order = list(range(len(batches)))
        random.Random(number).shuffle(order)
        for place in order * 3:
            assert shared.count(*batches[place]) == expected[place]

    _in_threads(8, use)


def test_a_counter_that_is_dropped_while_it_counts() -> None:
    """The call holds on to it."""
    batches = [_batch(seed) for seed in range(4)]
    expected = [counter_of("lcs_hits").count(*batch) for batch in batches]

    def use(number: int) -> None:
        for _ in range(10):
            assert counter_of("lcs_hits").count(*batches[number]) == expected[number]

    _in_threads(4, use)
