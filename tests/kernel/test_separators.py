"""Separators of sentences in texts of one line each."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.kernel.plan import MeasurePlan

from ..support.needs import needs
from .bodies import batch_counter, one_evaluation, plan_of, rows_of

pytestmark = needs("compiled")

_LCS = plan_of(MeasurePlan("lcs", 0, 0))


def _hits(texts: Sequence[Any], separators: Sequence[Any] = ()) -> float:
    """The hits of ROUGE-L in a model and a peer."""
    model, peer = texts
    arguments = one_evaluation([model], [peer])
    further = [None, separators] if separators else []
    [[row]] = rows_of(_LCS, batch_counter(_LCS).count(*arguments, *further)[0])
    return row[2]


def test_sentences_stand_between_separators() -> None:
    for separators, model, peer, hits in [
        ([], b"a b\nc d", b"c d\na b", 4),
        ([b"\n"], b"a b\nc d", b"c d\na b", 4),
        ([b"\n"], b"a b<q>c d", b"c d<q>a b", 2),
        ([b"<q>"], b"a b<q>c d", b"c d<q>a b", 4),
        ([b"<q>"], b"<q><q>a b<q><<q>c d<q><q", b"c d<q>a b<q>", 4),
        ([b"|", b"<q>"], b"a b|c d", b"c d<q>a b", 4),
        ([b"<q>", b"|"], b"a b|c d", b"c d<q>a b", 2),
        ([b""], b"a b\nc d", b"c d\na b", 2),
        ([b"aa"], b"b caaad e", b"ad eaab c", 4),
        ([b"a longer one than the text"], b"a b", b"a b", 2),
        (["ü"], "a büc d", "c düa b".encode(), 4),
    ]:
        assert _hits([model, peer], separators) == hits


def test_a_text_in_sentences_has_no_separator() -> None:
    assert _hits([[b"a b|c d"], [b"c d|a b"]], [b"|"]) == 2


_PARTS = st.lists(
    st.sampled_from([b"a", b" ", b"b", b"<", b"q", b">", b"<q>", b"\r", b"ab", b"<<q>>"]), max_size=14
)


@given(_PARTS, _PARTS, st.sampled_from([b"<q>", b"<", b"aa", b"ab", b" ", b"q>"]))
def test_they_are_as_line_ends_in_their_place(
    model: list[bytes], peer: list[bytes], separator: bytes
) -> None:
    texts = [b"".join(model), b"".join(peer)]
    assert _hits(texts, [separator]) == _hits([text.replace(separator, b"\n") for text in texts])


@pytest.mark.parametrize("wrong", [7, [7], [None], [[b"a"]], [bytearray(b"a")]])
def test_they_are_strings(wrong: Any) -> None:
    with pytest.raises(TypeError):
        batch_counter(_LCS).count(*one_evaluation([b"a"], [b"a"]), None, wrong)
