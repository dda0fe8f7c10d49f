"""Stemmers, stop lists, functions of users, and the refusals of names, packages and files."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Scorer, evaluate, score
from rouge_cli.errors import InputError, OptionError
from rouge_cli.text.languages import rules

from ..support.tables import table
from ..support.words import signed, tokens_of
from .test_table import CODES


def _stems(name: str, *words: str) -> list[str]:
    return tokens_of(" ".join(words), tokenizer="whitespace", stemmer=name)


@pytest.mark.parametrize(("name", "words", "stems"), table(__file__, "stems"))
def test_stems(name: str, words: str, stems: str) -> None:
    assert _stems(name, words) == stems.split()
    of_snowball = f"{name}(snowballstemmer-{version('snowballstemmer')})"
    expected = {"none": "no", "porter-1.5.5": "both"}.get(name, of_snowball if "snowball" in name else name)
    assert signed(stemmer=name)["stem"] == expected


def test_another_package_of_stemmers_does_not_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """`snowballstemmer` prefers PyStemmer, whose version the signature would not show."""
    other = ModuleType("Stemmer")
    other.algorithms = list  # type: ignore[attr-defined]
    other.Stemmer = None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "Stemmer", other)
    for name in [name for name in sys.modules if name.partition(".")[0] == "snowballstemmer"]:
        monkeypatch.delitem(sys.modules, name)
    assert _stems("snowball-danish", "husene") == ["hus"]


@pytest.mark.slow
def test_threads_share_a_stemmer() -> None:
    scorer = Scorer(Options(max_ngram=1, rouge_l=False, tokenizer="unicode", stemmer="snowball-turkish"))
    words = [f"evlerimiz{letter}" for letter in "aeiou"] * 40
    expected = [scorer.score(word, "evlerimize")["ROUGE-1"].f for word in words]
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda word: scorer.score(word, "evlerimize")["ROUGE-1"].f, words)
        assert list(found) == expected
    assert {*expected} == {0, 1}


# Stop lists.


@pytest.mark.parametrize(
    ("code", "list_name", "text", "left"),
    [
        ("de", "de", "der Hund für Katz und Maus", "Hund Katz Maus"),
        ("DE_at", "de", "der Hund für Katz", "Hund Katz"),
        ("nb", "no", "katt og hund på", "katt hund"),
        ("hi", "hi", "मौसम है और", "मौसम"),
        ("zh-Hans", "zh", "天 的 了", "天"),
    ],
)
def test_a_list_by_language(code: str, list_name: str, text: str, left: str) -> None:
    assert tokens_of(text, tokenizer="whitespace", stop_words=code) == left.split()
    package = version("stopwordsiso")
    assert (
        signed(tokenizer="whitespace", stop_words=code)["stop"] == f"iso-{list_name}(stopwordsiso-{package})"
    )


def test_the_languages_of_the_table_have_lists() -> None:
    for code in [code for code in CODES if code not in ("az", "ta")]:
        assert signed(tokenizer="whitespace", stop_words=code)["stop"].startswith("iso-")


def test_a_file_has_one_word_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the name of a language needs its folder in the path."""
    monkeypatch.chdir(tmp_path)
    Path("de").write_bytes("\ufeffund\r\n  für \n\nnicht".encode())
    text, own = "und für nicht der", {"tokenizer": "whitespace", "stop_words": "./de"}
    assert tokens_of(text, **own) == ["der"]
    assert signed(**own)["stop"] == f"file-{sha256(Path('de').read_bytes()).hexdigest()[:12]}"
    assert tokens_of(text, tokenizer="whitespace", stop_words="de") == []


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
    Path(tmp_path, "single.txt").write_text("und\nnicht\nDie\n", encoding="utf-8")
    single = Options(max_ngram=1, tokenizer="unicode", stop_words=str(tmp_path / "single.txt"))
    assert evaluate([evaluation], single).notes == ()


