"""Files of scores: each format by name and content, and what is refused, in one line each."""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import rouge_cli
from rouge_cli import InputError, OptionError
from rouge_cli.correlation.outcomes import Cell
from rouge_cli.correlation.score_formats import read_scores

from ..support.files import write


def _rows(cells: list[Cell]) -> str:
    """Return the cells in short: `system|evaluation|name|score` with `; ` between them."""
    return "; ".join(f"{one.system}|{one.evaluation}|{one.name}|{one.value:g}" for one in cells)


def _read(folder: Path, name: str, text: str, **asked: Any) -> list[Cell]:
    write(folder, {name: text})
    return read_scores(folder / name, **asked)


def _jsonl(*objects: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(one)}\n" for one in objects)


_REPORT = (
    "system,measure,statistic,value,low,high,evaluations,baseline,p,p_corrected,evaluation\n"
    "'=1,ROUGE-1,R,0.25,0,1,1,,,,d1\n'=1,ROUGE-1,F,0.5,0,1,1,,,,d1\na\\\\b,ROUGE-1,F,0.75,0,1,1,,,,d1\n"
)
_REPORT_LINES = _jsonl(
    {"type": "score", "system": "1", "measure": "ROUGE-2", "evaluation": "d", "recall": 0.5, "f": 0.25},
    {"type": "comparison", "system": "1", "baseline": "2", "measure": "ROUGE-2"},
)
_SACREROUGE: dict[str, Any] = {"instance_id": "d1", "summarizer_id": "s1"}
_SUMMEVAL: dict[str, Any] = {"id": "e1", "model_id": "M11", "decoded": "a", "references": ["b", "c"]}
_EXPERTS = [{"coherence": 2, "relevance": 1}, *[{"coherence": 1, "relevance": 2}] * 2]
_TURKERS = [{"coherence": 3, "relevance": 4}] * 5
_METRICS = {"rouge": {"rouge_1_f_score": 0.25}, "supert": [0.5], "kind": "x"}
_ROSE = [
    {
        "example_id": id,
        "annotations": {
            "bart": {"acu_labels": [1, 0], "acu": acu, "prior": [3, 4]},
            "t5": {"acu_labels": [0, 0], "acu": 0.0, "prior": [2, 2]},
        },
        "system_outputs": {"bart": "x", "t5": "y"},
    }
    for id, acu in (("e1", 0.5), ("e2", 0.25))
]
_OF_ROSE = "; ".join(
    f"bart|{id}|acu|{acu}; bart|{id}|prior|3.5; t5|{id}|acu|0; t5|{id}|prior|2"
    for id, acu in (("e1", 0.5), ("e2", 0.25))
)
_WMT = "METRIC\tLP\tTESTSET\tSYSTEM\tSCORE\nBLEU\tcs-en\tnews\tuedin\t0.5\nTER\tcs-en\tnews\tuedin\t-0.25\n"


def _see(width: int, header: int, id: int, coverage: int) -> str:
    """Return a table of SEE of so many columns."""
    text = "some header\n" * header
    for document, system, score in (("AP88", "19", "0.25"), ("-", "B", "0.5")):
        cells = ["9"] * width
        cells[0], cells[2], cells[id], cells[coverage] = "D061", document, system, score
        text += " ".join(cells) + "\n"
    return text


_OF_SEE = "19|D061.AP88|coverage|0.25; B|D061|coverage|0.5"
_JUDGED = "jackknifed_pyramid|0.29; {0}|linguistic_quality|3; {0}|responsiveness|2"
_PYRAMID = "modified_pyramid|0.31; {0}|scus|4; {0}|repetitions|1; {0}|" + _JUDGED
_OF_TAC = ("12|D1|" + _PYRAMID).format("12|D1")
_OF_PEOPLE = ("A|D1|scus|4; {0}|" + _JUDGED).format("A|D1").replace("|4", "|0.31")

