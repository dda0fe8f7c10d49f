"""`rouge-tools correlate`: the figures of worked examples, in every format and with every kind of input."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rouge_cli import RougeError, correlate, power

from ..support.commands import ROOT, Output, assert_refused, rouge_eval, rouge_tools
from ..support.tables import cells, table

DATA = ROOT / "tests" / "data" / "correlation"
_SCHEMA = json.loads((files("rouge_cli") / "data" / "correlation.schema.json").read_text("utf-8"))
_EXPECTED = json.loads((DATA / "expected.json").read_text("utf-8"))
_LIN = json.loads((DATA / "lin-table.json").read_text("utf-8"))
_SCORES = ("--human", "scores.csv", "--human-field", "human", "--scores", "scores.csv")
_MISSING = ("--human", "scores-missing.csv", "--human-field", "human", "--scores", "scores-missing.csv")
_NEVER = ("--interval", "none")
_SPL = "config_examples/spl.xml"
_CLOSE = 1e-9


def _correlate(*arguments: str, folder: Path = DATA) -> Output:
    output = rouge_tools(["correlate", *arguments], folder)
    assert output.status == 0, output.stderr
    return output


def _json(*arguments: str, folder: Path = DATA) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_correlate(*arguments, "--format", "json", folder=folder).stdout)
    Draft202012Validator(_SCHEMA).validate(document)
    return document


def _text(*arguments: str, folder: Path = DATA) -> tuple[str, list[list[str]]]:
    """Return the text for a terminal on one line, and the cells of its tables."""
    text = _correlate(*arguments, folder=folder).stdout.decode()
    return " ".join(text.split()), cells(text)


def _of(document: dict[str, Any], measure: str) -> dict[str, Any]:
    return next(one for one in document["results"] if one["measure"] == measure)


class TestFigures:
    @pytest.mark.parametrize(("flags", "settings"), table(__file__, "settings"))
    def test_flags_are_settings(self, flags: str, settings: dict[str, Any]) -> None:
        usual = table(__file__, "settings")[0][1]
        more = () if "--interval" in flags else _NEVER
        assert _json(*_SCORES, *flags.split(), *more)["settings"] == usual | settings

    @pytest.mark.parametrize(("flags", "compared"), table(__file__, "compared"))
    def test_what_is_compared(self, flags: str, compared: list[list[str]]) -> None:
        document = _json(*_SCORES, *flags.split(), "--test", "williams", "--level", "system", *_NEVER)
        assert [[one["measure"], one["baseline"]] for one in document["comparisons"]] == compared * 3

    def test_jobs_change_no_byte(self) -> None:
        arguments = (*_SCORES, "--compare", "-r", "50", "--format", "json")
        assert _correlate(*arguments, "--jobs", "2").stdout == _correlate(*arguments).stdout

    def test_missing_cells_are_in_the_text_and_in_notes(self) -> None:
        text, rows = _text(*_MISSING, *_NEVER)
        assert text.startswith(
            "Human scores: human (scores-missing.csv). metric_a: systems: 7, evaluations: 12, summaries: 82"
            " of 84; metric_b: systems: 7, evaluations: 11, summaries: 76 of 77. |Pearson|"
        )
        assert "Summary level, mean over evaluations; the best marked ›." in text
        assert rows[5] == ["metric_b", "0.405  (9 of 11)", "0.305  (9 of 11)", "0.224  (9 of 11)"]
        notes = _correlate(*_MISSING, *_NEVER).stderr.decode()
        assert [part for part in ("s8, s9", "d12", "--complete") if part not in notes] == []


class TestRuns:
    """Scores of our own runs over the configuration `spl.xml`, with the table that was made beside them."""

    @pytest.mark.parametrize(("references", "preparation", "flags"), table(__file__, "runs"))
    def test_every_measure(self, references: str, preparation: str, flags: str) -> None:
        measures = ("-n", "9", "-w", "1.2", "-2", "4", "-U")
        human = str(DATA / "spl-human.csv")
        document = _json(
            *("--human", human, *measures, *flags.split(), "--figure", "R", *_NEVER),
            *("-a", "--level", "system"),
            folder=ROOT,
        )
        assert len(document["measures"]) == 13
        for measure in document["measures"]:
            expected = _LIN["table"][measure][references][preparation]
            result = _of(document, measure)
            assert (len(result["systems"]), result["summaries"]) == (expected["systems"], expected["cells"])
            # The scores of the jackknife are rounded to five decimals, those of the table are not.
            close = 1e-5 if "--jackknife" in flags else _CLOSE
            for name, one in result["correlations"]["system"].items():
                assert one["value"] == pytest.approx(expected[name], abs=close), (measure, name)
        assert document["signature"].startswith("rouge:1.5.5|")
        assert document["figure"] == "recall"

    @pytest.mark.parametrize("input", table(__file__, "inputs"))
    def test_other_inputs_and_profiles(self, input: list[str], tmp_path: Path) -> None:
        scored = rouge_eval([*input, "-n", "2", "-m", "--format", "jsonl"])
        rows = [row for row in map(json.loads, scored.stdout.splitlines()) if row["measure"] == "ROUGE-1"]
        lines = [f"{row['system']},{row['evaluation']},{row['f']}" for row in rows]
        (tmp_path / "human.csv").write_text("\n".join(["system,evaluation,x", *lines]))
        human = ("--human", str(tmp_path / "human.csv"))
        document = _json(*human, "-n", "2", "-m", *_NEVER, *input, folder=ROOT)
        assert _of(document, "ROUGE-1")["correlations"]["system"]["pearson"]["value"] == 1.0
        (tmp_path / "metrics.jsonl").write_bytes(scored.stdout)
        from_file = _json(*human, "--scores", str(tmp_path / "metrics.jsonl"), *_NEVER, folder=ROOT)
        assert from_file["results"] == document["results"]
        assert from_file["signature"] is None
        other = _json(*human, "--profile", "rouge-score", "--types", "rouge1", *_NEVER, *input, folder=ROOT)
        assert other["measures"] == ["rouge1"]
        assert other["signature"].startswith("rouge:rouge-score")

    def test_missing_summaries_can_be_zero_or_refused(self) -> None:
        """The system `lead` lacks a summary in evaluation 4."""
        words = ("--human", "config_examples/human.csv", *_NEVER, "-n", "1", "-x", _SPL)
        means = {}
        for missing in ("skip", "zero"):
            (result,) = _json(*words, "--missing", missing, "--metric-inputs", "all", folder=ROOT)["results"]
            means[missing] = result["measure_means"]["lead"]
        assert means["zero"] == pytest.approx(means["skip"] * 5 / 6)
        output = rouge_tools(["correlate", *words, "--missing", "refuse"], ROOT)
        assert_refused(output, 1, "system lead has 5 of 6 summaries", "give all", program="rouge-tools")

    def test_the_figure_and_the_signature_are_printed(self) -> None:
        words = ("--human", "config_examples/human.csv", *_NEVER, "-x", "-n", "1", "config_examples/spl.xml")
        recall, rows = _text(*words, "--figure", "R", folder=ROOT)
        assert rows[1] == ["ROUGE-1", "0.961", "1.000", "1.000"]
        assert " Figure: Recall. " in recall
        assert " Signature: rouge:1.5.5|measures:ROUGE-1|" in recall
        markdown = _correlate(*words, "--format", "markdown", folder=ROOT).stdout.decode().splitlines()
        assert " Figure\\: F." in markdown[-3]
        assert re.fullmatch(r"Signature: `rouge:1.5.5\|.*`", markdown[-1])

    def test_scores_of_files_stand_beside_those_of_a_run(self, tmp_path: Path) -> None:
        shutil.copy(DATA / "spl-human.csv", tmp_path / "other.csv")
        human = str(DATA / "spl-human.csv")
        document = _json(
            *("--human", human, "--scores", f"my={tmp_path / 'other.csv'}", "-n", "1", "-x", *_NEVER),
            "config_examples/spl.xml",
            folder=ROOT,
        )
        assert document["measures"] == ["ROUGE-1", "my coverage"]
        assert _of(document, "my coverage")["correlations"]["system"]["pearson"]["value"] == 1.0

    def test_without_models_there_is_no_rouge(self, tmp_path: Path) -> None:
        rows = [
            f"{system},{number},{number * len(system)}" for system in ("a", "bb", "ccc") for number in (1, 2)
        ]
        (tmp_path / "human.csv").write_text("\n".join(["system,evaluation,x", *rows]))
        lines = [f"--lines={name}={name}" for name in ("a", "bb", "ccc")]
        for name in ("a", "bb", "ccc"):
            (tmp_path / name).write_text("a word\n" + "more words " * len(name))
        words = ("--human", "human.csv", *_NEVER, "--about", "length,length-ratio", *lines)
        output = _correlate(*words, "--format", "json", folder=tmp_path)
        assert b"no evaluation has models: there is no ROUGE and no length-ratio" in output.stderr
        document = json.loads(output.stdout)
        assert document["measures"] == ["length"]
        assert "|measures:none|" in document["signature"]

    def test_people_of_the_jackknife_are_known(self, tmp_path: Path) -> None:
        config = tmp_path / "jk.xml"
        rouge_tools(["jackknife", "config_examples/spl.xml", "-o", str(config)])
        rows = ["system,evaluation,x"]
        for topic in ("1", "2", "10"):
            for person in "ABC":
                for place, system in enumerate(("1", "2", "10", "lead", "A", "B", "C")):
                    rows.append(f"{system},{topic}.{person},{place + ord(person)}")
        (tmp_path / "human.csv").write_text("\n".join(rows))
        human = ("--human", str(tmp_path / "human.csv"), *_NEVER, str(config))
        for people, systems in (("without", 4), ("with", 7), ("only", 3)):
            document = _json("--people", people, *human, folder=ROOT)
            assert document["people"] == ["A", "B", "C", "D"]
            assert len(document["results"][0]["systems"]) == systems
        named = _json("--person", "lead", "--person", "1", "--people", "only", *human, folder=ROOT)
        assert named["people"] == ["1", "A", "B", "C", "D", "lead"]


class TestFormats:
    def test_text(self) -> None:
        text, rows = _text(*_SCORES, "--compare")
        assert text.startswith(
            "Human scores: human (scores.csv). Systems: 8, evaluations: 12, summaries: 96 of 96."
            " 95% intervals: bootstrap of systems and evaluations, 1000."
            " |Pearson| of 8 systems differs from 0 above 0.707. Measure Pearson"
        )
        assert "System level; the best marked ›." in text
        assert "Summary level, mean over evaluations (12 of 12); the best marked ›." in text
        bounds = r" +\[−?\d\.\d{3}, \d\.\d{3}\]"
        assert rows[0] == ["Measure", "Pearson", "Spearman", "Kendall"]
        for cell, value in zip(rows[1], ("metric_a", "›0.737", "›0.802", "›0.618"), strict=True):
            assert re.fullmatch(value + (bounds if "›" in value else ""), cell)
        assert rows[4][1].startswith("›0.630 [")
        assert [row[:5] for row in rows[7:]] == [
            ["metric_a", "metric_b", level, *figures]
            for level, differences in (
                ("system", (("Pearson", "0.072"), ("Spearman", "0.287"), ("Kendall", "0.145"))),
                ("summary", (("Pearson", "0.191"), ("Spearman", "0.231"), ("Kendall", "0.238"))),
            )
            for figures in differences
        ]

    def test_williams_has_t(self) -> None:
        text, rows = _text(*_SCORES, "--compare", "--test", "williams", "--interval", "fisher")
        assert "95% intervals: Fisher's transformation." in text
        assert rows[6][4:] == ["Difference", "t (df)", "p"]
        assert rows[7][4:6] == ["0.072", "0.247 (5)"]

    def test_constant_scores_have_no_coefficient(self, tmp_path: Path) -> None:
        rows = [f"s{n},d{m},{n},1,2" for n in range(4) for m in range(3)]
        (tmp_path / "x.csv").write_text("system,evaluation,human,flat,even\n" + "\n".join(rows))
        text, rows = _text("--human", "x.csv", "--human-field", "human", "--scores", "x.csv", folder=tmp_path)
        assert rows[1] == ["flat", "–", "–", "–"]
        assert "Summary level, mean over evaluations (0 of 3); the best marked ›." in text

    def test_csv(self) -> None:
        text = _correlate(*_SCORES, "--compare", "--coefficient", "pearson,accuracy", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(text.stdout.decode())))
        first = rows[0]
        assert (first["human"], first["level"], first["measure"]) == ("human", "system", "metric_a")
        assert float(first["value"]) == pytest.approx(0.7372573236530372, abs=_CLOSE)
        assert (first["n"], first["summaries"], first["p"]) == ("8", "96", "")
        accuracy = next(row for row in rows if row["coefficient"] == "accuracy_calibrated_evaluation")
        assert float(accuracy["value"]) == pytest.approx(0.6726190476190476, abs=_CLOSE)
        last = rows[-1]
        assert (last["coefficient"], last["baseline"]) == ("difference_pearson", "metric_b")
        assert float(last["p"]) <= float(last["p_corrected"])

    @pytest.mark.parametrize(("flags", "others", "note"), table(__file__, "effects"))
    def test_flags_without_effect_get_a_note(self, flags: str, others: str, note: str) -> None:
        assert note in _correlate(*_SCORES, *_NEVER, *flags.split()).stderr.decode()
        assert note not in _correlate(*_SCORES, *_NEVER, *others.split()).stderr.decode()

    def test_whole_systems(self, tmp_path: Path) -> None:
        means = _EXPECTED["system_means"]["human"]
        rows = [f"s{n},{mean}" for n, mean in enumerate(means, 1)]
        (tmp_path / "people.csv").write_text("system,human\n" + "\n".join(rows))
        words = ("--human", str(tmp_path / "people.csv"), "--scores", "scores.csv", "--measure", "metric_a")
        text, rows = _text(*words, "--ignore-case")
        assert rows[1][1].startswith("0.737 [")
        assert "people.csv). Systems: 8, scored as wholes. 95% intervals: bootstrap of systems, 1000." in text

    def test_annotators_are_averaged(self, tmp_path: Path) -> None:
        rows = [f"s{n},{n + by}" for n in range(5) for by in (-9, 9)]
        (tmp_path / "two.csv").write_text("system,human\n" + "\n".join(rows))
        (tmp_path / "m.csv").write_text("system,m\n" + "\n".join(f"s{n},{n}" for n in range(5)))
        words = ("--human", "two.csv", "--scores", "m.csv", "--annotators", "mean")
        (result,) = _json(*words, *_NEVER, folder=tmp_path)["results"]
        assert result["human_means"] == {f"s{n}": n for n in range(5)}

    def test_tables_with_a_column_for_each_system(self, tmp_path: Path) -> None:
        (tmp_path / "x.csv").write_text("doc,a,b,c\n1,3,4,5\n2,1,2,3\n")
        words = ("--human", "x.csv", "--columns", "evaluation=doc,systems=h", "--scores", "m=x.csv")
        words += ("--scores-columns", "evaluation=doc,systems=y")
        result = _json(*words, *_NEVER, folder=tmp_path)["results"][0]
        assert (result["measure"], result["systems"]) == ("m y", ["a", "b", "c"])
        assert result["correlations"]["system"]["pearson"]["value"] == 1
        for more, part in (
            (("--scores-format", "csv"), "--scores-columns and --scores-format both tell the format"),
            (("--scores-columns", "system=b,y=d"), "x.csv, line 1: no column 'd'.*; check --scores-columns"),
            (("--scores-columns", "system=b"), "--scores-columns: no score is named"),
        ):
            output = rouge_tools(["correlate", *words, *more], tmp_path)
            assert (output.status, output.stderr.count(b"\n")) == (2 - (part[0] == "x"), 1)
            assert re.match(f"rouge-tools: {part}", output.stderr.decode())

    def test_ids_in_any_case(self, tmp_path: Path) -> None:
        (tmp_path / "upper.csv").write_text((DATA / "scores.csv").read_text().replace(",d", ",D"))
        upper = ("--human", str(tmp_path / "upper.csv"), "--human-field", "human")
        scores = ("--scores", "scores.csv", "--measure", "metric_a", *_NEVER)
        document = _json(*upper, *scores, "--ignore-case")
        assert document["results"][0]["summaries"] == 96
        output = rouge_tools(["correlate", *upper, *scores], DATA)
        assert_refused(output, 1, "no evaluation", "D01", program="rouge-tools")


@pytest.mark.parametrize("package", ["numpy", "scipy"])
@pytest.mark.parametrize("command", [["correlate", *_SCORES], ["power", "--scores", "scores.csv"]])
def test_packages_that_are_missing_are_named(
    package: str, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    parts = f"{command[0]} needs {package}", f"pip install {package}"
    assert_refused(rouge_tools(command, DATA), 1, f"rouge-tools {parts[0]}", parts[1], program="rouge-tools")
    with pytest.raises(RougeError, match=parts[0]):
        correlate([], []) if command[0] == "correlate" else power([])
