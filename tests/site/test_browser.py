"""The pages in Chromium, opened from the disk: accessible, fluent, and closed to foreign scripts."""

from __future__ import annotations

import importlib
import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, compare, evaluate
from rouge_cli.cli.tools.reporting import pages
from rouge_cli.inputs.streams import stream_of
from rouge_cli.rendering import Output
from rouge_cli.rendering.whole_files import write_folder

from ..support.needs import needs
from ..support.reports import NASTY
from ..support.sites import comparison, data_of, report

pytestmark = [pytest.mark.slow, needs("browser", "chromium")]

_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_SIZES = [(1280, 900), (768, 1024), (360, 740)]
_LOOKS = [(1280, 900, "light"), (1280, 900, "dark"), (768, 1024, "light"), (360, 740, "dark")]
_MISPLACED, _WATCH = (
    Path(__file__).with_name(name).read_text("utf-8") for name in ("misplaced.js", "scrolling.js")
)
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


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of 25 systems, one with a long name and without some evaluations, all compared."""
    draw = random.Random(4)
    scores = {f"team{n:02}": {str(k): draw.gauss(0.6 - n / 60, 0.05) for k in range(40)} for n in range(24)}
    scores["team07-" + "long" * 12] = {str(k): 0.35 for k in range(38)}
    scored = report(scores)._replace(notes=tuple(f"Empty: {n}" for n in range(60)))
    folder = tmp_path_factory.mktemp("many") / "site"
    write_folder(str(folder), pages(Output(report=scored, comparisons=compare(scored)), None, 0))
    return folder


def faults(page: Any) -> list[tuple[str, str]]:
    """What axe finds on a page."""
    axe = importlib.import_module("axe_playwright_python.sync_playwright").Axe()
    # Style sheets are in the page already, and the policy of the page lets nothing fetch them again.
    found = axe.run(page, options={"preload": False}).response
    assert found["passes"]
    return [(problem["id"], problem["nodes"][0]["html"]) for problem in found["violations"]]


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


@pytest.mark.parametrize(("width", "height", "scheme"), _LOOKS)
@pytest.mark.parametrize(
    ("site", "name", "address"),
    [
        *(("small", name, "") for name in ("index", "pairs", "system-1", "evaluations", "explained/1")),
        ("small", "evaluations", "#a=1&b=0&e=3"),
        *(("many", name, "") for name in ("index", "pairs")),
    ],
)
def test_pages_are_accessible_and_fit(
    site: str,
    name: str,
    address: str,
    width: int,
    height: int,
    scheme: str,
    browser: Any,
    request: pytest.FixtureRequest,
) -> None:
    settings = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    page = opened(browser, request.getfixturevalue(site) / f"{name}.html", address, **settings)
    if address:
        page.wait_for_selector("#texts[open]")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(_MISPLACED) == []
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
    losses = [["y", "−12.12"], ["v", "−0.38"], ["u", "−0.12"]]
    for name, chosen in (
        ("system-2.html", "h4:text('Greatest losses') + ol li"),
        ("pairs.html", "#losses li"),
    ):
        page = opened(browser, tmp_path / "site" / name)
        assert [loss.split() for loss in page.locator(chosen).all_inner_texts()] == losses
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
    page = opened(browser, large / "pairs.html")
    page.get_by_role("link", name="All evaluations, the greatest loss first").click()
    page.wait_for_selector("#rows tbody th")
    values = [float(row[3].replace("−", "-")) for row in rows(page)]
    assert values == sorted(values)
    assert values[0] < -90


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
    assert len(rows(page)) < 100  # Of ten thousand.
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
    assert page.evaluate("document.activeElement.dataset.key") == "score"
    for _ in range(6):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('tbody') !== null")
    page.keyboard.press("Enter")
    page.wait_for_selector("#texts[open]")
    title = page.inner_text("#texts h2")
    page.keyboard.press("ArrowRight")
    until(page, f"document.querySelector('#texts h2').innerText !== {title!r}")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#texts h2") == title
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.closest('tbody') !== null")
    page.reload()
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
    first, second = page.locator("#texts article h3 small").all_inner_texts()
    last = evaluations[-1]
    names = page.locator("#texts article h3 bdi").all_inner_texts()
    texts = [one.replace("\\n", " ") for one in page.locator("#texts article ol").all_inner_texts()]
    sources = (last.peers[names[0]], last.models[0], last.peers[names[1]])
    assert texts == [one.sentences[0].decode() for one in sources if one is not None]
    assert [first, second] == {row[0]: row[1:3] for row in rows(page)}["topic-1999"]
    assert page.locator("#texts .others li").count() == 3
    third = page.locator("#texts .others button[aria-pressed=false]")
    chosen = third.locator("bdi").inner_text()
    third.click()
    assert page.locator("#texts article h3 bdi").first.inner_text() == chosen
    assert faults(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "topic-1999"
    page.get_by_label("Evaluation", exact=True).fill("topic-0000")
    (folder / "data" / "texts-0.js").unlink()
    page.get_by_role("button", name="topic-0000").click()
    until(page, "document.getElementById('count').textContent.includes('data/texts-0.js')")


def test_focus_stays_in_the_table_when_its_row_scrolls_away(browser: Any, small: Path) -> None:
    page = opened(browser, small / "evaluations.html", viewport={"width": 1280, "height": 300})
    page.locator("#rows tbody button").first.focus()
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


def test_without_script_the_pages_can_be_read(browser: Any, small: Path) -> None:
    page = opened(browser, small / "evaluations.html", java_script_enabled=False)
    assert "needs JavaScript" in page.inner_text("body")
    assert not page.locator("#rows").is_visible()
    page = opened(browser, small / "system-1.html", java_script_enabled=False)
    page.locator(".ranking a.why").first.click()
    assert "Among the" in page.inner_text("aside")
    page = opened(browser, small / "index.html", java_script_enabled=False)
    assert page.locator("td.whisker svg:visible").count() == 3
    assert not page.locator("#copy").is_visible()
    page.get_by_text("Precision", exact=True).first.click()
    assert page.get_by_role("heading", name="Precision").is_visible()
    assert not page.get_by_role("heading", name="Recall").is_visible()


def test_the_table_of_systems_sorts_by_each_column_and_keeps_the_baseline_on_top(
    browser: Any, tmp_path: Path
) -> None:
    scores = {"base": (0.5, 0.5), "s10": (0.625, 0.75), "s9": (0.125, 0.25), "few": (0.75,), "none": ()}
    scored = report({name: dict(zip("xy", of, strict=False)) for name, of in scores.items()})
    compared = [comparison(name, "base", 0.1 * n, 0.01, 20) for n, name in enumerate(("few", "s10", "s9"))]
    output = Output(report=scored, comparisons=tuple(compared))
    write_folder(str(tmp_path / "site"), pages(output, None, 0))
    page = opened(browser, tmp_path / "site" / "index.html")

    table = page.locator("#figure-F ~ .scroll table")

    def order() -> str:
        return " ".join(row.split()[0] for row in table.locator("tbody th").all_inner_texts())

    assert order() == "base few s10 s9 none"
    assert table.locator("th[aria-sort]").inner_text() == "ROUGE-1"
    for head, orders in {
        "System": ("base few none s9 s10", "base s10 s9 none few"),
        "ROUGE-1": ("base few s10 s9 none", "base s9 s10 few none"),
        "difference": ("base s9 s10 few none", "base few s10 s9 none"),
        "Evaluations": ("base s10 s9 few none", "base none few s10 s9"),
    }.items():
        button = table.locator(f"th button:has-text('{head}')").first
        for expected in orders:
            button.press("Enter")
            assert order() == expected
    assert table.locator("th[aria-sort=ascending]").inner_text() == "Evaluations"


def test_the_words_that_a_measure_matches_are_marked(browser: Any, tmp_path: Path) -> None:
    """Stems match, an n-gram as often as both texts have it; an LCS keeps the order, as the original."""
    peers = {"one": "the cats sat. the the dog", "two": "sat, a cat"}
    evaluation = Evaluation.of_texts("x", peers, ["the cat sat", "a dog"])
    others = [Evaluation.of_texts(str(n), {"one": "a", "two": "a"}, ["a b"]) for n in range(3)]
    scored = evaluate([evaluation, *others], Options(max_ngram=2, stem=True, resamples=10))
    write_folder(str(tmp_path / "site"), pages(Output(report=scored), stream_of([evaluation, *others]), 1))

    def marks(address: str, model: int = 1) -> list[list[str]]:
        page = opened(browser, tmp_path / "site" / "evaluations.html", f"#a=1&b=0&e=0&f=2&{address}")
        page.wait_for_selector("#texts[open]")
        page.get_by_role("button", name=f"Model {model}").click()
        assert page.locator("#texts article h3 bdi").all_inner_texts() == ["one", "two"]
        found = page.locator("#texts article").evaluate_all(
            "(all) => all.map((one) => [...one.querySelectorAll('mark')]"
            ".map((mark) => `${mark.className} ${mark.textContent}`))"
        )
        page.context.close()
        return found  # type: ignore[no-any-return]

    assert data_of((tmp_path / "site" / "data" / "index.js").read_text())["systems"] == ["two", "one"]
    assert marks("m=0") == [
        ["hit the cats sat", "clipped the the"],
        ["partner the", "hit cat sat"],
        ["hit sat", "hit cat"],
    ]
    assert marks("m=1") == [["hit the cats sat"], ["partner the cat sat"], []]
    assert marks("m=2") == [["hit the cats sat"], ["partner the", "hit cat", "partner sat"], ["hit cat"]]
    assert marks("m=0", 2) == [["hit dog"], ["other a", "partner dog"], ["hit a"]]


def pair_page(browser: Any, folder: Path, points: Sequence[tuple[float, float]], **compared: Any) -> Any:
    """The page on the system `new` against `old`, with these figures of both in each evaluation."""
    systems = {
        name: {f"e\n{place}": scores[side] for place, scores in enumerate(points, 1)}
        for side, name in enumerate(("old", "new"))
    }
    write_folder(str(folder / "site"), pages(Output(report=report(systems), **compared), None, 0))
    page = opened(browser, folder / "site" / "pairs.html")
    for name, label in (("system", "new"), ("baseline", "old")):
        page.locator(f"select[name={name}]").select_option(label=label)
    return page


def drawn_in(page: Any, chosen: str, *names: str) -> list[tuple[Any, ...]]:
    """The titles, or the texts, of elements of a chart, these attributes as numbers, and their classes."""
    return [
        (one["text"], *(float(one["at"][name]) for name in names), one["at"].get("class", ""))
        for one in page.locator(chosen).evaluate_all(
            "(all) => all.map((one) => ({ text: one.textContent,"
            " at: Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])) }))"
        )
    ]


def test_two_systems_have_facts_and_a_point_for_each_evaluation(browser: Any, tmp_path: Path) -> None:
    """A square of 304 by 308 units, from (44, 316) upwards and to the right, stands for 0 to 100.

    The baseline's figure, then the system's: a gain, a loss, and two that are equal. Pearson's r of
    (0, 0.75, 1) and (0.5, 0.333, 1) is 0.5. The comparison was made the other way round.
    """
    compared = comparison("old", "new", 0.0279, 0.04, 20)
    page = pair_page(browser, tmp_path, [(0.0, 0.5), (0.7503, 0.3331), (1.0, 1.0)], comparisons=(compared,))
    assert page.inner_text("#pair-title") == "new against old: ROUGE-1"
    facts = [one.split("\n") for one in page.locator("#facts > div").all_inner_texts()]
    assert [[part for part in fact if part] for fact in facts] == [
        ["Difference", "−2.79", "[−3.79, −1.79], median +0.00"],
        ["new higher", "1", "of 3 evaluations"],
        ["new lower", "1", "and 1 equal"],
        ["Corrected p", "0.0400", "significantly below"],
    ]
    assert "(r = 0.50)" in page.inner_text("#scatter-title")
    assert drawn_in(page, "#scatter circle", "cx", "cy") == [
        ("e 1: 0.00 → 50.00", 44, 162, "gain"),
        ("e 2: 75.03 → 33.31", 272.1, 213.4, "loss"),
        ("e 3: 100.00 → 100.00", 348, 8, "same"),
    ]
    ticks = drawn_in(page, "#scatter text.tick", "x", "y")
    assert [one[:3] for one in ticks[:2]] == [("0", 38, 316), ("20", 38, 254.4)]
    assert [one[:3] for one in ticks[6:8]] == [("0", 44, 332), ("20", 104.8, 332)]
    assert [one[0] for one in drawn_in(page, "#scatter text.axis")] == ["old", "new"]
    assert page.locator("#losses li").all_inner_texts()[0].split() == ["e", "2", "−41.72"]
    page.locator("select[name=baseline]").select_option(label="new")
    assert page.inner_text("#count") == "Choose two different systems."
    assert not page.locator("#pair").is_visible()


def test_many_points_are_clouds_of_three_densities(browser: Any, tmp_path: Path) -> None:
    points = [(0.0, 1.0)] * 5 + [(1.0, 0.0)] * 4 + [(1.0, 1.0)] * 2 + [(0.5, 0.5)] * 289 + [(0.5, 0.0)]
    page = pair_page(browser, tmp_path, points)
    paths = page.locator("#scatter path").evaluate_all(
        "(all) => all.map((one) => [one.className.baseVal, one.getAttribute('d')])"
    )
    assert dict(paths) == {
        "cloud many gain": "M44 8h0",
        "cloud some loss": "M348 316h0",
        "cloud some same": "M348 8h0",
        "cloud many same": "M196 162h0",
        "cloud few loss": "M196 316h0",
    }


def test_the_differences_of_two_systems(browser: Any, tmp_path: Path) -> None:
    """Losses of 30 and 25, gains of 10 (twice) and 30, one equal: twelve bins of 5 from -30 to 30.

    A column is 304 / 12 wide, with a gap of 0.8 between two. Heights go from 0 to 2 on 188 units, the bottom
    is at 196.
    """
    gaps = (0.3, 0.1, -0.25, 0.1, -0.3, 0.0)
    page = pair_page(browser, tmp_path, [(0.5, 0.5 + gap) for gap in gaps])
    assert drawn_in(page, "#histogram rect", "x", "width", "y", "height") == [
        *(("−30 to −25: 1", 44.4, 24.5, 102, 94, "loss"), ("−25 to −20: 1", 69.7, 24.5, 102, 94, "loss")),
        *(("+10 to +15: 2", 247.1, 24.5, 8, 188, "gain"), ("+25 to +30: 1", 323.1, 24.5, 102, 94, "gain")),
    ]
    assert drawn_in(page, "#histogram line:not(.grid)", "x1", "x2", "y1", "y2") == [
        *(("", 196, 196, 8, 196, "zero"), ("equal: 1", 196, 196, 102, 196, "equal")),
        ("mean", 191.8, 191.8, 8, 196, "mean"),
    ]
    ticks = [one[:3] for one in drawn_in(page, "#histogram text.tick", "x", "y")]
    assert (ticks[0], ticks[-7], ticks[-1]) == (("0", 38, 196), ("−30", 44, 212), ("+30", 348, 212))


def test_all_pairs_stand_in_a_matrix_which_chooses_the_two(browser: Any, many: Path) -> None:
    page = opened(browser, many / "pairs.html")
    rows = page.locator("#matrix tbody tr")
    assert rows.count() == 25
    cells = page.locator("#matrix [data-pair]")
    assert cells.count() == 25 * 24
    up, down = (page.locator(f"#matrix [data-pair='{pair}']") for pair in ("0 5", "5 0"))
    assert up.inner_text() == down.inner_text().replace("−", "+")
    assert (up.get_attribute("class"), down.get_attribute("class")) == ("higher", "lower")
    down.click()
    assert page.locator("#matrix .chosen").get_attribute("data-pair") == "5 0"
    names = page.locator("#matrix tbody th").all_inner_texts()
    assert page.inner_text("#pair-title") == f"{names[5]} against {names[0]}: ROUGE-1"
    page.reload()
    assert page.inner_text("#pair-title") == f"{names[5]} against {names[0]}: ROUGE-1"


@pytest.mark.parametrize(
    "choices",
    [
        {"max_ngram": 2, "resamples": 10},
        {"profile": "rouge-score", "types": ("rouge2", "rougeL", "rougeLsum"), "resamples": 10},
    ],
)
def test_marks_agree_with_the_full_explanation(choices: dict[str, Any], browser: Any, tmp_path: Path) -> None:
    """Of a model's words the page of the evaluation and the full explanation mark the same as matched."""
    draw = random.Random(6)

    def some(sentences: int) -> str:
        return "\n".join(" ".join(draw.choices("abcdefgh", k=draw.randint(3, 9))) for _ in range(sentences))

    evaluations = [Evaluation.of_texts(str(n), {"s": some(3)}, [some(3)]) for n in range(3)]
    scored = evaluate(evaluations, Options(**choices))
    write_folder(str(tmp_path / "site"), pages(Output(report=scored), stream_of(evaluations), 3))
    words = (
        "(all) => all.map((one) => [...one.querySelectorAll('li')].map((line) =>"
        " [...line.querySelectorAll('mark.hit')].map((mark) => mark.textContent).join(' ')))"
    )
    explained = data_of((tmp_path / "site" / "data" / "index.js").read_text())["explained"]
    for place in range(3):
        page = opened(browser, tmp_path / "site" / explained[str(place)][0])
        expected = page.locator("ol.model").evaluate_all(words)
        assert len(expected) == 3
        for measure in range(3):
            address = f"#a=0&b=&e={place}&m={measure}"
            page = opened(browser, tmp_path / "site" / "evaluations.html", address)
            page.wait_for_selector("#texts[open]")
            found = page.locator("#texts article.model ol").evaluate_all(words)
            assert list(map(str.split, found[0])) == list(map(str.split, expected[measure]))
