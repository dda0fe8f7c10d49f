"""`Scores`: columns, records, means, the lowest ones, and parts that are put together."""

from __future__ import annotations

import pickle
import warnings
from array import array
from fractions import Fraction
from math import inf, nan
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli import (
    Counts,
    Evaluation,
    File,
    InputError,
    MeasureScores,
    OptionError,
    Options,
    Ranked,
    Score,
    Scorer,
    Scores,
    evaluate,
)
from rouge_cli.scoring.scores import Columns

_SCORER = Scorer(Options(max_ngram=1))
_PEERS = ["a b", "a c", "x y", "a b"]
_F = [1.0, 0.5, 0.0, 1.0]


def _scores(ids: list[str] | None = None) -> Scores:
    return _SCORER.score_batch(_PEERS, ["a b"] * 4, ids=ids)


def _columns(*f: float) -> MeasureScores:
    """Return scores with this F, and with no recall and no precision."""
    nothing = array("d", bytes(8 * len(f)))
    counts = [array("q", bytes(8 * len(f))) for _ in range(4)]
    columns = Columns(*counts, nothing, nothing, array("d", f))
    ids = [str(place) for place in range(len(f))]
    return MeasureScores(_SCORER.score_batch(["a"], ["a"])["ROUGE-1"].measure, ids, columns)


def test_columns_stand_in_input_order() -> None:
    scores = _scores()
    assert scores.measures == ("ROUGE-1", "ROUGE-L")
    assert list(scores["ROUGE-1"].f) == list(scores["ROUGE-L"].recall) == _F
    assert list(scores["ROUGE-1"].precision) == _F
    assert list(scores.evaluations) == ["1", "2", "3", "4"]
    assert scores.options is _SCORER.options


def test_records_are_made_when_they_are_looked_at() -> None:
    scores = _scores(["p", "q", "r", "s"])
    assert len(scores) == 4
    assert scores[1]["ROUGE-1"] == Score(0.5, 0.5, 0.5, (2, 2, 1), "q")
    assert scores[-1] == scores[3]
    assert len({scores[0]["ROUGE-1"], scores[3]["ROUGE-1"]}) == 1, "whichever evaluation has them"
    assert [record["ROUGE-1"].f for record in scores] == _F
    assert [record["ROUGE-1"].f for record in scores[1:3]] == [0.5, 0.0]
    assert [record["ROUGE-1"].f for record in reversed(scores)] == _F[::-1]
    assert "ROUGE-1" in scores
    assert "ROUGE-2" not in scores
    assert scores[2] in scores
    assert {"ROUGE-1": scores["ROUGE-1"][0]} not in scores
    for place in (4, -5):
        with pytest.raises(IndexError, match=f"^no score has the index {place}, of 4 scores$"):
            scores[place]
    wrong: Any = 1.5
    with pytest.raises(TypeError, match=r"an index of scores must be a whole number or a slice, not 1\.5"):
        scores[wrong]
    with pytest.raises(KeyError, match="no measure 'ROUGE-9'; there are: ROUGE-1, ROUGE-L"):
        scores["ROUGE-9"]


def test_the_scores_of_a_measure_are_a_sequence_of_records() -> None:
    peers = ["a b x x x x x x", "a x", "a b c"]
    models = ["a b y y", "a", "a b c y y y y y y"]
    scores = _SCORER.score_batch(peers, models)["ROUGE-1"]
    rows = (
        Score(0.5, 0.25, 0.33333, Counts(4, 8, 2), "1"),
        Score(1.0, 0.5, 0.66667, Counts(1, 2, 1), "2"),
        Score(0.33333, 1.0, 0.5, Counts(9, 3, 3), "3"),
    )
    assert (scores, scores[0], scores[-1], scores[::-2]) == (rows, rows[0], rows[2], rows[::-2])
    assert scores != rows[:2]
    assert scores != list(rows)
    with pytest.raises(IndexError):
        scores[3]
    with pytest.raises(TypeError):
        hash(scores)
    counts = {name: list(column) for name, column in scores.counts.items()}
    assert counts == {"model": [4, 1, 9], "peer": [8, 2, 3], "hit": [2, 1, 3]}
    again = pickle.loads(pickle.dumps(scores))
    assert again == scores
    assert repr(again) == "<MeasureScores of 3 evaluations: mean recall 0.6111, precision 0.5833, f 0.5000>"


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("lengths", "total"), [([10, 1, 1], 1e16), ([1, 1, 10], 1e16 + 2)])
def test_sums_are_plain(lengths: list[int], total: float) -> None:
    """Counts are added from left to right, as doubles round: 1 is lost beside 1e16, but 2 is not."""
    evaluations = [
        Evaluation.of_texts(str(place), {"S": "a " * length}, ["b"]) for place, length in enumerate(lengths)
    ]
    results = evaluate(evaluations, Options(rouge_l=False, weight=16)).systems["S"]
    assert results["ROUGE-W-16"].counts.peer == total


