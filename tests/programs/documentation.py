"""The documentation as a site: `python -m tests.programs.documentation` builds it in build/docs/site.

The search needs a server, such as `python -m http.server --directory build/docs/site`.

Its first page is the README; its pages are the guides, the flags of both commands and the docstrings.
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
from rouge_cli.cli.commands import ABSTRACT, GROUPS, MORE, USAGE, Tool, names_of
from rouge_cli.cli.flag_kinds import Flag
from rouge_cli.cli.tools import group
from rouge_cli.guides import GUIDES

_ROOT = Path(__file__).parents[2]
_PAGES = _ROOT / "build" / "docs" / "pages"
_CONFIG = Path(__file__).with_name("mkdocs.yml")
_MOVED = {"rouge_cli/guides/": "", ".github/CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md"}
"""Where links of the README lead on the site."""
_FIRST = ("api.report", "api.scorer", "api.pair_scores", "evaluation", "options")


def pages() -> dict[str, str]:
    """Return the Markdown of each page by the name of its file."""
    readme = (_ROOT / "README.md").read_text("utf-8")
    for old, new in _MOVED.items():
        readme = readme.replace(f"]({old}", f"]({new}")
    guides = {topic: (_ROOT / f"rouge_cli/guides/{topic}.md").read_text("utf-8") for topic in GUIDES}
    return {
        "index.md": readme,
        **{f"{topic}.md": text for topic, text in guides.items()},
        "rouge-eval.md": "\n".join(_rouge_eval()),
        "rouge-tools.md": "\n".join(_rouge_tools()),
        "reference.md": "\n".join(_reference()),
        "changes.md": (_ROOT / "CHANGELOG.md").read_text("utf-8"),
        "contributing.md": (_ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8"),
    }


def _rouge_eval() -> Iterator[str]:
    yield from ("# What does each flag of rouge-eval do?", "", *_usage(USAGE))
    yield from _paragraphs([ABSTRACT, *MORE])
    for title, flags in GROUPS.items():
        yield from (f"## {title}", "")
        yield from _flags(flags)


def _rouge_tools() -> Iterator[str]:
    context = group.make_context("rouge-tools", [], resilient_parsing=True)
    yield from ("# What does each command of rouge-tools do?", "")
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert isinstance(command, Tool), "it is listed"
        inner = command.make_context(name, [], parent=context, resilient_parsing=True)
        yield from (f"## {name}", "", *_usage([command.usage_line(inner)]))
        yield from _paragraphs(command.paragraphs(inner))
        shared = command.shared_groups
        yield from _flags(
            [flag for title, flags in command.groups.items() if title not in shared for flag in flags]
        )
        if shared:
            names = [f"`{flag.opts[0]}`" for title in shared for flag in command.groups[title]]
            yield from (f"Flags of [rouge-eval](rouge-eval.md): {', '.join(names)}.", "")


def _usage(lines: Iterable[str]) -> Iterator[str]:
    yield from ("```text", *(line.removeprefix("Usage:").strip() for line in lines), "```", "")


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    r"""Yield paragraphs; one that begins with `\b` keeps its lines."""
    for paragraph in paragraphs:
        if paragraph.startswith("\b\n"):
            yield from ("```text", *paragraph.splitlines()[1:], "```", "")
        else:
            yield from (_plain(" ".join(paragraph.split())), "")


def _flags(flags: Iterable[Flag]) -> Iterator[str]:
    for flag in flags:
        said = f"{(flag.help or '').rstrip('.')}. {flag.more}".rstrip()
        yield from (f"`{names_of(flag)}`", f":   {_plain(said[:1].upper() + said[1:])}", "")


def _plain(text: str) -> str:
    """Return text without marks of Markdown or HTML."""
    return re.sub(r"[\\`*_{}\[\]<>#|]", r"\\\g<0>", text)


def _reference() -> Iterator[str]:
    """Yield a directive for each public name; what most programs use comes first."""
    yield from ("# What can Python programs use?", "")
    stub = Path(rouge_cli.__file__).with_suffix(".pyi")
    imports = [one for one in ast.parse(stub.read_bytes()).body if isinstance(one, ast.ImportFrom)]
    for statement in sorted(imports, key=lambda one: one.module not in _FIRST):
        for name in statement.names:
            if not name.name.startswith("_"):
                yield from (f"::: rouge_cli.{statement.module}.{name.name}", "")
    yield from ("::: rouge_cli.rewards.RougeReward", "")


def main() -> int:
    """Write the pages, and build the site of them; any warning is an error."""
    shutil.rmtree(_PAGES, ignore_errors=True)
    _PAGES.mkdir(parents=True)
    for name, text in pages().items():
        (_PAGES / name).write_text(text, "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--clean", "--config-file", str(_CONFIG)]
    # Without the variable the theme praises its successor.
    return subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
