"""Words and characters by the rules of Unicode and by ICU's dictionaries, whole and in pieces.

`regex` follows Unicode 18.0.0 from its version 2026.9.29. The conformance file of grapheme clusters is of
that version. That of words is of version 15.0.0; where Unicode has decided otherwise since, the lines are
listed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from time import process_time

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rouge_cli import Evaluation, InputError, Options, Scorer, evaluate, fragments
from rouge_cli.text.languages import segments
from rouge_cli.text.languages.rules import rules_of
from rouge_cli.text.languages.tokenizers import folding, tokenizer_named

from ..support.needs import needs

_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search
_UNICODE = tokenizer_named("unicode")
needs_icu = needs("icu")

# The conformance files of Unicode.

_DATA = Path(__file__).parents[1] / "data" / "unicode"
_SINCE_UNICODE_17 = {
    # U+2701 is no emoji, and no longer an Extended_Pictographic: nothing joins it to what a joiner follows.
    "÷ 2701 × 200D × 2701 ÷": "÷ 2701 × 200D ÷ 2701 ÷",
    "÷ 0061 × 200D × 2701 ÷": "÷ 0061 × 200D ÷ 2701 ÷",
}


def _lines(name: str) -> Iterator[list[str]]:
    """Yield the segments of each line, in which `÷` is a boundary and `×` is not."""
    with open(_DATA / name, encoding="utf-8") as file:
        lines = [line.strip() for line in file if not line.startswith("#")]
    for line in lines:
        parts = _SINCE_UNICODE_17.get(line, line).strip("÷ ").split("÷")
        yield ["".join(chr(int(code, 16)) for code in part.replace("×", " ").split()) for part in parts]


@pytest.mark.parametrize(
    ("file", "lines", "segments", "tokens"),
    [
        ("WordBreakTest-15.0.0.txt", 1823, segments.segments, _UNICODE.tokens),
        ("GraphemeBreakTest-18.0.0.txt", 853, segments.clusters, tokenizer_named("character").tokens),
    ],
)
def test_conformance(
    file: str, lines: int, segments: Callable[[str], list[str]], tokens: Callable[[str], list[str]]
) -> None:
    """Folding changes characters of the files, but no boundary, so each segment is folded alone."""
    expected = list(_lines(file))
    assert len(expected) == lines
    for parts in expected:
        text = "".join(parts)
        assert segments(text) == parts
        # Fillers of Hangul are letters that nobody sees.
        folded = [folding()(part).strip() for part in parts]
        assert tokens(text) == list(filter(_has_letter_or_number, folded))


@given(st.text("\U0001f1e9\U0001f1ea\u0301\u200d\u0903\u0600a👩\n ", max_size=12))
@example("\u0600\U0001f1e9\U0001f1ea\U0001f1e9")
@example("\U0001f1e9\u0301\U0001f1ea\U0001f1e9\u200d\U0001f1ea")
def test_flags_are_the_clusters_of_the_library(text: str) -> None:
    assert segments.clusters(text) == regex.findall(r"\X", text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("character", "\U0001f1e9\U0001f1ea" * 50_000),
        *(("unicode", text) for text in ("_" * 20_000, "a_" * 20_000, "a" + "_" * 20_000, "a." * 20_000)),
    ],
    ids=["flags", "lines", "linked", "a line", "stops"],
)
def test_long_texts_are_read_once(name: str, text: str) -> None:
    """One reading takes some milliseconds; quadratic time would be many seconds."""
    begun = process_time()
    tokenizer_named(name).tokens(text)
    assert process_time() - begun < 5


# The short cuts for single words and ASCII find what the grammar of the annex finds.

_ASCII = "ab1_.,:;'\"-! \t"
_OTHERS = "éäß҃Ӓकाि्।॥״׳א٫٬٪カー東·‧\u200d\u00ad\u0301՟՚&#()«»…‿ªⅧ①Ⓐ🅰अनुरो"


@pytest.mark.slow
@settings(max_examples=2000)
@given(st.text(_ASCII, max_size=12) | st.text(_OTHERS, max_size=6) | st.text(_OTHERS + _ASCII, max_size=8))
def test_words_are_those_of_the_grammar(text: str) -> None:
    found = segments.segments(folding()(text))
    assert _UNICODE.tokens(text) == [one.lstrip() for one in found if _has_letter_or_number(one)]


@given(st.lists(st.text(_OTHERS + _ASCII, max_size=8), min_size=1, max_size=4))
def test_lines_have_the_tokens_of_each(texts: list[str]) -> None:
    pieces = rules_of(Options(tokenizer="unicode")).pieces(None)([text.encode() for text in texts])
    assert [[token.decode() for token in tokens] for tokens, _ in pieces] == list(map(_UNICODE.tokens, texts))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't 3.14 1,000 a.b a:b a1.2", ["don't", "3.14", "1,000", "a.b", "a:b", "a1.2"]),
        ("a. .b 'tis x' 3. 1;2 1:2 a,b", ["a", "b", "tis", "x", "3", "1;2", "1", "2", "a", "b"]),
        ("_ _a a_ a_b a__1 _.a", ["_a", "a_", "a_b", "a__1", "a"]),
        ("the u.s. said: hello. a_, b.1", ["the", "u.s", "said", "hello", "a_", "b", "1"]),
        ("«été» „Öl“ हैं।", ["été", "öl", "हैं"]),
        ("x \u200d🅰a", ["x", "\u200d🅰a"]),  # The annex joins the blank to what follows it.
    ],
)
def test_words_of_both_short_cuts(text: str, words: list[str]) -> None:
    assert _UNICODE.tokens(text) == words


def test_words_of_ascii_need_no_possessive_quantifier() -> None:
    """Python 3.11.2, which Debian 12 has, finds all of `aca` in `aca` by `(?:ab?c)++`."""
    methods = [getattr(value, "__self__", None) for value in vars(segments).values()]
    (pattern,) = [one.pattern for one in methods if isinstance(one, re.Pattern)]
    assert not re.search(r"[*+?}]\+|\(\?>", pattern)


# A text may be cut as `Rule.pieces` says: the tokens of the pieces are those of the whole.

_BLANK = r"[\t\n\v\f\r ]"
_IDEOGRAPH = r"[\p{Unified_Ideograph}ぁ-ゖ]"
_BESIDE = r"[\x00-\x7f、-〃〈-】〔-〛ァ-ヺー！-／：-＠［-］｛-｠]"
_CUTS = {
    "blanks": regex.compile(_BLANK),
    "ideographs": regex.compile(
        rf"{_BLANK}|(?<={_IDEOGRAPH})(?={_IDEOGRAPH}|{_BESIDE})|(?<={_BESIDE})(?={_IDEOGRAPH})"
    ),
}
_NAMES = ["unicode", "character", "whitespace", "rouge"]
_WITHOUT_PROPERTIES = regex.compile(r"[\p{Co}\p{Cs}\p{Cn}]")
"""Code points without properties; the test takes only some of them."""
_EVERY = 97
_SOME = 499
_TELLING = (
    "aÉß1٣½'’.:,_-‿ \t\n\r\v\f\x1c\x85\u00a0\u3000\u2028\u1680"
    "\u0301\u0308\u0327\u0345\u034f\u3099\u309a\ufe0f\U000e0101\u00ad\u200b\u200c\u200d\u2060\u20e3"
    "\u0600\u06dd\u0d4e\U000111c2\u1cf5"
    "क\u094dी\u093cถำกา가ᄀ\u1161\u11a8"
    "東京々〆〇豈\u2f00かがゝゞゟんカーガ゛ㇰ\U0001b000🈀㊗"
    '👍🏽❤✁🇦🇧ℹⓂ🅰©™אב"״'
)
_PLACES = "x xx ax 東x京xか東京 x東京かなx\nx\t👍\u200dx東アx、東1xaか！x漢:x"
"""A text in which x stands beside blanks, ideographs, hiragana and letters."""
_every_character = (pytest.mark.slow, needs("minutes"))
_TEXTS = st.text(_TELLING, max_size=14) | st.text(max_size=10)


def _assert_pieces(name: str, texts: Iterable[str], language: str | None = None) -> None:
    rule = tokenizer_named(name, language)
    for text in texts:
        pieces = _CUTS[rule.pieces].split(text)
        assert [*chain.from_iterable(map(rule.tokens, pieces))] == rule.tokens(text), ascii(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", _NAMES)
@given(text=_TEXTS)
@settings(max_examples=500)
@example(text="\u0d4e \u0301a")
@example(text=" \u200d🅰a")
@example(text="a \u200dℹ東 \u200d京")
def test_pieces_of_random_texts(name: str, text: str) -> None:
    _assert_pieces(name, [text])


@pytest.mark.parametrize(
    ("name", "step", "count"),
    [
        *((name, _SOME, 300) for name in _NAMES),
        *(pytest.param(name, 1, 150_000, marks=_every_character) for name in _NAMES[:2]),
    ],
)
def test_pieces_beside_characters(name: str, step: int, count: int) -> None:
    told = [
        character
        for character in map(chr, range(0, 0x110000, step))
        if ord(character) % (step * _EVERY) == 0 or not _WITHOUT_PROPERTIES.match(character)
    ]
    assert len(told) > count
    _assert_pieces(name, (_PLACES.replace("x", character) for character in told))


# ICU's dictionaries.


@needs_icu
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("zh", "今天天气非常热。", ["今天", "天气", "非常", "热"]),
        ("ja", "私は学生です。", ["私", "は", "学生", "です"]),
        ("th", "ฉันรักภาษาไทย", ["ฉัน", "รัก", "ภาษา", "ไทย"]),
        ("km", "ខ្ញុំទៅផ្សារ", ["ខ្ញុំ", "ទៅ", "ផ្សារ"]),
        ("lo", "ພາສາລາວ", ["ພາສາ", "ລາວ"]),
        ("my", "ကျွန်တော်စာအုပ်ဖတ်", ["ကျွန်တော်", "စာအုပ်", "ဖတ်"]),
        ("de", "Die Straße ist 3,5 km lang!", ["die", "strasse", "ist", "3,5", "km", "lang"]),
        (None, "👍 𝐀𝐛 \U00020000 can't", ["ab", "\U00020000", "can't"]),
        # NFKC has the vowel am in two characters; the words of the dictionary have it in one.
        (None, "ผู้คนกำลังทำงาน", ["ผู้คน", "กำลัง", "ทำงาน"]),
        (None, "ຂ້ອຍກໍາລັງເຮັດວຽກ", ["ຂ້ອຍ", "ກຳລັງ", "ເຮັດວຽກ"]),
    ],
)
def test_words_of_dictionaries(language: str | None, text: str, expected: list[str]) -> None:
    assert tokenizer_named("icu", language).tokens(text) == expected


@needs_icu
@pytest.mark.parametrize("language", [None, "ja", "th"])
@given(
    text=st.text(
        "aB1'.:,_- \t\n\u00a0東京都今天天気ですかなカタ\u0301\u200d👍ฉันรักภาษาไทยำ\u0e33ພາສາខ្មែរမြန်မာ",
        max_size=24,
    )
)
@settings(max_examples=300)
def test_pieces_for_dictionaries(language: str | None, text: str) -> None:
    _assert_pieces("icu", [text], language)


@needs_icu
def test_a_word_of_ascii_is_looked_up_like_any_other() -> None:
    """ICU joins `@` to a letter, so a run of letters need not be a word."""
    import icu

    rule = tokenizer_named("icu")
    assert (rule.tokens("a@b c"), rule.plain_ascii) == (["a@b", "c"], False)
    assert rule.signature.startswith("icu+marks(PyICU-")
    versions = f"PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},"
    assert tokenizer_named("icu", "th").signature.startswith(f"icu-th+marks({versions}")


@needs("spacy")
def test_tokens_of_spacy() -> None:
    """Newsroom finds its fragments by these tokens, each lowered alone."""
    rule = tokenizer_named("spacy")
    assert rule.tokens("The  Cat's U.S. don't") == ["the", " ", "cat", "'s", "u.s.", "do", "n't"]
    assert rule.signature.startswith("spacy-en(spacy-")
    with pytest.raises(InputError, match="`tokenizer` spacy cannot read `language` xx-none"):
        tokenizer_named("spacy", "xx-none").tokens("a")
    text, other = "The  Cat's U.S. don't", "A  cat's U.S. do"
    evaluation = Evaluation.of_texts("1", {"p": text}, [], source=other)
    options = Options(about="coverage,density,compression", tokenizer="spacy", profile="rouge-score")
    results = evaluate([evaluation], options).systems["p"]
    found = fragments(rule.tokens(text), rule.tokens(other))
    assert [results[name].f.average for name in options.about] == [
        getattr(found, name) for name in options.about
    ]


def test_marks_in_a_row_take_no_quadratic_time() -> None:
    """By Unicode's own order, a cedilla comes before a grave below, and that before an acute above.

    Its function for normal forms would sort these marks for a minute and a half.
    """
    marks, in_order = (
        "\u0301\u0316\u0327" * 100_000,
        "\u0327" * 100_000 + "\u0316" * 100_000 + "\u0301" * 100_000,
    )
    assert folding()(f"a{marks}b") == folding()(f"a{in_order}b")
    options = Options(max_ngram=1, rouge_l=False, language="en")
    assert Scorer(options).score(f"a{marks}b", "a")["ROUGE-1"].f == 0
