"""`rouge-tools config` and `jackknife`: configurations of any input, and the folder of their texts."""

from __future__ import annotations

from types import SimpleNamespace

from ...errors import OptionError, some
from ...evaluation import Evaluation, Text
from ...inputs.config_writer import config_xml, removed_on_failure, write_texts
from ...inputs.streams import Evaluations
from ...rendering.whole_files import written_together
from ...review.jackknife import jackknife as jackknifed
from ..commands import tool
from ..console import tell_all
from ..flag_kinds import flags_on
from ..flags import input_groups, input_operands, output_file
from ..reading import Input, read, tell_notes
from ..targets import check_output, write_lines

_OUTPUT = [output_file(), *flags_on("--texts DIR  new folder for the texts of --lines and --jsonl")]


@tool(
    "config",
    "Writes the configuration of folders, lists and files.",
    {"Output": _OUTPUT, **input_groups()},
    input_operands(),
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
    {
        "Output": [
            *flags_on(
                "--prefix TEXT  put TEXT before the IDs of models that become systems", prefix={"default": ""}
            ),
            *_OUTPUT,
        ],
        **input_groups(),
    },
    input_operands(),
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
    """Write the configuration of evaluations of the input; texts in memory become files below `--texts`.

    Raises `OptionError` for such texts where no folder is named, and for a folder without any.
    """
    output, texts = flags.output, flags.texts
    check_output(output)
    input.check_apart([output])
    if any(map(_has_text, evaluations)) != (texts is not None):
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


def _has_text(evaluation: Evaluation) -> bool:
    return any(isinstance(source, Text) for source in (*evaluation.models, *evaluation.peers.values()))
