"""Tokenizers of the user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from rouge_cli import Evaluation, Options, Scorer, evaluate, score
from rouge_cli.errors import InputError, OptionError
from rouge_cli.languages.functions import FromFile, own_function
from rouge_cli.languages.stemmers import StemRule, stemmer_named
from rouge_cli.languages.tokenizers import tokenizer_named

_MODULE = """
def words(text):
    return text.upper().split("|")

def none(text):
    return None

def numbers(text):
    return [1]

def first(word):
    return word[:1]

def length(word):
    return len(word)

def empty(word):
    return ""

def fails(text):
    raise ValueError("no\\nway")

def exits(text):
    raise SystemExit(3)

def gaps(text):
    return text.split("|")

class Splitter:
    @staticmethod
    def words(text):
        return [text]

constant = 7
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


def test_a_function_may_belong_to_a_class(module: str) -> None:
    assert tokenizer_named(f"{module}:Splitter.words").tokens("a b") == ["a b"]


def test_a_function_stems(module: str) -> None:
    rule = stemmer_named(f"{module}:first")
    assert rule
    assert [rule.stem(word) for word in ("été", "x")] == ["é", "x"]
    assert rule.signature.startswith(f"{module}:first(sha256-")


def test_a_built_in_function_has_no_file() -> None:
    assert tokenizer_named("builtins:list").signature == "builtins:list"
    assert tokenizer_named("builtins:list").tokens("ab") == ["a", "b"]


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
    ("call", "message"),
    [
        (lambda own: tokenizer_named(f"{own}:none").tokens("a"), "a list of str, but returned NoneType$"),
        (lambda own: tokenizer_named(f"{own}:numbers").tokens("a"), "but it has an item of type int$"),
        (
            lambda own: tokenizer_named(f"{own}:fails").tokens("a text"),
            r":fails failed for a text that begins with 'a text': ValueError: no\\nway$",
        ),
        (
            lambda own: tokenizer_named(f"{own}:exits").tokens("a b"),
            r":exits failed for a text that begins with 'a b': SystemExit: 3$",
        ),
        (lambda own: _stemmer(f"{own}:length").stem("word"), "must return a str, but returned int$"),
        (lambda own: _stemmer(f"{own}:fails").stem("word"), r"with 'word': ValueError: no\\nway$"),
        (
            lambda own: _stemmer(f"{own}:empty").stem("word"),
            "returned an empty stem for 'word'; return the token where nothing is left$",
        ),
        (
            lambda own: tokenizer_named(f"{own}:nothing"),
            "^there is no nothing in the module own_.* that `tokenizer` names$",
        ),
        (
            lambda own: own_function(f"{own}:constant", "stemmer"),
            "^`stemmer` wants a function, but own_.*:constant is of type int$",
        ),
        (
            lambda own: tokenizer_named("no_such_module:words"),
            "the module no_such_module cannot be imported .* PYTHONPATH",
        ),
        *(
            (lambda own, name=name: tokenizer_named(name), f"`tokenizer` '{name}' is not MODULE:FUNCTION")
            for name in (":", "a:", ":b", "a b:c", "a:b:c", "a:b-c", "../a:b")
        ),
    ],
)
def test_what_is_no_function_for_texts_is_refused(
    module: str, call: Callable[[str], object], message: str
) -> None:
    with pytest.raises((InputError, OptionError), match=message):
        call(module)


def _stemmer(name: str) -> StemRule:
    rule = stemmer_named(name)
    assert rule
    return rule


def test_empty_tokens_are_refused(module: str) -> None:
    assert tokenizer_named(f"{module}:gaps").tokens("a|b") == ["a", "b"]
    with pytest.raises(
        InputError, match=r":gaps returned an empty token .* begins with 'a\|\|b'; leave empty"
    ):
        tokenizer_named(f"{module}:gaps").tokens("a||b")


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
    assert own_function(name, "tokenizer") == own_function(name, "tokenizer")
    assert hash(own_function(name, "tokenizer")) == hash(own_function(name, "tokenizer"))
    before = own_function(name, "tokenizer")
    monkeypatch.setattr(sys.modules[__name__], "own", _Counting())
    assert own_function(name, "tokenizer") != before
