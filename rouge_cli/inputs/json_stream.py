"""Evaluations of JSON Lines: each line is an object with a peer, its models and their IDs."""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import compress, islice
from os import PathLike, fspath
from typing import Any, NamedTuple

from ..errors import InputError
from ..evaluation import Corpus, Evaluation, Text
from ..numbered import Numbered
from ..profiles.estimates import Progress, ignore
from .line_files import AT_ONCE, LineFile, label
from .streams import BATCH, Batch, Lazy, Stream, texts_and_places


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

    The file may be gzipped, and `-` is standard input; blank lines are passed over. Raises
    `InputError`, with the line and the field, for what is missing, malformed or contradictory.
    """
    return list(
        JsonStream(
            path,
            eval_field=eval_field,
            system_field=system_field,
            peer_field=peer_field,
            models_field=models_field,
            source_field=source_field,
        )
    )


class JsonStream(Stream):
    """The evaluations of a file with a JSON object on each line.

    A first reading, when the stream is made, finds all errors and the places of the rows. The texts are read
    again while they are scored.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        eval_field: str | None = None,
        system_field: str | None = None,
        peer_field: str = "peer",
        models_field: str = "models",
        source_field: str | None = None,
        progress: Progress = ignore,
    ) -> None:
        """Look through the rows. `progress` is called with the size of the file and the bytes read so far."""
        self._file = LineFile(fspath(path))
        self._fields = Fields(eval_field, system_field, peer_field, models_field, source_field)
        self._survey = Survey(self._file, self._fields, progress)
        self.systems = self._in_order()

    def __len__(self) -> int:
        return len(self._survey.firsts)

    def __iter__(self) -> Iterator[Evaluation]:
        rows = _Rows(self._file, self._survey)
        for evaluation, places in enumerate(self._places()):
            peers: dict[str, Text | None] = {}
            models: tuple[Text, ...] = ()
            source: Text | None = None
            for place in places:
                row = rows.read(place)
                if self._fields.peer not in row.fields:
                    raise self._file.has_changed()
                system = self._survey.systems[self._survey.system_of[place]]
                peer = row.peer(self._fields.peer)
                peers[system] = None if peer is None else row.source(peer, self._fields.peer)
                if place == self._survey.models_in[evaluation]:
                    models = self._models(row)
                if place == self._survey.source_in[evaluation]:
                    source = self._read_source(row)
            if len(models) != self._survey.model_counts[evaluation]:
                raise self._file.has_changed()
            yield Evaluation(self._name(evaluation), peers, models, source=source)

    def _models(self, row: Row) -> tuple[Text, ...]:
        field = self._fields.models
        models = enumerate(row.models(field) or (), 1)
        return tuple([row.source(model, row.label_of_model(field, number)) for number, model in models])

    def _read_source(self, row: Row) -> Text:
        field = self._fields.source or ""
        if (text := row.peer(field)) is None:
            raise self._file.has_changed()
        return row.source(text, field)

    def missing(self, system: str) -> Iterable[str]:
        having = self._having([system])
        return (self._name(evaluation) for evaluation in range(len(self)) if not having[evaluation])

    def corpus_of(self, systems: Collection[str]) -> Corpus:
        having = self._having(systems)
        counts = {count for count, has in zip(self._survey.model_counts, having, strict=True) if has}
        return Corpus(min(counts), max(counts), ("lines",)) if counts else Corpus()

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        if len(self.systems) > 1 or len(self._survey.offsets) > len(self) or 0 in self._survey.model_counts:
            return super().batches(systems, size)
        batches = self._batches_of_rows(size) if self.systems[0] in systems else iter(())
        return batches if self._survey.ids else map(_numbered, batches)

    def _batches_of_rows(self, size: int) -> Iterator[Batch]:
        """Yield batches of rows that are evaluations of one system; their texts are strings in memory."""
        rows = _Rows(self._file, self._survey)
        present = compress(range(len(self)), self._survey.is_present)
        while places := list(islice(present, size)):
            of_batch = [rows.read(place) for place in places]
            if any(row.fields.get(self._fields.peer) is None for row in of_batch):
                raise self._file.has_changed()
            peers = [row.peer(self._fields.peer) or "" for row in of_batch]
            models = [row.models(self._fields.models) or () for row in of_batch]
            if not all(models):
                raise self._file.has_changed()
            texts, fields = texts_and_places(peers, models)
            evaluations = [self._name(place) for place in places]
            yield Batch(
                texts=texts,
                sources=Lazy(len(texts), partial(self._source, of_batch, models)),
                systems={self.systems[0]: evaluations},
                evaluations=evaluations,
                **fields,
            )

    def _source(self, rows: Sequence[Row], models: Sequence[Sequence[str]], place: int) -> Text:
        """Return the summary at a place among the models and peers of rows."""
        for row, own_models in zip(rows, models, strict=True):
            if place < len(own_models):
                label = row.label_of_model(self._fields.models, place + 1)
                return row.source(own_models[place], label)
            if place == len(own_models):
                return row.source(row.peer(self._fields.peer) or "", self._fields.peer)
            place -= len(own_models) + 1
        raise IndexError(place)

    def _having(self, systems: Collection[str]) -> bytearray:
        """Return for each evaluation 1 where it has a summary of one of the systems."""
        wanted = [system in systems for system in self._survey.systems]
        having = bytearray(len(self))
        survey = self._survey
        for evaluation, system, is_present in zip(
            survey.evaluation_of, survey.system_of, survey.is_present, strict=True
        ):
            if is_present and wanted[system]:
                having[evaluation] = 1
        return having

    def _in_order(self) -> tuple[str, ...]:
        """Return the systems in the order in which they appear in the evaluations."""
        known = self._survey.systems
        found: dict[int, None] = {}
        for places in self._places() if len(known) > 1 else ((0,),):
            found.update(dict.fromkeys(map(self._survey.system_of.__getitem__, places)))
            if len(found) == len(known):
                break
        return tuple(known[system] for system in found)

    def _name(self, evaluation: int) -> str:
        survey = self._survey
        return survey.ids[evaluation] if survey.ids else str(survey.lines[survey.firsts[evaluation]])

    def _places(self) -> Iterator[Sequence[int]]:
        """Yield the rows of each evaluation."""
        of_row = self._survey.evaluation_of
        if len(of_row) == len(self):
            yield from ((row,) for row in range(len(self)))
            return
        rows = array("i", sorted(range(len(of_row)), key=of_row.__getitem__))
        start = 0
        for end in range(1, len(rows) + 1):
            if end == len(rows) or of_row[rows[end]] != of_row[rows[start]]:
                yield rows[start:end]
                start = end


