"""Batches of evaluations, which the kernel counts together."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

from ..errors import InputError
from ..evaluation import Numbered, Source, text_of
from ..kernel.plan import Item
from ..text.sentences import Misreading, Rewriter

BATCH = 512
"""The evaluations of a batch: enough to make a call's cost negligible, few enough to share among threads."""

Pair: TypeAlias = tuple[Item, Item | Sequence[Item]]
"""A peer and its models: one string, or several texts."""


class Batch(NamedTuple):
    """Evaluations that are counted together."""

    evaluations: Sequence[tuple[Sequence[Item], Sequence[Item]]]
    """The models and the peers of each evaluation. The kernel reads an object once, however often it stands
    there. It returns a row for each peer, in their order, and the traits of each text, models first."""
    ids: Sequence[str]
    """The IDs of the evaluations."""
    systems: list[str]
    """The system of each peer."""
    separators: Sequence[bytes] = (b"\n",)
    """The separators of sentences in texts that are bytes; the texts of an evaluation take them in turn. An
    empty separator separates nothing."""
    model_counts: Collection[int] = ()
    """The numbers of models of the evaluations, for batches of pairs."""
    reader: Callable[[int, int], Source] | None = None
    """Returns the summary at a place of an evaluation: with its name for notes, and its bytes."""
    misread: Mapping[tuple[int, int], Misreading] = MappingProxyType({})
    """By evaluation and place, what is wrong with the files of summaries."""
    authors: Callable[[int], Sequence[str]] = lambda evaluation: ()
    """Returns the IDs of the models of an evaluation, if they have any."""

    def places(self) -> Iterator[tuple[int, int]]:
        """Yield the evaluation and the place in it of each text."""
        for evaluation, (models, peers) in enumerate(self.evaluations):
            for place in range(len(models) + len(peers)):
                yield evaluation, place

    def place_of(self, text: int) -> tuple[int, int]:
        """Return the evaluation and the place in it of a text, counted over all evaluations."""
        return next(islice(self.places(), text, None))

    def summary(self, evaluation: int, place: int) -> Source:
        """Return the summary at a place of an evaluation."""
        return self.reader(evaluation, place) if self.reader else text_of(self.in_lines(evaluation, place))

    def in_lines(self, evaluation: int, place: int) -> Item:
        """Return the text at a place of an evaluation, with a line end in place of each separator."""
        models, peers = self.evaluations[evaluation]
        text = models[place] if place < len(models) else peers[place - len(models)]
        separator = self.separators[place % len(self.separators)]
        return text.replace(separator, b"\n") if separator and isinstance(text, bytes) else text

    def rewritten(self, rewrite: Rewriter) -> Self:
        """Return the batch with the texts that `rewrite` returns; an object is rewritten once."""
        made: dict[int, Item] = {}

        def rewrite_all(texts: Sequence[Item], evaluation: int, first: int) -> list[Item]:
            for place, text in enumerate(texts, first):
                if id(text) not in made:
                    made[id(text)] = rewrite(self.in_lines(evaluation, place))
            return [made[id(text)] for text in texts]

        evaluations = [
            (rewrite_all(models, number, 0), rewrite_all(peers, number, len(models)))
            for number, (models, peers) in enumerate(self.evaluations)
        ]
        return self._replace(evaluations=evaluations, separators=(b"\n",), reader=None)


def models_of(models: Any) -> Sequence[Item]:
    """Return the models in a string or a list. Raises `TypeError` for anything else."""
    if isinstance(models, str | bytes):
        return (models,)
    if not isinstance(models, Sequence):
        if hasattr(type(models), "tolist") and hasattr(type(models), "__len__"):
            return list(models)  # An array, as a column of lists has them.
        raise TypeError(f"models must be a string or a list of texts, not {type(models).__name__}")
    return models


TOKENS_AS_MODELS = (
    "models are words, each of which counts as a text of its own; put the tokens of a text into a list of"
    " its own: [tokens]"
)


def are_tokens(peer: Item, models: Sequence[Item]) -> bool:
    """Return True for models that seem to be the tokens of one text: words beside a peer that is a list of
    words, or single characters.
    """
    if len(models) < 2 or not all(isinstance(one, str) for one in models):
        return False
    if not isinstance(peer, list | tuple):
        return max(map(len, models)) == 1
    return not any(isinstance(one, str) and " " in one for one in (*models, *peer))


def batches_of_pairs(
    pairs: Iterator[Pair], system: str = "", ids: Sequence[str] | None = None, size: int = BATCH
) -> Iterator[Batch]:
    """Yield batches of pairs, which are evaluations of one system.

    Without `ids` the evaluations are numbered from 1. Raises `InputError` for a peer without a model, and
    `TypeError` for models that are no texts.
    """
    first = 1
    while some := list(islice(pairs, size)):
        last = first + len(some) - 1
        evaluations = Numbered(last, first) if ids is None else list(ids[first - 1 : last])
        peers, given = zip(*some, strict=True)
        models: list[Sequence[Item]] = []
        if {str, bytes}.issuperset(map(type, given)):
            models.extend(zip(given, strict=True))
        else:
            try:
                models.extend(map(models_of, given))
            except TypeError as error:
                raise TypeError(f"pair {first + len(models):,}: {error}") from None
            for number, of_peer in enumerate(models, first):
                if not of_peer:
                    raise InputError(f"pair {number:,} has no model; give at least one text")
        yield Batch(
            list(zip(models, zip(peers, strict=True), strict=True)),
            evaluations,
            [system] * len(peers),
            model_counts=set(map(len, models)),
        )
        first = last + 1
