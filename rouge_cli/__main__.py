"""`python -m rouge_cli` and the entry points of the commands.

A Ctrl-C while a command line is being loaded ends as quietly as later.
"""

import gc
import sys


def run() -> int:
    """Runs `rouge-eval`."""
    gc.disable()  # Next to nothing of a run is in cycles; looking for them takes a tenth of a short one.
    try:
        from .cli.rouge_eval import main

        return main()
    except KeyboardInterrupt:
        return 130
    finally:
        gc.freeze()  # So that the interpreter does not look for them on its way out, either.


def run_tools() -> int:
    """Runs `rouge-tools`."""
    try:
        from .cli.tools import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
