"""What is to be scored: evaluations, each with its peers, its models and where their texts are."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

FORMATS = ("SEE", "SPL", "ISI", "SIMPLE")


class File(NamedTuple):
    """A summary in a file.

    `path` is used as it stands; `format` is one of `FORMATS`.
    """

    path: str
    format: str

    @property
    def name(self) -> str:
        """What notes call it."""
        return self.path


class Text(NamedTuple):
    """A summary in memory: its sentences in order (for ROUGE-BE: its basic elements)."""

    sentences: tuple[bytes, ...]
    name: str = "text in memory"
    """What notes call it."""

    @classmethod
    def of(cls, text: str | Iterable[str], name: str = "text in memory") -> Text:
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

    def present(self, systems: Container[str]) -> dict[str, Source]:
        """Those of the systems that have a summary here, with their summaries."""
        return {system: peer for system, peer in self.peers.items() if peer is not None and system in systems}

    @classmethod
    def of_texts(
        cls,
        id: str,
        peers: Mapping[str, str | Iterable[str]],
        models: Iterable[str | Iterable[str]],
    ) -> Evaluation:
        """An evaluation of texts in memory.

        `peers` maps system IDs to summaries, `models` are the references; each summary is a
        string, whose lines are its sentences, or an iterable of sentences. Raises `TypeError` for
        one string in place of the models.
        """
        if isinstance(models, str):
            raise TypeError("models is one string; several summaries are wanted: [text]")
        return cls(
            id,
            {system: Text.of(text) for system, text in peers.items()},
            tuple(Text.of(text) for text in models),
        )


def all_systems(evaluations: Iterable[Evaluation]) -> list[str]:
    """The systems that evaluations know, in byte order."""
    return sorted({system for evaluation in evaluations for system in evaluation.peers})
