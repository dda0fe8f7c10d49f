"""The compiled kernel with what it must refuse, over what it holds, and while others want to go on.

`make sanitize` runs these tests, and random hostile calls, under sanitizers.
"""

from __future__ import annotations

import gc
import math
import random
import signal
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import kernel
from rouge_cli.kernel import python as definition
from rouge_cli.kernel.document import Document

from ..support.commands import command, environment
from ..support.documents import document

if kernel.NAME != "compiled":
    pytest.skip("there is no compiled kernel", allow_module_level=True)

from rouge_cli.kernel import compiled

pytestmark = pytest.mark.slow

Call = Callable[[], object]


class FailingError(Exception):
    """Raised by an argument."""


def _failing() -> Iterator[Any]:
    yield document([[1]])
    raise FailingError


class _Pairs(dict[bytes, bytes]):
    """A mapping whose items are whatever they are."""

    def __init__(self, items: object) -> None:
        super().__init__()
        self._items = items

    def items(self) -> Any:
        return self._items


_ONE = array("i", [1])
_GOOD = document([[1, 2], [3]])
_NO_TOKENS = [
    None,
    1,
    "text",
    [1, 2],
    b"1234",
    bytearray(4),
    array("l", [1]),
    array("I", [1]),
    array("f", [1]),
    array("b", [1]),
    memoryview(array("i", range(8)))[::2],
    memoryview(array("i", range(8)))[::-1],
    memoryview(bytes(16)).cast("i", (2, 2)),
]
_NO_NUMBERS = [
    None,
    1.0,
    [1.0],
    bytes(8),
    array("f", [1]),
    array("i", [1]),
    memoryview(array("d", range(8)))[::2],
    memoryview(bytes(64)).cast("d", (2, 4)),
]
_COUNTS: list[Callable[[Any, Any], object]] = [
    lambda models, peers: compiled.ngram_hits(models, peers, 1),
    lambda models, peers: compiled.ngram_hits(models, peers, 3),
    lambda models, peers: compiled.skip_bigram_hits(models, peers, 4),
    lambda models, peers: compiled.lcs_hits(models, peers),
    lambda models, peers: compiled.weighted_lcs_hits(models, peers, array("d", range(9))),
]


def _named(value: object) -> str:
    return value.format if isinstance(value, memoryview) else repr(value)


@pytest.mark.parametrize("count", _COUNTS)
class TestDocuments:
    @pytest.mark.parametrize("wrong", _NO_TOKENS, ids=_named)
    @pytest.mark.parametrize("place", range(3))
    def test_all_parts_are_arrays_of_whole_numbers(
        self, count: Callable[[Any, Any], object], place: int, wrong: object
    ) -> None:
        parts: list[Any] = list(_GOOD)
        parts[place] = wrong
        with pytest.raises(TypeError, match="array"):
            count([tuple(parts)], [_GOOD])
        with pytest.raises(TypeError, match="array"):
            count([_GOOD], [_GOOD, tuple(parts)])

    @pytest.mark.parametrize("wrong", [None, 1, [*_GOOD], (), (_ONE, _ONE), (_ONE, _ONE, _ONE, _ONE)])
    def test_a_document_is_a_tuple_of_three(self, count: Callable[[Any, Any], object], wrong: object) -> None:
        with pytest.raises(TypeError):
            count([wrong], [_GOOD])
        with pytest.raises(TypeError):
            count([_GOOD], [wrong])

    @pytest.mark.parametrize(
        "ends",
        [[], [2], [4], [-1, 3], [2, 1, 3], [3, 2], [2, -(2**31), 3], [2**31 - 1], [2**31 - 1, 3], [3, 2, 3]],
        ids=str,
    )
    def test_ends_rise_to_the_number_of_words(
        self, count: Callable[[Any, Any], object], ends: list[int]
    ) -> None:
        wrong = Document(_GOOD.tokens, _GOOD.words, array("i", ends))
        with pytest.raises(ValueError, match="ends"):
            count([wrong], [_GOOD])
        with pytest.raises(ValueError, match="ends"):
            count([], [wrong])

    @pytest.mark.parametrize("wrong", [None, 1, _GOOD.tokens])
    def test_documents_are_a_sequence(self, count: Callable[[Any, Any], object], wrong: object) -> None:
        with pytest.raises(TypeError):
            count(wrong, [])
        with pytest.raises(TypeError):
            count([], wrong)

    def test_errors_of_the_arguments_come_through(self, count: Callable[[Any, Any], object]) -> None:
        with pytest.raises(FailingError):
            count(_failing(), [])
        with pytest.raises(FailingError):
            count([_GOOD], _failing())

    def test_views_and_extreme_tokens_count(self, count: Callable[[Any, Any], object]) -> None:
        extreme = document([[-(2**31), 2**31 - 1, 0], [], [-1]])
        views = tuple(memoryview(part).toreadonly() for part in extreme)
        assert count((views,), iter([views])) == count([extreme], [extreme])

    def test_nothing_has_nothing(self, count: Callable[[Any, Any], object]) -> None:
        empty = document([])
        assert count([], []) == []
        assert count([], [empty, _GOOD]) == [[], []]
        assert count([empty, _GOOD], []) == []
        assert count([empty, document([[], []])], [empty, _GOOD]) == [[0, 0], [0, 0]]


