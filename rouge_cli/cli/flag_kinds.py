"""Kinds of flags and of their values."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import cleandoc
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from ..errors import OptionError
from ..options import RATIO
from ..perl_numbers import NaturalAsTyped, RealAsTyped, WholeAsTyped, spelt_number

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


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
    """An option whose help has a second part, `more`, which only the full help shows."""

    def __init__(self, names: list[str], help: str, more: str = "", **settings: Any) -> None:
        super().__init__(names, help=help, **settings)
        self.more = more
        self._has_optional_value = not self.is_flag and settings.get("flag_value") is not None

    def takes(self, word: str | None = None) -> bool:
        """Return whether the value of the flag is `word`, the next word of the command line, if any."""
        ends = word is None or (word.startswith("-") and word != "-")
        return not self.is_flag and not (self._has_optional_value and ends)


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
            if flag is not None and flag.takes(*rest[:1]):
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


def groups_on(page: str, **settings: Mapping[str, Any]) -> dict[str, list[Flag]]:
    r"""Return the flags on a page by the titles of their groups.

    A page looks like a help: a title with a colon, then a line for each flag: its names, a placeholder if it
    takes a value, and after two blanks the text of `-h`. The text that `-H` adds is indented below.
    `--all=all_systems` sets `all_systems`, and `--output -` sets None. Shells complete `FILE` and `DIR` as
    paths, and `a|b` as these words. `settings` has other arguments of click's options, by the names that
    flags set.
    """
    _, *parts = re.split(r"^(\w.*):\n", cleandoc(page), flags=re.MULTILINE)
    found = {
        title: [_flag(entry, settings) for entry in re.split(r"\n(?=-)", entries.rstrip())]
        for title, entries in zip(parts[::2], parts[1::2], strict=True)
    }
    assert settings.keys() <= {flag.name for flags in found.values() for flag in flags}
    return found


def flags_on(page: str, **settings: Mapping[str, Any]) -> list[Flag]:
    """Return the flags on a page without titles; see `groups_on`."""
    return groups_on(f"Flags:\n{cleandoc(page)}", **settings)["Flags"]


def _flag(entry: str, settings: Mapping[str, Mapping[str, Any]]) -> Flag:
    """Return the flag of some lines of a page."""
    line, _, more = entry.partition("\n")
    words, help = line.split("  ", 1)
    *others, last = words.split()
    spelt, value = ([*others, last], "") if last.startswith("-") else (others, last)
    long, _, target = spelt[-1].partition("=")
    target = target or long.lstrip("-").replace("-", "_")
    own: dict[str, Any] = {"metavar": value} if value else {"is_flag": True}
    if target == "output":
        own["callback"] = _unless_standard
    if value in ("FILE", "DIR"):
        own["shell_complete"] = path
    elif "|" in value and "[" not in value:
        own["shell_complete"] = one_of(*value.split("|"))
    return Flag([*spelt[:-1], long, target], help, " ".join(more.split()), **own, **settings.get(target, {}))


def _unless_standard(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """Return the path of the file to write, or None for standard output."""
    return None if given == "-" else given


def choice(words: Iterable[str], **settings: Any) -> dict[str, Any]:
    """Return the settings of a flag whose value is one of these words."""
    return {"type": click.Choice(list(words)), **settings}


def path(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave the completion of a path to the shell."""
    from click.shell_completion import CompletionItem  # A run completes nothing.

    return [CompletionItem(incomplete, type="file")]


def one_of(*words: str) -> Callable[..., list[str]]:
    """Return a completion that proposes these words, of a flag that takes others, too."""
    return lambda context, parameter, incomplete: [word for word in words if word.startswith(incomplete)]


def typed(words: Sequence[str]) -> str:
    """Return a command line as a user types it to a shell; the shells of Windows know no single quotes."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    from shlex import join

    return join(words)
