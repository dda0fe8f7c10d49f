"""The environments of other packages: `python -m tests.support.environments NAME` makes them.

`clients` are in `.clients`, one for each package that is compared with, or that wraps ROUGE-1.5.5, and
`clusters` is in `.clusters`; both are outside version control. Programs that run in them import this project
from its folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.commands import ROOT, environment

_CLIENTS = ROOT / ".clients"


class Environment(NamedTuple):
    """A virtual environment with packages of fixed versions."""

    name: str
    packages: Sequence[str]
    imports: str = "sys"
    """The module that must be importable at the end."""
    resolves: bool = True
    """False if pip must not install dependencies, because all packages are listed."""

    @property
    def home(self) -> Path:
        """Its folder."""
        return ROOT / ".clusters" if self.name == "clusters" else _CLIENTS / self.name

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.home / "bin" / "python"

    def is_there(self) -> bool:
        """Return True if it was made of these packages."""
        ready = self.home / "ready"
        return os.name == "posix" and ready.exists() and ready.read_text("utf-8").split() == [*self.packages]

    def make(self) -> None:
        """Make the environment unless it is there. Raises where a step fails."""
        if self.is_there():
            return
        shutil.rmtree(self.home, ignore_errors=True)
        # What tests import is compiled then.
        pip = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        for command in (
            [sys.executable, "-m", "venv", self.home],
            [*pip, *([] if self.resolves else ["--no-deps"]), *self.packages],
            [self.python, "-c", f"import {self.imports}"],
            # NLTK looks in this folder by default.
            [self.python, "-m", "tests.clients.nltk_data", self.home / "nltk_data"],
        ):
            subprocess.run(command, cwd=ROOT, check=True)
        (self.home / "ready").write_text("\n".join(self.packages), encoding="utf-8")

    def run(
        self,
        *arguments: str | Path,
        cwd: Path = ROOT,
        variables: Mapping[str, str] | None = None,
        timeout: int = 600,
    ) -> subprocess.CompletedProcess[str]:
        """Run its Python, with the rouge_cli of the checkout unless other variables are given."""
        return subprocess.run(
            [self.python, "-W", "ignore", *arguments],
            cwd=cwd,
            env=environment() if variables is None else variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
        )

    def answer(self, module: str, *arguments: str, **variables: str) -> Any:
        """Return what a module of `tests.clients` prints as JSON in its last line."""
        offline = {"HF_HOME": str(self.home / "cache"), "HF_EVALUATE_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}
        return answer_of(
            self.run(
                "-m", f"tests.clients.{module}", *arguments, variables={**os.environ, **offline, **variables}
            )
        )


def answer_of(done: subprocess.CompletedProcess[str]) -> Any:
    """Return the JSON in the last line that a process has printed."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def _of_extras(*extras: str) -> list[str]:
    """Return the packages that rouge-eval and its extras depend on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(package for extra in extras for package in optional[extra])]


def _of_table(name: str, packages: Sequence[str] = (), listed: str = "", **more: Any) -> Environment:
    """Return the environment of a table of `environments.toml`."""
    others = (ROOT / "tests" / "clients" / listed).read_text("utf-8").split() if listed else []
    return Environment(name, [*packages, *others], **more)


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
CLIENTS = [_of_table(name, **table) for name, table in _TABLES.items()]
WRAPPERS = next(one for one in CLIENTS if one.name == "wrappers")
CLUSTERS = Environment("clusters", _of_extras("dask", "spark"))


def has_java() -> bool:
    """Return True if there is Java, which Spark needs."""
    return bool(os.environ.get("JAVA_HOME") or shutil.which("java"))


def main(name: str) -> int:
    """Make the environments of this name, and return the exit status."""
    wanted = [CLUSTERS] if name == "clusters" else CLIENTS
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # pip keeps one core busy.
        if not all(list(pool.map(_is_made, wanted))):
            return 1
    if name == "clusters" and not has_java():
        print("Spark needs Java 17 or later: install it (in Debian: default-jre-headless)", file=sys.stderr)
        return 1
    print(f"there are the environments of {', '.join(one.name for one in wanted)}")
    return 0


def _is_made(one: Environment) -> bool:
    """Make an environment; print why and return False where that fails."""
    try:
        one.make()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"the environment of {one.name} could not be set up: {error}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
