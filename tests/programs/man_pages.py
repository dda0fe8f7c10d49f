"""The man pages, made of the texts of the helps: `python -m tests.programs.man_pages FOLDER` writes them."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from rouge_cli._version import __version__
from rouge_cli.cli.commands import ABSTRACT, CLOSING, GROUPS, MORE, USAGE, Tool, names_of
from rouge_cli.cli.flag_kinds import Flag
from rouge_cli.cli.tools import group

# Characters that troff would replace or obey.
_ESCAPES = str.maketrans(
    {"\\": r"\e", "-": r"\-", "'": r"\(aq", "^": r"\(ha", "~": r"\(ti", "`": r"\(ga", '"': r"\(dq"}
)


def pages() -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    return {
        "rouge-eval.1": _page(_rouge_eval()),
        "rouge-tools.1": _page(_rouge_tools()),
        "ROUGE-1.5.5.pl.1": ".so man1/rouge-eval.1\n",  # The other name of rouge-eval shows the same page.
    }


def _page(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _rouge_eval() -> Iterator[str]:
    yield from _head("rouge-eval", ABSTRACT, USAGE)
    yield from _paragraphs([ABSTRACT, *MORE])
    yield ".SH OPTIONS"
    for title, flags in GROUPS.items():
        yield f".SS {_text(title)}"
        yield from map(_option, flags)
    yield ".SH EXAMPLES"
    yield from _paragraphs([CLOSING])
    yield from _see("rouge-tools")


def _rouge_tools() -> Iterator[str]:
    context = group.make_context("rouge-tools", [], resilient_parsing=True)
    yield from _head("rouge-tools", group.help or "", [group.usage_line(context)])
    yield from _paragraphs([group.help or ""])
    yield ".SH COMMANDS"
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert isinstance(command, Tool), "it is listed"
        inner = command.make_context(name, [], parent=context, resilient_parsing=True)
        yield from (f".SS {_text(name)}", _synopsis([command.usage_line(inner)]), ".PP")
        yield from _paragraphs(command.paragraphs(inner))
        shared = command.shared_groups
        for title, flags in command.groups.items():
            if title not in shared:
                yield from map(_option, flags)
        if shared:
            names = [name for title in shared for flag in command.groups[title] for name in flag.opts[:1]]
            yield from _paragraphs([f"Flags of rouge-eval, in rouge-eval(1): {', '.join(names)}."])
    yield from _see("rouge-eval")


def _head(name: str, abstract: str, usage: Iterable[str]) -> Iterator[str]:
    """Yield the lines up to the description, whose first sentence is what `man -k` finds the page by."""
    sentence = re.split(r"\.(?:\s|$)", abstract, maxsplit=1)[0]
    yield r".\" Made from the texts of the help."
    yield f'.TH {name.upper()} 1 "" "rouge\\-eval {__version__}" "User Commands"'
    yield from (".nh", ".ad l")  # This keeps names of files and flags on one line.
    yield from (".SH NAME", _text(f"{name} - {sentence[:1].lower()}{sentence[1:]}"))
    yield from (".SH SYNOPSIS", _synopsis(usage))
    yield ".SH DESCRIPTION"


def _see(other: str) -> Iterator[str]:
    yield from (".SH SEE ALSO", rf"\fB{_text(other)}\fP(1)")


def _synopsis(usage: Iterable[str]) -> str:
    """Return lines of usage with the command in bold and its placeholders in italics."""
    lines = [_line(line.removeprefix("Usage:").strip()) for line in usage]
    marked = [re.sub(r"^rouge\\-\w+(?: [a-z]+)?", r"\\fB\g<0>\\fP", line) for line in lines]
    return "\n.br\n".join(re.sub(r"\b[A-Z]{2,}\b", r"\\fI\g<0>\\fP", line) for line in marked)


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    r"""Yield paragraphs; one that begins with `\b` keeps its lines."""
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ".PP"
        if paragraph.startswith("\b\n"):
            yield from (".nf", *map(_line, paragraph.splitlines()[1:]), ".fi")
        else:
            yield _text(" ".join(paragraph.split()))


def _option(flag: Flag) -> str:
    """Return the names of a flag, and all that is said of it."""
    marked = re.sub(r"(?<!\S)(?:\\-)+[^\s,]+|(?<= )[^\s\\]\S*", _mark, _text(names_of(flag)))
    return "\n".join([".TP", marked, _text(f"{(flag.help or '').rstrip('.')}. {flag.more}".rstrip())])


def _mark(word: re.Match[str]) -> str:
    font = "B" if word[0].startswith(r"\-") else "I"
    return rf"\f{font}{word[0]}\fP"


def _text(text: str) -> str:
    """Return text that troff breaks into lines by itself."""
    return "\n".join(_line(line) for line in textwrap.wrap(text, 72, break_on_hyphens=False))


def _line(line: str) -> str:
    """Return a line so that troff prints it as it is."""
    escaped = line.translate(_ESCAPES)
    return rf"\&{escaped}" if escaped.startswith(".") else escaped


def write(folder: Path) -> None:
    """Write the pages to a folder, which is made where it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_bytes(text.encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
