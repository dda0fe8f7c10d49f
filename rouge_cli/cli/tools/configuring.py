"""`rouge-tools check`, `config` and `jackknife`: doubts about any input, and its configuration."""

import shutil
import sys
from itertools import chain
from types import SimpleNamespace

from ...check import ERROR, WARNING, check_config, check_evaluations, lines
from ...errors import Message, OptionError, some
from ...evaluation import Text
from ...inputs.config_writer import config_xml, texts_in_files
from ...inputs.config_writer import jackknife as jackknifed
from ...inputs.streams import Evaluations, chosen_systems
from ...options import OPTIONS, Options
from ..console import INPUT_ERROR, is_coloured, is_terminal, tell_notes, worded, write_lines
from ..request import CONFIG, Input, input_of, roots_of


def check(flags: SimpleNamespace) -> int:
    """List errors and doubts about the input; return the exit status."""
    input = input_of(flags)
    input.check_all_systems(f"all systems are checked, not {input.system} alone; leave it out")
    options = Options(**{name: getattr(flags, name) for name in OPTIONS if hasattr(flags, name)})
    if input.kind == CONFIG:
        findings = check_config(input.files[0], options, roots_of(flags))
    else:
        stream = input.open().evaluations
        findings = check_evaluations(stream, options)
        tell_notes(note for note in stream.notes if note not in stream.passed_over)
    width = min(shutil.get_terminal_size().columns, 100) if is_terminal(sys.stdout) else sys.maxsize
    tell_notes(input.notes)

    def in_flags(text: str) -> str:  # `jackknife` is a function there, and a command here.
        return worded(Message(text.replace("`jackknife`", "rouge-tools jackknife")))

    shown = lines(input.name, findings, width, colour=is_coloured(sys.stdout), worded=in_flags)
    write_lines(shown, None, "text")
    faults = findings.count(ERROR) + (findings.count(WARNING) if flags.strict else 0)
    return INPUT_ERROR if faults else 0


def config(flags: SimpleNamespace) -> None:
    """Write an XML configuration for any input."""
    input = input_of(flags).open()
    _write(input, _chosen(input), flags)
    tell_notes((*input.evaluations.notes, *input.notes))


def jackknife(flags: SimpleNamespace) -> None:
    """Write a configuration that repeats each evaluation once for each of its models."""
    input = input_of(flags).open()
    evaluations, single = jackknifed(_chosen(input), flags.prefix or "", name=input.name)
    _write(input, evaluations, flags)
    tell_notes((*input.evaluations.notes, *input.notes))
    if single:
        tell_notes([f"left out, as they have one model: {some(single)}"])


def _chosen(input: Input) -> Evaluations:
    """Return the evaluations of the systems to score. Raises `InputError` for an unknown system."""
    if input.systems is None:
        return input.evaluations
    kept = frozenset(chosen_systems(input.evaluations, input.systems))
    return [evaluation.only(kept) for evaluation in input.evaluations]


def _write(input: Input, evaluations: Evaluations, flags: SimpleNamespace) -> None:
    """Write the configuration of evaluations of the input; texts in memory become files below `--texts`."""
    output, texts = flags.output, flags.texts
    input.check_apart([output])
    sources = chain.from_iterable((*one.models, *one.peers.values()) for one in evaluations)
    if any(isinstance(source, Text) for source in sources) != (texts is not None):
        raise OptionError(
            "--texts is for --lines and --jsonl; the summaries are files already: drop it"
            if texts is not None
            else "a configuration names files: give a new folder for the texts by --texts DIR"
        )
    if texts is None:
        write_lines(list(config_xml(evaluations)), output)
        return
    with texts_in_files(evaluations, texts) as written:
        write_lines(list(config_xml(written)), output)
