"""The methods of a `Scorer` for all pairs of many texts: matrices, nearest texts, duplicates and groups."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from functools import partial
from heapq import nlargest
from itertools import chain, islice, starmap
from typing import Any, NamedTuple, TypeAlias, overload

from ..errors import InputError, Message, OptionError, several, some
from ..evaluation import Numbered, as_list, text_of
from ..inputs.streams import Batch
from ..kernel import Item
from ..kernel.plan import PLACES, Integers
from ..kernel.python.counter import PAIR
from ..kernel.threads import Progress, in_turn
from ..options import Options, jobs_of, whole_number
from ..scoring.counters import Counter, counter_of
from ..scoring.prepared import Block, Facing, Pool, Prepared, Wanted
from ..scoring.prepared import Duplicate as Duplicate
from ..scoring.profile import NO_MEASURE, Profile
from ..scoring.scores import FIGURE_NAMES, figure_name
from ..scoring.tally import Tally
from . import listed, places_in, warn_of_doubts

_PEERS, _MODELS = 256, 4096
"""The size of a block of a matrix; the kernel's memory for its hits is 24 MB."""
_TASKS = 8
"""The tasks of each thread that looks for duplicates. Each task lists the texts of each token anew."""
_PAIRS = 1 << 20
"""The most pairs of texts of a task that looks for duplicates. Two tasks of duplicates alone hold 300 MB."""
_GROUPED = 512
"""Texts that `groups` compares at once with the texts kept before, and then with each other."""
_LIKELY = (0.8, 0.5, 0.3, 0.2, 0.1)
"""The figures that `nearest` tries in turn. The kernel skips texts whose length forbids the figure."""
_READ_AT_ONCE = 4096
"""Texts that one call of the kernel reads."""


class Neighbour(NamedTuple):
    """A text that resembles another one."""

    place: int
    """The index of the text, from 0."""
    figure: float


