"""`explain`, the page that notebooks show, and its wide tables in a browser."""

from __future__ import annotations

import copy
import json
import pickle
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html

from rouge_cli import Evaluation, InputError, OptionError, Options, Page, Scorer, explain

from ..support.commands import rouge_tools
from ..support.needs import needs

_EVALUATION = Evaluation.of_texts("topic", {"mine": "the cat sat", "lead": "a dog"}, ["the cat lay", "cat"])


def test_a_pair_is_explained_as_score_scores_it() -> None:
    explained = explain("the cat sat", ["the cat lay", ["cat", "dog"]])
    assert isinstance(explained, Page)
    # Three of the five words of the models are hit; each model has the peer's three words against it.
    assert "Recall     60.00 = hits / unigrams of all models: 3 / 5" in explained.text
    assert "peer    ROUGE-2   33.33      25.00  28.57" in explained.text
    assert "[the cat]" in explained.text
    assert explained.text.count("│ model 1\n") == explained.text.count("│ model 2\n") == 3


def test_a_scorer_explains_with_its_options() -> None:
    options = Options(rouge_l=False, max_ngram=1, stem=True)
    explained = Scorer(options).explain("cats", "cat")
    assert explained.text == explain("cats", "cat", options).text
    assert "ROUGE-1  100.00     100.00  100.00" in explained.text
    assert "ROUGE-1    0.00       0.00  0.00" in explain("cats", "cat").text


def test_an_evaluation_is_explained_as_the_command_does(tmp_path: Path) -> None:
    row = {"id": "topic", "models": ["the cat lay", "cat"]}
    peers = {"mine": "the cat sat", "lead": "a dog"}
    rows = [{**row, "system": system, "peer": peer} for system, peer in peers.items()]
    (tmp_path / "j").write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    options = Options(max_ngram=2)
    for systems, flags in ((None, []), ("mine", ["--system", "mine"]), (["mine"], ["--system", "mine"])):
        page = _EVALUATION.explain(options, systems)
        for format, text in (("html", page.html), ("terminal", page.text)):
            arguments = ["explain", "-n", "2", "--jsonl", "j", "--format", format, *flags]
            shown = rouge_tools(arguments, tmp_path).stdout.decode()
            assert re.sub("j, line ., (peer|models .)", "text in memory", shown).split() == text.split()
        assert explain(_EVALUATION, options=options, systems=systems).html == page.html
    assert _EVALUATION.explain().html == explain(_EVALUATION).html


def test_a_page_is_saved_whole(tmp_path: Path) -> None:
    explained = explain("é <b>", "é </iframe>")
    explained.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text("utf-8") == explained.html
    assert explained.html.startswith("<!DOCTYPE html>")
    explained.save(str(tmp_path / "page.html"))
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    with pytest.raises(InputError, match="cannot be written"):
        explained.save(tmp_path / "none" / "page.html")


def test_a_notebook_shows_the_page_in_a_frame_of_its_own() -> None:
    explained = explain('a "b" \'</iframe>', "a & b")
    frame = etree.fromstring(explained._repr_html_(), etree.HTMLParser()).find(".//iframe")
    assert frame is not None
    assert frame.get("srcdoc") == explained.html
    assert frame.get("sandbox") == "allow-scripts"
    assert explained._repr_html_().count("<") == 2
    assert explained.html in unescape(explained._repr_html_())


def test_a_page_prints_short() -> None:
    assert repr(explain("a", "a")) == "<Page on evaluation '1': 1 system; see `text` or `save` it>"
    shown = repr(Evaluation.of_texts("e" * 9999, {"a": "x", "b": "y"}, ["z"]).explain())
    assert "2 systems" in shown
    assert len(shown) < 200


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("a", []), InputError, "models is empty; give at least one text"),
        (("a", None), TypeError, "models must be a string or a list of texts, not NoneType"),
        ((1, "a"), TypeError, "a text must be a string or a list of strings, not int"),
        (("a", "a", Options(rouge_l=False)), OptionError, "no measure is chosen"),
    ],
)
def test_what_cannot_be_explained_is_an_error(
    arguments: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        explain(*arguments)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda page: pickle.loads(pickle.dumps(page))])
def test_a_page_can_be_copied_and_pickled(again: Any) -> None:
    options = Options(max_ngram=2, mead=True, weight=1.2, skip_gap=4, language="de")
    page = _EVALUATION.explain(options)
    assert (again(page).html, again(page).text) == (page.html, page.text)


_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.slow
@needs("chromium")
@pytest.mark.parametrize(("width", "wide"), [(360, True), (1280, False)])
def test_a_table_that_does_not_fit_is_marked(width: int, wide: bool, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    arguments = ["explain", "--eval", "3", "-n", "1", "-x", "config_examples/spl.xml", "-o", str(page)]
    assert rouge_tools(arguments).status == 0
    shown = subprocess.run(
        [
            str(_CHROMIUM),
            *("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"),
            *(f"--window-size={width},800", "--virtual-time-budget=2000", "--dump-dom", page.as_uri()),
        ],
        capture_output=True,
        timeout=120,
    ).stdout
    (table,) = html.fromstring(shown).xpath("//section[1]/div[@class='scroll']")
    assert (table.get("data-wide") is not None) == wide
