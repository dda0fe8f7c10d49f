"""The parts of commands: flags in groups, helps, examples, and the decorator that makes commands."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc
from itertools import chain
from types import MappingProxyType, SimpleNamespace
from typing import Any

import click

from .._version import __version__
from ..errors import RougeError
from ..kernel import NAME
from .console import shows, worded
from .flag_kinds import Flag, check_dashes, groups_on, typed
from .flags import FIRST_SCREEN, GROUPS, Groups

_WIDTH = 79
_INDENT = 30

USAGE = (
    "Usage: rouge-eval [OPTIONS] --lines PEERS MODELS...",
    "       rouge-eval [OPTIONS] --jsonl FILE [SYSTEM]",
    "       rouge-eval [OPTIONS] --peers DIR --models DIR [SYSTEM]",
    "       rouge-eval [OPTIONS] CONFIG [SYSTEM]",
)
ABSTRACT = (
    "Scores summaries of systems (peers) against reference summaries (models) with"
    " ROUGE, and prints what ROUGE-1.5.5 prints."
)
FIRST_EXAMPLE = """\b
Two files with a summary on each line:
  rouge-eval -n 2 -m --format text --lines peers.txt models.txt"""
MORE = (
    "SYSTEM is the ID of a system; without it all are scored. CONFIG is an XML configuration, or"
    " with -z a file list. Single letters go before CONFIG or SYSTEM, long names anywhere.",
    "The report goes to standard output; notes and errors go to standard error. The exit status is"
    " 0 after success, 1 for input that cannot be read or scored, 2 for a wrong command line, and"
    " 130 after an interrupt. Single letters can be joined (-am), and their value can be attached"
    " (-n4, -n 4) and begin with a minus (-2 -1). The last of a repeated option wins.",
    "An evaluation is one topic: the summaries of the systems, and the models that they are"
    " compared with. For every measure the report has average recall, precision and F over the"
    " evaluations, with confidence intervals from bootstrap resampling. Relative roots in an XML"
    " configuration start at the working directory or, if they do not exist there, at the folder"
    " of the configuration.",
    "If -e is not given, ROUGE_EVAL_HOME or else RED_EVAL_HOME in the environment names its folder."
    " The kernel, which has the inner loops, is compiled if the installation found a C compiler;"
    " otherwise it is in Python, with the same figures. ROUGE_EVAL_KERNEL=python forces the kernel"
    " in Python, and ROUGE_EVAL_KERNEL=compiled makes it an error that there is no compiled one.",
)
CLOSING = "\b\nThe classic run:  rouge-eval -c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a config.xml"
EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples")
"""The folder of the commands to try, and of the summaries that they score."""


def version(context: click.Context) -> str:
    """Return the version of the command and, for `rouge-eval`, the kernel that runs."""
    kernel = f" ({NAME} kernel)" if context.command.name == "rouge-eval" else ""
    return f"{context.command.name} {__version__}{kernel}\n"


def examples_text(context: click.Context) -> str:
    """Return commands to try, each after a line about it, with the paths of this installation."""
    with open(os.path.join(EXAMPLES, "commands.txt"), encoding="utf-8") as file:
        return file.read().replace("{}", typed([EXAMPLES]))


def first_help(groups: Groups) -> str:
    """Return the help of `rouge-eval -h`: the flags that most people need."""
    return help_text(USAGE, [ABSTRACT, FIRST_EXAMPLE], _chosen(groups, FIRST_SCREEN), [], FIRST_SCREEN)


def full_help(groups: Groups) -> str:
    """Return the help of `rouge-eval -H`: all flags, in full."""
    return help_text(USAGE, [ABSTRACT, FIRST_EXAMPLE, *MORE[:1]], groups, [*MORE[1:], CLOSING])


class Tool(click.Command):
    """A command of `rouge-tools`, with its flags in groups; its errors name flags instead of options."""

    def __init__(
        self,
        name: str,
        *,
        groups: Mapping[str, Sequence[Flag]],
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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `click.UsageError` for pasted dashes."""
        check_dashes(args)
        return super().parse_args(ctx, args)

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
            groups = {**_chosen(groups, self._first_screen), "Help": groups["Help"]}
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
    brief: str,
    page: str,
    *arguments: click.Argument,
    groups: Mapping[str, Sequence[Flag]] = MappingProxyType({}),
    kind: type[Tool] = Tool,
    first_screen: Mapping[str, str] | None = None,
    **settings: Mapping[str, Any],
) -> Callable[[Callable[[SimpleNamespace], object]], Tool]:
    """Return a decorator that makes a command of a function; the function gets the flags as attributes.

    The docstring of the function is the help, and `brief` is the line in the list of commands. `page` and
    `settings` are the command's own flags, as for `groups_on`; `groups` are further flags. `first_screen`
    has the flags that `-h` shows, by the titles of their groups; by default these are the command's own.
    Every command takes `--quiet`.
    """

    def command(run: Callable[[SimpleNamespace], object]) -> Tool:
        return kind(
            name,
            groups={
                **groups_on(page, **settings),
                **groups,
                **groups_on("Help:\n--quiet  print errors, but no notes"),
            },
            first_screen=first_screen,
            params=list(arguments),
            callback=lambda **values: run(SimpleNamespace(**values)),
            help=run.__doc__,
            short_help=brief,
        )

    return command


def _chosen(groups: Mapping[str, Sequence[Flag]], screen: Mapping[str, str]) -> dict[str, list[Flag]]:
    """Return the flags that a first screen names, by the titles of their groups there."""
    named = {name: flag for flags in groups.values() for flag in flags for name in flag.opts}
    return {title: [named[name] for name in names.split()] for title, names in screen.items()}


def help_text(
    usage: Iterable[str],
    paragraphs: Iterable[str],
    groups: Mapping[str, Sequence[Flag]],
    closing: Iterable[str],
    briefly: Iterable[str] = (),
) -> str:
    """Return a help: usage, description, flags in groups, and closing paragraphs.

    Groups whose titles are in `briefly` have a line for each flag; other groups have the full text.
    """
    from textwrap import wrap  # A run shows no help.

    def blocks(paragraphs: Iterable[str]) -> Iterator[str]:
        for paragraph in paragraphs:
            if paragraph.startswith("\b\n"):
                yield from paragraph.splitlines()[1:]
            else:
                yield from wrap(" ".join(paragraph.split()), _WIDTH)
            yield ""

    lines = [*usage, "", *blocks(paragraphs)]
    margin = " " * _INDENT
    brief = frozenset(briefly)
    for title, flags in groups.items():
        lines.append(f"{title}:")
        for flag in flags:
            names = f"  {names_of(flag):<{_INDENT - 3}}"
            # Names that are too long for their column get a line of their own.
            if len(names) > _INDENT - 1:
                lines.append(names.rstrip())
                names = " " * (_INDENT - 1)
            first, *others = wrap(flag.help or "", _WIDTH - _INDENT) or [""]
            lines += [f"{names} {first}", *(margin + line for line in others)]
            if title not in brief:
                lines += wrap(flag.more, _WIDTH, initial_indent=margin, subsequent_indent=margin)
        lines.append("")
    return "\n".join([*lines, *blocks(closing)])


def names_of(flag: Flag) -> str:
    """Return the names of a flag, and the placeholder of its value."""
    return ", ".join(flag.opts) + ("" if flag.is_flag else f" {flag.metavar or flag.type.name.upper()}")
