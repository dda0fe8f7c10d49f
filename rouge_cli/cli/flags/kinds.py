"""Kinds of flags, and of the numbers they take."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ...errors import OptionError
from ...options import RealAsTyped, WholeAsTyped

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Number(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """A number that prints as it was typed."""

    def __init__(self, name: str, convert: Callable[[str], WholeAsTyped | RealAsTyped]) -> None:
        self.name = name
        self._convert = convert

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number that `value` spells; a default is one already."""
        if not isinstance(value, str):
            return value
        try:
            return self._convert(value)
        except OptionError as error:
            self.fail(str(error), param, ctx)


WHOLE = Number("whole number", WholeAsTyped)
REAL = Number("number", RealAsTyped)


class FlagCommand(click.Command):
    """A command whose short flags are looked up as such.

    click takes each for a long one first, and then says at length that there is none, which nobody
    reads: that is a twentieth of a short run.
    """

    def make_parser(self, ctx: click.Context) -> Any:
        """click's parser, made to look up long flags only where there are two dashes."""
        parser: Any = super().make_parser(ctx)
        match = getattr(parser, "_match_long_opt", None)
        if match is not None:

            def match_long(name: str, value: str | None, state: Any) -> None:
                if not name.startswith("--"):
                    raise click.NoSuchOption(name, "")  # Then short ones are looked up.
                match(name, value, state)

            parser._match_long_opt = match_long
        return parser


class Flag(click.Option):
    """An option that has more to say in the full help."""

    def __init__(self, names: list[str], help: str, more: str = "", **settings: Any) -> None:
        super().__init__(names, help=help, **settings)
        self.more = more


def switch(*names: str, help: str, more: str = "") -> Flag:
    return Flag(list(names), help, more, is_flag=True)


def value(*names: str, help: str, more: str = "", **settings: Any) -> Flag:
    return Flag(list(names), help, more, **settings)


def path(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What a shell completes a path to: it knows best itself."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def one_of(*words: str) -> Callable[..., list[str]]:
    """What a shell completes a value to that can be anything."""
    return lambda context, parameter, incomplete: [word for word in words if word.startswith(incomplete)]


def shows(text: Callable[[], str], *names: str, help: str) -> Flag:
    """A flag that prints a text instead of a run."""

    def show(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:  # Under which a shell completes what follows.
            click.echo(text(), nl=False)
            ctx.exit()

    return Flag(list(names), help, is_flag=True, is_eager=True, expose_value=False, callback=show)
