"""Tokenizers of the user's own."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import pytest

from rouge_cli import Evaluation, Options, Scorer, evaluate, score
from rouge_cli.errors import InputError, OptionError
from rouge_cli.languages.functions import FromFile, own_function
from rouge_cli.languages.stemmers import StemRule, stemmer_named
from rouge_cli.languages.tokenizers import tokenizer_named

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
"""A module that takes its folder from the path itself."""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Return the name of a module in the current folder, another for each test."""
    name = f"own_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(_MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


def test_functions_of_files_are_equal_where_their_names_are() -> None:
    """Only then are rules of tokens that were made once found again."""
    first, second = (own_function(FromFile("no_module:words"), "tokenizer") for _ in range(2))
    assert first
    assert (first, hash(first)) == (second, hash(second))
    assert first != own_function(FromFile("no_module:words"), "stemmer")
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
    """The current folder may stand in it already, as that of a script does."""
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
    rule = _stemmer(f"{module}:first")
    assert [rule.stem(word) for word in ("été", "x")] == ["é", "x"]
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
        _stemmer(f"{module}:{name}").stem("word")


def _stemmer(name: str) -> StemRule:
    rule = stemmer_named(name)
    assert rule
    return rule


class _Counting:
    """A tokenizer that is an object without a hash."""

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
