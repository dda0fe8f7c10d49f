"""What every command does with its errors, its exit status and its streams."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from errno import EBADF
from typing import TextIO

import click

from ..errors import OptionError, RougeError

USAGE_ERROR, INPUT_ERROR, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141


def status_of(program: str, run: Callable[[], object]) -> int:
    """Runs a command, and tells what goes wrong in one line; returns the exit status.

    A command that returns a number sets the status by it.
    """

    def fail(message: str, status: int = INPUT_ERROR) -> int:
        tell(f"{program}: {message}")
        return status

    try:
        status = run()
    except click.UsageError as error:
        return fail(_misuse(error, program), USAGE_ERROR)
    except OptionError as error:
        return fail(str(error), USAGE_ERROR)
    except RougeError as error:
        return fail(str(error))
    except MemoryError:
        return fail("out of memory; score fewer systems or evaluations at a time, or lower -r")
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:
        # click exits with 0 once it has told a shell how a word goes on, else where a pipe is closed.
        if isinstance(end, SystemExit) and not end.code:
            return 0
        _silence(sys.stdout)  # Whoever reads has seen enough.
        return PIPE_CLOSED
    except OSError as error:
        return fail(f"standard output: {error.strerror}")
    return status if isinstance(status, int) else 0


def is_terminal(stream: TextIO | None) -> bool:
    """Whether someone looks at the stream; one that is closed is `None`."""
    return stream is not None and stream.isatty()


def is_coloured() -> bool:
    """Whether standard output shows colours, and may."""
    # On Windows bytes, which `print_lines` writes, pass by what makes colours of escapes.
    return is_terminal(sys.stdout) and os.name == "posix" and not os.environ.get("NO_COLOR")


def check_output(path: str | None) -> None:
    """Raises `InputError` where `write_lines` will not be able to write, before any work is done."""
    if path is not None:
        from .whole_file import check_target  # Most runs write no file.

        check_target(path)


def write_lines(lines: Iterable[str], path: str | None) -> None:
    """Writes lines to standard output (`None`), or to the file at `path`, whole or not at all."""
    if path is None:
        print_lines(lines)
    else:
        from .whole_file import write_whole

        write_whole(path, b"".join(map(_encoded, lines)))


def print_lines(lines: Iterable[str]) -> None:
    """Writes lines to standard output as bytes: no platform may turn the line ends into others."""
    if sys.stdout is None:
        raise OSError(EBADF, os.strerror(EBADF))
    stream = sys.stdout.buffer
    for line in lines:
        stream.write(_encoded(line))
    stream.flush()


def _encoded(text: str) -> bytes:
    """The text as it is written; names from bytes that are no UTF-8 come out as they were."""
    return text.encode("utf-8", "surrogateescape")


def tell(message: str) -> None:
    """One line on standard error, whatever characters the names in it have.

    Where nobody hears it (a log on a full disk, `2>&1 | head`), the run goes on: a note must not
    cost the report.
    """
    from ..printable import printable  # Most runs have nothing to tell.

    try:
        click.echo(printable(message), err=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream: TextIO | None) -> None:
    """Lets what is still to be written go nowhere: the interpreter's own last flush must not complain."""
    if stream is not None:  # else it is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _misuse(error: click.UsageError, program: str) -> str:
    """What is wrong with the command line, and the remedy."""
    message = error.format_message().rstrip(".").replace("\n\t", " ")  # Choices are a line each.
    if isinstance(error, click.NoSuchOption):
        message = f"no option {error.option_name}"
        if near := _nearest(error.option_name, error.ctx):
            return f"{message}; did you mean {near}?"
    command = error.ctx.command_path if error.ctx else program  # Of a group the one that was meant.
    return f"{message[:1].lower()}{message[1:]}; {command} -h lists the options"


def _nearest(option: str, context: click.Context | None) -> str | None:
    """The option that was meant."""
    from difflib import get_close_matches

    parameters = context.command.get_params(context) if context else []
    names = [name for parameter in parameters for name in parameter.opts if name[0] == "-"]
    near = [option.swapcase()] if option.swapcase() in names else get_close_matches(option, names)
    return near[0] if near else None
