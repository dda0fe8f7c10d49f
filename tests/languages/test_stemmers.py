"""Stemmers, stop lists and other things that can be named, and the refusals of names, packages and files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, evaluate
from rouge_cli.errors import InputError, OptionError
from rouge_cli.languages.language_table import (
    ICU,
    LANGUAGES,
    REGEX,
    SENTENCES,
    SNOWBALL,
    SPACY,
    STOP_LISTS,
    Package,
    language_of,
)
from rouge_cli.languages.rules import lists_of, rules_of, splitter_for, stop_list_named
from rouge_cli.languages.stemmers import StemRule, stemmer_named
from rouge_cli.languages.tokenizers import tokenizer_named


def _named(name: str) -> StemRule:
    rule = stemmer_named(name)
    assert rule is not None
    return rule


def test_stems() -> None:
    assert stemmer_named("none") is None
    for name, stems in [
        # Words of up to three bytes have no stems in ROUGE-1.5.5; rouge-score counts characters.
        (
            "porter-1.5.5",
            {"agreement": "agreem", "dies": "di", "ies": "ies", "oés": "oé", "modèles": "modèl"},
        ),
        ("porter-nltk", {"agreement": "agreement", "dies": "die", "ies": "ies", "oés": "oés"}),
        # The last two bytes of `त` and of `䶶` are equal, but no double consonant.
        ("porter-1.5.5", {"aतed": "aत", "aतeds": "aत", "a䶶ing": "a䶶"}),
        # NLTK's double letters are characters, not bytes.
        ("porter-nltk", {"modèles": "modèl", "naïvely": "naïv", "abééed": "abé"}),
        ("snowball-english", {"agreement": "agreement", "dying": "die", "generously": "generous"}),
        ("snowball-german", {"häuser": "haus", "aufeinanderfolgenden": "aufeinanderfolg"}),
        ("snowball-french", {"continuellement": "continuel", "l'hôtel": "hôtel"}),
        ("snowball-russian", {"важнейшими": "важн"}),
        ("snowball-dutch_porter", {"lichamelijkheden": "licham"}),
        # Of these Greek words nothing would be left, and they would match one another.
        ("snowball-greek", {"όταν": "όταν", "είτε": "είτε", "των": "τ"}),
    ]:
        rule = _named(name)
        assert {word: rule.stem(word) for word in stems} == stems
    irregular = stemmer_named("porter-1.5.5", {b"geese": b"goose", b"was": b"be"})
    assert irregular is not None
    assert [irregular.stem(word) for word in ("geese", "was", "running")] == ["goose", "was", "run"]


def test_the_kernel_knows_the_porters_alone() -> None:
    of_german = f"snowball-german(snowballstemmer-{version('snowballstemmer')})"
    for name, known, signature in [
        ("porter-1.5.5", "porter-1.5.5", "porter-1.5.5"),
        ("porter-nltk", "porter-nltk", "porter-nltk"),
        ("snowball-german", None, of_german),
    ]:
        rules = rules_of(Options(stemmer=name))
        assert (rules.kernel_stemmer, rules.needs_words) == (known, known is None)
        assert _named(name).signature == signature
    assert rules_of(Options(tokenizer="unicode")).needs_words
    assert not rules_of(Options(tokenizer="rouge")).needs_words


def test_another_package_of_stemmers_does_not_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """`snowballstemmer` prefers PyStemmer, whose version the signature would not show."""
    other = ModuleType("Stemmer")
    other.algorithms = list  # type: ignore[attr-defined]
    other.Stemmer = None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "Stemmer", other)
    for name in [name for name in sys.modules if name.partition(".")[0] == "snowballstemmer"]:
        monkeypatch.delitem(sys.modules, name)
    assert _named("snowball-german").stem("häuser") == "haus"


@pytest.mark.slow
def test_threads_share_a_stemmer() -> None:
    rule = _named("snowball-turkish")
    words = [f"evlerimiz{letter}" for letter in "aeiou"] * 40
    expected = [_named("snowball-turkish").stem(word) for word in words]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(rule.stem, words)) == expected


# Stop lists.


@pytest.mark.parametrize(
    ("code", "list_name", "some"),
    [
        ("de", "de", {"der", "für", "und"}),
        ("DE_at", "de", {"der", "für"}),
        ("nb", "no", {"og", "på"}),
        ("hi", "hi", {"है", "और"}),
        ("zh-Hans", "zh", {"的", "了"}),
    ],
)
def test_a_list_by_language(code: str, list_name: str, some: set[str]) -> None:
    stop_list = stop_list_named(code)
    assert stop_list.signature == f"iso-{list_name}(stopwordsiso-{version('stopwordsiso')})"
    assert some <= stop_list.words


def test_the_languages_of_the_table_have_lists() -> None:
    for code in [code for code in LANGUAGES if code not in ("az", "ta")]:
        assert len(stop_list_named(code).words) > 70


def test_a_file_has_one_word_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is called as a language needs its folder."""
    monkeypatch.chdir(tmp_path)
    Path("de").write_bytes("\ufeffund\r\n  für \n\nnicht wahr".encode())
    stop_list = stop_list_named("./de")
    assert stop_list.words == {"und", "für", "nicht wahr"}
    assert stop_list.signature == "file-56ac7cf4773a"  # sha256sum de
    assert "der" in stop_list_named("de").words


