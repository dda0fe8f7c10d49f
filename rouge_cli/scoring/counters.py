"""Batches -> counts and figures, by the definition or by the compiled kernel; means over sets of models."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise, product, starmap
from struct import Struct
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from .. import kernel
from ..evaluation import Source, jackknife_sets, text_of
from ..inputs.batches import Batch
from ..kernel.plan import Integers, Item, Plan
from ..kernel.python.words import Vocabulary
from ..measures.base import Measure, Texts
from ..measures.scores import DECIMALS, AnyColumns, Columns, CountColumns, Row, added
from ..profiles.profile import Profile
from ..text.documents import Read, read_documents
from ..text.sentences import FULL_STOP, sentences_in
from ..text.word_lists import WordLists
from .prepared import Block, Cells, Duplicate, Prepared, distinct_readings, places_of

if TYPE_CHECKING:
    from ..kernel import compiled


class Counted(NamedTuple):
    """The counts and figures of a batch."""

    columns: list[Columns]
    """By measure, with a row for each peer of each evaluation."""
    traits: bytes
    """The traits of each text of each evaluation, models before peers, as in `kernel.plan`."""
    words: Integers
    """For each of these texts, the number of its words and of its split words, as in `Traits`."""
    empty_elements: Sequence[int] = ()
    """The places of texts without basic elements among these texts."""


class Facing(NamedTuple):
    """Prepared peers and models whose tokens have the numbers of one vocabulary."""

    peers: Prepared
    models: Prepared
    kinds: int
    """The number of kinds of tokens."""
    stop: bytearray | None = None
    """Another thread sets the first byte to end the call."""


class Wanted(NamedTuple):
    """A figure of a measure: the place of the measure in the profile, and the place in `FIGURE_NAMES`."""

    measure: int
    figure: int


class Counter:
    """Counts batches by the definition of a profile, which the compiled kernel agrees with.

    Several threads may use one counter at once. The jackknife counts each evaluation with every set of its
    models that lacks one author, and takes means. ROUGE's working note, section 2.1: with N models a score is
    the mean of the scores against the N sets of N - 1 models. ROUGE took these means in all versions up to
    1.2; since 1.4 the configuration lists the sets. Here all evaluations weigh alike, however many sets they
    have, and evaluations are resampled, not sets. A figure is the rounded mean of rounded figures; counts are
    summed. Prepared texts have a single model, and so a single set.
    """

    uses_threads = False
    """True where several threads get more done than one."""

    def __init__(self, profile: Profile, lists: WordLists) -> None:
        """Count by a profile and its word lists."""
        self._profile = profile
        self._lists = lists
        self._has_sets = profile.options.jackknife or profile.averages_models
        self._rewrite = split = profile.splitter()
        # The kernel knows no limits in characters. Basic elements are not cut.
        limit = None if profile.rules is None or profile.options.basic_elements else profile.limit
        if limit is not None and limit.between_characters is not None:
            self._rewrite = lambda text: limit.cut(sentences_in(split(text) if split else text))[0]
        self._distinct = distinct_readings(profile)
        self._of_process: _OfProcess | None = None

    def count(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        """Return the counts of a batch; another thread sets the first byte of `stop` to end the call."""
        if not self._has_sets:
            return self.count_once(batch, stop)
        if not _UNSEPARATED.issuperset(batch.separators):  # Sets put texts elsewhere in their evaluations.
            batch = batch.rewritten(lambda text: text)._replace(reader=batch.reader)
        each = self._profile.averages_models
        with_sets, rows = _with_sets(batch, each)
        counted = self.count_once(with_sets, stop)
        by_measure = zip(self._profile.measures, counted.columns, strict=True)
        mean = self._profile.mean if each else _rounded_mean
        place_of = {id(text): place for place, text in enumerate(_texts(with_sets))}
        places = [place_of[id(text)] for text in _texts(batch)]
        empty = frozenset(counted.empty_elements)
        return Counted(
            [_means(measure, columns, rows, mean) for measure, columns in by_measure],
            bytes([counted.traits[place] for place in places]),
            array("q", chain.from_iterable(counted.words[2 * place : 2 * place + 2] for place in places)),
            [number for number, place in enumerate(places) if place in empty],
        )

    def count_once(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        """Return the counts of a batch without means over sets of models."""
        if self._rewrite:
            batch = batch.rewritten(self._rewrite)
        measures, of_process = self._profile.measures, self._vocabulary()
        readings = self._profile.readings
        read: dict[int, Read] = {}
        texts = list(_texts(batch))
        with of_process.lock:
            for text, place in zip(texts, batch.places(), strict=True):
                if id(text) not in read:
                    read[id(text)] = read_documents(batch.summary(*place), readings, of_process.vocabulary)
        rows: list[list[Row]] = [[] for _ in measures]
        for evaluation in batch.evaluations:
            documents = {
                (of_model, of_peer): Texts(
                    *(
                        [read[id(text)].documents[reading] for text in side]
                        for side, reading in zip(evaluation, (of_model, of_peer), strict=True)
                    )
                )
                for of_model, of_peer in dict.fromkeys(measure.readings for measure in measures)
            }
            for measure, of_measure in zip(measures, rows, strict=True):
                of_measure += self._profile.combine(measure, documents[measure.readings])
        return _counted(list(map(_columns, measures, rows)), [read[id(text)] for text in texts])

    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        """Return by measure the counts and figures of the last text, whose models are the other texts."""
        columns = self.count(Batch([(texts[:-1], texts[-1:])], ("",), [])).columns
        return [[column[0] for column in (*one.counts, *one.figures)] for one in columns]

    def read(self, texts: Sequence[Item], prepared: Prepared) -> Counted:
        """Append texts to prepared ones, and return their traits and words, without columns."""
        sources = [text_of(self._rewrite(text) if self._rewrite else text) for text in texts]
        of_process = self._vocabulary()
        own, pool = of_process.vocabulary, prepared.pool
        with of_process.lock:
            read = [read_documents(source, self._distinct, own) for source in sources]
        tokens, ends = array("i"), array("i")
        with pool.lock:
            documents = (one.documents[reading] for one in read for reading in self._distinct)
            places = places_of(documents, tokens, ends, (len(pool.tokens), len(pool.ends)))
            vocabulary = pool.vocabulary
            for place, token in enumerate(tokens):
                tokens[place] = vocabulary.setdefault(own.name(token), len(vocabulary))
            prepared.add(tokens, ends, places)
        return _counted([], read)

    def fill(self, matrix: Cells, block: Block, texts: Facing, figure: Wanted, *, is_mirrored: bool) -> None:
        """Write the figures of a block to a matrix, and to the opposite cells if it `is_mirrored`."""
        columns = len(texts.models)
        for peer, model, value in self._figures(block, texts, figure):
            matrix[peer * columns + model] = value
            if is_mirrored:
                matrix[model * columns + peer] = value

    def pairs(
        self, block: Block, texts: Facing, figure: Wanted, at_least: float, *, later: bool
    ) -> list[Duplicate]:
        """Return the pairs of a block whose figure is at least `at_least`, in any order.

        With `later`, peers and models are the same texts, and each peer is paired with later models alone.
        """
        return [
            pair
            for pair in self._figures(block, texts, figure)
            if pair.figure >= at_least and not (later and pair.second <= pair.first)
        ]

    def extract(
        self, models: Sequence[Sequence[str]], document: Sequence[str], measures: Sequence[int], most: int
    ) -> tuple[list[int], float] | None:
        """Return the sentences of a document that score best with models, and the sum of F by the measures.

        The search is greedy, and the sentences stand in order. None: the caller must score whole extracts.
        """
        return None

    def _figures(self, block: Block, texts: Facing, figure: Wanted) -> Iterator[Duplicate]:
        """Yield all pairs of a block."""
        measure = self._profile.measures[figure.measure]
        models, peers = (
            [prepared.document(text, place, whole=reading.whole) for text in places]
            for prepared, places, reading in (
                (texts.models, block.models, measure.model_reading),
                (texts.peers, block.peers, measure.peer_reading),
            )
            for place in [self._distinct.index(reading._replace(whole=False))]
        )
        for (row, peer), (column, model) in product(
            zip(block.peers, peers, strict=True), zip(block.models, models, strict=True)
        ):
            (combined,) = self._profile.combine(measure, Texts([model], [peer]))
            yield Duplicate(row, column, combined.figures[figure.figure])

    def _vocabulary(self) -> _OfProcess:
        """Return the vocabulary of this process, which may have been forked while a thread held the lock."""
        if self._of_process is None or self._of_process.process != os.getpid():
            self._of_process = _OfProcess(os.getpid(), self._profile.vocabulary(self._lists), Lock())
        return self._of_process


class _OfProcess(NamedTuple):
    """A vocabulary in Python, which one thread at a time may use."""

    process: int
    vocabulary: Vocabulary
    lock: Lock


def _counted(columns: list[Columns], read: Sequence[Read]) -> Counted:
    """Return columns with the traits of the texts."""
    return Counted(
        columns,
        traits=bytes(one.traits.flags for one in read),
        words=array("q", [number for one in read for number in one.traits[1:]]),
        empty_elements=[
            place for place, one in enumerate(read) if any(reading.elements for reading in one.empty)
        ],
    )


def _columns(measure: Measure, rows: Sequence[Row]) -> Columns:
    columns = Columns.empty(measure.columns())
    for counts, figures in rows:
        for column, value in zip((*columns.counts, *columns.figures), (*counts, *figures), strict=True):
            column.append(value)
    return columns


def _with_sets(batch: Batch, each: bool) -> tuple[Batch, list[range]]:
    """Return the batch with each evaluation repeated for each set of its models, and by row its new rows.

    With `each`, every model is a set; otherwise each set lacks one author.
    """
    evaluations: list[tuple[Sequence[Item], Sequence[Item]]] = []
    rows: list[range] = []
    start = 0
    for place, (models, peers) in enumerate(batch.evaluations):
        numbers = range(len(models))
        sets = zip(numbers) if each else jackknife_sets(batch.authors(place) or numbers).values()
        kept = [([models[model] for model in of_set], peers) for of_set in sets]
        evaluations += kept
        end = start + len(kept) * len(peers)
        rows += [range(start + peer, end, len(peers)) for peer in range(len(peers))]
        start = end
    first = dict(zip(map(id, _texts(batch)), batch.places(), strict=True))

    def summary(evaluation: int, place: int) -> Source:
        of_models, of_peers = evaluations[evaluation]
        return batch.summary(*first[id((*of_models, *of_peers)[place])])

    return batch._replace(evaluations=evaluations, reader=summary), rows


def _texts(batch: Batch) -> Iterator[Item]:
    """Yield the texts of all evaluations, models before peers."""
    return chain.from_iterable(chain.from_iterable(batch.evaluations))


def _rounded_mean(figures: Sequence[float]) -> float:
    return round(added(figures) / len(figures), DECIMALS)


def _means(
    measure: Measure, columns: Columns, rows: Sequence[range], mean: Callable[[Sequence[float]], float]
) -> Columns:
    """Return the sums of counts and the means of figures over the sets of each row."""
    means = Columns.empty(measure.columns())
    for sums, column in zip(means.counts, columns.counts, strict=True):
        for of_sets in rows:
            sums.append(added([column[row] for row in of_sets]))  # type: ignore[arg-type]  # Both columns have one type.
    for of_rows, figures in zip(means.figures, columns.figures, strict=True):
        for of_sets in rows:
            of_rows.append(mean([figures[row] for row in of_sets]))
    return means


class CompiledCounter(Counter):
    """Counts by the compiled kernel."""

    uses_threads = True

    def __init__(self, profile: Profile, plan: Plan, lists: WordLists) -> None:
        super().__init__(profile, lists)
        rules = profile.rules  # Some languages need a function for the tokens of pieces.
        functions = [rules.pieces(lists.exceptions)] if rules and rules.needs_words else []
        self._kernel = kernel.body.BatchCounter(
            plan.numbers(), lists.stop_words, lists.exceptions, *functions
        )
        self._ends_at_stops = profile.rouge.sentences == "full_stops"
        self._empty = [measure.columns() for measure in profile.measures]
        self._row = Struct("".join(map(_codes, self._empty)))
        ends = [0, *accumulate(len(empty) + 3 for empty in self._empty)]
        self._slices = list(starmap(slice, pairwise(ends)))

    def count_once(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        evaluations, separators = batch.evaluations, batch.separators
        if self._ends_at_stops and _UNSEPARATED.issuperset(separators) and _are_strings(_texts(batch)):
            separators = _FULL_STOPS
        elif self._rewrite:
            evaluations, separators = batch.rewritten(self._rewrite).evaluations, _LINES
        try:
            block, traits, words = self._kernel.count(evaluations, stop, separators)
        except OverflowError:  # Doubles may not hold all whole numbers.
            return super().count_once(batch)
        columns = [Columns.empty(measure.columns()) for measure in self._profile.measures]
        memory, start = memoryview(block), 0
        size = len(block) // max(sum(len(one.counts) + len(one.figures) for one in columns), 1)
        for one in columns:
            for place, column in enumerate((*one.counts, *one.figures)):
                part = memory[start : start + size]
                start += size
                if isinstance(column, array):
                    column.frombytes(part)
                else:  # Weights of runs and their sums are doubles; powers of whole numbers are whole.
                    column.extend(part.cast("d") if place == _HIT else map(int, part.cast("d")))
        return Counted(columns, traits, array("q", words))

    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        if self._has_sets and len(texts) != 2:
            return super().score(texts)
        rewritten, separators = texts, _LINES
        if self._ends_at_stops and _are_strings(texts):
            separators = _FULL_STOPS
        elif self._rewrite:
            rewritten = [self._rewrite(text) for text in texts]
        try:
            block, *_ = self._kernel.count(((rewritten[:-1], rewritten[-1:]),), None, separators)
        except OverflowError:
            return super().score(texts)
        numbers = self._row.unpack(block)
        rows = [numbers[columns] for columns in self._slices]
        for place, empty in enumerate(self._empty):
            if isinstance(empty.hit, list):
                rows[place] = (*map(int, rows[place][:2]), *rows[place][2:])
        return rows

    def read(self, texts: Sequence[Item], prepared: Prepared) -> Counted:
        pool = prepared.pool
        rewritten = [self._rewrite(text) for text in texts] if self._rewrite else texts
        with pool.lock:
            tokens, ends, places, traits, words = self._kernel.read(
                rewritten, pool.vocabulary, len(pool.tokens), len(pool.ends)
            )
            prepared.add(array("i", tokens), array("i", ends), array("q", places))
        return Counted([], traits, array("q", words))

    def fill(self, matrix: Cells, block: Block, texts: Facing, figure: Wanted, *, is_mirrored: bool) -> None:
        try:
            self._kernel.tile(_tile(block, texts, figure), matrix, is_mirrored)
        except OverflowError:
            super().fill(matrix, block, texts, figure, is_mirrored=is_mirrored)

    def pairs(
        self, block: Block, texts: Facing, figure: Wanted, at_least: float, *, later: bool
    ) -> list[Duplicate]:
        try:
            found = self._kernel.pairs(_tile(block, texts, figure), at_least, later)
        except OverflowError:
            return super().pairs(block, texts, figure, at_least, later=later)
        return list(starmap(Duplicate, _PAIRS.iter_unpack(found)))

    def extract(
        self, models: Sequence[Sequence[str]], document: Sequence[str], measures: Sequence[int], most: int
    ) -> tuple[list[int], float] | None:
        if self._rewrite or self._profile.options.is_limited or (self._has_sets and len(models) > 1):
            return None  # Splits and cuts depend on the whole extract, and the jackknife on all models.
        try:
            found, value = self._kernel.extract(
                (*models, document), bytes(measures), min(most, len(document)), False
            )
        except OverflowError:
            return None
        return array("i", found).tolist(), value


_HIT = CountColumns._fields.index("hit")
_PAIRS = Struct("iid")
"""A peer, a model and a figure, as the kernel packs them."""


def _tile(block: Block, texts: Facing, figure: Wanted) -> compiled.Tile:
    """Return the kernel's description of a block of two lists of texts."""
    peers, models = block
    arrays = texts.peers.arrays(), texts.models.arrays(), texts.kinds
    return (*arrays, peers.start, peers.stop, models.start, models.stop, *figure, texts.stop)


def _codes(counts: AnyColumns) -> str:
    """Return the codes of `struct` for the counts and figures of a measure."""
    return "".join(column.typecode if isinstance(column, array) else "d" for column in counts) + "ddd"


_LINES = (b"\n",)
_FULL_STOPS = (FULL_STOP.encode(),)
_UNSEPARATED = frozenset((b"", *_LINES))
"""Separators whose place full stops can take: the kernel then finds the sentences itself."""


def _are_strings(texts: Iterable[Item]) -> bool:
    """Return True if no text is a list of sentences."""
    return {str, bytes}.issuperset(map(type, texts))
