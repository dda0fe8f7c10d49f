"""Explanations of texts in memory, as a terminal shows them and with their marks in brackets."""

from __future__ import annotations

from typing import Any

from rouge_cli import Evaluation, Options
from rouge_cli.explanations.alignment import Role
from rouge_cli.explanations.explanation import Explanation, explain
from rouge_cli.explanations.terminal_text import listing

_BRACKETS = {
    Role.PLAIN: "{}",
    Role.HIT: "[{}]",
    Role.PARTNER: "<{}>",
    Role.CLIPPED: "({})",
    Role.DROPPED: "-{}-",
    Role.BEYOND: "/{}/",
}


def explained(peer: str, *models: str, **choices: Any) -> Explanation:
    """Return the explanation of the system `S` in the evaluation `1`."""
    return explain(Evaluation.of_texts("1", {"S": peer}, models), Options(**choices))


def listed(explanation: Explanation) -> list[str]:
    """Return the lines for a terminal, without colours."""
    return listing(explanation, colour=False).splitlines()


def marked(explanation: Explanation, measure: int = -1) -> list[str]:
    """Return the texts of the peer and of its only model, each mark in brackets before the hits it adds."""
    (pair,) = explanation.systems[0].measures[measure].pairs
    return [
        "\n".join(
            "".join(
                _BRACKETS[piece.role].format(piece.text) + (f"{piece.hits:g}" if piece.hits else "")
                for piece in sentence
            )
            for sentence in sentences
        )
        for sentences in pair.pieces()
    ]
