"""From the flags and operands of a command line to the options of a run and its input."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from itertools import starmap, takewhile
from types import SimpleNamespace
from typing import NamedTuple

from ..errors import InputError, OptionError, several
from ..evaluation import FORMATS
from ..inputs.line_files import system_names
from ..inputs.streams import Evaluations, Stream, stream_of
from ..options import (
    ALPHA_TWICE,
    EVEN,
    LIMIT_TWICE,
    MEASURES_TWICE,
    RATIO,
    Options,
    RealAsTyped,
    WholeAsTyped,
)
from ..profiles import NO_MEASURE, Profile
from ..profiles.estimates import Progress, ignore
from ..rouges import has_option, not_in
from ..scoring.engine import chosen_systems
from ..text import word_lists
from .flag_kinds import typed

# The options.


def options_of(flags: SimpleNamespace) -> Options:
    """Return the options that the values of the flags choose; those that are not there have their defaults.

    Raises `OptionError` for a value that is out of range or at odds with another, and for a flag that the
    profile does not have, even if its value is the default one.
    """
    chosen = {field.name: getattr(flags, field.name, None) for field in fields(Options)}
    # ROUGE-1.5.5 quirk: the two contradict each other even where one of them is 0, which is no limit.
    if chosen["word_limit"] is not None and chosen["byte_limit"] is not None:
        raise OptionError(LIMIT_TWICE)
    if chosen["alpha"] is not None and chosen["beta"] is not None:
        raise OptionError(ALPHA_TWICE)
    profile: str = flags.profile
    given = [name for name in ("word_limit", "byte_limit") if chosen[name] is not None]
    given += ["best_model"] if flags.formula is not None else []
    given += ["counting"] if isinstance(chosen["counting"], RealAsTyped) else []
    for name in given:  # `Options` refuses all others by itself.
        if not has_option(profile, name):
            raise OptionError(not_in(profile, name))
    if (types := chosen["types"]) is not None:
        if isinstance(chosen["max_ngram"], WholeAsTyped) and has_option(profile, "types"):
            raise OptionError(MEASURES_TWICE.format("max_ngram"))
        chosen["types"] = tuple(types.split(","))
    # ROUGE-1.5.5 quirk: any other number counts as 0.
    chosen["counting"] = int(chosen["counting"]) if chosen["counting"] in (1, 2) else 0
    chosen["rouge_l"], chosen["best_model"] = not flags.no_lcs, flags.formula == "B"
    environment = os.environ.get("ROUGE_EVAL_HOME") or os.environ.get("RED_EVAL_HOME")
    chosen["data"] = chosen["data"] or (environment if has_option(profile, "data") else None) or None
    return Options(**{name: value for name, value in chosen.items() if value is not None})


def options_with_measures(flags: SimpleNamespace) -> Options:
    """Return the same options; raise `OptionError` where they choose no measure."""
    options = options_of(flags)
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    return options


def doubts(options: Options, flags: SimpleNamespace) -> Iterator[str]:
    """Yield notes on values that are legal but seldom meant, and on options that change nothing."""
    if not options.about:
        # The pages of a report mark what is copied.
        for name in ("source", "source_field") if flags.report is None else ():
            if getattr(flags, name) is not None:
                yield f"`{name}` changes nothing without --about, which names measures of sources"
        for name in ("about_count", "about_mean"):
            if getattr(flags, name, None) is not None:
                yield f"`{name}` changes nothing without --about"
    if 0 < options.confidence < 1:
        yield (
            f"-c {options.confidence!s} is {options.confidence!s} per cent;"
            f" for {options.confidence * 100:g} per cent give -c {options.confidence * 100:g}"
        )
    if options.mead and (options.beta == RATIO or options.alpha != EVEN):
        flag = "-p" if options.beta is None else "--beta"
        yield f"{flag} does not apply to ROUGE-MEAD, in which recall and precision weigh alike"
    profile = Profile(options)
    if options.exceptions is not None and profile.word_lists().exceptions is None:
        yield "`exceptions` changes nothing: it belongs to the stemmer porter-1.5.5"
    of_tokens = ("remove_stop_words", "stop_words", "word_limit", "byte_limit")
    of_sentences = ("split_sentences", "split_summaries")
    given = [name for name in (*of_tokens, *of_sentences) if getattr(options, name)]
    measures = profile.measures if given else ()
    if measures and all(one.model_reading.elements is not None for one in measures):
        yield from (f"`{name}` changes nothing: it does not apply to `basic_elements`" for name in given)
    elif measures and not profile.reads_sentences:
        split = [name for name in given if name in of_sentences]
        yield from (f"`{name}` changes nothing: no measure has sentences" for name in split)


# What is asked for.


class Kind(Enum):
    """A kind of input, with its flags. The first flag chooses the kind; no flag chooses XML."""

    XML = ("roots",)
    FILE_LIST = ("file_list",)
    FOLDERS = ("peers", "models", "peer_files", "model_files", "naming", "numbering", "input_format")
    LINES = ("lines", "sentence_separator")
    JSON_LINES = ("jsonl", "eval_field", "system_field", "peer_field", "models_field", "source_field")
    SAVED = ("load_scores",)


_WITHOUT_FILES = (Kind.FOLDERS, Kind.JSON_LINES)
"""The kinds whose files are all given by flags, so that the first operand is SYSTEM."""
_ORDER = "put short options first, long names anywhere"
_MARKS = b" \t\r\n\xef\xbb\xbf"
"""The bytes that may stand before the first tag of XML: white space, and the mark of UTF-8."""


class Request(NamedTuple):
    """The input that a command line asks for."""

    flags: SimpleNamespace
    """The values of all flags, by the names of their parameters."""
    kind: Kind
    files: tuple[str, ...] = ()
    """CONFIG, with `--lines` MODELS, or the files of `--load-scores`."""
    system: str | None = None
    """SYSTEM: the one system to score, or the label of the system of a file list."""
    rest: tuple[str, ...] = ()
    """Operands behind SYSTEM, which have no meaning."""
    baseline: str | None = None
    """The BASELINE of `--compare`; `""`: none is named; `None`: nothing is to be compared."""
    last: str = "the system"
    """The operand that single letters go before."""

    @property
    def all_systems(self) -> bool:
        """True where all systems are to be scored, even if SYSTEM is given."""
        return getattr(self.flags, "all_systems", False)

    @property
    def all_files(self) -> list[str]:
        """The files of the input; `-` is standard input."""
        lines = [named_file(one)[1] for one in self.flags.lines]
        return [*self.files, self.flags.jsonl or "", *lines]

    @property
    def notes(self) -> Iterator[str]:
        """Yield notes on operands that are ignored, and on numbers that differ from what was typed."""
        if self.rest:
            yield f"ignored: {' '.join(self.rest)} (single letters go before {self.last})"
        for name, value in vars(self.flags).items():
            if isinstance(value, WholeAsTyped | RealAsTyped) and value.is_misread:
                yield f"`{name}` {value.typed!r} is read as {value:g}, as by ROUGE-1.5.5"

    def flags_meant(self) -> str | None:
        """Return a message with the flags that go with these operands, or `None` where none do.

        They are asked for where CONFIG cannot be read: for files of lines, as for `--lines`, and two folders.
        Single letters behind these are put before them.
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
        """Raise `OptionError` with this message, or with the flags that are meant, for a single system."""
        if self.system is not None and not self.all_systems and self.kind is not Kind.FILE_LIST:
            raise OptionError(self.flags_meant() or refusal)

    def chosen_systems(self, evaluations: Evaluations) -> tuple[str, ...] | None:
        """Return the system that SYSTEM names, as a tuple of one; `None` where all systems are scored.

        Raises `OptionError` for a single letter in its place.
        """
        if self.system is None or self.all_systems:
            return None
        if _is_flag(self.system) and self.system not in stream_of(evaluations).systems:
            behind = self.files[0] if self.files else "--"
            raise OptionError(f"{self.system} comes after {behind}; {_ORDER}")
        jsonl = self.flags.jsonl
        if jsonl and self.system not in stream_of(evaluations).systems and os.path.isfile(self.system):
            raise OptionError(
                f"{self.system} is in the place of SYSTEM; --jsonl reads one file: join the rows of both, "
                "with fields 'system' and 'id'"
            )
        return (self.system,)


