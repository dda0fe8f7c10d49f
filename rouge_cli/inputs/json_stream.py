"""Evaluations of JSON Lines: each line is an object with a peer, its models and their IDs."""

from array import array
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby, pairwise, tee
from os import PathLike, fspath
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from ..errors import InputError
from ..evaluation import Corpus, Evaluation, Text, text_of
from ..kernel import body
from ..kernel.threads import Progress, in_turn
from ..text.files import named
from .json_rows import ABSENT, Ids, Row, row_of, rows_of_parquet
from .line_files import AT_ONCE, LineFile, has_changed, label
from .streams import BATCH, Batch, Listed, Pair, Stream, Survey, batches_of_pairs


def read_jsonl(
    path: str | PathLike[str],
    *,
    eval_field: str | None = None,
    system_field: str | None = None,
    peer_field: str = "peer",
    models_field: str = "models",
    source_field: str | None = None,
) -> list[Evaluation]:
    r"""Return the evaluations of a file with a JSON object on each line, in the order of the lines.

    An object has a system's summary (`peer_field`; null: the system has none here), the models
    (`models_field`), and the IDs of the evaluation (`eval_field`, by default `id`) and of the system
    (`system_field`, by default `system`), which are strings or whole numbers. If no object has an `id`,
    evaluations have the numbers of their lines. If no object has a `system`, the only system is called after
    the file. A dot leads to a field of a nested object: `doc.summary`.

    A summary is a string, whose lines are its sentences, or a list of strings, each of one or more sentences.
    Models are one string, which is one model, or a list of summaries; so a list of strings is several models.
    Objects with the same evaluation are of different systems. At least one has the models; if several do, the
    models are equal.

    `source_field` has the text that they summarise, if it is given; models may be absent then.

    The file may be gzipped, and `-` is standard input; blank lines are passed over. The rows of a Parquet
    file, which pyarrow reads, count as lines. Raises
    `InputError`, with the line and the field, for what is missing, malformed or contradictory.
    """
    return Listed(JsonStream(path, Fields(eval_field, system_field, peer_field, models_field, source_field)))


class Fields(NamedTuple):
    """The names of the fields of rows, as `read_jsonl` says."""

    eval_field: str | None = None
    system_field: str | None = None
    peer_field: str = "peer"
    models_field: str = "models"
    source_field: str | None = None


Values: TypeAlias = tuple[Any, Any, bytes | None, list[bytes] | None, list[bytes] | None]
"""The ID of a row's evaluation, its system, its peer, its models and, in a list, its source.

Texts are in UTF-8, and None if their field is null or missing. An ID is `ABSENT` if its field is missing.
"""
Scanned: TypeAlias = tuple[bytes, bytes] | list[Any] | None
"""A row as the kernel finds it: a peer and a model alone, the values of the fields, or None."""
_USUAL = Fields()
_NONE = -1
"""In place of a row: no row has the texts."""


