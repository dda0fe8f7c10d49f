"""`Rouge`, `RougeN` and `RougeL` of pytorch-ignite, as metrics of an engine: change only the import.

from rouge_cli.ignite_metric import Rouge

Rouge(variants=["L", 2], multiref="best").attach(evaluator, "rouge")

They are the classes of pytorch-ignite, which must be installed, but the kernel counts tokens that are strings
or whole numbers in lists. Figures are as in pytorch-ignite 0.5.5.
"""

from itertools import chain
from typing import Any

from .errors import installing

try:
    import ignite.metrics
    from ignite.metrics.metric import reinit__is_reduced
except ImportError as error:
    raise ImportError(
        f"rouge_cli.ignite_metric needs pytorch-ignite ({error}): {installing('pytorch-ignite')}"
    ) from error

from .rouges import ROUGES
from .scoring.counters import Words, columns_of_pairs

__all__ = ["Rouge", "RougeL", "RougeN"]


class _Counted:
    """A metric whose `update` is the kernel's if it can be."""

    @reinit__is_reduced
    def update(self: Any, output: Any) -> None:
        """Add candidates and their references."""
        name = self._metric_name()
        if name not in ROUGES["ignite"].types or not _are_plain(output):
            super().update(output)  # type: ignore[misc]  # Another base has it.
            return
        text = Words().line
        pairs = [(text(peer), list(map(text, models))) for peer, models in zip(*output, strict=False)]
        options = {"types": (name,), "best_model": self._multiref == "best", "alpha": float(self._alpha)}
        (found,) = columns_of_pairs(*zip(*pairs, strict=True), profile="ignite", **options)
        for precision, recall, f in zip(found.precision, found.recall, found.f, strict=True):
            self._precision += precision
            self._recall += recall
            self._fmeasure += f
        self._num_examples += len(pairs)


class RougeN(_Counted, ignite.metrics.RougeN):
    """ROUGE-N of lists of tokens."""


class RougeL(_Counted, ignite.metrics.RougeL):
    """ROUGE-L of lists of tokens."""


class Rouge(ignite.metrics.Rouge):
    """ROUGE of lists of tokens against lists of references."""

    def __init__(self, *arguments: Any, **choices: Any) -> None:
        """Take the arguments of the package's `Rouge`, and raise its errors."""
        super().__init__(*arguments, **choices)
        for metric in self.internal_metrics:
            metric.__class__ = RougeL if isinstance(metric, ignite.metrics.RougeL) else RougeN


def _are_plain(output: Any) -> bool:
    """Return True for lists of tokens, each with lists of references, whose tokens are of plain types."""
    if type(output) is not tuple or set(map(type, output)) != {list} or len(output) != 2 or not all(output):
        return False
    candidates, references = output
    if set(map(type, references)) != {list} or not all(references):
        return False
    texts = [*candidates, *chain.from_iterable(references)]
    return set(map(type, texts)) == {list} and set(map(type, chain.from_iterable(texts))) <= {str, int}