def request_of(flags: SimpleNamespace) -> Request:
    """Return the input that flags and operands ask for.

    BASELINE may be left out, so that `--compare` may have taken the operand behind it for its value:
    where the input needs a file and no operand is left, that value is the file.

    Raises `OptionError` for flags of several kinds, for an unknown format of summaries, where an operand is
    missing, and for a single letter behind the models.
    """
    kind = _kind(flags)
    for name, flag in (("file_list", "-z"), ("input_format", "--input-format")):
        format: str | None = getattr(flags, name)
        if format is not None:
            if format.upper() not in FORMATS:
                raise OptionError(f"{flag}: the format must be one of {', '.join(FORMATS)}, not {format!r}")
            setattr(flags, name, format.upper())
    words, compare = tuple(flags.operands), getattr(flags, "compare", None)
    if compare and not words and kind not in (*_WITHOUT_FILES, Kind.SAVED):
        words, compare = (compare,), ""
    if flags.source is not None and kind is Kind.JSON_LINES:
        raise OptionError("--source names files; with --jsonl name the field of the source by --source-field")
    if kind in (Kind.LINES, Kind.SAVED):
        # Measures beside ROUGE need no models.
        if kind is Kind.LINES and not words and not getattr(flags, "about", None):
            raise OptionError("MODELS is missing: name the model (reference) files after the peer files")
        if (
            kind is Kind.LINES
            and len(flags.lines) == len(words) == 1
            and all(map(os.path.isdir, (*flags.lines, *words)))
        ):
            meant = typed(["--peers", *flags.lines, "--models", *words])
            raise OptionError(f"{flags.lines[0]}: a folder; for folders of summaries give {meant}")
        for word in words:
            if _is_flag(word) and not os.path.exists(word):
                before = "the models" if kind is Kind.LINES else "the files"
                raise OptionError(f"{word} comes after {before}; {_ORDER}")
        files = words if kind is Kind.LINES else (flags.load_scores, *words)
        return Request(flags, kind, files, baseline=compare)
    if kind in _WITHOUT_FILES:
        files, last = (), "the system"
    elif words:
        files, last, words = words[:1], "the configuration", words[1:]
    else:
        raise OptionError(
            "CONFIG is missing; name a configuration, or give --peers and --models, --lines or --jsonl"
        )
    return Request(flags, kind, files, words[0] if words else None, words[1:], compare, last)


