"""The folder in which examples run."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from .pages import lay_out


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which the examples of a page run one after the other, as a reader would try them."""
    folder = tmp_path
    lay_out(folder)
    for name, module in [("rouge-eval", "run"), ("rouge-tools", "run_tools")]:
        script = f"import sys; from rouge_cli.__main__ import {module}; sys.exit({module}())"
        path = folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{script}" "$@"\n', "utf-8")
        path.chmod(0o755)
    (folder / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", os.pathsep.join([str(folder / "bin"), os.environ["PATH"]]))
    return folder
