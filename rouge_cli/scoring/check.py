"""The checks of evaluations before anything is scored, and what the signature says of them."""

from collections.abc import Iterable

from ..errors import InputError, some
from ..evaluation import Corpus, Evaluation, File, sound
from ..profile import Profile
from ..text.files import obstacle


def check_evaluations(evaluations: Iterable[Evaluation], systems: Iterable[str], profile: Profile) -> Corpus:
    """Check what is to be scored, and return what the signature says of it.

    Raises `InputError` as `sound` and `Profile.check_models` do, and for a file that the run needs and
    that cannot be read or has an unfit format. All unreadable files are named in one message: the first
    ten and a count.
    """
    wanted = frozenset(systems)
    fit: set[str] = set()
    marks: dict[str, None] = {}
    numbers: set[int] = set()
    paths: dict[str, None] = {}
    for evaluation in sound(evaluations):
        peers = evaluation.present(wanted)
        if not peers:
            continue
        numbers.add(len(evaluation.models))
        people = evaluation.model_ids or range(len(evaluation.models))
        profile.check_models(people, f"evaluation {evaluation.id}")
        for source in (*evaluation.models, *peers.values()):
            marks[source.sentence_marks] = None
            if isinstance(source, File):
                if source.format not in fit:
                    _check_format(evaluation, source, profile)
                    fit.add(source.format)
                if source.data is None:
                    paths[source.path] = None
    unreadable = [f"{path} ({reason})" for path in paths if (reason := obstacle(path))]
    if unreadable:
        raise InputError(
            f"{'a summary' if len(unreadable) == 1 else f'{len(unreadable):,} summaries'} cannot be read: "
            f"{some(unreadable)}; check the configuration (relative paths start at the working directory)"
        )
    return Corpus(min(numbers, default=0), max(numbers, default=0), tuple(sorted(marks)))


def _check_format(evaluation: Evaluation, file: File, profile: Profile) -> None:
    """Tokens come from SEE, SPL and ISI; basic elements from SIMPLE (and, without effect, from ISI)."""
    for measure in profile.measures:
        elements = measure.model_reading.elements
        formats = ("SIMPLE", "ISI") if elements else ("SEE", "SPL", "ISI")
        if file.format not in formats:
            remedy = (
                "`basic_elements` takes SIMPLE" if elements else "SIMPLE goes with `basic_elements` alone"
            )
            raise InputError(
                f"evaluation {evaluation.id}: "
                f"Unknown input format: {file.format} for {measure.name} ({remedy})"
            )
