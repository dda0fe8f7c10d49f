"""Inputs of every kind -> the same evaluations: one module a kind, named in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from ..errors import OptionError
from ..evaluation import Evaluation


class Input(NamedTuple):
    """What a command line asks to be scored."""

    evaluations: list[Evaluation]
    systems: list[str] | None = None
    """The systems to score; `None`: all."""
    notes: tuple[str, ...] = ()
    """What a user should know of the input."""


KINDS = {"file_list": "file_list"}
"""By the flag that asks for it, the module that reads it; without any of them it is XML.

Each has `from_command(operands, flag) -> Input`, which takes what stands behind the options, and
their values by name.
"""


def read_input(operands: Sequence[str], flag: Mapping[str, Any]) -> Input:
    """What the command line names, read by the module for its kind.

    Raises `OptionError` where it names none or several, and `InputError` for what cannot be read.
    """
    asked = {module for name, module in KINDS.items() if flag[name] not in (None, ())}
    if len(asked) > 1:
        raise OptionError("more than one kind of input; rouge-eval -h lists the options")
    module = import_module(f".{asked.pop() if asked else 'xml'}", __name__)
    found: Input = module.from_command(operands, flag)
    return found
