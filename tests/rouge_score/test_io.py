"""Tables of files of records, as rouge-score 0.1.2 writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rouge_cli.rouge_score.io import compute_scores_and_write_to_csv
from rouge_cli.rouge_score.rouge_scorer import RougeScorer
from rouge_cli.rouge_score.scoring import BootstrapAggregator


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t1.txt").write_text("a b\nc d\n", encoding="utf-8")
    (tmp_path / "t2.txt").write_text("e\n", encoding="utf-8")
    (tmp_path / "p1.txt").write_text("a\nc d", encoding="utf-8")
    (tmp_path / "p2.txt").write_text("x\n", encoding="utf-8")
    return tmp_path


def _table(
    folder: Path, target: str, prediction: str, delimiter: str = "\n", *, aggregate: bool = False
) -> str:
    path = folder / "table.csv"
    compute_scores_and_write_to_csv(
        str(folder / target),
        str(folder / prediction),
        str(path),
        RougeScorer(["rougeL", "rouge1"]),
        BootstrapAggregator() if aggregate else None,
        delimiter,
    )
    return path.read_text(encoding="utf-8") if path.exists() else ""


def test_records(folder: Path) -> None:
    assert _table(folder, "t*.txt", "p*.txt") == (
        "id,rouge1-P,rouge1-R,rouge1-F,rougeL-P,rougeL-R,rougeL-F\n"
        "0,1.000000,0.500000,0.666667,1.000000,0.500000,0.666667\n"
        "1,1.000000,1.000000,1.000000,1.000000,1.000000,1.000000\n"
        "2,0.000000,0.000000,0.000000,0.000000,0.000000,0.000000\n"
    )


def test_aggregates(folder: Path) -> None:
    """A single record is its own mean in every resample."""
    table = _table(folder, "t2.txt", "t2.txt", aggregate=True)
    rows = [
        f"{name}-{letter},1.000000,1.000000,1.000000" for name in ("rouge1", "rougeL") for letter in "RPF"
    ]
    assert table.splitlines() == ["score_type,low,mid,high", *rows]


def test_other_delimiters(folder: Path) -> None:
    (folder / "colons.txt").write_text("a\nb:c:", encoding="utf-8")
    assert _table(folder, "colons.txt", "colons.txt", ":").count("\n") == 3


def test_what_does_not_fit_is_refused(folder: Path) -> None:
    for target, prediction, message in (
        ("none*", "none*", "matches 0 files"),
        ("t1*.txt", "none*", "matches 1 file and"),
        ("t*.txt", "p1.txt", "as many files of targets"),
        ("t1.txt", "p2.txt", "has 2 records, but .* has 1"),
        ("t2.txt", "p1.txt", "has 1 record, but .* has 2"),
    ):
        with pytest.raises(ValueError, match=message):
            _table(folder, target, prediction)


def test_no_records_write_nothing(folder: Path) -> None:
    (folder / "empty.txt").write_text("", encoding="utf-8")
    assert _table(folder, "empty.txt", "empty.txt") == ""
