"""What the readers of files share."""

from __future__ import annotations

import os

from ..errors import InputError, OptionError
from ..evaluation import FORMATS
from ..text.files import read_bytes


def config_bytes(path: str) -> bytes:
    """The file's bytes. Raises `InputError` for what is no file, or has nothing in it."""
    if not path:
        raise InputError("the name of the configuration is empty; give its path")
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the configuration file in it, or give --peers and --models")
    data = read_bytes(path)
    if not data.strip():
        raise InputError(f"{path}: empty; a configuration or a file list was expected")
    return data


def summary_format(name: str, what: str) -> str:
    """The format that `name` spells in any case; raises `OptionError`, with `what` asks for it."""
    if name.upper() not in FORMATS:
        raise OptionError(f"{what}: the format must be one of {', '.join(FORMATS)}, not {name!r}")
    return name.upper()
