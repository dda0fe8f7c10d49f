"""Streams of evaluations: the texts of a batch are read when the kernel is about to count them.

A list of evaluations becomes a stream once: where a program hands it over.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, tee
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

from ..errors import InputError, OptionError, some
from ..evaluation import Corpus, Evaluation, File, Numbered, Source, Text, model_peers, text_of
from ..kernel.plan import Item
from ..text.files import read_groups
from ..text.sentences import Misreading, Rewriter, as_read

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
    """The n separators of sentences in texts that are bytes: text i of an evaluation has separator i mod n.
    An empty separator separates nothing."""
    model_counts: Collection[int] = ()
    """The numbers of models of the evaluations, for batches of pairs."""
    reader: Callable[[int, int], Source] | None = None
    """Returns the summary at a place of an evaluation: with its name for notes, and its bytes."""
    misread: Mapping[tuple[int, int], Misreading] = MappingProxyType({})
    """By evaluation and place, what is wrong with the files of summaries."""
    authors: Callable[[int], Sequence[str]] = lambda evaluation: ()
    """Returns the IDs of the models of an evaluation, if they have any."""
    candidates: Sequence[str] = ()
    """The IDs of the peers, if they are candidates with the same models, which are a single evaluation."""

    def apart(self) -> Self:
        """Return candidates with the same models as evaluations with an ID each; the first has the models."""
        (models, peers), *_ = self.evaluations
        further: list[tuple[Sequence[Item], Sequence[Item]]] = [((), [peer]) for peer in peers[1:]]
        return self._replace(evaluations=[(models, peers[:1]), *further], ids=self.candidates)

    def places(self) -> Iterator[tuple[int, int]]:
        """Yield the evaluation of each text, and the text's place there."""
        for evaluation, (models, peers) in enumerate(self.evaluations):
            for place in range(len(models) + len(peers)):
                yield evaluation, place

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
        rewritten: dict[int, Item] = {}
        evaluations = []
        for number, (models, peers) in enumerate(self.evaluations):
            for place, text in enumerate((*models, *peers)):
                if id(text) not in rewritten:
                    rewritten[id(text)] = rewrite(self.in_lines(number, place))
            of_models, of_peers = ([rewritten[id(text)] for text in texts] for texts in (models, peers))
            evaluations.append((of_models, of_peers))
        return self._replace(evaluations=evaluations, separators=(b"\n",), reader=None)


def models_of(models: Any) -> Sequence[Item]:
    """Return the models in a string or a list. Raises `TypeError` for anything else."""
    if isinstance(models, str | bytes):  # Before the question to an abstract class, which takes longer.
        return (models,)
    if isinstance(models, Sequence):
        return models
    if hasattr(type(models), "tolist") and hasattr(type(models), "__len__"):
        return list(models)  # An array, as in a column of lists.
    raise TypeError(f"models must be a string or a list of texts, not {type(models).__name__}")


def batches_of_pairs(
    pairs: Iterator[Pair], system: str = "", ids: Sequence[str] | None = None, size: int = BATCH
) -> Iterator[Batch]:
    """Yield batches of pairs, which are evaluations of one system.

    Without `ids` the evaluations are numbered from 1. Raises `InputError` for a peer without a model, and
    `TypeError` for models that are no texts.
    """
    first = 1
    while chunk := list(islice(pairs, size)):
        last = first + len(chunk) - 1
        evaluations = Numbered(last, first) if ids is None else list(ids[first - 1 : last])
        peers, models_of_peers = zip(*chunk, strict=True)
        models: list[Sequence[Item]] = []
        if {str, bytes}.issuperset(map(type, models_of_peers)):
            models.extend(zip(models_of_peers, strict=True))
        else:
            try:
                models.extend(map(models_of, models_of_peers))
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


# Streams.

Loaded: TypeAlias = tuple[bytes, Item, Misreading | None]
"""The bytes of a summary, the text as the kernel takes it, and what is wrong with its file."""
_Scored: TypeAlias = tuple[Evaluation, list[str], tuple[Source, ...]]
"""An evaluation, the systems that are scored there, and its models and then their peers."""


class Survey(NamedTuple):
    """The findings of one walk over the evaluations of systems, before their texts are read."""

    corpus: Corpus = Corpus()
    """The traits of the evaluations that have one of the systems."""
    formats: Mapping[str, str] = MappingProxyType({})
    """The formats of the files, each with its first evaluation. A stream that has read its files has none."""
    paths: Iterable[str] = ()
    """The paths of the files, each once for each of its formats; they can be walked once."""
    missing: Mapping[str, Sequence[str]] = MappingProxyType({})
    """By system that lacks summaries, the evaluations in which it has none."""
    without_models: str | None = None
    """The ID of the first evaluation without a model; None if each has a model, or none has any."""


def checked(evaluations: Iterable[Evaluation]) -> Iterator[Evaluation]:
    """Yield the evaluations; raise `InputError` for a repeated ID, and for neither models nor a source."""
    seen: set[str] = set()
    for evaluation in evaluations:
        if evaluation.id in seen:
            raise InputError(f"evaluation {evaluation.id} is there twice; give each its own ID")
        seen.add(evaluation.id)
        if not evaluation.models and evaluation.source is None:
            raise InputError(f"evaluation {evaluation.id} has no model; give it at least one")
        yield evaluation


