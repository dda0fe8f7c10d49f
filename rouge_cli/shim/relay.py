"""`rouge-tools run`: another command with a shim on its path; signals and exit status pass through.

It stands in front of other people's commands, so it loads little, and not click.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from errno import ENOEXEC

from .. import shim
from ..errors import InputError, printable, several

_FAILED, _NOT_EXECUTABLE, _NOT_FOUND = 1, 126, 127
"""The exit statuses of a command that cannot be started; the last two are as in `env` and in shells."""
_OF_TERMINALS = ("SIGINT", "SIGQUIT")
_PASSED_ON = ("SIGHUP", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGXCPU", *_OF_TERMINALS)


def main() -> int:
    """Run the command after the first `--` of the process's command line; return its exit status."""
    start = sys.argv.index("--")
    return run(sys.argv[start + 1 :], quiet="--quiet" in sys.argv[:start])


def run(command: list[str], *, quiet: bool) -> int:
    """Run a command under a shim, and return its exit status; `quiet` drops the line that counts pairs.

    A signal that ends the command ends this process, too.
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
        paths = [folder, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        try:
            status = _status(command, {**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
        except OSError as error:
            if isinstance(error, FileNotFoundError) or not command[0]:
                is_script = command[0].endswith(".py")
                remedy = "write python in front of a script" if is_script else "check its name"
                _tell(f"no command {command[0] or repr('')}; {remedy}")
                return _NOT_FOUND
            _tell(f"{command[0]}: {error.strerror}; give a command that can be run")
            return _NOT_EXECUTABLE
        for outer in filter(shim.is_shim, paths[1:]):  # This command may run under another `rouge-tools run`.
            with suppress(OSError):
                shutil.copytree(records, os.path.join(outer, shim.RECORDS), dirs_exist_ok=True)
        if not quiet:
            _tell(_served(records))
    if status < 0:
        # End this process by the same signal, but leave no second core file.
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


def _served(records: str) -> str:
    """Return the counts of the pairs that were served, in words."""
    try:
        counts = shim.recorded_in(records)
    except OSError as error:
        return f"what was served cannot be read ({error})"
    loads = counts.pop(shim.COUNTED[shim.EVALUATE])
    parts = [f"{name}: {several(count, 'pair')}" for name, count in counts.items() if count]
    if loads:
        parts.append(f'evaluate.load("rouge"): {several(loads, "time")}')
    return f"served {', '.join(parts) or 'nothing, as no Python of the command scored with it'}"


def _status(command: list[str], environment: Mapping[str, str]) -> int:
    """Run a command; return its exit status, or its signal as a negative number.

    Raises `OSError` if the command cannot be started.
    """
    if os.name != "posix":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the command itself.
        return subprocess.call(command, env=environment)
    process: subprocess.Popen[bytes] | None = None
    early: list[int] = []
    """Signals that came while the command was started."""

    def pass_on(number: int, frame: object) -> None:
        if signal.Signals(number).name in _OF_TERMINALS and _is_in_foreground():
            return
        if process is None:
            early.append(number)
        else:
            with suppress(PermissionError):  # The command may be another user's.
                process.send_signal(number)

    # The status of a command is lost where SIGCHLD is ignored.
    before = {signal.SIGCHLD: signal.signal(signal.SIGCHLD, signal.SIG_DFL)}
    for name in _PASSED_ON:
        number = getattr(signal, name)
        if signal.getsignal(number) is not signal.SIG_IGN:  # As under nohup.
            before[number] = signal.signal(number, pass_on)
    try:
        try:
            process = subprocess.Popen(command, env=environment)
        except OSError as error:
            if error.errno != ENOEXEC:
                raise
            # Shells run a script without #! themselves.
            path = shutil.which(command[0]) or ""
            process = subprocess.Popen(["/bin/sh", path, *command[1:]], env=environment)
        for number in early:
            pass_on(number, None)
        return process.wait()
    finally:
        for number, handler in before.items():
            if handler is not None:  # None: it was not set by Python.
                signal.signal(number, handler)


def _is_in_foreground() -> bool:
    """Return whether this process and the command get the signals of a terminal, such as Ctrl-C."""
    try:
        with open("/dev/tty", "rb") as terminal:
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False
