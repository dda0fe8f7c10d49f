"""Lin's table for the evaluations of config_examples/spl.xml, against fixed correlations."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rouge_cli import Cell, Evaluation, InputError, OptionError, Options, Study, Text, lin_study, read_config
from rouge_cli.correlation.study import ROWS

from ..support.commands import ROOT
from .support import COEFFICIENTS, cells, close, expected

pytestmark = pytest.mark.slow

_LABELS = {"jackknife": "MREF jackknife of the best", "best": "MREF best", "pooled": "MREF pooled"}
_CONFIG = "config_examples/spl.xml"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The paths in the configuration start at the root of the project."""
    monkeypatch.chdir(ROOT)


def _human() -> list[Cell]:
    return cells("spl-human.csv", ("coverage",))


def _study(**choices: Any) -> Study:
    return lin_study(_CONFIG, _human(), **{"resamples": 50, **choices})


@pytest.mark.parametrize(
    ("references", "coefficient"),
    [*((one, "pearson") for one in _LABELS), *(("jackknife", one) for one in COEFFICIENTS[1:])],
)
def test_the_table(references: str, coefficient: str) -> None:
    study = _study(references=references, coefficient=coefficient)
    table = expected("lin-table.json")["table"]
    assert sorted(study.rows) == sorted(table)
    assert [*study.rows] == [*ROWS]
    for label, wanted_label in (("1 REF", "1 REF"), ("1-4 REFS", _LABELS[references])):
        for preparation in ("CASE", "STEM", "STOP"):
            for measure, of_measure in table.items():
                cell, wanted = study.cell(measure, label, preparation), of_measure[wanted_label][preparation]
                assert close(cell.value, wanted[coefficient]), (measure, label, preparation)
                assert (cell.systems, cell.summaries) == (wanted["systems"], wanted["cells"])


def test_a_measure_is_not_near_where_its_resamples_are_all_below_the_best() -> None:
    """Rank systems rightly by one gram and wrongly by pairs: the difference never contains 0."""
    words = [f"w{number}" for number in range(12)]
    evaluations = []
    for topic in range(6):
        model = [f"t{topic}{word}" for word in words]
        peers = {
            f"s{hits}": " ".join(model[:2] + ["x"] * (9 - hits))
            if hits < 3
            else " ".join(word for pair in zip(model[: hits + 2], ["x"] * 12, strict=False) for word in pair)
            for hits in range(1, 8)
        }
        evaluations.append(Evaluation.of_texts(f"e{topic}", peers, [" ".join(model)]))
    human = [Cell(f"s{hits}", f"e{topic}", "h", hits) for topic in range(6) for hits in range(1, 8)]
    study = lin_study(evaluations, human, resamples=400)
    assert [column.references for column in study.columns] == ["1 REF"] * 3
    assert (study.confidence, study.references, study.coefficient) == (95, "jackknife", "pearson")
    one, two = study.cell("ROUGE-1", "1 REF", "CASE"), study.cell("ROUGE-2", "1 REF", "CASE")
    assert two.value < 0 < 0.9 < one.value
    assert (one.near_best, two.near_best, two.is_best) == (True, False, False)
    column = [study.cell(measure, "1 REF", "CASE") for measure in ROWS]
    assert max(column, key=lambda cell: cell.value) == next(cell for cell in column if cell.is_best)
    assert sum(cell.is_best for cell in column) == 1
    assert all(cell.low <= cell.value + 1e-9 and cell.value <= cell.high + 1e-9 for cell in (one, two))


def test_of_undefined_correlations_none_is_the_best() -> None:
    human = [cell._replace(value=1.0) for cell in _human()]
    study = lin_study(_CONFIG, human, resamples=5)
    marks = {(cell.is_best, cell.near_best) for row in study.rows.values() for cell in row}
    assert marks == {(False, False)}


def test_a_reference_can_be_named() -> None:
    config = read_config(_CONFIG)
    first = [evaluation for evaluation in config if "B" in evaluation.people()]
    by_name = lin_study(first, _human(), reference="B", resamples=20)
    other = lin_study([one.without("A") for one in first], _human(), resamples=20)
    assert by_name.cell("ROUGE-1", "1 REF", "CASE").value == other.cell("ROUGE-1", "1 REF", "CASE").value
    with pytest.raises(InputError, match="has no reference 'B'"):
        _study(reference="B")


def test_people_are_left_out_with_one_reference_too() -> None:
    """B, whose model is not the first, is known by the models of all references."""
    texts = [Text.of(text) for text in ("a b c d", "a b x y", "a c d e")]
    peers = {**dict(zip("12345", texts * 2, strict=False)), "B": texts[0]}
    evaluations = [Evaluation(str(n), peers, pair, ("A", "B")) for n, pair in enumerate(pairwise(texts))]
    human = [Cell(one, "0", "h", place) for place, one in enumerate("12345B")]
    study = lin_study(evaluations, human, resamples=5)
    assert study.systems == ("1", "2", "3", "4", "5")
    assert [*dict.fromkeys(column.references for column in study.columns)] == ["1 REF", "2 REFS"]
    assert {cell.systems for row in study.rows.values() for cell in row} == {5}


def test_notes_say_what_is_missing() -> None:
    notes = _study().notes
    assert "*ROUGE Warning: test instance for peer lead does not exist for evaluation 4" in notes
    assert notes[-1] == "1 of 24 cells lacks a score"


@pytest.mark.parametrize(("systems", "has_note"), [(7, True), (8, False)])
def test_fewer_than_eight_systems_are_few(systems: int, has_note: bool) -> None:
    peers = {str(place): " ".join("abcdefgh"[: place + 1]) for place in range(systems)}
    evaluations = [Evaluation.of_texts(str(number), peers, ["a b c d e f g h"]) for number in range(2)]
    human = [Cell(system, "0", "h", place) for place, system in enumerate(peers)]
    notes = lin_study(evaluations, human, resamples=5).notes
    assert (f"{systems} systems are few: correlations over them are rough" in notes) == has_note


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"references": "all"}, "`references` must be one of jackknife, best, pooled, not 'all'"),
        ({"coefficient": "accuracy"}, "`coefficient` must be pearson, spearman or kendall"),
        ({"options": Options(profile="rouge-score")}, "the study is of `profile` rouge-1.5.5, not rouge-sc"),
    ],
)
def test_choices_that_do_not_exist(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        _study(**choices)


def test_a_study_has_one_human_score() -> None:
    human = [*_human(), *(cell._replace(name="other") for cell in _human())]
    with pytest.raises(InputError, match="a study has one human score, but there are coverage, other"):
        lin_study(_CONFIG, human)
