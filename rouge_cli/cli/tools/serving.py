"""`rouge-tools shim` and `run`: programs whose imports nobody can edit run on this engine."""

from __future__ import annotations

import os
from types import SimpleNamespace

import click

from ... import shim as shims
from ...errors import InputError, OptionError
from ...rendering.whole_files import written_together
from .. import relay
from ..commands import Tool, tool
from ..console import tell_all


@tool(
    "shim",
    "Makes DIR a folder for PYTHONPATH that serves rouge_score.",
    {},
    click.Argument(["directory"], metavar="DIR", type=click.Path(file_okay=False, readable=False)),
)
def shim(flags: SimpleNamespace) -> None:
    """Makes DIR a folder for PYTHONPATH that serves rouge_score and the like.

    With PYTHONPATH=DIR, Python programs that import rouge_score, or call evaluate.load("rouge"), run on
    rouge-eval, unchanged and with the same figures. Packages that are not installed get metadata in DIR, for
    programs that ask for their versions. rouge-tools run does the same for a single command.

    A DIR that this command made before is replaced. Run it again if Python or rouge-eval moves.
    """
    directory: str = flags.directory
    if not directory:
        raise OptionError("DIR is empty; give the path of a folder, which need not exist")
    shims.check_path(os.path.abspath(directory))
    if os.path.isdir(directory) and os.listdir(directory):
        if not shims.is_shim(directory):
            raise InputError(f"{directory}: has other things in it than a shim; name a new folder")
        if strange := shims.strange_in(directory):
            raise InputError(f"{directory}: has {strange[0]} beside a shim; move it, or name a new folder")
    with written_together() as together:
        together.write_folder(directory, shims.write)
    names = ", ".join(shims.PACKAGES)
    tell_all([f'PYTHONPATH={os.path.abspath(directory)} serves {names} and evaluate.load("rouge")'])


class _Runs(Tool):
    """A command whose flags end where the command begins that it runs."""

    allow_interspersed_args = False


@tool(
    "run",
    "Runs COMMAND with rouge_score and the like served by rouge-eval.",
    {},
    click.Argument(["command"], metavar="COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED),
    kind=_Runs,
)
def run(flags: SimpleNamespace) -> int:
    """Runs COMMAND with rouge_score and the like served by rouge-eval.

    The Python programs that COMMAND starts, itself or its processes, import rouge_score from a folder that
    rouge-tools shim would make, or get its metric from evaluate.load("rouge"): the same figures in a fraction
    of the time. Nothing is installed or changed. Signals, exit status and standard streams are those
    of COMMAND; at the end a line on standard error says what was served.

    \b
      rouge-tools run -- lm_eval --model hf --tasks truthfulqa_gen

    Python ignores the folder under its flags -I and -E.
    """
    quiet = click.get_current_context().meta.get("quiet", False)
    return relay.run(list(flags.command), quiet=quiet)
