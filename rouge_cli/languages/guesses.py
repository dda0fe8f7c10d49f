"""The language that texts look like, by their script and a few frequent words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from .language_table import ENGLISH, LANGUAGES, SENTENCES, packages_of

# Some languages are here only so that their texts are not mistaken for texts in a language of the table.
_WORDS = {
    "LATIN": """
        af die van en het in is nie wat om te vir met aan dit was
        az və bu bir ilə üçün da də olan ki daha sonra idi
        ca el la de que els les amb per una dels és
        cs a v na se že je s z do o které jako byl
        da og i at er en af på det den til med ikke som blev har efter
        de der die und in den das von zu mit ist nicht ein eine auf im dem
        en the of and to in a is that it was for on with as by at
        es el la de que y en los un una por con del se para las no es
        fi ja on ei se että oli hän mutta ovat kun joka myös kanssa
        fr le la les de des et à en un une du dans est que pour qui au sur pas
        et ja on ei see et oli ka mis kui aga
        eu eta da ez zen du bat izan dira
        gl o a de que e do da en un unha por con non as os
        hr i u je na se da su za od koji nije kao
        hu a az és hogy nem is egy volt meg ez csak de
        id yang dan di ini itu dengan untuk dari pada tidak dalam ke akan
        it il la di che e un una in per del della è non con i le si da
        is og að í á sem er var til við um það
        lt ir yra kad su iš į buvo tai bet
        lv un ir ka ar no par uz bija tas
        ms yang dan di ini itu dengan untuk pada tidak dalam ke akan oleh telah kepada
        nb og i at er en av på det den til med ikke som ble har etter å
        nl de het een en van in is dat op te zijn met voor niet die aan er
        pl w i na z się nie do że jest to o jak po od przez
        pt o a de que e do da em um uma para com não os as no na se por
        ro și de la a în cu pe nu este o din care pentru
        sk a v na sa že je s z do o ktoré ako bol
        sl in je v na se da za so ki z bil
        sq dhe e të në për me një që është
        sv och i att är en av på det den till med inte som har var efter ett
        tr ve bir bu da de için ile çok daha olan sonra gibi ne kadar
        vi và của là có không được trong cho một các người này đã với""",
    "CYRILLIC": """
        kk және мен бұл да де үшін бір
        mk и на во се да за не од е што
        be і ў не на што з у да гэта як а яго
        bg и на се да в за не от е че са по
        ru и в не на что с он как это по но из за был у к его
        sr и у је на се да су за од који није
        uk і в не на що з до як це та у за був але його від""",
    "ARABIC": """
        ar في من على أن إلى التي عن الذي هذا ما مع لا كان هذه
        fa و در به از که این است را با برای آن یک شد می
        ps د په او چې ته له دی کې يې سره
        ur کے میں کی ہے اور سے کا کو نے پر کہ یہ اس ہیں""",
    "DEVANAGARI": """
        hi है के में की और का से को ने पर हैं यह कि था
        mr आहे आणि या ते व हा मध्ये होते नाही की
        ne छ र को मा ले हो भएको छन् यो थियो""",
}
"""By script, a line for each language: its code and frequent words."""
_ALONE = {"BENGALI": "bn", "GREEK": "el", "HANGUL": "ko", "HEBREW": "he", "TAMIL": "ta", "THAI": "th"}
"""Scripts that only one language of the table has."""
_MOST, _LETTERS = 2 / 3, 12
"""A guess needs this share of the letters in one script, and at least this number of letters."""
_SHARE, _LEAD, _FEWEST = 0.08, 1.5, 4
"""A guess needs this share of frequent words, this lead over the next language, and this number of them."""
_MARKS = ".,;:!?\"'()[]«»„“”‘’…।؟،؛—–-"


def language_of_texts(texts: Iterable[str]) -> str | None:
    """Return the code of the language; None for English, for several languages and in doubt."""
    text = " ".join(texts)
    scripts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        if character.isalpha():
            scripts[unicodedata.name(character, "?").split()[0]] += count
    if (letters := scripts.total()) < _LETTERS:
        return None
    kana = scripts["HIRAGANA"] + scripts["KATAKANA"]
    if scripts["CJK"] + kana >= _MOST * letters:
        return "ja" if kana >= letters / 10 else None if kana else "zh"
    script, most_letters = scripts.most_common(1)[0]
    if most_letters < _MOST * letters:
        return None
    if script in _ALONE:
        return _ALONE[script]
    words = Counter(word.strip(_MARKS) for word in text.lower().split())
    frequent = {
        code: frozenset(more) for code, *more in map(str.split, _WORDS.get(script, "").split("\n")[1:])
    }
    shared = Counter(word for more in frequent.values() for word in more)
    weights = sorted(
        (sum(words[word] / shared[word] for word in more), code) for code, more in frequent.items()
    )
    (next_most, _), (most, best) = [(0.0, ""), (0.0, ""), *weights][-2:]
    known = sum(words[word] for word in frequent.get(best, ()))
    if known < max(_FEWEST, _SHARE * words.total()) or most < _LEAD * next_most:
        return None
    return best if best in LANGUAGES and best != ENGLISH else None


def remedy(texts: Iterable[str]) -> str:
    """Return the remedy for texts whose letters ROUGE-1.5.5 does not know: the last part of a note."""
    return guess(texts) or "use `language` CODE or `tokenizer` unicode"


def guess(texts: Iterable[str]) -> str | None:
    """Return the language that texts look like, with its remedy, or None where in doubt."""
    code = language_of_texts(texts)
    if code is None:
        return None
    language = LANGUAGES[code]
    missing = [one for one in packages_of(language) if one is not SENTENCES and one.installed() is None]
    if not missing:
        return f"the texts look like {language.name}: use `language` {code}"
    there = "character" if language.tokenizer == "icu" else "unicode"
    return (
        f"the texts look like {language.name}: use `tokenizer` {there}, or run {missing[0].install} and use"
        f" `language` {code}"
    )
