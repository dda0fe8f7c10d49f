"""The flags of `rouge-tools correlate` and `rouge-tools power`, and the scores that they ask for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from ..correlation.correlate import Run, people_among, run, with_one_model
from ..correlation.outcomes import CHOICES, Cell
from ..correlation.score_files import FORMATS, checked, unchecked_scores
from ..errors import InputError, OptionError, some
from ..inputs.streams import load_evaluations, stream_of
from ..options import Options, jobs_of
from ..rendering import FIGURES
from ..rendering.whole_files import check_apart
from ..text.files import named
from .flag_kinds import NATURAL, REAL, WHOLE, choice, groups_on, path
from .flags import OUTPUT_FILE, TABLE_FORMAT, TABLES, groups_without
from .request import Request, named_file, request_of
from .run_options import options_of

SCORING = groups_without("confidence", "resamples", "seed", "details", "verbose", "quiet")
"""The flags of rouge-eval that choose texts and scores, without its own flags of resamples and output."""


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
        return [CompletionItem(f"{before}{comma}{word}") for word in self._words if word.startswith(last)]


_SEVERAL = {"levels": 2, "coefficients": 3}
"""The options that take several words, with the number of words that are their default."""

CORRELATE = groups_on(
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
        joins two columns. evaluation=doc,systems=rating is for a column for each system, whose scores are
        called rating.
    --skip-lines N  with --columns: lines to skip at the start [0]
    --annotators=average_annotators mean  average several human scores of a summary
        Without it, two human scores of the same name for one summary are an error.
    --ignore-case  ignore the case of the IDs of evaluations
    --person=persons ID  this system is a person; may be repeated
        These people are known without it: people in tables of DUC and TAC and in files of SacreROUGE, systems
        that a column person marks and, in a run on CONFIG, a system whose ID is a capital letter and also the
        ID of a model, as rouge-tools jackknife writes them.
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
    human_format=choice(FORMATS),
    skip_lines={"type": NATURAL},
    average_annotators=choice(["mean"]),
    persons={"multiple": True},
    scores={"multiple": True},
    scores_format=choice(FORMATS),
    **{name: {"type": Several(CHOICES[name]), "default": CHOICES[name][:n]} for name, n in _SEVERAL.items()},
    confidence={"type": REAL, "default": 95},
    resamples={"type": WHOLE, "default": 1000},
    compare={"is_flag": False, "flag_value": "", "shell_complete": path},  # CONFIG may stand in its place.
    seed={"type": NATURAL, "default": 0},
    figure=choice(FIGURES, default="F"),
    measures={"multiple": True},
    lower_is_better={"multiple": True},
    **{name: choice(words, default=words[0]) for name, words in CHOICES.items() if name not in _SEVERAL},
    format=TABLE_FORMAT,
)
"""The flags of `correlate` alone, by the groups of its help."""

(FIGURE,) = (flag for flag in CORRELATE["Correlations"] if flag.name == "figure")


class HumanScores(NamedTuple):
    """The human scores, with their names and files."""

    cells: list[Cell]
    names: tuple[str, ...]
    paths: tuple[str, ...]


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
    """Return the human scores. Raises `RougeError` if it is unclear which of several scores are meant."""
    if flags.columns is None and flags.skip_lines is not None:
        raise OptionError("--skip-lines goes with --columns; give that, too")
    _check_one("--columns", flags.columns, "--human-format", flags.human_format)
    choices = {
        "format": flags.human_format,
        "columns": flags.columns,
        "skip_lines": int(flags.skip_lines or 0),
    }
    cells = [
        cell
        for path in flags.human
        for cell in unchecked_scores(path, options=("human_format", "columns", "skip_lines"), **choices)
    ]
    found = _names(cells)
    names = tuple(dict.fromkeys(flags.human_fields)) or found
    if not flags.human_fields and len(found) > 1:
        raise OptionError(
            f"{named(flags.human[0])} has several scores: {some(found)}; name the human one by --human-field"
        )
    _check_names(names, found, ", ".join(map(named, flags.human)))
    cells = checked(cell for name in names for cell in cells if cell.name == name)
    systems = tuple(dict.fromkeys(cell.system for cell in cells))
    _check_names(flags.persons, systems, "the systems that people scored")
    cells = [cell._replace(is_person=True) if cell.system in flags.persons else cell for cell in cells]
    return HumanScores(_in_case(cells, flags), names, tuple(flags.human))


def input_of_run(flags: SimpleNamespace) -> Request:
    """Return the input of a run. Raises `OptionError` if the command line names a single system."""
    asked = request_of(flags)
    asked.check_all_systems(f"all systems are scored here; leave {asked.system} out, or give -a")
    return asked


def is_given(name: str | None) -> bool:
    """Return whether the command line has a flag of the running command."""
    source = click.get_current_context().get_parameter_source(name or "")
    return source is ParameterSource.COMMANDLINE


def run_options(flags: SimpleNamespace) -> Options:
    """Return the options of a run, without the flags of resamples, which are for correlations here."""
    own = dict.fromkeys(("confidence", "resamples", "seed"))
    return options_of(SimpleNamespace(**{**vars(flags), **own}))


def measure_scores(
    flags: SimpleNamespace,
    targets: Iterable[str | None],
    human: HumanScores | None = None,
) -> AskedScores:
    """Return the scores of measures; `targets` are the files to write, which must not be read, too.

    If a file has both, the names of human scores are not measures.
    """
    # Scores of files need no run, unless the command line names texts, too.
    kinds = (flags.file_list, flags.peers, flags.models, flags.lines, flags.jsonl)
    is_run = not flags.scores or bool(flags.operands) or any(kind not in (None, ()) for kind in kinds)
    _check_one("--scores-columns", flags.scores_columns, "--scores-format", flags.scores_format)
    asked = input_of_run(flags) if is_run else None
    cells_of_files: list[Cell] = []
    for value in flags.scores:
        name, path = named_file(value)
        options = "scores_format", "scores_columns"
        choices = {option.removeprefix("scores_"): getattr(flags, option) for option in options}
        cells = unchecked_scores(path, figure=FIGURES[flags.figure], options=options, **choices)
        if human is not None and os.path.realpath(path) in map(os.path.realpath, human.paths):
            cells = [cell for cell in cells if cell.name not in human.names]
        if not cells:
            raise InputError(f"{named(path)}: no score but the human ones; name a file with measures")
        prefix = "" if name is None else f"{name} "
        cells_of_files += [cell._replace(name=f"{prefix}{cell.name}") for cell in cells]
    paths = tuple(named_file(value)[1] for value in flags.scores)
    check_apart(targets, (*paths, *(() if human is None else human.paths)))
    own, notes = (None, ()) if asked is None else _scored(flags, asked, targets)
    of_run = () if own is None else own.cells
    found = _names((*of_run, *cells_of_files))
    _check_names(flags.measures, found, "the measures")
    wanted = flags.measures or found
    cells = [cell for cell in of_run if cell.name in wanted]
    cells += checked(cell for cell in cells_of_files if cell.name in wanted)
    baseline = getattr(flags, "compare", None) if asked is None else asked.baseline
    return AskedScores(_in_case(cells, flags), paths, own, notes, baseline)


def _scored(
    flags: SimpleNamespace, asked: Request, targets: Iterable[str | None]
) -> tuple[Run, tuple[str, ...]]:
    options, input = run_options(flags), asked.open()
    input.check_apart(targets, options)
    evaluations, people, reference = input.evaluations, None, getattr(flags, "reference", None)
    if reference is not None:
        people = people_among(evaluations, list(stream_of(evaluations).systems))
        read = load_evaluations(evaluations, None, options)
        evaluations = stream_of(with_one_model(evaluation, reference) for evaluation in read)
    figure = FIGURES[flags.figure]
    scored = run(evaluations, options, figure, people=people, jobs=jobs_of(flags.jobs))
    return scored, input.notes


def _in_case(cells: list[Cell], flags: SimpleNamespace) -> list[Cell]:
    """Return the cells, with the IDs of evaluations in lower case if `--ignore-case` is given."""
    if not getattr(flags, "ignore_case", False):
        return cells
    return [cell._replace(evaluation=cell.evaluation and cell.evaluation.lower()) for cell in cells]


def _names(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the names of scores, in the order of the cells."""
    return tuple(dict.fromkeys(cell.name for cell in cells))


def _check_one(columns: str, description: str | None, format: str, name: str | None) -> None:
    if description is not None and name is not None:
        raise OptionError(f"{columns} and {format} both tell the format: drop one")


def _check_names(wanted: Iterable[str], known: Sequence[str], where: str) -> None:
    for name in wanted:
        if name not in known:
            raise OptionError(f"{name!r} is not among {where}; there are: {some(known)}")
