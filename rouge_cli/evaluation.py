"""Evaluations with their peers and models, texts in files and in memory, and IDs that are numbers."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence, Set
from importlib import import_module
from math import isnan
from typing import Any, NamedTuple, Self, TypeVar

from .errors import InputError, OptionError, repr_of, several

FORMATS = ("SEE", "SPL", "ISI", "SIMPLE")


def summary_format(name: str, option: str) -> str:
    """Return the format of a name in any case; raise `OptionError`, with the option, for an unknown one."""
    if not isinstance(name, str) or name.upper() not in FORMATS:
        raise OptionError(
            f"`{option}`: the format of the summaries must be one of %s, not %r", ", ".join(FORMATS), name
        )
    return name.upper()


class Corpus(NamedTuple):
    """The traits of evaluations on which figures depend, beside texts; the signature names them."""

    fewest_models: int = 0
    most_models: int = 0
    sentence_marks: tuple[str, ...] = ()
    """The marks of sentences in summaries: formats of files, separators, `lines` or `none`."""

    @classmethod
    def of(cls, models: Collection[int], sentence_marks: Iterable[str]) -> Self:
        """Return the traits of evaluations with these numbers of models and these marks of sentences."""
        return cls(min(models, default=0), max(models, default=0), tuple(sorted({*sentence_marks})))

    @classmethod
    def joined(cls, corpora: Sequence[Self]) -> Self:
        """Return the traits of the evaluations of all corpora."""
        numbers = [number for corpus in corpora for number in (corpus.fewest_models, corpus.most_models)]
        return cls.of(numbers, [mark for corpus in corpora for mark in corpus.sentence_marks])


NO_CORPUS = Corpus()
"""The corpus of a report that was not made from evaluations."""


class File(NamedTuple):
    """A summary in a file.

    `path` is used as it stands; `format` is one of `FORMATS`.
    """

    path: str
    format: str
    data: bytes | None = None
    """The file's bytes, if it has been read already."""

    def __repr__(self) -> str:
        data = "" if self.data is None else f", data=<{several(len(self.data), 'byte')}>"
        return f"{repr_of(self, ('path', 'format'))[:-1]}{data})"

    @property
    def name(self) -> str:
        """The name in notes."""
        return self.path

    @property
    def sentence_marks(self) -> str:
        """The marks of sentences, for the signature."""
        return self.format


IN_MEMORY = "text in memory"
"""The name of a text that a program gives; notes name its evaluation, too."""


class Text(NamedTuple):
    """A summary in memory: its sentences in order (for ROUGE-BE: its basic elements)."""

    sentences: tuple[bytes, ...]
    name: str = IN_MEMORY
    """The name in notes."""
    sentence_marks: str = "lines"
    """The marks of sentences, for the signature: `lines`, `none` or a separator."""

    def __repr__(self) -> str:
        return repr_of(self, ("sentences", *_other_than_default(self)))

    @classmethod
    def of(cls, text: str | bytes | Iterable[str] | Iterable[bytes], name: str = IN_MEMORY) -> Self:
        """Return the text of a string, whose non-empty lines are its sentences, or of a list of sentences.

        Strings are `str` or `bytes` in UTF-8. Raises `TypeError` for anything else.
        """
        if isinstance(text, str):
            text = text.encode("utf-8", "replace")
        if isinstance(text, bytes):
            return cls(tuple(filter(None, text.split(b"\n"))), name)
        sentences = _several(text, _TEXT)
        for one in sentences:
            if not isinstance(one, str | bytes):
                raise TypeError(f"{_TEXT}, not a list with {type(one).__name__} in it")
        encoded = [one.encode("utf-8", "replace") if isinstance(one, str) else one for one in sentences]
        return cls(tuple(encoded), name)


Source = File | Text
MODELS = "(models)"
"""The name of the models in a row among systems."""


