"""`score` and `Scorer`: the figures of `evaluate`, for programs."""

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
from collections import ChainMap, UserDict, UserString
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from operator import length_hint
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import (
    Counts,
    Evaluation,
    InputError,
    OptionError,
    Options,
    Report,
    Score,
    Scorer,
    Scores,
    evaluate,
    oracle,
    render,
    score,
)

from ..support.commands import environment
from ..support.files import write
from ..support.needs import needs
from ..support.steps import steps

pytestmark = [
    pytest.mark.usefixtures("kernel"),
    # Random texts have letters that ROUGE-1.5.5 does not see (tests/text/test_doubts.py).
    pytest.mark.filterwarnings("ignore:.*would (score|keep) them:UserWarning"),
]

ALL = Options(max_ngram=3, weight=1.2, skip_gap=2, skip_both=True, resamples=20)
"""All measures but those of basic elements."""
CHOICES = [
    ALL,
    Options(),
    Options(max_ngram=2, weight=2, skip_gap=-1, stem=True, resamples=20),
    Options(max_ngram=1, weight=1.5, skip_gap=0, skip_unigrams=True, stem_models=True, resamples=20),
    Options(max_ngram=2, remove_stop_words=True, best_model=True, alpha=0.25, resamples=20),
    Options(max_ngram=2, weight=1.2, stem=True, best_model=True, word_limit=5, resamples=20),
    Options(max_ngram=2, weight=1.2, byte_limit=17, counting=1, resamples=20),
    Options(max_ngram=1, jackknife=True, resamples=20),
    Options(rouge_l=False),
]

_WORDS = ["the", "cats", "cat", "sat", "Sat", "on", "a", "mats", "He-he", "was", "of|cat|x", "é", "今", "10"]
_SENTENCES = st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join) | st.text(
    st.characters(exclude_categories=()), max_size=20
)
_STRINGS = st.lists(_SENTENCES, max_size=4).map("\n".join)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


_TEXTS: st.SearchStrategy[Any] = st.one_of(
    _STRINGS,
    _STRINGS.map(_bytes),
    st.lists(_SENTENCES, max_size=4),
    st.lists(_SENTENCES.map(_bytes), max_size=4),
)
_MODELS: st.SearchStrategy[Any] = st.one_of(
    _STRINGS, _STRINGS.map(_bytes), st.lists(_TEXTS, min_size=1, max_size=3)
)
_PAIRS = st.tuples(_TEXTS, _MODELS)


def _evaluated(pairs: Sequence[tuple[Any, Any]], options: Options, ids: Sequence[str] = ()) -> Report:
    ids = ids or [str(number) for number in range(1, len(pairs) + 1)]
    evaluations = [
        Evaluation.of_texts(id, {"S": peer}, [models] if isinstance(models, str | bytes) else models)
        for id, (peer, models) in zip(ids, pairs, strict=True)
    ]
    return evaluate(evaluations, options, systems=["S"])


def _batch(scorer: Scorer, pairs: Sequence[tuple[Any, Any]], ids: Sequence[str] | None = None) -> Scores:
    return scorer.score_batch([peer for peer, _ in pairs], [models for _, models in pairs], ids=ids)


def _shown(report: Report) -> list[str]:
    """Return everything that a report says."""
    formats = [render(report, format, details=True) for format in ("classic", "json", "jsonl")]
    return [*formats, render(report, "csv"), report.signature, *report.notes]


def test_one_pair_scores_in_one_line() -> None:
    # Of the four words of the model and the three of the peer, two match, one after the other.
    scores = score("the cat lay", "the cat sat down")
    assert scores == {
        "ROUGE-1": Score(0.5, 0.66667, 0.57143, Counts(4, 3, 2)),
        "ROUGE-2": Score(0.33333, 0.5, 0.4, Counts(3, 2, 1)),
        "ROUGE-L": Score(0.5, 0.66667, 0.57143, Counts(4, 3, 2)),
    }
    assert scores == Scorer().score("the cat lay", ["the cat sat down"])


