"""The number of evaluations that two systems need, against the power of Student's test."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from scipy import stats

from rouge_cli import Cell, InputError, OptionError, power

from ..support.commands import rouge_tools
from ..support.tables import table
from .support import scores_file


def _pilot(differences: Any) -> list[Cell]:
    return [
        Cell(system, f"d{place}", "m", float(value))
        for place, difference in enumerate(differences)
        for system, value in (("new", difference), ("old", 0.0))
    ]


def _normal(count: int, mean: float) -> list[Cell]:
    """Return a pilot whose differences are the quantiles of a normal distribution of deviation 1."""
    quantiles = stats.norm.ppf((np.arange(count) + 0.5) / count)
    return _pilot(mean + quantiles / quantiles.std(ddof=1))


def _power_of_t(n: int, effect: float) -> float:
    """Return the power of the paired test from the noncentral t distribution."""
    critical = stats.t.ppf(0.975, n - 1)
    return float(stats.nct.sf(critical, n - 1, effect * n**0.5))


@pytest.mark.slow
@pytest.mark.parametrize("n", [5, 20, 34, 60])
def test_power_is_that_of_students_test(n: int) -> None:
    found = power(_normal(400, 0.5), evaluations=[n], simulations=4000)
    (point,) = [point for point in found.curve if point.evaluations == n]
    assert point.power == pytest.approx(_power_of_t(n, 0.5), abs=0.035)


@pytest.mark.slow
def test_34_evaluations_find_half_a_deviation() -> None:
    # Cohen (1988): 34 pairs for d = 0.5, p 0.05 two-sided, power 0.8.
    found = power(_normal(400, 0.5), simulations=11_000)
    assert found.needed == pytest.approx(34, abs=2)
    assert (found.pilot, found.system, found.baseline, found.measure) == (400, "new", "old", "m")
    assert found.difference == found.observed == pytest.approx(0.5)
    assert found.deviation == pytest.approx(1)
    assert min(point.power for point in found.curve if point.evaluations >= 36) >= 0.8


@pytest.mark.slow
@pytest.mark.parametrize("difference", [1.0, -1.0])
def test_a_difference_that_is_given_replaces_the_pilots(difference: float) -> None:
    found = power(_normal(400, 0.5), difference=difference, simulations=2000)
    assert found.needed == pytest.approx(10, abs=1)  # Pairs for d = 1.
    assert found.observed == pytest.approx(0.5)


@pytest.mark.slow
def test_no_difference_is_found_at_the_level() -> None:
    # Of a tiny difference half of the level is found, the other half has the wrong sign.
    found = power(_normal(400, 1e-9), evaluations=[50], simulations=4000)
    assert found.curve[0].power == pytest.approx(0.025, abs=0.01)
    assert found.needed is None
    assert "100,000 evaluations find the difference with a probability below 0.8" in found.notes


def test_the_same_seed_draws_the_same() -> None:
    pilot = _normal(30, 0.4)
    assert power(pilot[::-1], simulations=500) == power(pilot, simulations=500)
    assert power(pilot) == power(pilot, simulations=5000)
    assert power(pilot, simulations=500, seed=1).curve != power(pilot, simulations=500).curve


def test_neither_scale_nor_sign_changes_the_power() -> None:
    skewed = np.array([0, 0, 0, 0, 0, 1, 3])  # The mean is 4/7.
    first, *others = (power(_pilot(scale * skewed), simulations=50).curve for scale in (1, 16, -16))
    assert others == [first] * 2


@pytest.mark.parametrize(("level", "size", "share"), table(__file__, "shares"))
def test_power_is_the_share_of_samples_that_are_significant(level: float, size: int, share: float) -> None:
    found = power(_pilot([1, 2, 3]), level=level, evaluations=[size])
    assert {point.evaluations: point.power for point in found.curve}[size] == pytest.approx(share, abs=0.03)
    assert (found.observed, found.deviation) == (2, 1)


@pytest.mark.parametrize("seed", range(9))
def test_the_answer_reaches_the_target_and_one_evaluation_less_does_not(seed: int) -> None:
    """Of two experiments one may be significant, which is the target to the last bit."""
    choices: Any = {"level": 0.3, "target": 0.5, "simulations": 2, "seed": seed, "difference": 1}
    found = power(_pilot([1, 2, 3]), evaluations=range(2, 30), **choices)
    powers = {point.evaluations: point.power for point in found.curve}
    needed = found.needed or 0
    assert powers[needed] >= 0.5
    assert needed == 2 or powers[needed - 1] < 0.5


def test_equal_differences_need_no_more() -> None:
    found = power(_pilot([0.5] * 5))
    assert found.needed == 2
    assert found.curve[0].power == 1
    assert any("all differences of the pilot are equal" in note for note in found.notes)
    assert any("the answer is rough: 5 evaluations" in note for note in found.notes)


@pytest.mark.parametrize(("pilot", "is_small"), [(19, True), (20, False)])
def test_pilots_below_twenty_are_small(pilot: int, is_small: bool) -> None:
    notes = power(_normal(pilot, 2.0), simulations=20).notes
    assert any("the answer is rough" in note for note in notes) == is_small


def test_the_curve_ends_where_power_is_almost_1() -> None:
    """Sizes that were asked for are all in it, and so are the pilot and the answer."""
    found = power(_normal(10, 1.0), simulations=400)
    assert [point.evaluations for point in found.curve] == sorted({5, 10, 20, 50, found.needed} - {None})
    assert [point.power < 1 for point in found.curve][-2:] == [True, False]
    assert [point.evaluations for point in power(_normal(3, 1000.0), simulations=50).curve] == [3, 5]
    large = power(_normal(30, 3.0), simulations=50)
    assert [point.evaluations for point in large.curve] == sorted({5, 10, 20, 30, large.needed} - {None})
    unsure = power(_normal(10, 1e-9), simulations=20)
    sizes = [step * 10**digits for digits in range(6) for step in (1, 2, 5)]
    assert (unsure.needed, unsure.most) == (None, 100_000)
    assert [point.evaluations for point in unsure.curve] == sizes[2:-2]
    asked = power(_normal(30, 3.0), evaluations=[50, 4000], simulations=50)
    assert [point.evaluations for point in asked.curve] == sorted({50, 4000, 30, asked.needed} - {None})


@pytest.mark.parametrize(
    ("difference", "shown"), [(0.25, "0.25000"), (0.0001, "0.00010"), (-0.00009, "-9e-05"), (-2, "-2.00000")]
)
def test_tiny_differences_have_three_digits(difference: float, shown: str, tmp_path: Path) -> None:
    pilot = scores_file(tmp_path, _pilot([-1, 0, 1]))
    choices = (f"--difference={difference}", "--simulations", "1", "--evaluations", "2")
    output = rouge_tools(["power", "--scores", pilot, *choices], tmp_path)
    assert f"\nPower to find a difference of {shown} at p ≤ 0.05; " in output.stdout.decode()
    assert output.stdout.startswith(
        b"m, new - old: 0.00000 in a pilot of 3 evaluations, standard deviation 1.0"
    )
    assert output.stderr.startswith(b"note: the answer is rough: 3 evaluations")


def test_differences_that_are_equal_but_for_the_last_bit_are_equal() -> None:
    scores = [(0.3, 0.2), (0.5, 0.4), (0.7, 0.6), (0.8, 0.7)]
    assert len({new - old for new, old in scores}) > 1
    pilot = [
        Cell(system, f"d{place}", "m", value)
        for place, pair in enumerate(scores)
        for system, value in zip(("new", "old"), pair, strict=True)
    ]
    found = power(pilot)
    assert (found.needed, found.deviation, found.difference) == (2, 0, 0.1)


def test_evaluations_that_one_system_lacks_are_left_out() -> None:
    cells = [*_pilot([0.1, 0.2, 0.4, 0.1]), Cell("new", "d9", "m", 99.0), Cell("old", "d9", "m", np.nan)]
    found = power(cells, simulations=100)
    assert found.pilot == 4
    assert found.notes[0] == "evaluations in which not both systems have m are left out (1): d9"


@pytest.mark.parametrize(("choices", "message"), table(__file__, "refused"))
def test_choices_that_do_not_exist(choices: dict[str, Any], message: str) -> None:
    error = OptionError if message.startswith("`") else InputError
    with pytest.raises(error, match=message):
        power(_pilot([0.1, 0.2, 0.4]), **choices)


def test_pilots_that_are_too_small_or_ambiguous() -> None:
    with pytest.raises(OptionError, match="a difference of 0 cannot be found"):
        power(_pilot([0.1, 0.2, 0.4]), difference=0)
    with pytest.raises(InputError, match="a pilot needs 3 evaluations or more with m of both"):
        power(_pilot([0.1, 0.2]))
    three = [*_pilot([0.1, 0.2, 0.3]), Cell("third", "d0", "m", 1.0)]
    with pytest.raises(InputError, match="name `system` and `baseline` of: new, old, third"):
        power(three)
    with pytest.raises(InputError, match="name the `system` of the pilot; there are: new, third"):
        power(three, baseline="old")


_SCHEMA = json.loads((files("rouge_cli") / "data" / "correlation.schema.json").read_text("utf-8"))


def _printed(folder: Path, *words: str) -> str:
    """Return what `rouge-tools power` prints for a normal pilot of 500 evaluations."""
    pilot = scores_file(folder, _normal(500, 0.25))
    output = rouge_tools(["power", "--scores", pilot, *words], folder)
    assert output.status == 0, output.stderr
    return output.stdout.decode()


@pytest.mark.slow
def test_flags_and_the_difference_of_the_pilot_as_default(tmp_path: Path) -> None:
    flags = ("--target", "0.9", "--significance", "0.01", "--simulations", "2000", "--seed", "3")
    document = json.loads(_printed(tmp_path, *flags, "--evaluations", "20,50", "--format", "json"))
    Draft202012Validator(_SCHEMA).validate(document)
    named = {"target": 0.9, "level": 0.01, "simulations": 2000, "seed": 3, "pilot": 500}
    assert document | named == document
    assert document["difference"] == document["observed"] == pytest.approx(0.25, abs=1e-9)
    assert {20, 50} < {point["evaluations"] for point in document["curve"]}
    assert document["needed"] == pytest.approx(242, abs=20)  # 241.5 by the formula.


@pytest.mark.slow
def test_text(tmp_path: Path) -> None:
    lines = _printed(tmp_path, "--difference", "0.5", "--evaluations", "50").splitlines()
    assert lines[0] == "m, new - old: 0.25000 in a pilot of 500 evaluations, standard deviation 1.00000."
    assert lines[1:4] == ["", "Evaluations  Power", "───────────  ─────"]
    assert lines[5].startswith("         50  0.9")
    caption = "Power to find a difference of 0.50000 at p ≤ 0.05; 5,000 simulated data sets each, seed 0."
    assert caption in " ".join(lines)
    assert lines[-2].startswith("For 80% power: 3")
    tiny = ("--difference", "2e-05", "--target", "0.999", "--simulations", "20")
    lines = _printed(tmp_path, *tiny, "--plot", str(tmp_path / "p.svg")).splitlines()
    assert lines[-2] == "For 99.9% power even 100,000 evaluations are too few."
    assert "between new and old by m" in (tmp_path / "p.svg").read_text()


@pytest.mark.slow
def test_a_run_can_be_the_pilot() -> None:
    words = "-n 1 -x --system 1 --baseline lead --format json --simulations 100 config_examples/spl.xml"
    document = json.loads(rouge_tools(["power", *words.split()]).stdout)
    assert (document["measure"], document["pilot"]) == ("ROUGE-1", 5)
