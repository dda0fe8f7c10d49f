"""Evaluations of texts in memory, and their results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rouge_cli import Evaluation, Options, Report, Result, Text, evaluate
from rouge_cli.evaluation import Source
from rouge_cli.inputs.streams import Stream


def result(
    peer: str | Sequence[str],
    models: Sequence[str | Sequence[str]],
    measure: str,
    options: Options | None = None,
) -> Result:
    """Return the result of a text by a measure."""
    evaluation = Evaluation.of_texts("1", {"S": peer}, models)
    return evaluate([evaluation], options).systems["S"][measure]


def unnamed(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Return the evaluations without names of texts, as `Evaluation.of_texts` makes them."""

    def text(source: Source | None) -> Source | None:
        return Text(source.sentences) if isinstance(source, Text) else source

    return [
        one._replace(
            peers={system: text(peer) for system, peer in one.peers.items()},
            models=tuple(filter(None, map(text, one.models))),
        )
        for one in evaluations
    ]


def scored_as_listed(stream: Stream, systems: Sequence[str] | None) -> Report:
    """Return the report of a stream; fail unless its evaluations as a list get the same scores."""
    options = Options(max_ngram=1, resamples=10)
    report, expected = (evaluate(one, options, systems=systems) for one in (stream, list(stream)))
    for part in ("systems", "corpus"):
        assert getattr(report, part) == getattr(expected, part)
    # A list has no notes on the files that it was read from.
    assert sorted(report.notes) == sorted((*stream.notes, *expected.notes))
    return report
