"""Batches -> counts and figures, by the compiled kernel or by the definition.

The compiled kernel does all of it in one call for a batch, by a plan that the profile makes.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, starmap
from struct import Struct
from typing import Any

from .. import kernel
from ..inputs.streams import Batch
from ..kernel.plan import Integers, Item, Plan
from ..measures.scores import AnyColumns, Columns, Figures
from ..profile import Profile
from ..record import Record
from ..text.readings import WordLists


class Counted(Record):
    """The counts and figures of a batch."""

    columns: list[Columns]
    """By measure, a row for each peer, where the batch says."""
    traits: bytes
    """The traits of each text, as in `kernel.plan`."""
    empty_elements: Sequence[int] = ()
    """The places of texts in which there is no basic element."""


class Counter(ABC):
    """Counts batches by a profile; several threads may use one counter at once."""

    uses_threads = False
    """True where several threads get more done than one."""

    @abstractmethod
    def count(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        """Return the counts of a batch; if the first byte of `stop` is set meanwhile, it is given up."""

    @abstractmethod
    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        """Return by measure the counts and figures of the last text, with the others as its models."""


def compiled_plan(profile: Profile) -> Plan | None:
    """Return the plan of a profile for the compiled kernel; `None`: the definition counts."""
    return profile.plan() if kernel.NAME == "compiled" else None


@lru_cache(maxsize=16)
def counter_of(profile: Profile, lists: WordLists) -> Counter:
    """Return the counter of a profile with its word lists; runs of equal options share it and its stems."""
    plan = compiled_plan(profile)
    counter = _defined(profile, lists) if plan is None else CompiledCounter(profile, plan, lists)
    if profile.options.jackknife:
        from .jackknife import JackknifeCounter

        return JackknifeCounter(profile, counter)
    return counter


class CompiledCounter(Counter):
    """The compiled kernel."""

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
        except OverflowError:  # There are whole numbers that doubles may not hold.
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
        return _defined(self._profile, self._lists)


def _defined(profile: Profile, lists: WordLists) -> Counter:
    from .defined import DefinedCounter  # Few runs count by the definition.

    return DefinedCounter(profile, lists)


def _kernel_of(profile: Profile, plan: Plan, lists: WordLists) -> "kernel.body.BatchCounter":
    """Return the kernel's counter, with what it asks for the tokens of pieces if there are any."""
    rules = profile.rules
    if rules is None or not rules.needs_words:
        return kernel.body.BatchCounter(plan.numbers(), lists.stop_words, lists.exceptions)
    words = rules.words(lists.exceptions)
    return kernel.body.BatchCounter(plan.numbers(), lists.stop_words, lists.exceptions, words.of_pieces)


def rewriter(profile: Profile) -> Callable[[Item], Item] | None:
    """Return what is done to a text before it is read.

    The kernel knows no characters, so that a text is cut between them beforehand. Basic elements are not cut.
    """
    split = profile.splitter()
    if profile.rules is None:
        return split
    limit = profile.limit
    if limit.between_characters is None or profile.options.basic_elements is not None:
        return split
    from ..text.documents import cut

    return lambda text: cut(split(text) if split else text, limit)


def single(texts: Sequence[Item]) -> Batch:
    """Return a batch of the last text as a peer, with the others as its models."""
    from ..inputs.streams import batches_of_pairs  # Runs that score batches need no pairs.

    (batch,) = batches_of_pairs(iter([(texts[-1], texts[:-1])]), "", None, set())
    return batch


def first_row(counted: Counted) -> Sequence[Sequence[float]]:
    """Return by measure the counts and figures in the first row."""
    return [[column[0] for column in (*columns.counts, *columns.figures)] for columns in counted.columns]


def _codes(counts: AnyColumns) -> str:
    """Return the codes, as `struct` has them, of the counts and figures of a measure."""
    return "".join(column.typecode if isinstance(column, array) else "d" for column in counts) + "ddd"


def _single(models: int) -> tuple[Integers, Integers, Integers, Integers, Integers]:
    """Return the places of a peer that stands behind its models, for the kernel."""
    ends = array("i", [models])
    return array("i", range(models)), ends, ends, array("i", [1]), array("i", [0])


_PAIR = _single(1)


class _Columns:
    """The block of memory that the kernel returns: columns of eight bytes a row, one behind the other."""

    def __init__(self, block: bytes, rows: int) -> None:
        self._memory = memoryview(block)
        self._size = 8 * rows
        self._start = 0

    def next(self, counts: AnyColumns) -> Columns:
        """Return the columns of the next measure, whose counts are like these empty ones."""
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
        # The weights of runs are doubles, and so are their sums; powers of whole numbers are whole.
        doubles = memory.cast("d")
        return doubles.tolist() if name == "hit" else list(map(int, doubles))
