"""The command `rouge-tools`: everything but scoring, one module a subcommand, named in one table."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import click

from ..._version import __version__
from ...errors import OptionError, nearest
from ..flags.kinds import shows
from ..terminal import USAGE_ERROR, status_of
from .base import Tool

COMMANDS = {
    "config": "config",
    "check": "check",
    "worst": "worst",
    "explain": "explain",
    "report": "report",
    "protocols": "protocols",
    "languages": "languages",
    "differ": "differ",
    "correlate": "correlate",
    "power": "power",
    "jackknife": "jackknife",
    "home": "home",
    "guide": "guide",
    "completion": "completion",
}
"""By the name of each command, in the order of the help, the module whose `command` it is."""


def command_by(name: str) -> click.Command:
    """Return the command with this name, which is loaded only now."""
    command: click.Command = import_module(f".{COMMANDS[name]}", __name__).command
    return command


class Tools(Tool, click.Group):
    """A group whose commands are loaded when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name, or `None`."""
        return command_by(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; propose the nearest where there is none."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            near = nearest(name, COMMANDS)
            remedy = f"did you mean {near}?" if near else f"there are {', '.join(COMMANDS)}"
            raise OptionError(f"no command {name}; {remedy}")
        return super().resolve_command(ctx, args)


@click.group(
    "rouge-tools",
    cls=Tools,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 79},
    params=[shows(lambda: f"rouge-tools {__version__}\n", "--version", help="Show the version and exit.")],
)
@click.pass_context
def group(context: click.Context) -> int:
    """Prepares, checks and explains what rouge-eval scores."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
    return USAGE_ERROR  # The status of a command, where one was called, takes its place.


def main(words: Sequence[str] | None = None) -> int:
    """Run the command on a command line (default: that of the process); return the exit status."""
    return status_of(
        "rouge-tools",
        lambda: group.main(args=words, prog_name="rouge-tools", standalone_mode=False),
    )
