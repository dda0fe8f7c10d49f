"""Tables made of cells, and the records' plain values."""

from __future__ import annotations

import json
from math import inf, isnan, nan

import numpy as np
import pytest

from rouge_cli.correlation.correlate import correlate
from rouge_cli.correlation.matrices import WHOLE, cells_of, tabulate
from rouge_cli.correlation.outcomes import Cell, mean_of
from rouge_cli.errors import InputError, OptionError

from .support import METRICS, cells, expected


def test_rows_and_columns_are_in_the_order_of_ids_and_names_in_that_of_the_input() -> None:
    table = tabulate(
        [
            Cell("b", "2", "m", 1.0),
            Cell("a", "1", "m", 2.0, is_person=True),
            Cell("a", "2", "n", nan),
        ]
    )
    assert (table.systems, table.evaluations, list(table.scores)) == (("a", "b"), ("1", "2"), ["m", "n"])
    assert table.people == ("a",)
    np.testing.assert_array_equal(table.scores["m"], [[2, nan], [nan, 1]])
    assert np.isnan(table.scores["n"]).all(), "an empty cell is read, and missing"


def test_a_cell_that_stands_twice_is_an_error_that_names_both_places() -> None:
    twice = [Cell("a", "1", "m", 2.0, False, f"f.csv, line {line}") for line in (2, 9)]
    with pytest.raises(InputError) as error:
        tabulate(twice, average=False)
    assert str(error.value) == (
        "f.csv, line 9: system 'a' has m in evaluation '1' twice (first: f.csv, line 2);"
        " remove one, or average those of several annotators (`average_annotators`)"
    )
    with pytest.raises(
        InputError, match=r"has m in evaluation '1' twice \(first: f.csv, line 2\); remove one$"
    ):
        tabulate(twice)  # Scores of measures have no annotators.


def test_annotators_are_averaged_exactly() -> None:
    values = [0.1, 0.2, 0.3]
    three = [Cell("a", "1", "m", value) for value in values]
    assert tabulate(three, average=True).scores["m"].tolist() == [[0.2]]
    assert sum(values) / 3 != 0.2
    assert mean_of([0.1 + 0.2]) == 0.1 + 0.2, "a single score is left as it is"
    assert isnan(mean_of([]))


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (Cell("a", "2", "m", inf, False, "f.csv, line 3"), "f.csv, line 3: m of system 'a' is infinite"),
        (Cell("a", "2", "m", -1e200, False, "f.csv, line 3"), "f.csv, line 3: m of system 'a' is -1e\\+200;"),
        (Cell("a", None, "m", 1.0, False, "f.csv, line 3"), "f.csv, line 3: scores of whole systems and of"),
    ],
)
def test_other_cells_that_are_refused(cell: Cell, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tabulate([Cell("a", "1", "m", 1.0), cell])


def test_no_cells_are_an_error_and_whole_systems_have_one_column() -> None:
    with pytest.raises(InputError, match="there are no scores to correlate"):
        tabulate([])
    table = tabulate([Cell("a", None, "m", 1.0), Cell("b", None, "m", 2.0)])
    assert (table.evaluations, table.has_evaluations) == ((WHOLE,), False)


def test_reports_give_one_cell_for_each_score() -> None:
    from rouge_cli import Evaluation, Options, evaluate

    texts = [
        Evaluation.of_texts("t1", {"s": "the cat sat", "r": "a dog"}, ["the cat"]),
        Evaluation.of_texts("t2", {"s": "a dog"}, ["a dog ran"]),
    ]
    report = evaluate(texts, Options(max_ngram=1, rouge_l=False))
    assert [*cells_of(report, "R")] == [
        Cell("s", "t1", "ROUGE-1", 1.0),
        Cell("s", "t2", "ROUGE-1", 0.66667),
        Cell("r", "t1", "ROUGE-1", 0.0),
    ]
    with pytest.raises(OptionError, match="`figure` must be"):
        [*cells_of(report, "g")]


def test_results_are_plain_values_in_json() -> None:
    human = cells("scores-missing.csv", ("human",))
    found = correlate(cells("scores-missing.csv", METRICS), human, resamples=50)
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert document["systems"] == expected("edge-cases.json")["scores-missing.csv"]["systems_read"]
    assert document["results"][1]["correlations"]["summary"]["pearson"]["defined"] == 9
    assert document["settings"]["resamples"] == 50
