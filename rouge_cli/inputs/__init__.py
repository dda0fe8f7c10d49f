"""Inputs of every kind -> the same evaluations: one module a kind, named in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from ..errors import OptionError
from ..evaluation import Evaluation, File


class Input(NamedTuple):
    """What a command line asks to be scored."""

    evaluations: list[Evaluation]
    systems: list[str] | None = None
    """The systems to score; `None`: all."""
    notes: tuple[str, ...] = ()
    """What a user should know of the input."""
    model_ids: Mapping[str, Sequence[str]] = MappingProxyType({})
    """By evaluation the IDs of its models, where files are called after them; "": none."""
    read: tuple[str, ...] = ()
    """The files that were read for it."""

    def check_apart(self, *targets: str | None) -> None:
        """Raises `InputError` where a file to write (`None`: standard output) is one that is read."""
        for target in targets:
            if target is not None:
                from ..cli.whole_file import check_apart

                check_apart(target, self._paths())

    def _paths(self) -> set[str]:
        sources = (
            source
            for evaluation in self.evaluations
            for source in (*evaluation.models, *evaluation.peers.values())
        )
        return {*self.read, *(source.path for source in sources if isinstance(source, File))}


KINDS = {
    "file_list": ("file_list",),
    "folders": ("peers", "models", "peer_files", "model_files", "input_format"),
    "lines": ("lines", "sentence_separator"),
    "json_lines": ("jsonl", "eval_field", "system_field", "peer_field", "models_field"),
}
"""By the module that reads a kind, its flags, of which the first asks for it; without any it is XML.

Each has `from_command(operands, flag) -> Input`, which takes what stands behind the options, and
their values by name.
"""


def read_input(operands: Sequence[str], flag: Mapping[str, Any]) -> Input:
    """What the command line names, read by the module for its kind.

    Raises `OptionError` where it names none or several, and `InputError` for what cannot be read.
    """
    given = {
        module: name
        for module, names in KINDS.items()
        for name in reversed(names)
        if flag[name] not in (None, ())
    }
    if len(given) > 1:
        one, other, *_ = map(_option, given.values())
        raise OptionError(f"{one} and {other} belong to two kinds of input; drop one of them")
    for module, name in given.items():
        asks = KINDS[module][0]
        if name != asks:
            raise OptionError(f"{_option(name)} goes with {_option(asks)}; give that, too")
    reader = import_module(f".{next(iter(given), 'xml')}", __name__)
    found: Input = reader.from_command(operands, flag)
    return found


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
