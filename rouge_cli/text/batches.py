"""Evaluations -> batches: the texts that the kernel counts in one call, and who is scored against whom."""

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import Any, TypeVar, overload

from ..evaluation import Corpus, Evaluation, Source, Text, all_systems
from ..kernel import Item
from ..kernel.plan import Integers as Places
from ..record import Record
from .formats import load, sentences_of

Made = TypeVar("Made")

BATCH = 512
"""The evaluations of a batch: enough to make a call's cost negligible, few enough to share among threads."""


class Batch(Record):
    """Evaluations that are counted together.

    The texts stand in the order of their first use, the models of an evaluation before its peers.
    """

    texts: Sequence[Item]
    """The texts as the kernel takes them."""
    sources: Sequence[Source]
    """The summaries that they come from, in the same order, with their bytes."""
    models: Places
    """The places of the models in the texts, evaluation after evaluation."""
    model_ends: Places
    """The index in `models` after the last model of each evaluation."""
    peers: Places
    peer_ends: Places
    rows: Places
    """For each of `peers`, its row in the columns that come back: system after system."""
    systems: dict[str, Sequence[str]]
    """By system, the evaluations that have it, in the order of its rows."""
    evaluations: Sequence[str]
    """The IDs of the evaluations."""
    model_ids: Sequence[Sequence[str]] = ()
    """The IDs of the models of each evaluation, which may have none; nothing where none has any."""
    separators: Sequence[bytes] = (b"\n",)
    """The separators of sentences in texts that are bytes, of so many texts in turn; where one is empty,
    nothing parts a text."""

    def lines(self) -> Iterator[Item]:
        """Yield the texts with a line end for each separator."""
        for text, separator in zip(self.texts, cycle(self.separators), strict=False):
            yield text.replace(separator, b"\n") if separator and isinstance(text, bytes) else text


class Lazy(Sequence[Made]):
    """A sequence whose items are made when they are looked at."""

    @abstractmethod
    def made(self, place: int) -> Made:
        """Make the item at a place."""

    @overload
    def __getitem__(self, place: int) -> Made: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Made]: ...
    def __getitem__(self, place: int | slice) -> Made | Sequence[Made]:
        if isinstance(place, slice):
            return list(map(self.made, range(*place.indices(len(self)))))
        return self.made(place)


