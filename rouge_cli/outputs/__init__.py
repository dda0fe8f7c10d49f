"""A `Report` -> text in every format: one module a format, named in one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from ..engine import Report
from ..evaluation import Evaluation

if TYPE_CHECKING:
    from ..comparison import Comparison


class Output(NamedTuple):
    """What is to be written."""

    report: Report
    evaluations: Sequence[Evaluation]
    """What was scored, for the trace of `-v`."""
    details: bool = False
    """The score of every evaluation, too (`-d`)."""
    comparisons: tuple[Comparison, ...] = ()


FORMATS = {"classic": "classic", "verbose": "verbose"}
"""By name, the module that writes it: each has `write(output) -> Iterator[str]`, which yields lines."""


def written(output: Output, format: str) -> Iterator[str]:
    """The lines of the output in a format, each with its end."""
    lines: Iterator[str] = import_module(f".{FORMATS[format]}", __name__).write(output)
    return lines
