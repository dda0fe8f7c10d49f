"""`python -m rouge_cli` and the entry points of the commands.

An error while modules load ends in one line here; `cli.console` does the same for later errors. The imports
at the top are of modules that Python has loaded already or has built in, because a Ctrl-C before `run` is
called would print a traceback.
"""

import _signal  # type: ignore[import-not-found]
import _thread
import atexit
import gc
import os
import sys

_MONITORING_TOOLS = 6
"""The number of tools that `sys.monitoring` has room for."""


def run(program: str = "rouge-eval", module: str = "rouge_cli.cli.rouge_eval") -> int:
    """Run a command on the command line of the process, and end the process, or return the exit status."""
    try:
        return _end(_status(program, module))
    except KeyboardInterrupt:  # A second one, which came while the first one ended the run.
        return _end(130)


def run_tools() -> int:
    """Run `rouge-tools` as `run` does `rouge-eval`. `rouge-tools run -- COMMAND` does not load click."""
    is_prefix = sys.argv[1:3] == ["run", "--"] or sys.argv[1:4] == ["run", "--quiet", "--"]
    is_prefix &= sys.argv[-1] != "--"  # click says that a command is missing.
    return run("rouge-tools", "rouge_cli.shim.relay" if is_prefix else "rouge_cli.cli.tools")


def _status(program: str, module: str) -> int:
    """Run a command and return its exit status.

    The garbage collector is off. A run makes next to no cycles, but the collector would search all its
    objects again and again, and once more when the interpreter ends. That took 10 of 62 ms on one pair of
    texts, and 50 of 940 ms on 11,490 pairs (Python 3.11, runs with and without it taken in turn).
    """
    try:
        gc.disable()
        __import__(module)
        gc.freeze()
        status: int = sys.modules[module].main()
        return status
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        message = "out of memory while modules were loaded; raise the limit of memory"
    except (ImportError, OSError) as error:
        # Each system and library has its own words for a lack of memory.
        reason = str(error).partition("\n")[0]
        message = (
            f"a module cannot be loaded ({reason}); unless memory is short, install rouge-eval"
            " and what it needs again"
        )
    if sys.stderr is not None:
        sys.stderr.write(f"{program}: {message}\n")
    return 1


def _end(status: int) -> int:
    """End the process at once, or return the status if threads, a profiler or `atexit` still have work to do.

    The interpreter would first take all modules apart, to no effect. That took 3 of 56 ms on one pair of
    texts (Python 3.11, runs with and without it taken in turn).
    """
    is_watched = sys.getprofile() is not None or sys.gettrace() is not None
    if monitoring := getattr(sys, "monitoring", None):  # Since Python 3.12 cProfile is one of its tools.
        is_watched |= any(map(monitoring.get_tool, range(_MONITORING_TOOLS)))
    if is_watched or atexit._ncallbacks() or _thread._count():
        return status
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # A further Ctrl-C would print a traceback.
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        return status  # The interpreter tries again as it ends, and reports the error.
    os._exit(status)


if __name__ == "__main__":  # Other code may follow, under `python -i` or runpy.
    sys.exit(_status("rouge-eval", "rouge_cli.cli.rouge_eval"))
