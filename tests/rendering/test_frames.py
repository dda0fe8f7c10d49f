"""Dictionaries, data frames and Arrow tables of reports and scores."""

from __future__ import annotations

import importlib.util
import json
import sys
from math import isnan, nan
from typing import Any
from unittest.mock import patch

import numpy
import pytest

from rouge_cli import (
    Counts,
    Estimate,
    Evaluation,
    Options,
    Report,
    Result,
    RougeError,
    Score,
    Scorer,
    Scores,
    evaluate,
    render,
)
from rouge_cli.errors import installing
from rouge_cli.rendering.object_views import Frame, lists, of_report, of_scores

from ..support.needs import needs
from ..support.scoring import literal_scores, report_of
from ..support.tables import table

_OPTIONS = Options(max_ngram=1, resamples=5)


def _report() -> Report:
    """Return the report of a system that matches everything and a system that matches nothing."""
    evaluations = [Evaluation.of_texts(id, {"all": "a b", "none": "x"}, ["a b"]) for id in ("1", "2")]
    return evaluate(evaluations, _OPTIONS)


def _scores(options: Options = _OPTIONS) -> Scores:
    return Scorer(options).score_batch(["a b", "a c", "x"], ["a b"] * 3, ids=["p", "q", "r"])


_LONG_SCORES, _WIDE_SCORES, _LONG_REPORT, _WIDE_REPORT = (
    table(__file__, name) for name in ("long_scores", "wide_scores", "long_report", "wide_report")
)


def _of_scores(scores: Scores, *, wide: bool) -> Frame:
    by_measure = {measure: scores[measure] for measure in scores.measures}
    return of_scores(scores.evaluations, by_measure, wide=wide)


def test_columns_by_name() -> None:
    for made, columns in (
        (lists(_of_scores(_scores(), wide=False)), _LONG_SCORES),
        (_scores().to_dict(), _WIDE_SCORES),
        (lists(of_report(_report(), wide=False)), _LONG_REPORT),
        (lists(of_report(_report(), wide=True)), _WIDE_REPORT),
    ):
        assert list(made.items()) == list(columns.items())


def test_a_report_as_a_dictionary_is_what_json_says() -> None:
    report = _report()
    assert report.to_dict() == json.loads(render(report, "json"))
    assert report.to_dict(details=True) == json.loads(render(report, "json", details=True))
    assert json.loads(json.dumps(_scores().to_dict())) == _WIDE_SCORES


def test_systems_without_a_measure_have_no_figure() -> None:
    one, two = Estimate(0.5, 0.25, 0.75), Estimate(nan, nan, nan)
    scores = literal_scores([Score(0.5, 0.5, 0.5, Counts(2, 2, 1), "1")])
    result = Result(one, one, two, scores, Counts(2, 2, 1))
    systems = {"a": {"ROUGE-1": result}, "b": {"ROUGE-1": result, "ROUGE-L": result}, "c": {}}
    report = report_of(Options(), systems)
    wide = lists(of_report(report, wide=True))
    assert wide["evaluations"] == [1, 1, 0]
    assert wide["ROUGE-L recall high"][1] == 0.75
    assert list(map(isnan, wide["ROUGE-L recall"])) == [True, False, True]
    assert list(map(isnan, wide["ROUGE-1 f"])) == [True, True, True]
    assert lists(of_report(report, wide=False))["system"] == ["a"] * 3 + ["b"] * 6


def test_counts_are_whole_numbers_unless_a_measure_has_others() -> None:
    assert all(type(count) is int for count in lists(_of_scores(_scores(), wide=False))["hit_count"])
    long = _of_scores(_scores(Options(max_ngram=1, weight=1.2)), wide=False)
    assert lists(long)["model_count"] == pytest.approx([2.0] * 6 + [2**1.44] * 3)
    assert all(isinstance(count, float) for count in lists(long)["hit_count"])
    # The weights are whole numbers without bounds, or infinite.
    long = _of_scores(_scores(Options(rouge_l=False, weight=3)), wide=False)
    assert lists(long)["model_count"] == [512.0] * 3


