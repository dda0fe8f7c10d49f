"""Reports, messages, progress, processes and the exit status of every command."""

import os
import re
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EBADF
from functools import cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TextIO

import click

from ..errors import InputError, Message, OptionError, RougeError, nearest, printable
from ..kernel.threads import Progress
from ..scoring.results import plain_note

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from multiprocessing.connection import Connection

    from click._termui_impl import ProgressBar

USAGE_ERROR, INPUT_ERROR, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141

_AT_ONCE = 10_000
"""The number of notes that are written together."""
_OF_OTHER_NAMES = {
    "rouge_l": "-x",
    "best_model": "-f B",
    "average_annotators": "--annotators mean",
    "scores": "--scores NAME=FILE",
}
"""The flags that have other names or values than their options in Python."""
INSIDE = "flags_inside"
"""The attribute of a kind of values that has the flags inside them, as protocols have."""
_OF_PROTOCOL = "the protocol's "
_DASHES = ("\u2013", "\u2014", "\u2212")
"""Dashes that stand in place of hyphens in text that was typeset and pasted."""
PAGES = os.path.join(os.path.dirname(__file__), "pages")
"""The folder of the pages of the commands."""
_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_DELAY, _PAUSE = 1.5, 0.1
"""Seconds before a progress bar appears, and between two updates of it."""
_WIDTH = len("Resampling")
"""The width of the longest name of work, so that all bars begin in one column."""


def status_of(program: str, words: Sequence[str] | None, run: Callable[[], object]) -> int:
    """Run a command; return its exit status, or the status of an error after one line about it.

    `words` are its command line (default: the one of the process).
    """

    def show_warning(message: Warning | str, *place: Any, **line: Any) -> None:
        if program == "rouge-tools":  # A run has notes of its own.
            tell_notes([message if isinstance(message, str) else message.args[0]])

    try:
        name = f"_{program.replace('-', '_')}_COMPLETE".upper()
        if value := os.environ.get(name):
            _check_completion(name, value)
        for word in sys.argv[1:] if words is None else words:
            if word[:1] in _DASHES and not os.path.exists(word):
                rest = word.lstrip(word[0])
                hyphens = (
                    "two hyphens, --"
                    if rest.partition("=")[0][2:].replace("-", "").isalpha()
                    else "a hyphen, -"
                )
                raise click.UsageError(f"{word} begins with a dash; write {hyphens}{rest}")
        with warnings.catch_warnings():
            warnings.showwarning = show_warning
            status = run()
        return status if isinstance(status, int) else 0
    except click.UsageError as error:
        status, message = USAGE_ERROR, _misuse(error, program)
    except RougeError as error:
        status, message = USAGE_ERROR if isinstance(error, OptionError) else INPUT_ERROR, error.args[0]
    except MemoryError:
        status = INPUT_ERROR
        message = "out of memory; give fewer texts, evaluations or systems at a time, or a lower --jobs or -r"
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:
        # click exits with 0 after it has completed a word for a shell; any other exit is a closed pipe.
        if isinstance(end, SystemExit) and not end.code:
            return 0
        _silence(sys.stdout)  # The reader has seen enough.
        return PIPE_CLOSED
    except OSError as error:
        status, message = INPUT_ERROR, _refusal(error)
    tell([message], f"{program}: ", "red")
    return status


