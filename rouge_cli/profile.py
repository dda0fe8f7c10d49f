"""The questions that the engine asks a profile: what distinguishes one ROUGE from another."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from .kernel import Numbers
from .kernel.plan import Plan
from .measures.base import Measure, Texts
from .measures.scores import CountColumns, Counts, Estimate, Figures, MeasureScores
from .options import Options
from .text.tokenizers import Tokenizer, WordLists

Samples = Figures[Numbers]
"""Recall, precision and F in each of the resamples."""


Progress = Callable[[int, int], object]
"""Is told how much there is to do, and how much is done."""


def ignore(total: int, done: int) -> None:
    """Take the progress of what nobody watches."""


class Ordered(NamedTuple):
    """Scores and the order in which they are resampled and added up, as places in them."""

    scores: MeasureScores
    order: "array[int]"


class Profile(ABC):
    """One ROUGE in use: its tokens and measures, and how counts become figures and figures estimates.

    The engine knows tokens, counts, columns and resamples; all that could be otherwise in another
    ROUGE, it asks here.
    """

    name: ClassVar[str]
    """The name in signatures."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.measures: tuple[Measure, ...] = tuple(self.make_measures())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.options == getattr(other, "options", None)

    def __hash__(self) -> int:
        return hash((self.name, self.options))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.options!r})"

    @abstractmethod
    def make_measures(self) -> Iterable[Measure]:
        """Make the measures that the options ask for, in the order of the report."""

    @abstractmethod
    def word_lists(self) -> WordLists:
        """Return the word lists that it needs."""

    @abstractmethod
    def tokenizer(self, lists: WordLists | None = None) -> Tokenizer:
        """Make what turns sentences into tokens and stems, with its word lists."""

    @abstractmethod
    def plan(self) -> Plan | None:
        """Return what the compiled kernel is to do in place of all of this; `None`: it cannot."""

    @abstractmethod
    def combine(self, measure: Measure, texts: Texts) -> Iterable[Counts]:
        """Return, for each peer, its counts with all models together."""

    @abstractmethod
    def figures(self, measure: Measure, counts: CountColumns) -> "Figures[array[float]]":
        """Return recall, precision and F of each evaluation, rounded as this ROUGE does."""

    @abstractmethod
    def order(self, system: str, evaluations: Sequence[str]) -> "array[int]":
        """Return the places of the evaluations in the order in which they are resampled and added up."""

    @abstractmethod
    def resamples(
        self, scored: Iterable[Ordered], *, jobs: int = 1, progress: Progress = ignore
    ) -> Iterator[Samples]:
        """Yield, for each of the scores, their figures in every resample.

        All are over equally many evaluations, at least one; all share the draws. `jobs` threads share
        the work, and `progress` is told the resamples that are drawn, and of how many.
        """

    @abstractmethod
    def observed(self, ordered: Ordered) -> Figures[float]:
        """Return recall, precision and F of all evaluations, each taken once."""

    @abstractmethod
    def estimate(self, samples: Numbers) -> Estimate:
        """Return the average and the bounds of a figure from its samples, which may be sorted in place."""

    @abstractmethod
    def signature(self) -> Mapping[str, str]:
        """Return every choice that changes a figure, by its key in signatures."""
