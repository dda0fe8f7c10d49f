"""The places that mutants are made of are found."""

from __future__ import annotations

from tests.support.commands import ROOT

from . import c
from .__main__ import paths


def test_places_are_folders_and_modules() -> None:
    assert {"rouge_cli/rouges.py", "rouge_cli/text/files.py"} < set(paths(["text", "rouges.py"]))
    assert set(paths(["text"])) < set(paths(["."]))


def test_the_tests_of_c_files_are_there() -> None:
    assert [path for path in c._TESTS if not (ROOT / path).exists()] == []