def _kind(flags: SimpleNamespace) -> Kind:
    """Return the kind of input whose flags are given."""
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
    """Return whether an operand looks like single letters; long names are operands behind `--` alone."""
    return word.startswith("-") and word != "-" and not word.startswith("--")


def named_file(value: str) -> tuple[str | None, str]:
    """Return the name and the path in NAME=FILE, the name being `None` where there is a path alone.

    A file whose own name has an equals sign in it is found under that name.
    """
    name, equals, path = value.partition("=")
    return (name, path) if name and equals and not os.path.exists(value) else (None, value)


# What is read.


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
        """Return the evaluations with the systems to score. Raises `InputError` for an unknown system."""
        if self.systems is None:
            return self.evaluations
        kept = frozenset(chosen_systems(self.evaluations, self.systems))
        return [evaluation.only(kept) for evaluation in self.evaluations]

    def check_apart(self, targets: Iterable[str | None], options: Options | None = None) -> None:
        """Raise `InputError` where a file to write (`None`: none) is one that the run reads.

        These are the files of the input, the summaries, and the word lists that the options ask for.
        """
        written = [target for target in targets if target is not None]
        if not written:
            return
        from ..rendering.whole_files import check_apart  # Most runs write no file.

        lists: Sequence[str] = ()
        if options is not None and options.is_plain:
            lists = word_lists.paths_in_use(options)
        elif options is not None:
            from ..languages import rules  # It loads the characters of all scripts.

            lists = rules.paths_in_use(options)
        read = {*self.paths, *self.evaluations.selection(self.evaluations.systems).paths, *lists}
        for target in written:
            check_apart(target, read)


def read(flags: SimpleNamespace) -> Input:
    """Return the input that flags and operands ask for, with all notes. Raises as `read_input` does."""
    asked = request_of(flags)
    input = read_input(asked)
    return input._replace(notes=(*input.notes, *asked.notes))


def read_input(asked: Request, progress: Progress | None = None) -> Input:
    """Return the input that a command line asks for.

    `progress` is called with the bytes that are read of files with many summaries. Raises `OptionError` for
    operands that cannot be right, and `InputError` for what cannot be read.
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

    # ROUGE-1.5.5 quirk: the system of a file list is a label, `X` by default, and -a has no effect.
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
    """Return the values of those of these flags that are given."""
    return {name: value for name in names if (value := getattr(flags, name)) is not None}


def _lines(asked: Request, progress: Progress) -> Input:
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
    return Input(evaluations, models=len(models), paths=paths)


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
"""What reads each kind of input; a run loads the module of `inputs` for its own kind alone."""
