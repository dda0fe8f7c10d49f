"""What commands are made of: flags in groups, helps, examples to try, and functions that become commands."""

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
from .console import in_flags, print_lines
from .flag_kinds import Flag, flags_on, groups_on, typed
from .flags import FIRST_SCREEN
from .flags import GROUPS as SCORING_GROUPS

_WIDTH = 79
_INDENT = 30

USAGE = (
    "Usage: rouge-eval [OPTIONS] CONFIG [SYSTEM]",
    "       rouge-eval [OPTIONS] --peers DIR --models DIR [SYSTEM]",
    "       rouge-eval [OPTIONS] --lines PEERS MODELS...",
    "       rouge-eval [OPTIONS] --jsonl FILE [SYSTEM]",
)
ABSTRACT = (
    "Scores summaries of systems (peers) against reference summaries (models) with ROUGE, and"
    " prints what ROUGE-1.5.5 prints. Without SYSTEM, the ID of a system, all systems are scored."
)
MORE = (
    "CONFIG is an XML configuration, or with -z a file list. Single letters go before CONFIG or"
    " SYSTEM, long names anywhere.",
    "The report goes to standard output, notes and errors go to standard error. The exit status"
    " is 0; 1 for input that cannot be read or scored; 2 for a wrong command line; 130 after an"
    " interrupt. Single-letter flags cluster (-am) and take their value attached or apart (-n4,"
    " -n 4); a value may begin with a minus (-2 -1); the last of a repeated option wins.",
    "An evaluation is one topic: the summaries of the systems, and the models they are compared"
    " with. For every measure the report gives average recall, precision and F over the"
    " evaluations, with confidence intervals from bootstrap resampling. Relative roots in an XML"
    " configuration start at the working directory or, if they do not exist there, where the"
    " configuration is.",
    "ROUGE_EVAL_HOME in the environment, or else RED_EVAL_HOME, stands for -e. The inner loops are"
    " compiled where a C compiler was found at installation, and in Python, with the same figures,"
    " elsewhere; ROUGE_EVAL_KERNEL=python forces the latter, ROUGE_EVAL_KERNEL=compiled makes the"
    " lack of the former an error.",
)
CLOSING = "\b\nThe classic run:  rouge-eval -c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a config.xml"
EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples")
"""The folder of the summaries that the examples score."""
_EXAMPLES = """\
# The report of ROUGE-1.5.5: two systems, three topics, two model summaries of each, with stems.
rouge-eval -n 2 -m {}/config.xml

# A table for a paper from files with a summary in each line, and whether the systems differ.
rouge-eval -n 2 --lines {}/short.txt --lines {}/lead.txt {}/references.txt --format markdown --compare lead

# The figures of Python's rouge-score from JSON Lines, as comma-separated values.
rouge-eval --profile rouge-score --jsonl {}/summaries.jsonl --format csv

# The files and texts of a configuration, looked over before scoring.
rouge-tools check {}/config.xml

# How the figures of one summary come about.
rouge-tools explain --eval storm --system short -n 2 --format terminal {}/config.xml
"""


