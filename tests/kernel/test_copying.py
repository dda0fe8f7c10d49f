"""Copied fragments and novel n-grams: Newsroom's and SummEval's figures, and both bodies of the kernel."""

from __future__ import annotations

import json
from collections import UserList, deque
from typing import Any

import pytest
from hypothesis import strategies as st

from rouge_cli import OptionError, fragments, novelty

from ..support.commands import ROOT

_CASES = (ROOT / "tests/data/copying/newsroom.jsonl").read_text(encoding="utf-8").strip().split("\n")
_LETTERS = "aAbZ'’é É İΣσς\t\n\x1c\x85\xa0\u2028\u3000\ud800?K\u212a 𝐀𐐀"
_TEXTS = st.one_of(st.text("ab ", max_size=60), st.text(_LETTERS, max_size=60), st.text(max_size=40))


def _exactly(figures: dict[str, float]) -> dict[str, Any]:
    """Doubles by all their digits; the whole number 0 of an empty summary stays."""
    return {name: repr(value) if isinstance(value, float) else value for name, value in figures.items()}


@pytest.mark.usefixtures("kernel")
def test_figures_are_those_of_newsroom_and_summeval() -> None:
    """What the real packages returned: SummEval 0.892 takes n-grams as written, its head folds them."""
    for line in _CASES:
        case = json.loads(line)
        texts = case["summary"], case["source"]
        found = fragments(*texts, case=case["case"])
        assert [list(match) for match in found.matches] == case["matches"], line
        names = ("coverage", "density", "compression")
        assert _exactly({name: getattr(found, name) for name in names}) == {
            name: case[name] for name in names
        }
        assert _exactly(novelty(*texts, case["n"], case=True)) == case["as_written"], line
        assert _exactly(novelty(*texts, case["n"], case=case["case"])) == case["folded"], line


@pytest.mark.usefixtures("kernel")
def test_fragments() -> None:
    for summary, source, matches, figures in [
        ("a b c", "a b x a b c", [(0, 3, 3)], (1.0, 3.0, 2.0)),
        ("a b", "a b a b", [(0, 0, 2)], (1.0, 2.0, 2.0)),  # The first of equals.
        ("x x y", "x x x y", [(0, 0, 2), (2, 3, 1)], (1.0, 5 / 3, 4 / 3)),  # The jump misses `x x y`.
        ("a a a", "a a", [(0, 0, 2), (2, 0, 1)], (1.0, 5 / 3, 2 / 3)),
        ("The cat sat", "the cat sat down", [(0, 0, 3)], (1.0, 3.0, 4 / 3)),
        ("ΑΣ' ΑΣ", "ας' ας", [(0, 0, 2)], (1.0, 2.0, 1.0)),
        ("b", "a", [], (0.0, 0.0, 1.0)),
        ("a", "", [], (0.0, 0.0, 0.0)),
        ("", "a", [], (0, 0, 0)),
    ]:
        found = fragments(summary, source)
        assert list(found.matches) == matches
        assert (found.coverage, found.density, found.compression) == figures


@pytest.mark.usefixtures("kernel")
def test_other_sequences_are_lists_of_tokens() -> None:
    assert fragments(deque(["A", "b"]), UserList(["a", "B"])).matches == ((0, 0, 2),)


def test_n_grams_are_counted_by_types_or_by_tokens() -> None:
    """Of a a b a a the source lacks b; aa and, by types, nothing else of two tokens stands there twice."""
    by_types = {"novel-1": 0.5, "repeated-1": 0.5, "novel-2": 2 / 3, "repeated-2": 1 / 3}
    by_tokens = {"novel-1": 0.2, "repeated-1": 0.8, "novel-2": 0.5, "repeated-2": 0.5}
    assert novelty("a a b a a", "a a", 2) == by_types
    assert novelty("a a b a a", "a a", 2, count="tokens") == by_tokens
    # PreSumm never looks at the last a, nor at the last n-gram of the source.
    presumm = {"novel-1": 0.5, "repeated-1": 0.5, "novel-2": 1.0, "repeated-2": 0.0}
    assert novelty("a a b a a", "a a", 2, count="presumm") == presumm
    assert novelty("a", "a", count="presumm") == {}
    assert novelty("a", "b") == {"novel-1": 1.0, "repeated-1": 0.0}, "it has no longer n-grams"
    assert novelty("", "b") == {}


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [(b"a", "bytes"), (None, "NoneType"), ({"a"}, "set"), (["a", 1], "a list with int in it")],
)
def test_other_than_texts_are_refused(wrong: Any, kind: str) -> None:
    for function in (fragments, novelty):
        with pytest.raises(TypeError, match=f"source must be a string or a list of tokens, not {kind}$"):
            function("a", wrong)


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": True}, {"n": "2"}, {"count": "words"}])
def test_other_choices_are_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match=f"`{next(iter(wrong))}` must be"):
        novelty("a", "b", **wrong)


def test_fragments_show_their_figures() -> None:
    assert repr(fragments("a b c", "a b")) == (
        "<Fragments: 1 match; coverage 0.6667, density 1.3333, compression 0.6667>"
    )
