"""`RougeScorer`: figures and types that rouge-score 0.1.2 printed, and its errors."""

from __future__ import annotations

import copy
import pickle
from collections import UserDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from rouge_cli.evaluate_metric import compute
from rouge_cli.rouge_score import rouge_scorer
from rouge_cli.rouge_score.rouge_scorer import RougeScorer
from rouge_cli.rouge_score.scoring import BootstrapAggregator, Score
from rouge_cli.rouge_score.tokenizers import NamedTokenizer
from tests.scoring.worked_examples import EXAMPLES, TYPES

from ..support.tables import table

pytestmark = pytest.mark.usefixtures("kernel")
_BLANKS = SimpleNamespace(tokenize=str.split)


def test_worked_examples() -> None:
    """By `score` and by `score_batch`, with the same types."""
    for reference, candidate, stem, *figures in EXAMPLES:
        expected = [*figures[:3], figures[3] or figures[2]]
        scores = RougeScorer(TYPES, use_stemmer=stem).score(reference, candidate)
        assert scores == {name: Score(*row) for name, row in zip(TYPES, expected, strict=True)}, reference
        [of_batch] = RougeScorer(TYPES, use_stemmer=stem).score_batch([reference], [candidate])
        assert repr(of_batch) == repr(scores)


def test_whole_zeros_are_those_of_common_subsequences() -> None:
    scorer, pairs = RougeScorer(["rouge1", "rougeL", "rougeLsum"]), [("a", "b"), ("...", "a"), ("a", "...")]
    scores = scorer.score_batch(*zip(*pairs, strict=True))
    assert repr(scores) == repr([scorer.score(*pair) for pair in pairs])
    for place in (1, 2):
        assert repr(scorer.score_batch(*zip(pairs[0], pairs[place], strict=True))[1]) == repr(scores[place])
    assert repr(scores[0]["rougeL"]) == "Score(precision=0.0, recall=0.0, fmeasure=0.0)"
    for score in scores[1:]:
        assert repr(score["rouge1"]) == "Score(precision=0.0, recall=0.0, fmeasure=0.0)"
        assert repr(score["rougeL"]) == repr(score["rougeLsum"]) == "Score(precision=0, recall=0, fmeasure=0)"


@pytest.mark.parametrize("tokenizer", [None, _BLANKS])
def test_the_first_target_of_the_highest_f_counts(tokenizer: Any) -> None:
    scorer = RougeScorer(["rouge1"], tokenizer=tokenizer)
    short, long, ten = "a b c d e f g h x y", "a b c d e f g h i j k l m n o", "a b c d e f g h i j"
    for targets, prediction, figures in [
        ([long, short], ten, (0.8, 0.8, 0.8000000000000002)),
        ([short, long], ten, (0.8, 0.8, 0.8000000000000002)),
        (["x", "y", ten], ten, (1.0, 1.0, 1.0)),
        # True ties.
        (["a b c d", "a"], "a b", (1.0, 0.5, 2 / 3)),
        (["a", "a b c d"], "a b", (0.5, 1.0, 2 / 3)),
    ]:
        assert scorer.score_multi(targets, prediction) == {"rouge1": figures}
        assert scorer.score_multi(iter(targets), prediction) == {"rouge1": figures}
        assert scorer.score_batch([targets, "a"], [prediction, "a"])[0] == {"rouge1": figures}


def test_types_keep_their_order_and_may_change() -> None:
    scorer = RougeScorer(["rougeL", "rouge9", "rougeL", "rouge1"])
    assert list(scorer.score("a b", "a b")) == ["rougeL", "rouge9", "rouge1"]
    scorer.rouge_types = ["rouge2"]
    assert scorer.score("a b", "a b") == {"rouge2": (1.0, 1.0, 1.0)}
    scorer.rouge_types = []
    assert scorer.score("a b", "a b") == scorer.score_multi([], "a") == {}
    assert scorer.score_batch(["a", "b"], ["a", "b"]) == [{}, {}]


