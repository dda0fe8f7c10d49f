"""`rouge-tools correlate` and `power`: how measures agree with people, and how many evaluations it takes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from types import SimpleNamespace
from typing import Any, NamedTuple

import click
from click.core import ParameterSource
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
from ...inputs.streams import stream_of
from ...options import jobs_of
from ...rendering import FIGURES
from ...rendering.whole_files import check_apart
from ...scoring.engine import count, load_evaluations, tally_evaluations
from ...scoring.profile import NO_MEASURE, Profile
from ...scoring.results import notes_of
from ...scoring.signatures import signature
from ...text.files import named
from ..console import tell_notes
from ..flag_kinds import NATURAL, REAL, WHOLE, groups_on, path, proposed
from ..flags import OUTPUT_FILE, TABLE_FORMAT, TABLES, groups_without
from ..request import input_of, named_file, options_of
from ..targets import check_shown, write_picture, write_shown
from . import tool


class Several(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """One or more words of a list, with commas between them; the value is a tuple."""

    def __init__(self, words: Sequence[str]) -> None:
        self.name = "list"
        self._words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the words in the order given, each once."""
        if not isinstance(value, str):
            return value
        words = tuple(dict.fromkeys(word.strip() for word in value.split(",")))
        for word in words:
            if word not in self._words:
                self.fail(f"{word!r} is none of {', '.join(self._words)}", param, ctx)
        return words

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Propose the words that begin with the text behind the last comma."""
        before, comma, last = incomplete.rpartition(",")
        return proposed(f"{before}{comma}{word}" for word in self._words if word.startswith(last))


_PERSON = re.compile("[A-Z]")
"""The ID of a person who writes models, as in DUC and TAC; systems have numbers or names there."""
_OPERANDS = click.Argument(["operands"], nargs=-1, metavar="[CONFIG | MODELS...]", shell_complete=path)

_SCORING = groups_without("confidence", "resamples", "seed", "details", "verbose", "quiet")
"""The flags of rouge-eval that choose texts and scores, without its own flags of resamples and output."""


_SEVERAL = {"levels": 2, "coefficients": 3}
"""The options that take several words, with the number of words that are their default."""

_CORRELATE = groups_on(
    f"""
    Human scores:
    --human FILE  the human scores; may be repeated
        Csv or tsv with the columns system, evaluation and one for each score (and person: yes or no); JSON
        Lines with these fields; files of SacreROUGE, SummEval, RoSE, MTME, nlp-williams, DUC and TAC. The
        name and the content of FILE tell its format. FILE may be gzipped; - is standard input. Scores without
        evaluations are scores of whole systems. Pickles are never read.
    --human-field=human_fields NAME  the score to take of several; may be repeated
    --human-format NAME  format of --human, if the file does not tell it
        One of {", ".join(FORMATS)}.
    --columns LIST  columns of another table: system=model,evaluation=doc,x=rating
        Columns have names in the header of a csv or tsv. Without a header they have numbers from 0, as in
        system=1,evaluation=0,x=9; tabs separate them, or commas in a file *.csv, or blanks. evaluation=0+2
        joins two columns. evaluation=doc,systems=rating reads a column for each system; the scores are called
        rating.
    --skip-lines N  with --columns: lines to skip at the start [0]
    --annotators=average_annotators mean  average several human scores of a summary
        Without it, two human scores of the same name for one summary are an error.
    --ignore-case  ignore the case of the IDs of evaluations
    --person=persons ID  this system is a person; may be repeated
        No flag is needed for people in tables of DUC and TAC and in files of SacreROUGE, systems that a
        column person marks and, in a run on CONFIG, a system whose ID is a capital letter and also the ID of
        a model, as rouge-tools jackknife writes them.
    Scores of measures:
    --scores FILE  scores of measures, FILE or NAME=FILE; may be repeated
        Csv, tsv or JSON Lines with the columns system, evaluation and one for each measure, the report of
        rouge-eval --format jsonl, or any format that --human takes. With --scores, CONFIG can be left out.
        NAME=FILE puts NAME before the name of each measure.
    --scores-format NAME  format of --scores, if the file does not tell it
    --scores-columns LIST  columns of the tables of --scores, as in --columns
    Correlations:
    --level=levels LIST  system, summary, global [system,summary]
        system: over the means of systems. summary: over the systems in each evaluation, then the mean over
        evaluations. global: over all summaries.
    --coefficient=coefficients LIST  pearson, spearman, kendall, accuracy [the first three]
        kendall is tau-b. accuracy is the share of pairs that measure and people order alike: for summaries
        also with calibrated ties, for systems also the soft accuracy.
    --interval KIND  both, inputs, systems, fisher or none [both]
        Bootstrap of systems and evaluations, of evaluations or of systems, or Fisher's transformation, which
        does not apply to the summary level.
    -c --confidence PERCENT  level of the intervals, 0 to 100 [95]
    -r --resamples N  bootstrap resamples, and permutations, 1 or more [1000]
    --compare [MEASURE]  compare measures, with MEASURE or one another
        Over the summaries that all of them have: the difference of the correlations, its two-sided p, and p
        corrected by Holm's method. If CONFIG is missing, MEASURE is taken for it.
    --test KIND  test for --compare: permutation, williams ... [permutation]
        permutation: swaps the scores of each summary, standardised (Perm-Both); permutation-systems,
        permutation-inputs: swap all scores of a system, of an evaluation; williams: Williams' test; none.
    --seed N  seed of the random draws [0]
    --figure R|P|F  recall, precision or F of the measures [F]
    --reference ID  score by this reference alone [all]
        References without IDs are numbered from 1: --reference 1 takes the first.
    --measure=measures NAME  only this measure; may be repeated
    --lower-is-better MEASURE  change the sign of this measure; may be repeated
    --people WHICH  people as systems: without, with or only [without]
        Mixed with systems, people usually raise correlations, as they are far better.
    --undefined skip|zero  evaluations without a coefficient [skip]
        Where all systems have the same score, there is no coefficient: the mean leaves the evaluation out, or
        takes 0. A note counts these evaluations.
    --complete  only evaluations that all systems have
    --metric-inputs judged|all  evaluations in the means of a measure [judged]
        all: evaluations that nobody judged count in a measure's means at the system level, too.
    Output:
    {TABLES}
    {OUTPUT_FILE}
    --plot FILE  draw systems and coefficients: .svg, .png or .pdf
    """,
    human={"multiple": True, "required": True},
    human_fields={"multiple": True},
    human_format={"type": click.Choice(FORMATS)},
    skip_lines={"type": NATURAL},
    average_annotators={"type": click.Choice(["mean"])},
    persons={"multiple": True},
    scores={"multiple": True},
    scores_format={"type": click.Choice(FORMATS)},
    **{name: {"type": Several(CHOICES[name]), "default": CHOICES[name][:n]} for name, n in _SEVERAL.items()},
    confidence={"type": REAL, "default": 95},
    resamples={"type": WHOLE, "default": 1000},
    compare={"is_flag": False, "flag_value": "", "shell_complete": path},  # CONFIG may stand in its place.
    seed={"type": NATURAL, "default": 0},
    figure={"default": "F"},
    measures={"multiple": True},
    lower_is_better={"multiple": True},
    **{
        name: {"type": click.Choice(words), "default": words[0]}
        for name, words in CHOICES.items()
        if name not in _SEVERAL
    },
    format=TABLE_FORMAT,
)
"""The flags of `correlate` alone, by the groups of its help."""

(_FIGURE,) = (flag for flag in _CORRELATE["Correlations"] if flag.name == "figure")


@tool(
    "correlate",
    "",
    _OPERANDS,
    groups={**_CORRELATE, **_SCORING},
    first_screen={
        "Human scores": "--human --human-field --columns --annotators",
        "Scores of measures": "--scores",
        "Correlations": "--level --coefficient --interval --compare --test --figure --measure --people",
        "Output": "--format --output --plot",
    },
)
def correlate(flags: SimpleNamespace) -> None:
    """Says how well measures agree with human scores: Pearson, Spearman, Kendall and pairwise accuracy, over
    systems and summaries, with confidence intervals and tests of which measure agrees better.

    The IDs of systems and evaluations join human scores with the scores of a run of rouge-eval, whose
    inputs and flags all work here, or with the scores in files:

    \b
      rouge-tools correlate --human people.csv -n 2 -m config.xml
      rouge-tools correlate --human people.csv --human-field relevance \\
          --scores metrics.csv --compare ROUGE-2

    A cell counts if both people and the measure scored it; a note counts and names all others. The mean of
    a system is the plain mean of the scores of its summaries.

    The name and content of a file give its format, or --human-format does:

    \b
      csv, tsv        columns system, evaluation and a column for each score
      jsonl           {"system": ..., "evaluation": ..., NAME: score} a line,
                      or what rouge-eval --format jsonl writes
      sacrerouge      metrics.jsonl
      summeval        model_annotations.aligned.jsonl: expert_relevance ...
      rose            annotations with acu, normalized_acu ...
      mtme            *.seg.score, *.sys.score
      nlp-williams    METRIC LP TESTSET SYSTEM SCORE
      tac-2008-peer, tac-2008-model   manual.peer, manual.model
      tac-peer, tac-model             manual.peer.A ... of 2009 to 2011
      duc-table, duc-quality          *.table of 2005 to 2007
      duc-pyramid                     200N_modified_scores.txt
      duc-2002, duc-2003, duc-2004    tables of SEE, by their columns
      duc-2003-responsiveness

    Any other table is read with --columns. Pickles are never read, since loading one can run any code;
    convert those that you trust.
    """
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
    choices: dict[str, Any] = {name: getattr(flags, name) for name in CHOICES}
    choices |= {name: getattr(flags, name) for name in ("confidence", "complete", "lower_is_better")}
    choices |= {name: int(getattr(flags, name)) for name in ("resamples", "seed", "jobs")}
    compare = False if measured.baseline is None else measured.baseline or True
    average = flags.average_annotators is not None
    found = correlations_of(cells, human, compare=compare, average_annotators=average, **choices)
    figure = None if measured.signature is None else FIGURES[flags.figure]
    shown = presentation(found, flags.human, measured.paths, measured.signature, figure)
    _tell(measured, found.notes)
    if flags.compare is None and _is_given("test"):
        tell_notes(["nothing is compared, and --test has no effect; give --compare, too"])
    write_picture(flags.plot, partial(picture, found))
    write_shown(shown, flags, (*measured.notes, *found.notes))


def _whole_numbers(given: str | tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers between commas. Raises `click.BadParameter` for other words."""
    words = given.split(",") if isinstance(given, str) else ()
    for word in words:
        if not (word.isascii() and word.strip().isdigit()):
            raise click.BadParameter(f"{word!r} is no whole number")
    return tuple(map(int, words))