class TestNumbers:
    @pytest.mark.parametrize("wrong", [None, 1.5, "1", [1]], ids=_named)
    def test_whole_numbers(self, wrong: Any) -> None:
        for function in (compiled.ngram_hits, compiled.skip_bigram_hits):
            with pytest.raises(TypeError):
                function([_GOOD], [_GOOD], wrong)

    @pytest.mark.parametrize("n", [0, -1, -(2**63), -(2**70)])
    def test_n_is_positive(self, n: int) -> None:
        with pytest.raises(ValueError, match="n must be 1 or more"):
            compiled.ngram_hits([_GOOD], [_GOOD], n)

    @pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**200])
    def test_sizes_beyond_all_texts(self, size: int) -> None:
        assert compiled.ngram_hits([_GOOD], [_GOOD], size) == [[0]]
        assert compiled.skip_bigram_hits([_GOOD], [_GOOD], size) == [[3]]
        assert compiled.skip_bigram_hits([_GOOD], [_GOOD], -size) == [[3]]

    @pytest.mark.parametrize("wrong", _NO_NUMBERS, ids=_named)
    def test_numbers_are_arrays_of_doubles(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            compiled.weighted_lcs_hits([_GOOD], [_GOOD], wrong)
        with pytest.raises(TypeError):
            compiled.resample([wrong], 1, 1)
        with pytest.raises(TypeError):
            compiled.sort_samples(wrong)

    @pytest.mark.parametrize("weights", [[], [0], [0, 1]])
    def test_weights_reach_the_longest_model_sentence(self, weights: list[float]) -> None:
        with pytest.raises(ValueError, match="weights"):
            compiled.weighted_lcs_hits([_GOOD], [_GOOD], array("d", weights))

    @pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf, -1.0])
    def test_any_weights_do(self, odd: float) -> None:
        for place in range(3):
            weights = array("d", [0, 1, 2.5, 4])
            weights[place] = odd
            hits = compiled.weighted_lcs_hits([_GOOD, document([[1, 2, 1]])], [_GOOD] * 2, weights)
            assert [len(row) for row in hits] == [2, 2]

    def test_series(self) -> None:
        with pytest.raises(ValueError, match="equally many"):
            compiled.resample([array("d", [1]), array("d", [1, 2])], 1, 1)
        with pytest.raises(ValueError, match="equally many"):
            compiled.resample([array("d", [1]), array("d")], 1, 1)
        for resamples in (-1, 2**32):
            with pytest.raises(ValueError, match="resamples"):
                compiled.resample([array("d", [1])], resamples, 1)
        for resamples in (2**63, -(2**64)):
            with pytest.raises(OverflowError):
                compiled.resample([array("d", [1])], resamples, 1)
        with pytest.raises(MemoryError):
            compiled.resample([array("d", [1])] * 2**13, 2**32 - 1, 1)
        assert compiled.resample([], 2**32 - 1, 1) == []
        assert compiled.resample([array("d", [1])], 0, 1) == [array("d")]

    def test_samples_that_cannot_be_written(self) -> None:
        samples = memoryview(array("d", [2, 1])).toreadonly()
        with pytest.raises(TypeError, match="written"):
            compiled.sort_samples(samples)  # type: ignore[arg-type]
        assert samples.tolist() == [2, 1]

    def test_samples_stay_where_they_are_if_one_is_no_number(self) -> None:
        samples = array("d", [2, math.nan, 1])
        assert math.isnan(compiled.sort_samples(samples))
        assert repr(samples) == "array('d', [2.0, nan, 1.0])"
        assert compiled.sort_samples(array("d")) == 0

    def test_wrong_numbers_of_arguments(self) -> None:
        functions: list[Callable[..., object]] = [
            *(getattr(compiled, name) for name in definition.__all__),
            compiled.Vocabulary().tokens,
            compiled.Vocabulary().number,
        ]
        for function in functions:
            with pytest.raises(TypeError):
                function(*[None] * 5)
        for function in functions:
            if function is not compiled.Vocabulary:
                with pytest.raises(TypeError):
                    function()

    @pytest.mark.skipif(sys.version_info < (3, 12), reason="classes have no buffers before Python 3.12")
    def test_a_buffer_that_is_another_one_each_time(self) -> None:
        class Changing:
            sizes = iter([1, 1000])

            def __buffer__(self, flags: int) -> memoryview:
                return memoryview(array("d", range(next(self.sizes))))

        compiled.sort_samples(Changing())  # type: ignore[arg-type]


