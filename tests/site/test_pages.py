"""The files of the site: the content of pages and data, and that no text in them runs as code."""

from __future__ import annotations

import posixpath
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from lxml import etree, html

from rouge_cli import Evaluation, File, InputError, OptionError, Options, Report, evaluate
from rouge_cli.rendering.page_data import systems_to_explain
from rouge_cli.scoring.results import Worst
from rouge_cli.scoring.scores import Counts, Score

from ..support.drawn import drawn
from ..support.files import write
from ..support.reports import NASTY
from ..support.sites import comparison, data_of, first_choices, pages, report, text_of, texts_of
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
    scripts = ("evaluations.js", "explanation.js", "leaderboard.js", "page.css", "pairs.js", "report.js")
    assert sorted(made) == [
        *(f"assets/{name}" for name in (*scripts, "site.css", "texts.js")),
        *("data/index.js", "data/measure-0.js", "data/pairs.js", "evaluations.html", "index.html"),
        *("pairs.html", "system-1.html", "system-2.html", "system-3.html"),
    ]
    for path, name in (("index", "Overview"), ("evaluations", "Evaluations"), ("pairs", "Pairs")):
        links = drawn(made[f"{path}.html"], "a")
        assert [one.text for one in links if "aria-current" in one.attributes] == [name]


def test_the_overview_has_figures_intervals_and_verdicts() -> None:
    index = pages(THREE, COMPARED)["index.html"]
    text = text_of(index)
    assert "3 systems, 3 evaluations. Figures × 100, with 95% confidence intervals from 1,000" in text
    rows = [row.text.split() for row in drawn(index, "tr", within="leaderboard")]
    assert rows[1:4] == [
        ["base", "baseline50.0050.00", "[37.50,", "62.50]3"],
        ["large58.33+8.33", "▲", "significantly", "above58.33", "[45.83,", "70.83]3"],
        [
            "lead",
            "2",
            "of",
            "318.75−18.75",
            "▼",
            "significantly",
            "below18.75",
            "[6.25,",
            "31.25]2",
            "of",
            "3",
        ],
    ]
    assert [row.text.split()[0] for row in drawn(index, "tr", "baseline")] == ["base"] * 3
    titles = [
        one.attributes["title"] for one in drawn(index, "span", within="mark") if "title" in one.attributes
    ]
    assert titles[:2] == [
        "significantly above, corrected p 0.0100 [+7.33, +9.33]",
        "significantly below, corrected p 0.0200 [−19.75, −17.75]",
    ]
    scopes = Counter(head.attributes["scope"] for head in drawn(index, "th", within="leaderboard"))
    assert scopes == {"col": 3 * 5, "row": 3 * 3}  # By three figures: five columns, and three systems.
    assert "made from saved scores without the texts" in drawn(index, "p", "note")[0].text


def test_a_system_has_a_page_with_its_figures_and_its_differences() -> None:
    made = pages(THREE, COMPARED)
    text = text_of(made["system-3.html"])
    assert "System lead Place 2 of 2 beside the baseline by ROUGE-1, F; 2 of 3 evaluations." in text
    assert f"ROUGE-1{' 18.75 [6.25, 31.25]' * 3}" in text
    assert "Differences of F × 100 in the evaluations that both have; p by paired bootstrap" in text
    assert "ROUGE-1 −18.75 [−19.75, −17.75] ▼ significantly below 0.0100 0.0200 3" in text
    assert "System base The baseline; 3 evaluations." in text_of(made["system-1.html"])


def test_the_figure_that_is_asked_for_is_chosen_first() -> None:
    page = pages(THREE, COMPARED)["index.html"]
    assert 'role="img" aria-label="58.33 [45.83, 70.83]"' in page
    assert 'id="show-2" checked' in page
    assert 'id="show-0" checked' in pages(THREE, figure="R")["index.html"]


def test_without_a_comparison_nothing_is_called_significant() -> None:
    made = pages(THREE)
    text = text_of(made["index.html"])
    assert "Best by ROUGE-1: large 58.33. No difference was tested; --compare tests them." in text
    assert "Bold : the best of a measure." in text
    assert "significantly" not in text
    assert data_of(made["data/pairs.js"]) == [[]]
    assert "No difference was tested; --compare tests them." in text_of(made["pairs.html"])


