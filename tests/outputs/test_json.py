"""JSON and JSON Lines."""

from __future__ import annotations

import json
from dataclasses import fields
from importlib.resources import files
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import rouge_cli
from rouge_cli import Counts, Evaluation, Options, evaluate, render

from ..support.reports import COMPARISON, NASTY, nasty_report, result
from ..support.scoring import report_of
from ..support.texts import MODELS

_SCHEMA = json.loads((files("rouge_cli") / "data" / "report.schema.json").read_text("utf-8"))
_REPORT = Draft202012Validator(_SCHEMA)
_LINE = Draft202012Validator({"$ref": "#/$defs/line", "$defs": _SCHEMA["$defs"]})


def test_the_schema_is_one_and_knows_every_option() -> None:
    Draft202012Validator.check_schema(_SCHEMA)
    options = _SCHEMA["$defs"]["options"]
    names = [field.name for field in fields(Options)]
    assert [*options["properties"]] == options["required"] == names


@pytest.mark.parametrize(
    "options",
    [
        Options(max_ngram=2, weight=1.2, skip_gap=-1, resamples=10),
        Options(counting=2, alpha=0, best_model=True, data="none such", resamples=10),
        Options(rouge_l=False),
    ],
)
@pytest.mark.parametrize("details", [False, True])
def test_json_has_all_of_the_report(options: Options, details: bool) -> None:
    evaluations = [Evaluation.of_texts(id, dict.fromkeys(NASTY, "a cat"), MODELS) for id in "12"]
    report = evaluate(evaluations, options)
    text = render(report, "json", details=details, comparisons=[COMPARISON])
    found = json.loads(text)
    _REPORT.validate(found)
    assert text.isascii()
    assert text.endswith("}\n")
    assert found["version"] == rouge_cli.__version__
    assert found["signature"] == report.signature
    assert found["options"] == {field.name: getattr(options, field.name) for field in fields(Options)}
    assert [*found["systems"]] == [*report.systems]
    assert found["notes"] == [*report.notes]
    for system, results in report.systems.items():
        assert [*found["systems"][system]] == [*results]
        for measure, of_measure in results.items():
            record = found["systems"][system][measure]
            assert record["recall"] == of_measure.recall._asdict()
            assert record["precision"] == of_measure.precision._asdict()
            assert record["f"] == of_measure.f._asdict()
            assert record["evaluations"] == 2
            counts = [record[f"{part}_count"] for part in ("model", "peer", "hit")]
            assert tuple(counts) == of_measure.counts
            assert ("scores" in record) == details
            if details:
                assert [score["evaluation"] for score in record["scores"]] == ["1", "2"]
                assert [score["recall"] for score in record["scores"]] == [
                    s.recall for s in of_measure.scores
                ]


def test_what_json_cannot_hold_is_null() -> None:
    report = report_of(Options(), {"S": {"ROUGE-L": result(nan, inf, -inf, Counts(inf, 2**70, nan))}})
    found = json.loads(render(report, "json", details=True, comparisons=[COMPARISON]))
    _REPORT.validate(found)
    record = found["systems"]["S"]["ROUGE-L"]
    assert record["recall"] == record["f"] == {"average": None, "low": None, "high": None}
    assert [record[f"{part}_count"] for part in ("model", "peer", "hit")] == [None, 2**70, None]
    assert record["scores"][0]["precision"] is None
    assert found["comparisons"][0]["differences"] == {
        "recall": {"average": 0.1, "low": 0.05, "high": 0.15, "p": 0.00001, "p_corrected": 0.00002},
        "precision": {"average": -0.5, "low": -0.75, "high": -0.25, "p": 0.5, "p_corrected": None},
        "f": {"average": -0.012344, "low": -0.03, "high": 0.011, "p": 0.0312, "p_corrected": 0.0936},
    }


@given(st.lists(st.text(), min_size=1, max_size=4, unique=True))
@settings(max_examples=50, deadline=None)
def test_whatever_the_names_json_keeps_them(names: list[str]) -> None:
    systems = {name: {"ROUGE-1": result(0.5, 0.25, 0.3)} for name in names}
    found = json.loads(render(report_of(Options(max_ngram=1), systems), "json"))
    _REPORT.validate(found)
    assert [*found["systems"]] == names


def test_json_lines() -> None:
    nasty = nasty_report()
    text = render(nasty, "jsonl", comparisons=[COMPARISON])
    assert text.isascii()
    *rows, last = [json.loads(line) for line in text.splitlines()]
    for row in (*rows, last):
        _LINE.validate(row)
    assert [(row["system"], row["measure"], row["evaluation"], row["f"]) for row in rows] == [
        (system, measure, score.evaluation, score.f)
        for system, results in nasty.systems.items()
        for measure, result in results.items()
        for score in result.scores
    ]
    assert {row["type"] for row in rows} == {"score"}
    assert rows[0]["model_count"] == next(iter(nasty.systems.values()))["ROUGE-1"].scores[0].counts.model
    assert (last["type"], last["system"], last["baseline"], last["evaluations"]) == (
        "comparison",
        "a",
        "=b",
        7,
    )
    assert not _LINE.is_valid({**last, "type": "score"})
