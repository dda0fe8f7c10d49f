"""The command `rouge-tools`: what does not score; one module a subcommand, named in one table."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import click

from ..._version import __version__
from ..terminal import USAGE_ERROR, status_of

COMMANDS = {
    "config": "config",
    "check": "check",
    "explain": "explain",
    "jackknife": "jackknife",
    "home": "home",
    "completion": "completion",
}
"""By name, in the order of the help, the module whose `command` it is."""


class Tools(click.Group):
    """A group whose commands are loaded when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command by this name, or `None`."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command: click.Command = import_module(f".{module}", __name__).command
        return command


@click.group(
    "rouge-tools",
    cls=Tools,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 79},
)
@click.version_option(__version__, message="rouge-tools %(version)s")
@click.pass_context
def group(context: click.Context) -> int:
    """Prepares, checks and explains what rouge-eval scores."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
    return USAGE_ERROR  # Which a command's own status takes the place of.


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command on the arguments (default: those of the process); returns the exit status."""
    return status_of(
        "rouge-tools", lambda: group.main(args=arguments, prog_name="rouge-tools", standalone_mode=False)
    )