@tool(
    "power",
    "",
    _OPERANDS,
    groups={
        "Scores of measures": [*_CORRELATE["Scores of measures"], _FIGURE],
        **groups_on(
            f"""
    Experiments:
    --measure NAME  the measure; needed where there are several
    --system ID  the system; needed where there are more than two
    --baseline ID  the system that it is compared with
    --difference D  the difference to find [the pilot's]
    --significance=level P  the p at which a difference counts as found [0.05]
    --target POWER  the power that is wanted, 0 to 1 [0.8]
    --evaluations LIST  numbers of evaluations to report, as in 50,100,200
    --simulations N  experiments simulated for each number [5000]
    --seed N  seed of the random draws [0]
    Output:
    {TABLES}
    {OUTPUT_FILE}
    --plot FILE  draw the power: .svg, .png or .pdf
    """,
            difference={"type": REAL},
            level={"type": REAL, "default": 0.05},
            target={"type": REAL, "default": 0.8},
            evaluations={"type": _whole_numbers, "default": ()},
            simulations={"type": NATURAL, "default": 5000},
            seed={"type": NATURAL, "default": 0},
            format=TABLE_FORMAT,
        ),
        **_SCORING,
    },
)
def power(flags: SimpleNamespace) -> None:
    """Says how often a paired test with n evaluations finds a difference between two systems, and how
    many evaluations find it in 80 per cent of experiments.

    The scores of a pilot, a run of rouge-eval or --scores, say how much the differences vary from
    evaluation to evaluation. Experiments are simulated: n of these differences are drawn with
    replacement, shifted to the mean that is to be found, and tested.

    \b
      rouge-tools power -n 2 --measure ROUGE-2 --system new --baseline old \\
          --difference 0.01 pilot.xml
    """
    check_shown(flags)
    check_apart((flags.output, flags.plot), [path for _, path in map(named_file, flags.scores)])
    for module in PACKAGES:
        load_extra(module, "rouge-tools power")
    flags.measures = () if flags.measure is None else (flags.measure,)
    measured = _measured(flags)

    names = ("measure", "system", "baseline", "evaluations")
    choices: dict[str, Any] = {name: getattr(flags, name) for name in names}
    choices |= {name: float(getattr(flags, name)) for name in ("level", "target")}
    choices |= {name: int(getattr(flags, name)) for name in ("simulations", "seed")}
    difference = None if flags.difference is None else float(flags.difference)
    if abs(difference or 0) > 1 and all(0 <= cell.value <= 1 for cell in measured.cells):
        raise OptionError(f"--difference {difference:g}: scores are 0 to 1; give a number such as 0.01")
    found = power_of(measured.cells, difference=difference, **choices)
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
        raise OptionError(
            f"{named(flags.human[0])} has several scores: {some(found)}; name the human one by --human-field"
        )
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
        stream = stream_of(_with_model(evaluation, reference) for evaluation in evaluations)
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
        Cell(system, evaluation, measure, value, system in people)
        for tally in tallies
        for system in systems
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
    flags = chain.from_iterable(_SCORING.values())
    given = [flag.opts[0] for flag in flags if flag.name != "jobs" and _is_given(flag.name)]
    tell_notes((*measured.notes, *notes))
    if measured.signature is None and given:
        changes = f"{', '.join(given)} changes nothing"
        tell_notes([f"there is nothing to score but the scores of files: {changes}"])


def _is_given(name: str | None) -> bool:
    """Return whether the command line has a flag of the running command."""
    source = click.get_current_context().get_parameter_source(name or "")
    return source is ParameterSource.COMMANDLINE
