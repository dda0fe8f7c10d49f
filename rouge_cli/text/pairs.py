"""Pairs of a peer and its models, as programs give them -> batches."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ..errors import InputError
from ..evaluation import Source, text_of
from ..kernel import Item
from ..kernel.document import Integers as Places
from ..numbered import Numbered
from .batches import BATCH, Batch, Lazy

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
        if all(type(one) is str for one in given):
            batch = _single_models(peers, given)
            numbers.add(1)
        else:
            batch = _several_models(peers, _models_of_pairs(given, first), first, numbers)
        last = first + len(some) - 1
        evaluations = Numbered(last, first) if ids is None else list(ids[first - 1 : last])
        yield replace(batch, systems={system: evaluations}, evaluations=evaluations)
        first = last + 1


def _models_of_pairs(given: Sequence[Any], first: int) -> list[Sequence[Item]]:
    """Return the models of pairs; raise `TypeError`, which names the pair, for anything else."""
    models: list[Sequence[Item]] = []
    try:
        models.extend(map(models_of, given))
    except TypeError as error:
        raise TypeError(f"pair {first + len(models):,}: {error}") from None
    return models


def _single_models(peers: Sequence[Item], models: Sequence[Item]) -> Batch:
    """Return a batch of pairs with one model each."""
    size = len(peers)
    texts: list[Any] = [None] * (2 * size)
    texts[::2] = models
    texts[1::2] = peers
    ends = array("i", range(1, size + 1))
    return _batch(texts, array("i", range(0, 2 * size, 2)), ends, array("i", range(1, 2 * size, 2)))


def _several_models(
    peers: Sequence[Item], models: Sequence[Sequence[Item]], first: int, numbers: set[int]
) -> Batch:
    texts: list[Item] = []
    peer_places, model_places, model_ends = array("i"), array("i"), array("i")
    for place, (peer, of_peer) in enumerate(zip(peers, models, strict=True), first):
        if not of_peer:
            raise InputError(f"pair {place:,} has no model; give at least one text")
        numbers.add(len(of_peer))
        start = len(texts)
        texts += of_peer
        model_places.extend(range(start, len(texts)))
        model_ends.append(len(model_places))
        peer_places.append(len(texts))
        texts.append(peer)
    return _batch(texts, model_places, model_ends, peer_places)


def _batch(texts: Sequence[Item], models: Places, model_ends: Places, peers: Places) -> Batch:
    """Return a batch with one peer in each evaluation."""
    size = len(peers)
    return Batch(
        texts=texts,
        sources=Texts(texts),
        models=models,
        model_ends=model_ends,
        peers=peers,
        peer_ends=array("i", range(1, size + 1)),
        rows=array("i", range(size)),
        systems={},
        evaluations=(),
    )


class Texts(Lazy[Source]):
    """The summaries of texts in memory."""

    def __init__(self, texts: Sequence[Any]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def made(self, place: int) -> Source:
        return text_of(self._texts[place])
