"""The pages of the documentation."""

from __future__ import annotations

import re

from .documentation import SITE, pages, unlisted


def test_each_public_name_stands_in_the_reference() -> None:
    assert unlisted() == set()


def test_the_navigation_has_each_page() -> None:
    configuration = SITE.with_name("mkdocs.yml").read_text("utf-8")
    named = re.findall(r"^ +- .*: ([\w/-]+\.md)$", configuration, re.MULTILINE)
    written = [path.relative_to(SITE).as_posix() for path in SITE.rglob("*.md")]
    assert sorted(named) == sorted([*written, *pages()])