NO_SUMMARY = Text((), "")
"""The empty summary in place of a missing one: notes do not name it, and it still counts as missing."""


class Stream:
    """Evaluations whose texts are read while they are scored; they can be walked any number of times.

    This class holds objects, from a list or made on demand. Readers of many texts in a file hold less.
    """

    systems: tuple[str, ...]
    """The systems in the order in which they first appear."""
    is_listed = False
    """True for the evaluations of a list, which are not made anew in each walk."""
    waits_for_files = False
    """True where every text is in a file of its own: reading a batch then takes as long as counting it."""
    notes: tuple[str, ...] = ()
    """Notes for the user on the content of the files."""
    passed_over: Sequence[str] = ()
    """The notes on files and evaluations that are passed over; they are among `notes`."""
    absent: tuple[str, ...] = ()
    """The systems whose files are all passed over, so that none of their summaries is scored."""
    other_roots: Mapping[str, str] = MappingProxyType({})
    """By relative root, a folder of the same name beside the configuration, which is not read."""
    repeated: Sequence[tuple[str, str]] = ()
    """The elements of a configuration that stand twice: EVAL, PART, PEER or MODEL, and a sentence on both."""

    def __init__(self, walk: Callable[[], Iterator[Evaluation]], systems: tuple[str, ...], size: int) -> None:
        """`walk` begins a walk over the evaluations."""
        self.systems = systems
        self._begin_walk, self._size = walk, size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Evaluation]:
        return self._begin_walk()

    def survey(self, systems: Collection[str]) -> Survey:
        """Walk over all evaluations, and return what a run of these systems needs to know.

        Raises the errors of `checked`, and `TypeError` for what is no summary.
        """
        wanted = frozenset(systems)
        numbers: set[int] = set()
        marks: set[str] = set()
        formats: dict[str, str] = {}
        paths: dict[str, None] = {}
        missing: dict[str, list[str]] = {}
        without_models = None
        for evaluation in checked(self):
            peers = present = evaluation.present(wanted)
            if NO_SUMMARY in present.values():
                peers = {system: peer for system, peer in present.items() if peer != NO_SUMMARY}
            for system in wanted.difference(peers) if len(peers) < len(wanted) else ():
                missing.setdefault(system, []).append(evaluation.id)
            if not present:
                continue
            numbers.add(len(evaluation.models))
            if without_models is None and not evaluation.models:
                without_models = evaluation.id
            if isinstance(evaluation.source, File):
                if evaluation.source.format == "SIMPLE":
                    raise InputError(
                        f"evaluation {evaluation.id}: a source has words, so SIMPLE is no format of it"
                    )
                if evaluation.source.data is None:
                    paths[evaluation.source.path] = None
            for one in (*evaluation.models, *peers.values()):
                if isinstance(one, File):
                    formats.setdefault(one.format, evaluation.id)
                    if one.data is None:
                        paths[one.path] = None
                elif isinstance(one, Text):
                    marks.add(one.sentence_marks)
                else:
                    raise TypeError(
                        f"evaluation {evaluation.id}: a summary must be a File or a Text, not"
                        f" {type(one).__name__}; Evaluation.of_texts makes an evaluation of texts"
                    )
        marks.update(formats)
        return Survey(Corpus.of(numbers, marks), formats, paths, missing, without_models)

    def beside_rouge(self, systems: Collection[str], *, needs_source: bool) -> "Stream":
        """Return the evaluations that have one of the systems, for measures beside ROUGE.

        Their sources are their models, and their models are peers. Reading them raises `InputError` for an
        evaluation without a source that needs one.
        """
        models = model_peers(self.survey(systems).corpus.most_models)

        def walk() -> Iterator[Evaluation]:
            for evaluation in self:
                if evaluation.present(systems):
                    if needs_source and evaluation.source is None:
                        raise InputError(
                            "evaluation %s has no source, which `about` needs; give it one, or measures of"
                            " the summary alone: repeated-N, length, sentences",
                            evaluation.id,
                        )
                    yield evaluation.beside_rouge()

        return Stream(walk, (*systems, *models), len(self))

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        """Yield batches of at most `size` evaluations that have one of the systems.

        A text that several evaluations use is read once, and kept from the first to the last of them. Raises
        `InputError` for files that cannot be read.
        """
        last = self._last_uses(systems)
        asked: set[Source] = set()

        def plan(batch: list[_Scored]) -> tuple[list[_Scored], list[Source], list[str]]:
            """Return a batch, its summaries that no earlier batch has asked for, and the paths of these."""
            summaries = dict.fromkeys(chain.from_iterable(summaries for _, _, summaries in batch))
            new = [source for source in summaries if source not in asked]
            asked.update(last.keys() & new)
            return batch, new, [one.path for one in new if isinstance(one, File) and one.data is None]

        scored = self._scored(systems)
        plans, ahead = tee(map(plan, iter(lambda: list(islice(scored, size)), [])))
        done = 0
        kept: dict[Source, Loaded] = {}
        for (batch, new, _), data in zip(plans, read_groups(paths for *_, paths in ahead), strict=True):
            unread = iter(data)
            texts = kept | {
                one: (b"", one.sentences, None)
                if isinstance(one, Text)
                else as_read(next(unread) if one.data is None else one.data, one.format)
                for one in new
            }
            yield _batch(batch, texts)
            done += len(batch)
            kept = {one: texts[one] for one in last.keys() & texts if last[one] >= done}

    def _scored(self, systems: Container[str]) -> Iterator[_Scored]:
        for evaluation in self:
            if peers := evaluation.present(systems):
                yield evaluation, list(peers), (*evaluation.models, *peers.values())

    def _last_uses(self, systems: Container[str]) -> dict[Source, int]:
        """Return the files that several evaluations use, each with the place of the last of them."""
        seen: set[Source] = set()
        last: dict[Source, int] = {}
        for place, (_, _, summaries) in enumerate(self._scored(systems) if self.is_listed else ()):
            files = {one for one in summaries if isinstance(one, File)}
            last.update(dict.fromkeys(seen & files, place))
            seen |= files
        return last


