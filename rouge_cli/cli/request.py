"""From the flags and operands of a command line to the options of a run and its input."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from types import SimpleNamespace
from typing import NamedTuple

from ..errors import InputError, Message, OptionError
from ..inputs.streams import Stream, stream_of_files, with_empty_summaries
from ..kernel.threads import Progress
from ..numbers import RealAsTyped, WholeAsTyped
from ..options import (
    ALPHA_TWICE,
    EVEN,
    LIMIT_TWICE,
    MEASURES_TWICE,
    OPTIONS,
    RATIO,
    ZERO,
    Options,
    check_option,
    has_option,
    jobs_of,
)
from ..rouges import PROFILES
from ..scoring.profile import NO_MEASURE, Profile
from .flags import typed

CONFIG, FILE_LIST, FOLDERS, LINES, JSON_LINES, COCO, SAVED = (
    *("config", "file_list", "peers", "lines", "jsonl", "coco", "load_scores"),
)
"""The kinds of input. All but the configuration are named after the flag that chooses them."""
_FLAGS: Mapping[str, Sequence[str]] = {
    CONFIG: ("roots",),
    FILE_LIST: ("file_list",),
    FOLDERS: ("peers", "models", "peer_files", "model_files", "naming", "numbering", "input_format"),
    LINES: ("lines", "sentence_separator"),
    JSON_LINES: ("jsonl", "eval_field", "system_field", "peer_field", "models_field", "source_field"),
    COCO: ("coco",),
    SAVED: ("load_scores",),
}
"""The flags of each kind of input."""
_LETTERS = re.compile("-[^-]")
"""The beginning of an operand that looks like single letters; long names are operands only after `--`."""
_ORDER = "put short options first, long names anywhere"
_MARKS = b" \t\r\n\xef\xbb\xbf"
"""The bytes that may stand before the first tag of XML: white space, and the mark of UTF-8."""


class Input(NamedTuple):
    """The input that a command line asks for; `open` reads its evaluations."""

    flags: SimpleNamespace
    kind: str
    files: tuple[str, ...]
    """CONFIG, the MODELS of `--lines`, or the files of `--load-scores`."""
    system: str | None
    """SYSTEM: the one system to score, or the label of the system of a file list."""
    rest: tuple[str, ...]
    """The operands after SYSTEM, which are ignored."""
    baseline: str | None
    """The BASELINE of `--compare`: empty if none is named, None if nothing is compared."""

    systems: tuple[str, ...] | None
    """The system that is scored alone, or None for all systems."""
    paths: tuple[str, ...]
    """All files of the input; `-` is standard input."""
    notes: tuple[str, ...]
    """Notes on the command line; `evaluations` have those on the input."""
    evaluations: Stream = None  # type: ignore[assignment]  # `open` reads them.

    @property
    def name(self) -> str:
        """The files or folders of the command line, for messages."""
        return ", ".join(filter(None, (self.flags.peers, self.flags.models, *self.paths)))

    def open(self, progress: Progress | None = None) -> "Input":
        """Return the input with its evaluations.

        `progress` is called with the bytes read so far of files with many summaries. Raises `OptionError` for
        operands that cannot be right, and `InputError` for files that cannot be read.
        """
        try:
            evaluations = _READERS[self.kind](self, progress)
        except InputError as error:
            if self.kind == CONFIG and (meant := self._flags_meant()):
                raise OptionError(meant) from error
            raise
        unknown = [system for system in self.systems or () if system not in evaluations.systems]
        for system in unknown:
            if _LETTERS.match(system):
                raise OptionError(f"{system} comes after {self.files[0] if self.files else '--'}; {_ORDER}")
            if self.kind == JSON_LINES and os.path.isfile(system):
                raise OptionError(
                    f"{system} is in the place of SYSTEM; --jsonl reads one file: join the rows of both, with"
                    " fields 'system' and 'id'"
                )
        if getattr(self.flags, "missing", None) == ZERO:
            evaluations = with_empty_summaries(evaluations)
        return self._replace(evaluations=evaluations)

    def _flags_meant(self) -> str | None:
        """Return a message with the flags that the operands need, or None if no flags fit them.

        If CONFIG cannot be read, the operands may be two folders, or files with a summary in each line. The
        command line in the message has single letters in front of them.
        """
        operands = (*self.files, *((self.system,) if self.system else ()), *self.rest)
        words = tuple(takewhile(lambda word: not word.startswith("-"), operands))
        if len(words) < 2:
            return None
        letters, first = operands[len(words) :], words[0]
        if len(words) == 2 and all(map(os.path.isdir, words)):
            return _folders_meant([*letters, "--peers", first, "--models", words[1]], first)
        if all(map(os.path.isfile, words)):
            with suppress(OSError), open(first, "rb") as file:
                if file.read(1000).lstrip(_MARKS).startswith(b"<"):
                    return None
            flags = typed([*letters, "--lines", *words])
            return f"{first}: no XML configuration; for files with a summary in each line give {flags}"
        return None

    def check_all_systems(self, refusal: str) -> None:
        """Raise `OptionError` for a single system, with this message or with the flags that were meant."""
        if self.systems:
            raise OptionError(self._flags_meant() or refusal)

    def check_apart(self, targets: Iterable[str | None], options: Options | None = None) -> None:
        """Raise `InputError` if the run reads a file that it is to write; None stands for no file.

        A run reads the files of the input, the summaries, and the word lists that the options choose.
        """
        if not (written := [target for target in targets if target is not None]):
            return
        from ..rendering.whole_files import check_apart  # Most runs write no file.

        lists = [] if options is None else Profile(options).word_lists().paths
        read = {*self.paths, *self.evaluations.survey(self.evaluations.systems).paths, *lists}
        check_apart(written, read)


def input_of(flags: SimpleNamespace) -> Input:
    """Return the input that flags and operands name.

    BASELINE is optional, so `--compare` may have taken the next operand as its value: if the input needs a
    file and no operand is left, this value is the file.

    Raises `OptionError` for flags of several kinds of input, a missing operand, and a single letter after
    the models.
    """
    given = [
        (kind, name)
        for kind, names in _FLAGS.items()
        for name in names
        if getattr(flags, name, None) not in (None, ())  # An empty string has been given.
    ]
    kind, first = given[0] if given else (CONFIG, CONFIG)
    for other, name in given:
        if other != kind:
            both = f"{_spelt(first)} and {_spelt(name)}"
            raise OptionError(f"{both} belong to two kinds of input; drop one of them")
    if kind not in (CONFIG, first):
        raise OptionError(f"{_spelt(first)} goes with {_spelt(kind)}; give that, too")
    if flags.source is not None and kind == JSON_LINES:
        raise OptionError("--source names files; with --jsonl name the field of the source by --source-field")
    words, baseline = tuple(flags.operands), getattr(flags, "compare", None)
    if baseline and not words and kind in (CONFIG, FILE_LIST, LINES):
        words, baseline = (baseline,), ""
    if kind in (LINES, COCO, SAVED):
        for word in words:
            if _LETTERS.match(word) and not os.path.exists(word):
                named = "models" if kind == LINES else "files"
                raise OptionError(f"{word} comes after the {named}; {_ORDER}")
        if kind == SAVED and len(flags.load_scores) > 1:
            raise OptionError("--load-scores is given twice; name further files behind the first, without it")
        files, words = ((*flags.load_scores, *words) if kind == SAVED else words), ()
    else:
        needed = 1 if kind in (CONFIG, FILE_LIST) else 0
        if len(words) < needed:
            raise OptionError(
                "CONFIG is missing; name a configuration, or give --peers and --models, --lines or --jsonl"
            )
        files, words = words[:needed], words[needed:]
    system = words[0] if words else None
    is_all = system is None or kind == FILE_LIST or getattr(flags, "all_systems", False)
    peers = [named_file(value)[1] for value in flags.lines]
    annotations = (flags.coco,) if kind == COCO else ()
    sources = (flags.source,) if kind == LINES and flags.source is not None else ()
    paths = (*peers, *flags.jsonl, *annotations, *files, *sources)
    models = {os.path.realpath(file) for file in files} if peers else set()
    notes = [
        f"{file} is given for peers and for models; name the file of the models"
        for file in dict.fromkeys(peers)
        if os.path.realpath(file) in models
    ]
    if words[1:]:
        last = "the configuration" if kind in (CONFIG, FILE_LIST) else "the system"
        notes.append(f"ignored: {' '.join(words[1:])} (single letters go before {last})")
    for name, value in vars(flags).items():
        if isinstance(value, WholeAsTyped | RealAsTyped) and value.is_misread:
            notes.append(Message(f"`{name}` %r is read as %s, as by ROUGE-1.5.5", value.typed, f"{value:g}"))
    systems = None if is_all else words[:1]
    return Input(flags, kind, files, system, words[1:], baseline, systems, paths, tuple(notes))


def _spelt(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _folders_meant(words: Sequence[str], first: str) -> str:
    return f"{first}: a folder; for folders of summaries give {typed(words)}"


def named_file(value: str) -> tuple[str | None, str]:
    """Return the name and the path in NAME=FILE, or None and the path if there is no name.

    If a file is called `value`, equals sign and all, `value` is its path.
    """
    name, equals, path = value.partition("=")
    return (name, path) if name and equals and not os.path.exists(value) else (None, value)


def roots_of(flags: SimpleNamespace) -> dict[str, str]:
    """Return the beginnings of roots with their replacements. Raises `OptionError` where one is missing."""
    roots: dict[str, str] = {}
    for value in flags.roots:
        old, _, roots[old] = value.partition("=")
        if not old or not roots[old]:
            raise OptionError(f"--roots must be OLD=NEW, a beginning and its replacement, not {value!r}")
    return roots


# The readers of the kinds of input. A run loads only the module of `inputs` that its own kind needs.


def _config(input: Input, progress: Progress | None) -> Stream:
    roots = roots_of(input.flags)
    from ..inputs.configurations import open_config

    return open_config(input.files[0], roots, sources=input.flags.source)


def _file_list(input: Input, progress: Progress | None) -> Stream:
    from ..inputs.configurations import read_file_list

    # ROUGE-1.5.5 quirk: SYSTEM is only a label for a file list, `X` by default, and -a has no effect.
    system = "X" if input.system is None else input.system
    listed = read_file_list(input.files[0], input.flags.file_list, system)
    return stream_of_files(listed, input.flags.source)


def _folders(input: Input, progress: Progress | None) -> Stream:
    from ..inputs.folders import Names, open_folders

    flags = input.flags
    for name, folder in (("peers", flags.peers), ("models", flags.models)):
        if not folder and not (name == "models" and getattr(flags, "about", None)):
            raise OptionError(f"--{name} DIR is missing; folders are given by --peers and --models")
    names = Names(**_given(flags, "peer_files", "model_files", "naming", "numbering"))
    if input.system and not input.system.startswith("-"):
        names = names._replace(system=input.system)
    return open_folders(flags.peers, flags.models, names, flags.input_format, flags.source)


def _given(flags: SimpleNamespace, *names: str) -> dict[str, str]:
    """Return the values of the named flags, without flags that are not given."""
    return {name: value for name in names if (value := getattr(flags, name)) is not None}


def _lines(input: Input, progress: Progress | None) -> Stream:
    from ..inputs.line_files import LineStream, system_names

    flags, files = input.flags, input.files
    if not files and not getattr(flags, "about", None):  # Measures beside ROUGE need no models.
        raise OptionError("MODELS is missing: name the model (reference) files after the peer files")
    if len(flags.lines) == len(files) == 1 and all(map(os.path.isdir, (*flags.lines, *files))):
        raise OptionError(_folders_meant(["--peers", *flags.lines, "--models", *files], flags.lines[0]))
    pairs = [named_file(value) for value in flags.lines]
    own = iter(system_names([path for name, path in pairs if name is None]))
    systems: dict[str, str] = {}
    for name, path in pairs:
        id = next(own) if name is None else name
        if id in systems:
            raise OptionError(f"--lines {systems[id]} and {path} are both system {id}; name them: NAME=FILE")
        systems[id] = path
    separator, source = flags.sentence_separator, flags.source
    return LineStream(systems, files, sentence_separator=separator, source=source, progress=progress)


def _json_lines(input: Input, progress: Progress | None) -> Stream:
    from ..inputs.json_stream import Fields, JsonStream

    paths = input.flags.jsonl
    if len(paths) > 1:
        raise OptionError("--jsonl reads one file: join the rows of all, with fields 'system' and 'id'")
    fields = Fields(**_given(input.flags, *_FLAGS[JSON_LINES][1:]))
    jobs = jobs_of(getattr(input.flags, "jobs", 1))
    return JsonStream(paths[0], fields, jobs=jobs, progress=progress)


def _coco(input: Input, progress: Progress | None) -> Stream:
    from ..inputs.coco_json import open_coco

    if not input.files:
        raise OptionError("RESULTS is missing: name the JSON of results after the annotations of --coco")
    return open_coco(input.flags.coco, input.files)


_READERS: Mapping[str, Callable[[Input, Progress | None], Stream]] = {
    CONFIG: _config,
    FILE_LIST: _file_list,
    FOLDERS: _folders,
    LINES: _lines,
    JSON_LINES: _json_lines,
    COCO: _coco,
}


# The options.


def options_of(flags: SimpleNamespace) -> Options:
    """Return the options that the flags choose. An option whose flag the command lacks has its default.

    Raises `OptionError` for a value that is out of range or contradicts another, and for a flag that the
    profile lacks, even if its value is the default.
    """
    chosen = {name: getattr(flags, name, None) for name in OPTIONS}
    # ROUGE-1.5.5 quirk: -l and -b contradict each other even if one of them is 0, which sets no limit.
    if chosen["word_limit"] is not None and chosen["byte_limit"] is not None:
        raise OptionError(LIMIT_TWICE)
    if chosen["alpha"] is not None and chosen["beta"] is not None:
        raise OptionError(ALPHA_TWICE)
    profile: str = flags.profile or PROFILES[0]
    given = [name for name in ("word_limit", "byte_limit") if chosen[name] is not None]
    given += ["best_model"] if flags.formula is not None else []
    given += ["counting"] if chosen["counting"] is not None else []
    for name in given:  # `Options` refuses all other options by itself.
        check_option(profile, name)
    if (types := chosen["types"]) is not None:
        if chosen["max_ngram"] is not None and has_option(profile, "types"):
            raise OptionError(Message(MEASURES_TWICE.format("max_ngram")))
        chosen["types"] = tuple(types.split(","))
    # ROUGE-1.5.5 quirk: any other number counts as 0.
    chosen["counting"] = int(chosen["counting"]) if chosen["counting"] in (1, 2) else 0
    chosen["rouge_l"], chosen["best_model"] = not flags.no_lcs, flags.formula == "B"
    environment = os.environ.get("ROUGE_EVAL_HOME") or os.environ.get("RED_EVAL_HOME")
    if not chosen["data"]:
        chosen["data"] = environment if environment and has_option(profile, "data") else None
    return Options(**{name: value for name, value in chosen.items() if value is not None})


def options_with_measures(flags: SimpleNamespace) -> Options:
    """Return the options as `options_of` does. Raises `OptionError` if they choose no measure."""
    options = options_of(flags)
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    return options


def option_notes(options: Options, flags: SimpleNamespace) -> Iterator[str]:
    """Yield notes on values that are legal but seldom meant, and on options that change nothing."""
    if not options.about:
        # The pages of a report mark what is copied from sources.
        for name in ("source", "source_field") if flags.report is None else ():
            if getattr(flags, name) is not None:
                yield Message(f"`{name}` changes nothing without `about`, which names measures of sources")
        for name in ("about_count", "about_mean"):
            if getattr(flags, name, None) is not None:
                yield Message(f"`{name}` changes nothing without `about`")
    if 0 < options.confidence < 1:
        level = f"{options.confidence * 100:g}"
        yield Message(
            "`confidence` %s is %s per cent; for %s per cent give `confidence` %s",
            *(options.confidence, options.confidence, level, level),
        )
    if options.mead and (options.beta == RATIO or options.alpha != EVEN):
        name = "alpha" if options.beta is None else "beta"
        yield Message(f"`{name}` does not apply to ROUGE-MEAD, in which recall and precision weigh alike")
    profile = Profile(options)
    if options.exceptions is not None and profile.word_lists().exceptions is None:
        yield Message("`exceptions` changes nothing: it belongs to the stemmer porter-1.5.5")
    of_sentences = ("split_sentences", "split_summaries")
    of_tokens = ("remove_stop_words", "stop_words", "word_limit", "byte_limit")
    given = [name for name in (*of_tokens, *of_sentences) if getattr(options, name)]
    measures = profile.measures if given else ()
    if measures and all(one.model_reading.elements is not None for one in measures):
        yield from (
            Message(f"`{name}` changes nothing: it does not apply to `basic_elements`") for name in given
        )
    elif measures and not profile.reads_sentences:
        split = [name for name in given if name in of_sentences]
        yield from (Message(f"`{name}` changes nothing: no measure has sentences") for name in split)
