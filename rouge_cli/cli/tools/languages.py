"""`rouge-tools languages`: the table of languages, and the packages that they need."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click

from ..._version import __version__
from ...errors import InputError
from ...languages.language_table import LANGUAGES, PACKAGES, Language, Package, packages_of
from ...languages.stop_lists import words_of
from ..flags.kinds import value
from ..flags.outputs import output_file
from ..terminal import write_lines
from .base import Tool

_HEAD = ("code", "name", "tokenizer", "stemmer", "sentences", "stop words", "missing")


@click.command(
    "languages",
    cls=Tool,
    short_help="Lists the languages, and what must be installed for each.",
    params=[
        value("--format", type=click.Choice(["text", "json"]), default="text", help="of the table [text]"),
        output_file("-o", "--output"),
    ],
)
def command(format: str, output: str | None) -> None:
    """Lists the languages that --language takes: the tokenizer and the stemmer that it stands for, the
    rules of --split-sentences, the length of the list of --stop-words, and which packages are missing.

    Sentences end at the full stops of all scripts. Abbreviations do not end them: those of the
    language, where the rules are its own, those of English, where they are general. Thai has no full
    stops, so that the sentences of its texts must be marked.

    Below are all packages, the versions that are installed, and what installs the others.
    """
    installed = {package: package.installed() for package in PACKAGES}
    rows = [_row(language, installed) for language in LANGUAGES.values()]
    write_lines((_text if format == "text" else _json)(rows, installed), output)


class _Row(NamedTuple):
    """A language with what is installed for it."""

    language: Language
    stop_words: int | None
    """The length of its stop list; `None` where the package of the lists is missing."""
    needed: Sequence[Package]
    missing: Sequence[str]


def _row(language: Language, installed: Mapping[Package, str | None]) -> _Row:
    try:
        stop_words = len(words_of(language.code)[1])
    except InputError:
        stop_words = None
    needed = packages_of(language)
    return _Row(language, stop_words, needed, [one.name for one in needed if installed[one] is None])


def _text(rows: Sequence[_Row], installed: Mapping[Package, str | None]) -> Iterator[str]:
    yield from _columns([_HEAD, *map(_cells, rows)])
    yield "\n"
    head = ("package", "version", "for", "installed by")
    packages = [(one.name, installed[one] or "missing", one.purpose, one.install) for one in PACKAGES]
    yield from _columns([head, *packages])


def _cells(row: _Row) -> Sequence[str]:
    words = "?" if row.stop_words is None else str(row.stop_words or "none")
    code, name, tokenizer, stemmer, sentences, _ = row.language
    return code, name, tokenizer, stemmer, sentences, words, ", ".join(row.missing) or "nothing"


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(map(str.ljust, row, widths)).rstrip() + "\n"


def _json(rows: Sequence[_Row], installed: Mapping[Package, str | None]) -> Iterator[str]:
    languages = [
        {
            **row.language._asdict(),
            "stop_words": row.stop_words,
            "needed": [package.name for package in row.needed],
            "missing": row.missing,
        }
        for row in rows
    ]
    packages = [
        {"name": one.name, "version": installed[one], "purpose": one.purpose, "install": one.install}
        for one in PACKAGES
    ]
    document = {"version": __version__, "languages": languages, "packages": packages}
    yield json.dumps(document, indent=1) + "\n"
