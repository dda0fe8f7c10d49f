"""The configuration that a command of `rouge-tools` writes, and the folder of the texts that it names."""

from __future__ import annotations

from ...errors import OptionError
from ...evaluation import Evaluation, Text
from ...inputs.config_writer import config_xml
from ...inputs.streams import Evaluations
from ..flags.kinds import Flag, path, value
from ..inputs import Input
from ..terminal import check_output, write_lines


def texts_folder() -> Flag:
    """Return the flag for the folder in which texts become files."""
    return value(
        "--texts",
        metavar="DIR",
        shell_complete=path,
        help="new folder for the texts of --lines and --jsonl",
    )


def write_config(input: Input, evaluations: Evaluations, output: str | None, texts: str | None) -> None:
    """Write the configuration of evaluations of the input; texts in memory become files below `texts`.

    Raises `OptionError` for such texts where no folder is named, and for a folder without any.
    """
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
    from ...inputs.config_writer import removed_on_failure, write_texts
    from ...rendering.whole_file import written_together

    with written_together() as together, removed_on_failure(texts):
        write_lines(list(config_xml(write_texts(evaluations, texts))), output, together)


def _has_text(evaluation: Evaluation) -> bool:
    return any(isinstance(source, Text) for source in (*evaluation.models, *evaluation.peers.values()))
