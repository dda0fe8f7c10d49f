"""The protocol of XL-Sum (Hasan et al. 2021): rouge-score with segmenters and stemmers of many languages."""

from __future__ import annotations

from functools import partial

from ..profile import Splitter
from .rouge_score import RougeScore


class XlSum(RougeScore):
    """multilingual-rouge 0.0.1: its `RougeScorer` for each pair, its `BootstrapAggregator` over all of them.

    The `language` chooses the segmenter, and with `stem` the stemmer. A text is one line to it, as segmenters
    read blanks, too; rougeLsum, for which it does not ask them, is left out.
    """

    name = "multilingual-rouge-0.0.1"
    title = "xlsum"

    def splitter(self) -> Splitter:
        from ..text.sentences import split_all

        return partial(split_all, split=_whole)


def _whole(text: str) -> list[str]:
    return [text]
