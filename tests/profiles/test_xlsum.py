"""The profile xlsum, over a stand-in for OpenNMT's tokenizer.

`tests/clients` compares its figures with those of multilingual-rouge.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Scorer, Text, evaluate
from rouge_cli.languages.rules import rules_of_xlsum
from rouge_cli.profiles import profile_of

from ..support.commands import rouge_eval

pytestmark = pytest.mark.usefixtures("kernel")
_OPTIONS = Options(profile="xlsum", language="hi")


class _Aggressive:
    def __init__(self, mode: str) -> None:
        self.mode = mode

    def tokenize(self, text: str) -> tuple[list[str], None]:
        return text.split(), None


@pytest.fixture(autouse=True)
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put a stand-in for pyonmttok in its place."""
    pyonmttok: Any = ModuleType("pyonmttok")
    pyonmttok.Tokenizer = _Aggressive
    monkeypatch.setitem(sys.modules, "pyonmttok", pyonmttok)
    monkeypatch.setattr("importlib.metadata.version", lambda name: "7")
    rules_of_xlsum.cache_clear()
    yield
    rules_of_xlsum.cache_clear()


def test_the_measures_are_those_of_the_paper() -> None:
    names = [measure.name for measure in profile_of(_OPTIONS).measures]
    assert names == ["rouge1", "rouge2", "rougeL"]


def test_a_text_is_one_line() -> None:
    """A bigram reaches over a line end, and what is no blank to the protocol joins two lines."""
    scores = Scorer(_OPTIONS).score("मौसम\nअच्छा है", ["मौसम अच्छा\nहै"])
    assert scores["rouge2"].f == scores["rougeL"].f == 1
    assert Scorer(_OPTIONS).score("a\x0bb", "ab")["rouge1"].f == 1


def test_stems_are_those_of_the_language() -> None:
    pair = "लड़कियों किताब", "लड़कियाँ किताबें"
    plain, stemmed = (
        Scorer(Options(profile="xlsum", language="hi", stem=stem)).score(*pair) for stem in (False, True)
    )
    assert (plain["rouge1"].f, stemmed["rouge1"].f) == (0, 1)


def test_of_several_models_that_of_the_highest_f_counts() -> None:
    score = Scorer(_OPTIONS).score("क ख", ["क", "क ख ग", "घ"])["rouge1"]
    assert (score.recall, score.precision) == (2 / 3, 1)


def test_report_and_signature() -> None:
    evaluation = Evaluation("1", {"P": Text.of(["क ख ग घ"])}, (Text.of(["क ख", "ङ"]),))
    report = evaluate([evaluation], Options(profile="xlsum", language="hi", stem=True, seed=3))
    recall = report.systems["P"]["rouge1"].recall
    assert recall == (2 / 3, 2 / 3, 2 / 3)
    from unicodedata import unidata_version

    assert (
        "rouge:multilingual-rouge-0.0.1|measures:rouge1,rouge2,rougeL"
        f"|tokens:xlsum(pyonmttok-7,unicodedata-{unidata_version})|stem:xlsum-hindi|split:none|combine:best-f"
        "|aggregator:bootstrap-median|conf:95|resamples:1000|seed:3"
    ) in report.signature


def test_the_command_scores_burmese_without_a_package(tmp_path: Path) -> None:
    """Five of the nine syllables and letters are in the model, in its order, and nothing else is in it."""
    peers, models = tmp_path / "peers.txt", tmp_path / "models.txt"
    peers.write_text("ကျွန်တော် စာအုပ်ဖတ်သည်။ abc\n", encoding="utf-8")
    models.write_text("ကျွန်တော်စာဖတ်သည်\n", encoding="utf-8")
    flags = "--profile xlsum --language my --types rougeL --lines"
    done = rouge_eval([*flags.split(), str(peers), str(models)])
    assert done.status == 0
    averages = [line.split()[3] for line in done.stdout.decode().splitlines() if "Average" in line]
    assert averages == ["1.0", str(5 / 9), str(10 / 14)]
