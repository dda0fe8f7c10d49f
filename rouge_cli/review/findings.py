"""Findings, by kind: what each means for the figures, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

SHOWN = 10
"""Places of a kind that are kept; the others are counted."""
_LONGEST = 300

ERROR, WARNING = "error", "warning"


class _About(NamedTuple):
    level: str
    what: str
    meaning: str
    remedy: str


class Kind(Enum):
    """What a finding may be, in the order of the report.

    An error stops the scoring, or makes figures of something else than the text that was meant. A
    warning is legal, but seldom wanted.
    """

    MALFORMED = _About(
        ERROR,
        "EVAL elements that cannot be read",
        "Scoring stops before it begins; the checks below leave them out.",
        "Mend each as its message says.",
    )
    UNREADABLE = _About(
        ERROR,
        "files that cannot be read",
        "Scoring stops before it begins.",
        "Check names and roots; relative ones start at the working directory.",
    )
    TWO_KINDS_OF_FILES = _About(
        ERROR,
        "basic elements (SIMPLE) beside texts",
        "No command scores both: `basic_elements` takes SIMPLE alone, all other measures take SEE, SPL and"
        " ISI.",
        "Part them into two configurations.",
    )
    NO_ELEMENTS = _About(
        ERROR,
        "lines that are no basic element",
        "Scoring with `basic_elements` stops there.",
        "Write head|modifier|relation on each line, or set the format that the files have.",
    )
    WIDE = _About(
        ERROR,
        "texts in UTF-16 or UTF-32, or with NULs in them",
        "Every byte that is no letter or digit separates words: each letter is a word of its own.",
        "Save them as UTF-8.",
    )
    MISFIT = _About(
        ERROR,
        "markup or basic elements read as plain text (SPL)",
        "Tags and attributes count as words.",
        "Set the format that the files have: SEE, ISI or, for `basic_elements`, SIMPLE.",
    )
    NOTHING_READ = _About(
        ERROR,
        "texts of which nothing is read",
        "No line is as the format wants it: the summary counts as empty.",
        "Set the format that the files have (plain text: SPL), or write a sentence's anchor or S element"
        " at the beginning of a line.",
    )
    NO_WORDS = _About(
        ERROR,
        "texts without a word",
        "Words are made of the letters a-z and digits; all else separates them. The summary counts as empty.",
        "Score other scripts in a transliteration, or with each word replaced by a number.",
    )
    CARRIAGE_RETURNS = _About(
        ERROR,
        "texts whose lines end in a carriage return alone",
        "Only a line feed ends a line: such a text is one line.",
        "Turn the carriage returns into line feeds.",
    )
    EMPTY = _About(
        WARNING,
        "empty summaries",
        "An empty peer scores 0 and stays in its system's average. An empty model can be matched by"
        " nothing: it lowers precision.",
        "Leave the text of P empty where a system has no summary; leave an empty model out.",
    )
    MISSING = _About(
        WARNING,
        "systems that lack evaluations",
        "Their averages are over the other evaluations; what is missing does not count as 0, so such"
        " systems do not compare with complete ones.",
        "Add the summaries, or name empty files where a missing summary is to score 0.",
    )
    ONE_LINE = _About(
        WARNING,
        "texts of several sentences on one line",
        "ROUGE-L and ROUGE-W match sentence by sentence and take such a text as one sentence; ROUGE-N,"
        " -S and -SU are not affected.",
        "Write each sentence on a line of its own.",
    )
    PARTLY_READ = _About(
        WARNING,
        "texts of which less than half is read",
        "Lines that are not as the format wants them, and what follows a tag in a sentence, do not count.",
        "Write each sentence on a line of its own that begins with its anchor or S element, without tags"
        " in it.",
    )
    PEER_IS_MODEL = _About(
        WARNING,
        "peers equal to a model",
        "Such a peer is scored against itself.",
        "Compare people with systems by rouge-tools jackknife; else look for files that were mixed up.",
    )
    EQUAL_MODELS = _About(
        WARNING,
        "models that stand twice in an evaluation",
        "The same words count twice.",
        "Leave one out, or name the file that was meant.",
    )
    EQUAL_PEERS = _About(
        WARNING,
        "systems with the same summaries",
        "Each of them gets the same figures there.",
        "Look for files that were copied or mixed up.",
    )
    REPEATED_EVAL = _About(
        WARNING,
        "EVAL IDs that stand twice",
        "They are one evaluation: roots, format and peers of the last count, models are added, so that"
        " those that stand in both count twice.",
        "Give each evaluation its own ID.",
    )
    REPEATED_PEER = _About(
        WARNING,
        "P IDs that stand twice in an EVAL",
        "Only the last file is scored.",
        "Give each system its own ID.",
    )
    REPEATED_MODEL = _About(
        WARNING,
        "M IDs that stand twice in an EVAL",
        "The last file counts once for each mention, and the others are not read.",
        "Give each model its own ID.",
    )
    MODELS_VARY = _About(
        WARNING,
        "very unequal numbers of models",
        "Scores rise or fall with the number of models, so evaluations do not compare. Where there is one"
        " model, no jackknife is possible.",
        "Use as many models everywhere as the smallest evaluation has, or average the two groups apart.",
    )
    MIXED_FORMATS = _About(
        WARNING,
        "mixed formats",
        "Legal; the same text may be split into other sentences in another format.",
        "Check that each format is meant.",
    )
    SPLIT_WORDS = _About(
        WARNING,
        "texts with letters outside ASCII",
        "As in the original, such a letter separates: Zürich is the words z and rich.",
        "Write them in ASCII, in peers and models alike, where words are to stay whole.",
    )
    BOM = _About(
        WARNING,
        "texts that begin with a byte-order mark",
        "Words are not affected; under `byte_limit` it takes three bytes, and in SEE and ISI it hides a"
        " sentence on the first line.",
        "Save them as UTF-8 without it.",
    )


class Findings:
    """The findings by kind: how many there are, and the first few places."""

    def __init__(self) -> None:
        self._places: dict[Kind, list[str]] = {}
        self._counts: dict[Kind, int] = {}

    def add(self, kind: Kind, place: str) -> None:
        """Counts a finding; `place` says where it is, and what is there."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        places = self._places.setdefault(kind, [])
        if len(places) < SHOWN:
            places.append(place if len(place) <= _LONGEST else f"{place[:_LONGEST]}…")

    def count(self, level: str) -> int:
        """How many findings of a level there are."""
        return sum(count for kind, count in self._counts.items() if kind.value.level == level)

    def __iter__(self) -> Iterator[tuple[Kind, int, list[str]]]:
        """Each kind there is, its count and the first places, in the order of the report."""
        for kind in Kind:
            if kind in self._counts:
                yield kind, self._counts[kind], self._places[kind]


def counted(count: int, what: str) -> str:
    """A number of things, which `what` names in the plural."""
    return f"{count:,} {what[:-1] if count == 1 else what}"
