"""The IDs of an XML configuration as they stand in it, repeated ones included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .xml import eval_elements, name_of

_LISTS = {"PEERS": "P", "MODELS": "M"}


class Mention(NamedTuple):
    """Where an ID stands."""

    element: str
    """`EVAL`, `P` or `M`."""
    id: str
    evaluation: str
    """The ID of the EVAL that it is in, or is of."""
    line: str


def read_mentions(path: str) -> Iterator[Mention]:
    """The IDs in document order; elements that lack one are passed over.

    Raises `InputError` for what is no configuration.
    """
    for element in eval_elements(path):
        evaluation = element.get("ID")
        if evaluation is None:
            continue
        yield Mention("EVAL", evaluation, evaluation, str(element.sourceline))
        for part in element.iterdescendants("*"):
            wanted = _LISTS.get(name_of(part))
            for child in part.iterchildren("*") if wanted else ():
                id = child.get("ID")
                if name_of(child) == wanted and id is not None:
                    yield Mention(wanted, id, evaluation, str(child.sourceline))


def model_ids(path: str) -> dict[str, list[str]]:
    """Of each evaluation the IDs of its models, in the order of its `models`."""
    ids: dict[str, list[str]] = {}
    for mention in read_mentions(path):
        models = ids.setdefault(mention.evaluation, [])
        if mention.element == "M":
            models.append(mention.id)
    return ids
