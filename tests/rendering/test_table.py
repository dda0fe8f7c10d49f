"""Tables of Markdown, LaTeX and text: cells, stars, the best figures, and the order of systems."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from rouge_cli import Comparison, Evaluation, OptionError, Options, Report, Text, evaluate, render
from rouge_cli.errors import printable
from rouge_cli.rendering import Output, written
from rouge_cli.rendering.presentation import _DIRECT, hundredfold, plain

from ..support.commands import rouge_tools
from ..support.needs import needs
from ..support.reports import COMPARISON, nasty_report, result, two
from ..support.scoring import report_of
from ..support.tables import table

_BEHIND_THE_ROW = re.compile(r"\\\\\n[ \t]*[*\[]|rule\n[ \t]*\[")


def test_figures_have_a_true_minus_unless_they_round_to_zero() -> None:
    values = (0.1234, -0.0004, -0.0006, nan, inf)
    assert [plain(value) for value in values] == ["0.123", "0.000", "−0.001", "–", "–"]
    assert [plain(value, "+", 2) for value in values[:3]] == ["+0.12", "+0.00", "+0.00"]
    assert [hundredfold(value / 10) for value in values] == ["1.23", "0.00", "−0.01", "–", "–"]
    assert [plain(value) for value in (-1e12, -1e12 - 1)] == ["−1000000000000.000", "−1e+12"]


@pytest.mark.parametrize(("format", "options", "choices", "is_compared", "text"), table(__file__, "written"))
def test_what_is_written(
    format: str, options: dict[str, Any], choices: dict[str, Any], is_compared: bool, text: str
) -> None:
    report = two(Options(max_ngram=1, **options))
    found = render(report, format, comparisons=[COMPARISON] if is_compared else [], **choices)
    assert found == text.replace("{}", report.signature, 1)


@pytest.mark.parametrize(("figures", "cells"), table(__file__, "best"))
def test_what_prints_as_the_highest_figure_is_best(figures: list[float], cells: list[str]) -> None:
    """A 0 is not the best, because nothing matches, and neither is the figure of the only system."""
    systems = {f"s{place}": {"ROUGE-L": result(0, 0, figure)} for place, figure in enumerate(figures)}
    text = render(report_of(Options(), systems), "markdown", sort="given")
    assert tuple(re.findall(r"^\| s\d +\| +(\S+) \|$", text, re.MULTILINE)) == tuple(cells)


def test_a_column_of_markdown_has_three_dashes_at_least() -> None:
    """One system is not called the best."""
    text = render(report_of(Options(), {"a": {"M": result(0, 0, nan)}}), "markdown")
    assert text.startswith("| System |   M |\n| :----- | --: |\n| a      |   – |\n\nF × 100.\n")


def test_a_system_without_figures_has_a_dash() -> None:
    """No evaluation has `T`, and `U` was scored by one measure alone."""
    evaluations = [Evaluation("1", {"S": Text.of("a"), "T": None}, (Text.of("a b"),))]
    report = evaluate(evaluations, Options(max_ngram=1))
    systems = {"S": report.systems["S"], "U": {"ROUGE-L": report.systems["S"]["ROUGE-L"]}}
    compared = [COMPARISON, COMPARISON._replace(baseline="S")]  # No letters, as not all have ROUGE-1.
    assert render(
        report._replace(systems=systems, absent=("T",)), "markdown", figure="R", comparisons=compared
    ).startswith(
        "| System     |   ROUGE-1 |   ROUGE-L |\n"
        "| :--------- | --------: | --------: |\n"
        "| S          | **50.00** | **50.00** |\n"
        "| U          |         – | **50.00** |\n"
        "| T (0 of 1) |         – |         – |\n"
        "\nRecall × 100; the best of each measure in bold; in brackets the evaluations of systems that"
    )
    text = render(report_of(Options(rouge_l=False), {"S": {}}), "markdown")
    assert text.startswith("| System |\n| :----- |\n| S      |\n")


@pytest.mark.parametrize(
    ("name", "in_markdown", "in_latex"),
    [*table(__file__, "names"), ("a\nb\t\x1b\udcff", r"a\\nb\\t\\x1b\\udcff", "")],
)
def test_names_are_escaped(name: str, in_markdown: str, in_latex: str) -> None:
    report = report_of(Options(), {name: {"ROUGE-L": result(0, 0, 0)}})
    if in_markdown:
        assert re.search(rf"\n\| {re.escape(in_markdown)} *\| ", render(report, "markdown"))
    if in_latex:
        text = render(report, "latex")
        assert f"\n{in_latex} & 0.00 \\\\\n" in text
        assert ("\\providecommand{\\rougechar}" in text) == ("\\rougechar{" in in_latex)


@given(st.text(), st.text())
@settings(max_examples=100)
def test_whatever_the_names_a_row_is_a_line_with_its_cells(one: str, other: str) -> None:
    names = {one, other}
    report = report_of(Options(), {name: {"ROUGE-L": result(0.1, 0.1, 0.1)} for name in names})
    rows = render(report, "markdown").split("\n\n")[0].split("\n")
    assert len(rows) == 2 + len(names)
    assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) for row in rows} == {3}
    latex = render(report, "latex")
    body = latex.split("\\midrule\n")[1].split("\\bottomrule")[0]
    assert body.count("\n") == len(names)
    assert len(re.findall(r"(?<!\\)(?:\\\\)*&", body)) == len(names)
    assert not _BEHIND_THE_ROW.search(latex)


def _compile(folder: Path, kind: str, body: str) -> bytes:
    """Compile a document, and return what LaTeX says."""
    head = f"\\documentclass{kind}\\usepackage{{booktabs}}\\begin{{document}}"
    (folder / "all.tex").write_text(f"{head}{body}\\end{{document}}", encoding="utf-8")
    run = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(run, cwd=folder, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]
    return done.stdout


@pytest.mark.slow
@needs("pdflatex")
def test_latex_compiles(tmp_path: Path) -> None:
    nasty = nasty_report()
    direct = report_of(Options(), {c: {"ROUGE-L": result(0.1, 0.2, 0.3)} for c in sorted(_DIRECT)})
    starred = [COMPARISON._replace(baseline="b", f=COMPARISON.f._replace(corrected=0.01))]
    inputs = {
        "nasty": render(nasty, "latex"),
        "stars": render(two(), "latex", comparisons=starred),
        "compared": render(two(), "latex", intervals=True, comparisons=[COMPARISON]),
        "direct": render(direct, "latex"),
    }
    for name, text in inputs.items():
        (tmp_path / f"{name}.tex").write_text(text, encoding="utf-8", newline="\n")
    body = "\n\n".join(f"\\input{{{name}}}\\clearpage" for name in inputs)
    _compile(tmp_path, "{article}", body)


def _three() -> Report:
    """Twenty evaluations of three systems by three measures; `longest` is the best in each.

    `base` has 4 of 11 words and up to three others: F of ROUGE-1 is the mean of 8/15, 8/16, 8/17 and 8/18.
    """
    words = ["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "and", "sleeps"]
    peers = {name: " ".join(words[:count]) for name, count in (("base", 4), ("short", 6), ("longest", 11))}
    evaluations = [
        Evaluation.of_texts(
            str(n), {name: f"{text} {'x ' * (n % 4)}" for name, text in peers.items()}, [" ".join(words)]
        )
        for n in range(20)
    ]
    return evaluate(evaluations, Options(max_ngram=2))


@pytest.mark.parametrize(
    ("letters", "measures", "intervals", "star", "size", "share"), table(__file__, "floats")
)
def test_a_float_is_as_wide_as_a_column_or_the_page(
    letters: int, measures: int, intervals: bool, star: str, size: str, share: float
) -> None:
    """Where even the page is too narrow, letters are small and long names are broken in a share of it."""
    figures = {f"M{n}": result(0, 0, 0.5) for n in range(measures)}
    text = render(report_of(Options(), {"x" * letters: figures}), "latex", intervals=intervals, label="y")
    assert f"\n\\begin{{table{star}}}\n\\centering\\{size}\\" in text
    assert "\\caption{}\\label{y}\n" in text
    assert re.findall(r"parbox\[t\]\{(.*?)\\", text) == [str(share)] * bool(share)


@pytest.mark.slow
@needs("pdflatex")
def test_tables_with_captions_fit_a_column_or_the_page(tmp_path: Path) -> None:
    """Of an article in two columns; a box that is too wide would be in the log."""
    report = _three()
    comparisons = report.compare("base")
    text = render(report, "latex", comparisons=comparisons, intervals=True, caption="ROUGE", label="tab:x")
    tables = rouge_tools(["protocols", "--format=latex", "--caption=P", "config_examples/spl.xml"]).stdout
    (tmp_path / "table.tex").write_bytes(text.encode() + tables)
    assert b"Overfull" not in _compile(tmp_path, "[twocolumn]{article}", "\\input{table}")


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
    """The baseline stands first, and the others by their score.

    Differences that are the same everywhere have the least p there is, 1/5001 and four times that after
    the correction for four comparisons. The average of `near` is that of the resamples.
    """
    report = _report()
    assert _rows(report, comparisons=report.compare("half")) == [
        ["half", "50.00"],
        ["good", r"**100.00**\*\*\*"],
        ["near", r"**98.74**\*\*\*"],
        ["bad", r"25.00\*\*\*"],
        ["none", r"0.00\*\*\*"],
    ]


def test_without_a_baseline_systems_that_do_not_differ_share_a_letter() -> None:
    """The highest is bold, and `near`, which does not differ from it; all other systems differ.

    One difference is over three evaluations alone, but others could be significant.
    """
    report = _report()
    compared = [*report.compare()]
    compared[-1] = compared[-1]._replace(evaluations=3)
    assert _rows(report, comparisons=compared) == [
        *(["good", "**100.00** a"], ["near", "**98.74** a"], ["half", "50.00 b"], ["bad", "25.00 c"]),
        ["none", "0.00 d"],
    ]
    text = render(report, "text", comparisons=compared)
    caption = " ".join(text.split())
    assert "marked ›: not significantly worse than the best of each measure; systems that share a" in caption
    assert "share a letter do not differ significantly (p > 0.05; all pairs" in caption
    assert "half      50.00 b\n" in text
    assert "good & \\textbf{100.00}$^{ a}$ \\\\\n" in render(report, "latex", comparisons=compared)
    letters = {"half": "b", "near": "a", "bad": "c", "good": "a", "none": "d"}
    assert json.loads(render(report, "json", comparisons=compared))["groups"] == {"ROUGE-1": letters}
    assert "groups" not in json.loads(render(report, "json", comparisons=report.compare("half")))


def test_letters_say_where_nothing_can_be_decided_and_many_differences_have_no_table() -> None:
    """With five evaluations p is 1/16 at the least. Fifteen systems have 105 differences."""
    for systems in (3, 15):
        peers = {f"s{n}": "a b x x" if n else _MODEL for n in range(systems)}
        report = evaluate([Evaluation.of_texts(str(n), peers, [_MODEL]) for n in range(5)], _OPTIONS)
        text = " ".join(render(report, "text", comparisons=report.compare()).split())
        assert "with so few evaluations or resamples no difference can be significant" in text
        assert ("Corrected" in text) == (systems == 3)


@pytest.mark.parametrize(("notes", "differences"), [(20, 100), (21, 101)])
def test_at_most_twenty_notes_and_a_hundred_differences_stand_in_a_paper(
    notes: int, differences: int
) -> None:
    report = two()._replace(notes=tuple(map(str, range(notes))))
    text = render(report, "markdown", comparisons=[COMPARISON] * differences)
    assert ("\n- … and 1 more note\n" in text, "Corrected" in text) == (notes == 21, differences == 100)
    assert text.count("\n- ") == notes


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
    rows = _rows(_report(), comparisons=_with_p(*ps))
    found = {system: re.sub(r"\*\*\d+\.\d\d\*\*|[\d.\\]", "", cell) for system, cell in rows}
    assert found == {"half": "", **dict(zip(("near", "bad", "good", "none"), stars, strict=True))}


def test_systems_that_share_no_evaluation_with_the_baseline_have_no_stars() -> None:
    """Nothing was tested, so no difference is significant, and no such system counts as one of the best.

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
        *(("base (9 of 18)", True), ("other (9 of 18)", False), ("both", True), ("lost (0 of 18)", False))
    ]
    untested = render(_report(), "text", comparisons=_with_p(*[nan] * 4))
    assert "against half: no stars (no p can be below 1); marked ›: the best" in " ".join(untested.split())


