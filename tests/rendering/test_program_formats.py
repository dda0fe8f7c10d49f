"""JSON, JSON Lines, and comma- and tab-separated values."""

from __future__ import annotations

import csv
import json
from dataclasses import fields
from importlib.resources import files
from io import StringIO
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import rouge_cli
from rouge_cli import Counts, Estimate, Evaluation, Options, Score, evaluate, render
from rouge_cli.options import has_option
from rouge_cli.rendering.presentation import valid
from rouge_cli.rouges import CLASSIC

from ..support.reports import COMPARISON, NASTY, nasty_report, result, two
from ..support.scoring import literal_result, report_of
from ..support.tables import table
from ..support.texts import MODELS

_SCHEMA = json.loads((files("rouge_cli") / "data" / "report.schema.json").read_text("utf-8"))
_REPORT = Draft202012Validator(_SCHEMA)
_LINE = Draft202012Validator({"$ref": "#/$defs/line", "$defs": _SCHEMA["$defs"]})
_NASTY_IN_JSON = {"\udcff": r"\udcff"}
"""How JSON writes the one name of the nasty ones that is no Unicode text."""


def _strictly(text: str) -> Any:
    """Read JSON as a strict parser does, which refuses lone surrogates."""
    found = json.loads(text)
    json.dumps(found, ensure_ascii=False).encode("utf-8")
    return found


_LATER = (
    *("profile", "paper_weight", "mead", "jackknife", "beta", "exceptions"),
    *("tokenizer", "stemmer", "stop_words", "language", "split_sentences"),
    *("mean", "geometric_mean", "geometric_of", "about", "about_count", "about_mean", "missing"),
)
"""Options that stand in a report only where they are chosen."""


def test_the_schema_is_one_and_knows_every_option() -> None:
    Draft202012Validator.check_schema(_SCHEMA)
    options = _SCHEMA["$defs"]["options"]
    names = [field.name for field in fields(Options)]
    assert [*options["properties"]] == names
    assert options["if"] == {"not": {"required": ["profile"]}}
    required = [*options["required"], *options["then"]["required"]]
    assert sorted(required) == sorted(
        name for name in names if has_option(CLASSIC, name) and name not in _LATER
    )


@pytest.mark.slow
@pytest.mark.parametrize("choices", table(__file__, "options"))
@pytest.mark.parametrize("details", [pytest.param(False, marks=pytest.mark.slow), True])
def test_json_has_all_of_the_report(choices: dict[str, Any], details: bool) -> None:
    options = Options(**choices)
    evaluations = [Evaluation.of_texts(id, dict.fromkeys(NASTY, "a cat"), MODELS) for id in "12"]
    report = evaluate(evaluations, options)
    text = render(report, "json", details=details, comparisons=[COMPARISON])
    found = _strictly(text)
    _REPORT.validate(found)
    assert text.isascii()
    assert text.endswith("}\n")
    assert found["version"] == rouge_cli.__version__
    assert found["signature"] == report.signature
    # Options that came later are named only where they are chosen.
    chosen = {field.name: getattr(options, field.name) for field in fields(Options)}
    assert found["options"] == {
        name: [*value] if name == "types" else value
        for name, value in chosen.items()
        if has_option(options.profile, name) and (name not in _LATER or value != getattr(Options(), name))
    }
    assert [*found["systems"]] == [_NASTY_IN_JSON.get(name, name) for name in report.systems]
    assert found["notes"] == [*report.notes]
    assert found["comparisons"][0]["system"] == COMPARISON.system
    assert json.loads(render(report, "json"))["comparisons"] == []
    bounds = {"low": None, "high": None} if options.profile == "torchmetrics" else {}
    for records, results in zip(found["systems"].values(), report.systems.values(), strict=True):
        assert [*records] == [*results]
        for record, of_measure in zip(records.values(), results.values(), strict=True):
            assert record["evaluations"] == 2
            for name in ("recall", "precision", "f"):
                assert record[name] == getattr(of_measure, name)._asdict() | bounds
            assert [record[f"{part}_count"] for part in ("model", "peer", "hit")] == [*of_measure.counts]
            scores = [(score["evaluation"], score["recall"]) for score in record.get("scores", ())]
            assert scores == [(score.evaluation, score.recall) for score in of_measure.scores if details]


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


