"""The language that texts look like."""

from __future__ import annotations

import pytest

from rouge_cli.languages.guesses import language_of_texts, remedy
from rouge_cli.languages.language_table import ICU, Package

_TEXTS = {
    "ar": "قال الرجل إلى الشرطة إن البيت الذي في المدينة كان على النهر من هذا اليوم",
    "de": "Die Polizei teilte mit, dass der Mann in der Stadt ist und das Haus von ihm nicht verließ",
    "es": "La policía informó que el hombre está en la casa con los hijos de la mujer",
    "fa": "پلیس گفت که این مرد در خانه است و از شهر به روستا با خودرو رفت",
    "fr": "La police a dit que le garçon est dans la maison et que les enfants sont à l’école",
    "hi": "पुलिस ने कहा कि यह आदमी शहर में है और घर से नहीं गया",
    "ja": "男は昨日の夜に東京の駅で警察に逮捕された。",
    "ko": "경찰은 어제 그 남자를 체포했다고 말했다.",
    "pl": "Policja mówi, że mężczyzna jest w areszcie i nie przyznał się do winy, ale to nie koniec",
    "pt": "A polícia informou que o homem não está em casa com os filhos da mulher",
    "ru": "Полиция сообщила, что мужчина был на улице и не признал вину, как и его брат",
    "th": "ตำรวจกล่าวว่าชายคนนั้นถูกจับ",
    "uk": "Поліція повідомила, що чоловік був на вулиці та не визнав вини, як його брат",
    "zh": "警方表示该男子昨天晚上在北京被捕。",
}
_SILENT = [
    "",
    "12 34 – 56",
    "警方表示北京",  # Too little to tell.
    "The café’s owner said that the naïve résumé was in the folder and it was fine for the man",
    "Polizei. Straße! Häuser?",  # No frequent word.
    "Die man het gesê dat hy nie in die stad is nie en dat die kinders van die skool kom",  # Afrikaans
    "Полицията съобщи, че мъжът е бил на улицата и не се е върнал за вечеря от града",  # Bulgarian
    "पोलिसांनी सांगितले की ते आता तुरुंगात आहेत, हे नाही",  # Marathi
    "A policía informou de que o home non está na casa cos fillos da muller",  # Galician
    f"{_TEXTS['ru']} The police said that the man was in the house and that it was late",
]


@pytest.mark.parametrize("code", _TEXTS)
def test_a_language_is_known(code: str) -> None:
    assert language_of_texts([_TEXTS[code]]) == code
    assert language_of_texts(_TEXTS[code].upper().split()) == code


@pytest.mark.parametrize("text", _SILENT)
def test_in_doubt_nothing_is_said(text: str) -> None:
    assert language_of_texts([text]) is None
    assert remedy([text]) == "use `language` CODE or `tokenizer` unicode"


def test_what_is_not_installed_is_not_offered_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Package, "installed", lambda package: None if package is ICU else "1")
    assert remedy([_TEXTS["ko"]]) == "the texts look like Korean: use `language` ko"
    expected = (
        f"the texts look like Thai: use `tokenizer` character, or run {ICU.install} and use `language` th"
    )
    assert remedy([_TEXTS["th"]]) == expected
