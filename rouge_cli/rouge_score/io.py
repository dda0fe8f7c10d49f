"""Files of records to a table of scores, as rouge-score's command makes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from glob import glob
from pathlib import Path

from ..errors import several
from .scoring import AggregateScore, BaseScorer, BootstrapAggregator, Score


def compute_scores_and_write_to_csv(
    target_filepattern: str,
    prediction_filepattern: str,
    output_filename: str,
    scorer: BaseScorer,
    aggregator: BootstrapAggregator | None,
    delimiter: str = "\n",
) -> None:
    """Score the records of files, and write the aggregates or all scores as comma-separated values.

    The files that match the patterns are paired in their sorted order. A delimiter ends each record.
    Raises `ValueError` for unequal numbers of files, or of records in two of them, and where there are
    no files; `OSError` for what cannot be read or written.
    """
    targets, predictions = sorted(glob(target_filepattern)), sorted(glob(prediction_filepattern))
    if not targets or len(targets) != len(predictions):
        raise ValueError(
            f"{target_filepattern} matches {several(len(targets), 'file')} and {prediction_filepattern}"
            f" {len(predictions)}; give as many files of targets as of predictions"
        )
    scores = [
        scorer.score(*records)
        for pair in zip(targets, predictions, strict=True)
        for records in _records(*pair, delimiter)
    ]
    if aggregator is None:
        lines = _lines_of_scores(scores)
    else:
        for score in scores:
            aggregator.add_scores(score)
        lines = _lines_of_aggregates(aggregator.aggregate())
    text = "".join(f"{line}\n" for line in lines)
    if text:
        Path(output_filename).write_text(text, encoding="utf-8")


def _records(target: str, prediction: str, delimiter: str) -> Iterator[tuple[str, str]]:
    """Return the records of two files in pairs."""
    of_targets, of_predictions = (_records_of(name, delimiter) for name in (target, prediction))
    if len(of_targets) != len(of_predictions):
        raise ValueError(
            f"{target} has {several(len(of_targets), 'record')}, but {prediction} has"
            f" {len(of_predictions)}; give each target a prediction"
        )
    return zip(of_targets, of_predictions, strict=True)


def _records_of(name: str, delimiter: str) -> list[str]:
    *records, rest = Path(name).read_text(encoding="utf-8").split(delimiter)
    return [*records, rest] if rest else records


def _lines_of_aggregates(aggregates: Mapping[str, AggregateScore]) -> Iterator[str]:
    yield "score_type,low,mid,high"
    for name, aggregate in sorted(aggregates.items()):
        for letter, field in (("R", "recall"), ("P", "precision"), ("F", "fmeasure")):
            figures = ",".join(f"{getattr(score, field):f}" for score in aggregate)
            yield f"{name}-{letter},{figures}"


def _lines_of_scores(scores: Sequence[Mapping[str, Score]]) -> Iterator[str]:
    if not scores:
        return
    names = sorted(scores[0])
    yield ",".join(["id", *(f"{name}-{letter}" for name in names for letter in "PRF")])
    for place, score in enumerate(scores):
        yield ",".join([str(place), *(f"{figure:f}" for name in names for figure in score[name])])