_ODD = st.lists(
    st.sampled_from(["\ud83d", "\ude00", "\udcff", "\\", "u", "dcff", "U", "\U0001f600", "x"]), max_size=6
).map("".join)


@given(_ODD | st.text(), _ODD | st.text())
def test_different_texts_stay_different(text: str, other: str) -> None:
    valid(text).encode("utf-8")
    assert (valid(text) == valid(other)) == (text == other)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a\\b", "a\\b"),
        (r"\udcf", r"\udcf"),
        (r"\xff", r"\xff"),
        ("\udcff", r"\udcff"),
        (r"\udcff", r"\\udcff"),
        (r"\\udcff", r"\\\\udcff"),
        ("c:\\a\udce9", r"c:\\a\udce9"),
        ("\U0001f600", "\U0001f600"),
        ("\ud83d\ude00", r"\ud83d\ude00"),
    ],
)
def test_bytes_that_are_no_utf_8_are_text_in_json(name: str, written: str) -> None:
    score = Score(0.5, 0.25, 0.3, Counts(4, 3, 2), name)
    of_measure = literal_result([Estimate(0.5, 0.4, 0.6)] * 3, [score])
    report = report_of(Options(data=name), {name: {"ROUGE-L": of_measure}}, (f"note on {name}",))
    comparisons = [COMPARISON._replace(system=name, baseline=name)]
    document = _strictly(render(report, "json", details=True, comparisons=comparisons))
    row, last = map(_strictly, render(report, "jsonl", comparisons=comparisons).splitlines())
    assert document["options"]["data"] == written
    assert document["notes"] == [f"note on {written}"]
    ((system, measures),) = document["systems"].items()
    names = [system, measures["ROUGE-L"]["scores"][0]["evaluation"], row["system"], row["evaluation"]]
    names += (one[name] for one in (document["comparisons"][0], last) for name in ("system", "baseline"))
    assert names == [written] * 8


def test_json_lines() -> None:
    nasty = nasty_report()
    text = render(nasty, "jsonl", comparisons=[COMPARISON])
    assert text.isascii()
    *rows, last = map(_strictly, text.splitlines())
    for row in (*rows, last):
        _LINE.validate(row)
    assert [(row["system"], row["measure"], row["evaluation"], row["f"]) for row in rows] == [
        (_NASTY_IN_JSON.get(system, system), measure, score.evaluation, score.f)
        for system, results in nasty.systems.items()
        for measure, result in results.items()
        for score in result.scores
    ]
    assert {row["type"] for row in rows} == {"score"}
    assert rows[0]["model_count"] == next(iter(nasty.systems.values()))["ROUGE-1"].scores[0].counts.model
    of_last = [last[name] for name in ("type", "system", "baseline", "evaluations")]
    assert of_last == ["comparison", "a", "=b", 7]
    assert not _LINE.is_valid({**last, "type": "score"})


@pytest.mark.parametrize("choices", [{"counting": 1, "beta": "ratio"}, {"jackknife": True, "beta": 2}])
def test_the_measures_of_papers_are_to_the_schema(choices: dict[str, Any]) -> None:
    """MEAD's has a fourth count, of the hits in the peer; others have none."""
    options = Options(mead=True, resamples=2, **choices)
    report = evaluate([Evaluation.of_texts("1", {"S": "a b\nc d"}, ["a b c d", "x"])], options)
    document = json.loads(render(report, "json", details=True))
    _REPORT.validate(document)
    assert document["options"]["beta"] == options.beta
    results = document["systems"]["S"]
    for of_measure in (results["ROUGE-MEAD"], results["ROUGE-MEAD"]["scores"][0]):
        assert [of_measure[f"{part}_count"] for part in ("hit", "peer_hit")] == [2, 4]
    assert "peer_hit_count" not in results["ROUGE-L"]
    for line in render(report, "jsonl").splitlines():
        _LINE.validate(json.loads(line))


_COLUMNS = "system,measure,statistic,value,low,high,evaluations,baseline,p,p_corrected"


