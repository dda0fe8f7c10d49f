"""Figures of ROUGE-1.5.5, F by any β, and the draws, averages, bounds and percentiles of all profiles."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import partial, reduce
from operator import add
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli import Counts, Estimate, Evaluation, Options, Score, evaluate, render, score
from rouge_cli.errors import OptionError
from rouge_cli.scoring import resampling
from rouge_cli.scoring.profile import Profile
from rouge_cli.scoring.resampling import LegacyGenerator, Ordered, bounds

from ..support.drand48 import draws
from ..support.evaluations import result
from ..support.scoring import estimates, literal_scores

pytestmark = pytest.mark.usefixtures("kernel")


@pytest.mark.parametrize(
    ("peer", "model", "choices", "figures"),
    [
        *(
            ("a x y z", "a w", {"alpha": alpha}, (0.5, 0.25, f))
            for alpha, f in ((0.5, 0.33333), (0, 0.5), (1, 0.25))
        ),
        ("x", "y", {}, (0, 0, 0)),
        ("a", "a", {"alpha": 0.3}, (1, 1, 1)),
        # Precision, or recall, is rounded to 0.
        *(
            ("a" + " x" * 300_000, "a w", choice, (0.5, 0, f))
            for choice, f in (({}, 0), ({"alpha": 1}, 0), ({"alpha": 0}, 0), ({"beta": "ratio"}, 0))
        ),
        *(
            ("a w", "a" + " x" * 300_000, choice, (0, 0.5, f))
            for choice, f in (({}, 0), ({"alpha": 1}, 0), ({"beta": "ratio"}, 0))
        ),
    ],
)
def test_f(peer: str, model: str, choices: dict[str, Any], figures: tuple[float, ...]) -> None:
    """Alpha weighs precision: with 0 F is recall, with 1 precision. F is 0 where it is undefined.

    Without alpha β is the ratio: where recall is 0, it is infinite and F recall; where precision is 0, so is
    β, and F precision.
    """
    assert score(peer, model, Options(max_ngram=1, rouge_l=False, **choices))["ROUGE-1"][:3] == figures


@pytest.mark.parametrize("choices", [{}, {"alpha": 0}, {"beta": "ratio"}])
def test_f_of_what_is_no_number_is_0(choices: dict[str, Any]) -> None:
    """ROUGE-1.5.5 asks whether the denominator is above 0, which NaN is not."""
    found = score("a b c", "a b c", Options(rouge_l=False, weight=9999, **choices))["ROUGE-W-9999"]
    assert [str(figure) for figure in found[:3]] == ["nan", "nan", "0.0"]


@pytest.mark.parametrize(("options", "hit"), [(Options(stem_models=True), 1), (Options(), 0)])
def test_exceptions_stem_the_models_alone_too(options: Options, hit: int) -> None:
    """WordNet has `mice mouse`; Porter's stem of `mice` would be `mice`."""
    assert result("mouse", ["mice"], "ROUGE-L", options).counts.hit == hit


def test_figures_are_rounded_before_f_is_computed() -> None:
    """Of 1/2 and 1/7 themselves F would be 0.22222."""
    score = result("a x x x x x x", ["a y"], "ROUGE-1", Options(max_ngram=1)).scores[0]
    assert score[:3] == (0.5, 0.14286, 0.22223)


def test_models_are_pooled() -> None:
    """Counts are added, those of the peer once for each model; a repeated model counts again."""
    found = result("a b c", ["a b", "c d e", "c d e"], "ROUGE-1", Options(max_ngram=1))
    assert found.counts == Counts(8, 9, 4)
    assert (found.scores[0].recall, found.scores[0].precision) == (0.5, 0.44444)


def test_the_best_model_is_the_one_with_the_highest_recall() -> None:
    for models, counts in [
        (["a x y", "a b x d", "a b y z"], (4, 3, 2)),  # the first of equals
        (["a b c", "a b c d"], (3, 3, 3)),
        (["x", "y z"], (1, 3, 0)),
        (["", "x"], (0, 3, 0)),  # a model without tokens is a candidate
        (["", "a x"], (2, 3, 1)),
    ]:
        found = result("a b c", models, "ROUGE-1", Options(max_ngram=1, best_model=True))
        assert found.counts == counts


def test_no_model_is_the_best_where_no_recall_is_a_number() -> None:
    """No double holds the weight, so recall is infinity by infinity; the original counts nothing then."""
    options = Options(weight=1e308, best_model=True)
    found = result("a b x d\ne g", ["a b c d\ne f g"], "ROUGE-W-1e+308", options)
    assert found.counts == Counts(0, 0, 0)


