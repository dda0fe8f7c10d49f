"""Hostile calls of the sanitized kernel: `python -m tests.programs.sanitize [SEED [ROUNDS]]` runs them.

A sanitizer ends the process at the first wrong access. These calls also check that each of them
returns or raises only what it may, and gives back all the memory that it took.
"""

from __future__ import annotations

import ctypes
import math
import random
import signal
import sys
import time
from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

from rouge_cli.kernel import compiled

from ...support.plans import MeasureNumbers
from ...support.resampling import resampled
from ...support.threads import in_threads
from .hostile import ENTRIES, EXPECTED, SOUND, Hostile, Interrupted, pair

_LIBRARY = ctypes.CDLL(compiled.__file__)
_HELD = ctypes.c_long.in_dll(_LIBRARY, "allocations_held")
_BEFORE_FAILURE = ctypes.c_long.in_dll(_LIBRARY, "allocations_before_failure")


def check(call: Callable[[], Any]) -> type[BaseException] | None:
    """Make a call and return what it raises, which must be expected; it must give back all its memory."""
    before = _HELD.value
    raised: type[BaseException] | None = None
    try:
        call()
    except EXPECTED as error:
        raised = type(error)
    except AttributeError as error:
        if error.name != "items":
            raise
        raised = AttributeError
    if _HELD.value != before:
        raise AssertionError(f"{_HELD.value - before} allocations are left behind, after {raised}")
    return raised