@pytest.mark.parametrize(
    ("systems", "evaluations", "resamples", "stars", "legend"), table(__file__, "legends")
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
    near = "in bold: not significantly worse than the best of each measure (p > 0.05);"
    assert f"F × 100; against base: {legend.format(near=near)} p by paired bootstrap" in text
    bold = [["1", "**100.00**"], ["2", "**100.00**" if legend.endswith("{near}") else "100.00"]]
    shown = [[system, cell + stars.replace("*", "\\*")] for system, cell in bold[: systems - 1]]
    assert _rows(report, comparisons=compared)[1:] == shown


def test_a_p_of_a_twentieth_is_significant_for_bold_as_for_stars() -> None:
    compared = _with_p(0.0501, 0.05, 0.04, 0.0501, baseline="good")
    best = {system for system, cell in _rows(_report(), comparisons=compared) if cell.startswith("**")}
    assert best == {"good", "half"}  # A figure of 0, that of `none`, is never best.


def test_figures_stand_in_line_in_latex() -> None:
    """A column has room for as many stars as any of its cells has."""
    text = render(_report(), "latex", comparisons=_with_p(0.05, 0.001, 0.2, 0.01))
    assert (
        "half & 50.00\\hphantom{$^{***}$} \\\\\n"
        "good & \\textbf{100.00}\\hphantom{$^{***}$} \\\\\n"
        "near & \\textbf{98.74}$^{*}$\\hphantom{$^{**}$} \\\\\n"
        "bad & 25.00$^{***}$ \\\\\n"
        "none & 0.00$^{**}$\\hphantom{$^{*}$} \\\\\n"
    ) in text


def test_text() -> None:
    """The legend has the stars that some comparison can have; one of them is over three evaluations alone."""
    compared = _with_p(0.05, 0.001, 0.2, 0.01)
    compared[2] = compared[2]._replace(evaluations=3)
    assert render(_report(), "text", comparisons=compared).startswith(
        "System     ROUGE-1\n"
        "──────  ──────────\n"
        "half      50.00\n"
        "good    ›100.00\n"
        "near     ›98.74*\n"
        "bad       25.00***\n"
        "none       0.00**\n"
        "\n"
        "F × 100; against half: * p ≤ 0.05, ** p ≤ 0.01, *** p ≤ 0.001; marked ›: not\n"
        "significantly worse than the best of each measure (p > 0.05); p by paired\n"
        "bootstrap, two-sided, corrected by Holm's method.\n"
    )


def _lines(report: Report, width: int, **settings: object) -> list[str]:
    """The lines of the tables for a terminal of this width, without captions and signature."""
    text = "".join(written(Output(report, **settings), "text", width))  # type: ignore[arg-type]
    return text[: text.index("\n\nF × 100")].splitlines()


@pytest.mark.parametrize(("figures", "width", "intervals", "tables"), table(__file__, "narrow"))
def test_what_does_not_fit_stands_below_or_in_tables_of_its_own(
    figures: dict[str, dict[str, float]], width: int, intervals: bool, tables: str
) -> None:
    systems = {
        system: {name: result(0, 0, f) for name, f in of_system.items()}
        for system, of_system in figures.items()
    }
    assert _lines(report_of(Options(), systems), width, intervals=intervals) == tables.splitlines()


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        # All fits; names are broken to 24 columns; the interval of 14 columns stands below the difference.
        (100, [[30, 16, 7, 20, 6, 11]]),
        (99, [[29, 16, 7, 20, 6, 11]]),
        (94, [[24, 16, 7, 20, 6, 11]]),
        (93, [[29, 16, 7, 14, 6, 11]]),
        (88, [[24, 16, 7, 14, 6, 11]]),
        # "Corrected p" is broken, then the widest name between words; then there are several tables.
        (87, [[25, 16, 7, 14, 6, 9]]),
        (76, [[15, 15, 7, 14, 6, 9]]),
        (60, [[6, 8, 7, 14, 6, 9]]),
        (59, [[16, 16, 7, 14], [16, 16, 7, 6], [16, 16, 7, 9]]),
        (40, [[6, 8, 7, 14], [6, 8, 7, 6], [6, 8, 7, 9]]),
    ],
)
def test_a_table_gets_narrower_step_by_step(width: int, columns: list[list[int]]) -> None:
    compared = [
        COMPARISON,
        COMPARISON._replace(system="a rather long name of a system", baseline="another baseline"),
    ]
    text = "".join(written(Output(two(), comparisons=compared, intervals=True), "text", width))
    rules = re.findall("^─.*", text[text.index("Baseline") :], re.MULTILINE)
    assert [list(map(len, rule.split())) for rule in rules] == columns


