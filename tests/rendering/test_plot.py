"""`Report.plot`: pictures for notebooks and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from rouge_cli import Evaluation, InputError, OptionError, Options, Picture, Report, evaluate
from rouge_cli.rendering.pictures import picture

pytestmark = pytest.mark.slow


def _report() -> Report:
    peers = {"good": "a b c", "bad": "a x"}
    return evaluate(
        [Evaluation.of_texts(n, peers, ["a b c"]) for n in "12"], Options(max_ngram=1, resamples=5)
    )


def test_a_notebook_shows_what_the_command_draws() -> None:
    report = _report()
    drawn = report.plot()
    assert isinstance(drawn, Picture)
    assert drawn._repr_svg_() == drawn.svg == picture(report, "svg", "F").decode()
    assert repr(drawn) == "<Picture of 2 systems: f>"


@pytest.mark.parametrize(("figure", "letter"), [("recall", "R"), ("P", "P"), ("f", "F")])
def test_any_figure_is_drawn(figure: str, letter: str) -> None:
    report = _report()
    assert report.plot(figure=figure).svg.encode() == picture(report, "svg", letter)
    word = {"R": "Recall", "P": "Precision", "F": "F"}[letter]
    assert f"<title>{word}: average" in report.plot(figure=figure).svg


@pytest.mark.parametrize(("name", "start"), [("p.svg", b"<?xml"), ("p.PNG", b"\x89PNG"), ("p.pdf", b"%PDF")])
def test_the_ending_of_a_path_is_the_format(tmp_path: Path, name: str, start: bytes) -> None:
    report = _report()
    drawn = report.plot(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    assert drawn.svg.startswith("<?xml")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_what_cannot_be_drawn_is_an_error(tmp_path: Path) -> None:
    report = _report()
    with pytest.raises(OptionError, match=r"must end in \.svg, \.png or \.pdf"):
        report.plot(tmp_path / "p.jpg")
    with pytest.raises(OptionError, match="`figure` must be recall, precision or f, not 'X'"):
        report.plot(figure="X")
    with pytest.raises(InputError, match="its folder does not exist"):
        report.plot(tmp_path / "none" / "p.svg")
    with pytest.raises(OptionError, match="no measure is chosen"):
        evaluate([], Options(rouge_l=False)).plot()
    with pytest.raises(InputError, match="the report has no system; there is nothing to draw"):
        evaluate([]).plot()
    assert list(tmp_path.iterdir()) == []
