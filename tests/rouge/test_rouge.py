"""The classes of rouge and its kin: what the packages returned, and what is ours alone."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pytest

from rouge_cli import Options, Scorer, coco, py_rouge, rouge, rouge_chinese, rouge_metric

from ..support.files import write

pytestmark = pytest.mark.usefixtures("kernel")


def _rouge(module: Any, case: dict[str, Any]) -> Any:
    choices = {name: case[name] for name in ("avg", "ignore_empty")}
    return module.Rouge(**case["options"]).get_scores(case["hyps"], case["refs"], **choices)


def _coco(case: dict[str, Any]) -> Any:
    gts = {key: models for key, models, _ in case["items"]}
    average, scores = coco.Rouge().compute_score(gts, {key: caption for key, _, caption in case["items"]})
    return {"average": float(average), "scores": scores.tolist()}


_CALLS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "rouge": partial(_rouge, rouge),
    "rouge_chinese": partial(_rouge, rouge_chinese),
    "coco": _coco,
    "py_rouge": lambda case: py_rouge.Rouge(**case["init"]).get_scores(
        case["hypothesis"], case["references"]
    ),
    "rouge_metric": lambda case: rouge_metric.PyRouge(**case["init"]).evaluate(
        case["hypotheses"], case["references"]
    ),
}


@pytest.mark.usefixtures("sentences_of_nltk")
@pytest.mark.parametrize("name", _CALLS)
def test_recorded_calls(name: str) -> None:
    """Figures, types, the order of keys and errors of recorded calls are those of the package."""
    lines = Path(__file__).with_name(f"{name}.jsonl").read_bytes().splitlines()
    assert len(lines) >= 150
    for case in map(json.loads, lines):
        try:
            found = json.dumps(_CALLS[name](case))
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if "expected" in case:
            assert found == json.dumps(case["expected"]), case["id"]
        else:  # Among several pairs our message goes on with the place of the text.
            assert found.startswith(case["error"]), case["id"]


def test_several_threads_return_the_scores_of_one() -> None:
    hyps = [f"a b c. d {number % 7}" for number in range(1_100)]
    refs = [f"a c. b {number % 5} d" for number in range(1_100)]
    scorer = rouge.Rouge()
    assert scorer.get_scores(hyps, refs, jobs=2) == scorer.get_scores(hyps, refs)


def test_a_scorer_can_be_pickled_and_changed() -> None:
    scorer = pickle.loads(pickle.dumps(rouge.Rouge(["rouge-1"], ["f"])))
    scorer.metrics = ["rouge-l"]
    scorer.exclusive = False
    assert scorer.get_scores("a b. a b. a b", "a b") == [{"rouge-l": {"f": 1.4999999962500001}}]
    assert len({rouge_metric.PyRouge(), rouge_metric.PyRouge()}) == 2  # Plain objects, as in the package.
    assert " object at " in repr(rouge_metric.PyRouge())


_LONG = " ".join("abcdefgh"[place * place % 8] for place in range(1_200))


def test_long_sentences_raise_nothing() -> None:
    """A RecursionError of the package is not imitated."""
    [score] = rouge.Rouge().get_scores(_LONG, _LONG)
    assert score["rouge-l"] == {"r": 1.0, "p": 1.0, "f": 0.999999995}


def test_odd_pairs() -> None:
    """The first of several wrong pairs is complained about."""
    for hyps, refs, error in (
        (["a"], ("a",), AssertionError),
        (["a", None, "."], ["a", "a", "a"], AttributeError),
        (["a", ".", None], ["a", "a", "a"], ValueError),
        (numpy.array("a"), numpy.array("a"), TypeError),
        ([numpy.array("a")], ["a"], AttributeError),
    ):
        with pytest.raises(error):
            rouge.Rouge().get_scores(hyps, refs)
    assert rouge.Rouge([], raw_results=True).get_scores("a", "a", avg=True) == {}
    for hyps, refs, error in (([], [], ZeroDivisionError), (["a", "."], ["a", "b"], KeyError)):
        with pytest.raises(error):
            rouge.Rouge(raw_results=True).get_scores(hyps, refs, avg=True)


@pytest.mark.parametrize("module", [rouge, rouge_chinese])
def test_pairs_with_an_empty_text_are_named_or_score_0(module: Any) -> None:
    hyps, refs = ["a b", "c", ".", ""], ["a b", "", "d", "e"]
    named = r"^Reference is empty\. Reference 2 of 4 has no sentence; `ignore_empty` drops empty texts, .* 0$"
    with pytest.raises(ValueError, match=named):
        rouge.Rouge().get_scores(hyps, refs)
    for many, of_many in ((["a"], "Hypothesis 2 of 2 has no sentence"), ([], r"^Hypothesis is empty\.$")):
        with pytest.raises(ValueError, match=of_many):
            rouge.Rouge().get_scores([*many, "."], [*many, "b"])
    scores = module.Rouge(["rouge-1", "rouge-l"], ["f"]).get_scores(hyps, refs, score_empty=True)
    assert [{*score["rouge-l"].values(), *score["rouge-1"].values()} for score in scores] == [
        {0.999999995},
        *({0.0} for _ in range(3)),
    ]


def test_lines_of_files_lose_their_last_character(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("hyp", "ref")]
    paths[0].write_bytes(b"a b\nthe cat lay")
    paths[1].write_bytes(b"a c\nthe cat la\n")
    scores = rouge.FilesRouge(["rouge-1"]).get_scores(str(paths[0]), str(paths[1]))
    assert [score["rouge-1"]["r"] for score in scores] == [0.5, 1.0]
    paths[1].write_bytes(b"the cat lay\n")
    names = [tmp_path / name for name in ("a carriage return", "two lines", "no file", "")]
    write(tmp_path, {names[0].name: b"a\rb\n", names[1].name: b"a\nb\n"})
    for one, other in (paths, *((paths[0], other) for other in names[2:]), names[:2]):
        with pytest.raises(AssertionError):
            rouge.FilesRouge().get_scores(str(one), str(other))


def test_helpers_take_sentences() -> None:
    metrics = rouge_chinese.Rouge.AVAILABLE_METRICS
    sentences = ["a b", "c a"], ["a c"]
    for metric in (*metrics.values(), *rouge.Rouge.AVAILABLE_METRICS.values()):
        for one, other in (([], ["a"]), (["a"], [])):
            with pytest.raises(ValueError, match=r"is empty|at least 1 sentence"):
                metric(one, other)
    assert rouge.Rouge.AVAILABLE_METRICS["rouge-l"](*sentences, raw_results=True)["overlap"] == 2
    assert metrics["rouge-l"](*sentences, raw_results=True) == {"hyp": 4, "ref": 2, "overlap": 2}
    assert metrics["rouge-2"](*sentences, exclusive=False) == {"f": 0.0, "p": 0.0, "r": 0.0}
    scores = rouge.rouge.rouge_score
    sentences = ["a b a b", "c a"], ["a b a"]
    for choices, p in (({}, 0.5), ({"n": 1}, 2 / 3), ({"exclusive": False}, 0.4)):
        (score,) = scores.multi_rouge_n(sentences, [(0, 1)], **choices)
        assert score == scores.rouge_n(*sentences, **choices)
        assert (score["p"], score["r"]) == (p, 1.0)
    for exclusive, sizes in ((False, [2, 5, 4]), (True, [2, 2, 3])):
        one, two = (scores.Ngrams(some, exclusive) for some in ("aab", "ab"))
        shared, both = one.intersection(two), one.union(two)
        one.add("c")
        assert [len(shared), len(both), len(one)] == sizes
    for counts, f, p, r in [
        ((4, 5, 2), 2 * (0.5 * 0.4 / (0.5 + 0.4 + 1e-8)), 0.5, 0.4),
        ((0, 5, 0), 0.0, 0.0, 0.0),
        ((4, 0, 0), 0.0, 0.0, 0.0),
    ]:
        assert scores.f_r_p_rouge_n(*counts) == {"f": f, "p": p, "r": r}
    lengths = [[0, 0, 0], [0, 0, 1], [0, 1, 1]]
    assert scores._lcs("ab", "ba") == {(i, j): lengths[i][j] for i in range(3) for j in range(3)}
    assert rouge_chinese.Rouge().cut_sent("你。好\n\na") == ["你。", "好", "", "a"]


def test_rouge_metric_takes_any_n_and_complains_of_what_it_uses() -> None:
    text, perfect = " ".join("abcdefghij"), {"r": 1.0, "p": 1.0, "f": 1.0}
    scorer = rouge_metric.PyRouge(rouge_n=[10], rouge_l=False, rouge_w_weight=0.5)
    assert scorer.evaluate([text], [[text]]) == {"rouge-10": perfect}
    for mode, message in (("average", "Average on empty"), ("best", r"max\(\) arg is an empty")):
        with pytest.raises(ValueError, match=message):
            rouge_metric.PyRouge(multi_ref_mode=mode).evaluate(["a", "b"], [["a"], []])


@pytest.mark.parametrize("weight", [0.5, 1.2, 2.0])
@pytest.mark.parametrize("types", [("rouge-1", "rouge-l"), ("rouge-w",)])
def test_the_profile_chooses_a_model_as_py_rouge_does(types: tuple[str, ...], weight: float) -> None:
    models = [
        "a b c d x y",
        "a b c x",
        "a y",
        *[""] * ("rouge-w" not in types),
    ]  # There the package divides by 0.
    options = Options(profile="py-rouge", best_model=True, types=types, weight=weight)
    scores = Scorer(options).score("a b c d e", models)
    package = py_rouge.Rouge(
        ["rouge-n", *types[-1:]], 1, apply_avg=False, apply_best=True, weight_factor=weight
    ).get_scores("a b c d e", models)
    for name in types:
        assert (scores[name].f, scores[name].recall) == (package[name]["f"], package[name]["r"])


def test_coco_takes_its_weight_and_refuses_other_shapes() -> None:
    scorer = coco.Rouge()
    scorer.beta = 2
    assert scorer.calc_score(["a b c"], ["a", "a b d d"]) == pytest.approx(10 / 11)
    assert scorer.calc_score(["a"], ["b"]) == 0.0
    assert scorer.compute_score({1: [numpy.str_("a b")]}, {1: ["a c"]}) == (0.5, [0.5])
    assert scorer.method() == "Rouge"
    assert coco.my_lcs(["a", ["b"], "c"], ["a", ["b"]]) == 2
    for gts, res in (
        ({1: ["a"]}, {2: ["a"]}),
        ({1: ["a"]}, {1: ["a", "b"]}),
        ({1: ["a"], 2: []}, {1: ["a"], 2: ["a"]}),
        ({1: ("a",)}, {1: ["a"]}),
        ({1: ["a"]}, {1: "a"}),
    ):
        with pytest.raises(AssertionError):
            scorer.compute_score(gts, res)
    with pytest.raises(AttributeError):
        scorer.compute_score({1: [None]}, {1: ["a"]})
