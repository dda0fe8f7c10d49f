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
from ignite import metrics as ignite_metrics
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
    """Texts with references, and wrong things in their places."""

    def pair(self) -> tuple[str, list[str]]:
        """Return a text and some references."""
        peer, *models = self.several(1 + self.random.randint(1, 4))
        return peer, models

    def wrong(self, value: Any) -> Any:
        """Return a value with something in it, or in its place, that is perhaps no text and no list."""
        choose = self.random.choice
        if isinstance(value, list) and value and choose((True, True, False)):
            place = self.random.randrange(len(value))
            return [*value[:place], self.wrong(value[place]), *value[place + 1 :]]
        if isinstance(value, list) and choose((True, False)):
            return choose((tuple(value), value + value[:1], value[:-1], dict(enumerate(value)), value[:1]))
        return choose(
            [
                *(None, 3, 1.5, True, b"a b", "a b", "", "\u2028", (), ("a b",), {}, {"a": 1}, {"a"}),
                *(range(2), [], [[]], ["a b"], [["a"]], [None], [[1, 2], [3]]),
                *(np.array(["a b"]), np.str_("a b")),
            ]
        )

    def corpus(self, most: int = 3, *, may_be_wrong: bool = True) -> tuple[Any, Any]:
        """Return texts and their references; in every fourth corpus something may be wrong."""
        pairs = [self.pair() for _ in range(self.random.randint(0, most))]
        peers, models = [peer for peer, _ in pairs], [of_peer for _, of_peer in pairs]
        place = self.random.randrange(8) if may_be_wrong else None
        return self.wrong(peers) if place == 0 else peers, self.wrong(models) if place == 1 else models


def _coco_score(side: Any, gts: Any, res: Any, beta: float) -> Any:
    scorer = side()
    scorer.beta = beta
    average, scores = scorer.compute_score(gts, res)
    return type(average), float(average).hex(), scores.dtype, [one.hex() for one in scores.tolist()]


def coco(count: int) -> Iterator[Case]:
    """Yield corpora, with wrong images and texts, too."""
    made = _Pairs(1, surrogates=True)
    choose = made.random.choice
    sides = our_coco.Rouge, TheirCoco
    while count > 0:
        peers, models = made.corpus(choose((1, 7, 8, 20)))
        gts = dict(enumerate(models)) if hasattr(models, "__iter__") else {0: models}
        res = dict(enumerate([peer] for peer in peers)) if hasattr(peers, "__iter__") else {0: peers}
        gts, res = choose([*[(gts, res)] * 9, (gts, made.wrong([*res.values()])), ({1: ["a"], **gts}, res)])
        count -= len(gts)
        yield each((gts, res), sides, _coco_score, gts, res, choose((1.2, 1.2, 0, 1, 2.5, -1)))
        one, other = choose(([["a b"], made.wrong(["a", "b"])], [made.wrong(["a b"]), ["a"]]))
        yield methods((one, other), [side() for side in sides], "calc_score", one, other)
        sequences = [made.wrong(made.random.choices("abc", k=made.random.randint(0, 6))) for _ in range(2)]
        if not any(isinstance(one, dict | set) for one in sequences):
            yield each(sequences, [our_coco.my_lcs, my_lcs], lambda side, both: side(*both), sequences)
    yield each("names", sides, lambda side: (side().method(), side().beta))


def _py_rouge(side: Any, options: dict[str, Any], peers: Any, models: Any) -> Any:
    # In the package the first object decides for all.
    rouge.Rouge.WORDNET_KEY_VALUE, rouge.Rouge.STEMMER = {}, None
    scores = side.Rouge(**options).get_scores(peers, models)
    # The package has n-grams in the order of a set.
    return sorted(scores.items(), key=lambda item: item[0]) if isinstance(scores, dict) else scores


