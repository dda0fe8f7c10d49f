"""Explanations: their figures are those of the report, and their marks add up to them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Evaluation, File, InputError, Options, Score, Text, evaluate
from rouge_cli.explanations.explanation import explain
from rouge_cli.explanations.phrases import choices as choices_in_words

from ..support.explained import articles, explained, listed, marked, tree_of, words
from ..support.files import write
from ..support.tables import table
from ..support.texts import MODELS, PEER

pytestmark = pytest.mark.usefixtures("kernel")

_WORDS = ["the", "The", "cats", "cat", "sat", "x-y", "4,000", "é", "naïve", " ", "\x00", "\xff", "is"]
_BYTES = st.lists(st.sampled_from(_WORDS), max_size=8).map(lambda words: " ".join(words).encode("latin-1"))
_TEXTS = st.lists(_BYTES | st.binary(max_size=12), max_size=4).map(lambda lines: Text(tuple(lines)))
_CORPORA = st.builds(
    lambda peer, models: Evaluation("1", {"S": peer}, tuple(models)),
    _TEXTS,
    st.lists(_TEXTS, min_size=1, max_size=3),
)
_OPTIONS = st.builds(
    Options,
    max_ngram=st.just(3),
    weight=st.sampled_from([0.5, 1.2, 2, 3.0]),
    skip_gap=st.sampled_from([-1, 0, 2]),
    skip_both=st.just(True),
    stem=st.booleans(),
    remove_stop_words=st.booleans(),
    best_model=st.booleans(),
    alpha=st.sampled_from([0, 0.5, 0.8]),
    resamples=st.just(1),
) | st.builds(
    Options,
    max_ngram=st.just(2),
    weight=st.just(1.2),
    skip_gap=st.just(1),
    skip_unigrams=st.just(True),
    stem_models=st.booleans(),
    word_limit=st.integers(0, 9),
)
_CASES = st.tuples(
    _CORPORA,
    _OPTIONS | st.builds(replace, _OPTIONS.filter(lambda o: not o.word_limit), byte_limit=st.integers(1, 30)),
)


def _short(count: float) -> str:
    return f"{count:.2f}".rstrip("0").rstrip(".")


# The figures and the marks.


@given(_CASES)
def test_figures_are_those_of_the_report(case: tuple[Evaluation, Options]) -> None:
    """They are × 100 with two decimals, and the counts have two decimals at most."""
    evaluation, options = case
    report = evaluate([evaluation], options)
    scores: list[Score] = [result.scores[0] for result in report.systems["S"].values()]
    figures = [[f"{100 * figure:.2f}" for figure in score[:3]] for score in scores]
    page = evaluation.explain(options)
    assert [[one.text for one in article.iterfind("dl//strong")] for article in articles(page)] == figures
    rows = [
        [cell.text_content() for cell in row]
        for row in tree_of(page).xpath("//section[@aria-labelledby='figures']//tbody/tr")
    ]
    counts = [[_short(count) for count in (one.counts.hit, *one.counts[:2])] for one in scores]
    assert rows == [
        [name, *of_score, *of_counts]
        for name, of_score, of_counts in zip(report.measures, figures, counts, strict=True)
    ]
    in_terminal = [line.split() for line in page.text.split("\n\n")[1].splitlines()[2:]]
    assert in_terminal == [["S", name, *of] for name, of in zip(report.measures, figures, strict=True)]


@given(_CASES)
def test_marks_and_lists_add_up_to_the_hits(case: tuple[Evaluation, Options]) -> None:
    """Each word of the lists stands, as it is counted, where the row says that it stands."""
    for of_measure in explain(*case).systems["S"]:
        for pair in of_measure.pairs:
            hit, model, peer = pair.counts.hit, pair.counts.model, pair.counts.peer
            if pair.lists[0].units is not None:
                matched, missed, extra = (one.units or 0 for one in pair.lists)
                assert (matched, matched + missed, matched + extra) == (hit, model, peer)
                continue
            (sentences,) = pair.lists
            assert {piece.role for line in pair.peer.sentences for piece in line} <= {
                *("plain", "partner", "dropped", "beyond")
            }
            assert sum(row.counts[0] for row in sentences.rows) == len(pair.model.words)
            assert sum(row.counts[-1] for row in sentences.rows) == pytest.approx(hit)
        kept = of_measure.pairs if of_measure.best is None else [of_measure.pairs[of_measure.best]]
        assert sum(pair.counts.hit for pair in kept) == pytest.approx(of_measure.score.counts.hit)
    page = case[0].explain(case[1])
    for article, of_measure in zip(articles(page), explain(*case).systems["S"], strict=True):
        for details, pair in zip(article.iterfind("details"), of_measure.pairs, strict=True):
            for side in ("peer", "model") if pair.lists[0].units is not None else ("model",):
                numbers = list(map(float, details.xpath(f".//ol[@class='{side}']//@data-n")))
                if of_measure.measure.name not in ("ROUGE-1", "ROUGE-L"):
                    assert sum(numbers) == pytest.approx(pair.counts.hit, abs=0.01 * len(numbers) + 1e-9)


@given(_CASES)
def test_words_stand_where_they_are_written(case: tuple[Evaluation, Options]) -> None:
    evaluation, options = case
    options = replace(options, stem=False, stem_models=False)
    for of_measure in explain(evaluation, options).systems["S"]:
        for pair in of_measure.pairs:
            for written, counted in (*pair.peer.words, *pair.model.words):
                assert written.lower() == counted
    article = articles(evaluation.explain(options))[0]
    for details in article.iterfind("details"):
        for side in ("peer", "model"):
            lines = [
                item.text_content().encode("utf-16-le")
                for item in details.xpath(f".//ol[@class='{side}']/li")
            ]
            for row in details.xpath(f".//tr[@data-{side}]"):
                for sentence, start, end in re.findall(r"(\d+):(\d+)-(\d+)", row.get(f"data-{side}")):
                    word = lines[int(sentence)][2 * int(start) : 2 * int(end)].decode("utf-16-le")
                    assert word.lower() == row.findtext("th")


@pytest.mark.parametrize(("choices", "peer", "model", "marks"), table(__file__, "marks"))
def test_marks(choices: dict[str, Any], peer: str, model: str, marks: list[str]) -> None:
    assert marked(explained(peer, model, **choices)) == marks


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (b"caf\xc3\xa9", "café"),
        (b"caf\xe9", "caf\N{REPLACEMENT CHARACTER}"),
        (b"a\tb\r", "a b "),
        (b"\0\x1b[31m", r"\x00\x1b[31m"),
        ("\u202ereversed\u2028".encode(), r"\u202ereversed\u2028"),
        ("1\u00a0000 \U0001f469\u200d\U0001f52c".encode(), "1\u00a0000 \U0001f469\u200d\U0001f52c"),
    ],
)
def test_text_that_cannot_be_shown_is_escaped(text: bytes, wanted: str) -> None:
    page = Evaluation.of_texts("1", {"S": [text]}, ["zzz"]).explain()
    assert tree_of(page).findtext(".//ol[@class='peer']/li") == wanted


_CALLS = count()


def fickle(text: str) -> list[str]:
    """A tokenizer that drops words at random, as tokenizers of models do, returns ever other tokens."""
    return text.split()[next(_CALLS) % 30 :]


def test_texts_of_a_tokenizer_that_returns_other_tokens_have_no_marks() -> None:
    texts = ["a b " * 20, "b c " * 20]
    page = explained(*texts, tokenizer=f"{__name__}:fickle", max_ngram=1, rouge_l=False)
    assert "Recall " in page.text
    assert marked(page) == texts


# Models, systems and sizes.


def test_best_model() -> None:
    page = explained("a b", "x y", "a b", "a b", best_model=True)
    document = tree_of(page)
    assert [pair.get("open") is not None for pair in document.find_class("pair")] == [False, True, False]
    assert "Of the 3 models, model 2 is kept, because its recall is the highest." in words(page.text)
    assert [one.text_content() for one in document.xpath("//th[contains(., '(kept)')]")] == [
        "2: text in memory (kept)"
    ]


def test_of_models_with_equal_counts_that_of_the_highest_recall_is_kept() -> None:
    """By a tiny weight each text weighs 1; recall is chosen by the number of the model's sentences."""
    page = explained("a", "a\nx", "a x", "a y", rouge_l=False, weight=1e-300, best_model=True)
    assert [one.findtext("summary") for one in articles(page)[0].iterfind("details")] == [
        f"Model {place} of 3: 1 hit, weight of the model: 1, of the peer: 1" for place in (1, 2, 3)
    ]
    assert "model 2 is kept" in page.text


