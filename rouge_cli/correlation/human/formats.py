"""The formats of files of scores: the reader of each, and how the name or the content tells it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import partial

from ...errors import InputError
from . import mtme, nlp_williams, plain_objects, rose, sacrerouge, separated, summeval, tables
from .entries import Entry, ScoreFile
from .objects import objects

Reader = Callable[[ScoreFile], Iterator[Entry]]

_READERS: dict[str, Reader] = {
    "csv": separated.read,
    "tsv": separated.read,
    "jsonl": plain_objects.read,
    "sacrerouge": sacrerouge.read,
    "summeval": summeval.read,
    "rose": rose.read,
    "mtme": mtme.read,
    "nlp-williams": nlp_williams.read,
}
FORMATS = (*_READERS, *tables.LAYOUTS)
"""The names of all formats."""

_NAMES = (
    (re.compile(r"\.(seg|sys)\.score$"), "mtme"),
    (re.compile(r"manual\.peer$"), "tac-2008-peer"),
    (re.compile(r"manual\.model$"), "tac-2008-model"),
    (re.compile(r"manual\.peer\.[ab]$"), "tac-peer"),
    (re.compile(r"manual\.model\.[ab]$"), "tac-model"),
    (re.compile(r"modified_scores\.txt$"), "duc-pyramid"),
    (re.compile(r"(ling|qual).*\.table$"), "duc-quality"),
    (re.compile(r"\.table$"), "duc-table"),
)
"""How names of files end, in lower case, and the format that they tell."""


def reader_of(format: str) -> Reader:
    """Return the reader of a format."""
    if format in tables.LAYOUTS:
        return partial(tables.read_with, layout=tables.LAYOUTS[format])
    return _READERS[format]


def format_of(file: ScoreFile) -> str:
    """Return the format of a file. Raises `InputError` where neither name nor content tells it."""
    name = os.path.basename(file.path).lower().removesuffix(".gz")
    for ending, format in _NAMES:
        if ending.search(name):
            return format
    if file.text.lstrip().startswith(("{", "[")):
        return _of_objects(file)
    head = separated.head_of(file.text)
    if tuple(word.upper() for word in head) == nlp_williams.HEAD:
        return "nlp-williams"
    if separated.SYSTEM in head or name.endswith((".csv", ".tsv")):
        return "csv"  # The header tells tabs from commas.
    by_width = tables.by_width(file)
    if by_width is not None:
        return by_width
    raise InputError(
        f"{file.name}: no format is known by this name and content; give `{file.option}`, or `columns`"
        " and `skip_lines` for a table"
    )


def _of_objects(file: ScoreFile) -> str:
    """Return the format that the first object of a file tells."""
    first = next(objects(file), None)
    fields = set(first.fields) if first is not None else set()
    if {"summarizer_id", "metrics"} & fields:
        return "sacrerouge"
    if {"expert_annotations", "turker_annotations"} & fields:
        return "summeval"
    if "annotations" in fields:
        return "rose"
    return "jsonl"