def pyrouge(count: int) -> Iterator[Case]:
    """Yield texts and lists of texts under random options, some of which are refused."""
    made = _Pairs(2)
    choose = made.random.choice
    metrics = ["rouge-n"], ["rouge-l"], ["rouge-n", "rouge-l", "rouge-w"], ["rouge-w", "rouge-n"]
    odd_metrics = ("rouge-n",), {"rouge-l"}, ["ROUGE-L"], ("rouge-l",), "rouge-l", None, []
    for _ in range(count):
        options = {
            "metrics": choose((*metrics, *metrics, *metrics, choose(odd_metrics))),
            "max_n": choose((None, 0, 1, 2, 4)),
            "limit_length": choose((True, False)),
            "length_limit": choose((0, 1, 5, 30, 100, 665)),
            "length_limit_type": choose((*["words", "bytes"] * 8, "x", None)),
            "apply_avg": choose((True, False)),
            "apply_best": choose((True, False, None)),
            "stemming": choose((True, True, False)),
            "alpha": choose((0, 0.3, 0.5, 1, 1.5, True)),
            "weight_factor": choose((1.0, 1, 1.2, 2, 0.5, True, choose((0, -1)))),
            "ensure_compatibility": choose((True, True, False)),
        }
        if is_odd := not options["ensure_compatibility"]:
            options |= {"apply_best": False, "alpha": 0.5}  # Of several errors another one comes first.
        peers, models = made.corpus(may_be_wrong=not is_odd)
        if isinstance(models, list):
            models = [choose((of, of[0])) if isinstance(of, list) and of else of for of in models]
        yield each((options, peers, models), (py_rouge, rouge), _py_rouge, options, peers, models)


def _rouge_metric(side: Any, options: dict[str, Any], *texts: Any, **functions: Any) -> Any:
    return side.PyRouge(**options).evaluate(*texts, **functions)


def rougemetric(count: int) -> Iterator[Case]:
    """Yield documents under random options, some of which are refused."""
    made = _Pairs(3)
    choose = made.random.choice
    for _ in range(count):
        options = {
            "rouge_n": choose((0, 1, 2, 4, [3], [1, 2, 4], [0], [10, 1], [1, 1], [True], -1, None)),
            **{name: choose((True, False)) for name in ("rouge_l", "rouge_w", "rouge_s", "rouge_su")},
            "rouge_w_weight": choose((1, 1.2, 2, 1.5, True)),
            "skip_gap": choose((None, 0, 1, 4, -2, True)),
            "multi_ref_mode": choose(("average", "best")),
            "alpha": choose((0, 0.3, 0.5, 1, True)),
            "mode": choose(("average", "individual")),
        }
        if made.random.random() < 0.05:
            options |= choose(({"alpha": 2}, {"mode": "x"}, {"multi_ref_mode": "x"}, {"rouge_w_weight": 0.5}))
        texts = made.corpus()
        functions: dict[str, Callable[[str], Any]] = choose(
            ({}, {}, {"tokenizer": list}, {"sentencizer": str.splitlines})
        )
        yield each(
            (options, texts), (our_rouge_metric, rouge_metric), _rouge_metric, options, *texts, **functions
        )


def _ignite(side: Callable[..., Any], options: dict[str, Any], batches: list[Any]) -> Any:
    metric = side(**options)
    for batch in batches:
        metric.update(batch)
    return metric.compute()


def ignite(count: int) -> Iterator[Case]:
    """Yield batches of lists of tokens under random options, some of which are refused."""
    made = _Pairs(4)
    choose = made.random.choice
    variants = None, [1], ["L"], [2, "L"], [1, 2, 3, 4, "L"], [1, 1], [10], [True, 1], [], ["l"], [0], "L"

    def tokens(value: Any) -> Any:
        if isinstance(value, str):
            return choose((value.split(), value.split(), value, list(map(len, value.split()))))
        return list(map(tokens, value)) if isinstance(value, list) else value

    for _ in range(count):
        options = {"multiref": choose(("average", "best")), "alpha": choose((0, 0.3, 0.5, 1, 1, 2))}
        name = choose(("Rouge", "Rouge", "RougeN", "RougeL"))
        if name != "RougeL":
            options |= {"variants": choose(variants)} if name == "Rouge" else {"ngram": choose((1, 2, 10, 0))}
        batches = [tuple(map(tokens, made.corpus())) for _ in range(choose((0, 1, 1, 2)))]
        sides = getattr(ignite_metric, name), getattr(ignite_metrics, name)
        yield each((name, options, batches), sides, _ignite, options, batches)


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