def test_unknown_types_are_refused_when_something_is_scored() -> None:
    for name in ["rouge0", "rouge10", "rouge-1", "ROUGE1", "rougeLSum", "rougen", "", "1"]:
        scorer = RougeScorer(["rouge1", name])
        complaint = f"Invalid rouge type: {name}; it must be rouge1 to"
        with pytest.raises(ValueError, match=complaint):
            scorer.score("a", "a")
        with pytest.raises(ValueError, match=complaint):
            scorer.score_batch(["a"], ["a"])
        with pytest.raises(ValueError, match="Invalid rouge type"):
            RougeScorer([name], tokenizer=_Words()).score("a", "a")


def test_what_is_no_list_of_types_is_refused() -> None:
    for types in (None, iter(["rouge1"]), [1]):
        with pytest.raises(TypeError):
            RougeScorer(types).score("a", "a")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Invalid rouge type: r;"):
        RougeScorer("rouge1").score("a", "a")


@pytest.mark.parametrize("text", [None, 3, ["a"], numpy.array("a")])
def test_what_is_no_text_is_refused(text: Any) -> None:
    """The errors are rouge-score's."""
    scorer = RougeScorer(["rouge1"])
    for score in (lambda: scorer.score(text, "a"), lambda: scorer.score("a", text)):
        with pytest.raises(AttributeError):
            score()
    with pytest.raises(TypeError, match="a text must be a string"):
        RougeScorer(["rougeLsum"]).score(text, "a")


def test_lists_that_do_not_fit_are_refused() -> None:
    scorer = RougeScorer(["rouge1"])
    with pytest.raises(ValueError, match=r"^2 targets, but 1 prediction$"):
        scorer.score_batch(["a", "b"], ["a"])
    with pytest.raises(AttributeError):
        scorer.score_batch([{"a"}], ["a"])  # type: ignore[list-item]
    for score in (lambda: scorer.score_multi([], "a"), lambda: scorer.score_batch(["a", []], ["a", "a"])):
        with pytest.raises(ValueError, match="there is no target; give at least one"):
            score()


def test_bytes_lower_only_letters_of_ascii() -> None:
    """İ gives an i in a string alone, and lines are decoded first."""
    scores = RougeScorer(["rouge1", "rougeL", "rougeLsum"]).score(b"i A", "İ a".encode())  # type: ignore[arg-type]
    assert [score.fmeasure for score in scores.values()] == [2 / 3, 2 / 3, 1.0]


class _Words:
    """A tokenizer that remembers its calls."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def tokenize(self, text: str) -> list[str]:
        self.calls.append(text)
        return text.split(" ")


def test_own_tokenizers_are_taken_at_their_word() -> None:
    """Nothing is lowered, left out or stemmed, and whole texts are not asked for rougeLsum alone."""
    tokenizer = _Words()
    scores = RougeScorer(["rouge1", "rougeLsum"], use_stemmer=True, tokenizer=tokenizer).score(
        "A  cats\nB", "a  cats"
    )
    assert scores["rouge1"] == (1 / 3, 1 / 3, 1 / 3)
    assert scores["rougeLsum"] == (2 / 3, 0.5, 0.5714285714285715)
    assert tokenizer.calls == ["A  cats\nB", "a  cats", "A  cats", "B", "a  cats"]
    tokenizer.calls.clear()
    RougeScorer(["rougeLsum"], tokenizer=tokenizer).score("a\n\nb", "c")
    assert tokenizer.calls == ["a", "b", "c"]


def test_sentences_of_nltk(sentences_of_nltk: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only rougeLsum asks for them; of several targets each has its own."""
    scorer = RougeScorer(["rouge2", "rougeL", "rougeLsum"], split_summaries=True)
    target, prediction = "a b c. d e\nf", "d e f. a b\nc"
    scores = scorer.score(target, prediction)
    assert [score.fmeasure for score in scores.values()] == [0.8000000000000002, 0.5, 1.0]
    assert scorer.score_batch([target, [target]], [prediction] * 2) == [scores] * 2
    assert scorer.score_multi(["x", target], prediction) == scores
    monkeypatch.delattr("nltk.sent_tokenize")
    assert RougeScorer(["rougeL"], split_summaries=True).score("a", "a") == {"rougeL": (1.0, 1.0, 1.0)}


