"""The man pages, made from the helps: `python -m tests.programs.man_pages FOLDER` writes them."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rouge_cli import __version__
from rouge_cli.cli.flags import Flag, HelpPage, names_of
from rouge_cli.cli.rouge_eval import command
from rouge_cli.cli.tools import Tool, group


class ToolHelp(NamedTuple):
    """The help of a command of rouge-tools."""

    name: str
    page: HelpPage
    flags: list[Flag]
    shared: list[str]
    """The names of flags that it shares with rouge-eval."""


def tool_helps() -> Iterator[ToolHelp]:
    """Yield the help of each command of rouge-tools."""
    context = group.make_context("rouge-tools", [], resilient_parsing=True)
    for name in group.list_commands(context):
        tool = group.get_command(context, name)
        assert isinstance(tool, Tool), "it is listed"
        groups, titles = tool.groups, tool.page.shared
        flags = [flag for title, of_title in groups.items() if title not in titles for flag in of_title]
        shared = [flag.opts[0] for title in titles for flag in groups[title]]
        yield ToolHelp(name, tool.page, flags, shared)


def description() -> list[str]:
    """Return the paragraphs on rouge-eval without the first example and the last one."""
    abstract, _, *others = command.page.paragraphs
    return [abstract, *others, *command.page.closing[:-1]]


def described(flag: Flag) -> str:
    """Return the whole description of a flag."""
    return f"{(flag.help or '').rstrip('.')}. {flag.more}".rstrip()


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
    yield from _head("rouge-eval", command.page)
    yield from _paragraphs(description())
    yield ".SH OPTIONS"
    for title, flags in command.groups.items():
        yield f".SS {_text(title)}"
        yield from map(_option, flags)
    yield ".SH EXAMPLES"
    yield from _paragraphs(command.page.closing[-1:])
    yield from _see("rouge-tools")


def _rouge_tools() -> Iterator[str]:
    yield from _head("rouge-tools", group.page)
    yield from _paragraphs(group.page.paragraphs[:1])
    yield ".SH COMMANDS"
    for tool in tool_helps():
        yield from (f".SS {_text(tool.name)}", _synopsis(tool.page.usage), ".PP")
        yield from _paragraphs(tool.page.paragraphs)
        yield from map(_option, tool.flags)
        if tool.shared:
            yield from _paragraphs([f"Flags of rouge-eval, in rouge-eval(1): {', '.join(tool.shared)}."])
    yield from _see("rouge-eval")


def _head(name: str, page: HelpPage) -> Iterator[str]:
    """Yield the lines up to the description; `man -k` finds the page by its first sentence."""
    sentence = re.split(r"\.(?:\s|$)", page.paragraphs[0], maxsplit=1)[0]
    yield r".\" Made from the texts of the help."
    yield f'.TH {name.upper()} 1 "{_released()}" "rouge\\-eval {__version__}" "User Commands"'
    yield from (".nh", ".ad l")  # Names of files and flags stay on one line.
    yield from (".SH NAME", _text(f"{name} - {sentence[:1].lower()}{sentence[1:]}"))
    yield from (".SH SYNOPSIS", _synopsis(page.usage))
    yield ".SH DESCRIPTION"


def _released() -> str:
    """Return the date of this version, which CHANGELOG.md names."""
    changes = Path(__file__).parents[2].joinpath("CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"^## {re.escape(__version__)} \((\S+)\)$", changes, re.MULTILINE)
    return found[1] if found else ""


def _see(other: str) -> Iterator[str]:
    yield from (".SH SEE ALSO", rf"\fB{_text(other)}\fP(1)")


def _synopsis(usage: Iterable[str]) -> str:
    """Return lines of usage with the command in bold and its placeholders in italics."""
    lines = [_line(line.removeprefix("Usage:").strip()) for line in usage]
    marked = [re.sub(r"^rouge\\-\w+(?: [a-z]+)?", r"\\fB\g<0>\\fP", line) for line in lines]
    return "\n.br\n".join(re.sub(r"\b[A-Z]{2,}\b", r"\\fI\g<0>\\fP", line) for line in marked)


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    """Yield paragraphs; one with two blanks in a row keeps its lines."""
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ".PP"
        if "  " in paragraph:
            yield from (".nf", *map(_line, paragraph.splitlines()), ".fi")
        else:
            yield _text(" ".join(paragraph.split()))


def _option(flag: Flag) -> str:
    """Return the names and the description of a flag."""
    marked = re.sub(r"(?<!\S)(?:\\-)+[^\s,]+|(?<= )[^\s\\]\S*", _mark, _text(names_of(flag)))
    return "\n".join([".TP", marked, _text(described(flag))])


def _mark(word: re.Match[str]) -> str:
    font = "B" if word[0].startswith(r"\-") else "I"
    return rf"\f{font}{word[0]}\fP"


def _text(text: str) -> str:
    """Return a text, which troff breaks into lines."""
    return "\n".join(_line(line) for line in textwrap.wrap(text, 72, break_on_hyphens=False))


def _line(line: str) -> str:
    """Return a line so that troff prints it as it is."""
    escaped = line.translate(_ESCAPES)
    return rf"\&{escaped}" if escaped.startswith(".") else escaped


def write(folder: Path) -> None:
    """Write the pages to a folder, which is made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_bytes(text.encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