def test_columns_are_read_only_buffers_of_doubles_which_numpy_takes_as_they_lie() -> None:
    column: Any = _scores()["ROUGE-1"].f
    assert isinstance(column, memoryview)
    assert (column.readonly, column.format, column.itemsize, column.shape) == (True, "d", 8, (4,))
    with pytest.raises(TypeError, match="read-only"):
        column[0] = 1.0
    first, second = (numpy.asarray(column) for _ in range(2))
    assert (first.tolist(), first.dtype, first.flags.writeable) == (_F, numpy.float64, False)
    assert numpy.shares_memory(first, second)


# 1 and half of its last place lie between two doubles, and what is far below says which of them is nearer.
@example([1.0, 2**-53, 1e-207, 0.0], Random(0))
@given(st.lists(st.floats(0, 1), min_size=1, max_size=50), st.randoms())
def test_a_mean_is_rounded_once_and_owes_nothing_to_an_order(figures: list[float], chance: Random) -> None:
    mean = _columns(*figures).mean()
    assert mean.f == float(sum(map(Fraction, figures)) / len(figures))
    assert mean.recall == 0
    shuffled = list(figures)
    chance.shuffle(shuffled)
    assert _columns(*shuffled).mean() == mean


def test_means() -> None:
    mean = _scores().mean()
    assert list(mean) == ["ROUGE-1", "ROUGE-L"]
    assert mean["ROUGE-1"] == (0.625, 0.625, 0.625)
    # From left to right the tenths would add up to 0.9999999999999999.
    assert _columns(*[0.1] * 10).mean().f == 0.1
    assert _columns().mean() == (0, 0, 0)
    assert str(_columns(nan, 1).mean().f) == "nan"
    assert str(_columns(inf, -inf).mean().f) == "nan"
    assert _columns(1e308, 1e308).mean().f == inf


def test_the_worst_are_the_lowest_in_input_order() -> None:
    scores = _scores(["p", "q", "r", "s"])
    worst = scores.worst(3, "ROUGE-1")
    assert [(one.rank, one.place, one.evaluation) for one in worst] == [(1, 2, "r"), (2, 1, "q"), (3, 0, "p")]
    assert worst[0] == Ranked(2, "r", scores["ROUGE-1"][2], 1) == (2, "r", scores["ROUGE-1"][2])
    assert pickle.loads(pickle.dumps(worst))[1].rank == 2
    assert [one.rank for one in scores.worst(measure="ROUGE-1")] == [1, 2, 3, 3]
    assert len(scores.worst(measure="ROUGE-L")) == 4
    assert scores.worst(0, "ROUGE-1") == []
    twelve = Scorer().score_batch(["a"] * 12, ["a"] * 12)
    assert [one.place for one in twelve.worst(measure="ROUGE-1")] == [*range(10)]


@pytest.mark.parametrize(
    ("figure", "places"),
    [("recall", [1, 0]), ("precision", [0, 1]), ("R", [1, 0]), ("P", [0, 1]), ("f", [0, 1]), ("F", [0, 1])],
)
def test_the_worst_are_so_by_any_figure(figure: str, places: list[int]) -> None:
    # Recall is 1 and 1/2, precision 1/4 and 1, F 0.4 and 2/3.
    scores = Scorer(Options()).score_batch(["a x y z", "a"], ["a", "a b"])
    assert [one.place for one in scores.worst(figure=figure)] == places


def test_figures_that_are_no_numbers_are_worst_of_none() -> None:
    # The model and the peer weigh more than any double, and more divided by more is not a number.
    options = Options(rouge_l=False, weight=9999)
    scores = Scorer(options).score_batch(["a b c"] * 2 + ["a"] * 2, ["a b c"] * 2 + ["x", "a"])
    assert [str(recall) for recall in scores["ROUGE-W-9999"].recall] == ["nan", "nan", "0.0", "1.0"]
    ranked = [(one.place, one.rank) for one in scores.worst(figure="recall")]
    assert ranked == [(2, 1), (3, 2), (0, 3), (1, 3)]