@pytest.mark.parametrize(
    "text",
    ["a b\nc", b"a b\nc", ["a b", "c"], [b"a b", b"c"], ("a b", "c")],
    ids=["str", "bytes", "sentences", "bytes of sentences", "tuple"],
)
def test_a_text_is_a_string_or_its_sentences(text: Any) -> None:
    # The model has its words in one sentence, so that only the longer common run of a sentence counts.
    wanted = {"ROUGE-L": Score(1.0, 1.0, 1.0, Counts(3, 3, 3))}
    assert score(text, "c a b", Options()) == wanted
    assert score("c a b", [text], Options()) == wanted


@given(_TEXTS, _MODELS, st.sampled_from(CHOICES))
def test_a_pair_scores_as_evaluate_says(peer: Any, models: Any, options: Options) -> None:
    wanted = {
        measure: result.scores[0]._replace(evaluation="")
        for measure, result in _evaluated([(peer, models)], options).systems["S"].items()
    }
    assert score(peer, models, options) == wanted
    (record,) = Scorer(options).score_batch([peer], [models])
    assert {name: one._replace(evaluation="") for name, one in record.items()} == wanted


@given(st.lists(_PAIRS, min_size=1, max_size=7), st.sampled_from(CHOICES), st.data())
def test_a_batch_reports_what_evaluate_reports(
    pairs: list[tuple[Any, Any]], options: Options, data: st.DataObject
) -> None:
    names = st.text("ab1-. é", min_size=1, max_size=3)
    ids = data.draw(st.none() | st.lists(names, min_size=len(pairs), max_size=len(pairs), unique=True))
    scores = _batch(Scorer(options), pairs, ids)
    wanted = _evaluated(pairs, options, ids or ())
    assert _shown(scores.report("S")) == _shown(wanted)
    assert scores.report("S").notes == wanted.notes
    without_ids = [re.sub(r"^system S: ([0-9]+) summaries", r"\1 peers", note) for note in wanted.notes]
    assert without_ids == [*scores.notes]
    cut = data.draw(st.integers(0, len(pairs)))
    # Without IDs parts are numbered anew, so that some of the same numbers are no obstacle.
    whole = Scores.concat(
        _batch(Scorer(options), pairs[part], None if ids is None else ids[part])
        for part in (slice(cut), slice(cut, None))
    )
    assert whole == scores
    assert _shown(whole.report("S")) == _shown(wanted)


def test_basic_elements_are_scored_too() -> None:
    options = Options(basic_elements="HM", resamples=20)
    pairs = [(["cats|big|mod", "sat|cats|subj"], "sat|cats|subj\ncats|small|mod"), ("a|b|c", ["x|y|z"])]
    assert score(*pairs[0], options)["ROUGE-BE-HM"] == Score(0.5, 0.5, 0.5, Counts(2, 2, 1))
    assert _shown(_batch(Scorer(options), pairs).report("S")) == _shown(_evaluated(pairs, options))
    with pytest.raises(InputError, match="a basic element needs three fields"):
        score("a|b", "a|b|c", options)


def _many(count: int) -> list[tuple[str, list[str]]]:
    """Return pairs from a seed, more than one batch of the kernel holds."""
    chance = random.Random(7)

    def text() -> str:
        return "\n".join(" ".join(chance.choices(_WORDS, k=6)) for _ in range(chance.randint(1, 2)))

    return [(text(), [text() for _ in range(chance.randint(1, 2))]) for _ in range(count)]


@pytest.mark.slow
def test_batches_beyond_one_call_of_the_kernel_are_one_batch() -> None:
    """Whatever number of threads counts and resamples, and in whatever parts the pairs come."""
    pairs = _many(1100)
    options = Options(max_ngram=2, stem=True, resamples=20)
    scores = _batch(Scorer(options), pairs)
    wanted = _shown(_evaluated(pairs, options))
    assert scores.evaluations[1099] == "1100"
    streamed = Scores.concat(Scorer(options).score_stream(pairs, size=300))
    for found in (scores, streamed, *(_batch(Scorer(options, jobs=jobs), pairs) for jobs in (2, 3, 0))):
        assert found == scores
        assert _shown(found.report("S", jobs=2)) == wanted


