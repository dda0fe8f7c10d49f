"""--profile on the command line: every input, the trace, comparisons, and what a program loads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ..support.commands import rouge_eval
from ..support.files import write, write_corpus

_PROFILES = (["--profile", "rouge-score"], ["--profile", "evaluate"], ["--profile", "torchmetrics", "-x"])


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with texts in every form."""
    write_corpus(tmp_path)
    pairs = [("the cat sat", "the cat\nsat on it"), ("a dog", "a cat")]
    files = {
        "peers/1.txt": pairs[0][0],
        "peers/2.txt": pairs[1][0],
        "models/1.txt": pairs[0][1],
        "models/2.txt": pairs[1][1],
        "peers.lines": "\n".join(peer for peer, _ in pairs),
        "models.lines": "\n".join(model.replace("\n", "<q>") for _, model in pairs),
        "pairs.jsonl": "\n".join(json.dumps({"peer": peer, "models": [model]}) for peer, model in pairs),
        "list.txt": "peers/1.txt models/1.txt\npeers/2.txt models/2.txt\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_input(corpus: Path) -> None:
    flags = ["--profile", "rouge-score", "--types", "rouge1,rougeLsum", "--quiet", "--format", "csv"]
    inputs = [
        ["--lines", "peers.lines", "--sentence-separator", "<q>", "models.lines"],
        ["--jsonl", "pairs.jsonl"],
        ["-z", "SPL", "list.txt"],
    ]
    outputs = [rouge_eval([*flags, *words], cwd=corpus) for words in inputs]
    assert {output.status for output in outputs} == {0}
    figures = {
        tuple(line.partition(",")[2] for line in output.stdout.decode().splitlines()) for output in outputs
    }
    assert len(figures) == 1
    # 3 hits in 3 and 5 words, and 1 in 2 and 2; the resampled means are of one of them, or of both.
    assert any("rouge1,F,0.625,0.5,0.7499999999999999,2,,," in line for line in figures.pop())


def test_details_and_the_trace(corpus: Path) -> None:
    output = rouge_eval(
        ["--profile", "torchmetrics", "-x", "-n1", "-v", "-d", "--jsonl", "pairs.jsonl"], cwd=corpus
    )
    lines = output.stdout.decode().splitlines()
    assert "total rouge1-R: 0.6000000238418579" in lines
    assert "pairs rouge1 Average_R: 0.550000011920929" in lines
    assert "pairs rouge1 Eval 1.pairs R:0.6000000238418579 P:1.0 F:0.75" in lines


def test_comparisons(corpus: Path) -> None:
    systems = [
        {"system": system, "id": str(number), "peer": peer, "models": "the cat sat"}
        for number in range(6)
        for system, peer in (("a", "the cat"), ("b", "a cat sat down"))
    ]
    write(corpus, {"two.jsonl": "\n".join(map(json.dumps, systems))})
    for profile in _PROFILES:
        output = rouge_eval([*profile, "--compare", "a", "--jsonl", "two.jsonl"], cwd=corpus)
        assert output.status == 0, output.stderr
        # P falls from 1 to 2/4 and R stays, in all six.
        assert b"b rouge1 Difference_P to a: -0.50000 (95%-conf.int. -0.50000 - -0.50000)" in output.stdout
        assert b"b rouge1 Difference_R to a: 0.00000 (95%-conf.int. 0.00000 - 0.00000)" in output.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "needless"),
    [
        ("rouge_cli.Scorer(rouge_cli.Options(stem=True)).score('a', 'a')", ("nltk", "numpy", "regex")),
        ("rouge_cli.Cell", ("rouge_cli.rendering", "rouge_cli.scoring", "rouge_cli.kernel")),
    ],
)
def test_a_program_loads_what_it_uses(code: str, needless: tuple[str, ...]) -> None:
    """A run of ROUGE-1.5.5 takes no longer for NLTK and NumPy, nor a record of scores for the engine."""
    code = f"import sys, rouge_cli; {code}; print([name for name in sys.modules if name in {needless}])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert printed == "[]\n"
