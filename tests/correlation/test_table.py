"""Tables made of cells, the tables of correlations, and the pictures of correlations and of power."""

from __future__ import annotations

import json
import re
from math import inf, log, nan
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Cell, Evaluation, InputError, OptionError, Options, correlate, evaluate, power

from ..support.commands import rouge_tools
from ..support.drawn import panels
from .support import COEFFICIENTS, DATA, LEVELS, METRICS, cells, correlated, expected, scores_file


def test_names_stay_in_the_order_of_the_input_and_ids_are_sorted() -> None:
    human = [
        Cell(system, id, "h", len(system) + int(id)) for id in ("10", "2") for system in ("b", "a", "cc")
    ]
    scores = [cell._replace(name=name) for name in ("n", "m") for cell in human]
    empty = Cell("a", "9", "n", nan)
    found = correlate([*scores, empty], human, interval="none")
    assert (found.systems, found.evaluations) == (("a", "b", "cc"), ("2", "9", "10"))
    assert found.measures == ("n", "m")
    assert (found.result("n").summaries, found.result("n").left_out_evaluations) == (6, ("9",))


def test_a_cell_that_stands_twice_is_an_error_that_names_both_places() -> None:
    scores, human = cells("scores.csv", METRICS), cells("scores.csv", ("human",))
    twice = [*human, Cell("s1", "d01", "human", 2.0, False, "f.csv, line 9")]
    message = "f.csv, line 9: system 's1' has human in evaluation 'd01' twice (first: scores.csv, line 2);"
    average = ", or average several annotators with `average_annotators`"
    # Scores of measures have no annotators.
    rename = ", or rename one in `scores`"
    for of_measures, of_people, advice in ((scores, twice, average), (twice, human, rename)):
        with pytest.raises(InputError) as error:
            correlate(of_measures, of_people)
        assert str(error.value) == f"{message} remove one{advice}"


def test_annotators_are_averaged_exactly() -> None:
    values = [0.1, 0.2, 0.3]
    assert sum(values) / 3 != 0.2
    # Rounding the scores of the measure to twelve decimals would change their last bits.
    scores = [Cell(system, "1", "m", 98765.43210987654) for system in "abc"]
    human = [Cell(system, "1", "h", value) for system in "abc" for value in values]
    found = correlate(scores, human, average_annotators=True, interval="none").results[0]
    assert ({*found.human_means.values()}, {*found.measure_means.values()}) == ({0.2}, {98765.43210987654})


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (Cell("a", "2", "m", inf, False, "f.csv, line 3"), "f.csv, line 3: m of system 'a' is infinite"),
        (
            Cell("a", "2", "m", -1.1e100, False, "f.csv, line 3"),
            r"f.csv, line 3: m of system 'a' is -1.1e\+100; scores are 1e\+100 at the most: leave the cell",
        ),
        (Cell("a", None, "m", 1.0, False, "f.csv, line 3"), "f.csv, line 3: scores of whole systems and of"),
        *(
            (Cell._make([*ids, "m", value, False, ""]), "IDs must be text, and scores numbers, NaN for")
            for *ids, value in (("a", "2", "3"), ("a", "2", None), (1, "2", 3.0), ("a", 2, 3.0))
        ),
    ],
)
def test_other_cells_that_are_refused(cell: Cell, message: str) -> None:
    with pytest.raises(InputError, match=message):
        correlate([Cell("a", "1", "m", 1.0), cell], [])


def test_no_cells_are_an_error() -> None:
    with pytest.raises(InputError, match="there are no scores to correlate"):
        correlate([], cells("scores.csv", ("human",)))


def test_the_figure_of_a_report_can_be_chosen() -> None:
    texts = [
        Evaluation.of_texts("t1", {"s": "the cat sat", "r": "a dog", "q": "the"}, ["the cat"]),
        Evaluation.of_texts("t2", {"s": "a dog"}, ["a dog ran"]),
    ]
    report = evaluate(texts, Options(max_ngram=1, rouge_l=False))
    human = [Cell(system, "t1", "h", place) for place, system in enumerate("sqr")]
    human.append(Cell("s", "t2", "h", 1.0))
    found = correlate(report, human, figure="R", interval="none").results[0]
    assert found.measure_means == {"q": 0.5, "r": 0, "s": pytest.approx((1 + 0.66667) / 2)}
    with pytest.raises(OptionError, match="`figure` must be"):
        correlate(report, human, figure="g")


