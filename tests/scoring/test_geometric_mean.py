"""The geometric mean of measures, as SCROLLS ranks systems: of averages, or of the figures of evaluations."""

from __future__ import annotations

import json

import pytest

from rouge_cli import Evaluation, OptionError, Options, Report, compare, evaluate, render
from rouge_cli.rendering import FORMATS

_EVALUATIONS = [
    Evaluation.of_texts("1", {"a": "a b c d", "b": "a b"}, ["a b c d"]),
    Evaluation.of_texts("2", {"a": "a b x y", "b": "x y"}, ["a b c d"]),
]
"""F of `a` by ROUGE-1, -2 and -L: 1, 1, 1 and 1/2, 1/3, 1/2; of `b`: 2/3, 1/2, 2/3 and 0."""


def _report(**choices: object) -> Report:
    options = {"profile": "rouge-score", "mean": "plain", "geometric_mean": ("all",), **choices}
    return evaluate(_EVALUATIONS, Options(**options))  # type: ignore[arg-type]


def test_it_is_of_the_averages() -> None:
    report = _report(geometric_mean="rouge1, rouge2", about="length")
    assert report.measures == ("rouge1", "rouge2", "rougeL", "geometric-mean", "length")
    found = report.systems["a"]["geometric-mean"]
    assert found.f.average == pytest.approx((3 / 4 * 2 / 3) ** (1 / 2))
    assert list(found.scores.f) == pytest.approx([1, (1 / 2 * 1 / 3) ** (1 / 2)])
    assert "|geometric-mean:rouge1,rouge2|geometric-of:averages|" in report.signature


def test_it_may_be_of_each_evaluation() -> None:
    report = _report(geometric_of="evaluations")
    mean = (1 + (1 / 2 * 1 / 3 * 1 / 2) ** (1 / 3)) / 2
    assert report.systems["a"]["geometric-mean"].f.average == pytest.approx(mean)
    assert report.systems["b"]["geometric-mean"].f.average == pytest.approx((2 / 9) ** (1 / 3) / 2)
    assert "|geometric-mean:rouge1,rouge2,rougeL|geometric-of:evaluations|" in report.signature


@pytest.mark.parametrize("profile", ["rouge-1.5.5", "rouge-score"])
def test_bounds_and_comparisons_are_of_the_means_in_each_resample(profile: str) -> None:
    """Both evaluations are drawn once, or one of them twice."""
    measures = {"max_ngram": 2} if profile == "rouge-1.5.5" else {}
    report = _report(profile=profile, mean="median", **measures)
    found = report.systems["a"]["geometric-mean"].f
    averages = [result.f.average for result in [*report.systems["a"].values()][:3]]
    assert found.average == pytest.approx((averages[0] * averages[1] * averages[2]) ** (1 / 3))
    assert (found.low, found.high) == pytest.approx(((1 / 12) ** (1 / 3), 1), abs=1e-4)
    (compared,) = [one for one in compare(report, "b") if one.measure == "geometric-mean"]
    low, high = (1 / 12) ** (1 / 3), 1 - (2 / 9) ** (1 / 3)
    assert sorted(compared.f.estimate[1:]) == pytest.approx(sorted((low, high)), abs=1e-4)


@pytest.mark.parametrize("profile", ["rouge-1.5.5", "rouge-score"])
def test_the_figures_of_a_resample_stay_together(profile: str) -> None:
    """F of ROUGE-1 and -2 is 1 and 0, or 1/2 and 1/3: the measures rank the resamples in opposite order."""
    peers = [("1", "d c b a"), ("2", "a b x y")]
    evaluations = [Evaluation.of_texts(id, {"a": peer}, ["a b c d"]) for id, peer in peers]
    both = {"max_ngram": 2, "rouge_l": False, "geometric_mean": "all"}
    options = Options(profile=profile, **both)  # type: ignore[arg-type]
    found = evaluate(evaluations, options).systems["a"]["geometric-mean"].f
    assert (found.low, found.high) == pytest.approx((0, (1 / 6) ** (1 / 2)), abs=1e-4)


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_shows_it(format: str) -> None:
    report = _report()
    text = render(report, format, evaluations=_EVALUATIONS, comparisons=compare(report, "b"))
    assert "geometric-mean" in text
    if format == "json":
        figure = json.loads(text)["systems"]["a"]["geometric-mean"]["f"]
        assert figure["average"] == pytest.approx((3 / 4 * 2 / 3 * 3 / 4) ** (1 / 3))


def test_only_measures_that_are_scored_have_a_geometric_mean() -> None:
    with pytest.raises(OptionError, match="must be all, or of: rouge1, rouge2, rougeL, not 'rouge3'"):
        _report(geometric_mean=("rouge3",))