def test_scorers_are_copied_and_pickled() -> None:
    scorer = RougeScorer(["rouge1"], use_stemmer=True)
    expected = scorer.score("the cats", "a cat")
    for other in (copy.copy(scorer), copy.deepcopy(scorer), pickle.loads(pickle.dumps(scorer))):
        assert other.score("the cats", "a cat") == expected


def test_threads_share_a_scorer() -> None:
    scorer = RougeScorer(["rouge1", "rougeLsum"], use_stemmer=True)
    pairs = [(f"the cats sat on mat {i}", f"cat {i} sat") for i in range(200)]
    expected = [scorer.score(*pair) for pair in pairs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda pair: scorer.score(*pair), pairs)) == expected
    targets, predictions = zip(*pairs, strict=True)
    assert scorer.score_batch(targets, predictions, jobs=2) == expected


class _Ids:
    """A tokenizer that returns the lengths of words, by a function of a user's."""

    def __init__(self, made: Any) -> None:
        self.made = made

    def tokenize(self, text: str) -> Any:
        return self.made([len(word) for word in text.split()])


@pytest.mark.parametrize("kind", [dict, UserDict])
def test_a_mapping_is_no_list_of_tokens(kind: Any) -> None:
    """Hugging Face's tokenizers return one; its keys are the same for all texts."""
    tokenizer = _Ids(lambda ids: kind(input_ids=ids))
    for types in (["rouge1"], ["rougeL"], ["rougeLsum"]):
        with pytest.raises(TypeError, match=f"not a {kind.__name__}; return a list .* its input_ids"):
            RougeScorer(types, tokenizer=tokenizer).score("the cat", "nothing shared at all")
    with pytest.raises(TypeError, match="not iterable"):
        RougeScorer(["rouge1"], tokenizer=_Ids(lambda ids: numpy.array(len(ids)))).score("the cat", "a")
    with pytest.raises(TypeError, match="input_ids"):
        compute(predictions=["a"], references=["b"], tokenizer=tokenizer.tokenize)


def test_ids_in_an_array_are_tokens() -> None:
    """Items of a tensor are compared by their values, not as objects of their own."""
    for types in (["rouge1", "rougeL"], ["rougeLsum"]):
        scorer = RougeScorer(types, tokenizer=_Ids(_Tensor))
        for score in scorer.score("a bb ccc", "a bb d").values():
            assert score.fmeasure == pytest.approx(2 / 3)