def test_results_are_plain_values_in_json() -> None:
    human = cells("scores-missing.csv", ("human",))
    found = correlate(cells("scores-missing.csv", METRICS), human, resamples=50)
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert document["systems"] == expected("edge-cases.json")["scores-missing.csv"]["systems_read"]
    assert document["results"][1]["correlations"]["summary"]["pearson"]["defined"] == 9
    assert document["settings"]["resamples"] == 50


def _written(format: str, *words: str, file: str = "scores.csv", human: str = "human") -> str:
    path, fields = str(DATA / file), [f"--human-field={name}" for name in human.split()]
    choices = ["--interval", "none", "--seed", "0", *words, "--format", format]
    output = rouge_tools(["correlate", "--human", path, *fields, "--scores", path, *choices])
    assert output.status == 0, output.stderr
    return output.stdout.decode()


_ONE = "--measure", "metric_a"


def _rows(lines: str, measure: str) -> list[list[str]]:
    """The cells of the rows of a measure in Markdown."""
    name = measure.replace("_", "\\_")
    return [
        [cell.strip() for cell in line.strip("| ").split("|")]
        for line in lines.splitlines()
        if line.startswith(f"| {name} ")
    ]


def test_of_several_measures_the_best_is_bold() -> None:
    both = _written("markdown")
    assert _rows(both, "metric_a")[0][1:] == ["**0.737**", "**0.802**", "**0.618**"]
    assert _rows(both, "metric_b")[0][1:] == ["0.665", "0.515", "0.473"]
    assert "**" not in _written("markdown", *_ONE)


def test_cells_have_counts_where_these_differ() -> None:
    """All measures are defined in twelve of twelve evaluations, or each in another number of them."""
    alike = _written("markdown", "--level", "summary")
    assert "Summary level, mean over evaluations (12 of 12); the best in bold. Human scores" in alike
    assert " of 12)" not in _rows(alike, "metric_a")[0][1]
    assert "differs from 0" not in alike, "no system level"
    apart = _written("markdown", "--level", "summary", file="scores-missing.csv")
    assert "Summary level, mean over evaluations; the best in bold. Human scores" in apart
    assert _rows(apart, "metric_a")[0][1].endswith(" (11 of 12)")
    assert _rows(apart, "metric_b")[0][1].endswith(" (9 of 11)")


def test_the_global_level_counts_summaries_where_all_measures_have_the_same() -> None:
    assert "Global level, all summaries (96)" in _written("text", "--level", "global")
    apart = _written("text", "--level", "global", file="scores-missing.csv")
    assert "Global level, all summaries; the best marked ›.\n" in apart
    assert " of 1)" not in apart


def test_accuracies_have_a_table_of_their_own() -> None:
    lines = _written("markdown", *_ONE, "--coefficient", "accuracy", "--level", ",".join(LEVELS))
    alignments = re.findall(r"(?m)^\| ([: |-]+) \|$", lines)
    assert [["r" if cell.endswith(":") else "l" for cell in line.split(" | ")] for line in alignments] == [
        [*"llrrrr"]
    ]
    assert "Share of pairs that are ordered as by human; ties are differences up to the threshold." in lines
    systems, evaluation, system, every = _rows(lines, "metric_a")
    assert systems == ["metric\\_a", "systems (28 pairs)", "0.786", "–", "–", "0.765"]
    assert evaluation[1:4] == ["summaries of an evaluation (336 pairs)", "0.670", "0.673"]
    assert (evaluation[4], evaluation[5]) == ("0.00363", "–")
    assert system[1] == "summaries of a system (528 pairs)"
    assert every[1] == "all summaries (4,560 pairs)"
    assert "differs from 0" not in lines, "no Pearson"
    assert "Accuracy" not in _written("markdown", *_ONE)


def test_comparisons_have_a_table_with_both_p() -> None:
    lines = _written("latex", "--compare", "-r", "50", "--level", "system")
    assert re.findall(r"tabular}{@{}(\w+)@{}}", lines) == ["lrrr", "llllrrr"]
    rows = re.findall(r"metric\\_a & metric\\_b & system & (\w+) & ([-\d.]+) & (\S+) & (\S+) ", lines)
    assert [(name, difference) for name, difference, *_ in rows] == [
        ("Pearson", "0.072"),
        ("Spearman", "0.287"),
        ("Kendall", "0.145"),
    ]
    assert all(p == corrected for *_, p, corrected in rows)
    assert "p two-sided (permutation), then corrected by Holm's method" in lines