def test_basic_elements_of_files(tmp_path: Path) -> None:
    write(tmp_path, {"p": "Cat|nil|nil\nsit|cat|subj\n", "m": "sit|Cat|subj\nmat|nil|nil\n"})
    peer, model = (File(str(tmp_path / name), "SIMPLE") for name in "pm")
    page = Evaluation("1", {"S": peer}, (model,)).explain(Options(basic_elements="HM"))
    assert marked(page) == ["-Cat|nil|nil-\n[sit|cat|subj]", "[sit|Cat|subj]\n-mat|nil|nil-"]
    assert any(line.startswith(" 1  sit|cat ") for line in listed(page))


def test_several_systems_are_told_apart_in_the_table_of_figures() -> None:
    names = ["ROUGE-1", "ROUGE-L"]
    for systems in (["S"], ["S", "T"], ["S", "T", "U"]):
        evaluation = Evaluation.of_texts("1", dict.fromkeys(systems, PEER), MODELS)
        (figures,) = tree_of(evaluation.explain(Options(max_ngram=1))).xpath(
            "//table[starts-with(caption, 'Recall')]"
        )
        rows = [row[0].text_content() for row in figures.findall(".//tbody/tr")]
        assert rows == (names if len(systems) == 1 else [system for system in systems for _ in names])


