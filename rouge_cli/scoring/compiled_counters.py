"""The counter of the compiled kernel: all measures of a batch in one call, by the plan of the profile."""

from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise, starmap
from struct import Struct
from typing import TYPE_CHECKING

from .. import kernel
from ..inputs.streams import Batch
from ..kernel.plan import Integers, Item, Plan
from ..measures.scores import AnyColumns, Columns, CountColumns
from ..profiles.profile import Profile
from ..text.readings import WordLists
from ..text.sentences import FULL_STOP
from .counters import Counted, Counter, Facing, Wanted
from .prepared import Block, Cells, Duplicate, Prepared

if TYPE_CHECKING:
    from ..kernel import compiled


class CompiledCounter(Counter):
    """Counts by the compiled kernel."""

    uses_threads = True

    def __init__(self, profile: Profile, plan: Plan, lists: WordLists) -> None:
        super().__init__(profile, lists)
        rules = profile.rules  # A language may need a function for the tokens of pieces.
        functions = [rules.words(lists.exceptions).of_pieces] if rules and rules.needs_words else []
        self._kernel = kernel.body.BatchCounter(
            plan.numbers(), lists.stop_words, lists.exceptions, *functions
        )
        self._ends_at_stops = profile.rouge.sentences == "full_stops"
        self._empty = [measure.columns() for measure in profile.measures]
        self._row = Struct("".join(map(_codes, self._empty)))
        ends = [0, *accumulate(len(empty) + 3 for empty in self._empty)]
        self._slices = list(starmap(slice, pairwise(ends)))

    def count_once(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        texts, separators = batch.texts, batch.separators
        if self._ends_at_stops and _UNSEPARATED.issuperset(separators) and _are_strings(texts):
            separators = _FULL_STOPS
        elif self._rewrite:
            rewritten = batch.rewritten(self._rewrite)
            texts, separators = rewritten.texts, rewritten.separators
        try:
            places = batch.models, batch.model_ends, batch.peers, batch.peer_ends, batch.rows
            block, traits, words = self._kernel.count(texts, *places, stop, separators)
        except OverflowError:  # Doubles may not hold all whole numbers.
            return super().count_once(batch)
        columns = [Columns.empty(measure.columns()) for measure in self._profile.measures]
        memory, size, start = memoryview(block), 8 * len(batch.peers), 0
        for one in columns:
            for place, column in enumerate((*one.counts, *one.figures)):
                part = memory[start : start + size]
                start += size
                if isinstance(column, array):
                    column.frombytes(part)
                else:  # Weights of runs are doubles, as are their sums; powers of whole numbers are whole.
                    column.extend(part.cast("d") if place == _HIT else map(int, part.cast("d")))
        return Counted(columns, traits, array("q", words))

    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        if self._jackknife:
            return super().score(texts)
        models = len(texts) - 1
        rewritten, separators = texts, _LINES
        if self._ends_at_stops and _are_strings(texts):
            separators = _FULL_STOPS
        elif self._rewrite:
            rewritten = [self._rewrite(text) for text in texts]
        try:
            places = _PAIR if models == 1 else _single(models)
            block, *_ = self._kernel.count(rewritten, *places, None, separators)
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
        self, model: Sequence[str], document: Sequence[str], measures: Sequence[int], most: int
    ) -> tuple[list[int], float] | None:
        if self._rewrite or self._profile.options.is_limited:
            return None  # What is split or cut depends on the whole extract.
        try:
            found, value = self._kernel.extract(
                (model, document), bytes(measures), min(most, len(document)), False
            )
        except OverflowError:
            return None
        return array("i", found).tolist(), value


_HIT = CountColumns._fields.index("hit")
_PAIRS = Struct("iid")
"""A peer, a model and a figure, as the kernel packs them."""


def _tile(block: Block, texts: Facing, figure: Wanted) -> "compiled.Tile":
    """Return the kernel's description of a block of two lists of texts."""
    peers, models = block
    arrays = texts.peers.arrays(), texts.models.arrays(), texts.kinds
    return (*arrays, peers.start, peers.stop, models.start, models.stop, *figure, texts.stop)


def _codes(counts: AnyColumns) -> str:
    """Return the codes, as `struct` has them, of the counts and figures of a measure."""
    return "".join(column.typecode if isinstance(column, array) else "d" for column in counts) + "ddd"


def _single(models: int) -> tuple[Integers, Integers, Integers, Integers, Integers]:
    """Return the kernel's places of one peer behind its models."""
    ends = array("i", [models])
    return array("i", range(models)), ends, ends, array("i", [1]), array("i", [0])


_PAIR = _single(1)
_LINES = (b"\n",)
_FULL_STOPS = (FULL_STOP.encode(),)
_UNSEPARATED = frozenset((b"", *_LINES))
"""Separators whose place full stops can take: the kernel then finds the sentences itself."""


def _are_strings(texts: Sequence[Item]) -> bool:
    """Return whether no text is given in sentences."""
    return {str, bytes}.issuperset(map(type, texts))
