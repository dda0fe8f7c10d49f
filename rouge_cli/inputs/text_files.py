"""Evaluations of texts in memory -> the same of plain files (SPL), which a configuration can name."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import ENAMETOOLONG
from urllib.parse import quote

from ..errors import InputError
from ..evaluation import Evaluation, File, Source, Text

_PEERS, _MODELS = "peers", "models"
_OF_DEVICES = {
    "CON",
    "PRN",
    "AUX",
    "NUL",
    *(f"{port}{number}" for port in ("COM", "LPT") for number in range(10)),
}
"""Names that Windows has for devices, also with an ending."""


def write_texts(evaluations: Iterable[Evaluation], folder: str) -> list[Evaluation]:
    """Return the evaluations with a file in place of each text, which is written below `folder`.

    The peers are `peers/SYSTEM/EVAL.txt` and the models `models/MODEL/EVAL.txt`, in which characters
    that no name may have are `%` and two digits. A line is a sentence; what is a file already stays
    where it is. Raises `InputError` where the folder has anything in it or cannot be written.
    """
    check_folder(folder)
    writer = _Writer(folder)
    return [writer.written(evaluation) for evaluation in evaluations]


@contextmanager
def removed_on_failure(folder: str) -> Iterator[None]:
    """Remove the texts that were written to a folder if it is left by an error.

    Raises `InputError` unless the folder is empty or does not exist, so that all in it is ours.
    """
    check_folder(folder)
    is_new = not os.path.isdir(folder)
    try:
        yield
    except BaseException:  # This includes Ctrl-C.
        for name in (_PEERS, _MODELS):
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        if is_new:
            with suppress(OSError):
                os.rmdir(folder)
        raise


def check_folder(folder: str) -> None:
    """Raise `InputError` unless the folder is empty or does not exist."""
    if not folder:
        raise InputError("the name of the folder for the texts is empty; give its path")
    try:
        there = os.listdir(folder)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        raise _unwritable(folder, error) from error
    if there:
        raise InputError(f"{folder}: there are files in it; name a new folder for the texts")


class _Writer:
    """The files of texts below a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder.rstrip("/" + os.sep) or folder

    def written(self, evaluation: Evaluation) -> Evaluation:
        """Return the evaluation of files."""
        name = evaluation.id
        peers = {
            system: peer and self._file(peer, _PEERS, system, name)
            for system, peer in evaluation.peers.items()
        }
        models = [
            self._file(model, _MODELS, person, name)
            for person, model in zip(_distinct(evaluation.people()), evaluation.models, strict=True)
        ]
        return evaluation._replace(peers=peers, models=tuple(models))

    def _file(self, source: Source, *names: str) -> File:
        if isinstance(source, File):
            return source
        path = "/".join([self._folder, *map(_quoted, names)]) + ".txt"
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file:
                file.write(_lines(source))
        except OSError as error:
            if error.errno == ENAMETOOLONG:
                longest = max(names, key=len)
                raise InputError(
                    f"the ID {longest} is too long for the name of a file; shorten it"
                ) from error
            raise _unwritable(path, error) from error
        return File(path, "SPL")


def _distinct(people: Iterable[str]) -> Iterable[str]:
    """Yield the names of authors, those of an author's second and further models with a number."""
    counts: dict[str, int] = {}
    for person in people:
        counts[person] = count = counts.get(person, 0) + 1
        yield person if count == 1 else f"{person} ({count})"


def _lines(text: Text) -> bytes:
    # A line feed in a sentence separates words, as a blank does.
    return b"".join([sentence.replace(b"\n", b" ") + b"\n" for sentence in text.sentences])


def _quoted(name: str) -> str:
    """Return an ID as the name of a file or folder; no two become equal."""
    quoted = quote(name, safe=" ()+,=@", errors="surrogateescape")
    if quoted.startswith("."):
        return f"%2E{quoted[1:]}"
    if quoted.partition(".")[0].upper() in _OF_DEVICES:
        return f"%{ord(quoted[0]):02X}{quoted[1:]}"
    # Windows drops blanks and full stops at the end of a name.
    return f"{quoted[:-1]}%{ord(quoted[-1]):02X}" if quoted.endswith((" ", ".")) else quoted or "%"


def _unwritable(path: str, error: OSError | ValueError) -> InputError:
    reason = getattr(error, "strerror", None) or error
    return InputError(f"{path}: cannot be written ({reason}); name another folder for the texts")
