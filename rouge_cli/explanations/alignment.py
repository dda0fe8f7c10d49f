"""Summaries as they were written, aligned with the tokens that measures count."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise, zip_longest
from typing import Literal, NamedTuple

from ..errors import shown
from ..evaluation import Source, Text
from ..kernel.plan import Document, Lowering, Reading
from ..numbers import short
from ..scoring.counters import counter_of
from ..scoring.profile import Profile
from ..text.sentences import contents, keys, read_elements, read_sentences

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
        """Return the pieces of each sentence. The last piece of a mark in several sentences has its hits."""
        ends = zip(self.read, map(len, self.sentences), strict=True)
        regions: list[list[tuple[int, int, Role, str]]] = [[(*end, "beyond", "")] for end in ends]
        for mark in marks:
            marked = self.tokens[mark.start : mark.end]
            for number, group in groupby(marked, lambda place: place[0]):
                places = list(group)
                is_last = places[-1] is marked[-1]
                adds = short(mark.hits) if mark.hits and is_last and not hits_are_words else ""
                regions[number].append((places[0][1], places[-1][2], mark.role, adds))
        for number, start, end in self.dropped:
            regions[number].append((start, end, "dropped", ""))
        pieces: list[list[Piece]] = []
        for sentence, of_sentence in zip(self.sentences, regions, strict=True):
            found: list[Piece] = []
            position = 0
            for start, end, role, adds in sorted(of_sentence):
                if position <= start:  # A stop word between marked words belongs to their piece.
                    found += (
                        Piece(shown(sentence[position:start]), "plain"),
                        Piece(shown(sentence[start:end]), role, adds),
                    )
                    position = end
            pieces.append([piece for piece in found if piece.text])
        return pieces

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


ReadSummary = dict[Reading, tuple[AlignedText, AlignedText]]
"""By reading, a summary aligned with its tokens, and with the words of ROUGE-L and ROUGE-W: a limit in bytes
leaves them other words."""
Found = list[tuple[int, int, bool]]
"""The tokens of a sentence: where each starts and ends, and whether it counts."""


class SummaryReader:
    """Reads summaries in every way that the measures of a run need."""

    def __init__(self, profile: Profile) -> None:
        self._profile, self._resplit = profile, profile.resplitter()
        lists = profile.word_lists()  # Notes on them came with the scores.
        self._stop_words, self._counter = lists.stop_words, counter_of(profile, lists)
        self._limit = profile.limit if profile.options.is_limited else None
        self._most_tokens = profile.plan.max_tokens
        self._vocabulary: dict[bytes, int] = {}
        self._names: list[bytes] = []

    def read(self, sources: Iterable[Source]) -> list[ReadSummary]:
        """Return summaries, whose files have been read, as each reading sees them."""
        resplit = list(map(self._resplit, sources))
        readings = self._profile.plan.readings
        texts: list[list[bytes]] = [[] for _ in resplit]
        if not all(reading.elements for reading in readings):
            texts = list(map(read_sentences, resplit))
        kept = [self._limit.cut(text) if self._limit else (text, text) for text in texts]
        # The kernel itself cuts at all limits but those between characters.
        is_cut = self._limit is not None and self._limit.between_characters is not None
        items = [for_tokens for for_tokens, _ in kept] if is_cut else texts
        documents = self._counter.documents(resplit, items, self._vocabulary)
        return list(map(self._aligned, resplit, texts, kept, documents))

    def spell(self, token: int) -> str:
        """Return a token as it is counted."""
        if len(self._names) < len(self._vocabulary):
            self._names = list(self._vocabulary)
        return shown(self._names[token])

    def _aligned(
        self,
        source: Source,
        sentences: Sequence[bytes],
        kept: tuple[Sequence[bytes], Sequence[bytes]],
        documents: Mapping[Reading, Document],
    ) -> ReadSummary:
        """Align the documents of a summary with its sentences, as a length limit has cut them."""
        # Both parts may be one list, whose words are found once. Stemming does not change where they stand.
        words = {id(part): (sentences, part, self._words(sentences, part)) for part in kept}
        aligned = {}
        for reading, document in documents.items():
            both = [words[id(part)] for part in kept]
            if reading.elements:
                both = [self._elements(source, reading.elements, is_stemmed=reading.stem)] * 2
            of_tokens, of_words = (
                _placed(source.name, document, len(numbers), *found, self._most_tokens)
                for numbers, found in zip(document[:2], both, strict=True)
            )
            aligned[reading] = of_tokens, of_words
        return aligned

    def _elements(
        self, source: Source, mode: str, *, is_stemmed: bool
    ) -> tuple[Sequence[bytes], Sequence[bytes], list[Found]]:
        """Return where the basic elements of a summary stand: each fills a line."""
        elements = read_elements(source)
        lines: Sequence[bytes] = ()
        if elements:
            lines = source.sentences if isinstance(source, Text) else contents(source).split(b"\n")
            lines = lines[: len(elements)]
        stem = self._counter.stem if is_stemmed else None
        counts = (bool(keys([element], mode, stem)) for element in elements)
        return lines, lines, [[(0, len(line), of_line)] for line, of_line in zip(lines, counts, strict=True)]

    def _words(self, sentences: Sequence[bytes], kept: Sequence[bytes]) -> list[Found]:
        """Return where the words of a summary stand in the sentences that a length limit leaves."""
        rules, lowering = self._profile.rules, self._profile.rouge.lowering
        found: list[Found] = []
        if rules is None or not rules.needs_words:
            for sentence, part in zip(sentences, kept, strict=False):
                # A sentence that is cut keeps its first words, and its last word may itself be cut.
                starts = map(re.Match.start, _WORDS[lowering].finditer(sentence))
                words = zip(starts, _WORDS[lowering].findall(part), strict=False)
                stop = self._stop_words
                found.append([(start, start + len(word), word.lower() not in stop) for start, word in words])
            return found
        from ..text.languages.segments import places  # Most texts have tokens of ASCII.
        from ..text.languages.tokenizers import folding

        fold = rules.tokenizer.fold or folding()
        left = self._most_tokens or sys.maxsize
        for part in kept:
            tokens = rules.split(part)[:left]
            placed = zip(tokens, places(part, tokens, fold), strict=True)
            found.append([(*place, token not in self._stop_words) for token, place in placed])
            left -= len(tokens)
        return found


def _placed(
    name: str,
    document: Document,
    size: int,
    sentences: Sequence[bytes],
    kept: Sequence[bytes],
    found: Sequence[Found],
    most_tokens: int,
) -> AlignedText:
    """Return a text with the places of its tokens, `size` in number.

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
    if len(tokens) != size:  # A tokenizer of the user's own may return others the second time.
        return AlignedText(name, document, sentences or [b""], [(0, 0, 0)] * size, [], read or [0])
    return AlignedText(name, document, sentences, tokens, dropped, read)
