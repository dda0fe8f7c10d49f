"""Cases of rouge and rouge_chinese and of ours: `python -m tests.clients.against_rouge NAME COUNT`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from operator import attrgetter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import rouge
import rouge.rouge_score
import rouge_chinese
import rouge_chinese.rouge_score

from rouge_cli import rouge as our_rouge
from rouge_cli import rouge_chinese as our_rouge_chinese
from rouge_cli.rouge import rouge_score as our_helpers

from .outcomes import Case, each, main, methods
from .texts import Texts

_MODULES: list[tuple[Any, Any]] = [(our_rouge, rouge), (our_rouge_chinese, rouge_chinese)]
_HELPERS: tuple[Any, Any] = (our_helpers, rouge.rouge_score)
_ALL = [f"rouge-{n}" for n in range(1, 6)]
_OPTIONS: list[dict[str, Any]] = [
    {},
    {"exclusive": False},
    {"metrics": ["ROUGE-L", "rouge-5", "rouge-1", "rouge-L"], "stats": ["F", "r", "f"]},
    {"metrics": [*_ALL, "rouge-l"], "exclusive": False},
    {"metrics": ["rouge-l"], "raw_results": True, "return_lengths": True},
    {"metrics": [*_ALL, "rouge-l"], "raw_results": True, "exclusive": False, "stats": ["x"]},
    {"metrics": [], "return_lengths": True},
    {"metrics": [], "raw_results": True},
    {"stats": [], "return_lengths": True},
    {"metrics": ("rouge-2",), "stats": ("p",), "return_lengths": True},
    {"metrics": "rouge-1"},
    {"metrics": ["rouge-6"]},
    {"stats": ["r", "x"]},
]
_BLANKS = [
    " ", " ", " ", "  ", "\n", "\t", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "\u3000", "\r\n",
    "\u200b",
]  # fmt: skip
_MARKS = [
    *".....", "...", "......", ". ", ".\n", "。", "。", "！", "?", "？”", "。’，", "……", "”", "’", "\n",
    "\n\n",
]  # fmt: skip


def _told(call: Callable[[], Any]) -> Any:
    """Return what a call returns, or the type and the message of its error.

    Among several pairs our message goes on with the place of the text.
    """
    try:
        return call()
    except Exception as error:
        return type(error), re.sub(r"(?<=\.) (Hypothesis|Reference) \d+ of \d+ has no .*", "", str(error))


def _cases(case: Case) -> Case:
    what, ours, theirs = case
    return what, partial(_told, ours), partial(_told, theirs)


class _Texts(Texts):
    """Texts of few words, of blanks of all kinds and of marks in all places."""

    def text(self, words: list[str] | None = None) -> str:
        random = self.random
        if random.random() < 0.3:
            return super().text(words)
        known = random.choice(("ab", "abcde", "你好世界", ["the", "cat", "a", "3.14", "\ud800", "\ufeff"]))
        return "".join(
            random.choice(known) + random.choice(_MARKS if random.random() < 0.2 else _BLANKS)
            for _ in range(random.choice((0, 1, 2, 5, 20, 70)))
        )


def texts(count: int) -> Iterator[Case]:
    """Yield texts and lists of texts under all options."""
    for number, modules in enumerate(_MODULES):
        made = _Texts(number)
        random = made.random
        for options in _OPTIONS:
            for _ in range(count):
                size = random.choice((None, 1, 2, 3, 7))
                pair: Any = made.several(2) if size is None else [made.several(size) for _ in range(2)]
                if size and random.random() < 0.5:
                    pair = [[text or "a" for text in side] for side in pair]
                how = {"avg": random.random() < 0.5, "ignore_empty": random.random() < 0.3}

                case = modules[1].__name__, options, pair, how
                yield _cases(each(case, modules, _scores, options, *pair, **how))


def _scores(module: Any, options: Any, *arguments: Any, **how: Any) -> Any:
    return module.Rouge(**options).get_scores(*arguments, **how)


def oddities(count: int) -> Iterator[Case]:
    """Yield arguments that are no texts, and lists that do not fit."""
    some = [None, 3, b"a", "a b", "", ["a"], ".", [], ("a", "b"), ["a", None], [b"a"], ["a", "a"], {"a": 1}]
    some += [["", "a"], ["a", "."], ["a", " "], ["", "", "b"], [1, "."], ["\ud800 a", "\udc80."]]
    for modules in _MODULES:
        title = modules[1].__name__
        for options in _OPTIONS[:10]:
            for one, other, avg, ignored in product(some, some, (False, True), (False, True)):
                how = {"avg": avg, "ignore_empty": ignored}
                case = title, options, one, other, how
                made = [module.Rouge(**options) for module in modules]
                yield _cases(methods(case, made, "get_scores", one, other, **how))
            for name in ("metrics", "stats", "exclusive", "raw_results", "return_lengths"):
                yield each(name, modules, _attribute, options, name)
        for name in ("Rouge.DEFAULT_METRICS", "Rouge.DEFAULT_STATS", "Rouge.AVAILABLE_STATS"):
            yield each(name, modules, attrgetter(name))
        for name in ("__version__", "__all__"):
            yield each(name, modules, attrgetter(name))
        yield each("AVAILABLE_METRICS", [module.Rouge.AVAILABLE_METRICS for module in modules], list)
    texts_of_both = _Texts(3)
    for _ in range(count):
        text = texts_of_both.text()
        yield methods(text, [module.Rouge() for module in _MODULES[1]], "cut_sent", text)


def _attribute(module: Any, options: Any, name: str) -> Any:
    return getattr(module.Rouge(**options), name)


def helpers(count: int) -> Iterator[Case]:
    """Yield sentences for the functions of `rouge_score`."""
    random = Random(5)

    def sentences() -> list[str]:
        size = random.choice((0, 1, 1, 2, 3))
        return [" ".join(random.choices(["a", "b", "c", ""], k=random.randint(1, 6))) for _ in range(size)]

    def both(name: str, *arguments: Any) -> Case:
        return _cases(methods((name, *arguments), _HELPERS, name, *arguments))

    for _ in range(count):
        one, other, third = sentences(), sentences(), sentences()
        for exclusive, raw in product((True, False), repeat=2):
            yield both("rouge_l_summary_level", one, other, raw, exclusive)
            for n in (1, 2, 3):
                yield both("rouge_n", one, other, n, raw, exclusive)
            if one and other and third:
                ids = [(0, 1), (2, 1), (2, 2)]
                yield both("multi_rouge_n", [one, other, third], ids, 2, exclusive)
        words = [" ".join(side).split(" ") for side in (one, other)]
        yield both("_lcs", *words)
        yield both("f_r_p_rouge_n", *(random.randrange(4) for _ in range(3)))
        for exclusive, method in product((True, False), ("intersection", "union")):
            yield each((words, exclusive, method), _HELPERS, _ngrams, words, exclusive, method)


def _ngrams(module: Any, words: list[list[str]], exclusive: bool, method: str) -> Any:
    """Return n-grams in an order of their own."""
    one, other = (module.Ngrams(dict.fromkeys(side, 1), exclusive) for side in words)
    one.add("c")
    made = getattr(one, method)(other)
    return len(made), sorted(made._ngrams), made.exclusive


def files(count: int) -> Iterator[Case]:
    """Yield files of lines."""
    for modules in _MODULES:
        random = Random(7)
        for _ in range(count):
            ends = random.choice((["\n"], ["\n", "\r\n"], ["\n", "\r", "\u2028"]))
            both = [
                "".join(
                    random.choice("ab你. ") * 3 + random.choice(ends)
                    for _ in range(random.choice((0, 3, 3, 4)))
                )
                + random.choice(("", "", "a b"))
                for _ in range(2)
            ]
            for avg in (False, True):
                yield _cases(each((modules[1].__name__, both), modules, _of_files, both, avg))


def _of_files(module: Any, both: list[str], avg: bool) -> Any:
    with TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("hyp", "ref")]
        for path, text in zip(paths, both, strict=True):
            path.write_bytes(text.encode())
        return module.FilesRouge(exclusive=False).get_scores(*map(str, paths), avg=avg)


if __name__ == "__main__":
    main(texts, oddities, helpers, files)
