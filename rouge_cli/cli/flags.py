"""Commands and flags that pages declare: the text files in the folder `pages`, which `-h` and `-H` show.

A page has the usage, paragraphs, the flags of its first screen, and groups of flags: a title with a colon,
then a line for each flag. The line has the names, a placeholder for the value, and after two blanks the text
of `-h`. The text that `-H` adds is indented below. A paragraph with two blanks in a row keeps its lines.

`--all=all_systems` sets `all_systems`. `N(natural)` is a placeholder with the kind of the value, by its name
in `KINDS`. `a|b` allows these words, and `a|b|*` any other word, too. `FILE...` may be repeated, and the
value of `[NAME]` may be missing. `[[3]]` is shown as [3], and is the default of the flag; for `[3]` the
library has the default.

`include PAGE`, `include PAGE: NAMES` and `include PAGE but NAMES` take flags of another page: whole groups
or, in a group, single flags. `shares` does the same with groups that `rouge-eval -H` describes.
"""

import os
import re
import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from textwrap import wrap
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import click
from click.core import ParameterSource

from ..errors import OptionError
from ..numbers import NaturalAsTyped, RealAsTyped, WholeAsTyped, spelt_number
from ..options import RATIO
from ..rouges import PROFILES, ROUGES
from .console import PAGES, is_coloured, print_lines

Groups: TypeAlias = Mapping[str, Sequence["Flag"]]
"""Flags by the titles of their groups."""
Kinds: TypeAlias = Mapping[str, "click.ParamType[Any]"]
"""Kinds of values, by their names on pages."""
Texts: TypeAlias = Mapping[str, Callable[[click.Context], str]]
"""Functions that return what a flag prints, by the name that the flag sets."""


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

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that `value` spells."""
        if value == self.word:
            return value
        try:
            number = self.kind(value)
        except OptionError as error:
            self.fail(str(error), param, ctx)
        if not self.as_perl and spelt_number(value) != number:
            self.fail(f"{value!r} is not a {self.name}", param, ctx)
        if self.least is not None and number < self.least:
            self.fail(f"{value} is below {self.least}", param, ctx)
        if self.length and float(number).is_integer():
            return WholeAsTyped(value)
        return number


def _language_words(ctx: click.Context, flag: click.Parameter, incomplete: str) -> list[str]:
    """Return the codes that shells propose for `--language`, and the names for `--stemmer`."""
    from ..text.languages.language_table import LANGUAGES  # A run completes nothing.

    stemmers = {"porter-1.5.5", "porter-nltk", *(language.stemmer for language in LANGUAGES.values())}
    words = LANGUAGES if flag.name == "language" else sorted(stemmers)
    return [word for word in words if word.startswith(incomplete)]


KINDS: Kinds = {
    "text": click.STRING,
    "language": click.STRING,
    "path": click.Path(readable=False),
    "folder": click.Path(file_okay=False, readable=False),
    "profile": click.Choice(PROFILES),
    "whole": Number(WholeAsTyped),
    "natural": Number(WholeAsTyped, least=0),
    "real": Number(RealAsTyped),
    "real|ratio": Number(RealAsTyped, word=RATIO),
    # Numbers as ROUGE-1.5.5 reads them.
    "perl-whole": Number(WholeAsTyped, as_perl=True),
    "perl-natural": Number(NaturalAsTyped, as_perl=True),
    "perl-real": Number(RealAsTyped, as_perl=True),
    "perl-length": Number(RealAsTyped, as_perl=True, length=True),
}


def _settings(placeholder: str, kinds: Kinds, usual: str) -> dict[str, Any]:
    """Return click's settings for the placeholder of a value; its kind is `usual` unless it tells another."""
    shown, _, kind = placeholder.removesuffix("...").strip("[]").rstrip(")").partition("(")
    settings: dict[str, Any] = {"metavar": f"[{shown}]" if placeholder.startswith("[") else shown}
    kind = kind or (shown if "|" in shown else "path" if shown in ("FILE", "DIR") else usual)
    words = kind.split("|")
    if kind in kinds:
        settings["type"] = kinds[kind]
        words = shown.split("|") if "|" in shown else words[1:]
    elif "*" not in words:
        settings["type"] = click.Choice(words)
    if kind == "language":
        settings["shell_complete"] = _language_words
    elif words:
        settings["shell_complete"] = lambda ctx, flag, text: [
            word for word in words if word.startswith(text) and word != "*"
        ]
    return settings


