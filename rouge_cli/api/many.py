"""`PreparedTexts`: texts that are read once and scored many times, and the figures of all pairs of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from functools import partial
from heapq import nlargest
from itertools import chain, islice
from operator import index
from typing import Any, NamedTuple, SupportsIndex

from .. import kernel
from ..errors import InputError, OptionError, several, some
from ..evaluation import as_list, text_of
from ..inputs.streams import batch_of_texts
from ..kernel import Item
from ..kernel.plan import Integers
from ..kernel.threads import in_turn
from ..measures.grams import GramMeasure
from ..measures.lcs import Lcs, WholeLcs
from ..measures.scores import FIGURE_NAMES, figure_name
from ..options import Options
from ..profiles import profile_of
from ..profiles.estimates import ROUNDINGS, Progress
from ..profiles.profile import Profile
from ..scoring.counters import Counter, Facing, Wanted
from ..scoring.counting import Tally, counter_of
from ..scoring.prepared import PLACES, Block, Pool, Prepared, distinct_readings
from ..scoring.prepared import Duplicate as Duplicate

_READ_AT_ONCE = 4096
"""Texts that one call of the kernel reads."""
_PEERS, _MODELS = 256, 4096
"""The size of a block of a matrix; the kernel's memory for its hits is 24 MB."""
_TASKS = 8
"""The tasks of each thread that looks for duplicates, each of which lists the texts that have each token."""
_PAIRS = 1 << 20
"""The most pairs of texts of such a task: where all are duplicates, two hold 300 MB."""
_GROUPED = 512
"""Texts that are compared with the texts kept before them at once, and then with each other."""
_LIKELY = (0.8, 0.5, 0.3, 0.2, 0.1)
"""Figures that the nearest texts may reach. Texts whose length forbids one are scored if too few reach it."""


class Neighbour(NamedTuple):
    """A text that resembles another one."""

    place: int
    """The index of the text, from 0."""
    figure: float