def _misuse(error: click.UsageError, program: str) -> str:
    """Return the error in the command line, and the remedy."""
    if isinstance(error, click.NoSuchOption):
        # Probably the other case was meant, another program's name, a longer word, or a word that is near.
        typed = error.option_name
        parameters = error.ctx.command.get_params(error.ctx) if error.ctx else []
        names = [name for parameter in parameters for name in parameter.opts if name.startswith("-")]
        for one in parameters:
            if any(typed in flag.opts for flag in getattr(one.type, INSIDE, ())):
                example = f"{one.opts[0]} " * isinstance(one, click.Option) + f"'rouge-1.5.5 {typed}'"
                return f"no option {typed}; put it into a protocol, as in {example}"
        with open(os.path.join(_PACKAGE, "data", "flag_names.txt"), encoding="utf-8") as lines:
            elsewhere = {name: flag for flag, *others in map(str.split, lines) for name in others}
        meant = (typed.swapcase(), elsewhere.get(typed.lower().rstrip("s")))
        near = [name for name in names if name in meant]
        near = near or [name for name in names if name.startswith(typed)]
        words = {name.lstrip("-"): name for name in names}
        near = near or [words[word] for word in [nearest(typed.lstrip("-"), words, 0.7)] if word]
        message = f"no option {typed}"
        if near:
            message += f"; did you mean {' or '.join(near)}?"
    else:
        message = error.format_message().rstrip(".").replace("\n\t", " ")  # click lists choices on lines.
        message = message[:1].lower() + message[1:]
        choices = getattr(getattr(error, "param", None), "type", None)
        if isinstance(choices, click.Choice):  # click has the wrong word in its message alone.
            wrong = error.message.partition("'")[2].partition("'")[0]
            if word := nearest(wrong.lower(), map(str, choices.choices)):
                message += f"; did you mean {word}?"
    if message.endswith("?"):
        return message
    command = error.ctx.command_path if error.ctx else program  # In a group it is the subcommand.
    return f"{message}; {command} -H lists the options"


def _refusal(error: OSError) -> str:
    """Return the refusal of the system, and a remedy."""
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


def _check_completion(name: str, value: str) -> None:
    """Raise `OptionError` for a wrong value of the variable by which shells ask for completions."""
    if not re.fullmatch("(bash|zsh|fish)_(source|complete)", value):
        raise OptionError(f"{name}={value} asks for an unknown completion; unset the variable")
    number = os.environ.get("COMP_CWORD", "")  # fish gives the word itself.
    is_numbered = number.isdecimal() or value.startswith("fish")
    if value.endswith("complete") and not ("COMP_WORDS" in os.environ and is_numbered):
        raise OptionError(f"{name} is set without the COMP_WORDS and COMP_CWORD of a shell; unset it")


# Standard error.


def tell_notes(notes: Iterable[str]) -> None:
    """Write notes, unless the running command has `--quiet`."""
    notes, context = list(notes), click.get_current_context(silent=True)
    if notes and not (context and context.params.get("quiet")):
        tell(notes, "note: ", "cyan", wraps=True)


def tell(messages: Iterable[str], prefix: str, colour: str, *, wraps: bool = False) -> None:
    """Write messages of the library or of a command, one on a line, with flags in place of options.

    With `wraps` a terminal has lines that end between words.

    There may be a million messages, so many are written at a time. If they cannot be written (a log on a full
    disk, `2>&1 | head`), the run continues: a note must not cost the report.
    """
    messages = iter(messages)
    if is_coloured(sys.stderr):
        prefix = click.style(prefix, fg=colour, bold=True)
    try:
        while sys.stderr is not None and (batch := list(islice(messages, _AT_ONCE))):
            lines = [f"{prefix}{printable(worded(message))}" for message in batch]
            if wraps and is_terminal(sys.stderr):
                lines = _wrapped(lines, 2)
            text = "".join([f"{line}\n" for line in lines])
            binary = getattr(sys.stderr, "buffer", None)
            if binary is None:
                sys.stderr.write(text)
            else:  # Messages are in UTF-8, whatever the locale.
                binary.write(text.encode("utf-8", "backslashreplace"))
                binary.flush()
    except OSError:
        _silence(sys.stderr)


