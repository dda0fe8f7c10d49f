"""Explanations of the measures and options of papers: MEAD's LCS, the paper's ROUGE-W, jackknife and beta."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from rouge_cli import Options
from rouge_cli.explanations.explanation import Explanation
from rouge_cli.explanations.matching import match
from rouge_cli.explanations.page import page
from rouge_cli.explanations.phrases import figures

from ..support.documents import document
from ..support.explained import explained, listed
from ..support.scoring import measures

pytestmark = pytest.mark.usefixtures("kernel")

_PEER = "the gunman was killed by police\nall hostages were freed"
_MODELS = ["police killed the gunman\nthe hostages were freed unharmed", "a gunman shot hostages"]
_TEXT = st.lists(st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join), max_size=3).map("\n".join)


def _explained(*models: str, peer: str = _PEER, **choices: Any) -> Explanation:
    return explained(peer, *models, rouge_l=False, **choices)


def _steps(explanation: Explanation) -> list[str]:
    (of_measure,) = explanation.systems[0].measures
    return [f"{figure.value} {figure.steps}" for figure in figures(of_measure, explanation.options)]


def test_mead_on_a_terminal() -> None:
    lines = listed(_explained(_MODELS[1], mead=True))
    start = lines.index(
        "Model 1: text in memory: 1 hit of 4 words of the model, 2 hits of 10 words of the peer"
    )
    assert lines[start + 1 :] == [
        "  [word] counts as matched",
        "Peer: text in memory",
        "   1  the [gunman] was killed by police",
        "   2  all [hostages] were freed",
        "Model: text in memory",
        "   1  a [gunman] shot hostages",
        "Sentences of the model, and the LCS of each with sentences of the peer:",
        "   1  1: gunman (1): of 4 words 1 marked, 1 counted, hits 1",
        "Sentences of the peer, and the LCS of each with sentences of the model:",
        "   1  1: gunman (1): of 6 words 1 marked, 1 counted, hits 1",
        "   2  1: hostages (1): of 4 words 1 marked, 1 counted, hits 1",
    ]


def test_steps_of_mead() -> None:
    assert _steps(_explained(_MODELS[1], mead=True)) == [
        "0.25000 hits / words of the model: 1 / 4",
        "0.20000 hits in the peer / words of the peer: 2 / 10",
        "0.21429 hits in both / words of both: (1 + 2) / (4 + 10)",
    ]
    assert _steps(_explained("", mead=True, peer=""))[2] == (
        "0.00000 hits in both / words of both: (0 + 0) / (0 + 0), and 0 where there is nothing to divide by"
    )


def test_the_page_shows_both_sides_of_mead() -> None:
    tree = html.fromstring(page(_explained(_MODELS[0], mead=True)))
    captions = [caption.text_content() for caption in tree.iter("caption")]
    assert captions[:2] == ["Sentences of the model", "Sentences of the peer"]
    model, peer = tree.findall(".//table")[:2]
    rows = [(row.get("data-model"), row.get("data-peer")) for row in model.findall(".//tbody/tr")]
    # `the gunman` and `hostages were freed`: places in model and peer by sentence.
    assert rows == [("0:14-24", "0:0-10"), ("1:4-23", "1:4-23")]
    assert [(row.get("data-model"), row.get("data-peer")) for row in peer.findall(".//tbody/tr")] == rows


@given(_TEXT, _TEXT, st.sampled_from([{"mead": True}, *({"paper_weight": k} for k in (1, 1.2, 2))]))
def test_marks_add_up(peer: str, model: str, choices: dict[str, Any]) -> None:
    (of_measure,) = _explained(model, peer=peer, **choices).systems[0].measures
    (pair,) = of_measure.pairs
    assert pair.matches is not None
    assert [side.name for side in pair.matches.sides] == ["model", "peer"][: 2 if "mead" in choices else 1]
    counts = of_measure.score.counts
    assert sum(mark.hits for mark in pair.matches.model_marks) == pytest.approx(counts.hit, abs=1e-9)
    if "mead" in choices:
        assert sum(mark.hits for mark in pair.matches.peer_marks) == counts.peer_hit


def test_the_paper_weighs_runs_of_both_texts() -> None:
    lines = listed(_explained("a x b c\nd e", peer="a b c d\ny e", paper_weight=2))
    start = lines.index("Peer: text in memory")
    assert lines[start:] == [
        "Peer: text in memory",
        "   1  <a> <b c d>",
        "   2  y <e>",
        "Model: text in memory",
        "   1  [a]1 x [b c]",
        "   2  [d]9 [e]1",
        "Sentences of the model, and the LCS of each with sentences of the peer:",
        "   1  1: a b c d e (5): of 6 words 5 marked, 5 counted, hits 11",
    ]


def test_steps_of_the_paper() -> None:
    assert _steps(_explained("a x b c", peer="a b c", paper_weight=2)) == [
        "0.55902 (hits / weight of the model)^(1/2): (5 / 16)^(1/2)",
        "0.74536 (hits / weight of the peer)^(1/2): (5 / 9)^(1/2)",
        "0.63888 P·R / ((1 − α)·P + α·R) with α = 0.5:"
        " 0.74536·0.55902 / ((1 − 0.5)·0.74536 + 0.5·0.55902), R and P before they are rounded",
    ]


def test_long_texts_are_not_marked() -> None:
    long = document([[1] * 8000])
    mead, paper = measures(Options(mead=True))[1], measures(Options(paper_weight=2))[1]
    assert match(mead, long, long) is None
    assert match(paper, long, long) is None


@pytest.mark.parametrize(
    ("choices", "combined", "kept"),
    [
        ({"best_model": True}, "of the others the best by recall", [", model 2 kept", ", model 1 kept"]),
        ({}, "the counts with the others are added up", ["", ""]),
    ],
)
def test_the_jackknife(choices: dict[str, Any], combined: str, kept: list[str]) -> None:
    explanation = _explained(*_MODELS, mead=True, jackknife=True, **choices)
    sets = [
        f"Without 1: R:0.25000 P:0.20000 F:0.21429{kept[0]}",
        f"Without 2: R:0.55556 P:0.50000 F:0.52632{kept[1]}",
    ]
    lines = listed(explanation)
    sentence = f"Each author’s models are left out in turn; {combined}"
    (place,) = (place for place, line in enumerate(lines) if line.startswith(sentence))
    assert lines[place + 1 : place + 3] == sets
    assert "each author left out in turn (jackknife)" in lines[1]
    assert _steps(explanation)[0] == "0.40278 the mean with the sets of models: (0.25000 + 0.55556) / 2"
    tree = html.fromstring(page(explanation))
    on_page = [item.text for item in tree.findall(".//article/ul/li")]
    assert on_page == [
        f"Without 1: R:25.00 P:20.00 F:21.43{kept[0]}",
        f"Without 2: R:55.56 P:50.00 F:52.63{kept[1]}",
    ]
    assert "counted" not in [head.text for head in tree.findall(".//tbody//th")]


@pytest.mark.parametrize(
    ("models", "steps"),
    [
        (1, "0.5 hits / unigrams of the model: 1 / 2"),
        (2, "0.5 the mean over the 2 models"),
    ],
)
def test_a_mean_over_models_is_of_several(models: int, steps: str) -> None:
    choices: dict[str, Any] = {"profile": "torchmetrics", "types": ("rouge1",), "accumulate": "avg"}
    explanation = explained("a", *["a b"] * models, **choices)
    assert _steps(explanation)[0] == steps
    sentence = "Recall, precision and F are means over the 2 models."
    assert (sentence in listed(explanation)) == (models > 1)


def test_the_jackknife_of_one_model_is_the_usual_score() -> None:
    lines = listed(_explained(_MODELS[0], max_ngram=1, jackknife=True))
    assert "There is one model." in lines
    assert not any(line.startswith("Without") for line in lines)


@pytest.mark.parametrize(
    ("beta", "steps"),
    [
        (2.0, "with β = 2.0 and α = 1/(1 + β²) = 0.2: 0.62500·0.55556 / ((1 − 0.2)·0.62500 + 0.2·0.55556)"),
        (
            "ratio",
            "with β = P/R = 1.12499 and α = 1/(1 + β²) = 0.44138:"
            " 0.62500·0.55556 / ((1 − 0.44138)·0.62500 + 0.44138·0.55556)",
        ),
    ],
)
def test_steps_of_beta(beta: float | str, steps: str) -> None:
    peer, model = "The quick brown dog jumps on the log.", "The quick brown fox jumps over the lazy dog"
    assert _steps(explained(peer, model, beta=beta))[2].endswith(f" P·R / ((1 − α)·P + α·R) {steps}")
