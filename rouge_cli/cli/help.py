"""The helps of both commands, and examples to try."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click

from .._version import __version__
from ..kernel import NAME
from .flags import FIRST_SCREEN, GROUPS
from .shell import typed

_WIDTH = 79
_INDENT = 30

USAGE = (
    "Usage: rouge-eval [OPTIONS] CONFIG [SYSTEM]",
    "       rouge-eval [OPTIONS] --peers DIR --models DIR [SYSTEM]",
    "       rouge-eval [OPTIONS] --lines PEERS MODELS...",
    "       rouge-eval [OPTIONS] --jsonl FILE [SYSTEM]",
)
ABSTRACT = (
    "Scores summaries of systems (peers) against reference summaries (models) with ROUGE, and"
    " prints what ROUGE-1.5.5 prints. Without SYSTEM, the ID of a system, all systems are scored."
)
MORE = (
    "CONFIG is an XML configuration, or with -z a file list. Single letters go before CONFIG or"
    " SYSTEM, long names anywhere.",
    "The report goes to standard output, notes and errors go to standard error. The exit status"
    " is 0; 1 for input that cannot be read or scored; 2 for a wrong command line; 130 after an"
    " interrupt. Single-letter flags cluster (-am) and take their value attached or apart (-n4,"
    " -n 4); a value may begin with a minus (-2 -1); the last of a repeated option wins.",
    "An evaluation is one topic: the summaries of the systems, and the models they are compared"
    " with. For every measure the report gives average recall, precision and F over the"
    " evaluations, with confidence intervals from bootstrap resampling. Relative roots in an XML"
    " configuration start at the working directory or, if they do not exist there, where the"
    " configuration is.",
    "ROUGE_EVAL_HOME in the environment, or else RED_EVAL_HOME, stands for -e. The inner loops are"
    " compiled where a C compiler was found at installation, and in Python, with the same figures,"
    " elsewhere; ROUGE_EVAL_KERNEL=python forces the latter, ROUGE_EVAL_KERNEL=compiled makes the"
    " lack of the former an error.",
)
CLOSING = "\b\nThe classic run:  rouge-eval -c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a config.xml"
EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples")
"""The folder of the summaries that the examples score."""
_EXAMPLES = (
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


def short_help(context: click.Context) -> str:
    """Return the help of `rouge-eval` that fits a screen."""
    named = {name: flag for flags in GROUPS.values() for flag in flags for name in flag.opts}
    groups = {title: [named[name] for name in names.split()] for title, names in FIRST_SCREEN.items()}
    return help_text(USAGE, [ABSTRACT], groups, [CLOSING], groups)


def full_help(context: click.Context) -> str:
    """Return the help of `rouge-eval` with all that is said of all flags."""
    return help_text(USAGE, [ABSTRACT, *MORE[:1]], GROUPS, [*MORE[1:], CLOSING])


def help_of_tool(context: click.Context) -> str:
    """Return the full help of a command of `rouge-tools`."""
    full: str = context.command.full_help(context)  # type: ignore[attr-defined]  # `Tool` has it.
    return full


def version(context: click.Context) -> str:
    """Return the version of the command, for `rouge-eval` with the kernel that runs."""
    kernel = f" ({NAME} kernel)" if context.command.name == "rouge-eval" else ""
    return f"{context.command.name} {__version__}{kernel}\n"


def help_text(
    usage: Iterable[str],
    paragraphs: Iterable[str],
    groups: Mapping[str, Sequence[click.Option]],
    closing: Iterable[str] = (),
    briefly: Iterable[str] = (),
) -> str:
    """Return a help: usage, what the command does, its flags in groups, and closing paragraphs.

    Groups whose titles are in `briefly` have a line for each flag; all others have all there is to say.
    """
    lines = [*usage, "", *_blocks(paragraphs)]
    brief = frozenset(briefly)
    for title, flags in groups.items():
        lines.append(f"{title}:")
        for flag in flags:
            lines += _entry(flag, title not in brief)
        if title not in brief:
            lines.append("")
    if lines[-1]:
        lines.append("")
    return "\n".join([*lines, *_blocks(closing)])


def _blocks(paragraphs: Iterable[str]) -> Iterator[str]:
    """Yield the lines of paragraphs, each with an empty line behind it; after `\\b` lines stay."""
    for paragraph in paragraphs:
        if paragraph.startswith("\b\n"):
            yield from paragraph.splitlines()[1:]
        else:
            yield from textwrap.wrap(" ".join(paragraph.split()), _WIDTH)
        yield ""


def names_of(flag: click.Option) -> str:
    """Return the names of a flag, and what stands for its value."""
    return ", ".join(flag.opts) + ("" if flag.is_flag else f" {flag.metavar or flag.type.name.upper()}")


def _entry(flag: click.Option, full: bool) -> Iterator[str]:
    margin = " " * _INDENT
    names = f"  {names_of(flag):<{_INDENT - 3}}"
    # Lines of rouge-eval fit; longer ones begin on a line of their own.
    if len(names) > _INDENT - 1:
        yield names.rstrip()
        names = " " * (_INDENT - 1)
    first, *others = textwrap.wrap(flag.help or "", _WIDTH - _INDENT) or [""]
    yield f"{names} {first}"
    yield from (f"{margin}{line}" for line in others)
    if full and (more := getattr(flag, "more", "")):  # click's own option for the help has none.
        yield from textwrap.wrap(more, _WIDTH, initial_indent=margin, subsequent_indent=margin)


def examples_text(context: click.Context) -> str:
    """Return the commands, each below a line on what it does, with the paths of this installation."""
    return "\n".join(f"# {about}\n{_here(command)}\n" for about, command in _EXAMPLES)


def _here(command: str) -> str:
    """Return a command as it is typed, with the folder of the examples in place of `{}`."""
    return typed([word.replace("{}", EXAMPLES) for word in command.split()])
