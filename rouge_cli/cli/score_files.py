"""The scores of people, of files and of a run, as a command line of `rouge-tools` asks for them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from types import SimpleNamespace
from typing import NamedTuple

import click
from click.core import ParameterSource

from ..correlation.correlate import Run, people_among, run, with_one_model
from ..correlation.outcomes import Cell
from ..correlation.score_formats import OpenScores, open_scores
from ..errors import InputError, OptionError, some
from ..inputs.streams import stream_of
from ..options import Options, jobs_of
from ..rendering.output import FIGURES
from ..scoring.engine import load_evaluations
from ..text.files import named
from .correlation_flags import SCORING
from .request import Input, Kind, Request, named_file, options_of, read_input, request_of

_SEVERAL = 2


class HumanScores(NamedTuple):
    """The human scores, and the names of those to correlate with."""

    cells: list[Cell]
    names: tuple[str, ...]
    paths: tuple[str, ...]

    def has(self, path: str) -> bool:
        """Return whether some of the scores are from this file."""
        return os.path.realpath(path) in map(os.path.realpath, self.paths)


class AskedScores(NamedTuple):
    """The scores of measures, from files and from a run."""

    cells: list[Cell]
    paths: tuple[str, ...]
    run: Run | None = None
    notes: tuple[str, ...] = ()
    """Notes on the input and the command line."""
    baseline: str | None = None
    """The measure that `--compare` names; `""`: none is named; `None`: nothing is compared."""


def human_scores(flags: SimpleNamespace) -> HumanScores:
    """Return the human scores; raise `RougeError` where it is not plain which of several are meant."""
    if flags.columns is None and flags.skip_lines is not None:
        raise OptionError("--skip-lines goes with --columns; give that, too")
    if flags.columns is not None and flags.human_format is not None:
        raise OptionError("--columns and --human-format both tell the format: drop one")
    choices = {
        "format": flags.human_format,
        "columns": flags.columns,
        "skip_lines": int(flags.skip_lines or 0),
    }
    files = [open_scores(path, option="human_format", **choices) for path in flags.human]
    there = tuple(dict.fromkeys(name for file in files for name in file.names))
    names = tuple(dict.fromkeys(flags.human_fields)) or there
    if not flags.human_fields and len(there) >= _SEVERAL:
        raise OptionError(
            f"{named(files[0].path)} has several scores: {some(there)}; name the human one by --human-field"
        )
    _check_names(names, there, ", ".join(named(file.path) for file in files))
    cells = [cell for name in names for file in files if name in file.names for cell in file.cells([name])]
    systems = tuple(dict.fromkeys(cell.system for cell in cells))
    _check_names(flags.persons, systems, "the systems that people scored")
    cells = [cell._replace(is_person=True) if cell.system in flags.persons else cell for cell in cells]
    return HumanScores(_in_case(cells, flags), names, tuple(flags.human))


def input_of_run(flags: SimpleNamespace) -> Request:
    """Return the input of a run of our own; its operands have the baseline of `--compare`.

    Raises `OptionError` for a single system, as correlations are over all of them.
    """
    asked = request_of(flags)
    if asked.system is not None and not asked.all_systems and asked.kind is not Kind.FILE_LIST:
        meant = asked.flags_meant()
        raise OptionError(meant or f"all systems are scored here; leave {asked.system} out, or give -a")
    return asked


def _is_run(flags: SimpleNamespace) -> bool:
    """Return whether there is something to score beside the scores in files."""
    # With --scores alone there is no operand that --compare could have taken.
    kinds = (flags.file_list, flags.peers, flags.models, flags.lines, flags.jsonl)
    return not flags.scores or bool(flags.operands) or any(kind not in (None, ()) for kind in kinds)


def flags_without_run(scores: AskedScores) -> Iterator[str]:
    """Yield a note on flags that say how to score if nothing is scored."""
    given = [
        flag.opts[0]
        for flag in chain.from_iterable(SCORING.values())
        if flag.name != "jobs" and is_given(flag.name)
    ]
    if scores.run is None and given:
        yield f"there is nothing to score but the scores of files: {', '.join(given)} changes nothing"


def is_given(name: str | None) -> bool:
    """Return whether a flag of the running command is on its command line."""
    source = click.get_current_context().get_parameter_source(name or "")
    return source is ParameterSource.COMMANDLINE


def run_options(flags: SimpleNamespace) -> Options:
    """Return the options of the run, which resamples nothing."""
    own = dict.fromkeys(("confidence", "resamples", "seed"))
    return options_of(SimpleNamespace(**{**vars(flags), **own}))


def measure_scores(
    flags: SimpleNamespace,
    targets: Iterable[str | None],
    human: HumanScores | None = None,
) -> AskedScores:
    """Return the scores of measures; `targets` are the files to write, which must be none of those read.

    Names of human scores are no measures in a file that has both.
    """
    asked = input_of_run(flags) if _is_run(flags) else None
    baseline = getattr(flags, "compare", None) if asked is None else asked.baseline
    files = [_measures_in(value, flags, human) for value in flags.scores]
    paths = tuple(named_file(value)[1] for value in flags.scores)
    read = (*paths, *(human.paths if human is not None else ()))
    Input(evaluations=stream_of([]), paths=read).check_apart(targets)
    own: Run | None = None
    notes: tuple[str, ...] = ()
    if asked is not None:
        own, notes = _scored(asked, targets)
    of_run = () if own is None else own.cells
    there = (*(cell.name for cell in of_run), *(name for _, names in files for name in names))
    _check_names(flags.measures, tuple(dict.fromkeys(there)), "the measures")
    wanted = frozenset(flags.measures or there)
    cells = [cell for cell in of_run if cell.name in wanted]
    for file, names in files:
        shown = {own: name for name, own in names.items() if name in wanted}
        cells += [cell._replace(name=shown[cell.name]) for cell in file.cells(shown)]
    return AskedScores(_in_case(cells, flags), paths, own, notes, baseline)


def _measures_in(
    value: str, flags: SimpleNamespace, human: HumanScores | None
) -> tuple[OpenScores, dict[str, str]]:
    """Return a file of scores, and the names of its measures by the names that they get here."""
    name, path = named_file(value)
    file = open_scores(path, format=flags.scores_format, figure=FIGURES[flags.figure], option="scores_format")
    others = human.names if human is not None and human.has(path) else ()
    prefix = "" if name is None else f"{name} "
    names = {f"{prefix}{one}": one for one in file.names if one not in others}
    if not names:
        raise InputError(f"{named(path)}: no score but the human ones; name a file with measures")
    return file, names


def _scored(asked: Request, targets: Iterable[str | None]) -> tuple[Run, tuple[str, ...]]:
    flags = asked.flags
    options, input = run_options(flags), read_input(asked)
    input.check_apart(targets, options)
    evaluations, people, reference = input.evaluations, None, getattr(flags, "reference", None)
    if reference is not None:
        people = people_among(evaluations, list(stream_of(evaluations).systems))
        read = load_evaluations(evaluations, None, options)
        evaluations = stream_of(with_one_model(evaluation, reference) for evaluation in read)
    figure = FIGURES[flags.figure]
    scored = run(evaluations, options, figure, people=people, jobs=jobs_of(flags.jobs))
    return scored, (*input.notes, *asked.notes)


def _in_case(cells: list[Cell], flags: SimpleNamespace) -> list[Cell]:
    """Return the cells, with the IDs of evaluations in lower case if `--ignore-case` is given."""
    if not getattr(flags, "ignore_case", False):
        return cells
    return [cell._replace(evaluation=cell.evaluation and cell.evaluation.lower()) for cell in cells]


def _check_names(wanted: Iterable[str], there: Sequence[str], where: str) -> None:
    for name in wanted:
        if name not in there:
            raise OptionError(f"{name!r} is not among {where}; there are: {some(there)}")