def test_ties_lead_to_the_table_of_all_evaluations() -> None:
    ids = [str(place) for place in range(1000)]
    made = pages(report({"one": dict.fromkeys(ids, 0.5), "other": dict.fromkeys(ids, 0.25)}))
    assert "2 systems, 1,000 evaluations." in text_of(made["index.html"])
    assert [one.text for one in drawn(made["index.html"], "td", "size")] == ["1,000"] * 6
    text = text_of(made["system-2.html"])
    assert "995 more with 25.00" in text
    assert "995 more with −25.00" in text
    links = [one.attributes["href"].partition("#") for one in drawn(made["system-2.html"], "a")]
    assert [address for _, _, address in links if address.startswith("m=")] == [
        *("m=0&f=2&a=1&b=&s=score", "m=0&f=2&a=1&b=0&s=difference")
    ]


def test_one_system_has_no_pairs() -> None:
    """Its table is as high as the rows of up to fifteen evaluations."""
    for count in (15, 16):
        made = pages(report({"only": {str(place): 0.5 for place in range(count)}}))
        assert bool(drawn(made["evaluations.html"], "div", "rows", "few")) == (count == 15)
    made = pages(report({"only": {"x": 0.5}}))
    assert "pairs.html" not in "".join(page for name, page in made.items() if name != "pairs.html")
    assert "1 system, 1 evaluation." in text_of(made["index.html"])
    assert first_choices(made["evaluations.html"]) == ["ROUGE-1", "F", "only"]


