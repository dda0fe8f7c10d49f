"""Dask's worker processes give the report of one process, byte for byte, also where one is killed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rouge_cli import Report
from tests.support.golden import GOLDEN

from ...support.needs import needs
from .programs import whole

pytestmark = [pytest.mark.slow, needs("clusters")]

_Read = Callable[[str], str]


@pytest.fixture(scope="module")
def read(start: Callable[[str], _Read]) -> _Read:
    return start("dask_runs")


def test_the_executor_gives_the_report_of_the_original(read: _Read) -> None:
    assert read("executor").encode() == GOLDEN.joinpath("spl-classic.out").read_bytes()


@pytest.mark.parametrize(
    "run", ["executor_with_a_death", "bag", "bag_with_a_death", "bag_with_lost_scores", "dataframe"]
)
def test_partitions_make_the_report_of_one_process(run: str, read: _Read, report: Report) -> None:
    assert read(run) == whole(report)


def test_blocks_make_the_matrix_of_one_process(read: _Read, matrix: list[list[float]]) -> None:
    assert json.loads(read("matrix")) == matrix
