"""Paired bootstrap: differences, their intervals, p, and Holm's correction."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import reduce
from math import inf, isnan, nan
from operator import add
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import (
    Counts,
    Difference,
    Estimate,
    Evaluation,
    InputError,
    Options,
    Report,
    Score,
    compare,
    evaluate,
    render,
)

from ..support.commands import assert_refused, rouge_eval
from ..support.drand48 import draws
from ..support.files import configuration, eval_element, write
from ..support.scoring import report_of, result_of
from ..support.steps import steps
from ..support.tables import table

pytestmark = pytest.mark.usefixtures("kernel")

_FIGURES = st.integers(0, 100000).map(lambda number: number / 100000)


def _score(evaluation: str, figure: float, counts: Counts | None = None) -> Score:
    return Score(figure, figure / 2, figure / 4, counts or Counts(10, 20, 5), evaluation)


def _report(
    systems: Mapping[str, Mapping[str, float]],
    options: Options | None = None,
    measures: Sequence[str] = ("M",),
) -> Report:
    """A report of systems, each with its figure in every evaluation."""
    options = options or Options()
    return report_of(
        options,
        {
            system: {
                measure: result_of(
                    [_score(id, figures[id]) for id in sorted(figures, key=f"{{}}.{system}".format)], options
                )
                for measure in measures
            }
            for system, figures in systems.items()
        },
    )


def _noisy(n: int, shift: float = 0.0, seed: int = 1) -> dict[str, float]:
    noise = random.Random(seed)
    return {str(place): round(0.4 + shift + noise.uniform(-0.1, 0.1), 5) for place in range(n)}


@given(
    st.lists(st.tuples(_FIGURES, _FIGURES), min_size=1, max_size=6),
    st.integers(1, 40),
    st.sampled_from([0, 50, 95, 100]),
)
def test_p_and_interval_word_by_word(figures: list[tuple[float, float]], r: int, level: float) -> None:
    """Against a plain rendering of the definition, with sums of whole numbers, which are exact."""
    n = len(figures)
    systems = {
        name: {str(place): pair[part] for place, pair in enumerate(figures)} for part, name in enumerate("ab")
    }
    (found,) = compare(_report(systems, Options(resamples=r, confidence=level)), "a")
    differences = [round((b - a) * 100000) for a, b in figures]
    samples = [sum(differences[index] for index in indices) for indices in draws(n, r)]
    seen = sum(differences)
    far = sum(abs(sample - seen) >= abs(seen) for sample in samples)
    assert found.recall.p == max((far + 1) / (r + 1), 0.5 ** (n - 1))
    assert found.recall.estimate.average == pytest.approx(sum(samples) / r / n / 100000, abs=1e-9)
    assert (found.system, found.baseline, found.measure, found.evaluations) == ("b", "a", "M", n)


def test_samples_a_little_nearer_than_the_difference_are_not_as_far() -> None:
    """In 3 of 20 evaluations b is 0.00001 above a, so that samples lie 0.0000005 from one another."""
    systems = {
        "a": dict.fromkeys(map(str, range(20)), 0.5),
        "b": {str(place): 0.5 + 0.00001 * (place < 3) for place in range(20)},
    }
    order = sorted(map(str, range(20)), key="{}.a".format)
    above = [int(order[index]) < 3 for index in range(20)]
    sums = [sum(above[index] for index in indices) for indices in draws(20, 1000)]
    far = sum(abs(one - 3) >= 3 for one in sums)
    (found,) = compare(_report(systems))
    assert found.recall.p == (far + 1) / 1001


def test_the_samples_are_those_of_the_intervals() -> None:
    """So the difference of averages is the average of the differences, to the last bits."""
    report = _report({"a": _noisy(30), "b": _noisy(30, 0.01, seed=2)})
    (found,) = compare(report)
    mine, theirs = report.systems["b"]["M"], report.systems["a"]["M"]
    for figure in ("recall", "precision", "f"):
        expected = getattr(mine, figure).average - getattr(theirs, figure).average
        assert getattr(found, figure).estimate.average == pytest.approx(expected, abs=1e-12)


def test_numpys_generator_draws_for_one_measure_after_the_other() -> None:
    systems = {"a": _noisy(9), "b": _noisy(9, seed=2)}
    differences = numpy.subtract(*(list(systems[name].values()) for name in "ba"))
    choose = numpy.random.RandomState(0).choice
    for found in compare(_report(systems, Options(profile="rouge-score", resamples=50), ("M", "N"))):
        means = [differences[choose(9, 9)].mean() for _ in range(50)]
        assert found.recall.estimate.average == pytest.approx(numpy.median(means), abs=1e-12)


@pytest.mark.parametrize(("counting", "alpha"), [(1, 0.3), (2, 0.5)])
def test_pooled_counts_are_compared_as_pooled(counting: int, alpha: float) -> None:
    """Figures are those of each resample's sums, not averages of figures; so is the observed difference."""
    rows = {
        "a": [Counts(100, 20, 10), Counts(100, 60, 30), Counts(50, 90, 5)],
        "b": [Counts(100, 80, 20), Counts(100, 10, 10), Counts(50, 20, 16)],
    }
    options = Options(counting=counting, alpha=alpha, resamples=40)

    def f(system: str, indices: Sequence[int]) -> float:
        model, peer, hit = (sum(rows[system][index][part] for index in indices) for part in range(3))
        recall, precision = hit / model, hit / peer
        return precision * recall / ((1 - alpha) * precision + alpha * recall)

    samples = [f("b", indices) - f("a", indices) for indices in draws(3, 40)]
    seen = f("b", range(3)) - f("a", range(3))
    far = sum(abs(sample - seen) >= abs(seen) - 1e-12 for sample in samples)
    results = {
        system: {"M": result_of([_score(str(i), 0.5, one) for i, one in enumerate(row)], options)}
        for system, row in rows.items()
    }
    (found,) = compare(report_of(options, results))
    assert found.f.estimate.average == pytest.approx(sum(samples) / 40, abs=1e-12)
    assert found.f.p == max((far + 1) / 41, 0.25)


