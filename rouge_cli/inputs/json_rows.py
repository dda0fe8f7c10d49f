"""Rows of JSON Lines and Parquet that Python reads: their fields and their errors."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..errors import InputError, Message, load_extra, some

ABSENT = ...
"""In place of a value: the row lacks the field."""


class Row(NamedTuple):
    """An object, and the place where it stands."""

    file: str
    line: int
    fields: Mapping[str, Any] = MappingProxyType({})

    def value(self, name: str | None) -> Any:
        """Return the value of a field, or `ABSENT`; `a.b` is also the field `b` of the object in `a`."""
        if name is None:
            return ABSENT
        fields, rest = self.fields, name
        while rest not in fields:
            head, _, rest = rest.partition(".")
            inner = fields.get(head)
            if not isinstance(inner, tuple):
                return ABSENT
            fields = dict(inner)
        return fields[rest]

    def error(self, message: str) -> InputError:
        """Return an error that names the file and the line."""
        return InputError("%s, line %s: %s", self.file, self.line, message)

    def missing(self, field: str, option: str, taken: Collection[str | None] = ()) -> InputError:
        """Return the error of a row without the field that `option` names, with the fields not `taken`."""
        others = [name for name in _names(self.fields.items()) if name not in taken]
        there = f"; there are: {some(others)}" if others else ""
        return self.error(
            Message(f"no field %r; add it, or name the field that has it by `{option}`%s", field, there)
        )

    def wrong(self, field: str | None, value: Any, wanted: str) -> InputError:
        """Return the error of a field with a value of the wrong kind."""
        return self.error(f"field {field!r} has {_kind(value)} where {wanted} is wanted")

    def text(self, field: str | None, value: Any) -> Any:
        """Return the text of a string or of a list of strings; raise `InputError` for any other value."""
        texts = value if isinstance(value, list) else [value]
        types = {*map(type, texts)}
        if types <= {str}:
            return "\n".join(texts)
        if types == {bytes}:
            return b"\n".join(texts)
        raise self.wrong(field, value, "a string or a list of strings")


# An object becomes its pairs: a name that stands twice is refused in a row, but not in an object within it.
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
    except (ValueError, RecursionError) as error:  # A number has too many digits, or the nesting is too deep.
        raise row.error(f"JSON that cannot be read ({error}); mend it there") from error
    if not isinstance(value, tuple):
        raise row.error(f"{_kind(value)}; each line must be one whole object")
    fields = dict(value)
    if len(fields) < len(value):
        names = [name for name, _ in value]
        twice = next(name for name in fields if names.count(name) > 1)
        raise row.error(f"JSON that cannot be read ({twice!r} stands twice in the object); mend it there")
    return row._replace(fields=fields)


def _names(fields: Iterable[tuple[str, Any]]) -> Iterator[str]:
    for name, value in fields:
        if isinstance(value, tuple) and value:
            yield from (f"{name}.{inner}" for inner in _names(value))
        else:
            yield name


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kinds = {str: "a string", bytes: "a string", int: "a number", float: "a number", list: "a list"}
    return kinds.get(type(value), "an object")


def rows_of_parquet(path: str, fields: Collection[str]) -> Iterator[bytes]:
    """Yield the rows of a Parquet file as lines of JSON with these fields; `a.b` stands in the column `a`."""
    parquet = load_extra("pyarrow.parquet", f"{path}, a Parquet file,")
    try:
        with parquet.ParquetFile(path) as file:
            wanted = {*fields, *(field.partition(".")[0] for field in fields)}
            columns = [name for name in file.schema_arrow.names if name in wanted]
            for batch in file.iter_batches(1024, columns=columns):
                rows = (json.dumps(row, ensure_ascii=False) for row in batch.to_pylist())
                yield b"".join(row.encode() + b"\n" for row in rows)
    except TypeError as error:
        raise InputError(
            f"{path}: {error}; the columns must have strings, lists of strings or whole numbers"
        ) from error
    except (OSError, ValueError) as error:  # pyarrow's errors are subclasses.
        reason = str(error).partition("\n")[0].rstrip(".")
        raise InputError(f"{path}: cannot be read as Parquet ({reason}); write it anew") from error


class Ids:
    """The IDs of evaluations or of systems in a field. Without an option all rows have it, or none."""

    def __init__(self, file: str, option: str, field: str | None, usual: str) -> None:
        self.field = usual if field is None else field
        self.numbers: dict[str, int] = {}
        """The IDs so far, in the order in which they first appear."""
        self._file = file
        self._option = option
        self.is_needed = field is not None
        """True where each row must have an ID."""
        self.lacking = 0
        """The first line without an ID."""

    def number(self, value: Any, line: int) -> int | None:
        """Return the number of a row's ID, counted from 0, or None if the row has no ID."""
        if value is ABSENT:
            self.lacking = self.lacking or line
        else:
            self.is_needed = True
        if self.lacking and self.is_needed:
            raise Row(self._file, self.lacking).missing(self.field, self._option)
        if value is ABSENT:
            return None
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
