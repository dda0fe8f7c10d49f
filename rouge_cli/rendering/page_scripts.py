"""The scripts of pages: names, scores, comparisons, and texts cut into pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import isfinite, nan
from typing import Any

from ..errors import readable, shown
from ..scoring.comparison import Comparison, pair_of
from ..scoring.results import Results
from . import FIGURES, Output
from .page_records import JudgedDifference, judged
from .page_templates import DECIMALS
from .presentation import p_text

_UNITS = 10**DECIMALS
"""Scripts have figures as whole numbers of millionths, which are short and quick to read."""


class AlignedScores:
    """The columns of all systems, with a place for every evaluation that any system has."""

    def __init__(self, report: Results, systems: Sequence[str]) -> None:
        """Order the evaluations as in the system with the most evaluations."""
        self._report = report
        self.systems = list(systems)
        self.measures = list(report.measures)
        having = [self._evaluations(system) for system in report.systems]
        having.sort(key=len, reverse=True)
        self.ids: list[str] = list(dict.fromkeys(chain.from_iterable(having)))

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each evaluation, by its ID."""
        return {id: place for place, id in enumerate(self.ids)}

    def column(self, system: str, measure: str, letter: str) -> Sequence[float]:
        """Return a figure of a system in all evaluations, NaN where the system is missing."""
        scores = self._report.systems[system][measure].scores
        return self._aligned(system, getattr(scores.figures, FIGURES[letter]))

    def lengths(self, system: str, measure: str, models: Mapping[int, int]) -> Iterator[Iterator[float]]:
        """Yield the units that a measure counts in the peer, and the mean number in the models.

        `models` has the number of models by the place of an evaluation. Counts are sums over models and,
        under the jackknife, over sets of models.
        """
        options = self._report.options
        is_pooled = not options.best_model and self._report.profile.rouge.combination == "pooled"
        counts = self._report.systems[system][measure].scores.columns
        for column in (counts.peer, counts.model):
            yield (
                value / _times(models.get(place, 1), is_pooled=is_pooled, in_sets=options.jackknife)
                for place, value in enumerate(self._aligned(system, column))
            )

    def _evaluations(self, system: str) -> Sequence[str]:
        return self._report.systems[system][self.measures[0]].scores.evaluations

    def _aligned(self, system: str, column: Sequence[float]) -> Sequence[float]:
        evaluations = self._evaluations(system)
        if list(evaluations) == self.ids:
            return column
        aligned = [nan] * len(self.ids)
        for id, value in zip(evaluations, column, strict=True):
            aligned[self.places[id]] = value
        return aligned


def _times(models: int, *, is_pooled: bool, in_sets: bool) -> int:
    """Return how often the peer is added up in its counts, if it has this number of models."""
    if in_sets and models > 1:
        return models * (models - 1) if is_pooled else models
    return models if is_pooled else 1


def script(name: str, data: object) -> str:
    """Return a script with data in ASCII that is both JSON and JavaScript, and harmless inside a page."""
    from jinja2.utils import htmlsafe_json_dumps  # Most runs write no page.

    return f"rougeReport.{name} = {htmlsafe_json_dumps(data, separators=(',', ':'), allow_nan=False)};\n"


def index_data(
    output: Output,
    aligned: AlignedScores,
    rival: str,
    pages: Mapping[str, str],
    wanted: Mapping[str, list[str]],
) -> dict[str, Any]:
    """Return the names of evaluations, systems and measures, and the explained evaluations.

    `pages` has the page of an explained evaluation, and `wanted` its systems in the order of the page.
    """
    places = {system: place for place, system in enumerate(aligned.systems)}
    by_name = {measure.name: measure for measure in output.report.profile.measures}
    return {
        "evaluations": list(map(readable, aligned.ids)),
        "systems": list(map(readable, aligned.systems)),
        "measures": [
            {"name": name}
            | (
                {"kind": str(measure.kind), "number": measure.number, "whole": measure.peer_reading.whole}
                if (measure := by_name.get(name))
                else {"kind": "", "number": 0, "whole": False}
            )
            for name in aligned.measures
        ],
        "figure": list(FIGURES).index(output.figure),
        "system": next((place for system, place in places.items() if system != rival), 0),
        "baseline": places[rival] if len(places) > 1 else None,
        "explained": {
            aligned.places[id]: [page, [places[system] for system in wanted[id]]]
            for id, page in pages.items()
        },
        "units": _UNITS,
    }


def measure_data(aligned: AlignedScores, name: str, models: Mapping[int, int]) -> list[list[list[Any]]]:
    """Return the columns of a measure: by system, recall, precision, F and two lengths."""
    return [
        [
            *(
                [round(value * _UNITS) if isfinite(value) else None for value in column]
                for column in (aligned.column(system, name, letter) for letter in FIGURES)
            ),
            *(list(map(_count, column)) for column in aligned.lengths(system, name, models)),
        ]
        for system in aligned.systems
    ]


def _count(value: float) -> float | None:
    """Return a count rounded to two decimals, and a whole count without decimals."""
    if not isfinite(value):
        return None
    rounded = round(value, 2)
    return int(rounded) if rounded % 1 == 0 else rounded


def comparison_data(output: Output, aligned: AlignedScores) -> list[list[Any]]:
    """Return, by measure, the compared pairs: two systems, and the difference by each figure.

    A difference has its average and its bounds, p, corrected p and a verdict.
    """
    places = {system: place for place, system in enumerate(aligned.systems)}
    by_letter = [judged(output, letter) for letter in FIGURES]

    def difference(one: JudgedDifference) -> list[Any]:
        estimate = [round(value * _UNITS) if isfinite(value) else None for value in one.difference.estimate]
        return [*estimate, p_text(one.p), p_text(one.corrected), one.verdict]

    compared: dict[str, list[Comparison]] = {}
    for one in output.comparisons:
        compared.setdefault(one.measure, []).append(one)
    return [
        [
            [
                places[one.system],
                places[one.baseline],
                *(difference(of[name, pair_of(one)]) for of in by_letter),
            ]
            for one in compared.get(name, ())
        ]
        for name in aligned.measures
    ]


class Pieces:
    """Sentences as numbers of pieces, and the table of pieces: a token with what follows it, as written.

    Most pieces recur, so that a script with many summaries is shorter than their texts. Equal numbers of
    tokens are equal tokens, so that the page marks what ROUGE counts, whatever the tokenizer.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[bytes, int, int], int] = {}

    def cut(self, text: Any) -> list[list[int]]:
        """Return the pieces of each sentence of a summary that is aligned with its tokens."""
        tokens: list[list[tuple[int, int, int]]] = [[] for _ in text.sentences]
        for (sentence, start, end), token in zip(text.tokens, text.document.tokens, strict=False):
            tokens[sentence].append((start, end - start, token))
        places, found = self._places, []
        for sentence, of_sentence in zip(text.sentences, tokens, strict=True):
            if not of_sentence or of_sentence[0][0]:
                of_sentence.insert(0, (0, 0, -1))
            ends = [*(start for start, _, _ in of_sentence[1:]), len(sentence)]
            found.append(
                [
                    places.setdefault((sentence[start:end], size, token), len(places))
                    for (start, size, token), end in zip(of_sentence, ends, strict=True)
                ]
            )
        return found

    def table(self) -> list[list[Any]]:
        """Return for each piece its text, the length of its token there in UTF-16, and the token's number."""
        return [
            [shown(text), len(shown(text[:size]).encode("utf-16-le")) // 2, token]
            if token >= 0
            else [shown(text)]
            for text, size, token in self._places
        ]
