"""Writes a corpus of an invented language from a seed, with a configuration to score it."""

from __future__ import annotations

import random
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

_SYLLABLES = "ba be bo ka ke ki la le lo ma mi mo na ne no ra re ri sa se ta te ti tor ver".split()  # noqa: SIM905
_ENDINGS = ("", "", "", "s", "ed", "ing", "er", "ly", "ation", "ness", "able")
_FUNCTION_WORDS = "the of and to in a is that for it as was with be by on not he at are this have".split()  # noqa: SIM905
_WORDS_IN_A_SENTENCE = (12, 28)


class Size(NamedTuple):
    """How much of everything a corpus has."""

    topics: int
    models: int
    systems: int
    words: int
    """In a summary."""


class _Language:
    """Words as unevenly frequent as those of a natural language; each topic prefers some of them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        stems = ["".join(self._random.choices(_SYLLABLES, k=self._random.randint(2, 4))) for _ in range(4000)]
        self._general = _FUNCTION_WORDS + stems
        self._cumulated = list(accumulate(1 / (rank + 2.7) for rank in range(len(self._general))))

    def topic(self) -> list[str]:
        """The words of a topic."""
        return self._random.choices(self._general[len(_FUNCTION_WORDS) :], k=60)

    def summary(self, topic: list[str], words: int, phrases: list[list[str]]) -> list[list[str]]:
        """Sentences about a topic, some of them with a phrase that others use, too."""
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


def write_corpus(directory: Path, size: Size, seed: int = 2004) -> Path:
    """Writes the summaries and `config.xml`; returns its path. Roots are absolute."""
    language = _Language(seed)
    for name in ("peers", "models"):
        (directory / name).mkdir(parents=True, exist_ok=True)
    evaluations = []
    for topic in range(1, size.topics + 1):
        words, phrases = language.topic(), list[list[str]]()
        models = {f"{topic}.M{model}": f"<M ID='{model}'>" for model in range(1, size.models + 1)}
        peers = {f"{topic}.{system}": f"<P ID='{system}'>" for system in range(1, size.systems + 1)}
        for folder, names in (("models", models), ("peers", peers)):
            for name in names:
                sentences = language.summary(words, size.words, phrases)
                text = "".join(" ".join(sentence).capitalize() + " .\n" for sentence in sentences)
                (directory / folder / name).write_text(text, encoding="ascii", newline="\n")
        evaluations.append(
            f"<EVAL ID='{topic}'>\n<PEER-ROOT>{directory}/peers</PEER-ROOT>\n"
            f"<MODEL-ROOT>{directory}/models</MODEL-ROOT>\n<INPUT-FORMAT TYPE='SPL'/>\n<PEERS>\n"
            + "".join(f"{tag}{name}</P>\n" for name, tag in peers.items())
            + "</PEERS>\n<MODELS>\n"
            + "".join(f"{tag}{name}</M>\n" for name, tag in models.items())
            + "</MODELS>\n</EVAL>\n"
        )
    config = directory / "config.xml"
    config.write_text(
        "<ROUGE-EVAL version='1.0'>\n" + "".join(evaluations) + "</ROUGE-EVAL>\n", encoding="ascii"
    )
    return config
