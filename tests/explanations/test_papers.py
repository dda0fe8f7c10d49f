"""Explanations of the measures and options of papers: MEAD's LCS, the paper's ROUGE-W, jackknife and beta."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Page

from ..support.explained import articles, explained, steps, tree_of, words
from ..support.tables import table

pytestmark = pytest.mark.usefixtures("kernel")

_PEER = "the gunman was killed by police\nall hostages were freed"
_MODELS = ["police killed the gunman\nthe hostages were freed unharmed", "a gunman shot hostages"]
_TEXT = st.lists(st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join), max_size=3).map("\n".join)


def _explained(*models: str, peer: str = _PEER, **choices: Any) -> Page:
    return explained(peer, *models, rouge_l=False, **choices)


def test_the_page_shows_both_sides_of_mead() -> None:
    tree = tree_of(_explained(_MODELS[0], mead=True))
    captions = [caption.text_content() for caption in tree.iter("caption")]
    assert captions[:2] == ["Sentences of the model", "Sentences of the peer"]
    model, peer = tree.findall(".//table")[:2]
    rows = [(row.get("data-model"), row.get("data-peer")) for row in model.findall(".//tbody/tr")]
    # `the gunman` and `hostages were freed`: places in model and peer by sentence.
    assert rows == [("0:14-24", "0:0-10"), ("1:4-23", "1:4-23")]
    assert [(row.get("data-model"), row.get("data-peer")) for row in peer.findall(".//tbody/tr")] == rows


@given(_TEXT, _TEXT, st.sampled_from([{"mead": True}, *({"paper_weight": k} for k in (1, 1.2, 2))]))
def test_marks_add_up(peer: str, model: str, choices: dict[str, Any]) -> None:
    page = _explained(model, peer=peer, **choices)
    (article,) = articles(page)
    hits = map(float, re.findall(r"([\d.]+) hits?", article.findtext("details/summary")))
    for side, wanted in zip(("model", "peer"), hits, strict=False):
        numbers = article.xpath(f".//ol[@class='{side}']//@data-n")
        marks = article.xpath(f".//ol[@class='{side}']//mark[@class='hit']")
        found = [float(one) for one in numbers] or [len(mark.text.split()) for mark in marks]
        assert sum(found) == pytest.approx(wanted, abs=0.01 * len(found) + 0.005)


@pytest.mark.parametrize(("choices", "peer", "models", "expected"), table(__file__, "steps"))
def test_steps(choices: dict[str, Any], peer: str, models: list[str], expected: list[str]) -> None:
    page = explained(peer, *models, **choices)
    assert [found if wanted else "" for found, wanted in zip(steps(page), expected, strict=True)] == expected
    sentence = "Recall, precision and F are means over the 2 models."
    assert (sentence in words(page.text)) == ("mean over the 2 models" in expected[0])


@pytest.mark.parametrize(("choices", "peer", "model", "lines"), table(__file__, "terminal"))
def test_on_a_terminal(choices: dict[str, Any], peer: str, model: str, lines: str) -> None:
    assert explained(peer, model, **choices).text.endswith(f"\n{lines}")


@pytest.mark.parametrize(
    ("choices", "text"), [({"mead": True}, "a " * 8000), ({"paper_weight": 2}, "a " * 1001)]
)
def test_long_texts_are_not_marked(choices: dict[str, Any], text: str) -> None:
    assert "too long to mark" in _explained(text, peer=text, **choices).html


@pytest.mark.parametrize(
    ("choices", "combined", "kept"),
    [
        ({"best_model": True}, "of the others the best by recall", [", model 2 kept", ", model 1 kept"]),
        ({}, "the counts with the others are added up", ["", ""]),
    ],
)
def test_the_jackknife(choices: dict[str, Any], combined: str, kept: list[str]) -> None:
    page = _explained(*_MODELS, mead=True, jackknife=True, **choices)
    sets = [f"Without 1: R:25.00 P:20.00 F:21.43{kept[0]}", f"Without 2: R:55.56 P:50.00 F:52.63{kept[1]}"]
    text = words(page.text)
    assert f"Each author’s models are left out in turn; {combined}" in text
    assert " ".join(sets) in text
    assert "each author left out in turn (jackknife)" in text
    assert steps(page)[0] == "40.28 the mean with the sets of models: (25.00 + 55.56) / 2"
    tree = tree_of(page)
    assert [item.text for item in tree.findall(".//article/ul/li")] == sets
    assert "counted" not in [head.text for head in tree.findall(".//tbody//th")]


def test_the_jackknife_of_one_model_is_the_usual_score() -> None:
    text = words(_explained(_MODELS[0], max_ngram=1, jackknife=True).text)
    assert "There is one model." in text
    assert "Without" not in text