def hostile_arguments(hostile: Hostile, rounds: int) -> None:
    """Make random calls; most arguments are sound, so that each function also returns."""
    for _ in range(rounds):
        check(hostile.call)
    counts = ", ".join(f"{hostile.answered[name]} by {name}" for name in ENTRIES)
    print(f"  {rounds} hostile calls, answered {counts}")
    assert all(hostile.answered[name] > rounds // 200 for name in ENTRIES)


def _words(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def failing_memory() -> None:
    """Let every allocation of every function fail once."""
    source = random.Random(1)
    words = array("i", source.choices(range(70), k=300))
    other = array("i", source.choices(range(70), k=200))
    models = [[_words(words[:90]), "", _words(words[90:])], _words(other)]
    doubles = array("d", [source.random() for _ in range(300)])
    state = array("I", [*range(624), 600])
    large = array("d", [1.0]) * (1 << 18)
    text = [b"running happily agreements %d " % place * 9 for place in range(900)]

    def stems(*first_words: bytes) -> None:
        """Words and their stems take turns, so the table has to grow for a word or, with one more, a stem."""
        lines = b" ".join([*first_words, *(b"talk%dings" % place for place in range(70))])
        compiled.BatchCounter(SOUND.numbers()).count(pair(lines, b""))

    def counted(*measures: MeasureNumbers) -> Callable[[], Any]:
        plan = SOUND._replace(measures=measures, combination="best_recall")
        return lambda: compiled.BatchCounter(plan.numbers()).count(pair(*models))

    def counted_texts() -> None:
        plan = SOUND._replace(lowering="unicode", stemmer="porter-nltk", combination="best_f")
        counter = compiled.BatchCounter(plan.numbers(), {b"the": None, b"a": None, b"axes": b"axis"})
        lines = b"\n".join(text)
        texts = [
            lines[:3000],
            lines.decode()[:3000] + "\xe4\ud800",
            [text[0], "a", *text[300:400]],
            b"Long" * 500,
        ]
        counter.count([(texts[:2], texts[2:3]), ([], texts[3:])])

    def forgotten_words() -> None:
        counter = compiled.BatchCounter(SOUND.numbers())
        counter.count(pair(text[0], b" ".join(text)))
        counter.count(pair(text[0], text[1]))

    def pieces() -> None:
        """Words in many windows, and pieces whose tokens and stems are new."""
        plan = SOUND._replace(pieces="ideographs", plain_ascii=True, max_tokens=700)
        lines = b"\n".join(text[:200]).decode().replace("1", "é").replace("9", " 中文。")

        def words(unknown: list[bytes]) -> tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]:
            return tuple(((piece, b"more"), (piece[:3], b"mo")) for piece in unknown)

        counter = compiled.BatchCounter(
            plan.numbers(), {b"the": None, b"agreements": None, b"axes": b"axis"}, words
        )
        counter.count(pair(lines, "é" * 500 + lines[:3000]))
        # In one sentence of more windows than are kept, the last of which is in a piece.
        counter.count(pair(lines.replace("\n", " ") + "é" * 200, "é"))

    calls: dict[str, Callable[[], Any]] = {
        "pieces": pieces,
        "n-grams": counted(MeasureNumbers("ngrams", 0, 0, 2), MeasureNumbers("skip_bigrams", 0, 0, 4, True)),
        "subsequences": counted(
            MeasureNumbers("lcs", 0, 1), MeasureNumbers("weighted_lcs", 0, 0, weight=1.2)
        ),
        "all measures of texts": counted_texts,
        "forgotten words": forgotten_words,
        "resample": lambda: resampled([doubles] * 12, 0, 20, 2),
        "resample of nothing": lambda: resampled([], 0, 20, 2),
        "resample on large pages": lambda: resampled([large] * 2, 0, 1, 2),
        "resample by a state": lambda: compiled.resample(compiled.rows([doubles] * 3), 0, 20, 2, state),
        "sort_samples": lambda: compiled.sort_samples(doubles),
        "scan_rows": lambda: compiled.scan_rows(
            b'{"a": ["b", 1]}\n{"c": "b", "d": ["e"]}', 0, (b"a", b"b", b"c", b"d", b"e")
        ),
        "stems": stems,
        "stems and a word": lambda: stems(b"a"),
        "a long word": lambda: stems(b"Long" * 500),
    }
    for name, call in calls.items():
        failures = 0
        while True:
            _BEFORE_FAILURE.value = failures
            raised = check(call)
            failed = _BEFORE_FAILURE.value < 0
            _BEFORE_FAILURE.value = -1
            if not failed:
                break
            assert raised is MemoryError, f"{name}: {raised} at allocation {failures}"
            failures += 1
        assert raised is None, f"{name}: {raised}"
        assert failures, name
        print(f"  {name}: each of {failures} allocations failed once")


def other_threads(seconds: float) -> None:
    """Change, and try to resize, what calls in other threads read, while they share a counter."""
    doubles = array("d", [float(value % 7) for value in range(400)])
    sentences = ["some words", "other words"]
    counter = compiled.BatchCounter(SOUND.numbers(), {b"w3": None})
    stop = time.monotonic() + seconds

    def change() -> None:
        source = random.Random(2)
        while time.monotonic() < stop:
            doubles[source.randrange(400)] = source.choice([math.nan, math.inf, 1.0])
            sentences.append(f"more words {source.randrange(10**5)}")
            sentences.pop(0)
            with suppress(BufferError):  # which is what keeps it in place
                doubles.append(doubles[0])
                doubles.pop()

    def use(number: int) -> None:
        source = random.Random(number)
        calls: list[Callable[[], Any]] = [
            lambda: counter.count(pair(sentences, "other words")),
            lambda: counter.count(pair("some words", b"other words %d" % source.randrange(10**5))),
            lambda: resampled([doubles], 0, 20, 1),
            lambda: resampled([doubles] * 3, 0, 20, 1),
            lambda: compiled.sort_samples(doubles),
        ]
        while time.monotonic() < stop:
            for call in calls:
                with suppress(ValueError):
                    call()

    in_threads([change, *(partial(use, number) for number in range(3))])
    print(f"  {seconds:.0f} s of threads that change the arguments and share a counter")


def signals(hostile: Hostile, wanted: int) -> None:
    """Interrupt calls with handlers that raise and that count."""
    text = [b"some words again and again %d" % place for place in range(300)]
    raising = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        compiled.BatchCounter(SOUND.numbers()).count(pair(b"new words", b"other words"))
        if raising and hostile.random.random() < 0.5:
            raise Interrupted

    words = _words(hostile.ints(700))
    values = array("d", range(701))
    calls: list[Callable[[], Any]] = [
        lambda: compiled.BatchCounter(SOUND.numbers()).count(pair(words, words)),
        lambda: compiled.BatchCounter(SOUND.numbers()).count(pair(text, b" ".join(text))),
        lambda: resampled([values] * 3, 0, 300, 1),
        lambda: compiled.sort_samples(values),
    ]
    before = _HELD.value
    interrupted = 0
    previous = signal.signal(signal.SIGALRM, interrupt)
    while interrupted < wanted:
        try:
            raising = True
            signal.setitimer(signal.ITIMER_REAL, hostile.random.uniform(1e-5, 5e-3))
            hostile.random.choice(calls)()
            raising = False
        except Interrupted:
            interrupted += 1
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert _HELD.value == before, "allocations are left behind"
    signal.signal(signal.SIGALRM, previous)
    print(f"  {interrupted} calls interrupted")


def main() -> None:
    """Run everything, first what is easiest to look into when it fails."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 30000
    hostile = Hostile(seed)
    failing_memory()
    hostile_arguments(hostile, rounds)
    other_threads(4)
    signals(hostile, 50)
    assert _HELD.value == 0, f"{_HELD.value} allocations are left behind"


if __name__ == "__main__":
    main()
