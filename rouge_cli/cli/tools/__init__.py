"""The command `rouge-tools`: everything but scoring, and the table of its commands."""

import re
from collections.abc import Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import click

from ... import __version__
from ...errors import OptionError, RougeError, nearest
from ..console import USAGE_ERROR, status_of, worded
from ..flags import PageCommand

_MODULES = {
    "comparing": "protocols differ",
    "configuring": "check config jackknife",
    "correlating": "correlate power",
    "pooling": "oracle duplicates matrix",
    "reporting": "report",
    "setting_up": "home shim run languages guide completion",
    "showing": "worst explain",
}
"""The commands of each module, in which a function has the name of its command."""


class Tool(PageCommand):
    """A command of `rouge-tools`; its errors name flags instead of options."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Its errors name flags where the library names options."""
        try:
            return super().invoke(ctx)
        except RougeError as error:
            raise type(error)(worded(error.args[0])) from error

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. `differ` begins with protocols, which may look like flags: `-m` is one."""
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if self.name == "differ" and args and args[0].partition("=")[0] not in own:
            # To click, a word that begins with a blank is not a flag.
            args = [*(f" {word}" for word in args[:2]), *args[2:]]
        return super().parse_args(ctx, args)


class Tools(PageCommand, click.Group):
    """A group that loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name. Raises `OptionError` with the nearest name."""
        if cmd_name in COMMANDS:
            module = next(module for module, names in _MODULES.items() if cmd_name in names.split())
            found = vars(import_module(f".{module}", __name__))
            return Tool(
                cmd_name, found[cmd_name], kinds=found.get("KINDS", {}), short_help=COMMANDS[cmd_name]
            )
        if cmd_name.startswith("-") or ctx.resilient_parsing:
            return None
        near = nearest(cmd_name, COMMANDS)
        remedy = f"did you mean {near}?" if near else f"there are {', '.join(COMMANDS)}"
        raise OptionError(f"no command {cmd_name}; {remedy}")

    def get_help(self, ctx: click.Context) -> str:
        """Return the full help, as the group has no short one."""
        return self.full_help(ctx)


def _without_command(flags: SimpleNamespace) -> int:
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True, nl=False)
    return USAGE_ERROR  # The status of the command, if one was called, takes its place.


group = Tools(
    "rouge-tools",
    _without_command,
    {"version": lambda context: f"rouge-tools {__version__}\n"},
    invoke_without_command=True,
)
COMMANDS = dict(re.findall(r"^  (\w+) +(.*)", "\n".join(group.page.paragraphs), re.MULTILINE))
"""The commands in the order of the help, each with a line about it."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command on a command line (default: the one of the process); return the exit status."""
    return status_of(
        "rouge-tools", words, lambda: group.main(args=words, prog_name="rouge-tools", standalone_mode=False)
    )
