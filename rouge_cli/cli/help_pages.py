"""The pages of the commands: text files in the folder `pages`, which show the help and declare the flags.

A page has the usage, paragraphs, the flags of its first screen, and groups of flags: a title with a colon,
then a line for each flag. The line has the names, a placeholder for the value, and after two blanks the text
of `-h`. The text that `-H` adds is indented below. A paragraph with two blanks in a row keeps its lines.

`--all=all_systems` sets `all_systems`. `N(natural)` is a placeholder with the kind of the value, by its name
in `KINDS` of `flags.py`. `a|b` allows these words, and `a|b|*` any other word, too. `FILE...` may be
repeated, and the value of `[NAME]` may be missing. `[[3]]` is shown as [3], and is the default of the flag;
for `[3]` the library has the default.

`include PAGE`, `include PAGE: NAMES` and `include PAGE but NAMES` take flags of another page: whole groups
or, in a group, single flags. `shares` does the same with groups that `rouge-eval -H` describes.
"""

import os
import re
from functools import cache
from itertools import chain
from typing import NamedTuple

from ..rouges import PROFILES, ROUGES

_FOLDER = os.path.join(os.path.dirname(__file__), "pages")
_OF_OTHER_NAMES = {"rouge_l": "no_lcs", "best_model": "formula"}
"""The target of a flag, by the name of its option in Python if that differs."""


class Page(NamedTuple):
    """A page: the help of a command, and its flags."""

    usage: list[str]
    operands: list[str]
    """The placeholders of the operands; `OPERANDS` are all that name an input."""
    paragraphs: list[str]
    first_screen: dict[str, list[str]]
    """The names of the flags of the short help, by the titles of their groups there; none: all own flags."""
    groups: dict[str, list[str]]
    """The lines on each flag, by the titles of their groups."""
    shared: list[str]
    """The titles of the groups that `rouge-eval -H` describes."""
    closing: list[str]
    """The paragraphs below the flags."""


@cache
def read_page(name: str) -> Page:
    """Return the page of a command, or a page with flags of several commands."""
    with open(os.path.join(_FOLDER, f"{name}.txt"), encoding="utf-8") as file:
        text = file.read().rstrip()
    text = text.replace("$PACKAGES", f"{', '.join(PROFILES[1:-1])} or {PROFILES[-1]}")
    text = text.replace("$HELPS", " ".join(rouge.help for rouge in ROUGES.values() if rouge.help))
    page = Page([], [], [], {}, {}, [], [])
    for block in text.split("\n\n"):
        head, *lines = block.split("\n")
        if head.startswith("Usage: "):
            page.usage.extend(re.sub(r"\(\S*\)", "", line) for line in (head, *lines))
            operands = block.rpartition("[OPTIONS]")[2]
            page.operands.extend(re.sub(r"\[?CONFIG.*", "[OPERANDS]...", operands).split())
        elif head == "First screen:":
            named = (line.partition(": ") for line in lines)
            page.first_screen.update({title: names.split() for title, _, names in named})
        elif head.startswith(("include ", "shares ")):
            for line in (head, *lines):
                groups = _included(line)
                page.groups.update(groups)
                page.shared.extend(groups if line.startswith("shares ") else ())
        elif head.endswith(":") and lines and lines[0].startswith(("-", "include ")):
            flags = page.groups[head[:-1]] = []
            for text in re.split(r"\n(?=\S)", "\n".join(lines)):
                is_own = text.startswith("-")
                flags.extend([text] if is_own else chain.from_iterable(_included(text).values()))
        else:
            (page.closing if page.groups else page.paragraphs).append(block)
    return page


def _included(line: str) -> dict[str, list[str]]:
    """Return the flags that a line includes, by the titles of their groups."""
    _, page, choice, listed = re.split(r" (\S+?)(:| but|$)", line, maxsplit=1)
    names = set(listed.split())
    groups = {
        title: [one for one in flags if not choice or names.isdisjoint(declared(one)) == (choice == " but")]
        for title, flags in read_page(page).groups.items()
    }
    return {title: flags for title, flags in groups.items() if flags}


def declared(flag: str) -> list[str]:
    """Return the names of a flag and the placeholder of its value, if it has one."""
    return flag.partition("  ")[0].split()


@cache
def flag_name(option: str) -> str | None:
    """Return the first name of the flag of `rouge-eval` that sets an option of Python."""
    target = _OF_OTHER_NAMES.get(option, option)
    for flags in read_page("rouge-eval").groups.values():
        for flag in flags:
            names = declared(flag)
            if any(name.endswith((f"--{target.replace('_', '-')}", f"={target}")) for name in names):
                return names[0]
    return None
