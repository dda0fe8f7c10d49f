"""Stemmers, stop lists, functions of users, and the refusals of names, packages and files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Scorer, evaluate, score
from rouge_cli.errors import InputError, OptionError
from rouge_cli.scoring.profile import Profile
from rouge_cli.text.languages.functions import FromFile, own_function
from rouge_cli.text.languages.language_table import LANGUAGES, language_of
from rouge_cli.text.languages.rules import rules_of, splitter_for
from rouge_cli.text.languages.stemmers import stemmer_named
from rouge_cli.text.languages.tokenizers import tokenizer_named
from rouge_cli.text.word_lists import stop_list


def _named(name: str) -> Any:
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
        assert {word: rule.apply(word) for word in stems} == stems
    irregular = stemmer_named("porter-1.5.5", {b"geese": b"goose", b"was": b"be"})
    assert irregular is not None
    assert [irregular.apply(word) for word in ("geese", "was", "running")] == ["goose", "was", "run"]


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
    assert _named("snowball-german").apply("häuser") == "haus"


@pytest.mark.slow
def test_threads_share_a_named() -> None:
    rule = _named("snowball-turkish")
    words = [f"evlerimiz{letter}" for letter in "aeiou"] * 40
    expected = [_named("snowball-turkish").apply(word) for word in words]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(rule.apply, words)) == expected


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
    signature, words, _ = stop_list(code)
    assert signature == f"iso-{list_name}(stopwordsiso-{version('stopwordsiso')})"
    assert some <= words


def test_the_languages_of_the_table_have_lists() -> None:
    for code in [code for code in LANGUAGES if code not in ("az", "ta")]:
        assert len(stop_list(code)[1]) > 70


def test_a_file_has_one_word_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the name of a language needs its folder in the path."""
    monkeypatch.chdir(tmp_path)
    Path("de").write_bytes("\ufeffund\r\n  für \n\nnicht wahr".encode())
    signature, words, _ = stop_list("./de")
    assert words == {"und", "für", "nicht wahr"}
    assert signature == "file-56ac7cf4773a"  # sha256sum de
    assert "der" in stop_list("de")[1]


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
    """`so` and `was` are in the list, but they are German words, too."""
    assert Profile(Options(language="de-AT", **choice)).word_lists().notes == [
        "the stop list smart has English words, but the `language` is de-AT; `stop_words` takes the code of a"
        " language, too",
    ]
    of_rouge = Profile(Options(language="de", tokenizer="rouge", stemmer="none", **choice)).word_lists()
    assert of_rouge.notes
    assert of_rouge.stop_words == Profile(Options(stop_words="smart")).word_lists().stop_words
    assert Profile(Options(language="en-GB", **choice)).word_lists().notes == []
    assert Profile(Options(tokenizer="unicode", **choice)).word_lists().notes == []


# Refusals.

