"""Hostile calls of the sanitized kernel: `python -m tests.sanitize [SEED [ROUNDS]]` runs them.

A sanitizer ends the process at the first wrong access. These calls also check that each of them
returns or raises only what it may, and gives back all the memory that it took.
"""

from __future__ import annotations

import ctypes
import gc
import math
import random
import signal
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

from rouge_cli.kernel import compiled
from rouge_cli.kernel import python as definition
from rouge_cli.kernel.document import Document

_LIBRARY = ctypes.CDLL(compiled.__file__)
_HELD = ctypes.c_long.in_dll(_LIBRARY, "allocations_held")
_BEFORE_FAILURE = ctypes.c_long.in_dll(_LIBRARY, "allocations_before_failure")

INT_MIN, INT_MAX = -(2**31), 2**31 - 1


class HostileError(Exception):
    """Raised by what is passed to the kernel."""


class Interrupted(Exception):  # noqa: N818
    """Raised by a signal's handler."""


EXPECTED = (
    *(TypeError, ValueError, OverflowError, MemoryError, IndexError, HostileError, Interrupted),
    NotImplementedError,  # Python raises it for memoryviews of two dimensions, which are passed on purpose.
)


class Hostile:
    """A source of arguments, some sound and some that no caller means to pass."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def one_of(self, *choices: Callable[[], Any]) -> Any:
        return self.random.choice(choices)()

    def size(self) -> int:
        return self.random.choice([0, 1, 2, 3, 7, 15, 16, 63, 64, 65, 130, self.random.randrange(300)])

    def ints(self, size: int) -> array[int]:
        kinds = self.random.choice([1, 2, 5, 60, 10**6])
        extremes = self.random.random() < 0.2
        pool = [INT_MIN, INT_MAX, -1, 0, 1] if extremes else range(kinds)
        return array("i", self.random.choices(pool, k=size))

    def ends(self, size: int) -> array[int]:
        sentences = self.random.randrange(5)
        return array("i", [*sorted(self.random.choices(range(size + 1), k=sentences)), size])

    def doubles(self, size: int) -> array[float]:
        odd = [math.nan, math.inf, -math.inf, 1e308, -1e308, 5e-324, -0.0]
        oddly = self.random.random() < 0.3
        return array(
            "d",
            [
                self.random.choice(odd) if oddly and self.random.random() < 0.3 else self.random.gauss(0, 9)
                for _ in range(size)
            ],
        )

    def no_array(self) -> Any:
        """A value that is neither array('i') nor array('d')."""
        return self.one_of(
            lambda: None,
            lambda: 7,
            lambda: "text",
            lambda: [1, 2],
            lambda: b"bytes of any kind",
            lambda: bytearray(b"12345678"),
            lambda: array("l", [1, 2]),
            lambda: array("f", [1, 2]),
            lambda: array("b", [1, 2]),
            lambda: array("I", [1, 2]),
            lambda: memoryview(self.ints(64))[::2],
            lambda: memoryview(self.ints(64))[::-1],
            lambda: memoryview(self.doubles(64))[::2],
            lambda: memoryview(bytes(64)).cast("i", (4, 4)),
            lambda: memoryview(bytes(64)).cast("d", (2, 4)),
            lambda: memoryview(bytes(8)).cast("d", ()),
            lambda: memoryview(bytes(64)).cast("q"),
            lambda: (ctypes.c_int * 4)(),
            lambda: (ctypes.c_double * 4)(),
            lambda: (ctypes.c_char * 4)(),
            lambda: _released(array("i", [1])),
        )

    def numbers(self, right: array[Any]) -> Any:
        """The array itself in most cases, or a view of it, or no array at all."""
        return self.random.choices(
            [right, memoryview(right), memoryview(right).toreadonly(), self.no_array()], [80, 10, 5, 5]
        )[0]

    def document(self) -> Any:
        size = self.size()
        words = self.ints(size)
        tokens = words if self.random.random() < 0.7 else self.ints(self.size())
        ends = self.random.choices(
            [self.ends(size), self.ints(self.size()), array("i", [INT_MAX]), array("i", [size, 0, size])],
            [90, 4, 3, 3],
        )[0]
        parts = (self.numbers(tokens), words, self.numbers(ends))
        return self.random.choices(
            [Document(*parts), parts, parts[:2], (*parts, words), list(parts), self.no_array()],
            [60, 30, 1, 1, 1, 1],
        )[0]

    def documents(self) -> Any:
        items = [self.document() for _ in range(self.random.randrange(4))]
        return self.random.choices(
            [items, tuple(items), iter(items), self.raising(items), self.entering(items), self.no_array()],
            [50, 30, 5, 3, 3, 2],
        )[0]

    def raising(self, items: list[Any]) -> Iterator[Any]:
        """Yield items and fail half-way."""
        yield from items
        raise HostileError

    def entering(self, items: list[Any]) -> Iterator[Any]:
        """Yield items and call the kernel in between."""
        for item in items:
            one = array("i", [1])
            compiled.ngram_hits([], [Document(one, one, one)], 1)
            gc.collect(0)
            yield item

    def whole(self) -> Any:
        right = [1, 1, 2, 2, 3, 4, 5, 9, 63, 64, 1000, INT_MAX, 2**31, 2**63 - 1, 2**63, 2**64, 2**70]
        below = [0, -1, -2, -(2**63), -(2**70)]
        wrong = [True, None, 1.5, math.nan, "1", b"1", _Index(2), _Index(None)]
        return self.random.choice([*right, *below, *wrong])

    def resamples(self) -> Any:
        return self.random.choice([0, 1, 2, 3, 50, 999, -1, 2**32, 2**63, 2**64, -(2**64), None, 1.5, "1"])

    def divisor(self) -> Any:
        return self.random.choice([1, 3, 0.5, 0, math.nan, -1, None, 10**400])

    def text(self) -> Any:
        size = self.size()
        letters = self.random.choice(
            [b"abcxyz0189 ,.'", b"aeiouy sledingment", bytes(range(256)), b"ay", b" "]
        )
        text = bytes(self.random.choices(letters, k=size))
        suffix = self.random.choice([b"", b"", b"ational", b"ement", b"yy", b"ed", b"ing", b"eed", b"ll"])
        return self.random.choices(
            [text + suffix, _Bytes(text), bytearray(text), text.decode("latin-1"), None, 7],
            [90, 5, 1, 1, 1, 1],
        )[0]

    def sentences(self) -> Any:
        items = [self.text() for _ in range(self.random.randrange(6))]
        return self.random.choices(
            [items, tuple(items), self.raising(items), self.entering(items), b"bytes", None],
            [80, 10, 2, 2, 1, 1],
        )[0]

    def stop_words(self) -> Any:
        return self.random.choice([(), [b"a", b"", b"ax"], {b"the"}, ["a"], None, 5, self.sentences()])

    def exceptions(self) -> Any:
        pairs = {b"axes": b"axis", b"": b"", b"was": b"be", bytes(5): b"\xff"}
        no_pairs = [b"ab", (b"a",), [b"a", b"b"], (b"a", b"b", b"c"), (b"a", 1), (1, b"a"), None]
        items = [_Mapping(7), _Mapping([(b"a", b"b")]), *(_Mapping([item]) for item in no_pairs)]
        return self.random.choice([{}, pairs, pairs, None, {b"a": 1}, {1: b"a"}, 5, [b"a"], *items])

    def call(self) -> Any:
        """One call of a function of the kernel."""
        return self.one_of(
            lambda: compiled.ngram_hits(self.documents(), self.documents(), self.whole()),
            lambda: compiled.skip_bigram_hits(self.documents(), self.documents(), self.whole()),
            lambda: compiled.lcs_hits(self.documents(), self.documents()),
            lambda: compiled.weighted_lcs_hits(
                self.documents(),
                self.documents(),
                self.numbers(self.doubles(self.random.choice([300, 9, 0]))),
            ),
            lambda: compiled.resample(self.series(), self.resamples(), self.divisor()),
            lambda: compiled.sort_samples(self.numbers(self.doubles(self.size()))),
            lambda: self.random.choice(_FUNCTIONS)(*[self.no_array()] * self.random.randrange(5)),
            lambda: self.use_vocabulary(),
        )

    def series(self) -> Any:
        size = self.size()
        items = [
            self.numbers(self.doubles(size if self.random.random() < 0.95 else self.size()))
            for _ in range(self.random.randrange(5))
        ]
        return self.random.choices([items, iter(items), self.raising(items), None], [90, 5, 3, 2])[0]

    def use_vocabulary(self) -> None:
        vocabulary: Any = compiled.Vocabulary(self.stop_words(), self.exceptions())
        for _ in range(self.random.randrange(12)):
            with suppress(*EXPECTED):
                self.one_of(
                    lambda: vocabulary.tokens(self.sentences(), self.random.choice([True, False, 7, None])),
                    lambda: vocabulary.tokens(_Using(vocabulary, self.sentences()), True),
                    lambda: vocabulary.number(self.text()),
                    lambda: vocabulary.stem(self.text()),
                    lambda: vocabulary.name(self.whole()),
                    lambda: vocabulary.name(self.random.randrange(50)),
                )


class _Bytes(bytes):
    """Bytes that are a subclass."""


class _Index:
    def __init__(self, value: Any) -> None:
        self._value = value

    def __index__(self) -> Any:
        gc.collect(0)
        if self._value is None:
            raise HostileError
        return self._value


class _Mapping:
    """Items that need not be pairs."""

    def __init__(self, items: Any) -> None:
        self._items = items

    def items(self) -> Any:
        return self._items

    def __getitem__(self, key: Any) -> Any:
        raise HostileError


class _Using:
    """Sentences that use the vocabulary which reads them."""

    def __init__(self, vocabulary: compiled.Vocabulary, sentences: Any) -> None:
        self._vocabulary = vocabulary
        self._sentences = sentences

    def __iter__(self) -> Iterator[bytes]:
        for place, sentence in enumerate(self._sentences):
            self._vocabulary.tokens([b"other words %d" % place], True)
            yield sentence


def _released(numbers: array[int]) -> memoryview:
    view = memoryview(numbers)
    view.release()
    return view


_FUNCTIONS: list[Callable[..., Any]] = [getattr(compiled, name) for name in definition.__all__]


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
    """Make random calls; most arguments are sound, so that some calls return."""
    answered = sum(check(hostile.call) is None for _ in range(rounds))
    print(f"  {rounds} hostile calls, {answered} of them answered")
    assert answered > rounds // 5


def failing_memory() -> None:
    """Let every allocation of every function fail once."""
    source = random.Random(1)
    words = array("i", source.choices(range(70), k=300))
    other = array("i", source.choices(range(70), k=200))
    models = [Document(words, other, array("i", [90, 90, 200])), Document(other, other, array("i", [200]))]
    doubles = array("d", [source.random() for _ in range(300)])
    text = [b"running happily agreements %d " % place * 9 for place in range(900)]

    def vocabulary() -> None:
        table = compiled.Vocabulary([b"the", b"a"], {b"axes": b"axis"})
        table.tokens(text, True)
        table.number(b"")
        table.stem(b"relational" * 2000)
        table.name(0)

    def stems(first_words: list[bytes]) -> None:
        """Words and their stems take turns, so the table has to grow for a word or, with one more, a stem."""
        table = compiled.Vocabulary(first_words)
        for place in range(70):
            table.stem(b"talk%dings" % place)

    calls: dict[str, Callable[[], Any]] = {
        "ngram_hits": lambda: compiled.ngram_hits(models, models, 2),
        "skip_bigram_hits": lambda: compiled.skip_bigram_hits(models, models, 4),
        "lcs_hits": lambda: compiled.lcs_hits(models, models),
        "weighted_lcs_hits": lambda: compiled.weighted_lcs_hits(models, models, doubles),
        "resample": lambda: compiled.resample([doubles, doubles], 20, 2),
        "resample of nothing": lambda: compiled.resample([], 20, 2),
        "sort_samples": lambda: compiled.sort_samples(doubles),
        "Vocabulary": vocabulary,
        "Vocabulary of stems": lambda: stems([]),
        "Vocabulary of stems and a word": lambda: stems([b"a"]),
        "Vocabulary of a long word": lambda: compiled.Vocabulary().tokens([b"Long" * 500], True),
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
    """Change, and try to resize, what calls in other threads read, while they share a vocabulary."""
    words = array("i", range(400))
    ends = array("i", [100, 400])
    doubles = array("d", [float(value % 7) for value in range(400)])
    shared = compiled.Vocabulary([b"w3"])
    stop = time.monotonic() + seconds
    errors: list[BaseException] = []

    def change() -> None:
        source = random.Random(2)
        while time.monotonic() < stop:
            place = source.randrange(400)
            words[place] = source.randrange(INT_MIN, INT_MAX)
            ends[0] = source.choice([100, 50, -1, INT_MAX])
            doubles[place] = source.choice([math.nan, math.inf, 1.0])
            try:
                doubles.append(1.0)
                doubles.pop()
            except BufferError:  # which is what keeps it in place
                pass

    def use(number: int) -> None:
        source = random.Random(number)
        texts = [Document(words, words, ends)]
        calls: list[Callable[[], Any]] = [
            lambda: compiled.lcs_hits(texts, texts),
            lambda: compiled.weighted_lcs_hits(texts, texts, doubles),
            lambda: compiled.skip_bigram_hits(texts, texts, 4),
            lambda: compiled.ngram_hits(texts, texts, 3),
            lambda: compiled.resample([doubles], 20, 1),
            lambda: compiled.sort_samples(doubles),
        ]
        while time.monotonic() < stop:
            for call in calls:
                with suppress(ValueError):
                    call()
            text = b" ".join(b"w%d" % source.randrange(10**5) for _ in range(300))
            numbers, _ = shared.tokens([text], True)
            # Numbers stay those of their words, whoever else adds some.
            kept = [word for word in text.split() if word != b"w3"]
            names = [shared.name(number) for number in numbers]
            assert names == [shared.stem(word) if len(word) > 3 else word for word in kept]

    def guarded(work: Callable[..., None], *arguments: int) -> None:
        try:
            work(*arguments)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(change,))]
    threads += [threading.Thread(target=guarded, args=(use, number)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    print(f"  {seconds:.0f} s of threads that change the arguments and share a vocabulary")


def signals(hostile: Hostile, wanted: int) -> None:
    """Interrupt calls with handlers that raise and that use the vocabulary which the call uses."""
    shared = compiled.Vocabulary()
    text = [b"some words again and again %d" % place for place in range(300)]
    raising = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        shared.tokens([b"new words %d" % hostile.random.randrange(10**6)], True)
        if raising and hostile.random.random() < 0.5:
            raise Interrupted

    def read() -> None:
        numbers, ends = shared.tokens(text, False)
        names = [shared.name(number) for number in numbers]
        assert [b" ".join(names[end - 6 : end]) for end in ends] == text

    words = hostile.ints(700)
    texts = [Document(words, words, array("i", [100, 700]))] * 3
    weights = array("d", range(701))
    calls: list[Callable[[], Any]] = [
        lambda: compiled.lcs_hits(texts, texts),
        lambda: compiled.weighted_lcs_hits(texts, texts, weights),
        lambda: compiled.skip_bigram_hits(texts, texts, -1),
        lambda: compiled.ngram_hits(texts, texts, 2),
        lambda: compiled.resample([weights] * 3, 300, 1),
        lambda: compiled.sort_samples(weights),
        read,
    ]
    shared.tokens(text, True)
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


def references(hostile: Hostile) -> None:
    """Check that calls leave no object of Python's behind, whether they return or raise."""

    def blocks() -> int:
        gc.collect()
        return len(gc.get_objects())

    for _ in range(200):
        check(hostile.call)
    before = blocks()
    for _ in range(2000):
        check(hostile.call)
    grown = blocks() - before
    assert grown < 200, f"{grown} objects are left behind"


def main() -> None:
    """Run everything, first what is easiest to look into when it fails."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 30000
    hostile = Hostile(seed)
    failing_memory()
    hostile_arguments(hostile, rounds)
    references(hostile)
    other_threads(4)
    signals(hostile, 50)
    assert _HELD.value == 0, f"{_HELD.value} allocations are left behind"


if __name__ == "__main__":
    main()