class TestP:
    def test_equal_systems_do_not_differ(self) -> None:
        (found,) = compare(_report({"a": _noisy(20), "b": _noisy(20)}))
        assert found.f == Difference(Estimate(0, 0, 0), 1.0, 1.0)

    @pytest.mark.parametrize(("n", "p"), [(1, 1.0), (2, 0.5), (3, 0.25), (6, 1 / 32)])
    def test_few_evaluations_cannot_say_more_than_coins(self, n: int, p: float) -> None:
        (found,) = compare(
            _report({"a": dict.fromkeys("abcdef"[:n], 0.1), "b": dict.fromkeys("abcdef"[:n], 0.9)})
        )
        assert (found.recall.p, found.evaluations) == (p, n)

    def test_few_resamples_cannot_say_more_than_their_number(self) -> None:
        systems = {"a": dict.fromkeys("abcdefghij", 0.1), "b": dict.fromkeys("abcdefghij", 0.9)}
        assert compare(_report(systems, Options(resamples=18)))[0].recall.p == 1 / 19

    def test_no_number_has_none_and_counts_for_nothing(self) -> None:
        systems = {"a": _noisy(20), "b": dict.fromkeys(_noisy(20), nan), "c": _noisy(20, 0.5)}
        worse, better = compare(_report(systems), "a")
        assert isnan(worse.f.p)
        assert isnan(worse.f.corrected)
        assert isnan(worse.f.estimate.average)
        assert better.f.corrected == better.f.p == 1 / 1001
        (infinite,) = compare(_report({"a": _noisy(5), "b": dict.fromkeys(_noisy(5), inf)}))
        assert isnan(infinite.f.p)


