"""Build the archives from a copy of the project, by the hooks of the build backend, as installers do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

from ...support.commands import ROOT

Kind = Literal["source", "pure", "compiled"]

EPOCH = 1577836800
"""The time of all files in archives that are built without `SOURCE_DATE_EPOCH`: 2020-01-01."""
_HOOK = "import sys; from setuptools import build_meta as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"
_KERNELS = {"source": "python", "pure": "python", "compiled": "compiled"}


def tracked() -> list[str]:
    """Return the paths of the files of the project that git does not ignore.

    In an unpacked source archive, which git does not know, they are all files.
    """
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True
    )
    if done.returncode == 0:
        names = done.stdout.decode().split("\0")
    else:
        names = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*")]
    return sorted(name for name in names if (ROOT / name).is_file())


def check_out(folder: Path, *, mask: int = 0o022) -> Path:
    """Copy the files of the project, with the man pages of `make man`, under a umask; return the folder."""
    pages = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("man/*.1")]
    for name in {*tracked(), *pages}:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
        target.chmod((0o777 if os.access(ROOT / name, os.X_OK) else 0o666) & ~mask)
    return folder


def build(project: Path, kind: Kind, target: Path, **variables: str) -> Path:
    """Build an archive of the project in the folder `target`; return its path.

    The backend of this Python builds it, so nothing is fetched. Raises `CalledProcessError` if the archive
    cannot be built.
    """
    target.mkdir(parents=True, exist_ok=True)
    hook = "build_sdist" if kind == "source" else "build_wheel"
    inherited = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    done = subprocess.run(
        [sys.executable, "-c", _HOOK, hook, str(target.resolve())],
        cwd=project,
        env={**inherited, "ROUGE_EVAL_KERNEL": _KERNELS[kind], **variables},
        capture_output=True,
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, done.args, done.stdout, done.stderr)
    return target / done.stdout.decode().splitlines()[-1]
