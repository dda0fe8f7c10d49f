"""Words and characters by the rules of Unicode and by ICU's dictionaries, whole and in pieces.

`regex` follows Unicode 18.0.0 from its version 2026.9.29. The conformance file of grapheme clusters is of
that version. That of words is of version 15.0.0; where Unicode has decided otherwise since, the lines are
listed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rouge_cli import Evaluation, Options, Scorer, evaluate, fragments
from rouge_cli.errors import printable
from rouge_cli.text.languages import segments
from rouge_cli.text.languages.tokenizers import folding

from ..support.needs import needs
from ..support.words import signed, tokens_of

_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search
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
    ("file", "lines", "segments", "tokenizer"),
    [
        ("WordBreakTest-15.0.0.txt", 1823, segments.segments, "unicode"),
        ("GraphemeBreakTest-18.0.0.txt", 853, segments.clusters, "character"),
    ],
)
def test_conformance(file: str, lines: int, segments: Callable[[str], list[str]], tokenizer: str) -> None:
    """Folding changes characters of the files, but no boundary, so each segment is folded alone."""
    expected = list(_lines(file))
    assert len(expected) == lines
    for parts in expected:
        text = "".join(parts)
        assert segments(text) == parts
        # Fillers of Hangul are letters that nobody sees.
        folded = [folding()(part).strip() for part in parts]
        tokens = [printable(one) for one in folded if _has_letter_or_number(one)]
        assert tokens_of([text], tokenizer=tokenizer) == tokens


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
    tokens_of(text, tokenizer=name)
    assert process_time() - begun < 5


# The short cuts for single words and ASCII find what the grammar of the annex finds.

_ASCII = "ab1_.,:;'\"-! \t"
_OTHERS = "éäß҃Ӓकाि्।॥״׳א٫٬٪カー東·‧\u200d\u00ad\u0301՟՚&#()«»…‿ªⅧ①Ⓐ🅰अनुरो"


@pytest.mark.slow
@settings(max_examples=2000)
@given(st.text(_ASCII, max_size=12) | st.text(_OTHERS, max_size=6) | st.text(_OTHERS + _ASCII, max_size=8))
def test_words_are_those_of_the_grammar(text: str) -> None:
    found = segments.segments(folding()(text))
    words = [one.lstrip() for one in found if _has_letter_or_number(one)]
    assert tokens_of([text], tokenizer="unicode") == words


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
    assert tokens_of(text, tokenizer="unicode") == words


def test_words_of_ascii_need_no_possessive_quantifier() -> None:
    """Python 3.11.2, which Debian 12 has, finds all of `aca` in `aca` by `(?:ab?c)++`."""
    methods = [getattr(value, "__self__", None) for value in vars(segments).values()]
    (pattern,) = [one.pattern for one in methods if isinstance(one, re.Pattern)]
    assert not re.search(r"[*+?}]\+|\(\?>", pattern)


# ICU's dictionaries.


@needs_icu
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("zh", "今天天气非常热。", ["今天", "天气", "非常", "热"]),
        ("ja", "私は学生です。", ["私", "は", "学生", "です"]),
        ("th", "ฉันรักภาษาไทย", ["ฉัน", "รัก", "ภาษา", "ไทย"]),
        (None, "ខ្ញុំទៅផ្សារ", ["ខ្ញុំ", "ទៅ", "ផ្សារ"]),
        (None, "ພາສາລາວ", ["ພາສາ", "ລາວ"]),
        (None, "ကျွန်တော်စာအုပ်ဖတ်", ["ကျွန်တော်", "စာအုပ်", "ဖတ်"]),
        ("de", "Die Straße ist 3,5 km lang!", ["die", "strasse", "ist", "3,5", "km", "lang"]),
        (None, "👍 𝐀𝐛 \U00020000 can't", ["ab", "\U00020000", "can't"]),
        # NFKC has the vowel am in two characters; the words of the dictionary have it in one.
        (None, "ผู้คนกำลังทำงาน", ["ผู้คน", "กำลัง", "ทำงาน"]),
        (None, "ຂ້ອຍກໍາລັງເຮັດວຽກ", ["ຂ້ອຍ", "ກຳລັງ", "ເຮັດວຽກ"]),
    ],
)
def test_words_of_dictionaries(language: str | None, text: str, expected: list[str]) -> None:
    assert tokens_of(text, tokenizer="icu", language=language, stemmer="none") == expected


@needs_icu
def test_a_word_of_ascii_is_looked_up_like_any_other() -> None:
    """ICU joins `@` to a letter, so a run of letters need not be a word."""
    import icu

    assert tokens_of("a@b c", tokenizer="icu") == ["a@b", "c"]
    assert signed(tokenizer="icu")["tokens"].startswith("icu+marks(PyICU-")
    versions = f"PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},"
    assert signed(language="th")["tokens"].startswith(f"icu-th+marks({versions}")


@needs("spacy")
def test_tokens_of_spacy() -> None:
    """Newsroom finds its fragments by these tokens, each lowered alone."""
    tokens = ["the", " ", "cat", "'s", "u.s.", "do", "n't"]
    assert tokens_of("The  Cat's U.S. don't", tokenizer="spacy") == tokens
    assert signed(tokenizer="spacy")["tokens"].startswith("spacy-en(spacy-")
    text, other = "The  Cat's U.S. don't", "A  cat's U.S. do"
    evaluation = Evaluation.of_texts("1", {"p": text}, [], source=other)
    options = Options(about="coverage,density,compression", tokenizer="spacy", profile="rouge-score")
    results = evaluate([evaluation], options).systems["p"]
    found = fragments(tokens, ["a", " ", "cat", "'s", "u.s.", "do"])
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
