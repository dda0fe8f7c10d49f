"""`Rouge` and `FilesRouge` of rouge_chinese: other sentences, and a ROUGE-L of whole texts."""

from __future__ import annotations

import re
from functools import partial
from typing import ClassVar

from .. import shim
from ..rouge import rouge as base
from ..text.sentences import at_chinese_marks, cut_at_chinese_marks
from .rouge_score import rouge_l_summary_level


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
