"""The limit program has the figures of rouge-eval; otherwise its time would mean nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rouge_cli import Options, Scorer

from ...support.needs import needs
from .corpus import SEPARATOR, Size, write_corpus, write_lines
from .programs import in_turn, limit

pytestmark = [pytest.mark.slow, needs("c++")]


def assert_same_means(peers: Path, models: Path) -> None:
    (found,) = in_turn([limit("batch", peers, models)], 1, alike=False)
    texts = [
        [line.replace(SEPARATOR, "\n") for line in path.read_text("utf-8").split("\n")[:-1]]
        for path in (peers, models)
    ]
    scores = Scorer(Options(max_ngram=2, stem=True)).score_batch(*texts)
    for measure, mean in scores.mean().items():
        assert found[measure] == pytest.approx(mean.f, rel=1e-8, abs=1e-10)


def test_means_of_a_corpus(tmp_path: Path) -> None:
    assert_same_means(*write_lines(tmp_path, 120, 55))


def test_means_of_odd_texts(tmp_path: Path) -> None:
    """Few words make ties in the LCS; a sentence has 64 words at most."""
    draw = random.Random(1)
    few = ["a", "b", "cyyed", "Agreement", "better", "X9", "é", "-", "comics", "relational"]
    files = (tmp_path / "peers", tmp_path / "models")
    for file in files:
        texts = [
            SEPARATOR.join(
                " ".join(draw.choices(few, k=draw.choice([0, 1, 8, 32, 63, 64])))
                for _ in range(draw.randint(1, 4))
            )
            for _ in range(1000)
        ]
        file.write_text("".join(f"{text}{SEPARATOR}\n" for text in texts), encoding="utf-8", newline="\n")
    assert_same_means(*files)


def test_lines_are_the_texts_of_the_corpus(tmp_path: Path) -> None:
    write_corpus(tmp_path, Size(3, 1, 1, 40))
    for path, name in zip(write_lines(tmp_path, 5, 40), ("{}.1", "{}.M1"), strict=True):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) == 5
        for topic in (1, 2, 3):
            text = tmp_path.joinpath(name.format(topic)).read_text(encoding="utf-8")
            assert lines[topic - 1].replace(SEPARATOR, "\n") + "\n" == text
