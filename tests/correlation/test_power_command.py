"""`rouge-tools power`: answers near those of the noncentral t distribution, in every format."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ..support.commands import ROOT, Output, rouge_tools

pytestmark = pytest.mark.slow

_SCHEMA = json.loads((files("rouge_cli") / "data" / "correlation.schema.json").read_text("utf-8"))
_PILOT = 500


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pilot whose differences are normal, with the mean 0.25 and the standard deviation 1, about."""
    rows = ["system,evaluation,m"]
    for place in range(_PILOT):
        difference = 0.25 + NormalDist().inv_cdf((place + 0.5) / _PILOT)
        rows += [f"new,{place},{10 + difference!r}", f"old,{place},10"]
    (tmp_path / "pilot.csv").write_text("\n".join(rows))
    return tmp_path


def _power(folder: Path, *words: str) -> Output:
    output = rouge_tools(["power", "--scores", "pilot.csv", *words], folder)
    assert output.status == 0, output.stderr
    return output


def _json(folder: Path, *words: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_power(folder, *words, "--format", "json").stdout)
    Draft202012Validator(_SCHEMA).validate(document)
    return document


def test_flags_and_the_difference_of_the_pilot_as_default(folder: Path) -> None:
    flags = ("--target", "0.9", "--significance", "0.01", "--simulations", "2000", "--seed", "3")
    document = _json(folder, *flags, "--evaluations", "20,50")
    named = {"target": 0.9, "level": 0.01, "simulations": 2000, "seed": 3, "pilot": _PILOT}
    assert document | named == document
    assert document["difference"] == document["observed"] == pytest.approx(0.25, abs=1e-9)
    assert {20, 50} < {point["evaluations"] for point in document["curve"]}
    assert document["needed"] == pytest.approx(242, abs=20)  # 241.5 by the formula.


def test_text(folder: Path) -> None:
    lines = _power(folder, "--difference", "0.5", "--evaluations", "50").stdout.decode().splitlines()
    assert lines[0] == "m, new - old: 0.25000 in a pilot of 500 evaluations, standard deviation 0.99971."
    assert lines[1:4] == ["", "Evaluations  Power", "───────────  ─────"]
    assert lines[5].startswith("         50  0.9")
    caption = "Power to find a difference of 0.50000 at p ≤ 0.05; 5,000 simulated data sets each, seed 0."
    assert caption in " ".join(lines)
    assert lines[-2].startswith("For 80% power: 3")
    tiny = ("--difference", "2e-05", "--target", "0.999", "--simulations", "20")
    lines = _power(folder, *tiny, "--plot", str(folder / "p.svg")).stdout.decode().splitlines()
    assert lines[-2] == "For 99.9% power even 100,000 evaluations are too few."
    assert "between new and old by m" in (folder / "p.svg").read_text()


def test_a_run_can_be_the_pilot() -> None:
    systems = ("--system", "1", "--baseline", "lead")
    words = ("-n", "1", "-x", *systems, "--format", "json", "--simulations", "100")
    output = rouge_tools(["power", *words, "config_examples/spl.xml"], ROOT)
    assert output.status == 0, output.stderr
    document = json.loads(output.stdout)
    assert (document["measure"], document["pilot"]) == ("ROUGE-1", 5)
