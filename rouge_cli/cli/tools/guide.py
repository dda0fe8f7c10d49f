"""`rouge-tools guide`: the guides that come with the package."""

from __future__ import annotations

import click

from ...guides import GUIDES, guide
from ..flags.kinds import one_of
from ..terminal import print_lines
from .base import Tool


@click.command("guide", cls=Tool, short_help="Prints the guide on TOPIC, or the list of topics.")
@click.argument("topic", metavar="[TOPIC]", required=False, shell_complete=one_of(*GUIDES))
def command(topic: str | None) -> None:
    """Prints the guide on TOPIC, in Markdown; without TOPIC the list of topics.

    The guides say more than the README: with examples, tables and definitions. A pager makes them
    comfortable to read: rouge-tools guide statistics | less
    """
    if topic is not None:
        print_lines([guide(topic)])
        return
    width = max(map(len, GUIDES))
    print_lines(f"{name:{width}}  {about}\n" for name, about in GUIDES.items())