class PreparedTexts(Prepared):
    """Texts that are tokenised, stemmed and numbered: `Scorer.prepare` returns them.

    A token takes 4 bytes, a sentence 4, and a text 48; each distinct word takes about 130 bytes. With
    `stem_models` a text is kept twice: with stems and without. Texts can be appended, even while other
    threads score the texts before them. An index or a slice gives prepared texts that share this memory. They
    can be pickled; a slice takes only its own tokens along.
    """

    def __init__(
        self, profile: Profile, pool: Pool, places: Integers, counter: Counter | None = None
    ) -> None:
        """Make a list of prepared texts; programs call `Scorer.prepare`."""
        super().__init__(pool, places, PLACES * len(profile.plan.distinct_readings))
        self.profile = profile
        self.counter = counter or counter_of(profile, profile.word_lists())
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
        """Append texts, which may come from an iterator. Raises the errors of `append`."""
        if isinstance(texts, str | bytes | Mapping | Set) or not isinstance(texts, Iterable):
            raise TypeError(f"texts must be a list of texts, not {type(texts).__name__}")
        rest = iter(as_list(texts))
        while read := list(islice(rest, _READ_AT_ONCE)):
            numbers = Numbered(len(self) + len(read), len(self) + 1)
            try:
                counted = self.counter.read(read, self)
            except TypeError:
                for number, text in enumerate(read, len(self) + 1):
                    try:
                        text_of(text)
                    except TypeError as error:
                        raise TypeError(f"text {number:,}: {error}") from None
                raise
            self._tally.add(Batch([((), (text,)) for text in read], numbers, []), counted)
        warn_of_doubts(self._tally)

    def __getitem__(self, place: int | slice) -> PreparedTexts:
        """Return the text at an index or the texts of a slice, as prepared texts that share this memory."""
        texts = places_in(self, place, "text")
        if isinstance(texts, int):
            texts = range(texts, texts + 1)
        return PreparedTexts(self.profile, self.pool, self.places_at(texts), self.counter)

    def __iter__(self) -> Iterator[PreparedTexts]:
        return (self[place] for place in range(len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        own = self.compact()
        return PreparedTexts, (self.profile, own.pool, own.places)

    def __repr__(self) -> str:
        return f"<PreparedTexts: {several(len(self), 'text')}>"


Texts: TypeAlias = PreparedTexts | Collection[Item]
"""Prepared texts, or a list of texts."""


class ManyToMany:
    """The methods of a `Scorer` that take many texts and read each of them once."""

    jobs: int
    _profile: Profile
    _counter: Counter

    def prepare(self, texts: Iterable[Item] = ()) -> PreparedTexts:
        """Return texts that are read once and scored many times.

        Raises `TypeError` for anything that is not a text, and `OptionError` for measures beside ROUGE and
        for options without a measure.
        """
        self._check_rouge_alone()
        if not self._profile.measures:
            raise OptionError(NO_MEASURE)
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
        is a two-dimensional buffer of doubles, which NumPy takes without a copy. Its figures are the figures
        of `score`. `measure` is by default ROUGE-L, or the only measure; for a list of names a dictionary has
        the matrix of each. `figure` is recall, precision or f. `jobs` threads share the work, by default as
        many as the scorer has. `progress` is called with the number of rows in all blocks of the matrix, and
        with the number of rows done. Raises `InputError` for no rows or columns and for texts that were
        prepared with other options, `OptionError` for an unknown measure or figure, and `TypeError` for
        anything that is not a text.
        """
        names: Sequence[Any] = measure if isinstance(measure, list | tuple) and measure else [measure]
        wanted = [self._wanted(name, figure) for name in names]
        others = None if columns is None else self._prepared("columns", columns)
        peers = self._prepared("rows", rows)
        models = peers if others is None else others
        if not peers or not models:
            raise InputError(f"{'columns' if len(peers) else 'rows'} is empty; give at least one text")
        with _facing(peers, models) as texts:
            peer_count, model_count = len(texts.peers), len(texts.models)
            mirrored = [others is None and self._is_symmetric(peers, one) for one in wanted]
            filled = [memoryview(bytearray(8 * peer_count * model_count)).cast("d") for _ in wanted]
            blocks = [
                Block(part, columns_of_part)
                for part in _parts(range(peer_count), _PEERS)
                for columns_of_part in _parts(range(part.start * all(mirrored), model_count), _MODELS)
            ]

            def fill(block: Block) -> None:
                for matrix, one, is_mirrored in zip(filled, wanted, mirrored, strict=True):
                    self._counter.kernel.tile(texts.tile(block, one), matrix, is_mirrored)

            list(self._in_blocks(fill, blocks, self._jobs(jobs), texts, progress))
        made = [matrix.cast("B").cast("d", (peer_count, model_count)) for matrix in filled]
        return dict(zip(names, made, strict=True)) if names is measure else made[0]

    def nearest(
        self,
        text: Item | PreparedTexts,
        texts: Texts,
        k: int = 10,
        measure: str | None = None,
        *,
        at_least: float | None = None,
    ) -> list[Neighbour]:
        """Return the k texts with the highest F against one text, the highest first.

        Among texts with equal F the later one stands first. The one text is the peer, and each other text is
        its model. With `at_least`, texts with a lower F are left out. Raises the errors of `matrix`, and
        `OptionError` for a `k` that is no whole number from 1 on.
        """
        k = whole_number("k", k, 1)
        wanted = self._wanted(measure)
        one = self._prepared("text", text if isinstance(text, PreparedTexts) else self.prepare([text]))
        least = 0.0 if at_least is None else _threshold(at_least)
        models = self._prepared("texts", texts)
        if len(one) != 1:
            raise InputError(f"text must be one text, not {len(one):,}")
        with _facing(one, models) as facing:
            block = Block(range(1), range(len(facing.models)))
            found: list[Duplicate] = []
            for threshold in (*(likely for likely in _LIKELY if likely > least), least):
                found = self._pairs(facing.tile(block, wanted), threshold, later=False)
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
        """Return all pairs of texts whose F is at least `at_least`, in the order of the texts.

        The earlier text of a pair is the peer, and the later one its model. For ROUGE-N and ROUGE-L with
        equal weights of recall and precision, only pairs of similar length that share one of their rarest
        tokens are scored; no pair is missed. Other arguments, and errors, are as in `matrix`.
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
        """Return an iterator over the pairs of `duplicates`, which holds few pairs at a time."""
        wanted = self._wanted(measure)
        own, threshold, threads = self._prepared("texts", texts), _threshold(at_least), self._jobs(jobs)

        def found() -> Iterator[Duplicate]:
            with _facing(own, own) as facing:
                count = len(facing.models)
                size = max(1, min(-(-count // (_TASKS * threads)), _PAIRS // max(1, count)))
                blocks = [Block(part, range(part.start, count)) for part in _parts(range(count), size)]

                def search(block: Block) -> list[Duplicate]:
                    return sorted(self._pairs(facing.tile(block, wanted), threshold, later=True))

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
        """Return groups of similar texts: the index of a text that is kept, then of texts left out for it.

        A text is left out if its F with a text that was kept before is higher than `above`. It joins the
        group of the most similar kept text, the first of equals. Self-instruct and Alpaca keep instructions
        by this rule. The kept text is the peer. `progress` is called with the number of texts and the number
        done. Other arguments, and errors, are as in `duplicates`.
        """
        wanted = self._wanted(measure)
        own, threshold, threads = self._prepared("texts", texts), _threshold(above, "above"), self._jobs(jobs)
        # Comparing texts with kept texts alone keeps the pairs of a pool of equal texts few.
        nearest: dict[int, Duplicate] = {}
        kept, places = array("q"), array("q")
        with _facing(own, own) as facing:
            all_texts = facing.models

            def search(peers: Prepared, indices: Sequence[int], block: Block) -> list[Duplicate]:
                tile = facing._replace(peers=peers).tile(block, wanted)
                found = self._pairs(tile, threshold, later=False)
                pairs = (pair._replace(first=indices[pair.first]) for pair in found)
                return [pair for pair in pairs if pair.figure > threshold and pair.first < pair.second]

            for models in _parts(range(len(all_texts)), _GROUPED):
                step = -(-len(kept) // threads) or 1
                blocks = [Block(part, models) for part in _parts(range(len(kept)), step)]
                of_kept = partial(search, Prepared(all_texts.pool, places, all_texts.size), kept)
                found = [*chain.from_iterable(in_turn(of_kept, blocks, threads, facing.stop))]
                others = sorted({*models} - {pair.second for pair in found})
                of_others = Prepared(all_texts.pool, all_texts.places_at(others), all_texts.size)
                found += search(of_others, others, Block(range(len(others)), models))
                for pair in found:  # In the order of first texts it is known whether the first text is kept.
                    best = nearest.get(pair.second)
                    if pair.first not in nearest and (best is None or pair.figure > best.figure):
                        nearest[pair.second] = pair
                new = [one for one in others if one not in nearest]
                kept.extend(new)
                places.extend(all_texts.places_at(new))
                if progress is not None:
                    progress(len(all_texts), models.stop)
        by_kept = {one: [one] for one in kept}
        for second in sorted(nearest):
            by_kept[nearest[second].first].append(second)
        return list(by_kept.values())

    def _pairs(self, tile: Any, at_least: float, *, later: bool) -> list[Duplicate]:
        """Return the pairs that reach a figure, peer by peer; with `later`, each model is after its peer."""
        return list(starmap(Duplicate, PAIR.iter_unpack(self._counter.kernel.pairs(tile, at_least, later))))

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
        """Return the number of threads, by default the scorer's; 1 for a counter that gains nothing."""
        threads = self.jobs if jobs is None else jobs_of(jobs)
        return threads if self._counter.uses_threads else 1

    def _check_rouge_alone(self) -> None:
        """Raise `OptionError` for measures beside ROUGE, as there is no source."""
        if self._profile.beside:
            raise OptionError(Message("`about` goes with `score_batch`, which takes sources, and `evaluate`"))

    def _in_blocks(
        self, work: Any, blocks: Sequence[Block], jobs: int, texts: Facing, progress: Progress | None
    ) -> Iterator[Any]:
        """Yield the result of each block; `jobs` threads share the blocks, and progress counts peers."""
        total = sum(len(block.peers) for block in blocks)
        done = 0
        for block, result in zip(blocks, in_turn(work, blocks, jobs, texts.stop), strict=True):
            done += len(block.peers)
            if progress is not None:
                progress(total, done)
            yield result

    def _wanted(self, measure: object, figure: str = "f") -> Wanted:
        """Return the figure of a named measure, by default of the only measure or of ROUGE-L."""
        measures = self._profile.measures
        if measure is None:
            usual = measures if len(measures) == 1 else [one for one in measures if one.kind == "lcs"]
            measure = usual[0].name if usual else None
        names = [one.name for one in measures]
        if measure not in names:
            other = "" if measure is None else f"; not {measure!r}"
            raise OptionError("`measure` must be one of: %s%s", some(names), other)
        return Wanted(names.index(measure), FIGURE_NAMES.index(figure_name(figure)))

    def _is_symmetric(self, texts: PreparedTexts, wanted: Wanted) -> bool:
        """Return True where two texts have the same F whichever of them is the model."""
        plan = self._profile.plan
        measure = self._profile.measures[wanted.measure]
        # With `squared_beta` alpha is β², and no double has the square 0.5.
        has_harmonic_mean = plan.alpha == 0.5
        is_function = callable(self._profile.rouge.rounding) or callable(plan.combination)
        if wanted.figure != 2 or not has_harmonic_mean or is_function:
            return False
        if measure.model_reading != measure.peer_reading:
            return False
        if measure.is_of_ngrams or measure.kind == "skip_bigrams":
            return True
        # The union of the LCS with several sentences is not symmetric.
        has_one_sentence = measure.model_reading.whole or max(texts.places[PLACES - 1 :: PLACES]) <= 1
        return measure.kind == "lcs" and has_one_sentence


def _parts(places: range, size: int) -> list[range]:
    return [places[start : start + size] for start in range(0, len(places), size)]


@contextmanager
def _facing(peers: PreparedTexts, models: PreparedTexts) -> Iterator[Facing]:
    """Yield peers and models with one vocabulary, without texts that are appended from now on."""
    right = Prepared(models.pool, models.places, models.size)
    left = right if peers is models else Prepared(peers.pool, peers.places, peers.size)
    # An array with a view does not grow: `Prepared.add` puts appended texts into a new one.
    with memoryview(left.places), memoryview(right.places):
        with right.pool.growing():
            kinds = len(right.pool.vocabulary)
            if left.pool is not right.pool:
                left, kinds = left.joined(right.pool.vocabulary)
        yield Facing(left, right, kinds, bytearray(1))


def _threshold(value: float, name: str = "at_least") -> float:
    if not isinstance(value, str | bytes):
        with suppress(TypeError, ValueError, OverflowError):
            if (number := float(value)) <= 1:
                return number
    wanted = "a number up to 1, such as 0.7"
    raise OptionError(f"`{name}` must be {wanted}, not %s", f"{value!r:.60}")
