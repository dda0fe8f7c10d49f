"""Measures beside ROUGE: through the same batches, resamples and comparisons."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rouge_cli import (
    Evaluation,
    InputError,
    OptionError,
    Options,
    Report,
    Scorer,
    Scores,
    evaluate,
    fragments,
    novelty,
)

ABOUT = Options(about="all").about
_SOURCE = "the cat sat on the mat\nand the dog slept on the mat"
_TEXTS = {"copy": "the cat sat\non the mat", "new": "a bird sang a song"}
_MODELS = ["the dog slept", "a cat sat on the mat and slept"]


def _evaluation(id: str = "1", models: int = 2, **peers: str) -> Evaluation:
    return Evaluation.of_texts(id, peers or _TEXTS, _MODELS[:models], source=_SOURCE)


def _report(evaluations: list[Evaluation], **options: Any) -> Report:
    return evaluate(evaluations, Options(about=options.pop("about", "all"), resamples=20, **options))


@pytest.mark.parametrize("profile", ["rouge-1.5.5", "rouge-score"])
@pytest.mark.usefixtures("kernel")
def test_figures_are_those_of_the_functions(profile: str) -> None:
    report = _report([_evaluation(models=1)], profile=profile)
    for system, text in (*_TEXTS.items(), (None, _MODELS[0])):
        found = fragments(text, _SOURCE)
        expected = {
            **dict.fromkeys(("novel-4", "repeated-4"), 0),  # The model has three words.
            **{name: getattr(found, name) for name in ("coverage", "density", "compression")},
            **novelty(text, _SOURCE, 4),
            "length": len(text.split()),
            "sentences": text.count("\n") + 1,
            "length-ratio": len(text.split()) / 3,
        }
        results = report.models if system is None else report.systems[system]
        assert {name: results[name].scores[0].f for name in ABOUT} == expected
        for name in ABOUT:
            recall, precision, f, scores, _ = results[name]
            assert recall == precision == f == pytest.approx((scores[0].recall,) * 3)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("count", "mean", "expected"),
    [
        ("tokens", "summaries", {"novel-1": 0.7, "repeated-1": 0.25, "novel-2": 0.75}),
        ("tokens", "pooled", {"novel-1": 6 / 9, "repeated-1": 2 / 9, "novel-2": 5 / 7}),
        # PreSumm's figures: `now` is never looked at, nor is the last song.
        ("presumm", "summaries", {"novel-1": 0.625, "repeated-1": 0.25, "novel-2": 2 / 3}),
        ("presumm", "pooled", {"novel-1": 3 / 6, "repeated-1": 1 / 6, "novel-2": 3 / 5, "novel-4": 1 / 1}),
    ],
)
def test_n_grams_by_other_counts(count: str, mean: str, expected: dict[str, float]) -> None:
    pairs = {"1": ("the cat sat down now", "the cat sat up"), "2": ("a bird a song", "x y")}
    evaluations = [
        Evaluation.of_texts(id, {"p": peer}, [], source=source) for id, (peer, source) in pairs.items()
    ]
    report = _report(evaluations, about=list(expected), about_count=count, about_mean=mean)
    for name, result in report.systems["p"].items():
        pooled = result.counts.hit / result.counts.peer
        assert expected[name] == pytest.approx(pooled if mean == "pooled" else sum(result.scores.f) / 2)
    assert f"|novelty:{count}|mean:{mean}|" in report.signature


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("profile", ["rouge-1.5.5", "rouge-score"])
def test_figures_are_means_of_summaries_or_of_pooled_counts(profile: str) -> None:
    """One copied word of one, and none of four."""
    evaluations = [_evaluation("1", a="cat"), _evaluation("2", a="w x y z")]
    for mean, expected in (("summaries", 0.5), ("pooled", 0.2)):
        report = _report(evaluations, about=["coverage"], about_mean=mean, profile=profile)
        result = report.systems["a"]["coverage"]
        assert result.counts.hit / result.counts.peer == 0.2
        assert 0 <= result.f.low <= result.f.average <= result.f.high <= 1
        assert f"about:coverage|mean:{mean}|" in report.signature
        if mean == "summaries":
            assert sum(result.scores.f) / 2 == expected


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("mean", "coverage"), [("summaries", (1 / 2 + 1) / 2), ("pooled", 11 / 12)])
def test_the_row_of_the_models_takes_means_as_all_rows_do(mean: str, coverage: float) -> None:
    source = "a b c d e f g h i j"
    evaluation = Evaluation.of_texts("1", {"s": "a b"}, ["a x", source], source=source)
    report = _report([evaluation], about=["coverage"], about_mean=mean)
    assert report.models["coverage"].scores.f[0] == coverage


@pytest.mark.usefixtures("kernel")
def test_a_pooled_ratio_of_lengths_weighs_evaluations_alike() -> None:
    """Ten words twice, where one model has ten words, and four models have twenty each."""
    ten, twenty = "w " * 10, "w " * 20
    evaluations = [
        Evaluation.of_texts("1", {"s": ten}, [ten]),
        Evaluation.of_texts("2", {"s": ten}, [twenty] * 4),
    ]
    report = _report(evaluations, about=["length-ratio"], about_mean="pooled")
    counts = report.systems["s"]["length-ratio"].counts
    assert (counts.hit, counts.peer) == (20, 30)


@pytest.mark.usefixtures("kernel")
def test_models_are_a_row_whose_counts_are_added_up() -> None:
    report = _report([_evaluation("1", 1), _evaluation("2", 2)], about=["length", "length-ratio", "coverage"])
    assert list(report.models["length"].scores.f) == [3, 5.5]
    # The models copy 3 of 3 and 7 of 8 words.
    assert list(report.models["coverage"].scores.f) == [1, (1 + 7 / 8) / 2]
    assert list(report.models["length-ratio"].scores.f) == [1, 1]
    ratios = report.systems["new"]["length-ratio"].scores
    assert list(ratios.f) == [5 / 3, 5 / 5.5]
    assert (list(ratios.counts["hit"]), list(ratios.counts["peer"])) == ([5, 2 * 5], [3, 2 * 5.5])


@pytest.mark.usefixtures("kernel")
def test_rouge_is_the_same_beside_them() -> None:
    evaluations = [_evaluation("1"), _evaluation("2", 1)]
    for options in ({}, {"profile": "rouge-score"}, {"jackknife": True, "word_limit": 3, "stem": True}):
        with_them = _report(evaluations, **options)
        alone = evaluate(evaluations, Options(resamples=20, **options))  # type: ignore[arg-type]
        for system, results in alone.systems.items():
            assert list(with_them.systems[system]) == [*results, *ABOUT]
            assert {name: with_them.systems[system][name] for name in results} == dict(results)
        assert with_them.systems["copy"]["length"].f.average == 6, "limits are not for them"


def test_comparisons_resample_what_the_report_does() -> None:
    evaluations = [_evaluation(str(number)) for number in range(8)]
    (found,) = [one for one in _report(evaluations).compare("new") if one.measure == "coverage"]
    assert found.recall == found.f
    assert found.f.estimate == (1.0, 1.0, 1.0)


def test_workers_count_what_one_thread_counts() -> None:
    evaluations = [_evaluation(str(number), 1 + number % 2) for number in range(70)]
    report = _report(evaluations)
    assert pickle.loads(pickle.dumps(report)) == report
    with ThreadPoolExecutor(2) as executor:
        shared = evaluate(evaluations, report.options, executor=executor)
    assert (shared.systems, shared.models) == (report.systems, report.models)
    told: list[tuple[int, int]] = []
    evaluate(evaluations[:3], report.options, progress=lambda *numbers: told.append(numbers))
    assert told == [(6, done) for done in range(1, 7)], "evaluations are scored twice"


def test_without_models_there_is_no_rouge() -> None:
    report = _report([_evaluation(models=0)], word_limit=3, paper_weight=1.2, jackknife=True)
    assert list(report.systems["new"]) == [name for name in ABOUT if name != "length-ratio"]
    assert not report.models
    (note,) = report.notes
    assert note.startswith("no evaluation has models: there is no ROUGE")
    assert "|measures:none|" in report.signature
    assert "|limit:3words|" in report.signature
    assert pickle.loads(pickle.dumps(report)).signature == report.signature
    assert _report([]).notes == ("there are no evaluations, so nothing is scored",)


def test_what_lacks_is_named() -> None:
    without = Evaluation.of_texts("7", _TEXTS, _MODELS)
    with pytest.raises(InputError, match="evaluation 7 has no source"):
        _report([_evaluation("1"), without])
    assert _report([without], about="length").systems["new"]["length"].f.average == 5
    with pytest.raises(InputError, match="evaluation 8 has no model; give it at least one"):
        _report([_evaluation("1"), _evaluation("8", 0)])
    with pytest.raises(InputError, match="evaluation 8 has no model; give it at least one"):
        evaluate([_evaluation("8", 0)])


@pytest.mark.parametrize("wrong", ["cover", "novel-0", "novel-", "repeated-99999", "coverage,", ("all", "x")])
def test_other_names_are_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="`about` must be all, or of coverage, density"):
        Options(about=wrong)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("coverage, length", ("coverage", "length")),
        ("novel-6,length,novel-6", ("novel-6", "length")),
        ("novel-6,all,length", ("novel-6", *ABOUT)),
    ],
)
def test_names_are_taken_once(given: Any, names: tuple[str, ...]) -> None:
    assert Options(about=given).about == names


def test_batches_of_pairs() -> None:
    """The same figures as of evaluations, for pairs with IDs and without."""
    evaluations = [_evaluation(str(number), 1 + number % 2) for number in range(1, 6)]
    options = Options(about="all", max_ngram=1, resamples=20)
    report = evaluate([one.only({"new"}) for one in evaluations], options)
    models = [_MODELS[: 1 + number % 2] for number in range(1, 6)]
    peers, sources = [_TEXTS["new"]] * 5, [_SOURCE] * 5
    scores = Scorer(options).score_batch(peers, models, sources=sources)
    assert scores.measures == ("ROUGE-1", "ROUGE-L", *ABOUT)
    found = scores.report("new")
    assert (found.systems, found.models) == (report.systems, report.models)
    assert scores.report("new").systems == report.systems, "no figure changes by a look"
    assert scores[1]["length-ratio"] == report.systems["new"]["length-ratio"].scores[1]
    twice = Scores.concat([scores, pickle.loads(pickle.dumps(scores))])
    assert twice.evaluations == [str(number) for number in range(1, 11)]
    assert list(twice["coverage"].f) == [*scores["coverage"].f] * 2
    assert [*twice.report().models["length"].scores.f] == [*report.models["length"].scores.f] * 2
    alone = Scorer(options).score_batch(peers[:2], None, sources=sources[:2], ids=["x", "y"])
    assert alone.measures == tuple(name for name in ABOUT if name != "length-ratio")
    assert alone.evaluations == ["x", "y"]


def test_batches_that_lack_something_are_refused() -> None:
    scorer = Scorer(Options(about="coverage"))
    calls: list[Callable[[], object]] = [
        lambda: scorer.score("a", "a"),
        lambda: scorer.score_group(["a"], "a"),
        lambda: next(scorer.score_stream([("a", "a")])),
        lambda: scorer.prepare(["a"]),
    ]
    for call in calls:
        with pytest.raises(OptionError, match="`about` goes with `score_batch`, which takes sources, and"):
            call()
    with pytest.raises(InputError, match="evaluation 1 has no source"):
        scorer.score_batch(["a"], ["a"])
    with pytest.raises(InputError, match="1 peer, but sources for 2"):
        scorer.score_batch(["a"], ["a"], sources=["a", "b"])
    with pytest.raises(OptionError, match="`sources` go with measures of `about`"):
        Scorer().score_batch(["a"], ["a"], sources=["a"])
    with pytest.raises(InputError, match="there are no models"):
        Scorer().score_batch(["a"], None)
    with pytest.raises(InputError, match="pair 1 has no model; give at least one text"):
        scorer.score_batch(["a", "b"], [[], []], sources=["a", "b"])
    assert len(scorer.score_batch([], [], sources=[])) == 0


def test_lengths_that_recall_follows_are_noted() -> None:
    """Nothing else is noted: no missing source, no equal lengths, and no equal recall."""
    for long, short, noted in (
        ("the dog slept", "the dog", True),
        ("a cat sat on a mat", "the dog", False),
        ("the dog slept" + " x" * 30, "the dog" + " x" * 28, False),  # This is 10 % longer, not more.
        ("the dog sat on a mat", "the dog", False),
    ):
        evaluation = Evaluation.of_texts("1", {"long": long, "short": short}, _MODELS[:1])
        assert not _report([evaluation], about="length", max_ngram=1, word_limit=3).notes
        notes = _report([evaluation], about="length", max_ngram=1).notes
        assert len(notes) == noted
        assert not noted or "ROUGE-1 recall rises with length" in notes[0]
        assert not noted or "(short 2.0 words, long 3.0 words); no summary is cut" in notes[0]


@pytest.mark.parametrize("system", ["(models)", "(models)0"])
def test_no_system_stands_for_the_models(system: str) -> None:
    with pytest.raises(InputError, match="rename system"):
        _report([_evaluation(**{system: "a"})])
    with pytest.raises(InputError, match="rename system"):
        Scorer(Options(about="length")).score_batch(["a"], ["a"]).report(system)
    assert list(evaluate([_evaluation(**{system: "a"})]).systems) == [system]


@pytest.mark.usefixtures("kernel")
def test_doubts_about_sources_are_noted_apart() -> None:
    for peer, source, apart in (("cat", "кошка", True), ("кошка", "cat", False)):
        evaluation = Evaluation.of_texts("7", {"p": peer}, ["cat"], source=source)
        (note,) = _report([evaluation], about="coverage").notes
        assert note.startswith("in the sources, ") == apart
        assert "evaluation 7" in note
    several = "The cat sat down. It was happy."  # The sentences of sources have no effect.
    for about, peer, noted in (("coverage", "cat", []), ("sentences", several, ["1 of 2 texts has"])):
        report = _report([Evaluation.of_texts("7", {"p": peer}, [], source=several)], about=about)
        assert [note.partition(" several")[0] for note in report.notes[1:]] == noted