class Flag(click.Option):
    """A flag of a page. It sets `target`; only the full help shows `more` below the `brief` help.

    A flag that `texts` name prints a text instead of running the command.
    """

    def __init__(self, lines: str, kinds: Kinds, texts: Texts) -> None:
        line, _, more = lines.partition("\n")
        declared, _, help = line.partition("  ")
        names = declared.split()
        settings: dict[str, Any] = {"is_flag": True}
        self.has_optional_value = names[-1].startswith("[")
        if not names[-1].startswith("-"):
            settings = {**_settings(names[-1], kinds, "text"), "multiple": names.pop().endswith("...")}
        if self.has_optional_value:
            settings |= {"is_flag": False, "flag_value": ""}
        long, _, target = names[-1].partition("=")
        target = target or long.lstrip("-").replace("-", "_")
        help, _, default = help.removesuffix("]]").partition("[[")
        if default:
            help, settings["default"] = f"{help}[{default}]", default
        if target == "output":
            settings["callback"] = lambda ctx, flag, path: None if path == "-" else path

        def show(ctx: click.Context, flag: click.Parameter, is_given: bool) -> None:
            """Print a text, with bold heads, and end the command."""
            if is_given and not ctx.resilient_parsing:  # A shell that asks for completions wants no text.
                shown = texts[target](ctx)
                if is_coloured(sys.stdout):
                    shown = re.sub(r"(?m)^(Usage:|\S.*:$)", click.style(r"\1", bold=True), shown)
                print_lines([shown])
                ctx.exit()

        if target in texts:
            settings |= {"callback": show, "is_eager": True, "expose_value": False}
        super().__init__([*names[:-1], long, target], help=help, **settings)
        self.target, self.brief, self.more = target, help, " ".join(more.split())


class HelpPage(NamedTuple):
    """A page: the help of a command, and its flags."""

    usage: list[str]
    operands: list[str]
    """The placeholders of the operands; `OPERANDS` are all that name an input."""
    paragraphs: list[str]
    first_screen: dict[str, list[str]]
    """The names of the flags of the short help, by the titles of their groups there; none: all own flags."""
    groups: dict[str, list[str]]
    """The lines on each flag, by the titles of their groups."""
    shared: list[str]
    """The titles of the groups that `rouge-eval -H` describes."""
    closing: list[str]
    """The paragraphs below the flags."""


@cache
def read_page(name: str) -> HelpPage:
    """Return the page of a command, or a page with flags of several commands."""
    with open(os.path.join(PAGES, f"{name}.txt"), encoding="utf-8") as file:
        text = file.read().rstrip()
    text = text.replace("$PACKAGES", f"{', '.join(PROFILES[1:-1])} or {PROFILES[-1]}")
    helps = dict.fromkeys(rouge.help for rouge in ROUGES.values() if rouge.help)
    text = text.replace("$HELPS", " ".join(helps))
    page = HelpPage([], [], [], {}, {}, [], [])
    for block in text.split("\n\n"):
        head, *lines = block.split("\n")
        if head.startswith("Usage: "):
            page.usage.extend(re.sub(r"\(\S*\)", "", line) for line in (head, *lines))
            operands = block.rpartition("[OPTIONS]")[2]
            page.operands.extend(re.sub(r"\[?CONFIG.*", "[OPERANDS]...", operands).split())
        elif head == "First screen:":
            named = (line.partition(": ") for line in lines)
            page.first_screen.update({title: names.split() for title, _, names in named})
        elif head.startswith(("include ", "shares ")):
            for line in (head, *lines):
                groups = _included(line)
                page.groups.update(groups)
                page.shared.extend(groups if line.startswith("shares ") else ())
        elif head.endswith(":") and lines and lines[0].startswith(("-", "include ")):
            flags = page.groups[head[:-1]] = []
            for flag in re.split(r"\n(?=\S)", "\n".join(lines)):
                is_own = flag.startswith("-")
                flags.extend([flag] if is_own else chain.from_iterable(_included(flag).values()))
        else:
            (page.closing if page.groups else page.paragraphs).append(block)
    return page


