"""Profiles, and rules of a ROUGE that have no word."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Scorer, evaluate
from rouge_cli.kernel.plan import Document, Measure, Reading
from rouge_cli.kernel.python.words import Limit
from rouge_cli.rouges import PROFILES, ROUGES
from rouge_cli.scoring.profile import Profile
from rouge_cli.scoring.scores import FIGURE_NAMES
from rouge_cli.scoring.signatures import signed_choices
from rouge_cli.text.languages.segments import first_bytes

from ..support.evaluations import result
from ..support.files import write

pytestmark = pytest.mark.usefixtures("kernel")


@pytest.mark.parametrize(
    ("choices", "makes_words", "stemmer", "stems", "limit", "reads_sentences"),
    [
        ({}, False, "porter-1.5.5", False, Limit(), False),
        ({"stem": True, "word_limit": 5}, False, "porter-1.5.5", True, Limit(5), True),
        ({"stemmer": "porter-nltk"}, False, "porter-nltk", True, Limit(), False),
        ({"stemmer": "porter-1.5.5", "stem_models": True}, False, "porter-1.5.5", False, Limit(), False),
        ({"stemmer": "snowball-german", "byte_limit": 9}, True, "porter-1.5.5", True, Limit(0, 9), True),
        ({"tokenizer": "rouge", "word_limit": 5}, False, "porter-1.5.5", False, Limit(5), True),
        ({"tokenizer": "unicode"}, True, "porter-1.5.5", False, Limit(), True),
        ({"tokenizer": "unicode", "word_limit": 5}, True, "porter-1.5.5", False, Limit(0, 0, 5), True),
        (
            *({"tokenizer": "unicode", "byte_limit": 9}, True, "porter-1.5.5", False),
            *(Limit(0, 9, 0, first_bytes), True),
        ),
        ({"profile": "rouge-score", "stem": True}, False, "porter-nltk", True, Limit(), False),
        ({"profile": "rouge-score", "tokenizer": "unicode"}, True, "porter-nltk", False, Limit(), False),
    ],
)
def test_rules_of_options_replace_those_of_the_rouge(
    choices: Any, makes_words: bool, stemmer: str, stems: bool, limit: Limit, reads_sentences: bool
) -> None:
    profile = Profile(Options(max_ngram=1, rouge_l=False, **choices))
    assert profile.makes_ascii_words != makes_words
    assert (profile.stemmer, profile.stems, profile.limit) == (stemmer, stems, limit)
    assert profile.reads_sentences == reads_sentences
    planned = profile.plan
    assert (planned.max_words, planned.max_tokens) == (limit.max_words, limit.max_tokens)
    assert planned.max_bytes == (0 if limit.between_characters else limit.max_bytes)


@pytest.mark.parametrize(
    ("choices", "pieces", "plain_ascii"),
    [
        ({"stem": True}, "", False),
        ({"tokenizer": "rouge", "stemmer": "snowball-german"}, "blanks", False),
        ({"tokenizer": "unicode"}, "ideographs", True),
        ({"tokenizer": "unicode", "stemmer": "porter-nltk"}, "ideographs", True),
        ({"tokenizer": "unicode", "stemmer": "snowball-german"}, "ideographs", False),
        ({"tokenizer": "whitespace"}, "blanks", False),
    ],
)
def test_the_kernel_asks_for_tokens_and_stems_that_it_does_not_know(
    choices: Any, pieces: str, plain_ascii: bool
) -> None:
    planned = Profile(Options(max_ngram=1, **choices)).plan
    assert (planned.pieces, planned.plain_ascii) == (pieces, plain_ascii)


def test_profiles_are_equal_by_their_rouge_and_their_options() -> None:
    profile = Profile(Options(max_ngram=2))
    assert profile == Profile(Options(max_ngram=2)) == pickle.loads(pickle.dumps(profile))
    assert hash(profile) == hash(Profile(Options(max_ngram=2)))
    assert profile != Profile(Options(max_ngram=3))
    assert profile != Profile(Options(max_ngram=2), profile.rouge._replace(rounding="doubles"))
    assert profile != Options(max_ngram=2)


@pytest.mark.parametrize(("options", "hit"), [(Options(stem_models=True), 1), (Options(), 0)])
def test_exceptions_stem_the_models_alone_too(options: Options, hit: int) -> None:
    """WordNet has `mice mouse`; Porter's stem of `mice` would be `mice`."""
    assert result("mouse", ["mice"], "ROUGE-L", options).counts.hit == hit


