"""Explanations of the measures and options of papers: MEAD's LCS, the paper's ROUGE-W, jackknife and beta."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Page

from ..support.explained import articles, explained, listed, steps, tree_of, words

pytestmark = pytest.mark.usefixtures("kernel")

_PEER = "the gunman was killed by police\nall hostages were freed"
_MODELS = ["police killed the gunman\nthe hostages were freed unharmed", "a gunman shot hostages"]
_TEXT = st.lists(st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join), max_size=3).map("\n".join)


def _explained(*models: str, peer: str = _PEER, **choices: Any) -> Page:
    return explained(peer, *models, rouge_l=False, **choices)


def test_mead_on_a_terminal() -> None:
    lines = listed(_explained(_MODELS[1], mead=True))
    start = lines.index("Model: 1 hit of 4 words of the model, 2 hits of 10 words of the peer")
    assert lines[start + 1 :] == [
        "  [word] counts as matched",
        "Peer                                   │ Model",
        "text in memory                         │ text in memory",
        " 1  the [gunman] was killed by police  │  1  a [gunman] shot hostages",
        " 2  all [hostages] were freed          │",
        "",
        "Sentences of the model. Each with its longest common subsequences (LCS) with",
        "sentences of the peer.",
        " 1  1: gunman (1): 1 of 4 words marked, 1 counted, hits 1",
        "",
        "Sentences of the peer. Each with its longest common subsequences (LCS) with",
        "sentences of the model.",
        " 1  1: gunman (1): 1 of 6 words marked, 1 counted, hits 1",
        " 2  1: hostages (1): 1 of 4 words marked, 1 counted, hits 1",
    ]


def test_steps_of_mead() -> None:
    assert steps(_explained(_MODELS[1], mead=True)) == [
        "25.00 hits / words of the model: 1 / 4",
        "20.00 hits in the peer / words of the peer: 2 / 10",
        "21.43 hits in both / words of both: (1 + 2) / (4 + 10)",
    ]
    assert steps(_explained("", mead=True, peer=""))[2] == (
        "0.00 hits in both / words of both: (0 + 0) / (0 + 0), and 0 where there is nothing to divide by"
    )


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


def test_the_paper_weighs_runs_of_both_texts() -> None:
    lines = listed(_explained("a x b c\nd e", peer="a b c d\ny e", paper_weight=2))
    start = lines.index("text in memory                         │ text in memory")
    assert lines[start + 1 :] == [
        " 1  <a> <b c d>                        │  1  [a]1 x [b c]",
        " 2  y <e>                              │  2  [d]9 [e]1",
        "",
        "Sentences of the model. Each with its longest common subsequences (LCS) with",
        "sentences of the peer.",
        " 1  1: a b c d e (5): 5 of 6 words marked, 5 counted, hits 11",
    ]


def test_steps_of_the_paper() -> None:
    assert steps(_explained("a x b c", peer="a b c", paper_weight=2)) == [
        "55.90 (hits / weight of the model)^(1/2): (5 / 16)^(1/2)",
        "74.54 (hits / weight of the peer)^(1/2): (5 / 9)^(1/2)",
        "63.89 P·R / ((1 − α)·P + α·R) with α = 0.5: 74.54·55.90 / ((1 − 0.5)·74.54 + 0.5·55.90)",
    ]


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
    sets = [
        f"Without 1: R:25.00 P:20.00 F:21.43{kept[0]}",
        f"Without 2: R:55.56 P:50.00 F:52.63{kept[1]}",
    ]
    text = words(page.text)
    assert f"Each author’s models are left out in turn; {combined}" in text
    assert " ".join(sets) in text
    assert "each author left out in turn (jackknife)" in text
    assert steps(page)[0] == "40.28 the mean with the sets of models: (25.00 + 55.56) / 2"
    tree = tree_of(page)
    assert [item.text for item in tree.findall(".//article/ul/li")] == sets
    assert "counted" not in [head.text for head in tree.findall(".//tbody//th")]


@pytest.mark.parametrize(
    ("models", "step"),
    [
        (1, "50.00 hits / unigrams of the model: 1 / 2"),
        (2, "50.00 the mean over the 2 models"),
    ],
)
def test_a_mean_over_models_is_of_several(models: int, step: str) -> None:
    choices: dict[str, Any] = {"profile": "torchmetrics", "types": ("rouge1",), "accumulate": "avg"}
    page = explained("a", *["a b"] * models, **choices)
    assert steps(page)[0] == step
    sentence = "Recall, precision and F are means over the 2 models."
    assert (sentence in words(page.text)) == (models > 1)


def test_the_jackknife_of_one_model_is_the_usual_score() -> None:
    text = words(_explained(_MODELS[0], max_ngram=1, jackknife=True).text)
    assert "There is one model." in text
    assert "Without" not in text
