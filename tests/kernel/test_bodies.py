"""Both bodies of the inner loops against what they compute, written out here in the plainest way."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import kernel
from rouge_cli.kernel import python as definition
from rouge_cli.kernel.document import Document
from rouge_cli.kernel.python import lcs
from rouge_cli.kernel.python.resampling import draws

from ..support.commands import environment
from ..support.documents import document

BODIES: list[ModuleType] = [definition]
if kernel.NAME == "compiled":
    from rouge_cli.kernel import compiled

    BODIES.append(compiled)

both = pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__.rpartition(".")[2])

# Few different tokens make many ties and repetitions.
_KINDS = st.shared(st.integers(1, 6), key="kinds")
_TOKEN = _KINDS.flatmap(lambda kinds: st.integers(1, kinds))
_SENTENCES = st.lists(st.lists(_TOKEN, max_size=14), max_size=4)
_DOCUMENT = st.builds(document, _SENTENCES, st.none() | st.lists(_TOKEN, max_size=20))
_DOCUMENTS = st.lists(_DOCUMENT, max_size=4)
_EXPONENTS = st.sampled_from([0.01, 0.5, 1, 1.2, 2, 3, 30, 300, 400, 1e308])


def _power(base: int, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf


def _weights(exponent: float, longest: int) -> array[float]:
    return array("d", [_power(run, exponent) for run in range(longest + 1)])


def _walk(choices: Sequence[Sequence[str]]) -> list[int]:
    """From the last cell of a table to its edge; the model positions of the matches on the way."""
    marked = []
    i, j = len(choices) - 1, len(choices[0]) - 1
    while i and j:
        if choices[i][j] == "match":
            marked.append(i - 1)
            i, j = i - 1, j - 1
        elif choices[i][j] == "up":
            i -= 1
        else:
            j -= 1
    return marked


def _table(model: Sequence[int], peer: Sequence[int], weights: Sequence[float]) -> list[int]:
    """Lin's weighted table in full; with the weights 0, 1, 2 … it is the plain one."""
    rows, columns = len(model) + 1, len(peer) + 1
    c = [[0.0] * columns for _ in range(rows)]
    run = [[0] * columns for _ in range(rows)]
    choices = [[""] * columns for _ in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            if model[i - 1] == peer[j - 1]:
                k = run[i - 1][j - 1]
                c[i][j] = c[i - 1][j - 1] + weights[k + 1] - weights[k]
                run[i][j] = k + 1
                choices[i][j] = "match"
            elif c[i - 1][j] >= c[i][j - 1]:
                c[i][j], choices[i][j] = c[i - 1][j], "up"
            else:
                c[i][j], choices[i][j] = c[i][j - 1], "left"
    return _walk(choices)


def _runs(model: Document, peer: Document, weights: Sequence[float]) -> Iterator[list[int]]:
    """For each model sentence, the lengths of the runs of marks that score, as they are closed."""
    left = Counter(model.tokens) & Counter(peer.tokens)
    for sentence in model.sentences():
        marks = {mark for other in peer.sentences() for mark in _table(sentence, other, weights)}
        runs, run = [], 0
        for place, token in enumerate(sentence):
            if place in marks and left[token] > 0:
                left[token] -= 1
                run += 1
                if place + 1 not in marks:
                    runs.append(run)
                    run = 0
        yield runs


def _longest(*documents: Document) -> int:
    return max((len(document.words) for document in documents), default=0) + 1


def _score(model: Document, peer: Document) -> int:
    """ROUGE-L's hits: every mark that scores, whether or not its run is closed."""
    left = Counter(model.tokens) & Counter(peer.tokens)
    hit = 0
    for sentence in model.sentences():
        weights = range(len(sentence) + 1)
        for mark in sorted({mark for other in peer.sentences() for mark in _table(sentence, other, weights)}):
            hit += left[sentence[mark]] > 0
            left[sentence[mark]] -= 1
    return hit


@pytest.mark.slow
@both
@settings(max_examples=300, deadline=None)
@given(models=_DOCUMENTS, peers=_DOCUMENTS)
def test_lcs_hits(body: ModuleType, models: list[Document], peers: list[Document]) -> None:
    assert body.lcs_hits(models, peers) == [[_score(model, peer) for model in models] for peer in peers]


@pytest.mark.slow
@both
@settings(max_examples=400, deadline=None)
@given(models=_DOCUMENTS, peers=_DOCUMENTS, exponent=_EXPONENTS)
def test_weighted_lcs_hits(
    body: ModuleType, models: list[Document], peers: list[Document], exponent: float
) -> None:
    """With doubles in the same order, so that the same ties arise; even where f is infinite."""
    weights = _weights(exponent, _longest(*models))
    expected = [
        [_added(weights[run] for runs in _runs(model, peer, weights) for run in runs) for model in models]
        for peer in peers
    ]
    assert body.weighted_lcs_hits(models, peers, weights) == expected


def _added(values: Iterator[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


@both
@pytest.mark.parametrize("kinds", [2, 3, 40])
@pytest.mark.parametrize(("model", "peer"), [(63, 64), (64, 65), (130, 200), (200, 129)])
def test_long_sentences_cross_the_word_size_of_the_machine(
    body: ModuleType, kinds: int, model: int, peer: int
) -> None:
    source = random.Random(kinds * model)
    ours, theirs = (document([source.choices(range(kinds), k=size)]) for size in (model, peer))
    assert body.lcs_hits([ours], [theirs]) == [[_score(ours, theirs)]]
    weights = _weights(1.2, model + 1)
    [runs] = _runs(ours, theirs, weights)
    assert body.weighted_lcs_hits([ours], [theirs], weights) == [[_added(weights[run] for run in runs)]]


@pytest.mark.slow
@pytest.mark.skipif(len(BODIES) == 1, reason="there is no compiled kernel")
@pytest.mark.parametrize("kinds", [60, 1000])
def test_rows_of_very_long_sentences_are_made_again(kinds: int) -> None:
    """So long that not all rows are kept for the walk back; the definition keeps all of them."""
    source = random.Random(kinds)
    ours, theirs = (document([source.choices(range(kinds), k=size)]) for size in (3000, 2900))
    assert compiled.lcs_hits([ours], [theirs]) == definition.lcs_hits([ours], [theirs])
    weights = _weights(1.2, 3000)
    expected = definition.weighted_lcs_hits([ours], [theirs], weights)
    assert compiled.weighted_lcs_hits([ours], [theirs], weights) == expected


@pytest.mark.parametrize(
    ("model", "peer", "marked"),
    [
        # Of the two LCS of ab and ba the walk from the last cell goes up first: a is marked.
        ([1, 2], [2, 1], [0]),
        ([1, 2, 1], [1], [2]),
        ([1, 2, 3], [4], []),
        ([], [1], []),
        ([1], [], []),
    ],
)
def test_ties_go_up(model: list[int], peer: list[int], marked: list[int]) -> None:
    [(_, marks, _)] = lcs.marks(document([model]), document([peer]))
    assert marks == marked


def _ngrams(tokens: Sequence[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(tokens[place : place + n]) for place in range(len(tokens) - n + 1))


def _skip_bigrams(tokens: Sequence[int], gap: int) -> Counter[tuple[int, ...]]:
    return Counter(
        (tokens[i], tokens[j])
        for i in range(len(tokens))
        for j in range(i + 1, len(tokens))
        if gap < 0 or j <= i + gap + 1
    )


@both
@given(models=_DOCUMENTS, peers=_DOCUMENTS, n=st.integers(1, 6) | st.sampled_from([1000, 2**31, 2**70]))
def test_ngram_hits(body: ModuleType, models: list[Document], peers: list[Document], n: int) -> None:
    expected = [
        [(_ngrams(model.tokens, n) & _ngrams(peer.tokens, n)).total() for model in models] for peer in peers
    ]
    assert body.ngram_hits(models, peers, n) == expected


@both
@given(models=_DOCUMENTS, peers=_DOCUMENTS, gap=st.integers(-2, 8) | st.sampled_from([-(2**70), 2**70]))
def test_skip_bigram_hits(body: ModuleType, models: list[Document], peers: list[Document], gap: int) -> None:
    expected = [
        [(_skip_bigrams(model.tokens, gap) & _skip_bigrams(peer.tokens, gap)).total() for model in models]
        for peer in peers
    ]
    assert body.skip_bigram_hits(models, peers, gap) == expected


@pytest.mark.slow
@pytest.mark.skipif(len(BODIES) == 1, reason="there is no compiled kernel")
@pytest.mark.parametrize("gap", [-1, 0, 4, 500])
@pytest.mark.parametrize("kinds", [5, 400, 10_000])
def test_skip_bigrams_of_long_texts_are_counted_in_blocks(kinds: int, gap: int) -> None:
    source = random.Random(kinds + gap)
    ours, theirs = (document([source.choices(range(kinds), k=size)]) for size in (900, 1200))
    assert compiled.skip_bigram_hits([ours], [theirs], gap) == definition.skip_bigram_hits(
        [ours], [theirs], gap
    )


@both
def test_resampled_sums_are_added_in_the_order_drawn(body: ModuleType) -> None:
    """Plainly from left to right, as doubles round: 1e16 + 1 + 1 is 1e16, and 1 + 1 + 1e16 is not."""
    series = [array("d", [1e16, 1.0, -1e16, 0.1]), array("d", [1.0, 10.0, 100.0, 1000.0])]
    expected = [[_added(values[index] for index in drawn) for drawn in draws(4, 200)] for values in series]
    assert [list(sums) for sums in body.resample(series, 200, 1)] == expected
    thirds = [[total / 3 for total in sums] for sums in expected]
    assert [list(sums) for sums in body.resample(series, 200, 3)] == thirds
    assert body.resample([], 3, 1) == []
    assert [list(sums) for sums in body.resample([array("d", [2.5])], 3, 1)] == [[2.5, 2.5, 2.5]]


@both
@given(samples=st.lists(st.floats(allow_nan=False), max_size=70))
def test_samples_are_sorted_and_added_up(body: ModuleType, samples: list[float]) -> None:
    here = array("d", samples)
    total = body.sort_samples(here)
    assert list(here) == sorted(samples)
    expected = _added(iter(sorted(samples)))
    assert total == expected or (math.isnan(total) and math.isnan(expected))


@given(st.lists(st.floats(), max_size=20))
def test_samples_that_are_no_numbers_are_sorted_as_python_does(samples: list[float]) -> None:
    here, there = array("d", samples), array("d", samples)
    kernel.sort_samples(here)
    definition.sort_samples(there)
    assert repr(here) == repr(there)


def test_whole_numbers_beyond_doubles_are_left_to_the_definition() -> None:
    """2**53 + 1 is no double; its weight and its sums stay exact."""
    exact = 2**53 + 1
    model = document([[1, 2]])
    assert kernel.weighted_lcs_hits([model], [model], [0, 1, exact]) == [[exact]]
    assert kernel.resample([[exact]], 2, 1) == [[exact, exact]]
    assert kernel.sort_samples([3.0, 1.0]) == 4


def test_the_lack_of_the_compiled_body_is_an_error_where_it_is_asked_for() -> None:
    code = "import sys; sys.modules['rouge_cli.kernel.compiled'] = None; import rouge_cli"
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment(ROUGE_EVAL_KERNEL="compiled"), capture_output=True
    )
    assert run.returncode == 1
    assert b"ImportError: ROUGE_EVAL_KERNEL is compiled, but the compiled kernel is not" in run.stderr
