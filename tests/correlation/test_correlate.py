"""`correlate` from end to end: missing cells, people, whole systems, choices, notes and errors."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from rouge_cli import Cell, Evaluation, InputError, OptionError, Options, correlate, evaluate

from ..support.tables import table
from .support import COEFFICIENTS, LEVELS, METRICS, cells, close, correlated, expected, of_matrices

_MISSING = "scores-missing.csv"
_FAST: dict[str, Any] = {"interval": "none"}


def _human(file: str = "scores.csv") -> list[Cell]:
    return cells(file, ("human",))


@pytest.mark.parametrize("metric", METRICS)
def test_missing_cells(metric: str) -> None:
    found = correlated(file=_MISSING, levels=LEVELS, **_FAST)
    wanted = expected("edge-cases.json")[_MISSING][metric]
    result = found.result(metric)
    assert [*result.systems] == wanted["systems"]
    assert [*result.evaluations] == wanted["inputs"]
    assert result.summaries == wanted["cells"]
    assert result.missing == len(wanted["systems"]) * len(wanted["inputs"]) - wanted["cells"]
    assert [*result.left_out_systems] == wanted["without_human_or_metric"]
    assert [*result.measure_means.values()] == pytest.approx(wanted["system_means_metric"], abs=1e-12)
    assert [*result.human_means.values()] == pytest.approx(wanted["system_means_human"], abs=1e-12)
    for level in LEVELS:
        for name in COEFFICIENTS:
            one, reference = result.correlations[level][name], wanted[level][name]
            assert close(one.value, reference["r"])
            if level == "summary":
                assert (one.defined, one.groups) == (reference["inputs_defined"], reference["inputs"])
    as_zero = correlated(file=_MISSING, undefined="zero", **_FAST).result(metric)
    for name, reference in wanted["summary"].items():
        assert close(as_zero.correlations["summary"][name].value, reference["r_undefined_as_zero"])
    complete = correlated(file=_MISSING, complete=True, **_FAST).result(metric)
    assert [*complete.evaluations] == wanted["complete_inputs_only"]["inputs"]
    assert (complete.missing, complete.unequal) == (0, False)
    for name in COEFFICIENTS:
        value = complete.correlations["system"][name].value
        assert close(value, wanted["complete_inputs_only"][name])


def test_comparisons_are_on_the_cells_of_all_measures() -> None:
    found = correlated(file=_MISSING, compare=True, resamples=100, **_FAST)
    wanted = expected("edge-cases.json")[_MISSING]["both_metrics"]
    for one in found.comparisons:
        assert (one.systems, one.evaluations, one.summaries, one.df) == (7, 11, 75, 0)
        reference = wanted[one.level][one.coefficient]
        assert close(one.value, reference[0])
        assert close(one.baseline_value, reference[1])


def test_notes_name_measures_where_they_do_not_hold_for_all() -> None:
    """All notes on the same measures are one line."""
    for_all = (
        "7 systems are few: correlations over them are rough",
        "systems without a cell that has both scores are left out (2): s8, s9",
        "means of systems are over different evaluations, as not all systems are scored in all of them"
        " (`complete` keeps the evaluations that all have)",
    )
    assert correlated(file=_MISSING, resamples=100).notes == (
        *for_all,
        "metric_a with human: 2 of 84 cells lack a score; undefined at the summary level in 1 of 12"
        " evaluations, which are left out: pearson, spearman, kendall",
        "metric_b with human: evaluations in which no system has both scores are left out (1): d12;"
        " 1 of 77 cells lacks a score; undefined at the summary level in 2 of 11 evaluations, which are left"
        " out: pearson, spearman, kendall",
    )
    # The notes on a single measure need no name.
    choices: Any = {"undefined": "zero", "coefficients": "kendall", **_FAST}
    assert correlate(cells(_MISSING, METRICS[:1]), _human(_MISSING), **choices).notes == (
        *for_all[:2],
        "2 of 84 cells lack a score",
        for_all[2],
        "undefined at the summary level in 1 of 12 evaluations, which count as 0: kendall",
    )


def test_notes_on_one_of_several_human_scores_name_it() -> None:
    human = [*_human(), *(cell._replace(name="other") for cell in _human() if cell.system != "s8")]
    notes = correlate(cells("scores.csv", METRICS), human, **_FAST).notes
    assert notes == (
        "metric_a, metric_b with other: 7 systems are few: correlations over them are rough;"
        " systems without a cell that has both scores are left out (1): s8",
    )


def test_unjudged_evaluations_count_in_system_means_on_request() -> None:
    human = [Cell(one, f"d{n}", "h", place) for n in (0, 1) for place, one in enumerate("abcd", 1)]
    scores = [cell._replace(name="m") for cell in human]
    scores += [Cell(one, "d9", "m", value) for one, value in zip("abcd", (0, 0, 9, 0), strict=True)]
    scores += [cell._replace(name="n", value=cell.value**2) for cell in scores]
    choices: Any = {"levels": LEVELS, "compare": True, **_FAST}
    of_judged = correlate(scores, human, **choices)
    of_every = correlate(scores, human, metric_inputs="all", **choices)
    judged, every = of_judged.result("m"), of_every.result("m")
    assert judged.correlations["system"]["spearman"].value == 1
    assert every.correlations["system"]["spearman"].value == pytest.approx(0.8)
    assert every.measure_means == {"a": 0.666666666667, "b": 1.333333333333, "c": 5, "d": 2.666666666667}
    for level in LEVELS[1:]:
        assert every.correlations[level] == judged.correlations[level]
    assert (every.evaluations, every.summaries) == (("d0", "d1"), 8)
    # Comparisons are over what people judged, and the notes say what became of the rest.
    assert repr(of_judged.comparisons) == repr(of_every.comparisons)
    wanted = "evaluations in which no system has both scores count in means of the measure alone (1): d9"
    assert any(note.endswith(wanted) for note in of_every.notes)


def test_lower_is_better_turns_the_sign() -> None:
    found = correlated(lower_is_better=["metric_b"], **_FAST)
    plain = correlated(**_FAST)
    for name in COEFFICIENTS:
        for level in ("system", "summary"):
            turned = found.result("metric_b").correlations[level][name].value
            assert turned == -plain.result("metric_b").correlations[level][name].value
    assert found.result("metric_a") == plain.result("metric_a")
    with pytest.raises(InputError, match="names 'x', which is no measure; there are: metric_a, metric_b"):
        correlated(lower_is_better=["x"])


def test_a_single_name_may_stand_by_itself() -> None:
    found = correlated(levels="system", coefficients="kendall", lower_is_better="metric_b", **_FAST)
    assert [*found.result("metric_a").correlations["system"]] == ["kendall"]
    assert found.settings.lower_is_better == ("metric_b",)
    usual = LEVELS[:2], COEFFICIENTS, "both", 95, 1000, "permutation", 0, "without", "skip"
    assert (*correlated().settings, *correlated().comparisons) == (*usual, False, "judged", ())


def test_people_are_left_out_kept_or_kept_alone() -> None:
    people = ("s1", "s2", "s3")
    scores = [cell._replace(is_person=cell.system in people) for cell in cells("scores.csv", METRICS)]
    without = correlate(scores, _human(), **_FAST)
    assert without.systems == ("s4", "s5", "s6", "s7", "s8")
    assert without.people == people
    few = "5 systems are few: correlations over them are rough"
    assert without.notes == ("people among the systems are left out (3): s1, s2, s3", few)
    mixed = correlate(scores, _human(), people="with", **_FAST)
    assert len(mixed.systems) == 8
    assert mixed.notes == (
        "people are among the systems (3): s1, s2, s3; mixing both mostly raises correlations, and measures"
        " should be jackknife scores",
    )
    all_people = [cell._replace(is_person=True) for cell in scores]
    assert correlate(all_people, _human(), people="with", **_FAST).notes == ()
    only = correlate(scores, _human(), people="only", **_FAST)
    assert only.systems == people
    with pytest.raises(InputError, match="no system is a person"):
        correlated(people="only")
    with pytest.raises(InputError, match="all systems are people, whom `people` 'without' leaves out"):
        correlate(all_people, _human(), **_FAST)


def test_people_of_a_report_are_named_by_persons() -> None:
    """The texts of A are a model and a peer."""
    texts = {"1": "a b", "2": "a c", "3": "c d e", "A": "a b c"}
    evaluations = [Evaluation.of_texts("1", texts, ["a b c"])]
    human = [Cell(name, "1", "human", value) for name, value in zip(texts, (2, 1, 0, 3), strict=True)]
    report = evaluate(evaluations, Options(max_ngram=1))
    assert correlate(report, human, **_FAST).systems == ("1", "2", "3", "A")
    found = correlate(report, human, persons="A", **_FAST)
    assert (found.systems, found.people) == (("1", "2", "3"), ("A",))
    with pytest.raises(InputError, match="`persons` names 'B', which is no system; there are: 1, 2, 3, A"):
        correlate(report, human, persons=["B"])


def test_scores_of_whole_systems_have_one_level() -> None:
    human = [Cell(f"s{n}", None, "coverage", value) for n, value in enumerate((1, 3, 2, 5, 4, 7, 6, 8), 1)]
    found = correlate(cells("scores.csv", METRICS), human, compare=True, resamples=300)
    result = found.result("metric_a")
    assert [*result.correlations] == ["system"]
    assert result.evaluations == ()
    assert result.measure_means["s1"] == expected("expected.json")["system_means"]["metric_a"][0]
    assert any("without evaluations (a column 'evaluation' names them)" in note for note in found.notes)
    one = result.correlations["system"]["kendall"]
    assert -1 <= one.low < one.value < one.high <= 1
    (turned,) = correlate(human, cells("scores.csv", METRICS[:1]), **_FAST).results
    assert turned.correlations["system"]["kendall"].value == one.value
    fisher, inputs, systems = (
        correlate(cells("scores.csv", METRICS), human, interval=kind, resamples=300).results
        for kind in ("fisher", "inputs", "systems")
    )
    assert inputs == systems != fisher, "there are no evaluations to draw"
    # Summary by summary or system by system is the same here: 2^8 permutations.
    assert {(one.draws, one.exact) for one in found.comparisons} == {(256, True)}


def test_whole_systems_without_the_system_level_are_refused() -> None:
    human = [Cell(f"s{n}", None, "coverage", float(n)) for n in range(1, 9)]
    with pytest.raises(InputError, match="have the system level alone; `levels` must have it"):
        correlate(cells("scores.csv", METRICS), human, levels=("summary", "global"))


def test_accuracies_without_pairs_get_a_note() -> None:
    """One summary of each system, in evaluations of its own: there are pairs of all summaries alone."""
    apart = [Cell(f"s{n}", f"d{n}", "m", float(n)) for n in range(9)]
    choices: Any = {"coefficients": ["accuracy", "pearson"], "levels": LEVELS, "interval": "none"}
    notes = correlate(apart, apart, **choices).notes
    assert [note for note in notes if "accuracy over" in note] == [
        "summary-level accuracy over summaries of an evaluation has no pairs",
        "summary-level accuracy over summaries of a system has no pairs",
    ]
    undefined = (
        "undefined at the summary level, as a side does not vary or has fewer than two scores: pearson"
    )
    assert undefined in notes
    many = np.arange(4489).reshape(67, 67)
    found = of_matrices(many, many, **{**choices, "levels": "global"})
    assert [[*one.pairs] for one in found.results[0].accuracies] == [[0, 0, 0, 0, 0]]
    too_many = "global-level accuracy over all summaries has more than 10,000,000 pairs, which are too many"
    assert [note for note in found.notes if "more than" in note] == [too_many]


@pytest.mark.parametrize(("choices", "notes"), table(__file__, "notes"))
def test_choices_that_do_not_suit_get_notes(choices: str, notes: list[str]) -> None:
    words = dict(choice.split("=") for choice in choices.split())
    assert [*correlated(**{**_FAST, "resamples": 20, **words}).notes] == notes


@pytest.mark.parametrize(("values", "note"), table(__file__, "digits"))
def test_scores_that_lose_digits_get_a_note(values: list[float], note: str) -> None:
    human = [Cell(f"s{place}", "1", "h", place) for place in range(4)]
    scores = [cell._replace(name="constant", value=1.0) for cell in human]
    scores += [cell._replace(name="m", value=value) for cell, value in zip(human, values, strict=True)]
    notes = correlate(scores, human, levels=["system"], **_FAST).notes
    found = [one for one in notes if ("scores" in one and "digits" in one) or "decimals" in one]
    assert len(found) == bool(note)
    assert all(note in one for one in found)
    assert not re.search("digits|decimals", str(correlate(scores, human, levels="global", **_FAST).notes))


@pytest.mark.slow
@pytest.mark.parametrize("test", ["permutation", "permutation-systems", "permutation-inputs"])
def test_nothing_depends_on_the_order_of_rows(test: str) -> None:
    """Resamples and permutations are drawn for the systems and evaluations by their IDs."""
    scores, human = cells(_MISSING, METRICS), _human(_MISSING)
    choices: Any = {"levels": LEVELS, "coefficients": [*COEFFICIENTS, "accuracy"], "resamples": 40}
    choices |= {"compare": True, "test": test}
    found = correlate(scores, human, **choices).to_dict()
    shuffled = random.Random(1)
    for _ in range(2):
        rows, of_people = (shuffled.sample(some, len(some)) for some in (scores, human))
        # The names of measures come in the order of the input.
        rows.sort(key=lambda cell: METRICS.index(cell.name))
        assert correlate(rows, of_people, **choices).to_dict() == found


def test_several_human_scores_are_kept_apart() -> None:
    human = [*_human(), *(cell._replace(name="twice", value=-2 * cell.value) for cell in _human())]
    found = correlate(cells("scores.csv", METRICS), human, compare="metric_b", resamples=50, **_FAST)
    assert [one[:2] for one in found.results] == [
        (measure, human) for human in ("human", "twice") for measure in METRICS
    ]
    one, two = (found.result("metric_a", human).correlations["system"] for human in found.humans)
    assert [one[name].value for name in one] == pytest.approx([-two[name].value for name in two])
    assert {one.baseline for one in found.comparisons} == {"metric_b"}
    with pytest.raises(KeyError, match=r"^'metric_c'$"):
        found.result("metric_c")


def _three() -> list[Cell]:
    """Return the scores of the two measures of the table, and of a third called `c`."""
    third = [
        cell._replace(name="c", value=cell.value + place * 7919 % 97 / 400)
        for place, cell in enumerate(cells("scores.csv", ("metric_a",)))
    ]
    return [*cells("scores.csv", METRICS), *third]


@pytest.mark.parametrize(
    ("measures", "systems", "test", "resamples", "shown"), table(__file__, "permutations")
)
def test_a_note_says_when_no_corrected_p_can_be_small(
    measures: int, systems: int, test: str, resamples: int, shown: str
) -> None:
    known = {f"s{place}" for place in range(1, systems + 1)}
    scores = [cell for cell in _three() if cell.system in known and (measures == 3 or cell.name != "c")]
    found = correlate(
        scores, _human(), compare=True, test=test, resamples=resamples, levels="system", **_FAST
    )
    note = "no corrected p can be 0.05 or less: name a single baseline or raise `resamples`"
    assert [one for one in found.notes if "no corrected p" in one] == ([f"{shown}; {note}"] if shown else [])


def test_p_is_corrected_by_holm_for_each_level_and_coefficient() -> None:
    found = correlate(_three(), _human(), compare=True, resamples=200, **_FAST)
    for place, first in [*enumerate(found.comparisons)][::3]:
        group = found.comparisons[place : place + 3]
        assert {(one.level, one.coefficient) for one in group} == {(first.level, first.coefficient)}
        assert [one[:2] for one in group] == [METRICS, ("metric_a", "c"), ("metric_b", "c")]
        smallest, _, largest = sorted(group, key=lambda one: one.p)
        assert smallest.corrected == pytest.approx(min(1, 3 * smallest.p))
        assert largest.corrected >= largest.p


@pytest.mark.parametrize("resamples", [19, 20])
def test_undefined_resamples_get_a_note_beyond_five_per_cent(resamples: int) -> None:
    """Two of four evaluations vary: a resample without them has no coefficient."""
    human = [Cell(f"s{n}", f"d{m}", "h", float(n if m < 2 else 1)) for n in range(4) for m in range(4)]
    scores = [cell._replace(name="m", value=cell.value + n) for n, cell in enumerate(human)]
    found = correlate(scores, human, interval="inputs", resamples=resamples, coefficients=["pearson"])
    undefined = found.result("m").correlations["summary"]["pearson"].undefined_resamples
    note = f"undefined at the summary level in {undefined} of {resamples} resamples, which the interval"
    assert (undefined, f"{note} leaves out: pearson" in found.notes) == (1, resamples < 20)


@pytest.mark.parametrize(
    ("name", "value"), [("confidence", 0.5), ("confidence", 99.9), ("resamples", 1), ("seed", 2**32 - 1)]
)
def test_numbers_near_their_limits_are_taken(name: str, value: float) -> None:
    found = correlated(levels="system", coefficients="pearson", compare=True, **{"resamples": 9, name: value})
    assert getattr(found.settings, name) == value
    one = found.result("metric_a").correlations["system"]["pearson"]
    assert -1 <= one.low <= one.high <= 1


@pytest.mark.parametrize(("choice", "message"), table(__file__, "refused"))
def test_choices_that_do_not_exist(choice: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        correlated(**choice)


@pytest.mark.parametrize(
    ("systems", "evaluations", "message"),
    [
        (("s1", "s2"), None, "3 systems or more can be correlated; those with both metric_a and human: s1"),
        ((), None, "no system has both scores of measures and of people; check the IDs"),
        (None, "D", "no evaluation has both scores of measures and of people; check the IDs"),
    ],
)
def test_scores_that_cannot_be_correlated(systems: Any, evaluations: Any, message: str) -> None:
    human = [
        cell._replace(
            system=cell.system if systems is None or cell.system in systems else f"x{cell.system}",
            evaluation=f"{evaluations or ''}{cell.evaluation}",
        )
        for cell in _human()
    ]
    with pytest.raises(InputError, match=message):
        correlate(cells("scores.csv", METRICS), human, **_FAST)


def test_scores_without_a_cell_that_has_both() -> None:
    scores, human = (
        [Cell(f"s{n}", f"d{(n + side) % 2}", "mh"[side], 1.0) for n in range(4)] for side in (0, 1)
    )
    with pytest.raises(InputError, match="3 systems or more can be correlated"):
        correlate(scores, human, **_FAST)
    alone = "no evaluation has both m and m for all of the 4 systems; do without `complete`"
    with pytest.raises(InputError, match=alone):
        correlate(scores, scores, complete=True)


def test_a_baseline_that_does_not_exist() -> None:
    with pytest.raises(InputError, match="no measure 'x' to compare with; there are: metric_a, metric_b"):
        correlated(compare="x")
    with pytest.raises(InputError, match="two measures or more can be compared; there are: metric_a"):
        correlate(cells("scores.csv", ("metric_a",)), _human(), compare=True)