@pytest.mark.slow
@pytest.mark.parametrize("measures", [True, False])
@pytest.mark.parametrize("wide", [True, False])
def test_nothing_has_columns_without_rows(measures: bool, wide: bool) -> None:
    options = Options(max_ngram=int(measures), rouge_l=measures)
    scores, report = Scorer(options).score_batch([], []), evaluate([], options)
    for frame in (_of_scores(scores, wide=wide), of_report(report, wide=wide)):
        assert set(map(len, lists(frame).values())) == {0}
    if importlib.util.find_spec("pyarrow"):
        assert [one.to_arrow(wide=wide).num_rows for one in (scores, report)] == [0, 0]


_KINDS = pytest.mark.parametrize(
    ("made", "wide", "columns"),
    [
        (_scores, False, _LONG_SCORES),
        (_scores, True, _WIDE_SCORES),
        (_report, False, _LONG_REPORT),
        (_report, True, _WIDE_REPORT),
    ],
)


@needs("pandas")
@_KINDS
def test_data_frames(made: Any, wide: bool, columns: dict[str, list[Any]]) -> None:
    pandas = importlib.import_module("pandas")
    frame = made().to_pandas(wide=wide)
    pandas.testing.assert_frame_equal(frame, pandas.DataFrame(columns))
    assert list(frame.columns) == list(columns)
    assert wide or made().to_pandas().equals(frame)


@needs("pandas")
def test_a_wide_frame_copies_no_figure() -> None:
    scores = _scores()
    column = scores.to_pandas(wide=True)["ROUGE-1 f"]
    assert numpy.shares_memory(column.to_numpy(), numpy.asarray(scores["ROUGE-1"].f))
    frame = scores.to_pandas(wide=True).copy()
    frame.loc[0, "ROUGE-1 f"] = 7.0
    assert scores["ROUGE-1"].f[0] == 1.0


@needs("pandas")
def test_ids_that_are_no_text_are_escaped() -> None:
    nasty = ["\udcff", "é\n", "<b>", ""]
    evaluation = Evaluation.of_texts("\udcfe", dict.fromkeys(nasty, "a"), ["a"])
    scores: Any = Scorer().score_batch(["a"] * 4, ["a"] * 4, ids=nasty)
    for made in (scores, evaluate([evaluation], _OPTIONS)):
        assert list(made.to_pandas(wide=True).iloc[:, 0]) == ["\\udcff", "é\n", "<b>", ""]


@needs("pyarrow")
@_KINDS
def test_arrow_tables(made: Any, wide: bool, columns: dict[str, list[Any]]) -> None:
    table = made().to_arrow(wide=wide)
    assert (table.to_pydict(), table.column_names) == (columns, list(columns))
    assert wide or made().to_arrow().equals(table)
    table.validate(full=True)
    assert {str(field.type) for field in table.schema} <= {"string", "double", "int64"}


@needs("pyarrow")
@pytest.mark.parametrize(("wide", "name"), [(True, "ROUGE-1 f"), (False, "f")])
def test_arrow_tables_copy_no_figure(wide: bool, name: str) -> None:
    scores = _scores()
    chunk = scores.to_arrow(wide=wide)[name].chunk(0)
    assert chunk.buffers()[1].address == numpy.asarray(scores["ROUGE-1"].f).ctypes.data


@needs("polars")
@_KINDS
def test_frames_of_polars(made: Any, wide: bool, columns: dict[str, list[Any]]) -> None:
    frame = made().to_polars(wide=wide)
    assert (frame.to_dict(as_series=False), frame.columns) == (columns, list(columns))
    assert wide or made().to_polars().equals(frame)
    assert {str(kind) for kind in frame.schema.values()} <= {"String", "Float64", "Int64"}
    assert Scorer().score_batch([], []).to_polars(wide=wide).height == 0


_METHODS = [("pandas", "to_pandas"), ("pyarrow", "to_arrow"), ("polars", "to_polars")]


@pytest.mark.parametrize(("package", "method"), _METHODS)
def test_a_missing_package_is_named(package: str, method: str) -> None:
    with patch.dict(sys.modules, {package: None}):
        for made in (_scores(), _report()):
            with pytest.raises(RougeError) as raised:
                getattr(made, method)()
            assert str(raised.value) == (
                f"{method} needs {package} (import of {package} halted; None in sys.modules);"
                f" {installing(package)}"
            )