@pytest.mark.parametrize("lines", [1, -1])
def test_the_digest_is_of_the_sorted_words_in_any_order_of_the_lists(lines: int, tmp_path: Path) -> None:
    words, pairs = list("abcdefghijklm"), ["children child", "geese goose", "mice mouse"]
    lists = {f"WordNet-2.0-Exceptions/{part}.exc": "" for part in ("adj", "adv", "verb")}
    lists["WordNet-2.0-Exceptions/noun.exc"] = "\n".join(pairs[::lines])
    write(tmp_path, {**lists, "smart_common_words.txt": "\n".join(words[::lines])})
    profile = Profile(Options(stem=True, remove_stop_words=True, data=str(tmp_path)))
    digest = sha256("\n".join(["stop", *words, "exceptions", *pairs]).encode()).hexdigest()
    assert signed_choices(profile)["data"] == digest[:12]


# Where a rule has no word, the definition counts in both bodies of the kernel.


_READING = Reading(False, False)


def _change(monkeypatch: pytest.MonkeyPatch, profile: str, **words: Any) -> None:
    monkeypatch.setitem(ROUGES, profile, ROUGES[profile]._replace(**words))


def _halved(model: Document, peer: Document) -> tuple[float, float, float, float]:
    """Count unigrams that are worth half."""
    hits = (Counter(model.tokens) & Counter(peer.tokens)).total() / 2
    return len(model.tokens), len(peer.tokens), hits, hits


_HALVED = Measure("own", _halved, _READING, _READING)


def _figures_of_doors(options: Options, peer: str, model: str) -> Iterator[tuple[float, float, float]]:
    """Yield recall, precision and F of a pair from all functions that score it."""
    scorer, evaluation = Scorer(options), Evaluation.of_texts("1", {"s": peer}, [model])
    (measure,) = scorer.score(peer, model)
    yield scorer.score(peer, model)[measure][:3]
    yield scorer.score_batch([peer], [model])[0][measure][:3]
    yield scorer.score_group([peer], model)[0][measure][:3]
    yield evaluate([evaluation], options).systems["s"][measure].scores[0][:3]
    yield _in_matrix(scorer.matrix, [peer], [model])[0]
    yield _in_matrix(scorer.matrix, [model, peer], None)[1]


def _in_matrix(
    matrix: Callable[..., memoryview], rows: list[str], columns: list[str] | None
) -> list[tuple[float, ...]]:
    """Return recall, precision and F of each row with the first column."""
    figures = [matrix(rows, columns, figure=figure) for figure in FIGURE_NAMES]
    return [tuple(one[row, 0] for one in figures) for row in range(len(rows))]


@pytest.mark.parametrize("profile", PROFILES[:2])
@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ({"rounding": lambda measure, counts, alpha: (counts[2] / 3, alpha, 0.25)}, (2 / 3, 0.5, 0.25)),
        ({"combination": lambda counts: (8, 4, 2, 2)}, (0.25, 0.5, 0.33333)),
        ({"measures": lambda options: [_HALVED]}, (0.25, 0.2, 0.22222)),
    ],
)
def test_rules_without_a_word_count_at_every_door(
    profile: str, words: Any, figures: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The texts have 5 and 4 words and share 2."""
    _change(monkeypatch, profile, **words)
    options = Options(profile=profile, max_ngram=1, rouge_l=False)
    assert Profile(options).plan.numbers() is None
    for found in _figures_of_doors(options, "a b c d e", "a c x y"):
        assert found == pytest.approx(figures, abs=1e-5)


@pytest.mark.parametrize("profile", PROFILES[:3])
def test_a_measure_without_a_plan_moves_no_column(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it stands among measures that the kernel knows, all keep their own figures."""
    measures = [
        _HALVED._replace(name="words"),
        Measure("pairs", "ngrams", _READING, _READING, number=2),
        Measure("sequence", "lcs", _READING, _READING),
    ]
    recalls = []
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        _change(monkeypatch, profile, measures=lambda options, order=order: [measures[at] for at in order])
        scores = Scorer(Options(profile=profile)).score("a b c d", ["a c x y"])
        recalls.append({name: score.recall for name, score in scores.items()})
    assert recalls == [{"words": 0.25, "pairs": 0, "sequence": 0.5}] * 3
