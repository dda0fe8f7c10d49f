"""The Jinja2 environment of all pages: templates, filters, style sheets and scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pkgutil import get_data
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

from markupsafe import Markup

from .._version import __version__
from ..errors import readable, shown
from ..measures.scores import short
from .table_model import hundredfold, p_text, plain

if TYPE_CHECKING:
    from jinja2 import Environment
DECIMALS = 6
"""The decimals of a figure in the table of evaluations."""
_BLANK_LINES = re.compile("\n[ \n]*\n")
"""Lines that blocks and macros leave; no text of a page has a line end in it."""
_LEFTWARDS = ("R", "AL")
"""The classes of letters that are written from right to left."""


def rendered(template: str, **values: Any) -> str:
    """Return a template filled with these values; all text is escaped."""
    return _BLANK_LINES.sub("\n", _environment().get_template(template).render(**values))


def asset(name: str) -> str:
    """Return a style sheet, a script or a template."""
    data = get_data(__package__, f"templates/{name}")
    assert data is not None, "the package comes from files or from an archive"
    return data.decode()


def chooser_rules(count: int) -> str:
    """Return the style rules that hide all of `count` choices but the one that is chosen."""
    rules = (
        f"body:has(#show-{place}:checked) .measure:not(.m{place}){{display:none}}" for place in range(count)
    )
    return f"@supports selector(:has(a)){{{''.join(rules)}}}"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # A run without pages needs none.

    environment = Environment(
        loader=FunctionLoader(asset),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "named": _named,
        "readable": readable,
        "shown": shown,
        "short": short,
        # All pages round figures by these three: of ROUGE, beside ROUGE, and differences.
        "hundredfold": hundredfold,
        "plain": plain,
        # The table of evaluations has differences of so many decimals.
        "difference": lambda value: hundredfold(round(value, DECIMALS), "+"),
        "p": p_text,
        "grouped": lambda value: f"{value:,}",
        "dir": _dir,
    }
    environment.globals |= {"asset": asset, "chooser_rules": chooser_rules, "version": __version__}
    return environment


def _named(name: str) -> Markup:
    """Return a name from the input, set in a writing direction of its own."""
    return Markup("<bdi>{}</bdi>").format(readable(name))


def _dir(texts: str | Iterable[str]) -> Markup:
    """Return the attribute for the writing direction of texts, or nothing if no letter runs leftwards."""
    letters = chain.from_iterable(text for text in texts if not text.isascii())
    is_leftwards = any(bidirectional(letter) in _LEFTWARDS for letter in letters)
    return Markup(' dir="auto"') if is_leftwards else Markup()