@given(
    st.lists(st.text("a.-~1", min_size=1, max_size=4), min_size=1, unique=True),
    st.text("a.-~", min_size=1, max_size=2),
)
@example(["a", "a.", "a-", "a.a", "a~", "a-b", "b"], "s")
def test_evaluations_are_resampled_in_the_byte_order_of_their_names(ids: list[str], system: str) -> None:
    def averages(named: dict[str, int]) -> list[float]:
        """Return the averages of evaluations with these IDs; each has a model of as many words."""
        evaluations = [
            Evaluation.of_texts(id, {system: "a"}, ["a" + " b" * words]) for id, words in named.items()
        ]
        results = evaluate(evaluations, Options(resamples=3)).systems[system]
        return [estimate.average for estimate in results["ROUGE-L"][:3]]

    given = {id: words for words, id in enumerate(ids)}
    in_order = sorted(ids, key=lambda one: f"{one}.{system}".encode())
    assert averages(given) == averages({f"{place:03}": given[id] for place, id in enumerate(in_order)})


@pytest.mark.usefixtures("kernel")
def test_recalls_are_compared_unrounded_but_those_of_n_grams() -> None:
    """1/100001 and 1/100002 are printed as 0.00001."""
    models = [" ".join(["a", *["x"] * 100001]), " ".join(["a", *["x"] * 100000])]
    scores = score("a", models, Options(max_ngram=1, mead=True, best_model=True))
    counts = {name: one.counts.model for name, one in scores.items()}
    assert counts == {"ROUGE-1": 100002, "ROUGE-L": 100001, "ROUGE-MEAD": 100001}


# F by β.


def test_the_example_of_the_notebook() -> None:
    """The LCS has 5 of 9 and 8 words, so β is 0.625 / 0.55556, and F 0.58421 instead of 0.58824."""
    # (1 + β²)·R·P / (R + β²·P), of the rounded figures.
    of_numbers = {0: 0.625, 0.5: 0.60976, 1: 0.58824, 2: 0.56819, 1e9: 0.55556}
    f: dict[Any, float] = {None: 0.58824, "ratio": 0.58421, **of_numbers}
    reference, peer = "The quick brown fox jumps over the lazy dog", "The quick brown dog jumps on the log."
    assert {beta: score(peer, reference, Options(beta=beta))["ROUGE-L"].f for beta in f} == f
    assert score(peer, reference, Options(profile="coco", beta=0))["ROUGE_L"].f == 0.625


def test_each_evaluation_has_a_ratio_of_its_own() -> None:
    evaluations = [
        Evaluation.of_texts("1", {"S": "a b c d"}, ["a"]),
        Evaluation.of_texts("2", {"S": "a"}, ["a b c d"]),
        Evaluation.of_texts("3", {"S": "x"}, ["y"]),
    ]
    scores = evaluate(evaluations, Options(beta="ratio", resamples=1)).systems["S"]["ROUGE-L"].scores
    # β is 1/4 and 4: (1 + 1/16)·(1/4) / (1 + 1/64) and (1 + 16)·(1/4) / (1/4 + 16).
    assert [row.f for row in scores] == [0.26154, 0.26154, 0.0]


def test_pooled_counts_have_one_ratio() -> None:
    """Over both evaluations the LCS has 2 of 5 and 2 of 8 words."""
    evaluations = [
        Evaluation.of_texts("1", {"S": "a b c d"}, ["a"]),
        Evaluation.of_texts("2", {"S": "a b c d"}, ["a x y z"]),
    ]
    options = Options(beta="ratio", counting=1, resamples=500, confidence=0)
    result = evaluate(evaluations, options).systems["S"]["ROUGE-L"]
    assert result.counts == (5, 8, 2)
    beta = (2 / 8) / (2 / 5)
    assert result.f.low == pytest.approx((1 + beta**2) * 0.4 * 0.25 / (0.4 + beta**2 * 0.25))


_FIGURES = st.integers(0, 100000).map(lambda number: number / 100000)
_SCORES = st.lists(
    st.builds(
        lambda counts, figures: Score(*figures, Counts(*counts), "1"),
        st.tuples(*[st.integers(0, 50)] * 3),
        st.tuples(*[_FIGURES] * 3),
    ),
    min_size=1,
    max_size=6,
)


def _score(figure: float) -> Score:
    return Score(figure, figure, figure, Counts(1, 1, 1), "1")


def _percentiles(samples: Sequence[float], confidence: float, r: float) -> Estimate:
    """Return the mean and the bounds as ROUGE-1.5.5 takes them from its samples.

    Both bounds are interpolated by the fraction of the upper bound, and a place past the end holds 0. With a
    fractional r there is one sample more, which the bounds ignore.
    """
    s = sorted(samples)
    average = reduce(add, s) / len(s)
    delta = r * ((100 - confidence) / 2) / 100
    ua, la = int(r - delta - 1), int(delta)
    rho = r - delta - 1 - ua

    def at(place: int) -> float:
        return s[place] if place < len(s) else 0.0

    low = at(la) + (at(la + 1) - at(la)) * rho
    high = at(ua) + (at(ua + 1) - at(ua)) * rho
    return Estimate(average, low, high)


