"""The command line as frozen, typed values, made once from the dictionary that click returns."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from ..errors import OptionError
from ..evaluation import FORMATS
from ..options import (
    ALPHA_TWICE,
    EVEN,
    LIMIT_TWICE,
    MEASURES_TWICE,
    RATIO,
    Options,
    RealAsTyped,
    WholeAsTyped,
    has_option,
    not_in,
)
from ..profiles import profile_of
from ..record import Record
from ..rendering import check_format
from .operands import FLAGS, Kind, Operands, sorted_out

_EXPLAINED = 3
"""The evaluations of each ranking that a report in pages explains where no number is given."""


class InputArguments(Record):
    """The input as it was asked for; the fields from `file_list` on are the values of the flags."""

    kind: Kind
    operands: Operands
    all_systems: bool = False
    """All systems are to be scored, even if SYSTEM is given."""
    file_list: str | None = None
    peers: str | None = None
    models: str | None = None
    peer_files: str | None = None
    model_files: str | None = None
    naming: str | None = None
    input_format: str | None = None
    lines: tuple[str, ...] = ()
    sentence_separator: str | None = None
    jsonl: str | None = None
    eval_field: str | None = None
    system_field: str | None = None
    peer_field: str | None = None
    models_field: str | None = None


class Arguments(Record):
    """Everything that a command line of `rouge-eval` asks for."""

    options: Options
    input: InputArguments
    format: str
    """The name of the report's format; `verbose` under `-v`."""
    output: str | None
    """The file that the report goes to; `None`: standard output."""
    plot: str | None
    """The file that the picture goes to; `None`: none is drawn."""
    report: str | None
    """The folder that the report in pages goes to; `None`: none is written."""
    explain_worst: int
    """The number of evaluations of each ranking that are explained there."""
    figure: str | None
    intervals: bool
    sort: str | None
    details: bool
    jobs: int
    quiet: bool
    notes: tuple[str, ...]
    """Notes on the command line for the user."""


def arguments_of(values: Mapping[str, Any]) -> Arguments:
    """Return the arguments of `rouge-eval` for the values that click read, by the names of its parameters.

    Raises `OptionError` for a value that is out of range, and for values that contradict each other.
    """
    options = options_of(values)
    format: str = values["format"]
    if values["verbose"]:
        if format != "classic":
            raise OptionError(f"-v goes with --format classic, not with {format}; drop one")
        format = "verbose"
    check_format(
        format,
        options,
        details=values["details"],
        # Pictures and pages show any figure.
        figure=values["figure"] if values["plot"] is values["report"] is None else None,
        intervals=values["intervals"],
        sort=values["sort"],
    )
    if values["explain_worst"] is not None and values["report"] is None:
        raise OptionError("--explain-worst goes with --report; give that, too")
    input = input_of(values, values["operands"], values["compare"])
    return Arguments(
        options=options,
        input=input,
        format=format,
        output=values["output"],
        plot=values["plot"],
        report=values["report"],
        explain_worst=explained_of(values["explain_worst"]),
        figure=values["figure"],
        intervals=values["intervals"],
        sort=values["sort"],
        details=values["details"],
        jobs=values["jobs"],
        quiet=values["quiet"],
        notes=(*input.operands.notes, *misreadings(values), *_doubts(options)),
    )


def explained_of(count: int | None) -> int:
    """Return the number of evaluations to explain; `None`: it is not given."""
    return _EXPLAINED if count is None else int(count)


def options_of(values: Mapping[str, Any]) -> Options:
    """Return the options that the values of the flags choose.

    Raises `OptionError` for a value that is out of range or at odds with another.
    """
    word_limit, byte_limit = values["word_limit"], values["byte_limit"]
    # ROUGE-1.5.5 quirk: the two contradict each other even where one of them is 0, which is no limit.
    if word_limit is not None and byte_limit is not None:
        raise OptionError(LIMIT_TWICE)
    if values["alpha"] is not None and values["beta"] is not None:
        raise OptionError(ALPHA_TWICE)
    profile, types = values["profile"], values["types"]
    _check_given(values, profile)
    environment = None
    if has_option(profile, "data"):
        environment = os.environ.get("ROUGE_EVAL_HOME") or os.environ.get("RED_EVAL_HOME")
    return Options(
        profile=profile,
        types=() if types is None else tuple(types.split(",")),
        max_ngram=values["max_ngram"],
        rouge_l=not values["no_lcs"],
        weight=values["weight"],
        skip_gap=values["skip_gap"],
        skip_unigrams=values["skip_unigrams"],
        skip_both=values["skip_both"],
        basic_elements=values["basic_elements"],
        paper_weight=values["paper_weight"],
        mead=values["mead"],
        stem=values["stem"],
        stem_models=values["stem_models"],
        remove_stop_words=values["remove_stop_words"],
        tokenizer=values["tokenizer"],
        stemmer=values["stemmer"],
        stop_words=values["stop_words"],
        language=values["language"],
        split_sentences=values["split_sentences"],
        word_limit=word_limit or 0,
        byte_limit=byte_limit or 0,
        split_summaries=values["split_summaries"],
        accumulate=values["accumulate"],
        best_model=values["formula"] == "B",
        jackknife=values["jackknife"],
        alpha=EVEN if values["alpha"] is None else values["alpha"],
        beta=values["beta"],
        # ROUGE-1.5.5 quirk: any other number counts as 0.
        counting=int(values["counting"]) if values["counting"] in (1, 2) else 0,
        confidence=values["confidence"],
        resamples=values["resamples"],
        seed=values["seed"],
        data=values["data"] or environment or None,
        exceptions=values["exceptions"],
    )