def test_a_dozen_systems_are_explained_unless_they_are_named() -> None:
    evaluation = Evaluation.of_texts("1", {str(number): PEER for number in range(13)}, MODELS)
    page = evaluation.explain()
    document = tree_of(page)
    assert [one.text_content() for one in document.iter("h2")] == [
        *("Figures", *(f"System {number}" for number in range(12)))
    ]
    # All but the first are folded, and a link from the table of figures leads into each.
    folded = document.find_class("system")
    assert [one.get("open") is not None for one in folded] == [True, *[False] * 11]
    targets = [one.findtext(".//bdi") and one.find("div").get("id") for one in folded]
    assert list(dict.fromkeys(document.xpath("//table//a/@href"))) == [f"#{id}" for id in targets]
    assert not tree_of(evaluation.explain(systems=["1", "2", "3"])).find_class("system")
    note = "The first 12 of 13 systems are explained; choose another one by its ID."
    assert note in words(page.text)
    assert note in page.html
    assert "System 9, ROUGE-L" in evaluation.explain(systems=["9"]).text
    assert evaluation.explain(systems=list(evaluation.peers)).text.count(", ROUGE-L\n") == 13


@pytest.mark.parametrize(
    ("choices", "peer", "model", "is_marked"),
    [
        # 775 words have 299,925 skip-bigrams, 776 have 300,700.
        ({"skip_gap": -1, "rouge_l": False}, 775, 1, True),
        ({"skip_gap": -1, "rouge_l": False}, 1, 776, False),
        ({}, 5000, 10_000, True),
        ({}, 5000, 10_001, False),
        ({"weight": 1.2, "rouge_l": False}, 2000, 2000, True),
        ({"weight": 1.2, "rouge_l": False}, 2001, 2000, False),
    ],
)
def test_texts_that_are_too_long_are_counted_only(
    choices: dict[str, Any], peer: int, model: int, is_marked: bool
) -> None:
    page = explained("a " * peer, "b " * model, **choices)
    note = "These texts are too long to mark and list the matches here; the counts are exact."
    assert (note in words(page.text)) == (note in page.html) == (not is_marked)


def test_lists_say_how_many_grams_they_leave_out() -> None:
    """Each of 101 words stands twice: the page lists 100 grams, the terminal 15."""
    text = " ".join(f"w{number}" for number in range(101))
    page = explained(f"{text} {text}", f"{text} {text}", max_ngram=1, rouge_l=False)
    assert "<p>… and 1 more</p>" in page.html
    assert "… and 86 more" in page.text
    assert len(re.findall(r"^ 2  w\d+ ", page.text, re.MULTILINE)) == 15


@pytest.mark.parametrize(("sentences", "more"), [(15, 0), (200, 0), (201, 1), (207, 7)])
def test_lists_say_how_many_sentences_they_leave_out(sentences: int, more: int) -> None:
    """The page lists 200 sentences, the terminal 15."""
    text = "".join(f"w{number}\n" for number in range(sentences))
    page = explained(text, text)
    document = tree_of(page)
    rows = document.xpath("//table[caption='Sentences of the model']")[0].iterfind(".//tbody/tr")
    assert [row.findtext("th") for row in rows] == [*map(str, range(1, sentences - more + 1))]
    assert document.xpath("//p[starts-with(., '…')]/text()") == ([f"… and {more} more"] if more else [])
    lines = listed(page)
    rows = [line for line in lines if line.endswith("1 of 1 word marked, 1 counted, hits 1")]
    assert rows[0].startswith(" 1  1: w0 (1):")
    assert rows[-1].startswith("15  15: w14 (1):")
    assert len(rows) == 15
    assert (f"… and {sentences - 15} more" in lines) == (sentences > 15)