def _batch(scored: Sequence[_Scored], texts: Mapping[Source, Loaded]) -> Batch:
    is_any_misread = any(found for _, _, found in texts.values())

    def summary(number: int, place: int) -> Source:
        source = scored[number][2][place]
        return source._replace(data=texts[source][0]) if isinstance(source, File) else source

    pairs: list[tuple[list[Item], list[Item]]] = []
    for evaluation, _, summaries in scored:
        items = [texts[source][1] for source in summaries]
        pairs.append((items[: len(evaluation.models)], items[len(evaluation.models) :]))
    return Batch(
        pairs,
        [evaluation.id for evaluation, _, _ in scored],
        [system for _, systems, _ in scored for system in systems],
        reader=summary,
        misread={
            (number, place): found
            for number, (_, _, summaries) in enumerate(scored if is_any_misread else ())
            for place, source in enumerate(summaries)
            if (found := texts[source][2])
        },
        authors=lambda number: scored[number][0].model_ids,
    )


Evaluations: TypeAlias = Collection[Evaluation] | Stream


class Listed(list[Evaluation]):
    """The evaluations of a stream in a list, with the notes and the absent systems of its reader."""

    def __init__(self, stream: Stream, evaluations: Iterable[Evaluation] | None = None) -> None:
        super().__init__(stream if evaluations is None else evaluations)
        self.notes, self.absent = stream.notes, stream.absent


def stream_of(evaluations: Iterable[Evaluation] | Stream) -> Stream:
    """Return evaluations as a stream."""
    if isinstance(evaluations, Stream):
        return evaluations
    listed = list(evaluations)
    systems = tuple(dict.fromkeys(system for one in listed for system in one.peers))
    stream = Stream(listed.__iter__, systems, len(listed))
    stream.is_listed = True
    if isinstance(evaluations, Listed):
        stream.notes = evaluations.notes
        stream.absent = tuple(name for name in evaluations.absent if name not in systems)
    return stream


def stream_of_files(listed: list[Evaluation], sources: str | None = None) -> Stream:
    """Return evaluations of files as a stream.

    `sources` is the path of their sources, with `{eval}` in place of the ID of an evaluation. Raises
    `OptionError` for a path without it.
    """
    if sources is not None:
        if "{eval}" not in sources:
            raise OptionError("`source`: %r must have {eval}, for the ID of the evaluation", sources)
        listed = [one._replace(source=File(sources.replace("{eval}", one.id), "SPL")) for one in listed]
    stream = stream_of(listed)
    stream.waits_for_files = True
    return stream


def with_empty_summaries(stream: Stream) -> Stream:
    """Return a stream with an empty summary wherever a system, even an absent one, has none."""
    systems = (*stream.systems, *stream.absent)
    if not stream.survey(systems).missing:
        return stream
    empty: dict[str, Source] = dict.fromkeys(systems, NO_SUMMARY)

    def walk() -> Iterator[Evaluation]:
        return (one._replace(peers=empty | one.present(empty)) for one in stream)

    filled = Stream(walk, systems, len(stream))
    filled.notes, filled.other_roots = stream.notes, stream.other_roots
    return filled


def chosen_systems(stream: Stream, systems: str | Iterable[str] | None) -> list[str]:
    """Return the IDs of the systems to score, by default all. Raises `InputError` for an unknown ID."""
    known = list(stream.systems)
    if systems is None:
        return known
    if isinstance(systems, bytes | bytearray) or not isinstance(systems, Iterable):
        raise TypeError(f"systems must be an ID or several, not {type(systems).__name__}")
    chosen = list(dict.fromkeys([systems] if isinstance(systems, str) else systems))
    for system in chosen:
        if not isinstance(system, str):
            raise TypeError(f"IDs of systems must be strings, not {system!r}")
        if system not in known:
            raise InputError(f"no evaluation has a system {system!r}; there are: {some(sorted(known))}")
    return chosen
