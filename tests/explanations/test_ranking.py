"""The worst evaluations on a terminal: table, figures, and the texts beside the nearest model."""

from __future__ import annotations

import click
import pytest

from rouge_cli import Evaluation, Options, evaluate
from rouge_cli.explanations.explanation import explain
from rouge_cli.explanations.phrases import Ranking
from rouge_cli.explanations.terminal_text import ranking_listing
from rouge_cli.scoring.results import worst_and_ties

_OPTIONS = Options(max_ngram=1, rouge_l=False, resamples=1)
_TEXTS = {"mine": "a b", "other": "a b c d"}


def _ranking(
    *models: str, against: str | None = None, options: Options = _OPTIONS, count: int = 1
) -> Ranking:
    evaluations = [Evaluation.of_texts("1", _TEXTS, models), Evaluation.of_texts("2", {"mine": ""}, ["e"])]
    found, _ = worst_and_ties(
        evaluate(evaluations, options), count, "ROUGE-1", systems="mine", against=against
    )
    explained = {}
    for one in evaluations:
        systems = [system for system in ("mine", against) if system in one.peers]
        explained[one.id] = explain(one, options, systems)
    return Ranking("ROUGE-1", "F", against, [(one, explained[one.evaluation]) for one in found])


def _text(ranking: Ranking, width: int = 120) -> list[str]:
    return [line.removesuffix("\n") for line in ranking_listing(ranking, width, colour=False)]


def test_a_loss_stands_beside_the_other_system_and_the_model() -> None:
    assert _text(_ranking("a b c e", against="other"), 110) == [
        "The greatest losses of F by ROUGE-1 against other",
        "models pooled; α = 0.5",
        "",
        "    Evaluation    System          F    F of other    Difference",
        "--  ------------  --------  -------  ------------  ------------",
        " 1  1             mine      0.66667       0.75000      −0.08333",
        "",
        "1. Evaluation 1, system mine",
        "mine: R:0.50000 P:1.00000 F:0.66667; 2 hits, unigrams of the model: 4, of the peer: 2",
        "other: R:0.75000 P:0.75000 F:0.75000; 3 hits, unigrams of the model: 4, of the peer: 4",
        "  [word] counts as matched",
        "",
        "System mine                        │ System other                       │ Model",
        "text in memory                     │ text in memory                     │ text in memory",
        "   1  [a b]                        │    1  [a b c] d                    │    1  [a b] c e",
    ]


@pytest.mark.parametrize(
    ("models", "options", "which"),
    [
        (("a b",), _OPTIONS, "Model"),
        (("x", "a b"), _OPTIONS, "Model 2 of 2, the nearest"),
        (("", "a x", "a b", "a b"), _OPTIONS, "Model 3 of 4, the nearest"),
        (("b a", "a x"), Options(max_ngram=1, rouge_l=False, best_model=True), "Model 1 of 2, the nearest"),
    ],
)
def test_the_nearest_model_has_the_highest_recall(
    models: tuple[str, ...], options: Options, which: str
) -> None:
    ranking = _ranking(*models, options=options, count=2)
    headings = [line for line in _text(ranking) if line.startswith("System")]
    assert headings[-1].split(" │ ")[1] == which


def test_an_empty_summary_is_called_empty() -> None:
    lines = _text(_ranking("a b", count=2))
    assert lines[lines.index("1. Evaluation 2, system mine") + 1] == (
        "mine: R:0.00000 P:0.00000 F:0.00000; 0 hits, unigrams of the model: 1, of the peer: 0"
    )
    assert [line.split(" │ ")[0].rstrip() for line in lines].count("(empty)") == 1


@pytest.mark.parametrize(
    ("against", "head"), [(None, "The lowest F by"), ("x", "The greatest losses of F by")]
)
def test_a_ranking_of_nothing(against: str | None, head: str) -> None:
    suffix = " against x" if against else ""
    assert _text(Ranking("ROUGE-1", "F", against, [])) == [f"{head} ROUGE-1{suffix}", "There are none."]


def test_headings_are_bold_and_names_of_texts_dim() -> None:
    text = "".join(ranking_listing(_ranking("a b c e"), 120, colour=True))
    bold, dim, end = "\x1b[1m", "\x1b[2m", "\x1b[0m"
    for part in (
        f"{bold}The lowest F by ROUGE-1{end}\n",
        f"{bold}System mine{end}",
        f"{bold}Model",
        f"{dim}text in memory{end}",
        f"{bold}\x1b[4m1. Evaluation 2, system mine{end}\n",
    ):
        assert part in text
    assert click.unstyle(text) == "".join(ranking_listing(_ranking("a b c e"), 120, colour=False))
