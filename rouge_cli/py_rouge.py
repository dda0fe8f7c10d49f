"""`Rouge` of py-rouge, whose import name is `rouge`: change only the import.

from rouge_cli.py_rouge import Rouge

Rouge(metrics=["rouge-n", "rouge-l"], max_n=2).get_scores(hypotheses, references)["rouge-l"]["f"]

Figures, types and errors are as in py-rouge 1.1 of PyPI, with n-grams in the order of n. Each object stems by
its own `ensure_compatibility`; in the package the first object decides for all.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Any, ClassVar

from . import kernel, shim
from .kernel.plan import LONGEST_UNSTEMMED
from .kernel.python.rouge import f_measure
from .kernel.python.sums import added
from .scoring.counters import Words, columns_of_pairs
from .scoring.scores import Columns
from .text.languages.package_rules import cut, split
from .text.word_lists import irregular_forms

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

        Raises `ValueError` for an unknown name and for a `weight_factor` of 0 or less.
        """
        chosen: Any = metrics[:] if metrics is not None else {"rouge-n"}
        for name in chosen:
            if name not in self.AVAILABLE_METRICS:
                raise ValueError(f"Unknown metric '{name}'")
        if max_n is not None and "rouge-n" in chosen:
            del chosen[chosen.index("rouge-n")]
            chosen += [f"rouge-{n}" for n in range(1, max_n + 1)]
        self.metrics = set(chosen)
        if limit_length and length_limit_type not in self.AVAILABLE_LENGTH_LIMIT_TYPES:
            raise ValueError(f"Unknown length_limit_type '{length_limit_type}'")
        if weight_factor <= 0:
            raise ValueError("ROUGE-W weight factor must greater than 0.")
        self.max_n, self.alpha, self.weight_factor = max_n, alpha, weight_factor
        self.limit_length = limit_length and length_limit != 0
        self.length_limit, self.length_limit_type = length_limit, length_limit_type
        self.apply_avg, self.apply_best, self.stemming = apply_avg, apply_best, stemming
        self.ensure_compatibility = ensure_compatibility

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
        texts = [self._checked(peer, models) for peer, models in zip(hypothesis, references, strict=True)]
        shim.cells[shim.PY_ROUGE] += len(texts)
        # A mean pools the references; otherwise each reference is scored alone.
        pairs = texts if self.apply_avg else [(peer, [model]) for peer, models in texts for model in models]
        scores: dict[str, Any] = {}
        for name, column in self._columns(names, pairs).items():
            fs = list(map(f_measure, column.recall, column.precision, repeat(self.alpha)))
            figures: list[Sequence[float]] = [fs, column.precision, column.recall]
            if not self.apply_avg:
                rows = zip(*figures, column.model, column.hit, strict=True)
                items = [[next(rows) for _ in models] for _, models in texts]
                if not self.apply_best:
                    scores[name] = [
                        {stat: [row[place] for row in item] for place, stat in enumerate(self.STATS)}
                        for item in items
                    ]
                    continue
                best = [max(item, key=partial(self._recall, name)) for item in items]
                figures = [[row[place] for row in best] for place in range(len(self.STATS))]
            scores[name] = dict(zip(self.STATS, map(_mean, figures), strict=True))
        return scores

    def _checked(self, peer: Any, models: Any) -> tuple[str, list[str]]:
        """Return a hypothesis and the list of its references. Raises the package's errors for other types."""
        if not isinstance(peer, str):
            raise AssertionError
        models = models if isinstance(models, list) else [models]
        models[0]
        for model in models:
            if not isinstance(model, str) and self.ensure_compatibility:
                model.split("\n")
        return peer, models

    def _columns(self, names: Sequence[str], pairs: list[tuple[str, list[str]]]) -> dict[str, Columns]:
        """Return the columns of all pairs by metric."""
        # With a weight of 1 the package counts rouge-w as it counts rouge-l.
        types = {name: "rouge-l" if self.weight_factor == 1 and name == "rouge-w" else name for name in names}
        limit = "word_limit" if self.length_limit_type == "words" else "byte_limit"
        length = self.length_limit if self.limit_length else 0
        options: dict[str, Any] = {limit: length, "stem": bool(self.stemming)}
        if not self.ensure_compatibility:
            of_lines = any(name in ("rouge-l", "rouge-w") for name in names)
            words = Words()

            def numerals(text: str) -> str:
                lines = list(map(words.line, self._tokens(text)))
                if of_lines and not lines:
                    raise ValueError("Collections must contain at least 1 sentence.")
                return "\n".join(lines)

            pairs = [(numerals(peer), list(map(numerals, models))) for peer, models in pairs]
            options = {"byte_limit": 0, "stem": False}
        options |= {"types": tuple(dict.fromkeys(types.values())), "weight": float(self.weight_factor)}
        peers, models = [peer for peer, _ in pairs], [models for _, models in pairs]
        columns = columns_of_pairs(peers, models, profile="py-rouge", **options)
        by_type = dict(zip(options["types"], columns, strict=True))
        return {name: by_type[type] for name, type in types.items()}

    def _tokens(self, text: str) -> Iterator[list[str]]:
        """Yield the tokens of each sentence as without `ensure_compatibility`: by NLTK's rules."""
        from nltk import sent_tokenize

        lines = [sentence.replace("\n", " ") for sentence in sent_tokenize(text)]
        if self.limit_length and lines:
            words = self.length_limit if self.length_limit_type == "words" else 0
            lines = cut("\n".join(lines), words, self.length_limit)
        forms = irregular_forms()
        for line in lines:
            tokens = []
            for word in split(line.lower()):
                for token in ("can", "not") if word == "cannot" else (word,):
                    encoded = token.encode()
                    if self.stemming and len(token) > LONGEST_UNSTEMMED:
                        encoded = forms.get(encoded) or kernel.stem(encoded, "porter-nltk")
                    tokens.append(encoded.decode())
            yield tokens

    def _recall(self, name: str, row: Sequence[float]) -> float:
        """Return the recall by which the package chooses a reference; under rouge-w it may divide by 0."""
        _, _, recall, model, hit = row
        root = 1.0 / self.weight_factor
        return float((hit / model**root) ** root) if name == "rouge-w" else recall


def _mean(column: Sequence[float]) -> float:
    # Sums of the package begin with 0.0, so none is -0.0.
    return (0.0 + added(column)) / max(len(column), 1)
