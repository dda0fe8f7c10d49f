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
from .counters import Counted, Counter, DefinedCounter, rewriter


class CompiledCounter(Counter):
    """Counts by the compiled kernel."""

    uses_threads = True

    def __init__(self, profile: Profile, plan: Plan, lists: WordLists) -> None:
        self._profile = profile
        self._lists = lists
        self._kernel = _kernel_of(profile, plan, lists)
        self._rewrite = rewriter(profile)
        self._empty = [measure.columns() for measure in profile.measures]
        self._row = Struct("".join(map(_codes, self._empty)))
        ends = [0, *accumulate(len(empty) + 3 for empty in self._empty)]
        self._slices = list(starmap(slice, pairwise(ends)))

    def count(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        texts, separators = batch.texts, batch.separators
        if self._rewrite:
            rewritten = batch.rewritten(self._rewrite)
            texts, separators = rewritten.texts, rewritten.separators
        try:
            block, traits = self._kernel.count(
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
            return self._definition.count(batch)
        columns = _Columns(block, len(batch.peers))
        return Counted(
            columns=[columns.next(measure.columns()) for measure in self._profile.measures], traits=traits
        )

    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        models = len(texts) - 1
        rewritten = [self._rewrite(text) for text in texts] if self._rewrite else texts
        try:
            block, _ = self._kernel.count(rewritten, *_PAIR if models == 1 else _single(models))
        except OverflowError:
            return self._definition.score(texts)
        numbers = self._row.unpack(block)
        rows = [numbers[columns] for columns in self._slices]
        for place, empty in enumerate(self._empty):
            if isinstance(empty.hit, list):
                rows[place] = (*map(int, rows[place][:2]), *rows[place][2:])
        return rows

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


def _codes(counts: AnyColumns) -> str:
    """Return the codes, as `struct` has them, of the counts and figures of a measure."""
    return "".join(column.typecode if isinstance(column, array) else "d" for column in counts) + "ddd"


def _single(models: int) -> tuple[Integers, Integers, Integers, Integers, Integers]:
    """Return the kernel's places of one peer behind its models."""
    ends = array("i", [models])
    return array("i", range(models)), ends, ends, array("i", [1]), array("i", [0])


_PAIR = _single(1)


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
