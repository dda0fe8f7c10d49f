"""Evaluations as streams, and the batches in which the kernel counts them.

A stream knows its evaluations, and reads their texts batch by batch while they are scored. Lists of
evaluations become streams once: where a program hands them over.
"""

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain, islice, tee
from operator import add
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias, TypeVar

from ..errors import InputError
from ..evaluation import (
    NO_CORPUS,
    Corpus,
    Evaluation,
    File,
    Numbered,
    Source,
    Text,
    all_systems,
    checked,
    model_peers,
    text_of,
)
from ..kernel.plan import Integers, Item
from ..text.sentences import Rewriter, item, load

SOURCE = "give it one, or measures of the summary alone: repeated-N, length, sentences"
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
    """An evaluation of a batch: where its texts stand, and in which rows of the columns its scores do."""

    id: str
    models: Integers
    peers: Integers
    rows: Integers
    """For each of `peers`, its row."""
    model_ids: Sequence[str]
    """The IDs of the models; none where they have no IDs."""


@dataclass(frozen=True, slots=True)
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
    """The IDs of the models of each evaluation; nothing where no evaluation has any."""
    separators: Sequence[bytes] = (b"\n",)
    """The separators of sentences in texts that are bytes, of so many texts in turn. An empty one separates
    nothing."""

    def in_lines(self, place: int) -> Item:
        """Return a text with line ends for separators."""
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
        """Return the batch with its texts in the sentences that `rewrite` makes of them."""
        texts = [rewrite(self.in_lines(place)) for place in range(len(self.texts))]
        return replace(self, texts=texts, sources=_sources(texts), separators=(b"\n",))


Scored: TypeAlias = tuple[Any, Sequence[Any], Sequence[tuple[str, Any]]]
"""An evaluation that has a system to score: what its stream calls it, and the keys of its models and, with
their systems, of its peers. Equal keys are of one text."""


class Selection(NamedTuple):
    """What a stream knows of the evaluations that have one of some systems, before it reads their texts."""

    corpus: Corpus = NO_CORPUS
    """Their traits."""
    formats: Mapping[str, str] = MappingProxyType({})
    """The formats of the files that hold their texts, each with the first evaluation that has it. Streams
    that have looked through their files have none."""
    paths: Iterable[str] = ()
    """The paths of these files, each once for each of its formats; they can be read once."""


