"""Messages of the library in the words of a command, which calls options by their flags."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

_OF_OTHER_NAMES = {"no_lcs": "rouge_l", "formula": "best_model"}
"""The name of an option in Python by that of its flag, where the two differ."""


def in_flags(message: str, parameters: Iterable[click.Parameter]) -> str:
    """Return a message of the library with the flag in place of each option that it names.

    The library calls options by their Python names, in backticks: "`weight` must be above 0" becomes
    "-w must be above 0". `parameters` are those of the command; of several spellings of a flag the
    first is taken, which is the letter of ROUGE-1.5.5 where there is one.
    """
    if "`" not in message:
        return message
    flags: dict[str | None, str] = {
        _OF_OTHER_NAMES.get(parameter.name or "", parameter.name): parameter.opts[0]
        for parameter in parameters
        if isinstance(parameter, click.Option)
    }
    if "best_model" in flags:
        flags["best_model"] += " B"  # The flag chooses between two.
    if "average_annotators" in flags:
        flags["average_annotators"] += " mean"
    return re.sub("`([a-z_]+)`", lambda option: flags.get(option[1], option[0]), message)
