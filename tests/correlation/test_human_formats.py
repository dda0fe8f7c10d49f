"""Files of scores: each format by name and content, and what is refused, in one line each."""

from __future__ import annotations

import gzip
import json
import pickle
from math import isnan
from pathlib import Path

import pytest

import rouge_cli
from rouge_cli import InputError, OptionError
from rouge_cli.correlation.outcomes import Cell
from rouge_cli.correlation.score_formats import open_scores, read_scores

from ..support.files import write

_Row = tuple[str, str | None, str, float]


def _rows(cells: list[Cell]) -> list[_Row]:
    return [(cell.system, cell.evaluation, cell.name, cell.value) for cell in cells]


def _read(folder: Path, name: str, text: str, **asked: object) -> list[Cell]:
    write(folder, {name: text})
    return read_scores(str(folder / name), **asked)  # type: ignore[arg-type]


def _assert_refused(folder: Path, name: str, text: str, parts: list[str]) -> None:
    """Fails unless one line names the file and has all the parts."""
    with pytest.raises(InputError) as raised:
        _read(folder, name, text)
    message = str(raised.value)
    assert "\n" not in message
    for part in [name, *parts]:
        assert part in message


def _people(cells: list[Cell]) -> set[str]:
    return {cell.system for cell in cells if cell.is_person}


class TestSeparated:
    def test_a_header_names_the_scores(self, tmp_path: Path) -> None:
        text = "system,evaluation,coverage,fluency\ns1,d1,0.5,3\ns1,d2,,4\n"
        cells = _read(tmp_path, "human.csv", text)
        assert _rows(cells[:2]) == [("s1", "d1", "coverage", 0.5), ("s1", "d1", "fluency", 3.0)]
        assert isnan(cells[2].value)
        assert cells[2].place == f"{tmp_path / 'human.csv'}, line 3"

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("a.tsv", "system\tevaluation\tx\ns1\td1\t1e-1\n"),
            ("a.txt", "Evaluation;System;x\r\nd1;s1;.1\r\n"),
            ("a.csv", '\ufeff"system","evaluation","x"\n"s1"," d1 ","0.1"\n'),
            ("a.csv", "system,evaluation,x\n\n s1,d1,0.1\n\n"),
        ],
    )
    def test_tabs_semicolons_quotes_and_marks_of_order(self, name: str, text: str, tmp_path: Path) -> None:
        assert _rows(_read(tmp_path, name, text)) == [("s1", "d1", "x", 0.1)]

    def test_without_evaluations_scores_are_of_systems(self, tmp_path: Path) -> None:
        assert _rows(_read(tmp_path, "a.csv", "system,x\ns1,2\n")) == [("s1", None, "x", 2.0)]

    def test_a_column_tells_people(self, tmp_path: Path) -> None:
        text = "system,evaluation,person,x\nA,d1,yes,1\ns1,d1,no,2\ns2,d1,,3\n"
        assert _people(_read(tmp_path, "a.csv", text)) == {"A"}

    def test_our_report_with_a_column_of_evaluations(self, tmp_path: Path) -> None:
        text = (
            "system,measure,statistic,value,low,high,evaluations,baseline,p,p_corrected,evaluation\n"
            "'=1,ROUGE-1,R,0.25,0,1,1,,,,d1\n'=1,ROUGE-1,F,0.5,0,1,1,,,,d1\na\\\\b,ROUGE-1,F,0.75,0,1,1,,,,d1\n"
        )
        assert _rows(_read(tmp_path, "a.csv", text)) == [
            ("=1", "d1", "ROUGE-1", 0.5),
            ("a\\b", "d1", "ROUGE-1", 0.75),
        ]
        assert _rows(_read(tmp_path, "a.csv", text, figure="recall")) == [("=1", "d1", "ROUGE-1", 0.25)]

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("system,evaluation,x\ns1,d1,high\n", ["line 2, system s1", "'high'", "number"]),
            ("system,evaluation,x\ns1,d1,1e999\n", ["line 2, system s1", "finite"]),
            ("system,evaluation,x\ns1,d1,1_0\n", ["line 2, system s1", "number"]),
            ('system;evaluation;x\ns1;d1;"0,5"\n', ["line 2, system s1", "'0,5'"]),
            ("system,evaluation,x\ns1,d1\n", ["line 2, system s1", "2 columns", "header has 3"]),
            ("system,evaluation,x\ns1\n", ["line 2, system s1", "1 column, where"]),
            ("system,evaluation,x\ns1,d1,1,2\n", ["line 2, system s1", "4 columns"]),
            ("system,evaluation,x\n,d1,1\n", ["line 2: the system has no ID"]),
            ("system,evaluation,x\ns1,,1\n", ["line 2, system s1: the evaluation has no ID"]),
            ("model,evaluation,x\ns1,d1,1\n", ["line 1", "no column 'system'", "model"]),
            ("system,evaluation\ns1,d1\n", ["line 1", "no column with scores"]),
            ("system,evaluation,x,x\ns1,d1,1,2\n", ["line 1", "two columns 'x'"]),
            ("system,evaluation,,x\ns1,d1,1,2\n", ["line 1", "column 3 has no name"]),
            ("system,evaluation,person,x\ns1,d1,maybe,2\n", ["line 2, system s1", "'maybe'"]),
            ('system,evaluation,x\ns1,d1,"1\n', ["malformed"]),
            ("system,evaluation,x\n", ["no score in it"]),
            ("system,measure,statistic,value\ns1,ROUGE-1,F,1\n", ["line 1", "averages", "jsonl"]),
            (
                "system,evaluation,measure,statistic,value\ns1,d1,x,Q,1\n",
                ["line 2, system s1", "'Q' is none of R"],
            ),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, parts: list[str], tmp_path: Path) -> None:
        _assert_refused(tmp_path, "bad.csv", text, parts)


