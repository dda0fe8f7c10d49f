"""The Jinja2 environment of all pages: templates, filters, style sheets and scripts."""

import re
from functools import cache
from math import isfinite
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from .. import __version__
from ..errors import readable, shown
from ..numbers import short
from ..scoring.scores import Estimate
from .columns import from_left
from .presentation import hundredfold, p_text, plain

if TYPE_CHECKING:
    from jinja2 import Environment
DECIMALS = 6
"""The decimals of a figure in the table of evaluations."""
_BLANK_LINES = re.compile("\n[ \n]*\n")
"""Blank lines that blocks and macros leave. No text of a page contains a line end."""


def rendered(template: str, **values: Any) -> str:
    """Return a template filled with these values; all text is escaped."""
    return _BLANK_LINES.sub("\n", _environment().get_template(template).render(**values))


def asset(name: str) -> str:
    """Return a style sheet, a script or a template."""
    data = get_data(__package__, f"templates/{name}")
    assert data is not None, "the package comes from files or from an archive"
    return data.decode()


def chooser_rules(count: int) -> str:
    """Return the style rules that hide all sections of `count` choices except the chosen one."""
    rules = (
        f"body:has(#show-{place}:checked) .measure:not(.m{place}){{display:none}}" for place in range(count)
    )
    return f"@supports selector(:has(a)){{{''.join(rules)}}}"


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # Most runs write no page.

    environment = Environment(
        loader=FunctionLoader(asset),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        # A name from the input is isolated in its own writing direction.
        "named": lambda name: Markup("<bdi>{}</bdi>").format(readable(name)),
        "readable": readable,
        "shown": shown,
        "short": short,
        # All pages round figures of ROUGE, figures beside ROUGE, and differences by these three filters.
        "hundredfold": hundredfold,
        "plain": plain,
        # Differences are rounded first as the table of evaluations has them.
        "difference": lambda value: hundredfold(round(value, DECIMALS), "+"),
        "tick": lambda value: f"{round(value, DECIMALS) + 0.0:g}".replace("-", "−"),
        "interval": _interval,
        "p": p_text,
        "grouped": lambda value: f"{value:,}",
        # The attribute that finds the direction of texts, if a letter runs leftwards.
        "dir": lambda texts: Markup(' dir="auto"' * any(from_left(text) != text for text in texts)),
    }
    environment.tests["finite"] = isfinite
    environment.globals |= {"asset": asset, "chooser_rules": chooser_rules, "version": __version__}
    return environment


def _interval(estimate: Estimate, sign: str = "-") -> str:
    """Return the confidence interval × 100, or an empty string if there is none."""
    low, high = (hundredfold(value, sign) for value in estimate[1:])
    return f"[{low}, {high}]" if all(map(isfinite, estimate[1:])) else ""
