"""The figures of `evaluate.load("rouge")`: in one call, or by a script for `evaluate.load`.

from rouge_cli import evaluate_metric

evaluate_metric.compute(predictions=predictions, references=references, use_stemmer=True, seed=42)

rouge = evaluate.load(evaluate_metric.path)  # by Hugging Face's package, from this disk alone
rouge.compute(predictions=predictions, references=references, use_stemmer=True)

Both give the figures of evaluate 0.3.0 and later: for each type the bootstrap's median of mean F.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import SystemRandom
from types import SimpleNamespace
from typing import Any

from .errors import several
from .rouge_score.rouge_scorer import RougeScorer
from .rouge_score.scoring import aggregated, fields_of
from .scoring.resampling import LegacyGenerator

path = str(Path(__file__).parent / "data" / "evaluate_script.py")
"""The path of the script that `evaluate.load` takes."""

_MEDIAN, _F = 1, 2

Tokenize = Callable[[str], Any]
"""Returns the tokens of a text."""


def compute(
    *,
    predictions: Sequence[object],
    references: Sequence[object],
    rouge_types: Sequence[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Tokenize | str | None = None,
    seed: int | None = None,
    jobs: int = 1,
    split_summaries: bool = False,
    confidence_interval: float | None = None,
    precision_recall: bool = False,
) -> dict[str, Any]:
    """Return by type the median of mean F over resamples or, without the aggregator, the list of all Fs.

    `references` has a text for each prediction, or lists of texts if its first item is a list. Other values
    become texts as in `evaluate`. The default seed is the seed of a metric that `evaluate` loads now: the
    word at which NumPy's global generator stands (s right after `numpy.random.seed(s)`). The generator's
    state does not change. Medians are `numpy.float64` if NumPy is installed, else `float`. `jobs` threads
    share the counting.

    `evaluate` lacks four choices. Names of tokenizers ("unicode") and `split_summaries` work as in
    `RougeScorer`. `confidence_interval=0.95` adds the bounds `rouge1_low`, `rouge1_high` and so on over the
    same resamples. `precision_recall` adds `rouge1_precision`, `rouge1_recall` and so on.

    Raises `IndexError` if there is no prediction, `ValueError` for unequal lengths, for an empty list of
    references, for an unknown type and if the first items are not texts, `AttributeError` for `None`, and
    `UnicodeEncodeError` for lone surrogates.
    """
    texts, targets = _texts(predictions, references)
    if confidence_interval is not None and not (use_aggregator and 0 <= confidence_interval <= 1):
        raise ValueError("confidence_interval must be from 0 to 1, and needs the aggregator")
    own = tokenizer if isinstance(tokenizer, str | None) else SimpleNamespace(tokenize=tokenizer)
    types = ("rouge1", "rouge2", "rougeL", "rougeLsum") if rouge_types is None else rouge_types
    scorer = RougeScorer(types, use_stemmer, split_summaries, own)
    scores = scorer.score_batch(targets, texts, jobs=jobs)
    others = {"precision": 0, "recall": 1} if precision_recall else {}
    if not use_aggregator:
        figures = {name: [score[name].fmeasure for score in scores] for name in scores[0]}
        return figures | {
            f"{name}_{figure}": [score[name][place] for score in scores]
            for name in figures
            for figure, place in others.items()
        }
    columns = {name: fields_of([score[name] for score in scores]) for name in scores[0]}
    confidence = 0.95 if confidence_interval is None else confidence_interval
    generator = LegacyGenerator.seeded(_seed() if seed is None else seed)
    by_type = aggregated(columns, confidence, generator=generator)
    further = {} if confidence_interval is None else {"low": (0, _F), "high": (2, _F)}
    further |= {figure: (_MEDIAN, place) for figure, place in others.items()}
    return {name: rows[_MEDIAN][_F] for name, rows in by_type.items()} | {
        f"{name}_{end}": rows[row][place]
        for name, rows in by_type.items()
        for end, (row, place) in further.items()
    }


def _seed() -> int:
    """Return the present word of NumPy's global generator, or a random word without NumPy."""
    try:
        from numpy.random import get_state
    except ImportError:
        return SystemRandom().getrandbits(32)
    state: Any = get_state(legacy=False)
    words = state["state"]
    return int(words["key"][words["pos"] % len(words["key"])])


def _texts(predictions: Sequence[object], references: Sequence[object]) -> tuple[list[Any], list[Any]]:
    """Return texts and their references as `evaluate` converts its arguments.

    The first items decide whether references are texts or lists of texts. Everything else is converted
    silently: objects to their `str`, and a string in place of a list to its characters.
    """
    first, target = predictions[0], references[0]
    is_scalar = getattr(target, "ndim", None) == 0  # A tensor without dimensions cannot be iterated over.
    have_lists = isinstance(target, Iterable) and not isinstance(target, str | bytes) and not is_scalar
    if not isinstance(first, str) or not (target is None or _is_text(target, have_lists)):
        raise ValueError(
            "predictions must be texts, and references texts or lists of texts (decode token IDs); the first"
            f" ones are {first!r} and {target!r}"
        )
    if len(predictions) != len(references):
        raise ValueError(
            f"{several(len(predictions), 'prediction')}, but {several(len(references), 'reference')}"
        )
    if not have_lists:
        return [*map(_text, predictions)], [*map(_text, references)]
    for one in references:
        if not isinstance(one, Iterable):
            error = TypeError if one is None else ValueError
            raise error(f"references must all be lists of texts, as the first is, not {one!r}")
    return [*map(_text, predictions)], [[*map(_text, one)] for one in references]  # type: ignore[call-overload]


def _is_text(target: Any, is_list: bool) -> bool:
    """Return True for a text, and for a list that is empty or whose innermost first item is a text."""
    if not is_list:
        return isinstance(target, str)
    first = next(iter(target), "")
    return _is_text(first, isinstance(first, list | tuple))


def _text(value: object) -> Any:
    """Return a text, or `None`, which the scorer refuses. Raises `UnicodeEncodeError` for lone surrogates."""
    text = None if value is None else str(value)
    if text:
        text.encode()
    return text
