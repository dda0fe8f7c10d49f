"""Other packages on the corpus of pairs, each in a virtual environment of its own in `bench`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.support.commands import ROOT

from .corpus import write_corpus
from .markdown import both, heading, row, times
from .programs import ROUGE_EVAL, Program, in_turn
from .speed import PAIRS

_ENVIRONMENTS = ROOT / "bench"
_SCRIPT = Path(__file__).with_name("peer_scorers.py")


class _Peer(NamedTuple):
    distribution: str
    version: str
    job: str
    """What it is to compute, by its name in `peer_scorers`."""
    computes: str


_PEERS = [
    _Peer("rouge-score", "0.1.2", "same", "the same: ROUGE-1, -2 and -Lsum, stemmed, bootstrap"),
    _Peer("rouge-score", "0.1.2", "less", "ROUGE-1, -2 and -L (a text as one sentence), stemmed"),
    _Peer("rouge-metric", "1.0.1", "less", "`PyRouge`: ROUGE-1, -2 and -L, not stemmed"),
    _Peer("rouge-rs", "0.1.0", "less", "ROUGE-L (a text as one sentence), not stemmed"),
]


def print_peers(runs: int | None) -> None:
    """Prints a row for each package, then a line for each that cannot be installed."""
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
                python = _install(peer)
            except subprocess.CalledProcessError as error:
                failures.append(f"{peer.distribution} cannot be installed: {_last_line(error)}")
                continue
            program = Program(peer.distribution, [python, _SCRIPT, peer.distribution, peer.job])
            (cost,) = in_turn([program], [directory], runs)
            row(f"{peer.distribution} {peer.version}", peer.computes, both(cost), times(cost, ours))
    for failure in failures:
        print(f"\n{failure}")


def _install(peer: _Peer) -> Path:
    """The Python of an environment that has the package; raises CalledProcessError."""
    environment = _ENVIRONMENTS / peer.distribution
    python = environment / "bin" / "python"
    if not python.exists():
        _quietly(sys.executable, "-m", "venv", environment)
    requirement = f"{peer.distribution}=={peer.version}"
    _quietly(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement)
    return python


def _quietly(*command: str | Path) -> None:
    subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)


def _last_line(error: subprocess.CalledProcessError) -> str:
    """The last line that the command printed, which is pip's reason."""
    return str(error.output or error).strip().splitlines()[-1]
