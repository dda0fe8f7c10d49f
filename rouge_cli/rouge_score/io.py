"""Tables of the scores of records in files, as rouge-score's command makes them."""

from __future__ import annotations

from glob import glob
from pathlib import Path

from ..errors import several
from .scoring import BaseScorer, BootstrapAggregator, Score


def compute_scores_and_write_to_csv(
    target_filepattern: str,
    prediction_filepattern: str,
    output_filename: str,
    scorer: BaseScorer,
    aggregator: BootstrapAggregator | None,
    delimiter: str = "\n",
) -> None:
    """Score the records of files, and write the aggregates or all scores as comma-separated values.

    The files that match the patterns are paired in sorted order. A delimiter ends each record. Raises
    `ValueError` for unequal numbers of files or of records in a pair of files, and if there are no files, and
    `OSError` for files that cannot be read or written.
    """
    targets, predictions = sorted(glob(target_filepattern)), sorted(glob(prediction_filepattern))
    if not targets or len(targets) != len(predictions):
        raise ValueError(
            f"{target_filepattern} matches {several(len(targets), 'file')} and {prediction_filepattern}"
            f" {len(predictions)}; give as many files of targets as of predictions"
        )
    scores: list[dict[str, Score]] = []
    for target, prediction in zip(targets, predictions, strict=True):
        of_targets, of_predictions = (
            Path(name).read_text(encoding="utf-8").split(delimiter) for name in (target, prediction)
        )
        for records in (of_targets, of_predictions):
            if not records[-1]:
                del records[-1]
        if len(of_targets) != len(of_predictions):
            raise ValueError(
                f"{target} has {several(len(of_targets), 'record')}, but {prediction} has"
                f" {len(of_predictions)}; give each target a prediction"
            )
        scores += map(scorer.score, of_targets, of_predictions)
    if aggregator is not None:
        for score in scores:
            aggregator.add_scores(score)
        rows = [["score_type", "low", "mid", "high"]]
        for name, aggregate in sorted(aggregator.aggregate().items()):
            for field in ("recall", "precision", "fmeasure"):
                figures = (f"{getattr(score, field):f}" for score in aggregate)
                rows.append([f"{name}-{field[0].upper()}", *figures])
    elif scores:
        names = sorted(scores[0])
        rows = [["id", *(f"{name}-{letter}" for name in names for letter in "PRF")]]
        for place, score in enumerate(scores):
            rows.append([str(place), *(f"{figure:f}" for name in names for figure in score[name])])
    else:
        return
    Path(output_filename).write_text("".join(f"{','.join(row)}\n" for row in rows), encoding="utf-8")