def _numbered(batch: Batch) -> Batch:
    """Return a batch whose IDs are numbers of lines with numbers in place of strings."""
    first, last = int(batch.evaluations[0]), int(batch.evaluations[-1])
    if last - first + 1 != len(batch.evaluations):  # There are blank lines, or no peers in some.
        return batch
    evaluations = Numbered(last, first)
    return replace(batch, evaluations=evaluations, systems=dict.fromkeys(batch.systems, evaluations))


class _Rows:
    """The rows of a file, read again one by one. Rows that follow one another share a reading of the file."""

    def __init__(self, file: LineFile, survey: Survey) -> None:
        self._file = file
        self._survey = survey
        self._start = 0
        self._bytes = b""
        self._following = 0

    def read(self, place: int) -> Row:
        offsets = self._survey.offsets
        start = offsets[place]
        size = (offsets[place + 1] if place + 1 < len(offsets) else self._file.end) - start
        if not self._start <= start <= start + size <= self._start + len(self._bytes):
            # The next rows are needed only if rows are asked for in order.
            at_once = AT_ONCE if place == self._following else 0
            self._start, self._bytes = start, self._file.read(start, max(size, at_once))
        self._following = place + 1
        line = self._bytes[start - self._start : start - self._start + size]
        return row_of(line, self._file.name, self._survey.lines[place], is_checked=True)


