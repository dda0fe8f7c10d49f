"""Cases of rouge-score's classes and of ours: `python -m tests.clients.against_rouge_score NAME COUNT`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from operator import attrgetter
from typing import Any

import numpy
from rouge_score import rouge_scorer, scoring, tokenize, tokenizers

from rouge_cli.rouge_score import rouge_scorer as our_scorer
from rouge_cli.rouge_score import scoring as our_scoring
from rouge_cli.rouge_score import tokenize as our_tokenize
from rouge_cli.rouge_score import tokenizers as our_tokenizers

from .outcomes import Case, each, main, methods
from .texts import Texts

TYPES = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]
_FEW = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


def _both(*arguments: Any, **keywords: Any) -> tuple[Any, Any]:
    return our_scorer.RougeScorer(*arguments, **keywords), rouge_scorer.RougeScorer(*arguments, **keywords)


def texts(count: int) -> Iterator[Case]:
    """Yield random pairs and lists of references, with all types, with and without stems."""
    for stem in (False, True):
        both = _both(TYPES, use_stemmer=stem)
        made = Texts(1, surrogates=True)
        for pair in chain.from_iterable(zip(made.pairs(count), made.lists(count), strict=True)):
            yield methods((stem, pair), both, "score" if isinstance(pair[0], str) else "score_multi", *pair)


def batches(count: int) -> Iterator[Case]:
    """Yield batches of texts and lists, by one thread and by two; rouge-score scores them in a loop."""
    for seed in range(3):
        made = Texts(3 + seed, surrogates=True)
        rows = [*made.pairs(count), *made.lists(count)] if seed else list(made.pairs(count))
        made.random.shuffle(rows)
        targets, predictions = map(list, zip(*rows, strict=True))
        ours, theirs = _both(_FEW, use_stemmer=True)

        def expected(rows: Any = rows, theirs: Any = theirs) -> list[Any]:
            methods = {str: theirs.score, list: theirs.score_multi}
            return [methods[type(target)](target, prediction) for target, prediction in rows]

        for jobs in (1, 2):
            yield (seed, jobs), partial(ours.score_batch, targets, predictions, jobs=jobs), expected


def splits(count: int) -> Iterator[Case]:
    """Yield texts whose sentences NLTK finds."""
    for types in (["rougeLsum"], ["rouge2", "rougeLsum", "rougeL"], ["rouge1"]):
        both = _both(types, use_stemmer=True, split_summaries=True)
        for pair in Texts(6).pairs(count):
            yield methods((types, pair), both, "score", *pair)


class Words:
    """A tokenizer that remembers its calls."""

    def __init__(self, make: Callable[[str], Any]) -> None:
        self.tokens_of = make
        self.calls: list[str] = []

    def tokenize(self, text: str) -> Any:
        """Return the tokens of a text."""
        self.calls.append(text)
        return self.tokens_of(text)


def _lengths(text: str) -> tuple[int, ...]:
    return tuple(map(len, text.split()))


def own_tokenizers(count: int) -> Iterator[Case]:
    """Yield texts with tokenizers of a user: the scores, and what the tokenizers were called with."""
    stems = our_tokenizers.DefaultTokenizer(True).tokenize
    for types in (TYPES, ["rougeLsum"], ["rougeLsum", "rouge1", "rougeLsum"]):
        for make in (str.split, list, str, partial(str.split, sep=" "), _lengths, stems):
            for pair in Texts(7).pairs(count):
                words = Words(make), Words(make)
                modules = zip((our_scorer, rouge_scorer), words, strict=True)
                both = [module.RougeScorer(types, tokenizer=one) for module, one in modules]
                yield methods((types, make, pair), both, "score", *pair)
                yield each((types, make, pair, "calls"), words, attrgetter("calls"))


def oddities(count: int) -> Iterator[Case]:
    """Yield arguments that are no texts or no types, and copies of scorers."""
    values: list[Any] = [None, b"A caf\xc3\xa9 \xe2\x84\xaa\n\xc4\xb0 x", b"\xff a", ["a"], 3, "a b", ""]
    types: list[Any] = [
        *([name] for name in ("rouge1", "rougeL", "rougeLsum", "rouge0", "rouge10", "rouge-1", "ROUGE1")),
        *(["rougeLSum"], ["rouge1", "rouge0"], ["rouge"], [1], [], "rouge1", None, iter(["rouge1"]), _FEW),
        *(("rouge1", "rouge1", "rouge2"), {"rouge2": 1, "rougeL": 2}),
    ]
    for some in types:
        both = _both(some)
        for target, prediction in product(values, repeat=2):
            yield methods((some, target, prediction), both, "score", target, prediction)
        for targets in ([], ["a", "a b"], "ab", ["a", None], ("a", b"a"), None):
            yield methods((some, targets), both, "score_multi", targets, "a b")
    both = _both(_FEW, True)
    for made in (copy.copy, copy.deepcopy, _pickled):
        yield methods(made, [made(one) for one in both], "score", "the cats", "a cat\nthe")
    for one in both:
        one.rouge_types.append("rouge3")
    yield methods("changed", both, "score", "the cats sat", "a cat\nthe cats sat")
    for text, _ in Texts(8).pairs(count):
        for stem in (False, True):
            made_by = [module.DefaultTokenizer(stem) for module in (our_tokenizers, tokenizers)]
            yield methods(text, made_by, "tokenize", text)
        yield methods(text, (our_tokenize, tokenize), "tokenize", text, None)


def _pickled(scorer: Any) -> Any:
    scorer.score("a", "a")
    return pickle.loads(pickle.dumps(scorer))


def _aggregated(module: Any, scores: list[Any], seed: int, *arguments: Any) -> Any:
    """Return what is aggregated, twice, and where NumPy's generator is then."""
    numpy.random.seed(seed)
    aggregator = module.BootstrapAggregator(*arguments)
    for one in scores:
        aggregator.add_scores({name: module.Score(*score) for name, score in one.items()})
    return (
        aggregator.aggregate(),
        aggregator.aggregate(),
        numpy.random.randint(0, 2**31),
        numpy.random.randn(3).tolist(),
    )


