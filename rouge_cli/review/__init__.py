"""What is wrong or suspicious about a configuration and its summaries, before they are scored.

Unlike scoring, which stops at what it cannot score, a review goes on and collects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..evaluation import Evaluation, all_systems
from ..inputs.file_list import read_file_list
from ..inputs.xml import read_configuration
from .configuration import review_ids
from .evaluations import review_evaluations
from .findings import Findings, Kind
from .summaries import Summaries


class Counts(NamedTuple):
    """How much there is to be scored; a basic element counts as a sentence and as a word."""

    evaluations: int
    systems: int
    peers: int
    models: int
    """Mentions: a model that two evaluations have counts twice."""
    files: int
    sentences: int
    words: int


class Review(NamedTuple):
    """What was found, and in how much."""

    counts: Counts
    findings: Findings


def review(config: str, format: str | None = None) -> Review:
    """Reviews an XML configuration, or, where `format` is given, a file list of that format.

    Raises `InputError` where the configuration itself cannot be read, and `OptionError` for an
    unknown format. All else is a finding.
    """
    findings = Findings()
    if format is None:
        evaluations, repetitions = read_configuration(
            config, lambda error: findings.add(Kind.MALFORMED, str(error))
        )
        review_ids(config, repetitions, findings)
    else:
        evaluations = read_file_list(config, format)
    summaries = Summaries(evaluations, findings)
    review_evaluations(evaluations, summaries, findings)
    return Review(_counts(evaluations, summaries), findings)


def _counts(evaluations: Sequence[Evaluation], summaries: Summaries) -> Counts:
    peers = [peer for evaluation in evaluations for peer in evaluation.peers.values() if peer is not None]
    return Counts(
        len(evaluations),
        len(all_systems(evaluations)),
        len(peers),
        sum(len(evaluation.models) for evaluation in evaluations),
        summaries.files,
        summaries.sentences,
        summaries.words,
    )
