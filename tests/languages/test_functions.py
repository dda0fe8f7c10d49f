"""Tokenizers of the user's own."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import pytest

from rouge_cli import Evaluation, Options, Scorer, evaluate, score
from rouge_cli.errors import InputError, OptionError
from rouge_cli.languages.functions import FromFile, function_named
from rouge_cli.languages.tokenizers import tokenizer_named

_MODULE = """
def words(text):
    return text.upper().split("|")

def none(text):
    return None

def numbers(text):
    return [1]

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


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Return the name of a module in the current folder, another for each test."""
    name = f"own_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(_MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


def test_functions_of_files_are_equal_where_their_names_are() -> None:
    """Only then are rules of tokens that were made once found again."""
    first, second = (function_named(FromFile("no_module:words"), "tokenizer") for _ in range(2))
    assert (first, hash(first)) == (second, hash(second))
    assert first != function_named(FromFile("no_module:words"), "stemmer")
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


def test_a_built_in_function_has_no_file() -> None:
    assert tokenizer_named("builtins:list").signature == "builtins:list"
    assert tokenizer_named("builtins:list").tokens("ab") == ["a", "b"]


@pytest.mark.parametrize("name", [":", "a:", ":b", "a b:c", "a:b:c", "a:b-c", "../a:b"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=r"`tokenizer` .* is not MODULE:FUNCTION"):
        tokenizer_named(name)


def test_a_module_that_cannot_be_imported_is_named() -> None:
    with pytest.raises(InputError, match=r"the module no_such_module cannot be imported .* PYTHONPATH"):
        tokenizer_named("no_such_module:words")


def test_a_function_that_is_not_there_is_named(module: str) -> None:
    with pytest.raises(
        InputError, match=f"there is no nothing in the module {module} that `tokenizer` names"
    ):
        tokenizer_named(f"{module}:nothing")


def test_what_is_no_function_is_refused(module: str) -> None:
    with pytest.raises(InputError, match=f"`stemmer` wants a function, but {module}:constant is of type int"):
        function_named(f"{module}:constant", "stemmer")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", "must return a list of str, but returned NoneType"),
        ("numbers", "must return a list of str, but it has an item of type int"),
        ("fails", r"failed for a text that begins with 'a text': ValueError: no\nway"),
    ],
)
def test_what_a_function_returns_is_checked(module: str, name: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        tokenizer_named(f"{module}:{name}").tokens("a text")
    assert str(caught.value).endswith(message)


def test_a_function_that_exits_is_named(module: str) -> None:
    with pytest.raises(InputError, match=r":exits failed for a text that begins with 'a b': SystemExit: 3$"):
        tokenizer_named(f"{module}:exits").tokens("a b")


def test_a_module_that_exits_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_script.py").write_text("raise SystemExit('bye')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"own_script cannot be imported \(SystemExit: bye\)"):
        tokenizer_named("own_script:words")


def test_empty_tokens_are_refused(module: str) -> None:
    assert tokenizer_named(f"{module}:gaps").tokens("a|b") == ["a", "b"]
    with pytest.raises(
        InputError, match=r":gaps returned an empty token .* begins with 'a\|\|b'; leave empty"
    ):
        tokenizer_named(f"{module}:gaps").tokens("a||b")


@pytest.mark.parametrize("name", ["unicode", "character"])
def test_a_missing_library_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "regex", None)
    with pytest.raises(
        InputError, match=rf"^`tokenizer` {name} needs the package regex.* run pip install regex$"
    ):
        tokenizer_named(name)


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
    assert function_named(name, "tokenizer") == function_named(name, "tokenizer")
    assert hash(function_named(name, "tokenizer")) == hash(function_named(name, "tokenizer"))
    before = function_named(name, "tokenizer")
    monkeypatch.setattr(sys.modules[__name__], "own", _Counting())
    assert function_named(name, "tokenizer") != before
