"""rouge-score, evaluate and torchmetrics: figures, types and errors are the same from them and from us.

So are those of pycocoevalcap, py-rouge, rouge-metric and pytorch-ignite, and of multilingual-rouge in the
profile xlsum. `ROUGE_CLIENTS=5000` compares 5,000 random
texts of each kind; by default there are few.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from rouge_cli import shim
from tests.support.environments import CLIENTS
from tests.support.needs import needs

_TEXTS = int(os.environ.get("ROUGE_CLIENTS", "0"))
_ENVIRONMENTS = {one.name: one for one in CLIENTS}
_COMPARISONS = {
    ("rouge-score", "rouge_score"): {
        "texts": _TEXTS or 100, "batches": _TEXTS or 300,
        "splits": _TEXTS // 10 or 40, "own_tokenizers": _TEXTS // 100 or 3, "oddities": _TEXTS or 50,
        "bootstrap": _TEXTS // 10 or 30, "helpers": _TEXTS or 50,
    },
    ("rouge", "rouge"): {
        "texts": _TEXTS // 2 or 20, "oddities": _TEXTS // 10 or 100, "helpers": _TEXTS // 10 or 50,
        "files": _TEXTS // 20 or 50,
    },
    ("evaluate", "evaluate"): {"corpora": _TEXTS // 50 or 4, "inputs": 0, "loads": 20},
    ("others", "torchmetrics"): {
        "texts": _TEXTS // 2 or 20, "corpora": _TEXTS // 100 or 30,
        "metrics": _TEXTS // 100 or 5, "inputs": 0, "functions": _TEXTS // 50 or 4, "states": 50,
        "processes": 200,
    },
    # The figures are the same to the last bit, in twelve languages and without one.
    ("multilingual-rouge", "multilingual_rouge"): {"pairs": _TEXTS // 10 or 30, "reports": 20},
    ("trl", "trl"): {"trainer": 4},
    ("others", "others"): {
        "coco": _TEXTS or 100, "pyrouge": _TEXTS or 60, "rougemetric": _TEXTS or 60, "ignite": _TEXTS or 60,
        "ptb": _TEXTS or 300,
    },
}  # fmt: skip
"""By environment and module, the names of comparisons, each with the number of its texts."""


@pytest.mark.parametrize(
    ("environment", "module", "name", "texts", "kernel"),
    [
        pytest.param(*key, name, texts, kernel, marks=needs(key[0], *(["java"] if name == "ptb" else [])))
        for key, comparisons in _COMPARISONS.items()
        for name, texts in comparisons.items()
        for kernel in ("compiled", "python")
        if kernel == "compiled" or (key[1] in ("rouge", "others") and name != "ptb")
    ],
)
def test_packages_agree(environment: str, module: str, name: str, texts: int, kernel: str) -> None:
    """A difference is shown with what was compared and both outcomes."""
    report = _ENVIRONMENTS[environment].answer(
        f"against_{module}", name, str(texts), ROUGE_EVAL_KERNEL=kernel
    )
    assert report["first"] == []
    assert report["cases"] > 0


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
    with_theirs = _ENVIRONMENTS["frameworks"].answer(*texts, str(real))
    with_ours = _ENVIRONMENTS["frameworks"].answer(*texts, str(served), PYTHONPATH=str(folder))
    assert with_ours["figures"] == with_theirs["figures"]
    assert with_theirs["served"] == 0
    assert with_ours["served"] > 0


@needs("others")
def test_py_rouge_is_served_under_its_import_name(tmp_path: Path) -> None:
    """Programs call the package's static methods, too."""
    shim.write(str(tmp_path))
    code = (
        "from rouge import Rouge; from rouge_cli import py_rouge;"
        "assert issubclass(Rouge, py_rouge.Rouge); print(Rouge.split_into_sentences('a\\nb', True),"
        "Rouge(['rouge-l']).get_scores('a b', 'a c')['rouge-l']['f'])"
    )
    done = _ENVIRONMENTS["others"].run("-c", code, variables={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert (done.stdout, done.returncode) == ("['a', 'b'] 0.5\n", 0), done.stderr