@pytest.mark.parametrize("choice", [{"remove_stop_words": True}, {"stop_words": "smart"}])
def test_english_stop_words_in_another_language_are_noted(choice: dict[str, Any]) -> None:
    """`so` and `was` are in the list, but they are German words, too."""
    evaluation = Evaluation.of_texts("1", {"S": "haus"}, ["haus"])
    for language, tokenizer, noted in [
        ("de-AT", None, True),
        ("de", "rouge", True),
        ("en-GB", None, False),
        (None, "unicode", False),
    ]:
        chosen: Any = {**choice, "language": language, "tokenizer": tokenizer, "stemmer": "none"}
        said = (
            f"the stop list smart has English words, but the `language` is {language}; `stop_words` takes the"
            " code of a language, too"
        )
        assert evaluate([evaluation], Options(**chosen)).notes == ((said,) if noted else ())
        assert tokens_of("so was", **chosen) == []


# Refusals.

_EXTRA = "pip install sentencex snowballstemmer stopwordsiso"


@pytest.mark.parametrize(
    ("option", "name", "said"),
    [*table(__file__, "unknown"), ("language", "deu", f"{', '.join(CODES)}; did you")],
)
def test_an_unknown_name_is_refused_with_the_nearest(option: str, name: str, said: str) -> None:
    choices: Any = {"tokenizer": "unicode", option: name}
    with pytest.raises(OptionError) as refusal:
        Scorer(Options(**choices))
    assert said in str(refusal.value)
    assert ("did you mean" in str(refusal.value)) != (name in ("bpe", "ta") or "in another language" in said)


