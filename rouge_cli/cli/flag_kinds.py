"""Kinds of flags and of their values, and how helps show flags."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc
from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from ..errors import OptionError
from ..numbers import NaturalAsTyped, RealAsTyped, WholeAsTyped, spelt_number
from ..options import RATIO
from .console import OF_OPTIONS, is_coloured, print_lines

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


Groups: TypeAlias = Mapping[str, Sequence["Flag"]]
"""Flags by the titles of their groups."""


class Number(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """A number that prints as it was typed.

    `word` may stand in place of a number. With `as_perl` any text is the number that ROUGE-1.5.5 reads from
    it; otherwise a number is in ASCII digits. A `length` is a whole number if it spells one, but a fraction
    is legal, too.
    """

    def __init__(
        self,
        kind: type[WholeAsTyped | RealAsTyped],
        least: int | None = None,
        word: str | None = None,
        as_perl: bool = False,
        length: bool = False,
    ) -> None:
        self.name = "number" if kind is RealAsTyped else "whole number"
        self.kind, self.least, self.word, self.as_perl, self.length = kind, least, word, as_perl, length

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that `value` spells; a default is a number already."""
        if not isinstance(value, str) or value == self.word:
            return value
        try:
            number = self.kind(value)
        except OptionError as error:
            self.fail(str(error), param, ctx)
        if not self.as_perl and spelt_number(value) != number:
            self.fail(f"{value!r} is not a {self.name}", param, ctx)
        if self.least is not None and number < self.least:
            self.fail(f"{value} is below {self.least}", param, ctx)
        if self.length and isfinite(number) and float(number).is_integer():
            return WholeAsTyped(value)
        return number


WHOLE = Number(WholeAsTyped)
NATURAL = Number(WholeAsTyped, least=0)
REAL = Number(RealAsTyped)
REAL_OR_RATIO = Number(RealAsTyped, word=RATIO)
CLASSIC_WHOLE = Number(WholeAsTyped, as_perl=True)
CLASSIC_NATURAL = Number(NaturalAsTyped, as_perl=True)
CLASSIC_REAL = Number(RealAsTyped, as_perl=True)
CLASSIC_LENGTH = Number(RealAsTyped, as_perl=True, length=True)
"""Numbers as ROUGE-1.5.5 reads them."""


class Flag(click.Option):
    """An option whose help has a second part, `more`, which only the full help shows.

    Shells propose `words` for its value; `words` may be a function that returns them.
    """

    def __init__(
        self,
        names: list[str],
        help: str,
        more: str = "",
        words: Sequence[str] | Callable[[], Iterable[str]] = (),
        **settings: Any,
    ) -> None:
        super().__init__(names, help=help, **settings)
        self.more, self.words = more, words
        self.has_optional_value = not self.is_flag and settings.get("flag_value") is not None
        OF_OPTIONS.setdefault(_OF_OTHER_NAMES.get(self.name or "", self.name or ""), self)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what a shell proposes for the value: paths, or words that begin as it does."""
        if not self.words:
            return super().shell_complete(ctx, incomplete)
        words = self.words() if callable(self.words) else self.words
        return proposed(word for word in words if word.startswith(incomplete))


_OF_OTHER_NAMES = {"no_lcs": "rouge_l", "formula": "best_model"}
"""The name of an option in Python, by the name of its flag if that differs."""


def groups_on(page: str, **settings: Mapping[str, Any]) -> dict[str, list[Flag]]:
    r"""Return the flags on a page by the titles of their groups.

    A page looks like a help: a title with a colon, then a line for each flag: its names, a placeholder if it
    takes a value, and after two blanks the text of `-h`. The text that `-H` adds is indented below.
    `--all=all_systems` sets `all_systems`, and `--output -` sets None. Shells complete `FILE` and `DIR` as
    paths. The value of `a|b` is one of these words. `settings` has other arguments of click's options, by the
    names that flags set. Shells propose `words` for a flag that also takes other values.
    """
    _, *parts = re.split(r"^(\w.*):\n", cleandoc(page), flags=re.MULTILINE)
    groups: dict[str, list[Flag]] = {}
    for title, entries in zip(parts[::2], parts[1::2], strict=True):
        groups[title] = []
        for entry in re.split(r"\n(?=-)", entries.rstrip()):
            line, _, more = entry.partition("\n")
            names, help = line.split("  ", 1)
            *others, last = names.split()
            spelt, value = ([*others, last], "") if last.startswith("-") else (others, last)
            long, _, target = spelt[-1].partition("=")
            target = target or long.lstrip("-").replace("-", "_")
            own: dict[str, Any] = {"metavar": value} if value else {"is_flag": True}
            own |= settings.get(target, {})
            if target == "output":
                own["callback"] = lambda context, flag, path: None if path == "-" else path
            if value in ("FILE", "DIR"):
                own.setdefault("shell_complete", path)
            elif "|" in value and "[" not in value:
                own = {"type": click.Choice(value.split("|")), "words": value.split("|"), **own}
            groups[title].append(Flag([*spelt[:-1], long, target], help, " ".join(more.split()), **own))
    assert settings.keys() <= {flag.name for flags in groups.values() for flag in flags}
    return groups


def shows(text: Callable[[click.Context], str], *names: str, help: str) -> Flag:
    """Return a flag that prints a text, with bold heads, instead of running the command."""

    def show(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:  # A shell that asks for completions wants no text.
            shown = text(ctx)
            if is_coloured(sys.stdout):
                shown = re.sub(r"(?m)^(Usage:|\S.*:$)", click.style(r"\1", bold=True), shown)
            print_lines([shown])
            ctx.exit()

    return Flag(list(names), help, is_flag=True, is_eager=True, expose_value=False, callback=show)


def proposed(words: Iterable[str], type: str = "plain") -> list[CompletionItem]:
    """Return what a shell proposes; of the type `file` it finds paths by itself."""
    from click.shell_completion import CompletionItem  # A run completes nothing.

    return [CompletionItem(word, type) for word in words]


def path(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave the completion of a path to the shell."""
    return proposed([incomplete], "file")


