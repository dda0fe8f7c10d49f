"""The recipes that are more than a command: they do what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy
import pytest

from ..support.commands import environment, rouge_eval
from .pages import blocks

pytestmark = pytest.mark.slow


def _only(language: str) -> str:
    (block,) = [block for block in blocks(language) if block.page.stem == "recipes"]
    return block.text


@pytest.mark.skipif(sys.platform == "win32", reason="bash")
def test_parts_are_scored_once_and_come_to_one_report(folder: Path) -> None:
    for _ in range(2):
        done = subprocess.run(
            ["bash", "-ec", _only("bash")], cwd=folder, env=environment(), capture_output=True, timeout=120
        )
        assert done.stdout == rouge_eval(["-n", "2", "-m", "--jsonl", "pairs.jsonl"], folder).stdout
    assert b"Warning" not in done.stderr  # Nothing is scored again.


@pytest.mark.skipif(sys.platform == "win32", reason="cron")
def test_a_job_writes_its_file_and_mails_nothing(folder: Path) -> None:
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(folder / "bin")
    *times, command = _only("crontab").strip().split(" ", 5)
    assert len(times) == 5
    assert "%" not in command  # It would be a line end to cron.
    set_by_cron = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["sh", "-c", command], env=set_by_cron, capture_output=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (folder / "scores.csv").read_text("utf-8").startswith("system,measure,")


@pytest.mark.usefixtures("folder")
def test_lemmas_match(folder: Path) -> None:
    (folder / "one.jsonl").write_text('{"peer": "broken", "models": "broke"}', "utf-8")
    flags = ["-n", "1", "-x", "--tokenizer", "unicode", "--jsonl", "one.jsonl", "--format", "csv"]
    assert b"ROUGE-1,R,0.0," in rouge_eval(flags, folder).stdout
    assert b"ROUGE-1,R,1.0," in rouge_eval([*flags, "--stemmer", "my:lemma"], folder).stdout


def test_a_trainer_gets_f(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(folder))
    from metrics import compute_metrics  # type: ignore[import-not-found]

    words = ["", "the", "cat", "sat", "lay"]
    tokenizer = SimpleNamespace(
        pad_token_id=0,
        batch_decode=lambda ids, skip_special_tokens: [" ".join(words[one] for one in row) for row in ids],
    )
    found = SimpleNamespace(predictions=numpy.array([[1, 2, 3, 0]]), label_ids=numpy.array([[1, 2, 4, -100]]))
    figures = compute_metrics(found, tokenizer)
    assert {name: round(figure, 2) for name, figure in figures.items()} == {
        "rouge1": 66.67,
        "rouge2": 50.0,
        "rougeL": 66.67,
    }
