"""Commands to try, on summaries that come with the package: `rouge-eval --examples`."""

from __future__ import annotations

import os

from .terminal import typed

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples")

_COMMANDS = (
    (
        "The report of ROUGE-1.5.5: two systems, three topics, two model summaries of each, with stems.",
        "rouge-eval -n 2 -m {}/config.xml",
    ),
    (
        "A table for a paper from files with a summary in each line, and whether the systems differ.",
        "rouge-eval -n 2 --lines {}/short.txt --lines {}/lead.txt {}/references.txt"
        " --format markdown --compare lead",
    ),
    (
        "The figures of Python's rouge-score from JSON Lines, as comma-separated values.",
        "rouge-eval --profile rouge-score --jsonl {}/summaries.jsonl --format csv",
    ),
    (
        "The files and texts of a configuration, looked over before scoring.",
        "rouge-tools check {}/config.xml",
    ),
    (
        "How the figures of one summary come about.",
        "rouge-tools explain --eval storm --system short -n 2 --format terminal {}/config.xml",
    ),
)


def examples_text() -> str:
    """Return the commands, each below a line on what it does, with the paths of this installation."""
    return "\n".join(f"# {about}\n{_here(command)}\n" for about, command in _COMMANDS)


def _here(command: str) -> str:
    """Return a command as it is typed, with the folder of the examples in place of `{}`."""
    return typed([word.replace("{}", FOLDER) for word in command.split()])
