"""Arguments that no caller means to pass to the kernel, among sound ones, and calls with them."""

from __future__ import annotations

import ctypes
import gc
import json
import math
import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, get_args

from rouge_cli.kernel import compiled, plan
from rouge_cli.kernel.plan import Reading

from ...support.plans import MeasureNumbers, PlanNumbers

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
SOUND = PlanNumbers(
    (Reading(True, True), Reading(False, True)),
    (
        MeasureNumbers("ngrams", 0, 0, 1),
        MeasureNumbers("ngrams", 0, 0, 3),
        MeasureNumbers("lcs", 0, 1),
        MeasureNumbers("weighted_lcs", 1, 1, weight=1.2),
        MeasureNumbers("skip_bigrams", 0, 0, -1, True),
    ),
)


def pair(model: Any, peer: Any) -> list[tuple[list[Any], list[Any]]]:
    """Return an evaluation of two texts, as `BatchCounter.count` takes it."""
    return [([model], [peer])]


class HostileError(Exception):
    """Raised by what is passed to the kernel."""


class Interrupted(Exception):  # noqa: N818
    """Raised by a signal's handler."""


EXPECTED = (
    *(TypeError, ValueError, OverflowError, MemoryError, IndexError, HostileError, Interrupted),
    RuntimeError,  # The results are no longer wanted.
    NotImplementedError,  # Python raises it for memoryviews of two dimensions, which are passed on purpose.
)


