"""Counts -> results: the estimates of each system by each measure, the signature, and the worst scores."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import isnan
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypeVar

from ..errors import InputError, Message, OptionError, estimate, printable, several, some
from ..evaluation import MODELS, NO_CORPUS, Corpus
from ..kernel.python.sums import added
from ..kernel.threads import Progress
from ..options import EVALUATIONS, REFUSE, SKIP, ZERO, Options, whole_number
from ..rouges import CLASSIC
from .profile import Profile
from .resampling import Ordered, estimates
from .scores import (
    FIGURE_NAMES,
    AnyCounts,
    Estimate,
    Figures,
    MeasureScores,
    Score,
    counts_of,
    figure_name,
    geometric_mean,
    geometric_means,
)
from .signatures import signature
from .tally import Tally

T = TypeVar("T")
_LACKS = "*ROUGE Warning: test instance for peer {} does not exist for evaluation {}"
_LOGGED = {
    "read(?:Text|BE): (.*) -> empty text": r"Empty summary: \1",
    re.escape(_LACKS).replace(r"\{\}", "(.*)"): r"System \1 has no summary in evaluation \2",
}
"""Messages in the log of ROUGE-1.5.5, with a plain wording of each."""
_CAPTIONS, _WORDS_OF_CAPTION, _EVALUATIONS = 4, 25, 3
"""The fewest models of an image, the most words of one on average, and the fewest images."""


class Result(NamedTuple):
    """The estimates of one system by one measure, with the scores behind them."""

    recall: Estimate
    precision: Estimate
    f: Estimate
    scores: MeasureScores
    """The scores of each evaluation that has the system, in the order of the input."""
    counts: AnyCounts
    """The counts summed over the evaluations."""

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {estimate(getattr(self, name))}" for name in FIGURE_NAMES)
        return f"<Result: {figures}; {several(len(self.scores), 'evaluation')}>"


Systems: TypeAlias = Mapping[str, Mapping[str, Result]]


class Results(NamedTuple):
    """All results of a run."""

    profile: Profile
    systems: Systems
    """Results by system, in the order of the input, and by measure, in the order of the report."""
    notes: tuple[str, ...] = ()
    """Notes on the input for the user, each once: missing peers, empty summaries, doubtful texts."""
    corpus: Corpus = NO_CORPUS
    models: Mapping[str, Result] = MappingProxyType({})
    """The results of the models by the measures beside ROUGE."""
    evaluations: int = 0
    """The number of evaluations of the input, whichever systems they have."""
    absent: tuple[str, ...] = ()
    """Systems without a scored summary: their files fit no pattern, or their evaluations have no model."""
    tallies: tuple[Tally, ...] = ()
    """The scores behind the results: of ROUGE and, if there are any, of the measures beside ROUGE."""

    @property
    def options(self) -> Options:
        """The choices of the run."""
        return self.profile.options

    @property
    def signature(self) -> str:
        """One line that pins every choice that changes a figure."""
        return signature(self.profile, self.corpus)

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, in report order."""
        different = dict.fromkeys(map(tuple, self.systems.values()))  # Nearly always there is one.
        return tuple(dict.fromkeys(chain.from_iterable(different)))

    @property
    def beside_rouge(self) -> tuple[str, ...]:
        """The names of the measures that are no ROUGE, and have one figure in place of three."""
        return tuple(name for name in self.measures if name in self.options.about)


def check_report(report: object) -> None:
    """Raise `TypeError` for anything but the results of a run."""
    if not isinstance(report, Results):
        raise TypeError(f"report must be a Report, not {type(report).__name__}")


def results_of(
    tallies: Sequence[Tally],
    corpus: Corpus,
    notes: Iterable[str] = (),
    *,
    evaluations: int,
    absent: tuple[str, ...] = (),
    jobs: int,
    progress: Progress | None = None,
) -> Results:
    """Return the results of the scores of a run: of ROUGE and, if it has any, of measures beside ROUGE.

    The notes on the input stand before the notes on the texts. Systems with equally many evaluations share
    their resamples.
    """
    systems: dict[str, dict[str, Result]] = {}
    for tally in tallies:
        profile = tally.profile
        alike: dict[int, list[tuple[str, str, Ordered]]] = {}
        for system, of_system in tally.scores.items():
            # Measures stand in report order, whichever of them is estimated first.
            systems.setdefault(system, {})
            order = profile.order(system, tally.evaluations[system])
            by_measure = dict(of_system)
            if profile.geometric:
                means = geometric_means([by_measure[name] for name in profile.geometric])
                if profile.options.geometric_of == EVALUATIONS:
                    means.parts = ()
                by_measure[means.measure.name] = means
            for place, (measure, scores) in enumerate(by_measure.items()):
                alike.setdefault(len(order), []).append((system, measure, Ordered(scores, order, place)))
        for rows in alike.values():
            found = estimates(profile, [row for _, _, row in rows], jobs=jobs, progress=progress)
            for (system, measure, (scores, order, _)), of_row in zip(rows, found, strict=True):
                counts = [  # Sums of whole numbers are the same in any order.
                    sum(column) if column.typecode == "q" else added([column[place] for place in order])
                    for column in scores.columns[:4]
                ]
                if scores.parts:  # Readers can compute this average from the averages of the parts.
                    of_parts = [systems[system][name][:3] for name in profile.geometric]
                    of_row = Figures(
                        *(
                            one._replace(average=geometric_mean([part.average for part in parts]))
                            for one, *parts in zip(of_row, *of_parts, strict=True)
                        )
                    )
                systems[system][measure] = Result(*of_row, scores, counts_of(scores.measure, counts))
    models = systems.pop(MODELS, {}) if len(tallies) > 1 else {}
    return Results(
        *(tallies[0].profile, systems, notes_of(tallies, corpus, *notes), corpus, models),
        *(evaluations, absent, tuple(tallies)),
    )