def test_the_worst_of_what_is_an_error() -> None:
    scores = _scores()
    with pytest.raises(OptionError, match="`measure` must be one of: ROUGE-1, ROUGE-L"):
        scores.worst(3)
    with pytest.raises(KeyError, match="no measure 'ROUGE-2'"):
        scores.worst(3, "ROUGE-2")
    with pytest.raises(OptionError, match="`count` must be a whole number from 0 on, not -1"):
        scores.worst(-1, "ROUGE-1")
    with pytest.raises(OptionError, match="`figure` must be recall, precision or f, not 'F1'"):
        scores.worst(1, "ROUGE-1", figure="F1")
    with pytest.raises(OptionError, match="`measure` must be one of: none"):
        Scorer(Options(rouge_l=False)).score_batch(["a"], ["a"]).worst()


def test_pickled_scores_are_the_same() -> None:
    for scores in (_scores(), _scores(["p", "q", "r", "s"])):
        copy = pickle.loads(pickle.dumps(scores))
        assert copy == scores
        assert list(copy.evaluations) == list(scores.evaluations)
        assert (copy.notes, copy.corpus) == (scores.notes, scores.corpus)


def test_scores_are_equal_by_options_ids_and_figures() -> None:
    assert _scores() == _scores()
    assert _scores() == _scores(["1", "2", "3", "4"])
    assert _scores() != _scores(["1", "2", "3", "5"])
    assert _scores() != Scorer(Options(max_ngram=1, alpha=0.4)).score_batch(_PEERS, ["a b"] * 4)
    assert _scores() != list(_scores())
    with pytest.raises(TypeError, match="unhashable"):
        hash(_scores())


def test_parts_are_numbered_anew() -> None:
    whole = Scores.concat(_SCORER.score_batch([peer], ["a b"]) for peer in _PEERS)
    assert whole == _scores()
    assert list(whole.evaluations) == ["1", "2", "3", "4"]
    assert Scores.concat([whole]) == whole
    empty = _SCORER.score_batch([], [])
    assert Scores.concat([empty, _scores(["p", "q", "r", "s"]), empty]) == _scores(["p", "q", "r", "s"])
    assert Scores.concat([empty, empty]) == empty
    assert len(_SCORER.score_batch(["a"], ["a"])) == 1  # Parts are left as they were.


def test_notes_on_parts_name_the_evaluations_of_the_whole() -> None:
    parts = [
        _SCORER.score_batch(peers, ["a"] * len(peers)) for peers in (["a"] * 5, ["a", "été", "ü", "", ""])
    ]
    assert Scores.concat(parts).report("x").notes == (
        "system x: 2 summaries have no word (the first is peer of evaluation 9), so they score 0",
        "1 of 20 texts has no ASCII word, so they can match nothing (the first in evaluation 8);"
        " ROUGE-1.5.5 sees the letters a to z and digits alone; use `language` CODE"
        " or `tokenizer` unicode",
        "ROUGE-1.5.5 splits 100 % of the words at non-ASCII letters in 1 of 20 texts"
        " (the first in evaluation 7); use `language` CODE or `tokenizer` unicode",
    )


@pytest.mark.parametrize(
    ("models", "options", "is_noted"),
    [
        ([["a man on a horse"] * 4] * 3, Options(), True),
        ([[" ".join("abcdefghijklmnopqrstuvwxy")] * 4] * 3, Options(), True),
        ([[" ".join("abcdefghijklmnopqrstuvwxyz")] * 4] * 3, Options(), False),
        ([[" ".join("abcdefghijklmnopqrstuvwxyz")] * 4, ["a man"] * 4] * 2, Options(), False),
        ([[""] * 4] * 3, Options(), False),
        ([["a man on a horse"] * 3] * 3, Options(), False),
        ([["a man on a horse"] * 4] * 2, Options(), False),
        ([["a man on a horse"] * 4] * 3, Options(profile="rouge-score"), False),
    ],
)
def test_several_short_models_look_like_captions(
    models: list[list[str]], options: Options, is_noted: bool
) -> None:
    """COCO's ROUGE is another ROUGE, so its name is told once."""
    scores = Scorer(options).score_batch(["a man"] * len(models), models)
    notes = [note for note in (*scores.notes, *scores.report().notes) if "COCO" in note]
    assert notes == [
        "models are several and short, as captions are; papers on captions report another ROUGE,"
        " COCO's ROUGE_L: `profile` coco with `tokenizer` ptb"
    ] * (2 if is_noted else 0)


