"""Functions as users write them, which options name as `MODULE:FUNCTION`."""

from __future__ import annotations


def halves(text: str) -> list[str]:
    """Return the halves of the tokens between blanks that are not empty, and a token for every sentence."""
    parts = [(word[: len(word) // 2], word[len(word) // 2 :]) for word in text.split()]
    return ["<s>", *(half for word in parts for half in word if half)]


def first_two(token: str) -> str:
    return token[:2]


def failing(text: str) -> list[str]:
    """Fail for a text with `boom` in it."""
    if "boom" in text:
        raise ValueError("this text\nhas a boom")
    return text.split()
