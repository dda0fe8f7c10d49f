"""Explanations of long texts grow with the texts, not with the pairs of their sentences."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from rouge_cli import Options, explain

from ..support.commands import rouge_tools
from ..support.steps import steps

_WORDS = [f"w{number}" for number in range(3000)]
_SHARES = [1 / number for number in range(1, 3001)]
"""How often words occur, as in texts (Zipf)."""


def _texts(sentences: int) -> list[str]:
    generator = random.Random(sentences)
    return [
        "\n".join(" ".join(generator.choices(_WORDS, _SHARES, k=8)) for _ in range(sentences))
        for _ in range(2)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("options", [Options(), Options(profile="rouge-score")])
def test_four_times_the_sentences_take_five_times_the_steps_at_most(options: Options) -> None:
    def explained(size: int) -> str:
        return explain(*_texts(size), options).text

    explained(10)  # Modules are loaded now.
    few, many = (steps(partial(explained, size)) for size in (100, 400))
    assert many < 5 * few


def test_only_sentences_that_share_a_word_are_compared() -> None:
    """Here each shares its words with one."""

    def explained(size: int) -> str:
        text = "\n".join(f"a{number} b{number}" for number in range(size))
        return explain(text, text, Options(weight=1.2)).html

    explained(10)
    assert steps(partial(explained, 160)) < 4.2 * steps(partial(explained, 40))


@pytest.mark.slow
def test_differ_of_long_texts_grows_like_them(tmp_path: Path) -> None:
    def differ(size: int) -> None:
        for name, text in zip(("peer", "model"), _texts(size), strict=True):
            (tmp_path / name).write_text(text.replace("\n", "<q>") + "\n", "utf-8")
        command = ["differ", "rouge-1.5.5", "rouge-score", "--lines", "peer", "model"]
        assert rouge_tools(command, tmp_path).status == 0

    differ(10)
    few, many = (steps(partial(differ, size)) for size in (100, 400))
    assert many < 5 * few