def test_headlines_in_files_of_duc_are_no_captions() -> None:
    headline = File("headline", "SPL", b"a man on a horse\n")
    report = evaluate([Evaluation(id, {"S": headline}, (headline,) * 4) for id in "pqr"])
    assert not any("COCO" in note for note in report.notes)


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        ([], InputError, "there are no parts; give the scores of one at least"),
        ([_scores(), _scores(["p", "q", "r", "s"])], InputError,
         "some parts have IDs and some have not; give IDs to all of them or to none"),
        ([_scores(["p", "q", "r", "s"]), _scores(["s", "t", "u", "v"])], InputError,
         "the ID 's' is there twice; give each evaluation its own"),
        ([_scores(), Scorer(Options(max_ngram=1, stem=True)).score_batch([], [])], InputError,
         "parts are of different options (Options(max_ngram=1) and Options(max_ngram=1, stem=True));"
         " put together scores of the same options"),
        (_scores(), TypeError, "parts must be several Scores, not one of them: [scores]"),
        (None, TypeError, "parts must be several Scores, not NoneType"),
        ([{}], TypeError, "parts must be several Scores, not a list with dict in it"),
    ],
)  # fmt: skip
def test_parts_that_do_not_fit_together_are_an_error(
    parts: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        Scores.concat(parts)
    assert str(raised.value) == message


def test_a_report_takes_the_name_of_a_system_and_a_number_of_threads() -> None:
    wrong: Any
    for wrong in (None, 7):
        with pytest.raises(TypeError, match=f"IDs of systems must be strings, not {wrong}"):
            _scores().report(wrong)
    with pytest.raises(OptionError, match="`jobs` must be a whole number from 0 on"):
        _scores().report("S", jobs=-1)
    assert _scores().report("S", jobs=0) == _scores().report("S")


def test_equal_options_stay_equal_however_many_others_came_between() -> None:
    options = Options(max_ngram=1, rouge_l=False, tokenizer="whitespace")
    first = Scorer(options).score_batch(["a b"], ["a c"])
    for code in "da de es fi fr it nb nl pl pt ru sv ar bn el fa he".split():  # noqa: SIM905
        Scorer(Options(max_ngram=1, tokenizer="whitespace", stemmer="none", language=code)).score("a", "a")
    assert Scorer(options).score_batch(["a b"], ["a c"]) == first


def test_a_mask_chooses_scores_and_ids_may_be_numbers() -> None:
    scorer = Scorer(Options(max_ngram=1, rouge_l=False))
    scores = scorer.score_batch(["a b", "a", "x"], ["a b"] * 3, ids=numpy.array([7, 3, 5]))
    assert list(scores.evaluations) == ["7", "3", "5"]
    for mask in (numpy.array(scores["ROUGE-1"].f) > 0, [True, True, False]):
        assert [one["ROUGE-1"].recall for one in scores[mask]] == [1.0, 0.5]
    with pytest.raises(IndexError, match="a mask of 2 items for 3 scores"):
        scores[[True, False]]


def test_tokens_are_no_models() -> None:
    scorer, tokens = Scorer(), ["the", "cat", "sat"]
    for call in (
        lambda: scorer.score(tokens, tokens),
        lambda: scorer.score_batch(["a", tokens], ["a", tokens]),
        lambda: scorer.score([b"the", b"cat"], tokens[:2]),
        lambda: scorer.score("abc", list("ab")),
    ):
        with pytest.warns(UserWarning, match="models are single words .*join the tokens"):
            call()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scorer.score("Paris", ["Paris", "paris"])  # Several short answers.
        scorer.score(tokens, [tokens])
        scorer.score(["the cat", "sat"], tokens)
        for models in (["cat"], ["the cat", "sat"]):
            scorer.score(tokens, models)
        for models in (["a", "it"], ["", ""], ["a"]):
            scorer.score("a cat", models)