class ScoringCommand(click.Command):
    """A command whose long flags may stand anywhere, and single letters only before the operands.

    ROUGE-1.5.5 quirk: its getopt stops at the first operand, so `CONFIG 1 -m` does not stem. It has no long
    flags; they may follow operands, as in other programs. After `--` there are only operands.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments after putting their flags, by their long names, before the operands."""
        by_name = {name: flag for flag in self.params for name in flag.opts if isinstance(flag, Flag)}
        flags: list[str] = []
        operands: list[str] = []
        rest = list(args)
        while rest:
            word = rest.pop(0)
            if word == "--":
                operands += rest
                break
            if word.startswith("--"):
                flag = None if "=" in word else by_name.get(word)
                flags.append(word)
            elif word.startswith("-") and word != "-" and not operands:
                flag = _parted(word, by_name, flags)
            else:
                operands.append(word)
                continue
            if flag is None or flag.is_flag:
                continue
            is_last = not rest or (rest[0].startswith("-") and rest[0] != "-")
            if is_last and flag.has_optional_value:
                continue
            if not rest:
                return super().parse_args(ctx, flags)  # click says that a value is missing.
            if rest[0].startswith("--") and rest[0].partition("=")[0] in by_name:
                raise click.UsageError(f"{flag.opts[0]} lacks its value: {rest[0]} follows", ctx)
            flags[-1] = f"{flag.opts[-1]}={rest.pop(0)}"
        return super().parse_args(ctx, [*flags, "--", *operands])


def _parted(word: str, by_name: Mapping[str, Flag], flags: list[str]) -> Flag | None:
    """Add the flags of joined letters by their long names; return the last flag if it lacks its value."""
    for place in range(1, len(word)):
        letter = f"-{word[place]}"
        flag = by_name.get(letter)
        if flag is None:
            flags.append(letter)  # click names it.
        elif flag.is_flag:
            flags.append(flag.opts[-1])
        elif place < len(word) - 1:
            flags.append(f"{flag.opts[-1]}={word[place + 1 :]}")
            return None
        else:
            flags.append(letter)
            return flag
    return None


def typed(words: Sequence[str]) -> str:
    """Return a command line as a user types it to a shell; the shells of Windows know no single quotes."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)


_WIDTH = 79
_INDENT = 30
"""The widths of a help and of its column of names."""


def help_text(
    usage: Iterable[str],
    paragraphs: Iterable[str],
    groups: Groups,
    closing: Iterable[str],
    briefly: Collection[str] = (),
) -> str:
    """Return a help: usage, description, flags in groups, and closing paragraphs.

    Groups whose titles are in `briefly` have a line for each flag; other groups have the full text.
    """

    def blocks(paragraphs: Iterable[str]) -> Iterator[str]:
        for paragraph in paragraphs:
            if paragraph.startswith("\b\n"):
                yield from paragraph.splitlines()[1:]
            else:
                yield from wrap(" ".join(paragraph.split()), _WIDTH)
            yield ""

    lines = [*usage, "", *blocks(paragraphs)]
    margin = " " * _INDENT
    for title, flags in groups.items():
        lines.append(f"{title}:")
        for flag in flags:
            names = f"  {names_of(flag):<{_INDENT - 3}} "
            # Names that are too long for their column get a line of their own.
            if len(names) > _INDENT:
                lines.append(names.rstrip())
                names = margin
            lines += wrap(flag.help or "", _WIDTH, initial_indent=names, subsequent_indent=margin)
            if title not in briefly:
                lines += wrap(flag.more, _WIDTH, initial_indent=margin, subsequent_indent=margin)
        lines.append("")
    return "\n".join([*lines, *blocks(closing)])


def names_of(flag: Flag) -> str:
    """Return the names of a flag, and the placeholder of its value."""
    return ", ".join(flag.opts) + (f" {flag.metavar}" if flag.metavar else "")


def chosen(groups: Groups, screen: Mapping[str, str]) -> Groups:
    """Return the flags that a first screen names, by the titles of their groups there."""
    named = {name: flag for flags in groups.values() for flag in flags for name in flag.opts}
    return {title: [named[name] for name in names.split()] for title, names in screen.items()}
