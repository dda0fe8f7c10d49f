"""The counter of the compiled kernel: all measures of a batch in one call, by the plan of the profile."""

from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise, starmap
from struct import Struct
from typing import Any

from .. import kernel
from ..inputs.streams import Batch
from ..kernel.plan import Integers, Item, Plan
from ..measures.scores import AnyColumns, Columns, Figures
from ..profiles.profile import Profile
from ..text.readings import WordLists
from ..text.sentences import FULL_STOP
from .counters import Counted, Counter, DefinedCounter, Facing, Wanted
from .prepared import Block, Cells, Pair, Prepared


class CompiledCounter(Counter):
    """Counts by the compiled kernel."""

    uses_threads = True

    def __init__(self, profile: Profile, plan: Plan, lists: WordLists) -> None:
        super().__init__(profile, lists)
        self._kernel = _kernel_of(profile, plan, lists)
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
            block, traits, words = self._kernel.count(
                texts,
                batch.models,
                batch.model_ends,
                batch.peers,
                batch.peer_ends,
                batch.rows,
                stop,
                separators,
            )
        except OverflowError:  # Doubles may not hold all whole numbers.
            return self._definition.count_once(batch)
        columns = _Columns(block, len(batch.peers))
        return Counted(
            columns=[columns.next(measure.columns()) for measure in self._profile.measures],
            traits=traits,
            words=array("q", words),
        )

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
            return self._definition.score(texts)
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
            self._kernel.tile(*_tile(block, texts, figure), matrix, is_mirrored, texts.stop)
        except OverflowError:
            self._definition.fill(matrix, block, texts, figure, is_mirrored=is_mirrored)

    def pairs(
        self, block: Block, texts: Facing, figure: Wanted, at_least: float, *, later: bool
    ) -> list[Pair]:
        try:
            found = self._kernel.pairs(*_tile(block, texts, figure), at_least, later, texts.stop)
        except OverflowError:
            return self._definition.pairs(block, texts, figure, at_least, later=later)
        return list(starmap(Pair, _PAIRS.iter_unpack(found)))

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

    @property
    def _definition(self) -> Counter:
        return DefinedCounter(self._profile, self._lists)


def _kernel_of(profile: Profile, plan: Plan, lists: WordLists) -> "kernel.body.BatchCounter":
    """Return the kernel's counter, with a function for the tokens of pieces if a language needs one."""
    rules = profile.rules
    if rules is None or not rules.needs_words:
        return kernel.body.BatchCounter(plan.numbers(), lists.stop_words, lists.exceptions)
    words = rules.words(lists.exceptions)
    return kernel.body.BatchCounter(plan.numbers(), lists.stop_words, lists.exceptions, words.of_pieces)


_PAIRS = Struct("iid")
"""A peer, a model and a figure, as the kernel packs them."""
_Arrays = tuple[Integers, Integers, Integers]
_Tile = tuple[_Arrays, _Arrays, int, int, int, int, int, int, int]


def _tile(block: Block, texts: Facing, figure: Wanted) -> _Tile:
    """Return the arguments of the kernel for a block of two lists of texts."""
    peers, models = block
    arrays = texts.peers.arrays(), texts.models.arrays(), texts.kinds
    return (*arrays, peers.start, peers.stop, models.start, models.stop, *figure)


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


class _Columns:
    """The memory that the kernel returns: one column after the other, eight bytes a row."""

    def __init__(self, block: bytes, rows: int) -> None:
        self._memory = memoryview(block)
        self._size = 8 * rows
        self._start = 0

    def next(self, counts: AnyColumns) -> Columns:
        """Return the columns of the next measure, with counts of the types of these empty ones."""
        return Columns(
            type(counts)(*(self._filled(column, name) for name, column in counts._asdict().items())),
            Figures(self._filled(array("d")), self._filled(array("d")), self._filled(array("d"))),
        )

    def _filled(self, column: Any, name: str = "") -> Any:
        memory = self._memory[self._start : self._start + self._size]
        self._start += self._size
        if isinstance(column, array):
            column.frombytes(memory)
            return column
        # Weights of runs are doubles, as are their sums; powers of whole numbers are whole.
        doubles = memory.cast("d")
        return doubles.tolist() if name == "hit" else list(map(int, doubles))
