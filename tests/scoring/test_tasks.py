"""Evaluations are counted one by one or in tasks for workers, with the same counts and notes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Text
from rouge_cli.inputs.streams import stream_of
from rouge_cli.kernel.threads import ignore
from rouge_cli.scoring.counters import Counter
from rouge_cli.scoring.engine import count, count_batches, count_in
from rouge_cli.scoring.profile import Profile
from rouge_cli.scoring.results import notes_of
from rouge_cli.scoring.tally import Tally

pytestmark = pytest.mark.usefixtures("kernel")


class _Executor:
    """An executor that does a task when it is asked for the result, and keeps what it was given."""

    def __init__(self, broken: int = -1) -> None:
        self.broken = broken
        self.tasks: list[Future[Any]] = []
        self.sizes: list[int] = []

    def submit(
        self, task: Callable[..., object], evaluations: list[Evaluation], *more: object, **named: object
    ) -> Future[Any]:
        future: Future[Any] = Future()
        if len(self.tasks) == self.broken:
            future.set_exception(OSError("broken"))
        elif self.broken < 0:
            future.set_result(task(evaluations, *more, **named))
        self.tasks.append(future)
        self.sizes.append(len(evaluations))
        return future


def _numbered(size: int) -> list[Evaluation]:
    return [Evaluation.of_texts(str(id), {"S": "a " * (id % 7)}, ["a b"]) for id in range(size)]


@pytest.mark.parametrize(
    ("evaluations", "sizes"), [(0, []), (1, [1]), (64, [1] * 64), (65, [2] * 32 + [1]), (130, [3] * 43 + [1])]
)
def test_workers_get_at_most_64_tasks_and_their_counts_stand_in_order(
    evaluations: int, sizes: list[int]
) -> None:
    given, profile = _numbered(evaluations), Profile(Options(max_ngram=2))
    executor, told = _Executor(), list[int]()
    found = count_in(executor, given, ["S"], profile, lambda total, done: told.append(done))  # type: ignore[arg-type]
    assert executor.sizes == sizes
    assert told == [sum(sizes[: number + 1]) for number in range(len(sizes))]
    alone = count(given, ["S"], profile)
    assert (found.evaluations, found.scores) == (alone.evaluations, alone.scores)
    assert found.all_notes() == alone.all_notes()


def test_tasks_that_wait_are_cancelled_where_one_fails() -> None:
    executor = _Executor(broken=0)
    with pytest.raises(OSError, match="broken"):
        count_in(executor, _numbered(5), ["S"], Profile(Options()))  # type: ignore[arg-type]
    assert [task.cancelled() for task in executor.tasks] == [False, True, True, True, True]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_type_error_that_no_text_explains_is_passed_on(jobs: int) -> None:
    class Failing(Counter):
        uses_threads = True

        def __init__(self) -> None:
            pass

        def count(self, batch: Any, stop: object = None) -> Any:
            raise TypeError("out of order")

    with pytest.raises(TypeError, match="out of order"):
        list(count_batches(stream_of(_numbered(2)).batches({"S"}), Failing(), jobs))


def test_progress_is_told_of_every_evaluation() -> None:
    told: list[int] = []
    given = [*_numbered(2), Evaluation.of_texts("x", {}, ["a"])]
    count(given, ["S"], Profile(Options()), progress=lambda total, done: told.append(done))
    assert told == [1, 2, 3]


@pytest.mark.parametrize("by_workers", [False, True])
@pytest.mark.parametrize(
    ("options", "notes"), [(Options(max_ngram=1), 3), (Options(max_ngram=1, rouge_l=False), 2)]
)
def test_notes_come_in_their_order_and_once(options: Options, notes: int, by_workers: bool) -> None:
    """That sentences are not parted matters if only one of the measures reads sentences."""
    profile = Profile(options)
    line = "The cat sat down. It was happy."
    given = [Evaluation.of_texts(id, {"S": peer}, ["a"]) for id, peer in (("1", ""), ("2", line), ("3", ""))]
    arguments: Any = (given, ["S"], profile)
    tally = count_in(_Executor(), *arguments) if by_workers else count(*arguments)  # type: ignore[arg-type]
    found = notes_of([tally], "before", "before")
    expected = ["before", "readText: text in memory -> empty text", "1 of 6 texts has several sentences"]
    assert [note[: len(start)] for note, start in zip(found, expected, strict=False)] == expected[:notes]
    assert len(found) == notes


def _empty(name: str) -> Text:
    return Text((), name)


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("watched", [False, True])
def test_notes_on_empty_texts_come_in_the_order_of_the_input(jobs: int, watched: bool) -> None:
    """Evaluation by evaluation, models before peers, peers as they stand; a text is named once."""
    shared = _empty("shared")
    given = [
        Evaluation("b", {"T": _empty("b.T"), "S": _empty("b.S")}, (_empty("b.1"), shared)),
        Evaluation("a", {"S": Text.of("x"), "T": shared}, (Text.of("x"), _empty("a.2"))),
        Evaluation("c", {"X": _empty("c.X")}, (_empty("c.1"),)),
        *_numbered(1200),
        Evaluation("d", {"S": _empty("d.S"), "T": None}, (shared,)),
    ]
    tally = count(given, ["S", "T"], Profile(Options()), jobs=jobs, progress=ignore if watched else None)
    names = ["b.1", "shared", "b.T", "b.S", "a.2", "text in memory", "d.S"]
    assert tally.all_notes() == tuple(f"readText: {name} -> empty text" for name in names)
    assert (tally.evaluations["S"][:2], tally.evaluations["S"][-1]) == (["b", "a"], "d")


@pytest.mark.parametrize(
    ("evaluations", "jobs", "watched", "sizes"),
    [
        (3, 1, False, [3]),
        (513, 1, False, [512, 1]),
        (3, 1, True, [1, 1, 1]),
        (250, 1, True, [3] * 83 + [1]),
        (50, 2, False, [4] * 12 + [2]),
        (3, 8, False, [1, 1, 1]),
        (0, 8, True, []),
    ],
)
def test_batches_are_small_where_they_are_shared_or_watched(
    evaluations: int, jobs: int, watched: bool, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise one thread would do all of a small run, or nobody see how it goes on."""
    counted: list[int] = []
    add = Tally.add

    def counting(tally: Tally, batch: Any, counts: Any) -> None:
        counted.append(len(batch.evaluations))
        add(tally, batch, counts)

    monkeypatch.setattr(Tally, "add", counting)
    choices: Any = {} if jobs == 1 else {"jobs": jobs}
    choices |= {"progress": ignore} if watched else {}
    count(_numbered(evaluations), ["S"], Profile(Options()), **choices)
    assert counted == sizes
