"""`rouge-tools completion`: shells complete the options of both commands, and their files."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from ..terminal import print_lines
from .base import Tool


@click.command("completion", cls=Tool)
@click.argument("shell", metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Prints what makes SHELL complete rouge-eval and rouge-tools.

    SHELL is bash, zsh or fish. A line in its start-up file does it:

    \b
      ~/.bashrc                    eval "$(rouge-tools completion bash)"
      ~/.zshrc                     eval "$(rouge-tools completion zsh)"
      ~/.config/fish/config.fish   rouge-tools completion fish | source

    In ~/.zshrc it goes below `autoload -Uz compinit && compinit`.
    """
    from ..rouge_eval import command as rouge_eval
    from . import group as rouge_tools

    completion = get_completion_class(shell)
    assert completion is not None, "click completes these shells"
    for program, cli in (("rouge-eval", rouge_eval), ("rouge-tools", rouge_tools)):
        variable = f"_{program.replace('-', '_')}_COMPLETE".upper()  # The one by which click knows.
        source = completion(cli, {}, program, variable).source()
        # click's script for fish ends a help at its first comma.
        print_lines([source.replace('(string split "," $', '(string split --max 1 "," $')])