def _check_given(values: Mapping[str, Any], profile: str) -> None:
    """Raise `OptionError` for a flag that the profile does not have, even if its value is the default one.

    `Options` refuses all others by itself.
    """
    counting = values["counting"]
    for name, given in (
        ("best_model", values["formula"] is not None),
        ("counting", isinstance(counting, RealAsTyped)),
        ("word_limit", values["word_limit"] is not None),
        ("byte_limit", values["byte_limit"] is not None),
    ):
        if given and not has_option(profile, name):
            raise OptionError(not_in(profile, name))
    if values["types"] is not None and isinstance(values["max_ngram"], WholeAsTyped):
        raise OptionError(MEASURES_TWICE.format("max_ngram"))


def input_of(
    values: Mapping[str, Any], words: Sequence[str], compare: str | None = None, kind: Kind | None = None
) -> InputArguments:
    """Return the input that the flags and the operands (`words`) ask for.

    `kind` is that of a command that reads one kind alone; by default the flags tell it. Raises
    `OptionError` for flags of several kinds and for an unknown format of summaries, and as
    `sorted_out` does.
    """
    kind = kind or _kind(values)
    flags = {
        field.name: values[field.name]
        for field in fields(InputArguments)
        if field.name in values and field.name != "operands"
    }
    for name, flag in (("file_list", "-z"), ("input_format", "--input-format")):
        if flags.get(name) is not None:
            flags[name] = format_of(flags[name], flag)
    return InputArguments(kind=kind, operands=sorted_out(words, kind, compare), **flags)


def format_of(name: str, flag: str) -> str:
    """Return the format of summaries that `name` spells in any case; raise `OptionError` for others."""
    if name.upper() not in FORMATS:
        raise OptionError(f"{flag}: the format must be one of {', '.join(FORMATS)}, not {name!r}")
    return name.upper()


def _kind(values: Mapping[str, Any]) -> Kind:
    """Return the kind of input whose flags are given."""
    given = [
        (kind, name)
        for kind, names in FLAGS.items()
        for name in names
        if values.get(name) not in (None, ())  # An empty string has been given.
    ]
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


def _long(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def misreadings(values: Mapping[str, Any]) -> list[str]:
    """Return notes on the numbers that are taken, as by ROUGE-1.5.5, for others than their texts spell."""
    return [
        f"`{name}` {value.typed!r} is read as {value:g}, as by ROUGE-1.5.5"
        for name, value in values.items()
        if isinstance(value, WholeAsTyped | RealAsTyped) and value.is_misread
    ]


def _without_effect(options: Options) -> list[str]:
    """Return notes on options that are chosen, but apply to none of the measures."""
    of_tokens = ("remove_stop_words", "stop_words", "word_limit", "byte_limit")
    of_sentences = ("split_sentences", "split_summaries")
    chosen = [name for name in (*of_tokens, *of_sentences) if getattr(options, name)]
    measures = profile_of(options).measures if chosen else ()
    notes = []
    if measures and all(one.model_reading.elements is not None for one in measures):
        notes = [f"`{name}` changes nothing: it does not apply to `basic_elements`" for name in chosen]
    elif measures and not any(one.reads_sentences for one in measures) and not options.is_limited:
        notes = [
            f"`{name}` changes nothing: no measure has sentences" for name in chosen if name in of_sentences
        ]
    return notes


def _doubts(options: Options) -> tuple[str, ...]:
    """Return notes on values that are legal but seldom meant."""
    notes = []
    if 0 < options.confidence < 1:
        notes.append(
            f"-c {options.confidence!s} is {options.confidence!s} per cent;"
            f" for {options.confidence * 100:g} per cent give -c {options.confidence * 100:g}"
        )
    if options.mead and (options.beta == RATIO or options.alpha != EVEN):
        flag = "-p" if options.beta is None else "--beta"
        notes.append(f"{flag} does not apply to ROUGE-MEAD, in which recall and precision weigh alike")
    notes += _without_effect(options)
    return tuple(notes)
