"""Do a job with one package, and print its figures: a script for the Python of the package's environment.

- `scorers.py PACKAGE pair PEERS MODELS` times the first pair of two line files, over and over.
- `scorers.py PACKAGE batch PEERS MODELS` times all pairs of them, in memory.
- `scorers.py rouge-eval others PEERS MODELS` times jobs that no other package does.

Each line that it prints is `NAME FIGURE`: the microseconds a pair as `score`, with estimates from 1,000
resamples as `report`; the mean F of a measure; the seconds of a job.
"""

from __future__ import annotations

import importlib
import sys
import timeit
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

_REPEATS, _SECONDS = 5, 10
"""The most repeats of a job, and the seconds after which no further repeat begins."""
_Texts = Sequence[str]


class Package(NamedTuple):
    """The calls of a package, which take peers first; scores stay as the package returns them."""

    score: Callable[[str, str], Any]
    score_batch: Callable[[_Texts, _Texts], Any]
    report: Callable[[Any], object]
    means: Callable[[Any], Mapping[str, Any]] = lambda scores: {}


def _rouge_eval() -> Package:
    from rouge_cli import Options, Scorer

    scorer = Scorer(Options(max_ngram=2, stem=True))
    return Package(
        scorer.score,
        scorer.score_batch,
        report=lambda scores: scores.report(system="rouge-eval"),
        means=lambda scores: scores.mean(),
    )


def _rouge_score(module: str) -> Package:
    """Return the calls of rouge-score, or of a package with its interface."""
    scoring = importlib.import_module(f"{module}.scoring")
    types = ["rouge1", "rouge2", "rougeLsum"]
    scorer = importlib.import_module(f"{module}.rouge_scorer").RougeScorer(types, use_stemmer=True)

    def score(peer: str, model: str) -> Any:
        return scorer.score(model, peer)

    def score_batch(peers: _Texts, models: _Texts) -> Any:
        has_batch = module == "rouge_score_rs"
        return scorer.score_batch(models, peers) if has_batch else list(map(score, peers, models))

    def report(scores: Any) -> object:
        aggregator = scoring.BootstrapAggregator()
        for one in scores:
            aggregator.add_scores(one)
        return aggregator.aggregate()

    return Package(score, score_batch, report)


_PACKAGES: dict[str, Callable[[], Package]] = {
    "rouge-eval": _rouge_eval,
    "rouge-score": lambda: _rouge_score("rouge_score"),
    "rouge-score-rs": lambda: _rouge_score("rouge_score_rs"),
}


def _pair(package: Package, peers: _Texts, models: _Texts) -> None:
    names = {"score": package.score, "peer": peers[0], "model": models[0]}
    timer = timeit.Timer("score(peer, model)", globals=names)
    times, _ = timer.autorange()
    _print("score", 1e6 * median(timer.repeat(_REPEATS, times)) / times)


def _batch(package: Package, peers: _Texts, models: _Texts) -> None:
    package.score_batch(peers[:1], models[:1])  # It loads modules.
    rows: list[tuple[float, float]] = []
    scores: Any = None
    began = perf_counter()
    while len(rows) < _REPEATS and perf_counter() - began < _SECONDS:
        scores = None  # Otherwise the scores of two repeats would be in memory.
        start = perf_counter()
        scores = package.score_batch(peers, models)
        scored = perf_counter()
        package.report(scores)
        rows.append((scored - start, perf_counter() - start))
    for name, seconds in zip(("score", "report"), map(median, zip(*rows, strict=True)), strict=True):
        _print(name, 1e6 * seconds / len(peers))
    for measure, mean in package.means(scores).items():
        _print(measure, mean.f)


def _others(peers: _Texts, models: _Texts) -> None:
    """Time jobs on texts, and the correlation of invented scores with invented judgements."""
    import numpy as np

    from rouge_cli import Cell, Options, Scorer, correlate, oracle

    scorer = Scorer(Options(max_ngram=2, stem=True))
    sentences = "\n".join(peers[:50]).splitlines()[:32]
    rng = np.random.default_rng(16)
    quality = rng.normal(0, 1, (16, 100))
    human, *measures = (
        [
            Cell(f"system {system}", f"evaluation {evaluation}", name, float(value))
            for (system, evaluation), value in np.ndenumerate(
                np.round(quality + rng.normal(0, 1, quality.shape), 5)
            )
        ]
        for name in ("human", *"0123456789")
    )
    jobs: dict[str, Callable[[], object]] = {
        f'`score_batch` of {len(peers):,} pairs, `tokenizer="unicode"`': lambda: Scorer(
            Options(max_ngram=2, tokenizer="unicode")
        ).score_batch(peers, models),
        "`matrix` of 2,000 texts by ROUGE-L": lambda: scorer.matrix(scorer.prepare(peers[:2000])),
        f"`duplicates` at 0.7 of {len(peers):,} texts": lambda: scorer.duplicates(peers, 0.7),
        "`oracle` of 32 sentences": lambda: oracle(sentences, models[:1]),
        "`correlate` of 10 measures, 16 systems × 100 evaluations": lambda: correlate(
            [cell for cells in measures for cell in cells], human, interval="both", compare=True
        ),
    }
    for name, job in jobs.items():
        _print(name, median(timeit.repeat(job, number=1, repeat=3)))


def _print(name: str, figure: float) -> None:
    print(f"{name} {figure:.10f}")


def main() -> None:
    """Do the job and print."""
    package, job, *paths = sys.argv[1:]
    texts = (Path(path).read_text(encoding="utf-8").splitlines() for path in paths)
    peers, models = ([line.replace("<q>", "\n") for line in lines] for lines in texts)
    if job == "others":
        _others(peers, models)
    else:
        {"pair": _pair, "batch": _batch}[job](_PACKAGES[package](), peers, models)


if __name__ == "__main__":
    main()
