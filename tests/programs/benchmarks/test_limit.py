"""The limit program prints the output of rouge-eval; otherwise its time would mean nothing."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from ...support.commands import rouge_eval
from ...support.needs import needs
from .corpus import Size, write_corpus, write_lines
from .programs import limit, unavailable

pytestmark = [pytest.mark.slow, needs("c++")]


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    assert unavailable() is None


def test_report_of_a_corpus(tmp_path: Path) -> None:
    assert_same_report(*write_lines(tmp_path, 120, 55))


@pytest.mark.parametrize("seed", range(20))
def test_report_of_odd_texts(tmp_path: Path, seed: int) -> None:
    # Few words make ties in the LCS, long sentences need several blocks of bits, and lengths such as
    # 64 make ties in the rounding.
    draw = random.Random(seed)
    few = ["a", "b", "cyyed", "Agreement", "better", "X9", "é", "-", "comics", "relational", "\r"]
    few.append(f"{'y' * 20}ing")
    files = (tmp_path / "peers", tmp_path / "models")
    pairs = draw.choice([1, 9, 10, 11, 101])
    for file in files:
        texts = [
            "<q>".join(
                " ".join(draw.choices(few, k=draw.choice([0, 1, 8, 32, 63, 64, 65, 130])))
                for _ in range(draw.randint(1, 4))
            )
            for _ in range(pairs)
        ]
        file.write_text("".join(f"{text}<q>\n" for text in texts), encoding="utf-8", newline="\n")
    assert_same_report(*files)


@pytest.mark.parametrize(
    ("peer", "model", "recall"),
    [
        ("a b c", " ".join(["a b c", *map(str, range(61))]), "0.04688"),  # 3/64 = 0.046875
        ("a", " ".join(["a", *map(str, range(63))]), "0.01562"),  # 1/64 = 0.015625, rounded to even
        ("cyyed", "cyys", "1.00000"),
        ("best", "well", "1.00000"),
        ("agreement", "agreem", "1.00000"),
        ("has", "have", "0.00000"),  # Words of three letters keep their form.
        ("", "", "0.00000"),
    ],
)
def test_recall_of_a_pair(tmp_path: Path, peer: str, model: str, recall: str) -> None:
    peers, models = tmp_path / "peers", tmp_path / "models"
    peers.write_text(f"{peer}\n", encoding="ascii")
    models.write_text(f"{model}\n", encoding="ascii")
    assert_same_report(peers, models)
    done = subprocess.run(limit("report", "s", peers, models).command, stdout=subprocess.PIPE, check=True)
    assert f"s ROUGE-1 Average_R: {recall} ".encode() in done.stdout


def assert_same_report(peers: Path, models: Path) -> None:
    ours = rouge_eval(["-n", "2", "-m", "--lines", f"system={peers}", str(models)])
    assert ours.status == 0
    command = limit("report", "system", peers, models).command
    assert subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout == ours.stdout


def test_lines_are_the_texts_of_the_corpus(tmp_path: Path) -> None:
    write_corpus(tmp_path, Size(3, 1, 1, 40))
    for path, names in zip(write_lines(tmp_path, 5, 40), ("peers/{}.1", "models/{}.M1"), strict=True):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) == 5
        for topic in (1, 2, 3):
            text = tmp_path.joinpath(names.format(topic)).read_text(encoding="utf-8")
            assert lines[topic - 1].replace("<q>", "\n") + "\n" == text
