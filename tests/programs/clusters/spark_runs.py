"""Scores by Spark in local mode: `python -m tests.programs.clusters.spark_runs PAIRS DIRECTORY`.

PAIRS are JSON Lines; the report of each run is written to a file of the DIRECTORY. The Python of `.clusters`
runs it.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pandas
from pyspark.sql import DataFrame, Row, SparkSession

from rouge_cli import Report, Scorer, Scores

from .programs import OPTIONS, SYSTEM, block, die_once, estimates, joined, parts_of, whole, write_reports

_PARTITION = 40_000
_SETTINGS = {
    "spark.master": "local[2, 3]",  # Two workers; a task may be tried three times.
    "spark.ui.enabled": False,
    "spark.ui.showConsoleProgress": False,
    "spark.sql.files.maxPartitionBytes": _PARTITION,
    "spark.sql.files.openCostInBytes": 0,
    "spark.sql.execution.arrow.maxRecordsPerBatch": 15,
}
_SCHEMA = "id string, system string, peer string, models array<string>"


class Runs:
    """One run of each way to score, each of which returns a report."""

    def __init__(self, pairs: DataFrame, directory: Path) -> None:
        self._pairs = pairs
        self._directory = directory

    def map_in_pandas(self) -> str:
        """Score batches of rows as data frames."""
        return whole(_in_pandas(self._pairs))

    def map_in_pandas_with_a_death(self) -> str:
        """Score, while a worker that has returned scores dies in the middle of a partition."""
        marker = self._directory / "spark died"
        report = _in_pandas(self._pairs, lambda batch: batch == 1 and die_once(marker))
        assert marker.exists()
        return whole(report)

    def map_in_pandas_in_any_order(self) -> str:
        """Score rows in the order of a shuffle."""
        shuffled = self._pairs.repartition(3)
        ids = [row.id for row in shuffled.select("id").collect()]
        assert ids != [str(number + 1) for number in range(len(ids))]
        return estimates(_in_pandas(shuffled, with_ids=True))

    def map_partitions(self) -> str:
        """Score partitions of rows without pandas and Arrow."""
        scorer = Scorer(OPTIONS)

        def score(rows: Iterable[Row]) -> Iterator[Scores]:
            rows = list(rows)
            yield scorer.score_batch([row.peer for row in rows], [row.models for row in rows])

        return whole(_report(self._pairs.rdd.mapPartitions(score).collect()))

    def matrix(self) -> str:
        """Prepare texts in parts, and fill the blocks of their matrix as tasks."""
        scorer = Scorer(OPTIONS)
        texts = [row.peer for row in sorted(self._pairs.collect(), key=lambda row: int(row.id))]
        context = self._pairs.sparkSession.sparkContext
        parts = context.parallelize(parts_of(texts)).map(scorer.prepare).collect()
        rows = context.parallelize(parts, len(parts))
        return joined(rows.map(lambda row: [block(scorer, row, columns) for columns in parts]).collect())


def _in_pandas(
    pairs: DataFrame, before: Callable[[int], object] = lambda batch: None, with_ids: bool = False
) -> Report:
    """Return the report of the rows of all batches; `before` is called with the number of each."""
    scorer = Scorer(OPTIONS)

    def score(batches: Iterable[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        for number, batch in enumerate(batches):
            before(number)
            models = list(map(list, batch["models"]))
            ids = list(batch["id"]) if with_ids else None
            scores = scorer.score_batch(list(batch["peer"]), models, ids=ids)
            yield pandas.DataFrame({"scores": [pickle.dumps(scores)]})

    rows = pairs.mapInPandas(score, "scores binary").collect()
    return _report([pickle.loads(row.scores) for row in rows])


def _report(parts: Iterable[Scores]) -> Report:
    return Scores.concat(parts).report(system=SYSTEM)


def main() -> int:
    """Start Spark and do all runs; return the number of those that failed."""
    pairs, directory = map(Path, sys.argv[1:])
    builder = SparkSession.builder.config(map=_SETTINGS)
    with builder.getOrCreate() as spark:
        frame = spark.read.json(str(pairs), schema=_SCHEMA)
        assert frame.rdd.getNumPartitions() > 2
        return write_reports(Runs(frame, directory), directory)


if __name__ == "__main__":
    sys.exit(main())
