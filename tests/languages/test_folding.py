"""Normal forms, case and width, over every character; the places of tokens in sentences."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli.text.languages.segments import places
from rouge_cli.text.languages.tokenizers import folding

from ..support.needs import needs
from ..support.tables import table
from ..support.words import languages, signed, tokens_of

folded = folding()
_MARKS = st.text(
    "aαιßſσςİıK ﬁ\u0300\u0301\u0308\u0327\u0342\u0345\u034f\u0338\u3099かカ가ᄀ\u1161\u11a8²Ⅷ", max_size=10
)


@needs("minutes")
def test_every_character_folds_to_itself_in_either_case() -> None:
    """Python's `upper` turns a dotless ı into I, but full case folding keeps both apart."""
    changed = []
    for character in map(chr, range(0x110000)):
        once = folded(character)
        assert folded(once) == once, hex(ord(character))
        if not once == folded(character.upper()) == folded(character.lower()):
            changed.append(character)
    assert changed == ["ı"]


@given(_MARKS | st.text(max_size=8))
@example("ᾷ\u0301")
@example("\u0345\u0308\u0301")
def test_normal_forms_fold_alike(text: str) -> None:
    text = text.replace("´", "").replace("\u1ffd", "")
    once = folded(text)
    assert {folded(normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD")} == {once}
    assert folded(once) == once


def test_an_acute_accent_is_an_apostrophe_until_it_is_a_blank_and_a_mark() -> None:
    for accent in ("don´t", "don\u1ffdt"):
        assert {folded(accent), *(folded(normalize(form, accent)) for form in ("NFC", "NFD"))} == {"don't"}
        assert {folded(normalize(form, accent)) for form in ("NFKC", "NFKD")} == {"don \u0301t"}


def test_some_foldings() -> None:
    texts = ["STRASSE", "Straße", "ẞ", "Σίσυφος", "İ", "ﬃ", "Ⅷ", "㎒", "ｶﾞ", "٣", "½"]
    foldings = ["strasse", "strasse", "ss", "σίσυφοσ", "i̇", "ffi", "viii", "mhz", "ガ", "3", "1⁄2"]
    assert list(map(folded, texts)) == foldings


def _of(code: str | None, text: str) -> str:
    return folding(*([tuple(languages()[code]["spelling"])] if code else []))(text)


@pytest.mark.parametrize("code", [None, *sorted(languages())])
def test_all_languages_and_none_have_one_spelling_of_marks(code: str | None) -> None:
    for spellings, expected in [
        ([f"l{mark}eau" for mark in "'’‘‛ʼʻʽ′`´＇｀"], "l'eau"),
        (["צה״ל", 'צה"ל', "צה”ל", "צה“ל"], 'צה"ל'),
        (["צ׳ק", "צ'ק", "צ’ק"], "צ'ק"),
        (["١٢٫٥", "12.5", "۱۲٫۵", "１２．５"], "12.5"),
        (["١٬٠٠٠", "1,000"], "1,000"),
        (["१९९", "১৯৯", "௧௯௯", "๑๙๙", "١٩٩", "၁၉၉", "199"], "199"),
        # A soft hyphen, marks of direction, a word joiner, an inner byte-order mark, a variation selector.
        ([f"co{mark}op" for mark in "\u00ad\u200e\u200f\u2060\ufeff\u061c\u2066\ufe0f"], "coop"),
        (["\ufeffcoop\u202c", "co\U000e0101op", "coop"], "coop"),
        (["а-б", "а‐б", "а‑б"], None),
    ]:
        choices = {"tokenizer": "unicode", "language": code, "stemmer": "none"}
        tokens = [tuple(tokens_of(spelling, **choices)) for spelling in spellings]
        assert {*tokens} == {("а", "б") if expected is None else (expected,)}


def test_a_blank_without_width_parts_words() -> None:
    """U+200B says where words of Khmer or Thai end; UAX #29 ends a word there."""
    assert tokens_of("ab\u200bcd", tokenizer="unicode") == ["ab", "cd"]


@pytest.mark.parametrize(("code", "spellings", "expected"), table(__file__, "unified"))
def test_what_a_language_unifies(code: str, spellings: list[str], expected: str) -> None:
    assert {_of(code, spelling) for spelling in spellings} == {expected}


@pytest.mark.parametrize(
    ("code", "text"), [("ar", "ي ى ك ٪"), ("de", "I ي שָׁ"), ("fa", "ه"), ("fr", "hoà"), (None, "ي hoà كِ שָׁ")]
)
def test_what_other_languages_keep_apart(code: str | None, text: str) -> None:
    assert _of(code, text) == folded(text)


@given(
    st.text("Iİıi\u0307’ʼ´١٫۵१ يىكِه״שָׁ\u00adhoòàaqu ỷyHOÀ東", max_size=12),
    st.sampled_from(sorted(languages())),
)
def test_what_is_unified_stays(text: str, code: str) -> None:
    once = _of(code, text)
    assert _of(code, once) == once


def test_what_is_unified_is_signed() -> None:
    def named(code: str | None, tokenizer: str = "unicode") -> str:
        return signed(tokenizer=tokenizer, language=code, stemmer="none")["tokens"].partition("(")[0]

    assert named(None) == named("en") == "unicode+marks"
    assert named("tr") == "unicode+marks+turkic"
    assert named("ur", "character") == "character+marks+points+urdu"
    assert named("vi", "whitespace") == "whitespace"


# Places.


def _shown(sentence: bytes, tokens: list[str]) -> list[str]:
    """Return the parts of a sentence at the places of the tokens."""
    found = places(sentence, [token.encode() for token in tokens], folded)
    return [sentence[start:end].decode("utf-8", "replace") for start, end in found]


def test_a_token_stands_where_the_folded_text_has_it() -> None:
    for sentence, tokens, expected in table(__file__, "places"):
        assert _shown(sentence.encode(), tokens) == expected
    # What is not UTF-8 is passed over.
    assert _shown(b"\xff Caf\xc3\xa9 \xe4\xbb\x8a\xff", ["café", "今"]) == ["Café", "今"]


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("vi", "Nước Hoà Bình, thuỷ."), ("tr", "IŞIK İzmir’de"), ("fa", "كتاب ۱۲٫۵"), ("he", "צה״ל")],
)
@pytest.mark.parametrize("name", ["unicode", "character"])
def test_tokens_stand_where_their_language_unifies_letters(code: str, sentence: str, name: str) -> None:
    choices = {"tokenizer": name, "language": code, "stemmer": "none"}
    tokens = tokens_of(sentence, **choices)
    fold = folding(tuple(languages()[code]["spelling"]))
    found = places(sentence.encode(), [token.encode() for token in tokens], fold)
    shown = [sentence.encode()[start:end].decode() for start, end in found]
    retold = [tokens_of(one, **choices) for one in shown if len(one) > 1]
    assert retold == [[one] for one in tokens if len(one) > 1]
    assert "" not in shown


_TEXTS = st.text(st.sampled_from("aZß \u0301é今天かक्षि،א.'-\u200d\u00adＡ🙂3½"), max_size=12)


@given(_TEXTS, st.sampled_from(["unicode", "character", "whitespace"]))
def test_places_are_in_order_and_whole_characters(text: str, name: str) -> None:
    sentence = text.encode()
    tokens = tokens_of(text, tokenizer=name)
    found = list(places(sentence, [token.encode() for token in tokens], folded))
    assert len(found) == len(tokens)
    assert [start for start, _ in found] == sorted(start for start, _ in found)
    for start, end in found:
        assert 0 <= start <= end <= len(sentence)
        sentence[start:end].decode()