def _rows(text: str, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True))


def test_csv() -> None:
    report = report_of(Options(), {"-x": {"ROUGE-L": result(0.5, 0.25, 0.7654321)}})
    assert render(report, "csv", comparisons=[COMPARISON]).split("\n") == [
        _COLUMNS,
        "'-x,ROUGE-L,R,0.5,0.4,0.6,1,,,",
        "'-x,ROUGE-L,P,0.25,0.15,0.35,1,,,",
        "'-x,ROUGE-L,F,0.7654321,0.6654321,0.8654320999999999,1,,,",
        "a,ROUGE-1,difference_R,0.1,0.05,0.15,7,'=b,1e-05,2e-05",
        "a,ROUGE-1,difference_P,-0.5,-0.75,-0.25,7,'=b,0.5,nan",
        "a,ROUGE-1,difference_F,-0.012344,-0.03,0.011,7,'=b,0.0312,0.0936",
        "",
    ]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("plain-2.0", "plain-2.0"),
        ("it's", "it's"),
        # Spreadsheets take the wide characters for the narrow ones.
        *((f"{first}1", f"'{first}1") for first in "=+-@＝＋－＠"),
        ("'=1", "''=1"),
        ("'", "''"),
        ("a\x1b", r"a\x1b"),
        (r"a\x1b", r"a\\x1b"),
        (r"a\\x1b", r"a\\\\x1b"),
        ("a\n", r"a\n"),
        ("a\\\n", r"a\\\n"),
        ("\udcff", r"\udcff"),
        (r"\udcff", r"\\udcff"),
    ],
)
def test_names_that_are_escaped_stay_different(name: str, written: str) -> None:
    comparison = COMPARISON._replace(system=name, baseline=name)
    report = report_of(Options(), {name: {"ROUGE-L": result(0.5, 0.25, 0.3)}})
    rows = _rows(render(report, "csv", comparisons=[comparison]))[1:]
    assert [(row[0], row[7]) for row in rows] == [(written, "")] * 3 + [(written, written)] * 3


def test_pooled_counts_in_csv() -> None:
    report = two(Options(max_ngram=1, counting=2))
    assert render(report, "csv").split("\n")[:4] == [
        _COLUMNS,
        "a,ROUGE-1,model_count,4,,,1,,,",
        "a,ROUGE-1,peer_count,3,,,1,,,",
        "a,ROUGE-1,hit_count,2,,,1,,,",
    ]


def test_tsv_has_the_rows_of_csv() -> None:
    nasty = nasty_report()
    comparisons = [COMPARISON]
    by_commas = _rows(render(nasty, "csv", comparisons=comparisons))
    by_tabs = _rows(render(nasty, "tsv", comparisons=comparisons), "\t")
    assert by_tabs == by_commas
    assert len(by_tabs) == 1 + 3 * 2 * len(NASTY) + 3


@given(st.lists(st.text(), min_size=1, max_size=4, unique=True))
@settings(max_examples=50)
def test_whatever_the_names_a_row_is_a_line_and_no_formula(names: list[str]) -> None:
    systems = {name: {"ROUGE-1": result(0.5, 0.25, 0.3)} for name in names}
    report = report_of(Options(max_ngram=1), systems)
    for format, separator in (("csv", ","), ("tsv", "\t")):
        text = render(report, format)
        lines = text.split("\n")
        assert len(lines) == 1 + 3 * len(names) + 1
        assert len({row[0] for row in _rows(text, separator)[1:]}) == len(names)
        for line in lines[1:-1]:
            assert line.replace("\t", "").isprintable()
            (row,) = _rows(line, separator)
            assert len(row) == 10
            assert not row[0].startswith(tuple("=+-@\t\r＝＋－＠"))
        if format == "tsv":
            assert {line.count("\t") for line in lines[:-1]} == {9}


def test_not_a_number_in_csv() -> None:
    report = report_of(Options(), {"S": {"ROUGE-L": result(nan, inf, -inf)}})
    assert [row[3] for row in _rows(render(report, "csv"))[1:]] == ["nan", "inf", "-inf"]