def shows(text: Callable[[click.Context], str], *names: str, help: str) -> Flag:
    """Return a flag that prints a text in place of a run."""

    def show(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:  # A shell that asks for completions wants no text.
            print_lines([text(ctx)])
            ctx.exit()

    return Flag(list(names), help, is_flag=True, is_eager=True, expose_value=False, callback=show)


def version(context: click.Context) -> str:
    """Return the version of the command, for `rouge-eval` with the kernel that runs."""
    kernel = f" ({NAME} kernel)" if context.command.name == "rouge-eval" else ""
    return f"{context.command.name} {__version__}{kernel}\n"


def examples_text(context: click.Context) -> str:
    """Return the commands, each below a line on what it does, with the paths of this installation."""
    lines = (
        typed([word.replace("{}", EXAMPLES) for word in line.split()]) if line.startswith("rouge-") else line
        for line in _EXAMPLES.splitlines()
    )
    return "".join(f"{line}\n" for line in lines)


GROUPS: dict[str, Sequence[Flag]] = {
    **SCORING_GROUPS,
    "Help": [
        shows(
            lambda _: help_text(USAGE, [ABSTRACT], _chosen(GROUPS, FIRST_SCREEN), [CLOSING], FIRST_SCREEN),
            *("-h", "--help"),
            help="the flags that most people need",
        ),
        shows(
            lambda _: help_text(USAGE, [ABSTRACT, *MORE[:1]], GROUPS, [*MORE[1:], CLOSING]),
            *("-H", "--full-help"),
            help="all flags, in full",
        ),
        shows(examples_text, "--examples", help="five commands to try, on summaries of the package"),
        shows(version, "--version", help="the version, and the kernel that runs"),
    ],
}
"""All flags of `rouge-eval`, by the titles of their groups."""


class Tool(click.Command):
    """A command of `rouge-tools`, with its flags in groups, which errors name in place of options."""

    def __init__(
        self,
        name: str,
        *,
        groups: Mapping[str, Sequence[Flag]],
        first_screen: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        helps = (
            shows(self.get_help, "-h", "--help", help="the flags that most people need"),
            shows(self.full_help, "-H", "--full-help", help="all that the command can do"),
        )
        self.groups = {**groups, "Help": [*helps, *groups.get("Help", ())]}
        """The flags by the titles of their groups in the full help."""
        self.shared_groups = [title for title in groups if title in SCORING_GROUPS]
        """The titles of the groups of flags that rouge-eval has, too."""
        self._first_screen = first_screen
        params = [*settings.pop("params", ()), *chain.from_iterable(self.groups.values())]
        super().__init__(name, params=params, add_help_option=False, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; in its errors its flags stand for the options that the library names."""
        try:
            return super().invoke(ctx)
        except RougeError as error:
            raise type(error)(in_flags(str(error))) from error

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
        """Return all about the command and its own flags, and a line for each flag of rouge-eval."""
        shared = self.shared_groups
        closing = ["rouge-eval -H says more of the flags that it shares."] if shared else []
        return help_text([self.usage_line(ctx)], self.paragraphs(ctx), self.groups, closing, shared)

    def usage_line(self, ctx: click.Context) -> str:
        """Return the line that begins with `Usage:`."""
        return " ".join(["Usage:", ctx.command_path, *self.collect_usage_pieces(ctx)])

    def paragraphs(self, ctx: click.Context) -> Iterable[str]:
        r"""Return what the command does, by paragraphs; one that begins with `\b` keeps its lines."""
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
    """Return a decorator that makes a command of a function of the flags, whose values are attributes.

    The docstring of the function is the help; `brief` stands in the list of commands. `page` and `settings`
    are the flags of the command as of `groups_on`; `groups` follow them. `first_screen` has the flags that
    `-h` shows by the titles of their groups there, if these are not all of the command's own. Every command
    takes `--quiet`.
    """

    def command(run: Callable[[SimpleNamespace], object]) -> Tool:
        return kind(
            name,
            groups={
                **groups_on(page, **settings),
                **groups,
                "Help": flags_on("--quiet  no notes; errors stay"),
            },
            first_screen=first_screen,
            params=list(arguments),
            callback=lambda **values: run(SimpleNamespace(**values)),
            help=run.__doc__,
            short_help=brief,
        )

    return command


def _chosen(groups: Mapping[str, Sequence[Flag]], screen: Mapping[str, str]) -> dict[str, list[Flag]]:
    """Return the flags that a first screen names, by their titles there."""
    named = {name: flag for flags in groups.values() for flag in flags for name in flag.opts}
    return {title: [named[name] for name in names.split()] for title, names in screen.items()}


def help_text(
    usage: Iterable[str],
    paragraphs: Iterable[str],
    groups: Mapping[str, Sequence[Flag]],
    closing: Iterable[str],
    briefly: Iterable[str] = (),
) -> str:
    """Return a help: usage, what the command does, its flags in groups, and closing paragraphs.

    Groups whose titles are in `briefly` have a line for each flag; all others have all there is to say.
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
            # Lines of rouge-eval fit; longer ones begin on a line of their own.
            if len(names) > _INDENT - 1:
                lines.append(names.rstrip())
                names = " " * (_INDENT - 1)
            first, *others = wrap(flag.help or "", _WIDTH - _INDENT) or [""]
            lines += [f"{names} {first}", *(margin + line for line in others)]
            if title not in brief:
                lines += wrap(flag.more, _WIDTH, initial_indent=margin, subsequent_indent=margin)
        if title not in brief:
            lines.append("")
    if lines[-1]:
        lines.append("")
    return "\n".join([*lines, *blocks(closing)])


def names_of(flag: Flag) -> str:
    """Return the names of a flag, and what stands for its value."""
    return ", ".join(flag.opts) + ("" if flag.is_flag else f" {flag.metavar or flag.type.name.upper()}")
