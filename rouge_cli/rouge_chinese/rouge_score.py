"""Scores of lists of sentences, as `rouge_chinese.rouge_score` computes them."""

from __future__ import annotations

from collections.abc import Collection

from ..rouge import rouge_score as base
from ..rouge.rouge_score import Ngrams, _lcs, _recon_lcs, f_r_p_rouge_n, multi_rouge_n, rouge_n  # noqa: F401
from ..rouge.rouge_score import _split_into_words as _split_into_words


def rouge_l_summary_level(
    evaluated_sentences: Collection[str],
    reference_sentences: Collection[str],
    raw_results: bool = False,
    exclusive: bool | None = None,
    **_: object,
) -> base.Scored:
    """Return the ROUGE-L of whole texts. Raises `ValueError` if there are no sentences."""
    if not evaluated_sentences or not reference_sentences:
        raise ValueError(base.EMPTY)
    evaluated, reference = (
        [" ".join(_split_into_words(sentences))] for sentences in (evaluated_sentences, reference_sentences)
    )
    return base.rouge_l_summary_level(evaluated, reference, raw_results, exclusive=False)