class Stream(ABC):
    """Evaluations that are read from their files while they are scored, as often as they are asked for.

    Whoever makes one has checked its evaluations: each has an ID of its own and a model.
    """

    systems: tuple[str, ...]
    """The systems in the order in which they first appear."""
    waits_for_files = False
    """True where every text is in a file of its own: reading a batch then takes as long as counting it."""
    notes: tuple[str, ...] = ()
    """Notes for the user on what the files have in them."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Evaluation]: ...

    @abstractmethod
    def corpus_of(self, systems: Collection[str]) -> Corpus:
        """Return what the signature says of the evaluations that have one of the systems."""

    def formats(self, systems: Collection[str]) -> Mapping[str, str]:
        """Return the formats of the files that hold the texts of evaluations that have one of the systems.

        With each comes the first such evaluation. A stream that has looked through its files has none.
        """
        return {}

    def paths(self, systems: Collection[str]) -> Iterable[str]:
        """Return the paths of these files, each once for each of its formats."""
        return ()

    def missing(self, system: str) -> Iterable[str]:
        """Return the evaluations in which the system has no summary."""
        return missing_in(self, system)

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        """Yield batches of the evaluations that have one of the systems, of `size` evaluations at most."""
        return batches_of(self, systems, size=size)


Evaluations = Collection[Evaluation] | Stream


def systems_of(evaluations: Evaluations) -> Sequence[str]:
    """Return the systems that evaluations know, in the order in which they first appear."""
    return evaluations.systems if isinstance(evaluations, Stream) else all_systems(evaluations)


def waits_for_files(evaluations: Evaluations) -> bool:
    """Return whether the texts of evaluations are in files that are yet to be read, each in its own."""
    return isinstance(evaluations, Stream) and evaluations.waits_for_files


def missing(evaluations: Evaluations, system: str) -> Iterable[str]:
    """Return the evaluations in which the system has no summary."""
    return evaluations.missing(system) if isinstance(evaluations, Stream) else missing_in(evaluations, system)


def missing_in(evaluations: Iterable[Evaluation], system: str) -> Iterable[str]:
    """Return the evaluations in which the system has no summary, by a look at each of them."""
    return (evaluation.id for evaluation in evaluations if evaluation.peers.get(system) is None)


def batches(evaluations: Evaluations, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
    """Yield batches of the evaluations that have one of the systems, of `size` evaluations at most.

    Files are read as they are needed.
    """
    if isinstance(evaluations, Stream):
        return evaluations.batches(systems, size)
    return batches_of(evaluations, systems, _uses(evaluations, systems), size)


def batches_of(
    evaluations: Iterable[Evaluation],
    systems: Container[str],
    uses: Counter[Source] | None = None,
    size: int = BATCH,
) -> Iterator[Batch]:
    """Yield batches of the evaluations that have one of the systems, of `size` evaluations at most.

    A summary with several uses is kept until the last of them, so that its file is read once.
    """
    scored = ((one, peers) for one in evaluations if (peers := one.present(systems)))
    kept: dict[Source, Source] = {}
    while some := list(islice(scored, size)):
        builder = _Builder(kept)
        for evaluation, peers in some:
            builder.add(evaluation, peers)
        yield builder.batch()
        if uses is None:
            kept.clear()
        else:
            _release(some, uses, kept)


def _uses(evaluations: Iterable[Evaluation], systems: Container[str]) -> Counter[Source]:
    return Counter(
        source
        for evaluation in evaluations
        if (peers := evaluation.present(systems))
        for source in (*evaluation.models, *peers.values())
    )


def _release(
    counted: Iterable[tuple[Evaluation, dict[str, Source]]], uses: Counter[Source], kept: dict[Source, Source]
) -> None:
    """Count the uses of summaries in a batch as done, and drop those that no later one needs."""
    for evaluation, peers in counted:
        for source in (*evaluation.models, *peers.values()):
            uses[source] -= 1
            if not uses[source]:
                kept.pop(source, None)


class _Builder:
    """A batch while evaluations are added to it."""

    def __init__(self, kept: dict[Source, Source]) -> None:
        self._kept = kept
        self._places: dict[Source, int] = {}
        self._sources: list[Source] = []
        self._models, self._model_ends = array("i"), array("i")
        self._peers, self._peer_ends = array("i"), array("i")
        self._systems: dict[str, list[str]] = {}
        self._peer_systems: list[str] = []
        self._evaluations: list[str] = []
        self._model_ids: list[Sequence[str]] = []

    def add(self, evaluation: Evaluation, peers: dict[str, Source]) -> None:
        for model in evaluation.models:
            self._models.append(self._place(model))
        self._model_ends.append(len(self._models))
        for system, peer in peers.items():
            self._peers.append(self._place(peer))
            self._peer_systems.append(system)
            self._systems.setdefault(system, []).append(evaluation.id)
        self._peer_ends.append(len(self._peers))
        self._evaluations.append(evaluation.id)
        self._model_ids.append(evaluation.model_ids)

    def _place(self, source: Source) -> int:
        place = self._places.get(source)
        if place is None:
            place = self._places[source] = len(self._sources)
            loaded = self._kept.get(source)
            if loaded is None:
                loaded = self._kept[source] = load(source)
            self._sources.append(loaded)
        return place

    def batch(self) -> Batch:
        return Batch(
            texts=[item(source) for source in self._sources],
            sources=self._sources,
            models=self._models,
            model_ends=self._model_ends,
            peers=self._peers,
            peer_ends=self._peer_ends,
            rows=rows_of(self._peer_systems, self._systems),
            systems=dict(self._systems),
            evaluations=self._evaluations,
            model_ids=self._model_ids,
        )


@lru_cache(maxsize=4)
def places(evaluations: int, models: int, peers: int) -> dict[str, Any]:
    """Return the fields of a batch of evaluations, each with so many models, then so many peers.

    Every peer of an evaluation is of another system. The arrays are shared, so nobody may write to them.
    """
    width = models + peers
    all_of_them, starts = range(evaluations), range(0, evaluations * width, width)
    return {
        "models": array("i", (start + place for start in starts for place in range(models))),
        "model_ends": array("i", range(models, evaluations * models + 1, models)),
        "peers": array("i", (start + models + place for start in starts for place in range(peers))),
        "peer_ends": array("i", range(peers, evaluations * peers + 1, peers)),
        "rows": array("i", (row + place * evaluations for row in all_of_them for place in range(peers))),
    }


def rows_of(peer_systems: Sequence[str], systems: dict[str, list[str]]) -> Places:
    """Return the row of each peer, given its system, where rows stand system after system."""
    if len(systems) == 1:
        return array("i", range(len(peer_systems)))
    following, start = {}, 0
    for system, evaluations in systems.items():
        following[system] = start
        start += len(evaluations)
    rows = array("i")
    for system in peer_systems:
        rows.append(following[system])
        following[system] += 1
    return rows


def item(source: Source) -> Item:
    """Return a summary that has been loaded as the kernel takes it."""
    if isinstance(source, Text):
        return source.sentences
    data = source.data or b""
    return sentences_of(data, source.format) if source.format in ("SEE", "ISI") else data