_FILES = {
    "a header names the scores": (
        *("a.csv", "system,evaluation,x,y\ns1,d1,0.5,3\ns1,d2,,4\n"),
        "s1|d1|x|0.5; s1|d1|y|3; s1|d2|x|nan; s1|d2|y|4",
    ),
    "tabs": ("a.tsv", "system\tevaluation\tx\ns1\td1\t1e-1\n", "s1|d1|x|0.1"),
    "semicolons": ("a.txt", "Evaluation;System;x\r\nd1;s1;.1\r\n", "s1|d1|x|0.1"),
    "quotes": ("a.csv", '\ufeff"system","evaluation","x"\n"s1"," d1 ","0.1"\n', "s1|d1|x|0.1"),
    "blank lines": ("a.csv", "system,evaluation,x\n\n s1,d1,0.1\n\n", "s1|d1|x|0.1"),
    "whole systems": ("a.csv", "system,x\ns1,2\n", "s1|None|x|2"),
    "our report": ("a.csv", _REPORT, "=1|d1|ROUGE-1|0.5; a\\b|d1|ROUGE-1|0.75"),
    "our lines": (
        "a.jsonl",
        _jsonl({"system": "s1", "evaluation": 7, "x": 0.5, "y": {"z": [1, 2]}}, {"system": 2, "x": None}),
        "s1|7|x|0.5; s1|7|y_z|1.5; 2|None|x|nan",
    ),
    "an object over several lines": (
        *("a.jsonl", '{"system": "s1",\n "x": 1}\n\n{"system": "s2",\n "x": 2}\n'),
        "s1|None|x|1; s2|None|x|2",
    ),
    "lines of our report": ("a.jsonl", _REPORT_LINES, "1|d|ROUGE-2|0.25"),
    "sacrerouge": (
        "metrics.jsonl",
        _jsonl(
            *(_SACREROUGE | {"metrics": of} for of in ({"r": {"p": 12.5, "r": 50}}, {"coverage": [4, 3]}))
        ),
        "s1|d1|r_p|12.5; s1|d1|r_r|50; s1|d1|coverage|3.5",
    ),
    "summeval": (
        "model_annotations.aligned.jsonl",
        _jsonl(_SUMMEVAL | {"expert_annotations": _EXPERTS, "turker_annotations": _TURKERS}),
        "M11|e1|expert_coherence|1.33333; M11|e1|expert_relevance|1.66667;"
        " M11|e1|turker_coherence|3; M11|e1|turker_relevance|4",
    ),
    "metrics of summeval": (
        "model_annotations.aligned.scored.jsonl",
        _jsonl(_SUMMEVAL | {"expert_annotations": [{"relevance": 2}], "metric_scores_1": _METRICS}),
        "M11|e1|expert_relevance|2; M11|e1|metric_scores_1_rouge_rouge_1_f_score|0.25;"
        " M11|e1|metric_scores_1_supert|0.5",
    ),
    "rose": ("cnndm.jsonl", _jsonl(*_ROSE), _OF_ROSE),
    "rose as a list": ("cnndm.jsonl", json.dumps(_ROSE, indent=1), _OF_ROSE),
    "segments in blocks": (
        *("en-de.mqm.seg.score", "sysA\t-1.5\nsysA\tNone\nsys B\t-2\nsys B\t0\n"),
        "sysA|1|en-de.mqm|-1.5; sysA|2|en-de.mqm|nan; sys B|1|en-de.mqm|-2; sys B|2|en-de.mqm|0",
    ),
    "systems": ("BLEU-A.sys.score", "a\t31.5\nb\t29\n", "a|None|BLEU-A|31.5; b|None|BLEU-A|29"),
    "wmt": ("wmt.txt", _WMT, "uedin|None|BLEU|0.5; uedin|None|TER|-0.25"),
    "wmt of two languages": (
        *("wmt.txt", f"{_WMT}BLEU\tde-en\tnews\tkit\t0.4\n"),
        "uedin|None|BLEU cs-en news|0.5; uedin|None|TER cs-en news|-0.25; kit|None|BLEU de-en news|0.4",
    ),
    "tac 2008": ("manual.peer", "D1 12 0.31 4 1 9 0.29 3 2\n", _OF_TAC),
    "tac 2009": ("UpdateSumm09_manual.peer.B", "D1   12 0.31 4 1 9 9 0.29 3 2\n", _OF_TAC),
    "people of tac 2008": ("manual.model", "D1 A 0.31 9 0.29 3 2\n", _OF_PEOPLE),
    "people of tac 2009": ("manual.model.A", "D1 A 0.31 9 9 0.29 3 2\n", _OF_PEOPLE),
    "pyramids": ("duc2006_modified_scores.txt", "D1 12 0.31\n", "12|D1|modified_pyramid|0.31"),
    "duc 2005": (
        *("content.table", "header\n" * 6 + "D1 x A 12 4\nD1 x B C 5\n"),
        "12|D1|score|4; C|D1|score|5",
    ),
    "quality of duc 2005": (
        *("linguistic_quality.table", "header\n" * 7 + "D1 x A 12 1 4\nD1 x A 12 2 3\n"),
        "12|D1|quality_1|4; 12|D1|quality_2|3",
    ),
    "duc 2002": ("see.txt", _see(33, 37, 8, 27), _OF_SEE),
    "duc 2003": ("see.txt", _see(34, 0, 8, 28), _OF_SEE),
    "duc 2004": ("see.txt", _see(23, 34, 7, 20), _OF_SEE),
}