class _Tensor:
    """A sequence whose items are equal to themselves alone, like torch's."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __iter__(self) -> Iterator[object]:
        return iter([object() for _ in self.numbers])

    def tolist(self) -> list[int]:
        return self.numbers


def test_helpers_of_the_paper() -> None:
    """Section 3.2 of Lin (2004): the union of two common subsequences."""
    reference, candidates = [1, 2, 3, 4, 5], [[1, 2, 6, 7, 8], [1, 3, 8, 9, 5]]
    assert rouge_scorer._summary_level_lcs([reference], candidates) == (0.4, 0.8, 0.5333333333333333)
    assert rouge_scorer._score_lcs("abc", "ac") == (1.0, 2 / 3, 0.8)
    assert rouge_scorer._lcs_table("ab", "ba") == [[0, 0, 0], [0, 0, 1], [0, 1, 1]]
    grams = rouge_scorer._create_ngrams("abab", 2)
    assert grams == {("a", "b"): 2, ("b", "a"): 1}
    one, none = (rouge_scorer._create_ngrams(text, 2) for text in ("ab", "a"))
    assert rouge_scorer._score_ngrams(grams, one) == (1.0, 1 / 3, 0.5)
    assert rouge_scorer._score_ngrams(one, grams) == (1 / 3, 1.0, 0.5)
    assert rouge_scorer._score_ngrams(none, none) == (0, 0, 0)


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        # Lin (2004), section 5: three of six pairs of words.
        ("rougeS*", (0.5, 0.5)),
        ("rougeS4", (0.5, 0.5)),
        ("rougeS0", (1 / 3, 1 / 3)),
        # As in ROUGE-1.5.5, all tokens but the last are counted beside the pairs, ...
        ("rougeSU4", (5 / 9, 5 / 9)),
        # ... and the power is applied twice to the length of the target. Runs of 1 and 2 weigh 5.
        ("rougeW1", (0.75, 0.75)),
        ("rougeW2", ((5 / 16) ** 0.5, (5 / 256) ** 0.5)),
    ],
)
def test_types_beyond_those_of_rouge_score(kernel: str, name: str, figures: tuple[float, float]) -> None:
    pair = ("police killed the gunman", "police kill the gunman")
    types = ["rouge1", name, "rougeL"]
    scores = RougeScorer(types).score(*pair)
    assert list(scores) == types
    precision, recall = figures
    assert scores[name][:2] == pytest.approx((precision, recall))
    others = RougeScorer(["rouge1", "rougeL"]).score(*pair)
    assert {key: scores[key] for key in others} == others
    assert RougeScorer(types, tokenizer=_BLANKS).score(*pair) == scores
    assert RougeScorer(types).score_batch([pair[0]], [pair[1]]) == [scores]


@pytest.mark.parametrize("types", [["rougeW1.2"], ["rougeW1.2", "rouge1"], ["rougeLsum", "rougeW1.2"]])
@pytest.mark.parametrize("split", [False, True])
def test_runs_of_rouge_w_end_with_sentences(
    kernel: str, types: list[str], split: bool, sentences_of_nltk: None
) -> None:
    end = " . " if split else "\n"
    for tokenizer in (None, _BLANKS):
        scorer = RougeScorer(types, split_summaries=split, tokenizer=tokenizer)
        score = scorer.score(f"a b{end}c d", f"c d{end}a b")["rougeW1.2"]
        assert score == pytest.approx((0.89090, 0.77557, 0.82925), abs=1e-5)


def test_types_beyond_change_no_resample_of_the_others() -> None:
    aggregates = []
    texts = ["a b c", "d e", "f", "a b c d", "b d"], ["a c b", "d", "f g", "d b a", "b c d e"]
    for types in (["rouge1", "rougeL"], ["rouge1", "rougeSU4", "rougeL"]):
        numpy.random.seed(3)
        aggregator = BootstrapAggregator()
        for score in RougeScorer(types).score_batch(*texts):
            aggregator.add_scores(score)
        aggregates.append((aggregator.aggregate(), numpy.random.randint(2**31)))
    (original, state), (extended, state_of_extended) = aggregates
    assert list(extended) == ["rouge1", "rougeSU4", "rougeL"]
    assert {name: extended[name] for name in original} == original
    assert state_of_extended == state
    # They have a generator of their own, with the seed 0.
    numpy.random.seed(0)
    alone = BootstrapAggregator()
    for score in RougeScorer(["rougeSU4"]).score_batch(*texts):
        alone.add_scores({"a": score["rougeSU4"]})
    assert alone.aggregate()["a"] == extended["rougeSU4"]


@pytest.mark.parametrize(("choices", "target", "prediction", "tokens"), table(__file__, "tokenizers"))
def test_tokenizers_have_names(
    kernel: str, choices: dict[str, Any], target: str, prediction: str, tokens: list[str]
) -> None:
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeSU4"]
    scorer = RougeScorer(types, **choices)
    tokenizer = pickle.loads(pickle.dumps(NamedTokenizer(**choices)))
    assert tokenizer.tokenize(target) == tokens
    # In an object of its own, as rouge-score takes it, its tokens are those of the kernel.
    by_tokens = RougeScorer(types, tokenizer=SimpleNamespace(tokenize=tokenizer.tokenize))
    assert scorer.score(target, prediction) == by_tokens.score(target, prediction)
    assert scorer.score_multi([prediction, target], target)["rouge1"] == (1.0, 1.0, 1.0)
    assert RougeScorer(types, tokenizer=tokenizer).score_batch([target], [prediction]) == [
        scorer.score(target, prediction)
    ]


def test_odd_names_of_tokenizers_are_refused() -> None:
    for choices, part in (
        *table(__file__, "odd_tokenizers"),
        ({"lang": "de", "tokenizer": _BLANKS}, "lang chooses a tokenizer"),
    ):
        with pytest.raises(ValueError, match=part):
            RougeScorer(["rouge1"], **choices)
