"""The pages in Chromium, opened from the disk: accessible, fluent, and closed to foreign scripts."""

from __future__ import annotations

import importlib
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, compare, evaluate
from rouge_cli.cli.targets import pages
from rouge_cli.inputs.streams import stream_of
from rouge_cli.rendering import Output
from rouge_cli.rendering.whole_files import write_folder

from ..support.needs import needs
from ..support.reports import NASTY
from ..support.sites import report

pytestmark = [pytest.mark.slow, needs("browser", "chromium")]

_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_SIZES = [(1280, 900), (768, 1024), (360, 740)]
HOSTILE = "<img src=x onerror=\"document.title='run'\"></script><script>document.title='run'</script><!--"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium."""
    playwright = importlib.import_module("playwright.sync_api")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of three systems with all kinds of pages, names that are hostile, and one in Arabic."""
    texts = random.Random(1)
    words = ["the", "cat", "sat", "on", "a", "mat", "and", "it", "was", "happy", "there"]

    def some() -> str:
        return " ".join(texts.choices(words, k=texts.randint(4, 12)))

    ids = [*(f"topic {place}" for place in range(24)), HOSTILE, *NASTY]
    systems = ("base", HOSTILE, "نظام")
    evaluations = [Evaluation.of_texts(id, {one: some() for one in systems}, [some(), HOSTILE]) for id in ids]
    options = Options(max_ngram=2, resamples=100)
    scored = evaluate(evaluations, options)
    output = Output(report=scored, comparisons=compare(scored, "base"))
    folder = tmp_path_factory.mktemp("small") / "site"
    write_folder(str(folder), pages(output, stream_of(evaluations), 2))
    return folder


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of two systems in 10,000 evaluations."""
    draw = random.Random(2)
    ids = [f"evaluation-{place:05}" for place in range(10_000)]
    scored = report({system: {id: draw.random() for id in ids} for system in ("a", "b")})
    folder = tmp_path_factory.mktemp("large") / "site"
    write_folder(str(folder), pages(Output(report=scored), None, 0))
    return folder


def until(page: Any, condition: str) -> None:
    """Wait for a condition; the policy of the page refuses the script by which Playwright would do so."""
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never: {condition}")


def opened(browser: Any, path: Path, address: str = "", **settings: Any) -> Any:
    """A page that has been opened from the disk, on which nothing has gone wrong."""
    page = browser.new_context(**settings).new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("request", lambda request: wrong.append(request.url) if request.url[:4] == "http" else None)
    page.goto(f"{path.as_uri()}{address}")
    assert wrong == []
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", _SIZES, ids=lambda size: str(size[0]))
@pytest.mark.parametrize("name", ["index", "pair-1", "worst", "evaluations", "explained/1"])
def test_pages_are_accessible_and_fit(
    name: str, size: tuple[int, int], scheme: str, browser: Any, small: Path
) -> None:
    axe = importlib.import_module("axe_playwright_python.sync_playwright").Axe()
    settings = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": scheme}
    page = opened(browser, small / f"{name}.html", **settings)
    # Style sheets are in the page already, and the policy of the page lets nothing fetch them again.
    found = axe.run(page, options={"preload": False}).response
    problems = [(problem["id"], problem["nodes"][0]["html"]) for problem in found["violations"]]
    assert problems == []
    assert found["passes"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_hostile_names_and_texts_run_nothing(browser: Any, small: Path) -> None:
    for path in sorted(small.rglob("*.html")):
        page = opened(browser, path)
        assert page.title() != "run"
        assert page.locator("img").count() == 0
        assert page.locator("script:not([defer])").count() == 0
        page.context.close()


def test_a_script_that_got_into_a_page_would_not_run(browser: Any, small: Path, tmp_path: Path) -> None:
    page_text = (small / "index.html").read_text().replace("</main>", f"{HOSTILE}--></main>")
    hacked = small / "hacked.html"
    hacked.write_text(page_text)
    page = browser.new_page()
    page.goto(hacked.as_uri())
    assert page.locator("img").count() == 1
    assert page.title() != "run"
    hacked.unlink()


def rows(page: Any) -> list[list[str]]:
    """The texts of the rows that are in the document."""
    return page.evaluate(  # type: ignore[no-any-return]
        "[...document.querySelectorAll('#rows tbody tr:not(.space)')]"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))"
    )


def test_the_table_sorts_and_filters(browser: Any, tmp_path: Path) -> None:
    scored = report({"base": {"x": 0.5, "y": 0.25, "z": 0.75}, "large": {"x": 0.75, "y": 0.5, "w": 0.125}})
    write_folder(str(tmp_path / "site"), pages(Output(report=scored), None, 0))
    page = opened(browser, tmp_path / "site" / "evaluations.html")
    w, x, y, z = (
        ["w", "12.50", "–", "–", "12", "20"],
        ["x", "75.00", "50.00", "+25.00", "10", "20"],
        ["y", "50.00", "25.00", "+25.00", "11", "20"],
        ["z", "–", "75.00", "–", "–", "–"],
    )
    assert rows(page) == [w, y, x, z]
    page.get_by_role("button", name="large").click()
    assert rows(page) == [x, y, w, z]
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    page.get_by_role("button", name="Evaluation").click()
    assert rows(page) == [x, y, z, w]
    page.get_by_role("button", name="Peer length").click()
    assert rows(page) == [x, y, w, z]
    page.get_by_label("Column").select_option("difference")
    page.get_by_label("from").fill("25")
    assert rows(page) == [x, y]
    assert page.locator("#count").text_content() == "2 of 4 evaluations"
    page.get_by_label("Evaluation", exact=True).fill("Y")
    assert rows(page) == [y]
    page.get_by_role("button", name="Reset").click()
    until(page, "document.getElementById('count').textContent === '4 evaluations'")
    page.get_by_label("Against").select_option("")
    assert rows(page)[0] == ["w", "12.50", "12", "20"]
    page.get_by_label("System").select_option("0")
    page.get_by_label("Figure").select_option("0")
    assert rows(page)[0] == ["y", "12.50", "11", "20"]
    page.reload()
    assert rows(page)[0] == ["y", "12.50", "11", "20"]


def test_figures_are_rounded_as_on_the_other_pages(browser: Any, tmp_path: Path) -> None:
    """A half goes to the even digit, also that of a difference, and filters take figures as they are written.

    In binary, 0.46667 × 100 is above 46.667, and 0.29 × 100 below 29.
    """
    base = {"u": 0.00125, "v": 0.00375, "w": 0.29, "x": 0.46667, "y": 0.29737}
    system = {"u": 0.0, "v": 0.0, "w": 0.29, "x": 0.46667, "y": 0.17612}
    write_folder(str(tmp_path / "site"), pages(Output(report=report({"a": base, "b": system})), None, 0))
    worst = opened(browser, tmp_path / "site" / "worst.html")
    losses = worst.locator("h3:text('Greatest losses') + .lists li").all_inner_texts()
    assert [loss.split() for loss in losses] == [["y", "−12.12"], ["v", "−0.38"], ["u", "−0.12"]]
    page = opened(browser, tmp_path / "site" / "evaluations.html")
    page.get_by_role("button", name="Difference").click()
    shown = {row[0]: row[2:4] for row in rows(page)}
    assert shown["v"] == ["0.38", "−0.38"]
    assert shown["u"] == ["0.12", "−0.12"]
    for name, figure in (("w", "29"), ("x", "46.667")):
        page.get_by_label("from").fill(figure)
        page.get_by_label("to", exact=True).fill(figure)
        assert [row[0] for row in rows(page)] == [name]


def test_a_link_chooses_two_systems_and_sorts_by_their_difference(browser: Any, large: Path) -> None:
    page = opened(browser, large / "pair-1.html")
    page.get_by_role("link", name="All evaluations, the greatest loss first").click()
    page.wait_for_selector("#rows tbody th")
    values = [float(row[3].replace("−", "-")) for row in rows(page)]
    assert values == sorted(values)
    assert values[0] < -90


def test_of_ten_thousand_evaluations_only_rows_in_sight_are_made(browser: Any, large: Path) -> None:
    page = opened(browser, large / "evaluations.html")
    assert len(rows(page)) < 100
    assert page.locator("#rows table").get_attribute("aria-rowcount") == "10001"


_WATCH = """() => {
  const region = document.getElementById("rows");
  window.seen = { shifts: 0, blank: 0, frames: 0, heights: new Set(), widths: new Set() };
  new PerformanceObserver((list) => (seen.shifts += list.getEntries().length))
    .observe({ type: "layout-shift" });
  const look = () => {
    const box = region.getBoundingClientRect();
    for (const y of [box.top + 60, (box.top + box.bottom) / 2, box.bottom - 8])
      if (!document.elementFromPoint(box.left + 40, y)?.closest("tbody tr:not(.space)")) seen.blank++;
    seen.frames++;
    seen.heights.add(region.scrollHeight);
    seen.widths.add(region.querySelector("th").getBoundingClientRect().width);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("size", _SIZES, ids=lambda size: str(size[0]))
def test_scrolling_shows_no_gap_and_nothing_jumps(size: tuple[int, int], browser: Any, large: Path) -> None:
    settings = {"viewport": {"width": size[0], "height": size[1]}}
    page = opened(browser, large / "evaluations.html", **settings)
    page.locator("#rows").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    page.evaluate(_WATCH)
    box = page.locator("#rows").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 80)
    for _ in range(40):
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(16)
    seen = "({ ...seen, heights: seen.heights.size, widths: seen.widths.size })"
    wheel = page.evaluate(seen)
    assert wheel.pop("frames") > 10
    assert wheel == {"shifts": 0, "blank": 0, "heights": 1, "widths": 1}
    # As by dragging the bar: each time quite another place.
    page.evaluate(
        "(async () => { const rows = document.getElementById('rows');"
        " for (let step = 0; step <= 60; step++) { rows.scrollTop = rows.scrollHeight * step / 60;"
        " await new Promise((done) => setTimeout(done, 20)); } })()"
    )
    dragged = page.evaluate(seen)
    assert dragged.pop("frames") > 20
    assert dragged == {"shifts": 0, "blank": 0, "heights": 1, "widths": 1}
    assert rows(page)[-1][0]
    assert page.locator("#rows tbody tr:nth-last-child(2)").get_attribute("aria-rowindex") == "10001"


def test_the_keyboard_reaches_everything(browser: Any, small: Path) -> None:
    page = opened(browser, small / "evaluations.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.get_by_label("Evaluation", exact=True).focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "rows":
            break
    else:
        pytest.fail("the table is not reached")
    page.keyboard.press("PageDown")
    until(page, "document.getElementById('rows').scrollTop > 0")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("th[aria-sort]").inner_text().startswith("<img")
    assert page.evaluate("document.activeElement.dataset.key") == "score"
    for _ in range(6):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('tbody') !== null")
    page.keyboard.press("Enter")
    page.wait_for_url("**/explained/*.html")
    page.go_back()
    page.wait_for_selector("#rows tbody th")
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"


def test_the_texts_of_any_evaluation_open_beside_its_figures(browser: Any, tmp_path: Path) -> None:
    """Two thousand evaluations of three systems take 8 MB at most, and the last opens from the disk."""
    draw = random.Random(3)
    systems = ("base", "large", "lead")
    words = [f"word{place}" for place in range(2000)]
    evaluations = [
        Evaluation.of_texts(
            f"topic-{place:04}",
            {one: " ".join(draw.choices(words, k=60)) for one in systems},
            [" ".join(draw.choices(words, k=60))],
        )
        for place in range(2000)
    ]
    options = Options(max_ngram=1, rouge_l=False, resamples=10)
    scored = Output(report=evaluate(evaluations, options))
    folder = tmp_path / "site"
    write_folder(str(folder), pages(scored, stream_of(evaluations), 1))
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 8_000_000
    page = opened(browser, folder / "evaluations.html")
    page.get_by_label("Evaluation", exact=True).fill("topic-1999")
    page.get_by_role("button", name="topic-1999").click()
    page.wait_for_selector("#texts[open]")
    assert page.locator("#texts h2").inner_text() == "Evaluation topic-1999 ROUGE-1, F × 100"
    shown = dict(zip(*(page.locator(f"#texts {tag}").all_inner_texts() for tag in ("h3", "ol")), strict=True))
    assert [name.split()[0] for name in shown] == ["Model", "large", "base", "lead"]
    last = evaluations[-1]
    assert list(shown.values()) == [
        one.sentences[0].decode()
        for one in (last.models[0], *(last.peers[system] for system in ("large", "base", "lead")))
    ]
    figures = {row[0]: row[1:3] for row in rows(page)}["topic-1999"]
    assert [name.split()[1] for name in shown if name.startswith(("large", "base"))] == figures
    axe = importlib.import_module("axe_playwright_python.sync_playwright").Axe()
    assert axe.run(page, options={"preload": False}).response["violations"] == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "topic-1999"
    page.get_by_label("Evaluation", exact=True).fill("topic-0000")
    (folder / "data" / "texts-0.js").unlink()
    page.get_by_role("button", name="topic-0000").click()
    until(page, "document.getElementById('count').textContent.includes('data/texts-0.js')")


def test_focus_stays_in_the_table_when_its_row_scrolls_away(browser: Any, small: Path) -> None:
    page = opened(browser, small / "evaluations.html", viewport={"width": 1280, "height": 300})
    page.locator("#rows tbody a").first.focus()
    page.evaluate("document.getElementById('rows').scrollTop = 1e6")
    until(page, "document.activeElement.closest('#rows') !== null")


@pytest.mark.parametrize("name", ["data/index.js", "data/measure-0.js"])
@pytest.mark.parametrize("content", [None, "rougeReport."])
def test_a_file_that_was_not_copied_is_named(
    name: str, content: str | None, browser: Any, small: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(small, copy)
    (copy / name).unlink()
    if content is not None:
        (copy / name).write_text(content, encoding="ascii")
    page = browser.new_page()
    page.goto((copy / "evaluations.html").as_uri())
    until(page, "document.getElementById('count').textContent.includes('missing')")
    assert page.inner_text("#count") == (
        f"There is no table because the file {name} is missing or damaged: copy the whole folder of the"
        " report."
    )
    assert not page.locator("#rows").is_visible()


def test_other_measures_are_shown_where_the_file_of_one_is_missing(
    browser: Any, small: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(small, copy)
    (copy / "data" / "measure-1.js").unlink()
    page = browser.new_page()
    page.goto((copy / "evaluations.html").as_uri())
    counted = page.inner_text("#count")
    page.locator("select[name=measure]").select_option("1")
    until(page, "document.getElementById('count').textContent.includes('data/measure-1.js')")
    page.locator("input[name=text]").fill("topic")
    assert "data/measure-1.js" in page.inner_text("#count")
    page.locator("input[name=text]").fill("")
    page.locator("select[name=measure]").select_option("0")
    assert page.inner_text("#count") == counted
    assert page.locator("#rows").is_visible()


def test_without_script_the_pages_can_be_read(browser: Any, small: Path) -> None:
    page = opened(browser, small / "evaluations.html", java_script_enabled=False)
    assert "needs JavaScript" in page.inner_text("body")
    assert not page.locator("#rows").is_visible()
    page = opened(browser, small / "worst.html", java_script_enabled=False)
    page.locator(".ranking a").first.click()
    assert "Among the" in page.inner_text("aside")
    page = opened(browser, small / "index.html", java_script_enabled=False)
    assert page.locator("svg.whiskers:visible").count() == 3
    page.get_by_text("Precision", exact=True).first.click()
    assert page.get_by_role("heading", name="Precision").is_visible()
    assert not page.get_by_role("heading", name="Recall").is_visible()
