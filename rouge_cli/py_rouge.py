"""`Rouge` of py-rouge, whose import name is `rouge`: change only the import.

from rouge_cli.py_rouge import Rouge

Rouge(metrics=["rouge-n", "rouge-l"], max_n=2).get_scores(hypotheses, references)["rouge-l"]["f"]

Figures, types and errors are as in py-rouge 1.1 of PyPI, with n-grams in the order of n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from . import shim
from .kernel.python.sums import added
from .options import Options
from .scoring.counters import columns_of_pairs

__version__ = "1.1"
__all__ = ["Rouge"]


class Rouge:
    """Scores hypotheses against references."""

    AVAILABLE_METRICS: ClassVar = {"rouge-n", "rouge-l", "rouge-w"}
    AVAILABLE_LENGTH_LIMIT_TYPES: ClassVar = {"words", "bytes"}
    STATS: ClassVar = ["f", "p", "r"]

    def __init__(
        self,
        metrics: Any = None,
        max_n: int | None = None,
        limit_length: bool = True,
        length_limit: int = 665,
        length_limit_type: str = "bytes",
        apply_avg: bool = True,
        apply_best: bool = False,
        stemming: bool = True,
        alpha: float = 0.5,
        weight_factor: float = 1.0,
        ensure_compatibility: bool = True,
    ) -> None:
        """Choose metrics: without `max_n`, `rouge-n` yields nothing.

        Raises `ValueError` for an unknown name, for a `weight_factor` of 0 or less, and without
        `ensure_compatibility`: no other stems are built in.
        """
        chosen: Any = metrics[:] if metrics is not None else {"rouge-n"}
        for name in chosen:
            if name not in self.AVAILABLE_METRICS:
                raise ValueError(f"Unknown metric {name!r}")
        if max_n is not None and "rouge-n" in chosen:
            del chosen[chosen.index("rouge-n")]
            chosen += [f"rouge-{n}" for n in range(1, max_n + 1)]
        self.metrics = set(chosen)
        if limit_length and length_limit_type not in self.AVAILABLE_LENGTH_LIMIT_TYPES:
            raise ValueError(f"Unknown length_limit_type {length_limit_type!r}")
        if weight_factor <= 0:
            raise ValueError("ROUGE-W weight factor must greater than 0.")
        if not ensure_compatibility:
            raise ValueError("rouge_cli.py_rouge has no stems without ensure_compatibility: install py-rouge")
        self.max_n, self.alpha, self.weight_factor = max_n, alpha, weight_factor
        self.limit_length = limit_length and length_limit != 0
        self.length_limit, self.length_limit_type = length_limit, length_limit_type
        self.apply_avg, self.apply_best, self.stemming = apply_avg, apply_best, stemming

    def get_scores(self, hypothesis: Any, references: Any) -> dict[str, Any]:
        """Return precision, recall and F by metric: means, or without `apply_avg` and `apply_best` lists.

        Hypotheses are a text or a list of texts; each has a text or a list of texts as references. Raises
        `ValueError` if references differ from hypotheses in type or length, `AssertionError` for a hypothesis
        that is no text, and `AttributeError` or `IndexError` for wrong references.
        """
        if isinstance(hypothesis, str):
            hypothesis, references = [hypothesis], [references]
        if type(hypothesis) is not type(references):
            raise ValueError("'hyps' and 'refs' are not of the same type")
        if len(hypothesis) != len(references):
            raise ValueError("'hyps' and 'refs' do not have the same length")
        grams = sorted((name for name in self.metrics if name[-1].isdigit()), key=lambda name: int(name[6:]))
        names = grams + [name for name in ("rouge-l", "rouge-w") if name in self.metrics]
        if not names:
            return {}
        texts = [_checked(peer, models) for peer, models in zip(hypothesis, references, strict=True)]
        shim.cells[shim.PY_ROUGE] += len(texts)
        if self.apply_avg or self.apply_best:
            columns = self._columns(names, [peer for peer, _ in texts], [models for _, models in texts])
            return {
                name: {stat: _mean(column) for stat, column in of_name.items()} for name, of_name in columns
            }
        single = [(peer, model) for peer, models in texts for model in models]
        columns = self._columns(names, [peer for peer, _ in single], [[model] for _, model in single])
        return {
            name: list(_by_item({stat: iter(column) for stat, column in of_name.items()}, texts))
            for name, of_name in columns
        }

    def _columns(
        self, names: Sequence[str], peers: list[str], models: list[list[str]]
    ) -> list[tuple[str, dict[str, Sequence[float]]]]:
        """Return the figures of all pairs by metric."""
        is_best = self.apply_best and not self.apply_avg
        # With a weight of 1 the package counts rouge-w as it counts rouge-l.
        as_counted = {
            name: "rouge-l" if name == "rouge-w" and self.weight_factor == 1 else name for name in names
        }
        counted = list(dict.fromkeys(as_counted.values()))
        limit = self.length_limit if self.limit_length else 0
        kind = "word_limit" if limit and self.length_limit_type == "words" else "byte_limit"
        limits: dict[str, Any] = {kind: limit}
        options = Options(
            profile="py-rouge",
            **limits,
            types=tuple(counted),
            stem=bool(self.stemming),
            weight=self.weight_factor,
            alpha=self.alpha,
            best_model=is_best,
        )
        if is_best and "rouge-w" in names and peers:
            pairs = [(peer, [one]) for peer, of_peer in zip(peers, models, strict=True) for one in of_peer]
            alone = columns_of_pairs(
                replace(options, types=("rouge-w",)), *map(list, zip(*pairs, strict=True))
            )
            if 0 in alone[0].model:  # The package divides by these to find the best.
                raise ZeroDivisionError("float division by zero")
        columns = dict(zip(counted, columns_of_pairs(options, peers, models), strict=True))
        by_name = [(name, columns[as_counted[name]]) for name in names]
        return [(name, {"f": one.f, "p": one.precision, "r": one.recall}) for name, one in by_name]


def _checked(peer: Any, models: Any) -> tuple[str, list[str]]:
    """Return a hypothesis and the list of its references. Raises the package's errors for other types."""
    if not isinstance(peer, str):
        raise AssertionError
    models = [models] if isinstance(models, str) else models
    if not isinstance(models, list):
        raise AttributeError(f"{type(models).__name__!r} object has no attribute 'split'")
    models[0]
    for model in models:
        if not isinstance(model, str):
            raise AttributeError(f"{type(model).__name__!r} object has no attribute 'split'")
    return peer, models


def _mean(column: Sequence[float]) -> float:
    total = 0.0 + added(column)  # Sums of the package begin with 0.0, so none is -0.0.
    return total / len(column) if len(column) > 1 else total


def _by_item(columns: dict[str, Any], texts: list[tuple[str, list[str]]]) -> Iterable[dict[str, list[float]]]:
    for _, models in texts:
        yield {stat: [next(column) for _ in models] for stat, column in columns.items()}