class Evaluation(NamedTuple):
    """One topic: the systems' summaries (peers) and the reference summaries (models).

    A system whose peer is `None` is known but has no summary here: it is left out of this evaluation, not
    counted as zero. A repeated model counts twice.
    """

    id: str
    peers: Mapping[str, Source | None]
    models: tuple[Source, ...]
    model_ids: tuple[str, ...] = ()
    """The IDs of the models, in their order; empty if they have no IDs."""
    source: Source | None = None
    """The text that peers and models summarise, for measures beside ROUGE."""

    def __repr__(self) -> str:
        return repr_of(self, ("id", "peers", "models", *_other_than_default(self)))

    def present(self, systems: Container[str]) -> dict[str, Source]:
        """Return the summaries of the systems that have one here."""
        return {system: peer for system, peer in self.peers.items() if peer is not None and system in systems}

    def only(self, systems: Container[str]) -> Self:
        """Return the evaluation without the peers of other systems."""
        return self._replace(peers={system: self.peers[system] for system in self.peers if system in systems})

    def people(self) -> tuple[str, ...]:
        """Return the authors of the models: the IDs of the models, or numbers if they have no IDs."""
        return self.model_ids or tuple(str(number) for number in range(1, len(self.models) + 1))

    def without(self, person: str) -> Self:
        """Return the evaluation with the models that the jackknife keeps when it leaves this author out."""
        people = self.people()
        kept = [(self.models[place], people[place]) for place in jackknife_sets(people)[person]]
        models, ids = zip(*kept, strict=True)
        return self._replace(models=models, model_ids=ids)

    def map(self, function: Callable[[Source], Source]) -> Self:
        """Return the evaluation with the function applied to each summary."""
        peers = {system: peer and function(peer) for system, peer in self.peers.items()}
        source = self.source and function(self.source)
        return self._replace(peers=peers, models=tuple(map(function, self.models)), source=source)

    def beside_rouge(self) -> Self:
        """Return the evaluation for measures beside ROUGE.

        Its source, or an empty text if it has none, is the only model; the models are peers, with the IDs of
        `model_peers`.
        """
        ids = model_peers(len(self.models))
        peers = {**self.peers, **dict(zip(ids, self.models, strict=True))}
        return self._replace(peers=peers, models=(self.source or Text(()),), model_ids=())

    def explain(self, options: Any = None, systems: str | Iterable[str] | None = None) -> Any:
        """Return the page of `rouge_cli.explain(evaluation, options=…, systems=…)`, the newer name."""
        return import_module(__package__).explain(self, options=options, systems=systems)

    @classmethod
    def of_texts(
        cls,
        id: str,
        peers: Mapping[str, str | bytes | Iterable[str] | Iterable[bytes]],
        models: Iterable[str | bytes | Iterable[str] | Iterable[bytes]],
        source: str | bytes | Iterable[str] | Iterable[bytes] | None = None,
    ) -> Self:
        """Return an evaluation of texts in memory.

        `peers` maps the IDs of systems to their summaries, `models` are the references, and `source` is the
        text that they summarise. A text is a string, whose lines are its sentences, or a list of sentences,
        as `str` or as UTF-8 `bytes`. Raises `TypeError` for an ID that is no string, for one string in place
        of the models, and for a text of another type.
        """
        if not isinstance(peers, Mapping):
            raise TypeError(f"peers must map systems to texts, {{system: text}}, not {type(peers).__name__}")
        for name in (id, *peers):
            if not isinstance(name, str):
                raise TypeError(f"IDs of evaluations and systems must be strings, not {name!r}")
        if isinstance(models, str):
            raise TypeError("models is one string; several summaries are wanted: [text]")
        return cls(
            id,
            {system: Text.of(text) for system, text in peers.items()},
            tuple(Text.of(text) for text in _several(models, "models must be a list of texts")),
            source=None if source is None else Text.of(source),
        )


def check_beside_models(systems: Iterable[str]) -> None:
    """Raise `InputError` for a system whose ID begins with the name of the models beside ROUGE."""
    for system in systems:
        if system.startswith(MODELS):
            raise InputError("`about`: in reports %s names the models; rename system %r", MODELS, system)


def model_peers(models: int) -> list[str]:
    """Return IDs for models that are peers; `check_beside_models` refuses systems with these IDs."""
    return [f"{MODELS}{place}" for place in range(models)]


Person = TypeVar("Person")


def jackknife_sets(people: Sequence[Person]) -> dict[Person, list[int]]:
    """Return the sets of models of the jackknife: by author left out, the places of the other models.

    `people` are the authors of the models, in their order. If one author wrote all models, they are one set,
    as no model would be left.
    """
    sets = {one: [place for place, person in enumerate(people) if person != one] for one in people}
    return sets if len(sets) != 1 else {people[0]: list(range(len(people)))}


def _other_than_default(record: Text | Evaluation) -> list[str]:
    defaults = record._field_defaults
    return [name for name, default in defaults.items() if getattr(record, name) != default]


_TEXT = "a text must be a string or a list of strings"


def text_of(text: Any) -> Text:
    """Return the text of a string, or of a list of sentences or the like, that a program scores.

    Raises `TypeError` for any other object. Unlike `Text.of`, it refuses iterators and sets.
    """
    if not hasattr(type(text), "__getitem__"):
        is_missing = text is None or (isinstance(text, float) and isnan(text))
        remedy = "; leave out what is missing, or give an empty string" if is_missing else ""
        raise TypeError(f"{_TEXT}, not {type(text).__name__}{remedy}")
    return Text.of(text)


def _several(values: Iterable[Any], wanted: str) -> list[Any]:
    """Return the values of a list or the like. Raises `TypeError`, with the `wanted`, for other objects.

    A dictionary or a data frame would yield its keys or columns instead of texts, and a set has no order.
    """
    is_several = isinstance(values, Iterable) and not isinstance(values, bytes | bytearray | Mapping | Set)
    if not is_several or is_frame(values):
        raise TypeError(f"{wanted}, not {type(values).__name__}")
    return list(values)


def as_list(values: Any) -> Any:
    """Return a column of Arrow or Polars as a list of Python's own values, and any other object as it is."""
    for name in ("to_pylist", "to_list"):
        if hasattr(type(values), name) and not is_frame(values):
            return getattr(values, name)()
    return values


def is_frame(values: object) -> bool:
    """Return True for a data frame, whose items are the names of its columns."""
    return hasattr(type(values), "columns") and not isinstance(values, tuple)  # A field can have that name.


class Numbered(Sequence[str]):
    """The IDs of numbered evaluations, which are made when they are looked at."""

    def __init__(self, last: int, first: int = 1) -> None:
        self._numbers = range(first, last + 1)

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: Any) -> Any:
        numbers = self._numbers[place]
        return list(map(str, numbers)) if isinstance(numbers, range) else str(numbers)

    def __iter__(self) -> Iterator[str]:
        return map(str, self._numbers)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Numbered):
            return self._numbers == other._numbers
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # It is equal to lists, which have no hash.

    def __repr__(self) -> str:
        return f"Numbered({self._numbers.stop - 1}, {self._numbers.start})"
