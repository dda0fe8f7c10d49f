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
        """Return an ID. Raises `InputError` for a value of another type."""
        value = self.fields[field]
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self._wrong(field, value, "a string or a whole number")
        id = str(value)
        try:
            id.encode()
        except UnicodeEncodeError as error:
            raise self.error(f"field {field!r} has half of a character ({id}); write it whole") from error
        return id

    def peer(self, field: str) -> str | None:
        """Return the summary of the system, or `None` where it has none. Raises `InputError` for no text."""
        value = self.fields[field]
        return None if value is None else self._text(value, field)

    def models(self, field: str) -> list[str] | None:
        """Return the models, or `None` where they are not given. Raises `InputError` for other values."""
        value = self.fields.get(field)
        if value is None:
            return None
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            raise self._wrong(field, value, "a string or a list")
        return [self._text(model, field) for model in value]

    def label_of_model(self, field: str, number: int) -> str:
        """Return what messages call a model, by its number from 1."""
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


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object. Raises `ValueError` for a name that stands in it twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(f"{twice!r} stands twice in an object")
    return found


_READ, _READ_STRICTLY = json.JSONDecoder().decode, json.JSONDecoder(object_pairs_hook=_distinct).decode


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
