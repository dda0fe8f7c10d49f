"""Work that is shared by threads or processes: the same bytes for any number, and ends without leftovers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from errno import EAGAIN
from pathlib import Path

import pytest

from rouge_cli import Evaluation, File, InputError, RougeError, Text, evaluate
from rouge_cli.cli.console import worker_processes

from ..programs.benchmarks.corpus import Size, write_corpus
from ..support.commands import ROOT, command, rouge_eval, run_process
from ..support.needs import needs
from ..support.processes import start
from ..support.threads import refusing

pytestmark = pytest.mark.slow

_proc = needs("linux")


def _over(body: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Have a test run over one body of the kernel."""
    kernel = pytest.mark.parametrize("kernel", [body], indirect=True, scope="module")
    return lambda test: pytest.mark.usefixtures("kernel")(kernel(test))


_EVERYTHING = ["-n", "2", "-w", "1.2", "-2", "2", "-U", "-r", "50", "-a", "-d"]


@pytest.mark.parametrize("jobs", ["2", "5"])
def test_the_report_is_the_same_for_any_number_of_jobs(jobs: str) -> None:
    arguments = [*_EVERYTHING, "config_examples/spl.xml"]
    expected = rouge_eval(arguments)
    assert run_process("--jobs", jobs, *arguments, ROUGE_EVAL_KERNEL="python") == expected


def test_an_error_of_a_worker_is_that_of_the_run(tmp_path: Path) -> None:
    """The file goes after it was checked."""
    path = tmp_path / "p"
    path.write_text("a\n")

    class Late(ThreadPoolExecutor):
        def submit(self, *arguments, **keywords):  # type: ignore[no-untyped-def]
            path.unlink(missing_ok=True)
            return super().submit(*arguments, **keywords)

    evaluation = Evaluation("1", {"S": File(str(path), "SPL")}, (Text.of("a"),))
    with Late(1) as executor, pytest.raises(InputError, match="cannot be read"):
        evaluate([evaluation], executor=executor)


def test_a_worker_that_dies_is_named() -> None:
    with pytest.raises(RougeError, match="a worker process died"), worker_processes(1) as executor:
        executor.submit(os._exit, 1).result()


def test_processes_that_cannot_be_started_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))

    monkeypatch.setattr(os, "fork", refuse)
    message = r"no worker process could be started \(\[Errno \d+\] .*\); use fewer --jobs"
    with pytest.raises(RougeError, match=message), worker_processes(1):
        pass


def test_workers_end_at_once_where_the_block_is_left_by_an_error() -> None:
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), worker_processes(1) as executor:  # noqa: PT012
        executor.submit(time.sleep, 60)
        raise KeyboardInterrupt
    assert time.monotonic() - start < 30


@needs("posix")
def test_a_worker_that_waits_for_work_heeds_no_ctrl_c() -> None:
    with worker_processes(1) as executor:  # It reaches workers of a terminal, too.
        worker = executor.submit(os.getpid).result(60)
        os.kill(worker, signal.SIGINT)
        assert executor.submit(os.getpid).result(60) == worker


