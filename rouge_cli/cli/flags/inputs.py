"""The flags for input that has no configuration; `operands.FLAGS` says which of them belong together."""

from __future__ import annotations

from itertools import chain

import click

from ...evaluation import FORMATS
from .classic import CLASSIC
from .kinds import Flag, one_of, path, value

FOLDERS = [
    value(
        "--peers",
        shell_complete=path,
        metavar="DIR",
        help="folder of the systems' summaries; needs --models",
        more="Evaluations, systems and models are told by the names of the files. Hidden files are"
        " passed over; files that fit no pattern, evaluations without models and models without"
        " peers are named on standard error.",
    ),
    value("--models", metavar="DIR", shell_complete=path, help="folder of the model summaries"),
    value(
        "--peer-files",
        metavar="PATTERN",
        help="names in --peers [{eval}.{system}.txt]",
        more="{eval} and {system} stand for one or more characters other than /; with a / in it,"
        " as in {system}/{eval}.txt, names are those of files in subfolders. A name that can be"
        " parted in several ways is parted so that the models have its {eval}, and that as long as"
        " possible. Without {system} all are of one system, called after the folder.",
    ),
    value(
        "--model-files",
        metavar="PATTERN",
        help="names in --models [{eval}.{model}.txt]",
        more="As --peer-files; without {model} each evaluation has one model: {eval}.txt.",
    ),
    value(
        "--naming",
        metavar="duc|tac",
        shell_complete=one_of("duc", "tac"),
        help="names as at DUC or TAC, in place of patterns",
        more="duc: D30001.M.100.T.A is evaluation D30001, model A, and D30001.M.100.T.1 is system 1; tac:"
        " D0801-A.M.100.B.C is evaluation D0801-A. The letter before the last part, the selector, is of no"
        " account. P in place of M, a summary of one document, has that document's name at its end, and"
        " then in the evaluation. Kind and length are parts of the evaluation where there are several."
        " .html, .see, .spl or .txt may follow. In one folder for both, models are single letters.",
    ),
    value(
        "--input-format",
        metavar="FORMAT",
        shell_complete=one_of(*FORMATS),
        help="of these files: SEE, SPL, ISI or SIMPLE [SPL]",
    ),
]

INPUTS = {
    "Input without a configuration": [
        *FOLDERS,
        value(
            "--lines",
            shell_complete=path,
            metavar="PEERS",
            multiple=True,
            help="a system's summaries, one a line; MODELS follow",
            more="Once for each system, which is called after the file or by NAME=FILE; operands are"
            " one or more files of models: --lines bart.txt --lines t5.txt refs.txt. How many systems,"
            " models and evaluations that makes is said on standard error. Line i of every file is of"
            " evaluation i; an empty line is an empty summary. Files may be gzipped; - is standard"
            " input. Lines end with LF or CR LF.",
        ),
        value(
            "--sentence-separator",
            metavar="TEXT",
            help=r"between sentences of a line [<q>, \n or none]",
            more="By default <q> in a file that has it anywhere, else a backslash with n after it"
            " in one that has that; in all others a line is one sentence, as it is where TEXT is"
            " empty.",
        ),
        value(
            "--jsonl",
            shell_complete=path,
            metavar="FILE",
            help="JSON Lines: each an object with a peer, models",
            more="A text is a string, whose lines are sentences, or a list of sentences; models are"
            " one string, or a list of texts. Lines with the same evaluation are of different"
            " systems, and one of them or each gives the models. A peer that is null is missing."
            " FILE may be gzipped; - is standard input.",
        ),
        value(
            "--eval-field",
            metavar="NAME",
            help="field of the evaluation's ID [id]",
            more="A string or a whole number; where no object has the field, the number of the line.",
        ),
        value(
            "--system-field",
            metavar="NAME",
            help="field of the system's ID [system]",
            more="A string or a whole number; where no object has the field, all are of one system,"
            " called after the file.",
        ),
        value("--peer-field", metavar="NAME", help="field of the system's summary [peer]"),
        value("--models-field", metavar="NAME", help="field of the model summaries [models]"),
    ],
}


def input_operands() -> click.Argument:
    """Return the operands of a command that takes whatever input `rouge-eval` takes."""
    metavar = "[CONFIG | MODELS...] [SYSTEM]"
    return click.Argument(["operands"], nargs=-1, metavar=metavar, shell_complete=path)


def input_flags(*others: str) -> list[Flag]:
    """Return the flags of every kind of input, after those for input and output that are named, too."""
    wanted = ("file_list", *others)
    classic = [flag for flag in CLASSIC["Input and output"] if flag.name in wanted]
    return [*classic, *chain.from_iterable(INPUTS.values())]
