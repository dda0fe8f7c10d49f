"""Evaluations are counted one by one or in tasks for workers, with the same counts and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import pairwise
from typing import Any, overload

import pytest

from rouge_cli import Evaluation, Options, Scorer, Text, evaluate

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
    ("evaluations", "sizes"), [(1, [1]), (64, [1] * 64), (65, [2] * 32 + [1]), (130, [3] * 43 + [1])]
)
def test_workers_get_at_most_64_tasks_and_their_counts_stand_in_order(
    evaluations: int, sizes: list[int]
) -> None:
    given, options = _numbered(evaluations), Options(max_ngram=2)
    executor, told = _Executor(), list[int]()
    found = evaluate(given, options, executor=executor, progress=lambda total, done: told.append(done))  # type: ignore[arg-type]
    assert executor.sizes == sizes
    assert told == [sum(sizes[: number + 1]) for number in range(len(sizes))]
    assert found == evaluate(given, options)


def test_tasks_that_wait_are_cancelled_where_one_fails() -> None:
    executor = _Executor(broken=0)
    with pytest.raises(OSError, match="broken"):
        evaluate(_numbered(5), executor=executor)  # type: ignore[arg-type]
    assert [task.cancelled() for task in executor.tasks] == [False, True, True, True, True]


class _OutOfOrder(Sequence[str]):
    """A list that fails as only its owner can explain."""

    def __len__(self) -> int:
        return 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: object) -> Any:
        raise TypeError("out of order")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_type_error_that_no_text_explains_is_passed_on(jobs: int) -> None:
    with pytest.raises(TypeError, match="out of order"):
        Scorer(jobs=jobs).score_batch([_OutOfOrder()] * 2, ["a", "b"])


@pytest.mark.parametrize("by_workers", [False, True])
@pytest.mark.parametrize(
    ("options", "notes"), [(Options(max_ngram=1), 2), (Options(max_ngram=1, rouge_l=False), 1)]
)
def test_notes_come_in_their_order_and_once(options: Options, notes: int, by_workers: bool) -> None:
    """That sentences are not parted matters if only one of the measures reads sentences."""
    line = "The cat sat down. It was happy."
    given = [Evaluation.of_texts(id, {"S": peer}, ["a"]) for id, peer in (("1", ""), ("2", line), ("3", ""))]
    found = evaluate(given, options, executor=_Executor() if by_workers else None).notes  # type: ignore[arg-type]
    expected = [
        "system S: 2 summaries have no word (the first is peer of evaluation 1)",
        "1 of 6 texts has several sentences",
    ]
    assert [note[: len(start)] for note, start in zip(found, expected, strict=False)] == expected[:notes]
    assert len(found) == notes


def _empty(name: str) -> Text:
    return Text((), name)


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("progress", [None, lambda total, done: None])
def test_notes_on_empty_texts_come_in_the_order_of_the_input(jobs: int, progress: Any) -> None:
    """Models before peers, peers as they stand; each system and the models have one note."""
    shared = _empty("shared")
    given = [
        Evaluation("b", {"T": _empty("b.T"), "S": _empty("b.S")}, (_empty("b.1"), shared)),
        Evaluation("a", {"S": Text.of("x"), "T": shared}, (Text.of("x"), _empty("a.2"))),
        Evaluation("c", {"X": _empty("c.X")}, (_empty("c.1"),)),
        *_numbered(1200),
        Evaluation("d", {"S": _empty("d.S"), "T": None}, (shared,)),
    ]
    notes = evaluate(given, Options(resamples=1), systems=["S", "T"], jobs=jobs, progress=progress).notes
    assert [note for note in notes if "have no word" in note] == [
        "4 models have no word (the first is b.1), so nothing can match them",
        "system T: 2 summaries have no word (the first is b.T), so they score 0",
        "system S: 174 summaries have no word (the first is b.S), so they score 0",
    ]


@pytest.mark.parametrize(
    ("evaluations", "jobs", "sizes"),
    [(3, 1, [1, 1, 1]), (250, 1, [3] * 83 + [1]), (50, 2, [1] * 50), (3, 8, [1, 1, 1])],
)
def test_batches_are_small_where_they_are_watched(evaluations: int, jobs: int, sizes: list[int]) -> None:
    """Otherwise nobody would see how a run goes on. An evaluation without peers counts, too."""
    done = [0]
    given = _numbered(evaluations)
    evaluate(given, jobs=jobs, progress=lambda total, one: done.append(one))
    assert [after - before for before, after in pairwise(done)] == sizes
    evaluate([*given, Evaluation.of_texts("x", {}, ["a"])], progress=lambda total, one: done.append(one))
    assert done[-1] == evaluations + 1