@given(
    _SCORES,
    st.integers(1, 40) | st.sampled_from([0.5, 1.75, 20.2]),
    st.sampled_from([0, 33.3, 50, 90, 95, 99, 99.9, 100]),
    st.sampled_from([0, 1, 2]),
    st.sampled_from([0, 0.3, 0.5, 1]),
)
def test_estimates(scores: list[Score], r: float, confidence: float, counting: int, alpha: float) -> None:
    samples: list[tuple[float, float, float]] = []
    for indices in draws(len(scores), math.ceil(r)):
        drawn = [scores[index] for index in indices]
        if counting:
            model, peer, hit = (reduce(add, [score.counts[part] for score in drawn]) for part in range(3))
            recall, precision = hit / model if model else 0.0, hit / peer if peer else 0.0
            below = (1 - alpha) * precision + alpha * recall
            samples.append((recall, precision, precision * recall / below if below > 0 else 0.0))
        else:
            sums = [
                reduce(add, [getattr(score, name) for score in drawn]) / len(drawn)
                for name in ("recall", "precision", "f")
            ]
            samples.append((sums[0], sums[1], sums[2]))
    options = Options(resamples=r, confidence=confidence, counting=counting, alpha=alpha)
    (found,) = estimates([scores], options)
    expected = [_percentiles([sample[part] for sample in samples], confidence, r) for part in range(3)]
    assert list(found) == expected


@pytest.mark.parametrize(
    "options",
    [
        *(Options(resamples=7), Options(resamples=7, counting=1)),
        *(Options(profile="rouge-score", resamples=7), Options(profile="torchmetrics")),
    ],
)
def test_progress_grows_up_to_its_total(options: Options) -> None:
    """Rows are resampled in groups, which must add up."""
    each, group = (1, 1) if options.profile == "torchmetrics" else (7, 64)
    scores = literal_scores([_score(0.25), _score(0.5)])
    for rows in [1, 63, 64, 65, 130]:
        ordered = [Ordered(scores, array("i", [0, 1]), place % 3) for place in range(rows)]
        told: list[tuple[int, int]] = []
        progress = partial(lambda told, *numbers: told.append(numbers), told)
        assert len(list(resampling.estimates(Profile(options), ordered, progress=progress))) == rows
        assert told == sorted(told)
        assert (told[0][0], told[-1]) == (rows * each, (rows * each, rows * each))
        assert len(set(told)) >= -(-rows // group)


# NumPy's legacy generator, means of resamples and percentiles, to the last bit.


def test_numpy_itself_agrees() -> None:
    random = Random(0)
    for seed in (-1, 2**32):
        with pytest.raises(OptionError, match="from 0 to 2\\*\\*32 - 1"):
            LegacyGenerator.seeded(seed)
    for seed in (0, 1, 2**32 - 1):
        for n in (1, 2, 3, 64, 65, 1000):
            rows = numpy.array([[random.random() for _ in range(3)] for _ in range(n)])
            legacy = numpy.random.RandomState(seed)
            means = numpy.array(
                [rows[legacy.choice(numpy.arange(n), size=n)].mean(axis=0) for _ in range(20)]
            )
            generator = LegacyGenerator.seeded(seed)
            mine = generator.means([array("d", column) for column in rows.T.tolist()], 20)
            assert [list(column) for column in mine] == means.T.tolist()
            _, key, place, *_ = legacy.get_state()
            assert list(generator.state) == [*key.tolist(), place]
            for confidence in (0.0, 0.3, 0.91, 0.95, 1.0):  # 100 * 0.045 / 100 is not 0.045.
                tail = (1 - confidence) / 2
                expected = numpy.percentile(means, 100 * numpy.array([tail, 0.5, 1 - tail]), axis=0)
                assert [bounds(column, confidence) for column in mine] == expected.T.tolist()


@pytest.mark.parametrize(
    ("words", "count"),
    [(60, "10077696000000000"), (61, "11694146092834141"), (64, "1.8014398509482e+16"),
     (127, "8594754748609397887"), (128, "9.22337203685478e+18"), (130, "1.0604499373e+19")],
)  # fmt: skip
def test_powers_of_whole_weights_have_all_digits(words: int, count: str) -> None:
    """The original prints the ninth power of the words of a sentence so, for `-w 3`."""
    evaluation = Evaluation.of_texts("1", {"S": "the"}, ["the " * words])
    report = evaluate([evaluation], Options(weight=3, rouge_l=False, counting=1))
    assert f" R:{count} P:1 F:1" in render(report, details=True)