def test_results_of_one_human_score_stand_together() -> None:
    lines = _written("text", "--level", "system", *_ONE, human="human metric_b").splitlines()
    heads = [place for place, line in enumerate(lines) if line.startswith("Human scores: ")]
    assert [lines[place].split()[2] for place in heads] == ["human", "metric_b"]
    assert lines[heads[1] - 1] == ""


pytest.importorskip("matplotlib")

_COLOURS = {"pearson": "#0072b2", "spearman": "#d55e00", "kendall": "#009e73"}


def _drawn(folder: Path, *words: str) -> bytes:
    """Return the picture that a command draws."""
    output = rouge_tools([*words, "--plot", "drawn.svg", "-o", "table"], folder)
    assert output.status == 0, output.stderr
    return (folder / "drawn.svg").read_bytes()


def _correlated(folder: Path, *words: str) -> bytes:
    path = str(DATA / "scores.csv")
    return _drawn(folder, "correlate", "--human", path, "--human-field", "human", "--scores", path, *words)


def _looks(data: bytes) -> list[set[str]]:
    """Return the sizes of texts, the colours and widths of lines, and the first points of marks."""
    patterns = r"font-size: (\d+)", r"stroke: (#\w+); stroke-width: ([\d.]+)", r'id="m\w+" d="M (\S+) (\S+)'
    return [{*map(" ".join, re.findall(pattern, data.decode()))} for pattern in patterns]


def _size(data: bytes) -> tuple[float, float]:
    """Return the width and the height of an svg in inches."""
    width, height = (float(one) / 72 for one in re.findall(rb'(?:width|height)="([\d.]+)pt"', data)[:2])
    return width, height


@pytest.mark.slow
def test_systems_lie_at_their_means_and_coefficients_at_their_values(tmp_path: Path) -> None:
    """The axis goes from -1.05 to 1.05. The coefficients of a measure lie about the middle of its row."""
    found = correlated(resamples=50)
    data = _correlated(tmp_path, "-r", "50")
    scatter, *_, first, second = panels(data)
    result = found.results[0]
    for side, means in enumerate((result.human_means, result.measure_means)):
        least, most = min(means.values()), max(means.values())
        scaled = [((mean - least) / (most - least) + 0.18) / 1.36 for mean in means.values()]
        assert [mark[side] for mark in scatter.marks["#0072b2"]] == pytest.approx(scaled, abs=1e-4)
    assert scatter.texts["r = 0.737"] == (pytest.approx(0.03), pytest.approx(0.93, abs=0.04))
    assert [text for text in scatter.texts if re.fullmatch("s[0-9]", text)] == [*result.systems]
    assert [text for text in first.texts if text in METRICS] == [*METRICS]
    for level, panel in (("system", first), ("summary", second)):
        ticks = ["−1.0", "−0.5", "0.0", "0.5", "1.0"]
        assert {*ticks, f"{level.capitalize()} level, 95% intervals"} <= {*panel.texts}
        for place, name in enumerate(COEFFICIENTS):
            ones = [result.correlations[level][name] for result in found.results]
            heights = [1 - (row + 0.5 + (place - 1) / 3.6) / 2 for row in range(2)]
            xs = [(one.value + 1.05) / 2.1 for one in ones]
            assert panel.marks[_COLOURS[name]] == [
                pytest.approx(mark, abs=1e-4) for mark in zip(xs, heights, strict=True)
            ]
            lines = [((one.low + 1.05) / 2.1, (one.high + 1.05) / 2.1) for one in ones]
            assert panel.lines[_COLOURS[name]] == [
                pytest.approx((*line, y), abs=1e-4) for line, y in zip(lines, heights, strict=True)
            ]
    assert [name for name in COEFFICIENTS if f">{name.capitalize()}<" not in data.decode()] == []
    # In inches: 8 letters of 0.075 and two panels of 3.2; a row of scatter plots of 2.6, then two measures of
    # three coefficients and a gap, 0.16 each, with a legend of 0.7; a title of 0.4.
    size = 8 * 0.075 + 2 * 3.2, 2.6 + 0.7 + 0.16 * 2 * 3.6 + 0.4
    assert _size(data) == pytest.approx(size, abs=0.02)
    lines = {"#000000 0.8", "#808080 0.8", "#d9d9d9 0.6", *(f"{colour} 1.2" for colour in _COLOURS.values())}
    assert _looks(data) == [{*"6789"}, lines, {"0 2", "-2 2", "0 -2"}]
    assert len([*panels(_correlated(tmp_path, "-r", "2", "--level", "system"))]) == len([*panels(data)]) - 1


