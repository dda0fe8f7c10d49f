"""`Options`: every choice of one run that changes a figure or a line of the report."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import wraps
from itertools import chain
from math import ceil, floor, isfinite
from operator import index
from os import PathLike, fspath
from reprlib import repr as shortened
from types import UnionType
from typing import Any, Self, TypeVar, get_args, get_origin

from .errors import OptionError, nearest, repr_of
from .rouges import BEYOND, CLASSIC, PROFILES, ROUGES, XLSUM, has_option, not_in

ACCUMULATIONS = ("best", "avg")
COUNTS = ("sets", "all")
SMART = "smart"
"""The stop list that `remove_stop_words` means."""
WORDNET = "wordnet"
NO_EXCEPTIONS = "none"
"""The choices of irregular forms."""
BE_MODES = ("H", "HM", "HMR", "HM1", "HMR1", "HMR2")
MOST_NGRAMS = 10_000
"""The longest n-grams that can be asked for: longer ones would find no match in any real summary."""
RATIO = "ratio"
"""The `beta` that is precision / recall."""

ABOUT = (
    *("coverage", "density", "compression"),
    *(f"{kind}-{n}" for kind in ("novel", "repeated") for n in range(1, 5)),
    *("length", "sentences", "length-ratio"),
)
"""The measures beside ROUGE that `ALL` means; n-grams may be longer."""
ALL = "all"
_SHOWN = "coverage, density, compression, novel-N, repeated-N, length, sentences, length-ratio"
GRAM_COUNTS = (TYPES, TOKENS, PRESUMM) = "types", "tokens", "presumm"
SUMMARIES, POOLED = "summaries", "pooled"
_ABOUT = re.compile("(?:novel|repeated)-([1-9][0-9]{0,4})")

EVEN = 0.5
"""The `alpha` where none is given: recall and precision weigh alike."""
_LARGEST = sys.float_info.max
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""A number in ASCII digits; `float` alone takes `1_000`, `nan` and digits of other scripts, too."""
_NO_NUMBER = re.compile(r"[+-]?(?:inf|nan|1\.?#)", re.IGNORECASE)
"""Words that Perl takes for infinity or for no number."""
_BLANKS = " \t\n\r\f\v"


def spelt_number(typed: str) -> float | None:
    """Return the number that a text spells and nothing else, or None if it spells none."""
    return float(typed) if _NUMBER.fullmatch(typed) else None


class _AsTyped:
    """A number as Perl reads it from text, which prints as it was typed.

    ROUGE-1.5.5 quirk: blanks before a number and anything behind it are passed over, but stay in labels:
    after `-2 04` the report names `ROUGE-S04`, after `-2 " 4"` it names `ROUGE-S 4`. What does not begin with
    a number is 0.
    """

    typed: str
    is_misread: bool
    """True where Perl reads another number than the text spells, or one from a text that spells none."""

    @staticmethod
    def _read(typed: str) -> float | None:
        stripped = typed.lstrip(_BLANKS)
        if _NO_NUMBER.match(stripped):
            return None
        number = _NUMBER.match(stripped)
        return float(number[0]) if number else 0.0

    def __str__(self) -> str:
        return self.typed

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.typed,)


class WholeAsTyped(_AsTyped, int):
    """The whole number at or below what was typed. Raises `OptionError` for infinity and NaN."""

    def __new__(cls, typed: str) -> Self:
        # A double holds every whole number that a limit or a gap can need.
        value = cls._read(typed)
        if value is None or not isfinite(value):
            raise OptionError(f"{typed!r} is not a whole number")
        self = super().__new__(cls, floor(value))
        self.typed = typed
        self.is_misread = spelt_number(typed.strip(_BLANKS)) != float(self)
        return self


class NaturalAsTyped(WholeAsTyped):
    """The same, or 0 where that is negative."""

    @staticmethod
    def _read(typed: str) -> float | None:
        number = _AsTyped._read(typed)
        return number and max(number, 0.0)


class RealAsTyped(_AsTyped, float):
    """A number that prints as it was typed. Raises `OptionError` for NaN, and for infinity spelt out."""

    def __new__(cls, typed: str) -> Self:
        value = cls._read(typed)
        if value is None:
            raise OptionError(f"{typed!r} is not a number")
        self = super().__new__(cls, value)
        self.typed = typed
        self.is_misread = spelt_number(typed.strip(_BLANKS)) != float(self)
        return self


_Class = TypeVar("_Class")


