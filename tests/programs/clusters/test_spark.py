"""Spark's Python workers give the report of one process, byte for byte, also where one is killed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rouge_cli import Report

from ...support.needs import needs
from .programs import estimates, whole

pytestmark = [pytest.mark.slow, needs("clusters", "java")]

_Read = Callable[[str], str]


@pytest.fixture(scope="module")
def read(start: Callable[[str], _Read]) -> _Read:
    return start("spark_runs")


@pytest.mark.parametrize("run", ["map_in_pandas", "map_in_pandas_with_a_death", "map_partitions"])
def test_partitions_make_the_report_of_one_process(run: str, read: _Read, report: Report) -> None:
    assert read(run) == whole(report)


def test_rows_with_ids_may_be_scored_in_any_order(read: _Read, report: Report) -> None:
    assert read("map_in_pandas_in_any_order") == estimates(report)


def test_blocks_make_the_matrix_of_one_process(read: _Read, matrix: list[list[float]]) -> None:
    assert json.loads(read("matrix")) == matrix
