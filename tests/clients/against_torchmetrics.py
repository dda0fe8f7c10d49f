"""Cases of torchmetrics' metric and of ours: `python -m tests.clients.against_torchmetrics NAME COUNT`."""

from __future__ import annotations

import copy
import pickle
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import torch
from torchmetrics.functional.text.rouge import ALLOWED_ROUGE_KEYS, rouge_score
from torchmetrics.text.rouge import ROUGEScore

from rouge_cli import torch_metric

from .outcomes import Case, each, main
from .texts import Texts

torch.set_printoptions(precision=17)
_ALL = tuple(ALLOWED_ROUGE_KEYS)
_BOTH = torch_metric.ROUGEScore, ROUGEScore
_FAST = ("rouge1", "rouge2", "rougeL")  # NLTK's sentences take most of the time.


def texts(count: int) -> Iterator[Case]:
    """Yield single pairs, and lists of references with both ways to accumulate."""
    for stem, accumulate in product((False, True), ("best", "avg")):
        keywords = {"use_stemmer": stem, "accumulate": accumulate, "rouge_keys": _ALL}
        for references, candidate in Texts(2).lists(count):
            yield _functions(candidate, references, **keywords)
            yield _functions(candidate, references[0], **keywords)


def corpora(count: int) -> Iterator[Case]:
    """Yield corpora of all sizes up to the count, and one of many pairs."""
    made = Texts(3)
    for size in [*range(count), 20 * count]:
        references, candidates = map(list, zip(*made.pairs(size), strict=True)) if size else ([], [])
        for keywords in ({"rouge_keys": _FAST}, {"rouge_keys": "rougeL", "use_stemmer": True}):
            yield _functions(candidates, references, **keywords)


def _functions(*arguments: Any, **keywords: Any) -> Case:
    functions = torch_metric.rouge_score, rouge_score
    return each((arguments, keywords), functions, _called, arguments, keywords)


def _called(function: Any, arguments: Any, keywords: Any) -> Any:
    return function(*arguments, **keywords)


def _updated(metric: Any, batches: list[Any]) -> Any:
    """Return what a metric gives for each batch, for all, for copies of it, and after a reset."""
    results = [metric(*batch) for batch in batches]
    results.append(metric.compute())
    results += [copied(metric).compute() for copied in (copy.deepcopy, _pickled)]
    results.append(metric.clone()("a b", "a c"))
    metric.reset()
    metric.update("the cats", "a cat")
    return [*results, metric.compute(), sorted(metric._defaults)]


def _pickled(metric: Any) -> Any:
    return pickle.loads(pickle.dumps(metric))


def metrics(count: int) -> Iterator[Case]:
    """Yield metrics with several updates."""
    made = Texts(4)
    for keywords in (
        {},
        {"use_stemmer": True},
        {"accumulate": "avg"},
        {"rouge_keys": ("rouge2", "rougeL")},
        {"rouge_keys": ("rouge1", "rouge1"), "accumulate": "avg"},
        {"normalizer": str.upper, "use_stemmer": True},
    ):
        batches: list[Any] = []
        for _ in range(3):
            references, candidates = map(list, zip(*made.lists(count), strict=True))
            batches.append((candidates, references))
        for kind in (torch.float32, torch.float64):
            yield each((keywords, kind), _BOTH, _with_type, kind, keywords, batches)


def _with_type(metric: Any, kind: torch.dtype, keywords: Any, batches: Any) -> Any:
    torch.set_default_dtype(kind)
    try:
        return _updated(metric(**keywords), batches)
    finally:
        torch.set_default_dtype(torch.float32)


_INPUTS: tuple[tuple[Any, Any], ...] = (
    ("a b", "a"), ("a b", ["a b c d", "a"]), ("a b", ["a", "a b c d"]), (["a b", "c"], ["a", "c d"]),
    (["a b"], [["a", "a b"]]), ("a b", [["a", "a b"]]), (["a b"], ("a b", "a")), (["a b", "c"], "a b"),
    (["a", "b"], ["a"]), (["a"], ["a", "b"]), (["a"], [[]]), (["a", "b"], [[], ["b"]]), ([], []), ("", ""),
    ("a", []), (["a"], None), (None, "a"), ([None], ["a"]), (["a"], [None]), (("a", "b"), ["a", "b"]),
    (["a"], [("a", "a b")]), ("a", ("a", "b")), (["a b"], [["a"], ["b"]]), (["a"], [3]),
    *product(
        ([3], [None], [b"a"], [["a"]], ["a", None], ["a", ["b"]], 3, "a"),
        ([[None]], [[3]], [b"a"], [[["a"]]], ["a", None], ["a", ["b"]], 3, "a"),
    ),
)  # fmt: skip
_CHOICES: tuple[dict[str, Any], ...] = (
    {"rouge_keys": ["rouge1"]}, {"rouge_keys": "rouge0"}, {"rouge_keys": ("rouge1", "x")}, {"rouge_keys": ()},
    {"accumulate": "other"}, {"rouge_keys": ("rouge1", "rouge1")}, {"other": 1},
)  # fmt: skip


