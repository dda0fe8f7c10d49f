"""Files of JSON: objects line by line, or in one list, and what their fields have to be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .entries import ScoreFile

Object = dict[str, Any]
_GAP = re.compile(r"[\s,]*")


class Placed(NamedTuple):
    """An object, and the line where it stands."""

    file: ScoreFile
    line: int
    fields: Object

    def id(self, field: str) -> str:
        """Return an ID. Raises `InputError` where there is none."""
        value = self.fields.get(field)
        if value is None:
            raise self.file.error(self.line, f"no field {field!r}; add it")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self.file.error(self.line, f"field {field!r} is neither a string nor a whole number")
        return str(value)

    def mapping(self, field: str, system: str | None = None) -> Object:
        """Return the object in a field. Raises `InputError` where there is none."""
        value = self.fields.get(field)
        if not isinstance(value, dict):
            raise self.file.error(self.line, f"field {field!r} is missing or no object; add it", system)
        return value


def objects(file: ScoreFile) -> Iterator[Placed]:
    """Yield the objects of a file. Raises `InputError` for anything that is not JSON, or not an object."""
    if file.text.lstrip().startswith("["):
        yield from _of_list(file)
        return
    for number, line in file.lines():
        value = _parsed(file, number, line)
        if not isinstance(value, dict):
            raise file.error(number, "no object in JSON; each line must be one")
        yield Placed(file, number, value)


def _of_list(file: ScoreFile) -> Iterator[Placed]:
    """Yield the objects of one list; the line is that where an object begins."""
    decoder, text = json.JSONDecoder(), file.text
    place, line, counted = _gap(text, text.index("[") + 1), 1, 0
    while text[place : place + 1] not in ("", "]"):
        line, counted = line + text.count("\n", counted, place), place
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            raise file.error(line, f"no JSON ({error}); mend the file") from error
        if not isinstance(value, dict):
            raise file.error(line, "no object in JSON; the list must have objects")
        yield Placed(file, line, value)
        place = _gap(text, place)


def _gap(text: str, place: int) -> int:
    """Return where the next object of a list begins, or the list ends."""
    gap = _GAP.match(text, place)
    return gap.end() if gap else place


def _parsed(file: ScoreFile, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise file.error(number, f"no JSON ({error}); each line must be an object") from error


def flattened(fields: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of an object and of those in it, the names joined by `_` as SacreROUGE does."""
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{name}_")
        else:
            yield f"{prefix}{name}", value


def is_numeric(value: Any) -> bool:
    """Return whether a value is a number, or a list of numbers; `None` stands for one that is missing."""
    values = value if isinstance(value, list) else [value]
    return all(one is None or isinstance(one, int | float) for one in values)
