"""Prepared texts, matrices, groups, neighbours and duplicates: the figures of `Scorer.score`, to the bit."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import InputError, OptionError, Options, PreparedTexts, Score, Scorer
from rouge_cli.evaluation import Corpus

from ..support.needs import needs

pytestmark = [
    pytest.mark.usefixtures("kernel"),
    pytest.mark.filterwarnings("ignore:.*would (score|keep) them:UserWarning"),
]

CHOICES: list[Any] = [
    Options(
        max_ngram=3, weight=1.2, skip_gap=2, skip_both=True, paper_weight=1.5, mead=True, best_model=True
    ),
    Options(max_ngram=2, jackknife=True),
    Options(profile="rouge-score", types=("rouge1", "rouge2", "rougeL", "rougeLsum"), stem=True),
    Options(profile="rouge"),
]
_MORE = [
    Options(max_ngram=2, weight=2, skip_gap=-1, stem=True),
    Options(max_ngram=1, weight=1.5, skip_gap=0, skip_unigrams=True, stem_models=True),
    Options(max_ngram=2, remove_stop_words=True, best_model=True, alpha=0.25),
    Options(max_ngram=2, weight=40),
    Options(max_ngram=2, word_limit=3),
    Options(max_ngram=2, byte_limit=9),
    Options(profile="torchmetrics", types=("rouge1", "rougeL")),
    Options(profile="torchmetrics", types=("rouge2", "rougeL"), accumulate="avg"),
    Options(max_ngram=2, tokenizer="unicode"),
    Options(profile="rouge", counts="all"),
    Options(profile="rouge-chinese"),
]
CHOICES += [pytest.param(options, marks=pytest.mark.slow) for options in _MORE]
SENTENCES = st.lists(
    st.sampled_from(["a", "b", "cc", "ran", "running", "İ", "é", "猫", "a.b"]), max_size=7
).map(" ".join)
TEXTS = st.lists(st.lists(SENTENCES, max_size=3).map("\n".join), min_size=1, max_size=4)
ENGLISH = [
    "the cat sat on the mat",
    "the cat is on the mat",
    "a dog barks at night",
    "",
    "on the mat the cat sat",
    "the cat sat on the mat",
    "the cat sat\non the mat",
]


@pytest.mark.parametrize("options", CHOICES, ids=repr)
@settings(max_examples=8)
@given(rows=TEXTS, columns=TEXTS)
def test_matrices_have_the_figures_of_score(options: Options, rows: list[str], columns: list[str]) -> None:
    scorer = Scorer(options)
    crossed, square = _scores(scorer, rows, columns), _scores(scorer, columns, columns)
    names = list(square[0][0])
    peers, models = scorer.prepare(rows), scorer.prepare(columns)
    for figure in ("recall", "precision", "f"):
        for name, matrix in scorer.matrix(peers, models, names, figure).items():
            assert matrix.tolist() == [[getattr(scores[name], figure) for scores in row] for row in crossed]
        for name, matrix in scorer.matrix(models, None, names, figure, jobs=2).items():
            assert matrix.tolist() == [[getattr(scores[name], figure) for scores in row] for row in square]


def _scores(scorer: Scorer, rows: list[str], columns: list[str]) -> list[list[dict[str, Score]]]:
    return [[scorer.score(row, column) for column in columns] for row in rows]


def _figures(scorer: Scorer, rows: list[str], columns: list[str]) -> list[list[float]]:
    return [[scores["ROUGE-L"].f for scores in row] for row in _scores(scorer, rows, columns)]


def test_matrices_are_made_in_blocks(kernel: str) -> None:
    """A block has 256 rows and 4,096 columns; the definition would take a minute for more."""
    rows, columns = (ENGLISH * times for times in ((40, 600) if kernel == "compiled" else (3, 4)))
    scorer = Scorer()
    done: list[tuple[int, int]] = []
    whole = scorer.matrix(rows, columns, jobs=3, progress=lambda total, rows: done.append((total, rows)))
    figures = numpy.array(_figures(scorer, ENGLISH, ENGLISH))
    expected = numpy.tile(figures, (len(rows) // len(figures), len(columns) // len(figures)))
    assert numpy.array_equal(numpy.asarray(whole), expected)
    assert done == sorted(done)
    assert done[-1][0] == done[-1][1]


@pytest.mark.parametrize(
    ("options", "texts", "expected"),
    [
        (Options(), ["a a", "a\na"], [[1, 1], [0.5, 1]]),
        (Options(alpha=0.25), ["a", "a b"], [[1, 0.57143], [0.8, 1]]),
        (Options(stem_models=True), ["cats", "cat"], [[0, 0], [1, 1]]),
    ],
)
def test_matrices_may_not_be_symmetric(options: Options, texts: list[str], expected: list[Any]) -> None:
    assert Scorer(options).matrix(texts).tolist() == expected


def test_a_matrix_is_an_array_without_a_copy() -> None:
    matrix = Scorer().matrix(ENGLISH[:2], ENGLISH[:3])
    array = numpy.asarray(matrix)
    assert (array.shape, array.dtype) == ((2, 3), float)
    array[1, 2] = 7
    assert matrix[1, 2] == 7


def test_the_usual_measure_is_the_lcs_or_the_only_one() -> None:
    assert Scorer(Options(profile="evaluate")).nearest("a b", ["b a"]) == [(0, 0.5)]
    assert Scorer(Options(max_ngram=1, rouge_l=False)).matrix(["a b"], ["b a"])[0, 0] == 1
    with pytest.raises(OptionError, match="`measure` must be one of: ROUGE-1, ROUGE-2"):
        Scorer(Options(max_ngram=2, rouge_l=False)).matrix(["a"])


def test_prepared_texts_grow_and_are_sliced() -> None:
    scorer = Scorer()
    texts = scorer.prepare(ENGLISH[:2])
    part = texts[1:]
    texts.append(ENGLISH[2])
    part.extend(iter(ENGLISH[3:5]))
    assert (len(texts), len(part), texts.options) == (3, 3, scorer.options)
    assert scorer.matrix(texts, part).tolist() == _figures(scorer, ENGLISH[:3], [ENGLISH[1], *ENGLISH[3:5]])
    for step in (-2, 2):
        stepped = ENGLISH[:3][::step]
        assert scorer.matrix(texts[::step]).tolist() == _figures(scorer, stepped, stepped)
    assert [len(one) for one in texts] == [1, 1, 1]
    assert scorer.matrix(texts[-1], texts).tolist() == scorer.matrix(texts[2], texts).tolist()
    assert isinstance(texts, PreparedTexts)
    assert repr(texts) == "<PreparedTexts: 3 texts>"
    with pytest.raises(IndexError, match="no text has the index 3, of 3 texts"):
        texts[3]


def test_texts_with_several_readings_are_sliced_and_pickled() -> None:
    """A slice takes only its own tokens along, and what was pickled can grow."""
    scorer = Scorer(Options(max_ngram=1, weight=1.2, stem_models=True))
    kept = ["he runs", "the cats run"]
    many = scorer.prepare(["running cats", *kept, *(f"word{number} " * 20 for number in range(500))])
    pickled = pickle.dumps(many[1:3])
    copy, grown = pickle.loads(pickled), [*kept, "he ran"]
    copy.append("he ran")
    assert scorer.matrix(copy).tolist() == _figures(scorer, grown, grown)
    assert len(pickled) < len(pickle.dumps(many)) / 50


def test_texts_are_scored_and_pickled_while_others_are_appended() -> None:
    scorer = Scorer()
    texts = scorer.prepare(ENGLISH)
    expected = scorer.matrix(texts[:7]).tolist()
    is_over = threading.Event()

    def grow() -> None:
        while not is_over.is_set() and len(texts) < 2000:
            texts.append(f"another text {len(texts)}")

    with ThreadPoolExecutor(3) as threads:
        growing = threads.submit(grow)
        found = [threads.submit(lambda: scorer.matrix(ENGLISH, texts)) for _ in range(20)]
        copies = [threads.submit(lambda: pickle.loads(pickle.dumps(texts))) for _ in range(20)]
        try:
            assert all(numpy.asarray(matrix.result())[:, :7].tolist() == expected for matrix in found)
            assert all(len(copy.result()) <= len(texts) for copy in copies)
        finally:
            is_over.set()
        growing.result()
    assert scorer.matrix(texts[:7]).tolist() == expected


def test_texts_that_are_appended_during_a_matrix_are_not_in_it() -> None:
    """The first of two blocks of rows is done when another text comes, with words that are new."""
    scorer = Scorer(jobs=1)
    texts = scorer.prepare(["the cat sat"] * 257)
    two = texts[:2]
    matrix = scorer.matrix(texts, two, progress=lambda total, rows: texts.append(f"word{rows} he ran"))
    assert len(texts) > 257
    assert matrix.tolist() == [[1.0, 1.0]] * 257


def test_numbers_of_numpy_are_numbers() -> None:
    scorer = Scorer()
    texts = scorer.prepare(ENGLISH)
    assert scorer.nearest("the cat", texts, numpy.int64(1)) == scorer.nearest("the cat", texts, 1)
    assert scorer.duplicates(texts, numpy.float32(0.5)) == scorer.duplicates(texts, 0.5)
    assert scorer.matrix(texts[numpy.int64(1)]).tolist() == [[1.0]]


def test_notes_name_doubtful_texts() -> None:
    texts = Scorer().prepare(["plain", "猫が座った", ""])
    empty, doubt = texts.notes
    assert empty.endswith("-> empty text")
    assert "1 of 3 texts has no ASCII word" in doubt
    assert "the first in evaluation 2" in doubt


@pytest.mark.parametrize("options", CHOICES, ids=repr)
def test_a_group_scores_as_each_candidate_does(options: Options) -> None:
    for models in [["the cat sat on the mat"], ["the cat sat", "on a mat\nruns a cat"]]:
        scorer = Scorer(options, jobs=2)
        group = scorer.score_group(ENGLISH, models)
        assert len(group) == len(ENGLISH)
        for candidate, scores in zip(ENGLISH, group, strict=True):
            expected = scorer.score(candidate, models)
            assert {name: one[:4] for name, one in scores.items()} == {
                name: one[:4] for name, one in expected.items()
            }
        assert group.report("candidates").systems.keys() == {"candidates"}


def test_a_group_may_be_empty() -> None:
    group = Scorer().score_group([], "a model")
    assert (len(group), group.corpus) == (0, Corpus())
    assert Scorer().score_group(["a"], ["b", "c"]).corpus == Corpus(2, 2, ("lines",))
    with pytest.raises(InputError, match="models is empty"):
        Scorer().score_group(["a"], [])


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_messages_name_the_candidate_of_a_group(jobs: int) -> None:
    scorer = Scorer(Options(tokenizer="unicode"), jobs=jobs)
    assert scorer.score_group(["a", "b", "", "d"], "a").notes == (
        "readText: peer of evaluation 3 -> empty text",
    )
    for candidates, models, number in ((["a", "b", "c", 7], ["a", "b"], 4), (["a", "b"], ["a", 7], 1)):
        with pytest.raises(TypeError, match=f"^evaluation {number}: a text must be a string or"):
            scorer.score_group(candidates, models)  # type: ignore[arg-type]


WORDS = st.lists(st.sampled_from("abcdefgh"), max_size=9).map(" ".join)
THRESHOLDS = st.sampled_from([-1.0, 0.0, 1e-9, 0.25, 0.4, 0.5, 0.57143, 2 / 3, 0.66667, 0.7, 1.0])
BOUNDED = [
    (Options(max_ngram=3), ("ROUGE-1", "ROUGE-2", "ROUGE-3", "ROUGE-L")),
    (Options(profile="rouge-score"), ("rouge1", "rouge2", "rougeL")),
    (Options(profile="rouge-score", types=("rougeLsum",)), ("rougeLsum",)),
    (Options(max_ngram=2, alpha=0.3, skip_gap=1, mead=True), ("ROUGE-1", "ROUGE-S1", "ROUGE-MEAD")),
    (Options(max_ngram=2, byte_limit=7), ("ROUGE-1", "ROUGE-L")),
    (Options(max_ngram=1, stem_models=True), ("ROUGE-1", "ROUGE-L")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("options", "names"), BOUNDED)
@settings(max_examples=20)
@given(
    texts=st.sampled_from([1, 17]).flatmap(
        lambda least: st.lists(st.lists(WORDS, max_size=2).map("\n".join), min_size=least, max_size=24)
    ),
    threshold=THRESHOLDS,
    k=st.integers(1, 6),
    has_least=st.booleans(),
)
def test_what_is_found_is_what_the_matrix_has(
    options: Options, names: tuple[str, ...], texts: list[str], threshold: float, k: int, has_least: bool
) -> None:
    """No duplicate and no nearest text is missed, and groups are of texts that were kept before."""
    scorer = Scorer(options)
    prepared = scorer.prepare(texts)
    for name in names:
        matrix = scorer.matrix(prepared, None, name)
        pairs = [(*pair, matrix[pair]) for pair in combinations(range(len(texts)), 2)]
        assert scorer.duplicates(prepared, threshold, name) == [
            pair for pair in pairs if pair[2] >= threshold
        ]
        ranked = sorted(((figure, place) for place, figure in enumerate(matrix.tolist()[0])), reverse=True)
        nearest = [(place, figure) for figure, place in ranked if not has_least or figure >= threshold]
        at_least = threshold if has_least else None
        assert scorer.nearest(prepared[0], prepared, k, name, at_least=at_least) == nearest[:k]
    groups: dict[int, list[int]] = {}
    for second in range(len(texts)):
        best = max(groups, key=lambda first: (matrix[first, second], -first), default=second)
        is_left_out = best != second and matrix[best, second] > threshold
        groups.setdefault(best if is_left_out else second, []).append(second)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rouge_cli.api.many._GROUPED", 5)
        assert scorer.groups(texts, threshold, names[-1], jobs=2) == list(groups.values())


def test_a_group_stands_in_the_order_of_the_texts() -> None:
    """The last text resembles the first one, too, but the second one more."""
    texts = ["a b c d", "e f g h", "e f g z", "a b e f g h"]
    assert Scorer().groups(texts, 0.3, "ROUGE-1") == [[0], [1, 2, 3]]


def test_equal_texts_are_one_group(kernel: str) -> None:
    count, done = 600 if kernel == "compiled" else 60, list[tuple[int, int]]()
    found = Scorer().groups(["a b"] * count, progress=lambda total, texts: done.append((total, texts)))
    assert found == [list(range(count))]
    assert done == ([(600, 512), (600, 600)] if kernel == "compiled" else [(60, 60)])
    assert Scorer().groups([]) == Scorer().duplicates([]) == []


def test_duplicates_are_looked_for_in_tasks(kernel: str) -> None:
    """A task has about a million pairs."""
    count = 2000 if kernel == "compiled" else 300
    scorer = Scorer(jobs=3)
    texts = scorer.prepare(
        [f"{' '.join('abcdefghij'[: number % 7])} w{number % 40}" for number in range(count)]
    )
    done: list[tuple[int, int]] = []
    found = scorer.duplicates(texts, 0.9, progress=lambda total, texts: done.append((total, texts)))
    assert found == scorer.duplicates(texts, 0.9, jobs=1)
    assert done[-1] == (count, count)
    assert (found[0].first, found[0].second, found[0].figure) == (0, 280, 1.0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda s: s.matrix([], ["a"]), InputError, "rows is empty"),
        (lambda s: s.matrix(["a"], []), InputError, "columns is empty"),
        (lambda s: s.matrix(["a"], measure="ROUGE-9"), OptionError, "`measure` must be one of: ROUGE-1"),
        (lambda s: s.matrix(["a"], figure="x"), OptionError, "`figure` must be recall, precision or f"),
        (lambda s: s.matrix(["a"], measure=5), OptionError, "`measure` must be one of: .*; not 5"),
        (lambda s: s.matrix(["a"], measure=[]), OptionError, "`measure` must be one of: .*; not \\[\\]"),
        (lambda s: s.nearest("a", ["a"], measure=["ROUGE-L"]), OptionError, "one of: .*; not \\[.ROUGE-L"),
        (lambda s: s.duplicates(["a"], measure=["ROUGE-1", "ROUGE-2"]), OptionError, "`measure` must be one"),
        (lambda s: s.duplicates(["a"], 10**400), OptionError, "`at_least` must be a number up to 1"),
        (lambda s: Scorer(Options(about=("length",))).prepare(["a"]), OptionError, "`about` goes with"),
        (lambda s: Scorer(Options(rouge_l=False)).prepare(), OptionError, "^no measure is chosen; give"),
        (lambda s: s.prepare(["a"])["a"], TypeError, "index of texts must be a whole number or a slice"),
        (lambda s: s.matrix(["a"], jobs=1.5), OptionError, "jobs"),
        (lambda s: s.matrix("a b"), TypeError, "rows must be a list of texts, not str"),
        (lambda s: s.matrix(["a", 7]), TypeError, "text 2: a text must be a string or a list of"),
        (lambda s: s.matrix(Scorer(Options(stem=True)).prepare(["a"])), InputError, "prepared with other"),
        (lambda s: s.prepare("a text"), TypeError, "texts must be a list of texts, not str"),
        (lambda s: s.prepare(7), TypeError, "texts must be a list of texts, not int"),
        (lambda s: s.nearest("a", ["a"], 0), OptionError, "`k` must be a whole number"),
        (lambda s: s.nearest(s.prepare(["a", "b"]), ["a"]), InputError, "text must be one text, not 2"),
        (lambda s: s.duplicates(["a"], float("nan")), OptionError, "`at_least` must be a number up to 1"),
        (lambda s: s.duplicates(["a"], "high"), OptionError, "`at_least` must be a number up to 1"),
        (lambda s: s.groups(["a"], 70), OptionError, r"`above` must be a number up to 1, .*, not 70"),
        (lambda s: s.score_group("a", "b"), TypeError, "candidates must be a list of texts"),
    ],
)
def test_bad_arguments(call: Callable[[Scorer], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call(Scorer())


@needs("posix")
def test_texts_can_be_appended_to_in_a_process_that_was_forked_meanwhile() -> None:
    texts = Scorer(Options(max_ngram=1)).prepare(["a b"])
    with texts.pool.growing():  # As a thread that appends does.
        child = os.fork()
        if not child:
            texts.append("a c")
            os._exit(len(texts))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2


def test_a_text_that_appends_to_its_own_list_is_refused() -> None:
    texts = Scorer(Options(max_ngram=1)).prepare(["a b"])

    class Appending(Sequence[str]):
        def __len__(self) -> int:
            return 1

        def __getitem__(self, place: Any) -> Any:
            texts.append("c")
            return "a"

    with pytest.raises(RuntimeError, match="prepare one after another"):
        texts.append(Appending())
    assert len(texts) == 1


def test_scores_of_a_pair_are_equal_however_they_were_asked_for() -> None:
    scorer = Scorer(Options(max_ngram=1))
    assert scorer.score("a b", "a c") == scorer.score_batch(["a b"], ["a c"])[0]
    assert scorer.score("a b", "a c") != scorer.score_batch(["a b"], ["a d e"])[0]
    assert scorer.score_batch(["a"], ["a"], ids=["x"]) != scorer.score_batch(["a"], ["a"], ids=["y"])