def _suggesting(options: type[_Class]) -> type[_Class]:
    """Return a data class whose error for an unknown argument names the argument that was probably meant."""
    initialise = options.__init__
    names = [field.name for field in fields(options)]  # type: ignore[arg-type]  # It is a data class.

    @wraps(initialise)
    def checked(self: _Class, *values: Any, **named: Any) -> None:
        for name in named:
            if name not in names:
                near = nearest(name, names)
                remedy = f"did you mean {near}?" if near else f"it has {', '.join(names)}"
                raise TypeError(f"{options.__name__} has no option {name!r}; {remedy}")
        initialise(self, *values, **named)

    options.__init__ = checked  # type: ignore[method-assign, assignment]  # The signature stays.
    return options


@_suggesting
@dataclass(frozen=True, kw_only=True, repr=False)
class Options:
    """The choices of one run, checked once.

    Raises `OptionError`, which is a `ValueError`, for a value of the wrong type, out of range or at
    odds with another.
    """

    profile: str = CLASSIC
    """The meaning of "ROUGE", one of `PROFILES`; a choice that it does not have is refused."""
    max_ngram: int = 0
    """ROUGE-1 … ROUGE-max, at most `MOST_NGRAMS`; 0: none, or those that the profile has by default."""
    rouge_l: bool = True
    """ROUGE-L; `basic_elements` switches it off, too."""
    types: tuple[str, ...] = ()
    """In place of both, measures by the names of the Python packages (`rouge1` … `rouge9`, `rougeL`,
    `rougeLsum`), in this order, on which resamples depend; a list becomes a tuple. The packages have no
    `rougeS4`, `rougeSU4` and `rougeW1.2`, with any gap (`*`: no limit) or weight: these are of Lin (2004)."""
    weight: float | None = None
    """ROUGE-W with runs of k counted as k^weight; above 0."""
    skip_gap: int | None = None
    """ROUGE-S with at most this many tokens between the two; negative: no limit."""
    skip_unigrams: bool = False
    """ROUGE-SU instead of ROUGE-S; wins over `skip_both`."""
    skip_both: bool = False
    """ROUGE-S and ROUGE-SU."""
    basic_elements: str | None = None
    """ROUGE-BE in one of `BE_MODES`."""
    paper_weight: float | None = None
    """ROUGE-W as equations 13 to 15 of ROUGE's working note define it, with runs of k counted as
    k^paper_weight and the whole text as one sequence; above 0. It cannot pool: with several models it
    needs `best_model`, or a `jackknife` of two."""
    mead: bool = False
    """MEAD's normalised pairwise LCS (equation 8 of the note). Its β is 1, whatever `alpha` is."""
    stem: bool = False
    """Stem both sides."""
    stem_models: bool = False
    """Stem the models alone, in all measures but ROUGE-N; not with `stem`."""
    remove_stop_words: bool = False
    """Leave stop words out."""
    tokenizer: str | None = None
    """The tokens that are compared: `rouge` (a-z and 0-9 alone), `unicode`, `character`, `whitespace`,
    `icu`, `spacy`, or `MODULE:FUNCTION`, which returns the tokens of a string; `None`: those of the
    `language`, else `rouge`."""
    stemmer: str | None = None
    """`none`, `porter-1.5.5`, `porter-nltk`, `snowball-LANGUAGE`, `xlsum-hindi`, or `MODULE:FUNCTION`, which
    returns the stem of a token; `None`: that of the `language`, else that of `stem` or `stem_models`."""
    stop_words: str | None = None
    """The list of words to leave out: `smart`, as with `remove_stop_words`, the path of a file with a word on
    each line, or the code of a language; a path object becomes its string."""
    language: str | None = None
    """The code of the texts' language, which chooses `tokenizer` and `stemmer` where these are `None`, and
    the rules of `split_sentences`; in the profile xlsum its segmenter, and its stemmer with `stem`."""
    split_sentences: bool = False
    """Find the sentences of texts that are a single line by the rules of the `language`, or of English."""
    word_limit: float = 0
    """Keep only this many words at the start of every summary, or tokens, with another `tokenizer` than
    `rouge`; 0: no limit. Of this, `byte_limit` and `resamples`, ROUGE-1.5.5 alone takes fractions, whose
    figures are not those of a whole number."""
    byte_limit: float = 0
    """Keep only this many bytes at the start of every summary; 0: no limit; not with `word_limit`. With
    another `tokenizer` than `rouge` no character is cut in two."""
    split_summaries: bool = False
    """rouge-score: sentences for rougeLsum are found by NLTK instead of being lines."""
    accumulate: str | None = None
    """torchmetrics: of several models, for each measure, keep the one of the highest F (`best`, as by
    default), or take the mean of the figures (`avg`)."""
    counts: str | None = None
    """rouge, rouge-chinese: each n-gram of a text, and in rouge-l of `rouge` each word, counts once (`sets`,
    by default) or as often as it stands there (`all`); the packages call it `exclusive`."""
    best_model: bool = False
    """Of several models keep the one with the highest recall, instead of pooling them."""
    jackknife: bool = False
    """Score as the mean over the sets of models that lack one author each; not with `counting`."""
    alpha: float = EVEN
    """The weight of precision in F, from 0 to 1."""
    beta: float | str | None = None
    """The weight of recall in F, from 0 on, in place of `alpha`, which becomes 1/(1+beta²). `ratio`: in each
    evaluation precision / recall."""
    counting: int = 0
    """0: average over evaluations; 1: pool counts over the corpus; 2: report the pooled counts."""
    confidence: float = 95
    """The level of the confidence intervals in per cent, from 0 to 100."""
    resamples: float = 1000
    """Bootstrap resamples, from 1 to 2**32 - 1, or a fraction above 0, which draws one more."""
    seed: int | None = None
    """rouge-score, evaluate, xlsum: the seed of NumPy's generator, from 0 to 2**32 - 1; `None`: 0."""
    about: tuple[str, ...] = ()
    """Measures beside ROUGE, of summaries and the sources that they summarise, from `ABOUT`: `coverage`,
    `density`, `compression`, `novel-N`, `repeated-N`, `length`, `sentences`, `length-ratio`; or `all`. A
    string of names with commas, or a list, becomes a tuple. They take summaries whole, whatever the limit."""
    about_count: str = TYPES
    """The n-grams of `novel-N` and `repeated-N`: distinct ones (`types`), all of them (`tokens`), or distinct
    ones without the last n-gram of each text (`presumm`)."""
    about_mean: str = SUMMARIES
    """The figures of `about` over the evaluations: the mean of the `summaries`, or counts `pooled`."""
    data: str | None = None
    """A directory whose word lists replace the built-in ones; a path object becomes its string."""
    exceptions: str | None = None
    """The irregular forms of the stemmer porter-1.5.5: `wordnet` (the built-in lists), `none`, or `None`:
    those of `data`, where a database decides, as in ROUGE-1.5.5."""

    def __post_init__(self) -> None:
        for name in ("data", "stop_words"):
            if isinstance(path := getattr(self, name), PathLike):
                object.__setattr__(self, name, fspath(path))
        if isinstance(self.about, str):
            object.__setattr__(self, "about", tuple(name.strip(_BLANKS) for name in self.about.split(",")))
        for name in ("types", "about"):
            if isinstance(names := getattr(self, name), list):
                object.__setattr__(self, name, tuple(names))
        for name, (types, words) in _TYPES.items():
            value = getattr(self, name)
            # A bool is an int to Python; as a number it is a mistake.
            if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
                raise OptionError(f"`{name}` must be {words}, not {shortened(value)}")
        self._check_profile()
        for name, (wanted, holds) in _RANGES.items():
            value = getattr(self, name)
            if value is not None and not holds(value):
                raise OptionError(f"`{name}` must be {wanted}")
        if self.beta == RATIO:
            if self.alpha != EVEN:
                raise OptionError(ALPHA_TWICE)
        elif self.beta is not None:
            beta = float(self.beta)
            alpha = 1 / (1 + beta * beta)
            if self.alpha not in (EVEN, alpha):
                raise OptionError(ALPHA_TWICE)
            object.__setattr__(self, "alpha", alpha)
        for name in self.about:
            if name not in (ALL, *ABOUT) and not (
                isinstance(name, str) and (match := _ABOUT.fullmatch(name)) and int(match[1]) <= MOST_NGRAMS
            ):
                raise OptionError(f"`about` must be all, or of {_SHOWN}, not {name!r}")
        of_all = chain.from_iterable(ABOUT if name == ALL else (name,) for name in self.about)
        object.__setattr__(self, "about", tuple(dict.fromkeys(of_all)))
        for complaint in self._at_odds():
            raise OptionError(complaint)

    def _check_profile(self) -> None:
        """Check that the profile has all options that are given, and takes their values."""
        if self.profile not in ROUGES:
            raise OptionError(f"`profile` must be {_WORDS['profile']}")
        rouge = ROUGES[self.profile]
        for name, default in _LACKING[self.profile]:
            value = getattr(self, name)
            # A number that was typed has been asked for, even if it is the default.
            if value != default or isinstance(value, _AsTyped):
                raise OptionError(not_in(self.profile, name))
        for name in self.types:
            if name in rouge.types or ("rougeLsum" in rouge.types and BEYOND.fullmatch(str(name))):
                continue
            if self.profile == XLSUM and name == "rougeLsum":
                raise OptionError(
                    f"`profile` {XLSUM} has no rougeLsum, which multilingual-rouge makes of other tokens;"
                    " drop it from `types`"
                )
            grams, others = rouge.grams, [name for name in rouge.types if name not in rouge.grams]
            known = f"{grams[0]} … {grams[-1]}{',' if others[1:] else ' and'} {' and '.join(others)}"
            raise OptionError(f"`types` must be of {known}, not {name!r}")
        if rouge.types and self.max_ngram > len(rouge.grams):
            raise OptionError(f"`max_ngram` must be from 0 to {len(rouge.grams)} in this `profile`")
        if self.types and (self.max_ngram or not self.rouge_l):
            raise OptionError(MEASURES_TWICE.format("max_ngram" if self.max_ngram else "rouge_l"))

    def _at_odds(self) -> Iterator[str]:
        """Yield the complaints about options that contradict one another."""
        for name in ("tokenizer", "stemmer", "stop_words", "language"):
            if getattr(self, name) == "":
                yield f"`{name}` must be a name; leave it out if there is none"
        own = self.own_stemmer
        if self.stem and self.stemmer not in (None, own):
            yield f"`stem` asks for the stemmer {own}, `stemmer` for {self.stemmer}: drop `stem`"
        if self.stem_models and self.stemmer not in (None, own):
            yield f"`stem_models` goes with the stemmer {own}, not with {self.stemmer}: drop one of them"
        if self.remove_stop_words and self.stop_words not in (None, SMART):
            yield (
                f"`remove_stop_words` leaves out the words of the list {SMART}, `stop_words` names another:"
                " drop `remove_stop_words`"
            )
        if self.split_sentences and self.split_summaries:
            yield (
                "sentences are found by NLTK with `split_summaries`, by the rules of a language with"
                " `split_sentences`: drop one of the two"
            )
        if self.split_sentences and self.basic_elements is not None:
            yield "`basic_elements` has no sentences that `split_sentences` could find: drop one"
        if self.word_limit and self.byte_limit:  # The command refuses `-l 0 -b 0`, too (cli/request.py).
            yield LIMIT_TWICE
        for name in ("word_limit", "byte_limit", "resamples"):
            if getattr(self, name) % 1 and not (self.profile == CLASSIC and self.is_plain):
                yield f"`{name}` must be a whole number; only ROUGE-1.5.5 with its own tokens takes fractions"
        if self.stem and self.stem_models:
            yield "both sides are stemmed by `stem`, the models alone by `stem_models`: drop one of the two"
        if self.counting and self.jackknife:
            yield f"`jackknife` takes means of scores, and `counting` {self.counting} pools counts: drop one"
        if self.counting and self.paper_weight is not None:
            yield f"`paper_weight` has no counts that `counting` {self.counting} could pool: drop one"

    def __repr__(self) -> str:
        """Return the choices that are not the default ones, as `Options` takes them."""
        chosen = [one.name for one in fields(self) if getattr(self, one.name) != one.default]
        return repr_of(self, chosen)

    @property
    def is_plain(self) -> bool:
        """True if the profile alone decides tokens, stems, stop words and sentences."""
        chosen = self.tokenizer, self.stemmer, self.stop_words, self.language
        plain = chosen == (None, None, None, None) and not self.split_sentences
        return plain and self.profile != XLSUM  # Its tokens are of no kernel.

    @property
    def is_limited(self) -> bool:
        """True where summaries are cut."""
        return bool(self.word_limit or self.byte_limit)

    @property
    def draws(self) -> int:
        """The number of resamples that are drawn."""
        return ceil(self.resamples)

    @property
    def own_stemmer(self) -> str:
        """The stemmer of the profile, which `stem` asks for."""
        return ROUGES[self.profile].stemmer