def _included(line: str) -> dict[str, list[str]]:
    """Return the flags that a line includes, by the titles of their groups."""
    _, page, choice, listed = re.split(r" (\S+?)(:| but|$)", line, maxsplit=1)
    names = set(listed.split())
    groups = {
        title: [
            one
            for one in flags
            if not choice or names.isdisjoint(one.partition("  ")[0].split()) == (choice == " but")
        ]
        for title, flags in read_page(page).groups.items()
    }
    return {title: flags for title, flags in groups.items() if flags}


class PageCommand(click.Command):
    """A command whose page declares its flags and operands.

    `run` gets their values as attributes. `texts` are what flags such as `--version` print. `kinds` are kinds
    of values that only this command knows.
    """

    def __init__(
        self,
        name: str,
        run: Callable[[SimpleNamespace], object],
        texts: Texts = MappingProxyType({}),
        kinds: Kinds = MappingProxyType({}),
        **settings: Any,
    ) -> None:
        self.page = read_page(name)
        texts = {"help": self.get_help, "full_help": self.full_help, **texts}
        kinds = {**KINDS, **kinds}
        self.groups: Groups = {
            title: [Flag(lines, kinds, texts) for lines in flags] for title, flags in self.page.groups.items()
        }
        """The flags by the titles of their groups in the full help."""
        operands = []
        for placeholder in () if isinstance(self, click.Group) else self.page.operands:
            declared = _settings(placeholder, kinds, "path")
            names = [declared["metavar"].strip("[]").lower()]
            declared["required"] = not placeholder.startswith("[")
            if placeholder.endswith("..."):
                declared |= {"metavar": declared["metavar"] + "...", "nargs": -1}
            operands.append(click.Argument(names, **declared))
        super().__init__(
            name,
            params=[*operands, *chain.from_iterable(self.groups.values())],
            callback=lambda **values: run(SimpleNamespace(**values)),
            add_help_option=False,  # It is one of the flags.
            **settings,
        )
        if name == "run":  # Its flags end where the other command begins.
            self.allow_interspersed_args = False

    def get_help(self, ctx: click.Context) -> str:
        """Return the short help: what the command does, an example, and its first flags or its own."""
        page = self.page
        first, *others = page.paragraphs
        examples = [one for one in others if "\n  rouge-" in f"\n{one}"]
        groups = {title: flags for title, flags in self.groups.items() if title not in page.shared}
        if page.first_screen:
            named = {name: flag for flags in self.groups.values() for flag in flags for name in flag.opts}
            groups = {title: [named[name] for name in names] for title, names in page.first_screen.items()}
        closing = [f"{ctx.command_path} -H lists the flags of rouge-eval that work here, too."]
        return help_text(page.usage, [first, *examples], groups, closing if page.shared else [], groups)

    def full_help(self, ctx: click.Context) -> str:
        """Return the whole page, with one line for each flag that `rouge-eval -H` describes."""
        page = self.page
        return help_text(page.usage, page.paragraphs, self.groups, page.closing, page.shared)


def given_flags() -> list[str]:
    """Return the names of the given flags that the running command shares with rouge-eval."""
    context = click.get_current_context()
    assert isinstance(context.command, PageCommand)
    groups, shared = context.command.groups, context.command.page.shared
    flags = chain.from_iterable(groups[title] for title in shared)
    is_given = ParameterSource.COMMANDLINE
    return [flag.opts[0] for flag in flags if context.get_parameter_source(flag.target) is is_given]


class ScoringCommand(PageCommand):
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
            if "  " in paragraph:
                yield from paragraph.splitlines()
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
            lines += wrap(flag.brief, _WIDTH, initial_indent=names, subsequent_indent=margin)
            if title not in briefly:
                lines += wrap(flag.more, _WIDTH, initial_indent=margin, subsequent_indent=margin)
        lines.append("")
    return "\n".join([*lines, *blocks(closing)])


def names_of(flag: Flag) -> str:
    """Return the names of a flag, and the placeholder of its value."""
    return ", ".join(flag.opts) + (f" {flag.metavar}" if flag.metavar else "")