def worded(message: str, command: click.Command | None = None) -> str:
    """Return a message with flags in place of options, and a message of ROUGE-1.5.5 in plain words.

    The flags of the command (default: the running one) come first, then those inside its protocols.
    """
    if not isinstance(message, Message):
        return plain_note(message)
    context = click.get_current_context(silent=True)
    command = command or (context.command if context else None)
    own = command.params if command else []
    inside = chain.from_iterable(getattr(one.type, INSIDE, ()) for one in own)
    flags = {
        flag.name: f"{owner}{flag.opts[0]}"
        for owner, of_owner in ((_OF_PROTOCOL, inside), ("", own))
        for flag in of_owner
        if isinstance(flag, click.Option)
    } | _OF_OTHER_NAMES
    text = message.worded(lambda option: flags.get(option) or _flag_name(option) or f"`{option}`")
    before, first, others = text.partition(_OF_PROTOCOL)
    return before + first + others.replace(_OF_PROTOCOL, "")  # Others follow in the same sentence.


@cache
def _flag_name(option: str) -> str | None:
    """Return the first name of the flag of rouge-eval that sets an option."""
    ends = (f"--{option.replace('_', '-')}", f"={option}")
    for page in ("scoring", "input", "rouge-eval"):
        with open(os.path.join(PAGES, f"{page}.txt"), encoding="utf-8") as file:
            for line in file:
                names = line.partition("  ")[0].split()
                if line.startswith("-") and any(name.endswith(ends) for name in names):
                    return names[0]
    return None


def _silence(stream: "TextIO | Connection[Any, Any] | None") -> None:
    """Lead a stream nowhere. The last flush of the interpreter does not complain of unwritten output then."""
    if stream is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)


@contextmanager
def watching(*, quiet: bool) -> Iterator[Callable[[str], Progress | None]]:
    """Yield `bar(name)`, which returns a progress callback, or None where no bar is shown.

    One line shows all work, in runs that take more than a moment. With `quiet`, and where standard error is
    no terminal, no bar is shown.
    """
    if quiet or not is_terminal(sys.stderr):
        yield lambda work: None
        return
    bar: ProgressBar[int]
    shown, current, due = False, "", time.monotonic() + _DELAY

    def show(work: str, total: int, done: int) -> None:
        """Update the bar if it is time to; the bar of other work takes the place of the bar before."""
        nonlocal bar, shown, current, due
        if work != current:
            # From here on the bar estimates the time that is left.
            other = click.progressbar(length=total, label=work.ljust(_WIDTH), file=sys.stderr)
            if shown:
                other.max_width = bar.max_width  # It overwrites all of the bar before.
                other.__enter__()
            current, bar = work, other
        now = time.monotonic()
        if now >= due or (shown and done == total):
            due = now + _PAUSE
            if not shown:
                shown = True
                bar.__enter__()
            bar.update(done - bar.pos)

    try:
        yield lambda work: partial(show, work)
    finally:
        if shown:
            bar.render_finish()


# Worker processes.

_MOST_ON_WINDOWS = 61


@contextmanager
def worker_processes(count: int) -> "Iterator[Executor]":
    """Yield an executor of `count` processes, which end with the block.

    They end at once if an exception leaves the block. Raises `RougeError` if a process dies or cannot be
    started.
    """
    from concurrent import futures  # Few runs have processes.
    from multiprocessing import active_children

    def tell(error: threading.ExceptHookArgs) -> None:
        # The executor's thread fails the tasks of dead workers. Before Python 3.12 a cancelled task stops it.
        if not isinstance(error.exc_value, futures.InvalidStateError):
            told(error)

    count = min(count, _MOST_ON_WINDOWS) if sys.platform == "win32" else count
    executor = futures.ProcessPoolExecutor(count, initializer=_begin)
    told, threading.excepthook = threading.excepthook, tell
    try:
        try:
            with _ctrl_c_waits():
                for _ in range(count):  # Where processes are not forked, each task starts one.
                    executor.submit(int)
        except (OSError, RuntimeError) as error:  # From a process and from a thread.
            raise RougeError(f"no worker process could be started ({error}); use fewer --jobs") from error
        yield executor
    except BaseException as error:
        for process in active_children():
            process.kill()
        if sys.platform != "win32":
            # The executor's threads would wait for the dead at pipes: this process holds the other ends, too.
            for queue, end in (("_call_queue", "_reader"), ("_result_queue", "_writer")):
                with suppress(OSError):  # A thread has closed it.
                    _silence(getattr(getattr(executor, queue, None), end, None))
        if isinstance(error, futures.BrokenExecutor):
            raise RougeError("a worker process died, perhaps for lack of memory; use fewer --jobs") from error
        raise
    finally:
        with suppress(RuntimeError):  # The executor joins a thread that never started.
            executor.shutdown(cancel_futures=True)
        threading.excepthook = told