@pytest.mark.parametrize(
    ("choices", "wanted", "module", "install"),
    [
        ({"tokenizer": "icu"}, "`tokenizer` icu", "icu PyICU", "pip install PyICU"),
        ({"tokenizer": "spacy"}, "`tokenizer` spacy", "spacy", "pip install spacy"),
        ({"tokenizer": "unicode"}, "`tokenizer` unicode", "regex", "pip install regex"),
        ({"tokenizer": "character"}, "`tokenizer` character", "regex", "pip install regex"),
        ({"stemmer": "snowball-german"}, "`stemmer` snowball-german", "snowballstemmer", _EXTRA),
        ({"stop_words": "de"}, "`stop_words` de", "stopwordsiso", _EXTRA),
        ({"language": "de", "split_sentences": True}, "`split_sentences`", "sentencex", _EXTRA),
    ],
)
def test_a_missing_package_is_named_with_the_remedy(
    choices: Any, wanted: str, module: str, install: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the module has another name than its package, `module` has both."""
    monkeypatch.setitem(sys.modules, module.split()[0], None)
    package = module.split()[-1]
    said = rf"^{wanted} needs the package {package}, which cannot be imported \(.*\); run .*{install}$"
    for kept in (rules.tokenizer_named, rules.stemmer_named, rules.splitter_for):
        kept.cache_clear()
    with pytest.raises(InputError, match=said):
        Scorer(Options(**choices))


def test_a_stop_list_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    for said in [
        ": cannot be read (No such file or directory); check the path",
        ": line 2 of this stop list is not UTF-8; store it in UTF-8, one word a line",
    ]:
        with pytest.raises(InputError) as refusal:
            Scorer(Options(stop_words=str(path)))
        assert str(refusal.value) == f"{path}{said}"
        path.write_bytes(b"und\nf\xfcr\n")


_MODULE = """
blanks = lambda text: text.upper().split()
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


def _own(module: str, function: str, text: str) -> list[str]:
    """Return the tokens that a function of the module makes."""
    return tokens_of(text, tokenizer=f"{module}:{function}")


def test_a_function_of_the_current_folder_makes_tokens(module: str, tmp_path: Path) -> None:
    assert _own(module, "blanks", "a b-c") == ["A", "B-C"]
    digest = sha256((tmp_path / f"{module}.py").read_bytes()).hexdigest()[:12]
    assert signed(tokenizer=f"{module}:blanks")["tokens"] == f"{module}:blanks(sha256-{digest})"


@pytest.mark.parametrize("place", [0, 1, None])
def test_the_path_of_modules_stays_as_it_was(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int | None
) -> None:
    """The path may contain the current folder already, as it contains the folder of a script."""
    path = ["/first", "/second"]
    if place is not None:
        path.insert(place, str(tmp_path))
    before = [*path, *sys.path]
    with monkeypatch.context() as patch:
        for one in reversed(path):
            patch.syspath_prepend(one)
        assert _own(module, "blanks", "a") == ["A"]
        assert sys.path == before


def test_a_function_may_belong_to_a_class_or_be_built_in(module: str) -> None:
    assert _own(module, "Splitter.words", "a b") == ["a b"]
    assert _own("builtins", "list", "ab") == ["a", "b"]
    assert signed(tokenizer="builtins:list")["tokens"] == "builtins:list"  # It has no file.


def test_a_function_stems(module: str) -> None:
    assert _stems(f"{module}:first", "été", "x") == ["é", "x"]
    assert signed(stemmer=f"{module}:first")["stem"].startswith(f"{module}:first(sha256-")


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
        Scorer(Options(tokenizer="own_script:words"))
    assert sys.path == before
    sys.modules.pop("own_script", None)


@pytest.mark.parametrize(
    ("option", "function", "text", "message"),
    [
        ("tokenizer", "none", "a", "a list of str, but returned NoneType$"),
        ("tokenizer", "numbers", "a", "a list of str, but it has an item of type int$"),
        ("tokenizer", "fails", "a text of twenty-one!", r"'a text of twenty-one': ValueError: no\\nway$"),
        ("tokenizer", "exits", "a b", r":exits failed for a text that begins with 'a b': SystemExit: 3$"),
        ("tokenizer", "gaps", "a||b", r":gaps returned an empty token .* begins with 'a\|\|b'; leave empty"),
        ("tokenizer", "nothing", "", "^there is no nothing in the module own_.* that `tokenizer` names$"),
        ("stemmer", "length", "word", "must return a str, but returned int$"),
        ("stemmer", "fails", "word", r"with 'word': ValueError: no\\nway$"),
        ("stemmer", "empty", "word", "an empty stem for 'word'; return the token where nothing is left$"),
        ("stemmer", "constant", "word", "^`stemmer` wants a function, but own_.*:constant is of type int$"),
    ],
)
def test_what_makes_no_tokens_and_no_stems_is_refused(
    module: str, option: str, function: str, text: str, message: str
) -> None:
    choices = {"tokenizer": "whitespace", option: f"{module}:{function}"}
    with pytest.raises(InputError, match=message):
        tokens_of(text, **choices)


@pytest.mark.parametrize("name", [":", "a:", ":b", "a b:c", "a:b:c", "a:b-c", "../a:b"])
def test_other_names_are_no_functions(name: str) -> None:
    with pytest.raises(OptionError, match=f"`tokenizer` '{name}' is not MODULE:FUNCTION"):
        tokens_of("", tokenizer=name)
    with pytest.raises(InputError, match=r"the module no_such_module cannot be imported .* PYTHONPATH"):
        tokens_of("", tokenizer="no_such_module:words")


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
        monkeypatch.setitem(globals(), "own", function)
        scores = [score(*_PAIR, options), Scorer(options).score(*_PAIR)]
        report = evaluate([Evaluation.of_texts("1", {"s": _PAIR[0]}, [_PAIR[1]])], options)
        found = [*(one["ROUGE-1"].f for one in scores), report.systems["s"]["ROUGE-1"].f.average]
        assert found == pytest.approx([f] * 3, abs=1e-5)


def test_a_method_is_the_same_whenever_it_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores of equal functions are equal, and can be put together."""
    options = Options(max_ngram=1, tokenizer=f"{__name__}:own.method")
    monkeypatch.setitem(globals(), "own", _Counting())
    before, again = (Scorer(options).score_batch(["a/b"], ["a/c"]) for _ in range(2))
    assert before == again
    assert before["ROUGE-1"].f[0] == 0.5
