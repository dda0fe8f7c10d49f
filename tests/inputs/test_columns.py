"""Columns of Parquet, Arrow, pandas and Polars are scored like the same texts in JSON Lines or lists."""

from __future__ import annotations

import importlib
import json
import sys
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest

from rouge_cli import InputError, Scorer, Text, read_jsonl

from ..support.commands import assert_refused, rouge_eval
from ..support.needs import needs

_PEERS = ["the cat’s — sat", "a dog ran"]
_MODELS: list[Any] = [["the cat’s sat down", "a cat"], ["the dog ran"]]
_ROWS = [
    {"id": id, "peer": peer, "models": models, "source": None}
    for id, peer, models in zip("ab", _PEERS, _MODELS, strict=True)
]


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    importlib.import_module("pyarrow.parquet").write_table(
        importlib.import_module("pyarrow").Table.from_pylist(rows), path
    )


@needs("pyarrow")
class TestParquet:
    """`--parquet`, which is `--jsonl`, and `read_jsonl`."""

    def test_rows_are_those_of_json_lines(self, tmp_path: Path) -> None:
        rows = [row | {"day": date(2004, 7, 25)} for row in _ROWS] * 1100
        rows = [row | {"id": f"{number}"} for number, row in enumerate(rows)]
        _write(tmp_path / "rows.parquet", rows)
        lines = [json.dumps({name: row[name] for name in row if name != "day"}) for row in rows]
        tmp_path.joinpath("rows.jsonl").write_text("\n".join(lines))

        def plain(name: str) -> list[Any]:
            """Return IDs and sentences, without the names of the texts, which tell the file."""
            return [
                (one.id, *([*cast("Text", text).sentences] for text in (one.peers["rows"], *one.models)))
                for one in read_jsonl(tmp_path / name)
            ]

        assert plain("rows.parquet") == plain("rows.jsonl")

    @pytest.mark.parametrize(
        ("rows", "parts"),
        [
            ([{"peer": "x"}], ["rows.parquet, line 1: no field 'models'", "--models-field"]),
            ([{"peer": "x", "models": 1.5}], ["rows.parquet, line 1: field 'models' has a number"]),
            ([{"peer": b"x", "models": "y"}], ["rows.parquet: Object of type bytes", "must have strings"]),
            ([], ["rows.parquet: empty"]),
        ],
    )
    def test_what_is_wrong_is_said(
        self, tmp_path: Path, rows: list[dict[str, Any]], parts: list[str]
    ) -> None:
        _write(tmp_path / "rows.parquet", rows)
        assert_refused(rouge_eval(["--parquet", "rows.parquet"], tmp_path), 1, *parts)

    def test_a_broken_file_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "x").write_bytes(b"PAR1\x15\0")
        assert_refused(rouge_eval(["--jsonl", "x"], tmp_path), 1, "x: cannot be read as Parquet (")
        assert_refused(
            rouge_eval(["--lines", "x", "x"], tmp_path), 1, "x: a Parquet file, which only --jsonl"
        )


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").write_bytes(b"PAR1\x15\0")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"a Parquet file; pip install 'rouge-eval\[arrow\]' to read it"):
        read_jsonl(tmp_path / "x")


def _polars(values: list[Any]) -> Any:
    return importlib.import_module("polars").Series(values)


def _arrow(values: list[Any]) -> Any:
    return importlib.import_module("pyarrow").chunked_array([values[:1], values[1:]])


def _pandas(values: list[Any]) -> Any:
    return importlib.import_module("pandas").Series(values, index=[7, 5])


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(_polars, marks=needs("polars")),
        pytest.param(_arrow, marks=needs("pyarrow")),
        pytest.param(_pandas, marks=needs("pandas")),
    ],
)
def test_columns_are_scored_like_lists(column: Any) -> None:
    scorer = Scorer()
    wanted = scorer.score_batch(_PEERS, _MODELS, ids=["a", "b"])
    found = scorer.score_batch(column(_PEERS), column(_MODELS), ids=column(["a", "b"]))
    assert found.to_dict() == wanted.to_dict()
    assert scorer.matrix(column(_PEERS)).tolist() == scorer.matrix(_PEERS).tolist()
    texts = scorer.prepare([])
    texts.extend(column(_PEERS))
    assert len(texts) == 2
    assert [*scorer.score_group(column(_PEERS), "a cat")] == [*scorer.score_group(_PEERS, "a cat")]
