"""Evaluations of JSON Lines: each line is an object with a peer, its models and their IDs."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress, groupby, zip_longest
from os import PathLike, fspath
from types import MappingProxyType
from typing import Any, NamedTuple

from ..errors import InputError, some
from ..evaluation import NO_CORPUS, Corpus, Evaluation, Text
from ..kernel import body
from ..profiles.estimates import Progress, ignore
from ..text.files import named
from .line_files import AT_ONCE, LineFile, has_changed, label
from .streams import BATCH, Batch, Lazy, Pair, Selection, Stream, batches_of_pairs


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
    (`models_field`), and the IDs of the evaluation (`eval_field`, by default `id`) and of the
    system (`system_field`, by default `system`), which are strings or whole numbers. Where no
    object has an `id`, evaluations are numbered as the lines; where none has a `system`, all are of
    one, called after the file.

    A summary is a string, whose lines are its sentences, or a list of strings, each of one or more
    sentences. Models are one string, which is one model, or a list of summaries; so a list of
    strings is several models. Objects with the same evaluation are of different systems; one of
    them has the models, or several have the same.

    The text that they summarise is in `source_field`, if there is any; models may be absent then.

    The file may be gzipped, and `-` is standard input; blank lines are passed over. The rows of a Parquet
    file, which pyarrow reads, count as lines. Raises
    `InputError`, with the line and the field, for what is missing, malformed or contradictory.
    """
    return list(JsonStream(path, Fields(eval_field, system_field, peer_field, models_field, source_field)))


class Fields(NamedTuple):
    """The names of the fields of rows, as `read_jsonl` says."""

    eval_field: str | None = None
    system_field: str | None = None
    peer_field: str = "peer"
    models_field: str = "models"
    source_field: str | None = None


_USUAL = Fields()


