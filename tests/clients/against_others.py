"""Cases of pycocoevalcap, py-rouge, rouge-metric and pytorch-ignite: `… .against_others NAME COUNT`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import rouge
import rouge_metric
from ignite.metrics import Rouge as TheirMetric
from ignite.metrics import RougeL, RougeN
from pycocoevalcap.rouge.rouge import Rouge as TheirCoco
from pycocoevalcap.rouge.rouge import my_lcs
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

from rouge_cli import coco as our_coco
from rouge_cli import ignite_metric, py_rouge
from rouge_cli import rouge_metric as our_rouge_metric
from rouge_cli.rouge_score.tokenizers import NamedTokenizer

from .outcomes import Case, each, main, methods
from .texts import Texts

_STORED = Path(__file__).parents[1] / "languages" / "ptb_tokens.jsonl"


class _Pairs(Texts):
    """Texts with references."""

    def pair(self, most: int = 4) -> tuple[str, list[str]]:
        """Return a text and some references."""
        peer, *models = self.several(1 + self.random.randint(1, most))
        return peer, models


def _coco_score(side: Any, gts: Any, res: Any, beta: float) -> Any:
    scorer = side()
    scorer.beta = beta
    average, scores = scorer.compute_score(gts, res)
    return type(average), float(average).hex(), scores.dtype, [one.hex() for one in scores.tolist()]


def coco(count: int) -> Iterator[Case]:
    """Yield corpora, and arguments that are refused."""
    made = _Pairs(1, surrogates=True)
    sides = our_coco.Rouge, TheirCoco
    while count > 0:
        pairs = [made.pair() for _ in range(made.random.choice((1, 1, 2, 7, 8, 20)))]
        count -= len(pairs)
        gts, res = dict(enumerate(models for _, models in pairs)), dict(enumerate([one] for one, _ in pairs))
        yield each(pairs, sides, _coco_score, gts, res, made.random.choice((1.2, 1.2, 0, 1, 2.5)))
        yield methods(pairs[0], [side() for side in sides], "calc_score", res[0], gts[0])
        sequences = [made.random.choices("abc", k=made.random.randint(0, 6)) for _ in range(2)]
        yield each(sequences, [our_coco.my_lcs, my_lcs], lambda side, both: side(*both), sequences)
    good, texts = (
        {1: ["a b"], 2: ["c"]},
        [None, "a", ("a",), [], ["a", "b"], [None], [b"a"], {0: "a"}, [3], 5],
    )
    for gts in ({}, {1: ["a b"]}, {2: ["c"], 1: ["a b"]}, *({1: ["a b"], 2: text} for text in texts)):
        yield each(gts, sides, _coco_score, gts, good, 1.2)
        yield each(gts, sides, _coco_score, good, gts, 1.2)
    for text in texts:
        yield methods(text, [side() for side in sides], "calc_score", text, ["a b"])
        yield methods(text, [side() for side in sides], "calc_score", ["a b"], text)
    yield each("names", sides, lambda side: (side().method(), side().beta))


def _in_order(scores: Any) -> Any:
    """Return scores with n-grams in the order of n; the package has them in the order of a set."""
    return sorted(scores.items(), key=lambda item: item[0]) if isinstance(scores, dict) else scores


def _py_rouge(side: Any, options: dict[str, Any], peers: Any, models: Any) -> Any:
    return _in_order(side.Rouge(**options).get_scores(peers, models))


def pyrouge(count: int) -> Iterator[Case]:
    """Yield texts and lists of texts under random options, and arguments that are refused."""
    made = _Pairs(2)
    choose = made.random.choice
    sides = py_rouge, rouge
    for _ in range(count):
        options = {
            "metrics": choose(
                (["rouge-n"], ["rouge-l"], ["rouge-n", "rouge-l", "rouge-w"], ["rouge-w", "rouge-n"])
            ),
            "max_n": choose((None, 1, 2, 4)),
            "limit_length": choose((True, False)),
            "length_limit": choose((0, 1, 5, 30, 100, 665)),
            "length_limit_type": choose(("words", "bytes")),
            "apply_avg": choose((True, False)),
            "apply_best": choose((True, False)),
            "stemming": choose((True, True, False)),
            "alpha": choose((0, 0.3, 0.5, 1)),
            "weight_factor": choose((1.0, 1.2, 2, 0.5)),
        }
        pairs = [made.pair() for _ in range(choose((0, 1, 1, 2, 3)))]
        peers, models = [peer for peer, _ in pairs], [choose((of, of[0])) for _, of in pairs]
        yield each((options, pairs), sides, _py_rouge, options, peers, models)
    odd: Any
    for odd in (
        "a b",
        None,
        3,
        [],
        ["a"],
        [["a"]],
        [("a",)],
        [None],
        ("a",),
        [[]],
        [["a", None]],
        ["a", "b"],
    ):
        for other in (["a"], "a", ("a",), [["a"]]):
            for options in ({"metrics": ["rouge-n", "rouge-l"], "max_n": 2}, {"metrics": ["rouge-l"]}, {}):
                yield each((odd, other, options), sides, _py_rouge, options, other, odd)
                yield each((odd, other, options), sides, _py_rouge, options, odd, other)
    for options in (
        {"metrics": ("rouge-n",), "max_n": 2}, {"metrics": {"rouge-l"}}, {"max_n": 1},
        {"metrics": ["ROUGE-L"]},
        {"length_limit_type": "x"}, {"weight_factor": 0}, {"metrics": ("rouge-l",)},
    ):  # fmt: skip
        yield each(options, sides, _py_rouge, options, "a", "a")


def _rouge_metric(side: Any, options: dict[str, Any], *texts: Any, **functions: Any) -> Any:
    return side.PyRouge(**options).evaluate(*texts, **functions)


def rougemetric(count: int) -> Iterator[Case]:
    """Yield documents under random options."""
    made = _Pairs(3)
    choose = made.random.choice
    for _ in range(count):
        options = {
            "rouge_n": choose((0, 1, 2, 4, [3], [1, 2, 4], [0], [10, 1], [1, 1])),
            **{name: choose((True, False)) for name in ("rouge_l", "rouge_w", "rouge_s", "rouge_su")},
            "rouge_w_weight": choose((1, 1.2, 2, 1.5)),
            "skip_gap": choose((None, 0, 1, 4, -2)),
            "multi_ref_mode": choose(("average", "best")),
            "alpha": choose((0, 0.3, 0.5, 1)),
            "mode": choose(("average", "individual")),
        }
        if made.random.random() < 0.05:
            options |= choose(({"alpha": 2}, {"mode": "x"}, {"multi_ref_mode": "x"}, {"rouge_w_weight": 0.5}))
        pairs = [made.pair() for _ in range(choose((0, 1, 1, 2, 3)))]
        texts: list[Any] = [[peer for peer, _ in pairs], [models for _, models in pairs]]
        functions: dict[str, Callable[[str], Any]] = choose(({}, {}, {"tokenizer": list}))
        yield each(
            (options, texts), (our_rouge_metric, rouge_metric), _rouge_metric, options, *texts, **functions
        )
    for one, other in (("ab", ["ab", "b"]), (["a"], [[]]), (["a"], []), ([None], [["a"]]), (["a"], [[None]])):
        yield each((one, other), (our_rouge_metric, rouge_metric), _rouge_metric, {}, one, other)


def _ignite(side: Callable[..., Any], options: dict[str, Any], batches: list[Any]) -> Any:
    metric = side(**options)
    for batch in batches:
        metric.update(batch)
    return metric.compute()


def ignite(count: int) -> Iterator[Case]:
    """Yield batches of lists of tokens under random options."""
    made = _Pairs(4)
    choose = made.random.choice
    for _ in range(count):
        variants = choose(
            (None, [1], ["L"], [2, "L"], [1, 2, 3, 4, "L"], [1, 1], [10], [True, 1], [], ["l"], [0])
        )
        options = {"multiref": choose(("average", "best")), "alpha": choose((0, 0.3, 0.5, 1, 1, 2))}
        batches = []
        for _ in range(choose((0, 1, 1, 2))):
            pairs = [made.pair() for _ in range(choose((1, 1, 3)))]
            batches.append(
                ([one.split() for one, _ in pairs], [[text.split() for text in of] for _, of in pairs])
            )
        yield each(
            (variants, options, batches), (ignite_metric.Rouge, TheirMetric), _ignite,
            {"variants": variants, **options}, batches,
        )  # fmt: skip
    batches = [(["a b c", [1, 2, 3]], [["a b"], [[1, 2], [3]]]), ([["a"]], [[]])]
    for ours, theirs, options in (
        (ignite_metric.RougeL, RougeL, {}), (ignite_metric.RougeN, RougeN, {"ngram": 2, "alpha": 0.5}),
        (ignite_metric.RougeN, RougeN, {}), (ignite_metric.RougeN, RougeN, {"ngram": 0}),
        (ignite_metric.RougeL, RougeL, {"multiref": "best"}),
    ):  # fmt: skip
        yield each(options, (ours, theirs), _ignite, options, batches)


def ptb(count: int) -> Iterator[Case]:
    """Yield captions that are made of stored texts; the program in Java reads all of them at once."""
    random = Random(5)
    parts = [part for line in _STORED.read_text("utf-8").splitlines() for part in json.loads(line)[0].split()]
    # The program reads a caption that ends in a letter, or in a tag that is not closed, with the next one.
    several = [" ".join(random.choices(parts, k=random.randint(1, 12))) for _ in range(count)]
    captions = [one.replace("<", "") + " end" for one in several]
    theirs = PTBTokenizer().tokenize({place: [{"caption": one}] for place, one in enumerate(captions)})
    tokenize = NamedTokenizer("ptb").tokenize
    for place, caption in enumerate(captions):
        yield caption, partial(tokenize, caption), partial(str.split, theirs[place][0], " ")


if __name__ == "__main__":
    np.seterr(all="ignore")
    main(coco, pyrouge, rougemetric, ignite, ptb)
