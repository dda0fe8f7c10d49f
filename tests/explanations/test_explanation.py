"""Explanations: their figures are those of the report, and their marks add up to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from rouge_cli import Evaluation, File, InputError, Options, Text, evaluate, render
from rouge_cli.errors import shown
from rouge_cli.explanations import matching, phrases
from rouge_cli.explanations.alignment import AlignedText, Mark, Role, align, pieces, ranges, runs
from rouge_cli.explanations.explanation import MOST_SYSTEMS, explain
from rouge_cli.explanations.matching import match
from rouge_cli.explanations.page import page
from rouge_cli.explanations.terminal_text import listing
from rouge_cli.kernel.plan import Reading
from rouge_cli.measures.lcs import Lcs, WeightedLcs
from rouge_cli.profiles import Profile
from rouge_cli.rendering.presentation import hundredfold
from rouge_cli.text.documents import read_documents
from rouge_cli.text.word_lists import stop_words

from ..support.documents import document
from ..support.explained import explained, listed, marked
from ..support.files import write
from ..support.scoring import measures
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


def _details(evaluation: Evaluation, options: Options) -> list[str]:
    """The figures that -d prints of the evaluation, by measure."""
    lines = render(evaluate([evaluation], options), details=True).splitlines()
    return [line.rstrip("\n").rpartition(" Eval 1.S ")[2] for line in lines if " Eval " in line]


def _rounded(counts: str) -> str:
    """The counts as a page shows them: with two decimals at most."""
    return re.sub("[0-9.]+", lambda count: f"{float(count[0]):.2f}".rstrip("0").rstrip("."), counts)


# The figures and the marks.


@given(_CASES)
def test_figures_are_those_of_the_report(case: tuple[Evaluation, Options]) -> None:
    """Numbers beside the marks of grams add up to the hits."""
    evaluation, options = case
    wanted, counts = _details(evaluation, options), _details(evaluation, replace(options, counting=1))
    explanation = explain(evaluation, options)
    document = html.fromstring(page(explanation).encode())
    articles = document.findall(".//article")
    on_page = [re.sub(": *([^ ]+)", lambda one: f":{hundredfold(float(one[1]))}", line) for line in wanted]
    assert [
        "R:{} P:{} F:{}".format(*(strong.text for strong in article.iterfind("dl//strong")))
        for article in articles
    ] == on_page
    rows = [
        [cell.text_content() for cell in row]
        for row in document.xpath("//section[@aria-labelledby='figures']//tbody/tr")
    ]
    assert ["R:{1} P:{2} F:{3}".format(*row) for row in rows] == on_page
    assert ["R:{5} P:{6} F:{4}".format(*row) for row in rows] == [_rounded(line) for line in counts]
    names = [measure.name for measure, _ in explanation.figures["S"]]
    assert [line for line in listed(explanation) if line.startswith("S ROUGE")] == [
        f"S {name} {figures}" for name, figures in zip(names, wanted, strict=True)
    ]
    for article, of_measure in zip(articles, explanation.systems[0].measures, strict=True):
        if of_measure.measure.name in ("ROUGE-2", "ROUGE-3", "ROUGE-S2", "ROUGE-SU*"):
            for details, pair in zip(article.xpath("details"), of_measure.pairs, strict=True):
                for side in ("peer", "model"):
                    assert sum(map(int, details.xpath(f".//ol[@class='{side}']//@data-n"))) == pair.counts.hit


@given(_CASES)
def test_marks_add_up_to_the_hits(case: tuple[Evaluation, Options]) -> None:
    """The words of a common subsequence are the same in both texts, unless they are stemmed."""
    stems = case[1].stem or case[1].stem_models
    for of_measure in explain(*case).systems[0].measures:
        for pair in of_measure.pairs:
            counts, matches = pair.counts, pair.matches
            assert matches is not None
            _assert_in_order(matches.model_marks, len(pair.model.tokens))
            _assert_in_order(matches.peer_marks, len(pair.peer.tokens))
            assert _sum(matches.model_marks) == counts.hit
            if matches.listings:
                matched, missed, extra = (one.units for one in matches.listings)
                assert _sum(matches.peer_marks) == counts.hit == matched
                assert matched + missed == counts.model
                assert matched + extra == counts.peer
                assert not matches.sides
                continue
            (side,) = matches.sides
            assert {mark.role for mark in matches.peer_marks} <= {Role.PARTNER}
            assert sum(sentence.words for sentence in side.sentences) == len(pair.model.tokens)
            assert reduce(add, [sentence.hits for sentence in side.sentences], 0) == pytest.approx(counts.hit)
            for common in (common for sentence in side.sentences for common in sentence.common):
                words = [_surface(pair.model, place) for place in common.model_places]
                assert stems or words == [_surface(pair.peer, place) for place in common.peer_places]
                sentences = {pair.peer.tokens[place].sentence for place in common.peer_places}
                assert sentences == {common.peer_sentence}
        total = reduce(add, [pair.counts.hit for pair in of_measure.pairs], 0)
        kept = total if of_measure.best is None else of_measure.pairs[of_measure.best].counts.hit
        assert kept == of_measure.score.counts.hit


def _assert_in_order(marks: Sequence[Mark], tokens: int) -> None:
    ends = [0, *(mark.end for mark in marks)]
    assert all(end <= mark.start < mark.end for end, mark in zip(ends, marks, strict=False))
    assert ends[-1] <= tokens


def _sum(marks: Sequence[Mark]) -> float:
    return reduce(add, [mark.hits for mark in marks], 0)


def _surface(written: AlignedText, place: int) -> bytes:
    token = written.tokens[place]
    return written.sentences[token.sentence][token.start : token.end].lower()


_UNIGRAMS: dict[str, Any] = {"max_ngram": 1, "rouge_l": False}
_ROUGE: dict[str, Any] = {"profile": "rouge", "types": ("rouge-l",)}


@pytest.mark.parametrize(
    ("choices", "peer", "model", "marks"),
    table(__file__, "marks")
)  # fmt: skip
def test_marks(choices: dict[str, Any], peer: str, model: str, marks: list[str]) -> None:
    assert marked(explained(peer, model, **choices)) == marks


def test_runs_that_overlap_share_no_word() -> None:
    assert list(runs({0, 1, 3, 9}, Role.HIT, 3)) == [
        Mark(0, 4, Role.HIT, 2),
        Mark(4, 6, Role.HIT, 1),
        Mark(9, 12, Role.HIT, 1),
    ]


# Where the tokens stand.


@given(_TEXTS, _OPTIONS, st.integers(0, 12))
def test_tokens_stand_where_they_are_written(text: Text, options: Options, limit: int) -> None:
    for limited in (
        replace(options, word_limit=0, byte_limit=limit, stem=False),
        replace(options, word_limit=limit, stem=False),
    ):
        tokenizer = Profile(limited).vocabulary()
        documents = read_documents(text, [Reading(False, False)], tokenizer).documents
        (document,) = documents.values()
        dropped = stop_words(None, print) if limited.remove_stop_words else frozenset[bytes]()
        for kept, tokens in zip(
            tokenizer.limit.cut(list(text.sentences)), (document.tokens, document.words), strict=True
        ):
            written = align(text.sentences, kept, dropped)
            assert [_surface(written, place) for place in range(len(written.tokens))] == [
                tokenizer.name(token) for token in tokens
            ]


@given(_TEXTS)
def test_ranges_are_those_of_the_text_as_it_is_shown(text: Text) -> None:
    written = align(text.sentences, text.sentences, ())
    lines = [
        "".join(piece.text for piece in sentence).encode("utf-16-le") for sentence in pieces(written, ())
    ]
    assert [
        lines[range.sentence][2 * range.start : 2 * range.end].decode("utf-16-le").lower().encode()
        for range in ranges(written)
    ] == [_surface(written, place) for place in range(len(written.tokens))]


def test_pieces_have_roles_and_hits() -> None:
    """A mark across the end of a sentence has its hits in its last piece."""
    sentences = [b"The a b", b"c, d e.", b"f"]
    aligned = align(sentences, [b"The a b", b"c, d"], {b"the"})
    marks = [Mark(0, 1, Role.CLIPPED, 0), Mark(1, 3, Role.HIT, 2)]
    assert pieces(aligned, marks) == [
        [
            ("The", Role.DROPPED, 0),
            (" ", Role.PLAIN, 0),
            ("a", Role.CLIPPED, 0),
            (" ", Role.PLAIN, 0),
            ("b", Role.HIT, 0),
        ],
        [("c", Role.HIT, 2), (", d", Role.PLAIN, 0), (" e.", Role.BEYOND, 0)],
        [("f", Role.BEYOND, 0)],
    ]
    assert ranges(aligned) == [(0, 4, 5), (0, 6, 7), (1, 0, 1), (1, 3, 4)]


def test_a_terminal_shows_colours() -> None:
    choices: dict[str, Any] = {"rouge_l": False, "skip_gap": 0, "remove_stop_words": True}
    explanation = explained("the cat slept", "cat cat slept dog", **choices)
    text = listing(explanation, colour=True)
    bold, end = "\x1b[1m", "\x1b[0m"
    for part in (
        f"{bold}Evaluation 1{end}\n",
        f"{bold}\x1b[4mSystem S, ROUGE-S0{end}\n",
        f"Recall {bold}",
        f"{bold}Model 1: text in memory: ",
        "\x1b[2m-the-\x1b[0m",
        f"\x1b[32m{bold}[",
        f"\x1b[36m{bold}<slept>{end}",
    ):
        assert part in text
    assert click.unstyle(text).splitlines() == listed(explanation)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (b"caf\xc3\xa9", "café"),
        (b"caf\xe9", "caf\N{REPLACEMENT CHARACTER}"),
        (b"a\tb\r", "a b "),
        (b"\0\x1b[31m", r"\x00\x1b[31m"),
        ("\u202ereversed\u2028", r"\u202ereversed\u2028"),
        ("\udcff", r"\udcff"),
        ("1\u00a0000 \U0001f469\u200d\U0001f52c", "1\u00a0000 \U0001f469\u200d\U0001f52c"),
    ],
)
def test_text_that_cannot_be_shown_is_escaped(text: bytes | str, wanted: str) -> None:
    assert shown(text) == wanted


# Models, systems and sizes.


def test_best_model() -> None:
    explanation = explained("a b", "x y", "a b", "a b", best_model=True)
    assert explanation.systems[0].measures[0].best == 1
    document = html.fromstring(page(explanation))
    assert [pair.get("open") is not None for pair in document.find_class("pair")] == [False, True, False]
    assert "model 2" in document.text_content()
    assert [one.text_content() for one in document.xpath("//th[contains(., '(kept)')]")] == [
        "2: text in memory (kept)"
    ]


def test_of_models_with_equal_counts_that_of_the_highest_recall_is_kept() -> None:
    """By a tiny weight each text weighs 1; recall is chosen by the number of the model's sentences."""
    explanation = explained("a", "a\nx", "a x", "a y", rouge_l=False, weight=1e-300, best_model=True)
    (of_measure,) = explanation.systems[0].measures
    assert [pair.counts for pair in of_measure.pairs] == [(1.0, 1.0, 1.0)] * 3
    assert of_measure.best == 1


