"""How figures come about: the page's are the report's, and its marks add up to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from rouge_cli import Evaluation, File, InputError, Options, Text, evaluate
from rouge_cli.explain import explanation as facts
from rouge_cli.explain import grams
from rouge_cli.explain.alignment import align
from rouge_cli.explain.explanation import Explained, Explanation, explain
from rouge_cli.explain.grams import GramMatches
from rouge_cli.explain.marks import Kind, Mark, runs
from rouge_cli.explain.page import page
from rouge_cli.explain.sequences import SequenceMatches
from rouge_cli.explain.shown import pieces, ranges, shown
from rouge_cli.explain.terminal import listing
from rouge_cli.outputs.classic import classic
from rouge_cli.profiles import profile_of
from rouge_cli.scoring.measures.lcs import Lcs
from rouge_cli.scoring.measures.weighted_lcs import WeightedLcs
from rouge_cli.text.documents import Reading, read_documents
from rouge_cli.text.word_lists import stop_words

from ..support.files import write
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


def _texts(**settings: Any) -> Explanation:
    return explain(Evaluation.of_texts("1", {"S": PEER}, MODELS), Options(**settings))


def _details(evaluation: Evaluation, options: Options) -> list[str]:
    """What -d prints of the evaluation, by measure."""
    lines = classic(evaluate([evaluation], options), details=True)
    return [line.rstrip("\n").rpartition(" Eval 1.S ")[2] for line in lines if " Eval " in line]


# The figures and the marks.


@given(_CASES)
def test_figures_are_those_of_the_report(case: tuple[Evaluation, Options]) -> None:
    evaluation, options = case
    wanted, counts = _details(evaluation, options), _details(evaluation, replace(options, counting=1))
    explanation = explain(evaluation, options)
    document = html.fromstring(page(explanation).encode())
    assert [
        "R:{} P:{} F:{}".format(*(strong.text for strong in article.iterfind("dl//strong")))
        for article in document.iterfind(".//article")
    ] == wanted
    rows = [[cell.text_content() for cell in row] for row in document.xpath("//main/section[1]//tbody/tr")]
    assert ["R:{1} P:{2} F:{3}".format(*row) for row in rows] == wanted
    assert ["R:{5} P:{6} F:{4}".format(*row) for row in rows] == counts
    names = [measure.name for measure, _ in explanation.figures["S"]]
    lines = listing(explanation, colour=False).splitlines()
    assert [line for line in lines if line.startswith("S ROUGE")] == [
        f"S {name} {figures}" for name, figures in zip(names, wanted, strict=True)
    ]


@given(_CASES)
def test_marks_add_up_to_the_hits(case: tuple[Evaluation, Options]) -> None:
    explanation = explain(*case)
    for explained in explanation.systems[0].explained:
        for compared in explained.models:
            counts, matches = compared.counts, compared.matches
            assert matches is not None
            _assert_in_order(matches.model_marks, len(compared.model.tokens))
            _assert_in_order(matches.peer_marks, len(compared.peer.tokens))
            assert _sum(matches.model_marks) == counts.hit
            if isinstance(matches, GramMatches):
                assert _sum(matches.peer_marks) == counts.hit == matches.matched.units
                assert matches.matched.units + matches.missed.units == counts.model
                assert matches.matched.units + matches.extra.units == counts.peer
            else:
                assert {mark.kind for mark in matches.peer_marks} <= {Kind.PARTNER}
                assert sum(sentence.words for sentence in matches.sentences) == len(compared.model.tokens)
                assert reduce(add, [sentence.hits for sentence in matches.sentences], 0) == pytest.approx(
                    counts.hit
                )
        total = reduce(add, [compared.counts.hit for compared in explained.models], 0)
        kept = total if explained.best is None else explained.models[explained.best].counts.hit
        assert kept == explained.score.counts.hit


def _assert_in_order(marks: Sequence[Mark], tokens: int) -> None:
    ends = [0, *(mark.end for mark in marks)]
    assert all(end <= mark.start < mark.end for end, mark in zip(ends, marks, strict=False))
    assert ends[-1] <= tokens


def _sum(marks: Sequence[Mark]) -> float:
    return reduce(add, [mark.hits for mark in marks], 0)


@given(_CASES)
def test_numbers_on_the_page_add_up_to_the_hits(case: tuple[Evaluation, Options]) -> None:
    explanation = explain(*case)
    articles = html.fromstring(page(explanation).encode()).findall(".//article")
    for article, explained in zip(articles, explanation.systems[0].explained, strict=True):
        if explained.measure.name in ("ROUGE-2", "ROUGE-3", "ROUGE-S2", "ROUGE-SU*"):
            for pair, compared in zip(article.xpath("details"), explained.models, strict=True):
                for side in ("peer", "model"):
                    assert (
                        sum(map(int, pair.xpath(f".//ol[@class='{side}']//@data-n"))) == compared.counts.hit
                    )


@given(_TEXTS, _TEXTS)
def test_words_of_a_common_subsequence_are_the_same_in_both(peer: Text, model: Text) -> None:
    explanation = explain(Evaluation("1", {"S": peer}, (model,)), Options(weight=1.2))
    for explained in explanation.systems[0].explained:
        (compared,) = explained.models
        assert isinstance(compared.matches, SequenceMatches)
        for sentence in compared.matches.sentences:
            for common in sentence.common:
                ours = [_surface(compared.model, place) for place in common.model_places]
                theirs = [_surface(compared.peer, place) for place in common.peer_places]
                assert ours == theirs
                assert {compared.peer.tokens[place].sentence for place in common.peer_places} == {
                    common.peer_sentence
                }


def _surface(written: facts.Written, place: int) -> bytes:
    token = written.tokens[place]
    return written.sentences[token.sentence][token.start : token.end].lower()


def test_marks_in_words() -> None:
    """One bigram in a row of two, two in a row of three; what is one too many is clipped."""
    explanation = explain(
        Evaluation.of_texts("1", {"S": "a b c x a b"}, ["a b c y b c z a"]),
        Options(max_ngram=2, rouge_l=False),
    )
    assert _marked(explanation, 0) == ("[a b c]3 x [a b]2", "[a b c]3 y [b]1 (c) z [a]1")
    assert _marked(explanation, 1) == ("[a b c]2 x (a b)", "[a b c]2 y (b c) z a")


def test_marks_of_skip_bigrams() -> None:
    """A number where pairs begin, and for SU the word itself."""
    explanation = explain(
        Evaluation.of_texts("1", {"S": "a b x c"}, ["a b c"]),
        Options(skip_gap=-1, skip_both=True, rouge_l=False),
    )
    assert _marked(explanation, 0) == ("[a]2 [b]1 x <c>", "[a]2 [b]1 <c>")
    assert _marked(explanation, 1) == ("[a]3 [b]2 x <c>", "[a]3 [b]2 <c>")


def test_marks_of_runs() -> None:
    """Runs are weighed; one that a clipped word follows is lost at the end of the sentence."""
    explanation = explain(Evaluation.of_texts("1", {"S": "a b c d"}, ["d\na b x c d"]), Options(weight=2))
    assert _marked(explanation, 1) == ("<a b c d>", "[d]1 [a b]4 x [c] (d)")


def _marked(explanation: Explanation, measure: int) -> tuple[str, str]:
    """The texts of the peer and its model, with brackets round marks."""
    (compared,) = explanation.systems[0].explained[measure].models
    assert compared.matches is not None
    brackets = {Kind.HIT: "[{}]", Kind.CLIPPED: "({})", Kind.PARTNER: "<{}>"}

    def text(written: facts.Written, marks: Sequence[Mark]) -> str:
        return " ".join(
            "".join(
                brackets.get(piece.kind, "{}").format(piece.text) + (f"{piece.hits:g}" if piece.hits else "")
                for piece in sentence
            )
            for sentence in pieces(written, marks)
        )

    matches = compared.matches
    return text(compared.peer, matches.peer_marks), text(compared.model, matches.model_marks)


def test_runs_that_overlap_share_no_word() -> None:
    assert list(runs({0, 1, 3, 9}, Kind.HIT, 3)) == [
        Mark(0, 4, Kind.HIT, 2),
        Mark(4, 6, Kind.HIT, 1),
        Mark(9, 12, Kind.HIT, 1),
    ]


# Where the tokens stand.


@given(_TEXTS, _OPTIONS, st.integers(0, 12))
def test_tokens_stand_where_they_are_written(text: Text, options: Options, limit: int) -> None:
    for limited in (
        replace(options, word_limit=0, byte_limit=limit, stem=False),
        replace(options, word_limit=limit, stem=False),
    ):
        tokenizer = profile_of(limited).tokenizer()
        documents = read_documents(text, [Reading(None, False, False)], tokenizer).documents
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


def test_what_is_not_counted_is_shown() -> None:
    explanation = explain(
        Evaluation.of_texts("1", {"S": "The cat  slept on  a mat today"}, ["cat"]),
        Options(remove_stop_words=True, word_limit=5),
    )
    (compared,) = explanation.systems[0].explained[0].models
    kinds = {Kind.PLAIN: "{}", Kind.DROPPED: "-{}-", Kind.BEYOND: "/{}/"}
    (sentence,) = pieces(compared.peer, ())
    assert (
        "".join(kinds[kind].format(text) for text, kind, _ in sentence)
        == "-The- cat  slept -on-  -a-/ mat today/"
    )


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
    evaluation = Evaluation.of_texts("1", {"S": "a b"}, ["x y", "a b", "a b"])
    (explained,) = explain(evaluation, Options(best_model=True)).systems[0].explained
    assert explained.best == 1
    document = html.fromstring(page(explain(evaluation, Options(best_model=True))))
    assert [pair.get("open") is not None for pair in document.find_class("pair")] == [False, True, False]
    assert "model 2" in document.text_content()


def test_basic_elements(tmp_path: Path) -> None:
    write(tmp_path, {"p": "Cat|nil|nil\nsit|cat|subj\n", "m": "sit|Cat|subj\nmat|nil|nil\n"})
    peer, model = (File(str(tmp_path / name), "SIMPLE") for name in "pm")
    explanation = explain(Evaluation("1", {"S": peer}, (model,)), Options(basic_elements="HM"))
    assert _marked(explanation, 0) == ("Cat|nil|nil [sit|cat|subj]1", "[sit|Cat|subj]1 mat|nil|nil")
    assert "sit|cat  (model 1, peer 1)" in listing(explanation, colour=False)


def test_only_some_systems_are_explained_where_none_is_named() -> None:
    evaluation = Evaluation.of_texts("1", {str(number): PEER for number in range(15)}, MODELS)
    explanation = explain(evaluation, Options())
    assert (len(explanation.figures), len(explanation.systems)) == (15, facts.MOST_SYSTEMS)
    for text in (page(explanation), listing(explanation, colour=False)):
        assert "3 more are not" in text
    assert [system.id for system in explain(evaluation, Options(), ["9"]).systems] == ["9"]
    named = [str(number) for number in range(14)]
    assert {system.id for system in explain(evaluation, Options(), named).systems} == {*named}


def test_texts_that_are_too_long_are_counted_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grams, "MOST_GRAMS", 20)
    monkeypatch.setattr(Lcs, "most_cells", 10)
    monkeypatch.setattr(WeightedLcs, "most_cells", 10)
    explanation = _texts(max_ngram=1, weight=1.2, skip_gap=-1)
    marked = [one.matches is not None for one in _first_pairs(explanation)]
    assert marked == [True, False, False, False]
    for text in (page(explanation), listing(explanation, colour=False)):
        assert "too long to mark" in text


def _first_pairs(explanation: Explanation) -> list[facts.Compared]:
    explained: tuple[Explained, ...] = explanation.systems[0].explained
    return [one.models[0] for one in explained]


def test_lists_are_bounded() -> None:
    words = [f"w{number}" for number in range(150)]
    evaluation = Evaluation.of_texts("1", {"S": " ".join(words)}, [" ".join(words)])
    explanation = explain(evaluation, Options(max_ngram=1, rouge_l=False))
    assert "… and 50 more" in page(explanation)
    assert "… and 135 more" in listing(explanation, colour=False)


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
    document = html.fromstring(page(_texts(max_ngram=2)))
    assert not document.xpath("//@src | //link | //*[@href and not(starts-with(@href, '#'))]")
    assert document.get("lang") == "en"
    assert document.xpath("//meta[@name='viewport']")
    assert len(document.xpath("//main")) == len(document.xpath("//h1")) == 1
    assert len(document.xpath("//table")) == len(document.xpath("//table/caption"))
    assert not document.xpath("//th[not(@scope)]")
    identifiers = document.xpath("//@id")
    assert len(identifiers) == len(set(identifiers))
    assert set(document.xpath("//label/@for")) <= set(identifiers)
    assert {target[1:] for target in document.xpath("//a/@href")} <= set(identifiers)


def test_rows_know_where_their_grams_stand() -> None:
    evaluation = Evaluation.of_texts("1", {"S": "\U0001f408 a b"}, ["é\na b c"])
    document = html.fromstring(page(explain(evaluation, Options(max_ngram=2, rouge_l=False))))
    (row,) = document.xpath("//article[2]//tr[th='a b']")
    assert (row.get("data-peer"), row.get("data-model")) == ("0:3-6", "1:0-3")