class TestHolm:
    def test_the_smaller_a_p_the_more_it_is_multiplied(self) -> None:
        """But none is smaller than the one before; what is no number counts for nothing."""
        systems = {"a": _noisy(20), "nan": dict.fromkeys(_noisy(20), nan)}
        systems |= {
            name: _noisy(20, shift, seed=3)
            for name, shift in zip("bcde", (0.01, 0.02, 0.03, 0.05), strict=True)
        }
        found = [one.recall for one in compare(_report(systems), "a") if one.system != "nan"]
        in_order, least = sorted(found, key=lambda one: one.p), 0.0
        assert len({one.p for one in found}) > 2
        for place, one in enumerate(in_order):
            least = max(least, min(1, (len(found) - place) * one.p))
            assert one.corrected == pytest.approx(least)

    def test_a_family_is_a_measure_and_a_figure(self) -> None:
        systems = {"a": _noisy(20), "b": _noisy(20, 0.1, seed=2), "c": _noisy(20, 0.1, seed=3)}
        found = compare(_report(systems, measures=("M", "N")), "a")
        assert [one.measure + one.system for one in found] == ["Mb", "Nb", "Mc", "Nc"]
        assert {one.f.p for one in found} == {1 / 1001}
        assert {one.f.corrected for one in found} == {2 / 1001}


class TestCommonEvaluations:
    def test_only_they_count(self) -> None:
        whole = {"a": {"1": 0.1, "2": 0.2, "3": 0.3}, "b": {"2": 0.5, "3": 0.4, "4": 0.9}}
        common = {"a": {"2": 0.2, "3": 0.3}, "b": {"2": 0.5, "3": 0.4}}
        assert compare(_report(whole)) == compare(_report(common))
        assert compare(_report(whole))[0].evaluations == 2

    def test_their_order_is_the_baselines(self) -> None:
        """`1.2.a` comes before `1.a`, but `1.1` before `1.2.1`: so a system is ordered by its own name."""
        figures = {"1": 0.1, "1.2": 0.7, "3": 0.4}
        report = _report({"1": figures, "a": dict.fromkeys(figures, 0.0)}, Options(resamples=7))
        for baseline, order in (("1", [0.1, 0.7, 0.4]), ("a", [0.7, 0.1, 0.4])):
            (found,) = compare(report, baseline)
            samples = sorted(reduce(add, [order[i] for i in drawn]) / 3 for drawn in draws(3, 7))
            assert abs(found.recall.estimate.average) == pytest.approx(reduce(add, samples) / 7, abs=1e-15)

    def test_without_any_a_pair_is_left_out(self) -> None:
        systems = {"a": {"1": 0.1, "2": 0.2}, "b": {"1": 0.1}, "c": {"2": 0.2}, "d": {}}
        found = compare(_report(systems))
        assert [(one.system, one.baseline) for one in found] == [("b", "a"), ("c", "a")]

    def test_they_may_differ_from_pair_to_pair(self) -> None:
        systems = {name: dict(list(_noisy(6, seed=i).items())[i:]) for i, name in enumerate("abc")}
        together = compare(_report(systems))
        assert [one.evaluations for one in together] == [5, 4, 4]
        for one in together:
            (alone,) = compare(
                _report({name: systems[name] for name in (one.system, one.baseline)}), one.baseline
            )
            assert (alone.f.p, alone.f.estimate) == (one.f.p, one.f.estimate)


def test_pairs() -> None:
    report = _report({name: {"1": 0.5} for name in "cab"})
    for baseline, expected in ((None, "ba ca cb"), ("b", "ab cb")):
        assert [one.system + one.baseline for one in compare(report, baseline)] == expected.split()
    with pytest.raises(InputError, match="no evaluation has the baseline 'x'; there are: a, b"):
        compare(_report({name: {"1": 0.5} for name in "ab"}), "x")
    for few in ([], ["a"]):
        with pytest.raises(InputError, match="two systems or more"):
            compare(_report({name: {"1": 0.5} for name in few}))


