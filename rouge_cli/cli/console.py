"""The exit status of every command, and its messages, which call options by their flags."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain, islice
from typing import TextIO

import click

from ..errors import OptionError, RougeError, printable
from .flags import GROUPS

USAGE_ERROR, INPUT_ERROR, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141

_AT_ONCE = 10_000
"""Notes that are written together."""
_OF_OTHER_NAMES = {"no_lcs": "rouge_l", "formula": "best_model"}
"""The name of an option in Python by that of its flag, where the two differ."""
_WITH_VALUE = {"best_model": "B", "average_annotators": "mean"}
"""The value that a flag must have for an option that is true or false in Python."""
_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def status_of(program: str, run: Callable[[], object]) -> int:
    """Run a command, write one line about what goes wrong, and return the exit status.

    The number that a command returns is its status.
    """

    def fail(message: str, status: int = INPUT_ERROR) -> int:
        tell(f"{program}: {message}")
        return status

    try:
        _check_completion(program)
        status = run()
    except click.UsageError as error:
        return fail(_misuse(error, program), USAGE_ERROR)
    except OptionError as error:
        return fail(str(error), USAGE_ERROR)
    except RougeError as error:
        return fail(str(error))
    except MemoryError:
        return fail("out of memory; give fewer texts, evaluations or systems at a time, or a lower -r")
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:
        # click exits with 0 after it has completed a word for a shell, and otherwise where a pipe is closed.
        if isinstance(end, SystemExit) and not end.code:
            return 0
        _silence(sys.stdout)  # The reader has seen enough.
        return PIPE_CLOSED
    except OSError as error:
        return fail(_refusal(error))
    return status if isinstance(status, int) else 0


def tell(message: str) -> None:
    """Write a message of the library or of a command in one line to standard error, with flags for options.

    Where it cannot be written (a log on a full disk, `2>&1 | head`), the run goes on: a note must
    not cost the report.
    """
    _tell([message])


def tell_all(messages: Iterable[str]) -> None:
    """Write notes as `tell` does, unless a command is to be quiet, many at a time: there may be a million."""
    context = click.get_current_context(silent=True)
    if context is not None and context.meta.get("quiet"):
        return
    _tell(messages)


def _tell(messages: Iterable[str]) -> None:
    messages = iter(messages)
    try:
        while sys.stderr is not None and (batch := list(islice(messages, _AT_ONCE))):
            _write_to(sys.stderr, "".join([f"{printable(in_flags(message))}\n" for message in batch]))
    except OSError:
        _silence(sys.stderr)


def in_flags(message: str) -> str:
    """Return a message of the library with the flag in place of each option that it names.

    The library calls options by their Python names, in backticks: "`weight` must be above 0" becomes
    "-w must be above 0". The flags of the running command come first, then the flags of rouge-eval and of
    correlations. Of several spellings the first counts: the letter of ROUGE-1.5.5 where it has one.
    """
    if "`" not in message:
        return message
    context = click.get_current_context(silent=True)
    own = _by_option(context.command.params if context else ())

    def flag(option: re.Match[str]) -> str:
        name = option[1]
        return own.get(name) or _of_rouge_eval().get(name) or _of_correlations().get(name, option[0])

    return re.sub("`([a-z_]+)`", flag, message)


@cache
def _of_rouge_eval() -> dict[str, str]:
    return _by_option(chain.from_iterable(GROUPS.values()))


@cache
def _of_correlations() -> dict[str, str]:
    from .correlation_flags import CORRELATE  # It loads the room of correlations.

    return _by_option(chain.from_iterable(CORRELATE.values()))


def _by_option(parameters: Iterable[click.Parameter]) -> dict[str, str]:
    """Return the flags of parameters by the names of their options in Python."""
    flags = {}
    for parameter in parameters:
        if isinstance(parameter, click.Option) and parameter.name:
            option = _OF_OTHER_NAMES.get(parameter.name, parameter.name)
            flags[option] = " ".join([parameter.opts[0], *_WITH_VALUE.get(option, "").split()])
    return flags


def _write_to(stream: TextIO, text: str) -> None:
    """Write text as UTF-8 in any locale, or as text to a stream that takes no bytes."""
    binary = getattr(stream, "buffer", None)
    if binary is None:
        stream.write(text)
    else:
        binary.write(text.encode("utf-8", "backslashreplace"))
        binary.flush()


def _silence(stream: TextIO | None) -> None:
    """Discard what is still to be written, so that the interpreter's own last flush does not complain."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)


def _refusal(error: OSError) -> str:
    """Return what the system refused, and a remedy."""
    reason = error.strerror or str(error)
    try:
        os.getcwd()
    except OSError:
        return f"the working directory is gone ({reason}); change to one that exists"
    path = error.filename
    if not isinstance(path, str):
        return f"the system refused to go on: {reason}"
    if path.startswith(_PACKAGE):
        return f"{path}: {reason}; a file of the package is missing: install rouge-eval again"
    return f"{path}: {reason}; check the path"


def _check_completion(program: str) -> None:
    """Raise `OptionError` for an odd value of the variable by which shells ask for completions."""
    name = f"_{program.replace('-', '_')}_COMPLETE".upper()
    value = os.environ.get(name)
    if not value:
        return
    from click.shell_completion import get_completion_class

    shell, _, instruction = value.partition("_")
    if get_completion_class(shell) is None or instruction not in ("source", "complete"):
        raise OptionError(f"{name}={value} asks for a completion that there is not; unset the variable")
    number = os.environ.get("COMP_CWORD", "")  # fish gives the word itself.
    if instruction == "complete" and not (
        "COMP_WORDS" in os.environ and (number.isdecimal() or shell == "fish")
    ):
        raise OptionError(f"{name} is set, but not COMP_WORDS and COMP_CWORD as by a shell; unset it")


def _misuse(error: click.UsageError, program: str) -> str:
    """Return what is wrong with the command line, and the remedy."""
    message = error.format_message().rstrip(".").replace("\n\t", " ")  # Choices are a line each.
    if isinstance(error, click.NoSuchOption):
        message = f"no option {error.option_name}"
        if near := _nearest_options(error):
            return f"{message}; did you mean {' or '.join(near)}?"
    command = error.ctx.command_path if error.ctx else program  # In a group this is the subcommand.
    return f"{message[:1].lower()}{message[1:]}; {command} -H lists the options"


def _nearest_options(error: click.NoSuchOption) -> list[str]:
    """Return the options that were probably meant: the other case, words that go on so, or click's guess."""
    typed = error.option_name
    parameters = error.ctx.command.get_params(error.ctx) if error.ctx else []
    names = [name for parameter in parameters for name in parameter.opts if name.startswith("-")]
    longer = [name for name in names if typed.startswith("--") and name.startswith(typed)]
    return [name for name in names if name == typed.swapcase()] or longer or (error.possibilities or [])[:1]