class TestObjects:
    def test_our_own_lines(self, tmp_path: Path) -> None:
        lines = [
            {"system": "s1", "evaluation": 7, "x": 0.5, "y": {"z": [1, 2]}},
            {"system": 2, "evaluation": "d1", "x": None, "person": True},
        ]
        cells = _read(tmp_path, "a.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
        assert _rows(cells[:2]) == [("s1", "7", "x", 0.5), ("s1", "7", "y_z", 1.5)]
        assert (cells[2].system, isnan(cells[2].value), _people(cells)) == ("2", True, {"2"})

    def test_lines_of_our_report(self, tmp_path: Path) -> None:
        lines = [
            '{"type": "score", "system": "1", "measure": "ROUGE-2", "evaluation": "d", "recall": 0.5,'
            ' "precision": 0.25, "f": 0.33333, "model_count": 4, "peer_count": 8, "hit_count": 2}',
            '{"type": "comparison", "system": "1", "baseline": "2", "measure": "ROUGE-2"}',
        ]
        text = "\n".join(lines)
        assert _rows(_read(tmp_path, "a.jsonl", text)) == [("1", "d", "ROUGE-2", 0.33333)]
        assert _rows(_read(tmp_path, "a.jsonl", text, figure="recall")) == [("1", "d", "ROUGE-2", 0.5)]

    def test_sacrerouge(self, tmp_path: Path) -> None:
        text = (
            '{"instance_id": "d1", "summarizer_id": "s1", "summarizer_type": "peer",'
            ' "metrics": {"rouge-1_jk": {"precision": 12.5, "recall": 50}}}\n'
            '{"instance_id": "d1", "summarizer_id": "s1", "summarizer_type": "peer",'
            ' "metrics": {"coverage": [4, 3]}}\n'
            '{"instance_id": "d1", "summarizer_id": "A", "summarizer_type": "reference",'
            ' "metrics": {"coverage": 5}}\n'
        )
        cells = _read(tmp_path, "metrics.jsonl", text)
        assert _rows(cells) == [
            ("s1", "d1", "rouge-1_jk_precision", 12.5),
            ("s1", "d1", "rouge-1_jk_recall", 50.0),
            ("s1", "d1", "coverage", 3.5),
            ("A", "d1", "coverage", 5.0),
        ]
        assert _people(cells) == {"A"}

    def test_summeval(self, tmp_path: Path) -> None:
        line = {
            "id": "dm-test-1",
            "model_id": "M11",
            "decoded": "a summary",
            "references": ["one", "two"],
            "expert_annotations": [
                {"coherence": 2, "relevance": 1},
                {"coherence": 1, "relevance": 2},
                {"coherence": 1, "relevance": 2},
            ],
            "turker_annotations": [{"coherence": 3, "relevance": 4}] * 5,
        }
        cells = _read(tmp_path, "model_annotations.aligned.jsonl", json.dumps(line))
        assert _rows(cells) == [
            ("M11", "dm-test-1", "expert_coherence", pytest.approx(4 / 3, abs=1e-15)),
            ("M11", "dm-test-1", "expert_relevance", pytest.approx(5 / 3, abs=1e-15)),
            ("M11", "dm-test-1", "turker_coherence", 3.0),
            ("M11", "dm-test-1", "turker_relevance", 4.0),
        ]

    def test_scores_of_metrics_beside_the_annotations_of_summeval(self, tmp_path: Path) -> None:
        line = {
            "id": "dm-test-1",
            "model_id": "M11",
            "expert_annotations": [{"relevance": 2}],
            "metric_scores_1": {"rouge": {"rouge_1_f_score": 0.25}, "supert": [0.5], "kind": "x"},
        }
        cells = _read(tmp_path, "model_annotations.aligned.scored.jsonl", json.dumps(line))
        assert _rows(cells) == [
            ("M11", "dm-test-1", "expert_relevance", 2.0),
            ("M11", "dm-test-1", "metric_scores_1_rouge_rouge_1_f_score", 0.25),
            ("M11", "dm-test-1", "metric_scores_1_supert", 0.5),
        ]

    @pytest.mark.parametrize("as_list", [False, True])
    def test_rose(self, as_list: bool, tmp_path: Path) -> None:
        examples = [
            {
                "example_id": id,
                "annotations": {
                    "bart": {"acu_labels": [1, 0], "acu": acu, "normalized_acu": 0.4, "prior": [3, 4]},
                    "t5": {"acu_labels": [0, 0], "acu": 0.0, "normalized_acu": 0.0, "prior": [2, 2]},
                },
                "system_outputs": {"bart": "x", "t5": "y"},
            }
            for id, acu in (("e1", 0.5), ("e2", 0.25))
        ]
        text = json.dumps(examples, indent=1) if as_list else "\n".join(map(json.dumps, examples))
        cells = _read(tmp_path, "cnndm.jsonl", text)
        assert _rows(cells)[:3] == [
            ("bart", "e1", "acu", 0.5),
            ("bart", "e1", "normalized_acu", 0.4),
            ("bart", "e1", "prior", 3.5),
        ]
        assert _rows(cells)[6] == ("bart", "e2", "acu", 0.25)
        assert cells[6].place.endswith(", line 2") or as_list

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ('{"system": "s1", "evaluation": "d1", "x": "much"}', ["line 1, system s1", "'much'"]),
            ('{"system": "s1", "evaluation": "d1", "x": true}', ["line 1, system s1", "True"]),
            ('{"system": "s1", "evaluation": "d1", "x": NaN1}', ["line 1", "no JSON"]),
            ('{"evaluation": "d1", "x": 1}', ["line 1", "no field 'system'"]),
            ('{"system": ["s1"], "evaluation": "d1", "x": 1}', ["line 1", "'system'"]),
            ('{"system": "s1", "evaluation": "d1", "x": 1}\n7', ["line 2", "no object"]),
            ('[{"system": "s1", "x": 1},\n7]', ["line 2", "no object"]),
            ('[{"system": "s1", "x": 1},\n{"x"]', ["line 2", "no JSON"]),
            ('{"summarizer_id": "s1", "instance_id": "d1"}', ["line 1, system s1", "'metrics'"]),
            (
                '{"summarizer_id": "s1", "instance_id": "d1", "metrics": {}, "summarizer_type": "x"}',
                ["line 1, system s1", "'x'"],
            ),
            ('{"id": "d1", "model_id": "M1", "expert_annotations": 3}', ["line 1, system M1", "list"]),
            ('{"example_id": "e", "annotations": {"bart": 1}}', ["line 1, system bart", "object"]),
            ('{"system": "s1", "evaluation": "d1", "person": 2, "x": 1}', ["system s1", "'person'"]),
            ('{"system": "s1", "x": ' + "9" * 400 + "}", ["line 1, system s1", "finite"]),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, parts: list[str], tmp_path: Path) -> None:
        _assert_refused(tmp_path, "bad.jsonl", text, parts)