def jobs_of(jobs: int) -> int:
    """Return the number of threads that is asked for; 0 asks for as many as there are processors.

    Raises `OptionError` for anything else than a whole number from 0 on.
    """
    return whole_number("jobs", jobs) or os.cpu_count() or 1


def whole_number(name: str, value: object, least: int = 0) -> int:
    """Return a whole number, of Python or NumPy. Raises `OptionError` for anything else, and for less."""
    try:
        number = least - 1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if number < least:
        raise OptionError(f"`{name}` must be a whole number from {least} on, not {value!r}")
    return number


ALPHA_TWICE = "`beta` says what `alpha` says, which is 1/(1+β²): drop one of the two"
MEASURES_TWICE = "measures are chosen by `types` or by `{}`: drop one of the two"
LIMIT_TWICE = "a limit is in words (`word_limit`) or in bytes (`byte_limit`), not both: drop one"

_WORDS = {
    "profile": f"one of {', '.join(PROFILES)}",
    "accumulate": f"one of {', '.join(ACCUMULATIONS)} or None",
    "counts": f"one of {', '.join(COUNTS)} or None",
    "beta": f"a number, {RATIO!r} or None",
    "basic_elements": f"one of {', '.join(BE_MODES)} or None",
    "tokenizer": "a name or None",
    "stemmer": "a name or None",
    "stop_words": "smart, the path of a file, the code of a language or None",
    "language": "the code of a language or None",
    "about": "names",
    "about_count": f"{TYPES}, {TOKENS} or {PRESUMM}",
    "about_mean": f"{SUMMARIES} or {POOLED}",
    "data": "the path of a directory or None",
    "exceptions": f"{WORDNET}, {NO_EXCEPTIONS} or None",
}
"""What options of text take, in words; the annotations of all others say it."""


