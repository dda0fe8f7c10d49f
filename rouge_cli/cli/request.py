"""From the flags and operands of a command line to the evaluations that they name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from itertools import takewhile
from types import SimpleNamespace
from typing import NamedTuple

from ..errors import InputError, OptionError
from ..evaluation import FORMATS
from ..inputs.streams import Evaluations, Stream, chosen_systems, stream_of
from ..options import Options
from ..perl_numbers import RealAsTyped, WholeAsTyped
from ..profiles.estimates import Progress, ignore
from ..text import word_lists
from .flag_kinds import typed

# The request.


class Kind(Enum):
    """A kind of input, with its flags: the first flag chooses the kind; without flags it is XML."""

    XML = ("roots",)
    FILE_LIST = ("file_list",)
    FOLDERS = ("peers", "models", "peer_files", "model_files", "naming", "numbering", "input_format")
    LINES = ("lines", "sentence_separator")
    JSON_LINES = ("jsonl", "eval_field", "system_field", "peer_field", "models_field", "source_field")
    SAVED = ("load_scores",)


_WITHOUT_FILES = (Kind.FOLDERS, Kind.JSON_LINES)
"""The kinds of input whose files are values of flags: their first operand is SYSTEM."""
_ORDER = "put short options first, long names anywhere"
_MARKS = b" \t\r\n\xef\xbb\xbf"
"""The bytes that may stand before the first tag of XML: white space, and the mark of UTF-8."""


class Request(NamedTuple):
    """The input that a command line asks for."""

    flags: SimpleNamespace
    """The values of all flags, by the names of their parameters."""
    kind: Kind
    files: tuple[str, ...] = ()
    """CONFIG, the MODELS of `--lines`, or the files of `--load-scores`."""
    system: str | None = None
    """SYSTEM: the one system to score, or the label of the system of a file list."""
    rest: tuple[str, ...] = ()
    """The operands after SYSTEM, which are ignored."""
    baseline: str | None = None
    """The BASELINE of `--compare`: empty if none is named, None if nothing is compared."""

    @property
    def all_systems(self) -> bool:
        """True where `-a` asks for all systems, even if SYSTEM is given."""
        return getattr(self.flags, "all_systems", False)

    @property
    def all_files(self) -> list[str]:
        """The files of the input; `-` is standard input."""
        lines = [named_file(one)[1] for one in self.flags.lines]
        return [*self.files, self.flags.jsonl or "", *lines]

    @property
    def notes(self) -> Iterator[str]:
        """Yield notes on ignored operands, files of both peers and models, and numbers not read as typed."""
        models = {os.path.realpath(file) for file in self.files} if self.kind is Kind.LINES else set()
        for file in dict.fromkeys(named_file(one)[1] for one in self.flags.lines):
            if os.path.realpath(file) in models:
                yield f"{file} is given for peers and for models; name the file of the models"
        if self.rest:
            last = "the system" if self.kind in _WITHOUT_FILES else "the configuration"
            yield f"ignored: {' '.join(self.rest)} (single letters go before {last})"
        for name, value in vars(self.flags).items():
            if isinstance(value, WholeAsTyped | RealAsTyped) and value.is_misread:
                yield f"`{name}` {value.typed!r} is read as {value:g}, as by ROUGE-1.5.5"

    def flags_meant(self) -> str | None:
        """Return a message with the flags that the operands need, or None if no flags fit them.

        If CONFIG cannot be read, the operands may be two folders, or files with a summary in each line. The
        command line in the message has single letters in front of them.
        """
        all_words = (*self.files, *((self.system,) if self.system else ()), *self.rest)
        words = tuple(takewhile(lambda word: not word.startswith("-"), all_words))
        letters = all_words[len(words) :]
        if len(words) < 2:
            return None
        first, *others = words
        if len(words) == 2 and all(map(os.path.isdir, words)):
            flags = typed([*letters, "--peers", first, "--models", *others])
            return f"{first}: a folder; for folders of summaries give {flags}"
        if all(map(os.path.isfile, words)):
            with suppress(OSError), open(first, "rb") as file:
                if file.read(1000).lstrip(_MARKS).startswith(b"<"):
                    return None
            flags = typed([*letters, "--lines", *words])
            return f"{first}: no XML configuration; for files with a summary in each line give {flags}"
        return None

    def check_all_systems(self, refusal: str) -> None:
        """Raise `OptionError` for a single system, with this message or with the flags that were meant."""
        if self.system is not None and not self.all_systems and self.kind is not Kind.FILE_LIST:
            raise OptionError(self.flags_meant() or refusal)

    def chosen_systems(self, evaluations: Evaluations) -> tuple[str, ...] | None:
        """Return the system that SYSTEM names, as a tuple of one, or None if all systems are scored.

        Raises `OptionError` for a single letter or a second file of JSON Lines in its place.
        """
        if self.system is None or self.all_systems:
            return None
        if self.system not in stream_of(evaluations).systems:
            if _is_flag(self.system):
                before = self.files[0] if self.files else "--"
                raise OptionError(f"{self.system} comes after {before}; {_ORDER}")
            if self.kind is Kind.JSON_LINES and os.path.isfile(self.system):
                raise OptionError(
                    f"{self.system} is in the place of SYSTEM; --jsonl reads one file: join the rows of both,"
                    " with fields 'system' and 'id'"
                )
        return (self.system,)


def request_of(flags: SimpleNamespace) -> Request:
    """Return the request that flags and operands make.

    BASELINE is optional, so `--compare` may have taken the next operand as its value: if the input needs a
    file and no operand is left, this value is the file.

    Raises `OptionError` for flags of several kinds of input, an unknown format of summaries, a missing
    operand, and a single letter after the models.
    """
    kind = _kind(flags)
    for name, flag in (("file_list", "-z"), ("input_format", "--input-format")):
        format: str | None = getattr(flags, name)
        if format is not None:
            if format.upper() not in FORMATS:
                raise OptionError(f"{flag}: the format must be one of {', '.join(FORMATS)}, not {format!r}")
            setattr(flags, name, format.upper())
    if flags.source is not None and kind is Kind.JSON_LINES:
        raise OptionError("--source names files; with --jsonl name the field of the source by --source-field")
    words, baseline = tuple(flags.operands), getattr(flags, "compare", None)
    if baseline and not words and kind not in (*_WITHOUT_FILES, Kind.SAVED):
        words, baseline = (baseline,), ""
    if kind is Kind.LINES:
        _check_models(flags, words)
        _check_files(words, "the models")
        return Request(flags, kind, words, baseline=baseline)
    if kind is Kind.SAVED:
        _check_files(words, "the files")
        return Request(flags, kind, (flags.load_scores, *words), baseline=baseline)
    needed = 0 if kind in _WITHOUT_FILES else 1
    if len(words) < needed:
        raise OptionError(
            "CONFIG is missing; name a configuration, or give --peers and --models, --lines or --jsonl"
        )
    files, words = words[:needed], words[needed:]
    return Request(flags, kind, files, words[0] if words else None, words[1:], baseline)


def _check_models(flags: SimpleNamespace, models: tuple[str, ...]) -> None:
    """Raise `OptionError` if `--lines` lacks models, or has two folders."""
    if not models and not getattr(flags, "about", None):  # Measures beside ROUGE need no models.
        raise OptionError("MODELS is missing: name the model (reference) files after the peer files")
    if len(flags.lines) == len(models) == 1 and all(map(os.path.isdir, (*flags.lines, *models))):
        meant = typed(["--peers", *flags.lines, "--models", *models])
        raise OptionError(f"{flags.lines[0]}: a folder; for folders of summaries give {meant}")


def _check_files(words: tuple[str, ...], before: str) -> None:
    """Raise `OptionError` for single letters among the names of files."""
    for word in words:
        if _is_flag(word) and not os.path.exists(word):
            raise OptionError(f"{word} comes after {before}; {_ORDER}")


def _kind(flags: SimpleNamespace) -> Kind:
    """Return the kind of input that the flags choose. Raises `OptionError` for flags of two kinds."""
    given = [
        (kind, name.replace("_", "-"))
        for kind in Kind
        for name in kind.value
        if getattr(flags, name, None) not in (None, ())  # An empty string has been given.
    ]
    if not given:
        return Kind.XML
    kind, name = given[0]
    for other, other_name in given:
        if other is not kind:
            raise OptionError(f"--{name} and --{other_name} belong to two kinds of input; drop one of them")
    asks = kind.value[0].replace("_", "-")
    if name != asks:
        raise OptionError(f"--{name} goes with --{asks}; give that, too")
    return kind


def _is_flag(word: str) -> bool:
    """Return whether an operand looks like single letters; long names are operands only after `--`."""
    return word.startswith("-") and word != "-" and not word.startswith("--")


def named_file(value: str) -> tuple[str | None, str]:
    """Return the name and the path in NAME=FILE, or None and the path if there is no name.

    If a file is called `value`, equals sign and all, `value` is its path.
    """
    name, equals, path = value.partition("=")
    return (name, path) if name and equals and not os.path.exists(value) else (None, value)


# The input.


class Input(NamedTuple):
    """The evaluations that a command line names."""

    evaluations: Stream
    systems: tuple[str, ...] | None = None
    """The systems to score, or None for all."""
    notes: tuple[str, ...] = ()
    """Notes on the input for the user."""
    paths: tuple[str, ...] = ()
    """The files that the evaluations come from; `-` is standard input."""
    name: str = ""
    """The files or folders of the command line, for messages."""

    def chosen(self) -> Evaluations:
        """Return the evaluations of the systems to score. Raises `InputError` for an unknown system."""
        if self.systems is None:
            return self.evaluations
        kept = frozenset(chosen_systems(self.evaluations, self.systems))
        return [evaluation.only(kept) for evaluation in self.evaluations]

    def check_apart(self, targets: Iterable[str | None], options: Options | None = None) -> None:
        """Raise `InputError` if the run reads a file that it is to write; None stands for no file.

        A run reads the files of the input, the summaries, and the word lists that the options choose.
        """
        if not (written := [target for target in targets if target is not None]):
            return
        from ..rendering.whole_files import check_apart  # Most runs write no file.

        lists: Sequence[str] = ()
        if options is not None and options.is_plain:
            lists = word_lists.paths_in_use(options)
        elif options is not None:
            from ..languages import rules  # It loads the characters of all scripts.

            lists = rules.paths_in_use(options)
        read = {*self.paths, *self.evaluations.survey(self.evaluations.systems).paths, *lists}
        check_apart(written, read)


def read(flags: SimpleNamespace) -> Input:
    """Return the input that flags and operands name, with all notes. Raises as `read_input` does."""
    asked = request_of(flags)
    input = read_input(asked)
    return input._replace(notes=(*input.notes, *asked.notes))


def read_input(asked: Request, progress: Progress | None = None) -> Input:
    """Return the input that a command line names.

    `progress` is called with the bytes read so far of files with many summaries. Raises `OptionError` for
    operands that cannot be right, and `InputError` for files that cannot be read.
    """
    input = _READERS[asked.kind](asked, progress or ignore)
    return input._replace(name=", ".join(filter(None, (asked.flags.peers, asked.flags.models, *input.paths))))


def _configuration(asked: Request, progress: Progress) -> Input:
    from ..inputs.xml import open_config

    roots = {}
    for value in asked.flags.roots:
        old, _, roots[old] = value.partition("=")
        if not old or not roots[old]:
            raise OptionError(f"--roots must be OLD=NEW, a beginning and its replacement, not {value!r}")
    try:
        evaluations = open_config(asked.files[0], roots)
        evaluations.source_files = asked.flags.source
    except InputError as error:
        if meant := asked.flags_meant():
            raise OptionError(meant) from error
        raise
    return Input(evaluations, asked.chosen_systems(evaluations), paths=asked.files)


def _file_list(asked: Request, progress: Progress) -> Input:
    from ..inputs.file_stream import read_file_list, source_file

    # ROUGE-1.5.5 quirk: SYSTEM is only a label for a file list, `X` by default, and -a has no effect.
    label = "X" if asked.system is None else asked.system
    listed = read_file_list(asked.files[0], asked.flags.file_list, label)
    source = asked.flags.source
    evaluations = stream_of([one._replace(source=source_file(source, one.id)) for one in listed])
    return Input(evaluations, paths=asked.files)


def _folders(asked: Request, progress: Progress) -> Input:
    from ..inputs.folders import Names, open_folders

    flags, notes = asked.flags, list[str]()
    for name, folder in (("peers", flags.peers), ("models", flags.models)):
        if not folder and not (name == "models" and getattr(flags, "about", None)):
            raise OptionError(f"--{name} DIR is missing; folders are given by --peers and --models")
    names = Names(**_given(flags, "peer_files", "model_files", "naming", "numbering"))
    if asked.system and not asked.system.startswith("-"):
        names = names._replace(system=asked.system)
    format = flags.input_format or "SPL"
    evaluations = open_folders(flags.peers or "", flags.models, names, format, notes.append)
    evaluations.source_files = flags.source
    return Input(evaluations, asked.chosen_systems(evaluations), tuple(notes))


def _given(flags: SimpleNamespace, *names: str) -> dict[str, str]:
    """Return the values of the named flags, without flags that are not given."""
    return {name: value for name in names if (value := getattr(flags, name)) is not None}


def _lines(asked: Request, progress: Progress) -> Input:
    from ..inputs.line_files import system_names
    from ..inputs.line_stream import LineStream

    pairs = [named_file(value) for value in asked.flags.lines]
    own = iter(system_names([path for name, path in pairs if name is None]))
    systems: dict[str, str] = {}
    for name, path in pairs:
        system = next(own) if name is None else name
        if system in systems:
            raise OptionError(
                f"--lines {systems[system]} and {path} are both system {system}; name them: NAME=FILE"
            )
        systems[system] = path
    models, separator, source = asked.files, asked.flags.sentence_separator, asked.flags.source
    evaluations = LineStream(systems, models, sentence_separator=separator, source=source, progress=progress)
    paths = (*systems.values(), *models, *([] if source is None else [source]))
    return Input(evaluations, paths=paths)


def _json_lines(asked: Request, progress: Progress) -> Input:
    from ..inputs.json_stream import Fields, JsonStream

    path, names = asked.flags.jsonl or "", _given(asked.flags, *Kind.JSON_LINES.value[1:])
    evaluations = JsonStream(path, Fields(**names), progress=progress)
    return Input(evaluations, asked.chosen_systems(evaluations), paths=(path,))


_READERS: dict[Kind, Callable[[Request, Progress], Input]] = {
    Kind.XML: _configuration,
    Kind.FILE_LIST: _file_list,
    Kind.FOLDERS: _folders,
    Kind.LINES: _lines,
    Kind.JSON_LINES: _json_lines,
}
"""The reader of each kind of input. A run loads only the module of `inputs` that its own kind needs."""
