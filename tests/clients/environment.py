"""The environment of the wrappers: `python -m tests.clients.environment` makes it, `call` uses it.

It lies in `.clients`, outside version control. What runs in it is `calls.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.commands import ROOT

HOME = ROOT / ".clients"
SCRIPTS = HOME / "bin"
_PYTHON = SCRIPTS / "python"
_CALLS = Path(__file__).with_name("calls.py")

_PACKAGES = ["pyrouge==0.1.3", "beautifulsoup4==4.13.4"]  # The latter is for a test of the former's.
_READY = HOME / "ready"


def unavailable() -> str | None:
    """Why the wrappers cannot be run, in one line that says how to have them; None if they can."""
    if os.name != "posix":
        return "pyrouge runs the script itself, which takes a POSIX system"
    if not _READY.exists() or _READY.read_text(encoding="utf-8").split() != _PACKAGES:
        return "the wrappers of ROUGE-1.5.5 are not here: `make clients`"
    return None


def call(name: str, home: Path, directory: Path, *arguments: str, **variables: str) -> Any:
    """What a function of `calls.py` returns.

    `home` is that of ROUGE-1.5.5, `directory` that of the user, where pyrouge keeps its settings.
    """
    path = os.pathsep.join([variables.pop("PATH", ""), str(SCRIPTS), os.environ["PATH"]])
    done = subprocess.run(
        [_PYTHON, "-W", "ignore", _CALLS, name, home, *arguments],
        cwd=directory,
        env={"HOME": str(directory), "TMPDIR": str(directory), **variables, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout.splitlines()[-1])


def make() -> None:
    """Makes the environment, unless it is there. Raises where a step fails."""
    if unavailable() is None:
        return
    shutil.rmtree(HOME, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
    pip = [_PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *_PACKAGES], check=True)
    _READY.write_text("\n".join(_PACKAGES), encoding="utf-8")


def main() -> int:
    """Makes the environment; returns the exit status."""
    try:
        make()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"the wrappers of ROUGE-1.5.5 could not be set up: {error}", file=sys.stderr)
        return 1
    print(f"the wrappers of ROUGE-1.5.5 are in {HOME}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