@given(
    st.integers(20, 120),
    st.lists(st.text("ab 東", min_size=1, max_size=40), min_size=1, max_size=4, unique=True),
)
@settings(max_examples=50)
def test_no_line_is_wider_than_the_terminal(width: int, names: list[str]) -> None:
    """Words of up to 24 columns are not broken."""
    systems = {name: {f"ROUGE-{n}": result(0.5, 0.25, 0.3) for n in range(1, 6)} for name in names}
    lines = _lines(report_of(Options(max_ngram=5), systems), width, intervals=True)
    assert all(wcswidth(line) <= max(width, 42) for line in lines)


def test_wide_and_combining_characters_leave_columns_straight() -> None:
    """Two columns for each East Asian character; none for an accent that combines, nor for other marks.

    A mark behind a name from right to left (U+200E) keeps terminals from moving the figures behind it.
    """
    names = {"東京": 4, "e\u0301e\u0301": 2, "\x1b[2J": 7, "हिन्दी": 4, "ที่": 1, "می\u200cروم": 5}
    evaluation = Evaluation.of_texts("1", dict.fromkeys(names, "a b c d"), [_MODEL])
    lines = render(evaluate([evaluation], _OPTIONS), "text").splitlines()[2:8]
    expected = [
        printable(name) + "\u200e" * (name[0] == "م") + " " * (7 - columns) + "  ›100.00"
        for name, columns in names.items()
    ]
    assert lines == expected


