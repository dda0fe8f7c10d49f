"""Lin's table for one's own data: the measures and preparations that agree best with people.

Lin (2004), "ROUGE: A Package for Automatic Evaluation of Summaries", section 6: the Pearson correlation of
the systems' average recall with their average human score, for 17 measures, with texts as they are (CASE),
stemmed (STEM) or without stop words (STOP), against one reference and against several. Lin made the tables
with ROUGE 1.2.1, which took the jackknife over several references.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from ..errors import InputError, OptionError, some
from ..evaluation import Evaluation
from ..inputs.streams import stream_of
from ..inputs.xml import read_config
from ..options import Options, jobs_of
from ..rouges import PROFILES
from .correlate import checked, load_packages, people_among, run, with_one_model
from .outcomes import Cell, Settings, Study, StudyColumn

if TYPE_CHECKING:
    from .matrices import Kept

REFERENCES: dict[str, tuple[str, ...]] = {"jackknife": ("best_model",), "best": ("best_model",), "pooled": ()}
"""The ways to combine several references, each with its option."""
PREPARATIONS: dict[str, tuple[str, ...]] = {"CASE": (), "STEM": ("stem",), "STOP": ("remove_stop_words",)}
"""The preparations of texts, each with its option."""

ROWS = (
    *(f"ROUGE-{n}" for n in range(1, 10)),
    *("ROUGE-L", "ROUGE-S*", "ROUGE-S4", "ROUGE-S9", "ROUGE-SU*", "ROUGE-SU4", "ROUGE-SU9", "ROUGE-W-1.2"),
)
"""The measures in the order of the table."""

_FIGURE = "recall"
_SET = "\0without "
"""The mark in the ID of an evaluation that stands before the author whose models are left out."""

_NONE: dict[str, Any] = {"max_ngram": 0, "rouge_l": False, "weight": None, "skip_gap": None}
_RUNS: tuple[dict[str, Any], ...] = (
    {"max_ngram": 9, "rouge_l": True, "weight": 1.2, "skip_gap": -1},
    _NONE | {"skip_gap": 4},
    _NONE | {"skip_gap": 9},
)
"""The measures of each run; a run has ROUGE-S and ROUGE-SU of one skip distance."""
_ALL_RUNS: dict[str, Any] = {
    "skip_both": True,
    **dict.fromkeys(("basic_elements", "paper_weight")),
    **dict.fromkeys(
        ("skip_unigrams", "mead", "stem", "stem_models", "remove_stop_words", "jackknife", "best_model"),
        False,
    ),
}
"""The options of all runs; a preparation or a way to combine references changes some."""


def lin_study(
    evaluations: str | PathLike[str] | Iterable[Evaluation],
    human: Iterable[Cell],
    options: Options | None = None,
    *,
    references: str = "jackknife",
    reference: str | None = None,
    coefficient: str = "pearson",
    confidence: float = 95,
    resamples: int = 1000,
    people: str = "without",
    average_annotators: bool = False,
    jobs: int = 1,
) -> Study:
    """Return the table of Lin (2004), section 6, for evaluations and human scores of their systems.

    `evaluations` are the path of an XML configuration, or evaluations; `human` has cells of one name. The
    study chooses measures, stems, stop words and the handling of references itself, and takes everything
    else, such as a limit of the length, from `options`. The columns of one reference take the reference with
    the ID `reference`, or the first of each evaluation. `references` combines several: `jackknife` (the best
    of each set, as in Lin's time), `best` or `pooled`. Intervals, and intervals of the difference to the best
    of a column, are bootstraps of systems and evaluations, or of systems alone where people scored whole
    systems.

    Raises `RougeError` if NumPy or SciPy cannot be loaded, `OptionError` for a choice that does not exist,
    and `InputError` for texts or scores that cannot be scored or correlated.
    """
    settings = checked(
        Settings(("system",), (coefficient,), "both", float(confidence), resamples, "none", people=people)
    )
    if references not in REFERENCES:
        raise OptionError(f"`references` must be one of {', '.join(REFERENCES)}, not {references!r}")
    base = options or Options()
    if base.profile != PROFILES[0]:
        raise OptionError(f"the study is of `profile` {PROFILES[0]}, not {base.profile}")
    if coefficient == "accuracy":
        raise OptionError("`coefficient` must be pearson, spearman or kendall, not 'accuracy'")
    jobs = jobs_of(jobs)
    load_packages("lin_study")
    from .analysis import on_cells, study_cells
    from .matrices import join, keep, tabulate

    judged = tabulate(human, average=average_annotators)
    if len(judged.scores) != 1:
        raise InputError(f"a study has one human score, but there are {some(list(judged.scores))}; name one")
    (human_name,) = judged.scores
    read = read_config(fspath(evaluations)) if isinstance(evaluations, str | PathLike) else [*evaluations]
    # People are known by the IDs of all models; a set of models may lack some.
    people_found = people_among(read, list(stream_of(read).systems))
    columns: dict[StudyColumn, Kept] = {}
    for label, of_set, combined in _sets(read, reference, references):
        for preparation, preparing in PREPARATIONS.items():
            chosen = _ALL_RUNS | dict.fromkeys((*preparing, *combined), True)
            # The mean of the scores with all sets of models is the score of their evaluation.
            scored = (
                cell._replace(evaluation=(cell.evaluation or "").partition(_SET)[0])
                for measures in _RUNS
                for cell in run(
                    of_set, replace(base, **(chosen | measures)), _FIGURE, people=people_found, jobs=jobs
                ).cells
            )
            scores = tabulate(scored, average=True)
            columns[StudyColumn(label, preparation)] = keep(
                join(scores, judged, settings.people), ROWS, human_name
            )
    cells = [study_cells(kept, ROWS, settings) for kept in columns.values()]
    first = next(iter(columns.values()))
    return Study(
        *(human_name, coefficient, _FIGURE, references, tuple(columns)),
        {measure: tuple(of_column[measure] for of_column in cells) for measure in ROWS},
        *(first.systems, first.evaluations, settings.confidence, settings.resamples),
        # One more run, on all references, for the notes on them.
        (
            *run(read, replace(base, **(_ALL_RUNS | _NONE | {"max_ngram": 1})), jobs=jobs).notes,
            *on_cells(first, settings),
        ),
    )


def _sets(
    read: list[Evaluation], reference: str | None, references: str
) -> Iterator[tuple[str, list[Evaluation], tuple[str, ...]]]:
    """Yield a label, evaluations with one reference or with all, and the option that combines several."""
    yield "1 REF", [with_one_model(evaluation, reference) for evaluation in read], ()
    counts = [len(evaluation.models) for evaluation in read]
    fewest, most = min(counts, default=0), max(counts, default=0)
    if most > 1:
        number = f"{most}" if fewest == most else f"{fewest}-{most}"
        if references == "jackknife":
            # Each set of models, without the models of one author, is an evaluation with an ID of its own.
            # `Options.jackknife` would round the mean of the scores with all sets.
            read = [
                evaluation.without(person)._replace(id=f"{evaluation.id}{_SET}{person}")
                for evaluation in read
                for person in dict.fromkeys(evaluation.people())
            ]
        yield f"{number} REFS", read, REFERENCES[references]