def test_eight_threads_share_a_scorer() -> None:
    pairs = _many(60)
    scorer = Scorer(ALL)
    alone = [Scorer(ALL).score(*pair) for pair in pairs]
    batch = _batch(scorer, pairs)

    def work(number: int) -> tuple[list[dict[str, Score]], Scores]:
        order = [*pairs[number:], *pairs[:number]]  # No two threads meet the words in the same order.
        scores = [scorer.score(*pair) for pair in order]
        return [*scores[len(pairs) - number :], *scores[: len(pairs) - number]], _batch(scorer, pairs)

    with ThreadPoolExecutor(8) as executor:
        for scores, in_batch in executor.map(work, range(0, 40, 5)):
            assert scores == alone
            assert in_batch == batch


def test_a_stream_is_read_no_further_than_is_needed() -> None:
    pairs = iter([("a b", "a c")] * 7)
    stream = Scorer().score_stream(pairs, size=3)
    for size, left in ((3, 4), (3, 1), (1, 0)):
        assert length_hint(pairs) == left + size
        part = next(stream)
        assert (len(part), part.mean()["ROUGE-1"].f, length_hint(pairs)) == (size, 0.5, left)
    assert list(stream) == list(Scorer().score_stream([])) == []
    (scores,) = Scorer().score_stream([["a", "a"]], size=2**70)
    assert len(scores) == 1


def test_an_empty_batch_has_no_scores() -> None:
    scores = Scorer().score_batch([], [])
    assert (len(scores), list(scores), scores.evaluations, scores.notes) == (0, [], [], ())
    with pytest.warns(UserWarning, match="there are no scores, so each mean is 0") as warned:
        assert scores.mean()["ROUGE-1"] == (0, 0, 0)
    assert [warning.filename for warning in warned] == [__file__]
    result = scores.report("S").systems["S"]["ROUGE-2"]
    assert (len(result.scores), result.f, result.counts) == (0, (0, 0, 0), (0, 0, 0))
    assert Scores.concat([scores, Scorer().score_batch(["a"], ["a"]), scores])[0]["ROUGE-1"].f == 1


def test_a_pickled_scorer_scores_the_same() -> None:
    scorer = Scorer(ALL, jobs=2)
    copy = pickle.loads(pickle.dumps(scorer))
    assert (copy.options, copy.jobs) == (ALL, 2)
    assert copy.score("a b c", "b c d") == scorer.score("a b c", "b c d")
    assert pickle.loads(pickle.dumps(scorer)) is copy  # Whatever task a worker gets, it has one scorer.


_FORKS = """
import itertools, os, signal, sys, threading, warnings
from rouge_cli import Options, Scorer

warnings.simplefilter("ignore")  # Python 3.12 and later warn of forks beside threads.
options = Options(max_ngram=2, stem=True) if sys.argv[1] == "en" else Options(max_ngram=2, language="de")
scorer, is_over = Scorer(options), threading.Event()
scorer.score("a b", "a c")  # A module that a thread is loading is locked for ever in the child.

def work():
    for number in itertools.count():  # Words that have been stemmed are not stemmed again.
        scorer.score(" ".join(f"wort{number}x{place}" for place in range(500)), "the cat sat on a mat")
        if is_over.is_set():
            break

threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(10):
    process = os.fork()
    if process == 0:
        signal.alarm(20)
        os._exit(scorer.score("a b", "a c")["ROUGE-1"].f != 0.5)
    assert os.waitpid(process, 0)[1] == 0
is_over.set()
"""


@pytest.mark.slow
@needs("posix")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_process_scores_that_was_forked_while_threads_did(kernel: str, language: str) -> None:
    subprocess.run(
        [sys.executable, "-c", _FORKS, language],
        env={**environment(), "ROUGE_EVAL_KERNEL": kernel.lower()},
        timeout=120,
        check=True,
    )


