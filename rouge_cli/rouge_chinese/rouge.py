"""`Rouge` and `FilesRouge` of rouge_chinese: other sentences, and a ROUGE-L of whole texts."""

import re
from collections.abc import Collection
from functools import partial
from typing import ClassVar

from .. import shim
from ..rouge import rouge as base
from ..rouge import rouge_score
from ..text.sentences import at_chinese_marks, cut_at_chinese_marks


def rouge_l_summary_level(
    evaluated_sentences: Collection[str],
    reference_sentences: Collection[str],
    raw_results: bool = False,
    exclusive: bool | None = None,
    **_: object,
) -> rouge_score.Scored:
    """Return the ROUGE-L of whole texts. Raises `ValueError` if there are no sentences."""
    evaluated, reference = (
        [" ".join(sentences)] if sentences else [] for sentences in (evaluated_sentences, reference_sentences)
    )
    return rouge_score.rouge_l_summary_level(evaluated, reference, raw_results, exclusive=False)


class Rouge(base.Rouge):
    """Scores hypotheses against references whose words stand between blanks; threads may share it."""

    AVAILABLE_METRICS: ClassVar = base.Rouge.AVAILABLE_METRICS | {"rouge-l": rouge_l_summary_level}
    _profile: ClassVar = "rouge-chinese"
    _served: ClassVar = shim.ROUGE_CHINESE
    _split = staticmethod(at_chinese_marks)
    _refuse: ClassVar = staticmethod(partial(re.sub, "", ""))

    def cut_sent(self, para: str) -> list[str]:
        """Return the sentences of a text, and its empty lines."""
        return cut_at_chinese_marks(para)


class FilesRouge(base.FilesRouge):
    """Scores each line of a file of hypotheses against the same line of a file of references."""

    _scorer: ClassVar = Rouge
