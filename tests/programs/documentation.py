"""The documentation as a site: `python -m tests.programs.documentation` builds it in build/docs/site.

Its pages are those of the folder `site`, in which directives stand for docstrings, the guides, and the flags
of both commands. The search needs a server, such as `python -m http.server --directory build/docs/site`.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import rouge_cli
from rouge_cli.cli.flags import Flag, names_of
from rouge_cli.cli.rouge_eval import command
from rouge_cli.cli.tools.setting_up import GUIDES
from tests.programs.man_pages import described, description, tool_helps
from tests.support.commands import ROOT

_PAGES = ROOT / "build" / "docs" / "pages"
_CONFIG = Path(__file__).with_name("mkdocs.yml")
SITE = Path(__file__).with_name("site")
_PICTURES = ROOT / ".github" / "pictures"
_SHOWN = {
    "formats": ("report", "A page of 25 systems, with confidence intervals and verdicts"),
    "statistics": ("plot", "Systems and measures with their confidence intervals"),
    "python": ("marks", "A summary beside its reference, in which matches are marked"),
}
"""The picture on top of a guide, and what it shows."""


def pages() -> dict[str, str]:
    """Return the Markdown of each generated page by the name of its file."""
    return {
        **{f"{topic}.md": _guide(topic) for topic in GUIDES},
        "rouge-eval.md": "\n".join(_rouge_eval()),
        "rouge-tools.md": "\n".join(_rouge_tools()),
        "changes.md": (ROOT / "CHANGELOG.md").read_text("utf-8"),
        "contributing.md": (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8"),
    }


def _guide(topic: str) -> str:
    text = (ROOT / f"rouge_cli/data/guides/{topic}.md").read_text("utf-8")
    if topic not in _SHOWN:
        return text
    picture, shown = _SHOWN[topic]
    looks = ("light", "dark")
    pictures = [f"![{shown}](pictures/{picture}-{look}.png#only-{look})" for look in looks]
    if picture == "plot":
        pictures = [f"![{shown}](pictures/plot.svg)"]
    title, rest = text.split("\n", 1)
    return "\n".join([title, "", *pictures, rest])


def _rouge_eval() -> Iterator[str]:
    yield from ("# What does each flag of rouge-eval do?", "", *_usage(command.page.usage))
    yield from _paragraphs(description())
    for title, flags in command.groups.items():
        yield from (f"## {title}", "")
        yield from _flags(flags)


def _rouge_tools() -> Iterator[str]:
    yield from ("# What does each command of rouge-tools do?", "")
    for tool in tool_helps():
        yield from (f"## {tool.name}", "", *_usage(tool.page.usage))
        yield from _paragraphs(tool.page.paragraphs)
        yield from _flags(tool.flags)
        if tool.shared:
            names = ", ".join(f"`{name}`" for name in tool.shared)
            yield from (f"Flags of [rouge-eval](rouge-eval.md): {names}.", "")


def _usage(lines: Iterable[str]) -> Iterator[str]:
    yield from ("```text", *(line.removeprefix("Usage:").strip() for line in lines), "```", "")


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    """Yield paragraphs; one with two blanks in a row keeps its lines."""
    for paragraph in paragraphs:
        if "  " in paragraph:
            yield from ("```text", *paragraph.splitlines(), "```", "")
        else:
            yield from (_plain(" ".join(paragraph.split())), "")


def _flags(flags: Iterable[Flag]) -> Iterator[str]:
    for flag in flags:
        text = described(flag)
        yield from (f"`{names_of(flag)}`", f":   {_plain(text[:1].upper() + text[1:])}", "")


def _plain(text: str) -> str:
    """Return text without marks of Markdown or HTML."""
    return re.sub(r"[\\`*_{}\[\]<>#|]", r"\\\g<0>", text)


def unlisted() -> set[str]:
    """Return the public names that no page of the reference has."""
    stub = Path(rouge_cli.__file__).with_suffix(".pyi")
    imports = [one for one in ast.parse(stub.read_bytes()).body if isinstance(one, ast.ImportFrom)]
    names = {name.name for statement in imports for name in statement.names if name.name[0] != "_"}
    reference = [path.read_text("utf-8") for path in SITE.glob("reference/*.md")]
    return names - set(re.findall(r"^::: rouge_cli\.(\w+)$", "\n".join(reference), re.MULTILINE))


def main() -> int:
    """Write the pages, and build the site of them; any warning is an error."""
    if names := unlisted():
        print(f"no page in {SITE / 'reference'} has {', '.join(sorted(names))}", file=sys.stderr)
        return 1
    shutil.rmtree(_PAGES, ignore_errors=True)
    shutil.copytree(SITE, _PAGES)
    shutil.copytree(_PICTURES, _PAGES / "pictures")
    for name, text in pages().items():
        (_PAGES / name).write_text(text, "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--clean", "--config-file", str(_CONFIG)]
    # Without the variable the theme prints an advertisement.
    return subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
