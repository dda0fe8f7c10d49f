"""Tables that are wider than the screen say so, in a browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from lxml import html

from ..support.commands import rouge_tools
from ..support.needs import needs

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.slow
@needs("chromium")
@pytest.mark.parametrize(("width", "wide"), [(360, True), (1280, False)])
def test_a_table_that_does_not_fit_is_marked(width: int, wide: bool, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    arguments = ["explain", "--eval", "3", "-n", "1", "-x", "config_examples/spl.xml", "-o", str(page)]
    assert rouge_tools(arguments).status == 0
    shown = subprocess.run(
        [
            str(_CHROMIUM),
            *("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"),
            *(f"--window-size={width},800", "--virtual-time-budget=2000", "--dump-dom", page.as_uri()),
        ],
        capture_output=True,
        timeout=120,
    ).stdout
    (table,) = html.fromstring(shown).xpath("//section[1]/div[@class='scroll']")
    assert (table.get("data-wide") is not None) == wide
