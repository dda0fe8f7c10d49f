"""The tables of Markdown and LaTeX."""

from __future__ import annotations

import re
import subprocess
from math import inf, nan
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import Estimate, Evaluation, Options, Text, evaluate, render
from rouge_cli.rendering.table_model import _DIRECT
from rouge_cli.scoring.comparison import Comparison, Difference

from ..support.needs import needs
from ..support.reports import COMPARISON, nasty_report, result, two
from ..support.scoring import report_of

_BEHIND_THE_ROW = re.compile(r"\\\\\n[ \t]*[*\[]|rule\n[ \t]*\[")


def test_markdown() -> None:
    report = two()
    assert render(report, "markdown") == (
        "| System |   ROUGE-1 |   ROUGE-L |\n"
        "| :----- | --------: | --------: |\n"
        "| a      | **33.33** | **43.46** |\n"
        "| b      | **33.33** |     40.00 |\n"
        "\n"
        "F × 100; the best of each measure in bold.\n"
        "\n"
        f"Signature: `{report.signature}`\n"
    )


def test_markdown_with_intervals_and_comparisons() -> None:
    report = two(Options(max_ngram=1, confidence=99.5))
    text = render(report, "markdown", figure="R", intervals=True, comparisons=[COMPARISON])
    assert text == (
        "| System |                  ROUGE-1 |                 ROUGE-L |\n"
        "| :----- | -----------------------: | ----------------------: |\n"
        "| a      | **50.00** [40.00, 60.00] | **10.00** [0.00, 20.00] |\n"
        "| b      |     40.00 [30.00, 50.00] | **10.00** [0.00, 20.00] |\n"
        "\n"
        "Recall × 100, with 99.5% confidence intervals; the best of each measure in bold.\n"
        "\n"
        "| System | Baseline | Measure | Evaluations |             Difference |       p | Corrected p |\n"
        "| :----- | :------- | :------ | ----------: | ---------------------: | ------: | ----------: |\n"
        "| a      | =b       | ROUGE-1 |           7 | +10.00 [+5.00, +15.00] | 1.0e-05 |     2.0e-05 |\n"
        "\n"
        "Recall × 100, differences by paired bootstrap with 99.5% confidence intervals; p two-sided,"
        " then corrected by Holm's method.\n"
        "\n"
        f"Signature: `{report.signature}`\n"
    )


