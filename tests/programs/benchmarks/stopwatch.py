"""Run a command and write its seconds and its peak memory in bytes: `stopwatch.py FILE COMMAND...`.

It is a process of its own, as small as Python gets, because on Linux a program has at least the peak memory
of the process that starts it.
"""

from __future__ import annotations

import os
import sys
import time


def main() -> int:
    """Run the command to its end; return its exit status."""
    report, *command = sys.argv[1:]
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    with open(report, "w", encoding="ascii") as file:
        file.write(f"{seconds} {memory}")
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
