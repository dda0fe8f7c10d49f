"""Irregular forms come from the database of the data folder, as the original's own builder leaves it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ..support.commands import rouge_eval
from ..support.files import write
from ..support.needs import needs
from . import original

pytestmark = needs("original")


@pytest.mark.parametrize(
    ("extension", "expected"), [("exc", b"1.00000"), ("smart_common_words.txt", b"0.00000")], ids=str
)
def test_a_database_decides_as_in_the_original(tmp_path: Path, extension: str, expected: bytes) -> None:
    """The second extension is that of the command that is copied everywhere: the database is empty then."""
    data = tmp_path / "data"
    shutil.copytree(original.DATA, data)
    (data / "WordNet-2.0.exc.db").unlink()
    subprocess.run(
        ["perl", "buildExeptionDB.pl", ".", extension, "../WordNet-2.0.exc.db"],
        cwd=data / "WordNet-2.0-Exceptions",
        check=True,
        capture_output=True,
    )
    write(tmp_path, {"peer": "children", "model": "child", "list": "peer model\n"})
    arguments = ["-e", str(data), "-m", "-n", "1", "-x", "-z", "SPL", "list"]
    ours, theirs = rouge_eval(arguments, cwd=tmp_path), original.run(arguments, tmp_path)
    assert ours.stdout == theirs.stdout
    assert b"Average_F: " + expected in ours.stdout
    assert (b"exc.db: empty" in ours.stderr) is (expected == b"0.00000")
