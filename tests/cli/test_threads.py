"""Work that is shared by threads: the same bytes for any number of them, and an end at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rouge_cli.cli import workers

from ..support.commands import command, rouge_eval
from ..support.needs import needs
from ..support.processes import start
from ..support.threads import refusing

pytestmark = [
    pytest.mark.usefixtures("kernel"),
    pytest.mark.parametrize("kernel", ["compiled"], indirect=True, scope="module"),
]

_EVERYTHING = ["-n", "2", "-w", "1.2", "-2", "2", "-U", "-r", "50", "-a", "-d"]


def _lines(directory: Path, pairs: int) -> list[str]:
    """Write line files in which some texts are empty or on one line; return the arguments for them."""
    peers = ["" if n % 97 == 5 else f"words of {n} and more. They were {n % 7} cats." for n in range(pairs)]
    models = ["" if n % 89 == 3 else f"{n % 5} more cats and the words of {n}" for n in range(pairs)]
    (directory / "p").write_text("".join(f"{text}\n" for text in peers))
    (directory / "m").write_text("".join(f"{text}\n" for text in models))
    return [*_EVERYTHING, "--lines", "S=p", "--lines", "T=m", "m"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["2", "5", "0", "100000"])
def test_the_bytes_are_the_same_for_any_number_of_threads(jobs: str, tmp_path: Path) -> None:
    """With their notes, which come in the order in which one thread would find them."""
    arguments = _lines(tmp_path, 1100)
    expected = rouge_eval(arguments, cwd=tmp_path)
    assert (expected.status, b"empty text" in expected.stderr) == (0, True)
    assert rouge_eval(["--jobs", jobs, *arguments], cwd=tmp_path) == expected
    config = [*_EVERYTHING, "config_examples/spl.xml"]
    assert rouge_eval(["--jobs", jobs, *config]) == rouge_eval(config)


@pytest.mark.parametrize(("jobs", "threads"), [("1", 0), ("2", 2), ("0", 3)])
def test_threads_share_even_a_small_run_and_processes_are_not_started(
    jobs: str, threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def worker_processes(count: int) -> Iterator[None]:
        raise AssertionError("no process is wanted")
        yield

    started: list[threading.Thread] = []

    class Counted(threading.Thread):
        def start(self) -> None:
            started.append(self)
            super().start()

    monkeypatch.setattr(workers, "worker_processes", worker_processes)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr(threading, "Thread", Counted)
    assert rouge_eval(["--jobs", jobs, *_lines(tmp_path, 100)], cwd=tmp_path).status == 0
    kinds = {thread.name.split("_")[0] for thread in started}
    assert len(kinds) == (2 if threads else 0), "counting and drawing"
    assert len(started) <= 2 * threads


def test_threads_that_cannot_be_started_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = _lines(tmp_path, 10)
    monkeypatch.setattr(threading, "Thread", refusing(0))
    output = rouge_eval(["--jobs", "2", *arguments], cwd=tmp_path)
    message = b"rouge-eval: no more threads could be started (can't start new thread); use fewer --jobs\n"
    assert output == (b"", message, 1)
    assert rouge_eval(["--jobs", "1", *arguments], cwd=tmp_path).status == 0


_HUGE = 400_000
"""Words of a text that takes hours for skip-bigrams."""


@pytest.mark.slow
@needs("linux")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "arguments",
    [["-2", "-1", "--lines", "huge", "huge"], ["-r", "2000000000", "--lines", "small", "small"]],
    ids=["one huge text", "resamples"],
)
def test_a_ctrl_c_ends_a_run_at_once(arguments: list[str], jobs: str, tmp_path: Path) -> None:
    (tmp_path / "huge").write_text(" ".join(f"w{n * n % 1009}" for n in range(_HUGE)) + "\n")
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
