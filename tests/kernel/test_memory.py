"""No reference and no memory is lost, whether calls of the compiled kernel return or raise."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rouge_cli.kernel import plan as words

from ..support.commands import environment
from ..support.needs import needs
from ..support.plans import WEIGHTED, MeasureNumbers, plan_of
from ..support.resampling import resampled
from .bodies import STEMMED_APART, batch_counter, compiled, evaluations_of, needs_compiled

pytestmark = [pytest.mark.slow, needs_compiled]

Call = Callable[[], object]


class FailingError(Exception):
    """Raised by an argument."""


def _failing() -> Iterator[Any]:
    yield "text"
    raise FailingError


def _calls() -> tuple[list[Any], list[Call]]:
    """Objects, and calls with them, of which some fail at different places."""
    source = random.Random(1)
    words = array("i", source.choices(range(900), k=2000))
    doubles = array("d", [source.random() for _ in range(2001)])
    few = array("d", [0, 1])
    text = b" ".join(b"words%d relationally" % source.randrange(10**6) for _ in range(200))
    string, surrogates = text.decode() + "\u00e4", "a \ud800 word" * 99
    sentences = ["cats sat", b"on mats", text]
    lists = {b"the": None, b"a": None, b"axes": b"axis"}
    unsound: Any = {b"word": b"stem", None: b"word"}
    wrong: Any = {}
    plan = plan_of(
        *(
            MeasureNumbers("ngrams", 0, 0, 2),
            MeasureNumbers("lcs", 0, 1),
            MeasureNumbers("longest_lcs", 0, 1),
        ),
        *(MeasureNumbers(kind, 1, 0, weight=1.2) for kind in WEIGHTED),
        MeasureNumbers("skip_bigrams", 0, 1, 4, True),
        best_model=True,
    )._replace(max_bytes=700, readings=STEMMED_APART)
    numbers = plan.numbers()
    shared = batch_counter(plan, lists)
    stop, stopped = bytearray(1), bytearray(b"1")

    def of(*texts: Any) -> Any:
        return evaluations_of(texts, [([0, 1], [2]), ([2], [0])])

    def counted(*texts: Any, counter: Any = None) -> Call:
        return lambda: (counter or shared).count(of(*texts), stop)

    objects: list[Any] = [words, doubles, few, text, string]
    objects += [surrogates, sentences, *sentences, lists, *lists, *lists.values()]
    objects += [unsound, wrong, plan, *plan.readings, *plan.measures, shared]
    objects += [stop, stopped, array, compiled, compiled.BatchCounter]
    objects += [TypeError, ValueError, MemoryError, OverflowError, RuntimeError]
    return objects, [
        counted(text, string, surrogates),
        counted(sentences, text, tuple(sentences)),
        counted(text, string, text, counter=batch_counter(plan, lists)),
        lambda: batch_counter(plan, lists).count(of(text, text, text)),
        lambda: batch_counter(plan, unsound),
        lambda: batch_counter(plan, {b"a": wrong}),
        lambda: compiled.BatchCounter((numbers[0], (wrong,), *numbers[2:])),
        lambda: compiled.BatchCounter((*numbers[:2], wrong, *numbers[3:])),
        counted(text, text, (words, wrong, words)),
        counted(text, text, wrong),
        counted(text, [surrogates, *sentences, wrong], text),
        lambda: shared.count(_failing()),
        lambda: shared.count([([text], wrong)]),
        lambda: shared.count(of(text, text, text), wrong),
        lambda: shared.count(of(text * 400, text, text), stopped),
        lambda: resampled([doubles, doubles], 5, 100, 3),
        lambda: resampled([doubles, few], 0, 100, 3),
        lambda: resampled([doubles, wrong], 0, 100, 3),
        lambda: resampled([doubles], 0, -1, 3),
        lambda: resampled(wrong, 0, 1, 3),
        lambda: compiled.sort_samples(doubles),
        lambda: compiled.sort_samples(wrong),
        lambda: compiled.differences(doubles, doubles),
        lambda: compiled.differences(doubles, few),
        lambda: compiled.differences(doubles, wrong),
        lambda: compiled.stem(text, False),
        lambda: compiled.stem(wrong, False),
    ]


def _called(call: Call) -> None:
    with suppress(TypeError, ValueError, OverflowError, RuntimeError, FailingError):
        call()


def test_references_are_given_back() -> None:
    objects, calls = _calls()
    gc.collect()
    gc.freeze()  # Other tests have left much that need not be looked through each time.
    try:
        for call in calls:
            _called(call)
            gc.collect()
            before = [sys.getrefcount(one) for one in objects]
            for _ in range(20):
                _called(call)
            gc.collect()
            assert [sys.getrefcount(one) for one in objects] == before
    finally:
        gc.unfreeze()


def grown(rounds: int) -> tuple[int, int]:
    """Return the KiB and Python's blocks by which so many rounds of calls grow, the least of three times.

    What grows by chance does so once or twice; what calls forget grows each time.
    """
    import resource

    _, calls = _calls()

    def measured(rounds: int) -> tuple[int, int]:
        for _ in range(rounds):
            for call in calls:
                _called(call)
        gc.collect()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak // 1024 if sys.platform == "darwin" else peak, sys.getallocatedblocks()

    measured(20)
    steps = [measured(rounds) for _ in range(4)]
    return (
        min(last[0] - first[0] for first, last in pairwise(steps)),
        min(last[1] - first[1] for first, last in pairwise(steps)),
    )


def _counter_with_lists() -> Any:
    plan = plan_of(MeasureNumbers("ngrams", 0, 0, 1))._replace(readings=(words.Reading(True, True),))
    return batch_counter(plan, {b"the": None, b"axes": b"talk"})


def counted_words(batches: int) -> tuple[int, int]:
    """How many KiB more are held after so many batches of other words each than after the first ten.

    The table forgets its words between batches once it has too many of them, but not its lists.
    """
    import resource

    counter = _counter_with_lists()
    peaks = []
    for number in range(batches):
        words = [f"{number}word{place}ing" for place in range(60_000)]
        texts = [" ".join([*words, "the axes"]), " ".join([*words[100:], "the talked"])]
        block, *_ = counter.count([(texts[:1], texts[1:])])
        assert memoryview(block).cast("q").tolist()[:3] == [60_001, 59_901, 59_901]
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return peaks[-1] - peaks[9], peaks[9]


def resampled_by(jobs: int) -> tuple[int]:
    """How many KiB more are held at most while so many threads resample 24 MB."""
    from rouge_cli.kernel import resample

    def peak() -> int:
        """Unlike the peak that `resource` tells, this is none that the parent process had."""
        (line,) = (line for line in Path("/proc/self/status").read_text().split("\n") if "VmHWM" in line)
        return int(line.split()[1])

    columns = [array("d", bytes(8_000_000)) for _ in range(3)]
    before = peak()
    resample(columns, 32, 1.0, jobs=jobs)
    return (peak() - before,)


def _apart(call: str) -> list[int]:
    """Return the numbers that a call of a function of this module returns in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import *; print(*{call})"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return [int(number) for number in done.stdout.split()]


class TestMemory:
    @needs("linux")
    def test_streams_of_words_are_counted_in_bounded_memory(self) -> None:
        """Forty batches hold 2.4 million different words, of which each would take a hundred bytes."""
        grown, before = _apart("counted_words(40)")
        assert grown < 20_000, (grown, before)

    @needs("linux")
    def test_threads_share_the_columns_that_they_resample(self) -> None:
        """The copy that all of them draw from takes 24 MB; eight copies would take 192."""
        grown = _apart("resampled_by(8)")[0]
        assert 20_000 < grown < 60_000

    @needs("posix")
    def test_memory_does_not_grow(self) -> None:
        """In a process of its own, whose peak is not that of other tests; a text here takes 8 KiB."""
        kibibytes, blocks = _apart("grown(150)")
        assert kibibytes < 600
        assert blocks < 150