class TestWmt:
    def test_segments_are_numbered_in_blocks(self, tmp_path: Path) -> None:
        text = "sysA\t-1.5\nsysA\tNone\nsys B\t-2\nsys B\t0\n"
        cells = _read(tmp_path, "en-de.mqm.seg.score", text)
        assert _rows(cells)[0] == ("sysA", "1", "en-de.mqm", -1.5)
        assert (cells[1].evaluation, isnan(cells[1].value)) == ("2", True)
        assert _rows(cells)[2:] == [("sys B", "1", "en-de.mqm", -2.0), ("sys B", "2", "en-de.mqm", 0.0)]

    def test_systems(self, tmp_path: Path) -> None:
        assert _rows(_read(tmp_path, "BLEU-refA.sys.score", "a\t31.5\nb\t29\n")) == [
            ("a", None, "BLEU-refA", 31.5),
            ("b", None, "BLEU-refA", 29.0),
        ]

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("a\t1\na\t2\nb\t1\n", ["line 3, system b", "1 line, where", "None"]),
            ("a\t1\nb\t1\na\t2\nb\t2\n", ["line 3, system a", "second block"]),
            ("a 1\n", ["line 1", "tab"]),
            ("a\tx\n", ["line 1, system a", "'x'"]),
        ],
    )
    def test_odd_blocks_are_named(self, text: str, parts: list[str], tmp_path: Path) -> None:
        _assert_refused(tmp_path, "x.seg.score", text, parts)

    def test_nlp_williams(self, tmp_path: Path) -> None:
        head = "METRIC\tLP\tTESTSET\tSYSTEM\tSCORE\n"
        one = "BLEU\tcs-en\tnews\tuedin\t0.5\nTER\tcs-en\tnews\tuedin\t-0.25\n"
        assert _rows(_read(tmp_path, "wmt.txt", head + one)) == [
            ("uedin", None, "BLEU", 0.5),
            ("uedin", None, "TER", -0.25),
        ]
        other = "BLEU\tde-en\tnews\tkit\t0.4\n"
        assert _rows(_read(tmp_path, "wmt.txt", head + one + other))[2] == (
            "kit",
            None,
            "BLEU de-en news",
            0.4,
        )
        with pytest.raises(InputError, match=r"wmt\.txt, line 2, system kit: 4 columns"):
            _read(tmp_path, "wmt.txt", head + "BLEU\tde-en\tnews\tkit\n")