def test_basic_elements_of_files(tmp_path: Path) -> None:
    write(tmp_path, {"p": "Cat|nil|nil\nsit|cat|subj\n", "m": "sit|Cat|subj\nmat|nil|nil\n"})
    peer, model = (File(str(tmp_path / name), "SIMPLE") for name in "pm")
    explanation = explain(Evaluation("1", {"S": peer}, (model,)), Options(basic_elements="HM"))
    assert marked(explanation) == ["-Cat|nil|nil-\n[sit|cat|subj]1", "[sit|Cat|subj]1\n-mat|nil|nil-"]
    assert any(line.endswith("sit|cat  (model 1, peer 1)") for line in listed(explanation))


def test_several_systems_are_told_apart_in_the_table_of_figures() -> None:
    names = ["ROUGE-1", "ROUGE-L"]
    for systems in (["S"], ["S", "T"], ["S", "T", "U"]):
        evaluation = Evaluation.of_texts("1", dict.fromkeys(systems, PEER), MODELS)
        text = page(explain(evaluation, Options(max_ngram=1)))
        (figures,) = html.fromstring(text).xpath("//table[starts-with(caption, 'Recall')]")
        heads = [(head.text, head.get("class")) for head in figures.iterfind("thead/tr/th")]
        rows = [
            (row.get("class"), [(cell.text_content(), cell.get("class")) for cell in row][:2])
            for row in figures.iterfind("tbody/tr")
        ]
        if len(systems) == 1:
            assert heads[:2] == [("Measure", None), ("Recall", None)]
            assert [row[0] for _, row in rows] == [(name, None) for name in names]
        else:
            assert heads[:3] == [("System", None), ("Measure", "name"), ("Recall", None)]
            assert rows == [
                (f"measure m{place}", [(system, None), (name, "name")])
                for system in systems
                for place, name in enumerate(names)
            ]


