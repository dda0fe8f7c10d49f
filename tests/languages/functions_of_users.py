"""Functions of users, which options name as `MODULE:FUNCTION`."""

from __future__ import annotations


def halves(text: str) -> list[str]:
    """Return the halves of the words between blanks, without empty ones, behind a token for the sentence."""
    parts = [(word[: len(word) // 2], word[len(word) // 2 :]) for word in text.split()]
    return ["<s>", *(half for word in parts for half in word if half)]


def whole(text: str) -> list[str]:
    """Return the text as a single token."""
    return [text] if text else []


def angles(token: str) -> str:
    return f"<{token}>"


def first_two(token: str) -> str:
    return token[:2]


def failing(text: str) -> list[str]:
    """Fail for a text that contains `boom`."""
    if "boom" in text:
        raise ValueError("this text\nhas a boom")
    return text.split()
