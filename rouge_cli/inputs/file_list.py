"""A file list -> evaluations."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ..errors import InputError
from ..evaluation import Evaluation, File
from ..text.files import STANDARD_INPUT, named, read_standard_input
from .files import config_bytes, summary_format


def read_file_list(path: str, format: str, system: str = "X") -> list[Evaluation]:
    """Return the evaluations of a file list: on each line a peer and its models, separated by blanks.

    Evaluations are numbered from 1 and models are `M.1`, `M.2`, …; blank lines and those that begin
    with `#` are skipped. `format` is that of all summaries; `system` labels the peers. Standard
    input, `-`, may be the list or one of the peers, but, as in the original, no model.

    Raises `OptionError` for an unknown format and `InputError`, with the line, for what is
    malformed, for standard input that is named twice, and where it cannot be read.
    """
    format = summary_format(format, "file_list")
    evaluations: list[Evaluation] = []
    data = config_bytes(path, or_standard_input=True)
    input_is_read = path == STANDARD_INPUT
    for number, line in enumerate(data.split(b"\n"), 1):
        names = [name.decode(sys.getfilesystemencoding(), "surrogateescape") for name in line.split()]
        if not names or line.startswith(b"#"):
            continue
        place = f"{named(path)}, line {number}"
        _check_names(names, place, input_is_read, is_xml=data.lstrip().startswith(b"<"))
        peer, *models = (File(name, format) for name in names)
        if peer.path == STANDARD_INPUT:
            peer = peer._replace(data=read_standard_input())
            input_is_read = True
        ids = tuple(f"M.{model}" for model in range(1, len(models) + 1))
        evaluations.append(Evaluation(str(len(evaluations) + 1), {system: peer}, tuple(models), ids))
    if not evaluations:
        raise InputError(f"{named(path)}: no line names a peer and its models")
    return evaluations


def _check_names(names: Sequence[str], place: str, input_is_read: bool, *, is_xml: bool) -> None:
    """Raise `InputError` for names that are no peer and models."""
    if len(names) < 2:
        remedy = "; for an XML configuration leave `file_list` out" if is_xml else ""
        raise InputError(f"{place}: only one file is named; a line is a peer and its models{remedy}")
    if STANDARD_INPUT in names[1:]:
        raise InputError(f"{place}: standard input (-) can be a peer, but no model; name a file")
    if input_is_read and names[0] == STANDARD_INPUT:
        raise InputError(f"{place}: standard input (-) can be read only once; name a file")
