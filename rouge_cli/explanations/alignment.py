"""Summaries as they were written, aligned with the tokens that measures count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise, zip_longest
from typing import Literal, NamedTuple

from ..errors import shown
from ..evaluation import Source, Text
from ..kernel.plan import Document, Lowering, Reading
from ..numbers import short
from ..scoring.profile import Profile
from ..text.sentences import contents, keys, read_documents, read_elements, read_sentences

_BLANK = (
    rb"(?:[\t-\r\x1c-\x20]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f"
    rb"|\xe3\x80\x80)"
)
"""A blank of Unicode in UTF-8, by the rules of `str.isspace`."""
_BETWEEN = rb"(?<![\xc2\xe1-\xe3])(?<!\xe1\x9a|\xe2\x80|\xe2\x81|\xe3\x80)(?:(?!%b).)+" % _BLANK
"""A word between these blanks; none begins within a blank."""
_WORDS: dict[Lowering, re.Pattern[bytes]] = {
    "ascii": re.compile(rb"[A-Za-z0-9]+"),
    # The Kelvin sign is a letter of a word. A dotted I ends a word, because its dot separates words.
    "unicode": re.compile(rb"(?:[A-Za-z0-9]|\xe2\x84\xaa)*\xc4\xb0|(?:[A-Za-z0-9]|\xe2\x84\xaa)+"),
    # A sentence of blanks is an empty token, whose place is the blanks.
    "none": re.compile(rb"%b|\A(?:%b)+\Z" % (_BETWEEN, _BLANK), re.DOTALL),
    "blanks": re.compile(_BETWEEN, re.DOTALL),
    "spaces": re.compile(rb"(?:\A|(?<= ))[^ ]*"),
}

Role = Literal["plain", "hit", "clipped", "partner", "dropped", "beyond"]
"""The role of a stretch of text for a measure; `MEANINGS` explains the roles that are marked."""
MEANINGS: dict[Role, str] = {
    "hit": "counts as matched",
    "partner": "stands in a match",
    "clipped": "in both, but more often here than there: not counted",
    "dropped": "left out of the count",
    "beyond": "beyond the length limit",
}

Place = tuple[int, int, int]
"""A stretch of a text: the number of its sentence, and where it starts and ends there, in bytes."""


class Mark(NamedTuple):
    """A mark on neighbouring tokens of a text, from `start` up to `end`."""

    start: int
    end: int
    role: Role
    hits: float
    """The hits that it adds."""


class Piece(NamedTuple):
    """A stretch of a sentence that has one role."""

    text: str
    role: Role
    adds: str = ""
    """The hits that its mark adds, or "" where each marked word is a hit."""


@dataclass(frozen=True)
class AlignedText:
    """A summary in its own words, as a reading of a measure sees it."""

    name: str
    document: Document
    sentences: Sequence[bytes]
    tokens: Sequence[Place]
    """The places of the tokens of the document."""
    dropped: Sequence[Place]
    """The places of tokens that are not counted: stop words, and basic elements outside the mode."""
    read: Sequence[int]
    """The number of bytes that the length limit leaves of each sentence."""

    def words(self, tokens: Iterable[int]) -> str:
        """Return tokens as they were written, with a blank between them."""
        places = [self.tokens[token] for token in tokens]
        return " ".join(shown(self.sentences[number][start:end]) for number, start, end in places)

    def pieces(self, marks: Iterable[Mark], *, hits_are_words: bool) -> list[list[Piece]]:
        """Return the pieces of each sentence; `marks` are in the order of the text.

        The last piece of a mark that spans several sentences has its hits.
        """
        regions: list[list[tuple[int, int, Role, str]]] = [
            [(read, len(sentence), "beyond", "")]
            for sentence, read in zip(self.sentences, self.read, strict=True)
        ]
        for mark in marks:
            marked = self.tokens[mark.start : mark.end]
            for number, group in groupby(marked, lambda place: place[0]):
                places = list(group)
                is_last = places[-1] is marked[-1]
                adds = short(mark.hits) if mark.hits and is_last and not hits_are_words else ""
                regions[number].append((places[0][1], places[-1][2], mark.role, adds))
        for number, start, end in self.dropped:
            regions[number].append((start, end, "dropped", ""))
        return [_cut(sentence, sorted(of)) for sentence, of in zip(self.sentences, regions, strict=True)]

    def ranges(self, grams: Iterable[Sequence[int]]) -> str:
        """Return where the tokens of grams stand in the sentences as they are shown, for the script of pages.

        A range is `sentence:start-end`, in UTF-16 code units. Neighbouring tokens of a gram share a range
        unless a sentence ends between them.
        """
        found: list[Place] = []
        for gram in grams:
            for before, token in pairwise([-2, *gram]):
                sentence, start, end = self._shown_places[token]
                if token == before + 1 and found[-1][0] == sentence:
                    start = found.pop()[1]
                found.append((sentence, start, end))
        return " ".join(f"{sentence}:{start}-{end}" for sentence, start, end in dict.fromkeys(found))

    @cached_property
    def _shown_places(self) -> list[Place]:
        """The place of each token in the sentences as they are shown, in UTF-16 code units."""
        places = []
        for number, of_sentence in groupby(self.tokens, lambda place: place[0]):
            text = self.sentences[number]
            position = offset = 0
            for _, token_start, token_end in of_sentence:
                before, token = text[position:token_start], text[token_start:token_end]
                start, end = (
                    offset + len(shown(one).encode("utf-16-le")) // 2 for one in (before, before + token)
                )
                places.append((number, start, end))
                position, offset = token_end, end
        return places


def _cut(sentence: bytes, regions: Iterable[tuple[int, int, Role, str]]) -> list[Piece]:
    """Return the regions of a sentence, which are sorted, and the text between them."""
    pieces = []
    position = 0
    for start, end, role, adds in regions:
        if position <= start < end:  # A stop word between marked words belongs to their piece.
            if position < start:
                pieces.append(Piece(shown(sentence[position:start]), "plain"))
            pieces.append(Piece(shown(sentence[start:end]), role, adds))
            position = end
    if position < len(sentence):
        pieces.append(Piece(shown(sentence[position:]), "plain"))
    return pieces


ReadSummary = dict[Reading, tuple[AlignedText, AlignedText]]
"""By reading, a summary aligned with its tokens, and with the words of ROUGE-L and ROUGE-W: a limit in bytes
leaves them other words."""


class SummaryReader:
    """Reads summaries in every way that the measures of a run need."""

    def __init__(self, profile: Profile) -> None:
        # Notes on the word lists came with the scores.
        self.vocabulary = profile.vocabulary()
        self._profile = profile
        self._resplit = profile.resplitter()

    def read(self, source: Source) -> ReadSummary:
        """Return a summary as each reading sees it."""
        source = self._resplit(source)
        documents = read_documents(source, self._profile.plan.readings, self.vocabulary)
        places = None
        aligned = {}
        for reading, document in documents.items():
            if reading.elements:
                tokens = words = self._elements(source, reading)
            else:
                # Stemming does not change where a word stands.
                tokens, words = places = places or self._places(read_sentences(source))
            aligned[reading] = (
                AlignedText(source.name, document, *tokens),
                AlignedText(source.name, document, *words),
            )
        return aligned

    def spell(self, token: int) -> str:
        """Return a token as it is counted."""
        return shown(self.vocabulary.name(token))

    def _elements(self, source: Source, reading: Reading) -> _Places:
        """Return where the basic elements of a summary stand: each fills a line."""
        elements = read_elements(source)
        mode, stemmer = reading.elements or "", self.vocabulary.stem if reading.stem else None
        lines: Sequence[bytes] = ()
        if elements:
            lines = source.sentences if isinstance(source, Text) else contents(source).split(b"\n")
            lines = lines[: len(elements)]
        found = [
            [(0, len(line), bool(keys([element], mode, stemmer)))]
            for line, element in zip(lines, elements, strict=True)
        ]
        return _placed(lines, lines, found)

    def _places(self, sentences: list[bytes]) -> tuple[_Places, _Places]:
        """Return where the tokens and the words of a summary stand."""
        limit, stop_words = self.vocabulary.limit, self.vocabulary.stop_words
        for_tokens, for_words = limit.cut(sentences)
        rules, lowering = self._profile.rules, self._profile.rouge.lowering
        if rules is not None and rules.needs_words:
            from ..text.languages.segments import places  # Most texts have tokens of ASCII.
            from ..text.languages.tokenizers import folding

            fold = rules.tokenizer.fold or folding()
            found = [
                [
                    (*place, token not in stop_words)
                    for token, place in zip(tokens, places(part, tokens, fold), strict=True)
                ]
                for part, tokens in zip(for_tokens, self.vocabulary.read(for_tokens), strict=False)
            ]
            placed = _placed(sentences, for_tokens, found, limit.max_tokens)
            return placed, placed
        placed_both = []
        for kept in (for_tokens,) if for_words is for_tokens else (for_tokens, for_words):
            found = []
            for sentence, part in zip(sentences, kept, strict=False):
                # A sentence that is cut keeps its first words, and its last word may itself be cut.
                starts = (word.start() for word in _WORDS[lowering].finditer(sentence))
                words = zip(starts, _WORDS[lowering].findall(part), strict=False)
                found.append(
                    [(start, start + len(word), word.lower() not in stop_words) for start, word in words]
                )
            placed_both.append(_placed(sentences, kept, found))
        return placed_both[0], placed_both[-1]


_Places = tuple[Sequence[bytes], Sequence[Place], Sequence[Place], Sequence[int]]
"""The arguments of an `AlignedText` behind its document."""


def _placed(
    sentences: Sequence[bytes],
    kept: Sequence[bytes],
    found: Sequence[Sequence[tuple[int, int, bool]]],
    most_tokens: int = 0,
) -> _Places:
    """Return where tokens stand; `found` has their starts, ends and whether they count, by sentence.

    The length limit leaves the sentences `kept` and at most `most_tokens` tokens (0: no limit of tokens).
    """
    tokens: list[Place] = []
    dropped: list[Place] = []
    read = []
    for number, (sentence, part, of_sentence) in enumerate(zip_longest(sentences, kept, found, fillvalue=())):
        end = 0
        for start, end, counts in of_sentence:
            (tokens if counts else dropped).append((number, start, end))
        is_cut = len(part) < len(sentence) or len(tokens) + len(dropped) == most_tokens > 0
        read.append(end if is_cut else len(sentence))
    return sentences, tokens, dropped, read
