"""`rouge-tools protocols`: figures of the packages, what makes differences, swaps, formats and bad input.

Figures are those that ROUGE-1.5.5, rouge-score 0.1.2, evaluate 0.4.6 and torchmetrics 1.9 print.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import threading
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any
from unicodedata import unidata_version

import pytest
import regex
from jsonschema import Draft202012Validator

from rouge_cli import __version__
from rouge_cli.cli.tools.comparing import protocol_of
from rouge_cli.protocols.protocol import reasons as protocol_reasons
from rouge_cli.protocols.protocol import traits

from ..support.commands import rouge_eval, rouge_tools
from ..support.drawn import panels
from ..support.files import write
from ..support.pairs import printed, write_pairs, write_rows
from ..support.tables import table

_SCHEMA = json.loads((files("rouge_cli") / "data" / "protocols.schema.json").read_text("utf-8"))
_X = [
    ("the cat sat on the mat", "the cat sat"),
    ("the dog ran", "a dog ran fast"),
    ("q", ""),
    ("x z\nw y", "x y z w"),
]
"""Models and peers of a small corpus."""


def _printed(folder: Path, *arguments: str) -> str:
    return printed(folder, "protocols", *arguments)


def _markdown(folder: Path, *arguments: str) -> str:
    return _printed(folder, "--format", "markdown", *arguments).replace("&gt;", ">")


def _json(folder: Path, *arguments: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_printed(folder, "--format", "json", *arguments))
    Draft202012Validator(_SCHEMA).validate(document)
    return document


def _figures(document: dict[str, Any], measure: str, system: str = "S") -> dict[str, float]:
    return {
        one["name"]: one["measures"][measure]["systems"][system]["figure"]
        for one in document["protocols"]
        if measure in one["measures"]
    }


_SEVERAL = ["a", "a b c d e f"]


@pytest.mark.slow
@pytest.mark.parametrize(("models", "peer", "measure", "figures"), table(__file__, "figures"))
def test_each_protocol_gives_the_figures_of_its_program(
    tmp_path: Path, models: str | list[str], peer: str, measure: str, figures: list[tuple[float, str]]
) -> None:
    write_pairs(tmp_path, (models, peer))
    printed = _figures(_json(tmp_path), measure)
    for figure, protocols in figures:
        assert [printed[name] for name in protocols.split(", ")] == pytest.approx(
            [figure] * len(protocols.split(", ")), abs=1e-12
        )


def test_an_average_is_that_of_its_program(tmp_path: Path) -> None:
    write_pairs(tmp_path, *_X)
    document = _json(tmp_path, "--base", "rouge-1.5.5")
    one, two, longest = (_figures(document, measure) for measure in ("ROUGE-1", "ROUGE-2", "ROUGE-L"))
    assert f"{one['rouge-1.5.5']:.5f}" == "0.56099"
    assert "rouge-1.5.5 -m -f B" not in one
    assert one["rouge-score"] == one["evaluate"] == 0.5595238095238095
    assert two["evaluate"] == 0.32619047619047625
    assert longest["evaluate"] == longest["evaluate rougeLsum"] == 0.49702380952380953


@pytest.mark.parametrize(("base", "protocol", "reasons"), table(__file__, "reasons"))
def test_the_reasons_are_what_differs_from_the_base(base: str, protocol: str, reasons: list[str]) -> None:
    compared = protocol_of(protocol), protocol_of(base)
    assert list(protocol_reasons(*compared, several_models=False)) == reasons


def test_several_models_bring_protocols_and_a_reason_of_their_own(tmp_path: Path) -> None:
    write_pairs(tmp_path, (_SEVERAL, "a b c d"), ("a", "a"))
    reasons = {one["name"]: one["reasons"] for one in _json(tmp_path)["protocols"]}
    assert reasons["rouge-1.5.5 -m -f B"] == ["the model of the highest recall"]
    assert reasons["rouge-score"][-1] == "the model of the highest F"
    assert reasons["torchmetrics -m --accumulate avg"][-1] == "the mean over models"


def test_evaluations_that_differ_are_counted_apart_from_rounding(tmp_path: Path) -> None:
    least = ("x " * 99_998 + "go", "went")  # F is 0.00002, or 0 without the stem of an irregular form.
    write_pairs(tmp_path, ("they go", "they went"), ("a", "a b c d e f"), ("a b", "a b"), least)
    document = _json(tmp_path, "--only", "--protocol", "rouge-score -m")
    one = document["protocols"][1]["measures"]["ROUGE-1"]
    assert (one["evaluations"], one["differing"], one["differing_in_rounding"]) == (4, 1, 2)
    differing = printed(tmp_path, "differ", "rouge-1.5.5 -m", "rouge-score -m")
    assert "in 4 evaluations: 1 differ, and 2 more by rounding alone." in " ".join(differing.split())


def test_the_notes_are_those_of_the_base(tmp_path: Path) -> None:
    write_pairs(tmp_path, ("今日は", "今日は"))
    (note,) = _json(tmp_path, "--only", "--base", "-n 1 -x", "--protocol", "--tokenizer unicode -n 1 -x")[
        "notes"
    ]
    assert "no ASCII word" in note


def test_flags_that_notes_name_work_inside_protocols(tmp_path: Path) -> None:
    write(tmp_path, {"p": "One cat sat. It ran away.\n", "m": "One cat. It ran.\n"})
    words = ("--only", "--protocol", "rouge", "--lines", "S=p", "m")
    note = rouge_tools(["protocols", *words], tmp_path).stderr.decode()
    (flag,) = re.findall(r"or ask for the protocol's (--\S+)\n", note)
    refusal = rouge_tools(["protocols", flag, *words], tmp_path).stderr.decode()
    followed = rouge_tools(["protocols", *shlex.split(refusal.partition("as in ")[2]), *words], tmp_path)
    assert (followed.stderr, followed.status) == (b"", 0)


def _two_systems(folder: Path) -> None:
    write_rows(
        folder,
        {"id": "1", "peer": "they went", "models": "they go", "system": "went"},
        {"id": "1", "peer": "they go away", "models": "they go", "system": "away"},
    )


def test_the_pairs_of_systems_that_change_places_are_named(tmp_path: Path) -> None:
    _two_systems(tmp_path)
    document = _json(tmp_path)
    with_unigrams = [one for one in document["protocols"] if "ROUGE-1" in one["measures"]]
    swaps = {one["name"]: one["measures"]["ROUGE-1"]["swaps"] for one in with_unigrams}
    assert swaps["rouge-score -m"] == [{"above": "away", "below": "went"}]
    assert swaps["rouge-1.5.5 -m -s"] == []
    assert _figures(document, "ROUGE-1", "away")["rouge-score -m"] == 0.8


def test_systems_of_equal_figures_change_no_places(tmp_path: Path) -> None:
    """By F short = tie > long = half, by recall long > short = tie = half."""
    peers = {"short": "a b", "long": "a b c d x x x x x x x x", "tie": "b a", "half": "a b x x"}
    rows = ({"id": "1", "peer": peer, "models": "a b c d", "system": id} for id, peer in peers.items())
    write_rows(tmp_path, *rows)
    arguments = ("--only", "--base", "-n 1 -x", "--protocol", "-n 1 -x R")
    _, recall = _json(tmp_path, *arguments)["protocols"]
    swaps = recall["measures"]["ROUGE-1"]["swaps"]
    assert [(one["above"], one["below"]) for one in swaps] == [("long", "short"), ("long", "tie")]
    assert "**now long > short, long > tie**" in _markdown(tmp_path, *arguments)


@pytest.mark.parametrize(("count", "more"), [(3, ""), (4, " and 1 more")])
def test_of_the_pairs_that_change_places_three_are_named(tmp_path: Path, count: int, more: str) -> None:
    """By F the short summary is above all others, and by recall below them."""
    peers = {"a": "a b c", **dict.fromkeys("defg"[:count], "a b c d x x x x x x x x")}
    rows = ({"id": "1", "peer": peer, "models": "a b c d", "system": id} for id, peer in peers.items())
    write_rows(tmp_path, *rows)
    shown = _markdown(tmp_path, "--only", "--base", "-n 1 -x", "--protocol", "-n 1 -x R")
    assert f"**now d > a, e > a, f > a{more}**" in shown


def test_text_shows_figures_differences_and_reasons(tmp_path: Path) -> None:
    _two_systems(tmp_path)
    shown = _printed(tmp_path, "--only", "--base", "-n 1 -x -m", "--protocol", "rouge-score -m")
    assert shown.startswith(table(__file__, "text"))
    others = ("--protocol", "-n 1 -x", "--protocol", "-n 2 -x -m")  # The first has no bigrams.
    shown = _printed(tmp_path, "--only", "--base", "-n 2 -x", *others)
    assert shown.count("\nrouge-1.5.5 -n 2 -x -m  ") == 3, "in both tables of figures, and among the reasons"


@pytest.mark.parametrize(("protocol", "sentence"), table(__file__, "sentences"))
def test_the_sentence_names_measures_figure_and_package(tmp_path: Path, protocol: str, sentence: str) -> None:
    write_pairs(tmp_path, ("a b c d", "a b"))
    shown = _printed(tmp_path, "--only", "--papers", "--base", protocol)
    assert shown.startswith(f"{protocol}:\n{sentence}")


@pytest.mark.parametrize(
    ("protocol", "phrases"),
    [
        *table(__file__, "aspects").items(),
        (
            "--language de -l 3 --split-sentences --stop-words de",
            {
                "tokens": f"tokens of unicode+marks(regex-{regex.__version__},unicodedata-{unidata_version})",
                "stems": f"stems of snowball-german(snowballstemmer-{version('snowballstemmer')})",
                "stop words": f"the stop words of iso-de(stopwordsiso-{version('stopwordsiso')}) left out",
                "limit": "the first 3 tokens",
                "sentences": "ROUGE-L sentence by sentence, those of single lines by"
                f" sentencex-{version('sentencex')}-de",
            },
        ),
    ],
)
def test_aspects_of_a_protocol_are_said_in_words(protocol: str, phrases: dict[str, str | bool]) -> None:
    found = traits(protocol_of(protocol), several_models=True)
    assert {aspect: found.get(aspect, False) for aspect in phrases} == phrases
    assert "models" not in traits(protocol_of(protocol), several_models=False)


def test_the_sentence_for_papers_has_package_version_command_and_signature(tmp_path: Path) -> None:
    write_pairs(tmp_path, ("a b", "a b"))
    shown = _printed(tmp_path, "--papers", "--only", "--base", "rouge-score -m rougeLsum")
    assert shown == (
        "rouge-score -m rougeLsum:\n"
        "We report ROUGE-1, ROUGE-2 and ROUGE-L F1 as computed by rouge-score 0.1.2 (stems of NLTK, stop"
        " words kept, whole summaries, ROUGE-L sentence by sentence), with rouge-eval"
        f" {__version__}: `rouge-eval -m --profile rouge-score --types rouge1,rouge2,rougeLsum`; signature"
        " `rouge:rouge-score-0.1.2|measures:rouge1,rouge2,rougeLsum|tokens:rouge-score|stem:porter-nltk"
        "|split:lines|combine:best-f|aggregator:bootstrap-median|conf:95|resamples:1000|seed:0|models:1"
        f"|sentences:lines|version:{__version__}`.\n"
    )


def test_separated_values_have_a_row_for_each_figure(tmp_path: Path) -> None:
    _two_systems(tmp_path)
    # The base stands in the table once, however often it is named.
    others = ("--protocol", "rouge-score", "--protocol", "rouge-1.5.5 -m")
    shown = _printed(tmp_path, "--format", "csv", "--only", *others)
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert len(rows) == 2 * 2 * 3
    row = next(row for row in rows if (row["protocol"], row["system"]) == ("rouge-score", "went"))
    assert (row["measure"], row["figure"], row["value"], row["difference"]) == ("ROUGE-1", "F", "0.5", "-0.5")
    assert (row["evaluations"], row["differing"], row["swaps"]) == ("1", "1", "away > went")


@pytest.mark.parametrize(
    ("format", "part"),
    [
        (
            "markdown",
            "| rouge-score -m | 50.00 (−50.00) | 80.00 (+0.00) |    1 of 1 | **now away &gt; went** |",
        ),
        ("latex", "rouge-score -m & 50.00 ($-$50.00) & 80.00 (+0.00) & 1 of 1 & \\textbf{now away"),
    ],
)
def test_tables_for_papers(tmp_path: Path, format: str, part: str) -> None:
    _two_systems(tmp_path)
    shown = _printed(tmp_path, "--format", format, "--only", "--protocol", "rouge-score -m")
    assert part in shown


@pytest.mark.slow
def test_the_picture_has_a_mark_for_each_protocol_and_system(tmp_path: Path) -> None:
    """Protocols are rows from above, systems have colours and marks, and each measure a panel."""
    _two_systems(tmp_path)
    arguments = ("--only", "--protocol", "rouge-score -m", "--protocol", "evaluate --types rouge1")
    document = _json(tmp_path, *arguments)
    _printed(tmp_path, *arguments, "--plot", "p.svg")
    data = (tmp_path / "p.svg").read_bytes()
    protocols = document["protocols"]
    drawn = list(panels(data))
    for place, (panel, measure) in enumerate(zip(drawn, ("ROUGE-1", "ROUGE-2", "ROUGE-L"), strict=True)):
        assert measure in panel.texts
        assert [text for text in panel.texts if text.startswith(("rouge-", "evaluate"))] == (
            [one["name"] for one in protocols] if place == 0 else []
        )
        figures = [one["measures"][measure]["systems"] for one in protocols if measure in one["measures"]]
        marks = [panel.marks[colour] for colour in ("#0072b2", "#d55e00")]
        every = [of[system]["figure"] for of in figures for system in ("went", "away")]
        xs = [x for pair in zip(*marks, strict=True) for x, _ in pair]
        scaled = [(one - min(every)) / (max(every) - min(every)) for one in every]
        assert xs == pytest.approx([min(xs) + (max(xs) - min(xs)) * one for one in scaled], abs=1e-4)
        heights = [1 - (row + 0.5) / len(protocols) for row in range(len(figures))]
        assert [[y for _, y in of_system] for of_system in marks] == [pytest.approx(heights, abs=1e-4)] * 2
        assert 2 <= len([text for text in panel.texts if re.fullmatch(r"\d\.\d+", text)]) <= 5
    size = [float(one) / 72 for one in re.findall(rb'(?:width|height)="([\d.]+)pt"', data)[:2]]
    # In inches: 0.075 a letter, 2.4 a panel and 0.2 a row or a line of the legend.
    longest = max(len(one["name"]) for one in protocols)
    assert size == pytest.approx([longest * 0.075 + 0.5 + 3 * 2.4, 1.2 + 0.2 * 4], abs=0.014)
    assert data.count(b">went</text>") == data.count(b">away</text>") == 1
    # The eighth system has the first colour again, but squares; the legend has two lines, and no frame.
    rows = ({"id": "1", "peer": "they", "models": "they go", "system": system} for system in "abcdefgh")
    write_rows(tmp_path, *rows)
    _printed(tmp_path, "--only", "--base", "-n 1 -x", "--protocol", "rouge", "--plot", "one.svg")
    one = (tmp_path / "one.svg").read_bytes()
    (panel,) = panels(one)
    assert [len(panel.marks[colour]) for colour in ("#0072b2", "#56b4e9")] == [4, 2]
    assert (one.count(b'd="M -2 2 \nL 2 2'), one.count(b">a</text>"), one.count(b">h</text>")) == (1, 1, 1)
    assert b' height="144pt"' in one  # 1.2 inches and 0.2 for each of four lines.
    assert re.search(rb'<g id="legend_1">\s*<g id="line2d', one)


def test_a_system_without_summaries_has_no_figures_and_equal_protocols_no_reasons(tmp_path: Path) -> None:
    write_rows(
        tmp_path,
        {"id": "1", "peer": "a b", "models": "a b"},
        {"id": "1", "peer": None, "models": "a b", "system": "T"},
    )
    shown = _printed(tmp_path, "--only", "--base", "rouge-score -m", "--protocol", "evaluate -m")
    assert re.search(r"\nevaluate -m +100\.00 \(\+0\.00\)  –  ", shown)
    assert re.search(r"\nevaluate -m +nothing\n", shown)


def test_summaries_are_read_once_for_all_protocols(tmp_path: Path) -> None:
    """A pipe can be read only once."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "m").write_text("they go\n")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=("they went\n",))
    writer.start()
    output = rouge_tools(
        ["protocols", "--only", "--protocol", "rouge-score", "--lines", "S=pipe", "m"], tmp_path
    )
    writer.join()
    assert b"rouge-score" in output.stdout
    assert b"Order of systems" not in output.stdout


