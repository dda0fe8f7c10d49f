"""The operands of `rouge-eval`: what may stand behind the options, for each kind of input."""

import os
from collections.abc import Sequence
from enum import Enum

from ..errors import OptionError
from ..inputs.streams import Evaluations, stream_of
from ..record import Record


class Kind(Enum):
    """A kind of input."""

    XML = "xml"
    FILE_LIST = "file list"
    FOLDERS = "folders"
    LINES = "lines"
    JSON_LINES = "JSON lines"


FLAGS = {
    Kind.FILE_LIST: ("file_list",),
    Kind.FOLDERS: ("peers", "models", "peer_files", "model_files", "naming", "input_format"),
    Kind.LINES: ("lines", "sentence_separator"),
    Kind.JSON_LINES: ("jsonl", "eval_field", "system_field", "peer_field", "models_field"),
}
"""By kind, the names of its flags, of which the first asks for it; without any of them it is XML."""

_WITHOUT_FILES = (Kind.FOLDERS, Kind.JSON_LINES)
"""The kinds whose files are all given by flags, so that the first operand is SYSTEM."""

_ORDER = "single letters go before that, long names anywhere"


class Operands(Record):
    """The operands by their meaning."""

    files: tuple[str, ...] = ()
    """CONFIG, or with `--lines` MODELS."""
    system: str | None = None
    """SYSTEM: the one system to score, or the label of the system of a file list."""
    rest: tuple[str, ...] = ()
    """Operands behind SYSTEM, which have no meaning."""
    baseline: str | None = None
    """The BASELINE of `--compare`; `""`: none is named; `None`: nothing is to be compared."""
    notes: tuple[str, ...] = ()
    """Operands that have no meaning, as a user should be told."""


def sorted_out(words: Sequence[str], kind: Kind, compare: str | None = None) -> Operands:
    """Return the operands of a command line by their meaning; `compare` is the value of `--compare`.

    BASELINE may be left out, so that `--compare` may have taken the operand behind it for its value:
    where the input needs a file and no operand is left, that value is the file.

    Raises `OptionError` where an operand is missing, and for a single letter behind the operands.
    """
    words = tuple(words)
    if compare and not words and kind not in _WITHOUT_FILES:
        words, compare = (compare,), ""
    if kind is Kind.LINES:
        return Operands(files=_models(words), baseline=compare)
    last = "the system"
    files: tuple[str, ...] = ()
    if kind not in _WITHOUT_FILES:
        if not words:
            raise OptionError(
                "CONFIG is missing; name a configuration, or give --peers and --models, --lines or --jsonl"
            )
        last, files, words = "the configuration", words[:1], words[1:]
    notes = (f"ignored: {' '.join(words[1:])} (single letters go before {last})",) if words[1:] else ()
    return Operands(
        files=files, system=words[0] if words else None, rest=words[1:], baseline=compare, notes=notes
    )


def _models(words: tuple[str, ...]) -> tuple[str, ...]:
    if not words:
        raise OptionError("MODELS is missing: name one or more files of models behind the options")
    for word in words:
        if _is_flag(word) and not os.path.exists(word):
            raise OptionError(f"{word} stands behind the models; {_ORDER}")
    return words


def chosen_systems(operands: Operands, evaluations: Evaluations) -> tuple[str, ...]:
    """Return the system that SYSTEM names, as a tuple of one; none where it is not given.

    Raises `OptionError` for a single letter in its place.
    """
    system = operands.system
    if system is None:
        return ()
    if _is_flag(system) and system not in stream_of(evaluations).systems:
        behind = operands.files[0] if operands.files else "--"
        raise OptionError(f"{system} stands behind {behind}; {_ORDER}")
    return (system,)


def _is_flag(word: str) -> bool:
    """Return whether an operand looks like single letters; long names are operands behind `--` alone."""
    return word.startswith("-") and word != "-" and not word.startswith("--")
