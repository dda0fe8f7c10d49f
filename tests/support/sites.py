"""Small reports, and the pages that are made of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import unescape
from math import nan
from typing import Any

from rouge_cli import Comparison, Counts, Difference, Estimate, Evaluation, Options, Report, Score
from rouge_cli.cli.tools.reporting import pages as files_of
from rouge_cli.rendering import Output

from .drawn import drawn
from .scoring import literal_result, report_of


def report(f: Mapping[str, Mapping[str, float]], options: Options | None = None) -> Report:
    """Return a report by ROUGE-1, made of the F of each evaluation by system."""
    systems = {}
    for system, by_evaluation in f.items():
        scores = [
            Score(value / 2, value, value, Counts(20, 10 + place, 5), id)
            for place, (id, value) in enumerate(by_evaluation.items())
        ]
        mean = sum(by_evaluation.values()) / (len(by_evaluation) or 1)
        estimate = Estimate(mean, mean - 0.125, mean + 0.125)
        systems[system] = {"ROUGE-1": literal_result([estimate] * 3, scores)}
    return report_of(options or Options(max_ngram=1, rouge_l=False), systems)


def comparison(
    system: str, baseline: str, average: float, corrected: float, evaluations: int = 3
) -> Comparison:
    """Return a comparison by ROUGE-1, in which all three figures have the same values."""
    difference = Difference(Estimate(average, average - 0.01, average + 0.01), corrected / 2, corrected)
    return Comparison("ROUGE-1", system, baseline, evaluations, difference, difference, difference)


NOT_TESTED = Difference(Estimate(0.5, nan, nan), nan, nan)
"""A difference of figures that has no p."""


def pages(
    report: Report,
    comparisons: Sequence[Comparison] = (),
    texts: Sequence[Evaluation] | None = None,
    most: int | None = 3,
    figure: str = "F",
    **choices: Any,
) -> dict[str, str]:
    """Return the pages of a report by their paths; `most` evaluations of each ranking are explained."""
    output = Output(report=report, comparisons=tuple(comparisons), figure=figure)
    return {path: data.decode() for path, data in files_of(output, texts, most, **choices)}


def data_of(script: str) -> Any:
    """Return the data that a script assigns."""
    return json.loads(script.partition(" = ")[2].removesuffix(";\n"))


def texts_of(script: str) -> Any:
    """Return the texts that a script of pieces has, with the words of each sentence put together."""
    data = data_of(script)

    def words(text: Any) -> Any:
        return text and ["".join(data["pieces"][piece][0] for piece in sentence) for sentence in text]

    return {
        place: [[[person, words(one)] for person, one in models], list(map(words, peers)), words(source)]
        for place, (models, peers, source) in data["evaluations"].items()
    }


def first_choices(page: str) -> list[str]:
    """Return the options of a page that are chosen at first."""
    return [one.text for one in drawn(page, "option") if "selected" in one.attributes]


def text_of(page: str) -> str:
    """Return the words of a page, without its elements, with one blank between them."""
    body = page.partition("<body>")[2]
    return " ".join(unescape(re.sub("<[^>]*>", " ", body)).split())
