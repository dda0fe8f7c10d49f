"""The files of the site: the content of pages and data, and that no text in them runs as code."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html

from rouge_cli import Evaluation, File, InputError, OptionError, Options, Report, evaluate

from ..support.drawn import drawn
from ..support.files import write
from ..support.reports import NASTY
from ..support.sites import comparison, data_of, pages, report, text_of
from ..support.texts import MODELS

THREE = report(
    {
        "base": {"x": 0.5, "y": 0.25, "z": 0.75},
        "large": {"x": 0.75, "y": 0.5, "z": 0.5},
        "lead": {"x": 0.25, "y": 0.125},
    }
)
COMPARED = (comparison("large", "base", 0.0833, 0.01), comparison("lead", "base", -0.1875, 0.02))

HOSTILE = "</script><!--<img src=x onerror=alert(1)>'\"&"


def scored(peers: dict[str, str], ids: tuple[str, ...] = ("1",)) -> tuple[Report, list[Evaluation]]:
    """A report on texts, and the texts."""
    evaluations = [Evaluation.of_texts(id, peers, MODELS) for id in ids]
    options = Options(max_ngram=1, resamples=10)
    return evaluate(evaluations, options), evaluations


def test_the_files_without_texts() -> None:
    made = pages(THREE, COMPARED)
    assert sorted(made) == [
        *("assets/evaluations.js", "assets/explanation.js", "assets/page.css", "assets/site.css"),
        *("data/index.js", "data/measure-0.js", "evaluations.html", "index.html"),
        *("pair-1.html", "pair-2.html", "worst.html"),
    ]
    for path, name in (("index", "Overview"), ("evaluations", "Evaluations"), ("worst", "Worst")):
        links = drawn(made[f"{path}.html"], "a")
        assert [one.text for one in links if "aria-current" in one.attributes] == [name]


def test_the_overview_has_figures_intervals_and_verdicts() -> None:
    text = text_of(pages(THREE, COMPARED)["index.html"])
    assert "3 systems, 3 evaluations. Figures × 100, with 95% confidence intervals from 1,000" in text
    assert "base baseline 50.00 [37.50, 62.50] 3" in text
    assert "large 58.33 ▲ significantly above the baseline [45.83, 70.83] 3" in text
    assert "lead incomplete 18.75 ▼ significantly below the baseline [6.25, 31.25] 2 of 3" in text
    assert (
        "large base ROUGE-1 +8.33 ▲ significantly above the baseline [+7.33, +9.33] 0.0050 0.0100 3" in text
    )
    assert (
        "Differences × 100 in the evaluations that both have, by paired bootstrap, with 95% confidence"
        in text
    )
    index = pages(THREE, COMPARED)["index.html"]
    assert [row.text.split()[0] for row in drawn(index, "tr", "baseline")] == ["base"] * 3
    titles = [mark.attributes["title"] for mark in drawn(index, "span", "verdict", within="systems")]
    assert titles[:2] == [
        "significantly above the baseline, corrected p 0.0100",
        "significantly below the baseline, corrected p 0.0200",
    ]
    scopes = Counter(head.attributes["scope"] for head in drawn(index, "th", within="systems"))
    assert scopes == {"col": 3 * 3, "row": 3 * 3}  # By three figures: three columns, and three systems.
    assert "made from saved scores without the texts" in drawn(index, "p", "note")[0].text


_TOO_FEW = "too few evaluations or resamples to decide"


def test_too_few_evaluations_are_not_called_no_difference() -> None:
    """The tables of the terminal and the pages agree: three evaluations decide nothing, p ≥ 1/4."""
    made = pages(THREE, (comparison("large", "base", 0.0833, 0.5),))
    for mark in drawn(made["index.html"], "span", "verdict", within="scroll"):
        assert (mark.classes, mark.text) == ({"verdict", "open"}, f"? {_TOO_FEW}")
        assert mark.attributes["title"] == f"{_TOO_FEW}, corrected p 0.5000"
    (key, *_) = drawn(made["index.html"], "p", "key")
    assert "≈ neither, ? undecided for lack of evaluations or resamples: paired bootstrap" in key.text
    assert drawn(made["pair-1.html"], "div", "figure")[-1].text == f"Corrected p0.5000{_TOO_FEW}"


def test_a_difference_that_could_have_been_significant_is_none() -> None:
    made = pages(THREE, (comparison("large", "base", 0.0833, 0.5, 20),))
    marks = drawn(made["index.html"], "span", "verdict", within="scroll")
    title = "no significant difference to the baseline, corrected p 0.5000"
    assert {(mark.classes, mark.text, mark.attributes["title"]) for mark in marks} == {
        (frozenset({"verdict", "level"}), "≈ not significantly different from the baseline", title)
    }
    assert "undecided" not in made["index.html"]
    assert drawn(made["pair-1.html"], "div", "figure")[-1].text == "Corrected p0.5000not significant"


def test_the_chart_has_words_and_the_figure_that_is_asked_for_is_chosen_first() -> None:
    page = pages(THREE, COMPARED)["index.html"]
    label = "ROUGE-1, f: base 50.00 [37.50, 62.50]; large 58.33 [45.83, 70.83]; lead 18.75 [6.25, 31.25]"
    assert f'role="img" aria-label="{label}"' in page
    assert 'id="show-2" checked' in page
    assert 'id="show-0" checked' in pages(THREE, figure="R")["index.html"]


def test_a_page_on_two_systems() -> None:
    made = pages(THREE, COMPARED)
    text = text_of(made["pair-1.html"])
    assert "large against base F × 100 of the two systems" in text
    assert (
        "Difference +8.33 [+7.33, +9.33], median +25.00 large higher 2 of 3 evaluations large lower 1 and 0"
        " equal Corrected p 0.0100 significantly above"
    ) in text
    assert "Greatest losses of large 1. z −25.00" in text.replace("large z", "large 1. z")
    assert len(drawn(made["pair-1.html"], "div", "figure")) == 4
    assert [[*one.classes] for one in drawn(made["pair-1.html"], "span", within="legend")] == [
        *(["gain"], ["loss"], ["mean"])
    ]
    assert made["pair-1.html"].count("<circle") == 3
    assert "x: 50.00 → 75.00" in made["pair-1.html"]


def test_without_a_comparison_nothing_is_called_significant() -> None:
    made = pages(THREE)
    text = text_of(made["index.html"])
    assert "Every system is set against the first. No difference was tested; --compare BASELINE tests" in text
    assert "significantly" not in text
    pair = text_of(made["pair-1.html"])
    assert "Mean difference +8.33 median +25.00" in pair
    assert "Corrected p" not in pair
    assert "Any other two chosen in the table" in text


def test_ties_lead_to_the_table_of_all_evaluations() -> None:
    ids = [str(place) for place in range(1000)]
    made = pages(report({"one": dict.fromkeys(ids, 0.5), "other": dict.fromkeys(ids, 0.25)}))
    assert "2 systems, 1,000 evaluations." in text_of(made["index.html"])
    assert "one 50.00 [37.50, 62.50] 1,000" in text_of(made["index.html"])
    assert "Any other two" not in text_of(made["index.html"])
    links = [one.attributes["href"].partition("#") for one in drawn(made["worst.html"], "a")]
    assert [address for _, _, address in links if address.startswith("m=")] == [
        *("m=0&f=2&a=0&b=&s=score", "m=0&f=2&a=1&b=&s=score", "m=0&f=2&a=1&b=0&s=difference")
    ]


def test_one_system_has_no_pairs() -> None:
    """Its table is as high as the rows of up to fifteen evaluations."""
    for count in (15, 16):
        made = pages(report({"only": {str(place): 0.5 for place in range(count)}}))
        assert bool(drawn(made["evaluations.html"], "div", "rows", "few")) == (count == 15)
    made = pages(report({"only": {"x": 0.5}}))
    assert not [name for name in made if name.startswith("pair")]
    assert "1 system, 1 evaluation." in text_of(made["index.html"])
    assert data_of(made["data/index.js"])["baseline"] is None


def test_the_data_of_the_table() -> None:
    made = pages(THREE, COMPARED)
    index = data_of(made["data/index.js"])
    assert index == {
        "evaluations": ["x", "y", "z"],
        "systems": ["base", "large", "lead"],
        "figure": 2,
        "system": 1,
        "baseline": 0,
        "pages": {},
        "texts": [],
        "units": 1_000_000,
    }
    recall = [[250000, 125000, 375000], [375000, 250000, 250000], [125000, 62500, None]]
    f = [[2 * value if value else None for value in column] for column in recall]
    assert data_of(made["data/measure-0.js"]) == [
        [recall[0], f[0], f[0], [10, 11, 12], [20, 20, 20]],
        [recall[1], f[1], f[1], [10, 11, 12], [20, 20, 20]],
        [recall[2], f[2], f[2], [10, 11, None], [20, 20, None]],
    ]


def _steps(page: str) -> list[tuple[str, str]]:
    return [(one.attributes["rel"], one.attributes["href"]) for one in drawn(page, "a", "step")]


def test_pages_lead_to_the_next_and_to_the_one_before() -> None:
    systems = report({system: {"x": 0.5} for system in "abcd"})
    made = pages(systems)
    assert [_steps(made[f"pair-{place}.html"]) for place in (1, 2, 3)] == [
        [("next", "pair-2.html")],
        [("prev", "pair-1.html"), ("next", "pair-3.html")],
        [("prev", "pair-2.html")],
    ]
    results, texts = scored({"good": MODELS[0], "bad": "cats"}, ("1", "2", "3"))
    made = pages(results, texts=texts)
    assert [_steps(made[f"explained/{place}.html"]) for place in (1, 2, 3)] == [
        [("next", "2.html")],
        [("prev", "1.html"), ("next", "3.html")],
        [("prev", "2.html")],
    ]
    assert "evaluations.html#m=0&a=2&b=0&s=difference" in [
        one.attributes["href"] for one in drawn(pages(systems)["pair-2.html"], "a")
    ]


@pytest.mark.parametrize(("count", "more"), [(50, None), (51, "… and 1 more"), (1050, "… and 1,000 more")])
def test_fifty_notes_are_listed(count: int, more: str | None) -> None:
    noted = THREE._replace(notes=tuple(f"note {place}" for place in range(count)))
    items = [
        one.text for one in drawn(pages(noted)["index.html"], "li") if one.text.startswith(("note", "…"))
    ]
    assert items == [*(f"note {place}" for place in range(50)), *filter(None, [more])]


def test_the_worst_are_explained_from_their_texts() -> None:
    made = pages(*[scored({"good": MODELS[0], "bad": "cats", "odd": "a mat"}, ("1", "2"))[0]])
    assert not [name for name in made if name.startswith("explained")]
    results, texts = scored({"good": MODELS[0], "bad": "cats"}, ("1", "2"))
    made = pages(results, texts=texts)
    assert {name for name in made if name.startswith("explained")} == {"explained/1.html", "explained/2.html"}
    assert "The IDs of 2 evaluations lead to explanations." in text_of(made["evaluations.html"])
    text = text_of(made["explained/1.html"])
    assert "Among the lowest scores of bad by ROUGE-1, ROUGE-L" in text
    assert "Among the greatest losses of bad against good by ROUGE-1, ROUGE-L" in text
    assert "Evaluation 1 Among the lowest scores of good by ROUGE" in text
    assert '<a href="explained/1.html"><bdi>1</bdi></a>' in made["worst.html"]
    assert data_of(made["data/index.js"])["pages"] == {"0": "explained/1.html", "1": "explained/2.html"}


def test_texts_of_all_evaluations_lie_beside_the_table() -> None:
    """Fifty evaluations share a script, in the order of the input; those without scores are left out."""
    results, texts = scored({"good": "the cat\nsat <b>", "bad": "\x1b"}, tuple(f"e{n}" for n in range(101)))
    *others, last = texts
    lacking = last._replace(peers={**last.peers, "bad": None}, model_ids=("A",), models=last.models[:1])
    strange = Evaluation.of_texts("strange", {"good": "x"}, ["y"])
    made = pages(results, texts=[strange, *reversed(others), lacking], most=1)
    together: list[Any] = [data_of(made[f"data/texts-{n}.js"]) for n in range(3)]
    assert [[*map(int, of)] for of in together] == [[*range(99, 49, -1)], [*range(49, -1, -1)], [100]]
    model = [one.decode() for one in last.models[0].sentences]
    assert together[2]["100"] == [[["A", model]], [["the cat", "sat <b>"], None]]
    models, peers = together[0]["99"]
    assert ([name for name, _ in models], peers[1]) == (["1", "2"], [r"\x1b"])
    made = pages(results, texts=texts, most=1)
    assert data_of(made["data/index.js"])["texts"] == [*[0] * 50, *[1] * 50, 2]
    assert [name for name in made if name.startswith("data/texts")] == [
        f"data/texts-{n}.js" for n in range(3)
    ]
    assert '<dialog id="texts"' in made["evaluations.html"]
    assert "1 evaluation leads to its explanation; the others open the texts." in text_of(
        made["evaluations.html"]
    )


@pytest.mark.parametrize(
    ("format", "choices", "lines"),
    [
        ("SIMPLE", {"basic_elements": "HM"}, ["a|b|c", '<a name="1">[1]</a> <a href="#1" id=1>d|e|f</a>']),
        ("SEE", {}, ["d|e|f"]),
    ],
)
def test_sentences_and_basic_elements_are_shown(
    format: str, choices: dict[str, Any], lines: list[str], tmp_path: Path
) -> None:
    write(tmp_path, {"p": 'a|b|c\n<a name="1">[1]</a> <a href="#1" id=1>d|e|f</a>\n'})
    text = File(str(tmp_path / "p"), format)
    options = Options(**choices, resamples=10)
    evaluations = [Evaluation("1", {"S": text}, (text,))]
    made = pages(evaluate(evaluations, options), texts=evaluations, most=1)
    assert data_of(made["data/texts-0.js"]) == {"0": [[["1", lines]], [lines]]}


def test_empty_summaries_are_named_in_plain_words() -> None:
    results, texts = scored({"a": "", "b": "cats"})
    assert results.notes == ("readText: peer of evaluation 1 -> empty text",)
    made = pages(results, texts=texts)
    for path in ("index.html", "explained/1.html"):
        assert "Empty summary: peer of evaluation 1" in text_of(made[path])
        assert "readText" not in made[path]


def test_missing_summaries_are_named_in_plain_words() -> None:
    noted = THREE._replace(
        notes=("*ROUGE Warning: test instance for peer a\\1 does not exist for evaluation 2",)
    )
    assert r"System a\1 has no summary in evaluation 2" in text_of(pages(noted)["index.html"])


def test_none_is_explained_where_none_is_wanted() -> None:
    results, texts = scored({"a": "the cat", "b": "cats"})
    made = pages(results, texts=texts, most=0)
    assert not [name for name in made if name.startswith(("explained", "data/texts"))]
    assert "No evaluation is explained, as --explain-worst 0 asked for" in text_of(made["worst.html"])
    assert "dialog" not in made["evaluations.html"]


def test_texts_that_were_not_scored_are_refused() -> None:
    """Of these two, recall is equal, and precision is higher or lower."""
    (results, texts), longer = scored({"a": "the cat"}), scored({"a": "the cat zebra"})
    for scores, others in ((results, longer[1]), (longer[0], texts)):
        with pytest.raises(
            InputError, match="evaluation 1: the texts of system a do not have the ROUGE-1 of"
        ):
            pages(scores, texts=others)
    with pytest.raises(InputError, match="the input has no evaluation 1, but the report has its scores"):
        pages(results, texts=[])


@pytest.mark.slow
def test_hostile_names_and_texts_are_text() -> None:
    names = (HOSTILE, *NASTY)
    results, texts = scored(dict.fromkeys(names, f"the cat {HOSTILE}"), names)
    for path, page in pages(results, texts=texts, most=1).items():
        if path.endswith(".html"):
            for one in html.fromstring(page).iter(etree.Element):
                assert one.tag not in ("img", "iframe", "object", "base")
                assert not [key for key in one.attrib if key.startswith("on") or key == "style"]
                assert one.tag != "script" or "defer" in one.attrib
        elif path.startswith("data/"):
            assert page.isascii()
            assert not re.search("[<>&]", page)


def test_pages_take_nothing_but_their_own_files() -> None:
    results, texts = scored({"a": "the cat", "نظام": "cats"})
    made = pages(results, texts=texts)
    assert "<bdi>نظام</bdi>" in made["index.html"]  # A name has a direction of its own.
    for path, page in made.items():
        assert "http:" not in page
        assert "https:" not in page
        if not path.endswith(".html"):
            continue
        (policy, *_) = drawn(page, "meta")[1:]
        assert policy.attributes["http-equiv"] == "Content-Security-Policy"
        content = policy.attributes["content"]
        assert content.startswith(
            "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src"
        )
        assert "unsafe" not in content
        links = html.fromstring(page).xpath("//@src | //@href")
        assert links
        for target in (link for link in links if not link.startswith(("#", "data:,"))):
            assert (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0])) in made
            )


def test_names_sections_and_labels_of_all_pages() -> None:
    """Every name has a direction of its own, every label a target, and every measure a section to choose."""
    systems = ("نظام", "نظم", "نص")
    results, texts = scored(dict.fromkeys(systems, "the cat"), ("1", "2"))
    for path, page in pages(results, results.compare(systems[0]), texts).items():
        if path.endswith(".html"):
            tree = html.fromstring(page)
            for name in systems:
                outside = f"//body//text()[contains(., '{name}')][not(ancestor::bdi or ancestor::option)]"
                assert [
                    one for one in tree.xpath(outside) if one.getparent().tag not in ("text", "title")
                ] == []
            ids = tree.xpath("//@id")
            assert len(ids) == len(set(ids))
            assert {*tree.xpath("//@aria-labelledby"), *tree.xpath("//label/@for")} <= {*ids}
            chosen = len(tree.xpath("//input[@name='measure']"))
            sections = tree.xpath("//section[starts-with(@class, 'measure')]/@class")
            if path.startswith(("pair", "worst")):  # These can show all measures at once, too.
                assert sections == [f"measure m{place}" for place in range(chosen - 1)] != []


def test_other_profiles() -> None:
    evaluations = [
        Evaluation.of_texts(str(id), {"a": "the cat sat", "b": "cats"}, MODELS[:1]) for id in range(3)
    ]
    for profile in ("rouge-score", "evaluate", "torchmetrics"):
        options = Options(profile=profile, types=("rouge1",))
        scores = evaluate(evaluations, options)
        made = pages(scores, scores.compare("b"), evaluations, 1)
        assert "explained/1.html" in made
        assert text_of(made["index.html"]).count("confidence") == (0 if profile == "torchmetrics" else 4)


def test_measures_beside_rouge_have_a_table_and_charts_of_their_own() -> None:
    """Of its source, `b` copies `a b` and `d`, and `a` nothing; density is the sum of squares per word."""
    peers = {"a": "x x", "b": "a b x d"}
    evaluations = [Evaluation.of_texts(id, peers, ["a b"], source="a b c d") for id in "12"]
    report = evaluate(
        evaluations, Options(max_ngram=1, rouge_l=False, about=("length", "coverage", "density"))
    )
    made = pages(report, report.compare("a"))
    index = made["index.html"]
    rows = [row.text.split() for row in drawn(index, "tr", within="systems")]
    assert [text for (text,) in rows[-4:]] == [
        *("Systemlengthcoveragedensity", "a2.0000.0000.000", "b4.0000.7501.250", "(models)2.0001.0002.000")
    ]
    assert {one.text for one in drawn(index, "td", "name")} == {"a", "ROUGE-1"}
    labels = [one.attributes["aria-label"] for one in drawn(index, "svg", "scatter")]
    assert labels == [
        "Systems by density and ROUGE-1, f: b 1.250, 66.67; a 0.000, 0.00",
        "Systems by length and ROUGE-1, f: b 4.000, 66.67; a 2.000, 0.00",
    ]
    with pytest.raises(OptionError, match="a report in pages is of ROUGE, which needs models: give them"):
        pages(evaluate([one._replace(models=()) for one in evaluations], Options(about=("length",))))


def test_a_report_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="there is nothing to report"):
        pages(report({"a": {}}))


def test_of_many_systems_few_are_explained_unless_a_number_is_asked_for() -> None:
    """Six systems lie below `base` in each of thirty evaluations, each in another one most."""
    words = ["a", "b", "c", "d", "e", "f", "g", "h"]
    evaluations = [
        Evaluation.of_texts(
            str(n),
            {"base": " ".join(words), **{f"s{k}": " ".join(words[: 1 + (n + k) % 7]) for k in range(6)}},
            [" ".join(words)],
        )
        for n in range(30)
    ]
    report = evaluate(evaluations, Options(max_ngram=2, resamples=20))
    counts = [
        sum(name.startswith("explained") for name in pages(report, report.compare("base"), evaluations, most))
        for most in (None, 3)
    ]
    assert 0 < counts[0] <= 20
    assert counts[0] < counts[1]
    few = evaluate(
        [one._replace(peers=dict([*one.peers.items()][:3])) for one in evaluations], report.options
    )
    made = pages(few, few.compare("base"), evaluations, None)
    assert (
        data_of(made["data/index.js"])["pages"]
        == data_of(pages(few, few.compare("base"), evaluations)["data/index.js"])["pages"]
    )
