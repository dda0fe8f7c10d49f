"""`evaluate`: a configuration or evaluations to a report."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from typing import TYPE_CHECKING

from ..evaluation import Evaluation
from ..inputs.streams import Evaluations, Stream
from ..inputs.xml import open_config
from ..options import Options, jobs_of
from ..profile import Progress
from ..scoring.engine import score_evaluations
from .report import Report, report_of

if TYPE_CHECKING:
    from concurrent.futures import Executor


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
    `progress` is called about a hundred times, with the number of evaluations and the number scored so far.
    None of them changes a figure.

    Raises `InputError` for what cannot be read or scored; files that are missing are found before
    anything is scored. Raises `TypeError` for anything else than evaluations and options.
    """
    options = _options(options)
    jobs = jobs_of(jobs)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor must be an executor, with `submit`, not {type(executor).__name__}")
    return report_of(
        score_evaluations(
            _evaluations(config), options, systems, jobs=jobs, executor=executor, scoring=progress
        )
    )


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
