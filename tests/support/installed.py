"""Packages of other people that tests install for themselves: stand-ins of version 7."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from .files import write


def install(modules: Mapping[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install modules, by their names and their code, in a folder of the path."""
    for name, code in modules.items():
        package = name.partition(".")[0]
        is_package = any(other.startswith(f"{name}.") for other in modules)
        path = f"{name.replace('.', '/')}{'/__init__' if is_package else ''}.py"
        metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 7\n"
        write(folder, {path: code, f"{package}-7.dist-info/METADATA": metadata})
        monkeypatch.setitem(sys.modules, name, None)  # Afterwards it will be as it was.
        del sys.modules[name]
    monkeypatch.syspath_prepend(folder)
