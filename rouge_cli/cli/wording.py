"""Messages of the library in the words of a command, which calls options by their flags."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain

import click

_OF_OTHER_NAMES = {"no_lcs": "rouge_l", "formula": "best_model"}
"""The name of an option in Python by that of its flag, where the two differ."""
_WITH_VALUE = {"best_model": "B", "average_annotators": "mean"}
"""The value that a flag must have for an option that is true or false in Python."""


def in_flags(message: str) -> str:
    """Return a message of the library with the flag in place of each option that it names.

    The library calls options by their Python names, in backticks: "`weight` must be above 0" becomes
    "-w must be above 0". Flags of the running command come first, then those of rouge-eval and of
    correlations. Of several spellings the first is taken, the letter of ROUGE-1.5.5 where there is one.
    """
    if "`" not in message:
        return message
    context = click.get_current_context(silent=True)
    flags = {**_of_all_commands(), **_by_option(context.command.params if context else ())}
    return re.sub("`([a-z_]+)`", lambda option: flags.get(option[1], option[0]), message)


@cache
def _of_all_commands() -> dict[str, str]:
    from .correlation_flags import HUMAN, STATISTICS, STUDY
    from .flags import GROUPS

    return _by_option([*HUMAN, *STATISTICS, *STUDY, *chain.from_iterable(GROUPS.values())])


def _by_option(parameters: Iterable[click.Parameter]) -> dict[str, str]:
    """Return the flags of parameters by the names of their options in Python."""
    flags = {}
    for parameter in parameters:
        if isinstance(parameter, click.Option) and parameter.name:
            option = _OF_OTHER_NAMES.get(parameter.name, parameter.name)
            flags[option] = " ".join([parameter.opts[0], *_WITH_VALUE.get(option, "").split()])
    return flags
