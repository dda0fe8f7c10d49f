"""HTML: what is escaped, and how attributes are spelt."""

from __future__ import annotations

import pytest

from rouge_cli.explanations.markup import Html, joined, named, table, tag


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (tag("p"), "<p></p>"),
        (tag("p", "a & b", Html("<b>"), '<i> "it\'s"'), '<p>a &amp; b<b>&lt;i&gt; "it\'s"</p>'),
        (tag("input", type="radio", checked=True), '<input type="radio" checked>'),
        (tag("details", open=False, class_="", for_="a"), '<details for="a"></details>'),
        (tag("td", aria_label='"<', data_n="1"), '<td aria-label="&quot;&lt;" data-n="1"></td>'),
        (joined("<", Html("<br>"), ""), "&lt;<br>"),
        (named("a<\x1b"), r"<bdi>a&lt;\x1b</bdi>"),
    ],
)
def test_elements(html: Html, expected: str) -> None:
    assert html == expected


def test_a_table_scrolls_on_its_own() -> None:
    assert table("A & B", ["x", "y"], [tag("tr", tag("td", "1"), tag("td", "2"))]) == (
        '<div class="scroll" tabindex="0" role="group" aria-label="A &amp; B"><table>'
        '<caption>A &amp; B</caption><thead><tr><th scope="col">x</th><th scope="col">y</th></tr></thead>'
        "<tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>"
    )