def bootstrap(count: int) -> Iterator[Case]:
    """Yield bootstraps of random scores under ten seeds, and of few scores; types may have fewer."""
    scorer = our_scorer.RougeScorer(_FEW)
    made = Texts(9)
    both = our_scoring, scoring
    for seed in (*range(9), 2**32 - 1):
        scores = [scorer.score(*pair) for pair in made.pairs(count + seed % 10)]
        scores[1:] = [{name: one[name] for name in _FEW[seed % 3 :]} for one in scores[1:]]
        yield each(seed, both, _aggregated, scores, seed)
    for arguments in ((0.5, 3), (0, 10), (1, 7), (0.9,), (0.95, 1), (1.1,), (-0.1,), (0.5, 0), (0.5, -1)):
        for some in (scores[:5], scores[:1], []):
            yield each((arguments, len(some)), both, _aggregated, some, 3, *arguments)


def helpers(count: int) -> Iterator[Case]:
    """Yield calls of functions whose names begin with an underscore."""
    modules = our_scorer, rouge_scorer
    for pair in Texts(10).pairs(count):
        lines = [[line.split() for line in text.split("\n")] for text in pair]
        words = [text.split() for text in pair]
        calls: dict[str, Sequence[Any]] = {
            "_summary_level_lcs": lines,
            "_score_lcs": words,
            "_lcs_table": words,
            "_create_ngrams": (words[0], 2),
        }
        for name, arguments in calls.items():
            yield methods((name, arguments), modules, name, *arguments)
        yield each("_score_ngrams", modules, _score_of_ngrams, words)


def _score_of_ngrams(module: Any, words: list[list[str]]) -> Any:
    return module._score_ngrams(*(module._create_ngrams(some, 2) for some in words))


if __name__ == "__main__":
    main(texts, batches, splits, own_tokenizers, oddities, bootstrap, helpers)
