"""The checks of evaluations before anything is scored, and what the signature says of them."""

from collections.abc import Iterable, Mapping, Sequence

from ..errors import InputError, some
from ..evaluation import Corpus, Evaluation, File, Text, sound
from ..inputs.streams import Evaluations, Stream
from ..profile import Profile
from ..text.files import obstacles


def check(evaluations: Evaluations, systems: Sequence[str], profile: Profile) -> Corpus:
    """Check what is to be scored, and return what the signature says of it.

    Raises `InputError` as `sound` and `Profile.check_models` do, and for a file that the run needs and
    that cannot be read or has an unfit format. All such files are named in one message: the first ten and
    a count. Of many files in one folder only missing ones are found here, see `obstacles`.
    """
    if not isinstance(evaluations, Stream):
        return check_evaluations(evaluations, systems, profile)
    for format, evaluation in evaluations.formats(systems).items():
        _check_format(evaluation, format, profile)
    _refuse(obstacles(evaluations.paths(systems)))
    if not profile.pools_all:
        for one in evaluations:
            _check_models(one, profile)
    return evaluations.corpus_of(systems)


def check_evaluations(evaluations: Iterable[Evaluation], systems: Iterable[str], profile: Profile) -> Corpus:
    """Check single evaluations as `check` does."""
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
        if not profile.pools_all:
            _check_models(evaluation, profile)
        for source in (*evaluation.models, *peers.values()):
            if not isinstance(source, File | Text):
                raise TypeError(
                    f"evaluation {evaluation.id}: a summary must be a File or a Text, not"
                    f" {type(source).__name__}; Evaluation.of_texts makes an evaluation of texts"
                )
            marks[source.sentence_marks] = None
            if isinstance(source, File):
                if source.format not in fit:
                    _check_format(evaluation.id, source.format, profile)
                    fit.add(source.format)
                if source.data is None:
                    paths[source.path] = None
    _refuse(obstacles(paths))
    return Corpus(min(numbers, default=0), max(numbers, default=0), tuple(sorted(marks)))


def _check_models(evaluation: Evaluation, profile: Profile) -> None:
    profile.check_models(evaluation.people(), f"evaluation {evaluation.id}")


def _refuse(unreadable: Mapping[str, str]) -> None:
    """Raise `InputError` where there are files that cannot be read, with the reason for each path."""
    if unreadable:
        raise InputError(
            f"{'a summary' if len(unreadable) == 1 else f'{len(unreadable):,} summaries'} cannot be read: "
            f"{some([f'{path} ({reason})' for path, reason in unreadable.items()])};"
            " check the configuration (relative paths start at the working directory)"
        )


def _check_format(evaluation: str, format: str, profile: Profile) -> None:
    """Tokens come from SEE, SPL and ISI; basic elements from SIMPLE (and, without effect, from ISI)."""
    for measure in profile.measures:
        elements = measure.model_reading.elements
        formats = ("SIMPLE", "ISI") if elements else ("SEE", "SPL", "ISI")
        if format not in formats:
            remedy = (
                "`basic_elements` takes SIMPLE" if elements else "SIMPLE goes with `basic_elements` alone"
            )
            raise InputError(
                f"evaluation {evaluation}: Unknown input format: {format} for {measure.name} ({remedy})"
            )
