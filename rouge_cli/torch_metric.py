"""ROUGE as torchmetrics computes it: the metric `ROUGEScore`, and the function `rouge_score`.

from rouge_cli.torch_metric import ROUGEScore

metric = ROUGEScore(use_stemmer=True)
metric.update(preds, target)
metric.compute()["rouge1_fmeasure"]

Figures are the same as in torchmetrics 1.6 and later, which takes their means, and scores whatever is not a
list of texts. NLTK finds the sentences of rougeLsum and must have its data `punkt_tab`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate as running_sums
from itertools import chain, pairwise, zip_longest
from types import SimpleNamespace
from typing import Any, Literal

from .errors import installing

try:
    import torch
    import torchmetrics.functional.text.rouge as theirs
    from torchmetrics.text.rouge import ROUGEScore as TheirScore
except ImportError as error:
    raise ImportError(
        f"rouge_cli.torch_metric needs torch and torchmetrics ({error}): {installing('torchmetrics')}"
    ) from error

from nltk.stem.porter import PorterStemmer

from .kernel.plan import LONGEST_UNSTEMMED
from .rouge_score.rouge_scorer import RougeScorer
from .rouge_score.tokenize import own_tokens
from .scoring.profile import L_OF_SENTENCES, WHOLE_L

FIGURES = ("fmeasure", "precision", "recall")
"""The figures of each measure, in the order of the result."""

Texts = str | Sequence[str]
Targets = str | Sequence[str] | Sequence[Sequence[str]]
Normalizer = Callable[[str], str]
Tokenize = Callable[[str], Sequence[str]]
Choice = Literal["avg", "best"]
"""For each measure: the mean over the references, or the reference with the highest F."""
Columns = dict[str, torch.Tensor]
"""By measure and figure (`rouge1_fmeasure`), a value for each pair."""


class ROUGEScore(TheirScore):
    """The metric of torchmetrics, with the same arguments, states, results and errors.

    A string with a list of strings is a prediction with several references; two lists are pairs, and a
    list of lists has the references of each prediction. `update` raises `OSError` if NLTK lacks its data for
    sentences.
    """

    def update(self, preds: Texts, target: Targets) -> None:
        """Score predictions against their targets, and keep the figures."""
        stem = self.stemmer is not None
        choices = self.accumulate, stem, self.normalizer, self.tokenizer, self.rouge_keys
        columns = _columns(preds, target, *choices)
        if columns is None:
            super().update(preds, target)
            return
        for name, values in columns.items():
            # As in torchmetrics, a tensor for each pair: processes and saved states depend on it.
            getattr(self, name).extend(value.clone() for value in values.to(self.device))

    def compute(self) -> Columns:
        """Return the mean of each figure over all pairs so far, NaN if there are none."""
        # torchmetrics takes the mean on the CPU.
        return {name: _joined(getattr(self, name)).cpu().mean() for name in self._defaults}

    def _sync_dist(self, *arguments: Any, **choices: Any) -> None:
        """Exchange the figures of all processes, which may have scored different numbers of pairs.

        torchmetrics exchanges the tensors of a state one by one, so that a process that has more of them
        waits for ever. Here each process has a single tensor, perhaps an empty one. Processes mostly score
        every nth pair, so the first figure of each comes first, then the second of each, and so on: the mean
        is over the pairs in their order, as in torchmetrics.
        """
        for name in self._defaults:
            setattr(self, name, [_joined(getattr(self, name)).to(self.device)])
        super()._sync_dist(*arguments, **choices)
        for name in self._defaults:
            turns = zip_longest(*getattr(self, name))
            setattr(self, name, [one for turn in turns for one in turn if one is not None])


def _joined(values: Iterable[torch.Tensor]) -> torch.Tensor:
    """Return figures of pairs as one tensor."""
    figures = [*values]
    return torch.stack(figures) if figures else torch.tensor([])


def rouge_score(
    preds: Texts,
    target: Targets,
    accumulate: Choice = "best",
    use_stemmer: bool = False,
    normalizer: Normalizer | None = None,
    tokenizer: Tokenize | None = None,
    rouge_keys: str | tuple[str, ...] = ("rouge1", "rouge2", WHOLE_L, L_OF_SENTENCES),
) -> Columns:
    """Return the mean of each figure over the pairs: `torchmetrics.functional.text.rouge_score`.

    Arguments and errors are as in `ROUGEScore`, but figures are NaN for an unknown `accumulate`.
    """
    arguments = preds, target, accumulate, use_stemmer, normalizer, tokenizer, rouge_keys
    columns = _columns(*arguments)
    if columns is None:
        means: Columns = theirs.rouge_score(*arguments)
        return means
    return {name: values.mean() for name, values in columns.items()}


def _tokens(stemmer: Any, normalizer: Normalizer | None, tokenizer: Tokenize | None, text: str) -> list[str]:
    """Return tokens as torchmetrics makes them, and stems of tokens of more than 3 characters."""
    normal = normalizer(text) if callable(normalizer) else re.sub("[^a-z0-9]+", " ", text.lower())
    tokens = own_tokens(tokenizer(normal)) if callable(tokenizer) else re.split(r"\s+", normal)
    if stemmer:
        tokens = [stemmer.stem(token) if len(token) > LONGEST_UNSTEMMED else token for token in tokens]
    return [token for token in tokens if isinstance(token, str) and token]


def _columns(
    preds: Any,
    target: Any,
    accumulate: str,
    stem: bool,
    normalizer: Normalizer | None,
    tokenizer: Tokenize | None,
    keys: str | tuple[str, ...],
) -> Columns | None:
    """Return the figures of each pair in torch's default type, or None if torchmetrics must score them.

    Raises `OSError` if NLTK lacks its data for sentences.
    """
    keys = keys if isinstance(keys, tuple) else (keys,)
    if isinstance(target, str):
        target = [[target]]
    elif isinstance(target, list) and all(isinstance(one, str) for one in target):
        target = [target] if isinstance(preds, str) else [[one] for one in target]
    preds = [preds] if isinstance(preds, str) else preds
    if not (
        {type(preds), type(target)} <= {list, tuple}
        and set(map(type, target)) <= {list, tuple}
        and set(map(type, chain(preds, *target))) <= {str}
        and all(target)
        and accumulate in ("avg", "best")
        and len({*keys}) == len(keys)
        and {*keys} <= theirs.ALLOWED_ROUGE_KEYS.keys()
    ):
        return None
    pairs = list(zip(preds, target, strict=False))
    own = None
    if callable(normalizer) or callable(tokenizer):
        tokens = partial(_tokens, PorterStemmer() if stem else None, normalizer, tokenizer)
        own = SimpleNamespace(tokenize=tokens)
    scorer = RougeScorer(keys, stem, split_summaries=True, tokenizer=own)
    try:
        scores = scorer.score_batch(
            [[reference] for _, references in pairs for reference in references],
            [pred for pred, references in pairs for _ in references],
        )
    except LookupError as error:
        if isinstance(error, IndexError) or L_OF_SENTENCES not in keys:
            raise
        raise OSError("NLTK has no data to find sentences: python -m nltk.downloader punkt_tab") from error
    spans = list(pairwise([0, *running_sums(len(references) for _, references in pairs)]))
    columns: Columns = {}
    for key in keys:
        rows = [torch.tensor([float(getattr(score[key], figure)) for score in scores]) for figure in FIGURES]
        if accumulate == "best":
            fs = rows[0].tolist()
            best = [max(range(start, end), key=fs.__getitem__) for start, end in spans]
            rows = [row[best] for row in rows]
        else:
            rows = [torch.tensor([row[start:end].mean() for start, end in spans]) for row in rows]
        columns |= {f"{key}_{figure}": row for figure, row in zip(FIGURES, rows, strict=True)}
    return columns
