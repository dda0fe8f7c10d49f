"""Batches of evaluations: the texts that the kernel counts together, and where they stand."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain, islice
from typing import Any, NamedTuple, Self, TypeVar

from ..errors import InputError
from ..evaluation import Numbered, Source, text_of
from ..kernel.plan import Integers, Item
from ..text.sentences import Rewriter

Made = TypeVar("Made")

BATCH = 512
"""The evaluations of a batch: enough to make a call's cost negligible, few enough to share among threads."""


class Lazy(Sequence[Made]):
    """A sequence whose items are made when they are looked at."""

    def __init__(self, size: int, made: Callable[[int], Made]) -> None:
        """Make a sequence of `size` items; `made` returns the item at a place."""
        self._size = size
        self._made = made

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: Any) -> Any:
        places = range(self._size)[place]
        return self._made(places) if isinstance(places, int) else list(map(self._made, places))


class Placed(NamedTuple):
    """An evaluation of a batch: the places of its texts in the batch, and the rows of its scores."""

    id: str
    models: Integers
    peers: Integers
    rows: Integers
    """For each of `peers`, its row."""
    model_ids: Sequence[str]
    """The IDs of the models; empty if they have no IDs."""


@dataclass(eq=False, repr=False)
class Batch:
    """Evaluations that are counted together.

    The texts stand in the order of their first use, the models of an evaluation before its peers.
    """

    texts: Sequence[Item]
    """The texts as the kernel takes them."""
    sources: Sequence[Source]
    """The summaries that the texts come from, in the same order, with their bytes."""
    models: Integers
    """The places of the models in the texts, evaluation after evaluation."""
    model_ends: Integers
    """The index in `models` after the last model of each evaluation."""
    peers: Integers
    peer_ends: Integers
    rows: Integers
    """For each of `peers`, its row in the columns that come back: system after system."""
    systems: Mapping[str, Sequence[str]]
    """By system, the evaluations that have it, in the order of its rows."""
    evaluations: Sequence[str]
    """The IDs of the evaluations."""
    model_ids: Sequence[Sequence[str]] = ()
    """By evaluation, the IDs of its models; empty if no evaluation has any."""
    separators: Sequence[bytes] = (b"\n",)
    """The separators of sentences in texts that are bytes; the texts take them in turn. An empty separator
    separates nothing."""

    def in_lines(self, place: int) -> Item:
        """Return a text with a line end in place of each separator."""
        text, separator = self.texts[place], self.separators[place % len(self.separators)]
        return text.replace(separator, b"\n") if separator and isinstance(text, bytes) else text

    def __iter__(self) -> Iterator[Placed]:
        """Yield the evaluations."""
        model_start = peer_start = 0
        ends = zip(self.evaluations, self.model_ends, self.peer_ends, strict=True)
        for place, (id, model_end, peer_end) in enumerate(ends):
            yield Placed(
                id,
                self.models[model_start:model_end],
                self.peers[peer_start:peer_end],
                self.rows[peer_start:peer_end],
                self.model_ids[place] if self.model_ids else (),
            )
            model_start, peer_start = model_end, peer_end

    def rewritten(self, rewrite: Rewriter) -> Self:
        """Return the batch with the texts that `rewrite` returns."""
        texts = [rewrite(self.in_lines(place)) for place in range(len(self.texts))]
        return replace(self, texts=texts, sources=_sources(texts), separators=(b"\n",))


@lru_cache(maxsize=4)
def places(evaluations: int, models: int, peers: int) -> dict[str, Any]:
    """Return the fields of a batch whose evaluations have equal numbers of models and of peers.

    The texts of an evaluation stand together, models before peers, and each peer is of another system. The
    arrays are shared, so nobody may write to them.
    """
    starts = range(0, evaluations * (models + peers), models + peers)
    return {
        "models": array("i", (start + place for start in starts for place in range(models))),
        "model_ends": array("i", (row * models for row in range(1, evaluations + 1))),
        "peers": array("i", (start + models + place for start in starts for place in range(peers))),
        "peer_ends": array("i", range(peers, evaluations * peers + 1, peers)),
        "rows": array(
            "i", (row + place * evaluations for row in range(evaluations) for place in range(peers))
        ),
    }