_PYRAMID = ("modified_pyramid", "scus", "repetitions")
_JUDGED = ("jackknifed_pyramid", "linguistic_quality", "responsiveness")


class TestTables:
    @pytest.mark.parametrize(
        ("name", "row", "names"),
        [
            ("manual.peer", "D0801A-A 12 {0} {1} {2} 9 {3} {4} {5}", (*_PYRAMID, *_JUDGED)),
            (
                "UpdateSumm09_manual.peer.B",
                "D0901A-B   12 {0} {1} {2} 9 9 {3} {4} {5}",
                (*_PYRAMID, *_JUDGED),
            ),
            ("manual.model", "D0801A-A A {0} 9 {1} {2} {3}", ("scus", *_JUDGED)),
            ("manual.model.A", "D0901A-A A {0} 9 9 {1} {2} {3}", ("scus", *_JUDGED)),
            ("duc2006_modified_scores.txt", "D0601 12 {0}", _PYRAMID[:1]),
        ],
    )
    def test_tac_and_pyramids(self, name: str, row: str, names: tuple[str, ...], tmp_path: Path) -> None:
        values = [0.31, 4, 1, 0.29, 3, 2][: len(names)]
        cells = _read(tmp_path, name, f"{row.format(*values)}\n")
        assert {cell.name: cell.value for cell in cells} == dict(zip(names, values, strict=True))
        assert cells[0].evaluation == row.split()[0]
        assert _people(cells) == ({"A"} if " A " in row else set())

    def test_duc_2005_to_2007(self, tmp_path: Path) -> None:
        table = "header\n" * 6 + "D0601 x A 12 4\nD0601 x B C 5\n"
        cells = _read(tmp_path, "content.table", table)
        assert _rows(cells) == [("12", "D0601", "score", 4.0), ("C", "D0601", "score", 5.0)]
        assert _people(cells) == {"C"}
        quality = "header\n" * 7 + "D0601 x A 12 1 4\nD0601 x A 12 2 3\n"
        assert _rows(_read(tmp_path, "linguistic_quality.table", quality)) == [
            ("12", "D0601", "quality_1", 4.0),
            ("12", "D0601", "quality_2", 3.0),
        ]

    @pytest.mark.parametrize(
        ("width", "header", "id", "coverage"), [(33, 37, 8, 27), (34, 0, 8, 28), (23, 34, 7, 20)]
    )
    def test_see_tables_are_told_by_their_columns(
        self, width: int, header: int, id: int, coverage: int, tmp_path: Path
    ) -> None:
        def row(document: str, system: str, score: str) -> str:
            cells = ["9"] * width
            cells[0], cells[2], cells[id], cells[coverage] = "D061", document, system, score
            return " ".join(cells) + "\n"

        text = "some header\n" * header + row("AP88", "19", "0.25") + row("-", "B", "0.5")
        cells = _read(tmp_path, "see.txt", text)
        assert _rows(cells) == [("19", "D061.AP88", "coverage", 0.25), ("B", "D061", "coverage", 0.5)]
        assert _people(cells) == {"B"}

    def test_duc_2003_responsiveness_is_named(self, tmp_path: Path) -> None:
        cells = _read(tmp_path, "r.txt", "D100 9 17 9 3 9 4\n", format="duc-2003-responsiveness")
        assert _rows(cells) == [
            ("17", "D100", "responsiveness_1", 3.0),
            ("17", "D100", "responsiveness_2", 4.0),
        ]

    @pytest.mark.parametrize(
        ("name", "text", "columns", "skip"),
        [
            ("x", "heads\nD1 s1 a 0.5\n", "system=1,evaluation=0,x=3", 1),
            ("x", "D1\ts1\ta b\t0.5\n", "system=1,evaluation=0,x=3", 0),
            ("x.csv", 'System,Doc,Score\n"s1",D1,0.5\n', "system=0,evaluation=1,x=2", 1),
        ],
    )
    def test_any_table_by_its_columns(
        self, name: str, text: str, columns: str, skip: int, tmp_path: Path
    ) -> None:
        write(tmp_path, {name: text})
        file = open_scores(str(tmp_path / name), columns=columns, skip_lines=skip)
        assert _rows(file.cells()) == [("s1", "D1", "x", 0.5)]

    def test_columns_can_be_joined_and_evaluations_left_out(self, tmp_path: Path) -> None:
        write(tmp_path, {"x": "D1 7 s1 0.5\n"})
        path = str(tmp_path / "x")
        assert _rows(open_scores(path, columns="system=2,evaluation=0+1,x=3").cells()) == [
            ("s1", "D1.7", "x", 0.5)
        ]
        assert open_scores(path, columns="system=2,x=3").cells()[0].evaluation is None

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    def test_columns_have_the_names_that_are_asked_for(self, tmp_path: Path, separator: str) -> None:
        """Other columns are not read."""
        rows = [["model", "doc", "part", "rating", "note"], ["S", "1", "a", "3.5", "x"]]
        path = tmp_path / "ratings.csv"
        path.write_text("a line\n" + "".join(f"{separator.join(row)}\n" for row in rows))
        columns = "system=model,evaluation=doc+part,overall=rating"
        assert _rows(open_scores(str(path), columns=columns, skip_lines=1).cells()) == [
            ("S", "1.a", "overall", 3.5)
        ]
        with pytest.raises(InputError, match=r"line 2: no column 'x' among model, .*check `columns`"):
            open_scores(str(path), columns="system=model,overall=x", skip_lines=1)

    @pytest.mark.parametrize(
        ("columns", "part"),
        [
            ("system=1,x", "'x'"),
            ("system=1,x=", "'x='"),
            ("evaluation=0,x=2", "system is missing"),
            ("system=1,evaluation=0", "no score"),
            ("system=1,x=2,x=3", "twice"),
            ("system=1+2,x=3", "only the evaluation"),
        ],
    )
    def test_odd_columns_are_refused(self, columns: str, part: str) -> None:
        with pytest.raises(OptionError, match=part):
            read_scores("none", columns=columns)

    @pytest.mark.parametrize(
        ("name", "text", "parts"),
        [
            ("manual.peer", "D1 12 0.3 4\n", ["line 1, system 12", "4 columns", "9 are wanted"]),
            ("manual.peer", "D1 12 0.3 x 1 9 0.2 3 2\n", ["line 1, system 12", "scus", "'x'"]),
            ("a.table", "header\n", ["no score in it"]),
            ("odd.txt", "what is this\n", ["no format is known", "`format`", "`columns`"]),
        ],
    )
    def test_what_is_wrong_is_named(self, name: str, text: str, parts: list[str], tmp_path: Path) -> None:
        _assert_refused(tmp_path, name, text, parts)