_TOKENIZERS = "rouge, unicode, character, whitespace, icu, spacy, MODULE:FUNCTION"
_STEMMERS = "none, porter-1.5.5, porter-nltk, snowball-LANGUAGE, xlsum-hindi, MODULE:FUNCTION"
_LANGUAGES = ", ".join(LANGUAGES)
_SNOWBALL = "snowballstemmer snowballstemmer"
_EXTRA = "pip install sentencex snowballstemmer stopwordsiso"


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
        *(
            (language_of, code, f"; did you mean {meant}?")
            for code, meant in (("jp", "ja"), ("kr", "ko"), ("iw", "he"))
        ),
        (language_of, "jpn", "; did you mean ja?"),
        *(
            (language_of, code, "uk, ur, vi, zh; for texts in another language use `tokenizer` unicode")
            for code in ("ne", "ig")
        ),
        (splitter_for, "xx", "`language` xx is not known"),
        (
            stop_list,
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
    assert ("did you mean" in str(refusal.value)) == (name not in ("bpe", "xx", "ta", "ne", "ig"))


@pytest.mark.parametrize(
    ("named", "name", "wanted", "package", "install"),
    [
        (tokenizer_named, "icu", "`tokenizer` icu", "icu PyICU", ".*pip install PyICU"),
        (tokenizer_named, "spacy", "`tokenizer` spacy", "spacy spacy", "pip install spacy"),
        (tokenizer_named, "unicode", "`tokenizer` unicode", "regex regex", "pip install regex"),
        (tokenizer_named, "character", "`tokenizer` character", "regex regex", "pip install regex"),
        (
            stemmer_named,
            "snowball-german",
            "`stemmer` snowball-german",
            _SNOWBALL,
            _EXTRA,
        ),
        (stop_list, "de", "`stop_words` de", "stopwordsiso stopwordsiso", _EXTRA),
        (splitter_for, "de", "`split_sentences`", "sentencex sentencex", _EXTRA),
    ],
)
def test_a_missing_package_is_named_with_the_remedy(
    named: Callable[[str], object],
    name: str,
    wanted: str,
    package: str,
    install: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`package` is the name of the module, and that of its package."""
    module, name_of_package = package.split()
    monkeypatch.setitem(sys.modules, module, None)
    said = rf"^{wanted} needs the package {name_of_package}, which cannot be imported \(.*\); run {install}$"
    with pytest.raises(InputError, match=said):
        named(name)


def test_a_stop_list_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    for said in [
        ": cannot be read (No such file or directory); check the path",
        ": line 2 of this stop list is not UTF-8; store it in UTF-8, one word a line",
    ]:
        with pytest.raises(InputError) as refusal:
            stop_list(str(path))
        assert str(refusal.value) == f"{path}{said}"
        path.write_bytes(b"und\nf\xfcr\n")


_MODULE = """
words = lambda text: text.upper().split("|")
none = lambda text: None
numbers = lambda text: [1]
first = lambda word: word[:1]
length = len
empty = lambda word: ""
gaps = lambda text: text.split("|")
constant = 7

def fails(text):
    raise ValueError("no\\nway")

def exits(text):
    raise SystemExit(3)

class Splitter:
    words = staticmethod(lambda text: [text])
"""
_LEAVES = "import os, sys\nsys.path.remove(os.getcwd())\n"
"""A module that removes its folder from the path."""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Return the name of a module in the current folder; each test has another name."""
    name = f"own_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(_MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


def test_functions_of_files_are_equal_where_their_names_are() -> None:
    """Equal functions let a run reuse the rules of an earlier run."""
    first, second = (own_function(FromFile("no_module:words"), "tokenizer") for _ in range(2))
    assert first
    assert (first, hash(first)) == (second, hash(second))
    assert first not in (own_function(FromFile("no_module:words"), "stemmer"), "no_module:words")
    with pytest.raises(InputError, match=r"a function that a file names is not imported; .* by `tokenizer`"):
        first("a text")


def test_a_function_of_the_current_folder_makes_tokens(module: str, tmp_path: Path) -> None:
    rule = tokenizer_named(f"{module}:words")
    assert rule.tokens("a b|c") == ["A B", "C"]
    assert (rule.pieces, rule.plain_ascii) == ("sentences", False)
    digest = sha256((tmp_path / f"{module}.py").read_bytes()).hexdigest()[:12]
    assert rule.signature == f"{module}:words(sha256-{digest})"


@pytest.mark.parametrize("place", [0, 1, None])
def test_the_path_of_modules_stays_as_it_was(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int | None
) -> None:
    """The path may contain the current folder already, as it contains the folder of a script."""
    path = ["/first", "/second"]
    if place is not None:
        path.insert(place, str(tmp_path))
    monkeypatch.setattr(sys, "path", [*path, *sys.path])
    before = list(sys.path)
    tokenizer_named(f"{module}:words")
    assert sys.path == before


def test_a_function_may_belong_to_a_class_or_be_built_in(module: str) -> None:
    assert tokenizer_named(f"{module}:Splitter.words").tokens("a b") == ["a b"]
    assert tokenizer_named("builtins:list").tokens("ab") == ["a", "b"]
    assert tokenizer_named("builtins:list").signature == "builtins:list"  # It has no file.


def test_a_function_stems(module: str) -> None:
    rule = _named(f"{module}:first")
    assert [rule.apply(word) for word in ("été", "x")] == ["é", "x"]
    assert rule.signature.startswith(f"{module}:first(sha256-")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise SystemExit('bye')", r"own_script cannot be imported \(SystemExit: bye\)"),
        (_LEAVES, "there is no"),
    ],
)
def test_a_module_may_do_anything(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_script.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    with pytest.raises(InputError, match=message):
        tokenizer_named("own_script:words")
    assert sys.path == before
    sys.modules.pop("own_script", None)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("{}:none", "a", "a list of str, but returned NoneType$"),
        ("{}:numbers", "a", "a list of str, but it has an item of type int$"),
        ("{}:fails", "a text of twenty-one!", r"begins with 'a text of twenty-one': ValueError: no\\nway$"),
        ("{}:exits", "a b", r":exits failed for a text that begins with 'a b': SystemExit: 3$"),
        ("{}:gaps", "a||b", r":gaps returned an empty token .* begins with 'a\|\|b'; leave empty"),
        ("{}:nothing", "", "^there is no nothing in the module own_.* that `tokenizer` names$"),
        ("no_such_module:words", "", "the module no_such_module cannot be imported .* PYTHONPATH"),
        *(
            (name, "", f"`tokenizer` '{name}' is not MODULE:FUNCTION")
            for name in (":", "a:", ":b", "a b:c", "a:b:c", "a:b-c", "../a:b")
        ),
    ],
)
def test_what_makes_no_tokens_is_refused(module: str, name: str, text: str, message: str) -> None:
    with pytest.raises((InputError, OptionError), match=message):
        tokenizer_named(name.format(module)).tokens(text)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("length", "must return a str, but returned int$"),
        ("fails", r"with 'word': ValueError: no\\nway$"),
        ("empty", "returned an empty stem for 'word'; return the token where nothing is left$"),
        ("constant", "^`stemmer` wants a function, but own_.*:constant is of type int$"),
    ],
)
def test_what_makes_no_stems_is_refused(module: str, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _named(f"{module}:{name}").apply("word")


class _Counting:
    """A tokenizer whose objects have no hash."""

    def __eq__(self, other: object) -> bool:
        return True

    def __call__(self, text: str) -> list[str]:
        return text.split("|")

    def method(self, text: str) -> list[str]:
        return text.split("/")


_PAIR = ("a|b c|d", "a|x c|d")


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("option", "before", "after", "figures"),
    [
        ("tokenizer", str.split, _Counting(), (1 / 2, 2 / 3)),
        ("stemmer", str.upper, lambda token: "x", (3 / 4, 1)),
    ],
)
def test_a_function_that_is_defined_again_counts_anew(
    option: str, before: object, after: object, figures: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notebooks do this in every cell."""
    choices: dict[str, str] = {"tokenizer": "unicode", option: f"{__name__}:own"}
    options = Options(max_ngram=1, **choices)  # type: ignore[arg-type]
    for function, f in zip((before, after), figures, strict=True):
        monkeypatch.setattr(sys.modules[__name__], "own", function, raising=False)
        scores = [score(*_PAIR, options), Scorer(options).score(*_PAIR)]
        report = evaluate([Evaluation.of_texts("1", {"s": _PAIR[0]}, [_PAIR[1]])], options)
        found = [*(one["ROUGE-1"].f for one in scores), report.systems["s"]["ROUGE-1"].f.average]
        assert found == pytest.approx([f] * 3, abs=1e-5)


def test_a_method_is_the_same_whenever_it_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "own", _Counting(), raising=False)
    name = f"{__name__}:own.method"
    before, again = own_function(name, "tokenizer"), own_function(name, "tokenizer")
    assert (before, hash(before)) == (again, hash(again))
    monkeypatch.setattr(sys.modules[__name__], "own", _Counting())
    assert own_function(name, "tokenizer") != before
