"""The problems that `check` looks for, each with its meaning and a remedy; findings and their listing."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

import click

from ..errors import Message, printable, several

SHOWN = 10
"""The number of places kept for a problem; further places are only counted."""
_LONGEST = 300
"""The number of characters to which a place is shortened."""

ERROR, WARNING = "error", "warning"


class Problem(Enum):
    """A problem that `check` looks for; listings have the order of this class.

    An error stops the scoring, or makes it score a text that was not meant. A warning is about legal input
    that is seldom intended. `meaning` is the consequence for the figures. A remedy has the Python names of
    options and functions, in backticks.
    """

    def __init__(self, prose: str) -> None:
        head, _, text = prose.partition("\n")
        self.level, _, self.title = head.partition(": ")
        self.meaning, self.remedy = (" ".join(part.split()) for part in text.split("→"))

    MALFORMED = """error: EVAL elements that cannot be read
        Scoring stops before it begins; the checks below leave them out.
        → Mend each as its message says."""
    UNREADABLE = Message("""error: files that cannot be read
        Scoring stops before it begins.
        → Check names and roots (`roots` replaces them); relative ones start at the working directory.""")
    TEXTS_AND_ELEMENTS = Message("""error: basic elements (SIMPLE) beside texts
        No run scores both: `basic_elements` takes only SIMPLE, all other measures take SEE, SPL and ISI.
        → Make a configuration for each.""")
    NO_ELEMENTS = Message("""error: lines that are not basic elements
        Scoring with `basic_elements` stops there.
        → Write head|modifier|relation on each line, or set the format that the files have.""")
    WIDE = """error: files with NULs in them, or in a format that is no text
        Every byte that is not a letter or digit separates words, so each letter is a word of its own.
        → Save them as UTF-8."""
    MISFIT = Message("""error: markup or basic elements read as plain text (SPL)
        Tags and attributes count as words.
        → Set the format that the files have: SEE, ISI or, for `basic_elements`, SIMPLE.""")
    NOTHING_READ = """error: texts that are not read at all
        No line has the form that the format asks for, so the summary counts as empty.
        → Set the format that the files have (plain text: SPL), or write a sentence's anchor or S element at
        the beginning of a line."""
    NO_WORDS = Message("""error: texts without a word
        Words consist of the letters a-z and digits; everything else separates them. The summary counts as
        empty.
        → Name the `language` of other scripts, or a `tokenizer` that sees them: unicode, or character
        where no blanks part words.""")
    NO_TOKENS = Message("""error: texts without a token
        The tokenizer finds none in them, or all that it finds are stop words. The summary counts as empty.
        → Choose a `tokenizer` that sees their script, name their `language`, or give a shorter list of
        `stop_words`.""")
    CARRIAGE_RETURNS = """error: texts whose lines end in a carriage return alone
        Only a line feed ends a line, so such a text is one line.
        → Turn the carriage returns into line feeds."""
    PASSED_OVER = Message("""warning: files or evaluations that are passed over
        They are not scored, as if they were not there.
        → Give names that fit, or the naming or pattern that names have, by `naming`, `peer_files` and
        `model_files`.""")
    UTF_16 = """warning: texts in UTF-16 or UTF-32
        They are read, but to ROUGE-1.5.5 each letter is a word.
        → Save them as UTF-8."""
    EMPTY = """warning: empty summaries
        An empty peer scores 0 and stays in its system's average. An empty model matches nothing, which lowers
        precision.
        → Leave the text of P empty where a system has no summary; leave an empty model out."""
    MISSING = """warning: systems that lack evaluations
        Their averages are over the other evaluations; what is missing does not count as 0, so such systems
        cannot be compared with complete ones.
        → Add the summaries, or name empty files where a missing summary is to score 0."""
    ONE_LINE = Message("""warning: texts of several sentences on one line
        ROUGE-L and ROUGE-W match sentence by sentence and take such a text as one sentence; ROUGE-N, -S and
        -SU are not affected.
        → Write each sentence on a line of its own; where a line is a summary, put <q> between them. Or ask
        for `split_sentences`.""")
    TAGS = """warning: texts with tags like <p>, </s> or &amp;
        The letters of these tags count as words, so texts match in them.
        → Remove the tags, and write each sentence on a line of its own."""
    NOT_UTF8 = """warning: texts that are not UTF-8
        Bytes that are not UTF-8 part words like marks of punctuation.
        → Store the texts in UTF-8."""
    PARTLY_READ = """warning: texts that are not read whole
        Lines that do not have the form of the format, and what follows a tag in a sentence, do not count.
        → Write each sentence on a line of its own that begins with its anchor or S element, without tags in
        it."""
    PEER_IS_MODEL = Message("""warning: peers equal to a model
        Such a peer is scored against itself.
        → To compare people with systems use `jackknife`; otherwise look for files that were mixed up.""")
    EQUAL_MODELS = """warning: models that stand twice in an evaluation
        The same words count twice.
        → Leave one out, or name the file that was meant."""
    EQUAL_PEERS = """warning: systems with the same summaries
        Each of them gets the same figures there.
        → Look for files that were copied or mixed up."""
    REPEATED_EVAL = """warning: EVAL IDs that stand twice
        They are one evaluation: roots, format and peers come from the last, and the models of all are
        added, so those that stand in two count twice.
        → Give each evaluation its own ID."""
    REPEATED_PART = """warning: parts that stand twice in an EVAL
        The last root counts for all names, and all peers of the EVAL are scored against all its models.
        → Give each document an EVAL of its own."""
    REPEATED_PEER = """warning: P IDs that stand twice in an EVAL
        Only the last file is scored.
        → Give each system its own ID."""
    REPEATED_MODEL = """warning: M IDs that stand twice in an EVAL
        The last file counts once for each mention, and the others are not read.
        → Give each model its own ID."""
    MODELS_VARY = """warning: very unequal numbers of models
        Scores rise or fall with the number of models, so evaluations cannot be compared. With one model no
        jackknife is possible.
        → Use the same number of models everywhere, or average the groups apart."""
    MIXED_FORMATS = """warning: mixed formats
        The same text may be split into other sentences in another format.
        → Check that each format is the one the files have."""
    SPLIT_WORDS = Message("""warning: texts with letters outside ASCII
        ROUGE-1.5.5 takes such a letter for a separator: Zürich is the words z and rich.
        → Choose `tokenizer` unicode to keep words whole, or name the `language` of the texts.""")
    BOM = Message("""warning: texts that begin with a byte-order mark
        Words are not affected, but it takes three bytes of `byte_limit`, and in SEE and ISI it hides a
        sentence on the first line.
        → Save them as UTF-8 without the mark.""")


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
