"""`rouge-tools guide`."""

from __future__ import annotations

import re

import pytest

from rouge_cli.guides import GUIDES

from ..guides.pages import PAGES
from ..support.commands import ROOT, rouge_tools


def test_the_list_names_every_guide_that_there_is() -> None:
    printed = rouge_tools(["guide"])
    assert printed.status == 0
    topics = [line.split()[0] for line in printed.stdout.decode().splitlines()]
    assert topics == list(GUIDES)
    assert sorted(topics) == sorted(page.stem for page in PAGES if page.name != "README.md")


@pytest.mark.parametrize("topic", GUIDES)
def test_a_guide_is_printed_as_it_is(topic: str) -> None:
    printed = rouge_tools(["guide", topic])
    assert printed.stdout == (ROOT / "rouge_cli" / "guides" / f"{topic}.md").read_bytes()
    assert printed.stdout.startswith(b"# ")


def test_the_readme_names_every_guide_and_is_short_enough_to_be_read() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(re.findall(r"\(rouge_cli/guides/(\w+)\.md\)", readme)) == set(GUIDES)
    assert len(readme.splitlines()) <= 200


def test_the_guides_are_short_enough_to_be_read() -> None:
    """Their words, as `wc -w` counts them."""
    guides = [page.read_text("utf-8") for page in PAGES if page.name != "README.md"]
    assert sum(len(text.split()) for text in guides) <= 9_000


def test_each_guide_begins_with_the_question_that_it_answers() -> None:
    for page in PAGES:
        if page.name != "README.md":
            assert re.match(r"# .*\?$", page.read_text("utf-8"), re.MULTILINE), page
