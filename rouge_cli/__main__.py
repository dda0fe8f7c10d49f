"""`python -m rouge_cli` and the entry point of `rouge-eval`."""

import sys


def run() -> int:
    """Runs the command; a Ctrl-C while the command line is being loaded ends as quietly as later."""
    try:
        from .cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