class JsonStream(Stream):
    """The evaluations of a file with a JSON object on each line.

    A first reading, when the stream is made, finds all errors and the places of the rows. The texts are read
    again while they are scored.
    """

    def __init__(
        self, path: str | PathLike[str], fields: Fields = _USUAL, *, progress: Progress = ignore
    ) -> None:
        """Look through the rows. `progress` is called with the size of the file and the bytes read so far.

        Raises `InputError` for the first row that is wrong, as `read_jsonl` says.
        """
        path = fspath(path)
        ids = _Ids(named(path), "eval_field", fields.eval_field, "id")
        systems = _Ids(named(path), "system_field", fields.system_field, "system")
        _, _, self._peer_field, self._models_field, self._source_field = fields
        # No name of a field has a NUL in it as it stands.
        self._names = (ids.field, systems.field, *["\0" if name is None else name for name in fields[2:]])
        self._encoded = tuple([name.encode("utf-8", "surrogatepass") for name in self._names])
        self._file = LineFile(path, self._names)
        self._offsets = array("q")
        """The place of each row in the file."""
        self._lines = array("q")
        """The number of its line."""
        self._evaluation_of = array("i")
        self._system_of = array("i")
        self._is_present = array("b")
        """1 where the system has a summary in this row."""
        self._firsts = array("i")
        """By evaluation, its first row."""
        self._models_in = array("i")
        """By evaluation, the row that has its models."""
        self._model_counts = array("i")
        """By evaluation, the number of its models."""
        self._sources_in: dict[int, int] = {}
        """By evaluation with a source, the row that has it."""
        self._survey(ids, systems, progress)
        self._ids = list(ids.numbers)
        """The IDs of the evaluations; empty where no row has one, so that lines are numbered instead."""
        self._known = tuple(systems.numbers) or (label(self._file.path),)
        """The systems in the order of the rows."""
        self.systems = self._in_order()

    def _survey(self, ids: _Ids, systems: _Ids, progress: Progress) -> None:
        """Read all rows for the first time."""
        read, firsts, models_in = self._values, self._firsts, self._models_in
        repeated: set[int] = set()
        """The systems in the second and further rows of evaluations."""
        digests = array("q")
        """By evaluation, a number that tells its models from others."""
        of_sources: dict[int, int] = {}
        for place, (offset, number, line) in enumerate(self._walk(progress)):
            id, system_id, peer, models, source, _ = read(line, number)
            known = ids.number(id, number)
            system = systems.number(system_id, number) or 0
            evaluation = place if known is None else known
            digest = 0 if known is None or models is None else _digest(models)
            if evaluation == len(firsts):
                firsts.append(place)
                models_in.append(_NONE if models is None else place)
                self._model_counts.append(len(models or ()))
                digests.append(digest)
            else:
                key = evaluation << 32 | system
                if key in repeated or system == self._system_of[firsts[evaluation]]:
                    pairs = zip(self._evaluation_of, self._system_of, self._lines, strict=True)
                    before = next(line for *pair, line in pairs if pair == [evaluation, system])
                    name = list(systems.numbers)[system] if systems.numbers else label(self._file.path)
                    raise Row(self._file.name, number).error(
                        f"evaluation {list(ids.numbers)[evaluation]} has system {name} in line {before}"
                        " already; drop one"
                    )
                repeated.add(key)
                if models is not None and models_in[evaluation] == _NONE:
                    models_in[evaluation], digests[evaluation] = place, digest
                    self._model_counts[evaluation] = len(models)
                elif models is not None and digests[evaluation] != digest:
                    raise Row(self._file.name, number).error(
                        f"field {self._models_field!r} has other models than line"
                        f" {self._lines[models_in[evaluation]]}, which is of the same evaluation"
                        f" {list(ids.numbers)[evaluation]}; make them agree, or give them once"
                    )
            self._offsets.append(offset)
            self._lines.append(number)
            self._evaluation_of.append(evaluation)
            self._system_of.append(system)
            self._is_present.append(peer is not None)
            if source is not None:
                first = self._sources_in.setdefault(evaluation, place)
                digest = _digest([source])
                if of_sources.setdefault(evaluation, digest) != digest:
                    raise Row(self._file.name, number).error(
                        f"field {self._source_field!r} has another source than line"
                        f" {self._lines[first]}, which is of the same evaluation; make them agree, or give"
                        " it once"
                    )
        if not self._lines:
            raise InputError(f"{self._file.name}: empty; a JSON object on each line was expected")
        field = self._models_field
        for evaluation, count in enumerate(self._model_counts):
            if not count and evaluation not in self._sources_in:
                if models_in[evaluation] == _NONE:
                    raise Row(self._file.name, self._lines[firsts[evaluation]]).missing(field, "models_field")
                message = f"field {field!r} has no model; give at least one"
                raise Row(self._file.name, self._lines[models_in[evaluation]]).error(message)

    def _walk(self, progress: Progress = ignore) -> Iterator[tuple[int, int, bytes]]:
        """Yield each line but blank ones, with its place in the file and its number."""
        offset, number = self._file.start, 0
        for lines in self._file.lines(keep_returns=True):
            for line in lines:
                number += 1
                if line.strip():
                    yield offset, number, line
                offset += len(line) + 1
            progress(self._file.size, min(offset - self._file.start, self._file.size))

    def _values(self, line: bytes, number: int) -> _Values:
        """Return the values in a line. Raises `InputError` for a line that is no row, and for wrong texts."""
        values = body.scan_row(line, self._encoded)
        if values is None:
            row = row_of(line, self._file.name, number)
        else:
            id, system, peer, models, source = values
            if type(peer) is bytes and source is _ABSENT:
                if type(models) is bytes:
                    return id, system, peer, [models], None, False
                if type(models) is list and {*map(type, models)} == {bytes}:
                    return id, system, peer, models, None, True
            fields = zip(self._names, values, strict=True)
            row = Row(
                self._file.name, number, {name: value for name, value in fields if value is not _ABSENT}
            )
        id, system, peer, models, source = map(
            row.fields.get, self._names, (_ABSENT, _ABSENT, _ABSENT, None, None)
        )
        if peer is _ABSENT:
            raise row_of(line, self._file.name, number).missing(self._peer_field, "peer_field", self._names)
        texts = [models] if isinstance(models, str | bytes) else models
        if texts is not None and not isinstance(texts, list):
            raise row.wrong(self._models_field, texts, "a string or a list")
        return (
            id,
            system,
            None if peer is None else _encoded(row.text(self._peer_field, peer)),
            None if texts is None else [_encoded(row.text(self._models_field, text)) for text in texts],
            None if source is None else _encoded(row.text(self._source_field or "", source)),
            texts is models,
        )

    def __len__(self) -> int:
        return len(self._firsts)

    def __iter__(self) -> Iterator[Evaluation]:
        rereader = _Rereader(self._file, self._offsets)
        for evaluation, places in enumerate(self._places()):
            peers: dict[str, Text | None] = {}
            models: Sequence[Text] = ()
            source: Text | None = None
            for place in places:
                _, _, peer, of_models, of_source, is_listed = self._reread(rereader.line(place), place)
                *names, name = self._labels(place, len(of_models or ()), is_listed=is_listed)
                system = self._known[self._system_of[place]]
                peers[system] = None if peer is None else Text.of(peer, name)
                if place == self._models_in[evaluation]:
                    models = list(map(Text.of, of_models or (), names))
                if place == self._sources_in.get(evaluation) and of_source is not None:
                    source = Text.of(of_source, self._label(place, self._source_field or ""))
            has_source = evaluation in self._sources_in
            if len(models) != self._model_counts[evaluation] or (source is None) == has_source:
                raise has_changed(self._file.name)
            yield Evaluation(self._name(evaluation), peers, tuple(models), source=source)

    def missing(self, system: str) -> Iterable[str]:
        having = self._having([system])
        return (self._name(evaluation) for evaluation in range(len(self)) if not having[evaluation])

    def selection(self, systems: Collection[str]) -> Selection:
        having = self._having(systems)
        counts = set(compress(self._model_counts, having))
        return Selection(Corpus(min(counts), max(counts), ("lines",)) if counts else NO_CORPUS)

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        if len(self.systems) > 1 or len(self._lines) > len(self) or 0 in self._model_counts:
            yield from super().batches(systems, size)
        elif self.systems[0] in systems:  # Each row is an evaluation.
            present = array("i", compress(range(len(self)), self._is_present))
            are_numbered = not self._ids and len(present) == self._lines[-1]
            ids = None if are_numbered else Lazy(len(present), lambda place: self._name(present[place]))
            first = 0
            for batch in batches_of_pairs(self._pairs(), self.systems[0], ids, set(), size):
                rows = present[first : first + len(batch.evaluations)]
                yield replace(batch, sources=self._sources(batch, rows))
                first += len(rows)

    def _pairs(self) -> Iterator[Pair]:
        """Yield the peer and the models of each row that has a peer."""
        of_rows = zip_longest(self._walk(), self._lines, self._is_present)
        for place, (found, number, is_present) in enumerate(of_rows):
            if found is None or found[1] != number:
                raise has_changed(self._file.name)
            if is_present:
                _, _, peer, models, *_ = self._reread(found[2], place)
                if peer is None or not models:
                    raise has_changed(self._file.name)
                yield peer, models[0] if len(models) == 1 else models

    def _sources(self, batch: Batch, rows: Sequence[int]) -> Lazy[Text]:
        """Return the summaries of a batch of rows, in which models stand before their peer."""
        rereader = _Rereader(self._file, self._offsets)

        def source(place: int) -> Text:
            pair = bisect_left(batch.peers, place)
            _, _, peer, models, _, is_listed = self._reread(rereader.line(rows[pair]), rows[pair])
            names = self._labels(rows[pair], len(models or ()), is_listed=is_listed)
            start = batch.peers[pair - 1] + 1 if pair else 0
            return Text.of([*(models or ()), peer or b""][place - start], names[place - start])

        return Lazy(len(batch.texts), source)

    def _label(self, place: int, field: str) -> str:
        """Return the name of a text in messages."""
        return f"{self._file.name}, line {self._lines[place]}, {field}"

    def _labels(self, place: int, models: int, *, is_listed: bool) -> list[str]:
        """Return the names of a row's models in messages, and of its peer."""
        names = [
            f"{self._models_field} {number}" if is_listed else self._models_field
            for number in range(1, models + 1)
        ]
        return [self._label(place, name) for name in (*names, self._peer_field)]

    def _reread(self, line: bytes, place: int) -> _Values:
        try:
            return self._values(line, self._lines[place])
        except InputError as error:
            raise has_changed(self._file.name) from error

    def _having(self, systems: Collection[str]) -> bytearray:
        """Return for each evaluation 1 where it has a summary of one of the systems."""
        wanted = [system in systems for system in self._known]
        having = bytearray(len(self))
        columns = self._evaluation_of, self._system_of, self._is_present
        for evaluation, system, is_present in zip(*columns, strict=True):
            if is_present and wanted[system]:
                having[evaluation] = 1
        return having

    def _in_order(self) -> tuple[str, ...]:
        """Return the systems in the order in which they appear in the evaluations."""
        found: dict[int, None] = {}
        for places in self._places() if len(self._known) > 1 else ((0,),):
            found.update(dict.fromkeys(map(self._system_of.__getitem__, places)))
            if len(found) == len(self._known):
                break
        return tuple(self._known[system] for system in found)

    def _name(self, evaluation: int) -> str:
        return self._ids[evaluation] if self._ids else str(self._lines[self._firsts[evaluation]])

    def _places(self) -> Iterator[Sequence[int]]:
        """Yield the rows of each evaluation."""
        of_row = self._evaluation_of
        if len(of_row) == len(self):
            yield from ((row,) for row in range(len(self)))
            return
        rows = array("i", sorted(range(len(of_row)), key=of_row.__getitem__))
        for _, places in groupby(rows, key=of_row.__getitem__):
            yield list(places)


