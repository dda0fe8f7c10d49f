"""The names of systems that are called after their files."""

from __future__ import annotations

import pytest

from rouge_cli.inputs.line_files import system_names


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        ([], []),
        (["out/bart.txt", "out/t5.txt"], ["bart", "t5"]),
        # Without the folder and one extension of each sort.
        (["bart.txt", "out/t5.v1.hyp", "x.txt.bak", ".txt"], ["bart", "t5.v1", "x.txt.bak", ".txt"]),
        (["out/bart.txt.gz", "t5.gz", "bart.large", "./-"], ["bart", "t5", "bart.large", "-"]),
        # As few folders as tell them apart, and only where names are equal.
        (["a/out.txt", "b/out.txt"], ["a/out", "b/out"]),
        (["x/a/out.txt", "x/b/out.txt", "x/c/t5.txt"], ["a/out", "b/out", "t5"]),
        (["a/x/out", "b/x/out", "b/y/out"], ["a/x/out", "b/x/out", "y/out"]),
        (["out.txt", "a/out.txt"], ["out", "a/out"]),
        (["../out.txt", "./out.txt"], ["../out", "out"]),
        (["/out", "/a/out"], ["/out", "a/out"]),
        # Folders do not tell these apart.
        (["out.txt", "out.txt.gz"], ["out.txt", "out.txt.gz"]),
        (["a/out.txt", "a/out.hyp", "b/out.txt"], ["a/out.txt", "a/out.hyp", "b/out"]),
        (["-", "stdin.txt"], ["-", "stdin.txt"]),
        (["a/-", "-"], ["-", "stdin"]),
        # One file twice.
        (["a/out.txt", "a/./out.txt"], ["a/out.txt", "a/out.txt"]),
        (["-", "-"], ["-", "-"]),
    ],
)
def test_systems_are_called_after_their_files(paths: list[str], names: list[str]) -> None:
    assert system_names(paths) == names
