"""A review of a configuration and its summaries: what is wrong or suspicious, before they are scored.

Scoring stops at the first error; a review collects all that it finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..inputs.streams import Evaluations, stream_of
from ..inputs.xml import read_configuration
from ..options import Options
from .configuration import review_ids
from .evaluations import review_evaluations
from .findings import Findings, Problem
from .summaries import Summaries


class Extent(NamedTuple):
    """The amount of text to be scored; a basic element counts as a sentence and as a word."""

    evaluations: int
    systems: int
    peers: int
    models: int
    """A model that two evaluations have counts twice."""
    files: int
    texts: int
    """The number of different texts that are not files of their own: lines, and fields of JSON Lines."""
    sentences: int
    words: int


class Review(NamedTuple):
    """The findings, and the amount of text they were found in."""

    extent: Extent
    findings: Findings


def review(config: str, options: Options | None = None) -> Review:
    """Review an XML configuration, by the tokens, stems, stop words and sentences of the options.

    Raises `InputError` if the configuration itself cannot be read, or where the options need what is not
    installed. All other errors are findings.
    """
    findings = Findings()
    evaluations, repetitions = read_configuration(
        config, lambda error: findings.add(Problem.MALFORMED, str(error))
    )
    review_ids(config, repetitions, findings)
    return _reviewed(evaluations, findings, options)


def review_input(
    evaluations: Evaluations, notes: Iterable[str] = (), options: Options | None = None
) -> Review:
    """Review evaluations of any other kind, with the notes of their reader on what it passed over.

    The options are those of `review`.
    """
    findings = Findings()
    for note in notes:
        findings.add(Problem.PASSED_OVER, note)
    return _reviewed(evaluations, findings, options)


def _reviewed(evaluations: Evaluations, findings: Findings, options: Options | None) -> Review:
    """Add what is found in evaluations to the findings of their reader."""
    summaries = Summaries(evaluations, findings, options or Options())
    review_evaluations(evaluations, summaries, findings)
    return Review(_extent(evaluations, summaries), findings)


def _extent(evaluations: Evaluations, summaries: Summaries) -> Extent:
    peers = models = 0
    for evaluation in evaluations:
        peers += sum(peer is not None for peer in evaluation.peers.values())
        models += len(evaluation.models)
    return Extent(
        len(evaluations),
        len(stream_of(evaluations).systems),
        peers,
        models,
        summaries.files,
        summaries.texts,
        summaries.sentences,
        summaries.words,
    )
