"""The command `rouge-eval`: flags to `Options`, errors to exit codes, streams. No scoring."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from errno import EBADF
from itertools import chain
from typing import Any

import click

from .config import read_config, read_file_list
from .engine import evaluate
from .errors import OptionError, RougeError
from .evaluation import Evaluation
from .flags import GROUPS
from .options import Options
from .progress import progress_bar
from .report import classic
from .workers import worker_processes

USAGE_ERROR, INPUT_ERROR, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141


command = click.Command(
    "rouge-eval",
    params=[
        *chain.from_iterable(GROUPS.values()),
        click.Argument(["config"]),
        click.Argument(["system"], required=False),
        click.Argument(["ignored"], nargs=-1),
    ],
    callback=dict,
    add_help_option=False,  # It is one of the flags.
    # Options come before the operands, as in the original: `CONFIG 1 -m` does not stem there.
    context_settings={"allow_interspersed_args": False},
)
"""Parses a command line into a dictionary."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command on the arguments (default: those of the process); returns the exit status."""
    try:
        parameters = command.main(args=arguments, prog_name="rouge-eval", standalone_mode=False)
        if isinstance(parameters, dict):  # else help or version is all that was wanted
            _run(**parameters)
    except click.NoSuchOption as error:
        return _fail(f"no option {error.option_name}{_nearest(error.option_name)}", USAGE_ERROR)
    except click.UsageError as error:
        message = error.format_message().rstrip(".")
        return _fail(f"{message[:1].lower()}{message[1:]}; rouge-eval -h lists the options", USAGE_ERROR)
    except OptionError as error:
        return _fail(str(error), USAGE_ERROR)
    except RougeError as error:
        return _fail(str(error), INPUT_ERROR)
    except MemoryError:
        return _fail("out of memory; score fewer systems or evaluations at a time, or lower -r", INPUT_ERROR)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # The latter is how click says that the pipe is closed.
        # Whoever reads has seen enough; the interpreter's own last flush must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _fail(f"standard output: {error.strerror}", INPUT_ERROR)
    return 0


def _run(config: str, system: str | None, ignored: tuple[str, ...], **flag: Any) -> None:
    options = _options(flag)
    evaluations, systems = _input(config, system, flag["file_list"], flag["all_systems"])
    with ExitStack() as stack:
        executor = stack.enter_context(worker_processes(flag["jobs"])) if flag["jobs"] > 1 else None
        visible = sys.stderr is not None and sys.stderr.isatty() and not flag["quiet"]
        progress = stack.enter_context(progress_bar()) if visible else None
        report = evaluate(evaluations, options, systems=systems, executor=executor, progress=progress)
    for note in report.notes:
        _tell(note)
    if not any(report.systems.values()):
        _complain("no measure is chosen; give -n, -w, -2 or -3, or leave -x out")
    if ignored:
        _complain(f"ignored: {' '.join(ignored)} (options go before the configuration)")
    if flag["verbose"]:
        from .verbose import traced

        _print(traced(report, evaluations, details=flag["details"]))
    else:
        _print(classic(report, details=flag["details"]))


def _options(flag: dict[str, Any]) -> Options:
    environment = os.environ.get("ROUGE_EVAL_HOME") or os.environ.get("RED_EVAL_HOME")
    return Options(
        max_ngram=flag["max_ngram"],
        rouge_l=not flag["no_lcs"],
        weight=flag["weight"],
        skip_gap=flag["skip_gap"],
        skip_unigrams=flag["skip_unigrams"],
        skip_both=flag["skip_both"],
        basic_elements=flag["basic_elements"],
        stem=flag["stem"],
        stem_models=flag["stem_models"],
        remove_stop_words=flag["remove_stop_words"],
        word_limit=flag["word_limit"],
        byte_limit=flag["byte_limit"],
        best_model=flag["formula"] == "B",
        alpha=flag["alpha"],
        # Deliberate: as in the original, any other number counts as 0.
        counting=int(flag["counting"]) if flag["counting"] in (1, 2) else 0,
        confidence=flag["confidence"],
        resamples=flag["resamples"],
        data=flag["data"] or environment or None,
    )


def _input(
    config: str, system: str | None, file_list: str | None, all_systems: bool
) -> tuple[list[Evaluation], list[str] | None]:
    """The evaluations, and the systems to score (None: all)."""
    if file_list is not None:
        return read_file_list(config, file_list, "X" if system is None else system), None
    evaluations = read_config(config)
    if all_systems or system is None:
        return evaluations, None
    if system.startswith("-") and not any(system in evaluation.peers for evaluation in evaluations):
        raise OptionError(f"{system} stands behind {config}; options go before the configuration")
    return evaluations, [system]


def _print(lines: Iterable[str]) -> None:
    if sys.stdout is None:
        raise OSError(EBADF, os.strerror(EBADF))
    stream = sys.stdout.buffer  # Bytes: no platform may turn the line ends into others.
    for line in lines:
        stream.write(line.encode("utf-8", "surrogateescape"))
    stream.flush()


def _nearest(option: str) -> str:
    """A hint at the option that was meant."""
    from difflib import get_close_matches

    names = [name for parameter in command.params for name in parameter.opts if name[0] == "-"]
    near = [option.swapcase()] if option.swapcase() in names else get_close_matches(option, names)
    return f"; did you mean {near[0]}?" if near else "; rouge-eval -h lists the options"


def _complain(message: str) -> None:
    _tell(f"rouge-eval: {message}")


def _fail(message: str, status: int) -> int:
    _complain(message)
    return status


def _tell(message: str) -> None:
    """One line on standard error, whatever characters the names in it have."""
    click.echo("".join(c if c.isprintable() else repr(c)[1:-1] for c in message), err=True)
