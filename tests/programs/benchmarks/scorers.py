"""Do a job with one package and print its figures: a script for the Python of the package's environment.

- `scorers.py PACKAGE pair PEERS MODELS REPEATS` times the first pair of two line files, over and over.
- `scorers.py PACKAGE batch PEERS MODELS REPEATS` times all pairs of them, in memory.
- `scorers.py PACKAGE pools TEXTS` times many texts with many, and oracles; a line is a text.
- `scorers.py rouge-eval correlate SYSTEMS EVALUATIONS MEASURES DRAWS INTERVAL COMPARE` prints the seconds of
  a correlation, those of the processor, and the peak memory.

`pair` and `batch` print a line for each repeat with the microseconds a pair, `score MICROSECONDS`, and for
scores with their estimates from 1,000 resamples `report MICROSECONDS`; then the mean F of each measure.
`pools` prints the seconds of each job.
"""

from __future__ import annotations

import importlib
import sys
import timeit
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from statistics import fmean, median
from time import perf_counter, process_time
from typing import Any, TypeVar

Figures = dict[str, float]
T = TypeVar("T")


class Package:
    """The calls of a package, whose scores stay as the package returns them."""

    score: Callable[[str, str], Any]
    """The function of the package for one pair."""
    model_first = True
    """True if the model is the first argument and the peer the second."""
    has_report = False
    """True if the package makes bootstrap estimates."""

    def ordered(self, peer: T, model: T) -> tuple[T, T]:
        """Return the arguments in the order in which the package takes them."""
        return (model, peer) if self.model_first else (peer, model)

    def score_batch(self, peers: Sequence[str], models: Sequence[str]) -> Any:
        """Return the scores of many pairs."""
        first, second = self.ordered(peers, models)
        return list(map(self.score, first, second))

    def report(self, scores: Any) -> Any:
        """Return the estimates of the scores of a batch."""
        raise NotImplementedError

    def figures(self, score: Any) -> Figures:
        """Return the F of each measure in the scores of one pair."""
        return {measure: figures.fmeasure for measure, figures in score.items()}

    def means(self, scores: Any) -> Figures:
        """Return the mean F of each measure over the scores of a batch."""
        rows = list(map(self.figures, scores))
        return {measure: fmean(row[measure] for row in rows) for measure in rows[0]}


class RougeEval(Package):
    """This package."""

    model_first = False
    has_report = True

    def __init__(self) -> None:
        from rouge_cli import Options, Scorer

        self._scorer = Scorer(Options(max_ngram=2, stem=True))
        self.score = self._scorer.score

    def score_batch(self, peers: Sequence[str], models: Sequence[str]) -> Any:
        return self._scorer.score_batch(peers, models)

    def report(self, scores: Any) -> Any:
        return scores.report(system="rouge-eval")

    def figures(self, score: Any) -> Figures:
        return {measure: figures.f for measure, figures in score.items()}

    def means(self, scores: Any) -> Figures:
        return self.figures(scores.mean())


class RougeScore(Package):
    """The package rouge-score, or a package with its interface."""

    has_report = True

    def __init__(self, module: str = "rouge_score") -> None:
        self._has_batch = module == "rouge_score_rs"
        self._scoring = importlib.import_module(f"{module}.scoring")
        scorers = importlib.import_module(f"{module}.rouge_scorer")
        self._scorer = scorers.RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
        self.score = self._scorer.score

    def report(self, scores: Any) -> Any:
        import numpy as np

        np.random.seed(2004)  # The package draws from this generator, and all runs must print the same.
        aggregator = self._scoring.BootstrapAggregator()
        for score in scores:
            aggregator.add_scores(score)
        return aggregator.aggregate()

    def score_batch(self, peers: Sequence[str], models: Sequence[str]) -> Any:
        if self._has_batch:
            return self._scorer.score_batch(models, peers)
        return super().score_batch(peers, models)


_PACKAGES: dict[str, Callable[[], Package]] = {
    "rouge-eval": RougeEval,
    "rouge-score": RougeScore,
    "rouge-score-rs": lambda: RougeScore("rouge_score_rs"),
}


