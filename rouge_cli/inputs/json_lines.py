"""JSON Lines -> evaluations: each line an object with a peer, its models and their IDs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from os import PathLike, fspath
from typing import Any, NamedTuple

from ..errors import InputError
from ..evaluation import Evaluation, Text
from ..text.files import named
from .rereading import LineFile
from .streams import label


def read_jsonl(
    path: str | PathLike[str],
    *,
    eval_field: str | None = None,
    system_field: str | None = None,
    peer_field: str = "peer",
    models_field: str = "models",
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

    The file may be gzipped, and `-` is standard input; blank lines are passed over. Raises
    `InputError`, with the line and the field, for what is missing, malformed or contradictory.
    """
    path = fspath(path)
    rows = list(_rows(path))
    if not rows:
        raise InputError(f"{named(path)}: empty; a JSON object on each line was expected")
    ids = _ids(rows, eval_field, "id", "eval_field") or [str(row.line) for row in rows]
    systems = _ids(rows, system_field, "system", "system_field") or [label(path)] * len(rows)
    drafts: dict[str, _Draft] = {}
    for row, id, system in zip(rows, ids, systems, strict=True):
        draft = drafts.setdefault(id, _Draft(id, row))
        draft.add_peer(system, row, peer_field)
        draft.add_models(row, models_field)
    return [draft.evaluation(models_field) for draft in drafts.values()]


class _Row(NamedTuple):
    """An object, and the place where it stands."""

    file: str
    line: int
    fields: dict[str, Any]

    def error(self, message: str) -> InputError:
        return InputError(f"{self.file}, line {self.line}: {message}")

    def wrong(self, field: str, value: Any, wanted: str) -> InputError:
        return self.error(f"field {field!r} has {_kind(value)} where {wanted} is wanted")

    def missing(self, field: str, option: str) -> InputError:
        return self.error(f"no field {field!r}; add it, or name the field that has it by `{option}`")


class _Draft:
    """An evaluation while its rows are read."""

    def __init__(self, id: str, first: _Row) -> None:
        self._id = id
        self._first = first
        self._peers: dict[str, tuple[Text | None, _Row]] = {}
        self._models: tuple[tuple[Text, ...], _Row] | None = None

    def add_peer(self, system: str, row: _Row, field: str) -> None:
        if field not in row.fields:
            raise row.missing(field, "peer_field")
        if system in self._peers:
            _, other = self._peers[system]
            raise row.error(
                f"evaluation {self._id} has system {system} in line {other.line} already; drop one"
            )
        value = row.fields[field]
        self._peers[system] = None if value is None else _text(value, row, field, field), row

    def add_models(self, row: _Row, field: str) -> None:
        models = _models(row, field)
        if models is None:
            return
        if self._models is None:
            self._models = models, row
        given, other = self._models
        if [model.sentences for model in models] != [model.sentences for model in given]:
            raise row.error(
                f"field {field!r} has other models than line {other.line}, which is of the same evaluation"
                f" {self._id}; make them agree, or give them once"
            )

    def evaluation(self, models_field: str) -> Evaluation:
        if self._models is None:
            raise self._first.missing(models_field, "models_field")
        models, row = self._models
        if not models:
            raise row.error(f"field {models_field!r} has no model; give at least one")
        return Evaluation(self._id, {system: peer for system, (peer, _) in self._peers.items()}, models)


def _rows(path: str) -> Iterator[_Row]:
    for number, line in enumerate(chain.from_iterable(LineFile(path).lines()), 1):
        if not line.strip():
            continue
        row = _Row(named(path), number, {})
        try:
            value = json.loads(line.decode())
        except UnicodeDecodeError as error:
            raise row.error(f"not UTF-8 (byte {error.start + 1}); write the file in UTF-8") from error
        except json.JSONDecodeError as error:
            reason = f"{error.msg}, column {error.colno}"
            raise row.error(f"no JSON ({reason}); each line must be one whole object") from error
        except (ValueError, RecursionError) as error:  # Too many digits, or too deep a nesting.
            raise row.error(f"JSON that cannot be read ({error}); mend it there") from error
        if not isinstance(value, dict):
            raise row.error(f"{_kind(value)}; each line must be one whole object")
        yield row._replace(fields=value)


def _ids(rows: Sequence[_Row], field: str | None, default: str, option: str) -> list[str] | None:
    """Return the IDs of the rows, or `None` where no field was asked for and no row has the default one."""
    name = default if field is None else field
    if field is None and not any(name in row.fields for row in rows):
        return None
    return [_id(row, name, option) for row in rows]


def _id(row: _Row, field: str, option: str) -> str:
    if field not in row.fields:
        raise row.missing(field, option)
    value = row.fields[field]
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise row.wrong(field, value, "a string or a whole number")
    id = str(value)
    try:
        id.encode()
    except UnicodeEncodeError as error:
        raise row.error(f"field {field!r} has half of a character ({id}); write it whole") from error
    return id


def _models(row: _Row, field: str) -> tuple[Text, ...] | None:
    value = row.fields.get(field)
    if value is None:
        return None
    if isinstance(value, str):
        return (_text(value, row, field, field),)
    if not isinstance(value, list):
        raise row.wrong(field, value, "a string or a list")
    return tuple(_text(model, row, field, f"{field} {number}") for number, model in enumerate(value, 1))


def _text(value: Any, row: _Row, field: str, label: str) -> Text:
    """Return the text of a string, or of a list of strings that may have several lines each."""
    name = f"{row.file}, line {row.line}, {label}"
    if isinstance(value, list) and all(isinstance(sentence, str) for sentence in value):
        return Text.of("\n".join(value), name)
    if isinstance(value, str):
        return Text.of(value, name)
    raise row.wrong(field, value, "a string or a list of strings")


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