class _Alarm:
    """An object whose pickle would tell that it was loaded."""

    def __reduce__(self) -> tuple[object, ...]:
        return exec, ("raise SystemExit('loaded')",)


class TestFiles:
    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    @pytest.mark.parametrize(("name", "value"), [("scores.csv", _Alarm()), ("scores.pkl", {"s": 0.5})])
    def test_pickles_are_refused_unread(
        self, name: str, value: object, protocol: int, tmp_path: Path
    ) -> None:
        write(tmp_path, {name: pickle.dumps(value, protocol)})
        with pytest.raises(InputError) as raised:
            open_scores(str(tmp_path / name))
        assert name in str(raised.value)
        assert "a pickle" in str(raised.value)
        assert "write it as csv" in str(raised.value)

    def test_gzipped_files_are_read(self, tmp_path: Path) -> None:
        write(tmp_path, {"a.seg.score.gz": gzip.compress(b"s\t1\n")})
        assert _rows(read_scores(str(tmp_path / "a.seg.score.gz"))) == [("s", "1", "a", 1.0)]
        write(tmp_path, {"a.csv": gzip.compress(b"system,x\ns,1\n")[:-9]})
        with pytest.raises(InputError, match=r"a\.csv: cannot be unzipped"):
            open_scores(str(tmp_path / "a.csv"))

    @pytest.mark.parametrize(
        ("data", "part"),
        [
            (b"PK\x03\x04rest", "no text"),
            (b"system,x\ns1,\xff\n", "line 2: not UTF-8"),
            (b"", r"a\.csv: empty; a file of scores was expected"),
            (b" \n\n", "empty"),
        ],
    )
    def test_what_is_no_text_is_refused(self, data: bytes, part: str, tmp_path: Path) -> None:
        write(tmp_path, {"a.csv": data})
        with pytest.raises(InputError, match=part):
            open_scores(str(tmp_path / "a.csv"))

    def test_what_is_no_file_of_scores(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
            read_scores(tmp_path / "none.csv")
        with pytest.raises(InputError, match="a folder; name the file of scores in it"):
            read_scores(tmp_path)

    def test_names_are_taken_and_others_not_looked_at(self, tmp_path: Path) -> None:
        text = "system,evaluation,comment,x\ns1,d1,nice,0.5\n"
        assert _rows(_read(tmp_path, "a.csv", text, names=["x"])) == [("s1", "d1", "x", 0.5)]
        with pytest.raises(InputError, match="no score 'y'; there are: comment, x"):
            _read(tmp_path, "a.csv", text, names=["y"])

    def test_programs_read_them_alike(self, tmp_path: Path) -> None:
        write(tmp_path, {"table": "heads\nD1 s1 0.5\n"})
        cells = rouge_cli.read_scores(
            tmp_path / "table", "x", columns="system=1,evaluation=0,x=2", skip_lines=1
        )
        assert _rows(cells) == [("s1", "D1", "x", 0.5)]

    def test_a_format_that_there_is_not(self, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match="no format 'xls'; there are: csv"):
            _read(tmp_path, "a.csv", "system,x\ns,1\n", format="xls")
