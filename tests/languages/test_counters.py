"""The kernel, which asks for tokens of pieces, and the definition, which reads sentences, count the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from typing import Any
from unicodedata import category

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rouge_cli import Evaluation, InputError, Options, Scorer, evaluate
from rouge_cli.inputs.streams import Batch, batches_of_pairs
from rouge_cli.scoring.counters import Counted, Counter, counter_of
from rouge_cli.scoring.profile import Profile

from ..support.kernels import body, built, kernel_of
from ..support.needs import needs
from ..support.threads import in_threads

pytestmark = needs("compiled")

_FUNCTIONS = "tests.languages.functions_of_users"
_VISIBLE = """the The agreement running mice don't well-known e.g. 3.14 1,000 foo_bar _x x_ (word) U.S.
    "Quote" Straße STRASSE ｆｕｌｌ ﬁn İst 5\u212a naïve nai\u0308ve Σίσυφος हिन्दी हैं। क्षत्रिय
    漢字かな交じり文。 东京 2024年に カタカナ語 ｶﾞ か\uff9e か\u3099 か゛ が 人々 a中b 中a 中\ufe0f国
    葛\U000e0100飾区
    한국어 ไทย الرُبع אב״ג
    \u200fx a\u200cb a\u00adb a\u200db 👩\u200d👩\u200d👧 🇩🇪🇫 \u200d🅰bc \u0301a \u0600中 ½ Ⅷ ㎏ 。 ， — … ٫a
    x"y a:b a.b a'b 'tis supercalifragilisticexpialidociousandmuchmorethananywindowhasroomforindeed
    αααααααααααααααααααααααααααααααααααααααααα"""
_BLANKS = [" ", "  ", "\t", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u00a0", "\u2028", "\u3000", ""]
_WORDS = st.sampled_from(_VISIBLE.split()) | st.text(max_size=5) | st.sampled_from(["\ud800", "\x00"])
_SENTENCE = st.lists(st.tuples(_WORDS, st.sampled_from(_BLANKS)), max_size=12).map(
    lambda words: "".join(chain.from_iterable(words))
)
_BYTES = st.lists(
    _SENTENCE.map(lambda text: text.encode("utf-8", "replace"))
    | st.sampled_from(
        [b"\xff", b"\xe4\xb8", b"\xe4 \xb8\xad", b"\xf0\x9f\x91", b"\xed\xa0\x80", b"\xc0\xaf", b"\n"]
    ),
    max_size=4,
).map(b"".join)
_TEXT = st.lists(_SENTENCE, max_size=3).map("\n".join) | st.lists(_SENTENCE, max_size=3) | _BYTES
_PAIRS = st.lists(st.tuples(_TEXT, st.lists(_TEXT, min_size=1, max_size=2)), min_size=1, max_size=4)

_TOKENIZERS = [None, "rouge", "unicode", "character", "whitespace", f"{_FUNCTIONS}:halves"]
_STEMMERS = [
    *(None, "none", "porter-1.5.5", "porter-nltk", "snowball-german", "snowball-hindi"),
    f"{_FUNCTIONS}:first_two",
]
_CLASSIC = st.builds(
    lambda tokenizer, stem, limit, **more: Options(
        max_ngram=2, weight=1.2, tokenizer=tokenizer, **stem, **limit, **more
    ),
    tokenizer=st.sampled_from(_TOKENIZERS),
    stem=st.sampled_from([{"stemmer": name} for name in _STEMMERS] + [{"stem": True}, {"stem_models": True}]),
    limit=st.sampled_from(
        [{}, {}] + [{name: n} for name in ("word_limit", "byte_limit") for n in (1, 4, 25)]
    ),
    stop_words=st.sampled_from([None, None, "smart", "de", "hi"]),
    best_model=st.booleans(),
    split_sentences=st.sampled_from([False, False, True]),
)
_PACKAGES = st.builds(
    Options,
    profile=st.sampled_from(["rouge-score", "evaluate", "torchmetrics"]),
    types=st.just(("rouge1", "rougeL")),
    tokenizer=st.sampled_from(_TOKENIZERS),
    stemmer=st.sampled_from(_STEMMERS),
)
_LANGUAGES = st.builds(
    Options,
    max_ngram=st.just(1),
    language=st.sampled_from(["de", "hi", "zh", "ar", "tr"]),
    split_sentences=st.booleans(),
)


@pytest.mark.slow
@settings(max_examples=400)
@given(_PAIRS, _CLASSIC | _PACKAGES | _LANGUAGES)
@example([("中️国 人々", ["中国"])], Options(max_ngram=1, tokenizer="character"))
@example([(["", "a b"], [b"\xe4\xb8 \xad"])], Options(max_ngram=1, tokenizer=f"{_FUNCTIONS}:halves"))
@example([("x" * 200, ["X" * 200 + " " + "y" * 64])], Options(max_ngram=1, tokenizer="unicode"))
def test_pairs_are_counted_as_defined(pairs: list[tuple[Any, list[Any]]], options: Options) -> None:
    first, *others = (
        [counter.count(batch) for batch in _batches(pairs)] for counter in _counters(options) * 2
    )
    assert all(list(map(plain, counted)) == list(map(plain, first)) for counted in others)


def _batches(pairs: Iterable[tuple[Any, Any]]) -> Iterator[Batch]:
    return batches_of_pairs(iter(pairs))


def _counters(options: Options) -> list[Counter]:
    """Return the counters of both bodies; the second time they count, all pieces are known."""
    counters = []
    for name in built():
        with kernel_of(body(name)):
            profile = Profile(options)
            counters.append(counter_of(profile, profile.word_lists()))
    return counters


def plain(counted: Counted) -> list[Any]:
    """Return the columns, in which NaN equals itself, and the traits."""
    return [[repr(column) for columns in counted.columns for column in columns], counted.traits]


_PLACES = "x xx ax 東x京xかxカx。x，x東京 x東京かなx\nकx।xनx॥ x\t👍\u200dx 2x4x東x5"


def _is_alike(character: str) -> bool:
    """Return True for an ideograph or a syllable of Hangul, which are all alike."""
    return 0x3400 <= ord(character) < 0xD7B0 or ord(character) >= 0x20000


@pytest.mark.parametrize(
    ("tokenizer", "step"),
    [
        *((tokenizer, 101) for tokenizer in ("rouge", "unicode", "character", "whitespace")),
        pytest.param("icu", 101, marks=needs("icu")),
        *(
            pytest.param(tokenizer, 1, marks=[pytest.mark.slow, needs("minutes")])
            for tokenizer in ("unicode", "character")
        ),
    ],
)
def test_every_character_is_cut_off_where_no_rule_joins_it(tokenizer: str, step: int) -> None:
    """The kernel cuts beside ideographs and full stops, unless a mark or a joiner stands there."""
    told = [
        character
        for character in map(chr, range(1, 0x30000, step))
        if ord(character) % 97 == 0
        or (category(character) not in ("Cn", "Co", "Cs") and not _is_alike(character))
    ]
    assert len(told) > 20_000 // step
    counters = _counters(Options(max_ngram=2, rouge_l=False, tokenizer=tokenizer))
    texts = (_PLACES.replace("x", character) for character in told)
    for batch in _batches(zip_longest(texts, texts, fillvalue="x")):
        first, second = (plain(counter.count(batch)) for counter in counters)
        assert first == second


@pytest.mark.parametrize("word", ["Xy", "1_", "é", "中"])
def test_words_of_any_length_anywhere_are_seen(word: str) -> None:
    """Sentences are read in windows of 64 bytes, across which words may reach."""
    scorer = Scorer(Options(max_ngram=1, tokenizer="unicode"))
    for length in (1, 7, 8, 15, 16, 17, 31, 62, 63, 64, 65, 127, 128, 129, 200):
        for before in (0, 1, 55, 63):
            long_word = (word * length)[:length]
            text = f"{'.' * before} {long_word} {long_word}, {long_word}."
            count = length if word == "中" else 1
            assert scorer.score(text, [long_word])["ROUGE-1"].counts == (count, 3 * count, count)


@pytest.mark.slow
def test_several_threads_ask_at_once() -> None:
    words = [f"слово{number}" for number in range(3001)]
    texts = [" ".join(words[start : start + 40]) for start in range(len(words))]
    peers, models = texts[:-1], texts[1:]
    options = Options(max_ngram=2, tokenizer="unicode")
    one, several = (Scorer(options, jobs=jobs).score_batch(peers, models) for jobs in (1, 4))
    assert one["ROUGE-2"].f.tolist() == several["ROUGE-2"].f.tolist()


def test_a_scorer_is_for_several_threads() -> None:
    scorer = Scorer(Options(max_ngram=1, tokenizer=f"{_FUNCTIONS}:halves"))
    found: list[float] = []

    def run() -> None:
        found.extend(scorer.score(f"alpha{n} beta", f"alpha{n} beta")["ROUGE-1"].f for n in range(200))

    in_threads([run] * 4)
    assert found == [1] * 800


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_a_function_raises_is_one_clear_error(jobs: int) -> None:
    options = Options(max_ngram=1, tokenizer=f"{_FUNCTIONS}:failing")
    evaluations = [
        Evaluation.of_texts(str(n), {"s": "a boom" if n == 700 else f"a {n}"}, ["a b"]) for n in range(900)
    ]
    for _ in range(3):
        with pytest.raises(InputError) as error:
            evaluate(evaluations, options, jobs=jobs)
        message = str(error.value)
        assert f"{_FUNCTIONS}:failing failed for a text that begins with 'a boom'" in message
        assert "\n" not in message
    assert evaluate(evaluations[:700], options, jobs=jobs).systems["s"]["ROUGE-1"].recall.average == 0.5


@pytest.mark.slow
def test_tables_that_grow_too_large_are_forgotten() -> None:
    """From batch to batch the kernel keeps at most 262,144 pieces, but it counts all pieces of a batch."""
    scorer = Scorer(Options(max_ngram=1, tokenizer="whitespace"))
    for part in range(3):
        words = [f"é{part}-{number}" for number in range(200_000)]
        score = scorer.score(" ".join(words), " ".join(words[::2]))["ROUGE-1"]
        assert (score.recall, score.precision) == (1, 0.5)
    assert scorer.score("é0-1 é2-5", "é2-5")["ROUGE-1"].precision == 0.5