class JsonStream(Stream):
    """The evaluations of a file with a JSON object on each line.

    When the stream is made, a first reading finds all errors and the places of the rows. The texts are read
    again while they are scored.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        fields: Fields = _USUAL,
        *,
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> None:
        """Look through the rows. `jobs` threads share the scanning, here and whenever rows are read in order.

        `progress` is called with the size of the file and the bytes read so far. Raises `InputError` for the
        first row that is wrong, as `read_jsonl` says.
        """
        path = fspath(path)
        ids = Ids(named(path), "eval_field", fields.eval_field, "id")
        systems = Ids(named(path), "system_field", fields.system_field, "system")
        self._fields = fields._replace(eval_field=ids.field, system_field=systems.field)
        names = [name for name in self._fields if name is not None]
        # The kernel finds no field called NUL, as it leaves all names with escapes to Python.
        encoded = ["\0" if name is None else name for name in self._fields]
        self._encoded = tuple([name.encode("utf-8", "surrogatepass") for name in encoded])
        self._file = LineFile(path, partial(rows_of_parquet, fields=names))
        self.notes = tuple(self._file.notes)
        self._offsets = array("q")
        """By row, its place in the file; then the end of the file."""
        self._lines = array("q")
        """By row, the number of its line."""
        self._evaluation_of = array("i")
        self._system_of = array("i")
        self._is_present = array("b")
        """By row, 1 if the system has a summary there."""
        self._model_counts = array("i")
        """By evaluation, the number of its models."""
        self._sources_in = array("i")
        """By evaluation, the row that has its source."""
        self._jobs = jobs
        self._survey(ids, systems, progress)
        self._ids = list(ids.numbers)
        """The IDs of the evaluations; empty if no row has one: lines are numbered instead."""
        self._known = tuple(systems.numbers) or (label(path),)
        """The systems in the order of the rows."""
        self.systems = self._in_order()

    def _survey(self, ids: Ids, systems: Ids, progress: Progress | None) -> None:
        fields, name = self._fields, self._file.name
        models_in, of_models, of_sources = array("i"), array("q"), array("q")
        """By evaluation, the row that has its models, and the digests of its models and of its source."""
        agreed = models_in, of_models, self._sources_in, of_sources
        by_field = (fields.models_field, *agreed[:2]), (fields.source_field, *agreed[2:])
        start = self._file.start
        if not (ids.is_needed or systems.is_needed):
            start = self._enter_pairs(progress)
        if pairs := len(self._lines):
            self._evaluation_of.extend(range(pairs))
            same = (self._system_of, 0), (self._is_present, 1), (self._model_counts, 1)
            for column, value in (*same, *((column, _NONE) for column in agreed)):
                column.extend(array(column.typecode, [value]) * pairs)
            ids.lacking = systems.lacking = self._lines[0]
        rows = self._rows_with_places(start, pairs, progress)
        for place, (offset, line_number, line, scanned) in enumerate(rows, pairs):
            id, system_id, peer, models, source = self._values(line, line_number, scanned)
            known = ids.number(id, line_number)
            system = systems.number(system_id, line_number) or 0
            evaluation = place if known is None else known
            if evaluation == len(self):
                self._model_counts.append(0)
                for column in agreed:
                    column.append(_NONE)
            if models is not None:
                self._model_counts[evaluation] = len(models)
            for texts, (field, rows_in, digests) in zip((models, source), by_field, strict=True):
                if texts is None:
                    continue
                digest = 0 if known is None else _digest(texts)
                if rows_in[evaluation] == _NONE:
                    rows_in[evaluation], digests[evaluation] = place, digest
                elif digests[evaluation] != digest:
                    id, first = list(ids.numbers)[evaluation], self._lines[rows_in[evaluation]]
                    raise Row(name, line_number).error(
                        f"field {field!r} has other texts than line {first}, which is of the same evaluation"
                        f" {id}; make them agree, or give them once"
                    )
            self._offsets.append(offset)
            self._lines.append(line_number)
            self._evaluation_of.append(evaluation)
            self._system_of.append(system)
            self._is_present.append(peer is not None)
        if not self._lines:
            raise InputError(f"{name}: empty; a JSON object on each line was expected")
        self._offsets.append(self._file.end)
        for evaluation, count in enumerate(self._model_counts):
            if not count and self._sources_in[evaluation] == _NONE:
                # The row with an empty list of models or, if there is none, the first row.
                place = max(models_in[evaluation], self._evaluation_of.index(evaluation))
                start, end = self._offsets[place : place + 2]
                line = self._file.read(start, end - start).partition(b"\n")[0]
                row = row_of(line, name, self._lines[place])
                if row.value(fields.models_field) is ABSENT:
                    raise row.missing(fields.models_field, "models_field", fields)
                raise row.error(f"field {fields.models_field!r} has no model; give at least one")

    def _enter_pairs(self, progress: Progress | None) -> int:
        """Enter the first rows that are a peer and a model alone, and return the place of the next row."""
        for _, rows, starts in self._scanned(self._file.start, progress):
            if not _are_pairs(rows):
                return starts[0]
            self._offsets += starts[:-1]
            self._lines.extend(range(len(self._lines) + 1, len(self._offsets) + 1))
        return self._file.end

    def _scanned(
        self, start: int, progress: Progress | None = None
    ) -> Iterator[tuple[bytes, list[Scanned], "array[int]"]]:
        """Yield the pieces from a place on, each with its rows, their places and the place of its end."""

        def scan(task: tuple[int, bytes]) -> tuple[bytes, list[Scanned], "array[int]"]:
            place, piece = task
            rows, places = body.scan_rows(piece, place, self._encoded)
            return piece, rows, array("q", places)

        # To hand a piece to a thread takes as long as to scan a good part of it.
        at_once = AT_ONCE if self._jobs == 1 else 4 * AT_ONCE
        for piece, rows, places in in_turn(scan, self._file.pieces(at_once, start), self._jobs):
            yield piece, rows, places
            if progress is not None:
                progress(self._file.size, min(places[-1] - self._file.start, self._file.size))

    def _in_order(self) -> tuple[str, ...]:
        """Return the systems in the order of the evaluations. Raises `InputError` for a repeated system."""
        if len(self._lines) == len(self):
            return self._known
        found: dict[int, int] = {}
        for evaluation, rows in enumerate(self._places()):
            first: dict[int, int] = {}
            for row in rows:
                system = self._system_of[row]
                if first.setdefault(system, row) != row:
                    raise Row(self._file.name, self._lines[row]).error(
                        f"evaluation {self._id_of(evaluation)} has system {self._known[system]} in line"
                        f" {self._lines[first[system]]} already; drop one"
                    )
            found |= first
        return tuple(self._known[system] for system in found)

    def _values(self, line: bytes, number: int, values: Scanned) -> Values:
        """Return the values in the line of this number, given those that the kernel finds.

        Raises `InputError` for a line that is no row, a row without a peer, and values that are no texts.
        """
        fields = self._fields
        if isinstance(values, tuple):
            peer, model = values
            return ABSENT, ABSENT, peer, [model], None
        if values is None:  # As is any row with an object in it, which a dot leads into.
            values = list(map(row_of(line, self._file.name, number).value, fields))
        id, system, peer, models, source = values
        if peer is ABSENT:
            row = row_of(line, self._file.name, number)
            raise row.missing(fields.peer_field, "peer_field", fields)
        if peer is not None and type(peer) is not bytes:
            peer = self._text(peer, fields.peer_field, number)
        if models is not None and models is not ABSENT:
            of_row = models if isinstance(models, list) else (models,)
            models = [
                one if type(one) is bytes else self._text(one, fields.models_field, number) for one in of_row
            ]
        if source is not None and source is not ABSENT:
            source = [self._text(source, fields.source_field, number)]
        return id, system, peer, None if models is ABSENT else models, None if source is ABSENT else source

    def _text(self, value: Any, field: str | None, number: int) -> bytes:
        text = Row(self._file.name, number).text(field, value)
        return text.encode("utf-8", "replace") if isinstance(text, str) else text

    def _rows_with_places(
        self, start: int, number: int = 0, progress: Progress | None = None
    ) -> Iterator[tuple[int, int, bytes, Scanned]]:
        """Yield each line but blank ones, with its place in the file, its number and its scanned values.

        `start` is the place of the first line, and `number` the number of lines before it.
        """
        for piece, rows, starts in self._scanned(start, progress):
            for scanned, (begin, end) in zip(rows, pairwise(starts), strict=True):
                number += 1
                line = piece[begin - starts[0] : end - 1 - starts[0]]
                if scanned or line.strip():
                    yield begin, number, line, scanned

    def __len__(self) -> int:
        return len(self._model_counts)

    def __iter__(self) -> Iterator[Evaluation]:
        of_evaluations, again = tee(self._places())
        rows = self._rows(chain.from_iterable(again))
        for evaluation, places in enumerate(of_evaluations):
            peers: dict[str, Text | None] = {}
            models: list[Text] = []
            source = None
            for place, (_, _, peer, of_models, of_source) in zip(places, rows, strict=False):
                *names, name = self._text_names(place, len(of_models or ()))
                peers[self._known[self._system_of[place]]] = None if peer is None else Text.of(peer, name)
                if of_models and not models:
                    models = list(map(Text.of, of_models, names))
                if of_source and source is None:
                    name = f"{self._file.name}, line {self._lines[place]}, {self._fields.source_field}"
                    source = Text.of(of_source[0], name)
            has_source = self._sources_in[evaluation] != _NONE
            if (len(models), source is not None) != (self._model_counts[evaluation], has_source):
                raise has_changed(self._file.name)
            yield Evaluation(self._id_of(evaluation), peers, tuple(models), source=source)

    def survey(self, systems: Collection[str]) -> Survey:
        wanted = {number for number, system in enumerate(self._known) if system in systems}
        missing: dict[str, list[str]] = {}
        counts: set[int] = set()
        without_models = None
        if self._are_pairs and wanted:
            counts.update(self._model_counts)
        else:
            for evaluation, rows in enumerate(self._places()):
                present = wanted.intersection([self._system_of[row] for row in rows if self._is_present[row]])
                for system in wanted - present:
                    missing.setdefault(self._known[system], []).append(self._id_of(evaluation))
                if present:
                    counts.add(self._model_counts[evaluation])
                    if without_models is None and not self._model_counts[evaluation]:
                        without_models = self._id_of(evaluation)
        corpus = Corpus.of(counts, ["lines"] if counts else [])
        return Survey(corpus, missing=missing, without_models=without_models)

    @property
    def _are_pairs(self) -> bool:
        """True where each row is an evaluation of one system, with a peer and models."""
        return len(self.systems) == 1 and 0 not in self._model_counts and 0 not in self._is_present

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        if not self._are_pairs:
            yield from super().batches(systems, size)
        elif self.systems[0] in systems:
            ids = self._ids or (None if self._lines[-1] == len(self) else list(map(str, self._lines)))
            first = 0
            for batch in batches_of_pairs(self._pairs(), self.systems[0], ids, size):
                yield batch._replace(reader=partial(self._summary, batch, first))
                first += len(batch.evaluations)
            if first != len(self):
                raise has_changed(self._file.name)

    def _pairs(self) -> Iterator[Pair]:
        start = self._file.start
        for _, rows, starts in self._scanned(start):
            if not _are_pairs(rows):
                break
            yield from rows
            start = starts[-1]
        for _, number, line, scanned in self._rows_with_places(start):
            try:
                _, _, peer, models, *_ = self._values(line, number, scanned)
            except InputError as error:
                raise has_changed(self._file.name) from error
            if peer is None or not models:
                raise has_changed(self._file.name)
            yield peer, models[0] if len(models) == 1 else models

    def _summary(self, batch: Batch, first: int, evaluation: int, place: int) -> Text:
        """Return a summary of a batch of pairs, which begins with the row `first`."""
        models, peers = batch.evaluations[evaluation]
        name = self._text_names(first + evaluation, len(models))[place]
        return text_of((*models, *peers)[place])._replace(name=name)

    def _text_names(self, place: int, models: int) -> list[str]:
        """Return the names of a row's models in messages, and of its peer."""
        field = self._fields.models_field
        names = [field] if models == 1 else [f"{field} {number}" for number in range(1, models + 1)]
        place_in_file = f"{self._file.name}, line {self._lines[place]}, "
        return [place_in_file + name for name in (*names, self._fields.peer_field)]

    def _rows(self, places: Iterable[int]) -> Iterator[Values]:
        """Yield the values of rows, which are read again; rows that follow one another are read together.

        Raises `InputError` if the file has changed.
        """
        start, data, following = 0, b"", 0
        for place in places:
            begin, end = self._offsets[place : place + 2]
            if begin < start or end > start + len(data):
                # More than the row is read only if rows are asked for in their order.
                at_once = AT_ONCE if place == following else 0
                start, data = begin, self._file.read(begin, max(end - begin, at_once))
            following = place + 1
            # Blank lines may follow, whose blanks JSON may not know.
            line, _, _ = data[begin - start : end - start].partition(b"\n")
            try:
                ((scanned,), _) = body.scan_rows(line, 0, self._encoded)
                values = self._values(line, self._lines[place], scanned)
            except InputError as error:
                raise has_changed(self._file.name) from error
            yield values

    def _id_of(self, evaluation: int) -> str:
        return self._ids[evaluation] if self._ids else str(self._lines[evaluation])

    def _places(self) -> Iterator[Sequence[int]]:
        of_row = self._evaluation_of
        rows = array("i", sorted(range(len(of_row)), key=of_row.__getitem__))
        for _, places in groupby(rows, key=of_row.__getitem__):
            yield list(places)


def _are_pairs(rows: list[Scanned]) -> TypeGuard[list[Pair]]:
    return set(map(type, rows)) == {tuple}


def _digest(texts: Iterable[bytes]) -> int:
    """Return a hash of texts, of 64 bits, whose key Python draws for each process.

    Different texts with equal hashes are improbable, and nobody can construct any unless `PYTHONHASHSEED` is
    set.
    """
    return hash(tuple(b"\n".join(filter(None, one.split(b"\n"))) if b"\n" in one else one for one in texts))
