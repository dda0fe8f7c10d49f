"""Times rouge-eval, the original and other packages on corpora from a seed: `python -m tests.benchmarks`.

Whole processes, one at a time, on Linux and macOS. What it prints is Markdown: the tables show the medians
of several runs. rouge-eval must print the same bytes as the original wherever both are run.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys

from tests.oracle import original

from .growth import print_growth, print_long_sentence
from .peers import print_peers
from .programs import COMMAND, PYTHON_KERNEL, ROUGE_EVAL
from .speed import print_speed


def main() -> None:
    """Prints what is measured on, and all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, help="runs of each program in each case")
    runs = parser.parse_args().runs
    if reason := original.unavailable():
        sys.exit(reason)
    if not COMMAND.exists():
        sys.exit(f"rouge-eval is not installed: there is no {COMMAND}")
    print(
        f"Medians of whole processes, run in turn, and their peak memory; {platform.system()} "
        f"{platform.machine()}, CPython {platform.python_version()}, Perl {_perl()}. rouge-eval is "
        f"`{ROUGE_EVAL.version()}`, with the Python kernel `{PYTHON_KERNEL.version()}`.\n"
    )
    print_speed(runs)
    print()
    print_growth(runs)
    print()
    print_long_sentence(runs)
    print()
    print_peers(runs)


def _perl() -> str:
    command = ["perl", "-e", 'printf "%vd", $^V']
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
