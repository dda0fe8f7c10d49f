"""A wheel is installed where there is no compiler, and prints the stored outputs."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from ...support.commands import ROOT
from ...support.needs import needs
from .builds import Kind, build, check_out

pytestmark = pytest.mark.slow


@needs("posix", "minutes")
@pytest.mark.parametrize(("kind", "kernel"), [("pure", "Python"), ("compiled", "compiled")])
def test_a_wheel_works_without_a_compiler(kind: Kind, kernel: str, tmp_path: Path) -> None:
    wheel = build(check_out(tmp_path / "project"), kind, tmp_path / "dist")
    home = tmp_path / "venv"
    venv.create(home, with_pip=True, symlinks=True)
    # What it requires is taken from this environment, so that nothing is fetched.
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "requirements.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    python = str(home / "bin" / "python")
    bare = {"PATH": str(home / "bin")}
    install = [python, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet", str(wheel)]
    subprocess.run(install, env=bare, check=True, cwd=tmp_path)
    done = subprocess.run(
        [python, str(ROOT / ".ci" / "smoke.py"), kernel], env=bare, capture_output=True, text=True
    )
    version = sys.version.split()[0]
    assert done.stderr == ""
    assert done.stdout.startswith(f"Python {version} on ")
    assert done.stdout.endswith(f" ({kernel} kernel) prints what it should\n")
    assert done.returncode == 0
