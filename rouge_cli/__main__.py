"""`python -m rouge_cli` and the entry points of the commands.

What goes wrong while modules are loaded ends in one line here, as `cli.terminal` has it end later.
Nothing is imported at the top but what the interpreter has built in: a Ctrl-C before `run` is called
would print a traceback.
"""

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def run() -> int:
    """Run `rouge-eval` on the command line of the process, and end it with its status or return that."""
    return _status("rouge-eval", "rouge_cli.cli.rouge_eval", end=_end)


def run_tools() -> int:
    """Run `rouge-tools` on the command line of the process, and end it with its status or return that."""
    return _status("rouge-tools", "rouge_cli.cli.tools", end=_end)


def _status(program: str, module: str, end: "Callable[[int], object]" = int) -> int:
    """Return the status of a command, unless `end` ends the process with it."""
    try:
        _load(module)
        status: int = sys.modules[module].main()
        end(status)
        return status
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        message = "out of memory while modules were loaded; raise the limit of memory"
    except (ImportError, OSError) as error:
        # Loaders word a lack of memory differently, by system and library.
        message = (
            f"a module cannot be loaded ({_first_line(error)}); unless memory is short, install rouge-eval"
            " and what it needs again"
        )
    if sys.stderr is not None:
        sys.stderr.write(f"{program}: {message}\n")
    return 1


def _load(module: str) -> None:
    """Import a module and all that it needs, with the garbage collector off for the rest of the process.

    Next to nothing of a run is in cycles, but the collector would look at all of it again and again,
    and once more when the interpreter ends. That took 10 ms of 62 on one pair of texts, and 50 ms of
    940 on 11,490 pairs (Python 3.11, in turn).
    """
    gc.disable()
    __import__(module)
    gc.freeze()


def _end(status: int) -> None:
    """End the process at once, unless something waits for its end: threads, or what `atexit` is to call.

    The interpreter would first take all modules apart, which nobody sees. That took 3 ms of 56 on one
    pair of texts (Python 3.11, in turn).
    """
    import _thread
    import atexit
    import os

    if atexit._ncallbacks() or _thread._count():
        return
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        return  # The interpreter says so.
    os._exit(status)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


if __name__ == "__main__":
    sys.exit(_status("rouge-eval", "rouge_cli.cli.rouge_eval"))
