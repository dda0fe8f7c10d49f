"""Protocols as users write them, in one argument: `rouge-1.5.5 -m -l 100 R`, `rouge-score -m rougeLsum`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import click

from ..errors import OptionError
from ..options import PROFILES
from ..protocols.protocol import Protocol
from ..rendering.output import FIGURES
from .arguments import options_of
from .flags import GROUPS
from .flags.inputs import INPUTS
from .flags.outputs import OUTPUTS

USUAL = (
    "rouge-1.5.5 -m",
    "rouge-1.5.5",
    "rouge-1.5.5 -m --exceptions none",
    "rouge-1.5.5 -m -s",
    "rouge-1.5.5 -m R",
    "rouge-1.5.5 -m -l 100 R",
    "rouge-1.5.5 -m -b 665 R",
    "rouge-1.5.5 -m -b 75 R",
    "rouge-1.5.5 -m whole",
    "rouge-score",
    "rouge-score -m",
    "rouge-score -m rougeLsum",
    "rouge-score -m --split-summaries rougeLsum",
    "evaluate",
    "evaluate rougeLsum",
    "evaluate -m",
    "evaluate -m rougeLsum",
    "torchmetrics",
    "torchmetrics -m",
    "torchmetrics -m rougeLsum",
)
"""The protocols in use; the first is the base where none is named."""
OF_SEVERAL_MODELS = ("rouge-1.5.5 -m -f B", "rouge-1.5.5 -m --jackknife", "torchmetrics -m --accumulate avg")
"""The protocols that are in use beside them where an evaluation has several models."""

_WHOLE, _LCS = "whole", ("rougeL", "rougeLsum")
_MEANINGS = "R, P or F (the figure), rougeL or rougeLsum, and whole (each summary is one sentence)"
_MAX = 2
"""The longest n-grams where none are asked for."""

_OTHERS = ("Input and output", *INPUTS, *OUTPUTS, "Help")
FLAGS = [
    flag
    for group, flags in GROUPS.items()
    for flag in flags
    # Protocols are compared by figures of single evaluations, so counts cannot be pooled.
    if group not in _OTHERS and flag.name != "counting"
]
"""The flags that a protocol may have."""
_command = click.Command(
    "protocol",
    params=[*FLAGS, click.Argument(["words"], nargs=-1)],
    callback=dict,
    add_help_option=False,
)


def protocol_of(text: str) -> Protocol:
    """Return the protocol that a text names: a profile, flags of `rouge-eval` and words.

    Raises `OptionError` for anything else.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise OptionError(f"{text!r} is no protocol: {error}") from error
    if not words:
        raise OptionError(f"{text!r} is no protocol: it is empty")
    if words[0] in PROFILES:
        words.insert(0, "--profile")
    try:
        values = _command.main(args=list(words), prog_name="", standalone_mode=False)
        return _protocol(words, values)
    except click.UsageError as error:
        message = error.format_message().rstrip(".")
        raise OptionError(f"{text!r} is no protocol: {message[:1].lower()}{message[1:]}") from error
    except OptionError as error:
        raise OptionError(f"{text!r} is no protocol: {error}") from error


def _protocol(words: list[str], values: dict[str, Any]) -> Protocol:
    profile: str = values["profile"]
    figure, lcs, whole = "F", "", False
    for word in values["words"]:
        if word in FIGURES:
            figure = word
        elif word in _LCS and profile != PROFILES[0]:
            lcs = word
        elif word == _WHOLE:
            whole = True
        else:
            raise OptionError(f"{word!r} is none of its words, which are {_MEANINGS}")
    if profile != PROFILES[0]:
        lcs = _fill_in(values, lcs)
    elif all(values[name] in (None, 0) for name in ("max_ngram", "weight", "skip_gap", "basic_elements")):
        values["max_ngram"] = _MAX
    options = options_of({"counting": 0, **values})
    named = words[2:] if words[:1] == ["--profile"] else words
    command = ["rouge-eval", *_flags_of(values)]
    return Protocol(
        " ".join([profile, *named]), options, shlex.join(command), figure, lcs or "ROUGE-L", whole
    )


def _fill_in(values: dict[str, Any], lcs: str) -> str:
    """Fill in the measures of a package that are not named; return the one that stands for ROUGE-L."""
    if values["types"] is not None:
        types = values["types"].split(",")
        if lcs and lcs not in types:
            raise OptionError(f"{lcs} is not among its --types")
        return lcs or next((name for name in _LCS if name in types), _LCS[0])
    lcs = lcs or _LCS[0]
    # evaluate computes both; the others are not made to find sentences that nobody asks for.
    if values["profile"] != "evaluate":
        grams = [f"rouge{n}" for n in range(1, int(values["max_ngram"] or _MAX) + 1)]
        values["types"] = ",".join([*grams, *([] if values["no_lcs"] else [lcs])])
        values["max_ngram"], values["no_lcs"] = 0, False
    return lcs


def _flags_of(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the flags of `rouge-eval` that have these values."""
    for flag in FLAGS:
        given = values[flag.name or ""]
        if given is not None and given is not False and given != flag.default:
            yield flag.opts[0]
            if not flag.is_flag:
                yield str(given)
