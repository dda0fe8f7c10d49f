"""A command whose help is written as a report is: where it cannot be written, that is an error."""

from __future__ import annotations

from typing import Any

import click

from ...errors import RougeError
from ..terminal import print_lines
from ..wording import in_flags


class Tool(click.Command):
    """A command that notices a closed standard output; click passes over it in silence.

    Errors of the library name options in Python; they leave a command with its flags.
    """

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
            option.callback = _print_help
        return option


def _print_help(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print_lines([context.get_help(), "\n"])
        context.exit()
