"""What the readers of configurations and lists share."""

from __future__ import annotations

import os

from ..errors import InputError
from ..summaries import read_bytes


def config_bytes(path: str) -> bytes:
    """The file's bytes. Raises `InputError` for what is no file, or has nothing in it."""
    if not path:
        raise InputError("the name of the configuration is empty; give its path")
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the configuration file in it")
    data = read_bytes(path)
    if not data.strip():
        raise InputError(f"{path}: empty; a configuration or a file list was expected")
    return data