@pytest.mark.parametrize(("name", "text", "rows"), _FILES.values(), ids=_FILES)
def test_formats_are_told_by_name_and_content(name: str, text: str, rows: str, tmp_path: Path) -> None:
    assert _rows(_read(tmp_path, name, text)) == rows


def test_figures_of_our_reports_and_formats_can_be_named(tmp_path: Path) -> None:
    assert _rows(_read(tmp_path, "a.csv", _REPORT, figure="recall")) == "=1|d1|ROUGE-1|0.25"
    assert _rows(_read(tmp_path, "a.jsonl", _REPORT_LINES, figure="R")) == "1|d|ROUGE-2|0.5"
    cells = _read(tmp_path, "r.txt", "D100 9 17 9 3 9 4\n", format="duc-2003-responsiveness")
    assert _rows(cells) == "17|D100|responsiveness_1|3; 17|D100|responsiveness_2|4"
    with pytest.raises(OptionError, match="no format 'xls'; there are: csv"):
        _read(tmp_path, "a.csv", "system,x\ns,1\n", format="xls")


@pytest.mark.parametrize(
    ("name", "text", "people"),
    [
        ("a.csv", "system,evaluation,person,x\nA,d1,yes,1\ns1,d1,no,2\ns2,d1,,3\n", {"A"}),
        ("a.jsonl", _jsonl({"system": 2, "x": 1, "person": True}, {"system": 3, "x": 1}), {"2"}),
        (
            "metrics.jsonl",
            _jsonl(
                _SACREROUGE | {"summarizer_type": "peer", "metrics": {"x": 1}},
                _SACREROUGE | {"summarizer_id": "A", "summarizer_type": "reference", "metrics": {"x": 1}},
            ),
            {"A"},
        ),
        ("manual.peer", "D1 12 0.3 4 1 9 0.2 3 2\n", set()),
        ("manual.model", "D1 A 4 9 0.2 3 2\n", {"A"}),
        ("content.table", "header\n" * 6 + "D1 x A 12 4\nD1 x B C 5\n", {"C"}),
        ("see.txt", _see(33, 37, 8, 27), {"B"}),
    ],
)
def test_people_are_known(name: str, text: str, people: set[str], tmp_path: Path) -> None:
    assert {cell.system for cell in _read(tmp_path, name, text) if cell.is_person} == people


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        ("a.csv", "system,evaluation,x\ns1,d1,high\n", ["line 2, system s1", "'high'", "number"]),
        ("a.csv", "system,evaluation,x\ns1,d1,1e999\n", ["line 2, system s1", "finite"]),
        ("a.csv", "system,evaluation,x\ns1,d1,1_0\n", ["line 2, system s1", "number"]),
        ("a.csv", 'system;evaluation;x\ns1;d1;"0,5"\n', ["line 2, system s1", "'0,5'"]),
        ("a.csv", "system,evaluation,x\ns1,d1\n", ["line 2, system s1", "2 columns", "header has 3"]),
        ("a.csv", "system,evaluation,x\ns1\n", ["line 2, system s1", "1 column, where"]),
        ("a.csv", "system,evaluation,x\ns1,d1,1,2\n", ["line 2, system s1", "4 columns"]),
        ("a.csv", "system,evaluation,x\n,d1,1\n", ["line 2: the system has no ID"]),
        ("a.csv", "system,evaluation,x\ns1,,1\n", ["line 2, system s1: the evaluation has no ID"]),
        ("a.csv", "model,evaluation,x\ns1,d1,1\n", ["line 1", "no column 'system'", "model"]),
        ("a.csv", "system,evaluation\ns1,d1\n", ["line 1", "no column with scores"]),
        ("a.csv", "system,evaluation,x,x\ns1,d1,1,2\n", ["line 1", "two columns 'x'"]),
        ("a.csv", "system,evaluation,,x\ns1,d1,1,2\n", ["line 1", "column 3 has no name"]),
        ("a.csv", "system,evaluation,person,x\ns1,d1,maybe,2\n", ["line 2, system s1", "'maybe'"]),
        ("a.csv", 'system,evaluation,x\ns1,d1,"1\n', ["malformed"]),
        ("a.csv", "system,evaluation,x\n", ["no score in it"]),
        ("a.csv", "system,measure,statistic,value\ns1,ROUGE-1,F,1\n", ["line 1", "averages", "jsonl"]),
        (
            "a.csv",
            "system,evaluation,measure,statistic,value\ns1,d1,x,Q,1\n",
            ["line 2, system s1", "'Q' is"],
        ),
        ("a.jsonl", '{"system": "s1", "evaluation": "d1", "x": "much"}', ["line 1, system s1", "'much'"]),
        ("a.jsonl", '{"system": "s1", "evaluation": "d1", "x": true}', ["line 1, system s1", "True"]),
        ("a.jsonl", '{"system": "s1", "evaluation": "d1", "x": NaN1}', ["line 1", "no JSON"]),
        (
            "a.jsonl",
            '{"system": "s1", "x": 1}\n{"system": "s2", "x": 1, "x": 2}',
            ["line 2", "two fields 'x'"],
        ),
        ("a.jsonl", '{"evaluation": "d1", "x": 1}', ["line 1", "no field 'system'"]),
        ("a.jsonl", '{"system": ["s1"], "evaluation": "d1", "x": 1}', ["line 1", "'system'"]),
        ("a.jsonl", '{"system": "s1", "evaluation": "d1", "x": 1}\n7', ["line 2", "no object"]),
        ("a.jsonl", '[{"system": "s1", "x": 1},\n7]', ["line 2", "no object"]),
        ("a.jsonl", '[{"system": "s1", "x": 1},\n{"x"]', ["line 2", "no JSON"]),
        ("a.jsonl", '{"summarizer_id": "s1", "instance_id": "d1"}', ["line 1, system s1", "'metrics'"]),
        ("a.jsonl", _jsonl(_SACREROUGE | {"summarizer_type": "x"}), ["line 1, system s1", "'x'"]),
        ("a.jsonl", '{"id": "d1", "model_id": "M1", "expert_annotations": 3}', ["line 1, system M1", "list"]),
        ("a.jsonl", '{"example_id": "e", "annotations": {"bart": 1}}', ["line 1, system bart", "object"]),
        ("a.jsonl", '{"system": "s1", "evaluation": "d1", "person": 2, "x": 1}', ["system s1", "'person'"]),
        ("a.jsonl", '{"system": "s1", "x": ' + "9" * 400 + "}", ["line 1, system s1", "finite"]),
        ("x.seg.score", "a\t1\na\t2\nb\t1\n", ["line 3, system b", "1 line, where", "None"]),
        ("x.seg.score", "a\t1\nb\t1\na\t2\nb\t2\n", ["line 3, system a", "second block"]),
        ("x.seg.score", "a 1\n", ["line 1", "tab"]),
        ("x.seg.score", "a\tx\n", ["line 1, system a", "'x'"]),
        ("wmt.txt", _WMT + "BLEU\tde-en\tnews\tkit\n", ["line 4, system kit: 4 columns"]),
        ("manual.peer", "D1 12 0.3 4\n", ["line 1, system 12", "4 columns", "9 are wanted"]),
        ("manual.peer", "D1 12 0.3 x 1 9 0.2 3 2\n", ["line 1, system 12", "scus", "'x'"]),
        ("a.table", "header\n", ["no score in it"]),
        ("odd.txt", "what is this\n", ["no format is known", "`format`", "`columns`"]),
    ],
)
def test_faults_are_named_in_one_line(name: str, text: str, parts: list[str], tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        _read(tmp_path, name, text)
    message = str(raised.value)
    assert "\n" not in message
    assert [part for part in [name, *parts] if part not in message] == [], message


_OF_D1 = "s1|D1|x|0.5"
_RATINGS = "model,doc,part,rating,note\nS,1,a,3.5,x\n"
_OF_RATINGS = "S|1.a|overall|3.5"
_WIDE = "doc,part,one,two\n1,a,3,4\n2,b,,5\n"


@pytest.mark.parametrize(
    ("name", "text", "columns", "skip", "rows"),
    [
        ("x", "heads\nD1 s1 a 0.5\n", "system=1,evaluation=0,x=3", 1, _OF_D1),
        ("x", "D1\ts1\ta b\t0.5\n", "system=1,evaluation=0,x=3", 0, _OF_D1),
        ("x.csv", 'System,Doc,Score\n"s1",D1,0.5\n', "system=0,evaluation=1,x=2", 1, _OF_D1),
        ("x", "D1 7 s1 0.5\n", "system=2,evaluation=0+1,x=3", 0, "s1|D1.7|x|0.5"),
        ("x", "D1 7 s1 0.5\n", "system=2,x=3", 0, "s1|None|x|0.5"),
        ("x", "D1 yes s1 0.5\n", "system=2,evaluation=0,person=1,x=3", 0, _OF_D1),
        # Names of a header; other columns are not read.
        ("x", f"a line\n{_RATINGS}", "system=model,evaluation=doc+part,overall=rating", 1, _OF_RATINGS),
        ("x", _RATINGS.replace(",", ";"), "system=model,evaluation=doc+part,overall=rating", 0, _OF_RATINGS),
        ("x", _RATINGS.replace(",", "\t"), "system=model,evaluation=doc+part,overall=rating", 0, _OF_RATINGS),
        # A column for each system.
        (
            *("x", _WIDE, "evaluation=doc+part,systems=y", 0),
            "one|1.a|y|3; two|1.a|y|4; one|2.b|y|nan; two|2.b|y|5",
        ),
        ("x", "0\tA\n7\t1\n", "evaluation=0,systems=y", 0, "A|7|y|1"),
    ],
)
def test_any_table_by_its_columns(
    name: str, text: str, columns: str, skip: int, rows: str, tmp_path: Path
) -> None:
    assert _rows(_read(tmp_path, name, text, columns=columns, skip_lines=skip)) == rows


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        (_RATINGS, "system=model,overall=x", r"line 1: no column 'x' among model, .*check `columns`"),
        (_WIDE, "evaluation=day,systems=y", "line 1: no column 'day' among doc, part, one, two"),
        (_WIDE, "evaluation=doc,systems=y", "line 2, system part: y is 'a', no number"),
        ("doc\n1\n", "evaluation=doc,systems=y", "line 1: no column with scores"),
        ("doc,a,a\n1,2,3\n", "evaluation=doc,systems=y", "line 1: two columns 'a'"),
        ("doc,a,b\n1,2\n", "evaluation=doc,systems=y", "line 2: 2 columns, where the header has 3"),
        ("doc;a;b\n1;3,5;2\n", "evaluation=doc,systems=y", "line 2, system a: y is '3,5', no number"),
        (_REPORT_LINES, "system=0,y=1", "x.csv: JSON, and `columns` is for tables; drop it, or write"),
        (json.dumps(_ROSE, indent=1), "evaluation=doc,systems=y", "x.csv: JSON, and `columns` is for tables"),
    ],
)
def test_columns_that_are_not_there(text: str, columns: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        _read(tmp_path, "x.csv", text, columns=columns)


@pytest.mark.parametrize(
    ("columns", "part"),
    [
        ("system=1,x", "'x'"),
        ("system=1,x=", "'x='"),
        ("evaluation=0,x=2", "system is missing"),
        ("system=1,evaluation=0", "no score"),
        ("system=1,x=2,x=3", "twice"),
        ("system=1+2,x=3", "only the evaluation"),
        ("systems=x", "goes with evaluation=COLUMN, and with nothing else"),
        ("evaluation=doc,systems=x,y=2", "goes with evaluation=COLUMN, and with nothing else"),
    ],
)
def test_odd_columns_are_refused(columns: str, part: str) -> None:
    with pytest.raises(OptionError, match=part):
        read_scores("none", columns=columns)


class _Alarm:
    """An object whose pickle would tell that it was loaded."""

    def __reduce__(self) -> tuple[object, ...]:
        return exec, ("raise SystemExit('loaded')",)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(("name", "value"), [("scores.csv", _Alarm()), ("scores.pkl", {"s": 0.5})])
def test_pickles_are_refused_unread(name: str, value: object, protocol: int, tmp_path: Path) -> None:
    write(tmp_path, {name: pickle.dumps(value, protocol)})
    with pytest.raises(InputError, match=rf"{name}: a pickle.* write it as csv"):
        read_scores(tmp_path / name)


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    write(tmp_path, {"a.seg.score.gz": gzip.compress(b"s\t1\n")})
    assert _rows(read_scores(str(tmp_path / "a.seg.score.gz"))) == "s|1|a|1"


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"PK\x03\x04rest", "no text"),
        (b"system,x\ns1,\xff\n", "line 2: not UTF-8"),
        (b"", r"a\.csv: empty; a file of scores was expected"),
        (b" \n\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (gzip.compress(b"\n", mtime=0), "empty"),
        (gzip.compress(b"system,x\ns,1\n", mtime=0)[:-9], r"a\.csv: cannot be unzipped"),
    ],
)
def test_files_that_are_no_text_are_refused(data: bytes, part: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.csv": data})
    with pytest.raises(InputError, match=part):
        read_scores(tmp_path / "a.csv")


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
        read_scores(tmp_path / "none.csv")
    with pytest.raises(InputError, match="a folder; name the file of scores in it"):
        read_scores(tmp_path)


def test_names_are_taken_and_others_not_looked_at(tmp_path: Path) -> None:
    write(tmp_path, {"a.csv": "system,evaluation,comment,x\ns1,d1,nice,0.5\n"})
    for names in ("x", ["x"]):
        assert _rows(rouge_cli.read_scores(tmp_path / "a.csv", names)) == "s1|d1|x|0.5"
    with pytest.raises(InputError, match="no score 'y'; there are: comment, x"):
        read_scores(tmp_path / "a.csv", ["y"])
