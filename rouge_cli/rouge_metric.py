"""`PyRouge` of rouge-metric, under its name: change only the import.

from rouge_cli.rouge_metric import PyRouge

PyRouge(rouge_n=(1, 2), rouge_l=True).evaluate(hypotheses, [[reference, …], …])["rouge-l"]["f"]

Figures, types, the order of keys and errors are as in rouge-metric 1.0.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import index
from typing import Any

from .kernel.python.rouge import f_measure
from .kernel.python.sums import added
from .scoring.counters import Words, columns_of_pairs
from .scoring.scores import Columns

__version__ = "1.0.1"
__all__ = ["PyRouge"]


@dataclass(eq=False, repr=False)
class PyRouge:
    """Scores hypotheses against references. No choice of measures is checked before texts are scored."""

    rouge_n: Any = (1, 2)
    rouge_l: bool = True
    rouge_w: bool = False
    rouge_w_weight: float = 1.2
    rouge_s: bool = False
    rouge_su: bool = False
    skip_gap: int | None = None
    multi_ref_mode: str = "average"
    alpha: float = 0.5
    mode: str = "average"

    def evaluate(
        self,
        hypotheses: Any,
        multi_references: Any,
        sentencizer: Callable[[str], Any] | None = None,
        tokenizer: Callable[[str], Any] | None = None,
    ) -> Any:
        """Return the scores of texts; lines are sentences, and blanks part tokens, unless functions do.

        Raises `ValueError` as `evaluate_tokenized` does.
        """

        def cut(text: Any) -> list[Any]:
            sentences = text.split("\n") if sentencizer is None else sentencizer(text)
            return [sentence.split() if tokenizer is None else tokenizer(sentence) for sentence in sentences]

        return self.evaluate_tokenized(
            [cut(text) for text in hypotheses], [list(map(cut, texts)) for texts in multi_references]
        )

    def evaluate_tokenized(self, hypotheses: Any, multi_references: Any) -> Any:
        """Return the scores of texts that are lists of sentences, which are lists of tokens.

        Raises `ValueError` for different numbers of texts, texts without references and wrong choices.
        """
        if len(hypotheses) != len(multi_references):
            raise ValueError("Hypotheses and references must be the same size")
        if self.mode not in ("average", "individual"):
            raise ValueError(f"Invalid mode {self.mode}: expected (individual, average)")
        columns = self._columns(hypotheses, multi_references) if len(hypotheses) else {}
        if self.mode == "individual":
            return [
                {name: self._score(one.recall[place], one.precision[place]) for name, one in columns.items()}
                for place in range(len(hypotheses))
            ]
        return {
            name: self._score(*(added(column) / len(hypotheses) for column in (one.recall, one.precision)))
            for name, one in columns.items()
        }

    def _score(self, recall: float, precision: float) -> dict[str, float]:
        return {"r": recall, "p": precision, "f": f_measure(recall, precision, self.alpha)}

    def _columns(self, hypotheses: Any, multi_references: Any) -> dict[str, Columns]:
        """Return the figures of all texts by measure. Raises `ValueError` for wrong choices."""
        numbers = range(1, self.rouge_n + 1) if isinstance(self.rouge_n, int) else self.rouge_n
        grams = {f"rouge-{n}": n for n in numbers}
        gap = self.skip_gap if (self.skip_gap or 0) > 0 else "*"
        further = [f"rouge-w-{self.rouge_w_weight}"] * bool(self.rouge_w)
        further += [f"rouge-s{gap}"] * bool(self.rouge_s) + [f"rouge-su{gap}"] * bool(self.rouge_su)
        names = [*grams, *["rouge-l"] * bool(self.rouge_l), *further]
        if not names:
            return {}
        if self.multi_ref_mode not in ("average", "best"):
            raise ValueError(f"Invalid multi_ref_mode {self.multi_ref_mode}: expected (average, best)")
        if not all(map(len, multi_references)):
            is_best = self.multi_ref_mode == "best"
            raise ValueError("max() arg is an empty sequence" if is_best else "Average on empty sequence")
        if self.rouge_w and self.rouge_w_weight < 1:
            raise ValueError(f"Invalid weight {self.rouge_w_weight}: expected >= 1")
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"Invalid alpha {self.alpha}: expected between [0, 1]")
        words = Words()

        def grams_of(n: int, text: Any) -> list[str]:
            tokens = [token for sentence in text for token in sentence]
            return [words.line(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))]

        def counted(text: Callable[[Any], list[str]], **choices: Any) -> Any:
            peers = list(map(text, hypotheses))
            models = [list(map(text, texts)) for texts in multi_references]
            is_best = self.multi_ref_mode == "best"
            return columns_of_pairs(peers, models, profile="rouge-metric", best_model=is_best, **choices)

        # The profile has these n-grams; other n-grams are counted as words.
        types = {name: f"rouge-{int(n)}" for name, n in grams.items() if n in range(1, 10)}
        types |= {"rouge-l": "rouge-l"} if self.rouge_l or not types else {}
        skips = bool(self.rouge_s or self.rouge_su)
        found = counted(
            lambda text: list(map(words.line, text)),
            types=tuple(dict.fromkeys(types.values())),
            weight=float(self.rouge_w_weight) if self.rouge_w else None,
            skip_gap=(-1 if self.skip_gap is None else index(self.skip_gap)) if skips else None,
            skip_both=bool(self.rouge_su),
            skip_unigrams=not self.rouge_s,  # ROUGE-SU alone.
        )
        by_type = dict(zip([*dict.fromkeys(types.values()), *further], found, strict=True))
        measures = by_type | {name: by_type[type] for name, type in types.items()}
        for name, n in grams.items():
            if name not in measures:
                (measures[name],) = counted(partial(grams_of, n), types=("rouge-1",))
        return {name: measures[name] for name in names}
