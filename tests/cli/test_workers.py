"""Work that is shared: the same figures from any executor, and ends without leftovers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from errno import EAGAIN
from pathlib import Path

import pytest

from rouge_cli import Evaluation, InputError, Options, RougeError, evaluate
from rouge_cli.cli import workers
from rouge_cli.cli.workers import worker_processes
from rouge_cli.evaluation import File, Text

from ..benchmarks.corpus import Size, write_corpus
from ..support.commands import command, environment, rouge_eval, run_process

pytestmark = pytest.mark.slow

_EVERYTHING = ["-n", "2", "-w", "1.2", "-2", "2", "-U", "-r", "50", "-a", "-d"]
_OPTIONS = Options(max_ngram=2, weight=1.2, resamples=20)


def _evaluations(count: int) -> list[Evaluation]:
    """Of one to three systems, with peers that are missing or empty and a model that all share."""
    shared = Text.of("the common words of all")
    return [
        Evaluation(
            str(number),
            {
                "a": Text.of(f"words of {number}"),
                "b": None if number % 3 else Text.of("all the words"),
                "c": Text.of(""),
            },
            (shared, Text.of(f"{number} common words")),
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("count", [1, 2, 63, 64, 65, 130])
def test_an_executor_changes_no_figure(count: int) -> None:
    evaluations = _evaluations(count)
    with ThreadPoolExecutor(3) as executor:
        assert evaluate(evaluations, _OPTIONS, executor=executor) == evaluate(evaluations, _OPTIONS)


@pytest.mark.parametrize("count", [0, 1, 65, 200])
@pytest.mark.parametrize("shared", [False, True])
def test_progress_is_told_up_to_the_end(count: int, shared: bool) -> None:
    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        evaluate(
            _evaluations(count),
            _OPTIONS,
            executor=executor if shared else None,
            progress=lambda total, done: told.append((total, done)),
        )
    assert told == sorted(told)
    assert {total for total, _ in told} <= {count}
    assert not count or told[-1] == (count, count)


@pytest.mark.parametrize("jobs", ["2", "5"])
def test_the_report_is_the_same_for_any_number_of_jobs(jobs: str) -> None:
    arguments = [*_EVERYTHING, "config_examples/spl.xml"]
    assert run_process("--jobs", jobs, *arguments) == rouge_eval(arguments)


@pytest.mark.parametrize("jobs", ["0", "-1", "two", "1.5"])
def test_jobs_are_a_number_from_1_on(jobs: str) -> None:
    output = rouge_eval(["--jobs", jobs, "config_examples/spl.xml"])
    assert (output.stdout, output.status) == (b"", 2)
    assert b"'--jobs'" in output.stderr


def test_an_error_of_a_worker_is_that_of_the_run(tmp_path: Path) -> None:
    """The file goes after it was checked."""
    path = tmp_path / "p"
    path.write_text("a\n")

    class Late(ThreadPoolExecutor):
        def submit(self, *arguments, **keywords):  # type: ignore[no-untyped-def]
            path.unlink(missing_ok=True)
            return super().submit(*arguments, **keywords)

    evaluations = [Evaluation("1", {"S": File(str(path), "SPL")}, (Text.of("a"),)), *_evaluations(1)]
    with Late(1) as executor, pytest.raises(InputError, match="cannot be read"):
        evaluate(evaluations, _OPTIONS, executor=executor)


def _die() -> None:
    os._exit(1)


def test_a_worker_that_dies_is_named() -> None:
    with pytest.raises(RougeError, match="a worker process died"), worker_processes(1) as executor:
        executor.submit(_die).result()


def test_processes_that_cannot_be_started_are_said() -> None:
    def refuse() -> None:
        with worker_processes(1):
            raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))

    with pytest.raises(RougeError, match="no worker process could be started"):
        refuse()


@pytest.mark.parametrize(("count", "expected"), [(3, 3), (100, 64)])
def test_no_more_processes_are_started_than_there_is_work_for(
    count: int, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    @contextmanager
    def worker_processes(count: int) -> Iterator[Executor]:
        asked.append(count)
        with ThreadPoolExecutor(1) as executor:
            yield executor

    monkeypatch.setattr(workers, "worker_processes", worker_processes)
    (tmp_path / "peers").write_text("a\n" * count)
    output = rouge_eval(["--quiet", "--jobs", "100000", "--lines", "peers", "peers"], cwd=tmp_path)
    assert (output.stderr, output.status, asked) == (b"", 0, [expected])


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_a_process_that_is_killed(number: int, tmp_path: Path) -> None:
    config = write_corpus(tmp_path, Size(64, 4, 8, 200))
    process = subprocess.Popen(
        command("--jobs", "2", "-n", "4", "-w", "1.2", "-2", "-1", "-r", "100000", "-a", str(config)),
        env=environment(ROUGE_EVAL_KERNEL="python"),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 30
    while len(children.read_text().split()) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(number)
    process.wait(30)
    with pytest.raises(ProcessLookupError):  # noqa: PT012
        while time.monotonic() < deadline:
            os.killpg(process.pid, 0)
            time.sleep(0.05)


def _sleep(seconds: float) -> None:
    time.sleep(seconds)


def test_workers_end_at_once_where_the_block_is_left_by_an_error() -> None:
    start = time.monotonic()

    def leave(executor: Executor) -> None:
        executor.submit(_sleep, 60)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), worker_processes(1) as executor:
        leave(executor)
    assert time.monotonic() - start < 30


@pytest.mark.skipif(sys.platform == "win32", reason="needs the signals of a terminal")
def test_a_ctrl_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    """As of a terminal, the signal reaches the process and its workers."""
    config = write_corpus(tmp_path, Size(64, 4, 8, 200))
    process = subprocess.Popen(
        command("--jobs", "2", "-n", "4", "-w", "1.2", "-2", "-1", "-r", "100000", "-a", str(config)),
        env=environment(ROUGE_EVAL_KERNEL="python"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert (stdout, stderr, process.returncode) == (b"", b"", 130)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