class _Rereader:
    """The lines of a file, read again one by one; lines in a row share a reading of the file."""

    def __init__(self, file: LineFile, offsets: Sequence[int]) -> None:
        self._file = file
        self._offsets = offsets
        self._start = 0
        self._bytes = b""
        self._following = 0

    def line(self, place: int) -> bytes:
        """Return the line of a row, without the blank lines behind it, which JSON may not know as blanks."""
        start = self._offsets[place]
        end = self._offsets[place + 1] if place + 1 < len(self._offsets) else self._file.end
        if not self._start <= start <= end <= self._start + len(self._bytes):
            # The next rows are needed only if rows are asked for in order.
            at_once = AT_ONCE if place == self._following else 0
            self._start, self._bytes = start, self._file.read(start, max(end - start, at_once))
        self._following = place + 1
        return self._bytes[start - self._start : end - self._start].partition(b"\n")[0]


_Values = tuple[Any, Any, bytes | None, list[bytes] | None, bytes | None, bool]
"""The ID of a row's evaluation, its system, peer, models and source, and whether the models stand in a list.

Texts are in UTF-8. None is null or a missing field, and `...` a missing ID.
"""
_ABSENT = ...


def _encoded(text: str | bytes) -> bytes:
    return text.encode("utf-8", "replace") if isinstance(text, str) else text