def test_no_measure_is_no_comparison() -> None:
    assert compare(report_of(Options(), {"a": {}, "b": {}})) == ()


@pytest.mark.parametrize(("evaluations", "flags", "notes"), table(__file__, "notes"))
def test_notes(evaluations: str, flags: str, notes: list[str], tmp_path: Path) -> None:
    """They go to standard error."""
    groups = [group.rpartition("×") for group in evaluations.split()]
    several = [systems for times, _, systems in groups for _ in range(int(times or 1))]
    row = '{"id": %d, "system": "%s", "peer": "a", "models": "a"}\n'
    rows = [row % (place, system) for place, systems in enumerate(several) for system in systems]
    write(tmp_path, {"j": "".join(rows)})
    output = rouge_eval(["-x", "-n1", "--jsonl", "j", *flags.split()], cwd=tmp_path)
    assert output.status == 0
    found = [line for line in output.stderr.decode().splitlines() if "compar" in line]
    assert found == [f"note: {note}" for note in notes]


def test_a_missing_peer_is_not_common(tmp_path: Path) -> None:
    row = '{"id": %d, "system": "%s", "peer": "a", "models": "a"}\n'
    write(tmp_path, {"j": row % (1, "a") + row % (2, "b")})
    output = rouge_eval(["--jsonl", "j", "--compare"], cwd=tmp_path)
    assert_refused(output, 1, "have an evaluation in common")