def test_words_of_several_tokens_are_told(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("und\nnicht wahr\nDie\n", encoding="utf-8")
    peer, models = "Und die Stadt nicht wahr", ["die Stadt nicht"]
    evaluation = Evaluation.of_texts("1", {"S": peer}, models)
    report = evaluate([evaluation], Options(max_ngram=1, tokenizer="unicode", stop_words=str(path)))
    note = f"words of several tokens stay in the texts: 1 of the 3 in the list of `stop_words` {path}"
    assert report.notes == (note,)
    (score,) = report.systems["S"]["ROUGE-1"].scores
    assert score.counts[:3] == (2, 3, 2)
    plain = Options(max_ngram=1, tokenizer="unicode", remove_stop_words=True)
    assert evaluate([evaluation], plain).notes == ()


@pytest.mark.parametrize("choice", [{"remove_stop_words": True}, {"stop_words": "smart"}])
def test_english_stop_words_in_another_language_are_noted(choice: dict[str, Any]) -> None:
    """`so` and `was` are in the list, and German words, too."""
    assert lists_of(Options(language="de-AT", **choice)).notes == (
        "the stop list smart has English words, but the `language` is de-AT; `stop_words` takes the code of a"
        " language, too",
    )
    of_rouge = lists_of(Options(language="de", tokenizer="rouge", stemmer="none", **choice))
    assert of_rouge.notes != ()
    assert of_rouge.stop_words == lists_of(Options(stop_words="smart")).stop_words
    assert lists_of(Options(language="en-GB", **choice)).notes == ()
    assert lists_of(Options(tokenizer="unicode", **choice)).notes == ()


# Refusals.

_TOKENIZERS = "rouge, unicode, character, whitespace, icu, spacy, MODULE:FUNCTION"
_STEMMERS = "none, porter-1.5.5, porter-nltk, snowball-LANGUAGE, xlsum-hindi, MODULE:FUNCTION"
_LANGUAGES = ", ".join(LANGUAGES)
_EXTRA = r"pip install 'rouge-eval\[languages\]'"


@pytest.mark.parametrize(
    ("named", "name", "said"),
    [
        (tokenizer_named, "bpe", f"`tokenizer` bpe is not known; the tokenizers are {_TOKENIZERS}"),
        (tokenizer_named, "Unicode", f"{_TOKENIZERS}; did you mean unicode?"),
        (tokenizer_named, "charakter", f"{_TOKENIZERS}; did you mean character?"),
        (stemmer_named, "porter", f"the stemmers are {_STEMMERS}; did you mean porter-nltk?"),
        (stemmer_named, "snowball-germn", "those of Snowball are snowball-arabic, "),
        (stemmer_named, "snowball-germn", "; did you mean snowball-german?"),
        (stemmer_named, "snowball-porter", "`stemmer` snowball-porter is not known; those of Snowball"),
        (
            language_of,
            "dee",
            f"`language` dee is not known; the languages are {_LANGUAGES}; did you mean de?",
        ),
        (language_of, "German", "; did you mean de?"),
        (language_of, "hindi", "; did you mean hi?"),
        (language_of, "Chinese_Taiwan", "; did you mean zh?"),
        (splitter_for, "xx", "`language` xx is not known"),
        (
            stop_list_named,
            "ta",
            "there is no list of `stop_words` for the language ta; name a file with one word a line (./ta, if"
            " that is its name), or another language: af, ar, bg, ",
        ),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(
    named: Callable[[str], object], name: str, said: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        named(name)
    assert said in str(refusal.value)
    assert ("did you mean" in str(refusal.value)) == (name not in ("bpe", "xx", "ta"))


@pytest.mark.parametrize(
    ("named", "name", "wanted", "package", "install"),
    [
        (tokenizer_named, "icu", "`tokenizer` icu", ICU, r".*pip install 'rouge-eval\[icu\]'"),
        (tokenizer_named, "spacy", "`tokenizer` spacy", SPACY, "pip install spacy"),
        (tokenizer_named, "unicode", "`tokenizer` unicode", REGEX, "pip install regex"),
        (tokenizer_named, "character", "`tokenizer` character", REGEX, "pip install regex"),
        (stemmer_named, "snowball-german", "`stemmer` snowball-german", SNOWBALL, _EXTRA),
        (stop_list_named, "de", "`stop_words` de", STOP_LISTS, _EXTRA),
        (splitter_for, "de", "`split_sentences`", SENTENCES, _EXTRA),
    ],
)
def test_a_missing_package_is_named_with_the_remedy(
    named: Callable[[str], object],
    name: str,
    wanted: str,
    package: Package,
    install: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, package.module, None)
    said = rf"^{wanted} needs the package {package.name}, which cannot be imported \(.*\); run {install}$"
    with pytest.raises(InputError, match=said):
        named(name)


def test_a_stop_list_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    for said in [
        ": cannot be read (No such file or directory); check the path",
        ": line 2 of this stop list is not UTF-8; store it in UTF-8, one word a line",
    ]:
        with pytest.raises(InputError) as refusal:
            stop_list_named(str(path))
        assert str(refusal.value) == f"{path}{said}"
        path.write_bytes(b"und\nf\xfcr\n")
