"""`rouge-tools protocols` and `differ`: the same summaries under several protocols."""

import os
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from ...errors import InputError, OptionError, nearest, some
from ...options import jobs_of
from ...protocols import reported
from ...protocols.parting import distances, parting, parting_page, parting_text
from ...protocols.protocol import Protocol, papers, picture, presentation, tabulate
from ...rendering import FIGURES
from ...rendering.whole_files import check_target
from ...rouges import PROFILES, ROUGES
from ...scoring.engine import load_evaluations
from ...scoring.profile import Profile
from ...text.word_lists import BUILT_IN
from ..console import columns_of, is_coloured, tell_notes, worded, write_lines
from ..flags import PageCommand
from ..request import input_of, options_of
from ..targets import check_shown, write_picture, write_shown

_WHOLE, _LCS = "whole", ("rougeL", "rougeLsum")
_MEANINGS = "R, P or F (the figure), rougeL or rougeLsum, and whole (each summary is one sentence)"
_MAX = 2
"""The longest n-grams of a protocol that names no measures."""

_protocol_command = PageCommand("protocol", lambda flags: flags)
"""Parses a protocol; its page has the flags that a protocol may have."""


class _ProtocolType(click.types.StringParamType):
    """The kind of values that are protocols."""

    flags_inside = _protocol_command.params


KINDS = {"protocol": _ProtocolType()}
"""The kinds of values that these commands alone have."""


def protocols(flags: SimpleNamespace) -> None:
    """Score the same summaries under each protocol in use."""
    if flags.reported is not None and (flags.papers or flags.plot):
        raise OptionError("--reported goes without --papers and --plot")
    if flags.papers and flags.format not in (None, "text"):
        raise OptionError(f"--papers prints text, not {flags.format}; json has the sentences, too: drop one")
    if flags.only and not flags.more and not flags.papers:
        raise OptionError("--only leaves nothing to compare; name a --protocol")
    chosen, others = protocol_of(flags.base), list(map(protocol_of, flags.more))
    wanted_figures = (
        () if flags.reported is None else reported.reported_figures(flags.reported, tuple(chosen.columns()))
    )
    check_shown(flags, chosen.options)
    jobs = jobs_of(flags.jobs)
    input = input_of(flags).open()
    input.check_apart([flags.output, flags.plot], chosen.options)
    # Files are read once for all protocols.
    evaluations = load_evaluations(input.evaluations, input.systems, chosen.options)
    if not flags.only:
        has_several = any(len(evaluation.models) > 1 for evaluation in evaluations)
        blocks = Path(BUILT_IN, "protocols.txt").read_text("utf-8").rstrip().split("\n\n")
        usual, of_several, of_papers, of_papers_with_several = (block.split("\n")[1:] for block in blocks)
        usual += of_several if has_several else []
        if wanted_figures:  # Each with recall and precision, too.
            usual = [*of_papers, *usual, *(of_papers_with_several if has_several else ())]
            usual = [
                name if figure == "F" else f"{name} {figure}" for name in usual for figure in _figures(name)
            ]
        others = [*map(protocol_of, usual), *others]
    wanted, left_out = [], {}
    for protocol in dict.fromkeys(others):
        try:
            profile = Profile(protocol.options)
            profile.word_lists(), profile.splitter()  # They tell what is not installed.
            wanted.append(protocol)
        except InputError as error:
            left_out[protocol.name] = worded(error.args[0])
    table = tabulate(evaluations, chosen, wanted, jobs=jobs)
    notes = (*input.evaluations.notes, *table.rows[0].report.notes, *input.notes)
    tell_notes(notes)
    if flags.papers or flags.format not in ("text", "json"):
        tell_notes(f"left out: {name} ({reason})" for name, reason in left_out.items())
    if wanted_figures:
        ranked = reported.candidates(table, wanted_figures)
        shown = reported.presentation(ranked, wanted_figures, left_out)
    else:
        shown = presentation(table, left_out)
    write_picture(flags.plot, partial(picture, table))
    if flags.papers:
        write_lines(papers(table), flags.output, "text", notes)
    else:
        write_shown(shown, flags, notes)


def _figures(protocol: str) -> Sequence[str]:
    """Return the letters of the figures that a protocol may report; F alone if it names one itself."""
    profile, *words = protocol.split()
    return "F" if words and words[-1] in FIGURES else ROUGES[profile].figures[::-1]


