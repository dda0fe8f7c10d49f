"""`rouge-tools correlate` and `power`: how measures agree with people, and how many evaluations it takes."""

import os
import re
from collections.abc import Iterable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from ...correlation.agreement_views import picture, power_picture, power_presentation, presentation
from ...correlation.correlate import PACKAGES
from ...correlation.correlate import correlate as correlations_of
from ...correlation.correlate import power as power_of
from ...correlation.outcomes import CHOICES, Cell
from ...correlation.score_files import checked
from ...correlation.score_formats import FORMATS, unchecked_scores
from ...errors import InputError, OptionError, load_extra, some
from ...evaluation import Evaluation
from ...inputs.streams import Listed, stream_of
from ...options import jobs_of
from ...rendering import FIGURES
from ...rendering.whole_files import check_apart
from ...scoring.engine import count, load_evaluations, tally_evaluations
from ...scoring.profile import NO_MEASURE, Profile
from ...scoring.results import notes_of
from ...scoring.signatures import signature
from ...text.files import named
from ..console import tell_notes
from ..flags import given_flags
from ..request import input_of, named_file, options_of
from ..targets import check_shown, write_picture, write_shown


class Several(click.Choice):  # type: ignore[type-arg]  # generic from click 8.2 on
    """One or more words of a list, with commas between them; the value is a tuple."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the words in the order given, each once."""
        words = dict.fromkeys(word.strip() for word in value.split(","))
        return tuple(super(Several, self).convert(word, param, ctx) for word in words)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Propose the words that begin with the text behind the last comma."""
        before, comma, last = incomplete.rpartition(",")
        items = super().shell_complete(ctx, param, last)
        for item in items:
            item.value = f"{before}{comma}{item.value}"
        return items


_PERSON = re.compile("[A-Z]")
"""The ID of a person who writes models, as in DUC and TAC; systems have numbers or names there."""
KINDS = {
    "score-format": click.Choice([*FORMATS]),
    "levels": Several(CHOICES["levels"]),
    "coefficients": Several(CHOICES["coefficients"]),
}
"""The kinds of values that these commands alone have."""


def correlate(flags: SimpleNamespace) -> None:
    """Say how well measures agree with human scores."""
    if not flags.human:
        raise OptionError("--human is missing; name a file of human scores")
    check_shown(flags)
    check_apart(
        (flags.output, flags.plot), (*flags.human, *(path for _, path in map(named_file, flags.scores)))
    )
    for module in PACKAGES:
        load_extra(module, "rouge-tools correlate")
    human = _human_scores(flags)
    measured = _measured(flags, human)
    cells = measured.cells
    if flags.ignore_case:
        human, cells = (
            [cell._replace(evaluation=cell.evaluation and cell.evaluation.lower()) for cell in one]
            for one in (human, cells)
        )
    names = (*CHOICES, "confidence", "resamples", "seed", "complete", "lower_is_better", "jobs")
    choices = {name: value for name in names if (value := getattr(flags, name)) is not None}
    compare = False if measured.baseline is None else measured.baseline or True
    average = flags.average_annotators is not None
    found = correlations_of(cells, human, compare=compare, average_annotators=average, **choices)
    figure = None if measured.signature is None else FIGURES[flags.figure]
    shown = presentation(found, flags.human, measured.paths, measured.signature, figure)
    _tell(measured, found.notes)
    if flags.compare is None and flags.test is not None:
        tell_notes(["nothing is compared, and --test has no effect; give --compare, too"])
    write_picture(flags.plot, partial(picture, found))
    write_shown(shown, flags, (*measured.notes, *found.notes))


def power(flags: SimpleNamespace) -> None:
    """Say how often a paired test finds a difference between two systems."""
    words = [] if flags.evaluations is None else flags.evaluations.split(",")
    for word in words:
        if not (word.isascii() and word.strip().isdigit()):
            raise OptionError(f"--evaluations: {word!r} is no whole number")
    check_shown(flags)
    check_apart((flags.output, flags.plot), [path for _, path in map(named_file, flags.scores)])
    for module in PACKAGES:
        load_extra(module, "rouge-tools power")
    flags.measures = () if flags.measure is None else (flags.measure,)
    measured = _measured(flags)
    names = ("measure", "system", "baseline", "level", "target", "simulations", "seed")
    choices: dict[str, Any] = {name: value for name in names if (value := getattr(flags, name)) is not None}
    difference = None if flags.difference is None else float(flags.difference)
    if abs(difference or 0) > 1 and all(0 <= cell.value <= 1 for cell in measured.cells):
        raise OptionError(f"--difference {difference:g}: scores are 0 to 1; give a number such as 0.01")
    found = power_of(measured.cells, difference=difference, evaluations=[*map(int, words)], **choices)
    _tell(measured, found.notes)
    write_picture(flags.plot, partial(power_picture, found))
    write_shown(power_presentation(found), flags, (*measured.notes, *found.notes))


class Measured(NamedTuple):
    """The scores of measures, from a run and from files."""

    cells: list[Cell]
    signature: str | None = None
    """The signature of the run; `None` if all scores are from files."""
    notes: tuple[str, ...] = ()
    """Notes on the texts that the run scored, on its input and on the command line."""
    baseline: str | None = None
    """The measure that `--compare` names; `""`: none is named; `None`: nothing is compared."""
    paths: tuple[str, ...] = ()
    """The files of `--scores`."""


def _human_scores(flags: SimpleNamespace) -> list[Cell]:
    """Return the human scores. Raises `RougeError` if it is unclear which of several scores are meant."""
    choices = {
        "format": flags.human_format,
        "columns": flags.columns,
        "skip_lines": int(flags.skip_lines or 0),
        "options": ("human_format", "columns", "skip_lines"),
    }
    cells = [cell for path in flags.human for cell in unchecked_scores(path, **choices)]
    found = _names(cells)
    names = tuple(dict.fromkeys(flags.human_fields)) or found
    if not flags.human_fields and len(found) > 1:
        remedy = "name the human one by --human-field"
        if cells[0].evaluation is None:
            remedy += "; if one of them names evaluations, call its column 'evaluation'"
        raise OptionError(f"{named(flags.human[0])} has several scores: {some(found)}; {remedy}")
    _check_names(names, found, ", ".join(map(named, flags.human)))
    cells = checked(cell for name in names for cell in cells if cell.name == name)
    _check_names(flags.persons, [cell.system for cell in cells], "the systems that people scored")
    return [cell._replace(is_person=True) if cell.system in flags.persons else cell for cell in cells]


def _measured(flags: SimpleNamespace, human: Sequence[Cell] = ()) -> Measured:
    """Return the scores of measures. If a file has human scores, too, their names are not measures."""
    # Scores of files need no run, unless the command line names texts, too.
    kinds = (flags.file_list, flags.peers, flags.models, flags.lines, flags.jsonl)
    is_run = not flags.scores or bool(flags.operands) or any(kind not in (None, ()) for kind in kinds)
    human_paths = getattr(flags, "human", ())
    paths = tuple(path for _, path in map(named_file, flags.scores))
    run = _run(flags) if is_run else Measured([], baseline=getattr(flags, "compare", None))
    read: list[Cell] = []
    for name, file in map(named_file, flags.scores):
        choices = {"format": flags.scores_format, "columns": flags.scores_columns}
        options = "scores_format", "scores_columns"
        cells = unchecked_scores(file, figure=FIGURES[flags.figure], options=options, **choices)
        if os.path.realpath(file) in map(os.path.realpath, human_paths):
            humans = _names(human)
            cells = [cell for cell in cells if cell.name not in humans]
        if not cells:
            raise InputError(f"{named(file)}: no score but the human ones; name a file with measures")
        read += [cell._replace(name=f"{name} {cell.name}") if name else cell for cell in cells]
    found = _names((*run.cells, *read))
    _check_names(flags.measures, found, "the measures")
    wanted = flags.measures or found
    cells = [cell for cell in run.cells if cell.name in wanted]
    cells += checked(cell for cell in read if cell.name in wanted)
    return run._replace(cells=cells, paths=paths)


def _run(flags: SimpleNamespace) -> Measured:
    """Score all systems.

    Raises `OptionError` for options without a measure and for pooled counts, which single evaluations lack,
    and `InputError` as `evaluate` does.
    """
    input = input_of(flags)
    input.check_all_systems(f"all systems are scored here; leave {input.system} out, or give -a")
    # The flags of resamples are for correlations here.
    own = dict.fromkeys(("confidence", "resamples", "seed"))
    options, input = options_of(SimpleNamespace(**{**vars(flags), **own})), input.open()
    input.check_apart([flags.output, flags.plot], options)
    stream = input.evaluations
    # People have capital letters as IDs, and are also authors of models.
    people = {system for system in stream.systems if _PERSON.fullmatch(system)}
    if people:  # A loop over a stream reads all its texts.
        people &= {id for evaluation in stream for id in evaluation.model_ids}
    if (reference := getattr(flags, "reference", None)) is not None:
        evaluations = load_evaluations(stream, None, options)
        stream = stream_of(Listed(stream, [_with_model(evaluation, reference) for evaluation in evaluations]))
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    if options.counting:
        raise OptionError(
            "`counting` %s pools counts, and correlations need the scores of single evaluations: drop it",
            options.counting,
        )
    counting = partial(count, jobs=jobs_of(flags.jobs))
    systems = list(stream.systems)
    tallies, corpus, on_input = tally_evaluations(stream, systems, options, counting, absent=stream.absent)
    cells = [
        Cell(system, evaluation, measure, value, system in people, "this run")
        for tally in tallies
        for system in tallies[0].scores  # The others have models among the systems.
        for measure, scores in tally.scores[system].items()
        for evaluation, value in zip(
            scores.evaluations, getattr(scores.figures, FIGURES[flags.figure]), strict=True
        )
    ]
    notes = (*notes_of(tallies, corpus, *on_input), *input.notes)
    return Measured(cells, signature(tallies[0].profile, corpus), notes, input.baseline)


def _with_model(evaluation: Evaluation, reference: str) -> Evaluation:
    """Return the evaluation with the model of this ID alone; models without IDs are numbered from 1."""
    people = evaluation.people()
    if reference not in people:
        raise InputError(
            f"evaluation {evaluation.id!r} has no reference {reference!r}; it has: {some(people)}"
        )
    place = people.index(reference)
    one = slice(place, place + 1)
    return evaluation._replace(models=evaluation.models[one], model_ids=evaluation.model_ids[one])


def _names(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the names of scores, in the order of the cells."""
    return tuple(dict.fromkeys(cell.name for cell in cells))


def _check_names(wanted: Iterable[str], known: Iterable[str], where: str) -> None:
    """Raise `OptionError` unless all names are known."""
    for name in wanted:
        if name not in known:
            raise OptionError(f"{name!r} is not among {where}; there are: {some([*dict.fromkeys(known)])}")


def _tell(measured: Measured, notes: Iterable[str]) -> None:
    """Write the notes on the scores, then the notes on the result."""
    given = [name for name in given_flags() if name != "--jobs"]
    tell_notes((*measured.notes, *notes))
    if measured.signature is None and given:
        changes = f"{', '.join(given)} changes nothing"
        tell_notes([f"there is nothing to score but the scores of files: {changes}"])
