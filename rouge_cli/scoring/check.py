"""What must hold of the evaluations before anything is scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..errors import InputError, some
from ..evaluation import Evaluation, File
from ..text.files import obstacle
from .measures import Measure


def check_evaluations(
    evaluations: Iterable[Evaluation], systems: Iterable[str], table: Sequence[Measure]
) -> None:
    """Raises `InputError` as `sound` does, and for a file that the run needs and that cannot be read or
    has an unfit format.

    All unreadable files are named in one message: the first ten and a count.
    """
    wanted = frozenset(systems)
    fit: set[str] = set()
    paths: dict[str, None] = {}
    for evaluation in sound(evaluations):
        peers = evaluation.present(wanted)
        for source in (*evaluation.models, *peers.values()) if peers else ():
            if isinstance(source, File):
                if source.format not in fit:
                    _check_format(evaluation, source, table)
                    fit.add(source.format)
                if source.data is None:
                    paths[source.path] = None
    unreadable = [f"{path} ({reason})" for path in paths if (reason := obstacle(path))]
    if unreadable:
        raise InputError(
            f"{'a summary' if len(unreadable) == 1 else f'{len(unreadable):,} summaries'} cannot be read: "
            f"{some(unreadable)}; check the configuration (relative paths start at the working directory)"
        )


def sound(evaluations: Iterable[Evaluation]) -> Iterator[Evaluation]:
    """The evaluations, one after the other.

    Raises `InputError` for one that is named twice or has no model.
    """
    seen: set[str] = set()
    for evaluation in evaluations:
        if evaluation.id in seen:
            raise InputError(f"evaluation {evaluation.id} is there twice; give each its own ID")
        seen.add(evaluation.id)
        if not evaluation.models:
            raise InputError(f"evaluation {evaluation.id} has no model; give it at least one")
        yield evaluation


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
