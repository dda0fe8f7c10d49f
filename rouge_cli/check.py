"""What must hold of the evaluations before anything is scored."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence

from .errors import InputError
from .evaluation import Evaluation, File, Source, Text
from .measures import Measure

_NAMED = 10


def check_evaluations(
    evaluations: Iterable[Evaluation], systems: Iterable[str], table: Sequence[Measure]
) -> None:
    """Raises `InputError` for an evaluation that is named twice or has no model, and for a file that
    the run needs and that cannot be read or has an unfit format.

    All unreadable files are named in one message: the first ten and a count.
    """
    wanted = set(systems)
    seen: set[str] = set()
    fit: set[str] = set()
    obstacles: dict[File, str | None] = {}
    for evaluation in evaluations:
        if evaluation.id in seen:
            raise InputError(f"evaluation {evaluation.id} is there twice; give each its own ID")
        seen.add(evaluation.id)
        if not evaluation.models:
            raise InputError(f"evaluation {evaluation.id} has no model; give it at least one")
        for source in _needed(evaluation, wanted):
            if isinstance(source, Text):
                continue
            if source.format not in fit:
                _check_format(evaluation, source, table)
                fit.add(source.format)
            if source not in obstacles:
                obstacles[source] = _obstacle(source.path)
    unreadable = [f"{file.path} ({obstacle})" for file, obstacle in obstacles.items() if obstacle]
    if unreadable:
        more = len(unreadable) - _NAMED
        raise InputError(
            f"{'a summary' if len(unreadable) == 1 else f'{len(unreadable)} summaries'} cannot be read: "
            + ", ".join(unreadable[:_NAMED])
            + (f" and {more} more" if more > 0 else "")
            + "; check the configuration (relative paths start at the working directory)"
        )


def _needed(evaluation: Evaluation, systems: set[str]) -> Iterator[Source]:
    peers = [peer for system, peer in evaluation.peers.items() if peer is not None and system in systems]
    if peers:
        yield from evaluation.models
        yield from peers


def _check_format(evaluation: Evaluation, file: File, table: Sequence[Measure]) -> None:
    """Tokens come from SEE, SPL and ISI; basic elements from SIMPLE (and, without effect, from ISI)."""
    for measure in table:
        elements = measure.model_reading.elements
        formats = ("SIMPLE", "ISI") if elements else ("SEE", "SPL", "ISI")
        if file.format not in formats:
            remedy = "-3 takes SIMPLE" if elements else "SIMPLE goes with -3 alone"
            raise InputError(
                f"evaluation {evaluation.id}: "
                f"Unknown input format: {file.format} for {measure.name} ({remedy})"
            )


def _obstacle(path: str) -> str | None:
    """Why the file cannot be read, or None."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return "missing" if isinstance(error, FileNotFoundError) else error.strerror
    except ValueError:
        return "no file name"
    if stat.S_ISDIR(mode):
        return "a folder"
    return None if os.access(path, os.R_OK) else "unreadable"
