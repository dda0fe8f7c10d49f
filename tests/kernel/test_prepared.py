"""Tiles and pairs of the compiled kernel are those of the definition, and their arguments are checked."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import Options
from rouge_cli.profiles import Profile
from rouge_cli.scoring.counters import CompiledCounter, Counter, Facing, Wanted
from rouge_cli.scoring.prepared import PLACES, Block, Pool, Prepared, distinct_readings

from ..support.needs import needs

pytestmark = needs("compiled")

CHOICES = [
    Options(max_ngram=3, skip_gap=1, skip_both=True, weight=1.2, mead=True, paper_weight=2, best_model=True),
    Options(max_ngram=2, byte_limit=7, weight=2),
    Options(max_ngram=1, stem_models=True, weight=60),
    Options(profile="rouge-score", types=("rouge2", "rougeL", "rougeLsum")),
    Options(max_ngram=1, tokenizer="unicode"),
]
_TEXT = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=6).map(" ".join), max_size=2).map("\n".join)
# The kernel lists the texts that have each token where there are more than 16 peers.
TEXTS = st.sampled_from([0, 17]).flatmap(lambda least: st.lists(_TEXT, min_size=least, max_size=24))


@pytest.mark.slow
@pytest.mark.parametrize("options", CHOICES, ids=repr)
@settings(max_examples=20)
@given(texts=TEXTS, others=TEXTS, at_least=st.sampled_from([-1, 0, 0.3, 0.5, 2 / 3, 0.8, 1, 2]))
def test_tiles_and_pairs_are_those_of_the_definition(
    options: Options, texts: list[str], others: list[str], at_least: float
) -> None:
    profile = Profile(options)
    plan, lists = profile.plan(), profile.word_lists()
    assert plan is not None
    compiled, definition = CompiledCounter(profile, plan, lists), Counter(profile, lists)
    size = PLACES * len(distinct_readings(profile))
    peers = Prepared(Pool(), array("q"), size)
    models = Prepared(peers.pool, array("q"), size)
    by_definition = Prepared(Pool(), array("q"), size)
    assert compiled.read(texts, peers).traits == definition.read(texts, by_definition).traits
    assert _words(peers, profile) == _words(by_definition, profile)
    compiled.read(others, models)
    facing = Facing(peers, models, len(peers.pool.vocabulary))
    same = facing._replace(models=peers)
    block = Block(range(len(texts) // 4, len(texts)), range(len(others) // 3, len(others)))
    for figure in (
        Wanted(measure, figure) for measure in range(len(profile.measures)) for figure in range(3)
    ):
        matrices = [array("d", [-1]) * (len(texts) * len(others)) for _ in range(2)]
        for counter, matrix in zip((compiled, definition), matrices, strict=True):
            counter.fill(matrix, block, facing, figure, is_mirrored=False)
        assert matrices[0] == matrices[1]
        for pairs_of, models_of, later in ((facing, others, False), (same, texts, True)):
            whole = Block(range(len(texts)), range(len(models_of)))
            found = compiled.pairs(whole, pairs_of, figure, at_least, later=later)
            assert sorted(found) == sorted(definition.pairs(whole, pairs_of, figure, at_least, later=later))


def _words(prepared: Prepared, profile: Profile) -> list[object]:
    """Return what the documents of all texts and readings say."""
    names = list(prepared.pool.vocabulary)
    readings = len(distinct_readings(profile))
    places = range(len(prepared) * readings)
    documents = [prepared.document(*divmod(place, readings), whole=False) for place in places]
    return [[[names[token] for token in part] for part in one[:2]] + [one.ends] for one in documents]


def _counter() -> Any:
    from rouge_cli.kernel import compiled

    profile = Profile(Options(max_ngram=1))
    plan = profile.plan()
    assert plan is not None
    return compiled.BatchCounter(plan.numbers())


SOUND = array("i", [0, 1, 0]), array("i", [3]), array("q", [0, 3, 0, 3, 0, 1])
"""A text of three tokens in one sentence."""


def _tile(**changed: Any) -> tuple[Any, ...]:
    arguments = {"peers": SOUND, "models": SOUND, "kinds": 2, "first": 0, "end": 1, "first_model": 0}
    arguments |= {"model_end": 1, "measure": 0, "figure": 2, "stop": None} | changed
    return tuple(arguments.values())


def _places(*numbers: int) -> tuple[Any, ...]:
    return *SOUND[:2], array("q", numbers)


BAD = [
    *(({"kinds": kinds}, ValueError, "do not fit together") for kinds in (1, -1)),
    *(
        (changed, ValueError, "no such text, measure or figure")
        for changed in (
            *({"end": 2}, {"first": -1}, {"first_model": 1, "model_end": 0}, {"model_end": 2}),
            *({"measure": 2}, {"figure": 3}),
        )
    ),
    *(({"models": _places(first, 3, 0, 3, 0, 1)}, ValueError, "do not fit together") for first in (1, -1)),
    *(
        ({"peers": peers}, ValueError, "do not fit together")
        for peers in (
            *(_places(0, -3, 0, 3, 0, 1), _places(0, 3, 0, 4, 0, 1), _places(0, 3, 0, 3, 1, 1)),
            *(_places(0, 3, 0, 2, 0, 1), (array("i", [0, -1, 0]), *SOUND[1:])),
            (SOUND[0], array("i", [-3]), SOUND[2]),
        )
    ),
    ({"peers": SOUND[:2]}, TypeError, None),
    ({"peers": 7}, TypeError, "a tuple of arrays"),
    ({"models": (array("q"), *SOUND[1:])}, TypeError, r"array\('i'\) expected"),
    ({"models": (SOUND[0], b"", SOUND[2])}, TypeError, r"array\('i'\) expected"),
    ({"models": (*SOUND[:2], array("i", [1]))}, TypeError, r"array\('q'\) expected"),
]


@pytest.mark.parametrize(("changed", "error", "message"), BAD)
def test_numbers_that_do_not_fit_are_refused(
    changed: dict[str, Any], error: type[Exception], message: str | None
) -> None:
    for call, arguments in (("tile", (array("d", [0]), False)), ("pairs", (0.5, False))):
        with pytest.raises(error, match=message):
            getattr(_counter(), call)(_tile(**changed), *arguments)


def test_postings_are_checked_before_they_are_listed() -> None:
    many = *SOUND[:2], array("q", [*SOUND[2]] * 20 + [0, 4, 0, 3, 0, 1])
    with pytest.raises(ValueError, match="do not fit together"):
        _counter().pairs(_tile(peers=many, models=many, end=20, model_end=21), 0.5, True)
    found = _counter().pairs(_tile(peers=many, models=many, end=20, model_end=20), 0.5, True)
    assert len(found) == 16 * 190


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda c: c.tile(_tile(), array("d"), False), ValueError, "a cell for each row and column"),
        (
            lambda c: c.tile(_tile(model_end=0, models=_places()), array("d", [1]), False),
            ValueError,
            "a cell",
        ),
        (
            lambda c: c.tile(_tile(peers=_places(*SOUND[2] * 2)), array("d", [0] * 2), True),
            ValueError,
            "square",
        ),
        (lambda c: c.tile(_tile(), array("f", [0]), False), TypeError, r"array\('d'\) expected"),
        (lambda c: c.tile(_tile(stop=b"1"), array("d", [0]), False), TypeError, "stop must be a bytearray"),
        (lambda c: c.pairs(_tile(stop=7), 0.5, False), TypeError, "stop must be a bytearray"),
        (lambda c: c.tile(), TypeError, None),
        (lambda c: c.pairs(1), TypeError, None),
        (lambda c: c.read(["a"]), TypeError, None),
        (lambda c: c.read(["a"], {b"a": "one"}, 0, 0), TypeError, None),
        (lambda c: c.read(["a"], {}, 2**63 - 1, 0), ValueError, "so many tokens"),
        (lambda c: c.read(["a"], {}, 0, -1), ValueError, "so many tokens"),
        (lambda c: c.read([7], {}, 0, 0), TypeError, "a text must be a string"),
        (lambda c: c.read(["a"], (), 0, 0), TypeError, None),
        (lambda c: c.extract(("a", ["a"]), b"\2", 1, False), ValueError, "no such measure"),
        (lambda c: c.extract(("a", ["a"]), b"\0", -1, False), ValueError, "no such measure, or number"),
        (lambda c: c.extract(("a", "a"), b"\0", 1, False), ValueError, "sentences of a document"),
        (lambda c: c.extract((["a"],), b"\0", 1, False), ValueError, "sentences of a document"),
        (lambda c: c.extract(("a", "a", ["a"]), b"", 1, False), ValueError, "one model in one sentence"),
        (lambda c: c.extract((["a", "b"], ["a"]), b"", 1, False), ValueError, "one model in one sentence"),
        (lambda c: c.extract(("a", ["a", 7]), b"\0", 1, False), TypeError, "list with int in it"),
        (lambda c: c.extract(("a", ["a"]), "0", 1, False), TypeError, None),
    ],
)
def test_other_arguments_are_checked(
    call: Callable[[Any], object], error: type[Exception], message: str | None
) -> None:
    with pytest.raises(error, match=message):
        call(_counter())


def test_a_call_that_is_not_wanted_ends() -> None:
    many = *SOUND[:2], array("q", [*SOUND[2]] * 3000)
    for call, arguments in (("tile", (array("d", [0]) * 3000**2, False)), ("pairs", (0.0, False))):
        stopped = _tile(peers=many, models=many, end=3000, model_end=3000, stop=bytearray(b"1"))
        with pytest.raises(RuntimeError, match="no longer wanted"):
            getattr(_counter(), call)(stopped, *arguments)
