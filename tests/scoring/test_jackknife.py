"""Scores as means over the sets of models that lack one author's each."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import add
from pathlib import Path

import pytest

from rouge_cli import Evaluation, Options, Report, evaluate, read_config, render, score
from rouge_cli.inputs.config_writer import jackknife

from ..support.commands import ROOT
from ..support.files import configuration, eval_element, write
from ..support.tables import of_papers

pytestmark = pytest.mark.usefixtures("kernel")

_JACKKNIFE = Options(max_ngram=1, rouge_l=False, jackknife=True, resamples=10)


@pytest.mark.parametrize(("best_model", "mode"), [(True, "jackknife_best"), (False, "jackknife_pooled")])
def test_worked_examples(best_model: bool, mode: str) -> None:
    options = replace(_JACKKNIFE, best_model=best_model)
    for case in of_papers("jackknife"):
        found = score(case["peer"], case["references"], options)["ROUGE-1"]
        assert [found.recall, found.precision, found.f] == case[mode]["rounded"], case


_ALL = Options(max_ngram=2, weight=1.2, skip_gap=4, skip_both=True, mead=True, stem=True, resamples=20)


def _means(report: Report, system: str, measure: str, people: dict[str, list[str]]) -> list[list[float]]:
    """The means of the rounded scores of repeated evaluations, rounded, added up as Perl does."""
    rows = {row.evaluation: row for row in report.systems[system][measure].scores}
    means = []
    for id, authors in people.items():
        of_sets = [rows[f"{id}.{author}"] if len(authors) > 1 else rows[id] for author in authors]
        columns = zip(*((row.recall, row.precision, row.f) for row in of_sets), strict=True)
        means.append([round(reduce(add, column) / len(of_sets), 5) for column in columns])
    return means


@pytest.mark.parametrize("best_model", [False, True])
@pytest.mark.parametrize("format", ["spl", "see"])
def test_it_is_the_mean_of_what_the_repeated_configuration_scores(
    format: str, best_model: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    path = f"config_examples/{format}.xml"
    whole = read_config(path)
    repeated, single = jackknife(read_config(path), "model-")
    people = {one.id: list(dict.fromkeys(one.model_ids)) for one in whole}
    options = replace(_ALL, best_model=best_model)
    scored = evaluate(whole, replace(options, jackknife=True))
    assert evaluate(path, replace(options, jackknife=True)) == scored  # The stream of a configuration.
    sets = evaluate([*repeated, *(one for one in whole if one.id in single)], options)
    assert len(repeated) > len(whole)
    for system, results in scored.systems.items():
        for measure, result in results.items():
            own = {id: people[id] for id in result.scores.evaluations}
            found = [[row.recall, row.precision, row.f] for row in result.scores]
            assert found == _means(sets, system, measure, own)
            assert result.counts == pytest.approx(sets.systems[system][measure].counts)


def test_an_author_of_two_models_is_left_out_with_both() -> None:
    """Without A `b` is left, without B both of A's are."""
    models = Evaluation.of_texts("1", {"S": "a b"}, ["a", "b c d e", "a x"])
    evaluation = models._replace(model_ids=("A", "B", "A"))
    (row,) = evaluate([evaluation], _JACKKNIFE).systems["S"]["ROUGE-1"].scores
    assert row.recall == round((0.25 + 0.66667) / 2, 5)
    assert row.counts == (4 + 3, 2 + 4, 1 + 2)
    assert models.people() == ("1", "2", "3")
    assert models.without("2").models == models.models[::2]
    alone = evaluate([models._replace(model_ids=("A", "A", "A"))], _JACKKNIFE)
    assert alone.systems["S"]["ROUGE-1"].scores[0].recall == round(3 / 7, 5)


def test_topics_weigh_alike_and_are_resampled() -> None:
    """A topic of three models and one of one: two evaluations, whose mean lies in the middle."""
    evaluations = [
        Evaluation.of_texts("1", {"S": "a"}, ["a", "a", "a"]),
        Evaluation.of_texts("2", {"S": "x"}, ["y"]),
    ]
    result = evaluate(evaluations, replace(_JACKKNIFE, resamples=5000)).systems["S"]["ROUGE-1"]
    assert result.recall.average == pytest.approx(0.5, abs=0.02)
    assert len(result.scores) == 2


def test_systems_may_be_missing_here_and_there() -> None:
    evaluations = [
        Evaluation.of_texts("1", {"S": "a", "T": "b"}, ["a", "b"]),
        Evaluation.of_texts("2", {"T": "c"}, ["c", "c c", "d"]),
        Evaluation.of_texts("3", {"T": "x", "S": "y"}, ["y z", "x"]),
    ]
    systems = evaluate(evaluations, _JACKKNIFE).systems
    recalls = {
        system: [(row.evaluation, row.recall) for row in results["ROUGE-1"].scores]
        for system, results in systems.items()
    }
    # T in topic 2: `c c`, `d` 1/3; `c`, `d` 1/2; `c`, `c c` 2/3.
    assert recalls == {"S": [("1", 0.5), ("3", 0.25)], "T": [("1", 0.5), ("2", 0.5), ("3", 0.5)]}


def test_the_trace_has_the_score_with_each_set() -> None:
    evaluation = Evaluation.of_texts("1", {"S": "a b"}, ["a", "b c"])._replace(model_ids=("A", "B"))
    lone = Evaluation.of_texts("2", {"S": "a"}, ["a"])
    three = Evaluation.of_texts("3", {"S": "a b"}, ["x", "b c", "b"])
    report = evaluate([evaluation, lone, three], _JACKKNIFE)
    trace, _, _ = render(report, "verbose", evaluations=[evaluation, lone, three]).partition("-" * 45)
    lines = trace.splitlines()
    place = lines.index("without A: ROUGE-1-R: 0.50000 ROUGE-1-P: 0.50000 ROUGE-1-F: 0.50000")
    assert lines[place - 1] == "***M text in memory"
    assert lines[place + 1 : place + 8] == [
        "without B: ROUGE-1-R: 1.00000 ROUGE-1-P: 0.50000 ROUGE-1-F: 0.66667",
        "total 1-gram model count: 3",
        "total 1-gram peer count: 4",
        "total 1-gram hit: 2",
        "total ROUGE-1-R: 0.75000",
        "total ROUGE-1-P: 0.50000",
        "total ROUGE-1-F: 0.58333",  # The double next to 0.583335 lies below it.
    ]
    assert "without 1: ROUGE-1-R: 0.66667 " in trace  # The two others are pooled: 2 of 3 words.
    assert trace.count("without ") == 2 + 3


def test_a_configuration_that_mentions_a_model_twice_leaves_its_author_out_with_both(tmp_path: Path) -> None:
    models = '<M ID="A">m1</M><M ID="B">m2</M><M ID="A">m1</M>'
    files = {"c.xml": configuration(eval_element(models=models)), "p": "a b\n", "m1": "a\n", "m2": "b c\n"}
    write(tmp_path, files)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        (scores,) = [result["ROUGE-1"].scores for result in evaluate("c.xml", _JACKKNIFE).systems.values()]
    assert [row.counts for row in scores] == [(2 + 2, 2 + 4, 1 + 2)]
    assert scores[0].recall == 0.75