def _time_pair(package: Package, peers: str, models: str, repeats: str) -> Figures:
    """Time the first pair; each repeat takes at least a fifth of a second."""
    first, second = package.ordered(_texts(peers)[0], _texts(models)[0])
    timer = timeit.Timer(
        "score(first, second)", globals={"score": package.score, "first": first, "second": second}
    )
    times, _ = timer.autorange()
    for seconds in timer.repeat(int(repeats), times):
        _print_time("score", seconds, times)
    return package.figures(package.score(first, second))


def _time_batch(package: Package, peers: str, models: str, repeats: str) -> Figures:
    """Time all pairs, after a first pair that loads modules."""
    peer_texts, model_texts = _texts(peers), _texts(models)
    package.score_batch(peer_texts[:1], model_texts[:1])
    scores: Any = None
    for _ in range(int(repeats)):
        scores = None  # Otherwise the scores of two repeats would be in memory.
        start = perf_counter()
        scores = package.score_batch(peer_texts, model_texts)
        _print_time("score", perf_counter() - start, len(peer_texts))
        if package.has_report:
            package.report(scores)
            _print_time("report", perf_counter() - start, len(peer_texts))
    return package.means(scores)


def _print_time(what: str, seconds: float, pairs: int) -> None:
    print(f"{what} {1e6 * seconds / pairs:.4f}")


def _texts(path: str) -> list[str]:
    """Return the texts of a line file, with one sentence on each line."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line.replace("<q>", "\n") for line in lines]


# Many texts with many, and oracles.

_REPEATS = 9
_POOL = 2000
_FULL_ROWS = 500
"""The rows of the whole matrix that are timed; the time of the matrix is extrapolated."""


def _seconds(work: Callable[[], Any], repeats: int = _REPEATS) -> float:
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def _pools_of_rouge_eval(texts: Sequence[str]) -> Figures:
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
    return timings


def _pools_of_rapidfuzz(texts: Sequence[str]) -> Figures:
    cdist = importlib.import_module("rapidfuzz.process").cdist
    similarity = importlib.import_module("rapidfuzz.distance").LCSseq.similarity

    pool = [[*map(int, text.split())] for text in texts[:_POOL]]
    return {
        "one": _seconds(lambda: cdist([pool[7]], pool, scorer=similarity)),
        "all": _seconds(lambda: cdist(pool, pool, scorer=similarity), 1),
    }


_POOLS = {
    "rouge-eval": _pools_of_rouge_eval,
    "rapidfuzz": _pools_of_rapidfuzz,
}


def _correlate(
    systems: str, evaluations: str, measures: str, draws: str, interval: Any, compare: str
) -> Figures:
    """Time the correlation of invented scores with invented judgements."""
    import resource

    import numpy as np

    from rouge_cli import Cell, correlate

    rng = np.random.default_rng(16)
    shape = int(systems), int(evaluations)
    quality = rng.normal(0, 0.5, (shape[0], 1)) + rng.normal(0, 0.7, shape)
    tables = {"human": np.round(2 * (quality + rng.normal(0, 0.7, shape))) / 2}
    for number in range(int(measures)):
        tables[f"measure {number}"] = np.round(quality + rng.normal(0, 0.9, shape), 5)
    human, *others = [
        [Cell(f"s{s}", f"d{d}", name, float(value)) for (s, d), value in np.ndenumerate(table)]
        for name, table in tables.items()
    ]
    cells = list(chain.from_iterable(others))
    correlate(cells[: 2 * len(human)], human, resamples=20)  # Import everything.
    start, processor = perf_counter(), process_time()
    correlate(cells, human, interval=interval, compare=bool(compare), resamples=int(draws))
    seconds, of_processor = perf_counter() - start, process_time() - processor
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return {"seconds": seconds, "processor": of_processor, "memory": memory}


_JOBS: dict[str, Callable[..., Figures]] = {"pair": _time_pair, "batch": _time_batch}


def main() -> None:
    """Do the job and print."""
    package, job, *operands = sys.argv[1:]
    if job == "pools":
        figures = _POOLS[package](Path(*operands).read_text("ascii").splitlines())
    elif job == "correlate":
        figures = _correlate(*operands)
    else:
        figures = _JOBS[job](_PACKAGES[package](), *operands)
    for name, figure in figures.items():
        print(f"{name} {figure:.10f}")


if __name__ == "__main__":
    main()
