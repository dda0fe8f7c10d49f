"""`rouge-tools run`: another command with a shim on its path, and its signals and exit status as they are.

It stands in front of other people's commands, so it loads as little as it can, and no click.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress

from .. import shim
from ..errors import InputError, printable

_FAILED, _NOT_EXECUTABLE, _NOT_FOUND = 1, 126, 127
"""The exit statuses where the command cannot be started: the last two are those of `env` and of shells."""
_BY_KERNEL = 128
"""The code of a signal that a terminal sends, which all processes there get."""
_RELAYED = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2")
_RESTORED = ("SIGPIPE", "SIGXFSZ")
"""Signals that Python ignores, and that no command expects to be ignored."""


def main() -> int:
    """Run the command behind the first `--` of the command line of the process; return its exit status."""
    start = sys.argv.index("--")
    return run(sys.argv[start + 1 :], quiet="--quiet" in sys.argv[:start])


def run(command: list[str], *, quiet: bool) -> int:
    """Run a command under a shim, and return its exit status; `quiet` drops the line on what was served.

    If a signal ends the command, it ends this process, too.
    """
    with ExitStack() as stack:
        try:
            folder = tempfile.mkdtemp(prefix="rouge-shim-")
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            shim.check_path(folder)
            shim.write(folder)
            records = os.path.join(folder, shim.RECORDS)
            os.mkdir(records)
        except (OSError, InputError) as error:
            _tell(f"no shim can be written ({error}); set TMPDIR to a folder with some room")
            return _FAILED
        paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
        try:
            status = _status(command, {**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
        except (FileNotFoundError, ValueError):  # A name that is empty is a ValueError.
            remedy = "write python in front of a script" if command[0].endswith(".py") else "check its name"
            _tell(f"no command {command[0] or repr('')}; {remedy}")
            return _NOT_FOUND
        except OSError as error:
            _tell(f"{command[0]}: {error.strerror}; give a command that can be run")
            return _NOT_EXECUTABLE
        if not quiet:
            _tell(_told(records))
    if status < 0:
        # End this process by the same signal, but leave no second core.
        import resource  # Windows does not have it.

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        if status != -signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [-status])
        os.kill(os.getpid(), -status)
    return status


def _tell(message: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"rouge-tools: {printable(message)}\n")
            sys.stderr.flush()


def _told(records: str) -> str:
    """Return what was served, in words."""
    try:
        counts = shim.recorded_in(records)
    except OSError as error:
        return f"what was served cannot be read ({error})"
    parts = [
        f"{name}: {count:,} {'pair' if count == 1 else 'pairs'}"
        for name, count in counts.items()
        if count and name in shim.PACKAGES
    ]
    if loads := counts[shim.COUNTED[shim.EVALUATE]]:
        parts.append(f'evaluate.load("rouge"): {loads:,} {"time" if loads == 1 else "times"}')
    return f"served {', '.join(parts) or 'nothing, as no Python of the command scored with it'}"


def _status(command: list[str], environment: Mapping[str, str]) -> int:
    """Run a command; return its exit status, or minus its signal. Raises `OSError` if it cannot start."""
    if os.name != "posix":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # A Ctrl-C reaches the command, too.
        return subprocess.call(command, env=environment)
    awaited = [signal.SIGCHLD, *(getattr(signal, name) for name in _RELAYED)]
    restored = [getattr(signal, name) for name in _RESTORED]
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # Where it is ignored, it never comes.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    try:
        process = os.posix_spawnp(command[0], command, environment, setsigmask=mask, setsigdef=restored)
        while True:
            # The terminal sends some signals to the command, too.
            if sys.platform == "darwin":  # It does not say who sent a signal.
                number = signal.sigwait(awaited)
                is_everywhere = number in (signal.SIGINT, signal.SIGQUIT)
            else:
                came = signal.sigwaitinfo(awaited)
                number, is_everywhere = came.si_signo, came.si_code == _BY_KERNEL
            if number == signal.SIGCHLD:
                ended, status = os.waitpid(process, os.WNOHANG)
                if ended:
                    return os.waitstatus_to_exitcode(status)
            elif not is_everywhere:
                with suppress(ProcessLookupError, PermissionError):  # It has ended, or is another user's.
                    os.kill(process, number)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