class Row(NamedTuple):
    """An object, and the place where it stands."""

    file: str
    line: int
    fields: dict[str, Any]

    def error(self, message: str) -> InputError:
        return InputError(f"{self.file}, line {self.line}: {message}")

    def missing(self, field: str, option: str) -> InputError:
        """Return the error of a row without a field, and the option that names the field."""
        return self.error(f"no field {field!r}; add it, or name the field that has it by `{option}`")

    def id(self, field: str) -> str:
        """Return an ID. Raises `InputError` for a value of another type."""
        value = self.fields[field]
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self._wrong(field, value, "a string or a whole number")
        id = str(value)
        if id.isascii():
            return id
        try:
            id.encode()
        except UnicodeEncodeError as error:
            raise self.error(f"field {field!r} has half of a character ({id}); write it whole") from error
        return id

    def peer(self, field: str) -> str | None:
        """Return the summary of the system, or None for null. Raises `InputError` for anything but a text."""
        value = self.fields[field]
        return None if value is None else self._text(value, field)

    def models(self, field: str) -> list[str] | None:
        """Return the models, or None in a row without them. Raises `InputError` for other values."""
        value = self.fields.get(field)
        if value is None:
            return None
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            raise self._wrong(field, value, "a string or a list")
        return [self._text(model, field) for model in value]

    def label_of_model(self, field: str, number: int) -> str:
        """Return the name of a model in messages, given its number from 1."""
        return field if isinstance(self.fields[field], str) else f"{field} {number}"

    def source(self, text: str, label: str) -> Text:
        """Return a text of this row."""
        return Text.of(text, f"{self.file}, line {self.line}, {label}")

    def _text(self, value: Any, field: str) -> str:
        """Return the text of a string, or of a list of strings that may have several lines each."""
        if isinstance(value, str):
            return value
        if isinstance(value, list) and all(isinstance(sentence, str) for sentence in value):
            return "\n".join(value)
        raise self._wrong(field, value, "a string or a list of strings")

    def _wrong(self, field: str, value: Any, wanted: str) -> InputError:
        return self.error(f"field {field!r} has {_kind(value)} where {wanted} is wanted")