@contextmanager
def _busy_run(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run in a group of its own whose two workers have begun; nothing of it is left behind."""
    config = write_corpus(tmp_path, Size(64, 4, 8, 200))
    arguments = ["--jobs", "2", "-n", "4", "-w", "1.2", "-2", "-1", "-r", "100000", "-a", str(config)]
    process = start(command(*arguments), ROOT, {"ROUGE_EVAL_KERNEL": "python"}, new_session=True)
    try:
        deadline = time.monotonic() + 60
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while sum(map(_is_at_work, children.read_text().split())) < 2:
            assert time.monotonic() < deadline, "the workers do not begin"
            time.sleep(0.01)
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)


def _is_at_work(process: str) -> bool:
    """Return whether a worker ignores SIGINT and has the thread that watches the first process."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return bool(int(status["SigIgn"], 16) >> (signal.SIGINT - 1) & 1) and int(status["Threads"]) > 1


def _assert_all_end(group: int) -> None:
    deadline = time.monotonic() + 30
    with pytest.raises(ProcessLookupError):  # noqa: PT012
        while time.monotonic() < deadline:
            os.killpg(group, 0)
            time.sleep(0.01)


@_proc
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_a_process_that_is_killed(number: signal.Signals, tmp_path: Path) -> None:
    with _busy_run(tmp_path) as process:
        process.send_signal(number)
        process.wait(30)
        _assert_all_end(process.pid)


@_proc
def test_a_ctrl_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    with _busy_run(tmp_path) as process:  # As of a terminal, the signal reaches the process and its workers.
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
        assert (stdout, stderr, process.returncode) == (b"", b"", 130)
        _assert_all_end(process.pid)


@needs("posix")
@pytest.mark.parametrize(
    "first",
    [  # A worker inherits what is ignored, as under `trap '' TERM`; Python drops an interrupt while it forks.
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "mp.set_start_method('spawn')",
        "mp.set_start_method('fork'); os.register_at_fork(after_in_parent=lambda: os.kill(0, signal.SIGINT))",
        "P = mp.process.BaseProcess; P.kill = lambda self, end=P.kill: (end(self), time.sleep(1))",
        "recv = C._recv; C._recv = lambda *a: a[1] > 999 and time.sleep(1) or recv(*a); task = 'bytes(9**6)'",
    ],
)
def test_workers_end_whatever_else_happens(first: str) -> None:
    code = f"""if 1:
        import os, signal, time, multiprocessing as mp; from multiprocessing.connection import Connection as C
        from rouge_cli.cli import console; task = "__import__('time').sleep(60)" + " " * 2**20; {first}
        try:
            with console.worker_processes(2) as executor:
                assert len(mp.active_children()) == 2
                tasks = [executor.submit(eval, task) for _ in range(9)]; time.sleep(0.5)
                [task.cancel() for task in tasks]; raise KeyboardInterrupt
        except KeyboardInterrupt: print('ended')"""
    process = start([sys.executable, "-c", code], new_session=True)
    try:
        assert process.communicate(timeout=30) == (b"ended\n", b"")
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _lines(directory: Path, pairs: int) -> list[str]:
    """Write line files in which some texts are empty or on one line; return the arguments for them."""
    peers = ["" if n % 97 == 5 else f"words of {n} and more. They were {n % 7} cats." for n in range(pairs)]
    models = ["" if n % 89 == 3 else f"{n % 5} more cats and the words of {n}" for n in range(pairs)]
    (directory / "p").write_text("".join(f"{text}\n" for text in peers))
    (directory / "m").write_text("".join(f"{text}\n" for text in models))
    return [*_EVERYTHING, "--lines", "S=p", "--lines", "T=m", "m"]


@_over("compiled")
@pytest.mark.parametrize("jobs", ["2", "5", "0", "100000"])
def test_the_bytes_are_the_same_for_any_number_of_threads(jobs: str, tmp_path: Path) -> None:
    """With their notes, which come in the order in which one thread would find them."""
    arguments = _lines(tmp_path, 1100)
    expected = rouge_eval(arguments, cwd=tmp_path)
    assert (expected.status, b"summaries have no word" in expected.stderr) == (0, True)
    assert rouge_eval(["--jobs", jobs, *arguments], cwd=tmp_path) == expected
    config = [*_EVERYTHING, "config_examples/spl.xml"]
    assert rouge_eval(["--jobs", jobs, *config]) == rouge_eval(config)


@_over("compiled")
@pytest.mark.parametrize("most", [0, 1])
def test_threads_that_cannot_be_started_are_done_without(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = _lines(tmp_path, 10)
    expected = rouge_eval(["--jobs", "1", *arguments], cwd=tmp_path)
    monkeypatch.setattr(threading, "Thread", refusing(most))
    assert rouge_eval(["--jobs", "2", *arguments], cwd=tmp_path) == expected
    assert expected.status == 0


_HUGE = 800_000
"""The words of a text whose longest common subsequence with another such text takes ten seconds."""


@_over("compiled")
@needs("linux")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "arguments",
    [["--lines", "huge", "other"], ["-r", "2000000000", "--lines", "small", "small"]],
    ids=["one huge text", "resamples"],
)
def test_a_ctrl_c_ends_a_run_at_once(arguments: list[str], jobs: str, tmp_path: Path) -> None:
    for name in ("huge", "other"):  # They differ at both ends, where equal words would take no time.
        words = " ".join(f"w{n * n % 1009}" for n in range(_HUGE))
        (tmp_path / name).write_text(f"{name} {words} {name}\n")
    (tmp_path / "small").write_text("a b c\na d\n")
    process = start(command("--jobs", jobs, *arguments), tmp_path)
    try:
        deadline = time.monotonic() + 60
        is_at_work = False
        while not is_at_work:  # It has all threads, and has been busy for a second of its time.
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline, "the run does not begin"
            time.sleep(0.01)
            status = Path(f"/proc/{process.pid}/status").read_text()
            threads = int(dict(line.split(":", 1) for line in status.splitlines())["Threads"])
            ticks = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11]
            is_at_work = threads >= int(jobs) and int(ticks) >= os.sysconf("SC_CLK_TCK")
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"")
        assert process.returncode == 130
        assert time.monotonic() - sent < 30
    finally:
        process.kill()
        process.communicate()
