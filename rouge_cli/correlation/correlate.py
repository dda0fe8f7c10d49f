"""`correlate`, the function for programs; a call loads NumPy and SciPy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ..errors import InputError, Message, OptionError, load_extra, some
from ..kernel.threads import in_turn
from ..options import jobs_of, whole_number
from ..scoring.results import Results
from .outcomes import CHOICES, Cell, Correlations, Settings


def correlate(
    scores: Results | Iterable[Cell],
    human: Iterable[Cell],
    *,
    levels: Sequence[str] = ("system", "summary"),
    coefficients: Sequence[str] = ("pearson", "spearman", "kendall"),
    interval: str = "both",
    confidence: float = 95,
    resamples: int = 1000,
    compare: bool | str = False,
    test: str = "permutation",
    seed: int = 0,
    figure: str = "f",
    people: str = "without",
    persons: Sequence[str] = (),
    undefined: str = "skip",
    complete: bool = False,
    metric_inputs: str = "judged",
    lower_is_better: Sequence[str] = (),
    average_annotators: bool = False,
    jobs: int = 1,
) -> Correlations:
    """Correlate the scores of measures with human scores of the same systems and evaluations.

    `scores` is a report, which gives its `figure` (recall, precision, f), or cells; `human` are cells.
    `levels`: `system` (the systems' means), `summary` (the mean over evaluations of the correlation over
    systems), `global` (all summaries). `coefficients`: `pearson`, `spearman`, `kendall` (τ-b), `accuracy`
    (of pairs, with calibrated ties and soft). `interval`: a bootstrap of `both` systems and evaluations, of
    `inputs` (evaluations) or `systems`, `fisher` or `none`, at a `confidence` in per cent.

    `compare` tests every two measures (True) or all others against one (its name), by `test`:
    `permutation` swaps the scores of single summaries, `permutation-systems` and `permutation-inputs`
    swap the scores of whole systems and evaluations, `williams` is Williams' test. There are `resamples`
    resamples and as many permutations, drawn by `seed` in the order of IDs, or all permutations where there
    are no more.

    `people` among the systems are left out (`without`), kept (`with`) or kept alone (`only`). Cells say who
    is a person (`Cell.is_person`), and `persons` names others. A report lacks the IDs of models, by which
    `rouge-tools correlate` finds people: name the people among its systems. Where a coefficient is
    `undefined` in an evaluation, the summary level leaves the evaluation out (`skip`) or takes 0 (`zero`).
    `complete` keeps the evaluations that all systems have; `metric_inputs` `all` lets evaluations that nobody
    judged count in a measure's system means. Measures in `lower_is_better` change their sign.
    `average_annotators` takes the mean of several human scores of a cell. `jobs` threads share the work (0:
    all processors); they change no figure.

    Deutsch, Dror and Roth (2021) define levels, intervals and tests. Raises `RougeError` if NumPy or SciPy
    cannot be loaded, `OptionError` for a choice that does not exist, and `InputError` for scores that cannot
    be correlated.
    """
    settings = _checked(
        Settings(
            *(_names(levels), _names(coefficients), interval, float(confidence), resamples, test, seed),
            *(people, undefined, complete, metric_inputs, _names(lower_is_better)),
        )
    )
    jobs = jobs_of(jobs)
    load_packages("correlate")
    from .analysis import analyse, compare_at, compared_pairs, notes_of
    from .matrices import join, tabulate

    measured = tabulate(scores, figure)
    for name in settings.lower_is_better:
        if name not in measured.scores:
            there = some(list(measured.scores))
            raise InputError("`lower_is_better` names %r, which is no measure; there are: %s", name, there)
    signed = {
        name: -matrix if name in settings.lower_is_better else matrix
        for name, matrix in measured.scores.items()
    }
    judged = tabulate(human, average=average_annotators)
    systems = {*judged.systems, *measured.systems}
    for name in _names(persons):
        if name not in systems:
            there = some(sorted(systems))
            raise InputError("`persons` names %r, which is no system; there are: %s", name, there)
    judged = judged._replace(people=(*judged.people, *_names(persons)))
    joined = join(measured._replace(scores=signed), judged, settings.people)

    # Whole systems have only the system level.
    levels = [level for level in settings.levels if joined.has_evaluations or level == "system"]
    if not levels:
        raise InputError(
            Message(
                "whole systems are scored, without evaluations, and have the system level alone;"
                " `levels` must have it"
            )
        )
    measures, humans = tuple(joined.scores), tuple(joined.humans)
    is_compared = bool(compare) and settings.test != "none"
    pairs = compared_pairs(measures, compare if isinstance(compare, str) else None) if is_compared else []
    # NumPy releases the GIL, so that threads compute at the same time.
    tasks = [(measure, human) for human in humans for measure in measures]
    results = tuple(in_turn(lambda task: analyse(joined, *task, levels, settings), tasks, jobs))
    at_levels = [(level, joined, pairs, human) for human in humans for level in levels if pairs]
    differences = in_turn(lambda task: compare_at(*task, settings), at_levels, jobs)
    comparisons = tuple(chain.from_iterable(differences))
    return Correlations(
        joined.systems,
        joined.evaluations if joined.has_evaluations else (),
        *(joined.people, measures, humans, results, comparisons),
        notes_of(joined, results, comparisons, levels, settings, compared=is_compared),
        settings,
    )


def load_packages(purpose: str) -> None:
    """Load NumPy and SciPy. Raises `RougeError`, which names the extra, where they cannot be loaded."""
    for module in ("numpy", "scipy.special"):
        load_extra(module, purpose)


def _names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names as a tuple; a single name may be a plain string."""
    return (names,) if isinstance(names, str) else tuple(names)


def _checked(settings: Settings) -> Settings:
    """Return the settings. Raises `OptionError` for a choice that does not exist."""
    for name, allowed in CHOICES.items():
        chosen = getattr(settings, name)
        values = chosen if isinstance(chosen, tuple) else (chosen,)
        if not values:
            raise OptionError(f"`{name}` must name at least one of %s", ", ".join(allowed))
        for value in values:
            if value not in allowed:
                raise OptionError(f"`{name}` must be one of %s, not %r", ", ".join(allowed), value)
    if not 0 < settings.confidence < 100:
        raise OptionError("`confidence` must be between 0 and 100, not %r", settings.confidence)
    resamples = whole_number("resamples", settings.resamples, 1, 2**32 - 1)
    return settings._replace(resamples=resamples, seed=whole_number("seed", settings.seed, 0, 2**32 - 1))
