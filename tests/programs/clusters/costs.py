"""The cost of a billion pairs, computed from measured costs: `python -m tests.programs.clusters.costs`.

The Python of `.clusters` runs it in the root of the checkout. The pairs are those of the benchmarks: a
summary and a model of 55 words each, stemmed, by ROUGE-1, ROUGE-2 and ROUGE-L. It prints a Markdown table.
Spark is left out if there is no Java.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from rouge_cli import Options, Scorer, Scores, kernel
from tests.programs.benchmarks.corpus import write_lines
from tests.programs.benchmarks.programs import heading, row
from tests.support.environments import has_java

_OPTIONS = Options(max_ngram=2, stem=True)
_PAIRS = 11_490
_COPIES = 20
"""The number of copies of all pairs in the file that a cluster scores."""
_PARTS = 100
"""The number of parts, each of all pairs, that are put together."""
_WORKERS = 2
_PARTITION = 16_000_000
_RUNS = 3
_ON_A_WORKER = "from JSON Lines to scores in the process that asked, a worker"


def main() -> None:
    """Measure, and print a row for each cost."""
    print(f"{_PAIRS:,} pairs, the {kernel.NAME} kernel; medians of {_RUNS} runs.\n")
    heading("", "a pair", "a billion")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        peers, models = (
            [line.replace("<q>", "\n") for line in path.read_text("utf-8").splitlines()]
            for path in write_lines(directory, _PAIRS, 55)
        )
        texts = peers, models
        scorer = Scorer(_OPTIONS)
        for what, size in (
            ("texts, as UTF-8", sum(len(text.encode()) for text in chain(*texts))),
            ("scores by three measures, pickled", len(pickle.dumps(scorer.score_batch(*texts)))),
        ):
            row(what, f"{size / _PAIRS:.4g} bytes", f"{size / _PAIRS:.4g} GB")
        # The scorer has its tables and stems from the batch before.
        _print_seconds("`score_batch`, one thread", partial(scorer.score_batch, *texts), _PAIRS)
        parts = [pickle.dumps(scorer.score_batch(*texts))] * _PARTS
        scores, count = Scores.concat(map(pickle.loads, parts)), _PARTS * _PAIRS
        for what, job in (
            ("`Scores.concat` of unpickled parts", lambda: Scores.concat(map(pickle.loads, parts))),
            ("`mean`", scores.mean),
            (f"`report`, 1,000 resamples, of {count:,} pairs, one thread", scores.report),
        ):
            _print_seconds(what, job, count)
        path = directory / "pairs.jsonl"
        lines = [json.dumps({"peer": peer, "models": [model]}) for peer, model in zip(*texts, strict=True)]
        path.write_text(("\n".join(lines) + "\n") * _COPIES, encoding="ascii")
        with _dask(path, scorer, directory) as score:
            _print_seconds(f"{_ON_A_WORKER} of Dask", score, _COPIES * _PAIRS / _WORKERS)
        if has_java():
            with _spark(path, scorer) as score:
                _print_seconds(f"{_ON_A_WORKER} of Spark", score, _COPIES * _PAIRS / _WORKERS)


def _print_seconds(what: str, job: Callable[[], object], pairs: float) -> None:
    """Print the time of a pair and of a billion pairs."""
    seconds = []
    for _ in range(_RUNS):
        start = perf_counter()
        job()
        seconds.append(perf_counter() - start)
    each = median(seconds) / pairs
    row(what, f"{each * 1e6:.3g} µs", f"{each * 1e9 / 3600:.3g} h")


@contextmanager
def _dask(path: Path, scorer: Scorer, directory: Path) -> Iterator[Callable[[], Scores]]:
    """Yield a function that scores the file by Dask, whose workers have made their tables."""
    import dask.bag
    from distributed import Client

    def score(rows: Iterable[dict[str, Any]]) -> list[Scores]:
        rows = list(rows)
        return [scorer.score_batch([row["peer"] for row in rows], [row["models"] for row in rows])]

    settings = {"n_workers": _WORKERS, "threads_per_worker": 1, "dashboard_address": None}
    with Client(**settings, local_directory=str(directory)):
        bag = dask.bag.read_text(str(path), blocksize=_PARTITION).map(json.loads).map_partitions(score)
        yield _warm(lambda: Scores.concat(bag.compute()))


@contextmanager
def _spark(path: Path, scorer: Scorer) -> Iterator[Callable[[], Scores]]:
    """Yield a function that scores the file by Spark, whose workers have made their tables."""
    import pandas
    from pyspark.sql import SparkSession

    def score(batches: Iterable[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        for batch in batches:
            scores = scorer.score_batch(list(batch["peer"]), list(map(list, batch["models"])))
            yield pandas.DataFrame({"scores": [pickle.dumps(scores)]})

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # By default it is the first on the path.
    settings = {
        "spark.master": f"local[{_WORKERS}]",
        "spark.ui.enabled": False,
        "spark.ui.showConsoleProgress": False,
        "spark.sql.files.maxPartitionBytes": _PARTITION,
    }
    with SparkSession.builder.config(map=settings).getOrCreate() as spark:
        pairs = spark.read.json(str(path), schema="peer string, models array<string>")
        rows = pairs.mapInPandas(score, "scores binary")
        yield _warm(lambda: Scores.concat([pickle.loads(row.scores) for row in rows.collect()]))


def _warm(score: Callable[[], Scores]) -> Callable[[], Scores]:
    """Do a job once, and return it."""
    assert len(score()) == _COPIES * _PAIRS
    return score


if __name__ == "__main__":
    main()
