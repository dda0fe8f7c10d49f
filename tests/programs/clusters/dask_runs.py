"""Scores by Dask on two worker processes: `python -m tests.programs.clusters.dask_runs PAIRS DIRECTORY`.

PAIRS are JSON Lines; the report of each run is written to a file of the DIRECTORY. The Python of `.clusters`
runs it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import dask
import dask.bag
import dask.dataframe
from distributed import Client, LocalCluster, wait

from rouge_cli import Options, Report, Scorer, Scores, evaluate, read_jsonl, render

from .programs import OPTIONS, SYSTEM, block, die_once, joined, parts_of, whole, write_reports

_PARTITION = 20_000
"""The bytes of a partition, which make about ten partitions of the pairs in tests."""
_WORKERS = 2
_CLASSIC = Options(max_ngram=4, weight=1.2, skip_gap=-1, skip_both=True)
"""The options of the first of the original's stored reports."""


class Runs:
    """One run of each way to score, each of which returns a report."""

    def __init__(self, client: Client, pairs: Path, directory: Path) -> None:
        self._client = client
        self._pairs = pairs
        self._directory = directory

    def executor(self) -> str:
        """Score files in the original's own format; return the classic report."""
        executor = self._client.get_executor()
        return render(evaluate("config_examples/spl.xml", _CLASSIC, executor=executor))

    def executor_with_a_death(self) -> str:
        """Score, while the worker that begins with the tenth task dies.

        `distributed.cfexecutor` asks for a result and then for its status. If a worker with results dies in
        between, it takes a sound result for an error, which is no fault of ours: another worker dies then.
        """
        try:
            return self._killing("executor died")
        except TypeError as error:
            if str(error) != "cannot unpack non-iterable Tally object":
                raise
            return self._killing("executor died again")

    def bag(self) -> str:
        """Score the partitions of a bag."""
        return whole(_report(self._bag(Scorer(OPTIONS)).compute()))

    def bag_with_a_death(self) -> str:
        """Score, while a worker that begins with a partition dies."""
        marker = self._directory / "bag died"
        parts = self._bag(Scorer(OPTIONS), lambda rows: rows[0]["id"] != "1" and die_once(marker)).compute()
        assert marker.exists()
        return self._alive(_report(parts))

    def bag_with_lost_scores(self) -> str:
        """Score, and kill from outside a worker that holds scores, before they are fetched."""
        before = self._client.run(os.getpid)
        parts = self._client.persist(self._bag(Scorer(OPTIONS)))
        wait(parts)
        address, held = max(self._client.has_what().items(), key=lambda item: len(item[1]))
        assert held
        os.kill(before[address], signal.SIGKILL)
        report = self._alive(_report(parts.compute()))
        assert before[address] not in self._client.run(os.getpid).values()
        return report

    def dataframe(self) -> str:
        """Score the partitions of a data frame."""
        # Before pandas 3, a list of models would become one string with brackets and commas.
        with dask.config.set({"dataframe.convert-string": False}):
            frame = dask.dataframe.read_json(str(self._pairs), lines=True, blocksize=_PARTITION)
            parts = frame.to_delayed()
        scorer = Scorer(OPTIONS)

        def score(part: Any) -> Scores:
            return scorer.score_batch(list(part["peer"]), list(part["models"]))

        assert len(parts) > 2 * _WORKERS
        return whole(_report(dask.compute(*(dask.delayed(score)(part) for part in parts))))

    def matrix(self) -> str:
        """Prepare texts in parts, and fill the blocks of their matrix as tasks."""
        scorer = Scorer(OPTIONS)
        texts = [json.loads(line)["peer"] for line in self._pairs.read_text("ascii").splitlines()]
        parts = [dask.delayed(scorer.prepare)(part) for part in parts_of(texts)]
        tasks = [[dask.delayed(block)(scorer, rows, columns) for columns in parts] for rows in parts]
        return joined(dask.compute(tasks)[0])

    def _killing(self, name: str) -> str:
        """Score, while the worker that begins with the tenth task dies and leaves a file of this name."""
        marker = self._directory / name
        with _Deadly(self._client.get_executor(), marker) as executor:
            report = evaluate(read_jsonl(str(self._pairs)), OPTIONS, executor=executor)
        assert marker.exists()
        return self._alive(report)

    def _bag(self, scorer: Scorer, before: Callable[[list[Any]], object] = lambda rows: None) -> Any:
        """Return a bag of the scores of each partition; `before` is called with its rows."""

        def score(rows: Iterable[Mapping[str, Any]]) -> list[Scores]:
            rows = list(rows)
            before(rows)
            return [scorer.score_batch([row["peer"] for row in rows], [row["models"] for row in rows])]

        lines = dask.bag.read_text(str(self._pairs), blocksize=_PARTITION)
        assert lines.npartitions > 2 * _WORKERS
        return lines.map(json.loads).map_partitions(score)

    def _alive(self, report: Report) -> str:
        """Return the whole report once there are again as many workers as before."""
        self._client.wait_for_workers(_WORKERS, timeout=120)  # A busy machine takes more than 60 seconds.
        return whole(report)


class _Deadly(Executor):
    """An executor whose tenth task kills the process that begins with it."""

    def __init__(self, executor: Executor, marker: Path) -> None:
        self._executor = executor
        self._marker = marker
        self._tasks = 0

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        self._tasks += 1
        if self._tasks == 10:
            return self._executor.submit(_begin_and_die, self._marker, task, *arguments, **named)
        return self._executor.submit(task, *arguments, **named)


def _begin_and_die(marker: Path, task: Callable[..., object], *arguments: Any, **named: Any) -> object:
    die_once(marker)
    return task(*arguments, **named)


def _report(parts: Iterable[Scores]) -> Report:
    return Scores.concat(parts).report(system=SYSTEM)


def main() -> int:
    """Start the cluster and do all runs; return the number of those that failed."""
    pairs, directory = map(Path, sys.argv[1:])
    settings = {"n_workers": _WORKERS, "threads_per_worker": 1, "dashboard_address": None}
    # By default the files of workers go into the working directory.
    with LocalCluster(**settings, local_directory=str(directory)) as cluster, Client(cluster) as client:
        return write_reports(Runs(client, pairs, directory), directory)


if __name__ == "__main__":
    sys.exit(main())
