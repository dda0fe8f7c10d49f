"""A `Review` -> lines of text: its extent, then the findings by problem, then their number."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator

from ..errors import printable
from . import Review
from .findings import ERROR, WARNING, counted

_OF_CONFIGURATION = ("evaluations", "systems", "peers", "models")
_OF_FILES = ("files", "texts", "sentences", "words")
"""The nouns on the first and on the second line of the extent."""

Style = Callable[[str, str], str]
"""Returns a text in the style of a level, which is `error` or `warning`."""


def plain(text: str, level: str) -> str:
    """Return the text as it is."""
    return text


def lines(
    config: str,
    review: Review,
    width: int = sys.maxsize,
    style: Style = plain,
    worded: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield the lines, each with its line end; sentences are wrapped to `width` columns.

    `worded` puts the names of options into the words of the caller; here they are those of Python.
    """
    extent, findings = review
    yield f"{printable(config)}\n"
    named = {noun: counted(count, noun) for noun, count in extent._asdict().items()}
    del named["files" if extent.texts and not extent.files else "texts"]
    yield f"  {', '.join(named[noun] for noun in _OF_CONFIGURATION)}\n"
    yield f"  {', '.join(named[noun] for noun in _OF_FILES if noun in named)}\n"
    for problem, count, places in findings:
        about = problem.value
        yield f"\n{style(about.level, about.level)}: {about.title}: {count:,}\n"
        for place in places:
            yield f"  - {printable(place)}\n"
        if count > len(places):
            yield f"  - and {count - len(places):,} more\n"
        for text in (about.meaning, about.remedy):
            yield textwrap.fill(worded(text), width, initial_indent="  ", subsequent_indent="  ") + "\n"
    yield f"\n{counted(findings.count(ERROR), 'errors')}, {counted(findings.count(WARNING), 'warnings')}\n"
