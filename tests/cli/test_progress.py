"""The progress bar: on terminals, in runs that are long enough, and out of the way else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rouge_cli.cli import console
from rouge_cli.cli.console import watching

from ..programs.benchmarks.corpus import Size, write_corpus
from ..support.commands import environment

pytestmark = pytest.mark.slow

_ARGUMENTS = ["-n", "1", "-r", "1", "-a"]


@pytest.fixture
def config(tmp_path: Path) -> str:
    return str(write_corpus(tmp_path, Size(3, 1, 1, 20)))


def _on_terminal(*arguments: str, delay: float) -> tuple[bytes, bytes]:
    """Standard output, and what a terminal in place of standard error gets."""
    ours, theirs = pty.openpty()
    script = (
        "import sys; from rouge_cli.cli import console, rouge_eval as cli;"
        f" console._DELAY = {delay}; console._PAUSE = 0; sys.exit(cli.main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(TERM="xterm"),
        timeout=60,
        check=True,
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 1 << 16):
            shown += piece
    except OSError:  # How Linux says that nobody writes any more.
        pass
    os.close(ours)
    return done.stdout, shown


def test_a_long_run_shows_its_progress_on_a_terminal(config: str) -> None:
    report, shown = _on_terminal(*_ARGUMENTS, config, delay=0)
    assert b"ROUGE-1 Average_R" in report
    bars = [bar.rstrip() for bar in shown.replace(b"\x1b[?25l", b"").split(b"\r") if b"%" in bar]
    work = [bar.split()[0] for bar in bars]
    assert work == sorted(work, reverse=True)  # Scoring goes before resampling.
    for part in (b" 33%", b" 66%", b"100%"):
        assert any(bar.startswith(b"Scoring ") and part in bar for bar in bars)
    assert bars[-1].startswith(b"Resampling  [####")
    assert shown.endswith(b"\n")
    assert shown.count(b"\n") == 1


@pytest.mark.parametrize("kind", ["lines", "jsonl"])
def test_the_first_reading_is_shown(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    path.write_text('{"peer": "p", "models": "m"}\n' * 20_000)
    arguments = ["--lines", str(path), str(path)] if kind == "lines" else ["--jsonl", str(path)]
    shown = _on_terminal(*_ARGUMENTS[:-1], *arguments, delay=0)[1]
    work = [bar.split()[0] for bar in shown.replace(b"\x1b[?25l", b"").split(b"\r") if b"%" in bar]
    assert list(dict.fromkeys(work)) == [b"Reading", b"Scoring", b"Resampling"]
    assert re.search(rb"Reading     \[#+-+\]   [4-6]\d%", shown)


@pytest.mark.parametrize(("flags", "delay"), [([], 60), (["--quiet"], 0)])
def test_short_and_quiet_runs_show_nothing(flags: list[str], delay: float, config: str) -> None:
    report, shown = _on_terminal(*flags, *_ARGUMENTS, config, delay=delay)
    assert (b"ROUGE-1 Average_R" in report, shown) == (True, b"")


def test_the_bar_ends_its_line_where_a_run_ends_early(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "_DELAY", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    def interrupted() -> None:
        with watching(quiet=False) as watch:
            show = watch("Scoring")
            assert show is not None
            show(10, 5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    shown = capsys.readouterr().err
    assert " 50%" in shown
    assert shown.endswith("\n")
