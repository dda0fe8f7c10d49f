"""`Options`: every choice of one run that changes a figure or a line of the report."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import OptionError

BE_MODES = ("H", "HM", "HMR", "HM1", "HMR1", "HMR2")

_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


class _AsTyped:
    """A number that prints as it was typed: the report shows `-2 04` as `ROUGE-S04`."""

    typed: str

    def __str__(self) -> str:
        return self.typed

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.typed,)


class WholeAsTyped(_AsTyped, int):
    """A whole number that prints as it was typed. Raises `OptionError` for anything else."""

    def __new__(cls, typed: str) -> WholeAsTyped:
        # 1e3 is one, too; a double holds every whole number that any limit or gap can need.
        if not _REAL.fullmatch(typed) or not float(typed).is_integer():
            raise OptionError(f"{typed!r} is not a whole number")
        self = super().__new__(cls, float(typed))
        self.typed = typed
        return self


class RealAsTyped(_AsTyped, float):
    """A number that prints as it was typed. Raises `OptionError` for anything else."""

    def __new__(cls, typed: str) -> RealAsTyped:
        if not _REAL.fullmatch(typed):
            raise OptionError(f"{typed!r} is not a number")
        self = super().__new__(cls, typed)
        self.typed = typed
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices of one run, checked once; in brackets the command's flag for each.

    Raises `OptionError` for a value that is out of range or at odds with another.
    """

    max_ngram: int = 0
    """ROUGE-1 … ROUGE-max; 0: none [-n]."""
    rouge_l: bool = True
    """ROUGE-L; `basic_elements` switches it off, too [-x switches it off]."""
    weight: float | None = None
    """ROUGE-W with runs of k counted as k^weight; above 0 [-w]."""
    skip_gap: int | None = None
    """ROUGE-S with at most this many tokens between the two; negative: no limit [-2]."""
    skip_unigrams: bool = False
    """ROUGE-SU instead of ROUGE-S; wins over `skip_both` [-u]."""
    skip_both: bool = False
    """ROUGE-S and ROUGE-SU [-U]."""
    basic_elements: str | None = None
    """ROUGE-BE in one of `BE_MODES` [-3]."""
    stem: bool = False
    """Stem both sides [-m]."""
    stem_models: bool = False
    """Stem the models alone, in all measures but ROUGE-N; not with `stem` [-M]."""
    remove_stop_words: bool = False
    """Leave stop words out [-s]."""
    word_limit: int = 0
    """Only the first so many words of every summary; 0: no limit [-l]."""
    byte_limit: int = 0
    """Only the first so many bytes of every summary; 0: no limit; not with `word_limit` [-b]."""
    best_model: bool = False
    """Of several models keep the one with the highest recall, instead of pooling them [-f B]."""
    alpha: float = 0.5
    """The weight of precision in F, from 0 to 1 [-p]."""
    counting: int = 0
    """0: average over evaluations; 1: pool counts over the corpus; 2: report the pooled counts [-t]."""
    confidence: float = 95
    """The level of the confidence intervals in per cent, from 0 to 100 [-c]."""
    resamples: int = 1000
    """Bootstrap resamples, from 1 to 2**32 - 1 [-r]."""
    data: str | None = None
    """A directory whose word lists replace the built-in ones [-e]."""

    def __post_init__(self) -> None:
        for name in ("max_ngram", "word_limit", "byte_limit", "counting", "resamples"):
            self._check(name, isinstance(getattr(self, name), int), "a whole number")
        for name in ("alpha", "confidence"):
            self._check(name, isinstance(getattr(self, name), int | float), "a number")
        self._check("skip_gap", isinstance(self.skip_gap, int | None), "a whole number or None")
        self._check("weight", isinstance(self.weight, int | float | None), "a number or None")
        self._check("max_ngram (-n)", self.max_ngram >= 0, "0 or more")
        self._check("weight (-w)", self.weight is None or self.weight > 0, "above 0")
        self._check("word_limit (-l)", self.word_limit >= 0, "0 (no limit) or more")
        self._check("byte_limit (-b)", self.byte_limit >= 0, "0 (no limit) or more")
        self._check("alpha (-p)", 0 <= self.alpha <= 1, "from 0 to 1")
        self._check("counting (-t)", self.counting in (0, 1, 2), "0, 1 or 2")
        self._check("confidence (-c)", 0 <= self.confidence <= 100, "from 0 to 100")
        # Beyond it seeds would repeat.
        self._check("resamples (-r)", 1 <= self.resamples < 2**32, "from 1 to 4294967295")
        if self.basic_elements is not None:
            self._check(
                "basic_elements (-3)",
                self.basic_elements in BE_MODES,
                f"one of {', '.join(BE_MODES)}",
            )
        if self.word_limit and self.byte_limit:
            raise OptionError("a limit is in words (-l) or in bytes (-b), not both: drop one")
        if self.stem and self.stem_models:
            raise OptionError("both sides are stemmed (-m) or the models alone (-M): drop one")

    @staticmethod
    def _check(name: str, holds: bool, wanted: str) -> None:
        if not holds:
            raise OptionError(f"{name} must be {wanted}")
