"""The trace of `-v`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .engine import Report
from .evaluation import Evaluation


def traced(report: Report, evaluations: Sequence[Evaluation], *, details: bool) -> Iterator[str]:
    raise NotImplementedError
