"""Corpora of an invented language from a seed: files with a configuration, or a summary a line.

A twentieth of the words have characters beyond ASCII, as in print and in the output of language models.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
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
_SYLLABLE = re.compile("[^aeiou]*[aeiou]+|[^aeiou]+")


class Size(NamedTuple):
    """The size of a corpus."""

    topics: int
    models: int
    systems: int
    words: int
    """The words of a summary."""


class _Language:
    """Words with the frequencies of a natural language, some of which a topic prefers."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
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


def in_ascii(text: str, separator: str) -> str:
    """Return a text with the spelling of ASCII."""
    return text.translate(_ASCII)


def hindi_like(text: str, separator: str) -> str:
    """Return a text with words and full stops in Devanagari, spelt syllable by syllable."""
    consonants, signs = "कखगघचजटडतथदधनपफबभमयरलवशसह", ("", "ा", "ि", "ी", "े", "ो", "ं", "्र")
    return _respelt(
        text, separator, " ", "।", lambda syllable: _one_of(consonants, syllable) + _one_of(signs, syllable)
    )


def chinese_like(text: str, separator: str) -> str:
    """Return a text with an ideograph or two for each word, without blanks between them."""
    return _respelt(text, separator, "", "。", lambda part: chr(0x4E00 + zlib.crc32(part.encode()) % 3500), 2)


def _respelt(
    text: str, separator: str, blank: str, full_stop: str, spell: Callable[[str], str], most: int = 9
) -> str:
    sentences = [sentence.lower().removesuffix(" .").split() for sentence in text.split(separator)]
    return separator.join(
        blank.join("".join(map(spell, _SYLLABLE.findall(word)[:most])) for word in words) + full_stop
        for words in sentences
    )


def _one_of(letters: Sequence[str], syllable: str) -> str:
    return letters[zlib.crc32(f"{len(letters)} {syllable}".encode()) % len(letters)]


Summaries = dict[str, list[str]]
"""The sentences of each summary, by its ID."""


def write_corpus(directory: Path, size: Size) -> Path:
    """Write the summaries and `config.xml`; return its path. Roots are absolute."""
    for name in ("peers", "models"):
        (directory / name).mkdir(parents=True, exist_ok=True)
    config = directory / "config.xml"
    with config.open("w", encoding="ascii") as file:
        file.write("<ROUGE-EVAL version='1.0'>\n")
        for topic, (models, peers) in enumerate(_topics(size), 1):
            file.write(
                f"<EVAL ID='{topic}'>\n<PEER-ROOT>{directory}/peers</PEER-ROOT>\n"
                f"<MODEL-ROOT>{directory}/models</MODEL-ROOT>\n<INPUT-FORMAT TYPE='SPL'/>\n<PEERS>\n"
                + "".join(f"<P ID='{peer}'>{topic}.{peer}</P>\n" for peer in peers)
                + "</PEERS>\n<MODELS>\n"
                + "".join(f"<M ID='{model[1:]}'>{topic}.{model}</M>\n" for model in models)
                + "</MODELS>\n</EVAL>\n"
            )
            for folder, summaries in (("models", models), ("peers", peers)):
                for name, sentences in summaries.items():
                    text = "".join(f"{sentence}\n" for sentence in sentences)
                    path = directory / folder / f"{topic}.{name}"
                    path.write_text(text, encoding="utf-8", newline="\n")
        file.write("</ROUGE-EVAL>\n")
    return config


def write_lines(directory: Path, pairs: int, words: int) -> tuple[Path, Path]:
    """Write the files of the peers and of the models; return their paths.

    Line i is the text that `write_corpus` has for topic i, with `<q>` between its sentences.
    """
    peer_path, model_path = directory / "peers.txt", directory / "models.txt"
    with (
        peer_path.open("w", encoding="utf-8", newline="\n") as peer_file,
        model_path.open("w", encoding="utf-8", newline="\n") as model_file,
    ):
        for models, peers in _topics(Size(pairs, 1, 1, words)):
            for file, summaries in ((model_file, models), (peer_file, peers)):
                file.writelines(f"{'<q>'.join(sentences)}\n" for sentences in summaries.values())
    return peer_path, model_path


def _printed(word: str, random: random.Random) -> str:
    return random.choice(_PRINTED).format(word) if random.random() < _OF_PRINTED else word


def _topics(size: Size) -> Iterator[tuple[Summaries, Summaries]]:
    """Yield the models and the peers of each topic; a larger corpus begins like a smaller corpus."""
    language, printed = _Language(_SEED), random.Random(_SEED)
    for _ in range(size.topics):
        words, phrases = language.topic(), list[list[str]]()
        names = [f"M{model}" for model in range(1, size.models + 1)]
        names += [str(system) for system in range(1, size.systems + 1)]
        summaries = {
            name: [
                " ".join(_printed(word, printed) for word in " ".join(sentence).capitalize().split()) + " ."
                for sentence in language.summary(words, size.words, phrases)
            ]
            for name in names
        }
        models = {name: summaries.pop(name) for name in names[: size.models]}
        yield models, summaries
