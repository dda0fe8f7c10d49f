"""Functions as users write them, which options name as `MODULE:FUNCTION`."""

from __future__ import annotations


def halves(text: str) -> list[str]:
    """Return the tokens between blanks in two halves each, and one for every sentence."""
    parts = [(word[: len(word) // 2], word[len(word) // 2 :]) for word in text.split()]
    return ["<s>", *(half for word in parts for half in word)]


def first_two(token: str) -> str:
    return token[:2]


def failing(text: str) -> list[str]:
    """Fail for a text with `boom` in it."""
    if "boom" in text:
        raise ValueError("this text\nhas a boom")
    return text.split()
