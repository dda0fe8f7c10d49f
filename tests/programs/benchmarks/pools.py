"""Many texts to many, and oracles: rouge-eval beside bare C++, rouge-score, RapidFuzz and PreSumm's rule."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from math import isclose
from pathlib import Path
from statistics import median

from .limit import BINARIES, unavailable
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
        *("limit (C++)", "rouge-eval", "ratio to the limit"),
        "rouge-score (`_score_lcs`), PreSumm's rule in Python",
        "RapidFuzz (`cdist`, LCS alone)",
    )
    failures = []
    with tempfile.TemporaryDirectory() as directory:
        texts, numbers, made = Path(directory, "texts.json"), Path(directory, "numbers"), _texts()
        texts.write_text(json.dumps(made), encoding="utf-8")
        numbers.write_text("".join(f"{text.replace('w', '')}\n" for text in made), encoding="ascii")
        contestants: dict[str, Callable[[], Mapping[str, float]]] = {}
        contestants["rouge-eval"] = partial(_timed, Path(sys.executable), "rouge-eval", texts)
        for package in (ROUGE_SCORE, _RAPIDFUZZ):
            name = package.distribution
            try:
                contestants[name] = partial(_timed, install(package), name, texts)
            except NotInstalledError as error:
                failures.append(str(error))
        if reason := unavailable("pools"):
            failures.append(reason)
        else:
            contestants["limit"] = partial(_limits, numbers)
        timings: dict[str, dict[str, list[float]]] = {name: {} for name in contestants}
        for _ in range(runs or _RUNS):
            for name, times_of in contestants.items():
                for job, seconds in times_of().items():
                    timings[name].setdefault(job, []).append(1000 * seconds)
    _check_sums(timings.get("limit", {}), timings["rouge-eval"])
    for job, title in _JOBS.items():
        found = (
            timings.get(name, {}).get(job) for name in ("limit", "rouge-eval", "rouge-score", "rapidfuzz")
        )
        limit, ours, *others = (median(times) if times else None for times in found)
        ratio = f"{ours / limit:.2f}" if ours and limit else ""
        row(title, _shown(limit), _shown(ours), ratio, *map(_shown, others))
    print("".join(f"\n{failure}" for failure in failures))


def _shown(time: float | None) -> str:
    return "" if time is None else f"{time:,.3g}"


def _check_sums(limits: Mapping[str, list[float]], ours: Mapping[str, list[float]]) -> None:
    """Exit if the figures of rouge-eval have other sums than those of the limit program."""
    for job, sums in limits.items():
        if job.startswith("sum") and not isclose(sums[0], ours[job][0], rel_tol=1e-9):
            sys.exit(f"rouge-eval has another {job} than the limit program: {ours[job][0]}, {sums[0]}")


def _limits(numbers: Path) -> Mapping[str, float]:
    """Return the seconds of each job that the limit program does, and the sum of its figures."""
    done = subprocess.run([BINARIES / "pools", numbers], capture_output=True, text=True, check=True)
    timings = {}
    for job, seconds, figures in (line.split("\t") for line in done.stdout.splitlines()):
        timings |= {job: float(seconds), f"sum of {job}": float(figures)}
    return timings


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
