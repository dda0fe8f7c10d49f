"""Limits of texts, and separators of their sentences."""

from __future__ import annotations

from typing import Any

import pytest

from rouge_cli import Options, score

from ..support.plans import MeasureNumbers, plan_of, rows_of
from .bodies import batch_counter, needs_compiled, one_evaluation


@pytest.mark.usefixtures("kernel")
def test_quirks() -> None:
    """Tokens, and words for ROUGE-L, under a limit in words, or none and a limit in bytes."""
    for sentences, limit, counted in [
        ([b"a b c"], (2,), (2, 2)),
        ([b" a b c"], (2,), (1, 1)),  # The blank makes an empty first word, which counts.
        ([b" a b c"], (1,), (0, 0)),
        ([b"   "], (1,), (0, 0)),
        ([b"a-b c"], (1,), (2, 2)),  # A word is what stands between blanks.
        ([b"a\x0bb\x0cc\rd\te"], (3,), (3, 3)),
        ([b"a", b"b", b"c"], (2,), (2, 2)),
        ([b"a", b" b", b"c"], (3,), (2, 2)),
        ([b"ab cd"], (0, 4), (2, 2)),
        ([b"ab", b"cd", b"ef"], (0, 3), (2, 3)),  # Sentences of ROUGE-L are measured each alone.
        ([b"....", b"  abcd"], (0, 5), (0, 1)),  # All tokens are cut off, but not all words.
        ([b"a b c"], (2.5,), (2, 2)),
        ([b"a b", b"c d"], (2.5,), (3, 3)),  # Never less than a word is kept of the sentence that is cut.
        ([b"a b", b"c d"], (0.5,), (1, 1)),
        ([b"ab", b"cd"], (0, 2.5), (1, 2)),
        ([b"ab"], (0, 0.5), (0, 0)),
    ]:
        choices = dict(zip(("word_limit", "byte_limit"), limit, strict=False))
        scores = score("", [sentences], Options(max_ngram=1, **choices))
        assert tuple(one.counts.model for one in scores.values()) == counted, (sentences, limit)


_LCS = plan_of(MeasureNumbers("lcs", 0, 0))


@needs_compiled
def test_sentences_stand_between_separators() -> None:
    for separators, model, peer, hits in [
        ([], b"a b\nc d", b"c d\na b", 4),
        ([b"\n"], b"a b\nc d", b"c d\na b", 4),
        ([b"\n"], b"a b<q>c d", b"c d<q>a b", 2),
        ([b"<q>"], b"a b<q>c d", b"c d<q>a b", 4),
        ([b"<q>"], b"<q><q>a b<q><<q>c d<q><q", b"c d<q>a b<q>", 4),
        ([b"|", b"<q>"], b"a b|c d", b"c d<q>a b", 4),
        ([b"<q>", b"|"], b"a b|c d", b"c d<q>a b", 2),
        ([b""], b"a b\n\0c d", b"c d\0\na b", 2),
        ([b"|"], [b"a b|c d"], [b"c d|a b"], 2),  # A text in sentences has no separator.
        ([b"aa"], b"b caaad e", b"ad eaab c", 4),
        ([b"a longer one than the text"], b"a b", b"a b", 2),
        (["ü"], "a büc d", "c düa b".encode(), 4),
    ]:
        further = [None, separators] if separators else []
        [[row]] = rows_of(_LCS, batch_counter(_LCS).count(*one_evaluation([model], [peer]), *further)[0])
        assert row[2] == hits


@needs_compiled
@pytest.mark.parametrize("wrong", [7, [7], [None], [[b"a"]], [bytearray(b"a")]])
def test_they_are_strings(wrong: Any) -> None:
    with pytest.raises(TypeError):
        batch_counter(_LCS).count(*one_evaluation([b"a"], [b"a"]), None, wrong)
