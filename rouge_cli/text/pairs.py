"""Pairs of a peer and its models, as programs give them -> batches."""

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ..errors import InputError
from ..evaluation import Source, text_of
from ..kernel import Item
from ..numbered import Numbered
from .batches import BATCH, Batch, Lazy, places

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
