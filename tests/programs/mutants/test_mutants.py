"""The places that mutants are made of are found, and each C file has tests."""

from __future__ import annotations

from tests.support.commands import ROOT

from . import c
from .__main__ import _chosen, _mutants, paths


def test_places_are_folders_and_modules() -> None:
    assert {"rouge_cli/rouges.py", "rouge_cli/text/files.py"} < set(paths(["text", "rouges.py"]))
    assert set(paths(["text"])) < set(paths(["."]))


def test_a_mutant_is_tried_with_the_tests_that_run_its_lines_a_row_of_each_first() -> None:
    mutant = _mutants("rouge_cli/rouges.py")[0]
    line = 1 + (ROOT / mutant.path).read_bytes().count(b"\n", 0, mutant.change.start)
    assert _chosen({line: ["b[1]", "a[2]", "a[1]"], line + 9: ["c"]}, mutant) == ["a[1]", "b[1]", "a[2]"]
    assert _chosen({line + 9: ["c"]}, mutant) == ["c"]


def test_each_c_file_has_tests() -> None:
    files = {path.stem for path in (ROOT / "rouge_cli" / "kernel" / "c").glob("*.c")}
    assert set(c._FILES) == files
    for name in {name for names in c._FILES.values() for name in names}:
        assert (ROOT / c._path(name).partition("::")[0]).exists(), name
