"""The programs of the guide to clusters print the table of one process."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from rouge_cli import Options, evaluate, read_jsonl, render
from tests.guides.pages import blocks
from tests.support.needs import needs

from . import environment

pytestmark = [pytest.mark.slow, needs("clusters")]


@pytest.mark.parametrize(
    "package", ["dask.distributed", pytest.param("pyspark.sql", marks=needs("java"))], ids=["dask", "spark"]
)
def test_a_program_of_the_guide_prints_the_table_of_one_process(
    package: str, pairs: Path, tmp_path: Path
) -> None:
    (program,) = {block.text for block in blocks("python") if f"from {package} import" in block.text}
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    (tmp_path / "pairs").mkdir()
    shutil.copy(pairs, tmp_path / "pairs" / "1.jsonl")
    done = environment.run("program.py", cwd=tmp_path)
    report = evaluate(read_jsonl(os.fspath(pairs)), Options(max_ngram=2, stem=True))
    assert done.stdout == render(report, "markdown"), done.stderr
