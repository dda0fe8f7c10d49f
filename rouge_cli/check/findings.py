"""The problems that `check` looks for, each with its meaning and a remedy; findings and their listing."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

import click

from ..errors import printable, several
from ..text.word_lists import built_in_table

SHOWN = 10
"""The number of places kept for a problem; further places are only counted."""
_LONGEST = 300
"""The number of characters to which a place is shortened."""

ERROR, WARNING = "error", "warning"

_TEXTS = built_in_table("problems.toml")


class Problem(Enum):
    """A problem that `check` looks for; listings have the order of this class.

    An error stops the scoring, or makes it score a text that was not meant. A warning is about legal input
    that is seldom intended. `data/problems.toml` has the title, the meaning and the remedy of each.
    """

    def __init__(self, number: int) -> None:
        texts = _TEXTS[self.name]
        self.level, self.title = texts["level"], texts["title"]
        self.meaning, self.remedy = texts["meaning"], texts["remedy"]

    MALFORMED = auto()
    UNREADABLE = auto()
    TEXTS_AND_ELEMENTS = auto()
    NO_ELEMENTS = auto()
    WIDE = auto()
    MISFIT = auto()
    NOTHING_READ = auto()
    NO_WORDS = auto()
    NO_TOKENS = auto()
    CARRIAGE_RETURNS = auto()
    PASSED_OVER = auto()
    UTF_16 = auto()
    EMPTY = auto()
    MISSING = auto()
    ONE_LINE = auto()
    TAGS = auto()
    NOT_UTF8 = auto()
    PARTLY_READ = auto()
    PEER_IS_MODEL = auto()
    EQUAL_MODELS = auto()
    EQUAL_PEERS = auto()
    REPEATED_EVAL = auto()
    REPEATED_PART = auto()
    REPEATED_PEER = auto()
    REPEATED_MODEL = auto()
    MODELS_VARY = auto()
    MIXED_FORMATS = auto()
    SPLIT_WORDS = auto()
    BOM = auto()


class Findings:
    """The findings of a check: the number and the first places of each problem."""

    def __init__(self) -> None:
        self._places: dict[Problem, list[str]] = {}
        self._counts: Counter[Problem] = Counter()
        self.remedies: dict[Problem, str] = {}
        """The remedies of problems for the texts at hand, in place of the general ones."""

    def add(self, problem: Problem, place: str) -> None:
        """Count a problem; `place` tells where it was found, and details."""
        self._counts[problem] += 1
        places = self._places.setdefault(problem, [])
        if len(places) < SHOWN:
            places.append(place if len(place) <= _LONGEST else f"{place[:_LONGEST]}…")

    def count(self, level: str) -> int:
        """Return the number of findings of a level."""
        return sum(count for problem, count in self._counts.items() if problem.level == level)

    def __iter__(self) -> Iterator[tuple[Problem, int, list[str]]]:
        """Yield each problem that was found, its count and its first places, in the order of `Problem`."""
        return ((one, self._counts[one], self._places[one]) for one in Problem if one in self._counts)


class Extent(NamedTuple):
    """The amount of text that was checked; a basic element counts as a sentence and as a word."""

    evaluations: int
    systems: int
    peers: int
    models: int
    """A model of two evaluations counts twice."""
    files: int
    texts: int
    """The number of different texts in memory, such as lines and fields of JSON Lines."""
    sentences: int
    words: int


class Checked(NamedTuple):
    """The findings, and the amount of text that was checked."""

    extent: Extent
    findings: Findings


_COLOURS = {ERROR: "red", WARNING: "yellow"}


def lines(
    config: str,
    checked: Checked,
    width: int = sys.maxsize,
    *,
    colour: bool = False,
    worded: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield the lines of a listing, each with its line end; sentences are wrapped to `width` columns.

    `worded` replaces the Python names of options by the caller's words.
    """
    extent, findings = checked
    yield f"{printable(config)}\n"
    named = {noun: several(count, noun.removesuffix("s")) for noun, count in extent._asdict().items()}
    del named["files" if extent.texts and not extent.files else "texts"]
    amounts = list(named.values())
    yield f"  {', '.join(amounts[:4])}\n"
    yield f"  {', '.join(amounts[4:])}\n"
    for problem, count, places in findings:
        level = click.style(problem.level, fg=_COLOURS[problem.level], bold=True) if colour else problem.level
        yield f"\n{level}: {problem.title}: {count:,}\n"
        for place in places:
            yield f"  - {printable(place)}\n"
        if count > len(places):
            yield f"  - and {count - len(places):,} more\n"
        for text in (problem.meaning, findings.remedies.get(problem, problem.remedy)):
            yield textwrap.fill(worded(text), width, initial_indent="  ", subsequent_indent="  ") + "\n"
    yield f"\n{several(findings.count(ERROR), 'error')}, {several(findings.count(WARNING), 'warning')}\n"
