"""Processes for tests, which start with the same signal dispositions wherever the tests run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from .commands import ROOT, environment

# A process inherits the signals that its parent ignores. `nohup` ignores SIGHUP, and shells ignore SIGINT and
# SIGQUIT for what a script runs in the background.
_ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


def reset_signals() -> None:
    """Give the signals that end a process their default actions again."""
    for name in _ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def start(
    arguments: Sequence[str],
    cwd: Path = ROOT,
    variables: Mapping[str, str] | None = None,
    *,
    new_session: bool = False,
) -> subprocess.Popen[bytes]:
    """Start a process with pipes for its output, which finds this rouge_cli and heeds all signals.

    `new_session` puts it and its children into a group of their own, which can be killed together.
    """
    return subprocess.Popen(
        arguments,
        cwd=cwd,
        env=environment(**variables or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=new_session,
        preexec_fn=reset_signals if os.name == "posix" else None,
    )


def in_terminal(code: str, *arguments: str, cwd: Path, status: int = 0, **variables: str) -> str:
    """Return what a process shows whose output and messages go to a terminal, and check its exit status."""
    import pty  # Windows does not have it.

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env={"TERM": "xterm", "NO_COLOR": "", **environment(**variables)},
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    with os.fdopen(ours, "rb", buffering=0) as terminal, suppress(OSError):  # A closed terminal is an error.
        while part := terminal.read(10_000):
            shown += part
    assert process.wait(60) == status, shown
    return shown.decode().replace("\r\n", "\n")


EVAL = "import sys; from rouge_cli.cli.rouge_eval import main; sys.exit(main())"
TOOLS = "import sys; from rouge_cli.cli.tools import main; sys.exit(main())"
"""Code that runs `rouge-eval` and `rouge-tools`."""
