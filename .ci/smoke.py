"""Prove that an installed rouge-eval works: `python .ci/smoke.py compiled|Python`.

It needs nothing but the Python that rouge-eval is installed for and the stored outputs beside this folder,
and prints one line.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = 12
"""The number of stored outputs that a run compares, spread over all of them."""


def main(kernel: str) -> int:
    """Compare a sample of the stored outputs with what the installed command prints, and run its examples."""
    command = _installed("rouge-eval")
    version = _run(command, "--version").decode()
    if f"({kernel} kernel)" not in version:
        print(f"the {kernel} kernel should run, but this does: {version}", file=sys.stderr)
        return 1
    stored = ROOT / "golden_outputs"
    rows = stored.joinpath("manifest.tsv").read_text(encoding="utf-8").splitlines()
    rows = [row for row in rows if row and not row.startswith("#")]
    for row in rows[:: max(1, len(rows) // SAMPLE)]:
        name, _, line = row.partition("\t")
        if _run(command, *shlex.split(line)) != stored.joinpath(name).read_bytes():
            print(f"{name}: rouge-eval {line} prints something else", file=sys.stderr)
            return 1
    with tempfile.TemporaryDirectory() as empty:
        for line in _run(command, "--examples").decode().splitlines():
            if line.startswith("rouge-"):
                program, *words = shlex.split(line, posix=os.name == "posix")
                _run(_installed(program), *words, folder=empty)
    machine = f"Python {sys.version.split()[0]} on {sysconfig.get_platform()}"
    print(f"{machine}: {version.strip()} prints what it should")
    return 0


def _installed(program: str) -> str:
    """Return the path of a command of the installation."""
    suffix = ".exe" if os.name == "nt" else ""
    return str(Path(sysconfig.get_path("scripts"), f"{program}{suffix}"))


def _run(*command: str, folder: str | Path = ROOT) -> bytes:
    """Return what a command prints; end with its message where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True)
    if done.returncode:
        sys.exit(f"{shlex.join(command)}: status {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
