"""Every row of `ROUGES` through every door: what a row forgets is missed here.

The peer has 4 tokens, and the models 5 each. They share 3 tokens, in order, and 4, of which the LCS has one.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rouge_cli import Evaluation, Options, Scorer, compare, evaluate, render
from rouge_cli.options import has_option
from rouge_cli.rendering import FORMATS
from rouge_cli.rouges import PROFILES, ROUGES

from ..support.commands import rouge_eval, rouge_tools
from ..support.files import write

_PEER, _MODELS = "a b c d", ["a x b y c", "d c b a q"]
_OTHER = "c d x z"
_FIGURES: dict[str, dict[str, float]] = {
    "rouge-1.5.5": {"ROUGE-1": 7 / 9, "ROUGE-L": 4 / 9},
    "rouge-score": {"rouge1": 8 / 9, "rougeL": 2 / 3},
    "evaluate": {"rouge1": 8 / 9, "rougeL": 2 / 3},
    "torchmetrics": {"rouge1": 8 / 9, "rougeL": 2 / 3},
    "xlsum": {"rouge1": 8 / 9, "rougeL": 2 / 3},
    "rouge": {"rouge-1": 8 / 9, "rouge-l": 2 / 3},
    "rouge-chinese": {"rouge-1": 8 / 9, "rouge-l": 2 / 3},
    "coco": {"ROUGE_L": 2.44 * 0.75 * 0.6 / (0.6 + 1.44 * 0.75)},  # 3 of 5 and 3 of 4, with β = 1.2
    "py-rouge": {"rouge-1": 7 / 9, "rouge-l": 4 / 9},
    "rouge-metric": {"rouge-1": 7 / 9, "rouge-l": 4 / 9},
    "ignite": {"Rouge-1": 7 / 10, "Rouge-L": 4 / 10},  # F is recall.
}
"""By profile, F of measures: with models pooled 7 hits of 10 and 8, and an LCS of 4; with the best model 4
hits of 5 and 4 by the second, and an LCS of 3 by the first."""
_CHOICES: dict[str, dict[str, Any]] = {
    "rouge-1.5.5": {"max_ngram": 1},
    "torchmetrics": {"types": ("rouge1", "rougeL")},  # rougeLsum needs a model of NLTK.
    "xlsum": {"language": "my"},  # The segmenter of Burmese needs no package; it drops blanks.
}
_FLAGS = {
    "rouge-1.5.5": ["-n", "1"],
    "torchmetrics": ["--types", "rouge1,rougeL"],
    "xlsum": ["--language", "my"],
}
_ROW = {"id": "1", "models": _MODELS}

pytestmark = pytest.mark.parametrize("profile", PROFILES)


def _options(profile: str) -> Options:
    return Options(profile=profile, **_CHOICES.get(profile, {}))


def _protocol(profile: str) -> str:
    return " ".join([profile, *_FLAGS.get(profile, [])])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the pairs of two systems."""
    rows = [{**_ROW, "system": system, "peer": peer} for system, peer in (("a", _PEER), ("b", _OTHER))]
    write(tmp_path, {"pairs.jsonl": "\n".join(map(json.dumps, rows))})
    return tmp_path


def test_all_doors_print_the_figures_of_the_package(profile: str, kernel: str, folder: Path) -> None:
    options, expected = _options(profile), _FIGURES[profile]
    scorer = Scorer(options)
    evaluation = Evaluation.of_texts("1", {"a": _PEER}, _MODELS)
    (result,) = evaluate([evaluation], options).systems.values()
    words = ["--profile", profile, *_FLAGS.get(profile, []), "--format", "json", "--jsonl", "pairs.jsonl"]
    printed = json.loads(rouge_eval(words, folder).stdout)
    for measure, f in expected.items():
        found = [
            scorer.score(_PEER, _MODELS)[measure].f,
            scorer.score_batch([_PEER], [_MODELS])[0][measure].f,
            scorer.score_group([_PEER], _MODELS)[0][measure].f,
            result[measure].f.average,
            printed["systems"]["a"][measure]["f"]["average"],
        ]
        assert found == pytest.approx([f] * 5, abs=1e-5)


