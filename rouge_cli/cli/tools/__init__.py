"""The command `rouge-tools`: everything but scoring, and the table of its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from inspect import cleandoc
from itertools import chain
from types import MappingProxyType, SimpleNamespace
from typing import Any

import click

from ... import __version__
from ...errors import OptionError, RougeError, nearest
from ..console import USAGE_ERROR, status_of, worded
from ..flag_kinds import Groups, chosen, groups_on, help_text, shows
from ..flags import GROUPS

COMMAND_GROUPS = {
    "Score and show": {
        "check": ("configuring", "Finds errors and doubts in the input before scoring."),
        "worst": ("showing", "Shows the evaluations in which systems do worst."),
        "explain": ("showing", "Shows how the figures of evaluations come about."),
        "report": ("reporting", "Writes a saved report as pages."),
    },
    "Texts without systems": {
        "oracle": ("pooling", "Extracts the sentences that score best, or the first ones."),
        "duplicates": ("pooling", "Finds texts that resemble each other."),
        "matrix": ("pooling", "Writes the figures of all pairs of texts."),
    },
    "Understand other figures": {
        "protocols": ("comparing", "Scores the same summaries under all protocols in use."),
        "differ": ("comparing", "Shows where two protocols differ, and why."),
    },
    "Research": {
        "correlate": ("correlating", "Correlates measures with human scores."),
        "power": ("correlating", "Says how many evaluations two systems need."),
        "jackknife": ("configuring", "Writes a configuration that scores people as systems."),
    },
    "Set up": {
        "config": ("configuring", "Writes a configuration for folders, file lists or files."),
        "home": ("setting_up", "Makes DIR a home of ROUGE-1.5.5 for pyrouge and its like."),
        "shim": ("setting_up", "Makes DIR a folder for PYTHONPATH that serves rouge_score."),
        "run": ("setting_up", "Runs COMMAND with rouge-eval in the place of rouge_score."),
        "languages": ("setting_up", "Lists the languages, and the packages that each needs."),
        "guide": ("setting_up", "Prints the guide on TOPIC, or the list of topics."),
        "completion": ("setting_up", "Prints the script that lets a shell complete both commands."),
    },
}
"""The commands by the titles of their groups, each with its module, where it has its own name, and a line."""
COMMANDS = {name: place for commands in COMMAND_GROUPS.values() for name, place in commands.items()}


class Tool(click.Command):
    """A command of `rouge-tools`, with its flags in groups; its errors name flags instead of options."""

    def __init__(
        self,
        name: str,
        *,
        groups: Groups,
        first_screen: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        helps = (
            shows(self.get_help, "-h", "--help", help="show the short help"),
            shows(self.full_help, "-H", "--full-help", help="show the full help"),
        )
        self.groups = {**groups, "Help": [*helps, *groups.get("Help", ())]}
        """The flags by the titles of their groups in the full help."""
        self.shared_groups = [title for title in groups if title in GROUPS]
        """The titles of the groups of flags that rouge-eval has, too."""
        self._first_screen = first_screen
        params = [*settings.pop("params", ()), *chain.from_iterable(self.groups.values())]
        super().__init__(name, params=params, add_help_option=False, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Its errors name flags where the library names options."""
        try:
            return super().invoke(ctx)
        except RougeError as error:
            raise type(error)(worded(error.args[0])) from error

    def get_help(self, ctx: click.Context) -> str:
        """Return the short help: what the command does, an example, and its own flags in groups."""
        first, *others = self.paragraphs(ctx)
        examples = [one for one in others if one.startswith("\b\n  rouge-")]
        groups = {title: flags for title, flags in self.groups.items() if title not in self.shared_groups}
        if self._first_screen is not None:
            groups = {**chosen(groups, self._first_screen), "Help": groups["Help"]}
        closing = [f"{ctx.command_path} -H lists the flags of rouge-eval that work here, too."]
        usage, closing = [self.usage_line(ctx)], closing if self.shared_groups else []
        return help_text(usage, [first, *examples], groups, closing, groups)

    def full_help(self, ctx: click.Context) -> str:
        """Return all text on the command and its own flags, and a line for each flag of rouge-eval."""
        shared = self.shared_groups
        closing = ["rouge-eval -H says more of the flags that it shares."] if shared else []
        return help_text([self.usage_line(ctx)], self.paragraphs(ctx), self.groups, closing, shared)

    def usage_line(self, ctx: click.Context) -> str:
        """Return the line that begins with `Usage:`."""
        return " ".join(["Usage:", ctx.command_path, *self.collect_usage_pieces(ctx)])

    def paragraphs(self, ctx: click.Context) -> Iterable[str]:
        r"""Return the description of the command; a paragraph that begins with `\b` keeps its lines."""
        return cleandoc(self.help or "").split("\n\n")


def tool(
    name: str,
    page: str,
    *arguments: click.Argument,
    groups: Groups = MappingProxyType({}),
    kind: type[Tool] = Tool,
    first_screen: Mapping[str, str] | None = None,
    **settings: Mapping[str, Any],
) -> Callable[[Callable[[SimpleNamespace], object]], Tool]:
    """Return a decorator that makes a command of a function; the function gets the flags as attributes.

    The docstring of the function is the help. `page` and `settings` are the command's own flags, as for
    `groups_on`; `groups` are further flags. `first_screen` has the flags that `-h` shows, by the titles of
    their groups; by default these are the command's own. Every command takes `--quiet`.
    """

    own = groups_on(page, **settings)
    return lambda run: kind(
        name,
        groups={**own, **groups, **groups_on("Help:\n--quiet  print errors, but no notes")},
        first_screen=first_screen,
        params=list(arguments),
        callback=lambda **values: run(SimpleNamespace(**values)),
        help=run.__doc__,
    )


class Tools(Tool, click.Group):
    """A group that loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name. Raises `OptionError` with the nearest name."""
        if cmd_name in COMMANDS:
            module, line = COMMANDS[cmd_name]
            command: click.Command = getattr(import_module(f".{module}", __name__), cmd_name)
            command.short_help = line
            return command
        if cmd_name.startswith("-") or ctx.resilient_parsing:
            return None
        near = nearest(cmd_name, COMMANDS)
        remedy = f"did you mean {near}?" if near else f"there are {', '.join(COMMANDS)}"
        raise OptionError(f"no command {cmd_name}; {remedy}")

    def get_help(self, ctx: click.Context) -> str:
        """Return the full help, as the group has no short one."""
        return self.full_help(ctx)

    def paragraphs(self, ctx: click.Context) -> Iterator[str]:
        """Yield the description, and the commands in groups, a line for each."""
        yield self.help or ""
        for title, commands in COMMAND_GROUPS.items():
            lines = [f"  {name:<11} {line}" for name, (_, line) in commands.items()]
            yield "\n".join(["\b", f"{title}:", *lines])


@click.pass_context
def _without_command(context: click.Context) -> int:
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True, nl=False)
    return USAGE_ERROR  # The status of the command, if one was called, takes its place.


def _version(context: click.Context) -> str:
    return f"rouge-tools {__version__}\n"


group = Tools(
    "rouge-tools",
    groups={"Help": [shows(_version, "--version", help="show the version")]},
    callback=_without_command,
    help="Prepares, checks and explains what rouge-eval scores.",
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command on a command line (default: the one of the process); return the exit status."""
    return status_of(
        "rouge-tools", words, lambda: group.main(args=words, prog_name="rouge-tools", standalone_mode=False)
    )
