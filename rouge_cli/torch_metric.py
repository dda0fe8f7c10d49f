"""ROUGE as torchmetrics computes it: the metric `ROUGEScore`, and the function `rouge_score`.

from rouge_cli.torch_metric import ROUGEScore

metric = ROUGEScore(use_stemmer=True)
metric.update(preds, target)
metric.compute()["rouge1_fmeasure"]

Figures are the same as in torchmetrics 1.6 and later, and torch takes their sums and means. NLTK finds the
sentences of rougeLsum and must have its data `punkt_tab`; nothing is downloaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate as running_sums
from itertools import pairwise, zip_longest
from typing import Any, Literal

from .errors import installing

try:
    import torch
    from torchmetrics import Metric
except ImportError as error:
    raise ImportError(
        f"rouge_cli.torch_metric needs torch and torchmetrics ({error}): {installing('torchmetrics')}"
    ) from error

from nltk import sent_tokenize
from nltk.stem.porter import PorterStemmer

from .kernel.plan import LONGEST_UNSTEMMED
from .rouge_score.rouge_scorer import RougeScorer
from .rouge_score.tokenize import own_tokens
from .scoring.profile import L_OF_SENTENCES, WHOLE_L

KEYS = dict.fromkeys((*(f"rouge{n}" for n in range(1, 10)), WHOLE_L, L_OF_SENTENCES))
"""All measures."""
FIGURES = ("fmeasure", "precision", "recall")
"""The figures of each measure, in the order of the result."""
_DEFAULT_KEYS = ("rouge1", "rouge2", WHOLE_L, L_OF_SENTENCES)

Texts = str | Sequence[str]
Targets = str | Sequence[str] | Sequence[Sequence[str]]
Normalizer = Callable[[str], str]
Tokenize = Callable[[str], Sequence[str]]
Choice = Literal["avg", "best"]
"""For each measure: the mean over the references, or the reference with the highest F."""
Columns = dict[str, torch.Tensor]
"""By measure and figure (`rouge1_fmeasure`), a value for each pair."""


class ROUGEScore(Metric):
    """The metric of torchmetrics, with the same arguments, states and results."""

    is_differentiable = False
    higher_is_better = True
    full_state_update = True
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def __init__(
        self,
        use_stemmer: bool = False,
        normalizer: Normalizer | None = None,
        tokenizer: Tokenize | None = None,
        accumulate: Choice = "best",
        rouge_keys: str | tuple[str, ...] = _DEFAULT_KEYS,
        **kwargs: Any,
    ) -> None:
        """Set the measures; further arguments are the ones that every metric of torchmetrics has.

        `normalizer` replaces lowering the text and putting blanks for all but a-z and 0-9; `tokenizer`
        replaces splitting at blanks. Raises `ValueError` for an unknown key or `accumulate`, and `TypeError`
        for a list of keys.
        """
        super().__init__(**kwargs)
        self.rouge_keys = _keys(rouge_keys)
        if accumulate not in ("avg", "best"):
            raise ValueError(f"`accumulate` must be avg or best, not {accumulate!r}")
        self.normalizer = normalizer
        self.tokenizer = tokenizer
        self.accumulate = accumulate
        self._scorer = _Scorer(self.rouge_keys, use_stemmer, normalizer, tokenizer)
        for name in self._names():
            self.add_state(name, [], dist_reduce_fx=_in_turn)

    def update(self, preds: Texts, target: Targets) -> None:
        """Score predictions against their targets, and keep the figures.

        A string with a list of strings is a prediction with several references; two lists are pairs, and a
        list of lists has the references of each prediction. Raises `IndexError` for a prediction without
        references if the best reference counts, and `OSError` if NLTK lacks its data for sentences.
        """
        columns = self._scorer.columns(preds, target, self.accumulate)
        for name, values in columns.items():
            # As in torchmetrics, a tensor for each pair: processes and saved states depend on it.
            getattr(self, name).extend(value.clone() for value in values.to(self.device))

    def compute(self) -> Columns:
        """Return the mean of each figure over all pairs so far, NaN if there are none."""
        # torchmetrics takes the mean on the CPU.
        return {name: _joined(getattr(self, name)).cpu().mean() for name in self._names()}

    def _names(self) -> list[str]:
        return [f"{key}_{figure}" for key in self.rouge_keys for figure in FIGURES]

    def _sync_dist(self, *arguments: Any, **choices: Any) -> None:
        """Exchange the figures of all processes, which may have scored different numbers of pairs.

        torchmetrics exchanges the tensors of a state one by one, so that a process that has more of them
        waits for ever. Here each process has a single tensor, perhaps an empty one.
        """
        for name in self._names():
            setattr(self, name, [_joined(getattr(self, name)).to(self.device)])
        super()._sync_dist(*arguments, **choices)

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Draw figures, by default of all pairs so far, by matplotlib."""
        return self._plot(val, ax)


def _joined(values: Iterable[torch.Tensor]) -> torch.Tensor:
    """Return figures of pairs as one tensor."""
    figures = [*values]
    return torch.stack(figures) if figures else torch.tensor([])