@contextmanager
def _ctrl_c_waits() -> "Iterator[None]":
    """Hold a Ctrl-C back until the block ends, also in the processes that start inside it.

    Python drops an interrupt that reaches it while it forks, and a worker that has not begun would print one.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Make a worker end with the first process, and not before it.

    A Ctrl-C reaches all processes of a terminal; the first process then ends the workers. If the first
    process is killed, its workers would wait for ever.
    """

    from multiprocessing import parent_process

    def end_with_parent() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


# Standard output.


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether the stream is a terminal; a closed stream is None."""
    return stream is not None and stream.isatty()


def _terminal_columns() -> int:
    from shutil import get_terminal_size  # It loads bz2 and lzma, for 2 ms of a start.

    return get_terminal_size().columns


def columns_of(output: str | None) -> int:
    """Return the width of text for a terminal; in a file or a pipe it is 80, or COLUMNS if that is more."""
    columns = _terminal_columns()
    return columns if output is None and is_terminal(sys.stdout) else max(columns, 80)


def write_lines(lines: Iterable[str], path: str | None, format: str = "", notes: Iterable[str] = ()) -> None:
    """Write lines to standard output (None), or to the file at `path`, as a whole or not at all.

    Lines of `text` are broken at the width of a terminal. In a file the notes follow them, because its
    readers do not see standard error.
    """
    if path is not None:
        from ..rendering.whole_files import write_whole  # Most runs write no file.

        texts = [f"- {printable(worded(note))}\n" for note in dict.fromkeys(notes)]
        if format == "text" and texts:
            lines = chain(lines, ["\n"], texts)
        write_whole(path, b"".join(line.encode("utf-8", "surrogateescape") for line in lines))
        return
    if format == "text" and is_terminal(sys.stdout):
        single = (text for line in lines for text in line.removesuffix("\n").split("\n"))
        lines = (f"{part}\n" for text in single for part in (_wrapped([text]) if text else [text]))
    print_lines(lines)


def _wrapped(lines: list[str], indent: int = 0) -> list[str]:
    from ..rendering.columns import wrapped

    return wrapped(lines, _terminal_columns(), indent)


def is_coloured(stream: TextIO | None) -> bool:
    """Return whether a stream can show colours, and `NO_COLOR` does not forbid them."""
    # On Windows the bytes that are written bypass the layer that turns escapes into colours.
    able = is_terminal(stream) and os.name == "posix" and os.environ.get("TERM") != "dumb"
    return able and not os.environ.get("NO_COLOR")


def print_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output as bytes, so that no platform changes their ends.

    Raises `InputError` if they cannot be written, and `BrokenPipeError` if nobody reads any more.
    """

    if sys.stdout is None:
        raise InputError(f"standard output: {os.strerror(EBADF)}")
    for line in chain([None], lines, [None]):  # Earlier output of the program comes first.
        # Only a call here is a failure of standard output: `lines` may fail for other reasons.
        try:
            if line is None:
                sys.stdout.flush()
            else:
                sys.stdout.buffer.write(line.encode("utf-8", "surrogateescape"))
        except BrokenPipeError:
            raise
        except OSError as error:
            _silence(sys.stdout)
            raise InputError(f"standard output: {error.strerror or error}") from error