Pair = tuple[Item, Item | Sequence[Item]]
"""A peer and its models: one string, or several texts."""


def models_of(models: Any) -> Sequence[Item]:
    """Return the models in a string or a list. Raises `TypeError` for anything else."""
    if isinstance(models, str | bytes):
        return (models,)
    if not isinstance(models, Sequence):
        if hasattr(type(models), "tolist") and hasattr(type(models), "__len__"):
            return list(models)  # An array, as a column of lists has them.
        raise TypeError(f"models must be a string or a list of texts, not {type(models).__name__}")
    return models


def batches_of_pairs(
    pairs: Iterator[Pair], system: str, ids: Sequence[str] | None, numbers: set[int], size: int = BATCH
) -> Iterator[Batch]:
    """Yield batches of pairs, which are evaluations of one system.

    Without `ids` the evaluations are numbered from 1. The number of models of each pair is added to
    `numbers`. Raises `InputError` for a peer without a model, and `TypeError` for models that are no texts.
    """
    first = 1
    while some := list(islice(pairs, size)):
        last = first + len(some) - 1
        evaluations = Numbered(last, first) if ids is None else list(ids[first - 1 : last])
        peers, given = zip(*some, strict=True)
        models: list[Sequence[Item]] = []
        if not {str, bytes}.issuperset(map(type, given)):
            try:
                models.extend(map(models_of, given))
            except TypeError as error:
                raise TypeError(f"pair {first + len(models):,}: {error}") from None
            for place, of_peer in enumerate(models, first):
                if not of_peer:
                    raise InputError(f"pair {place:,} has no model; give at least one text")
        counts = set(map(len, models)) or {1}
        numbers.update(counts)
        if len(counts) == 1:
            columns = [*zip(*models, strict=True)] if models else [given]
            columns.append(peers)
            texts: list[Item] = [b""] * (len(columns) * len(peers))
            for place, column in enumerate(columns):
                texts[place :: len(columns)] = column
            fields = places(len(peers), len(columns) - 1, 1)
            yield _in_memory(texts, {system: evaluations}, evaluations, fields)
        else:
            groups = zip(models, zip(peers, strict=True), strict=True)
            yield batch_of_groups(groups, {system: evaluations}, evaluations)
        first = last + 1


def batch_of_groups(
    groups: Iterable[tuple[Sequence[Item], Sequence[Item]]],
    systems: Mapping[str, Sequence[str]],
    evaluations: Sequence[str],
    rows: Iterable[int] | None = None,
) -> Batch:
    """Return a batch of evaluations, each given as its models and its peers.

    A model is counted once for all peers of its evaluation. The row of a peer is its place among all peers
    unless `rows` are given.
    """
    both = list(chain.from_iterable(groups))
    sizes = list(map(len, both))
    ends = [0, *accumulate(sizes)]
    peers = array("i", chain.from_iterable(map(range, ends[1::2], ends[2::2])))
    fields = {
        "models": array("i", chain.from_iterable(map(range, ends[:-1:2], ends[1::2]))),
        "model_ends": array("i", accumulate(sizes[::2])),
        "peers": peers,
        "peer_ends": array("i", accumulate(sizes[1::2])),
        "rows": array("i", range(len(peers)) if rows is None else rows),
    }
    return _in_memory(list(chain.from_iterable(both)), systems, evaluations, fields)


def batch_of_texts(texts: Sequence[Item], first: int) -> Batch:
    """Return a batch of texts alone, each in an evaluation without models, numbered from `first` on."""
    return _in_memory(texts, {}, Numbered(first + len(texts) - 1, first), places(len(texts), 0, 1))


def _in_memory(
    texts: Sequence[Item], systems: Mapping[str, Sequence[str]], ids: Sequence[str], fields: dict[str, Any]
) -> Batch:
    """Return a batch of texts that are held in memory; `fields` say where they stand."""
    return Batch(texts=texts, sources=_sources(texts), systems=systems, evaluations=ids, **fields)


def _sources(texts: Sequence[Any]) -> Lazy[Source]:
    return Lazy(len(texts), lambda place: text_of(texts[place]))
