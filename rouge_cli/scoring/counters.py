"""Batches -> counts and figures, by either body of the kernel; means over sets of models."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import kernel
from ..evaluation import Numbered, Source, jackknife_sets
from ..inputs.streams import Batch
from ..kernel.plan import DECIMALS, Document, Integers, Item, Reading, document_at
from ..kernel.python.sums import added
from ..kernel.threads import in_turn
from ..options import Options
from ..text.sentences import FULL_STOP, Element, keys, read_elements, sentences_in
from ..text.word_lists import WordLists
from .profile import Profile
from .scores import Columns

if TYPE_CHECKING:
    from .prepared import Prepared


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


class Counter:
    """Counts batches by a profile, in either body of the kernel: in Python what C leaves to Python.

    Several threads may use one counter at once. The jackknife counts each evaluation with every set of its
    models that lacks one author, and takes means. ROUGE's working note, section 2.1: with N models a score is
    the mean of the scores against the N sets of N - 1 models. ROUGE took these means in all versions up to
    1.2; since 1.4 the configuration lists the sets. Here all evaluations weigh alike, however many sets they
    have, and evaluations are resampled, not sets. A figure is the rounded mean of rounded figures; counts are
    summed. Prepared texts have a single model, and so a single set.
    """

    def __init__(self, profile: Profile, lists: WordLists) -> None:
        """Count by a profile and its word lists."""
        self._profile, plan = profile, profile.plan
        rules = profile.rules
        words: list[Any] = [{**(lists.exceptions or {}), **dict.fromkeys(lists.stop_words)}]
        if rules and rules.needs_words:  # Some languages need a function for the tokens of pieces.
            words.append(rules.pieces(lists.exceptions))
        self._row = Struct("".join(f"{measure.typecode * 4}ddd" for measure in plan.measures))
        numbers = plan.numbers() if kernel.NAME == "compiled" else None
        self.kernel: Any
        if numbers is None:
            from ..kernel.python.counter import BatchCounter  # Most runs have the compiled body.

            self.kernel = BatchCounter(plan, *words)
        else:
            self.kernel = kernel.body.BatchCounter(numbers, *words)
        self.uses_threads = numbers is not None
        """True where several threads get more done than one."""
        self._has_elements = any(reading.elements for reading in plan.readings)
        self.stem = profile.vocabulary(lists).stem if self._has_elements else bytes
        """The stemmer of basic elements."""
        # Without models there is no ROUGE, and there are no sets.
        self._has_sets = bool(plan.measures) and (profile.options.jackknife or profile.averages_models)
        self._own_separators = {"full_stops": (FULL_STOP.encode(),), "none": (b"",)}.get(
            profile.rouge.sentences
        )
        """The separators by which the kernel finds the sentences of this ROUGE in strings, if it does."""
        self._rewrite = split = profile.splitter()
        # The kernel knows no limits in characters. Basic elements are not cut.
        limit = None if profile.rules is None or profile.options.basic_elements else profile.limit
        if limit is not None and limit.between_characters is not None:
            self._rewrite = lambda text: limit.cut(sentences_in(split(text) if split else text))[0]

    def count(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        """Return the counts of a batch; another thread sets the first byte of `stop` to end the call."""
        if not self._has_sets:
            return self._count_once(batch, stop)
        if not _UNSEPARATED.issuperset(batch.separators):  # Sets put texts elsewhere in their evaluations.
            batch = batch.rewritten(lambda text: text)._replace(reader=batch.reader)
        each = self._profile.averages_models
        with_sets, rows = _with_sets(batch, each)
        counted = self._count_once(with_sets, stop)
        mean = self._profile.mean if each else lambda figures: round(added(figures) / len(figures), DECIMALS)
        means = [Columns.empty(measure) for measure in self._profile.measures]
        for of_measure, columns in zip(means, counted.columns, strict=True):
            for number, (column, of_sets) in enumerate(zip(of_measure, columns, strict=True)):
                combine = added if number < 4 else mean
                column.extend(combine([of_sets[row] for row in of_peer]) for of_peer in rows)
        place_of = {id(text): place for place, text in enumerate(_texts(with_sets))}
        places = [place_of[id(text)] for text in _texts(batch)]
        empty = frozenset(counted.empty_elements)
        return Counted(
            means,
            bytes([counted.traits[place] for place in places]),
            array("q", chain.from_iterable(counted.words[2 * place : 2 * place + 2] for place in places)),
            [number for number, place in enumerate(places) if place in empty],
        )

    def count_batches(self, batches: Iterator[Batch], jobs: int) -> Iterator[tuple[Batch, Counted]]:
        """Yield each batch with its counts, in order; `jobs` threads share the work if the body uses any.

        Raises `TypeError` with the name of the evaluation for the first item that is not a text.
        """
        stop = bytearray(1)

        def work(batch: Batch) -> tuple[Batch, Counted]:
            try:
                return batch, self.count(batch, stop)
            except TypeError:
                named = batch.apart() if batch.candidates else batch
                for evaluation, place in named.places():
                    try:
                        named.summary(evaluation, place)
                    except TypeError as error:
                        raise TypeError(f"evaluation {named.ids[evaluation]}: {error}") from None
                raise

        return in_turn(work, batches, jobs if self.uses_threads else 1, stop)

    def _count_once(self, batch: Batch, stop: bytearray | None) -> Counted:
        evaluations, separators = batch.evaluations, batch.separators
        if separators != self._own_separators:  # A caller who gives these has strings alone.
            if self._own_separators and _UNSEPARATED.issuperset(separators) and _are_strings(_texts(batch)):
                separators = self._own_separators
            elif self._rewrite:
                evaluations, separators = batch.rewritten(self._rewrite).evaluations, _LINES
        elements, empty = self._elements(batch) if self._has_elements else ((), [])
        block, traits, words = self.kernel.count(evaluations, stop, separators, *elements)
        columns = [Columns.empty(measure) for measure in self._profile.measures]
        memory, start = memoryview(block), 0
        size = len(block) // max(sum(map(len, columns)), 1)
        for column in chain.from_iterable(columns):
            column.frombytes(memory[start : start + size])
            start += size
        return Counted(columns, traits, array("q", words), empty)

    def _elements(
        self, batch: Batch
    ) -> tuple[tuple[Callable[[int, int, Reading], Sequence[bytes]], ...], list[int]]:
        """Return the function that reads basic elements for the kernel, and places of texts without any."""
        read: dict[int, list[Element]] = {}
        by_place: dict[tuple[int, int], list[Element]] = {}
        for text, place in zip(_texts(batch), batch.places(), strict=True):
            if id(text) not in read:
                read[id(text)] = read_elements(batch.summary(*place))
            by_place[place] = read[id(text)]

        def of_place(evaluation: int, place: int, reading: Reading) -> Sequence[bytes]:
            stem = self.stem if reading.stem else None
            return keys(by_place[evaluation, place], str(reading.elements), stem)

        return (of_place,), [number for number, elements in enumerate(by_place.values()) if not elements]

    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        """Return by measure the counts and figures of the last text, whose models are the other texts."""
        if self._has_elements or (self._has_sets and len(texts) != 2):
            columns = self.count(Batch([(texts[:-1], texts[-1:])], ("",), [])).columns
            return [[column[0] for column in of_measure] for of_measure in columns]
        separators = _LINES
        if self._own_separators and _are_strings(texts):
            separators = self._own_separators
        elif self._rewrite:
            texts = [self._rewrite(text) for text in texts]
        block, *_ = self.kernel.count(((texts[:-1], texts[-1:]),), None, separators)
        numbers = self._row.unpack(block)
        return [numbers[start : start + 7] for start in range(0, len(numbers), 7)]

    def read(self, texts: Sequence[Item], prepared: "Prepared") -> Counted:
        """Append texts to prepared ones, and return their traits and words, without columns."""
        pool = prepared.pool
        rewritten = [self._rewrite(text) for text in texts] if self._rewrite else texts
        batch = Batch([((), (text,)) for text in rewritten], (), [])
        elements, _ = self._elements(batch) if self._has_elements else ((), [])
        with pool.growing():
            tokens, ends, places, traits, words = self.kernel.read(
                batch.evaluations, pool.vocabulary, len(pool.tokens), len(pool.ends), *elements
            )
            prepared.add(array("i", tokens), array("i", ends), array("q", places))
        return Counted([], traits, array("q", words))

    def documents(
        self, sources: Sequence[Source], texts: Sequence[Item], vocabulary: dict[bytes, int]
    ) -> Iterator[dict[Reading, Document]]:
        """Yield the documents of summaries by reading, given their sentences; new tokens get numbers."""
        batch = Batch([((), (text,)) for text in texts], (), [], reader=lambda number, _: sources[number])
        elements, _ = self._elements(batch) if self._has_elements else ((), [])
        tokens, ends, places, *_ = self.kernel.read(batch.evaluations, vocabulary, 0, 0, *elements)
        arrays = array("i", tokens), array("i", ends), array("q", places)
        plan = self._profile.plan
        place_of = {reading: place for place, reading in enumerate(plan.distinct_readings)}
        for first in [text * len(place_of) for text in range(len(texts))]:
            yield {
                reading: document_at(
                    arrays, first + place_of[reading._replace(whole=False)], whole=reading.whole
                )
                for reading in plan.readings
            }

    def extract(
        self, models: Sequence[Sequence[str]], document: Sequence[str], measures: Sequence[int], most: int
    ) -> tuple[list[int], float] | None:
        """Return the sentences of a document that score best with models, and the sum of F by the measures.

        The search is greedy, and the sentences stand in order. None: the caller must score whole extracts.
        """
        if self._rewrite or self._profile.options.is_limited or (self._has_sets and len(models) > 1):
            return None  # Splits and cuts depend on the whole extract, and the jackknife on all models.
        evaluations = [(models, [document])]
        found = self.kernel.extract(evaluations, bytes(measures), min(most, len(document)))
        return found and (array("i", found[0]).tolist(), found[1])


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
    return chain.from_iterable(chain.from_iterable(batch.evaluations))


_LINES = (b"\n",)
_UNSEPARATED = frozenset((b"", *_LINES))
"""Separators that a ROUGE's own separators may replace: the kernel then finds the sentences itself."""


