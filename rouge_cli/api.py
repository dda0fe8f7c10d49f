"""The functions that programs call: `evaluate`, the only way from evaluations to figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from os import PathLike, fspath
from typing import TYPE_CHECKING

from .errors import InputError, some
from .evaluation import Evaluation
from .inputs.streams import Evaluations, Stream, missing, systems_of
from .inputs.xml import open_config
from .options import Options, jobs_of
from .profile import ignore
from .profiles import profile_of
from .scoring.check import check
from .scoring.counting import count, count_in
from .scoring.results import Report, summarise
from .text.documents import load

if TYPE_CHECKING:
    from concurrent.futures import Executor

Progress = Callable[[int, int], object]
"""Is told how many evaluations there are, and how many are scored."""

_STEPS = 100
"""The number of times that progress is told in a run, about."""


def evaluate(
    config: str | PathLike[str] | Iterable[Evaluation],
    options: Options | None = None,
    *,
    systems: str | Iterable[str] | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Report:
    """Score systems against models.

    `config` is the path of an XML configuration, or evaluations; `systems` is the ID to score, or
    several (default: all). `jobs` threads share the work (0: as many as there are processors); the
    Python kernel gains nothing by them. With an `executor`, evaluations are split over its workers
    instead, which must be processes or machines that have this package and see the same files.
    `progress` is told of the work done so far, about a hundred times. None of them changes a figure.

    Raises `InputError` for what cannot be read or scored; files that are missing are found before
    anything is scored. Raises `TypeError` for anything else than evaluations and options.
    """
    return evaluate_watched(
        config, options, systems=systems, jobs=jobs, executor=executor, scoring=progress, resampling=None
    )


def evaluate_watched(
    config: str | PathLike[str] | Iterable[Evaluation],
    options: Options | None,
    *,
    systems: str | Iterable[str] | None,
    jobs: int,
    executor: Executor | None,
    scoring: Progress | None,
    resampling: Progress | None,
) -> Report:
    """Score as `evaluate` does; `scoring` is its progress, and `resampling` that of what follows."""
    options = _options(options)
    jobs = jobs_of(jobs)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor must be an executor, with `submit`, not {type(executor).__name__}")
    evaluations = _evaluations(config)
    chosen = _chosen(evaluations, systems)
    profile = profile_of(options)
    corpus = check(evaluations, chosen, profile)
    told = _at_times(scoring, len(evaluations))
    if executor is None:
        counted = count(evaluations, chosen, profile, jobs=jobs, progress=told)
    else:
        counted = count_in(executor, evaluations, chosen, profile, told)
    notes = counted.all_notes(*_input_notes(evaluations), *missing_notes(evaluations, chosen))
    results = summarise(
        counted.evaluations, counted.columns, profile, jobs=jobs, progress=resampling or ignore
    )
    return Report(profile, results, notes, corpus)


def load_evaluations(
    evaluations: Evaluations, systems: Iterable[str] | None = None, options: Options | None = None
) -> list[Evaluation]:
    """Return the evaluations of the systems with the bytes of their files, each of which is read once.

    Raises `InputError` as `evaluate` does.
    """
    profile = profile_of(_options(options))
    chosen = _chosen(evaluations, systems)
    check(evaluations, chosen, profile)
    load_once = lru_cache(maxsize=None)(load)
    kept = frozenset(chosen)
    return [evaluation.only(kept).map(load_once) for evaluation in evaluations]


def only_systems(evaluations: Evaluations, systems: Iterable[str]) -> list[Evaluation]:
    """Return the evaluations with these systems alone. Raises `InputError` as `evaluate` does."""
    kept = frozenset(_chosen(evaluations, systems))
    return [evaluation.only(kept) for evaluation in evaluations]


def _options(options: object) -> Options:
    if options is None:
        return Options()
    if not isinstance(options, Options):
        raise TypeError(
            f"options must be Options, not {type(options).__name__}; models belong to evaluations:"
            " evaluate([Evaluation.of_texts(id, {system: peer}, models)], Options(...))"
        )
    return options


def _evaluations(config: object) -> Evaluations:
    if isinstance(config, Stream):
        return config
    if isinstance(config, str | PathLike):
        return open_config(fspath(config))
    wanted = "the path of a configuration, or several evaluations, is wanted"
    if isinstance(config, Evaluation):
        raise TypeError(f"{wanted}, not one evaluation: [evaluation]")
    if isinstance(config, bytes) or not isinstance(config, Iterable):
        raise TypeError(f"{wanted}, not {type(config).__name__}")
    evaluations = list(config)
    for one in evaluations:
        if not isinstance(one, Evaluation):
            raise TypeError(
                f"{wanted}, not a list with {type(one).__name__} in it;"
                " Evaluation.of_texts makes an evaluation of texts"
            )
    return evaluations


def _chosen(evaluations: Evaluations, systems: str | Iterable[str] | None) -> list[str]:
    known = list(systems_of(evaluations))
    if systems is None:
        return known
    if isinstance(systems, bytes | bytearray) or not isinstance(systems, Iterable):
        raise TypeError(f"systems must be an ID or several, not {type(systems).__name__}")
    chosen = list(dict.fromkeys([systems] if isinstance(systems, str) else systems))
    there = frozenset(known)
    for system in chosen:
        if not isinstance(system, str):
            raise TypeError(f"IDs of systems must be strings, not {system!r}")
        if system not in there:
            raise InputError(f"no evaluation has a system {system!r}; there are: {some(sorted(known))}")
    return chosen


def _input_notes(evaluations: Evaluations) -> Iterable[str]:
    """Return the notes on the input as a whole."""
    if not len(evaluations):
        return ("there are no evaluations, so nothing is scored",)
    return evaluations.notes if isinstance(evaluations, Stream) else ()


def missing_notes(evaluations: Evaluations, systems: Sequence[str]) -> Iterable[str]:
    """Yield a note for each system that has no summary in an evaluation, in the original's words."""
    for system in sorted(systems):
        for id in missing(evaluations, system):
            yield f"*ROUGE Warning: test instance for peer {system} does not exist for evaluation {id}"


def _at_times(progress: Progress | None, total: int) -> Callable[[int], object] | None:
    """Return what tells the progress at most about a hundred times, the last time with all work done."""
    if progress is None:
        return None
    step = -(-total // _STEPS) or 1
    due = step

    def tell(count: int) -> None:
        nonlocal due
        if count >= due or count == total:
            due = count + step
            progress(total, count)

    return tell