class TestVocabulary:
    @pytest.mark.parametrize("wrong", [1, b"ab", ["a"], [None], "ab"])
    def test_stop_words_are_bytes(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            compiled.Vocabulary(wrong)

    @pytest.mark.parametrize(
        "wrong",
        [
            {1: b"a"},
            {b"a": None},
            {"a": "b"},
            *(_Pairs([item]) for item in (b"ab", [b"a", b"b"], (), (b"a",))),
        ],
    )
    def test_exceptions_are_pairs_of_bytes(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            compiled.Vocabulary((), wrong)

    def test_errors_of_the_arguments_come_through(self) -> None:
        with pytest.raises(FailingError):
            compiled.Vocabulary(word for word in [b"a", *_failing()] if isinstance(word, bytes))
        with pytest.raises(AttributeError):
            compiled.Vocabulary((), 5)  # type: ignore[arg-type]

    def test_it_is_created_in_one_way_and_no_base(self) -> None:
        assert compiled.Vocabulary.__new__(compiled.Vocabulary).number(b"a") == 0
        with pytest.raises(TypeError):
            object.__new__(compiled.Vocabulary)
        with pytest.raises(TypeError):
            type("Sub", (compiled.Vocabulary,), {})
        with pytest.raises(TypeError):
            compiled.Vocabulary.tokens(object(), [], False)  # type: ignore[arg-type]

    @pytest.mark.parametrize("wrong", [None, 1, ["a"], [bytearray(b"a")], [b"a", None]])
    def test_sentences_are_bytes(self, wrong: Any) -> None:
        vocabulary = compiled.Vocabulary()
        with pytest.raises(TypeError):
            vocabulary.tokens(wrong, True)
        assert vocabulary.tokens([b"a b"], True) == (array("i", [0, 1]), array("i", [2]))

    @pytest.mark.parametrize("number", [-1, 1, 2**31, 2**64, -(2**64)])
    def test_numbers_that_no_token_has(self, number: int) -> None:
        for vocabulary in (compiled.Vocabulary(), definition.Vocabulary()):
            vocabulary.number(b"a")
            with pytest.raises(IndexError):
                vocabulary.name(number)

    @pytest.mark.parametrize("word", [b"", b"\0", b"\0\0\0\0", bytes(range(256)), b"y" * 70, b"ied", b"eed"])
    def test_words_of_any_bytes(self, word: bytes) -> None:
        vocabulary = compiled.Vocabulary()
        assert vocabulary.name(vocabulary.number(word)) == word
        assert vocabulary.stem(word) == definition.Vocabulary().stem(word)
        assert vocabulary.number(word) == 0

    def test_it_may_be_used_by_what_it_reads(self) -> None:
        vocabulary = compiled.Vocabulary()

        def sentences() -> Iterator[bytes]:
            for place in range(50):
                vocabulary.tokens([b"more%d words%d" % (place, place)] * 30, True)
                yield b"word%d" % place

        tokens, ends = vocabulary.tokens(sentences(), False)  # type: ignore[arg-type]
        assert [vocabulary.name(token) for token in tokens] == [b"word%d" % place for place in range(50)]
        assert list(ends) == list(range(1, 51))


def _calls() -> tuple[list[Any], list[Call]]:
    """Objects, and calls with them, of which some fail at different places."""
    source = random.Random(1)
    words = array("i", source.choices(range(900), k=2000))
    good = Document(words, words, array("i", [500, 500, 1200, 2000]))
    unended = Document(words, words, array("i", [500, 499, 2000]))
    doubles = array("d", [source.random() for _ in range(2001)])
    few = array("d", [0, 1])
    text = b" ".join(b"words%d relationally" % source.randrange(10**6) for _ in range(200))
    stop_words, exceptions = [b"the", b"a"], {b"axes": b"axis"}
    unsound: list[Any] = [b"word", None]
    wrong: Any = "text"

    def used() -> None:
        vocabulary = compiled.Vocabulary(stop_words, exceptions)
        vocabulary.tokens([text, text], True)
        vocabulary.name(vocabulary.number(text))
        vocabulary.stem(text)
        vocabulary.tokens([text, wrong], True)

    objects: list[Any] = [
        words,
        good,
        good.ends,
        unended,
        unended.ends,
        doubles,
        few,
        text,
        stop_words,
        exceptions,
    ]
    objects += [*exceptions, *exceptions.values(), *stop_words, unsound, wrong]
    objects += [array, compiled, compiled.Vocabulary, Document, TypeError, ValueError, MemoryError]
    return objects, [
        lambda: compiled.ngram_hits([good], [good, good], 2),
        lambda: compiled.ngram_hits([good], [unended], 2),
        lambda: compiled.ngram_hits([good], [wrong], 2),
        lambda: compiled.ngram_hits([good], _failing(), 2),  # type: ignore[arg-type]
        lambda: compiled.skip_bigram_hits([good], [good], 4),
        lambda: compiled.skip_bigram_hits([good, unended], [good], 4),
        lambda: compiled.lcs_hits([good], [good]),
        lambda: compiled.lcs_hits([good, (words, wrong, words)], [good]),  # type: ignore[list-item]
        lambda: compiled.weighted_lcs_hits([good], [good], doubles),
        lambda: compiled.weighted_lcs_hits([good], [good], few),
        lambda: compiled.weighted_lcs_hits([good], [good], wrong),
        lambda: compiled.resample([doubles, doubles], 100, 3),
        lambda: compiled.resample([doubles, few], 100, 3),
        lambda: compiled.resample([doubles, wrong], 100, 3),
        lambda: compiled.resample([doubles], -1, 3),
        lambda: compiled.sort_samples(doubles),
        lambda: compiled.sort_samples(wrong),
        lambda: compiled.Vocabulary(unsound),
        lambda: compiled.Vocabulary(stop_words, {b"a": wrong}),
        used,
    ]


def _called(call: Call) -> None:
    with suppress(TypeError, ValueError, FailingError):
        call()


def test_references_are_given_back() -> None:
    objects, calls = _calls()
    for call in calls:
        _called(call)
        gc.collect()  # what other tests left, too
        before = [sys.getrefcount(one) for one in objects]
        for _ in range(20):
            _called(call)
        gc.collect()
        assert [sys.getrefcount(one) for one in objects] == before


def grown(rounds: int) -> tuple[int, int]:
    """How many KiB, and how many blocks of Python's, are held or were at most, after many calls."""
    import resource

    _, calls = _calls()

    def measured(rounds: int) -> tuple[int, int]:
        for _ in range(rounds):
            for call in calls:
                _called(call)
        gc.collect()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak // 1024 if sys.platform == "darwin" else peak, sys.getallocatedblocks()

    (first, blocks), (last, more) = measured(50), measured(rounds)
    return last - first, more - blocks


class TestMemory:
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak of memory so")
    def test_memory_does_not_grow(self) -> None:
        """In a process of its own, whose peak is not that of other tests; a text here takes 8 KiB."""
        script = "from tests.kernel.test_safety import grown; print(*grown(1000))"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        )
        kibibytes, blocks = map(int, done.stdout.split())
        assert kibibytes < 4096
        assert blocks < 200


def _text(tokens: array[int], ends: Sequence[int] | None = None) -> Document:
    return Document(tokens, tokens, array("i", [len(tokens)] if ends is None else ends))


def _same(size: int) -> Document:
    return _text(array("i", bytes(4 * size)))


def _different(size: int, first: int = 0) -> Document:
    return _text(array("i", range(first, first + size)))


def _colliding(size: int) -> Document:
    """Tokens that all fall into one place of the table that numbers them."""
    inverse = pow(0x9E3779B1, -1, 2**32)
    numbers = (number * inverse % 2**32 for number in range(size))
    return _text(array("i", [number - 2**32 if number >= 2**31 else number for number in numbers]))


def _random(size: int, kinds: int) -> Document:
    return _text(array("i", random.Random(size).choices(range(kinds), k=size)))


def _long_lcs() -> Call:
    text = _random(400_000, 1000)
    return lambda: compiled.lcs_hits([text], [text])


def _long_lcs_of_one_word() -> Call:
    text = _same(120_000)
    return lambda: compiled.lcs_hits([text], [text])


def _long_lcs_of_sentences_with_nothing_in_common() -> Call:
    model, peer = _different(150_000), _different(150_000, 10**6)
    peer = _text(peer.tokens, range(1, 150_001))
    return lambda: compiled.lcs_hits([model], [peer])


def _long_weighted_lcs() -> Call:
    text, weights = _random(200_000, 50), array("d", range(200_001))
    return lambda: compiled.weighted_lcs_hits([text], [text], weights)


def _long_skip_bigrams() -> Call:
    text = _random(300_000, 20_000)
    return lambda: compiled.skip_bigram_hits([text], [text], -1)


def _long_skip_bigrams_with_nothing_in_common() -> Call:
    models, peers = [_different(1000)] * 1500, [_different(1000, 5000)] * 1500
    return lambda: compiled.skip_bigram_hits(models, peers, 4)


def _long_grams() -> Call:
    text = _same(10_000_000)
    return lambda: compiled.ngram_hits([text], [text], 5_000_000)


def _long_numbering() -> Call:
    text = _colliding(200_000)
    return lambda: compiled.ngram_hits([text], [], 1)


def _long_resampling() -> Call:
    values = [array("d", [1.0]) * 1_000_000] * 3
    return lambda: compiled.resample(values, 1_000_000, 1)


def _long_sorting() -> Call:
    source = random.Random(1)
    values = array("d", [source.random() for _ in range(1000)]) * 20_000
    return lambda: compiled.sort_samples(values)


def _long_sentence() -> Call:
    text = random.Random(1).randbytes(1 << 20) * 200
    return lambda: compiled.Vocabulary().tokens([text], False)


_LONG = [
    _long_lcs,
    _long_lcs_of_one_word,
    _long_lcs_of_sentences_with_nothing_in_common,
    _long_weighted_lcs,
    _long_skip_bigrams,
    _long_skip_bigrams_with_nothing_in_common,
    _long_grams,
    _long_numbering,
    _long_resampling,
    _long_sorting,
    _long_sentence,
]


class InterruptedByAlarmError(Exception):
    """Raised by the handler of a signal."""


def _interrupted(call: Call, after: float) -> float:
    """Seconds from a signal, so long after the call began, until its exception is here."""

    def interrupt(*ignored: object) -> None:
        raise InterruptedByAlarmError

    previous = signal.signal(signal.SIGALRM, interrupt)
    due = time.monotonic() + after
    try:
        signal.setitimer(signal.ITIMER_REAL, after)
        call()
    except InterruptedByAlarmError:
        return time.monotonic() - due
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    pytest.fail("it was over before it was interrupted")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a signal after some time")
class TestInterrupt:
    """The limit is a second; a busy machine has three tries."""

    @pytest.mark.parametrize("prepare", _LONG, ids=lambda prepare: prepare.__name__[6:])
    def test_a_long_call_answers(self, prepare: Callable[[], Call]) -> None:
        call = prepare()
        assert any(_interrupted(call, after) < 1 for after in (0.3, 0.4, 0.5))

    @pytest.mark.parametrize("prepare", _LONG, ids=lambda prepare: prepare.__name__[6:])
    def test_other_threads_go_on(self, prepare: Callable[[], Call]) -> None:
        call = prepare()
        wanted = 2 if prepare is _long_sentence else 50  # Who reads words gives way now and then.
        assert any(self._turns(call) >= wanted for _ in range(3))

    @staticmethod
    def _turns(call: Call) -> int:
        """How many turns another thread, which waits a thousandth of a second after each, has."""
        turns: list[float] = []
        over = threading.Event()

        def take() -> None:
            while not over.wait(0.001):
                turns.append(time.monotonic())

        other = threading.Thread(target=take)
        other.start()
        began = time.monotonic()
        try:
            _interrupted(call, 0.4)
        finally:
            ended = time.monotonic()
            over.set()
            other.join()
        return sum(began < turn < ended for turn in turns)

    def test_an_interrupted_sort_changes_nothing(self) -> None:
        source = random.Random(1)
        values = array("d", [source.random() for _ in range(1000)]) * 20_000
        kept = values[:]
        _interrupted(lambda: compiled.sort_samples(values), 0.3)
        assert values == kept

    def test_a_whole_run_ends_quietly(self, tmp_path: Path) -> None:
        source = random.Random(1)
        for name in ("peer", "model"):
            words = (f"w{source.randrange(30)}" for _ in range(60_000))
            (tmp_path / name).write_text(" ".join(words) + "\n")
        (tmp_path / "list").write_text("peer model\n")
        assert any(self._seconds_to_end(tmp_path, after) < 1 for after in (1.0, 1.2, 1.5))

    @staticmethod
    def _seconds_to_end(directory: Path, after: float) -> float:
        process = subprocess.Popen(
            command("-w", "1.2", "-x", "-z", "SPL", "list", "1"),
            cwd=directory,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        time.sleep(after)
        assert process.poll() is None, "it was over before it was interrupted"
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
        assert (stdout, stderr, process.returncode) == (b"", b"", 130)
        return time.monotonic() - sent
