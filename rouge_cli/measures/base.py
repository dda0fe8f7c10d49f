"""The base of all measures: their counts, their descriptions and their lines in the trace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, cast

from ..kernel.plan import Document, Kind, MeasurePlan, Reading
from ..text.documents import TracedSummary as TracedSummary
from .scores import (
    DECIMALS,
    AnyColumns,
    AnyCounts,
    Column,
    CountColumns,
    Counts,
    Score,
    TwoSidedCounts,
    fixed,
    number,
)

Made = TypeVar("Made")
Hits = Sequence[Sequence[float]]
"""For each peer, its hits with each model."""
_COUNTED = {
    *("grams", "weights", "hits", "model_units", "peer_units", "counts", "columns"),
    *("ratio", "choosing_recall", "f_of_rounded"),
}
"""The attributes of a measure that decide its counts and figures."""


class Texts:
    """The documents of the models and peers of one evaluation, and the hits that measures share."""

    def __init__(self, models: Sequence[Document], peers: Sequence[Document]) -> None:
        self.models = models
        self.peers = peers
        self._made: dict[tuple[object, ...], object] = {}

    def made(self, make: Callable[..., Made], *arguments: object) -> Made:
        """Return `make(models, peers, *arguments)`, computed once."""
        key = (make, *arguments)
        if key not in self._made:
            self._made[key] = make(self.models, self.peers, *arguments)
        return cast(Made, self._made[key])


class Measure(ABC):
    """One block of figures in the report.

    A measure counts the units of a model, the units of a peer, and the units that both share; recall and
    precision are ratios of these counts. Its two readings make documents of models and peers.
    """

    units: str
    """The name of the units that the measure counts, in the plural."""
    kind: Kind | None = None
    """The name of its counts and figures in the kernel; None if only the definition knows them."""
    number: int = 0
    """The n of n-grams, or the gap of skip-bigrams."""
    unigrams: bool = False
    """True where skip-bigrams are counted together with unigrams."""
    weight: float = 1
    """The exponent of runs in a weighted LCS."""
    numbers: Mapping[str, Any] = MappingProxyType({})
    """Further fields of its `MeasurePlan`."""
    names_evaluations: ClassVar[bool] = False
    """True where the trace names every evaluation, even one without a peer, before its lines."""
    reads_sentences: bool = False
    """True where the measure matches sentence by sentence; otherwise a text is one sequence of tokens."""
    pools: ClassVar[bool] = True
    """True where the counts with several models, or of several evaluations, can be added up."""
    f_of_rounded: ClassVar[bool] = True
    """True where F is made of recall and precision as they are printed, as ROUGE-1.5.5 does."""
    counts_once: ClassVar[bool] = False
    """True where a unit counts once a text, however often it stands there."""

    def __init_subclass__(cls) -> None:
        """Take away the inherited `kind` of a class that changes counts or figures: the kernel would not."""
        if "kind" not in vars(cls) and not _COUNTED.isdisjoint(vars(cls)):
            cls.kind = None

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading) -> None:
        self.name = name
        self.model_reading = model_reading
        self.peer_reading = peer_reading

    @property
    def signature_name(self) -> str:
        """The name however its numbers were typed."""
        return self.name

    @property
    def readings(self) -> tuple[Reading, Reading]:
        """The readings of models and of peers."""
        return self.model_reading, self.peer_reading

    @abstractmethod
    def hits(self, texts: Texts) -> Hits:
        """Return the units that each peer shares with each model."""

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        """Return the measure in the plan of a run, where its readings have these places."""
        return self.kind and MeasurePlan(self.kind, model_reading, peer_reading, **self.numbers)

    @abstractmethod
    def model_units(self, model: Document) -> float:
        """Return the number of units of a model."""

    def peer_units(self, peer: Document) -> float:
        """Return the number of units of a peer."""
        return self.model_units(peer)

    def counts(self, texts: Texts) -> Iterator[Sequence[AnyCounts]]:
        """Yield, for each peer, its counts with each model."""
        models = [self.model_units(model) for model in texts.models]
        for peer, hits in zip(texts.peers, self.hits(texts), strict=True):
            of_peer = self.peer_units(peer)
            yield [Counts(model, of_peer, hit) for model, hit in zip(models, hits, strict=True)]

    def ratio(self, hit: float, count: float) -> float:
        """Return recall of a hit and a model count, or precision of a hit and a peer count; 0 of nothing."""
        return hit / count if count else 0.0

    def choosing_recall(self, counts: AnyCounts, model: Document) -> float:
        """Return the recall by which the best of several models is chosen.

        ROUGE-1.5.5 quirk: it has five decimals, as it is printed, but not in every measure.
        """
        return round(self.ratio(counts.hit, counts.model), DECIMALS)

    def columns(self) -> AnyColumns:
        """Return empty columns that hold the counts of this measure exactly."""
        return CountColumns(self._column(), self._column(), self._column())

    def _column(self) -> Column:
        return array("q")

    @abstractmethod
    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        """Yield the lines of `-v` on a peer and its models, as the original words them."""

    def trace_totals(self, score: Score, decimals: int | None = DECIMALS) -> Iterator[str]:
        """Yield the lines of `-v` on the counts and figures of a peer."""
        yield f"total {self.trace_title} model count: {number(score.counts.model)}"
        yield f"total {self.trace_title} peer count: {number(score.counts.peer)}"
        yield f"total {self.trace_title} hit: {number(score.counts.hit)}"
        if isinstance(score.counts, TwoSidedCounts):
            yield f"total {self.trace_title} peer hit: {number(score.counts.peer_hit)}"
        for label, figure in zip(self.trace_labels, self.traced_figures(score), strict=True):
            yield f"total {label}: {fixed(figure, decimals)}"

    @property
    def trace_title(self) -> str:
        """The name of the measure before the counts of the trace."""
        return self.name

    @property
    def trace_labels(self) -> tuple[str, str, str]:
        """The names of recall, precision and F in the trace."""
        return f"{self.name}-R", f"{self.name}-P", f"{self.name}-F"

    def traced_figures(self, score: Score) -> tuple[float, float, float]:
        """Return the figures behind these labels."""
        return score.recall, score.precision, score.f
