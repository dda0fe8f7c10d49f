"""The Python body: a plan and a batch of texts in, columns of counts and figures out."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeAlias

from ...evaluation import text_of
from ..plan import PLACES, Document, Integers, Item, Measure, Plan, Reading, document_at, places_of
from . import rouge
from .sums import differences as differences
from .sums import in_order as in_order
from .sums import resample as resample
from .sums import sort_samples as sort_samples
from .words import Limit, Tokenizer, Traits, Vocabulary, splitter, traits_of, with_exceptions
from .words import stem as stem

if TYPE_CHECKING:
    from ..compiled import Tile

Read: TypeAlias = tuple[dict[Reading, Document], Traits]
"""The documents and the traits of a text."""
Keys: TypeAlias = Callable[[int, int, Reading], Sequence[bytes]]
"""Returns the basic elements of the text at a place of an evaluation, as a reading has them."""
PAIR = Struct("iid")
"""A peer, a model and a figure."""


rows: type[tuple[Any, ...]] = tuple
"""Series in the form that `resample` takes: unchanged."""


def scan_rows(lines: bytes, place: int, names: tuple[bytes, ...]) -> tuple[list[None], bytes]:
    """Return None for each row, which the caller reads, and the places of the rows. See the compiled body."""
    starts = array("q", accumulate((len(line) + 1 for line in lines.split(b"\n")), initial=place))
    return [None] * (len(starts) - 1), bytes(starts)


def rows_of(
    plan: Plan, measure: Measure, models: Sequence[Document], peers: Sequence[Document]
) -> Iterator[tuple[float, ...]]:
    """Yield for each peer its counts with all models together, and recall, precision and F."""
    if not callable(measure.kind) and measure.kind not in rouge.KINDS:
        from . import variants  # Most runs have Lin's measures alone.

        rouge.KINDS.update(variants.KINDS)
    compare = measure.kind if callable(measure.kind) else partial(rouge.KINDS[measure.kind], measure)
    view = rouge.VIEWS.get(measure.kind)
    of_models, of_peers = ([view(measure, one) for one in side] if view else side for side in (models, peers))
    for peer in of_peers:
        each = [compare(model, peer) for model in of_models]
        counts = rouge.combine(plan, measure, each, models)
        yield *counts, *rouge.figures(plan, measure, counts)


class BatchCounter:
    """Counts batches as the compiled class does, and what C leaves to Python. Threads may share it."""

    def __init__(
        self, plan: Plan, words: Mapping[bytes, bytes | None] | None = None, function: Tokenizer | None = None
    ) -> None:
        """Take the plan, the stems of irregular words (None: a stop word), and a tokenizer."""
        self._plan = plan
        self._distinct = plan.distinct_readings
        self._readings = list(dict.fromkeys((*plan.readings, *self._distinct)))
        self._vocabulary = _vocabulary(plan, words or {}, function)

    def count(
        self,
        evaluations: Iterable[tuple[Sequence[Item], Sequence[Item]]],
        stop: bytearray | None = None,
        separators: Sequence[bytes] = (b"\n",),
        keys: Keys | None = None,
    ) -> tuple[bytes, bytes, bytes]:
        """Return what the compiled class does. `keys` returns the basic elements of a text."""
        columns: list[list[Any]] = [
            [array(code) for code in f"{one.typecode * 4}ddd"] for one in self._plan.measures
        ]
        texts: dict[int, Read] = {}
        traits: list[Traits] = []
        for number, (models, peers) in enumerate(evaluations):
            read: list[Read] = []
            for place, text in enumerate((*models, *peers)):
                if id(text) not in texts:
                    sentences = _sentences(text, separators[place % len(separators)])
                    texts[id(text)] = self._read(sentences, number, place, keys)
                read.append(texts[id(text)])
            traits += [one for _, one in read]
            for measure, of_measure in zip(self._plan.measures, columns, strict=True):
                of_models = [of_text[measure.model_reading] for of_text, _ in read[: len(models)]]
                of_peers = [of_text[measure.peer_reading] for of_text, _ in read[len(models) :]]
                for row in rows_of(self._plan, measure, of_models, of_peers):
                    for column, value in zip(of_measure, row, strict=True):
                        column.append(value)
        return b"".join(chain.from_iterable(columns)), *_packed(traits)

    def read(
        self,
        evaluations: Iterable[tuple[Sequence[Item], Sequence[Item]]],
        vocabulary: dict[bytes, int],
        tokens: int,
        ends: int,
        keys: Keys | None = None,
    ) -> tuple[bytes, bytes, bytes, bytes, bytes]:
        """Return the tokens, the ends and the places of texts, and their traits and words as `count` does."""
        read = [
            self._read(_sentences(text, b"\n"), number, place, keys)
            for number, (models, peers) in enumerate(evaluations)
            for place, text in enumerate((*models, *peers))
        ]
        own_tokens, own_ends = array("i"), array("i")
        documents = (of_text[reading] for of_text, _ in read for reading in self._distinct)
        places = places_of(documents, own_tokens, own_ends, (tokens, ends))
        for place, token in enumerate(own_tokens):
            own_tokens[place] = vocabulary.setdefault(self._vocabulary.name(token), len(vocabulary))
        return bytes(own_tokens), bytes(own_ends), bytes(places), *_packed([traits for _, traits in read])

    def tile(self, tile: "Tile", matrix: Any, is_mirrored: bool) -> None:
        """Write the figures of a tile to a matrix of all texts."""
        size = len(tile[1][2]) // (PLACES * len(self._distinct))
        for peer, model, figure in self._figures(tile):
            matrix[peer * size + model] = figure
            if is_mirrored:
                matrix[model * size + peer] = figure

    def pairs(self, tile: "Tile", at_least: float, later: bool) -> bytes:
        """Return the peer, the model and the figure of each pair whose figure is high enough."""
        return b"".join(
            PAIR.pack(peer, model, figure)
            for peer, model, figure in self._figures(tile)
            if figure >= at_least and not (later and model <= peer)
        )

    def extract(self, evaluations: Sequence[Any], measures: bytes, most: int) -> None:
        """Return None: the caller must score whole extracts."""

    def _figures(self, tile: "Tile") -> Iterator[tuple[int, int, float]]:
        """Yield the peer, the model and the figure of all pairs of a tile."""
        peers, models, _, first_peer, peer_end, first_model, model_end, number, figure, _ = tile
        measure, distinct = self._plan.measures[number], self._distinct

        def document(arrays: tuple[Integers, Integers, Integers], text: int, reading: Reading) -> Document:
            place = distinct.index(reading._replace(whole=False))
            return document_at(arrays, text * len(distinct) + place, whole=reading.whole)

        of_models = [document(models, text, measure.model_reading) for text in range(first_model, model_end)]
        for peer in range(first_peer, peer_end):
            of_peer = document(peers, peer, measure.peer_reading)
            for model, of_model in enumerate(of_models, first_model):
                (row,) = rows_of(self._plan, measure, [of_model], [of_peer])
                yield peer, model, row[4 + figure]

    def _read(self, sentences: list[bytes], evaluation: int, place: int, keys: Keys | None) -> Read:
        documents = {}
        for reading in self._readings:
            if reading.elements and keys:
                documents[reading] = self._vocabulary.of_elements(keys(evaluation, place, reading))
            else:
                documents[reading] = self._vocabulary.document(sentences, reading)
        of_words = [document for reading, document in documents.items() if not reading.elements]
        has_tokens = all(document.tokens for document in of_words)
        return documents, traits_of(sentences, has_tokens=has_tokens) if of_words else (0, 0, 0)


def _vocabulary(plan: Plan, words: Mapping[bytes, bytes | None], function: Tokenizer | None) -> Vocabulary:
    """Return an empty vocabulary with the rules of a plan, and the words of a counter."""
    limit = Limit(plan.max_words, plan.max_bytes, plan.max_tokens)
    stop_words = [word for word, of_word in words.items() if of_word is None]
    is_never_empty = plan.lowering == "spaces"
    stems = {word: of_word for word, of_word in words.items() if of_word is not None}
    if function is None:
        stems_by = with_exceptions(partial(stem, is_nltk=plan.stemmer == "porter-nltk"), stems)
        return Vocabulary(splitter(plan.lowering), stems_by, stop_words, limit, is_never_empty=is_never_empty)

    def split(sentence: bytes) -> list[bytes]:
        words: list[bytes] = []
        for tokens, of_tokens in function([sentence]):
            stems.update(zip(tokens, of_tokens, strict=True))
            words += tokens
        return words

    return Vocabulary(split, stems.__getitem__, stop_words, limit, 0, is_never_empty=is_never_empty)


def _sentences(text: Item, separator: bytes) -> list[bytes]:
    """Return the sentences of a text: between separators, or the items of a list."""
    if not isinstance(text, str | bytes):
        return list(text_of(text).sentences)
    data = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    return list(filter(None, data.split(separator) if separator else [data]))


def _packed(traits: Sequence[Traits]) -> tuple[bytes, bytes]:
    words = array("q", chain.from_iterable(one[1:] for one in traits))
    return bytes(flags for flags, *_ in traits), bytes(words)
