"""Evaluations -> batches: the texts that the kernel counts in one call, and who is scored against whom."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, overload

from ..errors import InputError
from ..evaluation import Corpus, Evaluation, Numbered, Source, Text
from ..kernel import Item
from .formats import load, sentences_of

BATCH = 512
"""The evaluations of a batch: enough to make a call's cost negligible, few enough to share among threads."""


class Batch(NamedTuple):
    """Evaluations that are counted together.

    The texts stand in the order of their first use, the models of an evaluation before its peers.
    """

    texts: Sequence[Item]
    """The texts as the kernel takes them."""
    sources: Sequence[Source]
    """The summaries that they come from, in the same order, with their bytes."""
    models: array[int]
    """The places of the models in the texts, evaluation after evaluation."""
    model_ends: array[int]
    """The index in `models` after the last model of each evaluation."""
    peers: array[int]
    peer_ends: array[int]
    rows: array[int]
    """For each of `peers`, its row in the columns that come back: system after system."""
    systems: dict[str, Sequence[str]]
    """By system, the evaluations that have it, in the order of its rows."""
    evaluations: Sequence[str]
    """The IDs of the evaluations."""


class Stream(ABC):
    """Evaluations that are read from their files while they are scored, as often as they are asked for.

    Whoever makes one has checked its evaluations: each has an ID of its own and a model.
    """

    systems: tuple[str, ...]
    """The systems in the order in which they first appear."""
    corpus: Corpus

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Evaluation]: ...

    def missing(self, system: str) -> Iterable[str]:
        """Return the evaluations in which the system has no summary."""
        return missing_in(self, system)

    def batches(self, systems: Container[str]) -> Iterator[Batch]:
        """Yield batches of the evaluations that have one of the systems."""
        return batches_of(self, systems)


Evaluations = Collection[Evaluation] | Stream


def missing(evaluations: Evaluations, system: str) -> Iterable[str]:
    """Return the evaluations in which the system has no summary."""
    return evaluations.missing(system) if isinstance(evaluations, Stream) else missing_in(evaluations, system)


def missing_in(evaluations: Iterable[Evaluation], system: str) -> Iterable[str]:
    return (evaluation.id for evaluation in evaluations if evaluation.peers.get(system) is None)


def batches(evaluations: Evaluations, systems: Container[str]) -> Iterator[Batch]:
    """Yield batches of the evaluations that have one of the systems; files are read as they are needed."""
    if isinstance(evaluations, Stream):
        return evaluations.batches(systems)
    return batches_of(evaluations, systems, _uses(evaluations, systems))


def batches_of(
    evaluations: Iterable[Evaluation], systems: Container[str], uses: Counter[Source] | None = None
) -> Iterator[Batch]:
    """Yield batches of evaluations.

    A summary with several uses is kept until the last of them, so that its file is read once.
    """
    scored = ((one, peers) for one in evaluations if (peers := one.present(systems)))
    kept: dict[Source, Source] = {}
    while some := list(islice(scored, BATCH)):
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
            [item(source) for source in self._sources],
            self._sources,
            self._models,
            self._model_ends,
            self._peers,
            self._peer_ends,
            rows_of(self._peer_systems, self._systems),
            dict(self._systems),
            self._evaluations,
        )


def rows_of(peer_systems: Sequence[str], systems: dict[str, list[str]]) -> array[int]:
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


Pair = tuple[Item, Item | Sequence[Item]]
"""A peer and its models: one text as a string, or several texts."""


def models_of(models: Any) -> Sequence[Item]:
    """Return the models in one text as a string, or in a list of texts; raise `TypeError` for others."""
    if isinstance(models, str | bytes):
        return (models,)
    if not isinstance(models, Sequence):
        raise TypeError(f"models must be a string or a list of texts, not {type(models).__name__}")
    return models


def batches_of_pairs(
    pairs: Iterator[Pair], system: str, ids: Sequence[str] | None, numbers: set[int]
) -> Iterator[Batch]:
    """Yield batches of pairs, which are evaluations of one system.

    The evaluations are numbered from 1 where there are no `ids`. How many models there are is added to
    `numbers`. Raises `InputError` for a peer without a model.
    """
    first = 1
    while some := list(islice(pairs, BATCH)):
        texts: list[Item] = []
        peers, model_places, model_ends = array("i"), array("i"), array("i")
        for place, (peer, given) in enumerate(some, first):
            models = models_of(given)
            if not models:
                raise InputError(f"pair {place:,} has no model; give at least one text")
            numbers.add(len(models))
            start = len(texts)
            texts += models
            model_places.extend(range(start, len(texts)))
            model_ends.append(len(model_places))
            peers.append(len(texts))
            texts.append(peer)
        last = first + len(some) - 1
        evaluations = Numbered(last, first) if ids is None else list(ids[first - 1 : last])
        yield Batch(
            texts,
            _Sources(texts),
            model_places,
            model_ends,
            peers,
            array("i", range(1, len(some) + 1)),
            array("i", range(len(some))),
            {system: evaluations},
            evaluations,
        )
        first = last + 1


class _Sources(Sequence[Source]):
    """The summaries of texts in memory, made as they are looked at."""

    def __init__(self, texts: Sequence[Any]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> Source: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Source]: ...
    def __getitem__(self, place: int | slice) -> Source | Sequence[Source]:
        if isinstance(place, slice):
            return [Text.of(text) for text in self._texts[place]]
        return Text.of(self._texts[place])
