"""`Scores`: the scores of many pairs by each measure, in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import overload

from ..errors import InputError
from ..evaluation import Corpus, Numbered
from ..measures.scores import Figures, MeasureScores, Score
from ..options import Options
from ..profile import Profile
from .counting import Tally
from .results import Report, summarise

SYSTEM = ""
"""The system of all peers while they are counted, whose name nobody sees."""


class Scores(Sequence[dict[str, Score]]):
    """The scores of many peers, in input order.

    `scores["ROUGE-1"].f` is a column, `scores[17]["ROUGE-1"]` a record, made when it is looked at.
    """

    def __init__(self, profile: Profile, tally: Tally, corpus: Corpus) -> None:
        """Scores are made by `Scorer.score_batch`, and by `concat`."""
        self.profile = profile
        self.evaluations: Sequence[str] = tally.evaluations[SYSTEM] or Numbered(0)
        """The IDs of the pairs: `1`, `2` … unless others were given."""
        self.corpus = corpus
        self._tally = tally
        self._by_measure = {
            measure.name: MeasureScores(self.evaluations, *columns)
            for measure, columns in zip(profile.measures, tally.columns[SYSTEM], strict=True)
        }

    @property
    def options(self) -> Options:
        """The choices that the scores were made with."""
        return self.profile.options

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, in report order."""
        return tuple(self._by_measure)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the texts for the user, each once: empty summaries, doubtful texts."""
        return self._tally.all_notes()

    def __len__(self) -> int:
        return len(self.evaluations)

    @overload
    def __getitem__(self, place: str) -> MeasureScores: ...
    @overload
    def __getitem__(self, place: int) -> dict[str, Score]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Score]]: ...
    def __getitem__(
        self, place: str | int | slice
    ) -> MeasureScores | dict[str, Score] | list[dict[str, Score]]:
        if isinstance(place, str):
            if place not in self._by_measure:
                raise KeyError(f"no measure {place!r}; there are: {', '.join(self._by_measure)}")
            return self._by_measure[place]
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        if not -len(self) <= place < len(self):
            raise IndexError(f"there are {len(self):,} scores; none has the index {place}")
        return {name: scores[place] for name, scores in self._by_measure.items()}

    def __iter__(self) -> Iterator[dict[str, Score]]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Scores)
            and self.profile == other.profile
            and self._by_measure == other._by_measure
        )

    __hash__ = None  # type: ignore[assignment]  # Columns can change, as lists can.

    def __reduce__(self) -> tuple[object, ...]:
        return Scores, (self.profile, self._tally, self.corpus)

    def mean(self) -> dict[str, Figures[float]]:
        """Return the means of recall, precision and F by each measure; 0 where there is no score.

        The sums are rounded once, so the means depend on no order. The averages of a report are those of
        its resamples.
        """
        size = len(self) or 1
        return {
            name: scores.figures.map(lambda column: fsum(column) / size)
            for name, scores in self._by_measure.items()
        }

    def report(self, system: str = "system", *, jobs: int = 1) -> Report:
        """Return the estimates as `evaluate` makes them for a system of this ID on the same pairs.

        `jobs` threads share the resamples.
        """
        columns = self._tally.columns[SYSTEM]
        results = summarise({system: self.evaluations}, {system: columns}, self.profile, jobs=jobs)
        return Report(self.profile, results, self.notes, self.corpus)

    @classmethod
    def concat(cls, parts: Iterable[Scores]) -> Scores:
        """Return the scores of all parts, one behind the other.

        Evaluations that are numbered are numbered anew from 1. Raises `InputError` for no parts, for
        parts of different options, where only some have IDs, and for an ID that is there twice.
        """
        parts = list(parts)
        if not parts:
            raise InputError("there are no parts; give the scores of one at least")
        profile = parts[0].profile
        tally = Tally([SYSTEM], profile)
        numbered = [isinstance(part.evaluations, Numbered) for part in parts]
        if any(numbered) and not all(numbered):
            raise InputError("some parts have IDs and some have not; give IDs to all of them or to none")
        for part in parts:
            if part.profile != profile:
                raise InputError(f"parts are of different options ({profile!r} and {part.profile!r})")
            tally.extend(part._tally)
        if all(numbered):
            tally.evaluations[SYSTEM] = Numbered(sum(map(len, parts)))
        elif len(set(tally.evaluations[SYSTEM])) < len(tally.evaluations[SYSTEM]):
            raise InputError("an ID is there twice; give each evaluation its own")
        return cls(profile, tally, _all_of([part.corpus for part in parts if len(part)]))


def _all_of(corpora: Sequence[Corpus]) -> Corpus:
    return Corpus(
        min((corpus.fewest_models for corpus in corpora), default=0),
        max((corpus.most_models for corpus in corpora), default=0),
        tuple(sorted({mark for corpus in corpora for mark in corpus.sentence_marks})),
    )
