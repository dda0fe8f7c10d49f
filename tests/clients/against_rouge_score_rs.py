"""Tokens of rouge-score-rs and ours: `python -m tests.clients.against_rouge_score_rs NAME COUNT`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import partial
from random import Random

import regex
from rouge_score_rs._rougers import tokenize

from rouge_cli.languages import characters, unicode_words

from .outcomes import Case, main

_OURS = {"unicode-v1": unicode_words.rule().tokens, "character-v1": characters.rule().tokens}
_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search

_EXAMPLES = """
The quick brown fox jumps over the lazy dog
The quick brown dog jumps on the log.
Правительство объявило новые меры.
Объявлены новые меры правительства.
今天天气很好
今天天气不错
Straße STRASSE ｓｔｒａｓｓｅ
Les élèves n'ont pas cours aujourd’hui : 3,5 millions d'euros, 50 %.
Müßiggang ist aller Laster Anfang – „sagt man“.
İstanbul'da yağmur yağıyor, IĞDIR'da kar.
الطقس جميل اليوم، أليس كذلك؟ ١٢٫٥
هوا امروز خوب است؛ می‌روم.
מזג האוויר נעים היום, צה"ל ו'מעריב'.
मौसम आज बहुत अच्छा है। क्षत्रिय १२३
আজ আবহাওয়া খুব ভালো।
இன்று வானிலை நன்றாக உள்ளது.
今日は天気がいいですね。ガギグ ｶﾞｷﾞ テスト2024年
오늘은 날씨가 좋습니다.
วันนี้อากาศดีมาก น้ำ
ສະບາຍດີ ນ້ຳ
ថ្ងៃនេះអាកាសធាតុល្អ
Ο καιρός είναι καλός σήμερα· Σίσυφος ΣΊΣΥΦΟΣ
Hôm nay trời đẹp.
a_b foo_bar __x__ e.g. U.S. 1,000.5 state-of-the-art can't don’t x² ½ Ⅷ ㎒ ﬃ
😀 👍🏽 👩‍👩‍👧 🇩🇪🇫🇷 1️⃣ ©
""".strip().splitlines()
"""The examples that its documentation has, and a sentence of each of many languages."""

_DIFFERENCES = {
    # Marks, and letters in circles, are alphabetic to Unicode, but neither letters nor numbers.
    ("unicode-v1", "\u093e 🅐"): (["\u093e", "🅐"], []),
    ("character-v1", "\u093e 🅐"): (["\u093e", "🅐"], []),
    # Some vowel signs of Burmese are characters of their own to Unicode, and marks.
    ("character-v1", "ရာသီ"): (["ရ", "ာ", "သီ"], ["ရ", "သီ"]),
    # NFKC makes two characters of ำ, of which the first is a mark: a token to them where no letter holds it.
    ("unicode-v1", "ำ"): (["\u0e4d", "า"], ["า"]),
    # By rule WB5 letters are not parted, whether or not a joiner stands in front of them.
    ("unicode-v1", "a\u200d🅰b"): (["a\u200d🅰", "b"], ["a\u200d🅰b"]),
    # A blank parts words and characters, whatever Unicode joins to it.
    ("unicode-v1", "a \u200d🅰"): (["a", " \u200d🅰"], ["a"]),
    ("character-v1", "\u0d4e a"): (["\u0d4e ", "a"], ["\u0d4e", "a"]),
    # They follow Unicode 17.0. Since 18.0, rule GB9c asks for no consonant in front of a linking mark.
    ("character-v1", "a\u094dक"): (["a\u094d", "क"], ["a\u094dक"]),
}
"""Where the tokens differ: their tokens, ours, and above them why."""
_LEFT_OUT = regex.compile(r"[\p{GCB=Prepend}\p{InCB=Linker}🅰🅱🅾🅿]")
"""What is in the differences and would make more of their kind in random texts."""
_TELLING = (
    "aÉß1٣½'’.:,;_-‿· \t\n\r\u00a0\u3000\u0301\u0308\u0345\ufe0f\u00ad\u200b\u200c\u200d\u0600"
    "कीถำกา가ᄀ\u1161\u11a8"
    '東京々かがーカガ゛ㇰ👍🏽❤🇦🇧ℹ©™אב"״İıςΣαﬁＡ：²Ⅷ'
)


def _cases(texts: Iterator[str], only_words: bool) -> Iterator[Case]:
    """Yield both ways of tokenizing each text; `only_words` leaves out their marks and signs."""
    for text in texts:
        for profile, tokens in _OURS.items():
            yield (profile, text), partial(tokens, text), partial(_theirs, text, profile, only_words)


def _theirs(text: str, profile: str, only_words: bool) -> list[str]:
    tokens = tokenize(text, False, profile)
    return [token for token in tokens if _has_letter_or_number(token)] if only_words else tokens


def examples(count: int) -> Iterator[Case]:
    """Yield the examples, whose tokens are the same."""
    yield from _cases(iter(_EXAMPLES), only_words=False)


def texts(count: int) -> Iterator[Case]:
    """Yield random texts, and all characters that Python knows."""
    random = Random(5)
    yield from _cases(
        ("".join(random.choices(_TELLING, k=random.randint(1, 12))) for _ in range(count)), only_words=True
    )
    known = (c for c in map(chr, range(0x110000)) if unicodedata.category(c) not in ("Cn", "Co", "Cs"))
    places = (f"{c} a{c} 東{c}か1{c}" for c in known if not _LEFT_OUT.match(c))
    yield from _cases(places, only_words=True)


def differences(count: int) -> Iterator[Case]:
    """Yield, for each difference, the tokens of both, and those that are written down."""

    for (profile, text), expected in _DIFFERENCES.items():
        yield (profile, text), partial(_both, profile, text), partial(tuple, expected)


def _both(profile: str, text: str) -> tuple[list[str], list[str]]:
    return tokenize(text, False, profile), _OURS[profile](text)


if __name__ == "__main__":
    main(examples, texts, differences)
