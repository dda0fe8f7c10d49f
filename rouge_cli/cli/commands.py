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
from .flag_kinds import Flag, switch
from .flags import GROUPS as SCORING_GROUPS
from .help import help_text
from .shell import print_lines


class Tool(click.Command):
    """A command of `rouge-tools`, with its flags in groups.

    Its help is written like a report, because click passes over a closed standard output in silence. Errors
    of the library name options in Python; the command replaces them by its flags.
    """

    def __init__(self, name: str, *, groups: Mapping[str, Sequence[Flag]], **settings: Any) -> None:
        arguments = settings.pop("params", [])
        context_settings = {"help_option_names": ["-h", "--help"]}
        params = [*arguments, *chain.from_iterable(groups.values())]
        super().__init__(name, params=params, context_settings=context_settings, **settings)
        self.groups = groups
        """The flags by the titles of their groups in the help."""

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
            option.help, option.callback = "this help", _print_help
        return option

    def get_help(self, ctx: click.Context) -> str:
        """Return the help: what the command does, and its flags in groups."""
        option = self.get_help_option(ctx)
        groups = {**self.groups, "Help": [*self.groups.get("Help", ()), *([option] if option else ())]}
        shared = self.shared_groups
        closing = ["rouge-eval -H says more of the flags that it shares."] if shared else []
        return help_text([self.usage_line(ctx)], self.paragraphs(ctx), groups, closing, shared).rstrip()

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
) -> Callable[[Callable[[SimpleNamespace], object]], Tool]:
    """Return a decorator that makes a command of a function of the flags, whose values are attributes.

    The docstring of the function is the help; `brief` stands in the list of commands. Every command takes
    `--quiet`.
    """
    quiet = switch("--quiet", help="no notes; errors stay", expose_value=False, callback=_be_quiet)
    own = {**groups, "Help": [quiet]}

    def command(run: Callable[[SimpleNamespace], object]) -> Tool:
        return kind(
            name,
            groups=own,
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
        print_lines([context.get_help(), "\n"])
        context.exit()
