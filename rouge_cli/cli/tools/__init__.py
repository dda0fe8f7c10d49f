"""The command `rouge-tools`: everything but scoring, and the table of its commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

import click

from ...errors import OptionError, nearest
from ..commands import Tool, version
from ..console import USAGE_ERROR, shows, status_of

COMMAND_GROUPS = {
    "Score and show": {"check": "configuring", "worst": "showing", "explain": "showing", "report": "showing"},
    "Texts without systems": {"oracle": "pooling", "duplicates": "pooling", "matrix": "pooling"},
    "Understand other figures": {"protocols": "comparing", "differ": "comparing"},
    "Research": {"correlate": "correlating", "power": "correlating", "jackknife": "configuring"},
    "Set up": {
        "config": "configuring",
        "home": "serving",
        "shim": "serving",
        "run": "serving",
        "languages": "listing",
        "guide": "listing",
        "completion": "listing",
    },
}
"""The commands by the titles of their groups, each with its module, where it has its own name."""
COMMANDS = {name: module for commands in COMMAND_GROUPS.values() for name, module in commands.items()}


class Tools(Tool, click.Group):
    """A group that loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".{COMMANDS[cmd_name]}", __name__), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names. Raises `OptionError` with the nearest name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            near = nearest(name, COMMANDS)
            remedy = f"did you mean {near}?" if near else f"there are {', '.join(COMMANDS)}"
            raise OptionError(f"no command {name}; {remedy}")
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """Return the full help, as the group has no short one."""
        return self.full_help(ctx)

    def paragraphs(self, ctx: click.Context) -> Iterator[str]:
        """Yield the description, and the commands in groups, a line for each."""
        yield self.help or ""
        for title, names in COMMAND_GROUPS.items():
            commands = {name: self.get_command(ctx, name) for name in names}
            lines = [f"  {name:<11} {command.short_help}" for name, command in commands.items() if command]
            yield "\n".join(["\b", f"{title}:", *lines])


@click.pass_context
def _without_command(context: click.Context) -> int:
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True, nl=False)
    return USAGE_ERROR  # The status of the command, if one was called, takes its place.


group = Tools(
    "rouge-tools",
    groups={"Help": [shows(version, "--version", help="show the version")]},
    callback=_without_command,
    help="Prepares, checks and explains what rouge-eval scores.",
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command on a command line (default: the one of the process); return the exit status."""
    return status_of(
        "rouge-tools", lambda: group.main(args=words, prog_name="rouge-tools", standalone_mode=False)
    )
