"""The input of a command line, read by the reader for its kind."""

import os
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import starmap
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

from ..errors import InputError, OptionError, several
from ..inputs.line_files import system_names
from ..inputs.streams import Evaluations, Stream, stream_of
from ..options import Options
from ..profiles.estimates import Progress, ignore
from ..scoring.engine import only_systems
from ..text import word_lists
from .console import tell_all
from .request import FLAGS, Kind, Request, chosen_systems, request_of


class Input(NamedTuple):
    """The evaluations that a command line asks for."""

    evaluations: Stream
    systems: tuple[str, ...] | None = None
    """The systems to score; `None`: all."""
    notes: tuple[str, ...] = ()
    """Notes on the input for the user."""
    models: int | None = None
    """The number of files with a model in each line; `None`: the input is of another kind."""
    paths: tuple[str, ...] = ()
    """The files that the evaluations were read from; `-`: standard input."""
    name: str = ""
    """The files or folders that were named, for messages."""

    @property
    def summary(self) -> str:
        """How the input was understood, in words; empty where that is plain."""
        if self.models is None:
            return ""
        counts = (len(self.evaluations.systems), "system"), (self.models, "model")
        return ", ".join(starmap(several, (*counts, (len(self.evaluations), "evaluation"))))

    def chosen(self) -> Evaluations:
        """Return the evaluations with the systems to score alone.

        Raises `InputError` for a system that no evaluation has.
        """
        if self.systems is None:
            return self.evaluations
        return only_systems(self.evaluations, self.systems)

    def check_apart(self, targets: Iterable[str | None], options: Options | None = None) -> None:
        """Raise `InputError` where a file to write (`None`: none) is one that the run reads.

        These are the files of the input, the summaries, and the word lists that the options ask for.
        """
        written = [target for target in targets if target is not None]
        if written:
            from ..rendering.whole_files import check_apart  # Most runs write no file.

            summaries = self.evaluations.paths(self.evaluations.systems)
            read = {*self.paths, *summaries, *_word_lists(options)}
            for target in written:
                check_apart(target, read)


def read_input(asked: Request, progress: Progress | None = None) -> Input:
    """Return the input that a command line asks for.

    `progress` is called with the bytes that are read of files with many summaries. Raises `OptionError` for
    operands that cannot be right, and `InputError` for what cannot be read.
    """
    module, read = _READERS[asked.kind]
    input = read(import_module(f"..inputs.{module}", __package__), asked, progress or ignore)
    return input._replace(name=", ".join(filter(None, (asked.flags.peers, asked.flags.models, *input.paths))))


def read(flags: SimpleNamespace) -> Input:
    """Return the input that flags and operands ask for, with the notes on the command line, too.

    Raises `RougeError` as `request_of` and `read_input` do.
    """
    asked = request_of(flags)
    input = read_input(asked)
    return input._replace(notes=(*input.notes, *asked.notes))


def tell_notes(notes: Iterable[str]) -> None:
    """Write notes on the input or the command line of a command of `rouge-tools`."""
    tell_all(f"rouge-tools: {note}" for note in notes)


def _word_lists(options: Options | None) -> Sequence[str]:
    if options is None:
        return ()
    if options.is_plain:
        return word_lists.paths_in_use(options)
    from ..languages import rules  # It loads the characters of all scripts.

    return rules.paths_in_use(options)


def _configuration(xml: ModuleType, asked: Request, progress: Progress) -> Input:
    try:
        evaluations = xml.open_config(asked.files[0])
        evaluations.source_files = asked.flags.source
    except InputError as error:
        if meant := asked.flags_meant():
            raise OptionError(meant) from error
        raise
    return Input(evaluations=evaluations, systems=chosen_systems(asked, evaluations), paths=asked.files)


def _file_list(lists: ModuleType, asked: Request, progress: Progress) -> Input:
    # ROUGE-1.5.5 quirk: the system of a file list is a label, `X` by default, and -a has no effect.
    label = "X" if asked.system is None else asked.system
    path, source = asked.files[0], asked.flags.source
    listed = lists.read_file_list(path, asked.flags.file_list, label)
    evaluations = stream_of([one._replace(source=lists.source_file(source, one.id)) for one in listed])
    return Input(evaluations=evaluations, paths=(path,))


def _folders(folders: ModuleType, asked: Request, progress: Progress) -> Input:
    for name, folder in (("peers", asked.flags.peers), ("models", asked.flags.models)):
        if not folder and not (name == "models" and getattr(asked.flags, "about", None)):
            raise OptionError(f"--{name} DIR is missing; folders are given by --peers and --models")
    notes: list[str] = []
    evaluations = folders.open_folders(
        asked.flags.peers or "",
        asked.flags.models,
        format=asked.flags.input_format or "SPL",
        **_given(asked.flags, "peer_files", "model_files", "naming"),
        note=notes.append,
    )
    evaluations.source_files = asked.flags.source
    return Input(evaluations=evaluations, systems=chosen_systems(asked, evaluations), notes=tuple(notes))


def _given(flags: SimpleNamespace, *names: str) -> dict[str, str]:
    """Return the values of those of these flags that are given."""
    return {name: value for name in names if (value := getattr(flags, name)) is not None}


def _lines(lines: ModuleType, asked: Request, progress: Progress) -> Input:
    systems = _named_systems(asked.flags.lines)
    models, separator, source = asked.files, asked.flags.sentence_separator, asked.flags.source
    evaluations = lines.LineStream(
        systems, models, sentence_separator=separator, source=source, progress=progress
    )
    paths = (*systems.values(), *models, *([] if source is None else [source]))
    return Input(evaluations=evaluations, models=len(models), paths=paths)


def _named_systems(values: Sequence[str]) -> dict[str, str]:
    """Return the paths in FILE or NAME=FILE by the systems' names, which files have of their own."""
    pairs = [named_file(value) for value in values]
    own = iter(system_names([path for name, path in pairs if name is None]))
    systems: dict[str, str] = {}
    for name, path in pairs:
        system = next(own) if name is None else name
        if system in systems:
            raise OptionError(
                f"--lines {systems[system]} and {path} are both system {system}; name them: NAME=FILE"
            )
        systems[system] = path
    return systems


def files_of(asked: Request) -> list[str]:
    """Return the files of the input that is asked for; `-` is standard input."""
    return [*asked.files, asked.flags.jsonl or "", *(named_file(one)[1] for one in asked.flags.lines)]


def named_file(value: str) -> tuple[str | None, str]:
    """Return the name and the path in NAME=FILE, the name being `None` where there is a path alone.

    A file whose own name has an equals sign in it is found under that name.
    """
    name, equals, path = value.partition("=")
    return (name, path) if name and equals and not os.path.exists(value) else (None, value)


def _json_lines(json: ModuleType, asked: Request, progress: Progress) -> Input:
    path = asked.flags.jsonl or ""
    fields = json.Fields(**_given(asked.flags, *FLAGS[Kind.JSON_LINES][1:]))
    evaluations = json.JsonStream(path, fields, progress=progress)
    return Input(evaluations=evaluations, systems=chosen_systems(asked, evaluations), paths=(path,))


_READERS = {
    Kind.XML: ("xml", _configuration),
    Kind.FILE_LIST: ("file_stream", _file_list),
    Kind.FOLDERS: ("folders", _folders),
    Kind.LINES: ("line_stream", _lines),
    Kind.JSON_LINES: ("json_stream", _json_lines),
}
"""By the kind of an input, the module of `inputs` that a run of this kind loads, and what reads with it."""