def _typed(name: str, annotation: Any) -> tuple[tuple[type, ...], str]:
    """Return the types that an option takes, as `isinstance` has them, and in words."""
    types = (
        get_args(annotation) if isinstance(annotation, UnionType) else (get_origin(annotation) or annotation,)
    )
    kinds = {bool: "True or False", float: "a number", int: "a whole number", tuple: "a tuple of names"}
    words = _WORDS.get(name) or kinds[types[0]] + (" or None" if len(types) > 1 else "")
    return (*types, *([int] if float in types else [])), words


_TYPES = {field.name: _typed(field.name, field.type) for field in fields(Options)}
_LACKING = {
    profile: [(field.name, field.default) for field in fields(Options) if not has_option(profile, field.name)]
    for profile in PROFILES
}
"""By profile, the options that it does not have, with their defaults."""


def _within(low: float, high: float) -> tuple[str, Callable[[Any], bool]]:
    return f"from {low} to {high}", lambda value: low <= value <= high


def _one_of(*names: object) -> tuple[str, Callable[[Any], bool]]:
    return f"one of {', '.join(map(str, names))}", lambda value: value in names


_ABOVE_0 = "above 0 and finite", lambda value: 0 < value <= _LARGEST
_RANGES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "accumulate": _one_of(*ACCUMULATIONS),
    "counts": _one_of(*COUNTS),
    "seed": _within(0, 2**32 - 1),
    "max_ngram": _within(0, MOST_NGRAMS),
    "weight": _ABOVE_0,
    "paper_weight": _ABOVE_0,
    "beta": (
        f"0 or more and finite, or {RATIO}",
        lambda beta: beta == RATIO or (not isinstance(beta, str) and 0 <= beta <= _LARGEST),
    ),
    "word_limit": ("0 (no limit) or more, up to 1e308", lambda limit: 0 <= limit <= _LARGEST),
    "byte_limit": ("0 (no limit) or more, up to 1e308", lambda limit: 0 <= limit <= _LARGEST),
    "alpha": _within(0, 1),
    "counting": ("0, 1 or 2", lambda counting: counting in (0, 1, 2)),
    "confidence": _within(0, 100),
    "about_count": _one_of(*GRAM_COUNTS),
    "about_mean": _one_of(SUMMARIES, POOLED),
    # The number of a resample seeds its draws, and the generator takes seeds of 32 bits.
    "resamples": ("from 1 to 4294967295", lambda resamples: 0 < resamples <= 2**32 - 1),
    "exceptions": (f"{WORDNET} or {NO_EXCEPTIONS}", lambda chosen: chosen in (WORDNET, NO_EXCEPTIONS)),
    "basic_elements": _one_of(*BE_MODES),
}
"""By the names of options, the values that they take, in words and as a test; all may be None."""