class _Doubled(dict[str, Any]):
    """An object in which a name stands twice; `twice` is the first."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.twice = next(name for name in self if names.count(name) > 1)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Doubled(pairs)


_READ, _READ_STRICTLY = json.JSONDecoder().decode, json.JSONDecoder(object_pairs_hook=_object).decode


def row_of(line: bytes, file: str, number: int, *, is_checked: bool = False) -> Row:
    """Return the row in a line. Raises `InputError` for anything but an object in JSON and UTF-8.

    `is_checked` saves time: the line is known to have distinct names.
    """
    nothing: dict[str, Any] = {}
    try:
        value = (_READ if is_checked else _READ_STRICTLY)(line.removesuffix(b"\r").decode())
    except UnicodeDecodeError as error:
        reason = f"not UTF-8 (byte {error.start + 1}); write the file in UTF-8"
        raise Row(file, number, nothing).error(reason) from error
    except json.JSONDecodeError as error:
        reason = f"no JSON ({error.msg}, column {error.colno}); each line must be one whole object"
        raise Row(file, number, nothing).error(reason) from error
    except (ValueError, RecursionError) as error:  # Too many digits, or too deep a nesting.
        reason = f"JSON that cannot be read ({error}); mend it there"
        raise Row(file, number, nothing).error(reason) from error
    if not isinstance(value, dict):
        raise Row(file, number, nothing).error(f"{_kind(value)}; each line must be one whole object")
    if isinstance(value, _Doubled):  # In an object within a field, which nobody reads, it does no harm.
        reason = f"JSON that cannot be read ({value.twice!r} stands twice in the object); mend it there"
        raise Row(file, number, nothing).error(reason)
    return Row(file, number, value)


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, list) else "an object"


_NONE = -1
"""In place of a row: there is none."""


class Fields(NamedTuple):
    """The names of the fields, as they were asked for."""

    eval: str | None
    system: str | None
    peer: str
    models: str
    source: str | None


class Survey:
    """A survey of the rows: a few numbers for each, and the IDs, but no text."""

    def __init__(self, file: LineFile, fields: Fields, progress: Progress) -> None:
        """Read all rows. Raises `InputError` for the first that is wrong, as `read_jsonl` says."""
        self._fields = fields
        self._ids = _Ids(fields.eval, "id", "eval_field")
        self._systems = _Ids(fields.system, "system", "system_field")
        self.offsets = array("q")
        """The place of each row in the file."""
        self.lines = array("q")
        """The number of its line."""
        self.evaluation_of = array("i")
        self.system_of = array("i")
        self.is_present = array("b")
        """1 where the system has a summary in this row."""
        self.firsts = array("i")
        """By evaluation, its first row."""
        self.models_in = array("i")
        """By evaluation, the row that has its models."""
        self.model_counts = array("i")
        """By evaluation, the number of its models."""
        self.source_in = array("i")
        """By evaluation, the row that has its source, or a negative number."""
        self._sources: dict[int, int] = {}
        """By evaluation that may recur, a number that tells its source from others."""
        self._digests = array("q")
        """By evaluation, a number that tells its models from others."""
        self._repeated: set[int] = set()
        """The systems in the second and further rows of evaluations."""
        error = self._read(file, progress) or self._without_models(file)
        if error:
            raise error
        self.ids: Sequence[str] = list(self._ids.numbers)
        """The IDs of the evaluations; empty where no row has one, so that lines are numbered instead."""
        self.systems = tuple(self._systems.numbers) or (label(file.path),)
        del self._ids, self._systems, self._digests, self._repeated, self._sources

    def _read(self, file: LineFile, progress: Progress) -> InputError | None:
        """Read all rows, and return the first error. An error of an ID goes before all others.

        Raises `InputError` for a line that is no row.
        """
        error: InputError | None = None
        row = None
        for offset, row in _rows(file, progress):
            id, system = self._ids.of(row), self._systems.of(row)
            if error or self._ids.error or self._systems.error:
                continue
            try:
                self._add(offset, row, id, system)
            except InputError as wrong:
                error = wrong
        if row is None:
            return InputError(f"{file.name}: empty; a JSON object on each line was expected")
        return self._ids.error or self._systems.error or error

    def _add(self, offset: int, row: Row, id: str | None, system: str | None) -> None:
        if self._fields.peer not in row.fields:
            raise row.missing(self._fields.peer, "peer_field")
        evaluation = len(self.firsts) if id is None else self._ids.number(id)
        place = 0 if system is None else self._systems.number(system)
        if evaluation == len(self.firsts):
            self.firsts.append(len(self.offsets))
            self.models_in.append(_NONE)
            self.model_counts.append(0)
            self.source_in.append(_NONE)
            self._digests.append(0)
        elif line := self._line_of(evaluation, place):
            name = label(row.file) if system is None else system
            raise row.error(f"evaluation {id} has system {name} in line {line} already; drop one")
        self.offsets.append(offset)
        self.lines.append(row.line)
        self.evaluation_of.append(evaluation)
        self.system_of.append(place)
        self.is_present.append(row.peer(self._fields.peer) is not None)
        models = row.models(self._fields.models)
        if models is not None:
            self._add_models(evaluation, models, row, may_recur=id is not None)
        if self._fields.source is not None and row.fields.get(self._fields.source) is not None:
            self._add_source(evaluation, self._fields.source, row, may_recur=id is not None)

    def _add_source(self, evaluation: int, field: str, row: Row, *, may_recur: bool) -> None:
        digest = _digest([row.peer(field) or ""]) if may_recur else 0
        if self.source_in[evaluation] == _NONE:
            row.peer(field)  # It refuses other values than texts.
            self.source_in[evaluation] = len(self.offsets) - 1
            self._sources.update({evaluation: digest} if may_recur else {})
        elif digest != self._sources[evaluation]:
            line = self.lines[self.source_in[evaluation]]
            raise row.error(
                f"field {field!r} has another source than line {line}, which is of the same evaluation; make"
                " them agree, or give it once"
            )

    def _line_of(self, evaluation: int, system: int) -> int:
        """Return the line that an evaluation has for a system already, or note that it has one now."""
        key = evaluation << 32 | system
        if key not in self._repeated and system != self.system_of[self.firsts[evaluation]]:
            self._repeated.add(key)
            return 0
        pairs = zip(self.evaluation_of, self.system_of, self.lines, strict=True)
        return next(line for *pair, line in pairs if pair == [evaluation, system])

    def _add_models(self, evaluation: int, models: list[str], row: Row, *, may_recur: bool) -> None:
        digest = _digest(models) if may_recur else 0
        if self.models_in[evaluation] == _NONE:
            self.models_in[evaluation] = len(self.offsets) - 1
            self.model_counts[evaluation] = len(models)
            self._digests[evaluation] = digest
        elif digest != self._digests[evaluation]:
            raise row.error(
                f"field {self._fields.models!r} has other models than line"
                f" {self.lines[self.models_in[evaluation]]}, which is of the same evaluation"
                f" {row.id(self._ids.field)}; make them agree, or give them once"
            )

    def _without_models(self, file: LineFile) -> InputError | None:
        """Return the error of the first evaluation that has neither a model nor a source."""
        field = self._fields.models
        columns = (self.firsts, self.models_in, self.model_counts, self.source_in)
        for first, models_in, count, source_in in zip(*columns, strict=True):
            if source_in != _NONE:
                continue
            if models_in == _NONE:
                return Row(file.name, self.lines[first], {}).missing(field, "models_field")
            if not count:
                row = Row(file.name, self.lines[models_in], {})
                return row.error(f"field {field!r} has no model; give at least one")
        return None


class _Ids:
    """The IDs of evaluations or of systems in a field, and the first row in which the field is wrong.

    If nobody named the field, all rows may lack it, but not only some of them.
    """

    def __init__(self, field: str | None, default: str, option: str) -> None:
        self.field = default if field is None else field
        self.numbers: dict[str, int] = {}
        """The IDs so far, in the order in which they first appear."""
        self._option = option
        self._is_needed = field is not None
        self._lacking: Row | None = None
        self._wrong: tuple[int, InputError] | None = None

    def of(self, row: Row) -> str | None:
        """Return the ID that a row has."""
        if self.field not in row.fields:
            self._lacking = self._lacking or row._replace(fields={})
            return None
        self._is_needed = True
        try:
            return row.id(self.field)
        except InputError as error:
            self._wrong = self._wrong or (row.line, error)
            return None

    def number(self, id: str) -> int:
        """Return the number of an ID, counted from 0."""
        return self.numbers.setdefault(id, len(self.numbers))

    @property
    def error(self) -> InputError | None:
        """The error of the first row with a missing or wrong ID."""
        lacking = self._lacking if self._is_needed else None
        if lacking and not (self._wrong and self._wrong[0] < lacking.line):
            return lacking.missing(self.field, self._option)
        return self._wrong[1] if self._wrong else None


def _rows(file: LineFile, progress: Progress) -> Iterator[tuple[int, Row]]:
    """Yield the rows, each with its place in the file; blank lines are passed over."""
    offset, number = file.start, 0
    for lines in file.lines(keep_returns=True):
        for line in lines:
            number += 1
            if line.strip():
                yield offset, row_of(line, file.name, number)
            offset += len(line) + 1
        progress(file.size, min(offset - file.start, file.size))


def _digest(models: list[str]) -> int:
    """Return the hash of models, of 64 bits, whose key Python draws for each process.

    Different models with equal hashes are improbable, and nobody can make any unless `PYTHONHASHSEED` is set.
    """
    return hash(tuple(map(_without_empty_lines, models)))


def _without_empty_lines(text: str) -> str:
    """Return the sentences of a text; most texts have no empty lines."""
    if "\n\n" in text or text[:1] == "\n" or text[-1:] == "\n":
        return "\n".join(filter(None, text.split("\n")))
    return text
