"""`rouge-tools check`, `config` and `jackknife`: doubts about any input, and its configuration."""

from __future__ import annotations

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
from ...options import Options
from ..console import INPUT_ERROR, is_coloured, is_terminal, tell_notes, worded, write_lines
from ..flags import LANGUAGE, OPERANDS, OUTPUT_FILE, input_groups
from ..request import CONFIG, Input, input_of
from . import tool


@tool(
    "check",
    """
    Status:
    --strict  exit with 1 after warnings, too
    """,
    OPERANDS,
    groups={"Any language": LANGUAGE, **input_groups()},
)
def check(flags: SimpleNamespace) -> int:
    """Lists errors and doubts about CONFIG and its summaries, with their effect on figures and a remedy.

    The input is as for rouge-eval: CONFIG, --peers and --models, --lines or --jsonl. All systems are
    checked; SYSTEM is only the label of a file list. Words and sentences are as in ROUGE-1.5.5, or as
    in rouge-eval with the same --language, --tokenizer, --stemmer, --stop-words and --split-sentences.

    An error keeps rouge-eval from scoring, or makes it score another text than you mean. A warning is
    about something legal but seldom wanted. The exit status is 0 without errors and 1 with errors; with
    --strict it is 1 with warnings, too.
    """
    input = input_of(flags)
    input.check_all_systems(f"all systems are checked, not {input.system} alone; leave it out")
    # These choose words and sentences.
    options = Options(**{flag.name: getattr(flags, flag.name) for flag in LANGUAGE if flag.name})
    if input.kind == CONFIG:
        checked = check_config(input.files[0], options)
    else:
        opened = input.open()
        notes = [note for note in opened.notes if note not in input.notes]
        checked = check_evaluations(opened.evaluations, notes, options)
    width = min(shutil.get_terminal_size().columns, 100) if is_terminal(sys.stdout) else sys.maxsize
    tell_notes(input.notes)

    def in_flags(text: str) -> str:  # `jackknife` is a function there, and a command here.
        return worded(Message(text.replace("`jackknife`", "rouge-tools jackknife")))

    shown = lines(input.name, checked, width, colour=is_coloured(sys.stdout), worded=in_flags)
    write_lines(shown, None, "text")
    findings = checked.findings
    faults = findings.count(ERROR) + (findings.count(WARNING) if flags.strict else 0)
    return INPUT_ERROR if faults else 0


_OUTPUT = f"""{OUTPUT_FILE}
    --texts DIR  write the texts of --lines and --jsonl to new DIR"""


@tool(
    "config",
    f"""
    Output:
    {_OUTPUT}
    """,
    OPERANDS,
    groups=input_groups(),
)
def config(flags: SimpleNamespace) -> None:
    """Writes an XML configuration for folders, a file list, line files or JSON Lines. rouge-eval and
    ROUGE-1.5.5 score it alike.

    Relative folders stay relative: run the evaluation where you run this. Each text of --lines and
    --jsonl becomes a file below the folder of --texts. With SYSTEM, the configuration has only that
    system.

    \b
      rouge-tools config --peers out --models refs -o config.xml
    """
    input = input_of(flags).open()
    _write(input, _chosen(input), flags)
    tell_notes(input.notes)


@tool(
    "jackknife",
    f"""
    Output:
    --prefix TEXT  put TEXT before the IDs of models that become systems
    {_OUTPUT}
    """,
    OPERANDS,
    groups=input_groups(),
    prefix={"default": ""},
)
def jackknife(flags: SimpleNamespace) -> None:
    """Writes a configuration that repeats each evaluation of CONFIG once for each of its models. Each
    time that model is a system, and is scored against the other models.

    The input is as for rouge-eval: CONFIG, --peers and --models, --lines or --jsonl. Each text of --lines
    and --jsonl becomes a file below the folder of --texts. Relative paths start at the working directory.

    With M models, EVAL topic becomes topic.A, topic.B, ... with M-1 models each. All of them have all
    systems, and the model that is left out is one more system under its own ID. So people and systems
    are scored against equally many models, and the average of a system is its mean over the M sets.

    An average is over all repeated evaluations: a topic with more models weighs more. The M repetitions
    of a topic are not independent, so intervals are narrower than they should be.

    \b
      rouge-tools jackknife config.xml -o jackknife.xml
      rouge-eval -n 2 -a jackknife.xml
    """
    input = input_of(flags).open()
    evaluations, single = jackknifed(_chosen(input), flags.prefix, name=input.name)
    _write(input, evaluations, flags)
    tell_notes(input.notes)
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