class PreparedTexts:
    """Texts that are tokenised, stemmed and numbered: `Scorer.prepare` returns them.

    A token takes 4 bytes, a sentence 4, and a text 48; each word about 130 bytes, once. With `stem_models` a
    text is kept twice: with stems and without. Texts can be appended, even while other threads score those
    before them. An index or a slice gives prepared texts that share this memory. They can be pickled; a slice
    takes only its own tokens along.
    """

    def __init__(self, profile: Profile, counter: Counter, prepared: Prepared | None = None) -> None:
        """Make a list of prepared texts; programs call `Scorer.prepare`."""
        self.profile = profile
        self.counter = counter
        self.prepared = Prepared(Pool(), array("q")) if prepared is None else prepared
        self._size = PLACES * len(distinct_readings(profile))
        self._tally = Tally([], profile)

    @property
    def options(self) -> Options:
        """The options of the scorer."""
        return self.profile.options

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the texts that were appended to this list, each once; texts are numbered from 1."""
        return self._tally.all_notes()

    def append(self, text: Item) -> None:
        """Append a text. Raises `TypeError` for anything that is not a text."""
        self.extend([text])

    def extend(self, texts: Iterable[Item]) -> None:
        """Append texts, which are taken as they are needed. Raises the errors of `append`."""
        if isinstance(texts, str | bytes | Mapping | Set) or not isinstance(texts, Iterable):
            raise TypeError(f"texts must be a list of texts, not {type(texts).__name__}")
        rest = iter(as_list(texts))
        while read := list(islice(rest, _READ_AT_ONCE)):
            batch = batch_of_texts(read, len(self) + 1)
            try:
                counted = self.counter.read(read, self.prepared)
            except TypeError:
                _check_texts(read, len(self) + 1)
                raise
            self._tally.add(batch, counted)

    def __len__(self) -> int:
        return len(self.prepared.places) // self._size

    def __getitem__(self, place: int | slice) -> PreparedTexts:
        """Return prepared texts that share the memory of these: the one at an index, or those of a slice."""
        texts = range(len(self))
        if isinstance(place, slice):
            texts = texts[place]
        elif not isinstance(place, SupportsIndex):
            raise TypeError(f"the index must be a whole number or a slice, not {type(place).__name__}")
        elif -len(texts) <= index(place) < len(texts):
            texts = range(texts[place], texts[place] + 1)
        else:
            raise IndexError(f"no text has the index {place}, of {several(len(self), 'text')}")
        numbers, size = self.prepared.places, self._size
        if texts.step == 1:
            places = numbers[texts.start * size : texts.stop * size]
        else:
            places = array("q")
            for text in texts:
                places.extend(numbers[text * size : (text + 1) * size])
        return PreparedTexts(self.profile, self.counter, Prepared(self.prepared.pool, places))

    def __iter__(self) -> Iterator[PreparedTexts]:
        return (self[place] for place in range(len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        own = self.prepared.compact()
        return _restored, (self.options, list(own.pool.vocabulary), own.arrays())

    def __repr__(self) -> str:
        return f"<PreparedTexts: {several(len(self), 'text')}>"


def _check_texts(texts: Iterable[Item], first: int) -> None:
    """Raise `TypeError`, with its number, for the first that is no text."""
    for number, text in enumerate(texts, first):
        try:
            text_of(text)
        except TypeError as error:
            raise TypeError(f"text {number:,}: {error}") from None


def _restored(
    options: Options, words: Sequence[bytes], arrays: tuple[Integers, Integers, Integers]
) -> PreparedTexts:
    profile = profile_of(options)
    tokens, ends, places = arrays
    pool = Pool({word: number for number, word in enumerate(words)}, tokens, ends)
    return PreparedTexts(profile, counter_of(profile, profile.word_lists()), Prepared(pool, places))


def matrices(
    rows: PreparedTexts,
    columns: PreparedTexts | None,
    measures: Sequence[str],
    figure: str,
    jobs: int,
    progress: Progress | None,
) -> list[memoryview[float]]:
    """Return a matrix of figures for each of the measures; without `columns`, of all pairs of the rows."""
    models = rows if columns is None else columns
    if not rows or not models:
        raise InputError(f"{'columns' if len(rows) else 'rows'} is empty; give at least one text")
    with _facing(rows, models) as (texts, peer_count, model_count):
        wanted = [_wanted(rows.profile, name, figure) for name in measures]
        mirrored = [columns is None and _is_symmetric(rows, one) for one in wanted]
        # Each thread gets the pages that it writes to.
        filled = [memoryview(kernel.body.unwritten(8 * peer_count * model_count)).cast("d") for _ in wanted]
        blocks = list(_blocks(peer_count, model_count, halved=all(mirrored)))

        def fill(block: Block) -> int:
            for matrix, one, is_mirrored in zip(filled, wanted, mirrored, strict=True):
                rows.counter.fill(matrix, block, texts, one, is_mirrored=is_mirrored)
            return len(block.peers)

        list(_in_blocks(fill, blocks, rows.counter, jobs, texts, progress))
    return [matrix.cast("B").cast("d", (peer_count, model_count)) for matrix in filled]


def nearest(
    text: PreparedTexts, texts: PreparedTexts, k: int, measure: str, at_least: float | None
) -> list[Neighbour]:
    """Return the k texts with the highest figures of a text, the highest first; of equals the later first."""
    if len(text) != 1:
        raise InputError(f"text must be one text, not {len(text):,}")
    with _facing(text, texts) as (facing, _, count):
        block, wanted = Block(range(1), range(count)), _wanted(text.profile, measure, "f")
        least = 0.0 if at_least is None else at_least
        found: list[Duplicate] = []
        for threshold in (*(likely for likely in _LIKELY if likely > least), least):
            found = text.counter.pairs(block, facing, wanted, threshold, later=False)
            if len(found) >= k:
                break
    best = nlargest(k, ((pair.figure, pair.second) for pair in found))
    return [Neighbour(place, figure) for figure, place in best]


def duplicates(
    texts: PreparedTexts, at_least: float, measure: str, jobs: int, progress: Progress | None
) -> Iterator[Duplicate]:
    """Yield all pairs of texts whose F is at least so high, in the order of the texts."""
    with _facing(texts, texts) as (facing, count, _):
        wanted = _wanted(texts.profile, measure, "f")
        size = max(1, min(-(-count // (_TASKS * jobs)), _PAIRS // max(1, count)))
        blocks = [
            Block(range(start, min(start + size, count)), range(start, count))
            for start in range(0, count, size)
        ]
        search = partial(_sorted_pairs, texts.counter, facing, wanted, at_least)
        for part in _in_blocks(search, blocks, texts.counter, jobs, facing, progress):
            yield from part


def groups(
    texts: PreparedTexts, above: float, measure: str, jobs: int, progress: Progress | None
) -> list[list[int]]:
    """Return for each text that is kept its index, and behind it those of the texts left out for its sake.

    Texts are compared with the texts kept before them alone: a pool of equal texts has few pairs.
    """
    nearest: dict[int, Duplicate] = {}
    kept, places = array("q"), array("q")
    with _facing(texts, texts) as (facing, count, _):
        wanted, size = _wanted(texts.profile, measure, "f"), texts._size

        def places_of(indices: Iterable[int]) -> Iterator[int]:
            return chain.from_iterable(facing.models.places[one * size : (one + 1) * size] for one in indices)

        def search(peers: Prepared, indices: Sequence[int], block: Block) -> list[Duplicate]:
            found = texts.counter.pairs(block, facing._replace(peers=peers), wanted, above, later=False)
            pairs = (pair._replace(first=indices[pair.first]) for pair in found)
            return [pair for pair in pairs if pair.figure > above and pair.first < pair.second]

        for start in range(0, count, _GROUPED):
            models = range(start, min(start + _GROUPED, count))
            step = -(-len(kept) // jobs) or 1
            blocks = [
                Block(range(first, min(first + step, len(kept))), models)
                for first in range(0, len(kept), step)
            ]
            of_kept = partial(search, Prepared(facing.models.pool, places), kept)
            found = [*chain.from_iterable(in_turn(of_kept, blocks, jobs, facing.stop))]
            others = sorted({*models} - {pair.second for pair in found})
            of_others = Prepared(facing.models.pool, array("q", places_of(others)))
            found += search(of_others, others, Block(range(len(others)), models))
            for pair in sorted(found):  # It is known of each first text whether it is kept.
                best = nearest.get(pair.second)
                if pair.first not in nearest and (best is None or pair.figure > best.figure):
                    nearest[pair.second] = pair
            new = [one for one in others if one not in nearest]
            kept.extend(new)
            places.extend(places_of(new))
            if progress is not None:
                progress(count, models.stop)
    by_kept = {one: [one] for one in kept}
    for second in sorted(nearest):
        by_kept[nearest[second].first].append(second)
    return list(by_kept.values())


def _sorted_pairs(
    counter: Counter, texts: Facing, wanted: Wanted, at_least: float, block: Block
) -> list[Duplicate]:
    return sorted(counter.pairs(block, texts, wanted, at_least, later=True))


def _in_blocks(
    work: Any, blocks: Sequence[Block], counter: Counter, jobs: int, texts: Facing, progress: Progress | None
) -> Iterator[Any]:
    """Yield what work makes of each block; `jobs` threads share them, and progress counts their peers."""
    total = sum(len(block.peers) for block in blocks)
    done = 0
    tasks = in_turn(work, blocks, jobs if counter.uses_threads else 1, texts.stop)
    for block, result in zip(blocks, tasks, strict=True):
        done += len(block.peers)
        if progress is not None:
            progress(total, done)
        yield result


@contextmanager
def _facing(peers: PreparedTexts, models: PreparedTexts) -> Iterator[tuple[Facing, int, int]]:
    """Yield texts whose numbers can be compared, and how many there are: later ones are not among them."""
    left, right = (Prepared(one.prepared.pool, one.prepared.places) for one in (peers, models))
    # Arrays that are looked at do not grow: appended texts go to new ones.
    with memoryview(left.places), memoryview(right.places):
        counts = len(left.places) // peers._size, len(right.places) // models._size
        with right.pool.lock:
            kinds = len(right.pool.vocabulary)
            if left.pool is not right.pool:
                left, kinds = left.joined(right.pool.vocabulary)
        yield Facing(left, right, kinds, bytearray(1)), *counts


def _blocks(peers: int, models: int, *, halved: bool) -> Iterator[Block]:
    """Yield the blocks of a matrix; if it is `halved`, those of its upper right half."""
    for row in range(0, peers, _PEERS):
        for column in range(row if halved else 0, models, _MODELS):
            yield Block(range(row, min(row + _PEERS, peers)), range(column, min(column + _MODELS, models)))


def _wanted(profile: Profile, measure: str, figure: str) -> Wanted:
    names = [one.name for one in profile.measures]
    return Wanted(names.index(measure), FIGURE_NAMES.index(figure_name(figure)))


def chosen_measures(profile: Profile, measure: str | Sequence[str] | None) -> list[str]:
    """Return the names of measures; by default the LCS, or the only one. Raises `OptionError` for neither."""
    names = [one.name for one in profile.measures]
    if measure is None:
        if len(names) == 1:
            return names
        lcs = [one.name for one in profile.measures if type(one) in (Lcs, WholeLcs)]
        if not lcs:
            raise OptionError(f"`measure` must be one of: {some(names)}")
        return lcs[:1]
    chosen: list[Any] = list(measure) if isinstance(measure, list | tuple) and measure else [measure]
    for one in chosen:
        if one not in names:
            raise OptionError(f"`measure` must be one of: {some(names)}; not {one!r}")
    return chosen


def chosen_measure(profile: Profile, measure: str | None) -> str:
    """Return the name of one measure. Raises `OptionError` as `chosen_measures` does, and for a list."""
    if isinstance(measure, list | tuple):
        raise OptionError(f"`measure` must be one name, not {measure!r}")
    return chosen_measures(profile, measure)[0]


def _is_symmetric(texts: PreparedTexts, wanted: Wanted) -> bool:
    """Return True where two texts have the same F whichever of them is the model."""
    profile = texts.profile
    measure = profile.measures[wanted.measure]
    has_harmonic_mean = wanted.figure == 2 and profile.alpha == 0.5 and profile.rouge.rounding in ROUNDINGS
    if not has_harmonic_mean or callable(profile.combination) or len(set(measure.readings)) > 1:
        return False
    if isinstance(measure, GramMeasure):
        return True
    # The union of the LCS with several sentences is not symmetric.
    has_one_sentence = measure.model_reading.whole or max(texts.prepared.places[PLACES - 1 :: PLACES]) <= 1
    return type(measure) in (Lcs, WholeLcs) and has_one_sentence and not profile.options.byte_limit
