"""Files of one summary a line -> evaluations: line i of each is of evaluation i."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath

from ..errors import InputError
from ..evaluation import Evaluation, Text
from ..text.files import named
from .streams import check_standard_input, entries

_SEPARATORS = ("<q>", r"\n")


def read_lines(
    peers: Mapping[str, str | PathLike[str]],
    models: Sequence[str | PathLike[str]],
    *,
    sentence_separator: str | None = None,
) -> list[Evaluation]:
    r"""Return the evaluations of files in which each line is a summary, numbered from 1.

    `peers` maps system IDs to files, `models` are files; line i of each is of evaluation i, and an
    empty line is an empty summary. Files may be gzipped, and `-` is standard input, once. Lines end
    with `\n` or `\r\n`.

    `sentence_separator` parts the sentences of a line; "": nothing does. By default it is `<q>` in
    a file that has it, else `\n` spelt with a backslash in a file that has that, else nothing. Each
    text has it, or `none`, as its `sentence_marks`.

    Raises `InputError` for files that cannot be read, are empty or differ in their numbers of
    lines, `OptionError` for standard input that is named twice, and `TypeError` for one path in
    place of the peers or of the models.
    """
    if isinstance(models, str | PathLike):
        raise TypeError("models is one path; several are wanted: [path]")
    if isinstance(peers, str | PathLike):
        raise TypeError("peers is one path; a name for each system is wanted: {name: path}")
    paths = [fspath(path) for path in (*peers.values(), *models)]
    check_standard_input(paths)
    columns = [_texts(path, sentence_separator) for path in paths]
    for path, column in zip(paths, columns, strict=True):
        if len(column) != len(columns[0]):
            raise InputError(
                f"the files differ in their numbers of lines ({named(paths[0])}: {len(columns[0])},"
                f" {named(path)}: {len(column)}); line i of each must be of the same evaluation"
            )
    return [
        Evaluation(str(number), dict(zip(peers, row, strict=False)), tuple(row[len(peers) :]))
        for number, row in enumerate(zip(*columns, strict=True), 1)
    ]


def _texts(path: str, sentence_separator: str | None) -> list[Text]:
    """Return the lines of a file, each as a text."""
    lines = entries(path)
    separator = _separator_in(lines) if sentence_separator is None else sentence_separator
    mark = separator.encode("utf-8", "surrogateescape")
    return [
        Text(
            tuple(filter(None, line.split(mark) if mark else [line])),
            f"{named(path)}, line {number}",
            separator or "none",
        )
        for number, line in enumerate(lines, 1)
    ]


def _separator_in(lines: Iterable[bytes]) -> str:
    """Return the customary separator that stands in the lines, or ""."""
    for separator in _SEPARATORS:
        mark = separator.encode()
        if any(mark in line for line in lines):
            return separator
    return ""