def test_only_some_systems_are_explained_where_none_is_named() -> None:
    evaluation = Evaluation.of_texts("1", {str(number): PEER for number in range(15)}, MODELS)
    explanation = explain(evaluation, Options())
    assert (len(explanation.figures), len(explanation.systems)) == (15, MOST_SYSTEMS)
    for text in (page(explanation), listing(explanation, colour=False)):
        assert "3 more are not" in text
    assert [system.id for system in explain(evaluation, Options(), ["9"]).systems] == ["9"]
    named = [str(number) for number in range(14)]
    assert {system.id for system in explain(evaluation, Options(), named).systems} == {*named}


def test_texts_that_are_too_long_are_counted_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MOST_GRAMS", 20)
    monkeypatch.setattr(Lcs, "most_cells", 10)
    monkeypatch.setattr(WeightedLcs, "most_cells", 10)
    explanation = explained(PEER, *MODELS, max_ngram=1, weight=1.2, skip_gap=-1)
    first_pairs = [of_measure.pairs[0] for of_measure in explanation.systems[0].measures]
    assert [one.matches is not None for one in first_pairs] == [True, False, False, False]
    for text in (page(explanation), listing(explanation, colour=False)):
        assert "too long to mark" in text


@pytest.mark.parametrize(("most", "matched"), [(6, True), (5, False)])
def test_texts_are_marked_up_to_a_number_of_grams_and_cells(
    most: int, matched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six words make six unigrams, whichever text has them; two words and three make six cells."""
    monkeypatch.setattr(matching, "MOST_GRAMS", most)
    monkeypatch.setattr(Lcs, "most_cells", most)
    unigrams, lcs = measures(Options(max_ngram=1))
    short, long = document([[1, 2]]), document([[0] * 6])
    for measure, *texts in (
        (unigrams, short, long),
        (unigrams, long, short),
        (lcs, short, document([[1], [2, 3]])),
    ):
        assert (match(measure, *texts) is not None) == matched


def test_lists_say_how_many_grams_they_leave_out() -> None:
    """Each of 101 words stands twice: the page lists 100 grams, the terminal 15."""
    text = " ".join(f"w{number}" for number in range(101))
    explanation = explained(f"{text} {text}", f"{text} {text}", **_UNIGRAMS)
    assert "… and 1 more<" in page(explanation)
    lines = listed(explanation)
    assert "… and 86 more" in lines
    assert len([line for line in lines if line.endswith("  (model 2, peer 2)")]) == 15


@pytest.mark.parametrize(("sentences", "more"), [(200, 0), (201, 1), (207, 7)])
def test_lists_say_how_many_sentences_they_leave_out(sentences: int, more: int) -> None:
    """The page lists 200 sentences, the terminal 15."""
    text = "".join(f"w{number}\n" for number in range(sentences))
    explanation = explained(text, text)
    document = html.fromstring(page(explanation))
    table = document.xpath("//table[caption='Sentences of the model']")[0]
    numbers = [row.findtext("th") for row in table.iterfind(".//tbody/tr")]
    assert numbers == [str(number) for number in range(1, 201)]
    assert document.xpath("//p[starts-with(., '…')]/text()") == ([f"… and {more} more"] if more else [])
    lines = listed(explanation)
    rows = [line for line in lines if line.endswith("of 1 word 1 marked, 1 counted, hits 1")]
    assert rows[0].startswith("   1  1: w0 (1):")
    assert rows[-1].startswith("  15  15: w14 (1):")
    assert len(rows) == 15
    assert f"… and {sentences - 15} more" in lines


_THRICE = "   1  1: a b (2); 2: a b (2); 3: a b (2)"
_LONGEST_FIRST = "   1  2: b c (2); 1: a (1): of 3 words"


@pytest.mark.parametrize(
    ("choices", "peer", "model", "sentence"),
    [
        ({}, "a b\n" * 3, "a b", f"{_THRICE}: of 2 words 2 marked"),
        ({}, "a b\n" * 4, "a b", f"{_THRICE}; … and with 1 more: of 2 words 2 marked"),
        ({}, "a b\n" * 6, "a b", f"{_THRICE}; … and with 3 more: of 2 words 2 marked"),
        ({}, "a", "a\nb", "   2  none: of 1 word 0 marked, 0 counted, hits 0"),
        ({}, "a\nb c", "a b c", _LONGEST_FIRST),
        (_ROUGE, "a. b c", "a b c", _LONGEST_FIRST),
    ],
)
def test_the_longest_common_subsequences_of_a_sentence_are_spelt_out(
    choices: dict[str, Any], peer: str, model: str, sentence: str
) -> None:
    assert any(line.startswith(sentence) for line in listed(explained(peer, model, **choices)))


_USUAL = ["models pooled", "α = 0.5"]
_BEST = "the model of the highest F kept"
_POOLED = "counts pooled over all evaluations in a report; recall, precision and F are here of this one alone"


@pytest.mark.parametrize(
    ("settings", "signature", "words"),
    [
        ({}, None, _USUAL),
        ({"stem": True}, None, ["words stemmed", *_USUAL]),
        ({"stem_models": True}, None, ["words of models stemmed, but not for ROUGE-N", *_USUAL]),
        ({"remove_stop_words": True}, None, ["stop words left out", *_USUAL]),
        ({"word_limit": 7}, None, ["only the first 7 words", *_USUAL]),
        ({"byte_limit": 1}, None, ["only the first 1 byte", *_USUAL]),
        ({"best_model": True, "alpha": 0.25}, None, ["the best model kept", "α = 0.25"]),
        ({"counting": 1}, None, [*_USUAL, _POOLED]),
        (
            {"profile": "torchmetrics", "types": ("rougeLsum",)},
            *(None, ["figures of torchmetrics", "sentences found by NLTK", _BEST]),
        ),
        ({"profile": "torchmetrics", "types": ("rougeL",)}, None, ["figures of torchmetrics", _BEST]),
        (
            {"profile": "rouge-score", "types": ("rougeLsum",), "split_sentences": True},
            *("split:a-1", ["figures of rouge-score", _BEST, "split: a-1"]),
        ),
        (
            {"profile": "xlsum", "language": "my"},
            *("tokens:a-1|stem:no", ["figures of xlsum", _BEST, "tokens: a-1"]),
        ),
        ({"language": "de"}, "tokens:rouge|stem:a-1", ["stem: a-1", *_USUAL]),
        ({"stem": True}, "stem:porter-1.5.5", ["words stemmed", *_USUAL]),
    ],
)
def test_choices_in_words(settings: dict[str, Any], signature: str | None, words: list[str]) -> None:
    """The signature of a saved report names the tokenizers and stemmers of its run."""
    assert phrases.choices(Options(**settings), signature) == words


def test_one_thing_is_in_the_singular() -> None:
    for count, things, amount in (
        *((0, "hits", "0 hits"), (1, "hits", "1 hit"), (1.5, "hits", "1.5 hits"), (1, "weight", "1 weight")),
        *((1.0, "3-grams", "1 3-gram"), (1, "basic elements", "1 basic element")),
        (1, "skip-bigrams and unigrams", "1 skip-bigram or unigram"),
        (2, "skip-bigrams and unigrams", "2 skip-bigrams and unigrams"),
    ):
        assert phrases.amount(count, things) == amount


def test_choices_stand_below_the_evaluation() -> None:
    assert listed(explained(PEER, *MODELS, stem=True))[:3] == [
        *("Evaluation 1", "words stemmed; models pooled; α = 0.5", "")
    ]


def test_systems_that_are_not_there() -> None:
    evaluation = Evaluation.of_texts("7", {"S": PEER}, MODELS)._replace(peers={"S": Text.of(PEER), "T": None})
    for system in ("T", "U"):
        with pytest.raises(InputError, match=f"evaluation 7 has no summary of system '{system}'.*: S"):
            explain(evaluation, Options(), [system])
    with pytest.raises(InputError, match="evaluation 7 has no summary of any system"):
        explain(evaluation._replace(peers={"S": None}), Options())


# The page.


_HOSTILE = "<script>alert(1)</script>&\"'</style>\x00\x1b[31m\u202e"


def test_everything_is_escaped() -> None:
    evaluation = Evaluation.of_texts(_HOSTILE, {_HOSTILE: f"cat {_HOSTILE}"}, [f"cat {_HOSTILE}\ncat"])
    explanation = explain(evaluation, Options(max_ngram=1, weight=1.2, skip_gap=1))
    text = page(explanation)
    document = html.fromstring(text)
    assert len(document.findall(".//script")) == len(document.findall(".//style")) == 1
    for written in (text, listing(explanation, colour=False)):
        assert not {"\0", "\x1b", "\u202e"} & set(written)
        written.encode()
    assert r"alert(1)</script>&\"'</style>\x00\x1b[31m\u202e".replace('\\"', '"') in document.text_content()


def test_page_needs_nothing_from_elsewhere() -> None:
    document = html.fromstring(page(explained(PEER, *MODELS, max_ngram=2)))
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
    explanation = explained(peer, model, max_ngram=len(gram.split()), rouge_l=False)
    row, *_ = html.fromstring(page(explanation)).xpath(f"//article[last()]//tr[th='{gram}']")
    assert (row.get("data-peer"), row.get("data-model")) == (in_peer, in_model)