# The command.


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two systems, `1` and `c.xml`, in two evaluations."""
    peers = '<P ID="1">p</P><P ID="c.xml">q</P>'
    text = configuration(eval_element(peers=peers), eval_element('ID="2"', peers=peers))
    write(tmp_path, {"p": "a b c\n", "q": "a b x\n", "m1": "a b c\n", "m2": "a b c d\n", "c.xml": text})
    monkeypatch.chdir(tmp_path)
    return tmp_path


_LINES = [
    "-" * 45,
    *(
        f"c.xml ROUGE-1 Difference_{figure} to 1: {value} (95%-conf.int. {value} - {value})"
        " p=0.5000 corrected p=0.5000 evaluations=2"
        for figure, value in (("R", "-0.28571"), ("P", "-0.33333"), ("F", "-0.30769"))
    ),
]


def test_the_command_line(corpus: Path) -> None:
    """What follows `--compare` is the baseline, unless it is a flag or the configuration alone."""
    plain = rouge_eval(["-x", "-n1", "-r9", "c.xml"], cwd=corpus).stdout
    for words in ("--compare c.xml", "--compare -n1 c.xml", "--compare -- c.xml", "--compare 1 c.xml",
                  "--compare=1 c.xml", "--compare=1 -a c.xml 1"):  # fmt: skip
        output = rouge_eval(["-x", "-n1", "-r9", *words.split()], cwd=corpus)
        assert (output.status, output.stdout[: len(plain)]) == (0, plain)
        assert output.stdout[len(plain) :].decode().splitlines() == _LINES, words
    output = rouge_eval(["-x", "-n1", "-r9", "--compare", "c.xml", "c.xml"], cwd=corpus)
    assert output.stdout[len(plain) :].count(b"\n1 ROUGE-1 Difference_") == 3


def test_other_inputs(corpus: Path) -> None:
    line = '{"id": 1, "system": %d, "peer": "a b", "models": "a b c"}\n'
    texts = {"1.txt": "a b\n", "2.txt": "a x\n", "A.txt": "a b c\n", "B.txt": "a b\n"}
    folders = {"peers/t.1.txt": "a b\n", "peers/t.2.txt": "a x\n", "models/t.A.txt": "a b c\n"}
    write(corpus, {**texts, **folders, "j": line % 1 + line % 2})
    for words, systems in [
        ("--lines 1.txt --lines 2.txt --compare A.txt", "2 1"),
        ("--lines 1.txt --lines 2.txt --compare 2 A.txt", "1 2"),
        ("--lines 1.txt --lines 2.txt --compare -- A.txt B.txt", "2 1"),
        ("--peers peers --models models --compare", "2 1"),
        ("--peers peers --models models --compare 2", "1 2"),
        ("--jsonl j --compare", "2 1"),
        ("--jsonl j --compare 2", "1 2"),
    ]:
        output = rouge_eval(["-x", "-n1", "-r99", *words.split()], cwd=corpus)
        (found,) = [line.split() for line in output.stdout.decode().splitlines() if "Difference_F" in line]
        assert (output.status, f"{found[0]} {found[4].rstrip(':')}") == (0, systems), words


def test_nothing_is_scored_before(corpus: Path) -> None:
    tokenizer = "tests.languages.functions_of_users:failing"
    write(corpus, {"p": "boom"})
    assert_refused(rouge_eval(["--tokenizer", tokenizer, "c.xml"], cwd=corpus), 1, "a boom")
    refused = rouge_eval(["--tokenizer", tokenizer, "--compare", "2", "c.xml"], cwd=corpus)
    assert_refused(refused, 1, "no evaluation has the baseline")


def test_they_follow_the_trace_too(corpus: Path) -> None:
    output = rouge_eval(["-x", "-n1", "-r9", "-v", "--compare", "c.xml"], cwd=corpus)
    assert output.stdout.decode().splitlines()[-4:] == _LINES


_DIFFERENT = table(__file__, "different")


@pytest.mark.parametrize("case", _DIFFERENT)
def test_systems_that_do_not_differ_share_a_letter(case: str) -> None:
    systems, different, expected = _DIFFERENT[case]
    evaluations = [
        Evaluation.of_texts(
            "1", {system: " ".join("abcd"[: 4 - place]) for place, system in enumerate(systems)}, ["a b c d"]
        )
    ]
    report = evaluate(evaluations, Options(rouge_l=False, max_ngram=1))
    compared = [
        one._replace(f=one.f._replace(corrected=0.05 if one.baseline + one.system in different else 0.051))
        for one in report.compare()
    ]
    assert json.loads(render(report, "json", comparisons=compared))["groups"] == {"ROUGE-1": expected}
    assert "groups" not in json.loads(render(report, "json", comparisons=compared[1:]))


def test_systems_cost_what_they_are_and_comparisons_what_pairs_are() -> None:
    def of(systems: int) -> tuple[int, int]:
        peers = {f"s{number}": f"a b c{number}" for number in range(systems)}
        evaluations = [Evaluation.of_texts(str(id), peers, ["a b d"]) for id in range(20)]
        options = Options(rouge_l=False, max_ngram=1, resamples=10)
        report = evaluate(evaluations, options)
        return steps(lambda: evaluate(evaluations, options)), steps(report.compare)

    (few, pairs_of_few), (many, pairs_of_many) = of(12), of(48)
    assert many < 4.5 * few
    assert pairs_of_many < 17 * 1.05 * pairs_of_few  # 66 pairs and 1,128.


def test_all_pairs_of_many_systems_get_resamples_that_can_decide() -> None:
    """66 pairs of 12 systems: the least corrected p is 66 / 6001, which tells two systems apart."""
    evaluations = [
        Evaluation.of_texts(str(id), {f"s{n:02}": "a b" if n else "x" for n in range(12)}, ["a b c"])
        for id in range(14)
    ]
    report = evaluate(evaluations, Options(rouge_l=False, max_ngram=1))
    compared = {(one.system, one.baseline): one.f.corrected for one in report.compare()}
    assert compared["s01", "s00"] == 66 / 6001
    assert compared["s02", "s01"] == 1
    assert {one.f.p for one in report.compare("s00")} == {1 / 1001}
