"""A review of a configuration and its summaries: what is wrong or suspicious, before they are scored.

Scoring stops at the first error; a review collects all that it finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..evaluation import Evaluation, all_systems
from ..inputs.file_list import read_file_list
from ..inputs.xml import read_configuration
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
    sentences: int
    words: int


class Review(NamedTuple):
    """The findings, and the amount of text they were found in."""

    extent: Extent
    findings: Findings


def review(config: str, format: str | None = None) -> Review:
    """Review an XML configuration or, if a `format` is given, a file list of that format.

    Raises `InputError` if the configuration itself cannot be read, and `OptionError` for an unknown
    format. All other errors are findings.
    """
    findings = Findings()
    if format is None:
        evaluations, repetitions = read_configuration(
            config, lambda error: findings.add(Problem.MALFORMED, str(error))
        )
        review_ids(config, repetitions, findings)
    else:
        evaluations = read_file_list(config, format)
    summaries = Summaries(evaluations, findings)
    review_evaluations(evaluations, summaries, findings)
    return Review(_extent(evaluations, summaries), findings)


def _extent(evaluations: Sequence[Evaluation], summaries: Summaries) -> Extent:
    peers = [peer for evaluation in evaluations for peer in evaluation.peers.values() if peer is not None]
    return Extent(
        len(evaluations),
        len(all_systems(evaluations)),
        len(peers),
        sum(len(evaluation.models) for evaluation in evaluations),
        summaries.files,
        summaries.sentences,
        summaries.words,
    )
