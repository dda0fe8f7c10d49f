"""`make bench`: time rouge-eval, the original and other packages on corpora from a seed.

It runs on Linux and macOS, one process at a time, and prints tables in Markdown with the medians of several
runs. rouge-eval must print the same bytes as the original and as the limit program, a bare C++ program of the
same job, wherever both run.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from collections.abc import Callable

from tests.oracle import original

from .in_process import print_batch, print_correlate, print_pair, print_pools
from .languages import print_languages
from .processes import print_lines, print_long_sentence, print_speed
from .programs import COMMAND, PYTHON_KERNEL, ROUGE_EVAL, RUNS_OF_A_TURN

_TABLES: dict[str, Callable[[int | None], None]] = {
    "speed": print_speed,
    "long": print_long_sentence,
    "pair": print_pair,
    "batch": print_batch,
    "lines": print_lines,
    "correlate": print_correlate,
    "languages": print_languages,
    "pools": print_pools,
}


def main() -> None:
    """Print the machine and the versions, and the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, help="runs of each program in each case")
    parser.add_argument("--only", nargs="+", choices=_TABLES, metavar="TABLE", help=", ".join(_TABLES))
    arguments = parser.parse_args()
    tables = arguments.only or list(_TABLES)
    if "speed" in tables and (reason := original.unavailable()):
        sys.exit(reason)
    if not COMMAND.exists():
        sys.exit(f"rouge-eval is not installed: there is no {COMMAND}")
    command = ["perl", "-e", 'printf "%vd", $^V']
    perl = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    version, python = (one.run("--version").stdout.strip() for one in (ROUGE_EVAL, PYTHON_KERNEL))
    print(
        f"Medians of runs in turn, up to {RUNS_OF_A_TURN} of a short program in each turn; whole processes "
        "with their peak memory, unless a table says otherwise; "
        f"{platform.system()} {platform.machine()}, CPython {platform.python_version()}, Perl {perl}. "
        f"rouge-eval is `{version}`, with the Python kernel `{python}`."
    )
    for table in tables:
        print()
        _TABLES[table](arguments.runs)


if __name__ == "__main__":
    main()
