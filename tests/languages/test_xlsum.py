"""The XL-Sum protocol: tokens, stems and the profile, with stand-ins for the packages that it needs.

`tests/clients` compares them with multilingual-rouge, over the packages themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unicodedata import unidata_version

import pytest

from rouge_cli import Evaluation, Options, Scorer, Text, evaluate
from rouge_cli.errors import InputError, OptionError
from rouge_cli.text.languages import package_rules

from ..support.installed import install
from ..support.tables import table
from ..support.threads import in_threads
from ..support.words import signed, tokens_of

pytestmark = pytest.mark.usefixtures("kernel")

_PACKAGES = {
    "jieba": """
def setLogLevel(level): pass
def cut(text): return iter([text[:2], "", text[2:]])""",
    "pythainlp": "",
    "pythainlp.tokenize": "def word_tokenize(text, engine): return [engine, *text]",
    "TurkishStemmer": """
class TurkishStemmer:
    def stem(self, token): return token[:-1]""",
    # OpenNMT's tokenizer separates letters from digits.
    "pyonmttok": """
class Tokenizer:
    def __init__(self, mode): assert mode == "aggressive"
    def tokenize(self, text): return text.replace("3k", "3 k").split(), None""",
    "fugashi": """
class Tagger:
    def __init__(self, words): pass
    def parse(self, text): return " ".join(text) + " \\n" """,
    "unidic": "",
}


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install stand-ins for packages."""
    install(_PACKAGES, tmp_path / "installed", monkeypatch)
    for cached in (package_rules.token_rule, package_rules.stem_rule):
        cached.cache_clear()
    yield
    for cached in (package_rules.token_rule, package_rules.stem_rule):
        cached.cache_clear()


def _tokens(text: str, code: str | None, **choices: Any) -> list[str]:
    return tokens_of([text], profile="xlsum", types=("rougeL",), language=code, **choices)


@pytest.mark.parametrize("code", [None, "hi"])
@pytest.mark.parametrize(("text", "tokens"), [*table(__file__, "plain"), ("\ud800", "")])
def test_tokens_without_a_segmenter(code: str | None, text: str, tokens: str) -> None:
    assert _tokens(text, code) == tokens.split()


@pytest.mark.parametrize(("code", "text", "tokens"), table(__file__, "segmented"))
def test_tokens_of_a_segmenter(code: str, text: str, tokens: list[str]) -> None:
    assert _tokens(text, code) == tokens


@pytest.mark.parametrize(("code", "tokens", "stems"), table(__file__, "stems"))
def test_stems(code: str, tokens: str, stems: str) -> None:
    assert _tokens(tokens, code or None, stem=True) == stems.split()


@pytest.mark.parametrize(
    ("code", "stems", "tokens", "stemmer"),
    [
        (None, False, "pyonmttok", "no"),
        ("hi", True, "pyonmttok", "xlsum-hindi"),
        ("tr-TR", True, "pyonmttok", "xlsum-turkish(TurkishStemmer-7)"),
        ("zh_Hans", True, "jieba", "no"),
        ("TH", True, "pythainlp", "no"),
        ("uk", True, "pyonmttok", "no"),
        ("no", False, "pyonmttok", "no"),
    ],
)
def test_packages_stand_in_the_signatures(code: str | None, stems: bool, tokens: str, stemmer: str) -> None:
    signature = signed(profile="xlsum", language=code, stem=stems)
    assert signature["tokens"] == f"xlsum({tokens}-7,unicodedata-{unidata_version})"
    assert signature["stem"] == stemmer


def test_a_language_without_a_stemmer_is_noted() -> None:
    evaluation = Evaluation.of_texts("1", {"s": "Akụkọ mkpa"}, ["Akụkọ"])
    for choices, notes in (
        (
            {"language": "ig", "stem": True},
            ("`stem` stems nothing, as multilingual-rouge has no stemmer for the `language` ig",),
        ),
        ({"language": "ig"}, ()),
        ({"language": "hi", "stem": True}, ()),
    ):
        assert evaluate([evaluation], Options(profile="xlsum", **choices)).notes == notes  # type: ignore[arg-type]


@pytest.mark.parametrize(("code", "hint"), [("he", ""), ("Hindi", ".*; did you mean hi")])
def test_a_language_that_is_not_there_is_refused(code: str, hint: str) -> None:
    said = f"`language` {code} is not known; the languages of `profile` xlsum are am, ar, az, {hint}"
    with pytest.raises(OptionError, match=said):
        Scorer(Options(profile="xlsum", language=code))


