"""Time the jobs of `pools.py` with a package: `pool_timings.py PACKAGE TEXTS`; print the seconds as JSON."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

_REPEATS = 9
_POOL = 2000
_FULL_ROWS = 500
"""The rows of the whole matrix that are timed; the rest is reckoned."""


def main() -> None:
    """Do the jobs of the package and print how long they take."""
    package, path = sys.argv[1:]
    texts = json.loads(Path(path).read_text(encoding="utf-8"))
    json.dump(_PACKAGES[package](texts), sys.stdout)


def _seconds(work: Callable[[], Any], repeats: int = _REPEATS) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def _rouge_eval(texts: Sequence[str]) -> dict[str, float]:
    from rouge_cli import Options, Scorer, oracle

    scorer = Scorer(Options(profile="rouge-score"))
    whole = scorer.prepare(texts)
    pool = whole[:_POOL]
    names = ["rouge1", "rouge2", "rougeL"]
    rows = _seconds(lambda: scorer.matrix(whole[:_FULL_ROWS], whole), 1)
    timings = {
        "one": _seconds(lambda: scorer.matrix(pool[7], pool)),
        "all": _seconds(lambda: scorer.matrix(pool, None, names), 1),
        "two": _seconds(lambda: scorer.matrix(pool, None, names, jobs=2), 1),
        "duplicates": _seconds(lambda: scorer.duplicates(whole, 0.7), 1),
        "half": rows * len(texts) / _FULL_ROWS / 2,
        "presumm 32": _seconds(lambda: oracle(texts[:32], texts[30:33], method="presumm")),
    }
    for size in (32, 250):
        timings[f"oracle {size}"] = _seconds(lambda size=size: oracle(texts[:size], texts[30:33]))  # type: ignore[misc]
        timings[f"sum of oracle {size}"] = oracle(texts[:size], texts[30:33]).score
    figures = {"one": [scorer.matrix(pool[7], pool)], "all": scorer.matrix(pool, None, names).values()}
    for job, matrices in figures.items():
        timings[f"sum of {job}"] = sum(sum(matrix.cast("B").cast("d")) for matrix in matrices)
    return timings | {"sum of duplicates": sum(one.figure for one in scorer.duplicates(whole, 0.7))}


def _rouge_score(texts: Sequence[str]) -> dict[str, float]:
    _score_lcs = import_module("rouge_score.rouge_scorer")._score_lcs

    pool = [text.split() for text in texts[:_POOL]]
    return {
        "one": _seconds(lambda: [_score_lcs(pool[7], other) for other in pool], 3),
        "presumm 32": _seconds(lambda: _presumm(texts[:32], texts[30:33], 3), 3),
    }


def _rapidfuzz(texts: Sequence[str]) -> dict[str, float]:
    cdist = import_module("rapidfuzz.process").cdist
    similarity = import_module("rapidfuzz.distance").LCSseq.similarity

    pool = [[int(token[1:]) for token in text.split()] for text in texts[:_POOL]]
    return {
        "one": _seconds(lambda: cdist([pool[7]], pool, scorer=similarity)),
        "all": _seconds(lambda: cdist(pool, pool, scorer=similarity), 1),
    }


def _presumm(document: Sequence[str], reference: Sequence[str], most: int) -> list[int]:
    """Choose sentences by PreSumm's rule, as one would write it down."""
    wanted = _grams(" ".join(reference))
    chosen: list[int] = []
    reached = 0.0
    for _ in range(most):
        values = []
        for place in range(len(document)):
            if place not in chosen:
                parts = [_grams(document[one]) for one in (*chosen, place)]
                unions = (set().union(*part) for part in zip(*parts, strict=True))
                values.append((sum(map(_f, unions, wanted)), place))
        value, best = max(values, key=lambda one: (one[0], -one[1]))
        if value <= reached:
            return chosen
        reached = value
        chosen.append(best)
    return sorted(chosen)


def _grams(text: str) -> tuple[set[Any], set[Any]]:
    words = re.sub("[^a-zA-Z0-9 ]", "", text).split()
    return set(words), set(pairwise(words))


def _f(own: set[Any], wanted: set[Any]) -> float:
    hits = len(own & wanted)
    precision, recall = hits / len(own) if own else 0.0, hits / len(wanted) if wanted else 0.0
    return 2 * (precision * recall / (precision + recall + 1e-8))


_PACKAGES = {"rouge-eval": _rouge_eval, "rouge-score": _rouge_score, "rapidfuzz": _rapidfuzz}

if __name__ == "__main__":
    main()