@pytest.mark.slow
@pytest.mark.parametrize(("measures", "columns", "lines"), [(1, 2, 1), (7, 4, 2), (16, 5, 4)])
def test_measures_have_panels_of_one_size(measures: int, columns: int, lines: int, tmp_path: Path) -> None:
    """Without coefficients there are panels of 2.6 inches alone, and a title of 0.4."""
    many = [one._replace(name=f"m{n}") for n in range(measures) for one in cells("scores.csv", ("human",))]
    human, path = str(DATA / "scores.csv"), scores_file(tmp_path, many)
    words = ("--human", human, "--human-field", "human", "--scores", path)
    data = _drawn(tmp_path, "correlate", *words, "--coefficient", "accuracy", "--level", "system")
    assert len([*panels(data)]) == measures
    assert _size(data) == pytest.approx((columns * 2.6, lines * 2.6 + 0.4), abs=0.02)


@pytest.mark.slow
def test_levels_without_intervals_and_accuracies_have_no_panel(tmp_path: Path) -> None:
    fisher = _correlated(tmp_path, "--interval", "fisher", *_ONE).decode()
    assert "System level, 95% intervals" in fisher
    assert "Summary level, 95% intervals" not in fisher
    accuracies = _correlated(tmp_path, "--coefficient", "accuracy", "--human-field", "metric_a").decode()
    assert "metric_b, metric_a" in accuracies
    assert "intervals" not in accuracies


@pytest.mark.slow
@pytest.mark.parametrize(("most", "is_log"), [(40, False), (41, True)])
def test_sizes_of_more_than_twenty_times_have_a_logarithmic_scale(
    most: int, is_log: bool, tmp_path: Path
) -> None:
    pilot = [Cell(system, f"d{n}", "m", n * (system == "a")) for n in range(9) for system in "ab"]
    found = power(pilot, difference=1e-9, evaluations=[2, 20, most], simulations=1)
    choices = ("--difference", "1e-9", "--evaluations", f"2,20,{most}", "--simulations", "1")
    (panel,) = panels(_drawn(tmp_path, "power", "--scores", scores_file(tmp_path, pilot), *choices))
    marks = panel.marks["#0072b2"]
    at = {one.evaluations: x for one, (x, _) in zip(found.curve, marks, strict=True)}
    scale = log if is_log else float
    share = (scale(20) - scale(2)) / (scale(most) - scale(2))
    assert (at[20] - at[2]) / (at[most] - at[2]) == pytest.approx(share, abs=1e-4)


@pytest.mark.slow
def test_the_curve_of_power_lies_at_its_points(tmp_path: Path) -> None:
    """With sizes from 5 to 90 the scale is linear; power goes from 0 to 1.02."""
    pilot: Any = {"scores": cells("scores.csv", ("metric_a",)), "system": "s1", "baseline": "s2"}
    deviation = power(**pilot, simulations=1).deviation
    # Half a deviation takes 34 evaluations.
    found = power(**pilot, difference=deviation / 2, evaluations=[8, 20, 90], simulations=100)
    systems = ("--measure", "metric_a", "--system", "s1", "--baseline", "s2")
    sizes = ("--evaluations", "8,20,90", "--simulations", "100", f"--difference={deviation / 2!r}")
    data = _drawn(tmp_path, "power", "--scores", str(DATA / "scores.csv"), *systems, *sizes)
    (panel,) = panels(data)
    marks = panel.marks["#0072b2"]
    assert (str(found.needed) in panel.texts, _size(data)) == (True, pytest.approx((5.2, 3.4), abs=0.02))
    assert [y for _, y in marks] == pytest.approx([one.power / 1.02 for one in found.curve], abs=1e-4)
    sizes = [one.evaluations for one in found.curve]
    scaled = [(0.05 + (n - sizes[0]) / (sizes[-1] - sizes[0])) / 1.1 for n in sizes]
    assert [x for x, _ in marks] == pytest.approx(scaled, abs=1e-4)
    assert [round(y, 4) for _, _, y in panel.lines["#d55e00"]] == [round(0.8 / 1.02, 4)]
    assert _looks(data) == [{*"89"}, {"#000000 0.8", "#0072b2 1.2", "#d55e00 0.8", "#d9d9d9 0.6"}, {"0 2"}]