class Stream(ABC):
    """Evaluations whose texts are read while they are scored; they can be read any number of times.

    The evaluations of a reader have an ID of their own and a model.
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
    def selection(self, systems: Collection[str]) -> Selection:
        """Return what is known of the evaluations that have one of the systems.

        Raises `InputError` for evaluations that cannot be scored.
        """

    def missing(self, system: str) -> Iterable[str]:
        """Return the evaluations in which the system has no summary."""
        return (evaluation.id for evaluation in self if evaluation.peers.get(system) is None)

    def beside_rouge(self, systems: Collection[str], *, needs_source: bool) -> "Stream":
        """Return the evaluations that have one of the systems, for measures beside ROUGE.

        Their sources are their models, and their models are peers. Reading them raises `InputError` for an
        evaluation without a source that needs one.
        """
        return _BesideRouge(self, systems, needs_source)

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        """Yield batches of at most `size` evaluations that have one of the systems.

        A text with several uses is read once, and kept from the first to the last of them.
        """
        uses = self._uses(systems)
        scored = self._scored(systems)
        asked: set[Hashable] = set()
        kept: dict[Hashable, Any] = {}

        def unread(keys: Sequence[Hashable]) -> Sequence[Hashable]:
            """Return the texts of a batch that are to be read for it. Batches ask in their order."""
            if not uses:
                return keys
            new = [key for key in keys if key not in asked]
            asked.update(uses.keys() & new)
            return new

        drafts, to_read = tee(map(self._draft, iter(lambda: list(islice(scored, size)), [])))
        read = self._read(unread(keys) for _, keys, _ in to_read)
        for (evaluations, keys, fields), data in zip(drafts, read, strict=True):
            if uses:
                new = dict(zip([key for key in keys if key not in kept], data, strict=True))
                kept.update((key, one) for key, one in new.items() if key in uses)
                data = [new[key] if key in new else kept[key] for key in keys]
                for _, models, peers in evaluations:
                    for key in {*models, *[key for _, key in peers]} & kept.keys():
                        uses[key] -= 1
                        if not uses[key]:
                            del kept[key]
            texts, sources = self._texts(keys, data)
            yield Batch(texts=texts, sources=sources, **fields)

    # By default evaluations are called by themselves, the key of a text is its summary, and none is kept.

    def _scored(self, systems: Container[str]) -> Iterator[Scored]:
        """Yield the evaluations that have one of the systems."""
        for evaluation in self:
            if peers := evaluation.present(systems):
                yield evaluation, evaluation.models, tuple(peers.items())

    def _uses(self, systems: Container[str]) -> Counter[Any]:
        """Return the keys of texts that several evaluations use, with the number of these evaluations."""
        return Counter()

    def _read(self, groups: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """Yield the data of each group of keys. Raises `InputError` for files that cannot be read."""
        return ([load(source) for source in group] for group in groups)

    def _texts(self, keys: Sequence[Any], data: Sequence[Any]) -> tuple[Sequence[Item], Sequence[Source]]:
        """Return texts as the kernel takes them, and their summaries, for the keys and the data of texts."""
        return list(map(item, data)), data

    def _id(self, evaluation: Any) -> str:
        return evaluation.id  # type: ignore[no-any-return]

    def _model_ids(self, evaluation: Any) -> Sequence[str]:
        return evaluation.model_ids  # type: ignore[no-any-return]

    def _draft(self, scored: list[Scored]) -> tuple[list[Scored], list[Hashable], dict[str, Any]]:
        """Return evaluations, the keys of their texts, and all fields of their batch but for the texts."""
        places: dict[Hashable, int] = {}
        models, model_ends = array("i"), array("i")
        peers, peer_ends = array("i"), array("i")
        peer_systems: list[str] = []
        rows_in_system = array("i")
        by_system: dict[str, list[str]] = {}
        ids = []
        for evaluation, model_keys, peer_keys in scored:
            id = self._id(evaluation)
            for key in model_keys:
                models.append(places.setdefault(key, len(places)))
            for system, key in peer_keys:
                peers.append(places.setdefault(key, len(places)))
                of_system = by_system.setdefault(system, [])
                peer_systems.append(system)
                rows_in_system.append(len(of_system))
                of_system.append(id)
            model_ends.append(len(models))
            peer_ends.append(len(peers))
            ids.append(id)
        starts = dict(zip(by_system, accumulate(map(len, by_system.values()), initial=0), strict=False))
        fields = {
            "models": models,
            "model_ends": model_ends,
            "peers": peers,
            "peer_ends": peer_ends,
            "rows": array("i", map(add, map(starts.__getitem__, peer_systems), rows_in_system)),
            "systems": by_system,
            "evaluations": ids,
            "model_ids": Lazy(len(scored), lambda place: self._model_ids(scored[place][0])),
        }
        return scored, list(places), fields


Evaluations: TypeAlias = Collection[Evaluation] | Stream


def stream_of(evaluations: Iterable[Evaluation] | Stream) -> Stream:
    """Return evaluations as a stream."""
    return evaluations if isinstance(evaluations, Stream) else _Listed(evaluations)


class _Listed(Stream):
    """Evaluations in a list, which nobody has checked."""

    def __init__(self, evaluations: Iterable[Evaluation]) -> None:
        self._evaluations = list(evaluations)
        self.systems = tuple(all_systems(self._evaluations))

    def __len__(self) -> int:
        return len(self._evaluations)

    def __iter__(self) -> Iterator[Evaluation]:
        return iter(self._evaluations)

    def selection(self, systems: Collection[str]) -> Selection:
        """Return what is known. Raises `InputError` as `checked` does, and `TypeError` for no summary."""
        wanted = frozenset(systems)
        numbers: set[int] = set()
        marks: set[str] = set()
        formats: dict[str, str] = {}
        paths: dict[str, None] = {}
        for evaluation in checked(self._evaluations):
            peers = evaluation.present(wanted)
            if not peers:
                continue
            numbers.add(len(evaluation.models))
            for source in (*evaluation.models, *peers.values(), *filter(None, [evaluation.source])):
                if not isinstance(source, File | Text):
                    raise TypeError(
                        f"evaluation {evaluation.id}: a summary must be a File or a Text, not"
                        f" {type(source).__name__}; Evaluation.of_texts makes an evaluation of texts"
                    )
                if source is not evaluation.source:
                    marks.add(source.sentence_marks)
                    if isinstance(source, File):
                        formats.setdefault(source.format, evaluation.id)
                elif isinstance(source, File) and source.format == "SIMPLE":
                    raise InputError(
                        f"evaluation {evaluation.id}: a source has words, so SIMPLE is no format of it"
                    )
                if isinstance(source, File) and source.data is None:
                    paths[source.path] = None
        corpus = Corpus(min(numbers), max(numbers), tuple(sorted(marks))) if numbers else NO_CORPUS
        return Selection(corpus, formats, paths)

    def _uses(self, systems: Container[str]) -> Counter[Any]:
        return several_uses(
            [
                key
                for key in (*models, *[key for _, key in peers])
                if isinstance(key, File) and key.data is None
            ]
            for _, models, peers in self._scored(systems)
        )


class _BesideRouge(Stream):
    """The evaluations of a stream for measures beside ROUGE, as `Stream.beside_rouge` says."""

    def __init__(self, stream: Stream, systems: Collection[str], needs_source: bool) -> None:
        self._stream = stream
        self._needs_source = needs_source
        self.systems = (*systems, *model_peers(stream.selection(systems).corpus.most_models))

    def __len__(self) -> int:
        return len(self._stream)

    def __iter__(self) -> Iterator[Evaluation]:
        kept = frozenset(self.systems)
        for evaluation in self._stream:
            if evaluation.present(kept):
                if self._needs_source and evaluation.source is None:
                    raise InputError(
                        f"evaluation {evaluation.id} has no source, which `about` needs; {SOURCE}"
                    )
                yield evaluation.beside_rouge()

    def selection(self, systems: Collection[str]) -> Selection:
        return Selection()


def several_uses(groups: Iterable[Iterable[Hashable]]) -> Counter[Any]:
    """Return the keys that stand in several groups, with the number of these groups."""
    uses = Counter(chain.from_iterable(map(frozenset, groups)))
    return Counter({key: count for key, count in uses.items() if count > 1})


@lru_cache(maxsize=4)
def places(evaluations: int, models: int, peers: int) -> dict[str, Any]:
    """Return the fields of a batch of evaluations that each have so many models and then so many peers.

    Every peer of an evaluation is of another system. The arrays are shared, so nobody may write to them.
    """
    width = models + peers
    all_of_them, starts = range(evaluations), range(0, evaluations * width, width)
    return {
        "models": array("i", (start + place for start in starts for place in range(models))),
        "model_ends": array("i", (row * models for row in range(1, evaluations + 1))),
        "peers": array("i", (start + models + place for start in starts for place in range(peers))),
        "peer_ends": array("i", range(peers, evaluations * peers + 1, peers)),
        "rows": array("i", (row + place * evaluations for row in all_of_them for place in range(peers))),
    }


Pair = tuple[Item, Item | Sequence[Item]]
"""A peer and its models: one text as a string, or several texts."""


def models_of(models: Any) -> Sequence[Item]:
    """Return the models in a text that is a string, or in a list. Raises `TypeError` for anything else."""
    if isinstance(models, str | bytes):
        return (models,)
    if not isinstance(models, Sequence):
        if hasattr(type(models), "tolist") and hasattr(type(models), "__len__"):
            return list(models)  # It is an array, as a column of lists has them.
        raise TypeError(f"models must be a string or a list of texts, not {type(models).__name__}")
    return models


def batches_of_pairs(
    pairs: Iterator[Pair], system: str, ids: Sequence[str] | None, numbers: set[int], size: int = BATCH
) -> Iterator[Batch]:
    """Yield batches of pairs, which are evaluations of one system.

    Without `ids` the evaluations are numbered from 1. The numbers of models that pairs have are added to
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
