"""The tests of rouge-eval, and how they run its command."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent


class Output(NamedTuple):
    """What a command wrote, byte for byte, and its exit status."""

    stdout: bytes
    stderr: bytes
    status: int


def rouge_eval(arguments: Sequence[str], cwd: Path = ROOT) -> Output:
    """Runs the command in this process: a hundred times as fast as starting Python for it."""
    from rouge_cli.cli import main

    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    with patch.dict(os.environ), chdir(cwd), redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        for home in ("ROUGE_EVAL_HOME", "RED_EVAL_HOME"):
            os.environ.pop(home, None)
        status = main(list(arguments))
    for stream in streams:
        stream.flush()
    stdout, stderr = (stream.buffer.getvalue() for stream in streams)  # type: ignore[attr-defined]
    return Output(stdout, stderr, status)
