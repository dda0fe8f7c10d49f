"""One call for both bodies of the kernel, which must agree."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest

from rouge_cli import kernel
from rouge_cli.kernel import python as definition

compiled: Any = importlib.import_module("rouge_cli.kernel.compiled") if kernel.NAME == "compiled" else None
"""The compiled body, if there is one; without types, because tests pass it what it must refuse."""
BODIES: list[ModuleType] = [definition, compiled] if compiled else [definition]

needs_compiled = pytest.mark.skipif(not compiled, reason="there is no compiled kernel")


def called(function: str, *arguments: Any) -> Any:
    """Call a function of each body, and return the result if it is the same, else fail."""
    expected, *others = (_plain(getattr(body, function)(*arguments)) for body in BODIES)
    for other in others:
        assert other == expected, f"the bodies differ in {function}{arguments}"
    return expected


def _plain(result: Any) -> Any:
    """The result with lists for arrays, in which one body returns what the other returns in lists."""
    return [_plain(item) for item in result] if hasattr(result, "__iter__") else result


class Vocabularies:
    """A vocabulary of each body, used alike; they must agree.

    Only without stop words, exceptions and stems do they give the same numbers; names are always the same.
    """

    def __init__(self, *arguments: Any) -> None:
        self._vocabularies = [body.Vocabulary(*arguments) for body in BODIES]

    def _agreed(self, use: Callable[[Any], Any]) -> Any:
        expected, *others = map(use, self._vocabularies)
        for other in others:
            assert other == expected, "the bodies differ"
        return expected

    def tokens(self, sentences: list[bytes], stem: bool) -> tuple[list[int], list[int]]:
        tokens, ends = self._agreed(lambda vocabulary: vocabulary.tokens(sentences, stem))
        return list(tokens), list(ends)

    def words(self, sentences: list[bytes], stem: bool) -> list[list[bytes]]:
        """The tokens of each sentence by their names."""

        def named(vocabulary: Any) -> list[list[bytes]]:
            tokens, ends = vocabulary.tokens(sentences, stem)
            names = [vocabulary.name(token) for token in tokens]
            return [names[start:end] for start, end in pairwise([0, *ends])]

        return list(self._agreed(named))

    def number(self, token: bytes) -> int:
        return int(self._agreed(lambda vocabulary: vocabulary.number(token)))

    def name(self, number: int) -> bytes:
        return bytes(self._agreed(lambda vocabulary: vocabulary.name(number)))

    def stem(self, word: bytes) -> bytes:
        return bytes(self._agreed(lambda vocabulary: vocabulary.stem(word)))
