"""The checks that the readers of configurations, file lists and folders share."""

from __future__ import annotations

import os

from ..errors import InputError, OptionError
from ..evaluation import FORMATS
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input


def config_bytes(path: str, *, or_standard_input: bool = False) -> bytes:
    """Return the file's bytes, or those of standard input for `-` where that is allowed.

    Raises `InputError` for a file that cannot be read or has nothing in it.
    """
    if not path:
        raise InputError("the name of the configuration is empty; give its path")
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the configuration file in it, or give `peers` and `models`")
    data = read_standard_input() if or_standard_input and path == STANDARD_INPUT else read_bytes(path)
    if not data or data.isspace():
        raise InputError(f"{named(path)}: empty; a configuration or a file list was expected")
    return data


def summary_format(name: str, option: str) -> str:
    """Return the format that `name` spells in any case.

    Raises `OptionError`, with the name of the option that gives it, where it is not one of them.
    """
    if name.upper() not in FORMATS:
        raise OptionError(
            f"`{option}`: the format of the summaries must be one of {', '.join(FORMATS)}, not {name!r}"
        )
    return name.upper()
