"""The rules that options choose, and the tokens that the definition counts by these rules."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rouge_cli import Evaluation, File, OptionError, Options, Scorer, evaluate, score

from ..support.words import sentences_of, signed, tokens_of


def test_the_tokens_of_a_sentence() -> None:
    for choices, tokens in [
        ({"tokenizer": "rouge"}, ["die", "h", "user", "der", "stadt"]),
        ({"tokenizer": "unicode"}, ["die", "häuser", "der", "stadt"]),
        ({"tokenizer": "whitespace"}, ["Die", "Häuser", "der", "Stadt!"]),
        ({"tokenizer": "character"}, list("diehäuserderstadt")),
        ({"language": "de"}, ["die", "haus", "der", "stadt"]),
        ({"language": "de", "stemmer": "none"}, ["die", "häuser", "der", "stadt"]),
        ({"language": "de", "tokenizer": "rouge"}, ["die", "h", "user", "der", "stadt"]),
        ({"tokenizer": "unicode", "stop_words": "de"}, ["häuser", "stadt"]),
        ({"language": "de", "stop_words": "de"}, ["haus", "stadt"]),
    ]:
        assert tokens_of("Die Häuser der Stadt!", **choices) == tokens
    for choices, tokens in [
        # ROUGE-1.5.5 has irregular forms by WordNet, and stems `agreement` further than NLTK does.
        ({"stemmer": "porter-1.5.5"}, ["the", "agreem", "of", "mouse"]),
        ({"stem": True, "tokenizer": "unicode"}, ["the", "agreem", "of", "mouse"]),
        ({"stem": True, "language": "zh"}, ["the", "agreem", "of", "mouse"]),  # It has no stemmer of its own.
        ({"stemmer": "porter-nltk"}, ["the", "agreement", "of", "mice"]),
        ({"tokenizer": "unicode", "stemmer": "porter-nltk"}, ["the", "agreement", "of", "mice"]),
        ({"stemmer": "porter-1.5.5", "stop_words": "smart"}, ["agreem", "mouse"]),
        ({"tokenizer": "whitespace", "remove_stop_words": True}, ["The", "Agreement", "mice"]),
    ]:
        assert tokens_of("The Agreement of mice", **choices) == tokens


def test_a_word_of_a_stop_list_that_is_no_token_stops_nothing(tmp_path: Path) -> None:
    """The list of English has `you're`, which is several characters, but none of them is a stop word."""
    listed = tmp_path / "words.txt"
    listed.write_text("a cat\nCAT\n\nX\n")
    assert tokens_of("a cat sat", stop_words=str(listed)) == ["a", "sat"]
    assert tokens_of("a cat x", tokenizer="character", stop_words=str(listed)) == list("acat")


def test_a_limit_counts_tokens_and_stop_words() -> None:
    """A mark of punctuation is no token, although ROUGE-1.5.5 counts it as a word between blanks."""
    text = ["? !", "Cat - dog.", "elm fox"]
    for limit, tokens in [
        (1, [[], ["cat"]]),
        (2, [[], ["cat", "dog"]]),
        (3, [[], ["cat", "dog"], ["elm"]]),
        (9, [[], ["cat", "dog"], ["elm", "fox"]]),
    ]:
        assert sentences_of(text, tokenizer="unicode", word_limit=limit) == tokens
    choices = {"tokenizer": "unicode", "stop_words": "smart", "word_limit": 2}
    assert sentences_of(["the storm hit", "coasts"], **choices) == [["storm"]]


def test_a_limit_in_bytes_cuts_no_character() -> None:
    """The last two code points, a letter and its vowel sign, are one character for readers."""
    for limit, tokens in [(1, []), *((n, ["é"]) for n in (2, 4, 5, 7)), *((n, ["é", "हि"]) for n in (8, 9))]:
        assert tokens_of("éहि", tokenizer="character", byte_limit=limit) == tokens
        options = Options(max_ngram=1, rouge_l=False, tokenizer="character", byte_limit=limit)
        assert score("éहि", "éहि", options)["ROUGE-1"].counts == (len(tokens),) * 3


def test_the_stems_of_the_models_alone_may_be_compared() -> None:
    for tokenizer in (None, "unicode"):
        options = Options(tokenizer=tokenizer, stem_models=True)
        pairs = (("cats", "cat"), ("cat", "cats"))
        assert [score(*pair, options)["ROUGE-L"].f for pair in pairs] == [0, 1]


def test_a_limit_in_bytes_is_one_for_all_measures() -> None:
    """ROUGE-1.5.5 would cut sentences of ROUGE-L one by one. Bytes that are not UTF-8 separate words."""
    for limit, sentences, words in [
        (9, "one two\nthree four", [["one", "two"], ["th"]]),
        (0, b"caf\xe9 \xff latt\xc3\xa9", [["caf", "latté"]]),
    ]:
        assert sentences_of(sentences, tokenizer="unicode", byte_limit=limit) == words


@pytest.mark.parametrize("profile", ["rouge-score", "evaluate", "torchmetrics"])
def test_packages_have_other_tokens(profile: str) -> None:
    options = Options(profile=profile, types=("rouge1", "rougeL"), tokenizer="unicode")
    scores = score("Привет, мир", "мир", options)
    assert [round(one.precision, 5) for one in scores.values()] == [0.5, 0.5]
    plain = Options(profile=profile, types=("rouge1",))
    with pytest.warns(UserWarning, match="all 2 texts have no ASCII word"):
        assert score("Привет, мир", "мир", plain)["rouge1"].f == 0


def test_a_package_lowers_all_letters_before_another_stemmer() -> None:
    """rouge-score lowers the sign of Kelvin to k, and a dotted I to i and a dot, which separates."""
    options = {"profile": "rouge-score", "types": ("rouge1",)}
    plain, stemmed = (
        score("5 \N{KELVIN SIGN}m İs", "5 km i s", Options(**options, **more))  # type: ignore[arg-type]
        for more in ({}, {"stemmer": "snowball-english"})
    )
    assert plain["rouge1"].f == stemmed["rouge1"].f == 1


def test_rules_are_signed_and_split_by_their_language() -> None:
    for choice, end, stems in (
        ({"language": "hi"}, "-hi", "xlsum-hindi"),
        ({"tokenizer": "unicode"}, "-en", "no"),
    ):
        signature = signed(**choice, split_sentences=True)
        assert signature["split"].endswith(end)
        assert signature["stem"] == stems


_PACKAGE: dict[str, Any] = {"profile": "rouge-score", "types": ("rougeL",)}


def test_the_tokens_of_rouge_lower_letters_beyond_ascii_in_packages_alone() -> None:
    for choices, tokens in [
        ({"tokenizer": "rouge"}, ["s", "5", "m"]),
        ({**_PACKAGE, "tokenizer": "rouge"}, ["i", "s", "5", "km"]),
        ({**_PACKAGE, "tokenizer": "unicode"}, ["i̇s", "5", "km"]),  # It folds by itself.
    ]:
        assert tokens_of("İs 5 \N{KELVIN SIGN}m", **choices) == tokens


@pytest.mark.parametrize(
    ("choices", "note"),
    [
        (
            {"language": "ko", "stem": True},
            "`language` ko has no stemmer: `stem` stems words of a to z alone",
        ),
        (
            {"language": "zh", "stem_models": True},
            "`language` zh has no stemmer: `stem_models` stems words of a to z alone",
        ),
        ({"language": "ko", "stemmer": "porter-1.5.5"}, None),
        ({"language": "ko"}, None),
        ({"tokenizer": "unicode", "stem": True}, None),
    ],
)
def test_a_stemmer_for_no_word_of_the_language_is_noted(choices: Any, note: str | None) -> None:
    evaluation = Evaluation.of_texts("1", {"s": "고양이"}, ["고양이"])
    assert evaluate([evaluation], Options(**choices)).notes == (() if note is None else (note,))


def test_the_list_of_rouge_has_few_words_of_one_character() -> None:
    evaluation = Evaluation.of_texts("1", {"s": "x"}, ["x"])
    (note,) = evaluate([evaluation], Options(tokenizer="character", stop_words="smart")).notes[:1]
    assert note.startswith("words of several tokens stay in the texts: ")
    assert tokens_of("at b x", tokenizer="character", remove_stop_words=True) == []
    assert tokens_of("the 7", tokenizer="character", remove_stop_words=True) == ["7"]


@pytest.mark.parametrize(("words", "noted"), [(["a b", "c"], True), (["a b", "c", "d"], False)])
def test_few_words_of_several_tokens_in_the_list_of_a_language_are_not_noted(
    words: list[str], noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = SimpleNamespace(stopwords=lambda code: words)
    monkeypatch.setitem(sys.modules, "stopwordsiso", package)
    # The lists of other tests are kept by their rules.
    options = Options(tokenizer="unicode", stop_words="xx" if noted else "xy")
    report = evaluate([Evaluation.of_texts("1", {"s": "a b c"}, ["a b c"])], options)
    assert report.systems["s"]["ROUGE-L"].counts == (2, 2, 2)
    assert any("words of several tokens stay" in note for note in report.notes) == noted


@pytest.mark.parametrize("choices", [{}, {"profile": "rouge-score", "types": ("rougeLsum",)}])
def test_sentences_of_a_single_line_are_found(choices: dict[str, Any]) -> None:
    """A text of several lines is not split."""
    text = "हवा तेज़ थी। पेड़ गिर गए।"
    choices = {**choices, "language": "hi", "stemmer": "none", "split_sentences": True}
    for item in (text, [text], text.encode(), File("name", "SPL", text.encode())):
        assert sentences_of(item, **choices) == [["हवा", "तेज़", "थी"], ["पेड़", "गिर", "गए"]]
    for lines in ("One. Two here.\nThree. Four here.", ["One. Two here.", "Three. Four here."]):
        assert sentences_of(lines, **choices) == [["one", "two", "here"], ["three", "four", "here"]]


@pytest.mark.parametrize("name", ["stem", "stem_models"])
def test_two_stemmers_are_refused(name: str) -> None:
    said = f"`{name}` asks for the stemmer porter-1.5.5, `language` de for snowball-german: drop `{name}`, or"
    choices: dict[str, Any] = {"language": "de", name: True}
    with pytest.raises(OptionError, match=f"^{said} name one of them as `stemmer`$"):
        Scorer(Options(**choices))


def test_everything_of_a_run_can_be_pickled() -> None:
    """Functions of the rules cannot be pickled."""
    scorer = Scorer(Options(max_ngram=1, language="de"))
    twin = pickle.loads(pickle.dumps(scorer))
    assert twin.score("Häuser", "Haus") == scorer.score("Häuser", "Haus")
    report = evaluate([Evaluation.of_texts("1", {"s": "Häuser"}, ["Haus"])], scorer.options)
    assert pickle.loads(pickle.dumps(report)).signature == report.signature
    assert report.systems["s"]["ROUGE-1"].f.average == 1


def test_long_texts_have_the_sentences_of_short_ones() -> None:
    """They are sought piece by piece, since the package takes the square of the time for a longer text."""
    sentences = [f"Trees fell in {number}, said Mr. Smith." for number in range(2_000)]
    peer, model = " ".join(sentences[::-1]), "\n".join(sentences)
    found = score(peer, model, Options(language="en", split_sentences=True))["ROUGE-L"]
    assert (found.f, found.counts[:3]) == (1, (14_000, 14_000, 14_000))
    longer = "Up " + "very " * 3_000 + "it flew. So " + "very " * 3_000 + "it fell. " + "So " * 6_000
    numbers = [len(one) for one in sentences_of(longer, language="en", split_sentences=True)]
    assert (numbers[:2], sum(numbers)) == ([3_003, 3_003], 12_006)