def notes_of(tallies: Sequence[Tally], corpus: Corpus, *before: str) -> tuple[str, ...]:
    """Return the given notes and the notes on the texts of a run, each once."""
    notes = [*before, *(note for tally in tallies for note in tally.all_notes())]
    if _are_captions(tallies[0], corpus):
        notes.append(
            Message(
                "models are several and short, as captions are; papers on captions report another ROUGE,"
                " COCO's ROUGE_L: `profile` coco with `tokenizer` ptb"
            )
        )
    return tuple(dict.fromkeys(notes))


def _are_captions(tally: Tally, corpus: Corpus) -> bool:
    """Return True if most evaluations have several models of few words, and no configuration lists them.

    Headlines are as short, but stand in the files of DUC, which configurations list.
    """
    few, marks = corpus.fewest_models, {*corpus.sentence_marks}
    if tally.profile.options.profile != CLASSIC or few < _CAPTIONS or marks - {"lines", "none"}:
        return False
    if tally.doubts.has_tokens:
        return False
    by_measure = next(iter(tally.scores.values()), {})
    scores = by_measure.get("ROUGE-L", by_measure.get("ROUGE-1"))  # They count all words of all models.
    sizes = scores.columns.model if scores else ()
    short = sum(0 < words <= few * _WORDS_OF_CAPTION for words in sizes)
    return len(sizes) >= _EVALUATIONS and short > len(sizes) / 2


def plain_note(note: str) -> str:
    """Return a note of a run in plain words, even if it is a message in the log of ROUGE-1.5.5."""
    for logged, words in _LOGGED.items():
        if match := re.fullmatch(logged, note, re.DOTALL):
            return match.expand(words)
    return note


def missing_notes(missing: Mapping[str, Sequence[str]], evaluations: int, rule: str = SKIP) -> Iterator[str]:
    """Yield a note for each system that lacks summaries, in the original's words if it lacks one."""
    said = {ZERO: "missing and counted as empty", REFUSE: "missing"}
    for system in sorted(missing):
        lacking = missing[system]
        if len(lacking) == 1 and rule == SKIP:
            (id,) = lacking
            yield _LACKS.format(system, id)
        else:
            yield (
                f"system {printable(system)} has {evaluations - len(lacking):,} of {evaluations:,} summaries;"
                f" {said.get(rule, 'missing and left out')}: {some(lacking)}"
            )


class Worst(NamedTuple):
    """One of the evaluations in which a system does worst."""

    evaluation: str
    """The ID of the evaluation."""
    system: str
    value: float
    """The figure; against another system, the figure minus the other system's figure."""
    score: Score
    """The score of the system."""
    other: Score | None = None
    """The score of the other system."""


def lowest(values: Iterable[tuple[float, T]], count: int) -> list[T]:
    """Return the items with the lowest values, the lowest first.

    Items with equal values keep their order, and NaN comes last. Raises `OptionError` for a count below 0.
    """
    ranked = sorted(values, key=lambda pair: (isnan(pair[0]), pair[0]))
    return [one for _, one in ranked[: whole_number("count", count)]]


def worst_and_ties(
    report: Results,
    count: int,
    measure: str | None,
    *,
    figure: str = "f",
    systems: str | Iterable[str] | None = None,
    against: str | None = None,
) -> tuple[list[Worst], int]:
    """Return the list of `Report.worst`, and the number of further evaluations with its last value."""
    figure = figure_name(figure)
    if measure is None and len(report.measures) == 1:
        (measure,) = report.measures
    if measure not in report.measures:
        raise OptionError("`measure` must be one of: %s", some(report.measures))
    if systems is None:
        systems = [system for system in report.systems if system != against]
    asked = [systems] if isinstance(systems, str) else list(systems)
    wanted = asked if against is None else [*asked, against]
    for system in wanted:
        if system not in report.systems:
            known = some(sorted(report.systems))
            raise InputError(f"no evaluation has a system {system!r}; there are: {known}")
    if against in asked:
        raise InputError(f"system {against} cannot be compared with itself; name another one")
    if not asked:
        raise InputError(f"there is no other system to compare with {against}")
    scores = {system: report.systems[system][measure].scores for system in wanted}

    def values(system: str) -> Iterator[tuple[int, tuple[str, float]]]:
        return enumerate(zip(scores[system].evaluations, getattr(scores[system], figure), strict=True))

    others = {} if against is None else {id: (place, value) for place, (id, value) in values(against)}
    # A value, its system, and the places of the evaluation in the scores of the system and of the other one.
    rows: list[tuple[float, str, int, int]] = []
    for system in asked:
        for place, (id, value) in values(system):
            if against is None:
                rows.append((value, system, place, -1))
            elif id in others and value < others[id][1]:
                rows.append((value - others[id][1], system, place, others[id][0]))
    worst = []
    for value, system, place, place_of_other in lowest(((row[0], row) for row in rows), count):
        score, other = scores[system][place], None if against is None else scores[against][place_of_other]
        worst.append(Worst(score.evaluation, system, value, score, other))
    further = sum(row[0] == worst[-1].value for row in rows) if worst else 0
    return worst, further - sum(one.value == worst[-1].value for one in worst)