def _are_strings(texts: Iterable[Item]) -> bool:
    return {str, bytes}.issuperset(map(type, texts))


@lru_cache(maxsize=16)
def counter_of(profile: Profile, lists: WordLists) -> Counter:
    """Return the counter of a profile and its word lists; runs of equal options share it and its stems."""
    return Counter(profile, lists)


class Words(dict[Any, str]):
    """Words for tokens, which may be any objects with a hash, such as texts with blanks in them."""

    def __missing__(self, token: Any) -> str:
        word = self[token] = str(len(self))
        return word

    def line(self, tokens: Iterable[Any]) -> str:
        """Return the words of tokens between blanks."""
        return " ".join([self[token] for token in tokens])


@lru_cache(maxsize=64)
def counter_by(**options: Any) -> Counter:
    """Return the counter of a run with these options."""
    profile = Profile(Options(**options))
    return counter_of(profile, profile.word_lists())


def columns_of_pairs(
    peers: Sequence[Item],
    models: Sequence[Sequence[Item]],
    separators: Sequence[bytes] = _LINES,
    **options: Any,
) -> Sequence[Columns]:
    """Return the columns of each measure for peers and their models; no text is checked."""
    pairs = list(zip(models, zip(peers, strict=True), strict=True))
    return counter_by(**options).count(Batch(pairs, Numbered(len(pairs)), [], separators)).columns
