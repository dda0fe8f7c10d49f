"""Evaluations -> batches: the texts that the kernel counts in one call, and who is scored against whom."""

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import cycle, islice
from typing import Any, Self, TypeVar, overload

from ..errors import InputError
from ..evaluation import Corpus, Evaluation, Source, all_systems, text_of
from ..kernel import Item
from ..kernel.plan import Integers as Places
from ..numbered import Numbered
from ..record import Record
from ..text.documents import Rewriter, item, load

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

    def rewritten(self, rewrite: Rewriter) -> Self:
        """Return the batch with its texts in the sentences that `rewrite` makes of them."""
        texts = [rewrite(text) for text in self.lines()]
        return replace(self, texts=texts, sources=Texts(texts), separators=(b"\n",))


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


Pair = tuple[Item, Item | Sequence[Item]]
"""A peer and its models: one text as a string, or several texts."""


def models_of(models: Any) -> Sequence[Item]:
    """Return the models in one text as a string, or in a list of texts; raise `TypeError` for others."""
    if isinstance(models, str | bytes):
        return (models,)
    if not isinstance(models, Sequence):
        if hasattr(type(models), "tolist") and hasattr(type(models), "__len__"):
            return list(models)  # It is an array, as a column of lists has them.
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
        peers, given = zip(*some, strict=True)
        if set(map(type, given)) == {str}:
            texts, fields = _single_models(peers, given)
            numbers.add(1)
        else:
            texts, fields = _several_models(peers, _models_of_pairs(given, first), first, numbers)
        last = first + len(some) - 1
        evaluations = Numbered(last, first) if ids is None else list(ids[first - 1 : last])
        yield Batch(
            texts=texts,
            sources=Texts(texts),
            systems={system: evaluations},
            evaluations=evaluations,
            **fields,
        )
        first = last + 1


def _models_of_pairs(given: Sequence[Any], first: int) -> list[Sequence[Item]]:
    """Return the models of pairs; raise `TypeError`, which names the pair, for anything else."""
    models: list[Sequence[Item]] = []
    try:
        models.extend(map(models_of, given))
    except TypeError as error:
        raise TypeError(f"pair {first + len(models):,}: {error}") from None
    return models


def _single_models(peers: Sequence[Item], models: Sequence[Item]) -> tuple[list[Item], dict[str, Any]]:
    """Return the texts of pairs with one model each, and where they stand: fields of their batch."""
    texts: list[Any] = [None] * (2 * len(peers))
    texts[::2] = models
    texts[1::2] = peers
    return texts, places(len(peers), 1, 1)


def _several_models(
    peers: Sequence[Item], models: Sequence[Sequence[Item]], first: int, numbers: set[int]
) -> tuple[list[Item], dict[str, Any]]:
    texts: list[Item] = []
    peer_places, model_places, model_ends = array("i"), array("i"), array("i")
    for place, (peer, of_peer) in enumerate(zip(peers, models, strict=True), first):
        if not of_peer:
            raise InputError(f"pair {place:,} has no model; give at least one text")
        numbers.add(len(of_peer))
        start = len(texts)
        texts.extend(of_peer)
        model_places.extend(range(start, len(texts)))
        model_ends.append(len(model_places))
        peer_places.append(len(texts))
        texts.append(peer)
    one_each = places(len(peers), 1, 1)
    return texts, {**one_each, "models": model_places, "model_ends": model_ends, "peers": peer_places}


class Texts(Lazy[Source]):
    """The summaries of texts in memory."""

    def __init__(self, texts: Sequence[Any]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def made(self, place: int) -> Source:
        return text_of(self._texts[place])
