"""Run the commands, in this process or in one of their own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]


class Output(NamedTuple):
    """The output of a command, byte for byte, and its exit status."""

    stdout: bytes
    stderr: bytes
    status: int


def rouge_eval(arguments: Sequence[str], cwd: Path = ROOT) -> Output:
    """Run the command in this process, which is a hundred times as fast as starting Python."""
    from rouge_cli.cli.rouge_eval import main

    return _run(main, arguments, cwd)


def rouge_tools(arguments: Sequence[str], cwd: Path = ROOT) -> Output:
    """Run the other command in this process."""
    from rouge_cli.cli.tools import main

    return _run(main, arguments, cwd)


PROGRAMS = {"rouge-eval": rouge_eval, "rouge-tools": rouge_tools}
"""The functions that run the commands, by the names of these."""


def _run(main: Callable[[Sequence[str]], int], arguments: Sequence[str], cwd: Path) -> Output:
    stdout, stderr = io.BytesIO(), io.BytesIO()
    with (
        patch.dict(os.environ),
        chdir(cwd),
        redirect_stdout(io.TextIOWrapper(stdout, encoding="utf-8", write_through=True)),
        redirect_stderr(io.TextIOWrapper(stderr, "utf-8", "backslashreplace", write_through=True)),
    ):
        for home in ("ROUGE_EVAL_HOME", "RED_EVAL_HOME"):
            os.environ.pop(home, None)
        status = main(list(arguments))
        return Output(stdout.getvalue(), stderr.getvalue(), status)


def command(*arguments: str) -> list[str]:
    """Return the command line that runs rouge-eval in a process of its own."""
    return [sys.executable, "-m", "rouge_cli", *arguments]


def environment(**variables: str) -> dict[str, str]:
    """Return the variables of a process that finds this rouge_cli and no data directory."""
    left_out = ("_EVAL_HOME", "PYTHONUNBUFFERED")  # Output without a buffer hides errors that come late.
    inherited = {name: value for name, value in os.environ.items() if not name.endswith(left_out)}
    return inherited | {"PYTHONPATH": str(ROOT)} | variables


def run_python(
    *arguments: str, cwd: Path = ROOT, stdin: Any = subprocess.DEVNULL, timeout: int = 60, **variables: str
) -> Output:
    """Run Python in a process of its own; `stdin` is a file, or the bytes of standard input."""
    source = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    inherited = environment(**variables)
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=cwd, env=inherited, capture_output=True, timeout=timeout, **source)
    return Output(done.stdout, done.stderr, done.returncode)


def run_process(*arguments: str, cwd: Path = ROOT, **variables: str) -> Output:
    """Run the command in a process of its own."""
    return run_python(*command(*arguments)[1:], cwd=cwd, **variables)


def assert_refused(output: Output, status: int, *parts: str, program: str = "rouge-eval") -> None:
    """Fail unless the message is one line that begins with the name of the command and has all parts."""
    message = output.stderr.decode()
    assert output.stdout == b""
    assert message.startswith(f"{program}: ")
    assert message.count("\n") == 1
    assert message.endswith("\n")
    assert len(message.splitlines()) == 1
    for part in parts:
        assert part in message
    assert output.status == status
