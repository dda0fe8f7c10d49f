"""A review -> lines of text: counts, then the findings by kind, then how many there are."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator

from ..printable import printable
from . import Review
from .findings import ERROR, WARNING, counted

Style = Callable[[str, str], str]
"""Makes what stands for a level (`error`, `warning`) look like it."""


def plain(text: str, level: str) -> str:
    """A style that is none."""
    return text


def lines(
    config: str,
    review: Review,
    width: int = sys.maxsize,
    style: Style = plain,
    worded: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield the lines, each with its end; sentences are wrapped to `width` columns.

    `worded` puts them into the words of whoever shows them: options have their Python names.
    """
    counts, findings = review
    yield f"{printable(config)}\n"
    named = [counted(count, what) for what, count in counts._asdict().items()]
    yield f"  {', '.join(named[:4])}\n  {', '.join(named[4:])}\n"
    for kind, count, places in findings:
        about = kind.value
        yield f"\n{style(about.level, about.level)}: {about.what}: {count:,}\n"
        for place in places:
            yield f"  - {printable(place)}\n"
        if count > len(places):
            yield f"  - and {count - len(places):,} more\n"
        for text in (about.meaning, about.remedy):
            yield textwrap.fill(worded(text), width, initial_indent="  ", subsequent_indent="  ") + "\n"
    yield f"\n{counted(findings.count(ERROR), 'errors')}, {counted(findings.count(WARNING), 'warnings')}\n"