@pytest.mark.parametrize(
    ("code", "package"), [("zh", "jieba"), ("th", "pythainlp"), ("fr", "pyonmttok"), ("tr", "TurkishStemmer")]
)
def test_a_package_that_is_not_installed_is_named(
    code: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    said = rf"needs the package {package}, .* pip install pyonmttok jieba pythainlp TurkishStemmer"
    with pytest.raises(InputError, match=said):
        Scorer(Options(profile="xlsum", language=code, stem=True))


def _put_nltk(stemmer: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a stand-in for NLTK that has this stemmer alone."""
    for name in ("nltk", "nltk.stem"):
        module = ModuleType(name)
        vars(module).update(__version__="7", SnowballStemmer=stemmer, stem=module)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.parametrize(
    ("code", "language", "leaves_stop_words"),
    [("ar", "arabic", True), ("no", "norwegian", True), ("en", "english", True), (None, "porter", False)],
)
def test_nltk_stems_and_its_stop_words_are_signed(
    code: str | None, language: str, leaves_stop_words: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stemmer of Arabic starts where it arrives after some words. Each thread has its own stemmer."""
    inner = SimpleNamespace(suffixes_verb_step1_success=False)
    made: list[tuple[str, bool]] = []

    def stemmer(name: str, ignore_stopwords: bool) -> SimpleNamespace:
        made.append((name, ignore_stopwords))
        return SimpleNamespace(stopwords={"b", "a"}, stem=str.upper, stemmer=inner)

    _put_nltk(stemmer, monkeypatch)
    digest = sha256(b"a b").hexdigest()[:12]
    signature = signed(profile="xlsum", language=code, stem=True)
    assert signature["stem"] == f"xlsum-{language}(nltk-7,stopwords-{digest})"
    assert _tokens("abc abcd", code, stem=True) == ["abc", "ABCD"]
    assert made == [(language, leaves_stop_words)]
    scorer = Scorer(Options(profile="xlsum", language=code, stem=True))
    in_threads([lambda: scorer.score("other", "others")])
    assert made == [(language, leaves_stop_words)] * 2
    assert inner.suffixes_verb_step1_success == (language == "arabic")


def _missing(error: type[Exception]) -> Any:
    def missing(*arguments: object, **choices: object) -> None:
        raise error

    return missing


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("ja", "no dictionary for fugashi; run .*pip install unidic-lite"),
        ("fr", "python -m nltk.downloader stopwords, or drop `stem`"),
        ("bn", "no Bengali stems: .* drop `stem`"),
    ],
)
def test_data_that_is_not_there_is_named(code: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fugashi", SimpleNamespace(Tagger=_missing(RuntimeError)))
    _put_nltk(_missing(LookupError), monkeypatch)
    with pytest.raises(InputError, match=said):
        Scorer(Options(profile="xlsum", language=code, stem=True))
    assert code != "bn" or _tokens("ক", code) == ["ক"]


@pytest.mark.parametrize(
    ("there", "named"),
    [(("unidic", "unidic_lite"), "unidic-7"), (("unidic_lite",), "unidic-lite-7"), ((), "")],
)
def test_the_dictionary_that_fugashi_takes_is_signed(
    there: tuple[str, ...], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If both are installed, it takes `unidic`."""
    install({"unidic_lite": ""}, tmp_path / "more", monkeypatch)
    for module in {"unidic", "unidic_lite"} - {*there}:
        monkeypatch.setitem(sys.modules, module, None)
    packages = ",".join(filter(None, ["fugashi-7", named]))
    tokens = signed(profile="xlsum", language="ja")["tokens"]
    assert tokens == f"xlsum({packages},unicodedata-{unidata_version})"


# The profile.


_OPTIONS = Options(profile="xlsum", language="hi")


def test_a_text_is_one_line() -> None:
    """A bigram crosses a line end, and a control character that is no blank for the protocol joins lines."""
    scores = Scorer(_OPTIONS).score("मौसम\nअच्छा है", ["मौसम अच्छा\nहै"])
    assert scores["rouge2"].f == scores["rougeL"].f == 1
    assert Scorer(_OPTIONS).score("a\x0bb", "ab")["rouge1"].f == 1


def test_report_and_signature() -> None:
    evaluation = Evaluation("1", {"P": Text.of(["क ख ग घ"])}, (Text.of(["क ख", "ङ"]),))
    report = evaluate([evaluation], Options(profile="xlsum", language="hi", stem=True, seed=3))
    recall = report.systems["P"]["rouge1"].recall
    assert recall == (2 / 3, 2 / 3, 2 / 3)
    assert (
        "rouge:multilingual-rouge-0.0.1|measures:rouge1,rouge2,rougeL"
        f"|tokens:xlsum(pyonmttok-7,unicodedata-{unidata_version})|stem:xlsum-hindi|split:none|combine:best-f"
        "|aggregator:bootstrap-median|conf:95|resamples:1000|seed:3"
    ) in report.signature
