"""Messages of the library, in the words of a command."""

from __future__ import annotations

from dataclasses import fields

import pytest

from rouge_cli import Options
from rouge_cli.cli.console import in_flags

_FLAGS = {
    "max_ngram": "-n",
    "rouge_l": "-x",
    "weight": "-w",
    "skip_gap": "-2",
    "skip_unigrams": "-u",
    "skip_both": "-U",
    "basic_elements": "-3",
    "stem": "-m",
    "stem_models": "-M",
    "remove_stop_words": "-s",
    "word_limit": "-l",
    "byte_limit": "-b",
    "best_model": "-f B",
    "alpha": "-p",
    "counting": "-t",
    "confidence": "-c",
    "resamples": "-r",
    "data": "-e",
}
"""The flags that are not called like the option."""


@pytest.mark.parametrize("name", [field.name for field in fields(Options)])
def test_every_option_has_its_flag(name: str) -> None:
    flag = _FLAGS.get(name, f"--{name.replace('_', '-')}")
    assert in_flags(f"`{name}` must be other") == f"{flag} must be other"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("give names by `peer_files` and `model_files`", "give names by --peer-files and --model-files"),
        ("one of `word_limit`, `byte_limit`", "one of -l, -b"),
        ("`details` goes with `format`", "-d goes with --format"),
        ("the list `file_list`", "the list -z"),
        ("`no_such_option` and `Weight`", "`no_such_option` and `Weight`"),
        ("weight and `weight", "weight and `weight"),
        ("", ""),
    ],
)
def test_other_words_stay(message: str, expected: str) -> None:
    assert in_flags(message) == expected
