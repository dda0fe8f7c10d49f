"""The commands of `rouge-tools`: flags in groups, helps, and functions that become commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import cleandoc
from itertools import chain
from types import SimpleNamespace
from typing import Any

import click

from ..errors import RougeError
from .console import in_flags
from .flag_kinds import Flag, flags_on, shows
from .flags import GROUPS as SCORING_GROUPS
from .help import help_text
from .shell import print_lines

_EXAMPLE = "\b\n  rouge-"
"""The beginning of a paragraph with commands to try."""


class Tool(click.Command):
    """A command of `rouge-tools`, with its flags in groups.

    Its help is written like a report, because click passes over a closed standard output in silence. Errors
    of the library name options in Python; the command replaces them by its flags.
    """

    def __init__(
        self,
        name: str,
        *,
        groups: Mapping[str, Sequence[Flag]],
        first_screen: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        arguments = settings.pop("params", [])
        context_settings = {"help_option_names": ["-h", "--help"]}
        self.groups = {**groups, "Help": [_FULL_HELP, *groups.get("Help", ())]}
        """The flags by the titles of their groups in the full help."""
        self._first_screen = first_screen
        params = [*arguments, *chain.from_iterable(self.groups.values())]
        super().__init__(name, params=params, context_settings=context_settings, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except RougeError as error:
            raise type(error)(in_flags(str(error))) from error

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return click's option for the help, made to write it as a report is written."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help, option.callback = "the flags that most people need", _print_help
        return option

    def get_help(self, ctx: click.Context) -> str:
        """Return the short help: what the command does, an example, and its own flags in groups."""
        first, *others = self.paragraphs(ctx)
        examples = [one for one in others if one.startswith(_EXAMPLE)]
        groups = {title: flags for title, flags in self.groups.items() if title not in self.shared_groups}
        if self._first_screen is not None:
            named = {name: flag for flags in groups.values() for flag in flags for name in flag.opts}
            chosen = {
                title: [named[name] for name in names.split()] for title, names in self._first_screen.items()
            }
            groups = {**chosen, "Help": groups["Help"]}
        closing = [f"{ctx.command_path} -H lists the flags of rouge-eval, which work here, too."]
        return self._help(ctx, [first, *examples], groups, closing if self.shared_groups else [], groups)

    def full_help(self, ctx: click.Context) -> str:
        """Return all about the command and its own flags, and a line for each flag of rouge-eval."""
        shared = self.shared_groups
        closing = ["rouge-eval -H says more of the flags that it shares."] if shared else []
        return self._help(ctx, self.paragraphs(ctx), self.groups, closing, shared)

    def _help(
        self,
        ctx: click.Context,
        paragraphs: Iterable[str],
        groups: Mapping[str, Sequence[click.Option]],
        closing: Iterable[str],
        briefly: Iterable[str],
    ) -> str:
        option = self.get_help_option(ctx)
        groups = {**groups, "Help": [*([option] if option else ()), *groups["Help"]]}
        return help_text([self.usage_line(ctx)], paragraphs, groups, closing, briefly).rstrip() + "\n"

    @property
    def shared_groups(self) -> list[str]:
        """The titles of the groups of flags that rouge-eval has, too."""
        return [title for title in self.groups if title in SCORING_GROUPS and title != "Help"]

    def usage_line(self, ctx: click.Context) -> str:
        """Return the line that begins with `Usage:`."""
        return " ".join(["Usage:", ctx.command_path, *self.collect_usage_pieces(ctx)])

    def paragraphs(self, ctx: click.Context) -> Iterable[str]:
        r"""Return what the command does, by paragraphs; one that begins with `\b` keeps its lines."""
        return cleandoc(self.help or "").split("\n\n")


def tool(
    name: str,
    brief: str,
    groups: Mapping[str, Sequence[Flag]],
    *arguments: click.Argument,
    kind: type[Tool] = Tool,
    first_screen: Mapping[str, str] | None = None,
) -> Callable[[Callable[[SimpleNamespace], object]], Tool]:
    """Return a decorator that makes a command of a function of the flags, whose values are attributes.

    The docstring of the function is the help; `brief` stands in the list of commands. `first_screen` has the
    flags that `-h` shows by the titles of their groups there, if these are not all of the command's own.
    Every command takes `--quiet`.
    """
    quiet = {"expose_value": False, "callback": _be_quiet}
    own = {**groups, "Help": flags_on("--quiet  no notes; errors stay", quiet=quiet)}

    def command(run: Callable[[SimpleNamespace], object]) -> Tool:
        return kind(
            name,
            groups=own,
            first_screen=first_screen,
            params=list(arguments),
            callback=lambda **values: run(SimpleNamespace(**values)),
            help=run.__doc__,
            short_help=brief,
        )

    return command


def _be_quiet(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    context.meta["quiet"] = wanted


def _print_help(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print_lines([context.get_help()])
        context.exit()


_FULL_HELP = shows("help:help_of_tool", "-H", "--full-help", help="all that the command can do")
