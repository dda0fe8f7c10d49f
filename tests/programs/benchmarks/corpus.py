"""Corpora of an invented language from a seed: files with a configuration, or a summary a line.

A twentieth of the words have characters beyond ASCII, as in print and in the output of language models.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

_SYLLABLES = "ba be bo ka ke ki la le lo ma mi mo na ne no ra re ri sa se ta te ti tor ver".split()  # noqa: SIM905
_ENDINGS = ("", "", "", "s", "ed", "ing", "er", "ly", "ation", "ness", "able")
_FUNCTION_WORDS = "the of and to in a is that for it as was with be by on not he at are this have".split()  # noqa: SIM905
_WORDS_IN_A_SENTENCE = (12, 28)
_SEED = 2004
_PRINTED = ("{}’s", "“{}", "{}”", "{}—", "{}…", "{}é")
_OF_PRINTED = 1 / 20
_ASCII = str.maketrans({"’": "'", "“": '"', "”": '"', "—": "--", "…": "...", "é": "e"})
SEPARATOR = "<q>"
"""The separator of the sentences in a line."""


class Size(NamedTuple):
    """The size of a corpus."""

    topics: int
    models: int
    systems: int
    words: int
    """The words of a summary."""


class _Language:
    """Words with the frequencies of a natural language, some of which a topic prefers."""

    def __init__(self) -> None:
        self._random = random.Random(_SEED)
        stems = ["".join(self._random.choices(_SYLLABLES, k=self._random.randint(2, 4))) for _ in range(4000)]
        self._general = _FUNCTION_WORDS + stems
        self._cumulated = list(accumulate(1 / (rank + 2.7) for rank in range(len(self._general))))

    def topic(self) -> list[str]:
        """Return the words of a topic."""
        return self._random.choices(self._general[len(_FUNCTION_WORDS) :], k=60)

    def summary(self, topic: list[str], words: int, phrases: list[list[str]]) -> list[list[str]]:
        """Return sentences about a topic; some of them share phrases with other summaries."""
        sentences: list[list[str]] = []
        while words > 0:
            length = min(words, self._random.randint(*_WORDS_IN_A_SENTENCE))
            sentence = (
                self._random.choice(phrases)[:length] if phrases and self._random.random() < 0.5 else []
            )
            general = self._random.choices(self._general, cum_weights=self._cumulated, k=length)
            rest = [
                (self._random.choice(topic) if self._random.random() < 0.35 else word)
                + (self._random.choice(_ENDINGS) if word not in _FUNCTION_WORDS else "")
                for word in islice(general, len(sentence), None)
            ]
            sentences.append(sentence + rest)
            words -= length
        start = self._random.randrange(5)
        phrases.append(sentences[0][start : start + self._random.randint(3, 12)])
        return sentences


def _topics(size: Size) -> Iterator[dict[str, list[str]]]:
    """Yield the sentences of each summary by its name, the models first; a larger corpus begins alike."""
    language, printed = _Language(), random.Random(_SEED)

    def spelt(word: str) -> str:
        return printed.choice(_PRINTED).format(word) if printed.random() < _OF_PRINTED else word

    names = [f"M{model}" for model in range(1, size.models + 1)]
    names += [str(system) for system in range(1, size.systems + 1)]
    for _ in range(size.topics):
        words, phrases = language.topic(), list[list[str]]()
        yield {
            name: [
                " ".join(map(spelt, " ".join(sentence).capitalize().split())) + " ."
                for sentence in language.summary(words, size.words, phrases)
            ]
            for name in names
        }


def write_corpus(directory: Path, size: Size) -> Path:
    """Write the summaries and `config.xml`; return its path. Roots are absolute."""
    directory.mkdir(parents=True, exist_ok=True)
    config = directory / "config.xml"
    with config.open("w", encoding="ascii") as file:
        file.write("<ROUGE-EVAL version='1.0'>\n")
        for topic, summaries in enumerate(_topics(size), 1):
            for name, sentences in summaries.items():
                text = "".join(f"{sentence}\n" for sentence in sentences)
                (directory / f"{topic}.{name}").write_text(text, encoding="utf-8", newline="\n")
            models, peers = (
                "".join(f"<{tag} ID='{name}'>{topic}.{name}</{tag}>\n" for name in summaries if is_of(name))
                for tag, is_of in (("M", lambda name: name[0] == "M"), ("P", str.isdecimal))
            )
            file.write(
                f"<EVAL ID='{topic}'>\n<PEER-ROOT>{directory}</PEER-ROOT>\n"
                f"<MODEL-ROOT>{directory}</MODEL-ROOT>\n<INPUT-FORMAT TYPE='SPL'/>\n"
                f"<PEERS>\n{peers}</PEERS>\n<MODELS>\n{models}</MODELS>\n</EVAL>\n"
            )
        file.write("</ROUGE-EVAL>\n")
    return config


def write_lines(
    directory: Path, pairs: int, words: int, spelling: str = "print", times: int = 1
) -> list[Path]:
    """Write the files of the peers and of the models, and return their paths.

    `spelling` is `print`, `ascii`, or `sentence`, which makes a sentence of each text. The pairs are written
    `times` over.
    """
    directory.mkdir(parents=True, exist_ok=True)
    lines: tuple[list[str], list[str]] = ([], [])
    for summaries in _topics(Size(pairs, 1, 1, words)):
        for of_side, name in zip(lines, ("1", "M1"), strict=True):
            line = (" " if spelling == "sentence" else SEPARATOR).join(summaries[name])
            of_side.append(f"{line.translate(_ASCII) if spelling == 'ascii' else line}\n")
    paths = [directory / "peers.txt", directory / "models.txt"]
    for path, of_side in zip(paths, lines, strict=True):
        path.write_text("".join(of_side) * times, encoding="utf-8", newline="\n")
    return paths
