"""The input of a command of `rouge-tools`: read as `rouge-eval` reads it, and told of in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..arguments import input_of, misreadings
from ..inputs import Input, read_input
from ..terminal import tell_all


def read(values: Mapping[str, Any], operands: Sequence[str]) -> Input:
    """Return the input that the flags and the operands ask for, with the notes on the command line, too.

    Raises `RougeError` as `input_of` and `read_input` do.
    """
    asked = input_of(values, operands)
    input = read_input(asked)
    return replace(input, notes=(*input.notes, *asked.operands.notes, *misreadings(values)))


def tell_notes(notes: Iterable[str]) -> None:
    """Tell notes on the input or the command line."""
    tell_all(f"rouge-tools: {note}" for note in notes)
