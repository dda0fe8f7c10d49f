"""Pictures: content and layout, odd names and settings, and that they are written whole or not at all."""

from __future__ import annotations

import os
import re
import sys
from math import inf, nan
from pathlib import Path
from struct import unpack
from typing import Any
from unittest.mock import patch

import pytest
from lxml import etree

from rouge_cli import (
    Counts,
    Estimate,
    Evaluation,
    InputError,
    OptionError,
    Options,
    Picture,
    Report,
    Result,
    RougeError,
    Score,
    Scorer,
    evaluate,
)

from ..support.commands import environment, rouge_eval, run_process, run_python
from ..support.drawn import panels
from ..support.files import configuration, eval_element, write
from ..support.needs import needs
from ..support.scoring import literal_result, report_of

pytestmark = pytest.mark.slow


_SCORE = Score(0.5, 0.5, 0.5, Counts(2, 2, 1), "1")


def _report(figures: dict[str, float | Estimate], measures: tuple[str, ...] = ("ROUGE-1",)) -> Report:
    def result(figure: float | Estimate) -> Result:
        estimate = figure if isinstance(figure, Estimate) else Estimate(figure, figure - 0.1, figure + 0.1)
        return literal_result([Estimate(0, 0, 0), Estimate(1, 1, 1), estimate], [_SCORE])

    return report_of(Options(), {s: dict.fromkeys(measures, result(one)) for s, one in figures.items()})


def _svg(report: Report) -> bytes:
    return report.plot().svg.encode()


def _file(report: Report, path: Path) -> bytes:
    report.plot(path)
    return path.read_bytes()


def _placed(svg: bytes) -> list[tuple[str, float]]:
    """The texts of an svg, from top to bottom, each with its place."""
    texts = etree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    placed = [("".join(map(str, text.itertext())).strip(), float(text.get("y", "0"))) for text in texts]
    return sorted(placed, key=lambda one: one[1])


def _texts(svg: bytes) -> list[str]:
    return [text for text, _ in _placed(svg)]


def _size(svg: bytes) -> tuple[float, float]:
    _, _, width, height = map(float, (etree.fromstring(svg).get("viewBox") or "").split())
    return width, height


def test_systems_and_measures_are_on_it_the_best_on_top() -> None:
    svg = _svg(_report({"low": 0.2, "none": nan, "high": 0.8, "mid": 0.5}, ("ROUGE-1", "ROUGE-L")))
    texts = _texts(svg)
    order = dict.fromkeys(text for text in texts if text in ("high", "mid", "low", "none"))
    assert list(order) == ["high", "mid", "low", "none"]
    assert {"ROUGE-1", "ROUGE-L"} <= set(texts)
    title = "F × 100 and 95% confidence interval; systems by ROUGE-1"
    assert texts[0] == title
    assert etree.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title") == title


@pytest.mark.parametrize("format", ["svg", "png", "pdf"])
def test_the_same_report_gives_the_same_bytes(format: str, tmp_path: Path) -> None:
    report = _report({"a": 0.5, "b": 0.6})
    first, second = (_file(report, tmp_path / f"{name}.{format}") for name in "ab")
    assert first == second
    assert first.startswith({"svg": b"<?xml", "png": b"\x89PNG\r\n", "pdf": b"%PDF-"}[format])
    assert b"<dc:date>" not in first
    assert b"CreationDate" not in first


@pytest.mark.parametrize(
    ("measures", "systems", "letters", "size"),
    [
        # A panel is 2.1 inches wide and the picture 5 at least; systems are 0.18 inches high, together 0.5 at
        # least, under a head of 0.6. Beside the panels are 0.3 inches and 0.075 for a letter, above them 0.4.
        (1, 1, 1, (5.0, 1.5)),
        (1, 1, 48, (0.3 + 48 * 0.075 + 2.1, 1.5)),
        # Of one, two, three or four lines of panels two are next to a width of twice the height.
        (4, 8, 40, (0.3 + 40 * 0.075 + 2 * 2.1, 2 * (8 * 0.18 + 0.6) + 0.4)),
        # Two by two would be nearer, but would leave a place without a panel.
        (3, 1, 1, (5.0, 3 * 1.1 + 0.4)),
        # Five in a line would leave none, but are too wide.
        (5, 8, 10, (0.3 + 0.75 + 3 * 2.1, 2 * (8 * 0.18 + 0.6) + 0.4)),
        (7, 15, 2, (0.45 + 7 * 2.1, 15 * 0.18 + 0.6 + 0.4)),
    ],
)
def test_the_size_follows_from_what_is_on_it(
    measures: int, systems: int, letters: int, size: tuple[float, float]
) -> None:
    names = ["x" * letters, *map(str, range(1, systems))]
    report = _report(dict.fromkeys(names, 0.5), tuple(f"M{place}" for place in range(measures)))
    assert _size(_svg(report)) == pytest.approx([72 * side for side in size])


