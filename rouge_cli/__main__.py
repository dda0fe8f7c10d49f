"""`python -m rouge_cli` and the entry points of the commands.

What goes wrong while modules are loaded ends in one line here, as `cli.terminal` has it end later.
Nothing is imported at the top but what the interpreter has built in: a Ctrl-C before `run` is called
would print a traceback.
"""

import gc
import sys


def run() -> int:
    """Run `rouge-eval` on the command line of the process; return the exit status."""
    return _status("rouge-eval", "rouge_cli.cli.rouge_eval")


def run_tools() -> int:
    """Run `rouge-tools` on the command line of the process; return the exit status."""
    return _status("rouge-tools", "rouge_cli.cli.tools")


def _status(program: str, module: str) -> int:
    try:
        _load(module)
        status: int = sys.modules[module].main()
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


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


if __name__ == "__main__":
    sys.exit(run())
