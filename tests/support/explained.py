"""Explanations of texts in memory, as their pages show them, with marks in brackets."""

from __future__ import annotations

from typing import Any

from lxml import html

from rouge_cli import Evaluation, Options, Page

_BRACKETS = {"hit": "[{}]", "partner": "<{}>", "clipped": "({})", "dropped": "-{}-", "beyond": "/{}/"}


def explained(peer: str, *models: str, **choices: Any) -> Page:
    """Return the explanation of the system `S` in the evaluation `1`."""
    return Evaluation.of_texts("1", {"S": peer}, models).explain(Options(**choices))


def listed(page: Page) -> list[str]:
    """Return the lines for a terminal."""
    return page.text.splitlines()


def words(text: str) -> str:
    """Return a text with single blanks, wherever its lines end."""
    return " ".join(text.replace("│", " ").split())


def tree_of(page: Page) -> html.HtmlElement:
    """Return the elements of a page."""
    return html.fromstring(page.html.encode("utf-8", "surrogatepass"))


def articles(page: Page) -> list[html.HtmlElement]:
    """Return the part of each measure."""
    found: list[html.HtmlElement] = tree_of(page).findall(".//article")
    return found


def marked(page: Page, measure: int = -1) -> list[str]:
    """Return the texts of the peer and of its first model, each mark in brackets before the hits it adds."""
    pair = articles(page)[measure].find("details")
    return [
        "\n".join(map(_sentence, pair.findall(f".//ol[@class='{side}']/li"))) for side in ("peer", "model")
    ]


def _sentence(item: html.HtmlElement) -> str:
    marks = (_BRACKETS[mark.get("class")].format(mark.text) + mark.get("data-n", "") for mark in item)
    return (item.text or "") + "".join(
        text + (mark.tail or "") for text, mark in zip(marks, item, strict=True)
    )


def steps(page: Page, measure: int = 0) -> list[str]:
    """Return each figure of a measure, with the steps to it."""
    return [
        f"{figure.findtext('dd/strong')} {figure.findtext('dd/span')}"
        for figure in articles(page)[measure].iterfind("dl/div")
    ]
