"""The request of a command line: the options of a run, and its input by the meaning of the operands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from itertools import takewhile
from types import SimpleNamespace
from typing import NamedTuple

from ..errors import OptionError
from ..evaluation import FORMATS
from ..inputs.streams import Evaluations, stream_of
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
from ..profiles import NO_MEASURE, profile_of
from ..rouges import has_option, not_in
from .shell import typed


class Kind(Enum):
    """A kind of input."""

    XML = "xml"
    FILE_LIST = "file list"
    FOLDERS = "folders"
    LINES = "lines"
    JSON_LINES = "JSON lines"
    SAVED = "saved scores"


FLAGS = {
    Kind.FILE_LIST: ("file_list",),
    Kind.FOLDERS: ("peers", "models", "peer_files", "model_files", "naming", "input_format"),
    Kind.LINES: ("lines", "sentence_separator"),
    Kind.JSON_LINES: ("jsonl", "eval_field", "system_field", "peer_field", "models_field", "source_field"),
    Kind.SAVED: ("load_scores",),
}
"""The flags of each kind: the first asks for it, and an input without any of these flags is XML."""

_WITHOUT_FILES = (Kind.FOLDERS, Kind.JSON_LINES)
"""The kinds whose files are all given by flags, so that the first operand is SYSTEM."""
_ORDER = "put short options first, long names anywhere"
_EXPLAINED = 3
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
        if all(map(os.path.isfile, words)) and not _is_markup(first):
            flags = typed([*letters, "--lines", *words])
            return f"{first}: no XML configuration; for files with a summary in each line give {flags}"
        return None


def request_of(flags: SimpleNamespace) -> Request:
    """Return the input that flags and operands ask for.

    BASELINE may be left out, so that `--compare` may have taken the operand behind it for its value:
    where the input needs a file and no operand is left, that value is the file.

    Raises `OptionError` for flags of several kinds, for an unknown format of summaries, where an operand is
    missing, and for a single letter behind the models.
    """
    kind = _kind(flags)
    for name, flag in (("file_list", "-z"), ("input_format", "--input-format")):
        if getattr(flags, name) is not None:
            setattr(flags, name, _format_of(getattr(flags, name), flag))
    words, compare = tuple(flags.operands), getattr(flags, "compare", None)
    if compare and not words and kind not in (*_WITHOUT_FILES, Kind.SAVED):
        words, compare = (compare,), ""
    if flags.source is not None and kind is Kind.JSON_LINES:
        raise OptionError("--source names files; with --jsonl name the field of the source by --source-field")
    if kind is Kind.LINES:
        # Measures beside ROUGE need no models.
        models = () if not words and getattr(flags, "about", None) else _models(words)
        return Request(flags, kind, models, baseline=compare)
    if kind is Kind.SAVED:
        return Request(flags, kind, (flags.load_scores, *_files(words, "the files")), baseline=compare)
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
    given = [(kind, name) for kind, names in FLAGS.items() for name in names if _is_given(flags, name)]
    if not given:
        return Kind.XML
    kind, name = given[0]
    for other, other_name in given:
        if other is not kind:
            raise OptionError(
                f"{_long(name)} and {_long(other_name)} belong to two kinds of input; drop one of them"
            )
    asks = FLAGS[kind][0]
    if name != asks:
        raise OptionError(f"{_long(name)} goes with {_long(asks)}; give that, too")
    return kind


def _is_given(flags: SimpleNamespace, name: str) -> bool:
    return getattr(flags, name, None) not in (None, ())  # An empty string has been given.


def _long(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _format_of(name: str, flag: str) -> str:
    """Return the format of summaries that `name` spells in any case; raise `OptionError` for others."""
    if name.upper() not in FORMATS:
        raise OptionError(f"{flag}: the format must be one of {', '.join(FORMATS)}, not {name!r}")
    return name.upper()


def _models(words: tuple[str, ...]) -> tuple[str, ...]:
    if not words:
        raise OptionError("MODELS is missing: name one or more files of models behind the options")
    return _files(words, "the models")


def _files(words: tuple[str, ...], kind: str) -> tuple[str, ...]:
    for word in words:
        if _is_flag(word) and not os.path.exists(word):
            raise OptionError(f"{word} comes after {kind}; {_ORDER}")
    return words


def chosen_systems(request: Request, evaluations: Evaluations) -> tuple[str, ...] | None:
    """Return the system that SYSTEM names, as a tuple of one; `None` where all systems are scored.

    Raises `OptionError` for a single letter in its place.
    """
    system = request.system
    if system is None or request.all_systems:
        return None
    if _is_flag(system) and system not in stream_of(evaluations).systems:
        behind = request.files[0] if request.files else "--"
        raise OptionError(f"{system} comes after {behind}; {_ORDER}")
    return (system,)


def _is_flag(word: str) -> bool:
    """Return whether an operand looks like single letters; long names are operands behind `--` alone."""
    return word.startswith("-") and word != "-" and not word.startswith("--")


def _is_markup(path: str) -> bool:
    with suppress(OSError), open(path, "rb") as file:
        return file.read(1000).lstrip(_MARKS).startswith(b"<")
    return False


def explained_of(count: int | None) -> int:
    """Return the number of evaluations of each ranking to explain; `None`: it is not given."""
    return _EXPLAINED if count is None else int(count)


def options_of(flags: SimpleNamespace) -> Options:
    """Return the options that the values of the flags choose; those that are not there have their defaults.

    Raises `OptionError` for a value that is out of range or at odds with another.
    """
    chosen = {field.name: getattr(flags, field.name, None) for field in fields(Options)}
    # ROUGE-1.5.5 quirk: the two contradict each other even where one of them is 0, which is no limit.
    if chosen["word_limit"] is not None and chosen["byte_limit"] is not None:
        raise OptionError(LIMIT_TWICE)
    if chosen["alpha"] is not None and chosen["beta"] is not None:
        raise OptionError(ALPHA_TWICE)
    profile: str = flags.profile
    types = chosen["types"]
    _check_given(chosen, profile, flags.formula)
    if types is not None:
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
    if not profile_of(options).measures:
        raise OptionError(NO_MEASURE)
    return options


def _check_given(chosen: dict[str, object], profile: str, formula: str | None) -> None:
    """Raise `OptionError` for a flag that the profile does not have, even if its value is the default one.

    `Options` refuses all others by itself.
    """
    given = [name for name in ("word_limit", "byte_limit") if chosen[name] is not None]
    given += ["best_model"] if formula is not None else []
    given += ["counting"] if isinstance(chosen["counting"], RealAsTyped) else []
    for name in given:
        if not has_option(profile, name):
            raise OptionError(not_in(profile, name))
    if (
        chosen["types"] is not None
        and isinstance(chosen["max_ngram"], WholeAsTyped)
        and has_option(profile, "types")
    ):
        raise OptionError(MEASURES_TWICE.format("max_ngram"))


def doubts(options: Options, flags: SimpleNamespace) -> Iterator[str]:
    """Yield notes on values that are legal but seldom meant, and on options that change nothing."""
    if not options.about and flags.report is None:  # The pages of a report mark what is copied.
        for flag, given in (("--source", flags.source), ("--source-field", flags.source_field)):
            if given is not None:
                yield f"{flag} changes nothing without --about, which names measures of sources"
    if not options.about:
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
    if options.exceptions is not None and profile_of(options).word_lists().exceptions is None:
        yield "`exceptions` changes nothing: it belongs to the stemmer porter-1.5.5"
    of_tokens = ("remove_stop_words", "stop_words", "word_limit", "byte_limit")
    of_sentences = ("split_sentences", "split_summaries")
    given = [name for name in (*of_tokens, *of_sentences) if getattr(options, name)]
    profile = profile_of(options)
    measures = profile.measures if given else ()
    if measures and all(one.model_reading.elements is not None for one in measures):
        yield from (f"`{name}` changes nothing: it does not apply to `basic_elements`" for name in given)
    elif measures and not profile.reads_sentences:
        split = [name for name in given if name in of_sentences]
        yield from (f"`{name}` changes nothing: no measure has sentences" for name in split)