def test_signatures_and_documents_describe_it(profile: str) -> None:
    evaluation = Evaluation.of_texts("1", {"a": _PEER}, _MODELS)
    report = evaluate([evaluation], _options(profile))
    signed = [pair.partition(":")[0] for pair in report.signature.split("|")]
    assert f"rouge:{ROUGES[profile].signature}|" in report.signature
    assert {"measures", "tokens", "models", "version"} <= set(signed)
    schema = json.loads((files("rouge_cli") / "data" / "report.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(json.loads(render(report, "json")))


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_shows_it(profile: str, format: str) -> None:
    evaluation = Evaluation.of_texts("1", {"a": _PEER, "b": _OTHER}, _MODELS)
    report = evaluate([evaluation, evaluation._replace(id="2")], _options(profile))
    text = render(report, format, evaluations=[evaluation], comparisons=compare(report, "b"))
    for measure, f in _FIGURES[profile].items():
        assert measure in text.replace("\\_", "_")
        assert f"{f:.5f}".rstrip("0")[:6] in text or f"{100 * f:.2f}" in text


_SIGNS = str.maketrans({"·": "*", "−": "-", "^": "**"})


def _value(arithmetic: str) -> float:
    """Return the value of an arithmetic of figures × 100, or of a ratio × 100."""
    found = float(eval(arithmetic.translate(_SIGNS).replace("10⁻⁶", "1e-6")))
    return found if "*1" in arithmetic or found > 1.5 else 100 * found


@pytest.mark.parametrize("models", [_MODELS, _MODELS[:1]])
def test_the_arithmetic_of_explanations_gives_the_figures(profile: str, models: list[str]) -> None:
    page = Scorer(_options(profile)).explain(_PEER, models)
    text = re.sub(r"\n {4}", " ", page.text)
    lines = re.findall(r"^(?:Recall|Precision|F) +([0-9.]+) = .*: ([^:\n]*)$", text, re.MULTILINE)
    for figure, arithmetic in lines:
        assert _value(arithmetic) == pytest.approx(float(figure), abs=0.02), arithmetic
    score = Scorer(_options(profile)).score(_PEER, models)
    assert {figure for figure, _ in lines} >= {f"{100 * score[name].f:.2f}" for name in _FIGURES[profile]}


def test_differ_says_in_what_it_parts_from_another(profile: str, folder: Path) -> None:
    other = "rouge-1.5.5" if profile != "rouge-1.5.5" else "rouge-score"
    output = rouge_tools(["differ", _protocol(profile), other, "--jsonl", "pairs.jsonl"], folder)
    assert output.status == 0
    assert f"A: {profile}" in output.stdout.decode()


def test_papers_name_its_package(profile: str, folder: Path) -> None:
    protocol = _protocol(profile)
    words = ["protocols", "--papers", "--only", "--base", protocol, "--jsonl", "pairs.jsonl"]
    output = rouge_tools(words, folder)
    assert output.status == 0
    sentence = output.stdout.decode()
    assert ROUGES[profile].package in sentence
    assert f"rouge:{ROUGES[profile].signature}|" in sentence


def test_reported_figures_find_it(profile: str, folder: Path) -> None:
    label, f = "ROUGE-L", [*_FIGURES[profile].values()][-1]
    words = ["protocols", "--reported", f"{label}={100 * f:.2f}", "--base", _protocol(profile)]
    output = rouge_tools([*words, "--jsonl", "pairs.jsonl", "--format", "json"], folder)
    assert output.status == 0
    assert any(_protocol(profile) in one["protocol"] for one in json.loads(output.stdout)["candidates"])


def test_the_help_names_it(profile: str) -> None:
    assert profile in rouge_eval(["-H"]).stdout.decode()


def test_the_defaults_of_a_profile_give_way_to_choices(profile: str) -> None:
    """A choice of the usual default is a choice where the profile has another one."""
    options = Options(profile=profile)
    row = ROUGES[profile]
    assert (options.alpha, options.byte_limit) == (row.alpha, row.byte_limit)
    chosen = {name: value for name, value in (("alpha", 0.5), ("byte_limit", 0)) if has_option(profile, name)}
    again = Options(profile=profile, **chosen)
    assert {name: getattr(again, name) for name in chosen} == chosen
    assert eval(repr(again), {"Options": Options}) == again
