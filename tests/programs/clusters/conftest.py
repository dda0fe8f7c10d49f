"""Pairs, what one process makes of them, and what the programs of the clusters write."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from rouge_cli import Report, Scorer, evaluate, read_jsonl

from . import environment
from .programs import OPTIONS, SYSTEM

_PAIRS = 200


@pytest.fixture(scope="package")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write pairs with one to three models each as JSON Lines."""
    rng = random.Random(8)
    words = [first + last for first in "bdfgklmnprst" for last in ("ain", "eeds", "ing", "oud", "uned")]

    def text() -> str:
        return "\n".join(" ".join(rng.choices(words, k=rng.randint(8, 25))) for _ in range(rng.randint(1, 5)))

    path = tmp_path_factory.mktemp("pairs") / "pairs.jsonl"
    with path.open("w", encoding="ascii") as file:
        for number in range(1, _PAIRS + 1):
            models = [text() for _ in range(rng.randint(1, 3))]
            row = {"id": str(number), "system": SYSTEM, "peer": text(), "models": models}
            file.write(json.dumps(row) + "\n")
    return path


@pytest.fixture(scope="package")
def report(pairs: Path) -> Report:
    """Return the report of one process, this one."""
    return evaluate(read_jsonl(str(pairs)), OPTIONS)


@pytest.fixture(scope="package")
def matrix(pairs: Path) -> list[list[float]]:
    """Return the figures of all pairs of peers, by one process."""
    texts = [json.loads(line)["peer"] for line in pairs.read_text("ascii").splitlines()]
    figures: list[list[float]] = Scorer(OPTIONS).matrix(texts).tolist()
    return figures


@pytest.fixture(scope="module")
def start(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Callable[[str], str]]:
    """Return a function that runs a program and returns another, which reads the report of a run."""

    def run_program(program: str) -> Callable[[str], str]:
        directory = tmp_path_factory.mktemp(program)
        done = environment.run("-m", f"tests.programs.clusters.{program}", pairs, directory)

        def read(run: str) -> str:
            report = directory / run
            assert report.exists(), done.stderr
            return report.read_text(encoding="utf-8")

        return read

    return run_program
