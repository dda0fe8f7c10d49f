"""`PreparedTexts`: texts that are read once and scored many times, and the figures of all pairs of them."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set, Sized
from contextlib import contextmanager, suppress
from functools import partial
from heapq import nlargest
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias, overload

from ..errors import InputError, OptionError, several, some
from ..evaluation import as_list, is_frame, text_of
from ..inputs.batches import batch_of_texts
from ..kernel import Item
from ..kernel.plan import Integers
from ..kernel.threads import in_turn
from ..measures.grams import GramMeasure
from ..measures.lcs import Lcs, WholeLcs
from ..measures.scores import FIGURE_NAMES, figure_name
from ..options import Options, jobs_of, whole_number
from ..profiles.estimates import Progress
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


class PreparedTexts(Prepared):
    """Texts that are tokenised, stemmed and numbered: `Scorer.prepare` returns them.

    A token takes 4 bytes, a sentence 4, and a text 48; each word about 130 bytes, once. With `stem_models` a
    text is kept twice: with stems and without. Texts can be appended, even while other threads score those
    before them. An index or a slice gives prepared texts that share this memory. They can be pickled; a slice
    takes only its own tokens along.
    """

    def __init__(
        self, profile: Profile, pool: Pool, places: Integers, counter: Counter | None = None
    ) -> None:
        """Make a list of prepared texts; programs call `Scorer.prepare`."""
        super().__init__(pool, places)
        self.profile = profile
        self.counter = counter or counter_of(profile, profile.word_lists())
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
                counted = self.counter.read(read, self)
            except TypeError:
                for number, text in enumerate(read, len(self) + 1):
                    try:
                        text_of(text)
                    except TypeError as error:
                        raise TypeError(f"text {number:,}: {error}") from None
                raise
            self._tally.add(batch, counted)

    def __len__(self) -> int:
        return len(self.places) // self._size

    def __getitem__(self, place: int | slice) -> PreparedTexts:
        """Return prepared texts that share the memory of these: the one at an index, or those of a slice."""
        texts = places_in(self, place, "text")
        if isinstance(texts, int):
            texts = range(texts, texts + 1)
        numbers, size = self.places, self._size
        places = numbers[texts.start * size : texts.stop * size]
        if texts.step != 1:
            places = array("q", chain.from_iterable(numbers[one * size : (one + 1) * size] for one in texts))
        return PreparedTexts(self.profile, self.pool, places, self.counter)

    def __iter__(self) -> Iterator[PreparedTexts]:
        return (self[place] for place in range(len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        own = self.compact()
        return PreparedTexts, (self.profile, own.pool, own.places)

    def __repr__(self) -> str:
        return f"<PreparedTexts: {several(len(self), 'text')}>"


def places_in(items: Sized, place: Any, name: str) -> int | range:
    """Return the index or the indices, from 0, that an index or a slice of items asks for.

    Raises `IndexError` and `TypeError` with a message that calls an item by its name.
    """
    try:
        found: int | range = range(len(items))[place]
    except IndexError:
        raise IndexError(f"no {name} has the index {place}, of {several(len(items), name)}") from None
    except TypeError:
        raise TypeError(f"an index of {name}s must be a whole number or a slice, not {place!r:.60}") from None
    return found


Texts: TypeAlias = PreparedTexts | Collection[Item]
"""Prepared texts, or a list of texts."""


class ManyToMany:
    """What a `Scorer` does with many texts, each of which is read once."""

    jobs: int
    _profile: Profile
    _counter: Counter

    def prepare(self, texts: Iterable[Item] = ()) -> PreparedTexts:
        """Return texts that are read once and scored many times.

        Raises `TypeError` for what is no text, and `OptionError` for measures beside ROUGE.
        """
        self._check_rouge_alone()
        prepared = PreparedTexts(self._profile, Pool(), array("q"), self._counter)
        prepared.extend(texts)
        return prepared

    @overload
    def matrix(
        self,
        rows: Texts,
        columns: Texts | None = None,
        measure: str | None = None,
        figure: str = "f",
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> memoryview[float]: ...
    @overload
    def matrix(
        self,
        rows: Texts,
        columns: Texts | None,
        measure: list[str] | tuple[str, ...],
        figure: str = "f",
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> dict[str, memoryview[float]]: ...
    def matrix(
        self,
        rows: Texts,
        columns: Texts | None = None,
        measure: str | list[str] | tuple[str, ...] | None = None,
        figure: str = "f",
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> memoryview[float] | dict[str, memoryview[float]]:
        """Return the figures of each row, as a peer, with each column, as its model: `matrix[row, column]`.

        Rows and columns are prepared texts or lists of texts; without `columns` they are the same. The matrix
        is a two-dimensional buffer of doubles, which NumPy takes without a copy, and its figures are those of
        `score`. `measure` is by default ROUGE-L, or the only measure; for a list of names a dictionary has
        the matrix of each. `figure` is recall, precision or f. `jobs` threads, by default those of the
        scorer, share the work. `progress` is called with the number of rows in all blocks of the matrix, and
        with the rows done. Raises `InputError` where there are no rows or columns, and for texts that were
        prepared with other options, `OptionError` for an unknown measure or figure, and `TypeError` for
        anything that is not a text.
        """
        wanted = self._wanted(measure, figure, several=True)
        others = None if columns is None else self._prepared("columns", columns)
        peers = self._prepared("rows", rows)
        models = peers if others is None else others
        if not peers or not models:
            raise InputError(f"{'columns' if len(peers) else 'rows'} is empty; give at least one text")
        with _facing(peers, models) as (texts, peer_count, model_count):
            mirrored = [others is None and self._is_symmetric(peers, one) for one in wanted]
            filled = [memoryview(bytearray(8 * peer_count * model_count)).cast("d") for _ in wanted]
            blocks = [
                Block(part, columns_of_part)
                for part in _parts(range(peer_count), _PEERS)
                for columns_of_part in _parts(range(part.start * all(mirrored), model_count), _MODELS)
            ]

            def fill(block: Block) -> None:
                for matrix, one, is_mirrored in zip(filled, wanted, mirrored, strict=True):
                    self._counter.fill(matrix, block, texts, one, is_mirrored=is_mirrored)

            list(self._in_blocks(fill, blocks, self._jobs(jobs), texts, progress))
        made = [matrix.cast("B").cast("d", (peer_count, model_count)) for matrix in filled]
        if measure is None or isinstance(measure, str):
            return made[0]
        return dict(zip(measure, made, strict=True))

    def nearest(
        self,
        text: Item | PreparedTexts,
        texts: Texts,
        k: int = 10,
        measure: str | None = None,
        *,
        at_least: float | None = None,
    ) -> list[Neighbour]:
        """Return the k texts with the highest F with a text, the highest first; of equals the later first.

        The text is the peer, each of the others its model. With `at_least`, texts with a lower F are left
        out. Texts whose length cannot reach the F of the others are passed over. Raises the errors of
        `matrix`, and `OptionError` for a `k` that is no whole number from 1 on.
        """
        k = whole_number("k", k, 1)
        (wanted,) = self._wanted(measure)
        one = self._prepared("text", text if isinstance(text, PreparedTexts) else self.prepare([text]))
        least = 0.0 if at_least is None else _threshold(at_least)
        models = self._prepared("texts", texts)
        if len(one) != 1:
            raise InputError(f"text must be one text, not {len(one):,}")
        with _facing(one, models) as (facing, _, count):
            found: list[Duplicate] = []
            for threshold in (*(likely for likely in _LIKELY if likely > least), least):
                block = Block(range(1), range(count))
                found = self._counter.pairs(block, facing, wanted, threshold, later=False)
                if len(found) >= k:
                    break
        best = nlargest(k, ((pair.figure, pair.second) for pair in found))
        return [Neighbour(place, figure) for figure, place in best]

    def duplicates(
        self,
        texts: Texts,
        at_least: float = 0.7,
        measure: str | None = None,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> list[Duplicate]:
        """Return all pairs of texts whose F is `at_least` so high, in the order of the texts.

        The F of a pair is that of the earlier text with the later one as its model. For ROUGE-N and ROUGE-L
        with equal weights of recall and precision, only pairs are scored that are of similar length and share
        one of their rarest tokens; no pair is missed. Other arguments, and errors, are as in `matrix`.
        """
        return list(self.each_duplicate(texts, at_least, measure, jobs=jobs, progress=progress))

    def each_duplicate(
        self,
        texts: Texts,
        at_least: float = 0.7,
        measure: str | None = None,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Duplicate]:
        """Return an iterator over the pairs of `duplicates`, of which it holds few at a time."""
        (wanted,) = self._wanted(measure)
        own, threshold, threads = self._prepared("texts", texts), _threshold(at_least), self._jobs(jobs)

        def found() -> Iterator[Duplicate]:
            with _facing(own, own) as (facing, count, _):
                size = max(1, min(-(-count // (_TASKS * threads)), _PAIRS // max(1, count)))
                blocks = [Block(part, range(part.start, count)) for part in _parts(range(count), size)]

                def search(block: Block) -> list[Duplicate]:
                    return sorted(self._counter.pairs(block, facing, wanted, threshold, later=True))

                yield from chain.from_iterable(self._in_blocks(search, blocks, threads, facing, progress))

        return found()

    def groups(
        self,
        texts: Texts,
        above: float = 0.7,
        measure: str | None = None,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> list[list[int]]:
        """Return for each text that is kept its index, and behind it the texts left out for its sake.

        A text is left out if its F with a text that was kept before is higher than `above`: for the sake of
        the most similar one, the first of equals. So self-instruct and Alpaca keep instructions. The text
        that is kept is the peer. `progress` is called with the number of texts and the number done. Other
        arguments, and errors, are as in `duplicates`.
        """
        (wanted,) = self._wanted(measure)
        own, threshold, threads = self._prepared("texts", texts), _threshold(above, "above"), self._jobs(jobs)
        # Texts are compared with the texts kept before them alone: a pool of equal texts has few pairs.
        nearest: dict[int, Duplicate] = {}
        kept, places = array("q"), array("q")
        with _facing(own, own) as (facing, count, _):
            size = own._size

            def places_of(indices: Iterable[int]) -> Iterator[int]:
                return chain.from_iterable(
                    facing.models.places[one * size : (one + 1) * size] for one in indices
                )

            def search(peers: Prepared, indices: Sequence[int], block: Block) -> list[Duplicate]:
                found = self._counter.pairs(
                    block, facing._replace(peers=peers), wanted, threshold, later=False
                )
                pairs = (pair._replace(first=indices[pair.first]) for pair in found)
                return [pair for pair in pairs if pair.figure > threshold and pair.first < pair.second]

            for models in _parts(range(count), _GROUPED):
                step = -(-len(kept) // threads) or 1
                blocks = [Block(part, models) for part in _parts(range(len(kept)), step)]
                of_kept = partial(search, Prepared(facing.models.pool, places), kept)
                found = [*chain.from_iterable(in_turn(of_kept, blocks, threads, facing.stop))]
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

    def _prepared(self, name: str, texts: Texts) -> PreparedTexts:
        """Return prepared texts. Raises `InputError` if they were prepared with other options."""
        if not isinstance(texts, PreparedTexts):
            return self.prepare(listed(name, texts, "of texts"))
        if texts.profile != self._profile:
            raise InputError(
                f"{name} were prepared with other options ({texts.options!r}); prepare them with this scorer"
            )
        return texts

    def _jobs(self, jobs: int | None) -> int:
        return self.jobs if jobs is None else jobs_of(jobs)

    def _check_rouge_alone(self) -> None:
        """Raise `OptionError` for measures beside ROUGE where there is no source."""
        if self._profile.beside:
            raise OptionError("`about` goes with `score_batch`, which takes sources, and with `evaluate`")

    def _in_blocks(
        self, work: Any, blocks: Sequence[Block], jobs: int, texts: Facing, progress: Progress | None
    ) -> Iterator[Any]:
        """Yield what work makes of each block; `jobs` threads share them, and progress counts their peers."""
        total = sum(len(block.peers) for block in blocks)
        done = 0
        tasks = in_turn(work, blocks, jobs if self._counter.uses_threads else 1, texts.stop)
        for block, result in zip(blocks, tasks, strict=True):
            done += len(block.peers)
            if progress is not None:
                progress(total, done)
            yield result

    def _wanted(
        self, measure: str | Sequence[str] | None, figure: str = "f", *, several: bool = False
    ) -> list[Wanted]:
        """Return a figure of measures, by default of the LCS or of the only one."""
        if isinstance(measure, list | tuple) and not several:
            raise OptionError(f"`measure` must be one name, not {measure!r}")
        measures = self._profile.measures
        names = [one.name for one in measures]
        chosen: list[Any] = list(measure) if isinstance(measure, list | tuple) and measure else [measure]
        if measure is None:  # There may be neither.
            chosen = (
                names
                if len(names) == 1
                else [one.name for one in measures if type(one) in (Lcs, WholeLcs)][:1]
            )
        for one in chosen or [None]:
            if one not in names:
                other = "" if one is None else f"; not {one!r}"
                raise OptionError(f"`measure` must be one of: {some(names)}{other}")
        place = FIGURE_NAMES.index(figure_name(figure))
        return [Wanted(names.index(one), place) for one in chosen]

    def _is_symmetric(self, texts: PreparedTexts, wanted: Wanted) -> bool:
        """Return True where two texts have the same F whichever of them is the model."""
        profile = self._profile
        measure = profile.measures[wanted.measure]
        has_harmonic_mean = (
            wanted.figure == 2 and profile.alpha == 0.5 and not callable(profile.rouge.rounding)
        )
        if not has_harmonic_mean or callable(profile.combination) or len(set(measure.readings)) > 1:
            return False
        if isinstance(measure, GramMeasure) and measure.kind:  # Only the kernel's counts are known to be.
            return True
        # The union of the LCS with several sentences is not symmetric.
        has_one_sentence = measure.model_reading.whole or max(texts.places[PLACES - 1 :: PLACES]) <= 1
        return type(measure) in (Lcs, WholeLcs) and has_one_sentence and not profile.options.byte_limit


def _parts(places: range, size: int) -> list[range]:
    """Return places in parts of at most so many."""
    return [places[start : start + size] for start in range(0, len(places), size)]


@contextmanager
def _facing(peers: PreparedTexts, models: PreparedTexts) -> Iterator[tuple[Facing, int, int]]:
    """Yield texts whose numbers can be compared, and how many there are: later ones are not among them."""
    left, right = (Prepared(one.pool, one.places) for one in (peers, models))
    # Arrays that are looked at do not grow: appended texts go to new ones.
    with memoryview(left.places), memoryview(right.places):
        counts = len(left.places) // peers._size, len(right.places) // models._size
        with right.pool.lock:
            kinds = len(right.pool.vocabulary)
            if left.pool is not right.pool:
                left, kinds = left.joined(right.pool.vocabulary)
        yield Facing(left, right, kinds, bytearray(1)), *counts


def _threshold(value: float, name: str = "at_least") -> float:
    if not isinstance(value, str | bytes):
        with suppress(TypeError, ValueError, OverflowError):
            if (number := float(value)) == number:
                return number
    raise OptionError(f"`{name}` must be a number, not {value!r:.60}")


def listed(name: str, values: Any, of: str = "with one item per pair") -> Any:
    """Return a list or the like; raise `TypeError` for anything without length or order, and data frames."""
    values = as_list(values)
    # The items of a data frame are the names of its columns.
    is_list = isinstance(values, Collection) and not isinstance(values, str | bytes | Mapping | Set)
    if not is_list or is_frame(values):
        raise TypeError(f"{name} must be a list {of}, not {type(values).__name__}")
    return values
