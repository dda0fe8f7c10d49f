"""Stars, what is best, and the order of systems in the tables of markdown, latex and text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import nan

import pytest

from rouge_cli import Comparison, Evaluation, OptionError, Options, Report, evaluate, render
from rouge_cli.rendering.system_tables import Significance

from ..support.commands import assert_refused, rouge_eval
from ..support.reports import COMPARISON, two

_OPTIONS = Options(max_ngram=1, rouge_l=False, resamples=5000)
_MODEL = "a b c d"


@cache
def _report() -> Report:
    """Twenty evaluations of five systems.

    `good` has all words of the model and `near` all but one in one evaluation, which is no significant
    difference; `half` has two of four and `bad` one throughout, which are; `none` has no word.
    """
    peers = {"half": "a b x x", "near": _MODEL, "bad": "a x x x", "good": _MODEL, "none": "x x x x"}
    first = Evaluation.of_texts("0", {**peers, "near": "a b c x"}, [_MODEL])
    others = (Evaluation.of_texts(str(number), peers, [_MODEL]) for number in range(1, 20))
    return evaluate([first, *others], _OPTIONS)


def _rows(report: Report, **settings: object) -> list[list[str]]:
    """The cells of the first table in Markdown, without its head."""
    lines = render(report, "markdown", **settings).splitlines()  # type: ignore[arg-type]
    table = lines[2 : lines.index("")]
    return [[cell.strip() for cell in row.strip("| ").split("|")] for row in table]


def test_what_is_not_significantly_worse_than_the_best_is_bold() -> None:
    """The baseline stands first, and the others in the order of the input.

    Differences that are the same everywhere have the least p there is, 1/5001 and four times that after
    the correction for four comparisons. The average of `near` is that of the resamples.
    """
    report = _report()
    assert _rows(report, comparisons=report.compare("half")) == [
        ["half", "50.00"],
        ["near", r"**98.74**\*\*\*"],
        ["bad", r"25.00\*\*\*"],
        ["good", r"**100.00**\*\*\*"],
        ["none", r"0.00\*\*\*"],
    ]


def test_without_a_baseline_nothing_changes() -> None:
    """Every two systems are compared: only the highest is bold, and there are no stars."""
    report = _report()
    plain = [["half", "50.00"], ["near", "98.74"], ["bad", "25.00"], ["good", "**100.00**"], ["none", "0.00"]]
    assert _rows(report) == plain
    assert _rows(report, comparisons=report.compare()) == plain
    text = render(report, "markdown", comparisons=report.compare())
    assert "F × 100; the best of each measure in bold.\n" in text


def _with_p(*ps: float, baseline: str = "half") -> list[Comparison]:
    """Return the comparisons of all other systems with the baseline, with these corrected p."""
    systems = (system for system in ("half", "near", "bad", "good", "none") if system != baseline)
    return [
        COMPARISON._replace(
            system=system, baseline=baseline, evaluations=20, f=COMPARISON.f._replace(corrected=p)
        )
        for system, p in zip(systems, ps, strict=True)
    ]


@pytest.mark.parametrize(
    ("ps", "stars"),
    [
        ((0.05, 0.01, 0.001, 0.0), ("*", "**", "***", "***")),
        ((0.0501, 0.0101, 0.00101, nan), ("", "*", "**", "")),
    ],
)
def test_stars_are_for_the_corrected_p(ps: Sequence[float], stars: Sequence[str]) -> None:
    significance = Significance(_report(), _with_p(*ps), "half", "F")
    assert tuple(significance.stars(system, "ROUGE-1") for system in ("near", "bad", "good", "none")) == stars
    assert significance.stars("half", "ROUGE-1") == ""


def test_systems_that_share_no_evaluation_with_the_baseline_have_no_stars() -> None:
    """Nothing was tested, so nothing is significant; nor are they said to be as good as the best.

    `other` has the words of `base`, but in evaluations of its own, and `lost` has no summary.
    """
    evaluations = [
        Evaluation.of_texts(
            str(number),
            {"base" if number < 9 else "other": "a b", "both": "a b" if number else "a"},
            [_MODEL],
        )
        for number in range(18)
    ]
    evaluations[0] = evaluations[0]._replace(peers={**evaluations[0].peers, "lost": None})
    report = evaluate(evaluations, _OPTIONS)
    rows = _rows(report, comparisons=report.compare("base"))
    assert [(system, cell.startswith("**")) for system, cell in rows] == [
        *(("base", True), ("both", True), ("lost", False), ("other", False)),
    ]


_NEAR = "in bold: not significantly worse than the best of each measure (p > 0.05);"
_BEST = "in bold: the best of each measure;"


@pytest.mark.parametrize(
    ("systems", "evaluations", "resamples", "stars", "legend"),
    [
        # p is 1/(r+1) or 2^(1-n) at the least, times the number of comparisons.
        (2, 11, 999, "***", f"* p ≤ 0.05, ** p ≤ 0.01, *** p ≤ 0.001; {_NEAR}"),
        (3, 12, 1000, "**", f"* p ≤ 0.05, ** p ≤ 0.01 (no p can be below 0.002); {_NEAR}"),
        (3, 12, 1999, "***", f"* p ≤ 0.05, ** p ≤ 0.01, *** p ≤ 0.001; {_NEAR}"),
        (2, 10, 9999, "**", f"* p ≤ 0.05, ** p ≤ 0.01 (no p can be below 0.002); {_NEAR}"),
        (3, 7, 9999, "*", f"* p ≤ 0.05 (no p can be below 0.031); {_NEAR}"),
        (3, 6, 9999, "", f"no stars (no p can be below 0.062); {_BEST}"),
    ],
)
def test_the_legend_has_the_stars_that_can_be(
    systems: int, evaluations: int, resamples: int, stars: str, legend: str
) -> None:
    """Two systems are better than the baseline in each evaluation, and so have the most stars."""
    texts = {"base": "a x x x", "1": "a b c d", "2": "d c b a"}
    peers = dict(list(texts.items())[:systems])
    report = evaluate(
        [Evaluation.of_texts(str(number), peers, [_MODEL]) for number in range(evaluations)],
        Options(max_ngram=1, rouge_l=False, resamples=resamples),
    )
    compared = report.compare("base")
    text = render(report, "markdown", comparisons=compared).replace("\\", "").replace("&gt;", ">")
    assert f"F × 100; against base: {legend} p by paired bootstrap" in text
    bold = [["1", "**100.00**"], ["2", "**100.00**" if legend.endswith(_NEAR) else "100.00"]]
    shown = [[system, cell + stars.replace("*", "\\*")] for system, cell in bold[: systems - 1]]
    assert _rows(report, comparisons=compared)[1:] == shown


def test_a_p_of_a_twentieth_is_significant_for_bold_as_for_stars() -> None:
    compared = _with_p(0.0501, 0.05, 0.04, 0.0501, baseline="good")
    estimates = {system: results["ROUGE-1"].f for system, results in _report().systems.items()}
    best = Significance(_report(), compared, "good", "F").best("ROUGE-1", estimates)
    assert best == {"good", "half"}  # A figure of 0, that of `none`, is never best.


def test_figures_stand_in_line_in_latex() -> None:
    """A column has room for as many stars as any of its cells has."""
    text = render(_report(), "latex", comparisons=_with_p(0.05, 0.001, 0.2, 0.01))
    assert (
        "half & 50.00\\hphantom{$^{***}$} \\\\\n"
        "near & \\textbf{98.74}$^{*}$\\hphantom{$^{**}$} \\\\\n"
        "bad & 25.00$^{***}$ \\\\\n"
        "good & \\textbf{100.00}\\hphantom{$^{***}$} \\\\\n"
        "none & 0.00$^{**}$\\hphantom{$^{*}$} \\\\\n"
    ) in text


def test_a_box() -> None:
    report = _report()
    assert render(report, "text", comparisons=_with_p(0.05, 0.001, 0.2, 0.01)).startswith(
        "┌──────────┬────────────┐\n"
        "│ System   │    ROUGE-1 │\n"
        "├──────────┼────────────┤\n"
        "│ half     │   50.00    │\n"
        "│ near     │  ›98.74*   │\n"
        "│ bad      │   25.00*** │\n"
        "│ good     │ ›100.00    │\n"
        "│ none     │    0.00**  │\n"
        "└──────────┴────────────┘\n"
        "F × 100; against half: * p ≤ 0.05, ** p ≤ 0.01, *** p ≤ 0.001; marked ›: not\n"
        "significantly worse than the best of each measure (p > 0.05); p by paired\n"
        "bootstrap, two-sided, corrected by Holm's method.\n"
    )


def test_a_box_without_comparisons() -> None:
    report = two()
    lines = render(report, "text", figure="R", intervals=True).splitlines()
    assert lines[3:5] == [
        "│ a        │ ›50.00 [40.00, 60.00] │ ›10.00 [0.00, 20.00] │",
        "│ b        │  40.00 [30.00, 50.00] │ ›10.00 [0.00, 20.00] │",
    ]
    caption = "Recall × 100, with 95% confidence intervals; the best of each measure marked ›."
    assert lines[6:] == [caption, "", f"Signature: {report.signature}"]


def test_wide_and_combining_characters_leave_the_box_straight() -> None:
    """Two columns for each East Asian character, none for an accent that combines."""
    names = ["東京", "e\u0301e\u0301", "\x1b[2J"]
    evaluation = Evaluation.of_texts("1", dict.fromkeys(names, "a b c d"), [_MODEL])
    lines = render(evaluate([evaluation], _OPTIONS), "text").splitlines()[3:6]
    assert [line[:-13] for line in lines] == ["│ 東京     ", "│ e\u0301e\u0301       ", "│ \\x1b[2J  "]
    assert {line[-13:] for line in lines} == {"│   ›100.00 │"}


# The order.


def _systems(**settings: object) -> list[str]:
    return [row[0] for row in _rows(_report(), **settings)]


def test_orders() -> None:
    assert _systems() == _systems(sort="given") == ["half", "near", "bad", "good", "none"]
    assert _systems(sort="id") == ["bad", "good", "half", "near", "none"]
    assert _systems(sort="score") == ["good", "near", "half", "bad", "none"]
    compared = _report().compare("bad")
    assert _systems(sort="score", comparisons=compared) == ["bad", "good", "near", "half", "none"]


@pytest.mark.parametrize(
    "order",
    [
        ["2", "10", "sys", "sys2", "sys10"],
        # A number may have any length, and zeros before it are of no account.
        ["009", "0010", "9" * 5000, "1" + "0" * 5000, "a"],
    ],
)
def test_numbers_in_ids_are_numbers(order: list[str]) -> None:
    peers = dict.fromkeys(sorted(order, reverse=True), "a")
    report = evaluate([Evaluation.of_texts("1", peers, [_MODEL])], _OPTIONS)
    assert [row[0] for row in _rows(report, sort="id")] == order


def test_a_score_that_is_none_is_last() -> None:
    """A system without a summary has no figure."""
    peers = {"lost": None, **Evaluation.of_texts("1", {"b": "a", "c": "a b"}, [_MODEL]).peers}
    one = Evaluation.of_texts("1", {}, [_MODEL])._replace(peers=peers)
    rows = _rows(evaluate([one], _OPTIONS), sort="score", figure="R")
    assert [row[0] for row in rows] == ["c", "b", "lost"]


@pytest.mark.parametrize(
    ("options", "format", "choices", "message"),
    [
        (Options(), "markdown", {"sort": "up"}, "`sort` must be one of given, id, score, not 'up'"),
        (Options(), "csv", {"sort": "id"}, "`sort` goes with `format` markdown, latex or text; csv has"),
        (Options(counting=2), "text", {}, "text has no place for counts"),
    ],
)
def test_what_is_refused(options: Options, format: str, choices: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        render(evaluate([], options), format, **choices)  # type: ignore[arg-type]


def test_the_command_words_refusals_in_flags() -> None:
    refused = rouge_eval(["--sort", "id", "config_examples/spl.xml"])
    assert_refused(refused, 2, "--sort goes with --format markdown, latex or text; classic has")
