"""The rows of a JSON Lines file: each line an object, and what its fields have to be."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ..errors import InputError
from ..evaluation import Text


class Row(NamedTuple):
    """An object, and the place where it stands."""

    file: str
    line: int
    fields: dict[str, Any]

    def error(self, message: str) -> InputError:
        return InputError(f"{self.file}, line {self.line}: {message}")

    def missing(self, field: str, option: str) -> InputError:
        """Return the error of a row without a field, whose name the option gives."""
        return self.error(f"no field {field!r}; add it, or name the field that has it by `{option}`")

    def id(self, field: str) -> str:
        """Return an ID. Raises `InputError` for what is none."""
        value = self.fields[field]
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self._wrong(field, value, "a string or a whole number")
        id = str(value)
        try:
            id.encode()
        except UnicodeEncodeError as error:
            raise self.error(f"field {field!r} has half of a character ({id}); write it whole") from error
        return id

    def peer(self, field: str) -> Text | None:
        """Return the summary of the system, or `None` where it has none. Raises `InputError` for no text."""
        value = self.fields[field]
        return None if value is None else self._text(value, field, field)

    def models(self, field: str) -> tuple[Text, ...] | None:
        """Return the models, or `None` where they are not given. Raises `InputError` for what are none."""
        value = self.fields.get(field)
        if value is None:
            return None
        if isinstance(value, str):
            return (self._text(value, field, field),)
        if not isinstance(value, list):
            raise self._wrong(field, value, "a string or a list")
        return tuple(self._text(model, field, f"{field} {number}") for number, model in enumerate(value, 1))

    def _text(self, value: Any, field: str, label: str) -> Text:
        """Return the text of a string, or of a list of strings that may have several lines each."""
        name = f"{self.file}, line {self.line}, {label}"
        if isinstance(value, list) and all(isinstance(sentence, str) for sentence in value):
            return Text.of("\n".join(value), name)
        if isinstance(value, str):
            return Text.of(value, name)
        raise self._wrong(field, value, "a string or a list of strings")

    def _wrong(self, field: str, value: Any, wanted: str) -> InputError:
        return self.error(f"field {field!r} has {_kind(value)} where {wanted} is wanted")


def row_of(line: bytes, file: str, number: int) -> Row:
    """Return the row in a line. Raises `InputError` for what is no object in JSON and UTF-8."""
    row = Row(file, number, {})
    try:
        value = json.loads(line.removesuffix(b"\r").decode())
    except UnicodeDecodeError as error:
        raise row.error(f"not UTF-8 (byte {error.start + 1}); write the file in UTF-8") from error
    except json.JSONDecodeError as error:
        reason = f"{error.msg}, column {error.colno}"
        raise row.error(f"no JSON ({reason}); each line must be one whole object") from error
    except (ValueError, RecursionError) as error:  # Too many digits, or too deep a nesting.
        raise row.error(f"JSON that cannot be read ({error}); mend it there") from error
    if not isinstance(value, dict):
        raise row.error(f"{_kind(value)}; each line must be one whole object")
    return row._replace(fields=value)


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
