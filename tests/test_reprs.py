"""Records print in a line, whatever is in them and however much."""

from __future__ import annotations

from math import nan
from typing import Any

import pytest

from rouge_cli import (
    Counts,
    Difference,
    Estimate,
    Evaluation,
    File,
    InputError,
    OptionError,
    Options,
    Result,
    Score,
    Scorer,
    Text,
    evaluate,
)
from rouge_cli.numbers import RealAsTyped, WholeAsTyped

from .support.scoring import literal_scores

_LONGEST = 1200


def test_records() -> None:
    for value, shown in [
        (Options(), "Options()"),
        (Options(max_ngram=2, stem=True), "Options(max_ngram=2, stem=True)"),
        (Options(weight=1.2, rouge_l=False), "Options(rouge_l=False, weight=1.2)"),
        (Options(skip_gap=WholeAsTyped("04"), alpha=RealAsTyped("0.50")), "Options(skip_gap=4)"),
        (Options(confidence=95.0, data="lists"), "Options(data='lists')"),
        (Options(profile="coco", beta=2), "Options(profile='coco', beta=2)"),
        (Options(word_limit=10**41), "Options(word_limit=10000000000000000000…00000000000000000000)"),
        (Options(skip_gap=10**5000), "Options(skip_gap=<whole number of 16,610 bits>)"),
        (Scorer(), "Scorer(Options(max_ngram=2))"),
        (Scorer(Options(stem=True), jobs=3), "Scorer(Options(stem=True), jobs=3)"),
        (Options(data="d" * 98), f"Options(data='{'d' * 98}')"),
        (Options(data="d" * 99), f"Options(data='{'d' * 48}…{'d' * 48}')"),
        (Text.of("a b\nc\nd"), "Text(sentences=(b'a b', b'c', b'd'))"),
        (Text.of("a", "p.txt"), "Text(sentences=(b'a',), name='p.txt')"),
        (Text.of(["a"] * 1000), "Text(sentences=(b'a', b'a', b'a', … 997 more))"),
        (Text.of(""), "Text(sentences=())"),
        (File("p.txt", "SPL"), "File(path='p.txt', format='SPL')"),
        (File("p.txt", "SPL", b"x" * 5000), "File(path='p.txt', format='SPL', data=<5,000 bytes>)"),
        (File("p.txt", "SPL", b"x"), "File(path='p.txt', format='SPL', data=<1 byte>)"),
        (
            Evaluation.of_texts("1", {"b": "x", "a": "y" * 38}, ["z" * 39]),
            "Evaluation(id='1', peers={'b': Text(sentences=(b'x',)),"
            f" 'a': Text(sentences=(b'{'y' * 38}',))}},"
            f" models=(Text(sentences=(b'{'z' * 11}…{'z' * 25}',)),))",
        ),
        (
            Evaluation("1", {"d": None, "c": None, "b": None, "a": None}, (), ("A",)),
            "Evaluation(id='1', peers={'d': None, 'c': None, 'b': None, … 1 more}, models=(),"
            " model_ids=('A',))",
        ),
        (Score(0.5, 0.25, 1.0, Counts(1, 2, 3), "1"), "Score(recall=0.5, precision=0.25, f=1.0)"),
        (Estimate(0.5, 0.25, nan), "Estimate(average=0.5, low=0.25, high=nan)"),
        (Counts(4, 3, 2), "Counts(model=4, peer=3, hit=2)"),
        (
            Difference(Estimate(0.5, 0.25, 0.75), 0.5, 1.0),
            "Difference(estimate=Estimate(average=0.5, low=0.25, high=0.75), p=0.5, corrected=1.0)",
        ),
        (
            Result(*[Estimate(0.5, 0.25, nan)] * 3, literal_scores([]), Counts(0, 0, 0)),
            "<Result: recall 0.5000 [0.2500, nan], precision 0.5000 [0.2500, nan],"
            " f 0.5000 [0.2500, nan]; 0 evaluations>",
        ),
        (
            Result(
                *(Estimate(x, nan, nan) for x in (-1000001.0, 1e6, nan)), literal_scores([]), Counts(0, 0, 0)
            ),
            "<Result: recall -1e+06, precision 1000000.0000, f nan [nan, nan]; 0 evaluations>",
        ),
        (OptionError("`x` is wrong"), "OptionError('`x` is wrong')"),
        (InputError("no"), "InputError('no')"),
    ]:
        assert repr(value) == shown


@pytest.mark.parametrize(
    "value",
    [
        Options(max_ngram=2, weight=1.5, skip_gap=-1, basic_elements="HM", stem=True, data="/a/b", alpha=1),
        Evaluation.of_texts("é\n'", {"a": ["x", ""]}, ["y", "z"]),
        Text.of("a\nb", "n"),
        File("p", "SEE"),
        Estimate(0.5, 0.25, 0.75),
    ],
)
def test_a_small_record_prints_as_it_is_made(value: object) -> None:
    assert eval(repr(value)) == value


_LONG = "Ab\ud800é\x1b\n" * 10_000


@pytest.mark.parametrize(
    "value",
    [
        Evaluation.of_texts(_LONG, {f"{_LONG}{n}": [_LONG] * 9 for n in range(9)}, [_LONG] * 9),
        Evaluation(_LONG, {}, (File(_LONG, "SPL", _LONG.encode("utf-8", "replace")),) * 9, (_LONG,) * 9),
        Text.of([_LONG] * 9, _LONG),
        File(_LONG, _LONG, b""),
        Options(data=_LONG, weight=1e300, skip_gap=-(10**4000)),
        evaluate([Evaluation.of_texts(str(n), {"S": "a"}, ["a"]) for n in range(99)]).systems["S"]["ROUGE-L"],
    ],
)
def test_large_records_print_short(value: Any) -> None:
    assert len(repr(value)) < _LONGEST
    assert repr(value).isprintable()
