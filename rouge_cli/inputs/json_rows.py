"""Rows of JSON Lines: the values of their fields, and messages on rows that are wrong."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ..errors import InputError, some
from ..kernel import body

ABSENT = ...
"""In place of a value: the row lacks the field."""
Values: TypeAlias = tuple[Any, Any, bytes | None, list[bytes] | None, bytes | None, bool]
"""The ID of a row's evaluation, its system, peer, models and source, and whether the models are a list.

Texts are in UTF-8. A text is None if its field is null or missing, an ID is `ABSENT` if its field is missing.
"""


class RowReader:
    """Reads the values of fields from the lines of a file."""

    def __init__(self, file: str, names: tuple[str, str, str, str, str | None]) -> None:
        """`names` are the fields of the evaluation, the system, the peer, the models and the source, if any.

        Messages call the file by the name `file`.
        """
        self._file = file
        self._names = names
        # The kernel finds no field of this name, as it leaves all names with escapes to Python.
        encoded = [b"\0" if name is None else name.encode("utf-8", "surrogatepass") for name in names]
        self._encoded = tuple(encoded)

    def read(self, line: bytes, number: int) -> Values:
        """Return the values in the line of this number.

        Raises `InputError` for a line that is no row, a row without a peer, and values that are no texts.
        """
        values = body.scan_row(line, self._encoded)
        if values is None:
            fields: Mapping[str | None, Any] = row_of(line, self._file, number).fields  # type: ignore[assignment]
            values = tuple([fields.get(name, ABSENT) for name in self._names])
        id, system, peer, models, source = values
        is_list = type(models) is list
        if type(models) is bytes:
            models = [models]
        elif models is ABSENT:
            models = None
        elif models is not None:
            all_models = models if is_list else (models,)
            models = [
                one if type(one) is bytes else self._text(one, self._names[3], number) for one in all_models
            ]
        if peer is ABSENT:
            taken = list(filter(None, self._names))
            raise row_of(line, self._file, number).missing(self._names[2], "peer_field", taken)
        if peer is not None and type(peer) is not bytes:
            peer = self._text(peer, self._names[2], number)
        if source is ABSENT:
            source = None
        elif source is not None:
            source = self._text(source, self._names[4], number)
        return id, system, peer, models, source, is_list

    def _text(self, value: Any, field: str | None, number: int) -> bytes:
        text = Row(self._file, number).text(field or "", value)
        return text.encode("utf-8", "replace") if isinstance(text, str) else text


class Row(NamedTuple):
    """An object, and the place where it stands."""

    file: str
    line: int
    fields: Mapping[str, Any] = MappingProxyType({})

    def error(self, message: str) -> InputError:
        """Return an error that names the file and the line."""
        return InputError(f"{self.file}, line {self.line}: {message}")

    def missing(self, field: str, option: str, taken: Collection[str] = ()) -> InputError:
        """Return the error of a row without a field.

        `option` names the field; the fields that no option has `taken` are listed.
        """
        others = [name for name in self.fields if name not in taken]
        there = f"; there are: {some(others)}" if others else ""
        return self.error(f"no field {field!r}; add it, or name the field that has it by `{option}`{there}")

    def wrong(self, field: str, value: Any, wanted: str) -> InputError:
        """Return the error of a field whose value is not what is wanted."""
        return self.error(f"field {field!r} has {_kind(value)} where {wanted} is wanted")

    def text(self, field: str, value: Any) -> Any:
        """Return the text of a value: a string, or a list of strings, each with one or more lines.

        Strings are `str` or `bytes`. Raises `InputError` for any other value.
        """
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


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kinds = {str: "a string", bytes: "a string", int: "a number", float: "a number", list: "a list"}
    return kinds.get(type(value), "an object")
