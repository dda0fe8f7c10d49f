"""`rouge-tools check`, `config` and `jackknife`: doubts about any input, and its configuration."""

from __future__ import annotations

import shutil
import sys
from itertools import chain
from types import SimpleNamespace

from ...errors import OptionError, some
from ...evaluation import Text
from ...inputs.config_writer import config_xml, removed_on_failure, write_texts
from ...inputs.streams import Evaluations
from ...options import Options
from ...rendering.whole_files import written_together
from ...review import review, review_input
from ...review.findings import ERROR, WARNING, lines
from ...review.jackknife import jackknife as jackknifed
from ..commands import tool
from ..console import INPUT_ERROR, in_flags, is_coloured, is_terminal, print_lines, tell_all, tell_notes
from ..flags import LANGUAGE, OUTPUT_FILE, input_groups, input_operands
from ..request import Input, Kind, read, read_input, request_of
from ..targets import check_output, write_lines


@tool(
    "check",
    "Says what is wrong or suspicious before scoring.",
    """
    Status:
    --strict  warnings set the exit status, too
    """,
    input_operands(),
    groups={"Any language": LANGUAGE, **input_groups()},
)
def check(flags: SimpleNamespace) -> int:
    """Says what is wrong or suspicious about CONFIG and the summaries it names, what it means for the
    figures, and what to do about it.

    --peers and --models, --lines or --jsonl may stand in place of CONFIG, as with rouge-eval. All systems
    are checked; SYSTEM is the label of a file list. Words and sentences are counted as ROUGE-1.5.5 sees
    them, or as rouge-eval does with the same --language, --tokenizer, --stemmer, --stop-words and
    --split-sentences.

    Errors keep rouge-eval from scoring, or make it score another text than you mean; warnings are about
    what is legal but seldom wanted. The exit status is 0 without errors and 1 with errors; with --strict
    it is 1 with warnings, too.
    """
    asked = request_of(flags)
    asked.check_all_systems(f"all systems are checked, not {asked.system} alone; leave it out")
    # These choose words and sentences.
    options = Options(**{flag.name: getattr(flags, flag.name) for flag in LANGUAGE if flag.name})
    if asked.kind is Kind.XML:
        (name,) = asked.files
        reviewed = review(name, options)
    else:
        input = read_input(asked)
        name, reviewed = input.name, review_input(input.evaluations, input.notes, options)
    width = min(shutil.get_terminal_size().columns, 100) if is_terminal(sys.stdout) else sys.maxsize
    tell_notes(asked.notes)

    def worded(text: str) -> str:
        return in_flags(text.replace("`jackknife`", "rouge-tools jackknife"))

    print_lines(lines(name, reviewed, width, colour=is_coloured(), worded=worded))
    findings = reviewed.findings
    faults = findings.count(ERROR) + (findings.count(WARNING) if flags.strict else 0)
    return INPUT_ERROR if faults else 0


_OUTPUT = f"""{OUTPUT_FILE}
    --texts DIR  new folder for the texts of --lines and --jsonl"""


@tool(
    "config",
    "Writes the configuration of folders, lists and files.",
    f"""
    Output:
    {_OUTPUT}
    """,
    input_operands(),
    groups=input_groups(),
)
def config(flags: SimpleNamespace) -> None:
    """Writes the XML configuration of folders, of a file list, of line files or of JSON Lines, which
    rouge-eval and ROUGE-1.5.5 score alike.

    Relative folders stay relative: run the evaluation where you run this. The texts of --lines and
    --jsonl are written below the folder that --texts names, a file each. With SYSTEM it is the
    only system.
    """
    input = read(flags)
    _write(input, input.chosen(), flags)
    tell_notes(input.notes)


@tool(
    "jackknife",
    "Writes the configuration that scores people as systems.",
    f"""
    Output:
    --prefix TEXT  put TEXT before the IDs of models that become systems
    {_OUTPUT}
    """,
    input_operands(),
    groups=input_groups(),
    prefix={"default": ""},
)
def jackknife(flags: SimpleNamespace) -> None:
    """Writes a configuration that repeats each evaluation of CONFIG once for each of its models. Each
    time that model is a system, and is scored against the other models.

    --peers and --models, --lines or --jsonl may stand in place of CONFIG, as with rouge-eval; each text
    of --lines and --jsonl becomes a file below the folder that --texts names.

    With M models, EVAL topic becomes topic.A, topic.B, ... with M-1 models each. All systems are in
    all of them; the model that is left out is one more system under its own ID. So people and
    systems are scored against equally many models, and the average of a system is its mean over
    the M sets. Relative paths go on starting at the working directory.

    An average is over all repeated evaluations: a topic with more models weighs more. The M
    repetitions of a topic are not independent, so the intervals are narrower than they should
    be.
    """
    input = read(flags)
    found = jackknifed(input.chosen(), flags.prefix, name=input.name)
    _write(input, found.evaluations, flags)
    tell_notes(input.notes)
    if found.single:
        tell_all([f"rouge-tools: left out, as they have one model: {some(found.single)}"])


def _write(input: Input, evaluations: Evaluations, flags: SimpleNamespace) -> None:
    """Write the configuration of evaluations of the input; texts in memory become files below `--texts`."""
    output, texts = flags.output, flags.texts
    check_output(output)
    input.check_apart([output])
    sources = chain.from_iterable((*one.models, *one.peers.values()) for one in evaluations)
    if any(isinstance(source, Text) for source in sources) != (texts is not None):
        raise OptionError(
            "--texts is for --lines and --jsonl; the summaries are files already: drop it"
            if texts is not None
            else "a configuration names files: give by --texts DIR a new folder for the texts"
        )
    if texts is None:
        write_lines(list(config_xml(evaluations)), output)
        return
    # The outer block turns signals into an exception, which removes the texts as a failure to write does.
    with written_together(), removed_on_failure(texts), written_together() as together:
        write_lines(list(config_xml(write_texts(evaluations, texts))), output, together)
