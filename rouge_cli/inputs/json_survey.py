"""The first reading of a JSON Lines file: it finds every error, and where the rows of evaluations stand."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import InputError
from ..evaluation import Text
from ..profile import Progress
from .json_rows import Row, row_of
from .rereading import LineFile
from .streams import label

_NONE = -1
"""In place of a row: there is none."""
_NO_DIGEST = array("Q", (0, 0))


class Fields(NamedTuple):
    """The names of the fields, as they were asked for."""

    eval: str | None
    system: str | None
    peer: str
    models: str


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
        self._digests = array("Q")
        """By evaluation, two numbers that tell its models from others."""
        self._repeated: set[int] = set()
        """The systems of evaluations that have several rows, but for those in the first rows."""
        error = self._read(file, progress) or self._without_models(file)
        if error:
            raise error
        self.ids: Sequence[str] = list(self._ids.numbers)
        """The IDs of the evaluations; empty where no row has one, so that lines are numbered instead."""
        self.systems = tuple(self._systems.numbers) or (label(file.path),)
        del self._ids, self._systems, self._digests, self._repeated

    def _read(self, file: LineFile, progress: Progress) -> InputError | None:
        """Read all rows; return the first error beyond that of a line, which is raised.

        An ID that is wrong anywhere goes before a text that is.
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
            self._digests.extend(_NO_DIGEST)
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

    def _line_of(self, evaluation: int, system: int) -> int:
        """Return the line of an evaluation in which a system stands already, or note that it does now."""
        key = evaluation << 32 | system
        if key not in self._repeated and system != self.system_of[self.firsts[evaluation]]:
            self._repeated.add(key)
            return 0
        pairs = zip(self.evaluation_of, self.system_of, self.lines, strict=True)
        return next(line for *pair, line in pairs if pair == [evaluation, system])

    def _add_models(self, evaluation: int, models: list[str], row: Row, *, may_recur: bool) -> None:
        digest = _digest(models) if may_recur else _NO_DIGEST
        if self.models_in[evaluation] == _NONE:
            self.models_in[evaluation] = len(self.offsets) - 1
            self.model_counts[evaluation] = len(models)
            self._digests[2 * evaluation : 2 * evaluation + 2] = digest
        elif digest != self._digests[2 * evaluation : 2 * evaluation + 2]:
            raise row.error(
                f"field {self._fields.models!r} has other models than line"
                f" {self.lines[self.models_in[evaluation]]}, which is of the same evaluation"
                f" {row.id(self._ids.field)}; make them agree, or give them once"
            )

    def _without_models(self, file: LineFile) -> InputError | None:
        """Return the error of the first evaluation that has no model."""
        field = self._fields.models
        for first, models_in, count in zip(self.firsts, self.models_in, self.model_counts, strict=True):
            if models_in == _NONE:
                return Row(file.name, self.lines[first], {}).missing(field, "models_field")
            if not count:
                row = Row(file.name, self.lines[models_in], {})
                return row.error(f"field {field!r} has no model; give at least one")
        return None


class _Ids:
    """The IDs of evaluations or of systems, which a field gives, and the first row in which it is wrong.

    A field that was not asked for may be in no row; if it is in one, all have to have it.
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
        """The error of the first row whose ID is missing or wrong."""
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


def _digest(models: list[str]) -> array[int]:
    from hashlib import blake2b

    # Sentences are not empty and have no line feeds, so models are told apart by two of them.
    text = b"\n\n".join([b"%d" % len(models), *(b"\n".join(Text.of(model).sentences) for model in models)])
    return array("Q", blake2b(text, digest_size=16).digest())
