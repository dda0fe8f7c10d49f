"""The page of an explanation: safe, complete in itself, and with the places of its rows."""

from __future__ import annotations

import pytest

from rouge_cli import Evaluation, Options

from ..support.explained import articles, explained, tree_of
from ..support.texts import MODELS, PEER

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