def test_a_panel_has_a_line_for_each_system_and_marks_on_it() -> None:
    figures: dict[str, float | Estimate] = {"a": Estimate(0.5, 0.4, 0.7), "b": Estimate(0.6, 0.55, 0.8)}
    svg = _svg(_report(figures, ("M1", "M2", "M3", "M4", "M5")))
    drawn = list(panels(svg))
    for number, panel in enumerate(drawn, 1):
        (_, right, _), (left, _, _) = panel.lines["#0072b2"]
        of_a, of_b = (
            [(left + (right - left) * (value - 0.4) / (0.8 - 0.4), y) for value in estimate]
            for estimate, y in ((figures["a"], 0.25), (figures["b"], 0.75))
        )
        assert [one for line in panel.lines["#0072b2"] for one in line] == pytest.approx(
            [one for _, (low, y), (high, _) in (of_b, of_a) for one in (low, high, y)], abs=1e-4
        )
        marks = [one for mark in sorted(panel.marks["#0072b2"]) for one in mark]
        assert marks == pytest.approx([one for mark in sorted(of_a + of_b) for one in mark], abs=1e-4)
        names = ["b", "a"] if number in (1, 4) else []
        assert [*panel.texts] == ["40", "60", "80", *names, f"M{number}"]
        assert panel.texts["40"][0] == pytest.approx(left)
    assert len(drawn) == 5
    root = etree.fromstring(svg)

    def found(path: str) -> list[Any]:
        return root.xpath(path, namespaces={"s": "http://www.w3.org/2000/svg"})

    frames = found("//s:g[starts-with(@id, 'axes_')]/s:g[1]/s:path/@d")
    assert len({frame.split()[1] for frame in frames}) == 3  # Three stand beside one another.
    shapes = found("//s:g[starts-with(@id, 'line2d')]/s:defs/s:path/@d")
    assert [shape.split()[:3] for shape in shapes] == [["M", "0", "2.5"], ["M", "0", "2"]]
    fonts = {text.text: text.get("style").split(";")[0] for text in found("//s:text")}
    assert fonts["M1"] == fonts["F × 100 and 95% confidence interval; systems by M1"] == "font-size: 9px"
    assert fonts["a"] == fonts["40"] == "font-size: 8px"
    # The grid, and below each panel the only one of its sides, without ticks.
    assert len(found("//s:path[contains(@style, 'stroke: #d9d9d9; stroke-width: 0.6')]")) >= 5 * (2 + 3)
    assert len(found("//s:path[contains(@style, 'stroke: #000000; stroke-width: 0.8')]")) == 5
    assert len(found("//s:path[contains(@style, 'stroke: #0072b2; stroke-width: 1.2')]")) == 5 * 2
    assert [*{*found("//s:text[contains(@style, 'text-anchor: end')]/text()")} - {"a", "b"}] == []


