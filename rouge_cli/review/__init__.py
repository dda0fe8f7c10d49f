"""A review of a configuration and its summaries: what is wrong or suspicious, before they are scored.

Scoring stops at the first error; a review collects all that it finds.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..inputs.streams import Evaluations, stream_of
from ..inputs.xml import read_configuration
from ..options import Options
from .evaluations import review_evaluations, review_ids
from .findings import Extent, Findings, Problem, Review
from .summaries import Summaries


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

    Takes the same options as `review`.
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
