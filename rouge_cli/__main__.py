"""`python -m rouge_cli` and the entry points of the commands.

An error while modules are loaded ends in one line here; `cli.console` does the same for those that come
later. At the top nothing is imported but modules that Python has loaded or built in, because a Ctrl-C
before `run` is called would print a traceback.
"""

import _thread
import atexit
import gc
import os
import sys

_MONITORING_TOOLS = 6
"""The tools that `sys.monitoring` has room for."""


def run() -> int:
    """Run `rouge-eval` on the command line of the process, and end it, or return its exit status."""
    return _status("rouge-eval", "rouge_cli.cli.rouge_eval", ends_process=True)


def run_tools() -> int:
    """Run `rouge-tools` on the command line of the process, and end it, or return its exit status."""
    before, rest = sys.argv[1:2], sys.argv[2:]
    is_prefix = before == ["run"] and rest[rest[:1] == ["--quiet"] :][:1] == ["--"] and rest[-1] != "--"
    module = "rouge_cli.cli.relay" if is_prefix else "rouge_cli.cli.tools"
    return _status("rouge-tools", module, ends_process=True)


def _status(program: str, module: str, *, ends_process: bool = False) -> int:
    """Run a command and return its exit status, or end the process with that where nothing hinders.

    The garbage collector is off. A run makes next to no cycles, but the collector would search all its
    objects again and again, and once more when the interpreter ends. That took 10 of 62 ms on one pair of
    texts, and 50 of 940 ms on 11,490 pairs (Python 3.11, runs with and without it taken in turn).
    """
    try:
        gc.disable()
        __import__(module)
        gc.freeze()
        status: int = sys.modules[module].main()
        if ends_process:
            _end(status)
        return status
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        message = "out of memory while modules were loaded; raise the limit of memory"
    except (ImportError, OSError) as error:
        # Loaders word a lack of memory differently, by system and library.
        reason = str(error).partition("\n")[0]
        message = (
            f"a module cannot be loaded ({reason}); unless memory is short, install rouge-eval"
            " and what it needs again"
        )
    if sys.stderr is not None:
        sys.stderr.write(f"{program}: {message}\n")
    return 1


def _end(status: int) -> None:
    """End the process at once, unless threads, a profiler or functions for `atexit` have something to do yet.

    The interpreter would first take all modules apart, to no effect. That took 3 of 56 ms on one pair of
    texts (Python 3.11, runs with and without it taken in turn).
    """
    is_watched = sys.getprofile() is not None or sys.gettrace() is not None
    if monitoring := getattr(sys, "monitoring", None):  # Since Python 3.12 cProfile is one of its tools.
        is_watched |= any(map(monitoring.get_tool, range(_MONITORING_TOOLS)))
    if is_watched or atexit._ncallbacks() or _thread._count():
        return
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        return  # The interpreter tries again as it ends, and reports the error.
    os._exit(status)


if __name__ == "__main__":
    sys.exit(_status("rouge-eval", "rouge_cli.cli.rouge_eval"))
