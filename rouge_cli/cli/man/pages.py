"""The man pages and the tables of the guide on flags, which `python -m rouge_cli.cli.man.pages` writes anew.

Both come from the texts of the helps.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..._version import __version__
from ..commands import Tool
from ..flag_kinds import Flag
from ..flags import GROUPS
from ..help import ABSTRACT, CLOSING, MORE, USAGE, names_of
from ..tools import group

FOLDER = Path(__file__).parent
GUIDE = FOLDER.parent.parent / "guides" / "flags.md"
_FLAGS, _COMMANDS = "## Flags of rouge-eval\n\n", "## Commands of rouge-tools\n\n"
"""The headings of the tables in the guide."""

# Characters that troff would replace or obey.
_ESCAPES = str.maketrans(
    {"\\": r"\e", "-": r"\-", "'": r"\(aq", "^": r"\(ha", "~": r"\(ti", "`": r"\(ga", '"': r"\(dq"}
)


def pages() -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    return {"rouge-eval.1": _page(_rouge_eval()), "rouge-tools.1": _page(_rouge_tools())}


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
    yield r".\" Written by `make man` from the texts of the help; edit those."
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


def guide(text: str) -> str:
    """Return the guide on flags with tables from the helps in place of its tables."""
    context = group.make_context("rouge-tools", [], resilient_parsing=True)
    flags = [["flag", "long name", "meaning", "default"]]
    for title, flags_of_group in GROUPS.items():
        flags += [[f"**{title}**", "", "", ""], *map(_row, flags_of_group)]
    commands = [["command", "meaning"]]
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert isinstance(command, Tool), "it is listed"
        inner = command.make_context(name, [], parent=context, resilient_parsing=True)
        usage = (
            command.usage_line(inner)
            .removeprefix("Usage: rouge-tools ")
            .replace("[OPTIONS] ", "")
            .removesuffix(" [OPTIONS]")
        )
        commands.append([f"`{usage}`", (command.short_help or "").rstrip(".")])
    for heading, rows in ((_FLAGS, flags), (_COMMANDS, commands)):
        before, found, behind = text.partition(heading)
        assert found, heading
        _, _, rest = behind.partition("\n\n")
        text = before + heading + _table(rows) + "\n" + rest
    return text


def _row(flag: Flag) -> list[str]:
    """Return the letter of a flag, its long name, what it means and its default."""
    meaning, _, default = (flag.help or "").removesuffix("]").partition(" [")
    value = "" if flag.is_flag else f" {flag.metavar}"
    letters = [f"`{name}{value}`" for name in flag.opts if not name.startswith("--")]
    long = [f"`{name}{'' if letters else value}`" for name in flag.opts if name.startswith("--")]
    return [*(letters or [""]), *long, meaning, default]


def _table(rows: list[list[str]]) -> str:
    lines = [[cell.replace("|", r"\|").replace("<", r"\<") for cell in row] for row in rows]
    lines.insert(1, ["---"] * len(rows[0]))
    return "".join(
        f"| {' | '.join(line)} |\n".replace("|  |", "| |").replace("|  |", "| |") for line in lines
    )


if __name__ == "__main__":
    GUIDE.write_bytes(guide(GUIDE.read_text(encoding="utf-8")).encode())
    for name, text in pages().items():
        (FOLDER / name).write_bytes(text.encode())