class Row(NamedTuple):
    """An object, and the place where it stands."""

    file: str
    line: int
    fields: Mapping[str, Any] = MappingProxyType({})

    def error(self, message: str) -> InputError:
        return InputError(f"{self.file}, line {self.line}: {message}")

    def missing(self, field: str, option: str, taken: Collection[str] = ()) -> InputError:
        """Return the error of a row without a field, the option that names the field, and the fields that no
        option has taken.
        """
        others = [name for name in self.fields if name not in taken]
        there = f"; there are: {some(others)}" if others else ""
        return self.error(f"no field {field!r}; add it, or name the field that has it by `{option}`{there}")

    def wrong(self, field: str, value: Any, wanted: str) -> InputError:
        """Return the error of a field with a value that is not what is wanted."""
        return self.error(f"field {field!r} has {_kind(value)} where {wanted} is wanted")

    def text(self, field: str, value: Any) -> Any:
        """Return the text of a value in a field: a string, or a list of strings, which may have several lines
        each. Raises `InputError` for anything else.
        """
        texts = value if isinstance(value, list) else [value]
        types = {*map(type, texts)}
        if types <= {str}:
            return "\n".join(texts)
        if types == {bytes}:
            return b"\n".join(texts)
        raise self.wrong(field, value, "a string or a list of strings")