def inputs(count: int) -> Iterator[Case]:
    """Yield inputs of every form, and arguments that are refused."""
    for preds, target in _INPUTS:
        for accumulate in ("best", "avg", "other"):
            yield _functions(preds, target, accumulate=accumulate)
        yield each((preds, target), [metric() for metric in _BOTH], _called, (preds, target), {})
    for keywords in _CHOICES:
        yield _functions("a b", ["a", "a c"], **keywords)
        yield each(keywords, _BOTH, _made, keywords)
    del count


def _made(metric: Any, keywords: Any) -> Any:
    return metric(**keywords)("a b", "a c")


def _with_others(text: str) -> list[Any]:
    return [*text.split(), 3, ""]


def functions(count: int) -> Iterator[Case]:
    """Yield normalizers and tokenizers of a user."""
    for normalizer, tokenizer, stem in product(
        (None, str.upper, str.lower, str), (None, str.split, list, _with_others), (False, True)
    ):
        keywords = {"normalizer": normalizer, "tokenizer": tokenizer, "use_stemmer": stem}
        for reference, candidate in Texts(5).pairs(count):
            yield _functions(candidate, reference, **keywords)


def states(count: int) -> Iterator[Case]:
    """Yield states that are saved by either metric and loaded by the other."""
    references, candidates = map(list, zip(*Texts(6).pairs(count), strict=True))
    for kept, loaded in product(_BOTH, repeat=2):
        yield (
            (kept, loaded),
            partial(_reloaded, kept, loaded, candidates, references),
            partial(_reloaded, ROUGEScore, ROUGEScore, candidates, references),
        )


def _reloaded(kept: Any, loaded: Any, candidates: Any, references: Any) -> Any:
    one, other = kept(), loaded()
    one.persistent(True)
    other.persistent(True)
    one.update(candidates, references)
    other.load_state_dict(one.state_dict())
    return other.compute()


def processes(count: int) -> Iterator[Case]:
    """Yield metrics whose states two processes or three exchange."""
    references, candidates = map(list, zip(*Texts(7).pairs(4 * count), strict=True))
    yield each(count, _BOTH, _of_processes, candidates, references)
    # With different numbers of pairs torchmetrics waits for ever, or mixes up figures.
    for size, workers in ((7, 2), (3, 2), (1, 2), (7, 3), (1, 3)):
        pairs = candidates[:size], references[:size]
        ours = _BOTH[0]
        yield (
            (size, workers),
            partial(_of_processes, ours, *pairs, workers, updates=1),
            partial(ours(rouge_keys=_FAST), *pairs),
        )


def _of_processes(metric: Any, candidates: Any, references: Any, workers: int = 2, updates: int = 2) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        arguments = folder, workers, metric, candidates, references, updates
        torch.multiprocessing.spawn(_rank, arguments, nprocs=workers)
        return torch.load(Path(folder, "result"))


def _rank(
    rank: int, folder: str, workers: int, metric: Any, candidates: Any, references: Any, updates: int
) -> None:
    """Score each pair of this process's turn in one or two updates; the first process writes the result."""
    meeting = Path(folder, "meeting").as_uri()
    torch.distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=workers)
    mine = metric(rouge_keys=_FAST)
    half = len(candidates) // 2 if updates == 2 else 0
    for part in (slice(rank, half, workers), slice(half + rank, None, workers)):
        if candidates[part]:
            mine.update(candidates[part], references[part])
    result = mine.compute()
    if rank == 0:
        torch.save(result, Path(folder, "result"))
    torch.distributed.barrier()  # A process that ends takes its connections with it.
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main(texts, corpora, metrics, inputs, functions, states, processes)