@pytest.mark.slow
def test_a_scorer_and_its_scores_travel_to_processes_and_back() -> None:
    pairs = _many(40)
    scorer = Scorer(Options(max_ngram=2, stem=True, resamples=20))
    parts = [pairs[:10], pairs[10:35], pairs[35:]]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        tasks = [
            executor.submit(scorer.score_batch, [peer for peer, _ in part], [models for _, models in part])
            for part in parts
        ]
        scores = Scores.concat([task.result() for task in tasks])
    assert _shown(scores.report("S")) == _shown(_evaluated(pairs, scorer.options))


def test_scorers_of_equal_options_share_lists_and_stems() -> None:
    """To read the lists takes ten thousand steps."""
    Scorer(Options(max_ngram=2, stem=True))
    assert steps(lambda: Scorer(Options(max_ngram=2, stem=True))) < 2000


@pytest.mark.parametrize("tokenizer", ["rouge", "unicode"])
def test_word_lists_that_change_are_read_again(
    tokenizer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file may be written anew, and a name may mean another file in another folder."""
    for folder, words in (("one", "cat\n"), ("two", "cat\ndog\n")):
        write(tmp_path / folder, {"own/smart_common_words.txt": words, "words.txt": words})
    lists = [
        Options(max_ngram=1, remove_stop_words=True, data="own", tokenizer=tokenizer),
        Options(max_ngram=1, stop_words="words.txt", tokenizer=tokenizer),
    ]

    def counted() -> list[float]:
        return [score("cat dog elm", "cat dog elm", one)["ROUGE-1"].counts.model for one in lists]

    monkeypatch.chdir(tmp_path / "one")
    assert counted() == [2, 2]
    monkeypatch.chdir(tmp_path / "two")
    assert counted() == [1, 1]
    # As long as before.
    write(tmp_path / "two", {"own/smart_common_words.txt": "elefant\n", "words.txt": "elefant\n"})
    assert counted() == [3, 3]


_TEXT = "a text must be a string or a list of strings"
_MISSING = "not NoneType; leave out what is missing, or give an empty string"


class _WithoutAnEnd:
    """It has items, but nothing says how many."""

    def __getitem__(self, place: int) -> str:
        return "a"


_PER_PAIR = "must be a list with one item per pair, not"


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("a", []), InputError, "models is empty; give at least one text"),
        (("a", None), TypeError, "models must be a string or a list of texts, not NoneType"),
        (("a", {"b"}), TypeError, "models must be a string or a list of texts, not set"),
        ((None, "a"), TypeError, f"{_TEXT}, {_MISSING}"),
        (("a", [1]), TypeError, f"{_TEXT}, not int"),
        ((["a", 1], "a"), TypeError, f"{_TEXT}, not a list with int in it"),
        ((iter(["a"]), "a"), TypeError, f"{_TEXT}, not list_iterator"),
        (({"a": "b"}, "a"), TypeError, f"{_TEXT}, not dict"),
        (("a", [{"a"}]), TypeError, f"{_TEXT}, not set"),
        (("a", ["a", bytearray(b"a")]), TypeError, f"{_TEXT}, not bytearray"),
        ((UserDict(a="b"), "a"), TypeError, f"{_TEXT}, not UserDict"),
        (("a", [ChainMap({"a": "b"})]), TypeError, f"{_TEXT}, not ChainMap"),
        ((_WithoutAnEnd(), "a"), TypeError, f"{_TEXT}, not _WithoutAnEnd"),
        (("a", "b", {"stem": True}), TypeError, "options must be Options, not dict"),
    ],
)
def test_what_cannot_be_scored_is_an_error(
    arguments: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        score(*arguments)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("peers", "models", "ids", "error", "message"),
    [
        ("a", ["b"], None, TypeError, f"peers {_PER_PAIR} str"),
        (["a"], [UserString("b")], None, TypeError,
         f"evaluation 1: {_TEXT}, not a list with UserString in it"),
        (["a"], b"b", None, TypeError, f"models {_PER_PAIR} bytes"),
        (["a"], {"b": "c"}, None, TypeError, f"models {_PER_PAIR} dict"),
        ({"a"}, ["b"], None, TypeError, f"peers {_PER_PAIR} set"),
        (iter(["a"]), ["b"], None, TypeError, f"peers {_PER_PAIR} list_iterator"),
        (["a", "b"], ["a"], None, InputError, "2 peers, but models for 1; give each peer its own"),
        (["a", "b"], ["a", []], None, InputError, "pair 2 has no model; give at least one text"),
        (["a", "b"], ["a", 0.5], None, TypeError,
         "pair 2: models must be a string or a list of texts, not float"),
        (["a", 1], ["a", "b"], None, TypeError, f"evaluation 2: {_TEXT}, not int"),
        (["a", "b"], ["a", ["b", None]], ["x", "y"], TypeError, f"evaluation y: {_TEXT}, {_MISSING}"),
        (["a", "b"], ["a", "b"], "12", TypeError, f"ids {_PER_PAIR} str"),
        (["a", "b"], ["a", "b"], ["1"], InputError, "2 peers, but IDs for 1; give each peer its own"),
        (["a"], ["b"], [7.5], TypeError, "IDs must be strings or whole numbers, not 7.5"),
        (["a"] * 2, ["a"] * 2, ["x"] * 2, InputError,
         "the ID 'x' is there twice; give each evaluation its own"),
    ],
)  # fmt: skip
def test_a_batch_that_does_not_fit_together_is_an_error(
    peers: Any, models: Any, ids: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        Scorer().score_batch(peers, models, ids=ids)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("pairs", "size", "error", "message"),
    [
        *(
            ([], size, OptionError, f"`size` must be a whole number from 1 on, not {size}")
            for size in (0, 1.5, None)
        ),
        ("ab", 1, TypeError, "pairs must be pairs of a peer and its models, not str"),
        (None, 1, TypeError, "pairs must be pairs of a peer and its models, not NoneType"),
        ([("a", "b"), "cd"], 5, TypeError, "pair 2 must be a peer and its models, not str"),
        ([("a", "b"), ("a", "b", "c")], 5, TypeError, "pair 2 must be a peer and its models, not tuple"),
    ],
)
def test_a_stream_of_anything_else_is_an_error(
    pairs: Any, size: Any, error: type[Exception], message: str
) -> None:
    """What is wrong as a whole is an error before anything is asked for."""
    read: Any = list if isinstance(pairs, list) and pairs else str
    with pytest.raises(error) as raised:
        read(Scorer().score_stream(pairs, size=size))
    assert str(raised.value) == message


def test_an_error_in_a_stream_names_the_part() -> None:
    for pair, error, message in [
        (("a", []), InputError, "pair 2 has no model; give at least one text"),
        (("a", None), TypeError, "pair 2: models must be a string or a list of texts, not NoneType"),
        ((None, "a"), TypeError, f"evaluation 2: {_TEXT}, {_MISSING}"),
    ]:
        stream = Scorer().score_stream([("a", "a")] * 5 + [pair], size=2)
        assert [len(next(stream)) for _ in range(2)] == [2, 2]
        with pytest.raises(error) as raised:
            next(stream)
        assert str(raised.value) == f"in the part that begins with pair 5: {message}"
        with pytest.raises(error, match=message.replace("2", "1", 1)) as raised:
            next(Scorer().score_stream([pair]))
        assert "part" not in str(raised.value), "the first part begins with the input"


@needs("pandas")
def test_columns_of_numpy_and_pandas_are_lists() -> None:
    texts = numpy.array(["a b", "c"])
    scores = Scorer().score_batch(texts, texts, ids=texts)
    assert [record["ROUGE-1"].f for record in scores] == [1, 1]
    assert repr(scores.evaluations) == "['a b', 'c']"
    assert score("a b", numpy.array(["a", "b"])) == score("a b", ["a", "b"])
    assert score(numpy.array(["a", "b"]), [numpy.array(["b", "a"])]) == score(["a", "b"], [["b", "a"]])
    import pandas

    frame = pandas.DataFrame({"peer": ["a b", "c"], "model": [["a", "b"], ["c"]]}, index=[7, 3])
    in_frame = Scorer().score_batch(frame["peer"], frame["model"])
    assert [record["ROUGE-1"].recall for record in in_frame] == [1, 1]
    with pytest.raises(TypeError, match="peers must be a list with one item per pair, not DataFrame"):
        Scorer().score_batch(frame[["peer"]].head(1), ["a b"])  # Its only item would be `peer`.
    for peer, models in (("peer", [frame]), (frame, "peer")):
        with pytest.raises(TypeError, match="a text must be a string or a list of strings, not DataFrame"):
            score(peer, models)


@pytest.mark.parametrize(
    ("call", "peer", "models", "message"),
    [
        (score, "हिन्दी", "हिन्दी", "no ASCII word, so every score is 0.*`tokenizer` unicode"),
        (Scorer().score, "हिन्दी", "हिन्दी", "no ASCII word, so every score is 0.*`tokenizer` unicode"),
        (Scorer(Options(profile="rouge-score")).score, "हिन्दी", "a word", "1 of 2 texts has no ASCII word"),
        (score, "a word", "हिन्दी", "1 of 2 texts has no ASCII word"),
        (score, "müde", "हिन्दी", "1 of 2 texts has no ASCII word"),
    ],
)
def test_a_pair_without_a_token_is_warned_of(call: Any, peer: str, models: str, message: str) -> None:
    """The warning names the line that scores."""
    with pytest.warns(UserWarning, match=message) as warned:
        call(peer, models)
    assert [warning.filename for warning in warned] == [__file__]


_TO_SCORE = Scorer(Options(profile="rouge-score"))


@pytest.mark.parametrize(
    "call",
    [
        lambda text: _TO_SCORE.score_batch([text] * 3, [text] * 3),
        lambda text: _TO_SCORE.score_group([text] * 3, text),
        lambda text: list(_TO_SCORE.score_stream([(text, text)] * 3)),
        lambda text: _TO_SCORE.prepare([text]),
        lambda text: _TO_SCORE.matrix([text] * 3),
        lambda text: _TO_SCORE.nearest(text, _TO_SCORE.prepare()),
        lambda text: _TO_SCORE.duplicates([text] * 3),
        lambda text: _TO_SCORE.groups([text] * 3),
        lambda text: oracle([text], [text]),
        lambda text: Scorer(Options(about=("length",))).score_batch([text], [text]),
    ],
)
def test_every_form_warns_once_of_texts_without_a_token(call: Any) -> None:
    with pytest.warns(UserWarning, match="no ASCII word, so every score is 0.*`tokenizer` unicode") as warned:
        call("हिन्दी")
    assert [warning.filename for warning in warned] == [__file__]


def test_other_pairs_are_not_warned_of(recwarn: pytest.WarningsRecorder) -> None:
    peer: Any
    for peer in ("", [], "?!", "a", "a müde b"):
        score(peer, "a", Options())
    score("हिन्दी", "a", Options(tokenizer="unicode"))
    # With a word in the peer there would be no warning of the model's words, either.
    assert score("", "été à") == score("", "t")
    assert len(recwarn) == 0


def test_a_measure_that_was_not_chosen_is_named_with_its_remedy() -> None:
    """Options choose ROUGE-L alone unless they have `max_ngram`."""
    scorer = Scorer(Options(stem=True))
    for scores, name, known in [
        (scorer.score("a", "a"), "ROUGE-1", "ROUGE-L; `max_ngram` adds ROUGE-1 and so on"),
        (scorer.score_batch(["a"], ["a"])[0], "rougeL", "ROUGE-L"),
        (_TO_SCORE.score("a", "a"), "ROUGE-1", "rouge1, rouge2, rougeL"),
    ]:
        with pytest.raises(KeyError) as raised:
            scores[name]
        assert raised.value.args == (f"no measure {name!r}; there are: {known}",)
