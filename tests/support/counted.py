"""What the compiled kernel and the definition count."""

from __future__ import annotations

from typing import Any

from rouge_cli import Options
from rouge_cli.inputs.batches import batches_of_pairs
from rouge_cli.profiles import Profile
from rouge_cli.scoring.counters import CompiledCounter, Counted, Counter


def counters(options: Options) -> tuple[CompiledCounter, Counter]:
    profile = Profile(options)
    plan, lists = profile.plan(), profile.word_lists()
    assert plan is not None
    return CompiledCounter(profile, plan, lists), Counter(profile, lists)


def plain(counted: Counted) -> list[Any]:
    """The columns with their types, NaN equal to itself, and the traits."""
    columns = [column for one in counted.columns for column in (*one.counts, *one.figures)]
    return [
        [
            (type(column), getattr(column, "typecode", ""), [repr(value) for value in column])
            for column in columns
        ],
        counted.traits,
    ]


def assert_alike(pairs: list[tuple[Any, list[Any]]], compiled: Counter, definition: Counter) -> None:
    """Fails unless both count the same, in batches and pair by pair."""
    for batch in batches_of_pairs(iter(pairs), "", None, set()):
        assert plain(compiled.count(batch)) == plain(definition.count(batch))
    for peer, models in pairs:
        texts = [*models, peer]
        rows = [[list(map(repr, row)) for row in one.score(texts)] for one in (compiled, definition)]
        assert rows[0] == rows[1]
