"""The places that mutants are made of are found."""

from __future__ import annotations

from .__main__ import paths


def test_places_are_folders_and_modules() -> None:
    assert {"rouge_cli/rouges.py", "rouge_cli/text/files.py"} < set(paths(["text", "rouges.py"]))
    assert set(paths(["text"])) < set(paths(["."]))
