"""The progress bar: on terminals, in runs that are long enough, and out of the way else."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import count
from pathlib import Path

import pytest

from rouge_cli.cli import console, tools
from rouge_cli.cli import rouge_eval as cli
from rouge_cli.cli.console import watching

from ..programs.benchmarks.corpus import Size, write_corpus

_ARGUMENTS = ["-n", "1", "-r", "1", "-a"]


@pytest.fixture
def config(tmp_path: Path) -> str:
    return str(write_corpus(tmp_path, Size(3, 1, 1, 20)))


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _on_terminal(monkeypatch: pytest.MonkeyPatch, *arguments: str, seconds: float = 2) -> tuple[bytes, str]:
    """Standard output, and what a terminal in place of standard error gets, with so many seconds a look."""
    monkeypatch.setattr(console.time, "monotonic", count(0, seconds).__next__)
    stdout, terminal = io.BytesIO(), _Terminal()
    with redirect_stdout(io.TextIOWrapper(stdout, write_through=True)), redirect_stderr(terminal):
        assert (tools if arguments[0] == "oracle" else cli).main(arguments) == 0
        return stdout.getvalue(), terminal.getvalue()


def _bars(shown: str) -> list[str]:
    return [bar.rstrip() for bar in shown.replace("\x1b[?25l", "").split("\r") if "%" in bar]


def test_a_long_run_shows_its_progress_on_a_terminal(config: str, monkeypatch: pytest.MonkeyPatch) -> None:
    report, shown = _on_terminal(monkeypatch, *_ARGUMENTS, config)
    assert b"ROUGE-1 Average_R" in report
    bars = _bars(shown)
    work = [bar.split()[0] for bar in bars]
    assert work == sorted(work, reverse=True)  # Scoring goes before resampling.
    for part in (" 33%", " 66%", "100%"):
        assert any(bar.startswith("Scoring     [") and part in bar for bar in bars)
    assert bars[-1].startswith("Resampling  [####")
    assert shown.endswith("\n")
    assert shown.count("\n") == 1


@pytest.mark.parametrize(("kind", "shares"), [("lines", "0 22 45 50 72 95 100"), ("jsonl", "0 45 90 100")])
def test_the_first_reading_is_shown(
    kind: str, shares: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece has 262,144 bytes, the file 580,000, and two files are given for peers and for models."""
    path = tmp_path / "file"
    path.write_text('{"peer": "p", "models": "m"}\n' * 20_000)
    arguments = ["--lines", str(path), str(path)] if kind == "lines" else ["--jsonl", str(path)]
    shown = _on_terminal(monkeypatch, *_ARGUMENTS[:-1], *arguments)[1]
    work = [bar.split()[0] for bar in _bars(shown)]
    assert list(dict.fromkeys(work)) == ["Reading", "Scoring", "Resampling"]
    assert " ".join(re.findall(r"Reading +\[.*?\] +(\d+)%", shown)) == shares
    assert ("1 system, 1 model" in shown) == (kind == "lines")


def test_the_search_for_extracts_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("a <q> b\n" * 4)
    shown = _on_terminal(monkeypatch, "oracle", str(path), str(path))[1]
    assert re.findall(r"Extracting +\[.*?\] +(\d+)%", shown) == ["0", "25", "50", "75", "100"]


@pytest.mark.parametrize(("flags", "seconds"), [([], 0), (["--quiet"], 2)])
def test_short_and_quiet_runs_show_nothing(
    flags: list[str], seconds: float, config: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, shown = _on_terminal(monkeypatch, *flags, *_ARGUMENTS, config, seconds=seconds)
    assert (b"ROUGE-1 Average_R" in report, shown) == (True, "")


def test_the_bar_comes_late_moves_at_times_and_ends_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run may end early; then the bar ends its line, too."""
    clock = [0.0]
    monkeypatch.setattr(console.time, "monotonic", lambda: clock[0])
    calls = [(1.49, 1), (1.5, 2), (1.59, 3), (1.6, 4), (1.63, 10), (1.64, 1), (1.75, 6)]
    terminal, bars = _Terminal(), []
    with redirect_stderr(terminal), suppress(KeyboardInterrupt), watching(quiet=False) as watch:
        for name, some in (("Scoring", calls[:5]), ("Resampling", calls[5:])):
            show = watch(name)
            assert show is not None
            for clock[0], done in some:
                show(10, done)
                bars.append(_bars(terminal.getvalue())[-1:])
        raise KeyboardInterrupt
    percents = [re.findall("[0-9]+%", "".join(bar)) for bar in bars]
    assert percents == [[], ["20%"], ["20%"], ["40%"], ["100%"], ["0%"], ["60%"]]
    assert terminal.getvalue().endswith("60%\x1b[?25h\n")
