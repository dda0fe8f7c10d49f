"""Dask and Spark give the report of one process, byte for byte, even if a worker is killed."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rouge_cli import Options, Report, Scorer, evaluate, read_jsonl, render
from tests.guides.pages import blocks
from tests.support.golden import GOLDEN

from ...support.commands import ROOT, environment
from ...support.environments import CLUSTERS
from ...support.needs import needs
from .programs import OPTIONS, SYSTEM, estimates, whole

pytestmark = [pytest.mark.slow, needs("clusters")]

_PAIRS = 200
_VARIABLES = {
    "PYSPARK_PYTHON": str(CLUSTERS.python),  # By default Spark runs workers by the first Python on the path.
    "SPARK_LOCAL_IP": "127.0.0.1",  # The machine's own name need not have an address.
    # With these Java starts sooner, and it runs too shortly to need more.
    "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData",
}
_Read = Callable[[str], str]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write pairs with one to three models each as JSON Lines."""
    rng = random.Random(8)
    words = [first + last for first in "bdfgklmnprst" for last in ("ain", "eeds", "ing", "oud", "uned")]

    def text() -> str:
        return "\n".join(" ".join(rng.choices(words, k=rng.randint(8, 25))) for _ in range(rng.randint(1, 5)))

    path = tmp_path_factory.mktemp("pairs") / "pairs.jsonl"
    with path.open("w", encoding="ascii") as file:
        for number in range(1, _PAIRS + 1):
            models = [text() for _ in range(rng.randint(1, 3))]
            row = {"id": str(number), "system": SYSTEM, "peer": text(), "models": models}
            file.write(json.dumps(row) + "\n")
    return path


@pytest.fixture(scope="module")
def report(pairs: Path) -> Report:
    """Return the report of this process."""
    return evaluate(read_jsonl(str(pairs)), OPTIONS)


def _run(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return CLUSTERS.run(*arguments, cwd=cwd, variables=environment(**_VARIABLES), timeout=280)


def _runs(program: str, pairs: Path, directory: Path) -> _Read:
    """Run a program, and return a function that reads the output of one of its runs."""
    module = f"tests.programs.clusters.{program}"
    done = _run("-m", module, pairs, directory)

    def read(run: str) -> str:
        assert (directory / run).exists(), done.stderr
        return (directory / run).read_text(encoding="utf-8")

    return read


@pytest.fixture(scope="module")
def dask(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> _Read:
    return _runs("dask_runs", pairs, tmp_path_factory.mktemp("dask"))


@pytest.fixture(scope="module")
def spark(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> _Read:
    return _runs("spark_runs", pairs, tmp_path_factory.mktemp("spark"))


def test_the_executor_of_dask_gives_the_report_of_the_original(dask: _Read) -> None:
    assert dask("executor").encode() == GOLDEN.joinpath("spl-classic.out").read_bytes()


@pytest.mark.parametrize(
    "run", ["executor_with_a_death", "bag", "bag_with_a_death", "bag_with_lost_scores", "dataframe"]
)
def test_partitions_of_dask_make_the_report_of_one_process(run: str, dask: _Read, report: Report) -> None:
    assert dask(run) == whole(report)


@pytest.mark.parametrize("cluster", ["dask", pytest.param("spark", marks=needs("java"))])
def test_blocks_make_the_matrix_of_one_process(
    cluster: str, pairs: Path, request: pytest.FixtureRequest
) -> None:
    texts = [json.loads(line)["peer"] for line in pairs.read_text("ascii").splitlines()]
    read: _Read = request.getfixturevalue(cluster)
    assert json.loads(read("matrix")) == Scorer(OPTIONS).matrix(texts).tolist()


@needs("java")
@pytest.mark.parametrize("run", ["map_in_pandas", "map_in_pandas_with_a_death", "map_partitions"])
def test_partitions_of_spark_make_the_report_of_one_process(run: str, spark: _Read, report: Report) -> None:
    assert spark(run) == whole(report)


@needs("java")
def test_rows_with_ids_may_be_scored_in_any_order(spark: _Read, report: Report) -> None:
    assert spark("map_in_pandas_in_any_order") == estimates(report)


@pytest.mark.parametrize("package", ["dask.distributed", pytest.param("pyspark.sql", marks=needs("java"))])
def test_a_program_of_the_guide_prints_the_table_of_one_process(
    package: str, pairs: Path, tmp_path: Path
) -> None:
    (program,) = {block.text for block in blocks("python") if f"from {package} import" in block.text}
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    (tmp_path / "pairs").mkdir()
    shutil.copy(pairs, tmp_path / "pairs" / "1.jsonl")
    done = _run("program.py", cwd=tmp_path)
    one_process = evaluate(read_jsonl(os.fspath(pairs)), Options(max_ngram=2, stem=True))
    assert done.stdout == render(one_process, "markdown"), done.stderr
