"""COCO's ROUGE_L, under the names of `pycocoevalcap.rouge.rouge`: change only the import.

from rouge_cli.coco import Rouge

average, scores = Rouge().compute_score({1: ["a cat", "the cat"]}, {1: ["a cat"]})

Figures, types and errors are as in pycocoevalcap 1.2. Captions are tokens between single blanks, as its
PTBTokenizer makes them; `Options(profile="coco", tokenizer="ptb")` takes captions as they are.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from . import shim
from .kernel.python.variants import lcs_table
from .scoring.counters import columns_of_pairs

__all__ = ["Rouge", "my_lcs"]


def my_lcs(string: Sequence[Any], sub: Sequence[Any]) -> int:
    """Return the length of the longest common subsequence of two sequences, whose items need no hash."""
    return lcs_table(string, sub)[-1][-1]


class Rouge:
    """Scores the caption of each image against its references."""

    def __init__(self) -> None:
        """Set the weight of recall, which may be changed."""
        self.beta = 1.2

    def calc_score(self, candidate: Any, refs: Any) -> float:
        """Return the score of one caption, in a list, against references.

        Raises `AssertionError` unless there are one caption and at least one reference.
        """
        if len(candidate) != 1 or len(refs) == 0:
            raise AssertionError
        shim.cells[shim.COCO] += 1
        peer, *models = (text.split(" ") for text in (candidate[0], *refs))
        hits = [my_lcs(model, peer) for model in models]
        recalls = [hit / len(model) for hit, model in zip(hits, models, strict=True)]
        return self._f(max(hits) / len(peer), max(recalls))

    def compute_score(self, gts: Any, res: Any) -> tuple[Any, Any]:
        """Return the mean and an array of the scores, in the order of `gts`.

        `gts` has a list of references for each image, and `res` a list of one caption. Raises
        `AssertionError` if the images differ or a value is no list, and as `calc_score` does.
        """
        if gts.keys() != res.keys():
            raise AssertionError
        references, captions = [gts[key] for key in gts], [res[key] for key in gts]
        lists = [*captions, *references]
        if (
            set(map(type, lists)) == {list}
            and set(map(len, captions)) == {1}
            and all(references)
            and set(map(type, chain.from_iterable(lists))) == {str}
        ):
            peers = [caption for (caption,) in captions]
            (found,) = columns_of_pairs(peers, references, (b"",), profile="coco")
            precision, recall, squared = np.array(found.precision), np.array(found.recall), self.beta**2
            figures = (1 + squared) * precision * recall
            np.divide(figures, recall + squared * precision, out=figures, where=figures != 0)
            shim.cells[shim.COCO] += len(figures)
        else:
            scores = []
            for caption, models in zip(captions, references, strict=True):
                scores.append(self.calc_score(caption, models))
                if not type(caption) is type(models) is list:
                    raise AssertionError
            figures = np.array(scores)
        return np.mean(figures), figures

    def method(self) -> str:
        """Return the name of the measure."""
        return "Rouge"

    def _f(self, precision: float, recall: float) -> float:
        if recall == 0:  # Then precision is 0, too.
            return 0.0
        return ((1 + self.beta**2) * precision * recall) / float(recall + self.beta**2 * precision)
