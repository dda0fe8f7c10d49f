"""A configuration as one reading of its file gives it: for the review, which runs that score do not need."""

from typing import NamedTuple

from ..evaluation import Evaluation


class Repetition(NamedTuple):
    """An ID that stands again: of an EVAL in the configuration, of a P or an M in its EVAL."""

    element: str
    """`EVAL`, `P` or `M`."""
    id: str
    evaluation: str
    """The ID of the EVAL that it is, or is in."""
    line: int
    first: int
    """The line of the first of that ID."""


class Configuration(NamedTuple):
    """A configuration as one reading of its file gives it."""

    evaluations: list[Evaluation]
    repetitions: list[Repetition]
    """In document order."""
