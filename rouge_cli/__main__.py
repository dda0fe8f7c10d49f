"""`python -m rouge_cli` and the entry point of `rouge-eval`."""

import gc
import sys


def run() -> int:
    """Runs the command; a Ctrl-C while the command line is being loaded ends as quietly as later."""
    gc.disable()  # Next to nothing of a run is in cycles; looking for them takes a tenth of a short one.
    try:
        from .cli import main

        return main()
    except KeyboardInterrupt:
        return 130
    finally:
        gc.freeze()  # So that the interpreter does not look for them on its way out, either.


if __name__ == "__main__":
    sys.exit(run())