# An object becomes its pairs. A name that stands twice matters in the row itself, and in no object within it.
_READ = json.JSONDecoder(object_pairs_hook=tuple).decode


def row_of(line: bytes, file: str, number: int) -> Row:
    """Return the row in a line. Raises `InputError` for anything but an object in JSON and UTF-8."""
    row = Row(file, number)
    try:
        value = _READ(line.removesuffix(b"\r").decode())
    except UnicodeDecodeError as error:
        raise row.error(f"not UTF-8 (byte {error.start + 1}); write the file in UTF-8") from error
    except json.JSONDecodeError as error:
        reason = f"({error.msg}, column {error.colno})"
        table = file.lower().endswith((".csv", ".tsv"))
        remedy = "; pandas converts tables: to_json(FILE, orient='records', lines=True)" if table else ""
        raise row.error(f"no JSON {reason}; each line must be one whole object{remedy}") from error
    except (ValueError, RecursionError) as error:  # Too many digits, or too deep a nesting.
        raise row.error(f"JSON that cannot be read ({error}); mend it there") from error
    if not isinstance(value, tuple):
        raise row.error(f"{_kind(value)}; each line must be one whole object")
    fields = dict(value)
    if len(fields) < len(value):
        names = [name for name, _ in value]
        twice = next(name for name in fields if names.count(name) > 1)
        raise row.error(f"JSON that cannot be read ({twice!r} stands twice in the object); mend it there")
    return row._replace(fields=fields)


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kinds = {str: "a string", bytes: "a string", int: "a number", float: "a number", list: "a list"}
    return kinds.get(type(value), "an object")


class _Ids:
    """The IDs of evaluations or of systems in a field, which all rows or none may lack if nobody named it."""

    def __init__(self, file: str, option: str, field: str | None, usual: str) -> None:
        self.field = usual if field is None else field
        self.numbers: dict[str, int] = {}
        """The IDs so far, in the order in which they first appear."""
        self._file = file
        self._option = option
        self._is_needed = field is not None
        self._lacking = 0
        """The first line without an ID."""

    def number(self, value: Any, line: int) -> int | None:
        """Return the number of a row's ID, counted from 0, or None if the row lacks it."""
        if value is _ABSENT:
            self._lacking = self._lacking or line
            if self._is_needed:
                raise Row(self._file, line).missing(self.field, self._option)
            return None
        if self._lacking:
            raise Row(self._file, self._lacking).missing(self.field, self._option)
        self._is_needed = True
        if type(value) is bytes:
            id = value.decode()
        elif isinstance(value, bool) or not isinstance(value, str | int):
            raise Row(self._file, line).wrong(self.field, value, "a string or a whole number")
        else:
            try:
                (id := str(value)).encode()
            except UnicodeEncodeError as error:
                message = f"field {self.field!r} has half of a character ({id}); write it whole"
                raise Row(self._file, line).error(message) from error
        return self.numbers.setdefault(id, len(self.numbers))


_NONE = -1
"""In place of a row: there is none."""


def _digest(texts: Iterable[bytes]) -> int:
    """Return the hash of texts, of 64 bits, whose key Python draws for each process.

    Different texts with equal hashes are improbable, and nobody can make any unless `PYTHONHASHSEED` is set.
    """
    return hash(tuple(map(_without_empty_lines, texts)))


def _without_empty_lines(text: bytes) -> bytes:
    if b"\n\n" in text or text[:1] == b"\n" or text[-1:] == b"\n":  # Most texts have none.
        return b"\n".join(filter(None, text.split(b"\n")))
    return text
