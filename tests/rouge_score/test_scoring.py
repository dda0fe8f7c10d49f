"""`BootstrapAggregator`, tables of files and tokenizers as rouge-score 0.1.2 has them, and NumPy's state."""

from __future__ import annotations

import sys
from collections import namedtuple
from typing import Any

import numpy
import pytest

from rouge_cli.rouge_score.rouge_scorer import RougeScorer
from rouge_cli.rouge_score.scoring import AggregateScore, BaseScorer, BootstrapAggregator, Score, fmeasure
from rouge_cli.rouge_score.tokenizers import DefaultTokenizer, Tokenizer
from tests.scoring.worked_examples import BOOTSTRAP, CORPUS, OTHER_BOOTSTRAPS, TYPES

pytestmark = pytest.mark.usefixtures("kernel")


def _aggregate(*arguments: Any, types: tuple[str, ...] = TYPES) -> dict[str, AggregateScore]:
    scorer, aggregator = RougeScorer(types), BootstrapAggregator(*arguments)
    for pair in CORPUS:
        aggregator.add_scores(scorer.score(*pair))
    return aggregator.aggregate()


def test_the_seed_of_the_program_counts_and_the_generator_moves_on() -> None:
    numpy.random.seed(0)
    numpy.random.standard_normal()  # One of a pair, of which the other is kept for later.
    numpy.random.seed(0)
    aggregates = _aggregate()
    assert numpy.random.randint(0, 2**31) == 1966062927  # as rouge-score leaves it
    for name, expected in BOOTSTRAP.items():
        assert aggregates[name] == expected
        assert repr(aggregates[name].mid.fmeasure) == f"np.float64({expected[1][2]})"
    assert repr(aggregates["rouge1"]).startswith(
        "AggregateScore(low=Score(precision=np.float64(0.25), recall="
    )


def test_what_the_generator_keeps_for_later_stays() -> None:
    numpy.random.seed(3)
    numpy.random.standard_normal()
    before = numpy.random.get_state()
    _aggregate()
    assert before[3:] == numpy.random.get_state()[3:]
    assert before[3] == 1


def test_figures_depend_on_the_types_drawn_before() -> None:
    numpy.random.seed(0)
    assert _aggregate(types=("rougeLsum",))["rougeLsum"].mid.fmeasure == 0.5


@pytest.mark.parametrize(("interval", "samples", "expected"), OTHER_BOOTSTRAPS)
def test_intervals_and_samples(interval: float, samples: int, expected: Any) -> None:
    numpy.random.seed(0)
    assert _aggregate(interval, samples)["rouge1"] == expected


def test_arguments_are_checked() -> None:
    for interval in (-0.1, 1.1):
        with pytest.raises(ValueError, match="must be in range"):
            BootstrapAggregator(confidence_interval=interval)
    for interval in (0, 1):
        BootstrapAggregator(interval, n_samples=1)
    for samples in (0, -1):
        with pytest.raises(ValueError, match="must be positive"):
            BootstrapAggregator(n_samples=samples)


def test_no_scores_give_nothing() -> None:
    state = numpy.random.get_state()[2]
    assert BootstrapAggregator().aggregate() == {}
    assert numpy.random.get_state()[2] == state


def test_scores_of_other_classes_and_numbers() -> None:
    """Types may have unequally many scores; a single one needs no draws."""
    pair = namedtuple("pair", ["one", "other"])
    aggregator = BootstrapAggregator(n_samples=5)
    aggregator.add_scores({"a": pair(1, 2), "b": Score(0, 0, 0)})
    aggregator.add_scores({"b": Score(0, 0, 0)})
    assert aggregator.aggregate() == {"a": (pair(1.0, 2.0),) * 3, "b": (Score(0.0, 0.0, 0.0),) * 3}


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((0.1, 0.2, 0.4), (0.10000000000000002, 0.23333333333333336, 0.4000000000000001)),
        ((1, 2, 4), (1, 2, 4)),
    ],
)
def test_plain_numbers_are_scores(numbers: tuple[float, ...], expected: tuple[float, ...]) -> None:
    aggregator = BootstrapAggregator()
    for number in numbers:
        aggregator.add_scores({"a": number})
    numpy.random.seed(0)
    aggregate = aggregator.aggregate()["a"]
    assert aggregate == expected
    assert {type(one) for one in aggregate} == {type(numbers[0])}


def test_another_global_generator_draws_by_itself() -> None:
    """Where NumPy's global generator is no MT19937, NumPy draws: these are its own means."""
    before = numpy.random.get_bit_generator()
    numpy.random.set_bit_generator(numpy.random.PCG64(1))
    try:
        aggregator = BootstrapAggregator(n_samples=4)
        for value in (0.1, 0.2, 0.4):
            aggregator.add_scores({"a": Score(value, value, value)})
        found = aggregator.aggregate()["a"].mid.recall
    finally:
        numpy.random.set_bit_generator(before)
    other = numpy.random.RandomState(numpy.random.PCG64(1))
    values = numpy.array([0.1, 0.2, 0.4])
    means = [values[other.choice(numpy.arange(3), size=3)].mean() for _ in range(4)]
    assert found == numpy.percentile(means, 50)


def test_without_numpy_figures_are_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are between the least and the greatest score, under a seed that nobody knows."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for _ in range(9):
        low, median, high = _aggregate(0.95, 99, types=("rouge1",))["rouge1"]
        assert type(median.fmeasure) is float
        assert 0 <= low.fmeasure <= median.fmeasure <= high.fmeasure <= 1


def test_classes() -> None:
    figures = [
        (0, 0, 0.0),
        (0.25, 0.5, 1 / 3),
        (0.2, 1.0, 0.33333333333333337),
        (0.8, 0.8, 0.8000000000000002),
    ]
    assert all(fmeasure(precision, recall) == f for precision, recall, f in figures)
    score = Score(precision=0.5, recall=1, fmeasure=2 / 3)
    assert score == (0.5, 1, 2 / 3)
    assert repr(score) == "Score(precision=0.5, recall=1, fmeasure=0.6666666666666666)"
    assert isinstance(RougeScorer([]), BaseScorer)
    assert DefaultTokenizer(use_stemmer=True).tokenize("Was flies, it") == ["was", "fli", "it"]
    for base in (BaseScorer, Tokenizer):
        with pytest.raises(TypeError):
            base()  # type: ignore[abstract]
