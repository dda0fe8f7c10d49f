"""The pages for users, the README, the guides and the pages of the site, and the examples in them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import rouge_cli

from ..support.commands import ROOT
from ..support.tables import table

PAGES = [ROOT / "README.md", *sorted(Path(rouge_cli.__file__).parent.glob("data/guides/*.md"))]
_OF_SITE = sorted((ROOT / "tests" / "programs" / "site").rglob("*.md"))
"""The pages of the site that are neither guides nor made of the package."""


class Block(NamedTuple):
    """A block of code in a page."""

    page: Path
    line: int
    """The number of its first line."""
    language: str
    text: str

    @property
    def place(self) -> str:
        """The name of the example in the output of the tests."""
        return f"{self.page.name}:{self.line}"

    @property
    def file(self) -> str | None:
        """The file that the first line names: the example is that file, which other examples use."""
        found = re.match(r"# (\w+\.py)\n", self.text)
        return found and found[1]


def blocks(*languages: str) -> Iterator[Block]:
    """Yield the blocks in these languages, page by page."""
    for page in (*PAGES, *_OF_SITE):
        text = page.read_text("utf-8")
        for found in re.finditer(r"^ *```(\w+)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
            if found[1] in languages:
                yield Block(page, text.count("\n", 0, found.start(2)) + 1, found[1], found[2])


def lay_out(folder: Path) -> None:
    """Put the files into a folder that the examples speak of: those of the project, and a user's own."""
    examples = ROOT / "config_examples"
    shutil.copytree(examples, folder / "config_examples")
    shutil.copy(examples / "spl.xml", folder / "config.xml")
    shutil.copy(examples / "spl.jsonl", folder / "pairs.jsonl")
    for name, source in [
        ("peers.txt", "1.txt"),
        ("bart.txt", "1.txt"),
        ("t5.txt", "2.txt"),
        ("lead.txt", "2.txt"),
    ]:
        shutil.copy(examples / "lines" / source, folder / name)
    articles = ["articles.txt", *(f"articles/{number}.txt" for number in range(1, 12))]
    lines = (examples / "spl.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder / "parts").mkdir()
    for number, part in enumerate((lines[:12], lines[12:])):
        (folder / f"parts/{number}.jsonl").write_text("".join(part), "utf-8")
    for block in blocks("python"):
        if block.file is not None:
            (folder / block.file).write_text(block.text, "utf-8")
    for name in ("models.txt", "refs.txt", *articles):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(examples / "lines" / "A.txt", folder / name)
    human = (examples / "human.csv").read_text("utf-8")
    scores = human.replace("0.5", "0.4")  # They agree with people, but not in everything.
    for path, text in [
        ("people.csv", human.replace("coverage", "relevance")),
        ("metrics.csv", re.sub(r"(?m)^(.*),(.*)$", r"\1,\2,\2", scores).replace("coverage", "metric", 1)),
        ("bertscore.csv", scores.replace("coverage", "score")),
        *table(__file__, "files").items(),
    ]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
