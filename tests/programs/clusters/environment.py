"""The environment of Dask and Spark: `python -m tests.programs.clusters.environment` makes it, `run` uses it.

It lies in `.clusters`, outside version control, and has what rouge-eval and its extras `dask` and `spark`
depend on. rouge-eval itself is taken from the checkout, with the kernel that the checkout has.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.support.commands import ROOT, environment

_HOME = ROOT / ".clusters"
PYTHON = _HOME / "bin" / "python"
_READY = _HOME / "ready"
_EXTRAS = ("dask", "spark")
_VARIABLES = {
    "PYSPARK_PYTHON": str(PYTHON),  # Spark's workers would be run by the first Python on the path.
    "SPARK_LOCAL_IP": "127.0.0.1",  # The machine's own name need not have an address.
    # Java starts sooner so, and runs too shortly to gain by more.
    "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData",
}
_SECONDS = 240
"""The longest that a program may take; one takes ten seconds on an idle machine."""


def unavailable() -> str | None:
    """Return why no cluster can be run, in one line with the remedy; None if one can be."""
    if os.name != "posix":
        return "the clusters' workers are killed by SIGKILL, which takes a POSIX system"
    if not _READY.exists() or _READY.read_text(encoding="utf-8").splitlines() != _requirements():
        return "Dask and Spark are not here: `make clusters`"
    return None


def without_java() -> str | None:
    """Return the remedy where there is no Java, which Spark runs in; None if there is."""
    if os.environ.get("JAVA_HOME") or shutil.which("java"):
        return None
    return "Spark needs Java 17 or later: install it (in Debian: default-jre-headless)"


def run(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the Python of the environment, with the rouge_cli of the checkout."""
    return subprocess.run(
        [PYTHON, *arguments],
        cwd=cwd,
        env=environment(**_VARIABLES),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
    )


def main() -> int:
    """Make the environment, unless it is there; return the exit status: 1 where anything is missing."""
    try:
        if unavailable() is not None:
            shutil.rmtree(_HOME, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", _HOME], check=True)
            pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, *_requirements()], check=True)
            _READY.write_text("\n".join(_requirements()), encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"Dask and Spark could not be set up: {error}", file=sys.stderr)
        return 1
    if lack := without_java():
        print(lack, file=sys.stderr)
        return 1
    print(f"Dask and Spark are in {_HOME}")
    return 0


def _requirements() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(package for extra in _EXTRAS for package in extras[extra])]


if __name__ == "__main__":
    sys.exit(main())
