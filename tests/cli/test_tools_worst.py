"""`rouge-tools worst`, and evaluations explained by `rouge-tools explain`."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from lxml import html

from ..support.commands import Output, rouge_tools
from ..support.files import configuration, eval_element, write, write_corpus
from ..support.processes import TOOLS, in_terminal

_MODEL = "alpha beta gamma delta"
_PEERS = [  # Of four words, so recall, precision and F are all the share of words in common.
    ("t1", "x", "alpha one two three"),
    ("t1", "y", "alpha beta gamma four"),
    ("t2", "x", "alpha beta gamma delta"),
    ("t2", "y", "alpha beta five six"),
    ("t<3>", "x", "seven alpha beta eight"),
    ("t<3>", "y", "alpha beta gamma delta"),
]
_ONE = ["-n", "1", "-x", "--jsonl", "j"]


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"id": id, "system": system, "peer": peer, "models": [_MODEL]} for id, system, peer in _PEERS]
    two = configuration(eval_element(), eval_element('ID="topic 2"', peers='<P ID="T">p</P>'))
    write_corpus(tmp_path)
    write(tmp_path, {"two.xml": two, "j": "".join(f"{json.dumps(row)}\n" for row in rows)})
    monkeypatch.chdir(tmp_path)


def _worst(*arguments: str) -> str:
    output = rouge_tools(["worst", *_ONE, *arguments], Path.cwd())
    assert (output.stderr, output.status) == (b"", 0)
    return output.stdout.decode()


def _rows(text: str) -> list[list[str]]:
    """The cells of the table."""
    lines = text.split("\n\n")[1].splitlines()
    return [line.split() for line in lines[2:]]


def test_the_lowest_scores() -> None:
    text = _worst("--most", "3")
    assert text.startswith("The lowest F by ROUGE-1\n\n")
    assert "\n\nFigures × 100; models pooled; α = 0.5.\n" in text
    assert _rows(text) == [["1", "t1", "x", "25.00"], ["2", "t<3>", "x", "50.00"], ["3", "t2", "y", "50.00"]]
    assert text.count("\n\n1. Evaluation t1, system x\n") == 1


def test_the_greatest_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    """x loses a half twice, in the order of the input; in t2 it wins."""
    monkeypatch.setenv("COLUMNS", "110")
    text = _worst("--against", "y", "--figure", "R")
    assert text.startswith("The greatest losses of R by ROUGE-1 against y\n")
    assert "   Evaluation  System      R  R of y  Difference\n" in text
    assert _rows(text) == [
        ["1", "t1", "x", "25.00", "75.00", "−50.00"],
        ["2", "t<3>", "x", "50.00", "100.00", "−50.00"],
    ]
    assert (
        "x: R:25.00 P:25.00 F:25.00; 1 hit, unigrams of the model: 4, of the peer: 4\n"
        "y: R:75.00 P:75.00 F:75.00; 3 hits, unigrams of the model: 4, of the peer: 4\n"
        "  [word] counts as matched\n"
        "\n"
        "System x                           │ System y                           │ Model\n"
        "j, line 1, peer                    │ j, line 2, peer                    │ j, line 1, models\n"
        " 1  [alpha] one two three          │  1  [alpha beta gamma] four        │  1  [alpha] beta gamma"
    ) in text


def test_ties_with_the_last_one_are_counted() -> None:
    assert "\n1 more with 50.00\n" in _worst("--most", "2")
    assert "\n1 more with −50.00\n" in _worst("--most", "1", "--against", "y", "--figure", "R")
    assert "more with" not in _worst("--most", "3")
    rouge_tools(["explain", *_ONE, "--worst", "2", "-o", "pages"], Path.cwd())
    assert "1 more with 50.00" in Path("pages/index.html").read_text("utf-8")


def test_one_system() -> None:
    assert [row[2] for row in _rows(_worst("y"))] == ["y", "y", "y"]
    assert _worst("--system", "y") == _worst("y")
    assert _rows(_worst("--against", "x", "y")) == [["1", "t2", "y", "50.00", "100.00", "−50.00"]]


def test_any_measure_and_the_first_by_default() -> None:
    several = ["worst", "-n", "2", "--jsonl", "j", "--most", "1"]
    assert rouge_tools(several, Path.cwd()).stdout.startswith(b"The lowest F by ROUGE-1\n")
    output = rouge_tools([*several, "--measure", "rouge-l"], Path.cwd())
    assert output.stdout.startswith(b"The lowest F by ROUGE-L\n")


@pytest.mark.parametrize(
    ("models", "source", "measure", "figure"),
    [
        (True, True, "coverage", "0.250"),
        (True, True, "LENGTH", "4.000"),
        (True, False, "length", "4.000"),
        (False, True, "density", "0.250"),
    ],
)
@pytest.mark.parametrize("against", [[], ["--against", "y"]])
def test_measures_beside_rouge(
    models: bool, source: bool, measure: str, figure: str, against: list[str]
) -> None:
    row = {"id": "t1", "source": "alpha alone", **({"models": [_MODEL]} if models else {})}
    peers = {"x": "alpha one two three", "y": "one alpha alone two two five"}
    rows = [{**row, "system": system, "peer": peer} for system, peer in peers.items()]
    Path("j").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    about = ["--about", "all" if source else measure.lower()]
    sources = ["--source-field", "source"] if source else []
    arguments = [*_ONE, *about, *sources, "--measure", measure, "--quiet", *(against or ["--system", "x"])]
    output = rouge_tools(["worst", *arguments], Path.cwd())
    assert (output.stderr, output.status) == (b"", 0)
    text = output.stdout.decode()
    assert f"x: {measure.lower()} {figure}" in text
    assert f"1  {'[alpha]1' if source else 'alpha'} one" in text
    assert ("Source" in text) == source
    assert "Model" not in text


@pytest.mark.parametrize(("columns", "width"), [("20", 80), ("100", 100)])
def test_a_pipe_has_eighty_columns_or_more(columns: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    (line,) = [line for line in _worst("--most", "1").splitlines() if line.startswith("System")]
    assert line.index("│") == (width - 3) // 2 + 1


# Explanations of the same evaluations.


def _explain(*arguments: str) -> None:
    output = rouge_tools(["explain", *_ONE, *arguments], Path.cwd())
    assert (output.stdout, output.stderr, output.status) == (b"", b"", 0)


def _index(folder: str) -> tuple[str, list[list[str]], list[str]]:
    """The heading, the rows and the links of an index."""
    document = html.fromstring((Path(folder) / "index.html").read_bytes())
    rows = [[cell.text_content() for cell in row] for row in document.xpath("//tbody/tr")]
    return document.xpath("//h1")[0].text_content(), rows, document.xpath("//tbody//a/@href")


def test_the_worst_are_pages_with_an_index() -> None:
    _explain("--worst", "3", "-o", "pages")  # The folder is replaced, as all of it is its own.
    _explain("--worst", "2", "--against", "y", "-o", "pages")
    assert sorted(os.listdir("pages")) == ["1.html", "2.html", "files.txt", "index.html"]
    title, rows, links = _index("pages")
    assert title == "The greatest losses of F by ROUGE-1 against y"
    assert rows == [
        ["1", "t1", "x", "25.00", "75.00", "−50.00"],
        ["2", "t<3>", "x", "50.00", "100.00", "−50.00"],
    ]
    assert links == ["1.html", "2.html"]
    page = html.fromstring(Path("pages/2.html").read_bytes())
    assert page.xpath("//h1")[0].text_content() == "Evaluation t<3>"
    assert [heading.text_content() for heading in page.xpath("//h2")] == ["Figures", "System x", "System y"]


def test_empty_ids_can_be_seen_and_followed() -> None:
    """An ID is legal if it is empty, but a link without a word leads nowhere."""
    row = {"id": "", "system": "", "peer": "alpha one two three", "models": [_MODEL]}
    write(Path(), {"j": f"{json.dumps(row)}\n"})
    _explain("--worst", "1", "-o", "pages")
    _, rows, _ = _index("pages")
    assert rows == [["1", "''", "''", "25.00"]]
    page = html.fromstring(Path("pages/1.html").read_bytes())
    heads = [heading.text_content() for heading in page.xpath("//h1 | //h2")]
    assert heads == ["Evaluation ''", "System ''", "Figures"]
    assert _rows(_worst()) == [["1", "''", "''", "25.00"]]
    terminal = rouge_tools(["explain", *_ONE, "--format", "terminal"], Path.cwd()).stdout.decode()
    assert terminal.startswith("Evaluation ''\n")
    assert "\nSystem '', ROUGE-1\n" in terminal


def test_several_evaluations_are_pages_with_an_index() -> None:
    _explain("--eval", "t<3>", "--eval", "t1", "-o", "pages")
    title, rows, links = _index("pages")
    assert title == "Explained evaluations"
    page = Path("pages/index.html").read_text("utf-8")
    assert "<caption>Evaluations, figures × 100;" in page
    assert '<th scope="col" class="name">System</th>' in page
    assert rows == [
        ["1", "t<3>", "x", "50.00"],
        ["1", "t<3>", "y", "100.00"],
        ["2", "t1", "x", "25.00"],
        ["2", "t1", "y", "75.00"],
    ]
    assert links == ["1.html", "1.html", "2.html", "2.html"]


def test_the_terminal_shows_one_after_the_other() -> None:
    output = rouge_tools(["explain", *_ONE, "--worst", "2", "--format", "terminal"], Path.cwd())
    titles = [line for line in output.stdout.decode().splitlines() if line.startswith("Evaluation")]
    assert titles == ["Evaluation t1", "Evaluation t<3>"]


# Explanations of single evaluations.


def _of_corpus(arguments: list[str]) -> Output:
    return rouge_tools(["explain", *arguments], Path.cwd())


@pytest.mark.parametrize(
    "words",
    ["explain c.xml --format terminal", "worst -n 1 c.xml", "differ -m rouge-score c.xml", "check two.xml"],
)
def test_colour_is_not_for_files(words: str) -> None:
    plain = rouge_tools(words.split(), Path.cwd()).stdout
    assert b"\x1b" not in plain
    assert re.search("\x1b\\[3[23]m", in_terminal(TOOLS, *words.split(), cwd=Path.cwd()))
    assert "\x1b" not in in_terminal(TOOLS, *words.split(), cwd=Path.cwd(), NO_COLOR="1")
    assert "\x1b" not in in_terminal(TOOLS, *words.split(), cwd=Path.cwd(), TERM="dumb")
    if not words.startswith("check"):  # It only prints.
        in_terminal(TOOLS, *words.split(), "-o", "text", cwd=Path.cwd(), COLUMNS="40")
        assert Path("text").read_bytes() == plain


@pytest.mark.parametrize(("columns", "longest"), [("40", 40), ("200", 93)])
def test_a_check_is_as_wide_as_a_terminal_but_at_most_100(columns: str, longest: int) -> None:
    """One more word would make the longest line 101."""
    shown = in_terminal(TOOLS, "check", "two.xml", cwd=Path.cwd(), NO_COLOR="1", COLUMNS=columns)
    assert max(map(len, shown.splitlines())) == longest


def test_the_only_evaluation_and_all_systems_are_the_default() -> None:
    assert b"System <bdi>S</bdi>" in _of_corpus(["c.xml"]).stdout
    output = _of_corpus(["two.xml", "--eval", "topic 2"])
    assert b"Evaluation <bdi>topic 2</bdi>" in output.stdout
