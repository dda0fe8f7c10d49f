"""What real shells complete after `rouge-tools completion`: options, values, files, commands."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sysconfig
import time
from pathlib import Path

import pytest

from ..support.commands import rouge_eval, rouge_tools
from ..support.files import write
from ..support.needs import needs
from ..support.tables import table

pytestmark = pytest.mark.slow

_START = {
    "bash": (["--norc", "--noprofile", "-i"], 'eval "$(rouge-tools completion bash)"'),
    "zsh": (["-f", "-i"], 'autoload -Uz compinit && compinit -u -D && eval "$(rouge-tools completion zsh)"'),
}
_CASES = table(__file__, "cases")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, {"some-config.xml": "", "some-data/list": ""})
    return tmp_path


def _environment(home: Path) -> dict[str, str]:
    """That of a user with the commands on the path and no start-up files."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    return {"PATH": path, "HOME": str(home), "TERM": "dumb", "PS1": "> ", "LC_ALL": "C.UTF-8"}


@pytest.mark.parametrize("shell", [pytest.param(name, marks=needs(name)) for name in _START])
def test_a_shell_completes(shell: str, folder: Path) -> None:
    """In a terminal, whose lines become what is expected when a tab has been pressed."""
    arguments, setup = _START[shell]
    terminal, other = pty.openpty()
    streams = {"stdin": other, "stdout": other, "stderr": other}
    words = [shell, *arguments]
    process = subprocess.Popen(words, cwd=folder, env=_environment(folder), start_new_session=True, **streams)
    os.close(other)
    try:
        for keys, expected in ((f"{setup}; echo rea''dy\n", "ready\r\n"), *_CASES):
            # What stands on the line goes first.
            os.write(terminal, keys.encode() if keys.endswith("\n") else f"\x15{keys}\t".encode())
            seen, end = "", time.monotonic() + 20
            while expected not in seen and time.monotonic() < end:
                if select.select([terminal], [], [], 1)[0]:
                    seen += os.read(terminal, 4096).decode(errors="replace")
            assert expected in seen
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def _fish(keys: str, folder: Path) -> list[str]:
    """What fish offers, each with its help after a tab."""
    script = f"rouge-tools completion fish | source; complete -C '{keys}'"
    return subprocess.run(
        ["fish", "--no-config", "--command", script],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.splitlines()


@needs("fish")
@pytest.mark.parametrize(("keys", "expected"), _CASES)
def test_fish_completes(keys: str, expected: str, folder: Path) -> None:
    assert [line.split("\t")[0] for line in _fish(keys, folder)] == [expected.split()[-1]]


@needs("fish")
def test_shells_that_show_it_get_the_help_of_each_flag(folder: Path) -> None:
    offered = _fish("rouge-eval --", folder)
    assert "--stem\tstem peers and models (Porter)" in offered
    assert "--format\tjson, jsonl, csv, tsv, markdown, latex or text" in offered


@pytest.mark.parametrize(
    ("typed", "completed"), [*_CASES, ("rouge-eval --version --remove-st", "--remove-stop-words")]
)
def test_a_command_proposes_what_shells_complete(
    typed: str, completed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """click leaves by `sys.exit` then, as it does where a pipe is closed. No flag prints its text."""
    program, *_, last = typed.split()
    monkeypatch.setenv(f"_{program.replace('-', '_')}_COMPLETE".upper(), "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    kind = "plain" if "some-" not in last else "dir" if "home" in typed else "file"
    word = completed.split()[-1] if kind == "plain" else last
    run = rouge_eval if program == "rouge-eval" else rouge_tools
    assert run([]) == (f"{kind},{word}\n".encode(), b"", 0)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_one_script_is_for_both_commands(shell: str) -> None:
    output = rouge_tools(["completion", shell])
    assert (output.stderr, output.status) == (b"", 0)
    assert b"rouge-eval" in output.stdout
    assert b"rouge-tools" in output.stdout