def _in_turn(processes: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return the first figure of each process, then the second of each, and so on.

    Processes mostly score every nth pair. As in torchmetrics, the mean is then over the pairs in their order.
    """
    return _joined(figure for figures in zip_longest(*processes) for figure in figures if figure is not None)


def rouge_score(
    preds: Texts,
    target: Targets,
    accumulate: Choice = "best",
    use_stemmer: bool = False,
    normalizer: Normalizer | None = None,
    tokenizer: Tokenize | None = None,
    rouge_keys: str | tuple[str, ...] = _DEFAULT_KEYS,
) -> Columns:
    """Return the mean of each figure over the pairs: `torchmetrics.functional.text.rouge_score`.

    Arguments and errors are as in `ROUGEScore`, but figures are NaN for an unknown `accumulate`.
    """
    keys = _keys(rouge_keys)
    columns = _Scorer(keys, use_stemmer, normalizer, tokenizer).columns(preds, target, accumulate)
    return {name: values.mean() for name, values in columns.items()}


def _keys(keys: str | tuple[str, ...]) -> tuple[str, ...]:
    keys = keys if isinstance(keys, tuple) else (keys,)
    for key in keys:
        if key not in KEYS:
            raise ValueError(f"there is no rouge key {key!r}; the keys are {', '.join(KEYS)}")
    return keys


class _Scorer:
    """Scores pairs by keys, with the functions of a user if they are given."""

    def __init__(
        self, keys: tuple[str, ...], stem: bool, normalizer: Normalizer | None, tokenizer: Tokenize | None
    ) -> None:
        self._keys, self._normalizer, self._tokenizer = keys, normalizer, tokenizer
        self._stemmer = PorterStemmer() if stem else None
        own = self if callable(normalizer) or callable(tokenizer) else None
        self._scorer = RougeScorer(keys, stem, split_summaries=True, tokenizer=own)

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens as torchmetrics makes them with the functions of a user.

        With a stemmer, tokens of more than 3 characters become stems in lower case.
        """
        normalizer, tokenizer, stemmer = self._normalizer, self._tokenizer, self._stemmer
        normal = normalizer(text) if callable(normalizer) else re.sub("[^a-z0-9]+", " ", text.lower())
        tokens = own_tokens(tokenizer(normal)) if callable(tokenizer) else re.split(r"\s+", normal)
        if stemmer:
            tokens = [stemmer.stem(token) if len(token) > LONGEST_UNSTEMMED else token for token in tokens]
        return [token for token in tokens if isinstance(token, str) and token]

    def columns(self, preds: Texts, target: Targets, accumulate: str) -> Columns:
        """Return the figures of each pair, rounded to torch's default type as in torchmetrics."""
        try:
            pairs = list(self._checked(_pairs(preds, target), accumulate))
            scores = self._scorer.score_batch(
                [[reference] for _, references in pairs for reference in references],
                [pred for pred, references in pairs for _ in references],
            )
        except LookupError as error:
            if isinstance(error, IndexError) or L_OF_SENTENCES not in self._keys:
                raise
            raise OSError(
                "NLTK has no data to find sentences: python -m nltk.downloader punkt_tab"
            ) from error
        ends = [0, *running_sums(len(references) for _, references in pairs)]
        columns: Columns = {}
        for key in dict.fromkeys(self._keys):
            rows = [
                torch.tensor([float(getattr(score[key], figure)) for score in scores]) for figure in FIGURES
            ]
            combined = _combined(rows, ends, accumulate, self._keys.count(key))
            columns |= {f"{key}_{figure}": row for figure, row in zip(FIGURES, combined, strict=True)}
        return columns

    def _checked(self, pairs: Iterable[tuple[Any, Any]], accumulate: str) -> Iterator[tuple[str, list[str]]]:
        """Yield the pairs. Raises the errors of torchmetrics at the same pair."""
        for pred, references in pairs:
            self._check_text(pred)
            kept = []
            for reference in references:
                self._check_text(reference)
                kept.append(reference)
            if not kept and accumulate == "best":
                raise IndexError("a prediction has no reference; give at least one")
            yield pred, kept

    def _check_text(self, text: object) -> None:
        """Raise the error of torchmetrics for anything but a string, unless a user's function reads it."""
        if not isinstance(text, str):
            self.tokenize(text)  # type: ignore[arg-type]  # It raises for most.
            if L_OF_SENTENCES in self._keys:
                sent_tokenize(text)


def _pairs(preds: Texts, target: Targets) -> Iterable[tuple[Any, Any]]:
    """Return predictions with their references, as many as the shorter list has."""
    targets: Any = target
    if isinstance(target, list) and all(isinstance(one, str) for one in target):
        targets = [target] if isinstance(preds, str) else [[one] for one in target]
    elif isinstance(target, str):
        targets = [[target]]
    return zip([preds] if isinstance(preds, str) else preds, targets, strict=False)


def _combined(rows: list[torch.Tensor], ends: list[int], accumulate: str, copies: int) -> list[torch.Tensor]:
    """Return the three figures of each prediction, given the figures with each reference, up to its end.

    As in torchmetrics, each value has as many copies as its key is repeated.
    """
    spans = list(pairwise(ends))
    if accumulate == "best":
        fs = rows[0].tolist()
        best = [max(range(start, end), key=fs.__getitem__) for start, end in spans]
        combined = [row[best] for row in rows]
    elif accumulate == "avg":
        combined = [
            torch.tensor(
                [row[start:end].repeat_interleave(copies).mean() for start, end in spans if start < end]
            )
            for row in rows
        ]
    else:
        combined = [row[:0] for row in rows]
    return [row.repeat_interleave(copies) for row in combined]
