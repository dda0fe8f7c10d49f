"""The commands that the README begins with."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ..support.commands import ROOT
from ..support.needs import needs
from .packaging.builds import check_out

_README = (ROOT / "README.md").read_text("utf-8")
_COMMANDS = dict(re.findall(r"^(make \w+) +# .* \((.*)\)$", _README, re.MULTILINE))
"""Commands, with the time and the space that they take."""


def test_they_take_what_the_makefile_says() -> None:
    assert list(_COMMANDS) == ["make demo", "make test"]
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = {f"make {line.split()[0]}": line for line in listed.splitlines()[1:]}
    for command, costs in _COMMANDS.items():
        assert f"({costs})" in lines[command]
    assert f"({_COMMANDS['make test']})" in (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")


@pytest.mark.slow
@needs("checkout", "minutes")
def test_the_first_scores_the_example_in_a_clone(tmp_path: Path) -> None:
    command = next(iter(_COMMANDS)).split()
    done = subprocess.run(command, cwd=check_out(tmp_path / "clone"), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^System +ROUGE-1 +ROUGE-2 +ROUGE-L$", done.stdout, re.MULTILINE)
    assert "lead ROUGE-1 Average_R: " in done.stdout