def differ(flags: SimpleNamespace) -> None:
    """List the evaluations whose figures differ most under two protocols, and show why."""
    most, output, format = int(flags.most), flags.output, flags.format
    if most < 1:
        raise OptionError(f"--most must be 1 or more, not {flags.most}")
    a, b = flags.a.strip(), flags.b.strip()
    pair = protocol_of(a), protocol_of(b)
    if output is not None:
        check_target(output)
    jobs = jobs_of(flags.jobs)
    input = input_of(flags).open()
    for protocol in pair:
        input.check_apart([output], protocol.options)
    evaluations = load_evaluations(input.evaluations, input.systems, pair[0].options)
    differences = distances(evaluations, *pair, jobs=jobs)
    if not differences.measures:
        raise OptionError(f"{a!r} and {b!r} have no measure in common")
    ids, wanted = [one.id for one in evaluations], flags.evaluation
    if wanted is not None and wanted not in ids:
        raise InputError(f"there is no evaluation {wanted!r}; there are: {some(ids)}")
    listed = [one for one in differences.largest if wanted in (None, one.evaluation)]
    if wanted is not None and not listed:
        raise InputError(f"the figures of evaluation {wanted!r} are the same; choose one that is listed")
    # If none is wanted, the evaluation that differs most is the first.
    parted = parting(evaluations[ids.index(listed[0].evaluation)], listed[0], *pair) if listed else None
    notes = (*input.evaluations.notes, *differences.notes, *input.notes)
    tell_notes(notes)
    if format is None:
        format = "html" if output is not None and output.endswith((".html", ".htm")) else "terminal"
    if format == "html":
        lines = iter([parting_page(differences, most, pair, parted)])
    else:
        colour = output is None and is_coloured(sys.stdout)
        lines = parting_text(differences, most, pair, parted, columns_of(output), colour=colour)
    write_lines(lines, output, "text" if format == "terminal" else format, notes)


def protocol_of(text: str) -> Protocol:
    """Return the protocol that a text names by profile, flags and words. Raises `OptionError`."""
    try:
        words = shlex.split(text)
        if not words:
            raise OptionError("it is empty")
        if words[0] in PROFILES:
            words.insert(0, "--profile")
        return _protocol(words, _protocol_command.main(list(words), prog_name="", standalone_mode=False))
    except click.UsageError as error:
        message = error.format_message().rstrip(".")
        raise OptionError(f"{text!r} is no protocol: {message[:1].lower()}{message[1:]}") from error
    except ValueError as error:  # Of shlex, or an `OptionError`.
        reason = worded(error.args[0], _protocol_command)
        raise OptionError("%r is no protocol: %s", text, reason) from error


def _protocol(words: list[str], flags: SimpleNamespace) -> Protocol:
    figure, lcs, whole = "F", "", False
    is_package = flags.profile not in (None, PROFILES[0])
    for word in flags.words:
        if word in FIGURES:
            figure = word
        elif word in _LCS and is_package:
            lcs = word
        elif word == _WHOLE:
            whole = True
        else:
            near = nearest(word.lower(), PROFILES)
            hint = f"; did you mean {near}?" if near else ""
            hint = "; protocols come before CONFIG" if os.path.exists(word) else hint
            raise OptionError(f"{word!r} is not one of its words, which are {_MEANINGS}{hint}")
    measures = (flags.max_ngram, flags.weight, flags.skip_gap, flags.basic_elements)
    if is_package:
        filled_in, lcs = _filled_in(flags, lcs)
    else:
        filled_in = {"max_ngram": _MAX} if all(one in (None, 0) for one in measures) else {}
    flags = SimpleNamespace(**{**vars(flags), **filled_in})
    named = words[2:] if words[:1] == ["--profile"] else words
    command = ["rouge-eval"]
    for flag in chain.from_iterable(_protocol_command.groups.values()):
        given = getattr(flags, flag.target)
        if given is not None and given is not False and given not in (flag.default, PROFILES[0]):
            command += flag.opts[:1] if flag.is_flag else [flag.opts[0], str(given)]
    return Protocol(
        " ".join([flags.profile or PROFILES[0], *named]),
        options_of(flags),
        shlex.join(command),
        figure,
        lcs or "ROUGE-L",
        whole,
    )


def _filled_in(flags: SimpleNamespace, lcs: str) -> tuple[dict[str, Any], str]:
    """Return the flags for the measures of a package, and the measure that stands for ROUGE-L."""
    sequences = [name for name in ROUGES[flags.profile].types if not name[-1].isdigit()]
    if lcs and lcs not in sequences:
        raise OptionError("`profile` %s has no %s", flags.profile, lcs)
    if flags.types is not None:
        types = flags.types.split(",")
        if lcs and lcs not in types:
            raise OptionError(f"{lcs} is not among its --types")
        return {}, lcs or next((name for name in sequences if name in types), sequences[0])
    lcs = lcs or sequences[0]
    # evaluate always computes both measures; others need not find sentences for the measure left out.
    if flags.profile == "evaluate":
        return {}, lcs
    grams = ROUGES[flags.profile].grams[: int(flags.max_ngram or _MAX)]
    named = ",".join([*grams, *([] if flags.no_lcs else [lcs])])
    return {"types": named, "max_ngram": None, "no_lcs": False}, lcs