# The order.


def _systems(**settings: object) -> list[str]:
    return [row[0] for row in _rows(_report(), **settings)]


def test_orders() -> None:
    assert _systems(sort="given") == ["half", "near", "bad", "good", "none"]
    assert _systems(sort="id") == ["bad", "good", "half", "near", "none"]
    assert _systems() == _systems(sort="score") == ["good", "near", "half", "bad", "none"]
    compared = _report().compare("bad")
    assert _systems(sort="score", comparisons=compared) == ["bad", "good", "near", "half", "none"]


@pytest.mark.parametrize(
    "order",
    [
        ["2", "10", "sys", "sys2", "sys10"],
        # A number may have any length, and zeros before it are of no account.
        ["0009", "10", "9" * 5000, "1" + "0" * 5000, "a", "a1b2", "a1b0009", "a1b10"],
    ],
)
def test_numbers_in_ids_are_numbers(order: list[str]) -> None:
    peers = dict.fromkeys(sorted(order, reverse=True), "a")
    report = evaluate([Evaluation.of_texts("1", peers, [_MODEL])], _OPTIONS)
    assert [row[0] for row in _rows(report, sort="id")] == order


def test_a_score_that_is_none_is_last() -> None:
    """Systems without a summary or without a measure have no figure."""
    peers = {"lost": None, **Evaluation.of_texts("1", {"b": "a", "c": "a b"}, [_MODEL]).peers}
    report = evaluate([Evaluation.of_texts("1", {}, [_MODEL])._replace(peers=peers)], _OPTIONS)
    systems = {"none": {}, **report.systems}
    rows = _rows(report._replace(systems=systems), sort="score", figure="R")
    assert [row[0] for row in rows] == ["c", "b", "none (0 of 1)", "lost (0 of 1)"]


@pytest.mark.parametrize(("options", "format", "choices", "message"), table(__file__, "refused"))
def test_what_is_refused(options: dict[str, Any], format: str, choices: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        render(evaluate([], Options(**options)), format, **choices)
