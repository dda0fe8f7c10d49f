"""The tests and sources that the mutants name are there, and each C file has tests."""

from __future__ import annotations

from tests.support.commands import ROOT

from . import c
from .__main__ import ROOMS


def test_rooms_are_there() -> None:
    for room in ROOMS.values():
        assert room.paths()
        for source in room.sources.split():
            assert (ROOT / "rouge_cli" / source).exists(), source
        for test in room.tests.split():
            assert (ROOT / "tests" / test).exists(), test


def test_each_c_file_has_tests() -> None:
    files = {path.stem for path in (ROOT / "rouge_cli" / "kernel" / "c").glob("*.c")}
    assert set(c._FILES) == files
    for name in {name for names in c._FILES.values() for name in names}:
        assert (ROOT / c._path(name).partition("::")[0]).exists(), name
