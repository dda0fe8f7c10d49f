"""The fonts of pictures."""

from __future__ import annotations

import pytest

from rouge_cli.rendering import pictures

_SCRIPT = "\U0001d49c"
"""A letter of mathematics that STIX has, which comes with matplotlib, and DejaVu Sans has not."""
_NOBODYS = "\U000e0fff"
"""A code point that has no character."""


@pytest.fixture
def stix(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the fonts of matplotlib as all that are installed."""
    monkeypatch.setattr(pictures, "_installed", lambda: ["STIXSizeOneSym", "STIXGeneral"])


@pytest.mark.usefixtures("stix")
def test_a_font_is_added_for_the_letters_that_it_alone_has() -> None:
    assert pictures.families(["bart", "Zürich", "Ω"]) == ["DejaVu Sans"]
    assert pictures.families(["bart", _SCRIPT]) == ["DejaVu Sans", "STIXGeneral"]
    assert pictures.families([_NOBODYS]) == ["DejaVu Sans"]


@pytest.mark.usefixtures("stix")
def test_what_is_lacking_is_noted() -> None:
    assert pictures.lacking([f"a{_SCRIPT}{_NOBODYS}"]) == {_NOBODYS}
    assert pictures.note_on(["a", _SCRIPT], "png") == ""
    assert pictures.note_on([f"今{_SCRIPT}"], "svg") == ""
    assert pictures.note_on(["a", "今日", "बार"], "pdf") == (
        "no installed font has all letters of 今日 and 1 more, so these are escaped in the picture;"
        " install one, such as a Noto font, or write an .svg"
    )


def test_fonts_of_the_noto_project_come_first_and_those_of_symbols_never() -> None:
    names = pictures._installed()
    noto = [name for name in names if name.startswith("Noto Sans")]
    assert names[: len(noto)] == sorted(noto)
    assert not any(name.startswith(("Last Resort", "STIX", "cm")) for name in names)