class Hostile:
    """A source of arguments, some sound and some that no caller means to pass."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.answered: Counter[str] = Counter()
        """How many calls of each function returned, so that calls refused early do not pass for covered."""

    def answer(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function of the kernel returns, and count the call."""
        result = function(*arguments)
        self.answered[function.__name__] += 1
        return result

    def one_of(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def rarely(self, chance: float = 0.05) -> bool:
        return self.random.random() < chance

    def mostly(self, sound: Any, *others: Any, rarely: float = 0.05) -> Any:
        return self.one_of(*others) if self.rarely(rarely) else sound

    def size(self) -> int:
        return self.one_of(0, 1, 2, 3, 7, 15, 16, 63, 64, 65, 130, self.random.randrange(300))

    def ints(self, size: int) -> array[int]:
        kinds = self.one_of(1, 2, 5, 60, 10**6)
        pool = [INT_MIN, INT_MAX, -1, 0, 1] if self.rarely(0.2) else range(kinds)
        return array("i", self.random.choices(pool, k=size))

    def doubles(self, size: int) -> array[float]:
        odd = [math.nan, math.inf, -math.inf, 1e308, -1e308, 5e-324, -0.0]
        rate = 0.3 if self.rarely(0.3) else 0
        return array("d", [self.mostly(self.random.gauss(0, 9), *odd, rarely=rate) for _ in range(size)])

    def no_array(self) -> Any:
        """A value that is neither array('i') nor array('d')."""
        view = memoryview(array("i", [1]))
        view.release()
        ints, doubles = memoryview(self.ints(64)), memoryview(self.doubles(64))
        return self.one_of(
            *(None, 7, "text", [1, 2], b"bytes of any kind", bytearray(b"12345678"), view),
            *(array(kind, [1, 2]) for kind in "lfbI"),
            *(ints[::2], ints[::-1], doubles[::2]),
            *(memoryview(bytes(64)).cast(kind, (4, columns)) for kind, columns in (("i", 4), ("d", 2))),  # type: ignore[call-overload]
            *(memoryview(bytes(8)).cast("d", ()), memoryview(bytes(64)).cast("q")),
            *((kind * 4)() for kind in (ctypes.c_int, ctypes.c_double, ctypes.c_char)),
        )

    def numbers(self, right: array[Any], wrong: float = 0.05) -> Any:
        """The array itself in most cases, or a view of it, or no array at all."""
        if self.rarely(wrong):
            return self.no_array()
        return self.mostly(right, memoryview(right), memoryview(right).toreadonly(), rarely=0.15)

    def raising(self, items: list[Any]) -> Iterator[Any]:
        """Yield items and fail half-way."""
        yield from items
        raise HostileError

    def entering(self, items: list[Any]) -> Iterator[Any]:
        """Yield items and call the kernel in between."""
        for item in items:
            compiled.BatchCounter(SOUND.numbers()).count(pair("a", b"a"))
            gc.collect(0)
            yield item

    def whole(self) -> Any:
        right = [1, 1, 2, 2, 3, 4, 5, 9, 63, 64, 1000, INT_MAX, 2**31, 2**63 - 1, 2**63, 2**64, 2**70]
        below = [0, -1, -2, -(2**63), -(2**70)]
        return self.one_of(*right, *below, True, None, 1.5, math.nan, "1", b"1", _Index(2), _Index(None))

    def whole_or(self, sound: int) -> Any:
        """A sound number in most cases."""
        return self.mostly(sound, -1, 1, 5, INT_MAX, 2**63 - 1, 2**64, "a", rarely=0.03)

    def resamples(self) -> Any:
        return self.one_of(0, 1, 2, 3, 50, 999, -1, 2**32, 2**63, 2**64, -(2**64), None, 1.5, "1")

    def divisor(self) -> Any:
        return self.one_of(1, 3, 0.5, 0, math.nan, -1, None, 10**400)

    def text(self) -> Any:
        letters = self.one_of(
            *(b"abcxyz0189 ,.'", b"aeiouy sledingment", bytes(range(256)), b"ay", b" "),
            *(b"k\xe2\x84\xaa\xc4\xb0", "a中文，か\u3099。कि। \ufe0f_".encode()),
        )
        text = bytes(self.random.choices(letters, k=self.size()))
        suffix = self.one_of(b"", b"", b"ational", b"ement", b"yy", b"ed", b"ing", b"eed", b"ll")
        others = (bytearray(text), text.decode("latin-1"), None, 7)
        return self.mostly(text + suffix, *[_Bytes(text)] * 5, *others, rarely=0.09)

    def sentences(self) -> Any:
        items = [self.text() for _ in range(self.random.randrange(6))]
        others = (self.raising(items), self.entering(items), b"bytes", None)
        return self.mostly(items, *[tuple(items)] * 6, *others, rarely=0.16)

    def words(self) -> Any:
        words = {b"axes": b"axis", b"": b"", b"was": b"be", bytes(5): b"\xff", b"a": None, b"ax": None}
        no_pairs = [b"ab", (b"a",), [b"a", b"b"], (b"a", b"b", b"c"), (b"a", 1), (1, b"a"), None]
        items = [_Mapping(7), _Mapping([(b"a", b"b")]), *(_Mapping([item]) for item in no_pairs)]
        return self.one_of({}, words, words, None, {b"a": 1}, {1: b"a"}, 5, [b"a"], *items)

    def reading(self) -> Any:
        sound = tuple(self.rarely(0.5) for _ in range(3))  # as `Plan.numbers` gives a reading
        return self.mostly(sound, (1, "x"), [True, True], (True,), None)

    def measure(self, readings: int) -> Any:
        kinds = len(get_args(plan.Kind))
        weight = self.one_of(1.2, 1, 2, 0.5, 3, 30, 400.5, math.nan, math.inf, 0, -1.5)
        number = self.mostly(self.one_of(1, 1, 2, 3, 4, 9, 64), self.whole(), rarely=0.1)
        places = [self.random.randrange(max(readings, 1)) for _ in range(2)]
        sound: Any = MeasureNumbers(self.random.randrange(kinds), *places, number, self.rarely(0.5), weight)
        return self.mostly(
            sound,
            sound._replace(kind=self.one_of(-1, kinds, 2**70, "lcs", None)),
            sound._replace(model_reading=self.whole()),
            sound._replace(peer_reading=self.whole()),
            sound._replace(weight=self.divisor()),
            *(sound[:-1], list(sound), None),
        )

    def plan(self) -> Any:
        """The plan of a run, mostly as the kernel takes it."""
        count = self.random.choices([1, 2, 3, 8, 9, 0], [40, 40, 10, 5, 1, 1])[0]
        readings = tuple(self.reading() for _ in range(count))
        measures = tuple(self.measure(count) for _ in range(self.one_of(1, 1, 2, 5, 0)))
        limits = [0, 0]
        if self.rarely(0.4):
            limits[self.random.randrange(2)] = self.one_of(1, 2, 5, 30, 10**9, self.whole())
        names = (plan.Lowering, plan.Stemmer, plan.Combination, plan.Rounding)
        chosen: list[Any] = [self.random.randrange(len(get_args(of_kind))) for of_kind in names]
        if self.rarely(0.02):
            chosen[self.random.randrange(4)] = self.one_of(-1, 4, 2**70, "ascii", None)
        alpha = self.one_of(0.5, 0, 1, math.nan, -1)
        sound: Any = PlanNumbers(readings, measures, *limits, *chosen, alpha, 0)  # type: ignore[arg-type]
        if self.rarely(0.4):
            pieces = self.one_of(*[*range(len(get_args(plan.Pieces)))] * 2, 4, None)
            most = self.one_of(0, 0, 1, 3, 50, self.whole())
            sound = sound._replace(pieces=pieces, plain_ascii=self.rarely(0.5), max_tokens=most)
        wrong = (sound._replace(readings=list(readings)), sound._replace(alpha="1"))
        return self.mostly(sound, None, sound[:-1], list(sound), *wrong, rarely=0.03)

    def function(self) -> Any:
        """What makes the tokens of pieces: mostly as it should."""

        def words(pieces: list[bytes]) -> Any:
            if self.rarely(0.02):
                raise HostileError
            tokens = [tuple(piece.split(b",")) for piece in pieces]
            answers: list[Any] = [(of_piece, tuple(token[:2] for token in of_piece)) for of_piece in tokens]
            if self.rarely() and answers:
                wrong = [None, (), ((b"a",), ()), ([b"a"], [b"a"]), (("a",), (b"a",)), ((b"a",),)]
                answers[self.random.randrange(len(answers))] = self.one_of(*wrong)
            if self.rarely():
                pieces.clear()
            return self.mostly(tuple(answers), answers, None, tuple(answers[:-1]))

        return self.mostly(words, None, 1, HostileError)

    def lines(self) -> Any:
        """A text in any of its forms."""
        data = self.text()
        if not isinstance(data, bytes):
            return data
        data = data.replace(b"w", b"\n")
        string = data.decode("utf-8", "surrogateescape")
        sentences = string.splitlines() + data.splitlines()
        sound = self.one_of(data, string, sentences, self.mostly(sentences, tuple(sentences), rarely=0.25))
        return self.mostly(sound, self.raising(sentences), self.no_array(), rarely=0.02)

    def texts(self, count: int) -> Any:
        items = [self.lines() for _ in range(count)]
        odd = (iter(items), self.raising(items), self.entering(items), self.no_array())
        return self.mostly(self.one_of(items, items, tuple(items)), *odd, rarely=0.1)

    def evaluations(self) -> Any:
        """Evaluations that share texts."""
        texts = [self.lines() for _ in range(self.random.randrange(5))]

        def side() -> Any:
            items = self.random.choices(texts, k=self.random.randrange(4)) if texts else []
            odd = (iter(items), self.raising(items), self.entering(items), self.no_array())
            return self.mostly(self.one_of(items, tuple(items)), *odd)

        pairs = [
            self.mostly((side(), side()), [side(), side()], (side(),), None, rarely=0.02)
            for _ in range(self.random.randrange(4))
        ]
        odd = (iter(pairs), self.raising(pairs), self.entering(pairs), self.no_array())
        return self.mostly(self.one_of(pairs, tuple(pairs)), *odd)

    def count_batches(self) -> None:
        words = self.words() if self.rarely(0.2) else {b"a": None}
        counter = self.answer(compiled.BatchCounter, self.plan(), words, self.function())
        for _ in range(self.random.randrange(1, 4)):
            stop = self.mostly(self.mostly(None, bytearray(1), rarely=0.25), bytearray(b"1"), bytearray(), 7)
            separators = self.one_of(
                [], [], [], [[b"\n", b"<q>", b""]], [[b"a"]], self.mostly([], [[7]], [7])
            )
            with suppress(*EXPECTED):
                self.answer(counter.count, self.evaluations(), stop, *separators)

    def prepared_texts(self) -> Any:
        """Calls with texts that were read, or with numbers that were not."""
        counter = self.answer(compiled.BatchCounter, self.plan(), {b"a": None}, self.function())
        vocabulary: Any = self.mostly({}, {b"a": 7}, {b"a": 7}, {b"b": "x"}, None, rarely=0.25)
        texts = self.texts(self.one_of(1, 2, 3, 4, 5, self.random.randrange(24)))
        tokens, ends, places, *_ = self.answer(
            counter.read, [([], texts)], vocabulary, self.whole_or(0), self.whole_or(0)
        )
        arrays = [array("i", tokens), array("i", ends), array("q", places)]
        for column in arrays:
            if column and self.rarely(0.04):
                column[self.random.randrange(len(column))] = self.one_of(INT_MIN, INT_MAX, -1, 0, 1, 9)
        prepared = self.mostly(tuple(self.numbers(column, 0.01) for column in arrays), 7, ())
        count = len(texts) if isinstance(texts, list) else 0
        range_of = [self.whole_or(0), self.whole_or(count), self.whole_or(0), self.whole_or(count)]
        # Room for as many different tokens as are named is made and written: 2**31 of them would take 16 GB.
        kinds = self.mostly(len(vocabulary), -1, 1, 5, 10**6, 2**63 - 1, 2**64, "a", rarely=0.03)
        arguments = [prepared, prepared, kinds, *range_of]
        arguments += [self.mostly(0, -1, 1, 2, 3, rarely=0.3), self.mostly(self.random.randrange(3), -1, 3)]
        stop = self.mostly(self.mostly(None, bytearray(1), rarely=0.3), bytearray(b"1"), 7, rarely=0.03)
        if self.rarely(0.5):
            at_least = self.one_of(0.5, 0.9, 0.0, -1.0, math.nan, math.inf)
            return self.answer(counter.pairs, (*arguments, stop), at_least, self.one_of(False, True))
        matrix = self.numbers(array("d", [0]) * (count * count), 0.02)
        return self.answer(counter.tile, (*arguments, stop), matrix, self.one_of(False, True))

    def extracts(self) -> Any:
        """A search in sentences that may be anything."""
        counter = self.answer(compiled.BatchCounter, self.plan(), {b"a": None}, self.function())
        texts: Any = [self.sentences() for _ in range(self.random.choice([2, 2, 3]))]
        measures: Any = bytes(self.mostly(0, 1, 2, rarely=0.2) for _ in range(self.random.randrange(4)))
        if not measures and not self.rarely(0.1):
            texts = [[self.text()], texts[1]]
        measures = self.mostly(measures, 7, rarely=0.02)
        return self.answer(counter.extract, [(texts[:-1], texts[-1:])], measures, self.whole_or(3))

    def row(self) -> Any:
        """A row of JSON Lines, in which a byte may be wrong."""
        text = self.text()
        value = text.decode("utf-8", "replace") if isinstance(text, bytes) else None
        fields = {"a": value, "b": [value, self.random.randrange(9)], "c": self.one_of(1.5, True, {}, [[]])}
        row = bytearray(json.dumps(fields, ensure_ascii=self.rarely(0.5)).encode())
        if self.rarely(0.4):
            row[self.random.randrange(len(row))] = self.random.randrange(256)
        return bytes(row)

    def call(self) -> Any:
        """One call of a function of the kernel."""
        return self.one_of(
            *[self.count_batches] * 8,
            *[self.prepared_texts] * 4,
            *[self.extracts] * 2,
            *(self.resample_series, self.sound_resamples, self.legacy_resamples),
            lambda: self.answer(compiled.sort_samples, self.numbers(self.doubles(self.size()))),
            lambda: self.one_of(*_FUNCTIONS)(*[self.no_array()] * self.random.randrange(7)),
            lambda: self.answer(
                compiled.in_order,
                self.numbers(self.doubles(9)),
                self.one_of(array("i", [3, self.random.randrange(-2, 12), 8]), [0]),
            ),
            lambda: self.answer(compiled.stem, self.text(), self.one_of(True, False, 7, None)),
            lambda: self.answer(
                compiled.scan_rows,
                self.one_of(self.row() + b"\n" + self.row(), [self.row()], b""),
                self.one_of(0, -1, 2**63 - 1, "0"),
                self.one_of((b"b", b"d", b"a", b"b", b"c"), (b"", b"", b"b", b"a", b""), (b"d", 7), ()),
            ),
        )()

    def sound_resamples(self) -> Any:
        n, count = self.size(), self.random.randrange(24)
        series = [self.doubles(n) for _ in range(count)]
        return self.resample(series, self.random.randrange(2**31), self.random.randrange(9), 3)

    def legacy_resamples(self) -> Any:
        words = self.one_of(625, 625, 625, 625, 624, 626, 0)
        state = array("I", [self.random.getrandbits(32) for _ in range(words)])
        if not self.rarely(0.1):
            state[-1:] = array("I", [self.random.randrange(630)])
        return self.resample(self.series(), 0, self.resamples(), self.divisor(), self.numbers(state))

    def resample_series(self) -> Any:
        return self.resample(self.series(), self.resamples(), self.resamples(), self.divisor())

    def resample(self, series: Any, *arguments: Any) -> Any:
        return self.answer(compiled.resample, self.answer(compiled.rows, series), *arguments)

    def series(self) -> Any:
        size = self.size()
        items = [
            self.numbers(self.doubles(self.mostly(size, self.size())))
            for _ in range(self.random.randrange(5))
        ]
        return self.mostly(items, iter(items), self.raising(items), None, rarely=0.1)


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


_FUNCTIONS: list[Callable[..., Any]] = [
    *(compiled.rows, compiled.resample, compiled.sort_samples, compiled.stem),
    *(compiled.scan_rows, compiled.in_order, compiled.BatchCounter),
    *(getattr(compiled.BatchCounter, name) for name in ("count", "read", "extract", "tile", "pairs")),
]
ENTRIES = [function.__name__ for function in _FUNCTIONS]
"""The names of all functions of the kernel."""