@pytest.mark.parametrize("format", ["svg", "png", "pdf"])
def test_odd_names(
    format: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    """One warning names letters that no font has, such as a syllable of Cypro-Minoan."""
    names = [
        *("$x^2$", "$", "a_b^c", "\\frac{", "<b>&amp;", "日本", "שלום", "مرحبا", "\x1b[31m", "\u202e!", ""),
        *("a\nb", "\udce9", "\ufffe", "%s", "{}", "😀", "x" * 5000, "x" * 5001, "\U00012f90", "\U00012fa0"),
        "x" * 23 + "…" + "x" * 23 + " #2",
    ]
    data = _file(_report(dict.fromkeys(names, 0.5)), tmp_path / f"p.{format}")
    assert data
    assert capfd.readouterr().err == ""
    warned = [str(one.message) for one in recwarn.list]
    assert len(warned) == (format != "svg")
    for message in warned:
        assert re.match(r"no font of this machine has \d+ characters? of the picture \(.*\), which", message)
        assert message.endswith("; an .svg uses the fonts of its viewer")
    if format == "svg":
        texts = _texts(data)
        shown = {*names[:7], "a\\nb", "\\x1b[31m", "\\u202e!", "''"}
        assert shown <= set(texts)
        assert max(map(len, texts)) <= 60
        assert len({text for text in texts if text.startswith("xx")}) == 3


def test_labels_have_48_characters_at_most_and_stay_apart() -> None:
    middle, short = "m" * 24, f"a{'m' * 22}…{'m' * 22}b"
    texts = _texts(
        _svg(_report(dict.fromkeys([middle * 2, f"a{middle * 2}b", "a\n", "a\\n", "a\\n #2"], 0.5)))
    )
    assert [text for text in texts if text in (middle * 2, short) or text.startswith("a\\n")] == [
        *(middle * 2, short, "a\\n", "a\\n #2", "a\\n #2 #2")
    ]


@pytest.mark.parametrize(
    ("estimate", "is_drawn"),
    [
        *((Estimate(nan, nan, nan), False), (Estimate(inf, 0.1, 0.6), False), (Estimate(0, 0, 0), True)),
        *((Estimate(0.5, 0.1, inf), False), (Estimate(0.5, -inf, 0.6), False)),
        (Estimate(0.5, 0.6, 0.6), True),  # As the report of a single resample has it.
    ],
)
def test_an_estimate_that_is_not_finite_has_no_mark(
    estimate: Estimate, is_drawn: bool, recwarn: pytest.WarningsRecorder
) -> None:
    drawn = _svg(_report({"b": 0.9, "a": estimate, "c": 0.1}))
    assert not re.search(rb"\b(nan|inf)\b", (drawn + _svg(_report({"a": estimate}))).lower())
    assert len(next(panels(drawn)).marks["#0072b2"]) == 3 * (2 + is_drawn)
    assert recwarn.list == []


def test_the_settings_of_the_user_have_no_say_and_are_kept() -> None:
    import matplotlib

    report = _report({"$a$": 0.5})
    expected = _svg(report)
    settings = {"font.size": 30, "svg.fonttype": "path", "text.usetex": True, "axes.facecolor": "red"}
    with matplotlib.rc_context(settings):
        assert _svg(report) == expected
        assert matplotlib.rcParams["font.size"] == 30


@pytest.mark.parametrize(
    ("systems", "size"),
    # In inches: 5 wide, and 0.18 high a system with 1.0 for heads. A side has less than 2**15 pixels.
    [(1, (5 * 300, 450)), pytest.param(650, (5 * 277, int(277 * (650 * 0.18 + 1))), marks=needs("minutes"))],
)
def test_a_png_has_300_pixels_an_inch_unless_it_would_be_too_large(
    systems: int, size: tuple[int, int], tmp_path: Path
) -> None:
    png = _file(_report({str(n): 0.5 for n in range(systems)}), tmp_path / "p.png")
    assert unpack(">II", png[16:24]) == size


def test_it_needs_no_display() -> None:
    code = (
        "import sys; from rouge_cli import Evaluation, evaluate;"
        "evaluate([Evaluation.of_texts('1', {'S': 'a b'}, ['a b'])]).plot().svg;"
        "sys.exit('matplotlib.pyplot' in sys.modules or 'tkinter' in sys.modules)"
    )
    assert run_python("-c", code, DISPLAY="") == (b"", b"", 0)


@pytest.fixture(scope="module")
def compared() -> Report:
    """Twenty evaluations: `near` lacks a word in one of them, `half` has half of the words in each."""
    model = "a b c d"
    peers = {"half": "a b x x", "near": model, "good": model, "none": "x x x x"}
    first = Evaluation.of_texts("0", {**peers, "near": "a b c x"}, [model])
    others = [Evaluation.of_texts(str(number), peers, [model]) for number in range(1, 20)]
    return evaluate([first, *others], Options(max_ngram=1, rouge_l=False, resamples=5000))


def test_a_picture_shows_the_band_of_the_baseline_and_the_verdicts(compared: Report) -> None:
    """The baseline is on top; near and good are level, so their dots are filled, and the others are not."""
    svg = compared.plot(comparisons=compared.compare("near")).svg.encode()
    texts = _texts(svg)
    assert [text for text in texts if text in compared.systems] == ["near", "good", "half", "none"]
    assert texts.count("***") == 2  # Of half and none.
    notes = (
        "band: near; against near: * p ≤ 0.05, ** p ≤ 0.01, *** p ≤ 0.001; filled: not significantly worse"
    )
    assert notes in re.sub(r"\s+", " ", " ".join(etree.fromstring(svg).itertext()))
    root = etree.fromstring(svg)
    (band,) = root.xpath("//*[@style='fill: #e8eef3']/@d")
    paths = band, *root.xpath("//*[contains(@style, 'stroke: #0072b2; stroke-width: 1.2')]/@d")
    xs = [sorted({float(x) for x, _ in re.findall(r"[ML] (\S+) (\S+)", path)}) for path in paths]
    assert xs[0] == pytest.approx(xs[1])
    assert svg.index(b"#e8eef3") < svg.index(b"#d9d9d9")  # The band lies below the grid.
    assert svg.count(b"fill: #ffffff; stroke: #0072b2") >= 2
    stars = root.xpath("//*[text()='***' and contains(@style, 'font-size: 7px')]/@x")
    assert [float(x) - 3 for x in stars] == pytest.approx([xs[3][0], xs[4][0]])
    assert _size(svg) == pytest.approx((72 * 5, 72 * (4 * 0.18 + 1 + 3 * 0.15)))  # For three lines of notes.
    without = compared.plot().svg
    assert ("band" in without, "***" in without) == (False, False)
    letters = _texts(compared.plot(comparisons=compared.compare()).svg.encode())
    assert [letters.count(letter) for letter in "abc"] == [2, 1, 1]
    assert not any(text.startswith("band") for text in letters)


def test_measures_beside_rouge_keep_their_scale_and_systems_that_lack_some_are_named() -> None:
    peers = {"a": "x y z", "b": "x y"}
    evaluations = [Evaluation.of_texts(str(n), peers if n else {"a": "x y z"}, ["x y z"]) for n in range(9)]
    report = evaluate(evaluations, Options(max_ngram=1, rouge_l=False, about=("length",)))
    svg = report.plot(comparisons=report.compare("a")).svg.encode()
    rouge, length = panels(svg)
    assert {"ROUGE-1", "100", "b (8 of 9)"} <= {*rouge.texts}
    assert {"length (no ROUGE)", "2.0", "3.0"} <= {*length.texts}
    assert svg.count(b"fill: #e8eef3") == 1  # The band of the baseline.
    assert len(rouge.marks["#ffffff"]) == 1  # b is significantly worse than a.
    assert "#ffffff" not in length.marks


def test_the_order_may_be_that_of_the_input(compared: Report) -> None:
    texts = _texts(compared.plot(sort="given").svg.encode())
    assert [text for text in texts if text in compared.systems] == ["half", "near", "good", "none"]
    assert texts[0] == "F × 100 and 95% confidence interval"
    with pytest.raises(OptionError, match="`sort` must be one of given, id, score, not 'up'"):
        compared.plot(sort="up")


@pytest.mark.parametrize(("width", "inches", "columns"), [("column", 3.3, 2), ("page", 6.9, 3)])
def test_a_picture_is_as_wide_as_a_column_or_a_page(width: str, inches: float, columns: int) -> None:
    """Labels of 24 characters leave room for one or more panels of 1.1 inches in each line.

    A number behind a label may leave less room, but each line has a panel.
    """
    measures = ("M1", "M2", "M3")
    short, long = (
        _report(dict.fromkeys(names, 0.5), measures).plot(width=width).svg.encode()
        for names in ("ab", ("x" * 40, "x" * 60))
    )
    for svg, number in ((short, columns), (long, 1 if width == "column" else 3)):
        assert _size(svg)[0] == pytest.approx(72 * inches)
        tops = [place for text, place in _placed(svg) if text in measures]
        assert tops.count(min(tops)) == number
    assert {len(text) for text in _texts(long) if text.startswith("xx")} == {23, 26}
    with pytest.raises(OptionError, match="`width` must be one of column, page, not '3in'"):
        _report({"a": 0.5}).plot(width="3in")


# The command.


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = configuration(eval_element(peers='<P ID="S">p</P><P ID="T">q</P>'))
    write(tmp_path, {"p": "a b c\n", "q": "a b x\n", "m1": "a b c\n", "m2": "a b c d\n", "c.xml": text})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_report_is_printed_as_ever(corpus: Path) -> None:
    (corpus / "sub").mkdir()
    for name in ("p.PNG", "a.b.pdf", "sub/p.svg"):
        output = rouge_eval(["-n2", "--plot", name, "c.xml"], cwd=corpus)
        assert output == rouge_eval(["-n2", "c.xml"], cwd=corpus)
        assert (corpus / name).stat().st_size > 1000


def test_beside_other_formats(corpus: Path) -> None:
    plain = rouge_eval(["-n2", "--format", "json", "--compare", "c.xml"], cwd=corpus)
    flags = ["-n2", "--format", "json", "--compare", "--output", "r.json", "--plot", "p.svg", "--figure", "P"]
    assert rouge_eval([*flags, "--plot-width", "column", "c.xml"], cwd=corpus) == plain._replace(stdout=b"")
    assert (corpus / "r.json").read_bytes() == plain.stdout
    svg = (corpus / "p.svg").read_bytes()
    assert _size(svg)[0] == pytest.approx(72 * 3.3)
    assert _texts(svg)[0].startswith("Precision × 100 and 95%")
    assert rouge_eval(["--plot", "p.svg", "--sort", "given", "c.xml"], corpus).status == 0
    svg = (corpus / "p.svg").read_bytes()
    assert [text for text in _texts(svg) if text in "ST"] == ["S", "T"]


def test_without_matplotlib_the_remedy_is_named_before_anything_is_read(corpus: Path) -> None:
    with patch.dict(sys.modules, {"matplotlib": None, "matplotlib.figure": None}):
        output = rouge_eval(["--plot", "p.svg", "nowhere.xml"], cwd=corpus)
        with pytest.raises(RougeError, match="pip install"):
            _plotted().plot()
    (line,) = output.stderr.decode().splitlines()
    assert (output.stdout, output.status) == (b"", 1)
    assert line.startswith("rouge-eval: a picture needs matplotlib (")
    assert line.endswith("pip install matplotlib")


@pytest.mark.parametrize(
    ("module", "variables", "reason"),
    [
        ("", {"MPLBACKEND": "nonsense"}, None),
        ("", {"MATPLOTLIBRC": "matplotlibrc"}, None),
        ("raise ImportError('broken\\nfile')", {}, "broken"),
        ("raise ValueError", {}, "ValueError"),
    ],
)
def test_broken_settings_and_packages_are_not_a_missing_matplotlib(
    corpus: Path, module: str, variables: dict[str, str], reason: str | None
) -> None:
    write(corpus, {"matplotlibrc": b"\xff\n"})
    if module:
        write(corpus, {"broken/matplotlib/__init__.py": module})
        variables["PYTHONPATH"] = os.pathsep.join([str(corpus / "broken"), environment()["PYTHONPATH"]])
    output = run_process("--plot", "p.svg", "c.xml", cwd=corpus, **variables)
    (line,) = output.stderr.decode().splitlines()
    assert (output.stdout, output.status) == (b"", 1)
    assert line.startswith(f"rouge-eval: matplotlib is installed but cannot be loaded ({reason or ''}")
    assert line.endswith(
        "); check its settings, MPLBACKEND in the environment and the file matplotlibrc, or install it again"
    )


@pytest.mark.parametrize(
    "variables",
    [
        {"MPLBACKEND": "module://nowhere"},
        # matplotlib is silent on a cache that it cannot write, as in a container, and on settings.
        {"MPLCONFIGDIR": "file/folder", "MATPLOTLIBRC": "matplotlibrc"},
    ],
)
def test_settings_that_are_not_used_say_nothing(corpus: Path, variables: dict[str, str]) -> None:
    write(corpus, {"file": "", "matplotlibrc": "nonsense: 1\n"})
    output = run_process("--plot", "p.svg", "c.xml", cwd=corpus, **variables)
    assert (output.stderr, output.status) == (b"", 0)
    assert (corpus / "p.svg").stat().st_size > 1000


def test_an_interrupt_leaves_the_old_picture(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(corpus, {"p.svg": "old"})

    def interrupted(*arguments: object, **choices: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", interrupted)
    assert rouge_eval(["--plot", "p.svg", "c.xml"], cwd=corpus) == (b"", b"", 130)
    assert (corpus / "p.svg").read_text() == "old"


# `Report.plot`.


def _plotted() -> Report:
    peers = {"good": "a b c", "bad": "a x"}
    return evaluate(
        [Evaluation.of_texts(n, peers, ["a b c"]) for n in "12"], Options(max_ngram=1, resamples=5)
    )


@pytest.mark.parametrize(
    ("figure", "word", "name", "start"),
    [
        ("recall", "Recall", "p.svg", b"<?xml"),
        ("P", "Precision", "p.PNG", b"\x89PNG"),
        ("f", "F", "p.pdf", b"%PDF"),
    ],
)
def test_a_notebook_shows_what_the_command_draws(
    figure: str, word: str, name: str, start: bytes, tmp_path: Path
) -> None:
    """Any figure is drawn, and the ending of a path is the format."""
    report = _plotted()
    drawn = report.plot(tmp_path / name, figure=figure)
    assert isinstance(drawn, Picture)
    assert drawn._repr_svg_() == drawn.svg
    assert f"<title>{word} × 100 and 95%" in drawn.svg
    assert (tmp_path / name).read_bytes().startswith(start)
    assert repr(report.plot()) == "<Picture of 2 systems: f>"


def test_scores_are_drawn_as_histograms(tmp_path: Path) -> None:
    """Three of four pairs score 100, and one 0, and the length of all is 1."""
    scores = Scorer(Options(max_ngram=1, about=("length",))).score_batch(["a"] * 4, ["a", "a", "a", "b"])
    drawing = scores.plot(tmp_path / "p.svg", figure="recall")
    texts = _texts(drawing.svg.encode())
    assert texts[0] == "Recall × 100 of 4 pairs, with the mean"
    assert {"ROUGE-1", "ROUGE-L", "100"} <= set(texts)
    assert (tmp_path / "p.svg").read_text("utf-8") == drawing.svg
    assert repr(drawing) == "<Drawing of 4 pairs: recall>"
    bars = etree.fromstring(drawing.svg.encode()).xpath("//*[contains(@style, 'fill: #0072b2')]/@d")
    tall = [path for path in bars if len({y for _, y in re.findall(r"[ML] (\S+) (\S+)", path)}) > 1]
    assert len(tall) == 2 * 2 + 1
    assert [*panels(drawing.svg.encode())][2].texts["1.00"][0] == pytest.approx(0.5)
    assert _size(drawing.svg.encode()) == pytest.approx((72 * 3 * 2.1, 72 * 2.4))
    assert drawing.svg.count("stroke: #000000; stroke-width: 0.8") == 3 * 2  # On the left and below.
    assert drawing.svg.index("#d9d9d9") < drawing.svg.index("fill: #0072b2")  # Bars hide the grid.
    lines = etree.fromstring(drawing.svg.encode()).xpath("//*[contains(@style, 'stroke: #d55e00')]/@d")
    mean, *bars = [[float(x) for x in re.findall(r"[ML] (\S+)", path)] for path in (lines[0], *bars[:20])]
    low, high = min(map(min, bars)), max(map(max, bars))  # Bars reach from 0 to 100.
    assert [(x - low) / (high - low) for x in mean] == pytest.approx([0.75] * 2, abs=1e-4)
    with pytest.raises(OptionError, match="no measure is chosen"):
        Scorer(Options(rouge_l=False)).score_batch(["a"], ["a"]).plot()


def test_what_cannot_be_drawn_is_an_error(tmp_path: Path) -> None:
    report = _plotted()
    with pytest.raises(OptionError, match=r"must end in \.svg, \.png or \.pdf"):
        report.plot(tmp_path / "p.jpg")
    with pytest.raises(OptionError, match="`figure` must be recall, precision or f, not 'X'"):
        report.plot(figure="X")
    with pytest.raises(InputError, match="its folder does not exist"):
        report.plot(tmp_path / "none" / "p.svg")
    with pytest.raises(OptionError, match="no measure is chosen"):
        evaluate([], Options(rouge_l=False)).plot()
    with pytest.raises(OptionError, match="a picture has no place for counts; use `counting` 1"):
        evaluate([], Options(counting=2)).plot()
    with pytest.raises(OptionError, match="no measure"):
        _svg(report_of(Options(), {"a": {}}))
    with pytest.raises(InputError, match="the report has no system; there is nothing to draw"):
        evaluate([]).plot()
    assert list(tmp_path.iterdir()) == []