@pytest.mark.parametrize(("choices", "peer", "models", "sentence"), table(__file__, "sentences"))
def test_sentences(choices: dict[str, Any], peer: str, models: list[str], sentence: str) -> None:
    assert sentence in words(explained(peer, *models, **choices).text)


@pytest.mark.parametrize(("settings", "signature", "expected"), table(__file__, "choices"))
def test_choices_in_words(settings: dict[str, Any], signature: str, expected: list[str]) -> None:
    """The signature of a saved report names the tokenizers and stemmers of its run."""
    assert choices_in_words(Options(**settings), signature or None) == expected


@pytest.mark.parametrize(("choices", "peer", "model", "counted"), table(__file__, "counts"))
def test_counts_in_words(choices: dict[str, Any], peer: str, model: str, counted: str) -> None:
    page = explained(peer, model, rouge_l=False, **choices)
    assert articles(page)[0].findtext("details/summary") == f"Model: {counted}"
    assert f"Model: {counted}" in words(page.text)


def test_systems_that_are_not_there() -> None:
    evaluation = Evaluation.of_texts("7", {"S": PEER}, MODELS)._replace(peers={"S": Text.of(PEER), "T": None})
    for system in ("T", "U"):
        with pytest.raises(InputError, match=f"evaluation 7 has no summary of system '{system}'.*: S"):
            evaluation.explain(systems=[system])
    with pytest.raises(InputError, match="evaluation 7 has no summary of any system"):
        evaluation._replace(peers={"S": None}).explain()


# The page: safe, complete in itself, and with the places of its rows.

_HOSTILE = "<script>alert(1)</script>&\"'</style>\x00\x1b[31m\u202e"


def test_everything_is_escaped() -> None:
    evaluation = Evaluation.of_texts(_HOSTILE, {_HOSTILE: f"cat {_HOSTILE}"}, [f"cat {_HOSTILE}\ncat"])
    page = evaluation.explain(Options(max_ngram=1, weight=1.2, skip_gap=1))
    document = tree_of(page)
    assert len(document.findall(".//script")) == len(document.findall(".//style")) == 1
    for written in (page.html, page.text):
        assert not {"\0", "\x1b", "\u202e"} & set(written)
        written.encode()
    assert r"alert(1)</script>&\"'</style>\x00\x1b[31m\u202e".replace('\\"', '"') in document.text_content()


def test_page_needs_nothing_from_elsewhere() -> None:
    document = tree_of(explained(PEER, *MODELS, max_ngram=2))
    assert not document.xpath("//@src | //link | //*[@href and not(starts-with(@href, '#'))]")
    assert document.get("lang") == "en"
    assert document.xpath("//meta[@name='viewport']")
    assert len(document.xpath("//main")) == len(document.xpath("//h1")) == 1
    assert len(document.xpath("//table")) == len(document.xpath("//table/caption"))
    # Two models of each of three measures.
    assert len(document.xpath("//caption[contains(., 'model by model')]")) == 3
    assert not document.xpath("//th[not(@scope)]")
    identifiers = document.xpath("//@id")
    assert len(identifiers) == len(set(identifiers))
    assert set(document.xpath("//label/@for")) <= set(identifiers)
    assert {target[1:] for target in document.xpath("//a/@href")} <= set(identifiers)


_TWENTY = " ".join(f"0:{2 * place}-{2 * place + 1}" for place in range(20))


@pytest.mark.parametrize(
    ("peer", "model", "gram", "in_peer", "in_model"),
    [
        ("\U0001f408 a b", "é\na b c", "a b", "0:3-6", "1:0-3"),
        # A gram across the end of a sentence has a place in each.
        ("a b c", "a\nb c", "a b c", "0:0-5", "0:0-1 1:0-3"),
        # Of a frequent gram twenty places are known.
        ("a " * 20, "a " * 25, "a", _TWENTY, _TWENTY),
    ],
)
def test_rows_know_where_their_grams_stand(
    peer: str, model: str, gram: str, in_peer: str, in_model: str
) -> None:
    page = explained(peer, model, max_ngram=len(gram.split()), rouge_l=False)
    row, *_ = articles(page)[-1].xpath(f".//tr[th='{gram}']")
    assert (row.get("data-peer"), row.get("data-model")) == (in_peer, in_model)
