"""`Rouge`, `RougeN` and `RougeL` of pytorch-ignite, as metrics of an engine: change only the import.

from rouge_cli.ignite_metric import Rouge

Rouge(variants=["L", 2], multiref="best").attach(evaluator, "rouge")

Figures, types, the order of keys and errors are as in pytorch-ignite 0.5.5, which must be installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from ignite.exceptions import NotComputableError
from ignite.metrics import Metric
from ignite.metrics.metric import reinit__is_reduced, sync_all_reduce

from .options import Options
from .scoring.counters import columns_of_pairs

__all__ = ["Rouge", "RougeL", "RougeN"]
_MOST_COUNTED = 9
"""The longest n-grams that the profile has; longer ones are counted as words."""


class Rouge(Metric):
    """ROUGE of lists of tokens against lists of references."""

    _state_dict_all_req_keys = ("_sums", "_num_examples")

    def __init__(
        self,
        variants: Sequence[str | int] | None = None,
        multiref: str = "average",
        alpha: float = 0,
        output_transform: Callable[[Any], Any] = lambda output: output,
        device: str | torch.device = torch.device("cpu"),  # noqa: B008 (as in the package)
    ) -> None:
        """Choose variants, `L` or n. Raises `ValueError` for any other variant, `multiref` or `alpha`."""
        self._variants: dict[str, Any] = {f"Rouge-{one}": one for one in variants or [1, 2, 4, "L"]}
        for variant in self._variants.values():
            if variant != "L" and (not isinstance(variant, int) or variant < 1):
                raise ValueError("variant must be 'L' or integer greater to zero")
        if not 0 <= alpha <= 1:
            raise ValueError(f"alpha must be in interval [0, 1] (got : {alpha})")
        if multiref not in ("best", "average"):
            raise ValueError(f"multiref : valid values are ['best', 'average'] (got : {multiref})")
        self._alpha, self._multiref = alpha, multiref
        super().__init__(output_transform=output_transform, device=device)

    @reinit__is_reduced
    def reset(self) -> None:
        """Forget all texts."""
        self._sums = torch.zeros(3 * len(self._variants), dtype=torch.float64, device=self._device)
        self._num_examples = 0

    @reinit__is_reduced
    def update(self, output: Any) -> None:
        """Add candidates and their references. Raises `ValueError` for no references with `best`."""
        candidates, references = output
        pairs = list(zip(candidates, references, strict=False))
        if not pairs:
            return
        if self._multiref == "best" and not all(len(models) for _, models in pairs):
            raise ValueError("max() arg is an empty sequence")
        sums = []
        for variant in self._variants.values():
            n = int(variant) if variant != "L" and variant > _MOST_COUNTED else 1
            name = "Rouge-L" if variant == "L" else f"Rouge-{int(variant) if n == 1 else 1}"
            words = _Words(n)
            # A text without references has counts of 0.
            peers = [words.text(peer if len(models) else ()) for peer, models in pairs]
            models = [[words.text(model) for model in models] or [""] for _, models in pairs]
            options = Options(
                profile="ignite",
                types=(name,),
                best_model=self._multiref == "best",
                alpha=float(self._alpha),
            )
            (found,) = columns_of_pairs(options, peers, models)
            sums += [found.precision, found.recall, found.f]
        totals = self._sums.tolist()
        for place, column in enumerate(sums):
            for one in column:
                totals[place] += one
        self._sums = torch.tensor(totals, dtype=torch.float64, device=self._device)
        self._num_examples += len(pairs)

    @sync_all_reduce("_sums", "_num_examples")
    def compute(self) -> Mapping[str, float]:
        """Return the means. Raises `NotComputableError` without texts."""
        if self._num_examples == 0:
            raise NotComputableError("Rouge metric must have at least one example before being computed")
        names = [f"{variant}-{figure}" for variant in self._variants for figure in "PRF"]
        return {
            name: total / self._num_examples for name, total in zip(names, self._sums.tolist(), strict=True)
        }


class RougeN(Rouge):
    """ROUGE-N of lists of tokens."""

    def __init__(self, ngram: int = 4, *arguments: Any, **choices: Any) -> None:
        """Choose n; `Rouge` has the other arguments, too."""
        if ngram < 1:
            raise ValueError(f"ngram order must be greater than one (got : {ngram})")
        super().__init__([ngram], *arguments, **choices)


class RougeL(Rouge):
    """ROUGE-L of lists of tokens."""

    def __init__(self, *arguments: Any, **choices: Any) -> None:
        """Take the arguments of `Rouge` except the variants."""
        super().__init__(["L"], *arguments, **choices)


class _Words(dict[Any, str]):
    """Words for the n-grams of tokens, so that a token may have blanks in it or be no text."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __missing__(self, gram: Any) -> str:
        word = self[gram] = str(len(self))
        return word

    def text(self, tokens: Sequence[Any]) -> str:
        """Return the text whose words are n-grams of tokens."""
        last = len(tokens) - self.n + 1
        return " ".join([self[tuple(tokens[start : start + self.n])] for start in range(last)])
