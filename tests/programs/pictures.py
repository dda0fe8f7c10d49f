"""The pictures of the README and of the guides: `python -m tests.programs.pictures` writes .github/pictures.

Each is drawn in light and in dark colours. The texts are made from a seed.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.support.commands import ROOT, rouge_eval, rouge_tools
from tests.support.files import write

_PICTURES = ROOT / ".github" / "pictures"
_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_SYSTEMS = """baseline alder aspen beech birch cedar cherry cypress ebony elm fir hazel holly juniper larch
    lime linden maple oak olive pine poplar rowan spruce willow""".split()  # noqa: SIM905
_WORDS = """the flood wall broke early on Tuesday and water filled the lower town while people left their
    houses by boat a mayor said that no one was hurt but many roads stay closed""".split()  # noqa: SIM905


def _rows(evaluations: int) -> list[dict[str, object]]:
    """Return summaries of all systems; each system keeps another share of the words of its reference."""
    chance = random.Random(1)
    rows: list[dict[str, object]] = []
    for id in range(1, evaluations + 1):
        words = [chance.choice(_WORDS) for _ in range(40)]
        for place, system in enumerate(_SYSTEMS):
            kept = (0.56 if place == 0 else 0.5 + 0.006 * place) + chance.uniform(-0.12, 0.12)
            peer = [word if chance.random() < kept else chance.choice(_WORDS) for word in words]
            rows.append({"id": id, "system": system, "peer": " ".join(peer), "models": " ".join(words)})
    return rows


def _save(picture: bytes, name: str) -> None:
    """Write a picture in 64 colours, which takes a third of its bytes."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(_PICTURES / f"{name}.png", optimize=True)


def main() -> int:
    """Write the pages, and draw them."""
    _PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as started:
        folder = Path(name)
        runs = "".join(f"{json.dumps(row)}\n" for row in _rows(100))
        pairs = (ROOT / "config_examples" / "spl.jsonl").read_text("utf-8")
        for system, shown in (("1", "bart"), ("2", "t5"), ("10", "pegasus")):
            pairs = pairs.replace(f'"system": "{system}"', f'"system": "{shown}"')
        write(folder, {"runs.jsonl": runs, "pairs.jsonl": pairs})
        for words in (
            "-n 2 -m --compare baseline --report report --jsonl runs.jsonl",
            "-n 2 -m --compare lead --plot plot.svg --jsonl pairs.jsonl",
        ):
            done = rouge_eval(words.split(), folder)
            assert done.status == 0, done.stderr
        words = "explain -n 2 -m -x --eval 10 -o marks.html --jsonl pairs.jsonl bart"
        assert rouge_tools(words.split(), folder).status == 0
        shutil.copy(folder / "plot.svg", _PICTURES)
        browser = started.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        for look in ("light", "dark"):
            page = browser.new_page(viewport={"width": 1180, "height": 780}, color_scheme=look)
            page.goto((folder / "report" / "index.html").as_uri())
            _save(page.screenshot(), f"report-{look}")
            page.goto((folder / "marks.html").as_uri())
            _save(page.screenshot(clip={"x": 0, "y": 240, "width": 1180, "height": 510}), f"marks-{look}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