def test_the_data_of_the_table() -> None:
    made = pages(THREE, COMPARED)
    assert data_of(made["data/index.js"]) == {
        "evaluations": ["x", "y", "z"],
        "systems": ["base", "large", "lead"],
        "measures": [{"name": "ROUGE-1", "kind": "ngrams", "number": 1, "whole": False}],
        "explained": {},
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
    large = [83_300, 73_300, 93_300, "0.0050", "0.0100", "higher"]
    lead = [-187_500, -197_500, -177_500, "0.0100", "0.0200", "lower"]
    assert data_of(made["data/pairs.js"]) == [[[1, 0, *[large] * 3], [2, 0, *[lead] * 3]]]


def _steps(page: str) -> list[tuple[str, str]]:
    steps = [one.attributes for one in drawn(page, "a", "step")]
    return [(one["rel"], one["href"]) for one in steps if "rel" in one]


def test_pages_lead_to_the_next_and_to_the_one_before() -> None:
    made = pages(report({system: {"x": 0.5} for system in "abc"}))
    assert [_steps(made[f"system-{place}.html"]) for place in (1, 2, 3)] == [
        [("next", "system-2.html")],
        [("prev", "system-1.html"), ("next", "system-3.html")],
        [("prev", "system-2.html")],
    ]
    results, texts = scored({"good": MODELS[0], "bad": "cats"}, ("1", "2", "3"))
    made = pages(results, texts=texts)
    assert [_steps(made[f"explained/{place}.html"]) for place in (1, 2, 3)] == [
        [("next", "2.html")],
        [("prev", "1.html"), ("next", "3.html")],
        [("prev", "2.html")],
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
    assert "An ID opens the texts; 2 evaluations are explained in full." in text_of(made["evaluations.html"])
    text = text_of(made["explained/1.html"])
    assert "Among the lowest scores of bad by ROUGE-1, ROUGE-L" in text
    assert "Among the greatest losses of bad against good by ROUGE-1, ROUGE-L" in text
    assert "Evaluation 1 Among the lowest scores of good by ROUGE" in text
    assert data_of(made["data/index.js"])["explained"] == {
        "0": ["explained/1.html", [0, 1]],
        "1": ["explained/2.html", [0, 1]],
    }
    # An ID opens the texts of the system and its rival; "why" leads to the explanation of the system.
    links = [one.attributes["href"] for one in drawn(made["system-2.html"], "a", within="ranking")]
    assert links[:2] == ["evaluations.html#m=0&f=2&a=1&b=&s=score&e=0", "explained/1.html#system-1"]
    assert links[4] == "evaluations.html#m=0&f=2&a=1&b=0&s=difference&e=0"
    assert 'id="system-1"' in made["explained/1.html"]


def test_texts_of_all_evaluations_lie_beside_the_table() -> None:
    """Fifty evaluations share a script, in the order of the input; those without scores are left out."""
    results, texts = scored({"good": "the cat\nsat <b>", "bad": "\x1b"}, tuple(f"e{n}" for n in range(101)))
    *others, last = texts
    lacking = last._replace(peers={**last.peers, "bad": None}, model_ids=("A",), models=last.models[:1])
    strange = Evaluation.of_texts("strange", {"good": "x"}, ["y"])
    made = pages(results, texts=[strange, *reversed(others), lacking], most=1)
    together: list[Any] = [texts_of(made[f"data/texts-{n}.js"]) for n in range(3)]
    assert [[*map(int, of)] for of in together] == [[*range(99, 49, -1)], [*range(49, -1, -1)], [100]]
    model = [one.decode() for one in last.models[0].sentences]
    assert together[2]["100"] == [[["A", model]], [["the cat", "sat <b>"], None], None]
    models, peers, _ = together[0]["99"]
    assert ([name for name, _ in models], peers[1]) == (["1", "2"], [r"\x1b"])
    made = pages(results, texts=texts, most=1)
    assert data_of(made["data/index.js"])["texts"] == [*[0] * 50, *[1] * 50, 2]
    assert [name for name in made if name.startswith("data/texts")] == [
        f"data/texts-{n}.js" for n in range(3)
    ]
    assert '<dialog id="texts"' in made["evaluations.html"]


def test_texts_are_pieces_that_begin_with_a_token_and_equal_tokens_have_equal_numbers() -> None:
    """Stems are equal tokens, and a stop word is none. An astral letter takes two places in scripts."""
    evaluation = Evaluation.of_texts("1", {"s": "“Cats, 𝒳 cat of cats."}, ["the cat"], source="Cats ran.")
    options = Options(max_ngram=1, stem=True, stop_words="smart", resamples=5)
    made = pages(evaluate([evaluation], options), texts=[evaluation])
    data = data_of(made["data/texts-0.js"])
    pieces = data["pieces"]
    models, ((sentence,),), (source,) = data["evaluations"]["0"]
    assert [pieces[one][:2] for one in sentence] == [["“"], ["Cats, 𝒳 ", 4], ["cat of ", 3], ["cats.", 4]]
    (number,) = {pieces[one][2] for one in sentence[1:]}
    ((_, (model,)),) = models
    assert [pieces[one][2:] for one in model] == [[], [number]]
    assert pieces[source[0]][2:] == [number]


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
    assert texts_of(made["data/texts-0.js"]) == {"0": [[["1", lines]], [lines], None]}


def test_empty_summaries_are_named_in_plain_words() -> None:
    results, texts = scored({"a": "", "b": "cats"})
    assert results.notes == ("readText: peer of evaluation 1 -> empty text",)
    made = pages(results, texts=texts)
    for path in ("index.html", "explained/1.html"):
        assert "Empty summary: peer of evaluation 1" in text_of(made[path])
        assert "readText" not in made[path]


def test_none_is_explained_where_none_is_wanted() -> None:
    results, texts = scored({"a": "the cat", "b": "cats"})
    made = pages(results, texts=texts, most=0)
    assert not [name for name in made if name.startswith(("explained", "data/texts"))]
    for path in ("index.html", "system-1.html", "evaluations.html"):
        assert "The texts are left out, as --explain-worst 0 asked for." in text_of(made[path])
    assert "<dialog" not in made["evaluations.html"]


def test_systems_to_explain_come_in_the_order_of_rankings() -> None:
    def worst(*ids: str) -> tuple[list[Worst], int]:
        return [Worst(id, "", 0.0, Score(0.0, 0.0, 0.0, Counts(0, 0, 0))) for id in ids], 0

    ranked = {
        ("m", "a", None): worst("1", "2"),
        ("m", "b", None): worst("2", "3"),
        ("m", "b", "a"): worst("3"),
    }
    assert systems_to_explain(ranked, 10**9) == {"1": ["a"], "2": ["a", "b"], "3": ["b", "a"]}
    assert systems_to_explain(ranked, 2, 3) == {"1": ["a"], "2": ["b"], "3": ["b", "a"]}


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
@pytest.mark.parametrize("baseline", ["team01", None])
def test_every_link_of_a_large_report_leads_somewhere_and_the_report_is_small(baseline: str | None) -> None:
    """25 systems with 300 evaluations of three models take at most 6 MB, compared in either way."""
    draw = random.Random(5)
    words = [f"{draw.choice('bcdfglmprst')}{draw.choice('aeiou')}{draw.randrange(1000)}" for _ in range(3000)]

    def text(words: list[str]) -> str:
        return "\n".join(" ".join(draw.choices(words, k=14)) for _ in range(4))

    evaluations = []
    for number in range(300):
        topic = draw.choices(words, k=80)
        peers = {f"team{n:02}": text(topic) for n in range(25)}
        evaluations.append(Evaluation.of_texts(f"doc{number:03}", peers, [text(topic) for _ in range(3)]))
    results = evaluate(evaluations, Options(max_ngram=2))
    made = pages(results, results.compare(baseline), evaluations, None)
    assert sum(len(page.encode()) for page in made.values()) <= 6_000_000
    anchors, links = {}, set()
    for path, page in made.items():
        if path.endswith(".html"):
            tree = html.fromstring(page)
            anchors[path] = {*tree.xpath("//@id")}
            links |= {(path, link) for link in tree.xpath("//@href | //@src") if not link.startswith("data:")}
    index = data_of(made["data/index.js"])
    links |= {("evaluations.html", page) for page, _ in index["explained"].values()}
    assert len(links) > 25 * 30
    for path, link in links:
        name, _, anchor = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) if name else path
        assert target in made, (path, link)
        if target in ("evaluations.html", "pairs.html"):
            chosen = {key: int(value) for key, (value,) in parse_qs(anchor).items() if value.isdecimal()}
            assert chosen.get("e", 0) < 300 > 25 > max(chosen.get("a", 0), chosen.get("b", 0))
        elif anchor:
            assert anchor in anchors[target], (path, link)
    for place, (page, systems) in index["explained"].items():
        assert {f"system-{n}" for n in range(len(systems))} <= anchors[page]
        assert f"doc{int(place):03}" in made[page]


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
            if path.startswith("system"):  # These can show all measures at once, too.
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
        assert text_of(made["index.html"]).count("confidence") == (0 if profile == "torchmetrics" else 1)


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
    labels = [one.attributes["aria-label"] for one in drawn(index, "svg", "scatter")]
    assert labels == [
        "Systems by density and ROUGE-1, F: a 0.000, 0.00; b 1.250, 66.67",
        "Systems by length and ROUGE-1, F: a 2.000, 0.00; b 4.000, 66.67",
    ]
    with pytest.raises(OptionError, match="a report in pages is of ROUGE, which needs models: give them"):
        pages(evaluate([one._replace(models=()) for one in evaluations], Options(about=("length",))))


def test_pages_for_participants_have_no_text_of_a_model() -> None:
    results, texts = scored({"good": MODELS[0], "bad": "cats"}, ("1", "2"))
    secret = [one._replace(models=Evaluation.of_texts("", {}, ["secret words"]).models) for one in texts]
    made = pages(results, texts=secret, hides_models=True)
    assert not [name for name, page in made.items() if "secret" in page or name.startswith("explained")]
    models, peers, _ = texts_of(made["data/texts-0.js"])["0"]
    assert (models, len(peers)) == ([], 2)
    note = "The texts of models are left out, as --hide-models asked for"
    assert note in text_of(made["system-1.html"])


def test_the_overview_says_how_the_report_was_made_and_groups_notes() -> None:
    notes = ("a note", "Empty: x", "other: x", "Empty: y", "Empty: z", "other: y")
    facts = {"Input": "<a>.xml", "Command": "rouge-eval …", "Date": "2026-01-02 03:04 UTC"}
    made = pages(THREE._replace(notes=notes), title="<Task>", facts=facts)
    index = made["index.html"]
    assert drawn(index, "h1")[0].text == "<Task>"
    assert drawn(index, "title")[0].text == "Overview – <Task>"
    shown = [one.text for one in drawn(index, "li", within="notes")]
    assert shown == ["a note", "Empty (3): x, y and 1 more", "other: x", "other: y"]
    values = [one.text.strip() for one in drawn(index, "dd", within="made")]
    assert values == [*facts.values(), f"{THREE.signature} Copy"]


def test_a_report_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="there is nothing to report"):
        pages(report({"a": {}}))


def test_of_many_systems_few_are_explained_unless_a_number_is_asked_for() -> None:
    """Five systems lie below `base` in each of thirty evaluations, each in another one most.

    Of six systems twenty summaries are explained, and of five as many as of a few.
    """
    words = ["a", "b", "c", "d", "e", "f", "g", "h"]
    evaluations = [
        Evaluation.of_texts(
            str(n),
            {"base": " ".join(words), **{f"s{k}": " ".join(words[: 1 + (n + k) % 7]) for k in range(5)}},
            [" ".join(words)],
        )
        for n in range(30)
    ]
    report = evaluate(evaluations, Options(max_ngram=2, resamples=20))
    counts = []
    for most in (None, 3):
        index = data_of(pages(report, report.compare("base"), evaluations, most)["data/index.js"])
        counts.append(sum(len(systems) for _, systems in index["explained"].values()))
    assert counts[0] == 20 < counts[1]
    few = evaluate(
        [one._replace(peers=dict([*one.peers.items()][:5])) for one in evaluations], report.options
    )
    made = pages(few, few.compare("base"), evaluations, None)
    assert (
        data_of(made["data/index.js"])["explained"]
        == data_of(pages(few, few.compare("base"), evaluations)["data/index.js"])["explained"]
    )