def test_latex() -> None:
    report = two()
    assert render(report, "latex", figure="P", intervals=True, comparisons=[COMPARISON]) == (
        f"% {report.signature}\n"
        "% \\usepackage{booktabs}\n"
        "\n"
        "% Precision × 100, with 95% confidence intervals; the best of each measure in bold.\n"
        "\\begin{tabular}{@{}lrr@{}}\n"
        "\\toprule\n"
        "System & ROUGE-1 & ROUGE-L \\\\\n"
        "\\midrule\n"
        "a & 25.00 [15.00, 35.00] & \\textbf{20.00} [10.00, 30.00] \\\\\n"
        "b & \\textbf{75.00} [65.00, 85.00] & 10.00 [0.00, 20.00] \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
        "\n\\par\\bigskip\n"
        "% Precision × 100, differences by paired bootstrap with 95% confidence intervals; p two-sided,"
        " then corrected by Holm's method.\n"
        "\\begin{tabular}{@{}lllrrrr@{}}\n"
        "\\toprule\n"
        "System & Baseline & Measure & Evaluations & Difference & p & Corrected p \\\\\n"
        "\\midrule\n"
        "a & =b & ROUGE-1 & 7 & $-$50.00 [$-$75.00, $-$25.00] & 0.5000 & -- \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )


def test_a_difference_that_rounds_to_nothing_has_no_minus() -> None:
    nothing = Difference(Estimate(-0.00001, -0.00004, 0.00004), 0.5, 0.5)
    comparison = Comparison("ROUGE-1", "a", "b", 7, nothing, nothing, nothing)
    text = render(two(), "markdown", comparisons=[comparison])
    assert "| +0.00 [+0.00, +0.00] |" in text
    assert "−" not in text


@pytest.mark.parametrize(
    ("figures", "cells"),
    [
        ((0.12346, 0.12354, 0.12339), ("**12.35**", "**12.35**", "12.34")),
        ((0.0, 0.0), ("0.00", "0.00")),
        ((0.00004, 0.0), ("0.00", "0.00")),
        ((0.005, 0.0), ("**0.50**", "0.00")),
        ((1.0, 0.9), ("**100.00**", "90.00")),
        ((nan, nan), ("–", "–")),
        ((nan, 0.5, inf), ("–", "**50.00**", "–")),
        ((0.01,), ("1.00",)),
    ],
)
def test_what_prints_as_the_highest_figure_is_best(figures: list[float], cells: list[str]) -> None:
    """But neither a 0, which means that nothing matches, nor the figure of the only system."""
    systems = {f"s{place}": {"ROUGE-L": result(0, 0, figure)} for place, figure in enumerate(figures)}
    text = render(report_of(Options(), systems), "markdown")
    assert tuple(re.findall(r"^\| s\d +\| +(\S+) \|$", text, re.MULTILINE)) == tuple(cells)


def test_a_column_of_markdown_has_three_dashes_at_least() -> None:
    """One system is not called the best."""
    text = render(report_of(Options(), {"a": {"M": result(0, 0, nan)}}), "markdown")
    assert text.startswith("| System |   M |\n| :----- | --: |\n| a      |   – |\n\nF × 100.\n")


def test_a_system_without_figures_has_a_dash() -> None:
    """No evaluation has `T`, and `U` was scored by one measure alone."""
    evaluations = [Evaluation("1", {"S": Text.of("a"), "T": None}, (Text.of("a b"),))]
    report = evaluate(evaluations, Options(max_ngram=1))
    systems = {**report.systems, "U": {"ROUGE-L": report.systems["S"]["ROUGE-L"]}}
    assert render(report._replace(systems=systems), "markdown", figure="R").startswith(
        "| System |   ROUGE-1 |   ROUGE-L |\n"
        "| :----- | --------: | --------: |\n"
        "| S      | **50.00** | **50.00** |\n"
        "| T      |         – |         – |\n"
        "| U      |         – | **50.00** |\n"
    )
    text = render(report_of(Options(rouge_l=False), {"S": {}}), "markdown")
    assert text.startswith("| System |\n| :----- |\n| S      |\n")


@pytest.mark.parametrize(
    ("name", "in_markdown", "in_latex"),
    [
        ("plain-2.0", "plain-2.0", "plain-2.0"),
        ("a|b\\", r"a\|b\\", r"a\textbar{}b\textbackslash{}"),
        ("_i_ **b** `c` ~d~", r"\_i\_ \*\*b\*\* \`c\` \~d\~", None),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;", r"\textless{}b\textgreater{}\&amp;"),
        ("[a](b) $x$ #1 @me", r"\[a\](b) \$x\$ \#1 \@me", r"{}[a](b) \$x\$ \#1 @me"),
        ("http://a www.b", r"http\://a www\.b", None),
        ("a\nb\t\x1b\udcff", r"a\\nb\\t\\x1b\\udcff", None),
        ("ą 系", "ą 系", r"\rougechar{ą}{0105} \rougechar{系}{7CFB}"),
        ("& % $ # _ { }", None, r"\& \% \$ \# \_ \{ \}"),
        ("\\~^", None, r"\textbackslash{}\textasciitilde{}\textasciicircum{}"),
        ("\"`'", None, r"\char34{}\textasciigrave{}'"),
        ("a--b ,, ''", None, "a-{}-b ,{}, '{}'"),
        ("*", r"\*", "{}*"),
        ("a\n\x1b", None, r"a\textbackslash{}n\textbackslash{}x1b"),
        ("éŁ¡ž", "éŁ¡ž", "éŁ¡ž"),
        ("ſ😀", "ſ😀", r"\rougechar{ſ}{017F}\rougechar{😀}{1F600}"),
    ],
)
def test_names_are_escaped(name: str, in_markdown: str | None, in_latex: str | None) -> None:
    report = report_of(Options(), {name: {"ROUGE-L": result(0, 0, 0)}})
    if in_markdown is not None:
        assert re.search(rf"\n\| {re.escape(in_markdown)} *\| ", render(report, "markdown"))
    if in_latex is not None:
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
    document = f"\\documentclass{{article}}\\usepackage{{booktabs}}\\begin{{document}}{body}\\end{{document}}"
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    run = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 0
