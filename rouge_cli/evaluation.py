"""What is to be scored: evaluations, each with its peers, its models and where their texts are."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import NamedTuple, Self

from .errors import InputError

FORMATS = ("SEE", "SPL", "ISI", "SIMPLE")


class File(NamedTuple):
    """A summary in a file.

    `path` is used as it stands; `format` is one of `FORMATS`.
    """

    path: str
    format: str
    data: bytes | None = None
    """The file's bytes, where it has been read already."""

    @property
    def name(self) -> str:
        """What notes call it."""
        return self.path

    @property
    def sentence_marks(self) -> str:
        """How its sentences are marked, for the signature."""
        return self.format


class Text(NamedTuple):
    """A summary in memory: its sentences in order (for ROUGE-BE: its basic elements)."""

    sentences: tuple[bytes, ...]
    name: str = "text in memory"
    """What notes call it."""
    sentence_marks: str = "lines"
    """How its sentences were marked, for the signature: `lines`, `none` or a separator."""

    @classmethod
    def of(cls, text: str | Iterable[str], name: str = "text in memory") -> Self:
        """A text from one string, whose non-empty lines are its sentences, or from sentences."""
        sentences = filter(None, text.split("\n")) if isinstance(text, str) else text
        return cls(tuple(sentence.encode("utf-8", "replace") for sentence in sentences), name)


Source = File | Text


class Evaluation(NamedTuple):
    """One topic: the systems' summaries (peers) and the reference summaries (models).

    A system whose peer is `None` is known but has no summary here; it is left out of this
    evaluation, not counted as zero. A model that stands twice counts twice.
    """

    id: str
    peers: Mapping[str, Source | None]
    models: tuple[Source, ...]
    model_ids: tuple[str, ...] = ()
    """The IDs of the models, in their order; none where they have no IDs."""

    def present(self, systems: Container[str]) -> dict[str, Source]:
        """Those of the systems that have a summary here, with their summaries."""
        return {system: peer for system, peer in self.peers.items() if peer is not None and system in systems}

    def map(self, function: Callable[[Source], Source]) -> Self:
        """Return the evaluation with what the function makes of each of its summaries."""
        peers = {system: peer and function(peer) for system, peer in self.peers.items()}
        return self._replace(peers=peers, models=tuple(map(function, self.models)))

    @classmethod
    def of_texts(
        cls,
        id: str,
        peers: Mapping[str, str | Iterable[str]],
        models: Iterable[str | Iterable[str]],
    ) -> Self:
        """An evaluation of texts in memory: each is a string, whose lines are sentences, or its sentences."""
        if isinstance(models, str):
            raise TypeError("models is one string; several summaries are wanted: [text]")
        return cls(
            id,
            {system: Text.of(text) for system, text in peers.items()},
            tuple(Text.of(text) for text in models),
        )


def all_systems(evaluations: Iterable[Evaluation]) -> list[str]:
    """The systems that evaluations know, in the order in which they first appear."""
    return list(dict.fromkeys(system for evaluation in evaluations for system in evaluation.peers))


def sound(evaluations: Iterable[Evaluation]) -> Iterator[Evaluation]:
    """The evaluations, one after the other.

    Raises `InputError` for one that is named twice or has no model.
    """
    seen: set[str] = set()
    for evaluation in evaluations:
        if evaluation.id in seen:
            raise InputError(f"evaluation {evaluation.id} is there twice; give each its own ID")
        seen.add(evaluation.id)
        if not evaluation.models:
            raise InputError(f"evaluation {evaluation.id} has no model; give it at least one")
        yield evaluation
