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
    """Import a module and all that it needs, out of the sight of the garbage collector.

    These objects live as long as the process, but the collector would look at them while they are
    made and once more when the interpreter ends. On one pair of texts that took 10 ms of 62 (Python
    3.11, the best of 70 runs in turn). In the run itself it works as ever.
    """
    gc.disable()
    try:
        __import__(module)
    finally:
        gc.freeze()
        gc.enable()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


if __name__ == "__main__":
    sys.exit(run())
