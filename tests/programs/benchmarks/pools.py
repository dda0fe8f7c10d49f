"""Many texts to many, and oracles: rouge-eval beside rouge-score, RapidFuzz and the rule of PreSumm."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from .packages import ROUGE_SCORE, NotInstalledError, Package, install
from .programs import heading, row

_RAPIDFUZZ = Package("rapidfuzz", "3.14.6", "[all]")
_SCRIPT = Path(__file__).with_name("pool_timings.py")
_WORDS, _KINDS, _TEXTS = 20, 8000, 20_000
_RUNS = 3
_JOBS = {
    "one": "ROUGE-L of one text with 2,000",
    "all": "ROUGE-1, -2 and -L of all pairs of 2,000",
    "two": "the same with `jobs=2`",
    "duplicates": "duplicates at 0.7 of 20,000",
    "half": "the matrix of 20,000, above the diagonal",
    "oracle 32": "oracle of 32 sentences by ROUGE-1 and -2",
    "oracle 250": "oracle of 250 sentences",
    "presumm 32": "PreSumm's oracle of 32 sentences",
}
"""What is timed, by the names that the script prints."""


def print_pools(runs: int | None) -> None:
    """Print a row for each job; `runs` overrides the number of runs in turn."""
    heading(
        f"texts of {_WORDS} words in one process, milliseconds",
        "rouge-eval",
        "rouge-score (`_score_lcs`), PreSumm's rule in Python",
        "RapidFuzz (`cdist`, LCS alone)",
    )
    contestants = {"rouge-eval": Path(sys.executable)}
    failures = []
    for package in (ROUGE_SCORE, _RAPIDFUZZ):
        try:
            contestants[package.distribution] = install(package)
        except NotInstalledError as error:
            failures.append(str(error))
    timings: dict[str, dict[str, list[float]]] = {name: {} for name in contestants}
    with tempfile.TemporaryDirectory() as directory:
        texts = Path(directory, "texts.json")
        texts.write_text(json.dumps(_texts()), encoding="utf-8")
        for _ in range(runs or _RUNS):
            for name, python in contestants.items():
                for job, seconds in _timed(python, name, texts).items():
                    timings[name].setdefault(job, []).append(1000 * seconds)
    for job, title in _JOBS.items():
        cells = (timings.get(name, {}).get(job) for name in ("rouge-eval", "rouge-score", "rapidfuzz"))
        row(title, *(f"{median(cell):,.3g}" if cell else "" for cell in cells))
    print("".join(f"\n{failure}" for failure in failures))


def _texts() -> list[str]:
    """Return random texts; every tenth is like another one."""
    chance = random.Random(7)
    kinds, weights = [f"w{kind}" for kind in range(_KINDS)], [1 / (kind + 2) for kind in range(_KINDS)]
    texts = [chance.choices(kinds, weights, k=_WORDS) for _ in range(_TEXTS)]
    for place in range(0, _TEXTS, 10):
        other = list(texts[place])
        other[chance.randrange(_WORDS)] = chance.choice(kinds)
        texts[chance.randrange(_TEXTS)] = other
    return [" ".join(text) for text in texts]


def _timed(python: Path, name: str, texts: Path) -> Mapping[str, float]:
    """Return the seconds of each job that a package does."""
    done = subprocess.run([python, _SCRIPT, name, texts], capture_output=True, text=True, check=True)
    timings: Mapping[str, float] = json.loads(done.stdout)
    return timings
