"""A file list -> evaluations."""

from __future__ import annotations

import sys

from ..errors import InputError
from ..evaluation import Evaluation, File
from .files import config_bytes, summary_format


def read_file_list(path: str, format: str, system: str = "X") -> list[Evaluation]:
    """The evaluations of a file list: on each line a peer and its models, separated by blanks.

    Evaluations are numbered from 1; blank lines and those that begin with `#` are skipped.
    `format` is that of all summaries; `system` labels the peers. Raises
    `OptionError` for an unknown format and `InputError`, with the line, for what is malformed.
    """
    format = summary_format(format, "file list (-z)")
    evaluations: list[Evaluation] = []
    data = config_bytes(path)
    for number, line in enumerate(data.split(b"\n"), 1):
        names = [name.decode(sys.getfilesystemencoding(), "surrogateescape") for name in line.split()]
        if not names or line.startswith(b"#"):
            continue
        if len(names) < 2:
            xml = "; for an XML configuration leave -z out" if data.lstrip().startswith(b"<") else ""
            raise InputError(
                f"{path}, line {number}: only one file is named; a line is a peer and its models{xml}"
            )
        peer, *models = (File(name, format) for name in names)
        evaluations.append(Evaluation(str(len(evaluations) + 1), {system: peer}, tuple(models)))
    if not evaluations:
        raise InputError(f"{path}: no line names a peer and its models")
    return evaluations
