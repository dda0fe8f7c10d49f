"""Plans of the kernel: as both bodies interpret them, and as numbers for the compiled body alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from rouge_cli.kernel import plan
from rouge_cli.kernel.plan import Kind, Measure, Reading

READING = Reading(stem=False, stem_sentences=False)


def measure_of(kind: Kind, number: int = 0, *, unigrams: bool = False, weight: float = 1) -> Measure:
    """Return a measure of texts without stems."""
    return Measure(kind, kind, READING, READING, "units", number, unigrams, weight)


class MeasureNumbers(NamedTuple):
    """A measure as the compiled body takes it, with its kind in words."""

    kind: Any
    model_reading: int = 0
    peer_reading: int = 0
    number: int = 0
    unigrams: bool = False
    weight: float = 1.0


class PlanNumbers(NamedTuple):
    """A plan as the compiled body takes it, with its choices in words."""

    readings: Any
    measures: Any
    max_words: float = 0
    max_bytes: float = 0
    lowering: Any = "ascii"
    stemmer: Any = "porter-1.5.5"
    combination: Any = "pooled"
    rounding: Any = "decimals"
    alpha: float = 0.5
    pieces: Any = ""
    plain_ascii: bool = False
    max_tokens: int = 0

    def numbers(self) -> tuple[object, ...]:
        """Return the plan with numbers in place of words; anything else stays."""
        words = {name: getattr(plan, name.capitalize()) for name in _CHOICES}
        return tuple(
            self._replace(
                readings=_each(self.readings, Reading, lambda one: one[:3]),
                measures=_each(self.measures, MeasureNumbers, _numbered),
                **{name: _place(words[name], getattr(self, name)) for name in _CHOICES},
            )
        )


def _numbered(measure: MeasureNumbers) -> MeasureNumbers:
    number: Any = measure.number
    if isinstance(number, int):
        number = min(max(number, -(2**31)), 2**31 - 1)
    return measure._replace(kind=_place(Kind, measure.kind), number=number)


def _each(items: Any, kind: type, number: Callable[[Any], object]) -> Any:
    """Return a tuple with these items numbered; anything else stays as it is."""
    if not isinstance(items, tuple):
        return items
    return tuple(number(one) if isinstance(one, kind) else one for one in items)


_CHOICES = ("lowering", "stemmer", "combination", "rounding", "pieces")


def _place(words: object, word: object) -> object:
    return get_args(words).index(word) if word in get_args(words) else word


def plan_of(*measures: MeasureNumbers, best_model: bool = False, alpha: float = 0.5) -> PlanNumbers:
    """Return a plan of measures that read texts without stems or limits."""
    combination = "best_recall" if best_model else "pooled"
    return PlanNumbers((READING,), measures, combination=combination, alpha=alpha)


def rows_of(plan: Any, block: bytes) -> list[list[tuple[float, ...]]]:
    """Return by measure the counts and figures of each row of a block that a counter returned."""
    size = len(block) // (7 * len(plan.measures)) if plan.measures else 0  # of a column in bytes
    memory, start, by_measure = memoryview(block), 0, []
    for measure in plan.measures:
        values = []
        for code in ("dddd" if measure.kind in WEIGHTED else "qqqq") + "ddd":
            values.append(memory[start : start + size].cast(code))
            start += size
        by_measure.append(list(zip(*values, strict=True)))
    return by_measure


WEIGHTED: tuple[Kind, ...] = ("weighted_lcs", "weighted_length")
"""The kinds whose counts are doubles."""