def test_the_sentence_for_papers_says_what_the_signature_says(tmp_path: Path) -> None:
    """Where each text is a line, `whole` changes nothing: neither figures nor signature nor words."""
    write(tmp_path, {"p": "the cat. sat here\n", "m": "the cat sat. here\n"})
    write_rows(tmp_path, {"peer": "the cat.\nsat here", "models": "the cat sat.\nhere"})
    protocols = ("--papers", "--only", "--base", "rouge-1.5.5 -m", "--protocol", "rouge-1.5.5 -m whole")
    told = {}
    for flag, paths in (("--lines", ("S=p", "m")), ("--jsonl", ("pairs.jsonl",))):
        output = rouge_tools(["protocols", *protocols, flag, *paths], tmp_path).stdout.decode()
        told[flag] = re.findall(r"ROUGE-L (of whole texts|sentence by sentence)|sentences:(\w+)", output)
    assert [[first or second for first, second in found] for found in told.values()] == [
        ["of whole texts", "none", "of whole texts", "none"],
        ["sentence by sentence", "lines", "of whole texts", "none"],
    ]


@pytest.mark.parametrize(("protocol", "command"), table(__file__, "commands"))
def test_a_protocol_has_the_command_that_prints_its_figures(protocol: str, command: str) -> None:
    assert protocol_of(protocol).command == f"rouge-eval {command}"


def test_any_of_the_types_stands_for_rouge_l() -> None:
    assert protocol_of("rouge-score --types rougeL,rougeLsum rougeLsum").lcs == "rougeLsum"
    assert protocol_of("rouge-score --types rouge1,rougeLsum").lcs == "rougeLsum"


@pytest.mark.slow
def test_the_command_of_a_protocol_prints_its_figures() -> None:
    """All figures are those of `rouge-eval`, to the last bit."""
    output = rouge_tools(["protocols", "--format", "json", "config_examples/spl.xml"])
    protocols = [one for one in json.loads(output.stdout)["protocols"] if not one["whole"]]
    assert len(protocols) > 15
    for protocol in protocols:
        _, *arguments = shlex.split(protocol["command"])
        printed = rouge_eval([*arguments, "--format", "json", "config_examples/spl.xml"])
        report = json.loads(printed.stdout)
        assert report["signature"] == protocol["signature"]
        figure = {"R": "recall", "F": "f"}[protocol["figure"]]
        for measure in protocol["measures"].values():
            assert {system: one["figure"] for system, one in measure["systems"].items()} == {
                system: results[measure["measure"]][figure]["average"]
                for system, results in report["systems"].items()
            }
