"""rouge-score, evaluate and torchmetrics: figures, types and errors are the same from them and from us.

So are the figures of multilingual-rouge in the profile xlsum, and the tokens of rouge-score-rs, but for
differences that are listed.

`ROUGE_CLIENTS=5000` compares so many random texts of each kind; by default there are few.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from rouge_cli import shim
from tests.support.needs import needs

from .environment import (
    EVALUATE,
    FRAMEWORKS,
    MULTILINGUAL_ROUGE,
    ROUGE,
    ROUGE_SCORE,
    ROUGE_SCORE_RS,
    TORCHMETRICS,
    TRL,
    Environment,
)

_TEXTS = int(os.environ.get("ROUGE_CLIENTS", "0"))


_WITHOUT_TEXTS = 10
"""The tests of rouge-score whose texts its distribution does not have."""


def _agree(environment: Environment, module: str, name: str, texts: int, **variables: str) -> None:
    """Run a comparison; fail with the first differences."""
    report = environment.run(module, name, str(texts), **variables)
    assert report["first"] == []
    assert report["cases"] > 0


@needs("rouge-score")
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("pairs", _TEXTS or 300),
        ("lists", _TEXTS or 100),
        ("batches", _TEXTS or 300),
        ("splits", _TEXTS // 10 or 40),
        ("own_tokenizers", _TEXTS // 100 or 3),
        ("oddities", _TEXTS or 50),
        ("bootstrap", _TEXTS // 10 or 30),
        ("helpers", _TEXTS or 50),
    ],
)
def test_rouge_score(name: str, texts: int) -> None:
    _agree(ROUGE_SCORE, "against_rouge_score", name, texts)


@needs("rouge")
@pytest.mark.parametrize("kernel", ["compiled", "python"])
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("texts", _TEXTS // 2 or 20),
        ("oddities", _TEXTS // 10 or 100),
        ("helpers", _TEXTS // 10 or 50),
        ("files", _TEXTS // 20 or 50),
        ("recursion", _TEXTS // 5 or 100),
    ],
)
def test_rouge_and_rouge_chinese(name: str, texts: int, kernel: str) -> None:
    _agree(ROUGE, "against_rouge", name, texts, ROUGE_EVAL_KERNEL=kernel)


@needs("rouge-score")
def test_own_tests_of_rouge_score(tmp_path: Path) -> None:
    """All pass for which there are texts, and the others fail for the same figures as over rouge-score."""
    outcomes = ROUGE_SCORE.run("own_tests", str(tmp_path))
    theirs, ours = outcomes["rouge_score"], outcomes["rouge_cli.rouge_score"]
    assert ours == theirs
    assert len(ours) == 45
    assert [*ours.values()].count("passed") == len(ours) - _WITHOUT_TEXTS


@needs("evaluate")
@pytest.mark.parametrize(("name", "texts"), [("corpora", _TEXTS // 50 or 4), ("inputs", 0), ("loads", 20)])
def test_evaluate(name: str, texts: int) -> None:
    _agree(EVALUATE, "against_evaluate", name, texts)


@needs("torchmetrics")
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("pairs", _TEXTS or 60),
        ("lists", _TEXTS // 2 or 20),
        ("corpora", _TEXTS // 100 or 30),
        ("metrics", _TEXTS // 100 or 5),
        ("inputs", 0),
        ("functions", _TEXTS // 50 or 4),
        ("states", 50),
        ("processes", 200),
    ],
)
def test_torchmetrics(name: str, texts: int) -> None:
    _agree(TORCHMETRICS, "against_torchmetrics", name, texts)


@needs("rouge-score-rs")
@pytest.mark.parametrize(("name", "texts"), [("examples", 0), ("texts", _TEXTS or 2000), ("differences", 0)])
def test_rouge_score_rs(name: str, texts: int) -> None:
    _agree(ROUGE_SCORE_RS, "against_rouge_score_rs", name, texts)


@needs("multilingual-rouge")
@pytest.mark.parametrize(("name", "texts"), [("pairs", _TEXTS // 10 or 30), ("reports", 20)])
def test_multilingual_rouge(name: str, texts: int) -> None:
    """The figures are the same to the last bit, in twelve languages and without one."""
    _agree(MULTILINGUAL_ROUGE, "against_multilingual_rouge", name, texts)


@needs("trl")
def test_the_trainer_of_trl_takes_rewards() -> None:
    _agree(TRL, "against_trl", "trainer", 4)


@needs("frameworks")
@pytest.mark.parametrize(
    "name",
    [
        *("truthfulqa", "cnn_dailymail", "longbench", "deepeval", "ragas", "mlflow", "unitxt", "helm"),
        *("lighteval", "fmeval", "llamafactory", "opencompass"),
    ],
)
def test_frameworks(name: str, tmp_path: Path) -> None:
    """The scoring functions of frameworks give the same figures with the real packages and under a shim."""
    real, served, folder = tmp_path / "real", tmp_path / "served", tmp_path / "shim"
    for one in (real / "rouge", served):
        one.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("evaluate_theirs.py"), real / "rouge" / "rouge.py")
    shim.write(str(folder))
    texts = ("frameworks", name, str(_TEXTS // 50 or 12), "2")
    with_theirs = FRAMEWORKS.run(*texts, str(real))
    with_ours = FRAMEWORKS.run(*texts, str(served), PYTHONPATH=str(folder))
    assert with_ours["figures"] == with_theirs["figures"]
    assert with_theirs["served"] == 0
    assert with_ours["served"] > 0
